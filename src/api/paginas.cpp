#include "api/paginas.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace cacao {
namespace {

const api::CursorSeal* seal = nullptr;

std::string short_hash(std::string_view text) { return hexadecimal(sha256(text).substr(0, 8)); }

}  // namespace

void api::set_cursor_seal(const CursorSeal* s) { seal = s; }

// The payload is "huella:clave,clave"; the hash binds it to organization, list and filters.
Recorrido::Recorrido(const Context& ctx, const PaginaPedida& pedida, std::string_view lista, std::string consulta) {
    huella_ = short_hash(std::to_string(ctx.organizacionId()) + '|' + std::string{lista} + '|' + consulta);
    registros_ = pedida.registrosPorPagina.value_or(100);
    if (pedida.cursor) {
        reject_if(pedida.pagina.has_value(), Codigo::pagina_y_cursor, "/cursor");
        con_total_ = pedida.conTotal.value_or(false);
        auto payload = seal->open(*pedida.cursor);
        if (!payload || !payload->starts_with(huella_ + ':')) reject(Codigo::cursor_invalido, "/cursor");
        std::vector<std::int64_t> claves;
        const char* p = payload->data() + huella_.size();
        const char* const end = payload->data() + payload->size();
        while (p != end) {
            std::int64_t clave{};
            const auto r = std::from_chars(p + 1, end, clave);
            if (r.ec != std::errc{}) reject(Codigo::cursor_invalido, "/cursor");
            claves.push_back(clave);
            p = r.ptr;
        }
        desde_ = std::move(claves);
        return;
    }
    numerada_ = pedida.pagina.has_value();
    numero_ = pedida.pagina.value_or(1);
    salto_ = (numero_ - 1) * registros_;
    con_total_ = pedida.conTotal.value_or(true);
}

void Recorrido::seguir(const Context& ctx, const FiltroCambios& filtro, std::string_view momento, std::string_view posicion,
                       db::Where& donde) {
    donde.add_if(filtro.modificadoDesde, momento);
    if (!filtro.desdePosicion) return;
    hasta_ = api::last_position(ctx.db());
    // Whoever knows more than there is follows a database that was put back: to go on from here would skip what comes now.
    reject_if(filtro.desdePosicion->valor > *hasta_, Codigo::fuera_de_rango, "/desdePosicion");
    donde.add(posicion, filtro.desdePosicion->valor);
}

bool Recorrido::acortar(const std::vector<std::int64_t>& letras) {
    const auto todas = std::min(registros_, static_cast<std::int64_t>(letras.size()));
    std::int64_t caben = 0;
    for (std::int64_t suma = 0; caben < todas; ++caben) {
        suma += letras[static_cast<std::size_t>(caben)];
        if (caben > 0 && suma > letras_por_pagina) break;
    }
    if (caben == todas) return false;
    if (numerada_) reject(Codigo::lista_muy_larga, "/registrosPorPagina", reflect::objeto("maximo", caben));
    registros_ = caben;
    numero_ = 0;
    sigue_ = true;
    return true;
}

Total Recorrido::contar(db::Reader& tx, std::string_view filas, db::Params params) const {
    Total total;
    if (!con_total_) return total;
    const auto hallados =
        tx.one_with<std::int64_t>(fmt::format("SELECT count(*) FROM ({} LIMIT {}) n", filas, tope + 1), params).value();
    if (hallados > tope) total.masDe = tope;
    else total.registros = hallados;
    return total;
}

std::string Recorrido::tramo_sql(db::Where& donde) const {
    auto sql = " LIMIT " + std::to_string(limite_sql());
    if (salto_ > 0) sql += " OFFSET " + donde.next(salto_);
    return sql;
}

std::string Recorrido::parte_sql(db::Where& donde) const {
    return " LIMIT " + (salto_ > 0 ? donde.next(limite_sql() + salto_) : std::to_string(limite_sql()));
}

std::string Recorrido::cursor(const std::vector<std::int64_t>& claves) const {
    std::string payload = huella_;
    char separador = ':';
    for (const auto clave : claves) {
        payload.push_back(separador);
        payload += std::to_string(clave);
        separador = ',';
    }
    return seal->sign(payload);
}

}  // namespace cacao
