#pragma once
// Payment complements as people see them: one by itself, those of a payment or an invoice, and what was collected and has none.

#include "api/operations.hpp"
#include "api/trabajos.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/verbos/pedidos.hpp"

#include <string>
#include <vector>

namespace cacao {

// What it tells of an invoice.
struct ParteDeComplemento {
    std::int64_t aplicacionId{};
    std::int64_t transaccionId{};  // the invoice
    std::string folio;
    std::string uuid;
    Fecha fecha;  // on which it was paid
    std::string moneda;
    std::int64_t parcialidad{};
    Importe saldoAnterior;
    Importe importe2;  // paid, in the currency of the invoice
    Importe saldoInsoluto;
    Importe importe;  // the same in that of the payment
};
DESCRIBE_STRUCT(ParteDeComplemento, (),
                (aplicacionId, transaccionId, folio, uuid, fecha, moneda, parcialidad, saldoAnterior, importe2, saldoInsoluto,
                 importe))

// Of a payment or, as an egress, of an advance that was applied.
struct ComplementoPagoVista {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t entidadId{};
    std::string contacto;
    std::int64_t pagoId{};
    std::string pagoFolio;
    std::string moneda;
    Importe total;
    std::string timbrado;  // its fiscal state; "" when nobody has asked for its stamp
    std::string uuid;
    std::int64_t sustituidoPorId{};
    std::int64_t version{};
    std::vector<ParteDeComplemento> partes;
};
DESCRIBE_STRUCT(ComplementoPagoVista, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, entidadId, contacto, pagoId, pagoFolio, moneda, total,
                 timbrado, uuid, sustituidoPorId, version, partes))

enum class SituacionDeParte : std::uint8_t { sinComplemento, sinPedir, porTimbrar, enviado, rechazado };
DESCRIBE_ENUM(SituacionDeParte, sinComplemento, sinPedir, porTimbrar, enviado, rechazado)

// Collected of an invoice that is paid later, and no stamped complement tells of it.
struct CobroSinComplemento {
    std::int64_t aplicacionId{};
    std::int64_t pagoId{};
    std::string pagoFolio;
    Fecha fecha;
    Fecha vence;  // until when it is to be stamped
    std::int64_t transaccionId{};
    std::string folio;
    std::string uuid;
    std::int64_t entidadId{};
    std::string contacto;
    std::string moneda;
    std::int64_t parcialidad{};
    Importe importe2;
    std::int64_t complementoId{};
    Nombrado<SituacionDeParte> situacion{SituacionDeParte::sinComplemento};
};
DESCRIBE_STRUCT(CobroSinComplemento, (),
                (aplicacionId, pagoId, pagoFolio, fecha, vence, transaccionId, folio, uuid, entidadId, contacto, moneda,
                 parcialidad, importe2, complementoId, situacion))

DESCRIBE_KEY(ComplementosPedidos, transaccionId)
struct ComplementosPorHacer {
    Id transaccionId;
    std::optional<Id> formaPagoId;  // of a payment that says none
};
DESCRIBE_STRUCT(ComplementosPorHacer, (), (transaccionId, formaPagoId))
struct CobrosSinComplementoFiltro : PaginaPedida {};
DESCRIBE_STRUCT(CobrosSinComplementoFiltro, (PaginaPedida), ())

ComplementoPagoVista obtener_complemento(const Context&, const engine::DocumentoPedido&);
ComplementoPagoVista obtener_aplicacion_anticipo(const Context&, const engine::DocumentoPedido&);
std::vector<ComplementoPagoVista> listar_complementos(const Context&, const ComplementosPedidos&);
std::vector<ComplementoPagoVista> complementar(Context&, const ComplementosPorHacer&);
Pagina<CobroSinComplemento> cobros_sin_complemento(const Context&, const CobrosSinComplementoFiltro&);

void register_complementos(api::Operations& ops);

namespace timbrado {
// Looks after the complements of a payment whenever something of it changed.
api::Oficio oficio_de_complementos();
}  // namespace timbrado

}  // namespace cacao
