#include "rooms/activos/fiscal.hpp"

#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/precios/partes.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

struct ActivoFiscal {
    std::int64_t activoId = 0;
    std::string codigo;
    std::string nombre;
    std::string categoria;
    Fecha fechaAdquisicion;
    Fecha fechaUso;
    Importe montoDeducible;
    Tasa tasaFiscal;
    std::int64_t bajaPeriodo = 0;  // 0: it is in use
};
DESCRIBE_STRUCT(ActivoFiscal, (),
                (activoId, codigo, nombre, categoria, fechaAdquisicion, fechaUso, montoDeducible, tasaFiscal, bajaPeriodo))

std::vector<IndicePrecios> listar_indices(const Context& ctx, const IndicesPreciosFiltro& f) {
    db::Where donde{ctx.organizacionId()};
    if (f.ejercicio) {
        donde.add("periodo >= $", f.ejercicio->valor * 100 + 1);
        donde.add("periodo <= $", f.ejercicio->valor * 100 + 12);
    }
    return ctx.db().all_with<IndicePrecios>(
        "SELECT periodo, valor FROM inpc WHERE organizacionId = $1" + donde.and_sql() + " ORDER BY periodo DESC", donde.params());
}

std::vector<IndicePrecios> guardar_indices(Context& ctx, const IndicesPreciosNuevos& p) {
    auto& tx = ctx.db();
    tx.lock("inpc");
    Faltas faltas;
    std::set<std::int64_t> vistos;
    for (std::size_t i = 0; i < p.indices.size(); ++i) {
        const auto campo = "/indices/" + std::to_string(i);
        faltas.agregar_si(!engine::es_mes(p.indices[i].periodo), Codigo::fuera_de_rango, campo + "/periodo");
        faltas.agregar_si(!vistos.insert(p.indices[i].periodo).second, Codigo::duplicado, campo + "/periodo");
        faltas.agregar_si(p.indices[i].valor.es_cero(), Codigo::fuera_de_rango, campo + "/valor");
    }
    faltas.lanzar();
    std::vector<IndicePrecios> r;
    for (const IndicePreciosNuevo& i : p.indices) {
        tx.run(R"(INSERT INTO inpc (organizacionId, periodo, valor) VALUES ($1, $2, $3)
                  ON CONFLICT (organizacionId, periodo) DO UPDATE SET valor = $3)",
               tx.organizacion(), i.periodo.valor, i.valor);
        r.push_back({i.periodo, i.valor});
    }
    ctx.auditar_alta("INPC", tx.organizacion(), p);
    return r;
}

// Of an asset in a year; nothing of one that is not used in it, or of which nothing is left.
std::optional<DepreciacionFiscal> hoja_de(const ActivoFiscal& a, std::int64_t ejercicio, int decimales) {
    const std::int64_t primero = primer_mes_de_uso(a.fechaUso);
    const std::int64_t desde = std::max(primero, ejercicio * 100 + 1);
    // The month in which it goes is no whole one.
    const std::int64_t hasta =
        std::min(a.bajaPeriodo != 0 ? engine::periodo_mas(a.bajaPeriodo, -1) : ejercicio * 100 + engine::meses_del_anio,
                 ejercicio * 100 + engine::meses_del_anio);
    if (hasta < desde) return {};
    DepreciacionFiscal h;
    const std::int64_t antes = engine::meses_entre(primero, desde);
    h.meses = engine::meses_entre(desde, hasta) + 1;
    h.deducidoAntes = deducido_en(a.montoDeducible, a.tasaFiscal, antes, decimales);
    const Importe despues = deducido_en(a.montoDeducible, a.tasaFiscal, antes + h.meses, decimales);
    h.deduccion = despues - h.deducidoAntes;
    if (h.deduccion.es_cero()) return {};
    h.porDeducir = a.montoDeducible - despues;
    h.activoId = a.activoId;
    h.codigo = a.codigo;
    h.nombre = a.nombre;
    h.categoria = a.categoria;
    h.fechaAdquisicion = a.fechaAdquisicion;
    h.montoDeducible = a.montoDeducible;
    h.tasaFiscal = a.tasaFiscal;
    h.periodoAdquisicion = engine::periodo_de(a.fechaAdquisicion);
    // Of an odd number of months, the one before the middle.
    h.periodoUso = engine::periodo_mas(desde, h.meses / 2 - 1);
    return h;
}

std::vector<DepreciacionFiscal> depreciacion_fiscal(const Context& ctx, const DepreciacionFiscalPedida& p) {
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    std::map<std::int64_t, Precio> indices;
    for (const IndicePrecios& i :
         tx.all<IndicePrecios>("SELECT periodo, valor FROM inpc WHERE organizacionId = $1", tx.organizacion()))
        indices.emplace(i.periodo, i.valor);
    std::vector<DepreciacionFiscal> r;
    for (const ActivoFiscal& a : tx.all<ActivoFiscal>(R"(
             SELECT a.activoId, a.codigo, a.nombre, c.nombre AS categoria, a.fechaAdquisicion, a.fechaUso, a.montoDeducible,
                    c.tasaFiscal, COALESCE(b.periodo, 0) AS bajaPeriodo
             FROM activoFijo a
             JOIN categoriaActivo c ON c.organizacionId = $1 AND c.categoriaId = a.categoriaId
             LEFT JOIN bajaActivo b ON b.organizacionId = $1 AND b.activoId = a.activoId AND b.vigente = 1
             WHERE a.organizacionId = $1 AND a.estado <> 'anulado' AND c.tasaFiscal > 0 ORDER BY a.codigo)",
                                                      tx.organizacion())) {
        auto h = hoja_de(a, p.ejercicio, decimales);
        if (!h) continue;
        const auto viejo = indices.find(h->periodoAdquisicion);
        const auto nuevo = indices.find(h->periodoUso);
        if (viejo != indices.end() && nuevo != indices.end()) {
            h->factor = factor_de_actualizacion(nuevo->second, viejo->second);
            h->deduccionActualizada = (h->deduccion * Tasa::de_micros(h->factor->micros())).redondear(decimales);
        }
        r.push_back(std::move(*h));
    }
    return r;
}

}  // namespace

Precio factor_de_actualizacion(Precio nuevo, Precio viejo) {
    constexpr std::int64_t diezmilesimas = 10'000;
    constexpr std::int64_t millonesimas_de_una = 100;
    const __int128 factor = static_cast<__int128>(nuevo.micros()) * diezmilesimas / viejo.micros();
    return Precio::de_micros(std::max(static_cast<std::int64_t>(factor), diezmilesimas) * millonesimas_de_una);
}

Importe deducido_en(Importe monto, Tasa tasa, std::int64_t meses, int decimales) {
    constexpr std::int64_t todo = engine::meses_del_anio * 1'000'000;
    return engine::parte_acumulada(monto, std::min(meses * tasa.micros(), todo), todo, {}, decimales);
}

void register_fiscal_de_activos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Activos");
    ops.add(GET, "/api/Activos/INPC", "INPCListar", listar_indices).nuestra();
    ops.add(PUT, "/api/Activos/INPC", "INPCGuardar", guardar_indices)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::duplicado});
    ops.add(GET, "/api/Activos/DepreciacionFiscal", "DepreciacionFiscal", depreciacion_fiscal)
        .totales(&DepreciacionFiscal::deduccion)
        .nuestra();
}

}  // namespace cacao
