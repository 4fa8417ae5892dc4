#pragma once
// Taxes of a line as the supplier's paper states them.

#include "engine/precios/impuestos.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class ImpuestoCompra { iva, ieps, ivaRetenido, isrRetenido };
DESCRIBE_ENUM(ImpuestoCompra, iva, ieps, ivaRetenido, isrRetenido)
enum class FactorCompra { tasa, cuota, exento };
DESCRIBE_ENUM(FactorCompra, tasa, cuota, exento)

// A tax as the received invoice states it.
struct ImpuestoCompraNuevo {
    ImpuestoCompra impuesto{};
    std::optional<FactorCompra> factor;
    std::optional<NoNegativo<Tasa>> tasa;
    std::optional<NoNegativo<Importe>> importe;
};
DESCRIBE_STRUCT(ImpuestoCompraNuevo, (), (impuesto, factor, tasa, importe))
using ImpuestosCompraNuevos = Lista<ImpuestoCompraNuevo, 10>;

namespace engine {

// As the engine takes them, `campo` being where the line stands in the request. One VAT, one of each withholding, of IEPS a rate
// and a quota; amounts are compared with the rates where the line is worked out.
std::vector<ImpuestoDebido> impuestos_dados(const ImpuestosCompraNuevos& nuevos, const std::string& campo, Faltas& faltas);

}  // namespace engine
}  // namespace cacao
