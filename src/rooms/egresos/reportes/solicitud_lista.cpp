#include "rooms/egresos/reportes/solicitud_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/bancos.hpp"
#include "reflect/iguales.hpp"

namespace cacao {
namespace {

// What a request has beyond the header of every document.
struct PropioDeSolicitud {
    std::int64_t solicitanteId{};
    std::string solicitante;
    std::optional<Fecha> fechaProgramada;
    std::string prioridad;
    Importe autorizado;
    Importe pagado;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::string motivo;
    std::int64_t formaPagoId{};
    std::string forma;
};
DESCRIBE_STRUCT(PropioDeSolicitud, (),
                (solicitanteId, solicitante, fechaProgramada, prioridad, autorizado, pagado, autorizadoPor, autorizadoEn, motivo,
                 formaPagoId, forma))

void pedir_propio_de_solicitud(db::Reader& tx, std::int64_t id, std::optional<PropioDeSolicitud>& propio) {
    tx.one_later(propio, R"(
        SELECT s.solicitanteId, COALESCE(u.nombre, '') AS solicitante, s.fechaProgramada, s.prioridad, s.autorizado, s.pagado,
               s.autorizadoPor, s.autorizadoEn, d.motivo, d.formaPagoId, COALESCE(f.nombre, '') AS forma
        FROM solicitudPago s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = s.solicitanteId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
        WHERE s.organizacionId = $1 AND s.transaccionId = $2)",
                 tx.organizacion(), id);
}

SolicitudPagoResumen mostrar_solicitud(engine::DocumentoResumen& d, PropioDeSolicitud& p) {
    SolicitudPagoResumen r;
    r.estado = engine::estado_de_solicitud(d.estado, p.pagado, p.autorizado);
    reflect::tomar_iguales(d, r);
    reflect::tomar_iguales(p, r);
    r.beneficiarioId = d.clienteId;
    r.beneficiario = std::move(d.cliente);
    r.importe = d.total;
    r.fechaProgramada = p.fechaProgramada ? p.fechaProgramada->iso() : std::string{};
    return r;
}

struct PartidaFila : PartidaSolicitudVista {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(PartidaFila, (PartidaSolicitudVista), (serie, numero))

struct FilaPagoSolicitud : PagoSolicitudVista {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaPagoSolicitud, (PagoSolicitudVista), (serie, numero))

// How far it is paid tells apart what is stored as one state.
void filtrar_estado(engine::EstadoSolicitud estado, engine::DocumentosFiltro& f, std::vector<engine::OtroFiltro>& otros) {
    using enum engine::EstadoSolicitud;
    switch (estado) {
        case solicitada: f.estado = engine::Estado::solicitada; return;
        case rechazada: f.estado = engine::Estado::rechazada; return;
        case cancelada: f.estado = engine::Estado::cancelado; return;
        case autorizada:
            otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM solicitudPago x
                                                    WHERE x.organizacionId = $1 AND x.pagado = $))",
                             0});
            break;
        case pagadaParcial:
            otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM solicitudPago x
                                                    WHERE x.organizacionId = $1 AND x.pagado > $ AND x.pagado < x.autorizado))",
                             0});
            break;
        case pagada:
            otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM solicitudPago x
                                                    WHERE x.organizacionId = $1 AND x.pagado > $ AND x.pagado = x.autorizado))",
                             0});
            break;
    }
    f.estado = engine::Estado::autorizado;
}

}  // namespace

SolicitudPagoVista obtener_solicitud_pago(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    const std::int64_t id = pedido.id;
    std::optional<PropioDeSolicitud> propio;
    std::vector<PartidaFila> partidas;
    std::vector<FilaPagoSolicitud> pagos;
    std::vector<DecisionVista> bitacora;
    pedir_propio_de_solicitud(tx, id, propio);
    tx.all_later(partidas, R"(
        SELECT s.numeroPartida, s.beneficiarioId, COALESCE(c.nombre, '') AS beneficiario, s.transaccionIdCompra,
               COALESCE(d.tipo, '') AS tipoDocumento, '' AS folio, s.conceptoId, p.descripcion, s.importe, s.pagado, s.banco, s.cuenta,
               s.clabe, p.notas, COALESCE(d.serie, '') AS serie, COALESCE(d.folio, 0) AS numero
        FROM solicitudPagoPartida s
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = s.transaccionId AND p.numeroPartida = s.numeroPartida
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.beneficiarioId
        LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionIdCompra
        WHERE s.organizacionId = $1 AND s.transaccionId = $2 ORDER BY s.numeroPartida)",
                 tx.organizacion(), id);
    tx.all_later(pagos, R"(
        SELECT d.transaccionId, '' AS folio, d.fecha, d.entidadId AS beneficiarioId, d.total AS importe, d.estado, d.serie,
               d.folio AS numero
        FROM documento d WHERE d.organizacionId = $1 AND d.origenId = $2 AND d.origenId <> 0 ORDER BY d.transaccionId)",
                 tx.organizacion(), id);
    tx.all_later(bitacora, R"(
        SELECT x.consecutivo, x.accion, x.usuarioId, COALESCE(u.nombre, '') AS usuario, x.instante, x.importe, x.motivo,
               x.egresoId AS transaccionIdEgreso
        FROM solicitudPagoDecision x
        LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = x.usuarioId
        WHERE x.organizacionId = $1 AND x.transaccionId = $2 ORDER BY x.consecutivo)",
                 tx.organizacion(), id);
    auto d = engine::exigir_documento(ctx, id, {engine::SolicitudPago.tipo});
    SolicitudPagoVista v{mostrar_solicitud(d, *propio),
                         propio->autorizadoPor,
                         propio->autorizadoEn,
                         std::move(d.archivos),
                         std::move(d.notasAgregadas),
                         {},
                         {},
                         std::move(bitacora)};
    for (PartidaFila& f : partidas) {
        if (f.numero != 0) f.folio = engine::folio_texto(f.serie, f.numero);
        v.partidas.push_back(std::move(f));
    }
    for (FilaPagoSolicitud& f : pagos) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        v.pagos.push_back(std::move(f));
    }
    return v;
}

Pagina<SolicitudPagoResumen> listar_solicitudes_pago(const Context& ctx, const SolicitudesPagoFiltro& filtro) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    static_cast<engine::FiltroLugar&>(f) = filtro;
    static_cast<engine::FiltroFolio&>(f) = filtro;
    std::vector<engine::OtroFiltro> otros;
    if (filtro.estado) filtrar_estado(*filtro.estado, f, otros);
    if (filtro.beneficiarioId)
        otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM solicitudPagoPartida x
                                                WHERE x.organizacionId = $1 AND x.beneficiarioId = $))",
                         *filtro.beneficiarioId});
    if (filtro.transaccionIdCompra)
        otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM solicitudPagoPartida x
                                                WHERE x.organizacionId = $1 AND x.transaccionIdCompra = $
                                                  AND x.transaccionIdCompra <> 0))",
                         *filtro.transaccionIdCompra});
    return engine::con_propios<std::optional<PropioDeSolicitud>>(
        ctx, engine::listar_documentos(ctx, f, "SolicitudesPago", {engine::SolicitudPago.tipo}, otros), pedir_propio_de_solicitud,
        [](auto& d, auto& propio) { return mostrar_solicitud(d, *propio); });
}

void register_solicitud_lista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/SolicitudPago", "SolicitudesPago", listar_solicitudes_pago)
        .totales(&SolicitudPagoResumen::importe, &SolicitudPagoResumen::autorizado, &SolicitudPagoResumen::pagado)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/SolicitudPago/{id}", "SolicitudPagoObtener", obtener_solicitud_pago)
        .lee({engine::SolicitudPago.tipo})
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
