#pragma once
// Pages: by number, or by a signed cursor that costs the same wherever it stands.

#include "api/context.hpp"
#include "api/posiciones.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cacao::db {
class Where;
}

namespace cacao {

// Base of every list request that is paged.
struct PaginaPedida {
    std::optional<Entero<1, 1'000'000'000>> pagina;
    std::optional<Entero<1, 100>> registrosPorPagina;
    std::optional<Texto<2000>> cursor;
    std::optional<bool> conTotal;
};
DESCRIBE_STRUCT(PaginaPedida, (), (pagina, registrosPorPagina, cursor, conTotal))

// What stands beside the records of a page.
struct CamposDePagina {
    std::optional<std::int64_t> pagina;
    std::int64_t registrosPorPagina = 100;
    std::optional<std::int64_t> totalRegistros;
    std::optional<std::int64_t> totalPaginas;
    std::optional<std::string> siguiente;
    std::optional<std::int64_t> masDe;          // only where counting stopped: there are more than these
    std::optional<std::int64_t> hastaPosicion;  // only where desdePosicion was asked
};

// A page of answers. The dispatcher writes `data` and the page fields beside it.
template <class T>
struct Pagina : CamposDePagina {
    std::vector<T> data;

    // The same page of other records, each made of one of these.
    template <class Hacer>
    auto como(Hacer&& hacer) {
        Pagina<std::decay_t<std::invoke_result_t<Hacer, T&>>> otra;
        static_cast<CamposDePagina&>(otra) = std::move(*this);
        otra.data.reserve(data.size());
        for (T& t : data) otra.data.push_back(hacer(t));
        return otra;
    }
};

template <class T>
inline constexpr bool is_pagina = false;
template <class T>
inline constexpr bool is_pagina<Pagina<T>> = true;

namespace api {

// Signs and checks cursors; the key comes from the installation.
class CursorSeal {
public:
    virtual ~CursorSeal() = default;
    virtual std::string sign(std::string_view payload) const = 0;
    virtual std::optional<std::string> open(std::string_view text) const = 0;
};
void set_cursor_seal(const CursorSeal* seal);

}  // namespace api

// How many records a list has: nothing where nobody asked, or where there are more than were counted.
struct Total {
    Total() = default;
    Total(std::int64_t todos) : registros(todos) {}
    std::optional<std::int64_t> registros;
    std::optional<std::int64_t> masDe;
};

// Where a page starts and ends. Lists are ordered by one or two immutable whole-number keys.
class Recorrido {
public:
    // `consulta` identifies the list and its filters: a cursor of another list, other filters or another organization is refused.
    Recorrido(const Context& ctx, const PaginaPedida& pedida, std::string_view lista, std::string consulta);

    std::int64_t limite() const { return registros_; }
    // One more than a page, to learn whether another follows.
    std::int64_t limite_sql() const { return sigue_ ? registros_ : registros_ + 1; }
    std::int64_t salto() const { return salto_; }
    // " LIMIT 101", with " OFFSET $n" where pages are counted. Written out, because PostgreSQL plans a statement once and takes a
    // limit that comes with the parameters for a tenth of the table.
    std::string tramo_sql(db::Where& donde) const;
    // " LIMIT …" of a part that is cut before it is put together with others: as far as the page reaches.
    std::string parte_sql(db::Where& donde) const;
    bool con_total() const { return con_total_; }
    // The total of a list that only counting can tell, when it was asked for. `filas` is a statement with a row for each record;
    // of more than `tope` nobody counts the rest.
    static constexpr std::int64_t tope = 10'000;
    Total contar(db::Reader& tx, std::string_view filas, db::Params params) const;

    // For lists whose records may be of any size: `letras` of those that tramo_sql() would find, in their order. True when the
    // page takes fewer of them (at least one), and tramo_sql() says another thing from then on. Whoever asked for a page by its
    // number counts on how many there are on one, and is told how many fit (lista_muy_larga).
    static constexpr std::int64_t letras_por_pagina = 2'000'000;
    bool acortar(const std::vector<std::int64_t>& letras);
    // The keys of the last record of the page before, when walking by cursor.
    const std::optional<std::vector<std::int64_t>>& desde() const { return desde_; }

    // Filters by `filtro`, by fragments of the list: `momento` for modificadoDesde, `posicion` for desdePosicion. From then on
    // the page says up to which position it knows, which is where the next question goes on. Of several pages that of the first
    // counts.
    void seguir(const Context& ctx, const FiltroCambios& filtro, std::string_view momento, std::string_view posicion,
                db::Where& donde);

    // Cuts the extra record off and fills the page fields; `claves` gives the keys of a record.
    template <class T, class Claves>
    Pagina<T> pagina(std::vector<T> filas, const Total& total, Claves&& claves) const {
        Pagina<T> p;
        p.registrosPorPagina = registros_;
        if (numero_ > 0) p.pagina = numero_;
        const bool de_mas = static_cast<std::int64_t>(filas.size()) > registros_;
        if (de_mas) filas.resize(static_cast<std::size_t>(registros_));
        if ((de_mas || sigue_) && !filas.empty()) {
            p.siguiente = cursor(claves(filas.back()));
        }
        p.totalRegistros = total.registros;
        p.masDe = total.masDe;
        // Of pages cut short nobody knows how many there are.
        if (total.registros && !sigue_) p.totalPaginas = (*total.registros + registros_ - 1) / registros_;
        p.hastaPosicion = hasta_;
        p.data = std::move(filas);
        return p;
    }

private:
    std::string cursor(const std::vector<std::int64_t>& claves) const;

    std::string huella_;
    std::int64_t registros_ = 100;
    std::int64_t numero_ = 0;
    std::int64_t salto_ = 0;
    bool con_total_ = true;
    bool numerada_ = false;  // by who asked
    bool sigue_ = false;     // behind a page that was cut
    std::optional<std::int64_t> hasta_;
    std::optional<std::vector<std::int64_t>> desde_;
};

}  // namespace cacao
