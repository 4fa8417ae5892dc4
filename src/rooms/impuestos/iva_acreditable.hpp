#pragma once
// VAT that can be credited, by rate, on a cash basis: when suppliers are paid, in proportion; and what customs was paid.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct IvaAcreditablePedido {
    FechaDmy fechaInicial;
    FechaDmy fechaFinal;
    std::optional<IdOpcional> proveedorId;  // 0 or none: of all, and compared with the books
    std::optional<bool> conDetalle;
};
DESCRIBE_STRUCT(IvaAcreditablePedido, (), (fechaInicial, fechaFinal, proveedorId, conDetalle))

// In the organization's currency, at the rate of the payment.
struct PagadoPorTasas {
    Importe base16;
    Importe iva16;
    Importe base8;
    Importe iva8;
    Importe base0;
    Importe baseExenta;
    Importe baseNoObjeto;
    Importe baseOtras;  // rates of other years
    Importe ivaOtras;
    Importe noAcreditable;  // of the VAT paid, what is cost
    Importe importacion;    // VAT paid at customs

    void sumar(const PagadoPorTasas& o);
};
DESCRIBE_STRUCT(PagadoPorTasas, (),
                (base16, iva16, base8, iva8, base0, baseExenta, baseNoObjeto, baseOtras, ivaOtras, noAcreditable, importacion))

struct IvaAcreditableProveedor : PagadoPorTasas {
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
};
DESCRIBE_STRUCT(IvaAcreditableProveedor, (PagadoPorTasas), (proveedorId, proveedor, rfc))

struct IvaAcreditableDetalle : PagadoPorTasas {
    Fecha fecha;
    std::int64_t transaccionId{};  // what paid it: egress, credit
    std::string folio;
    std::int64_t transaccionId2{};  // whose tax it is
    engine::TipoDeDocumento tipoDocumento;
    std::string folio2;
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
    bool cancelacion{};
};
DESCRIBE_STRUCT(IvaAcreditableDetalle, (PagadoPorTasas),
                (fecha, transaccionId, folio, transaccionId2, tipoDocumento, folio2, proveedorId, proveedor, rfc, cancelacion))

struct IvaAcreditable : PagadoPorTasas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe impuesto;    // of all rates, imports aside
    Importe diferencia;  // against the account of VAT paid; not 0: somebody posted there by hand
    std::vector<IvaAcreditableProveedor> proveedores;
    std::vector<IvaAcreditableDetalle> detalle;
};
DESCRIBE_STRUCT(IvaAcreditable, (PagadoPorTasas), (fechaInicial, fechaFinal, impuesto, diferencia, proveedores, detalle))

IvaAcreditable consultar_iva_acreditable(const Context&, const IvaAcreditablePedido&);

// What documents did to the accounts of VAT paid at customs, which play no part: the authority's code says which they are.
struct IvaDeImportacion {
    Fecha fecha;
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::int64_t entidadId{};
    std::string contacto;
    std::string rfc;
    Importe importe;
};
DESCRIBE_STRUCT(IvaDeImportacion, (), (fecha, transaccionId, tipo, serie, folio, entidadId, contacto, rfc, importe))
std::vector<std::int64_t> cuentas_de_importacion(db::Reader& tx);
std::vector<IvaDeImportacion> leer_iva_de_importacion(db::Reader& tx, Fecha desde, Fecha hasta);

void register_iva_acreditable(api::Operations& ops);

}  // namespace cacao
