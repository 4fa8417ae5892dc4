#pragma once
// What a payment settled, as deposits and egresses show it, and the undoing of part of it.

#include "engine/liquidacion/liquidar.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// What is asked of any payment or credit: settle these documents with it, or undo some of what it settled.
struct AsignacionPedida {
    Id id;
    std::optional<Fecha> fecha;
    Lista<AsignacionNueva, 1000, 1> asignaciones;
};
DESCRIBE_STRUCT(AsignacionPedida, (), (id, fecha, asignaciones))

// What every operation that settles says of its date.
inline constexpr std::string_view sobre_la_fecha =
    " Puede llevar `fecha` anterior si el pago y los documentos tuvieron ese importe todos los días desde entonces; si no, "
    "responde "
    "`fuera_de_rango` con el primer día posible en `datos.desde`.";

struct DesasignacionPedida {
    Id id;
    std::optional<Fecha> fecha;
    Lista<Id, 1000, 1> aplicaciones;
};
DESCRIBE_STRUCT(DesasignacionPedida, (), (id, fecha, aplicaciones))

}  // namespace cacao::engine
namespace cacao::engine {

enum class EstadoAsignacion : std::uint8_t { vigente, cancelada };
DESCRIBE_ENUM(EstadoAsignacion, vigente, cancelada)

struct AsignacionVista {
    std::int64_t aplicacionId{};
    std::int64_t transaccionId{};
    TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    Importe importe;   // in the currency of the payment
    Importe importe2;  // in the document's
    std::string moneda;
    Importe saldo;  // of the document, after it
    Nombrado<EstadoAsignacion> estado;
};
DESCRIBE_STRUCT(AsignacionVista, (),
                (aplicacionId, transaccionId, tipoDocumento, folio, fecha, importe, importe2, moneda, saldo, estado))

// A credit or a payment in kind after part of it was used, or given back to it.
struct CreditoAplicado {
    std::int64_t transaccionId{};
    Importe saldo;  // still to be used
    std::vector<Aplicado> asignaciones;
};
DESCRIBE_STRUCT(CreditoAplicado, (), (transaccionId, saldo, asignaciones))

// For the document of one kind alone; another is no_encontrado at /id.
CreditoAplicado asignar(Context& ctx, const AsignacionPedida& pedida, std::string_view tipo);
CreditoAplicado desasignar(Context& ctx, const DesasignacionPedida& pedida, std::string_view tipo);

// In their order, those undone included.
std::vector<AsignacionVista> asignaciones_de(db::Reader& tx, std::int64_t pagoId);

// What money that moved has beyond the header of every document.
struct DatosBanco {
    std::int64_t cuentaBancariaId{};
    std::string cuenta;
    std::int64_t formaPagoId{};
    std::string forma;
};
DESCRIBE_STRUCT(DatosBanco, (), (cuentaBancariaId, cuenta, formaPagoId, forma))

// There after settle().
void pedir_banco(db::Reader& tx, std::int64_t transaccionId, std::optional<DatosBanco>& banco);

// Undoes these applications of a payment; one that is not its own is no_encontrado at /aplicaciones/0.
void desasignar(Context& ctx, std::int64_t pagoId, std::span<const Id> aplicaciones, std::optional<Fecha> fecha);

}  // namespace cacao::engine
