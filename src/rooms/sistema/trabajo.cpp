#include "rooms/sistema/trabajo.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_trabajo = R"(
    SELECT t.trabajoId, t.tipo, t.clave, t.estado, CASE WHEN t.estado = 'pendiente' THEN t.siguiente END AS siguienteIntento, t.intentos,
           CASE WHEN t.tomadoHasta <> 0 THEN t.tomadoHasta END AS tomadoHasta, t.tomadoPor, t.resultado, t.error, t.motivo,
           t.usuarioId, COALESCE(u.usuario, '') AS usuario, t.creadoEn,
           CASE WHEN t.terminadoEn <> 0 THEN t.terminadoEn END AS terminadoEn
    FROM trabajo t LEFT JOIN usuario u ON u.organizacionId = t.organizacionId AND u.usuarioId = t.usuarioId
    WHERE t.organizacionId = $1)";

TrabajoVista leer_trabajo(db::Reader& tx, Id trabajoId) {
    auto t = tx.one<TrabajoVista>(std::string{columnas_trabajo} + " AND t.trabajoId = $2", tx.organizacion(), trabajoId.valor);
    reject_if(!t, Codigo::no_encontrado, "/trabajoId");
    return std::move(*t);
}

}  // namespace

Pagina<TrabajoVista> listar_trabajos(const Context& ctx, const TrabajosFiltro& filtro) {
    TrabajosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Trabajos", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    donde.add_if(filtro.tipo, "t.tipo = $");
    if (filtro.estado) donde.add("t.estado = $", reflect::enum_name(*filtro.estado));
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM trabajo t WHERE t.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("t.trabajoId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<TrabajoVista>(
        std::string{columnas_trabajo} + donde.and_sql() + " ORDER BY t.trabajoId DESC" + tramo, donde.params());
    return recorrido.pagina(std::move(filas), total, [](const TrabajoVista& t) { return std::vector{t.trabajoId}; });
}

TrabajoVista obtener_trabajo(const Context& ctx, const TrabajoPedido& pedido) { return leer_trabajo(ctx.db(), pedido.trabajoId); }

TrabajoVista reintentar_trabajo(Context& ctx, const TrabajoPedido& pedido) {
    const auto antes = leer_trabajo(ctx.db(), pedido.trabajoId);
    api::reintentar(ctx, pedido.trabajoId.valor);
    auto despues = leer_trabajo(ctx.db(), pedido.trabajoId);
    ctx.auditar("Trabajo", despues.trabajoId, antes, despues);
    return despues;
}

TrabajoVista cancelar_trabajo(Context& ctx, const TrabajoCancelacion& pedida) {
    const auto antes = leer_trabajo(ctx.db(), pedida.trabajoId);
    if (antes.estado == reflect::enum_name(EstadoTrabajo::cancelado)) return antes;
    api::cancelar(ctx, pedida.trabajoId.valor, pedida.motivo);
    auto despues = leer_trabajo(ctx.db(), pedida.trabajoId);
    ctx.auditar("Trabajo", despues.trabajoId, antes, despues);
    return despues;
}

void register_trabajos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Trabajos");
    ops.add(GET, "/api/Trabajos", "TrabajosListar", listar_trabajos)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Trabajos/{trabajoId}", "TrabajoObtener", obtener_trabajo).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Trabajos/TrabajoReintentar/{trabajoId}", "TrabajoReintentar", reintentar_trabajo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::conflicto});
    ops.add(DELETE, "/api/Trabajos/TrabajoCancelar/{trabajoId}", "TrabajoCancelar", cancelar_trabajo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido});
}

}  // namespace cacao
