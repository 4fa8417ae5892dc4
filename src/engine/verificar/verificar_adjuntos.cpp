// Verification of what stands beside the figures of documents: that their cost centres are there, that every note and file
// that was added left its event, every such event its note or file, and that kept files are what documents name.

#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine::verificacion {

void Ventana::leer_agregados() {
    r_.buscar(
        "documento", R"(
        SELECT d.transaccionId, d.centroCostoId FROM documento d
          LEFT JOIN centroCosto c ON c.organizacionId = $1 AND c.centroCostoId = d.centroCostoId
         WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3 AND d.centroCostoId <> 0
           AND c.centroCostoId IS NULL
         ORDER BY d.transaccionId LIMIT 1000)",
        [&](const db::Row& f) {
            r_.decir("documento", fmt::format("transaccionId {}", f.integer(0)),
                     fmt::format("centroCostoId is {}, which is no cost centre", f.integer(1)));
        },
        t_.desde, t_.hasta);
    r_.buscar(
        "documentoArchivo", R"(
        SELECT f.transaccionId, f.archivoId FROM documentoArchivo f
          LEFT JOIN archivoDigital a ON a.organizacionId = $1 AND a.archivoId = f.archivoId AND a.transaccionId = f.transaccionId
         WHERE f.organizacionId = $1 AND f.transaccionId > $2 AND f.transaccionId <= $3 AND f.archivoId <> 0 AND a.archivoId IS NULL
         ORDER BY f.transaccionId LIMIT 1000)",
        [&](const db::Row& f) {
            r_.decir("documentoArchivo", fmt::format("transaccionId {}", f.integer(0)),
                     fmt::format("archivoId is {}, which is no file that is kept", f.integer(1)));
        },
        t_.desde, t_.hasta);
    r_.buscar(
        "archivoDigital", R"(
        SELECT a.transaccionId, a.archivoId FROM archivoDigital a
          LEFT JOIN documentoArchivo f
                 ON f.organizacionId = $1 AND f.transaccionId = a.transaccionId AND f.archivoId = a.archivoId
         WHERE a.organizacionId = $1 AND a.transaccionId > $2 AND a.transaccionId <= $3 AND f.archivoId IS NULL
         ORDER BY a.transaccionId LIMIT 1000)",
        [&](const db::Row& f) {
            r_.decir("archivoDigital", fmt::format("transaccionId {}", f.integer(0)),
                     fmt::format("archivoId {} is no file of the document", f.integer(1)));
        },
        t_.desde, t_.hasta);
    r_.tx.each(R"(SELECT transaccionId, consecutivo, 'nota' FROM documentoNota
                   WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3
                  UNION ALL
                  SELECT transaccionId, version, 'archivo' FROM documentoArchivo
                   WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3 AND version > 0)",
               [&](const db::Row& f) { agregados_.emplace(f.integer(0), f.integer(1), std::string{f.text(2)}); }, r_.org(),
               t_.desde, t_.hasta);
}

bool Ventana::es_agregado(std::int64_t transaccionId, std::int64_t consecutivo, std::string_view datos) {
    constexpr std::string_view inicio = R"({"agregado":")";
    if (!datos.starts_with(inicio)) return false;
    const std::string que{datos.substr(inicio.size(), datos.find('"', inicio.size()) - inicio.size())};
    if (agregados_.erase({transaccionId, consecutivo, que}) == 0)
        r_.decir("evento", fmt::format("transaccionId {}, consecutivo {}", transaccionId, consecutivo),
                 fmt::format("datos is {}, which no {} says", datos, que));
    return true;
}

void Ventana::revisar_agregados() {
    for (const auto& [transaccionId, consecutivo, que] : agregados_)
        r_.decir(que == "nota" ? "documentoNota" : "documentoArchivo", fmt::format("transaccionId {}", transaccionId),
                 fmt::format("what was added with version {} has no evento", consecutivo));
}

}  // namespace cacao::engine::verificacion
