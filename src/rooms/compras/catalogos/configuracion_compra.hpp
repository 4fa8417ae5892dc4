#pragma once
// What purchases may differ from their order by.

#include "api/operations.hpp"

namespace cacao {

// Tolerances are rates: 0.05 is five per cent.
struct ConfiguracionCompra {
    Tasa toleranciaRecepcion;
    Tasa toleranciaPrecio;
    bool facturaSinRecepcion{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionCompra, (), (toleranciaRecepcion, toleranciaPrecio, facturaSinRecepcion, version))

struct ConfiguracionCompraCambio {
    NoNegativo<Tasa> toleranciaRecepcion;
    NoNegativo<Tasa> toleranciaPrecio;
    bool facturaSinRecepcion{};
};
DESCRIBE_STRUCT(ConfiguracionCompraCambio, (), (toleranciaRecepcion, toleranciaPrecio, facturaSinRecepcion))

// A supplier's own tolerance in place of the organization's; null takes it away.
DESCRIBE_KEY(ToleranciaProveedorPedida, entidadId)

struct ToleranciaProveedorCambio {
    Id entidadId;
    std::optional<NoNegativo<Tasa>> toleranciaRecepcion;
};
DESCRIBE_STRUCT(ToleranciaProveedorCambio, (), (entidadId, toleranciaRecepcion))

struct ToleranciaProveedor {
    std::int64_t entidadId{};
    std::optional<Tasa> toleranciaRecepcion;
};
DESCRIBE_STRUCT(ToleranciaProveedor, (), (entidadId, toleranciaRecepcion))

ConfiguracionCompra obtener_configuracion_compra(const Context&);
ConfiguracionCompra cambiar_configuracion_compra(Context&, const ConfiguracionCompraCambio&);
ToleranciaProveedor obtener_tolerancia_proveedor(const Context&, const ToleranciaProveedorPedida&);
ToleranciaProveedor cambiar_tolerancia_proveedor(Context&, const ToleranciaProveedorCambio&);

void register_configuracion_compra(api::Operations& ops);

}  // namespace cacao
