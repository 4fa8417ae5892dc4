// What people do about work, and what must hold of all of it.

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao::api {
namespace {

struct EstadoDeTrabajo {
    std::string tipo, clave, estado;
    std::int64_t toma{};
    Instante tomadoHasta;
};
DESCRIBE_STRUCT(EstadoDeTrabajo, (), (tipo, clave, estado, toma, tomadoHasta))

// What of it may be changed by a person: not what ended, nor what somebody is at, who may have asked for it outside already.
EstadoDeTrabajo por_cambiar(Context& ctx, std::int64_t trabajoId) {
    auto e = ctx.db().one<EstadoDeTrabajo>(
        "SELECT tipo, clave, estado, toma, tomadoHasta FROM trabajo WHERE organizacionId = $1 AND trabajoId = $2",
        ctx.organizacionId(), trabajoId);
    reject_if(!e, Codigo::no_encontrado, "/trabajoId");
    if (e->estado != "pendiente" && e->estado != "fallido")
        reject(Codigo::estado_invalido, "/trabajoId", reflect::objeto("estado", e->estado));
    if (e->tomadoHasta > ctx.ahora())
        reject(Codigo::estado_invalido, "/trabajoId", reflect::objeto("estado", e->estado, "tomadoHasta", e->tomadoHasta.iso()));
    return std::move(*e);
}

}  // namespace

void reintentar(Context& ctx, std::int64_t trabajoId) {
    auto& tx = ctx.db();
    const EstadoDeTrabajo e = por_cambiar(ctx, trabajoId);
    if (e.estado == "fallido") {
        const auto otro = tx.one<std::int64_t>(
            "SELECT trabajoId FROM trabajo WHERE organizacionId = $1 AND tipo = $2 AND clave = $3 AND estado = 'pendiente'",
            tx.organizacion(), e.tipo, e.clave);
        if (otro) reject(Codigo::conflicto, "/trabajoId", reflect::objeto("trabajoId", *otro));
    }
    // Taken anew under another number: who had it and comes back late finds it another's, as always.
    const auto tocados = tx.count(
        R"(UPDATE trabajo SET estado = 'pendiente', siguiente = $4, intentos = 0, toma = $3 + 1, tomadoHasta = 0, tomadoPor = '',
               terminadoEn = 0
           WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $3)",
        tx.organizacion(), trabajoId, e.toma, ctx.ahora());
    reject_if(tocados == 0, Codigo::estado_invalido, "/trabajoId");  // taken between the look and this
    ctx.despues().trabajos = true;
}

void cancelar(Context& ctx, std::int64_t trabajoId, std::string_view motivo) {
    auto& tx = ctx.db();
    const EstadoDeTrabajo e = por_cambiar(ctx, trabajoId);
    const auto tocados = tx.count(
        R"(UPDATE trabajo SET estado = 'cancelado', toma = $3 + 1, tomadoHasta = 0, tomadoPor = '', terminadoEn = $4, motivo = $5
           WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $3)",
        tx.organizacion(), trabajoId, e.toma, ctx.ahora(), motivo);
    reject_if(tocados == 0, Codigo::estado_invalido, "/trabajoId");
}

void verificar_trabajos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    tx.each(
        R"(SELECT trabajoId, estado, toma, intentos, pedidas, tomadoHasta, tomadoPor, terminadoEn, creadoEn, motivo FROM trabajo
               WHERE organizacionId = $1 AND (
                   estado NOT IN ('pendiente', 'hecho', 'fallido', 'cancelado')
                   OR (estado = 'pendiente') <> (terminadoEn = 0)
                   OR (estado <> 'pendiente' AND tomadoHasta <> 0)
                   OR (tomadoHasta <> 0) <> (tomadoPor <> '')
                   OR (tomadoHasta <> 0 AND toma = 0)
                   OR intentos > toma OR pedidas < 1
                   OR (terminadoEn <> 0 AND terminadoEn < creadoEn)
                   OR (estado = 'cancelado' AND motivo = '')))",
        [&](const db::Row& row) {
            diferencia(fmt::format(
                "trabajo {}: no state that work can be in (estado {}, toma {}, intentos {}, pedidas {}, tomadoHasta {}, "
                "tomadoPor {}, terminadoEn {}, creadoEn {}, motivo {})",
                row.integer(0), row.text(1), row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.text(6),
                row.integer(7), row.integer(8), row.text(9)));
        },
        tx.organizacion());
    tx.each(R"(SELECT tipo, clave, COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente'
               GROUP BY tipo, clave HAVING COUNT(*) > 1)",
            [&](const db::Row& row) {
                diferencia(fmt::format("trabajo: {} of {} {} wait, and one does it", row.integer(2), row.text(0), row.text(1)));
            },
            tx.organizacion());
}

}  // namespace cacao::api
