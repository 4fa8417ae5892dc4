#pragma once
// A statement by lines that nobody stored: how a layout would look.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

struct FormatoPrevio {
    EstadoFinanciero estado{};
    Lista<LineaFormato, 200, 1> lineas;
    Entero<190001, 219912> periodoInicial;
    std::optional<Entero<190001, 219912>> periodoFinal;
    std::optional<bool> conCuentas;
};
DESCRIBE_STRUCT(FormatoPrevio, (), (estado, lineas, periodoInicial, periodoFinal, conCuentas))

Estado previsualizar_formato(const Context&, const FormatoPrevio&);

void register_formato_previo(api::Operations& ops);

}  // namespace cacao
