#pragma once
// Money of own accounts that belongs to no sale or purchase: transfers, fees, refunds; and balances too small to chase.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct TraspasoBancarioNuevo : engine::EncabezadoNuevo {
    Id cuentaBancariaId;
    Id cuentaDestinoId;
    Importe importe;  // goes out
    std::optional<Precio> tipoCambio;
    std::optional<Importe> importeDestino;  // comes in, in the currency of cuentaDestinoId
    std::optional<Precio> tipoCambioDestino;
};
DESCRIBE_STRUCT(TraspasoBancarioNuevo, (engine::EncabezadoNuevo),
                (cuentaBancariaId, cuentaDestinoId, importe, tipoCambio, importeDestino, tipoCambioDestino))

struct ComisionBancariaNueva : engine::EncabezadoNuevo {
    Id cuentaBancariaId;
    std::optional<IdOpcional> conceptoId;
    std::optional<Precio> tipoCambio;
    Importe importe;  // with its taxes
};
DESCRIBE_STRUCT(ComisionBancariaNueva, (engine::EncabezadoNuevo), (cuentaBancariaId, conceptoId, tipoCambio, importe))

struct ReembolsoNuevo : engine::EncabezadoNuevo {
    Id cuentaBancariaId;
    Id clienteId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Precio> tipoCambio;
    Id transaccionIdPago;  // the deposit, advance or credit that is given back
    Importe importe;
};
DESCRIBE_STRUCT(ReembolsoNuevo, (engine::EncabezadoNuevo),
                (cuentaBancariaId, clienteId, formaPagoId, tipoCambio, transaccionIdPago, importe))

struct ReembolsoProveedorNuevo : engine::EncabezadoNuevo {
    Id cuentaBancariaId;
    Id proveedorId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Precio> tipoCambio;
    Id transaccionIdPago;  // the egress or credit of which the supplier gives something back
    Importe importe;
};
DESCRIBE_STRUCT(ReembolsoProveedorNuevo, (engine::EncabezadoNuevo),
                (cuentaBancariaId, proveedorId, formaPagoId, tipoCambio, transaccionIdPago, importe))

struct AjusteSaldoNuevo : engine::EncabezadoNuevo {
    Id transaccionId;
    std::optional<Precio> tipoCambio;
    std::optional<Importe> importe;  // all of the balance when not given
};
DESCRIBE_STRUCT(AjusteSaldoNuevo, (engine::EncabezadoNuevo), (transaccionId, tipoCambio, importe))

engine::DocumentoCreado agregar_traspaso_bancario(Context&, const TraspasoBancarioNuevo&);
engine::DocumentoCreado agregar_comision_bancaria(Context&, const ComisionBancariaNueva&);
engine::DocumentoCreado agregar_reembolso(Context&, const ReembolsoNuevo&);
engine::DocumentoCreado agregar_reembolso_proveedor(Context&, const ReembolsoProveedorNuevo&);
engine::DocumentoCreado agregar_ajuste_saldo(Context&, const AjusteSaldoNuevo&);
engine::Cancelado cancelar_movimiento_bancario(Context&, const engine::CancelacionPedida&);

void register_movimiento_bancario(api::Operations& ops);

}  // namespace cacao
