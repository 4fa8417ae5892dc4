#pragma once
// How amounts of each currency are shown. Asked once for each currency, so that a report of a thousand rows asks once.

#include "engine/entorno/monedas.hpp"
#include "tabla/escritor.hpp"

#include <map>
#include <string>

namespace cacao::engine {

class Decimales {
public:
    explicit Decimales(db::Reader& tx) : tx_(tx) {}

    int de(const std::string& moneda) {
        const auto [it, nueva] = conocidas_.try_emplace(moneda, 2);
        if (nueva)
            if (const auto m = moneda_de(tx_, moneda)) it->second = m->decimales;
        return it->second;
    }
    tabla::Celda monto(Importe importe, const std::string& moneda) { return tabla::monto(importe, de(moneda)); }

private:
    db::Reader& tx_;
    std::map<std::string, int> conocidas_;
};

}  // namespace cacao::engine
