#include "engine/emision/articulos.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "reflect/json_write.hpp"

#include <map>

namespace cacao::engine {

void nombrar_productos(db::Reader& tx, std::span<DeArticulo* const> articulos) {
    std::vector<std::string> codigos;
    for (const DeArticulo* a : articulos) codigos.push_back(a->codigo);
    std::map<std::string, std::int64_t, std::less<>> productos;
    tx.each(
        "SELECT q.codigo, q.productoId FROM " + db::textos_sql(tx.motor(), "codigo", "$2") +
            " f JOIN producto q ON q.organizacionId = $1 AND q.codigo = f.codigo",
        [&](const db::Row& r) { productos.emplace(r.text(0), r.integer(1)); }, tx.organizacion(), reflect::to_json(codigos));
    for (DeArticulo* a : articulos) {
        const auto it = productos.find(a->codigo);
        if (it == productos.end() || (a->productoId != 0 && a->productoId != it->second)) continue;
        a->productoId = it->second;
        a->codigo.clear();
    }
}

}  // namespace cacao::engine
