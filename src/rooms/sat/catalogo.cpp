#include "rooms/sat/catalogo.hpp"

#include "base/texto.hpp"
#include "db/where.hpp"
#include "rooms/sat/indice.hpp"

#include <algorithm>

namespace cacao {
namespace {

// Where a walk stands: a row's key as whole numbers, which is what a cursor carries. Seven bytes to a number, its length first.
std::vector<std::int64_t> numeros_de(const sat::Fila& fila) {
    const auto texto = fila.clave + '\n' + fila.padre + '\n' + std::to_string(fila.desde.dias());
    std::vector<std::int64_t> lista{static_cast<std::int64_t>(texto.size())};
    for (std::size_t i = 0; i < texto.size(); ++i) {
        if (i % 7 == 0) lista.push_back(0);
        lista.back() = lista.back() << 8 | static_cast<unsigned char>(texto[i]);
    }
    return lista;
}

// The numbers were signed with the cursor: nobody else made them.
sat::Fila fila_de(std::span<const std::int64_t> numeros) {
    std::string texto(static_cast<std::size_t>(numeros[0]), '\0');
    for (std::size_t i = 0; i < texto.size(); ++i) {
        const auto en_este = std::min<std::size_t>(7, texto.size() - i / 7 * 7);
        texto[i] = static_cast<char>(numeros[1 + i / 7] >> (8 * (en_este - 1 - i % 7)) & 0xFF);
    }
    const auto uno = texto.find('\n');
    const auto dos = texto.find('\n', uno + 1);
    sat::Fila fila;
    fila.clave = texto.substr(0, uno);
    fila.padre = texto.substr(uno + 1, dos - uno - 1);
    fila.desde = Fecha::de_dias(std::stoi(texto.substr(dos + 1)));
    return fila;
}

// One row of a page, and where the next page would go on.
struct Paso {
    sat::Fila fila;
    std::vector<std::int64_t> claves;
};

struct Tramo {
    std::vector<Paso> pasos;
    Total total;
};

Tramo en_orden(db::Reader& tx, const sat::Catalogo& catalogo, const ClavesFiltro& filtro, const std::optional<Texto<40>>& padre,
               const Recorrido& recorrido) {
    db::Where donde{catalogo.catalogo, catalogo.generacion};
    donde.add_if(filtro.clave, "clave = $");
    donde.add_if(padre, "padre = $");
    if (filtro.fecha) donde.add("desde <= $ AND (hasta IS NULL OR hasta >= $)", *filtro.fecha, *filtro.fecha);
    Tramo p;
    if (!donde.and_sql().empty())
        p.total = recorrido.contar(tx, "SELECT 1 FROM satClave WHERE catalogo = $1 AND generacion = $2" + donde.and_sql(),
                                   donde.params());
    else if (recorrido.con_total()) p.total = catalogo.registros;
    if (recorrido.desde()) {
        const auto ultima = fila_de(*recorrido.desde());
        donde.add("(clave, padre, desde) > ($, $, $)", ultima.clave, ultima.padre, ultima.desde);
    }
    const auto tramo = recorrido.tramo_sql(donde);
    for (auto& fila : tx.all_with<sat::Fila>(R"(
            SELECT clave, padre, desde, hasta, descripcion, similares, datos FROM satClave WHERE catalogo = $1 AND generacion = $2)" +
                                                 donde.and_sql() + " ORDER BY clave, padre, desde" + tramo,
                                             donde.params())) {
        auto claves = numeros_de(fila);
        p.pasos.push_back({std::move(fila), std::move(claves)});
    }
    return p;
}

// The cursor of a search also holds the points of the last one: both together say what comes after it.
Tramo por_parecido(const sat::Indice& indice, const ClavesFiltro& filtro, const std::optional<Texto<40>>& padre,
                   const Recorrido& recorrido) {
    auto hallados = indice.buscar(*filtro.buscar, {filtro.fecha, padre});
    if (filtro.clave) std::erase_if(hallados, [&](const auto& h) { return indice.fila(h.fila).clave != *filtro.clave; });
    Tramo p;
    if (recorrido.con_total()) p.total = static_cast<std::int64_t>(hallados.size());
    if (recorrido.desde()) {
        const std::span numeros{*recorrido.desde()};
        const sat::Indice::Hallazgo ultimo{numeros[0], indice.hasta(fila_de(numeros.subspan(1)))};
        std::erase_if(hallados, [&](const auto& h) { return h < ultimo; });
    }
    const auto primero = std::min(static_cast<std::size_t>(recorrido.salto()), hallados.size());
    const auto ultimo = std::min(primero + static_cast<std::size_t>(recorrido.limite_sql()), hallados.size());
    std::partial_sort(hallados.begin(), hallados.begin() + static_cast<std::ptrdiff_t>(ultimo), hallados.end());
    for (auto i = primero; i < ultimo; ++i) {
        const auto& fila = indice.fila(hallados[i].fila);
        auto claves = numeros_de(fila);
        claves.insert(claves.begin(), hallados[i].puntos);
        p.pasos.push_back({fila, std::move(claves)});
    }
    return p;
}

Pagina<Paso> listar_claves(const Context& ctx, sat::Indices& indices, const std::string& nombre, const ClavesFiltro& filtro,
                           const std::optional<Texto<40>>& padre) {
    auto& tx = ctx.db();
    const auto catalogo = sat::catalogo(tx, nombre);
    if (!catalogo) reject(Codigo::no_encontrado, "/catalogo");
    ClavesFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "CatalogosSAT/" + nombre, reflect::to_json(solo_filtros) + reflect::to_json(padre)};
    const bool con_palabras = filtro.buscar && !plegado(*filtro.buscar).empty();
    auto p = con_palabras ? por_parecido(*indices.de(tx, *catalogo), filtro, padre, recorrido)
                          : en_orden(tx, *catalogo, filtro, padre, recorrido);
    return recorrido.pagina(std::move(p.pasos), p.total, [](const Paso& paso) { return paso.claves; });
}

struct DatosProducto {
    bool estimuloFrontera{};
};
DESCRIBE_STRUCT(DatosProducto, (), (estimuloFrontera))

}  // namespace

ClaveSat clave_de(const sat::Fila& fila) { return {fila.clave, fila.descripcion}; }

VigenciaSat vigencia_de(const sat::Fila& fila) {
    VigenciaSat v{fila.desde, {}};
    if (fila.hasta) fila.hasta->escribir_iso(v.vigenciaFin);
    return v;
}

std::vector<CatalogoSat> listar_catalogos_sat(const Context& ctx) {
    std::vector<CatalogoSat> lista;
    for (const auto& c : sat::catalogos(ctx.db())) {
        auto& item =
            lista.emplace_back(CatalogoSat{c.catalogo, c.clave, c.descripcion, c.registros, c.importable, c.completo, {}});
        if (c.importadoEn) c.importadoEn->escribir_iso(item.importadoEn);
    }
    return lista;
}

void register_catalogo_sat(api::Operations& ops) {
    using enum api::Verb;
    ops.group("CatalogosSAT");
    const auto indices = std::make_shared<sat::Indices>();
    ops.add(GET, "/api/CatalogosSAT", "SatCatalogosListar", listar_catalogos_sat).nuestra();
    ops.add(GET, "/api/CatalogosSAT/{catalogo}", "SatCatalogoConsultar",
            [indices](const Context& ctx, const CatalogoFiltro& filtro) {
                return listar_claves(ctx, *indices, filtro.catalogo, filtro, filtro.padre).como([](const Paso& paso) {
                    const sat::Fila& f = paso.fila;
                    return ClaveDeCatalogo{clave_de(f), vigencia_de(f), f.padre, f.similares, {f.datos}};
                });
            })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/CatalogosSAT/ClavesProducto", "SatClavesProductoListar",
            [indices](const Context& ctx, const ClavesFiltro& filtro) {
                return listar_claves(ctx, *indices, "ClavesProducto", filtro, {}).como([](const Paso& paso) {
                    const sat::Fila& f = paso.fila;
                    const auto datos = reflect::recuperar(Guardado<DatosProducto>{f.datos});
                    return ClaveProducto{clave_de(f), vigencia_de(f), f.similares, datos.estimuloFrontera};
                });
            })
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
