// Verification of what stands beside the figures of documents: that their cost centres are there, and that every note and file
// that was added left its event, and every such event its note or file.

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
