#include "rooms/sat/importacion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace cacao::sat {
namespace {

// Rows to a transaction: the one writer of SQLite is held for a few milliseconds at a time.
constexpr std::int64_t lote = 1000;

std::int64_t reservar(db::Database& database, const std::string& catalogo) {
    std::int64_t generacion = 0;
    database.write_now(0, [&](db::Writer& tx) {
        generacion = tx.one<std::int64_t>(
                           "UPDATE satCatalogo SET reservada = reservada + 1 WHERE catalogo = $1 RETURNING reservada", catalogo)
                         .value();
    });
    return generacion;
}

void insertar(db::Database& database, const std::string& catalogo, std::int64_t generacion, const std::vector<Fila>& filas,
              Progreso progreso) {
    const auto todas = static_cast<std::int64_t>(filas.size());
    for (std::int64_t desde = 0; desde < todas; desde += lote) {
        const auto antes = std::min(desde + lote, todas);
        database.write_now(0, [&](db::Writer& tx) {
            for (auto i = desde; i < antes; ++i) {
                const auto& f = filas[static_cast<std::size_t>(i)];
                tx.run(R"(
                    INSERT INTO satClave (catalogo, generacion, clave, padre, desde, hasta, descripcion, similares, datos)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
                       catalogo, generacion, f.clave, f.padre, f.desde, f.hasta, f.descripcion, f.similares, f.datos);
            }
        });
        progreso(antes, todas);
    }
}

std::int64_t contar(db::Reader& tx, const std::string& catalogo, std::int64_t generacion) {
    return tx.one<std::int64_t>("SELECT count(*) FROM satClave WHERE catalogo = $1 AND generacion = $2", catalogo, generacion)
        .value_or(0);
}

// True while there is more of it.
bool borrar_lote(db::Writer& tx, const std::string& catalogo, std::int64_t generacion) {
    const auto tope =
        tx.one<std::string>("SELECT clave FROM satClave WHERE catalogo = $1 AND generacion = $2 ORDER BY clave LIMIT 1 OFFSET $3",
                            catalogo, generacion, lote);
    if (tope) tx.run("DELETE FROM satClave WHERE catalogo = $1 AND generacion = $2 AND clave <= $3", catalogo, generacion, *tope);
    else tx.run("DELETE FROM satClave WHERE catalogo = $1 AND generacion = $2", catalogo, generacion);
    return tope.has_value();
}

// Every generation but the one that is read and those from `desde` on.
void borrar_anteriores(db::Database& database, const std::string& catalogo, std::int64_t desde) {
    std::vector<std::int64_t> viejas;
    database.read(0, [&](db::Reader& tx) {
        viejas = tx.all<std::int64_t>(R"(
            SELECT DISTINCT k.generacion FROM satCatalogo c
            JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion <> c.generacion AND k.generacion < $2
            WHERE c.catalogo = $1)",
                                      catalogo, desde);
    });
    for (const auto generacion : viejas) {
        bool mas = true;
        while (mas) database.write_now(0, [&](db::Writer& tx) { mas = borrar_lote(tx, catalogo, generacion); });
    }
}

}  // namespace

void reemplazar(db::Database& database, const std::string& catalogo, const std::vector<Fila>& filas, Instante ahora,
                Progreso progreso) {
    const auto generacion = reservar(database, catalogo);
    borrar_anteriores(database, catalogo, generacion);
    insertar(database, catalogo, generacion, filas, progreso);
    const auto todas = static_cast<std::int64_t>(filas.size());
    database.write_now(0, [&](db::Writer& tx) {
        const bool cambiado = contar(tx, catalogo, generacion) == todas && tx.count(R"(
            UPDATE satCatalogo SET generacion = $2, registros = $3, completo = 1, importadoEn = $4
            WHERE catalogo = $1 AND generacion < $2)",
                                                                                    catalogo, generacion, todas, ahora) == 1;
        if (!cambiado) throw std::runtime_error("Another import of " + catalogo + " came in between: nothing was changed.");
    });
    borrar_anteriores(database, catalogo, generacion);
}

void verificar_catalogos(db::Reader& tx, FunctionRef<void(const std::string&)> diferencia) {
    for (const auto& c : catalogos(tx))
        if (const auto hay = contar(tx, c.catalogo, c.generacion); hay != c.registros)
            diferencia(fmt::format("satCatalogo: {} has {} keys instead of {}", c.catalogo, hay, c.registros));
}

}  // namespace cacao::sat
