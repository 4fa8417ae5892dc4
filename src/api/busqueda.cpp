#include "api/busqueda.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cacao {
namespace {

constexpr std::int64_t pocas = 2000;

// A text behind everything that starts with `prefijo`, in the byte order of both engines: U+10FFFF is the last character.
std::string tope(const std::string& prefijo) { return prefijo + "\xF4\x8F\xBF\xBF"; }

// At most how many records have a word that starts like this, counted no further than matters.
std::int64_t cuantas(db::Reader& tx, std::string_view tabla, const std::string& palabra) {
    const auto sql = fmt::format(
        "SELECT count(*) FROM (SELECT 1 FROM {} WHERE organizacionId = $1 AND palabra >= $2 AND palabra < $3 LIMIT $4) w", tabla);
    return tx.one<std::int64_t>(sql, tx.organizacion(), palabra, tope(palabra), pocas + 1).value_or(0);
}

}  // namespace

// Every word must be there. A rare word is looked up first and gives the candidates; with common words only, walking the records
// in order and asking each one finds a page sooner than collecting and sorting the candidates.
void filtrar_palabras(db::Reader& tx, const std::string& buscar, const TablaDePalabras& t, db::Where& donde) {
    std::vector<std::pair<std::int64_t, std::string>> frecuencia;
    for (const auto& palabra : palabras(buscar)) frecuencia.emplace_back(cuantas(tx, t.tabla, palabra), palabra);
    std::ranges::sort(frecuencia);
    bool candidatos = !frecuencia.empty() && frecuencia.front().first <= pocas;
    for (const auto& [n, palabra] : frecuencia) {
        donde.add(candidatos ? fmt::format("{2} IN (SELECT w.{1} FROM {0} w WHERE w.organizacionId = $1 AND w.palabra >= $ AND "
                                           "w.palabra < $)",
                                           t.tabla, t.id, t.de_lista)
                             : fmt::format("EXISTS (SELECT 1 FROM {0} w WHERE w.organizacionId = $1 AND w.{1} = {2} AND "
                                           "w.palabra >= $ AND w.palabra < $)",
                                           t.tabla, t.id, t.de_lista),
                  palabra, tope(palabra));
        candidatos = false;
    }
}

}  // namespace cacao
