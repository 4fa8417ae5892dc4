#pragma once
// Taxes of a product or concept as a caller states them.

#include "engine/precios/impuestos.hpp"

#include <optional>

namespace cacao::engine {

enum class ClaseIva { tasa, cero, exento, noObjeto };
DESCRIBE_ENUM(ClaseIva, tasa, cero, exento, noObjeto)
enum class MotivoIsr { servicios, arrendamiento };
DESCRIBE_ENUM(MotivoIsr, servicios, arrendamiento)

// What is left out stays as it is; of something new, VAT at the general rate and nothing else.
struct PerfilPedido {
    std::optional<ClaseIva> iva;
    std::optional<bool> ivaFrontera;
    std::optional<NoNegativo<Tasa>> iepsTasa;
    std::optional<NoNegativo<Precio>> iepsCuota;
    std::optional<NoNegativo<Tasa>> ivaRetenido;
    std::optional<NoNegativo<Tasa>> isrRetenido;
    std::optional<MotivoIsr> isrPor;
    Cambio<NoNegativo<Tasa>> ivaNoAcreditable;  // cleared: as the organization has it
    Cambio<bool> iepsAlCosto;
};
DESCRIBE_STRUCT(PerfilPedido, (),
                (iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, isrPor, ivaNoAcreditable, iepsAlCosto))
}  // namespace cacao::engine
namespace cacao {}  // namespace cacao
namespace cacao::engine {

// VAT at the general rate, and at that of the border where the branch may.
PerfilImpuestos perfil_inicial();
// Puts what was asked into `perfil` and judges the whole: rates within the limits of the tax authority (c_TasaOCuota), and a
// reduced or withheld VAT only where VAT is charged.
void aplicar_perfil(const PerfilPedido& pedido, PerfilImpuestos& perfil, Faltas& faltas);

// A key of c_ClaveProdServ has eight digits.
bool es_clave_prod_serv(std::string_view clave);

}  // namespace cacao::engine
