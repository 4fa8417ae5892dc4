#pragma once
// Search in one catalog by key and by words, best match first. The index lives in memory: it is made from the rows of one
// generation and never changes, so both engines give the same answer, and the commonest word costs little more than a rare one.

#include "rooms/sat/filas.hpp"

#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <span>

namespace cacao::sat {

class Indice {
public:
    // In order of key, as todas() gives them.
    explicit Indice(std::vector<Fila> filas);

    struct Filtro {
        std::optional<Fecha> fecha;        // in force on that day
        std::optional<std::string> padre;  // that belong to this key
    };
    // Fewer points are a better match; the order of keys decides between equals.
    struct Hallazgo {
        std::int64_t puntos = 0;
        std::uint32_t fila = 0;
        friend auto operator<=>(const Hallazgo&, const Hallazgo&) = default;
    };
    // In no order: whoever wants one page sorts no more than that. `texto` holds at least one letter or digit.
    std::vector<Hallazgo> buscar(std::string_view texto, const Filtro& filtro) const;

    const Fila& fila(std::uint32_t numero) const { return filas_[numero]; }
    // How many rows come before this one, itself included: where a walk goes on.
    std::uint32_t hasta(const Fila& fila) const;

private:
    // Where a word of the question may stand in the vocabulary: itself, what begins with it, what begins with its singular.
    struct Palabra {
        std::uint32_t exacta = 0;
        std::uint32_t desde = 0, antes = 0;
        std::uint32_t raiz_desde = 0, raiz_antes = 0;
        int nivel(std::uint32_t id) const;  // 0 the word itself, 1 its beginning, 2 its singular; -1 none
    };
    Palabra localizar(const std::string& palabra) const;
    std::pair<std::uint32_t, std::uint32_t> rango(const std::string& prefijo) const;
    std::int64_t puntos(std::uint32_t fila, std::span<const Palabra> palabras) const;  // -1: no match
    std::span<const std::uint32_t> nombre(std::uint32_t fila) const;
    std::span<const std::uint32_t> similares(std::uint32_t fila) const;
    void por_clave(const std::string& plegada, std::vector<Hallazgo>& hallados) const;

    std::vector<Fila> filas_;
    std::vector<std::string> vocabulario_;                         // sorted
    std::vector<std::uint32_t> palabras_;                          // of each row: its name's in order, then its other words
    std::vector<std::uint32_t> inicio_nombre_, inicio_similares_;  // where those of a row begin; one more than rows
    std::vector<std::uint32_t> apariciones_;                       // rows of each word of the vocabulary
    std::vector<std::uint32_t> inicio_apariciones_;
    std::vector<std::pair<std::string, std::uint32_t>> claves_;  // folded, sorted
};

// The indexes of this process, each made at the first search after a start or an import.
class Indices {
public:
    std::shared_ptr<const Indice> de(db::Reader& tx, const Catalogo& catalogo);

private:
    struct Hecho {
        std::int64_t generacion = 0;
        std::shared_ptr<const Indice> indice;
    };
    std::mutex mutex_;
    std::map<std::string, Hecho> hechos_;
};

}  // namespace cacao::sat
