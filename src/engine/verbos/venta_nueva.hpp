#pragma once
// What every sale asks for, whatever its paper: quotation, order, note, invoice.

#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <vector>

namespace cacao::engine {

struct PartidaVentaNueva : MercanciaNueva {
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<NoNegativo<Importe>> promocion;
    std::optional<IdOpcional> promocionId;
    std::optional<bool> incluyeImpuestos;
    std::optional<IdOpcional> proyectoId;
    std::optional<TratoIva> iva;
    std::optional<Texto<200, 1>> motivoIva;
};
DESCRIBE_STRUCT(PartidaVentaNueva, (MercanciaNueva),
                (conceptoId, descripcion, precioUnitario, descuento, promocion, promocionId, incluyeImpuestos, proyectoId, iva,
                 motivoIva))

struct VentaNueva : EncabezadoConMoneda, AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> vendedorId;
    std::optional<IdOpcional> canalId;
    std::optional<IdOpcional> almacenId;
    NoVacia<PartidaVentaNueva> partidas;
};
DESCRIBE_STRUCT(VentaNueva, (EncabezadoConMoneda, AdjuntosNuevos), (clienteId, vendedorId, canalId, almacenId, partidas))

// Its line number `i`, from 0.
PartidaVenta partida_de_venta(const PartidaVentaNueva& p, std::size_t i);
SolicitudVenta solicitud(const VentaNueva& nueva);

// What any sale can be refused for.
extern const std::vector<Codigo> rechazos_de_venta;
// … an invoice for the values of its addendum …
extern const std::vector<Codigo> rechazos_de_addenda;
// … and what moving its goods can.
extern const std::vector<Codigo> rechazos_de_mercancia;

}  // namespace cacao::engine
