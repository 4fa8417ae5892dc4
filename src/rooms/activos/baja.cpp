#include "rooms/activos/baja.hpp"

#include "api/registros.hpp"
#include "db/where.hpp"
#include "engine/cadena/linea.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/activos/categoria_activo.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct BajaFila : BajaVista {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(BajaFila, (BajaVista), (serieDocumento, numero))

constexpr std::string_view bajas_sql = R"(
    SELECT b.transaccionId, '' AS folio, d.fecha, b.activoId, a.codigo, a.nombre, b.clase, a.costo, b.depreciacion, b.valorLibros,
           b.precio, b.precio - b.valorLibros AS resultado, b.facturaId, b.motivo, b.vigente, d.serie AS serieDocumento,
           d.folio AS numero
    FROM bajaActivo b
    JOIN activoFijo a ON a.organizacionId = $1 AND a.activoId = b.activoId
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = b.transaccionId
    WHERE b.organizacionId = $1)";

BajaVista vista_de_baja(BajaFila f) {
    f.folio = engine::folio_texto(f.serieDocumento, f.numero);
    return BajaVista{std::move(f)};
}

BajaVista leer_baja(db::Reader& tx, std::int64_t transaccionId) {
    return vista_de_baja(
        tx.one<BajaFila>(std::string{bajas_sql} + " AND b.transaccionId = $2", tx.organizacion(), transaccionId).value());
}

struct Vendido {
    Importe precio;
    std::int64_t cuentaId = 0;
};

// What it was sold for, and on which account that stands: as the invoice has it, or as is said.
Vendido venta_de_activo(db::Reader& tx, const BajaNueva& p, int decimales, Faltas& faltas) {
    Vendido v{p.precio.value_or(Importe{}), p.cuentaVentaId ? p.cuentaVentaId->valor : 0};
    if (p.clase == ClaseBaja::retiro) {
        faltas.agregar_si(p.facturaId.has_value(), Codigo::valor_no_permitido, "/facturaId");
        faltas.agregar_si(v.precio > Importe{}, Codigo::valor_no_permitido, "/precio");
        return {};
    }
    faltas.agregar_si(v.precio.redondeado(decimales) != v.precio, Codigo::demasiados_decimales, "/precio");
    faltas.agregar_si(!p.facturaId && p.facturaPartida, Codigo::requerido, "/facturaId");
    if (p.facturaId) {
        const auto l = engine::exigir_linea(
            tx, {*p.facturaId, p.facturaPartida ? p.facturaPartida->valor : 1},
            [](const engine::LineaDeDocumento& una) {
                return una.renglones() == engine::Renglones::venta &&
                       engine::tipo_de(una.tipo)->saldo == engine::Saldo::por_cobrar;
            },
            "/facturaId", faltas);
        if (!l) return v;
        if (!p.precio) v.precio = engine::convertir(l->importe, l->tipoCambio, decimales);
        if (!p.cuentaVentaId) v.cuentaId = l->cuentaId;
    }
    faltas.agregar_si(!p.facturaId && !p.precio, Codigo::requerido, "/precio");
    if (p.cuentaVentaId || (v.precio > Importe{} && v.cuentaId == 0))
        engine::exigir_cuenta_libre(tx, v.cuentaId, "/cuentaVentaId", faltas);
    return v;
}

engine::SolicitudDiario poliza_de_baja(const ActivoFila& a, const CategoriaActivo& c, Importe depreciacion, const Vendido& v) {
    engine::SolicitudDiario s;
    const auto renglon = [&](std::int64_t cuentaId, Importe importe, std::string_view campo) {
        if (importe.es_cero()) return;
        auto& p = s.partidas.emplace_back();
        p.campo = campo;
        p.cuentaId = cuentaId;
        p.proyectoId = a.proyectoId;
        p.descripcion = a.codigo + " " + a.nombre;
        (importe > Importe{} ? p.cargo : p.abono) = importe > Importe{} ? importe : -importe;
    };
    renglon(c.cuentaDepreciacionId, depreciacion, "/activoId");
    renglon(v.cuentaId, v.precio, "/cuentaVentaId");
    const Importe resultado = v.precio - (a.costo - depreciacion);
    renglon(resultado > Importe{} ? c.cuentaGananciaId : c.cuentaPerdidaId, -resultado, "/activoId");
    renglon(c.cuentaActivoId, -a.costo, "/activoId");
    s.sucursalId = a.sucursalId;
    return s;
}

std::optional<std::int64_t> baja_vigente(db::Reader& tx, std::int64_t activoId) {
    return tx.one<std::int64_t>(
        "SELECT transaccionId FROM bajaActivo WHERE organizacionId = $1 AND activoId = $2 AND vigente = 1", tx.organizacion(),
        activoId);
}

void cambiar_estado_de_activo(db::Writer& tx, std::int64_t activoId, EstadoActivo estado) {
    tx.run("UPDATE activoFijo SET estado = $3, version = version + 1 WHERE organizacionId = $1 AND activoId = $2",
           tx.organizacion(), activoId, reflect::enum_name(estado));
}

struct BajasFiltro {
    std::optional<Entero<1900, 2199>> ejercicio;
};
DESCRIBE_STRUCT(BajasFiltro, (), (ejercicio))

std::vector<BajaVista> listar_bajas(const Context& ctx, const BajasFiltro& f) {
    db::Where donde{ctx.organizacionId()};
    if (f.ejercicio) {
        donde.add("b.periodo >= $", f.ejercicio->valor * 100 + 1);
        donde.add("b.periodo <= $", f.ejercicio->valor * 100 + 12);
    }
    std::vector<BajaVista> r;
    for (BajaFila& b : ctx.db().all_with<BajaFila>(
             std::string{bajas_sql} + donde.and_sql() + " ORDER BY d.fecha DESC, d.folio DESC", donde.params()))
        r.push_back(vista_de_baja(std::move(b)));
    return r;
}

}  // namespace

BajaVista dar_de_baja(Context& ctx, const BajaNueva& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    if (p.facturaId) engine::retener(tx, {.documentos = {p.facturaId->valor}});
    const ActivoFila a = leer_activo(tx, p.activoId);
    ctx.exigir_version(a.version);
    reject_if(a.estado != reflect::enum_name(EstadoActivo::enUso), Codigo::estado_invalido, "/activoId");
    const CategoriaActivo c = leer_categoria_activo(tx, a.categoriaId);
    const int decimales = engine::leer_ajustes(tx).decimales;
    const Fecha fecha = p.fecha.value_or(ctx.hoy(a.sucursalId));
    const std::int64_t periodo = engine::periodo_de(fecha);
    Faltas faltas;
    faltas.agregar_si(fecha < a.fechaAdquisicion, Codigo::fuera_de_rango, "/fecha");
    const Vendido v = venta_de_activo(tx, p, decimales, faltas);
    // By the month before, all that it lost is posted; what the month of its end was depreciated stays.
    const auto planes = planes_de_activo(tx, a.activoId);
    const Importe hecha =
        a.depreciacionInicial +
        tx.one<Importe>(
              "SELECT CAST(COALESCE(SUM(importe), 0) AS BIGINT) FROM depreciacion WHERE organizacionId = $1 AND activoId = $2 "
              "AND vigente = 1",
              tx.organizacion(), a.activoId)
            .value_or(Importe{});
    const auto despues = tx.one<std::int64_t>(
        "SELECT MAX(periodo) FROM depreciacion WHERE organizacionId = $1 AND activoId = $2 AND vigente = 1 AND periodo > $3 "
        "HAVING "
        "COUNT(*) > 0",
        tx.organizacion(), a.activoId, periodo);
    if (despues) faltas.agregar(Codigo::conflicto, "/fecha", En::cuerpo, reflect::objeto("periodo", *despues));
    const std::int64_t anterior = engine::periodo_mas(periodo, -1);
    if (const Importe falta = depreciado_al(a.costo, planes, anterior, decimales) - hecha; falta > Importe{})
        faltas.agregar(Codigo::conflicto, "/activoId", En::cuerpo, reflect::objeto("periodo", anterior, "porDepreciar", falta));
    faltas.lanzar();
    engine::SolicitudDiario s = poliza_de_baja(a, c, hecha, v);
    s.fecha = fecha;
    s.motivo = p.motivo;
    s.notas = "Baja de " + a.codigo;
    const auto emitido = engine::emitir(ctx, engine::BajaActivo, s);
    tx.run(R"(INSERT INTO bajaActivo (organizacionId, transaccionId, activoId, clase, periodo, depreciacion, valorLibros, precio,
                                      facturaId, motivo, vigente)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1))",
           tx.organizacion(), emitido.transaccionId, a.activoId, reflect::enum_name(p.clase), periodo, hecha, a.costo - hecha,
           v.precio, p.facturaId ? p.facturaId->valor : std::int64_t{0}, std::string{p.motivo});
    cambiar_estado_de_activo(tx, a.activoId, EstadoActivo::baja);
    const BajaVista r = leer_baja(tx, emitido.transaccionId);
    ctx.auditar_alta("BajaActivo", a.activoId, r);
    return r;
}

BajaVista cancelar_baja(Context& ctx, const ActivoPedido& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    const ActivoFila a = leer_activo(tx, p.activoId);
    ctx.exigir_version(a.version);
    const auto transaccionId = baja_vigente(tx, a.activoId);
    reject_if(!transaccionId, Codigo::estado_invalido, "/activoId");
    const BajaVista antes = leer_baja(tx, *transaccionId);
    Faltas faltas;
    engine::exigir_periodo(ctx, engine::periodo_de(antes.fecha), "/activoId", faltas);
    faltas.lanzar();
    engine::cancelar(ctx, *transaccionId, {.fecha = antes.fecha, .motivo = "Baja deshecha"}, {engine::BajaActivo.tipo});
    tx.run("UPDATE bajaActivo SET vigente = 0 WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
           *transaccionId);
    cambiar_estado_de_activo(tx, a.activoId, EstadoActivo::enUso);
    const BajaVista r = leer_baja(tx, *transaccionId);
    ctx.auditar("BajaActivo", a.activoId, antes, r);
    return r;
}

void register_bajas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Activos");
    ops.add(GET, "/api/Activos/Bajas", "BajasListar", listar_bajas).nuestra();
    ops.add(POST, "/api/Activos/{activoId}/Baja", "ActivoBaja", dar_de_baja)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::demasiados_decimales, Codigo::requerido, Codigo::origen_no_permitido, Codigo::documento_cancelado,
                  Codigo::conflicto, Codigo::periodo_cerrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Activos/{activoId}/Baja", "ActivoBajaCancelar", cancelar_baja)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::periodo_cerrado, Codigo::precondicion_fallida});
}

}  // namespace cacao
