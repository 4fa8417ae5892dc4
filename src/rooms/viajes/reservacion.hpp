#pragma once
// Bookings as the agency's operations read them: who travels, what was sold, what its suppliers charged.

#include "db/db.hpp"
#include "reflect/describe.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "reflect/nombrado.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class TipoPasajero { adulto, menor, infante };
DESCRIBE_ENUM(TipoPasajero, adulto, menor, infante)

enum class TipoServicioViaje {
    vuelo,
    hotel,
    tour,
    automovil,
    seguro,
    crucero,
    traslado,
    cargoPorServicio,
    penalizacion,
    comision,
    otro
};
DESCRIBE_ENUM(TipoServicioViaje, vuelo, hotel, tour, automovil, seguro, crucero, traslado, cargoPorServicio, penalizacion,
              comision, otro)

// In the agency's own name, all of it income; or for somebody else, of which only its charge and commission are.
enum class ModalidadViaje { reventa, intermediacion };
DESCRIBE_ENUM(ModalidadViaje, reventa, intermediacion)

struct PasajeroViaje {
    std::int64_t consecutivo{};
    std::string nombre;
    Nombrado<TipoPasajero> tipo;
};
DESCRIBE_STRUCT(PasajeroViaje, (), (consecutivo, nombre, tipo))

// In the currency of its invoice.
struct ServicioViaje {
    std::int64_t servicioId{};
    std::int64_t transaccionId{};  // its invoice
    std::int64_t consecutivo{};    // in it
    Nombrado<TipoServicioViaje> tipo;
    Nombrado<ModalidadViaje> modalidad;
    std::int64_t proveedorId{};
    std::string proveedor;
    std::int64_t referidoId{};
    std::string descripcion;
    std::string boleto;
    Guardado<std::vector<std::int64_t>> pasajeros;
    FechaOVacia fechaInicio;
    FechaOVacia fechaFin;
    Importe tarifa;
    Importe tua;
    Importe otrosCargos;
    Importe impuestos;
    Importe cargoServicio;
    Importe comision;
    Importe costoEsperado;
    Importe terceros;
    Importe total;
};
DESCRIBE_STRUCT(ServicioViaje, (),
                (servicioId, transaccionId, consecutivo, tipo, modalidad, proveedorId, proveedor, referidoId, descripcion, boleto,
                 pasajeros, fechaInicio, fechaFin, tarifa, tua, otrosCargos, impuestos, cargoServicio, comision, costoEsperado,
                 terceros, total))

// SELECT of ServicioViaje, of all; goes on with AND. $1 is the organization.
extern const std::string_view servicios_de_viaje;

struct ReservacionViaje {
    std::int64_t reservacionId{};
    std::string localizador;
    FechaOVacia fechaSalida;
    FechaOVacia fechaRegreso;
};
DESCRIBE_STRUCT(ReservacionViaje, (), (reservacionId, localizador, fechaSalida, fechaRegreso))

// By its locator; nothing where there is none.
std::optional<std::int64_t> reservacion_de(db::Reader& tx, std::string_view localizador);

}  // namespace cacao
