#include "engine/ajustes.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void pedir_ajustes(db::Reader& tx, std::optional<Ajustes>& ajustes) {
    tx.one_later(ajustes, R"(SELECT c.moneda, m.decimales, c.existenciaNegativa, c.pagoDeTerceros, c.limiteCreditoEstricto, o.rfc
                             FROM configuracion c
                             JOIN moneda m ON m.moneda = c.moneda
                             JOIN organizacion o ON o.organizacionId = c.organizacionId
                             WHERE c.organizacionId = $1)",
                 tx.organizacion());
}

Ajustes leer_ajustes(db::Reader& tx) {
    std::optional<Ajustes> ajustes;
    pedir_ajustes(tx, ajustes);
    tx.settle();
    return ajustes.value();
}

}  // namespace cacao::engine
