#pragma once
// What is sold at the counter: a note or an invoice and the money of it, in one call, with the change.

#include "engine/verbos/venta_nueva.hpp"
#include "rooms/mostrador/turno.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class PapelCaja { nota, factura };
DESCRIBE_ENUM(PapelCaja, nota, factura)

// What is handed over of each form; cash may be more than is owed.
struct CobroCajaNuevo {
    std::optional<Texto<2, 2>> formaPago;  // none: cash
    Importe importe;
    std::optional<IdOpcional> cuentaBancariaId;  // none: as the till says
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(CobroCajaNuevo, (), (formaPago, importe, cuentaBancariaId, referencia))

struct VentaCajaNueva {
    Id turnoId;
    std::optional<PapelCaja> documento;
    std::optional<IdOpcional> clienteId;  // none: whom the till sells to
    std::optional<IdOpcional> vendedorId;
    std::optional<IdOpcional> canalId;
    std::optional<bool> credito;
    std::optional<Fecha> vencimiento;
    std::optional<bool> autorizaCredito;
    Lista<engine::PartidaVentaNueva, 1000, 1> partidas;
    std::optional<Lista<CobroCajaNuevo, 20>> cobros;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(VentaCajaNueva, (),
                (turnoId, documento, clienteId, vendedorId, canalId, credito, vencimiento, autorizaCredito, partidas, cobros,
                 referenciaExterna, notas))

struct CobroDeCaja {
    std::int64_t transaccionId{};  // its deposit
    std::string folio;
    engine::EstadoDocumento estado;
    std::string formaPago;
    std::int64_t cuentaBancariaId{};
    Importe importe;
    std::string referencia;
};
DESCRIBE_STRUCT(CobroDeCaja, (), (transaccionId, folio, estado, formaPago, cuentaBancariaId, importe, referencia))

struct VentaCajaEnLista {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t turnoId{};
    std::int64_t clienteId{};
    std::string cliente;
    std::string moneda;
    Importe total;
    Importe recibido;
    Importe cobrado;
    Importe cambio;
};
DESCRIBE_STRUCT(VentaCajaEnLista, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, turnoId, clienteId, cliente, moneda, total, recibido,
                 cobrado, cambio))

struct VentaCaja : VentaCajaEnLista {
    std::vector<CobroDeCaja> cobros;
};
DESCRIBE_STRUCT(VentaCaja, (VentaCajaEnLista), (cobros))

struct VentasCajaFiltro : PaginaPedida {
    std::optional<Id> turnoId;
    std::optional<Id> clienteId;
};
DESCRIBE_STRUCT(VentasCajaFiltro, (PaginaPedida), (turnoId, clienteId))

DESCRIBE_KEY(VentaCajaPedida, id)

VentaCaja vender_en_caja(Context&, const VentaCajaNueva&);
Pagina<VentaCajaEnLista> listar_ventas_caja(const Context&, const VentasCajaFiltro&);
VentaCaja obtener_venta_caja(const Context&, const VentaCajaPedida&);

void register_ventas_caja(api::Operations&);

}  // namespace cacao
