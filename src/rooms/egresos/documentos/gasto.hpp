#pragma once
// Expenses: what a supplier charges for no goods of stock. Owed, or paid at once.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/impuestos_papel.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/egresos/documentos/reparto.hpp"

#include <optional>
#include <string>

namespace cacao {

struct PartidaGastoNueva {
    Id conceptoId;
    std::optional<Cantidad> cantidad;  // 1 when not given
    Precio precioUnitario;
    std::optional<Importe> descuento;
    std::optional<bool> incluyeImpuestos;
    std::optional<ImpuestosCompraNuevos> impuestos;
    std::optional<IdOpcional> proyectoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Texto<1000>> notas;
    std::optional<Lista<ClasificadorNuevo, 100>> clasificadores;
};
DESCRIBE_STRUCT(PartidaGastoNueva, (),
                (conceptoId, cantidad, precioUnitario, descuento, incluyeImpuestos, impuestos, proyectoId, descripcion, notas,
                 clasificadores))

// All of it, from an own account, as it is registered.
struct PagoGastoNuevo {
    Id cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Fecha> fecha;
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(PagoGastoNuevo, (), (cuentaBancariaId, formaPagoId, fecha, referencia))

struct GastoNuevo : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<Fecha> vencimiento;
    std::optional<Uuid> uuid;
    std::optional<Instante> fechaTimbrado;
    NoVacia<PartidaGastoNueva> partidas;
    std::optional<PagoGastoNuevo> pago;
};
DESCRIBE_STRUCT(GastoNuevo, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (proveedorId, vencimiento, uuid, fechaTimbrado, partidas, pago))

struct PagoCreado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::string moneda;
    Importe importe;
    std::int64_t consecutivo{};  // of the cheque, or 0
};
DESCRIBE_STRUCT(PagoCreado, (), (transaccionId, folio, fecha, moneda, importe, consecutivo))

struct GastoCreado : engine::DocumentoCreado {
    Importe saldo;
    std::optional<PagoCreado> pago;
};
DESCRIBE_STRUCT(GastoCreado, (engine::DocumentoCreado), (saldo, pago))

GastoCreado crear_gasto(Context&, const GastoNuevo&);
engine::Cancelado cancelar_gasto(Context&, const engine::CancelacionPedida&);

// A line of an expense as the engine takes it, `campo` being where it stands in the request.
engine::PartidaCompra partida_de_gasto(const PartidaGastoNueva& nueva, std::string campo, Faltas& faltas);

void register_gasto(api::Operations& ops);

}  // namespace cacao
