#include "engine/existencia/kits.hpp"

#include "db/rows.hpp"
#include "reflect/describe.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

struct Renglon {
    std::int64_t componenteId = 0;
    Cantidad cantidad;
    bool obligatorio = false;
    bool esKit = false;
};
DESCRIBE_STRUCT(Renglon, (), (componenteId, cantidad, obligatorio, esKit))

Cantidad por(Cantidad a, Cantidad b, std::string_view campo) {
    const __int128 producto = static_cast<__int128>(a.micros()) * b.micros();
    reject_if(producto % millonesimas != 0, Codigo::unidad_no_convertible, campo);
    return Cantidad::de_micros(dividir_redondeando(producto, millonesimas));
}

}  // namespace

const std::vector<Codigo> rechazos_de_kits{Codigo::kit_muy_grande, Codigo::regla_incumplida, Codigo::unidad_no_convertible};

struct Recetario::Receta {
    std::vector<Renglon> renglones;
};

// One kit taken apart. Each kit inside it is opened once, whatever leads to it: first the order in which they are met, the outer
// ones before what they hold, then the quantities along it.
class Recetario::Explosion {
public:
    Explosion(const Recetario& recetario, std::string_view campo, bool con_opcionales)
        : recetario_(recetario), campo_(campo), con_opcionales_(con_opcionales) {}

    std::vector<Componente> abrir(std::int64_t kit, Cantidad cantidad) {
        // A kit that is no deeper than allowed has as many kits one inside the other at the most.
        reject_if(visitar(kit) > kit_niveles, Codigo::regla_incumplida, campo_);
        std::map<std::int64_t, Cantidad> lleva{{kit, cantidad}};
        std::map<std::int64_t, std::size_t> lugares;
        for (std::size_t i = 0; i < componentes_.size(); ++i) lugares.emplace(componentes_[i].productoId, i);
        for (auto cual = terminados_.rbegin(); cual != terminados_.rend(); ++cual) {
            const Cantidad suya = lleva.at(*cual);
            for (const Renglon& r : renglones(*cual)) {
                if (salta(r)) continue;
                const Cantidad parte = por(suya, r.cantidad, campo_);
                if (r.esKit) lleva[r.componenteId] += parte;
                else componentes_[lugares.at(r.componenteId)].cantidad += parte;
            }
        }
        return std::move(componentes_);
    }

private:
    const std::vector<Renglon>& renglones(std::int64_t kit) const { return recetario_.recetas_.at(kit).renglones; }
    bool salta(const Renglon& r) const { return !r.obligatorio && !con_opcionales_; }

    // How many kits stand one inside the other from this one on.
    int visitar(std::int64_t kit) {
        const auto [hecho, nuevo] = niveles_.emplace(kit, abierto);
        // A cycle is met again on its own path; what is too deep was not read to its end.
        reject_if(!nuevo && hecho->second == abierto, Codigo::regla_incumplida, campo_);
        if (!nuevo) return hecho->second;
        reject_if(!recetario_.recetas_.contains(kit), Codigo::regla_incumplida, campo_);
        int dentro = 0;
        for (const Renglon& r : renglones(kit)) {
            if (salta(r)) continue;
            if (r.esKit) dentro = std::max(dentro, visitar(r.componenteId));
            else if (vistos_.insert(r.componenteId).second) componentes_.push_back({r.componenteId, {}});
        }
        terminados_.push_back(kit);
        return niveles_[kit] = dentro + 1;
    }

    static constexpr int abierto = 0;
    const Recetario& recetario_;
    std::string_view campo_;
    bool con_opcionales_;
    std::map<std::int64_t, int> niveles_;
    std::vector<std::int64_t> terminados_;  // inner ones before the outer
    std::set<std::int64_t> vistos_;
    std::vector<Componente> componentes_;
};

Recetario::Recetario(db::Reader& tx) : tx_(tx) {}
Recetario::~Recetario() = default;

// Level by level, each in one trip. One level more than allowed is enough to see that it is too deep.
void Recetario::leer(std::int64_t productoId, std::string_view campo) {
    std::set<std::int64_t> nivel{productoId};
    std::set<std::int64_t> vistos;
    std::set<std::int64_t> productos;
    for (int n = 0; n <= kit_niveles && !nivel.empty(); ++n) {
        for (const std::int64_t kit : nivel) {
            const auto [receta, nueva] = recetas_.try_emplace(kit);
            if (nueva)
                tx_.all_later(receta->second.renglones, R"(
                    SELECT c.componenteId, c.cantidad, c.obligatorio, CASE WHEN p.tipo = 'kit' THEN 1 ELSE 0 END AS esKit
                      FROM productoComponente c
                      JOIN producto p ON p.organizacionId = c.organizacionId AND p.productoId = c.componenteId
                                     AND p.tipo <> 'servicio'
                     WHERE c.organizacionId = $1 AND c.productoId = $2
                     ORDER BY c.componenteId)",
                              tx_.organizacion(), kit);
        }
        tx_.settle();
        vistos.insert(nivel.begin(), nivel.end());
        std::set<std::int64_t> siguiente;
        for (const std::int64_t kit : nivel)
            for (const Renglon& renglon : recetas_.at(kit).renglones) {
                productos.insert(renglon.componenteId);
                if (renglon.esKit && !vistos.contains(renglon.componenteId)) siguiente.insert(renglon.componenteId);
            }
        // Where a kit is saved its own are counted; those that hold it grow with it.
        if (productos.size() > kit_productos)
            reject(Codigo::regla_incumplida, std::string{campo}, reflect::objeto("maximo", kit_productos));
        nivel = std::move(siguiente);
    }
}

std::vector<Componente> Recetario::abrir(std::int64_t productoId, Cantidad cantidad, std::string_view campo,
                                         bool con_opcionales) {
    if (!leidos_.contains(productoId)) {
        leer(productoId, campo);
        leidos_.insert(productoId);
    }
    return Explosion{*this, campo, con_opcionales}.abrir(productoId, cantidad);
}

std::vector<Componente> explotar_kit(db::Reader& tx, std::int64_t productoId, Cantidad cantidad, std::string_view campo,
                                     bool con_opcionales) {
    return Recetario{tx}.abrir(productoId, cantidad, campo, con_opcionales);
}

std::vector<Componente> componentes_movidos(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida, bool entraron,
                                            Cantidad cantidad, std::string_view campo) {
    std::vector<Componente> componentes;
    tx.each(R"(
        SELECT m.productoId, CAST(SUM(m.cantidad) AS BIGINT), p.cantidadBase
          FROM partida p
          JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = p.transaccionId AND m.numeroPartida = p.numeroPartida
         WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3 AND m.revierteId = 0
           AND m.cantidad * CAST($4 AS BIGINT) > 0
         GROUP BY m.productoId, p.cantidadBase ORDER BY MIN(m.movimientoId))",
            [&](const db::Row& r) {
                const __int128 parte = static_cast<__int128>(r.integer(1)) * (entraron ? 1 : -1) * cantidad.micros();
                reject_if(parte % r.integer(2) != 0, Codigo::unidad_no_convertible, campo);
                componentes.push_back({r.integer(0), Cantidad::de_micros(dividir_redondeando(parte, r.integer(2)))});
            },
            tx.organizacion(), transaccionId, numeroPartida, std::int64_t{entraron ? 1 : -1});
    return componentes;
}

}  // namespace cacao::engine
