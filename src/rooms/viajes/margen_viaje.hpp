#pragma once
// What bookings earned: what was sold of each service, less what its suppliers charged, and what the exchange rate made of it
// until it was paid. Money of others is beside it.

#include "api/operations.hpp"
#include "db/db.hpp"
#include "reflect/nombrado_o_vacio.hpp"
#include "rooms/viajes/reservacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// In the organization's currency.
struct MargenCifras {
    Importe venta;  // invoiced, less what was credited, without taxes; commissions and penalties included
    Importe costo;
    Importe cambio;  // gained by the exchange rate as invoices and expenses were settled
    Importe margen;  // venta − costo + cambio
    Importe cobradoTerceros;
    Importe pagadoTerceros;
    Importe saldoTerceros;      // charged for others and not paid to them
    Importe comisionPorCobrar;  // agreed and not invoiced to the supplier
};
DESCRIBE_STRUCT(MargenCifras, (),
                (venta, costo, cambio, margen, cobradoTerceros, pagadoTerceros, saldoTerceros, comisionPorCobrar))

struct MargenServicio : MargenCifras {
    std::int64_t reservacionId{};
    std::string localizador;
    std::int64_t servicioId{};  // 0: what was spent for the booking as a whole
    NombradoOVacio<TipoServicioViaje> tipo;
    NombradoOVacio<ModalidadViaje> modalidad;
    std::int64_t proveedorId{};
    std::string proveedor;
    std::int64_t transaccionId{};  // its invoice
    FechaOVacia fecha;
    bool abierto{};  // something that its supplier is to charge has not come
};
DESCRIBE_STRUCT(MargenServicio, (MargenCifras),
                (reservacionId, localizador, servicioId, tipo, modalidad, proveedorId, proveedor, transaccionId, fecha, abierto))

struct MargenReservacion : MargenCifras {
    std::int64_t reservacionId{};
    std::string localizador;
    std::int64_t servicios{};
    bool abierto{};
};
DESCRIBE_STRUCT(MargenReservacion, (MargenCifras), (reservacionId, localizador, servicios, abierto))

struct MargenPedido {
    Fecha fechaInicial;  // of the invoices
    Fecha fechaFinal;
    std::optional<Texto<60, 1>> localizador;
    std::optional<Id> proveedorId;
};
DESCRIBE_STRUCT(MargenPedido, (), (fechaInicial, fechaFinal, localizador, proveedorId))

// Beside the rows, what the books say of the same lines, and how far it is from what the rows add up to.
struct MargenEnLibros {
    MargenCifras total;
    Importe ventaEnLibros;
    Importe costoEnLibros;
    Importe tercerosEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(MargenEnLibros, (), (total, ventaEnLibros, costoEnLibros, tercerosEnLibros, diferencia))

struct ReporteMargenServicio : MargenEnLibros {
    std::vector<MargenServicio> renglones;
};
DESCRIBE_STRUCT(ReporteMargenServicio, (MargenEnLibros), (renglones))
struct ReporteMargenReservacion : MargenEnLibros {
    std::vector<MargenReservacion> renglones;
};
DESCRIBE_STRUCT(ReporteMargenReservacion, (MargenEnLibros), (renglones))

ReporteMargenServicio margen_por_servicio(const Context&, const MargenPedido&);
ReporteMargenReservacion margen_por_reservacion(const Context&, const MargenPedido&);

// Of all that was ever sold, for `verify`.
MargenEnLibros margen_de_siempre(db::Reader& tx);

void register_margen_viaje(api::Operations& ops);

}  // namespace cacao
