#include "api/conteos.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

void sumar_registro(db::Writer& tx, std::string_view tipo, const RegistroContado& r, std::int64_t registros) {
    tx.run(R"(INSERT INTO conteoRegistro (organizacionId, tipo, clase, activo, franja, registros) VALUES ($1, $2, $3, $4, $5, $6)
              ON CONFLICT (organizacionId, tipo, clase, activo, franja)
              DO UPDATE SET registros = conteoRegistro.registros + excluded.registros)",
           tx.organizacion(), tipo, r.clase, r.activo, tx.franja(), registros);
}

}  // namespace

void contar_registro(db::Writer& tx, std::string_view tipo, const std::optional<RegistroContado>& antes,
                     const RegistroContado& despues) {
    if (antes == despues) return;
    if (antes) sumar_registro(tx, tipo, *antes, -1);
    sumar_registro(tx, tipo, despues, 1);
}

std::int64_t registros_contados(db::Reader& tx, std::string_view tipo, const std::optional<std::int64_t>& clase,
                                const std::optional<bool>& activo) {
    db::Where donde{tx.organizacion(), tipo};
    donde.add_if(clase, "(clase & $) <> 0");
    donde.add_if(activo, "activo = $");
    return tx
        .one_with<std::int64_t>(
            "SELECT CAST(COALESCE(SUM(registros), 0) AS BIGINT) FROM conteoRegistro WHERE organizacionId = $1 AND tipo = $2" +
                donde.and_sql(),
            donde.params())
        .value();
}

void verificar_conteo(db::Reader& tx, std::string_view tipo, std::string_view sql,
                      const std::function<void(const std::string&)>& diferencia) {
    tx.each(
        fmt::format(R"(
        SELECT u.clase, u.activo, CAST(SUM(u.guardados) AS BIGINT), CAST(SUM(u.hay) AS BIGINT)
        FROM (SELECT k.clase, k.activo, k.registros AS guardados, 0 AS hay
              FROM conteoRegistro k WHERE k.organizacionId = $1 AND k.tipo = $2
              UNION ALL
              SELECT r.clase, r.activo, 0, 1 FROM ({}) r) u
        GROUP BY u.clase, u.activo HAVING SUM(u.guardados) <> SUM(u.hay) ORDER BY u.clase, u.activo)",
                    sql),
        [&](const db::Row& f) {
            diferencia(
                fmt::format("conteoRegistro: organizacionId {}, tipo {}, clase {}, activo {}: registros is {}, expected {}",
                            tx.organizacion(), tipo, f.integer(0), f.integer(1), f.integer(2), f.integer(3)));
        },
        tx.organizacion(), tipo);
}

}  // namespace cacao
