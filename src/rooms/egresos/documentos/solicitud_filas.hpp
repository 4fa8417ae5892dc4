#pragma once
// Rows of payment requests, and what requests and egresses ask of them.

#include "api/context.hpp"
#include "engine/entorno/cuenta_contacto.hpp"
#include "engine/verbos/solicitud_pago.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct SolicitudFila {
    std::string estado;  // as stored
    std::string serie;
    std::int64_t folio{};
    std::string moneda;
    Precio tipoCambio;
    Importe total;
    std::int64_t version{};
    std::int64_t solicitanteId{};
    Importe autorizado;
    Importe pagado;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;

    engine::EstadoSolicitud visible() const { return engine::estado_de_solicitud(estado, pagado, autorizado); }
};
DESCRIBE_STRUCT(SolicitudFila, (),
                (estado, serie, folio, moneda, tipoCambio, total, version, solicitanteId, autorizado, pagado, autorizadoPor,
                 autorizadoEn))

struct LineaSolicitud {
    std::int64_t numeroPartida{};
    std::int64_t beneficiarioId{};
    std::int64_t transaccionIdCompra{};
    std::int64_t conceptoId{};
    Importe importe;
    Importe pagado;
    std::string banco;
    std::string cuenta;
    std::string clabe;
};
DESCRIBE_STRUCT(LineaSolicitud, (),
                (numeroPartida, beneficiarioId, transaccionIdCompra, conceptoId, importe, pagado, banco, cuenta, clabe))

std::optional<SolicitudFila> leer_solicitud(db::Reader& tx, std::int64_t transaccionId);
std::vector<LineaSolicitud> leer_lineas_solicitud(db::Reader& tx, std::int64_t transaccionId);

// Bank accounts of a contact; nothing when there is no such contact.
std::optional<std::vector<engine::CuentaBancaria>> cuentas_de_contacto(db::Reader& tx, std::int64_t entidadId);

// Where money for a line goes now: to the account it names while the beneficiary still has it, otherwise to the beneficiary's
// first of this currency. Without any, nowhere: cash or a cheque.
struct Destino {
    std::string banco;
    std::string cuenta;
    std::string clabe;
    bool operator==(const Destino&) const = default;
};
inline Destino destino_de(const LineaSolicitud& l) { return {l.banco, l.cuenta, l.clabe}; }
Destino destino_actual(const std::vector<engine::CuentaBancaria>& cuentas, std::string_view moneda, const Destino& nombrado);

// Whether every line that is still to be paid goes where it went when it was authorized.
bool mismos_destinos(db::Reader& tx, const SolicitudFila& solicitud, const std::vector<LineaSolicitud>& lineas);

struct Decision {
    std::string_view accion;
    Importe importe;
    std::string motivo = {};
    std::int64_t egresoId = 0;
};
// Who, when, how much. The caller holds the document's lock.
void anotar_decision(Context& ctx, std::int64_t transaccionId, const Decision& decision);

}  // namespace cacao
