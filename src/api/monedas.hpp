#pragma once
// Which currencies an organization uses, and how their amounts are shown.

#include "api/context.hpp"
#include "tabla/escritor.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::api {

struct Moneda {
    std::string moneda;
    int decimales = 2;
};

// A currency that the organization uses, or nothing.
std::optional<Moneda> moneda_de(db::Reader& tx, std::string_view moneda);
// The one in which its books are kept.
Moneda moneda_local(db::Reader& tx);

// Asked once for each currency, so that a report of a thousand rows asks once. "" is the local one.
class Decimales {
public:
    explicit Decimales(db::Reader& tx) : tx_(tx) {}

    int de(const std::string& moneda);
    tabla::Celda monto(Importe importe, const std::string& moneda);

private:
    db::Reader& tx_;
    std::map<std::string, int> conocidas_;
};

}  // namespace cacao::api
