#pragma once
// Documents of a travel agency: its invoices, their credits, and the expenses that were made for its bookings.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "rooms/viajes/reservacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FacturasViajeFiltro : engine::DocumentosFiltro {
    std::optional<Texto<60, 1>> localizador;
    std::optional<Texto<100, 1>> referencia;
    std::optional<Id> proveedorId;
};
DESCRIBE_STRUCT(FacturasViajeFiltro, (engine::DocumentosFiltro), (localizador, referencia, proveedorId))

struct DatosFacturaViaje {
    std::int64_t reservacionId{};
    std::string localizador;
    std::string referenciaAgencia;
    Importe terceros;  // of the total, what is somebody else's
    Importe comision;  // that suppliers are to pay
    std::int64_t servicios{};
};
DESCRIBE_STRUCT(DatosFacturaViaje, (), (reservacionId, localizador, referenciaAgencia, terceros, comision, servicios))

struct FacturaViajeResumen : engine::DocumentoResumen, DatosFacturaViaje {};
DESCRIBE_STRUCT(FacturaViajeResumen, (engine::DocumentoResumen, DatosFacturaViaje), ())

// What a line of an expense was spent for.
struct GastoDeViaje {
    std::int64_t numeroPartida{};
    std::int64_t reservacionId{};
    std::string localizador;
    std::int64_t servicioId{};
    Importe importe;
    bool ultimo{};
};
DESCRIBE_STRUCT(GastoDeViaje, (), (numeroPartida, reservacionId, localizador, servicioId, importe, ultimo))

struct DatosDeViaje {
    std::vector<ReservacionViaje> reservaciones;
    std::vector<PasajeroViaje> pasajeros;  // of an invoice, from here on
    std::vector<ServicioViaje> servicios;
    std::vector<GastoDeViaje> gastos;  // of an expense
};
DESCRIBE_STRUCT(DatosDeViaje, (), (reservaciones, pasajeros, servicios, gastos))

struct DocumentoViajeVista : engine::DocumentoVista {
    DatosDeViaje viaje;
};
DESCRIBE_STRUCT(DocumentoViajeVista, (engine::DocumentoVista), (viaje))

struct DocumentosViajePorIds {
    Lista<Id, 100, 1> ids;
};
DESCRIBE_STRUCT(DocumentosViajePorIds, (), (ids))

// One place of the array: what is not there is said, not left out.
struct DocumentoViajePorId {
    std::int64_t transaccionId{};
    bool encontrado{};
    std::optional<DocumentoViajeVista> documento;
};
DESCRIBE_STRUCT(DocumentoViajePorId, (), (transaccionId, encontrado, documento))

enum class TipoDocumentoViaje { FacturaVenta, NotaCreditoCliente, Gasto };
DESCRIBE_ENUM(TipoDocumentoViaje, FacturaVenta, NotaCreditoCliente, Gasto)

struct DocumentosViajeFiltro : engine::DocumentosFiltro {
    std::optional<TipoDocumentoViaje> tipoDocumento;
    std::optional<Texto<60, 1>> localizador;
    std::optional<Id> servicioId;
};
DESCRIBE_STRUCT(DocumentosViajeFiltro, (engine::DocumentosFiltro), (tipoDocumento, localizador, servicioId))

struct DocumentoViajeResumen : engine::DocumentoResumen {
    std::vector<std::string> localizadores;
};
DESCRIBE_STRUCT(DocumentoViajeResumen, (engine::DocumentoResumen), (localizadores))

DESCRIBE_KEY(BookingPedido, id)
struct BookingRetirado {
    std::int64_t id{};
};
DESCRIBE_STRUCT(BookingRetirado, (), (id))

Pagina<FacturaViajeResumen> listar_facturas_viaje(const Context&, const FacturasViajeFiltro&);
Pagina<DocumentoViajeResumen> listar_documentos_viaje(const Context&, const DocumentosViajeFiltro&);
std::vector<DocumentoViajePorId> obtener_documentos_viaje(const Context&, const DocumentosViajePorIds&);
BookingRetirado cancelar_booking(Context&, const BookingPedido&);

void register_documento_viaje(api::Operations& ops);

}  // namespace cacao
