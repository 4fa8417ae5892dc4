#include "engine/entorno/series_documento.hpp"

#include "base/error.hpp"
#include "db/rows.hpp"
#include "engine/tipos/cualidades.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cacao::engine {
namespace {

// What a CFDI and a file name both take.
bool es_serie(std::string_view serie) {
    return std::ranges::all_of(serie, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

struct FilaSerie : SerieDocumento {
    std::int64_t sucursalId{};
};
DESCRIBE_STRUCT(FilaSerie, (SerieDocumento), (sucursalId))

bool con_documentos(db::Reader& tx, const SerieDocumento& s) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM documento WHERE organizacionId = $1 AND tipo = $2 AND serie = $3 LIMIT 1",
                           tx.organizacion(), s.tipo, s.serie)
        .has_value();
}

bool con_predeterminada(db::Reader& tx, const SeriePedida& p) {
    return tx
        .one<std::int64_t>(
            "SELECT 1 FROM serie WHERE organizacionId = $1 AND tipo = $2 AND sucursalId = $3 AND predeterminada = 1",
            tx.organizacion(), p.tipo, p.sucursalId)
        .has_value();
}

}  // namespace

TimbradoDeSerie timbrado_de_origen(const Documento& tipo) {
    return es_complemento(tipo) ? TimbradoDeSerie::alRegistrar : TimbradoDeSerie::aSolicitud;
}

std::vector<SerieDocumento> series_de(db::Reader& tx, std::int64_t sucursalId) {
    return tx.all<SerieDocumento>(R"(
        SELECT tipo, serie, siguiente, predeterminada, activo, timbrado FROM serie
        WHERE organizacionId = $1 AND sucursalId = $2 ORDER BY tipo, serie)",
                                  tx.organizacion(), sucursalId);
}

SerieGuardada guardar_serie(db::Writer& tx, const SeriePedida& p) {
    Faltas faltas;
    faltas.agregar_si(tipo_de(p.tipo) == nullptr, Codigo::valor_no_permitido, "/tipo");
    faltas.agregar_si(!es_serie(p.serie), Codigo::valor_no_permitido, "/serie");
    faltas.lanzar();
    tx.lock("series");
    SerieGuardada g;
    auto& s = g.despues;
    if (auto fila = tx.one<FilaSerie>(R"(
            SELECT tipo, serie, siguiente, predeterminada, activo, timbrado, sucursalId FROM serie
            WHERE organizacionId = $1 AND tipo = $2 AND serie = $3)",
                                      tx.organizacion(), p.tipo, p.serie)) {
        reject_if(fila->sucursalId != p.sucursalId, Codigo::serie_de_otra_sucursal, "/serie");
        g.antes = *fila;
        s = *fila;
        if (p.predeterminada) s.predeterminada = *p.predeterminada;
    } else {
        s = {p.tipo, p.serie,
             1,      p.predeterminada.value_or(!con_predeterminada(tx, p)),
             true,   timbrado_de_origen(*tipo_de(p.tipo))};
    }
    if (p.activo) s.activo = *p.activo;
    if (p.siguiente) s.siguiente = *p.siguiente;
    if (p.timbrado) s.timbrado = *p.timbrado;
    faltas.agregar_si(p.timbrado == TimbradoDeSerie::alRegistrar && !emite_cfdi(*tipo_de(p.tipo)), Codigo::no_se_timbra,
                      "/timbrado");
    faltas.agregar_si(g.antes && s.siguiente != g.antes->siguiente && con_documentos(tx, s), Codigo::estado_invalido,
                      "/siguiente");
    faltas.agregar_si(s.predeterminada && !s.activo, Codigo::conflicto, "/activo");
    faltas.lanzar();

    if (s.predeterminada)
        tx.run(R"(
            UPDATE serie SET predeterminada = 0
            WHERE organizacionId = $1 AND tipo = $2 AND sucursalId = $3 AND serie <> $4 AND predeterminada = 1)",
               tx.organizacion(), p.tipo, p.sucursalId, p.serie);
    // A folio that was taken since we looked moved `siguiente`: then the row is no longer the one that was judged.
    const auto escritas =
        g.antes ? tx.count(R"(
                UPDATE serie SET inicial = CASE WHEN siguiente = $5 THEN inicial ELSE $5 END, siguiente = $5, predeterminada = $6, activo = $7,
                                 timbrado = $8
                WHERE organizacionId = $1 AND tipo = $2 AND serie = $3 AND siguiente = $4)",
                           tx.organizacion(), s.tipo, s.serie, g.antes->siguiente, s.siguiente, s.predeterminada, s.activo,
                           s.timbrado)
                : tx.count(R"(
                INSERT INTO serie (organizacionId, tipo, serie, sucursalId, siguiente, inicial, predeterminada, activo, timbrado)
                VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8) ON CONFLICT DO NOTHING)",
                           tx.organizacion(), s.tipo, s.serie, p.sucursalId, s.siguiente, s.predeterminada, s.activo, s.timbrado);
    reject_if(escritas == 0, Codigo::conflicto, "/serie");
    return g;
}

std::string folio_texto(std::string_view serie, std::int64_t folio) { return fmt::format("{}-{}", serie, folio); }

}  // namespace cacao::engine
