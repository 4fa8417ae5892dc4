#include "engine/entorno/decimales.hpp"

namespace cacao::engine {

int Decimales::de(const std::string& moneda) {
    const auto [it, nueva] = conocidas_.try_emplace(moneda, 2);
    if (nueva)
        if (const auto m = moneda_de(tx_, moneda)) it->second = m->decimales;
    return it->second;
}

tabla::Celda Decimales::monto(Importe importe, const std::string& moneda) { return tabla::monto(importe, de(moneda)); }

}  // namespace cacao::engine
