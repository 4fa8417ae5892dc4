#include "engine/entorno/monedas.hpp"
#include "engine/existencia/kits.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

std::vector<Importe> repartir_precio_kit(db::Reader& tx, const std::vector<Componente>& componentes, Importe precio,
                                         int decimales) {
    std::vector<std::vector<Precio>> precios(componentes.size());
    for (std::size_t i = 0; i < componentes.size(); ++i)
        tx.all_later(precios[i], "SELECT precio FROM producto WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(),
                     componentes[i].productoId);
    tx.settle();
    std::vector<std::int64_t> pesos;
    for (std::size_t i = 0; i < componentes.size(); ++i) {
        if (precios[i].empty()) reject(Codigo::no_encontrado, "/productoId");
        pesos.push_back((componentes[i].cantidad * precios[i].front()).redondear(6).micros());
    }
    return repartir(precio, pesos, decimales);
}

}  // namespace cacao::engine
