#include "engine/existencia/kits.hpp"

#include "db/rows.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <map>

namespace cacao::engine {
namespace {

struct Renglon {
    std::int64_t componenteId = 0;
    Cantidad cantidad;
    bool obligatorio = false;
    bool esKit = false;
};
DESCRIBE_STRUCT(Renglon, (), (componenteId, cantidad, obligatorio, esKit))

using Recetas = std::map<std::int64_t, std::vector<Renglon>>;

// Level by level, each in one trip. One level more than allowed is enough to see that it is too deep.
Recetas leer_recetas(db::Reader& tx, std::int64_t productoId) {
    Recetas recetas;
    std::vector<std::int64_t> nivel{productoId};
    for (int n = 0; n <= kit_niveles && !nivel.empty(); ++n) {
        for (const std::int64_t kit : nivel)
            tx.all_later(recetas[kit], R"(
                SELECT c.componenteId, c.cantidad, c.obligatorio, CASE WHEN p.tipo = 'kit' THEN 1 ELSE 0 END AS esKit
                  FROM productoComponente c
                  JOIN producto p ON p.organizacionId = c.organizacionId AND p.productoId = c.componenteId
                                 AND p.tipo <> 'servicio'
                 WHERE c.organizacionId = $1 AND c.productoId = $2
                 ORDER BY c.componenteId)",
                         tx.organizacion(), kit);
        tx.settle();
        std::vector<std::int64_t> siguiente;
        for (const std::int64_t kit : nivel)
            for (const Renglon& renglon : recetas.at(kit))
                if (renglon.esKit && !recetas.contains(renglon.componenteId) &&
                    std::ranges::find(siguiente, renglon.componenteId) == siguiente.end())
                    siguiente.push_back(renglon.componenteId);
        nivel = std::move(siguiente);
    }
    return recetas;
}

Cantidad por(Cantidad a, Cantidad b, std::string_view campo) {
    const __int128 producto = static_cast<__int128>(a.micros()) * b.micros();
    reject_if(producto % millonesimas != 0, Codigo::unidad_no_convertible, campo);
    return Cantidad::de_micros(dividir_redondeando(producto, millonesimas));
}

class Explosion {
public:
    Explosion(const Recetas& recetas, std::string_view campo, bool con_opcionales)
        : recetas_(recetas), campo_(campo), con_opcionales_(con_opcionales) {}

    void abrir(std::int64_t kit, Cantidad cantidad) {
        // A cycle is met again on its own path; a deep kit runs out of levels.
        reject_if(std::ranges::find(camino_, kit) != camino_.end() || camino_.size() >= kit_niveles, Codigo::regla_incumplida,
                  campo_);
        camino_.push_back(kit);
        for (const Renglon& renglon : recetas_.at(kit)) {
            if (!renglon.obligatorio && !con_opcionales_) continue;
            const Cantidad lleva = por(cantidad, renglon.cantidad, campo_);
            if (renglon.esKit) abrir(renglon.componenteId, lleva);
            else sumar(renglon.componenteId, lleva);
        }
        camino_.pop_back();
    }

    std::vector<Componente> componentes;

private:
    void sumar(std::int64_t productoId, Cantidad cantidad) {
        const auto mismo = std::ranges::find(componentes, productoId, &Componente::productoId);
        if (mismo == componentes.end()) componentes.push_back({productoId, cantidad});
        else mismo->cantidad += cantidad;
    }

    const Recetas& recetas_;
    std::string_view campo_;
    bool con_opcionales_;
    std::vector<std::int64_t> camino_;
};

}  // namespace

std::vector<Componente> explotar_kit(db::Reader& tx, std::int64_t productoId, Cantidad cantidad, std::string_view campo,
                                     bool con_opcionales) {
    const Recetas recetas = leer_recetas(tx, productoId);
    Explosion explosion{recetas, campo, con_opcionales};
    explosion.abrir(productoId, cantidad);
    return std::move(explosion.componentes);
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
