#include "rooms/eventos/existencias.hpp"

#include "api/posiciones.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/tipos/cualidades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace cacao::eventos {
namespace {

constexpr std::int64_t tramo = 2000;  // positions

std::int64_t ultima_de_interes(db::Reader& tx) {
    std::int64_t ultima = 0;
    tx.each(R"(SELECT COALESCE((SELECT max(posicion) FROM evento WHERE organizacionId = $1), 0),
                      COALESCE((SELECT max(posicion) FROM eventoRegistro WHERE organizacionId = $1 AND tipo = 'NivelInventario'), 0))",
            [&](const db::Row& row) { ultima = std::max(row.integer(0), row.integer(1)); }, tx.organizacion());
    return ultima;
}

std::optional<std::int64_t> seguida_hasta(db::Reader& tx) {
    return tx.one<std::int64_t>("SELECT hastaPosicion FROM existenciaSeguida WHERE organizacionId = $1", tx.organizacion());
}

struct Bajo {
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad disponible;
    Cantidad minimo;
    bool dicho = false;
};

const std::string niveles = R"(
    SELECT n.productoId, n.almacenId, CAST(COALESCE(SUM(x.cantidad - x.reservado), 0) AS BIGINT), n.minimo,
           CASE WHEN EXISTS (SELECT 1 FROM existenciaBaja b WHERE b.organizacionId = $1 AND b.productoId = n.productoId
                                 AND b.almacenId = n.almacenId) THEN 1 ELSE 0 END
    FROM nivelInventario n
    LEFT JOIN existencia x ON x.organizacionId = $1 AND x.productoId = n.productoId AND x.almacenId = n.almacenId
    WHERE n.organizacionId = $1)";
const std::string por_nivel = " GROUP BY n.productoId, n.almacenId, n.minimo ORDER BY n.productoId, n.almacenId";

template <class... Args>
std::vector<Bajo> leer_niveles(db::Reader& tx, const std::string& cuales, const Args&... args) {
    std::vector<Bajo> lista;
    tx.each(
        niveles + cuales + por_nivel,
        [&](const db::Row& row) {
            lista.push_back({row.integer(0), row.integer(1), Cantidad::de_micros(row.integer(2)),
                             Cantidad::de_micros(row.integer(3)), row.integer(4) != 0});
        },
        tx.organizacion(), args...);
    return lista;
}

void anotar_baja(db::Writer& tx, const Bajo& b, Instante ahora) {
    tx.run("INSERT INTO existenciaBaja (organizacionId, productoId, almacenId, desde) VALUES ($1, $2, $3, $4)", tx.organizacion(),
           b.productoId, b.almacenId, ahora);
}

// What is below when nobody has been told yet is no news.
void empezar(db::Writer& tx, Instante ahora) {
    tx.run("INSERT INTO existenciaSeguida (organizacionId, hastaPosicion) VALUES ($1, $2)", tx.organizacion(),
           ultima_de_interes(tx));
    for (const Bajo& b : leer_niveles(tx, ""))
        if (b.disponible < b.minimo && !b.dicho) anotar_baja(tx, b, ahora);
}

// Of documents that were registered, cancelled, revised or went from state to state: what they moved, and what they put aside or
// let go of. And whose minimum was changed, without having moved.
std::vector<std::pair<std::int64_t, bool>> movidos(db::Reader& tx, std::int64_t desde, std::int64_t hasta) {
    std::vector<std::pair<std::int64_t, bool>> productos;
    // From these few on: no plan may begin with all the lines that there are.
    db::Conjunto documentos{"transaccionId"};
    tx.each(R"(SELECT DISTINCT transaccionId FROM evento WHERE organizacionId = $1 AND posicion > $2 AND posicion <= $3
                   AND (evento <> 'cambiado' OR datos LIKE '{"estado"%' OR datos LIKE '{"revision"%') AND evento <> 'liquidado')",
            [&](const db::Row& row) { documentos.agregar(row.integer(0)); }, tx.organizacion(), desde, hasta);
    const std::string sql = fmt::format(
        R"(
        SELECT u.productoId, MAX(u.movido) FROM (
            SELECT m.productoId, 1 AS movido FROM {0} d CROSS JOIN movimiento m
            WHERE m.organizacionId = $1 AND m.transaccionId = d.transaccionId AND m.cantidad <> 0
            UNION ALL
            SELECT p.productoId, 1 FROM {0} d CROSS JOIN documento t CROSS JOIN partida p
            WHERE t.organizacionId = $1 AND t.transaccionId = d.transaccionId AND {1}
              AND p.organizacionId = $1 AND p.transaccionId = t.transaccionId AND p.productoId <> 0
            UNION ALL
            SELECT registroId, 0 FROM eventoRegistro
            WHERE organizacionId = $1 AND tipo = 'NivelInventario' AND posicion > $2 AND posicion <= $3) u
        GROUP BY u.productoId ORDER BY u.productoId)",
        documentos.sql(tx.motor(), "$4"), engine::en_sql("t.tipo", engine::aparta));
    tx.each(
        sql, [&](const db::Row& row) { productos.emplace_back(row.integer(0), row.integer(1) != 0); }, tx.organizacion(), desde,
        hasta, documentos.valor());
    return productos;
}

}  // namespace

bool hay_existencias_por_contar(db::Reader& tx) {
    const auto hasta = seguida_hasta(tx);
    return !hasta || *hasta < ultima_de_interes(tx);
}

bool contar_existencias(db::Writer& tx, Instante ahora) {
    tx.lock("existenciaSeguida");
    const auto desde = seguida_hasta(tx);
    if (!desde) {
        empezar(tx, ahora);
        return false;
    }
    const std::int64_t ultima = ultima_de_interes(tx);
    if (*desde >= ultima) return false;
    const std::int64_t hasta = std::min(ultima, *desde + tramo);
    const auto productos = movidos(tx, *desde, hasta);
    db::Conjunto pedidos{"productoId"};
    for (const auto& [productoId, movido] : productos) {
        pedidos.agregar(productoId);
        if (movido)
            engine::avisar_registro(tx, "Existencia", productoId,
                                    reflect::to_json(engine::evento::ExistenciaCambiada{productoId}), ahora);
    }
    if (!productos.empty())
        for (const Bajo& b :
             leer_niveles(tx, " AND n.productoId IN (SELECT f.productoId FROM " + pedidos.sql(tx.motor(), "$2") + " f)",
                          pedidos.valor())) {
            const bool bajo = b.disponible < b.minimo;
            if (bajo == b.dicho) continue;
            if (!bajo) {
                tx.run("DELETE FROM existenciaBaja WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3",
                       tx.organizacion(), b.productoId, b.almacenId);
                continue;
            }
            anotar_baja(tx, b, ahora);
            engine::avisar_registro(
                tx, "ExistenciaBaja", b.productoId,
                reflect::to_json(engine::evento::ExistenciaBaja{b.productoId, b.almacenId, b.disponible, b.minimo}), ahora);
        }
    tx.run("UPDATE existenciaSeguida SET hastaPosicion = $2 WHERE organizacionId = $1", tx.organizacion(), hasta);
    return !productos.empty() || hasta < ultima;
}

}  // namespace cacao::eventos
