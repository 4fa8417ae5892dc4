#pragma once
// Payment requests: asking that a payable, or a concept, be paid. Two shapes of the question, one resource; no effect on the
// books until an egress pays it.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"
#include "engine/verbos/solicitud_pago.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class Prioridad : std::uint8_t { baja, normal, alta, urgente };
DESCRIBE_ENUM(Prioridad, baja, normal, alta, urgente)

struct PartidaSolicitudV1 {
    Id transaccionIdCompra;
    Importe importe;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaSolicitudV1, (), (transaccionIdCompra, importe, notas))

// One beneficiary, one total, payable documents.
struct SolicitudPagoV1 : engine::EncabezadoConMoneda {
    Id beneficiarioId;
    Importe importe;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Texto<30>> cuentaDestino;  // number or CLABE of one of the beneficiary's accounts
    std::optional<Texto<300>> motivo;
    Lista<PartidaSolicitudV1, 1000, 1> partidas;
};
DESCRIBE_STRUCT(SolicitudPagoV1, (engine::EncabezadoConMoneda),
                (beneficiarioId, importe, formaPagoId, cuentaDestino, motivo, partidas))

// One of document and concept.
struct PartidaSolicitudV2 {
    std::optional<IdOpcional> beneficiarioId;  // the header's when not given
    std::optional<IdOpcional> transaccionIdCompra;
    std::optional<IdOpcional> conceptoId;
    Importe importe;
    std::optional<Texto<30>> cuentaDestino;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaSolicitudV2, (), (beneficiarioId, transaccionIdCompra, conceptoId, importe, cuentaDestino, notas))

// What is asked, when it is asked for and when it is changed.
struct PagoSolicitado {
    std::optional<IdOpcional> beneficiarioId;
    std::optional<Importe> importe;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Texto<30>> cuentaDestino;
    std::optional<Fecha> fechaProgramada;
    std::optional<Prioridad> prioridad;
    std::optional<Texto<300>> motivo;
    std::optional<Lista<engine::ArchivoNuevo, 100>> archivos;
    Lista<PartidaSolicitudV2, 1000, 1> partidas;
};
DESCRIBE_STRUCT(PagoSolicitado, (),
                (beneficiarioId, importe, formaPagoId, cuentaDestino, fechaProgramada, prioridad, motivo, archivos, partidas))

struct SolicitudPagoV2 : engine::EncabezadoConMoneda, PagoSolicitado {};
DESCRIBE_STRUCT(SolicitudPagoV2, (engine::EncabezadoConMoneda, PagoSolicitado), ())

// What is asked, anew: what was decided before no longer holds.
struct SolicitudPagoModificacion : PagoSolicitado {
    Id id;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(SolicitudPagoModificacion, (PagoSolicitado), (id, notas))

struct SolicitudPagoDecidida {
    std::int64_t transaccionId{};
    std::string folio;
    engine::EstadoSolicitud estado{};
    std::string moneda;
    Importe importe;
    Importe autorizado;
    Importe pagado;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::int64_t version{};
};
DESCRIBE_STRUCT(SolicitudPagoDecidida, (),
                (transaccionId, folio, estado, moneda, importe, autorizado, pagado, autorizadoPor, autorizadoEn, version))

// As it stands now.
SolicitudPagoDecidida mostrar_solicitud(db::Reader& tx, std::int64_t transaccionId);

SolicitudPagoDecidida solicitar_pago_v1(Context&, const SolicitudPagoV1&);
SolicitudPagoDecidida solicitar_pago_v2(Context&, const SolicitudPagoV2&);
SolicitudPagoDecidida modificar_solicitud_pago(Context&, const SolicitudPagoModificacion&);

void register_solicitud_pago(api::Operations& ops);

}  // namespace cacao
