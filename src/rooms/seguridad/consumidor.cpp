#include "rooms/seguridad/consumidor.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "rooms/seguridad/usuario.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::ptrdiff_t llaves_por_consumidor = 2;

constexpr std::string_view columnas_de_consumidor = R"(
    SELECT c.consumidorId, c.nombre, c.tipoIntegracion, c.organizacionId, o.nombre AS organizacion, c.usuarioId, u.usuario, c.activo,
           c.version, c.creadoEn, c.modificadoEn
    FROM consumidorApi c
    JOIN organizacion o ON o.organizacionId = c.organizacionId
    JOIN usuario u ON u.organizacionId = c.organizacionId AND u.usuarioId = c.usuarioId
    WHERE c.organizacionId = $1)";

void completar_consumidor(db::Reader& tx, ConsumidorApi& c, Instante ahora) {
    c.alcances = leer_alcances(tx, c.consumidorId);
    c.llaves = tx.all<LlaveDeConsumidor>(R"(
        SELECT prefijo, creadaEn, venceEn, ultimoUso, revocadaEn,
               CASE WHEN revocadaEn IS NULL AND (venceEn IS NULL OR venceEn > $3) THEN 1 ELSE 0 END AS vigente
        FROM consumidorLlave WHERE organizacionId = $1 AND consumidorId = $2 ORDER BY creadaEn, prefijo)",
                                         tx.organizacion(), c.consumidorId, ahora);
}

ConsumidorApi leer_consumidor(db::Reader& tx, std::int64_t consumidorId, Instante ahora) {
    auto c =
        tx.one<ConsumidorApi>(std::string{columnas_de_consumidor} + " AND c.consumidorId = $2", tx.organizacion(), consumidorId);
    if (!c) reject(Codigo::no_encontrado, "/consumidorId");
    completar_consumidor(tx, *c, ahora);
    return std::move(*c);
}

ConsumidorConLlave con_llave(ConsumidorApi c, std::string apiKey) {
    ConsumidorConLlave respuesta;
    static_cast<ConsumidorApi&>(respuesta) = std::move(c);
    respuesta.apiKey = std::move(apiKey);
    return respuesta;
}

// Taken before a consumer is read to be changed, so that changes of one consumer go one after the other.
void reservar(Context& ctx, std::int64_t consumidorId) { ctx.db().lock("consumidorApi/" + std::to_string(consumidorId)); }

// Who lacks what a consumer may do neither changes it nor touches its keys: a key is a borrowed identity, and to take one away
// stops work that is another's.
void exigir_poderes(Context& ctx, const Seguridad& s, const ConsumidorApi& c) {
    reject_if(puede_mas(ctx, s.operaciones(), c.usuarioId, c.alcances), Codigo::permiso_excede, "/consumidorId");
}

void tocar(Context& ctx, std::int64_t consumidorId) {
    ctx.db().run(
        "UPDATE consumidorApi SET version = version + 1, modificadoEn = $3 WHERE organizacionId = $1 AND consumidorId = $2",
        ctx.organizacionId(), consumidorId, ctx.ahora());
}

}  // namespace

std::vector<ConsumidorApi> listar_consumidores(const Context& ctx) {
    auto lista = ctx.db().all<ConsumidorApi>(std::string{columnas_de_consumidor} + " ORDER BY c.nombre", ctx.organizacionId());
    for (auto& c : lista) completar_consumidor(ctx.db(), c, ctx.ahora());
    return lista;
}

ConsumidorConLlave crear_consumidor(Seguridad& s, Context& ctx, const ConsumidorNuevo& nuevo) {
    const auto servicio = leer_usuario(ctx.db(), nuevo.usuarioId);
    Faltas faltas;
    faltas.agregar_si(!servicio.activo, Codigo::inactivo, "/usuarioId");
    faltas.agregar_si(!servicio.esServicio, Codigo::valor_no_permitido, "/usuarioId");
    faltas.agregar_si(nuevo.venceEn && *nuevo.venceEn <= ctx.ahora(), Codigo::valor_no_permitido, "/venceEn");
    const auto alcances = textos(nuevo.alcances);
    revisar_permisos(ctx, s.operaciones(), alcances, "/alcances", faltas);
    faltas.agregar_si(rebasa_limites_de(ctx, s.operaciones(), servicio.usuarioId, alcances), Codigo::permiso_excede,
                      "/usuarioId");
    faltas.lanzar();
    const auto consumidorId =
        alta::agregar_consumidor(ctx.db(), {nuevo.nombre, nuevo.tipoIntegracion, servicio.usuarioId, alcances}, ctx.ahora());
    auto llave = alta::agregar_llave(ctx.db(), consumidorId, nuevo.venceEn, ctx.ahora());
    auto c = leer_consumidor(ctx.db(), consumidorId, ctx.ahora());
    ctx.auditar_alta("ConsumidorApi", consumidorId, c);
    return con_llave(std::move(c), std::move(llave.texto));
}

ConsumidorApi actualizar_consumidor(Seguridad& s, Context& ctx, const ConsumidorActualizacion& pedido) {
    auto& tx = ctx.db();
    reservar(ctx, pedido.consumidorId);
    const auto antes = leer_consumidor(tx, pedido.consumidorId, ctx.ahora());
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedido.nombre) {
        c.nombre = *pedido.nombre;
        exigir_unico(tx, "SELECT consumidorId FROM consumidorApi WHERE organizacionId = $1 AND nombre = $2", c.nombre,
                     c.consumidorId, "/nombre", faltas);
    }
    if (pedido.alcances) {
        revisar_permisos(ctx, s.operaciones(), textos(*pedido.alcances), "/alcances", faltas);
        faltas.agregar_si(rebasa_limites_de(ctx, s.operaciones(), c.usuarioId, textos(*pedido.alcances)), Codigo::permiso_excede,
                          "/alcances");
    }
    faltas.lanzar();
    exigir_poderes(ctx, s, antes);
    if (pedido.tipoIntegracion) c.tipoIntegracion = *pedido.tipoIntegracion;
    if (pedido.activo) c.activo = *pedido.activo;
    tx.run(
        "UPDATE consumidorApi SET nombre = $3, tipoIntegracion = $4, activo = $5 WHERE organizacionId = $1 AND consumidorId = $2",
        tx.organizacion(), c.consumidorId, c.nombre, c.tipoIntegracion, c.activo);
    if (pedido.alcances) {
        tx.run("DELETE FROM consumidorAlcance WHERE organizacionId = $1 AND consumidorId = $2", tx.organizacion(),
               c.consumidorId);
        for (const auto& permiso : textos(*pedido.alcances))
            tx.run("INSERT INTO consumidorAlcance (organizacionId, consumidorId, permiso) VALUES ($1, $2, $3)", tx.organizacion(),
                   c.consumidorId, permiso);
    }
    tocar(ctx, c.consumidorId);
    c = leer_consumidor(tx, c.consumidorId, ctx.ahora());
    ctx.auditar("ConsumidorApi", c.consumidorId, antes, c);
    s.avisar_cambio(ctx);
    return c;
}

ConsumidorConLlave rotar_llave(Seguridad& s, Context& ctx, const LlaveRotada& pedida) {
    auto& tx = ctx.db();
    reservar(ctx, pedida.consumidorId);
    const auto antes = leer_consumidor(tx, pedida.consumidorId, ctx.ahora());
    exigir_poderes(ctx, s, antes);
    reject_if(!antes.activo, Codigo::inactivo, "/consumidorId");
    reject_if(pedida.venceEn && *pedida.venceEn <= ctx.ahora(), Codigo::valor_no_permitido, "/venceEn");
    const auto vigentes = std::ranges::count_if(antes.llaves, [](const auto& l) { return l.vigente; });
    reject_if(vigentes >= llaves_por_consumidor, Codigo::llaves_maximas, "/consumidorId");
    auto llave = alta::agregar_llave(tx, antes.consumidorId, pedida.venceEn, ctx.ahora());
    tocar(ctx, antes.consumidorId);
    auto c = leer_consumidor(tx, antes.consumidorId, ctx.ahora());
    ctx.auditar("ConsumidorApi", c.consumidorId, antes, c);
    return con_llave(std::move(c), std::move(llave.texto));
}

ConsumidorApi revocar_llave(Seguridad& s, Context& ctx, const LlaveRevocada& pedida) {
    auto& tx = ctx.db();
    reservar(ctx, pedida.consumidorId);
    const auto antes = leer_consumidor(tx, pedida.consumidorId, ctx.ahora());
    exigir_poderes(ctx, s, antes);
    const auto revocadas = tx.count(R"(
        UPDATE consumidorLlave SET revocadaEn = $4
        WHERE organizacionId = $1 AND consumidorId = $2 AND prefijo = $3 AND revocadaEn IS NULL)",
                                    tx.organizacion(), antes.consumidorId, pedida.prefijo, ctx.ahora());
    reject_if(revocadas == 0, Codigo::no_encontrado, "/prefijo");
    tocar(ctx, antes.consumidorId);
    auto c = leer_consumidor(tx, antes.consumidorId, ctx.ahora());
    ctx.auditar("ConsumidorApi", c.consumidorId, antes, c);
    s.avisar_cambio(ctx);
    return c;
}

void register_consumidores(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/ConsumidoresApi", "ConsumidoresApiListar", listar_consumidores);
    ops.add(POST, "/api/ConsumidoresApi", "ConsumidorApiCrear",
            [&s](Context& ctx, const ConsumidorNuevo& nuevo) { return crear_consumidor(s, ctx, nuevo); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::duplicado,
                  Codigo::permiso_desconocido, Codigo::permiso_excede});
    ops.add(PUT, "/api/ConsumidoresApi/{consumidorId}", "ConsumidorApiActualizar",
            [&s](Context& ctx, const ConsumidorActualizacion& pedido) { return actualizar_consumidor(s, ctx, pedido); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::permiso_desconocido, Codigo::permiso_excede,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/ConsumidoresApi/RotarLlave/{consumidorId}", "ConsumidorApiRotarLlave",
            [&s](Context& ctx, const LlaveRotada& pedida) { return rotar_llave(s, ctx, pedida); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::llaves_maximas, Codigo::valor_no_permitido,
                  Codigo::permiso_excede});
    ops.add(DELETE, "/api/ConsumidoresApi/RevocarLlave/{consumidorId}", "ConsumidorApiRevocarLlave",
            [&s](Context& ctx, const LlaveRevocada& pedida) { return revocar_llave(s, ctx, pedida); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
}

}  // namespace cacao
