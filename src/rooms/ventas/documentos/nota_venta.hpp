#pragma once
// Sales notes: a sale whose paper is not fiscal, and the invoices made of it afterwards.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

namespace cacao {

struct NotaVentaNueva : VentaNueva {
    std::optional<Fecha> vencimiento;
    std::optional<bool> autorizaCredito;
};
DESCRIBE_STRUCT(NotaVentaNueva, (VentaNueva), (vencimiento, autorizaCredito))
template <>
inline constexpr std::string_view reflect::example_of<NotaVentaNueva> =
    R"({"clienteId":1001,"partidas":[{"productoId":1002,"cantidad":2,"precioUnitario":116.00,"incluyeImpuestos":true}]})";

// How much of a line goes into the invoice, in the product's base unit; all that is left of it when nothing is said.
struct PartidaPorFacturar {
    Entero<1, 5000> numeroPartida;
    std::optional<Cantidad> cantidad;
};
DESCRIBE_STRUCT(PartidaPorFacturar, (), (numeroPartida, cantidad))

// What the invoice says that its notes do not.
struct FacturaDeNotas {
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<25>> serie;
    std::optional<Precio> tipoCambio;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
    std::optional<engine::ValoresDeAddenda> addenda;
};
DESCRIBE_STRUCT(FacturaDeNotas, (), (fecha, vencimiento, serie, tipoCambio, referencia, referenciaExterna, notas, addenda))

struct NotaVentaFacturacion : FacturaDeNotas {
    Id id;
    std::optional<Lista<PartidaPorFacturar, 5000, 1>> partidas;
};
DESCRIBE_STRUCT(NotaVentaFacturacion, (FacturaDeNotas), (id, partidas))
template <>
inline constexpr std::string_view reflect::example_of<NotaVentaFacturacion> =
    R"({"partidas":[{"numeroPartida":1,"cantidad":1}]})";

struct NotasVentaFacturacion : FacturaDeNotas {
    Lista<Id, 1000, 1> transaccionIds;
};
DESCRIBE_STRUCT(NotasVentaFacturacion, (FacturaDeNotas), (transaccionIds))
template <>
inline constexpr std::string_view reflect::example_of<NotasVentaFacturacion> = R"({"transaccionIds":[1001,1002]})";

// Every note of a day to the public that has something left to invoice.
struct FacturaGlobalNueva : FacturaDeNotas {
    Fecha dia;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> clienteId;
};
DESCRIBE_STRUCT(FacturaGlobalNueva, (FacturaDeNotas), (dia, sucursalId, clienteId))
template <>
inline constexpr std::string_view reflect::example_of<FacturaGlobalNueva> = R"({"dia":"2026-11-15"})";

engine::DocumentoCreado crear_nota_venta(Context&, const NotaVentaNueva&);
engine::DocumentoVista obtener_nota_venta(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_notas_venta(const Context&, const engine::DocumentosFiltro&);
engine::Cancelado cancelar_nota_venta(Context&, const engine::CancelacionPedida&);
// nota_venta_facturar.cpp
engine::DocumentoCreado facturar_nota_venta(Context&, const NotaVentaFacturacion&);
engine::DocumentoCreado facturar_notas_venta(Context&, const NotasVentaFacturacion&);
engine::DocumentoCreado crear_factura_global(Context&, const FacturaGlobalNueva&);

void register_nota_venta(api::Operations& ops);

}  // namespace cacao
