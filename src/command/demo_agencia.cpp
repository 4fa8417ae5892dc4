#include "command/demo_agencia.hpp"

#include "db/rows.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/egresos/documentos/gasto_agencia.hpp"
#include "rooms/viajes/factura_viaje.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

std::int64_t proveedor_de_viaje(Context& ctx, const char* codigo, const char* nombre, const char* fiscal, const char* rfc) {
    ContactoNuevo c;
    c.codigo = codigo;
    c.nombre = nombre;
    c.nombreFiscal = Texto<300>{fiscal};
    c.rfc = Rfc::leer(rfc);
    c.regimenFiscal = Texto<3>{"601"};
    c.codigoPostal = CodigoPostal{};
    c.codigoPostal->assign("06000");
    c.roles = {Rol::proveedor, Rol::cliente};
    return crear_contacto(ctx, c).entidadId;
}

std::int64_t concepto_de_viaje(Context& ctx, const char* codigo) {
    return ctx.db()
        .one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = $2", ctx.organizacionId(),
                           std::string{codigo})
        .value_or(0);
}

// A flight on behalf of the airline with a charge of our own, and nights of a hotel in our name.
FacturaViajeCreada viaje_demo(Context& ctx, std::int64_t clienteId, std::int64_t aerolineaId, std::int64_t hotelId, int n) {
    const std::int64_t venta = concepto_de_viaje(ctx, "VENTA-SERV");
    FacturaViajeNueva f;
    f.referencia = Texto<100, 1>{fmt::format("AG-{}", 1000 + n)};
    f.localizador = Texto<60, 1>{fmt::format("CAC{:03}", n)};
    f.clienteId = Id{clienteId};
    f.fecha = ctx.hoy();
    f.fechaSalida = ctx.hoy() + 30;
    f.fechaRegreso = ctx.hoy() + 37;
    f.pasajeros.emplace().push_back({Texto<200, 1>{"Ana Ruiz"}, TipoPasajero::adulto});
    f.pasajeros->push_back({Texto<200, 1>{"Leo Ruiz"}, TipoPasajero::menor});
    auto& vuelo = f.servicios.emplace_back();
    vuelo.tipo = TipoServicioViaje::vuelo;
    vuelo.modalidad = ModalidadViaje::intermediacion;
    vuelo.conceptoId = Id{venta};
    vuelo.proveedorId = IdOpcional{aerolineaId};
    vuelo.descripcion = Texto<1000>{"Vuelo México - Cancún"};
    vuelo.boleto = Texto<40>{fmt::format("139-22{:08}", n)};
    vuelo.tarifa = NoNegativo<Importe>{Importe::de_enteros(3600 + 10 * n)};
    vuelo.tua = NoNegativo<Importe>{Importe::de_enteros(400)};
    vuelo.cargoServicio = NoNegativo<Importe>{Importe::de_enteros(300)};
    vuelo.conceptoCargoId = IdOpcional{venta};
    vuelo.comision = NoNegativo<Importe>{Importe::de_enteros(180)};
    auto& hotel = f.servicios.emplace_back();
    hotel.tipo = TipoServicioViaje::hotel;
    hotel.conceptoId = Id{venta};
    hotel.proveedorId = IdOpcional{hotelId};
    hotel.descripcion = Texto<1000>{"Siete noches en Cancún"};
    hotel.tarifa = NoNegativo<Importe>{Importe::de_enteros(7000)};
    hotel.costoEsperado = NoNegativo<Importe>{Importe::de_enteros(5000)};
    return registrar_factura_viaje_v2(ctx, f);
}

PartidaGastoAgenciaNueva gasto_demo(Context& ctx, const ServicioViaje& s, Importe importe) {
    PartidaGastoAgenciaNueva p;
    p.conceptoId = Id{concepto_de_viaje(ctx, "GASTOS")};
    p.precioUnitario = Precio::de_micros(importe.micros());
    auto& uno = p.servicios.emplace().emplace_back();
    uno.servicioId = IdOpcional{s.servicioId};
    return p;
}

}  // namespace

void make_agency(Context& ctx) {
    const auto cliente = ctx.db().one<std::int64_t>(
        "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esCliente = 1 AND activo = 1 ORDER BY entidadId LIMIT 1",
        ctx.organizacionId());
    if (!cliente) return;
    const auto aerolinea = proveedor_de_viaje(ctx, "AER-01", "Aerolínea del Golfo", "AEROLINEA DEL GOLFO", "AGO010203AB1");
    const auto hotel = proveedor_de_viaje(ctx, "HOT-01", "Hotel Miramar", "HOTEL MIRAMAR", "HMI010203AB2");
    const auto primero = viaje_demo(ctx, *cliente, aerolinea, hotel, 1);
    viaje_demo(ctx, *cliente, aerolinea, hotel, 2);
    // One whose suppliers charged, and whose commission was invoiced; the other is open.
    GastoAgenciaNuevo g;
    g.localizador = Texto<100>{primero.reservacion.localizador};
    for (std::size_t i = 0; i < primero.servicios.size(); ++i) {
        const ServicioViaje& s = primero.servicios[i];
        auto& p = g.proveedores.emplace_back();
        p.proveedorId = Id{s.proveedorId};
        p.fecha = FechaDmy{ctx.hoy()};
        p.partidas.push_back(gasto_demo(ctx, s, s.costoEsperado));
    }
    registrar_gasto_agencia(ctx, g);
    FacturaViajePlana comision;
    comision.referencia = Texto<100, 1>{"AG-1003"};
    comision.localizador = Texto<60, 1>{primero.reservacion.localizador};
    comision.clienteId = Id{aerolinea};
    comision.fecha = ctx.hoy();
    comision.tipo = TipoServicioViaje::comision;
    comision.servicioReferidoId = IdOpcional{primero.servicios[0].servicioId};
    comision.conceptoId = Id{concepto_de_viaje(ctx, "VENTA-SERV")};
    comision.tarifa = NoNegativo<Importe>{Importe::de_enteros(180)};
    registrar_factura_viaje(ctx, comision);
}

}  // namespace cacao
