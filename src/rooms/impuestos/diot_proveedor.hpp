#pragma once
// What the informative return of suppliers (DIOT) asks of suppliers and concepts beside what contacts say.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

DESCRIBE_KEY(DiotProveedorPedido, entidadId)

// As it is set; "" or none: by itself.
struct DiotProveedor {
    std::int64_t entidadId{};
    std::string tipoTercero;
    std::string tipoOperacion;
    std::string idFiscal;
    std::string pais;
    std::string lugar;
    bool efectosFiscales = true;
    std::int64_t version{};
};
DESCRIBE_STRUCT(DiotProveedor, (), (entidadId, tipoTercero, tipoOperacion, idFiscal, pais, lugar, efectosFiscales, version))

struct DiotProveedorCambio {
    Id entidadId;
    std::optional<Texto<2>> tipoTercero;
    std::optional<Texto<2>> tipoOperacion;
    std::optional<Texto<40>> idFiscal;
    std::optional<Texto<3>> pais;
    std::optional<Texto<300>> lugar;
    std::optional<bool> efectosFiscales;
};
DESCRIBE_STRUCT(DiotProveedorCambio, (), (entidadId, tipoTercero, tipoOperacion, idFiscal, pais, lugar, efectosFiscales))

struct DiotConcepto {
    std::int64_t conceptoId{};
    std::string tipoOperacion;
};
DESCRIBE_STRUCT(DiotConcepto, (), (conceptoId, tipoOperacion))

struct DiotConceptoCambio {
    Id conceptoId;
    Texto<2> tipoOperacion;  // "": none
};
DESCRIBE_STRUCT(DiotConceptoCambio, (), (conceptoId, tipoOperacion))

// Whether the return knows the operation with such a third party.
bool operacion_de_tercero(std::string_view tipoTercero, std::string_view tipoOperacion);

DiotProveedor obtener_diot_proveedor(const Context&, const DiotProveedorPedido&);
DiotProveedor cambiar_diot_proveedor(Context&, const DiotProveedorCambio&);
std::vector<DiotConcepto> listar_diot_conceptos(const Context&);
DiotConcepto cambiar_diot_concepto(Context&, const DiotConceptoCambio&);

void register_diot_proveedores(api::Operations& ops);

}  // namespace cacao
