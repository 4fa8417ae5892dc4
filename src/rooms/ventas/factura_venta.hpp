#pragma once
// Sales invoices.

#include "api/operations.hpp"
#include "engine/consulta.hpp"
#include "engine/emitir.hpp"
#include "engine/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PartidaVentaNueva {
    std::optional<IdOpcional> productoId;
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<NoNegativo<Importe>> promocion;
    std::optional<IdOpcional> promocionId;
    std::optional<bool> incluyeImpuestos;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> almacenId;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
    std::optional<Texto<1000>> notas;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
};
BOOST_DESCRIBE_STRUCT(PartidaVentaNueva, (),
                      (productoId, conceptoId, descripcion, unidadMedidaId, cantidad, precioUnitario, descuento, promocion,
                       promocionId, incluyeImpuestos, proyectoId, almacenId, lote, series, notas, transaccionIdOrigen,
                       partidaOrigen))

struct FacturaVentaNueva {
    Id clienteId;
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<25>> serie;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<IdOpcional> vendedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<bool> sinEntrega;
    std::optional<Texto<2000>> notas;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<100>> referenciaExterna;
    NoVacia<PartidaVentaNueva> partidas;
};
BOOST_DESCRIBE_STRUCT(FacturaVentaNueva, (),
                      (clienteId, fecha, vencimiento, serie, sucursalId, proyectoId, centroCostoId, vendedorId, almacenId, moneda,
                       tipoCambio, sinEntrega, notas, referencia, referenciaExterna, partidas))
template <>
inline constexpr std::string_view reflect::example_of<FacturaVentaNueva> =
    R"({"clienteId":1001,"fecha":"2026-11-15","moneda":"MXN","notas":"Entregar por la mañana","partidas":[{"conceptoId":1002,"cantidad":2,"precioUnitario":100.00}]})";

struct FacturaVentaPedida {
    Id id;
};
BOOST_DESCRIBE_STRUCT(FacturaVentaPedida, (), (id))

engine::DocumentoCreado crear_factura_venta(Context&, const FacturaVentaNueva&);
std::optional<engine::DocumentoVista> obtener_factura_venta(const Context&, const FacturaVentaPedida&);

void register_factura_venta(api::Operations& ops);

}  // namespace cacao
