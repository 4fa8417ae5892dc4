#pragma once
// A company with customers and stocked products, ready to sell, and the requests that sell.

#include "db/db.hpp"
#include "rooms/seguridad/alta.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::bench {

struct TradingCompany {
    alta::OrganizacionCreada organizacion;
    std::string apiKey;
    std::vector<std::int64_t> clientes;
    std::vector<std::int64_t> productos;  // each with plenty on hand in one layer
};

TradingCompany make_trading_company(db::Database& database, int clientes, int productos);

// The body of invoice number `n`: five lines of different products, which change from one to the next.
std::string invoice_body(const TradingCompany& company, std::uint64_t n);

}  // namespace cacao::bench
