// Kept counts of documents against the documents.

#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine::verificacion {
namespace {

// What is kept (`k`) against what there is (`d`), of which `de` is the contact. Days are read its own way: lapses of 32 start at
// multiples of it, counted from the first of 1900.
std::string conteos_sql(std::string_view guardados, std::string_view documentos, std::string_view de) {
    return fmt::format(R"(
        SELECT u.tipo, u.entidadId, u.dias, u.fecha, u.estado, CAST(SUM(u.guardados) AS BIGINT), CAST(SUM(u.hay) AS BIGINT)
        FROM (SELECT k.tipo, k.entidadId, k.dias, k.fecha, k.estado, k.documentos AS guardados, 0 AS hay
              FROM conteoDocumento k WHERE k.organizacionId = $1 AND {0}
              UNION ALL
              SELECT d.tipo, {2}, 1, d.fecha, d.estado, 0, 1 FROM documento d WHERE d.organizacionId = $1 AND {1}
              UNION ALL
              SELECT d.tipo, {2}, 32, (d.fecha + 25567) / 32 * 32 - 25567, d.estado, 0, 1
              FROM documento d WHERE d.organizacionId = $1 AND {1}) u
        GROUP BY u.tipo, u.entidadId, u.dias, u.fecha, u.estado HAVING SUM(u.guardados) <> SUM(u.hay)
        ORDER BY u.tipo, u.entidadId, u.dias, u.fecha, u.estado LIMIT 1000)",
                       guardados, documentos, de);
}

template <class... Args>
void comparar_conteos(const Revision& r, const std::string& sql, const Args&... args) {
    r.buscar(
        "conteoDocumento", sql,
        [&](const db::Row& f) {
            r.contar("conteoDocumento",
                     fmt::format("tipo {}, entidadId {}, dias {}, fecha {}, estado {}", f.text(0), f.integer(1), f.integer(2),
                                 fecha(f, 3).iso(), f.text(4)),
                     "documentos", f.integer(5), f.integer(6));
        },
        args...);
}

}  // namespace

void revisar_conteos(const Revision& r) {
    static const std::string sql = conteos_sql("k.tipo = $2 AND k.entidadId = 0", "d.tipo = $2", "0");
    for (const Documento* tipo : todos_los_tipos()) comparar_conteos(r, sql, tipo->tipo);
}

void revisar_conteos_de_contactos(const Revision& r, Tramo t) {
    static const std::string sql = conteos_sql("k.entidadId > $2 AND k.entidadId <= $3 AND k.entidadId <> 0",
                                               "d.entidadId > $2 AND d.entidadId <= $3 AND d.entidadId <> 0", "d.entidadId");
    comparar_conteos(r, sql, t.desde, t.hasta);
}

}  // namespace cacao::engine::verificacion
