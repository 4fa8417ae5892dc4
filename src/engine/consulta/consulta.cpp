#include "engine/consulta/consulta.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/consulta/consulta_detalle.hpp"
#include "engine/consulta/consulta_interno.hpp"
#include "engine/consulta/consulta_propios.hpp"
#include "engine/entorno/series_documento.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>

namespace cacao::engine {
namespace {

struct Condicion {
    std::optional<Fecha> vigenciaFecha;
    std::optional<Fecha> entregaFecha;
    std::string direccionEntrega;
    std::string condiciones;
};
DESCRIBE_STRUCT(Condicion, (), (vigenciaFecha, entregaFecha, direccionEntrega, condiciones))

struct RelacionFila : RelacionVista {
    std::string serie;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(RelacionFila, (RelacionVista), (serie, numero))

// What documents have beside header and lines, asked for and not yet there.
struct Resto {
    std::optional<Condicion> condicion;
    std::vector<RelacionFila> relaciones;
    std::vector<ArchivoVista> archivos;
};
struct RestoDeLista : Resto {
    std::vector<PartidaVista> partidas;
};
struct RestoDeUno : Resto {
    std::vector<NotaAgregada> notas;
    interno::Detalle detalle;
};

void pedir_resto(db::Reader& tx, std::int64_t transaccionId, Resto& r) {
    const auto org = tx.organizacion();
    tx.one_later(r.condicion, R"(SELECT vigenciaFecha, entregaFecha, direccionEntrega, condiciones FROM documentoCondicion
                                 WHERE organizacionId = $1 AND transaccionId = $2)",
                 org, transaccionId);
    tx.all_later(r.relaciones, R"(
        SELECT 'origen' AS relacion, d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, COALESCE(d.uuid, '') AS uuid,
               '' AS tipoRelacion, d.serie, d.folio AS numero
        FROM documento d
        WHERE d.organizacionId = $1 AND d.transaccionId IN (
            SELECT p.origenId FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0)
        ORDER BY d.transaccionId)",
                 org, transaccionId);
    tx.all_later(r.relaciones, R"(
        SELECT 'derivado' AS relacion, d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, COALESCE(d.uuid, '') AS uuid,
               '' AS tipoRelacion, d.serie, d.folio AS numero
        FROM documento d
        WHERE d.organizacionId = $1 AND d.estado <> 'cancelado' AND d.transaccionId IN (
            SELECT p.transaccionId FROM partida p WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0)
        ORDER BY d.transaccionId)",
                 org, transaccionId);
    tx.all_later(r.relaciones, R"(
        SELECT 'relacionado' AS relacion, r.relacionadoId AS transaccionId, COALESCE(d.tipo, '') AS tipoDocumento, '' AS folio,
               CASE WHEN r.uuid <> '' THEN r.uuid ELSE COALESCE(d.uuid, '') END AS uuid, r.tipoRelacion,
               COALESCE(d.serie, '') AS serie, COALESCE(d.folio, 0) AS numero
        FROM documentoRelacionado r
        LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.relacionadoId
        WHERE r.organizacionId = $1 AND r.transaccionId = $2 ORDER BY r.consecutivo)",
                 org, transaccionId);
    tx.all_later(r.archivos, archivos_de_documento, org, transaccionId);
}

void pedir_resto_de_lista(db::Reader& tx, std::int64_t transaccionId, RestoDeLista& r) {
    static const std::string partidas =
        fmt::format("SELECT {} FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida",
                    interno::columnas_de_partida);
    pedir_resto(tx, transaccionId, r);
    tx.all_later(r.partidas, partidas, tx.organizacion(), transaccionId);
}

// Notes are few: one question for a whole page, not one for each of its documents.
std::map<std::int64_t, std::vector<NotaAgregada>> notas_de(db::Reader& tx, const std::vector<std::int64_t>& ids) {
    std::map<std::int64_t, std::vector<NotaAgregada>> notas;
    if (ids.empty()) return notas;
    db::Conjunto filas{"transaccionId"};
    for (const std::int64_t id : ids) filas.agregar(id);
    tx.each(
        fmt::format(R"(SELECT n.transaccionId, n.nota, n.creadoPor, COALESCE(u.nombre, ''), n.creadoEn
                         FROM {} f
                         JOIN documentoNota n ON n.organizacionId = $1 AND n.transaccionId = f.transaccionId
                         LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = n.creadoPor
                        ORDER BY n.transaccionId, n.consecutivo)",
                    filas.sql(tx.motor(), "$2")),
        [&](const db::Row& r) {
            notas[r.integer(0)].push_back(
                {std::string{r.text(1)}, r.integer(2), std::string{r.text(3)}, Instante::de_micros(r.integer(4))});
        },
        tx.organizacion(), filas.valor());
    return notas;
}

std::string texto(const std::optional<Fecha>& fecha) { return fecha ? fecha->iso() : std::string{}; }

void poner_condiciones(CondicionesVenta& v, Resto& r) {
    if (!r.condicion) return;
    v.vigenciaFecha = texto(r.condicion->vigenciaFecha);
    v.entregaFecha = texto(r.condicion->entregaFecha);
    v.direccionEntrega = std::move(r.condicion->direccionEntrega);
    v.condiciones = std::move(r.condicion->condiciones);
}

void poner_condiciones(CondicionesCompra& v, Resto& r) {
    if (!r.condicion) return;
    v.fechaRequerida = texto(r.condicion->entregaFecha);
    v.condiciones = std::move(r.condicion->condiciones);
}

template <class Vista>
Vista completar(const Context& ctx, typename Vista::Resumen resumen, Resto& r) {
    Vista v{};
    static_cast<typename Vista::Resumen&>(v) = std::move(resumen);
    poner_condiciones(v, r);
    for (RelacionFila& f : r.relaciones) {
        if (f.numero != 0) f.folio = folio_texto(f.serie, f.numero);
        v.documentosRelacionados.push_back(std::move(f));
    }
    v.archivos = std::move(r.archivos);
    poner_enlaces(ctx, v.archivos);
    return v;
}

template <class Vista>
Vista completar_uno(const Context& ctx, typename Vista::Resumen resumen, RestoDeUno& r) {
    Vista v = completar<Vista>(ctx, std::move(resumen), r);
    v.notasAgregadas = std::move(r.notas);
    v.partidas = interno::completar(r.detalle, v.tipoDocumento, v.estado);
    return v;
}

// The same page with everything that goes with its documents.
template <class Vista>
Pagina<Vista> con_resto(const Context& ctx, Pagina<typename Vista::Resumen> pagina) {
    std::vector<std::int64_t> ids;
    for (const auto& d : pagina.data) ids.push_back(d.transaccionId);
    auto notas = notas_de(ctx.db(), ids);
    return con_propios<RestoDeLista>(ctx, std::move(pagina), pedir_resto_de_lista,
                                     [&](typename Vista::Resumen& d, RestoDeLista& r) {
                                         Vista v = completar<Vista>(ctx, std::move(d), r);
                                         v.notasAgregadas = std::move(notas[v.transaccionId]);
                                         v.partidas = std::move(r.partidas);
                                         return v;
                                     });
}

}  // namespace

template <class Vista>
std::vector<std::optional<Vista>> leer_documentos(const Context& ctx, const std::vector<std::int64_t>& ids,
                                                  std::initializer_list<std::string_view> tipos) {
    auto& tx = ctx.db();
    using Resumen = typename Vista::Resumen;
    std::deque<std::optional<interno::Fila<Resumen>>> filas;  // a deque does not move what the database will fill
    std::deque<RestoDeUno> restos;
    const std::string sql =
        interno::documento_sql<Resumen>("documento d") + " WHERE d.organizacionId = $1 AND d.transaccionId = $2";
    for (const std::int64_t id : ids) {
        tx.one_later(filas.emplace_back(), sql, tx.organizacion(), id);
        RestoDeUno& r = restos.emplace_back();
        pedir_resto(tx, id, r);
        tx.all_later(r.notas, notas_de_documento, tx.organizacion(), id);
        interno::pedir_detalle(tx, id, tipos, r.detalle);
    }
    tx.settle();
    std::vector<std::optional<Vista>> documentos;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        auto& f = filas[i];
        const bool es = f && std::find(tipos.begin(), tipos.end(), f->tipoDocumento) != tipos.end();
        documentos.push_back(
            es ? std::optional{completar_uno<Vista>(ctx, interno::resumen(std::move(*f), ctx.sesion()), restos[i])}
               : std::nullopt);
    }
    return documentos;
}

template <class Vista>
std::optional<Vista> leer_documento(const Context& ctx, std::int64_t transaccionId,
                                    std::initializer_list<std::string_view> tipos) {
    return std::move(leer_documentos<Vista>(ctx, {transaccionId}, tipos).front());
}

template <class Vista>
Vista exigir_documento(const Context& ctx, std::int64_t transaccionId, std::initializer_list<std::string_view> tipos,
                       std::string_view campo) {
    auto documento = leer_documento<Vista>(ctx, transaccionId, tipos);
    reject_if(!documento, Codigo::no_encontrado, campo);
    return std::move(*documento);
}

template std::vector<std::optional<DocumentoVista>> leer_documentos(const Context&, const std::vector<std::int64_t>&,
                                                                    std::initializer_list<std::string_view>);
template std::vector<std::optional<CompraVista>> leer_documentos(const Context&, const std::vector<std::int64_t>&,
                                                                 std::initializer_list<std::string_view>);
template std::optional<DocumentoVista> leer_documento(const Context&, std::int64_t, std::initializer_list<std::string_view>);
template std::optional<CompraVista> leer_documento(const Context&, std::int64_t, std::initializer_list<std::string_view>);
template DocumentoVista exigir_documento(const Context&, std::int64_t, std::initializer_list<std::string_view>, std::string_view);
template CompraVista exigir_documento(const Context&, std::int64_t, std::initializer_list<std::string_view>, std::string_view);

Pagina<DocumentoEnLista> listar_documentos_completos(const Context& ctx, const DocumentosFiltro& filtro, std::string_view lista,
                                                     std::initializer_list<std::string_view> tipos,
                                                     const std::vector<OtroFiltro>& otros) {
    return con_resto<DocumentoEnLista>(ctx, listar_documentos(ctx, filtro, lista, tipos, otros));
}

// The name of the kind is written out, as its partial index is.
Pagina<CompraEnLista> listar_compras_desde(const Context& ctx, const DesdePedido& pedido, std::string_view lista,
                                           const Documento& tipo) {
    if (!tipo.en_orden) throw std::logic_error("a kind that keeps no order was to be read in order");
    const Recorrido recorrido{ctx, pedido, lista, std::to_string(pedido.id)};
    auto& tx = ctx.db();
    const auto de = fmt::format(" WHERE d.organizacionId = $1 AND d.tipo = '{}' AND d.transaccionId > $2", tipo.tipo);
    db::Where donde{ctx.organizacionId(), std::int64_t{pedido.id}};
    const Total total = recorrido.contar(tx, "SELECT 1 FROM documento d" + de, donde.params());
    if (const auto& desde = recorrido.desde()) donde.add("d.transaccionId > $", desde->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<interno::Fila<CompraResumen>>(
        interno::documento_sql<CompraResumen>("documento d") + de + donde.and_sql() + " ORDER BY d.transaccionId" + tramo,
        donde.params());
    return con_resto<CompraEnLista>(
        ctx, recorrido.pagina(interno::resumenes(std::move(filas), ctx.sesion()), total,
                              [](const CompraResumen& d) { return std::vector<std::int64_t>{d.transaccionId}; }));
}

}  // namespace cacao::engine
