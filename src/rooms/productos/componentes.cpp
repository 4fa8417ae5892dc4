#include "rooms/productos/componentes.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <map>
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

struct Hijo {
    std::int64_t componenteId{};
    bool esKit{};
};
DESCRIBE_STRUCT(Hijo, (), (componenteId, esKit))

std::optional<ProductoDeKit> leer_componente(db::Reader& tx, std::int64_t productoId) {
    return tx.one<ProductoDeKit>(R"(
        SELECT p.productoId, p.codigo, p.nombre, p.tipo, u.codigo AS unidad, u.decimales, p.activo FROM producto p
        JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
        WHERE p.organizacionId = $1 AND p.productoId = $2)",
                                 tx.organizacion(), productoId);
}

// How many kits stand one inside the other from this one on, in the direction of what holds it. One level more than allowed is
// enough to see that it is too deep.
int niveles_encima(db::Reader& tx, std::int64_t productoId) {
    std::set<std::int64_t> nivel{productoId};
    int niveles = 0;
    for (; !nivel.empty() && niveles <= engine::kit_niveles; ++niveles) {
        std::vector<std::int64_t> siguientes;
        for (const std::int64_t kit : nivel)
            tx.all_later(siguientes, "SELECT productoId FROM productoComponente WHERE organizacionId = $1 AND componenteId = $2",
                         tx.organizacion(), kit);
        tx.settle();
        nivel = {siguientes.begin(), siguientes.end()};
    }
    return niveles - 1;
}

// What stands inside kits, each of them read once.
class Interior {
public:
    Interior(db::Reader& tx, std::int64_t exterior) : tx_(tx), exterior_(exterior) {}

    // False when it has more products than a kit may consist of; then nothing else is known of it.
    bool leer(std::int64_t kit) {
        if (!leidos_.insert(kit).second) return cabe();
        std::vector<std::int64_t> nivel{kit};
        productos_.insert(kit);
        while (!nivel.empty() && productos_.size() <= engine::kit_productos) {
            std::vector<std::vector<Hijo>> hallados(nivel.size());
            for (std::size_t i = 0; i < nivel.size(); ++i)
                tx_.all_later(hallados[i], R"(
                    SELECT c.componenteId, CASE WHEN p.tipo = 'kit' THEN 1 ELSE 0 END AS esKit FROM productoComponente c
                    JOIN producto p ON p.organizacionId = c.organizacionId AND p.productoId = c.componenteId
                    WHERE c.organizacionId = $1 AND c.productoId = $2)",
                              tx_.organizacion(), nivel[i]);
            tx_.settle();
            std::set<std::int64_t> siguiente;
            for (std::size_t i = 0; i < nivel.size(); ++i)
                for (const Hijo& h : hallados[i]) {
                    productos_.insert(h.componenteId);
                    if (!h.esKit) continue;
                    hijos_[nivel[i]].push_back(h.componenteId);
                    if (leidos_.insert(h.componenteId).second) siguiente.insert(h.componenteId);
                }
            nivel.assign(siguiente.begin(), siguiente.end());
        }
        return cabe();
    }
    void contar(std::int64_t productoId) { productos_.insert(productoId); }
    bool cabe() const { return productos_.size() <= engine::kit_productos; }

    // Levels from here on, the kit itself included; more than any kit may have when the outer one is met again.
    int niveles(std::int64_t kit) {
        if (kit == exterior_) return 2 * engine::kit_niveles;
        const auto [hecho, nuevo] = niveles_.emplace(kit, 1);
        if (!nuevo) return hecho->second;
        int dentro = 0;
        for (const std::int64_t hijo : hijos_[kit]) dentro = std::max(dentro, niveles(hijo));
        return niveles_[kit] = dentro + 1;
    }

private:
    db::Reader& tx_;
    std::int64_t exterior_;
    std::set<std::int64_t> productos_, leidos_;
    std::map<std::int64_t, std::vector<std::int64_t>> hijos_;
    std::map<std::int64_t, int> niveles_;
};

}  // namespace

std::vector<ComponenteDeProducto> revisar_componentes(db::Writer& tx, std::int64_t productoId,
                                                      const std::vector<ComponenteNuevo>& pedidos, Faltas& faltas) {
    // Two callers must not close a circle between them.
    tx.lock("kits");
    std::vector<ComponenteDeProducto> lista;
    const auto nombrados = engine::productos_nombrados(tx, pedidos, "/componentes");
    const int encima = pedidos.empty() ? 0 : niveles_encima(tx, productoId);
    Interior interior{tx, productoId};
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto& pedido = pedidos[i];
        const std::string campo = "/componentes/" + std::to_string(i);
        faltas.agregar_si(pedido.cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
        if (const auto& mal = nombrados[i].falta) {
            faltas.agregar(mal->codigo, mal->campo, mal->en, mal->datos);
            continue;
        }
        const std::int64_t suyo = nombrados[i].productoId;
        const bool repetido = std::ranges::any_of(lista, [&](const auto& c) { return c.productoId == suyo; });
        faltas.agregar_si(repetido, Codigo::duplicado, campo + "/productoId");
        // A new kit is not stored yet, so nothing can contain it.
        if (suyo == productoId) {
            faltas.agregar(Codigo::regla_incumplida, campo + "/productoId");
            continue;
        }
        const auto componente = leer_componente(tx, suyo);
        if (!componente) {
            faltas.agregar(Codigo::no_encontrado, campo + "/productoId");
            continue;
        }
        faltas.agregar_si(!componente->activo, Codigo::inactivo, campo + "/productoId");
        faltas.agregar_si(pedido.cantidad.redondeado(componente->decimales) != pedido.cantidad, Codigo::unidad_no_convertible,
                          campo + "/cantidad");
        if (componente->tipo == reflect::enum_name(TipoProducto::kit)) {
            const bool entero = interior.leer(componente->productoId);
            faltas.agregar_si(entero && encima + 1 + interior.niveles(componente->productoId) > engine::kit_niveles,
                              Codigo::regla_incumplida, campo + "/productoId");
        } else {
            interior.contar(componente->productoId);
        }
        if (!repetido)
            lista.push_back({componente->productoId, componente->codigo, componente->nombre, pedido.cantidad, componente->unidad,
                             pedido.obligatorio.value_or(true)});
    }
    if (!interior.cabe())
        faltas.agregar(Codigo::kit_muy_grande, "/componentes", En::donde_sea, reflect::objeto("maximo", engine::kit_productos));
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

std::vector<CodigoBarras> revisar_codigos_barras(db::Writer& tx, const Producto& p, const std::vector<CodigoBarrasNuevo>& pedidos,
                                                 Faltas& faltas) {
    // Whoever gives a product its code waits, and the other way round (revisar_producto).
    if (!pedidos.empty()) tx.lock("codigosBarras");
    std::vector<CodigoBarras> lista;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const CodigoBarrasNuevo& pedido = pedidos[i];
        const std::string campo = "/codigosBarras/" + std::to_string(i);
        const std::string codigo{pedido.codigo};
        const std::int64_t dicha = pedido.unidadMedidaId.value_or(0);
        const std::int64_t unidad = dicha == p.unidadMedidaId ? 0 : dicha;
        const bool suya =
            unidad == 0 || std::ranges::find(p.unidades, unidad, &UnidadDeProducto::unidadMedidaId) != p.unidades.end();
        faltas.agregar_si(!suya, Codigo::valor_no_permitido, campo + "/unidadMedidaId");
        const bool repetido = std::ranges::find(lista, codigo, &CodigoBarras::codigo) != lista.end();
        faltas.agregar_si(repetido, Codigo::duplicado, campo + "/codigo");
        const auto otro = tx.one<std::int64_t>(R"(
            SELECT productoId FROM codigoBarras WHERE organizacionId = $1 AND codigo = $2 AND productoId <> $3
            UNION ALL
            SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2 AND productoId <> $3 LIMIT 1)",
                                               tx.organizacion(), codigo, p.productoId);
        duplicado_si(otro, p.productoId, campo + "/codigo", faltas);
        if (!repetido) lista.push_back({codigo, unidad});
    }
    std::ranges::sort(lista, {}, &CodigoBarras::codigo);
    return lista;
}

}  // namespace cacao
