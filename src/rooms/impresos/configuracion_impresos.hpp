#pragma once
// How an organization wants its printed documents: colour, logo, columns of the lines, words at the foot.

#include "api/operations.hpp"
#include "papel/formulario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// Columns that can be left out; description and amount always stand.
enum class ColumnaImpresa : std::uint8_t { codigo, cantidad, unidad, precioUnitario, descuento, impuestos };
DESCRIBE_ENUM(ColumnaImpresa, codigo, cantidad, unidad, precioUnitario, descuento, impuestos)

struct ConfiguracionImpresos {
    std::string color = "#1F4E79";
    bool conLogo = true;
    std::vector<ColumnaImpresa> columnas{ColumnaImpresa::codigo, ColumnaImpresa::cantidad, ColumnaImpresa::unidad,
                                         ColumnaImpresa::precioUnitario, ColumnaImpresa::descuento};
    std::string pie;
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionImpresos, (), (color, conLogo, columnas, pie, version))

// Left out is unchanged.
struct ConfiguracionImpresosCambio {
    std::optional<Texto<7>> color;
    std::optional<bool> conLogo;
    std::optional<Lista<ColumnaImpresa, 6>> columnas;
    std::optional<Texto<400>> pie;
};
DESCRIBE_STRUCT(ConfiguracionImpresosCambio, (), (color, conLogo, columnas, pie))

ConfiguracionImpresos leer_configuracion_impresos(db::Reader& tx);
ConfiguracionImpresos obtener_configuracion_impresos(const Context&);
ConfiguracionImpresos cambiar_configuracion_impresos(Context&, const ConfiguracionImpresosCambio&);

papel::Estilo estilo_de(const ConfiguracionImpresos& configuracion);

void register_configuracion_impresos(api::Operations& ops);

}  // namespace cacao
