#include "rooms/bancos/documentos/estado_cuenta_banco.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/conciliacion.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <set>

namespace cacao {
namespace {

constexpr std::string_view lineas_sql = R"(
    SELECT x.lineaBancoId, x.referenciaBanco, x.fecha, x.importe, x.descripcion, x.referencia, x.conciliacionId,
           CASE WHEN x.conciliacionId <> 0 THEN 1 ELSE 0 END AS conciliado
    FROM lineaBanco x WHERE x.organizacionId = $1)";

struct FilaMovimiento : MovimientoDeCuenta {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaMovimiento, (MovimientoDeCuenta), (serie, numero))

constexpr std::string_view movimientos_sql = R"(
    SELECT x.polizaId, x.transaccionId, d.tipo AS tipoDocumento, '' AS folio, x.fecha, x.importe, d.referencia, d.entidadId,
           COALESCE(c.nombre, '') AS contacto, x.conciliacionId,
           CASE WHEN x.conciliacionId <> 0 THEN 1 ELSE 0 END AS conciliado, d.serie, d.folio AS numero
    FROM movimientoBanco x
    JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = x.polizaId
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = x.transaccionId
    LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
    WHERE x.organizacionId = $1)";

MovimientoDeCuenta movimiento(FilaMovimiento&& f) {
    f.folio = engine::folio_texto(f.serie, f.numero);
    return std::move(f);
}

// A page of either list: `sql` has its rows as x, `llave` tells those of a day apart.
template <class Fila>
Pagina<Fila> listar(const Context& ctx, const ConciliacionFiltro& p, std::string_view lista, std::string_view tabla,
                    std::string_view sql, std::string_view llave, std::int64_t Fila::*miembro) {
    auto& tx = ctx.db();
    exigir_cuenta_propia(tx, p.cuentaBancariaId);
    reject_if(p.fechaInicial && p.fechaFinal && *p.fechaFinal < *p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    ConciliacionFiltro solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, lista, reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    donde.add("x.cuentaBancariaId = $", p.cuentaBancariaId.valor);
    donde.add_if(p.fechaInicial, "x.fecha >= $");
    donde.add_if(p.fechaFinal, "x.fecha <= $");
    if (p.conciliado) donde.add(*p.conciliado ? "x.conciliacionId <> 0" : "x.conciliacionId = 0");
    const Total total = recorrido.contar(
        tx, fmt::format("SELECT 1 FROM {} x WHERE x.organizacionId = $1{}", tabla, donde.and_sql()), donde.params());
    if (const auto& d = recorrido.desde()) donde.add(fmt::format("(x.fecha, x.{}) > ($, $)", llave), d->at(0), d->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    return recorrido.pagina(
        tx.all_with<Fila>(fmt::format("{}{} ORDER BY x.fecha, x.{}{}", sql, donde.and_sql(), llave, tramo), donde.params()),
        total, [&](const Fila& f) {
            return std::vector<std::int64_t>{f.fecha.dias(), f.*miembro};
        });
}

}  // namespace

std::string exigir_cuenta_propia(db::Reader& tx, std::int64_t cuentaBancariaId) {
    auto moneda = tx.one<std::string>("SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2",
                                      tx.organizacion(), cuentaBancariaId);
    reject_if(!moneda, Codigo::no_encontrado, "/cuentaBancariaId");
    return *std::move(moneda);
}

std::vector<LineaBanco> lineas_conciliadas(db::Reader& tx, std::int64_t conciliacionId) {
    return tx.all<LineaBanco>(
        std::string{lineas_sql} + " AND x.conciliacionId = $2 AND x.conciliacionId <> 0 ORDER BY x.fecha, x.lineaBancoId",
        tx.organizacion(), conciliacionId);
}

std::vector<MovimientoDeCuenta> movimientos_conciliados(db::Reader& tx, std::int64_t conciliacionId) {
    std::vector<MovimientoDeCuenta> r;
    for (auto& f : tx.all<FilaMovimiento>(
             std::string{movimientos_sql} +
                 " AND x.conciliacionId = $2 AND x.conciliacionId <> 0 ORDER BY x.fecha, p.instante, x.polizaId",
             tx.organizacion(), conciliacionId))
        r.push_back(movimiento(std::move(f)));
    return r;
}

EstadoCuentaImportado importar_estado_cuenta(Context& ctx, const EstadoCuentaImportacion& p) {
    auto& tx = ctx.db();
    engine::retener_conciliacion(ctx, p.cuentaBancariaId);
    const int decimales = engine::moneda_de(tx, exigir_cuenta_propia(tx, p.cuentaBancariaId)).value().decimales;
    std::deque<std::optional<LineaBanco>> conocidas;  // a deque does not move what the database will fill
    static const std::string por_referencia = std::string{lineas_sql} + " AND x.cuentaBancariaId = $2 AND x.referenciaBanco = $3";
    for (const auto& l : p.lineas)
        tx.one_later(conocidas.emplace_back(), por_referencia, ctx.organizacionId(), p.cuentaBancariaId.valor,
                     std::string{l.referenciaBanco});
    tx.settle();

    Faltas faltas;
    std::set<std::string_view> vistas;
    const Fecha hoy = ctx.hoy();
    for (std::size_t i = 0; i < p.lineas.size(); ++i) {
        const LineaBancoNueva& l = p.lineas[i];
        const auto campo = [&](std::string_view c) { return fmt::format("/lineas/{}/{}", i, c); };
        const auto& otra = conocidas[i];
        const bool distinta = otra && (otra->fecha != l.fecha || otra->importe != l.importe);
        if (!vistas.insert(l.referenciaBanco).second || distinta) faltas.agregar(Codigo::duplicado, campo("referenciaBanco"));
        if (l.fecha > hoy) faltas.agregar(Codigo::fuera_de_rango, campo("fecha"));
        if (l.importe.es_cero()) faltas.agregar(Codigo::fuera_de_rango, campo("importe"));
        else if (l.importe.redondeado(decimales) != l.importe) faltas.agregar(Codigo::demasiados_decimales, campo("importe"));
    }
    faltas.lanzar();

    EstadoCuentaImportado r;
    r.cuentaBancariaId = p.cuentaBancariaId;
    for (std::size_t i = 0; i < p.lineas.size(); ++i) {
        const LineaBancoNueva& l = p.lineas[i];
        const bool nueva = !conocidas[i];
        const auto id = nueva ? engine::agregar_linea(ctx, p.cuentaBancariaId,
                                                      {l.referenciaBanco, l.fecha, l.importe,
                                                       l.descripcion.value_or(Texto<250>{}), l.referencia.value_or(Texto<80>{})})
                              : conocidas[i]->lineaBancoId;
        ++(nueva ? r.agregadas : r.repetidas);
        r.lineas.push_back({l.referenciaBanco, id, nueva});
    }
    return r;
}

LineasRetiradas retirar_lineas_banco(Context& ctx, const LineasRetiro& p) {
    auto& tx = ctx.db();
    engine::retener_conciliacion(ctx, p.cuentaBancariaId);
    exigir_cuenta_propia(tx, p.cuentaBancariaId);
    static const std::string una = std::string{lineas_sql} + " AND x.cuentaBancariaId = $2 AND x.lineaBancoId = $3";
    std::deque<std::optional<LineaBanco>> lineas;
    for (const auto& id : p.lineas)
        tx.one_later(lineas.emplace_back(), una, ctx.organizacionId(), p.cuentaBancariaId.valor, std::int64_t{id});
    tx.settle();
    Faltas faltas;
    std::set<std::int64_t> vistas;
    for (std::size_t i = 0; i < p.lineas.size(); ++i) {
        const auto campo = "/lineas/" + std::to_string(i);
        if (!lineas[i]) faltas.agregar(Codigo::no_encontrado, campo);
        else if (lineas[i]->conciliacionId != 0) faltas.agregar(Codigo::conciliado, campo);
        else if (!vistas.insert(lineas[i]->lineaBancoId).second) faltas.agregar(Codigo::duplicado, campo);
    }
    faltas.lanzar();
    for (const auto& l : lineas) {
        engine::retirar_linea(ctx, p.cuentaBancariaId, l->lineaBancoId,
                              {l->referenciaBanco, l->fecha, l->importe, l->descripcion, l->referencia});
        ctx.auditar("LineaBanco", l->lineaBancoId, *l, LineaBanco{});
    }
    return {p.cuentaBancariaId, static_cast<std::int64_t>(lineas.size())};
}

Pagina<LineaBanco> listar_lineas_banco(const Context& ctx, const ConciliacionFiltro& p) {
    return listar<LineaBanco>(ctx, p, "EstadoCuentaBanco", "lineaBanco", lineas_sql, "lineaBancoId", &LineaBanco::lineaBancoId);
}

Pagina<MovimientoDeCuenta> listar_movimientos_cuenta(const Context& ctx, const ConciliacionFiltro& p) {
    return listar<FilaMovimiento>(ctx, p, "MovimientosCuenta", "movimientoBanco", movimientos_sql, "polizaId",
                                  &FilaMovimiento::polizaId)
        .como([](FilaMovimiento& f) { return movimiento(std::move(f)); });
}

void register_estado_cuenta_banco(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/EstadoCuentaImportar", "EstadoCuentaImportar", importar_estado_cuenta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::fuera_de_rango, Codigo::demasiados_decimales});
    ops.add(POST, "/api/Bancos/EstadoCuentaRetirar", "EstadoCuentaRetirar", retirar_lineas_banco)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::conciliado, Codigo::duplicado});
    ops.add(GET, "/api/Bancos/EstadoCuenta", "EstadoCuentaBanco", listar_lineas_banco)
        .totales(&LineaBanco::importe)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::cursor_invalido});
    ops.add(GET, "/api/Bancos/Movimientos", "MovimientosCuenta", listar_movimientos_cuenta)
        .totales(&MovimientoDeCuenta::importe)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::cursor_invalido});
}

}  // namespace cacao
