#include "api/monedas.hpp"

#include "db/rows.hpp"

namespace cacao::api {

DESCRIBE_STRUCT(Moneda, (), (moneda, decimales))

std::optional<Moneda> moneda_de(db::Reader& tx, std::string_view moneda) {
    return tx.one<Moneda>(R"(
        SELECT m.moneda, m.decimales FROM organizacionMoneda o JOIN moneda m ON m.moneda = o.moneda
        WHERE o.organizacionId = $1 AND o.moneda = $2 AND o.activo = 1)",
                          tx.organizacion(), moneda);
}

Moneda moneda_local(db::Reader& tx) {
    auto local = tx.one<Moneda>(R"(
        SELECT m.moneda, m.decimales FROM configuracion c JOIN moneda m ON m.moneda = c.moneda WHERE c.organizacionId = $1)",
                                tx.organizacion());
    if (!local) reject(Codigo::interno, "");
    return std::move(*local);
}

int Decimales::de(const std::string& moneda) {
    const auto [it, nueva] = conocidas_.try_emplace(moneda, 2);
    if (nueva && moneda.empty()) it->second = moneda_local(tx_).decimales;
    else if (nueva)
        if (const auto m = moneda_de(tx_, moneda)) it->second = m->decimales;
    return it->second;
}

tabla::Celda Decimales::monto(Importe importe, const std::string& moneda) { return tabla::monto(importe, de(moneda)); }

}  // namespace cacao::api
