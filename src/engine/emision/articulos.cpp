#include "engine/emision/articulos.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "reflect/json_write.hpp"

#include <map>

namespace cacao::engine {

void nombrar_productos(db::Reader& tx, std::span<DeArticulo* const> articulos) {
    std::vector<std::string> codigos;
    for (const DeArticulo* a : articulos) codigos.push_back(a->codigo);
    struct Nombrado {
        std::int64_t productoId = 0;
        std::int64_t unidadMedidaId = 0;
    };
    std::map<std::string, Nombrado, std::less<>> productos;
    // By its own code, or by one that it is scanned by, which says the unit that it is on.
    const std::string pedidos = db::textos_sql(tx.motor(), "codigo", "$2");
    tx.each(
        "SELECT q.codigo, q.productoId, 0 FROM " + pedidos +
            " f JOIN producto q ON q.organizacionId = $1 AND q.codigo = f.codigo UNION ALL "
            "SELECT k.codigo, k.productoId, k.unidadMedidaId FROM " +
            pedidos + " f JOIN codigoBarras k ON k.organizacionId = $1 AND k.codigo = f.codigo",
        [&](const db::Row& r) {
            productos.emplace(r.text(0), Nombrado{r.integer(1), r.integer(2)});
        },
        tx.organizacion(), reflect::to_json(codigos));
    for (DeArticulo* a : articulos) {
        const auto it = productos.find(a->codigo);
        if (it == productos.end() || (a->productoId != 0 && a->productoId != it->second.productoId)) continue;
        a->productoId = it->second.productoId;
        if (a->unidadMedidaId == 0) a->unidadMedidaId = it->second.unidadMedidaId;
        a->codigo.clear();
    }
}

}  // namespace cacao::engine
