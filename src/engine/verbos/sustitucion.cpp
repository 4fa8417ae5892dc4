#include "engine/verbos/sustitucion.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/verbos/cancelar.hpp"
#include "reflect/objeto.hpp"

namespace cacao::engine {
namespace {

// The one that takes its place, as long as it stands; 0 where none does.
std::int64_t sustituto_de(db::Reader& tx, std::int64_t viejoId) {
    return tx
        .one<std::int64_t>(R"(SELECT s.nuevoId FROM sustitucion s
                              JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.nuevoId AND d.estado <> 'cancelado'
                              WHERE s.organizacionId = $1 AND s.viejoId = $2)",
                           tx.organizacion(), viejoId)
        .value_or(0);
}

}  // namespace

void exigir_sustituible(Context& ctx, std::int64_t viejoId, std::string_view tipo, std::string_view campo) {
    auto& tx = ctx.db();
    retener_solo(tx, viejoId);
    const auto suyo = tx.one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                          tx.organizacion(), viejoId);
    reject_if(suyo != tipo, Codigo::no_encontrado, campo);
    const auto fila = leer_timbrado(tx, viejoId);
    if (!fila || !fila->es(EstadoTimbrado::timbrado))
        reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("timbrado", fila ? std::string{fila->estado} : ""));
    if (const auto nuevoId = sustituto_de(tx, viejoId); nuevoId != 0)
        reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("sustituidoPorId", nuevoId));
    Faltas faltas;
    for (auto& que : impedimentos_de(ctx, viejoId, false))
        faltas.agregar(Codigo::con_dependientes, std::string{campo}, En::donde_sea, std::move(que));
    faltas.lanzar();
}

void sustituir(Context& ctx, std::int64_t viejoId, std::int64_t nuevoId) {
    ctx.db().run(R"(INSERT INTO sustitucion (organizacionId, viejoId, nuevoId, creadoEn) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (organizacionId, viejoId) DO UPDATE SET nuevoId = $3, creadoEn = $4)",
                 ctx.organizacionId(), viejoId, nuevoId, ctx.ahora());
    pedir_timbre(ctx, nuevoId);
    Pasos::alcanzar("sustitucion_pedida");
}

std::string seguir_sustitucion(Context& ctx, std::int64_t viejoId) {
    auto& tx = ctx.db();
    retener_solo(tx, viejoId);
    const auto nuevoId = sustituto_de(tx, viejoId);
    const auto nuevo = nuevoId != 0 ? leer_timbrado(tx, nuevoId) : std::nullopt;
    if (!nuevo || !nuevo->es(EstadoTimbrado::timbrado)) return "El nuevo no está timbrado.";
    const auto viejo = leer_timbrado(tx, viejoId);
    if (!viejo || !viejo->es(EstadoTimbrado::timbrado)) return "Ya se pidió su cancelación.";
    cancelar(ctx, viejoId, {.motivo = "01", .uuidSustitucion = nuevo->uuid});
    Pasos::alcanzar("sustitucion_cancelada");
    return "Se pidió su cancelación.";
}

}  // namespace cacao::engine
