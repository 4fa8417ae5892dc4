#pragma once
// Invoices of a travel agency: what was sold of a booking, some of it in the agency's own name and some for somebody else. Two
// ways of saying the same: one service in a flat request, or lists of services, passengers and payments.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/viajes/reservacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FacturaViajeEncabezado {
    Texto<100, 1> referencia;  // the agency's own: what is sent twice under it is registered once
    Texto<60, 1> localizador;
    Id clienteId;
    std::optional<IdOpcional> vendedorId;
    std::optional<Fecha> fecha;
    std::optional<Texto<25>> serie;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<Fecha> vencimiento;
    std::optional<engine::MetodoPago> metodoPago;
    std::optional<Texto<2, 2>> formaPago;
    std::optional<bool> autorizaCredito;
    std::optional<Texto<2000>> notas;
    std::optional<Fecha> fechaSalida;
    std::optional<Fecha> fechaRegreso;
};
DESCRIBE_STRUCT(FacturaViajeEncabezado, (),
                (referencia, localizador, clienteId, vendedorId, fecha, serie, sucursalId, proyectoId, centroCostoId, moneda,
                 tipoCambio, vencimiento, metodoPago, formaPago, autorizaCredito, notas, fechaSalida, fechaRegreso))

// Amounts are before taxes, but for `impuestos` and `total`, which are compared with what comes out.
struct ServicioViajeDatos {
    TipoServicioViaje tipo{};
    std::optional<ModalidadViaje> modalidad;  // reventa when not given
    Id conceptoId;
    std::optional<IdOpcional> proveedorId;
    std::optional<IdOpcional> servicioReferidoId;  // that a commission or a penalty is about
    std::optional<Texto<1000>> descripcion;
    std::optional<Texto<40>> boleto;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    NoNegativo<Importe> tarifa;
    std::optional<NoNegativo<Importe>> tua;
    std::optional<NoNegativo<Importe>> otrosCargos;
    std::optional<NoNegativo<Importe>> baseIva;  // on how much of these three VAT is charged; all, when not given
    std::optional<NoNegativo<Importe>> impuestos;
    std::optional<NoNegativo<Importe>> cargoServicio;
    std::optional<IdOpcional> conceptoCargoId;
    std::optional<NoNegativo<Importe>> comision;
    std::optional<NoNegativo<Importe>> costoEsperado;
    std::optional<NoNegativo<Importe>> total;
};
DESCRIBE_STRUCT(ServicioViajeDatos, (),
                (tipo, modalidad, conceptoId, proveedorId, servicioReferidoId, descripcion, boleto, fechaInicio, fechaFin, tarifa,
                 tua, otrosCargos, baseIva, impuestos, cargoServicio, conceptoCargoId, comision, costoEsperado, total))

struct ServicioViajeNuevo : ServicioViajeDatos {
    std::optional<Lista<Entero<1, 500>, 500>> pasajeros;  // by their places in the request; all of them when not given
};
DESCRIBE_STRUCT(ServicioViajeNuevo, (ServicioViajeDatos), (pasajeros))

struct PasajeroViajeNuevo {
    Texto<200, 1> nombre;
    std::optional<TipoPasajero> tipo;  // adulto when not given
};
DESCRIBE_STRUCT(PasajeroViajeNuevo, (), (nombre, tipo))

// Money of the customer, into an own account.
struct PagoViajeNuevo {
    FechaDmy fechaPago;
    Id cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Texto<3, 3>> moneda;  // MXN when not given
    std::optional<Precio> tipoCambio;
    Importe importe;
    std::optional<Importe> importe2;  // of which this much, in the invoice's currency, where that is another
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(PagoViajeNuevo, (), (fechaPago, cuentaBancariaId, formaPagoId, moneda, tipoCambio, importe, importe2, referencia))

struct FacturaViajeNueva : FacturaViajeEncabezado {
    std::optional<Lista<PasajeroViajeNuevo, 500>> pasajeros;
    Lista<ServicioViajeNuevo, 200, 1> servicios;
    std::optional<Lista<PagoViajeNuevo, 100>> pagos;
};
DESCRIBE_STRUCT(FacturaViajeNueva, (FacturaViajeEncabezado), (pasajeros, servicios, pagos))

// One service, at most one passenger and one payment.
struct FacturaViajePlana : FacturaViajeEncabezado, ServicioViajeDatos {
    std::optional<Texto<200, 1>> pasajero;
    std::optional<TipoPasajero> tipoPasajero;
    std::optional<FechaDmy> fechaPago;
    std::optional<IdOpcional> cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Texto<3, 3>> monedaPago;
    std::optional<Precio> tipoCambioPago;
    std::optional<Importe> importePago;
    std::optional<Importe> importe2Pago;
    std::optional<Texto<100>> referenciaPago;
};
DESCRIBE_STRUCT(FacturaViajePlana, (FacturaViajeEncabezado, ServicioViajeDatos),
                (pasajero, tipoPasajero, fechaPago, cuentaBancariaId, formaPagoId, monedaPago, tipoCambioPago, importePago,
                 importe2Pago, referenciaPago))

struct CobroViaje {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::string moneda;
    Importe importe;   // of it, what paid the invoice …
    Importe importe2;  // … in the invoice's currency
};
DESCRIBE_STRUCT(CobroViaje, (), (transaccionId, folio, fecha, moneda, importe, importe2))

struct FacturaViajeCreada : engine::DocumentoCreado {
    std::string referencia;
    ReservacionViaje reservacion;
    Importe terceros;  // of the total, what is somebody else's
    Importe saldo;
    bool repetida{};  // it was registered before
    std::vector<PasajeroViaje> pasajeros;
    std::vector<ServicioViaje> servicios;
    std::vector<CobroViaje> pagos;
};
DESCRIBE_STRUCT(FacturaViajeCreada, (engine::DocumentoCreado),
                (referencia, reservacion, terceros, saldo, repetida, pasajeros, servicios, pagos))

FacturaViajeCreada registrar_factura_viaje(Context&, const FacturaViajePlana&);
FacturaViajeCreada registrar_factura_viaje_v2(Context&, const FacturaViajeNueva&);

void register_factura_viaje(api::Operations& ops);

}  // namespace cacao
