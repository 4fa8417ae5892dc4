#include "rooms/documentos/buscar.hpp"

#include "api/busqueda.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/verbos/areas.hpp"
#include "rooms/documentos/documento.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace cacao {
namespace {

constexpr std::size_t hallazgos_por_clase = 20;

// What has a table of words: exactly that by any of its keys, then what has all the words.
struct CatalogoBuscable {
    std::string_view columnas;
    std::string_view tabla;                                        // contacto c
    std::string_view orden;                                        // c.entidadId
    std::vector<std::pair<std::string_view, std::string>> claves;  // c.codigo, and what it would have to be
    TablaDePalabras palabras;
};

template <class Hallado, class Id>
std::vector<Hallado> en_catalogo(db::Reader& tx, const std::string& texto, const CatalogoBuscable& c, Id Hallado::*id) {
    const auto base = fmt::format("SELECT {} FROM {} WHERE {}.organizacionId = $1", c.columnas, c.tabla, c.orden.substr(0, 1));
    const auto tramo = fmt::format(" ORDER BY {} LIMIT {}", c.orden, hallazgos_por_clase);
    std::vector<Hallado> todos;
    const auto agregar = [&](std::vector<Hallado> filas) {
        for (Hallado& f : filas)
            if (todos.size() < hallazgos_por_clase && std::ranges::find(todos, f.*id, id) == todos.end())
                todos.push_back(std::move(f));
    };
    for (const auto& [columna, valor] : c.claves)
        agregar(tx.all<Hallado>(fmt::format("{} AND {} = $2{}", base, columna, tramo), tx.organizacion(), valor));
    db::Where donde{tx.organizacion()};
    filtrar_palabras(tx, texto, c.palabras, donde);
    if (!donde.and_sql().empty()) agregar(tx.all_with<Hallado>(base + donde.and_sql() + tramo, donde.params()));
    return todos;
}

std::vector<ContactoHallado> buscar_contactos(db::Reader& tx, const std::string& texto) {
    return en_catalogo(tx, texto,
                       {"c.entidadId, c.codigo, c.nombre, c.rfc, c.activo",
                        "contacto c",
                        "c.entidadId",
                        {{"c.codigo", texto}, {"c.rfc <> '' AND c.rfc", mayusculas(texto)}},
                        {"contactoPalabra", "entidadId", "c.entidadId"}},
                       &ContactoHallado::entidadId);
}

std::vector<ProductoHallado> buscar_productos(db::Reader& tx, const std::string& texto) {
    return en_catalogo(tx, texto,
                       {"p.productoId, p.codigo, p.nombre, p.numeroParte, p.activo",
                        "producto p",
                        "p.productoId",
                        {{"p.codigo", texto}, {"p.numeroParte <> '' AND p.numeroParte", texto}},
                        {"productoPalabra", "productoId", "p.productoId"}},
                       &ProductoHallado::productoId);
}

struct FolioHallado : DocumentoHallado {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FolioHallado, (DocumentoHallado), (serie, numero))

// A whole folio, its number alone, or the fiscal folio. Folios are found from the series, which are few, by their unique index.
std::vector<DocumentoHallado> buscar_folios(const Context& ctx, const api::Operations& ops, const std::string& texto) {
    auto& tx = ctx.db();
    const auto tipos = engine::tipos_en_sql([&](std::string_view tipo) { return engine::puede_leer(ctx, ops, tipo); });
    if (tipos.empty()) return {};
    constexpr std::string_view columnas =
        "SELECT d.transaccionId, d.tipo, '' AS folio, d.fecha, d.estado, d.entidadId, COALESCE(c.nombre, '') AS contacto, "
        "d.moneda, "
        "d.total, d.serie, d.folio AS numero FROM ";
    constexpr std::string_view contacto =
        " LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId WHERE d.organizacionId = $1";
    const auto fin =
        fmt::format(" AND d.tipo IN ({}) ORDER BY d.fecha DESC, d.transaccionId DESC LIMIT {}", tipos, hallazgos_por_clase);
    const auto guion = texto.rfind('-');
    const auto digitos = std::string_view{texto}.substr(guion == std::string::npos ? 0 : guion + 1);
    std::int64_t numero = 0;
    const bool es_numero =
        std::from_chars(digitos.data(), digitos.data() + digitos.size(), numero).ptr == digitos.data() + digitos.size() &&
        numero > 0;
    std::vector<FolioHallado> filas;
    if (const auto uuid = Uuid::leer(texto)) {
        filas = tx.all<FolioHallado>(fmt::format("{}documento d{} AND d.uuid = $2{}", columnas, contacto, fin), tx.organizacion(),
                                     uuid->texto());
    } else if (es_numero) {
        const auto series = fmt::format(
            "{}serie s JOIN documento d ON d.organizacionId = $1 AND d.tipo = s.tipo AND d.serie = s.serie AND d.folio = $2{} "
            "AND s.organizacionId = $1",
            columnas, contacto);
        filas = guion == std::string::npos
                    ? tx.all<FolioHallado>(series + fin, tx.organizacion(), numero)
                    : tx.all<FolioHallado>(series + " AND s.serie IN ($3, $4)" + fin, tx.organizacion(), numero,
                                           texto.substr(0, guion), mayusculas(texto.substr(0, guion)));
    }
    std::vector<DocumentoHallado> hallados;
    for (FolioHallado& f : filas) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        hallados.push_back(std::move(f));
    }
    return hallados;
}

// The chart is one list that everybody reads whole: its words are compared here, and its codes by their beginning.
std::vector<CuentaHallada> buscar_cuentas(db::Reader& tx, const std::string& texto) {
    std::vector<std::pair<int, CuentaHallada>> halladas;
    const auto pedidas = palabras(texto);
    for (CuentaHallada& c :
         tx.all<CuentaHallada>("SELECT cuentaId, codigo, nombre, activo FROM cuenta WHERE organizacionId = $1 ORDER BY codigo",
                               tx.organizacion())) {
        const auto suyas = palabras(c.nombre);
        const bool todas = !pedidas.empty() && std::ranges::all_of(pedidas, [&](const std::string& p) {
            return std::ranges::any_of(suyas, [&](const std::string& s) { return s.starts_with(p); });
        });
        const int lugar = c.codigo == texto ? 0 : c.codigo.starts_with(texto) ? 1 : todas ? 2 : -1;
        if (lugar >= 0) halladas.emplace_back(lugar, std::move(c));
    }
    std::ranges::stable_sort(halladas, {}, &std::pair<int, CuentaHallada>::first);
    std::vector<CuentaHallada> r;
    for (auto& [lugar, cuenta] : halladas)
        if (r.size() < hallazgos_por_clase) r.push_back(std::move(cuenta));
    return r;
}

}  // namespace

Hallazgos buscar(const Context& ctx, const api::Operations& ops, const BusquedaPedida& pedida) {
    const std::string texto{recortado(pedida.texto)};
    const auto puede = [&](std::string_view id) { return ctx.sesion().permitidas[ops.find(id)->index]; };
    auto& tx = ctx.db();
    Hallazgos h;
    if (texto.empty()) return h;
    if (puede("ContactosListar")) h.contactos = buscar_contactos(tx, texto);
    if (puede("ProductosListar")) h.productos = buscar_productos(tx, texto);
    h.documentos = buscar_folios(ctx, ops, texto);
    if (puede("CuentasListar")) h.cuentas = buscar_cuentas(tx, texto);
    return h;
}

void register_buscar(api::Operations& ops) {
    ops.group("Documentos");
    ops.add(api::Verb::GET, "/api/Buscar", "Buscar",
            [&ops](const Context& ctx, const BusquedaPedida& pedida) { return buscar(ctx, ops, pedida); })
        .nuestra()
        .para_todos();
}

}  // namespace cacao
