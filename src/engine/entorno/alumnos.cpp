#include "engine/entorno/alumnos.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/objeto.hpp"

namespace cacao::engine {
namespace {

struct FilaColegiatura {
    std::int64_t numeroPartida = 0;
    std::string nombre;
    std::string curp;
    std::string nivelEducativo;
    std::string autRvoe;
    std::string rfc;      // of the receiver
    std::string rfcPago;  // of who pays
};
DESCRIBE_STRUCT(FilaColegiatura, (), (numeroPartida, nombre, curp, nivelEducativo, autRvoe, rfc, rfcPago))

// A line has a student of its own, or that of the line that it derives from.
constexpr std::string_view colegiaturas_sql = R"(
    SELECT s.numeroPartida, a.nombre, a.curp, n.nivelEducativo, n.autRvoe, COALESCE(c.rfc, '') AS rfc, COALESCE(g.rfc, '') AS rfcPago
    FROM (SELECT x.numeroPartida, x.alumnoId, x.nivelEscolarId, x.pagadorId
          FROM partidaAlumno x WHERE x.organizacionId = $1 AND x.transaccionId = $2 AND x.tipo = 'colegiatura'
          UNION ALL
          SELECT p.numeroPartida, x.alumnoId, x.nivelEscolarId, x.pagadorId
          FROM partida p
          JOIN partidaAlumno x ON x.organizacionId = $1 AND x.transaccionId = p.origenId AND x.numeroPartida = p.origenPartida
                              AND x.tipo = 'colegiatura'
          WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0
            AND NOT EXISTS (SELECT 1 FROM partidaAlumno o WHERE o.organizacionId = $1 AND o.transaccionId = $2
                            AND o.numeroPartida = p.numeroPartida)) s
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = $2
    JOIN alumno a ON a.organizacionId = $1 AND a.alumnoId = s.alumnoId
    JOIN nivelEscolar n ON n.organizacionId = $1 AND n.nivelEscolarId = s.nivelEscolarId
    LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
    LEFT JOIN contacto g ON g.organizacionId = $1 AND g.entidadId = s.pagadorId AND s.pagadorId <> 0
    ORDER BY s.numeroPartida)";

}  // namespace

std::string_view nivel_del_sat(NivelEducativo nivel) {
    switch (nivel) {
        case NivelEducativo::preescolar: return "Preescolar";
        case NivelEducativo::primaria: return "Primaria";
        case NivelEducativo::secundaria: return "Secundaria";
        case NivelEducativo::profesionalTecnico: return "Profesional técnico";
        case NivelEducativo::bachillerato: return "Bachillerato o su equivalente";
        case NivelEducativo::superior: break;
    }
    return "";
}

std::vector<Colegiatura> colegiaturas_de(db::Reader& tx, std::int64_t transaccionId) {
    std::vector<Colegiatura> r;
    for (FilaColegiatura& f : tx.all<FilaColegiatura>(colegiaturas_sql, tx.organizacion(), transaccionId)) {
        NivelEducativo nivel{};
        if (!reflect::enum_value(f.nivelEducativo, nivel)) reject(Codigo::interno, "/nivelEducativo");
        const auto dicho = nivel_del_sat(nivel);
        if (dicho.empty()) continue;
        if (f.rfcPago == f.rfc) f.rfcPago.clear();
        r.push_back({f.numeroPartida, std::move(f.nombre), std::move(f.curp), std::string{dicho}, std::move(f.autRvoe),
                     std::move(f.rfcPago)});
    }
    return r;
}

std::vector<std::int64_t> traidos_por_pago(db::Reader& tx, std::int64_t pagoId) {
    return tx.all<std::int64_t>(R"(
        SELECT d.transaccionId
        FROM pagoEscolar r
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId IN (r.descuentoId, r.recargoId) AND d.estado <> 'cancelado'
        WHERE r.organizacionId = $1 AND r.pagoId = $2 ORDER BY r.cargoId, d.transaccionId)",
                                tx.organizacion(), pagoId);
}

void exigir_sin_rebaja(db::Reader& tx, std::int64_t pagoId, std::int64_t documentoId, std::string_view campo) {
    tx.each(
        R"(SELECT d.transaccionId, d.tipo, d.serie, d.folio
           FROM pagoEscolar r
           JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.descuentoId AND d.estado <> 'cancelado'
           WHERE r.organizacionId = $1 AND r.pagoId = $2 AND r.cargoId = $3 AND r.descuentoId <> 0)",
        [&](const db::Row& r) {
            reject(Codigo::con_dependientes, std::string{campo},
                   reflect::objeto("impide", "prontoPago", "transaccionId", r.integer(0), "tipo", r.text(1), "folio",
                                   folio_texto(r.text(2), r.integer(3))));
        },
        tx.organizacion(), pagoId, documentoId);
}

}  // namespace cacao::engine
