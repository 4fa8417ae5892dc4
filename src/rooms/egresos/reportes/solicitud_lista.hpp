#pragma once
// Payment requests as they are read: lists, and one with its lines, its payments and every decision on it.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/egresos/documentos/solicitud_pago.hpp"

namespace cacao {

struct SolicitudesPagoFiltro : PaginaPedida, engine::FiltroLugar, engine::FiltroFolio {
    std::optional<Id> beneficiarioId;
    std::optional<Id> transaccionIdCompra;
    std::optional<engine::EstadoSolicitud> estado;
};
DESCRIBE_STRUCT(SolicitudesPagoFiltro, (PaginaPedida, engine::FiltroLugar, engine::FiltroFolio),
                (beneficiarioId, transaccionIdCompra, estado))

struct SolicitudPagoResumen {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoSolicitud estado{};
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t centroCostoId{};
    std::int64_t solicitanteId{};
    std::string solicitante;
    std::int64_t beneficiarioId{};  // 0 when there are several
    std::string beneficiario;
    std::string moneda;
    Precio tipoCambio;
    Importe importe;
    Importe autorizado;
    Importe pagado;
    std::string fechaProgramada;
    std::string prioridad;
    std::string motivo;
    std::int64_t formaPagoId{};
    std::string forma;
    std::string referencia;
    std::string referenciaExterna;
    std::string notas;
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(SolicitudPagoResumen, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, sucursalId, proyectoId, centroCostoId, solicitanteId,
                 solicitante, beneficiarioId, beneficiario, moneda, tipoCambio, importe, autorizado, pagado, fechaProgramada,
                 prioridad, motivo, formaPagoId, forma, referencia, referenciaExterna, notas, version, creadoPor, creadoEn))

struct PartidaSolicitudVista {
    std::int64_t numeroPartida{};
    std::int64_t beneficiarioId{};
    std::string beneficiario;
    std::int64_t transaccionIdCompra{};
    engine::TipoDeDocumentoOVacio tipoDocumento;
    std::string folio;
    std::int64_t conceptoId{};
    std::string descripcion;
    Importe importe;
    Importe pagado;
    std::string banco;
    std::string cuenta;
    std::string clabe;
    std::string notas;
};
DESCRIBE_STRUCT(PartidaSolicitudVista, (),
                (numeroPartida, beneficiarioId, beneficiario, transaccionIdCompra, tipoDocumento, folio, conceptoId, descripcion,
                 importe, pagado, banco, cuenta, clabe, notas))

enum class AccionSolicitud { solicitar, modificar, autorizar, rechazar, cancelar, pagar, cancelarPago };
DESCRIBE_ENUM(AccionSolicitud, solicitar, modificar, autorizar, rechazar, cancelar, pagar, cancelarPago)

struct DecisionVista {
    std::int64_t consecutivo{};
    Nombrado<AccionSolicitud> accion;
    std::int64_t usuarioId{};
    std::string usuario;
    Instante instante;
    Importe importe;
    std::string motivo;
    std::int64_t transaccionIdEgreso{};  // that paid, or 0
};
DESCRIBE_STRUCT(DecisionVista, (), (consecutivo, accion, usuarioId, usuario, instante, importe, motivo, transaccionIdEgreso))

struct PagoSolicitudVista {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::int64_t beneficiarioId{};
    Importe importe;
    engine::EstadoDocumento estado;
};
DESCRIBE_STRUCT(PagoSolicitudVista, (), (transaccionId, folio, fecha, beneficiarioId, importe, estado))

struct SolicitudPagoVista : SolicitudPagoResumen {
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::vector<engine::ArchivoVista> archivos;
    std::vector<engine::NotaAgregada> notasAgregadas;
    std::vector<PartidaSolicitudVista> partidas;
    std::vector<PagoSolicitudVista> pagos;
    std::vector<DecisionVista> bitacora;
};
DESCRIBE_STRUCT(SolicitudPagoVista, (SolicitudPagoResumen),
                (autorizadoPor, autorizadoEn, archivos, notasAgregadas, partidas, pagos, bitacora))

SolicitudPagoVista obtener_solicitud_pago(const Context&, const engine::DocumentoPedido&);
Pagina<SolicitudPagoResumen> listar_solicitudes_pago(const Context&, const SolicitudesPagoFiltro&);

void register_solicitud_lista(api::Operations& ops);

}  // namespace cacao
