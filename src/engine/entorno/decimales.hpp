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

    int de(const std::string& moneda);
    tabla::Celda monto(Importe importe, const std::string& moneda);

private:
    db::Reader& tx_;
    std::map<std::string, int> conocidas_;
};

}  // namespace cacao::engine
