#pragma once
// Expenses of a travel agency: what the suppliers of a service charge, and how it was paid, in one call.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/documentos/gasto_viaje.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PartidaGastoAgenciaNueva : PartidaGastoNueva {
    std::optional<ServiciosGastados> servicios;  // for which it was spent
};
DESCRIBE_STRUCT(PartidaGastoAgenciaNueva, (PartidaGastoNueva), (servicios))

struct ProveedorGastoNuevo {
    Id proveedorId;
    FechaDmy fecha;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<Uuid> uuid;
    std::optional<Texto<100>> referencia;  // the supplier's own number
    std::optional<Texto<2000>> notas;
    Lista<PartidaGastoAgenciaNueva, 500, 1> partidas;
};
DESCRIBE_STRUCT(ProveedorGastoNuevo, (), (proveedorId, fecha, moneda, tipoCambio, uuid, referencia, notas, partidas))

struct PagoAgenciaNuevo {
    std::optional<IdOpcional> proveedorId;  // needed when there are several
    FechaDmy fechaPago;
    Id cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Texto<3, 3>> moneda;  // MXN when not given
    std::optional<Precio> tipoCambio;
    std::optional<Texto<100>> referencia;
    Importe importe;
};
DESCRIBE_STRUCT(PagoAgenciaNuevo, (),
                (proveedorId, fechaPago, cuentaBancariaId, formaPagoId, moneda, tipoCambio, referencia, importe))

struct GastoAgenciaNuevo {
    std::optional<IdOpcional> transaccionIdReferencia;  // the sale that it was spent for
    std::optional<Texto<100>> localizador;              // the agency's own name of the booking
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> centroCostoId;
    Lista<ProveedorGastoNuevo, 100, 1> proveedores;
    std::optional<Lista<PagoAgenciaNuevo, 100>> pagos;
};
DESCRIBE_STRUCT(GastoAgenciaNuevo, (),
                (transaccionIdReferencia, localizador, sucursalId, proyectoId, centroCostoId, proveedores, pagos))

struct GastoAgenciaDocumento : engine::DocumentoCreado {
    std::int64_t proveedorId{};
    Importe saldo;
};
DESCRIBE_STRUCT(GastoAgenciaDocumento, (engine::DocumentoCreado), (proveedorId, saldo))

struct GastoAgenciaCreado {
    std::int64_t transaccionIdServiceReferencia{};  // the sale, or, where none was named, the first expense
    std::string localizador;
    std::vector<GastoAgenciaDocumento> gastos;
    std::vector<PagoCreado> pagos;
};
DESCRIBE_STRUCT(GastoAgenciaCreado, (), (transaccionIdServiceReferencia, localizador, gastos, pagos))

GastoAgenciaCreado registrar_gasto_agencia(Context&, const GastoAgenciaNuevo&);

void register_gasto_agencia(api::Operations& ops);

}  // namespace cacao
