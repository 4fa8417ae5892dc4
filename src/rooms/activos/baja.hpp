#pragma once
// How an asset goes: sold or retired, with what is lost or gained by it.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/activos/activo.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class ClaseBaja { venta, retiro };
DESCRIBE_ENUM(ClaseBaja, venta, retiro)

struct BajaNueva {
    Id activoId;
    ClaseBaja clase{};
    std::optional<Fecha> fecha;
    std::optional<Id> facturaId;  // that sold it
    std::optional<Entero<1, 5000>> facturaPartida;
    std::optional<NoNegativo<Importe>> precio;
    std::optional<Id> cuentaVentaId;  // on which its price stands
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(BajaNueva, (), (activoId, clase, fecha, facturaId, facturaPartida, precio, cuentaVentaId, motivo))

struct BajaVista {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::int64_t activoId{};
    std::string codigo;
    std::string nombre;
    Nombrado<ClaseBaja> clase;
    Importe costo;
    Importe depreciacion;  // by then
    Importe valorLibros;
    Importe precio;
    Importe resultado;  // positive: gained
    std::int64_t facturaId{};
    std::string motivo;
    bool vigente{};
};
DESCRIBE_STRUCT(BajaVista, (),
                (transaccionId, folio, fecha, activoId, codigo, nombre, clase, costo, depreciacion, valorLibros, precio,
                 resultado, facturaId, motivo, vigente))

BajaVista dar_de_baja(Context&, const BajaNueva&);
BajaVista cancelar_baja(Context&, const ActivoPedido&);

void register_bajas(api::Operations& ops);

}  // namespace cacao
