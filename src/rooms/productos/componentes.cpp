#include "rooms/productos/componentes.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"

#include <algorithm>
#include <set>

namespace cacao {
namespace {

struct ProductoDeKit {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    std::string tipo;
    std::string unidad;
    int decimales{};
    bool activo{};
};
DESCRIBE_STRUCT(ProductoDeKit, (), (productoId, codigo, nombre, tipo, unidad, decimales, activo))

std::optional<ProductoDeKit> leer_componente(db::Reader& tx, std::int64_t productoId) {
    return tx.one<ProductoDeKit>(R"(
        SELECT p.productoId, p.codigo, p.nombre, p.tipo, u.codigo AS unidad, u.decimales, p.activo FROM producto p
        JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
        WHERE p.organizacionId = $1 AND p.productoId = $2)",
                                 tx.organizacion(), productoId);
}

// How many kits stand one inside the other from these on, in the direction of `sql`; whether `buscado` is met on the way. One
// level more than allowed is enough to see that it is too deep.
struct Nido {
    int niveles = 0;
    bool contiene = false;
};
Nido recorrer(db::Reader& tx, std::string_view sql, std::set<std::int64_t> nivel, std::int64_t buscado) {
    Nido nido;
    for (; !nivel.empty() && nido.niveles <= engine::kit_niveles; ++nido.niveles) {
        nido.contiene = nido.contiene || nivel.contains(buscado);
        std::vector<std::int64_t> siguientes;
        for (const std::int64_t kit : nivel) tx.all_later(siguientes, sql, tx.organizacion(), kit);
        tx.settle();
        nivel = {siguientes.begin(), siguientes.end()};
    }
    return nido;
}

constexpr std::string_view kits_dentro = R"(
    SELECT c.componenteId FROM productoComponente c
    JOIN producto p ON p.organizacionId = c.organizacionId AND p.productoId = c.componenteId AND p.tipo = 'kit'
    WHERE c.organizacionId = $1 AND c.productoId = $2)";
constexpr std::string_view kits_fuera =
    "SELECT productoId FROM productoComponente WHERE organizacionId = $1 AND componenteId = $2";

}  // namespace

std::vector<ComponenteDeProducto> revisar_componentes(db::Writer& tx, std::int64_t productoId,
                                                      const std::vector<ComponenteNuevo>& pedidos, Faltas& faltas) {
    // Two callers must not close a circle between them.
    tx.lock("kits");
    std::vector<ComponenteDeProducto> lista;
    const int encima = pedidos.empty() ? 0 : recorrer(tx, kits_fuera, {productoId}, 0).niveles - 1;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto& pedido = pedidos[i];
        const std::string campo = "/componentes/" + std::to_string(i);
        faltas.agregar_si(pedido.cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
        const bool repetido = std::ranges::any_of(lista, [&](const auto& c) { return c.productoId == pedido.productoId.valor; });
        faltas.agregar_si(repetido, Codigo::duplicado, campo + "/productoId");
        // A new kit is not stored yet, so nothing can contain it.
        if (pedido.productoId.valor == productoId) {
            faltas.agregar(Codigo::regla_incumplida, campo + "/productoId");
            continue;
        }
        const auto componente = leer_componente(tx, pedido.productoId);
        if (!componente) {
            faltas.agregar(Codigo::no_encontrado, campo + "/productoId");
            continue;
        }
        faltas.agregar_si(!componente->activo, Codigo::inactivo, campo + "/productoId");
        faltas.agregar_si(pedido.cantidad.redondeado(componente->decimales) != pedido.cantidad, Codigo::unidad_no_convertible,
                          campo + "/cantidad");
        if (componente->tipo == reflect::enum_name(TipoProducto::kit)) {
            const auto dentro = recorrer(tx, kits_dentro, {componente->productoId}, productoId);
            faltas.agregar_si(dentro.contiene || encima + 1 + dentro.niveles > engine::kit_niveles, Codigo::regla_incumplida,
                              campo + "/productoId");
        }
        if (!repetido)
            lista.push_back({componente->productoId, componente->codigo, componente->nombre, pedido.cantidad, componente->unidad,
                             pedido.obligatorio.value_or(true)});
    }
    std::ranges::sort(lista, {}, &ComponenteDeProducto::productoId);
    return lista;
}

std::vector<UnidadDeProducto> revisar_unidades(db::Reader& tx, std::int64_t unidadMedidaId,
                                               const std::vector<UnidadDeProductoNueva>& pedidas, Faltas& faltas) {
    std::vector<UnidadDeProducto> lista;
    for (std::size_t i = 0; i < pedidas.size(); ++i) {
        const auto& pedida = pedidas[i];
        const std::string campo = "/unidades/" + std::to_string(i) + "/unidadMedidaId";
        const auto codigo = tx.one<std::string>(
            "SELECT codigo FROM unidadMedida WHERE organizacionId = $1 AND unidadMedidaId = $2 AND activo = 1", tx.organizacion(),
            pedida.unidadMedidaId.valor);
        faltas.agregar_si(!codigo, Codigo::no_encontrado, campo);
        faltas.agregar_si(pedida.unidadMedidaId.valor == unidadMedidaId, Codigo::valor_no_permitido, campo);
        const bool repetida =
            std::ranges::any_of(lista, [&](const auto& u) { return u.unidadMedidaId == pedida.unidadMedidaId.valor; });
        faltas.agregar_si(repetida, Codigo::duplicado, campo);
        if (codigo && !repetida)
            lista.push_back(
                {pedida.unidadMedidaId, *codigo, pedida.numerador, pedida.denominador ? pedida.denominador->valor : 1});
    }
    std::ranges::sort(lista, {}, &UnidadDeProducto::unidadMedidaId);
    return lista;
}

}  // namespace cacao
