// Verification of folios: 1, 2, 3 … of each kind and series, all in the branch that the series belongs to.

#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine::verificacion {
namespace {

void decir_huecos(Revision& r, const std::string& tipo, const std::string& serie) {
    r.buscar(
        "documento", R"(
        SELECT anterior, folio, transaccionId
        FROM (SELECT d.folio, d.transaccionId, LAG(d.folio, 1, 0) OVER (ORDER BY d.folio) AS anterior
              FROM documento d WHERE d.organizacionId = $1 AND d.tipo = $2 AND d.serie = $3) u
        WHERE folio <> anterior + 1 ORDER BY folio LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("documento", fmt::format("tipo {}, serie {}, transaccionId {}", tipo, serie, f.integer(2)),
                    fmt::format("folio {} follows folio {}", f.integer(1), f.integer(0)));
        },
        tipo, serie);
}

}  // namespace

void revisar_folios(Revision& r) {
    struct Mal {
        std::string tipo, serie;
    };
    std::vector<Mal> con_huecos;
    r.tx.each(R"(SELECT u.tipo, u.serie, u.cuantos, u.primero, u.ultimo, COALESCE(s.siguiente, 0),
                        COALESCE(s.inicial, 1)
                 FROM (SELECT d.tipo, d.serie, COUNT(*) AS cuantos, MIN(d.folio) AS primero, MAX(d.folio) AS ultimo
                       FROM documento d WHERE d.organizacionId = $1 GROUP BY d.tipo, d.serie) u
                 LEFT JOIN serie s ON s.organizacionId = $1 AND s.tipo = u.tipo AND s.serie = u.serie)",
              [&](const db::Row& f) {
                  const auto llave = fmt::format("tipo {}, serie {}", f.text(0), f.text(1));
                  if (f.integer(5) == 0) r.decir("serie", llave, "documents of a series that is not there");
                  else r.contar("serie", llave, "siguiente", f.integer(5), f.integer(4) + 1);
                  // Unique by the schema: so many different numbers from the first on leave no gap.
                  if (f.integer(2) != f.integer(4) - f.integer(6) + 1 || f.integer(3) != f.integer(6))
                      con_huecos.push_back({std::string{f.text(0)}, std::string{f.text(1)}});
              },
              r.org());
    for (const Mal& m : con_huecos) decir_huecos(r, m.tipo, m.serie);
    r.buscar("serie", R"(
        SELECT s.tipo, s.serie, s.siguiente, s.inicial FROM serie s
        WHERE s.organizacionId = $1 AND s.siguiente <> s.inicial
          AND NOT EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1 AND d.tipo = s.tipo AND d.serie = s.serie)
        ORDER BY s.tipo, s.serie LIMIT 1000)",
             [&](const db::Row& f) {
                 r.contar("serie", fmt::format("tipo {}, serie {}", f.text(0), f.text(1)), "siguiente", f.integer(2),
                          f.integer(3));
             });
    r.buscar("documento", R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.sucursalId, s.sucursalId
        FROM documento d
        JOIN serie s ON s.organizacionId = $1 AND s.tipo = d.tipo AND s.serie = d.serie
        WHERE d.organizacionId = $1 AND d.sucursalId <> s.sucursalId ORDER BY d.transaccionId LIMIT 1000)",
             [&](const db::Row& f) {
                 r.contar("documento", fmt::format("transaccionId {}, tipo {}, serie {}", f.integer(0), f.text(1), f.text(2)),
                          "sucursalId", f.integer(3), f.integer(4));
             });
}

}  // namespace cacao::engine::verificacion
