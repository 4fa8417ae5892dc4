#include "rooms/productos/unidad.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/entorno/claves_sat.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_unidad = R"(
    SELECT unidadMedidaId, codigo, nombre, claveUnidad, baseId, numerador, denominador, decimales, activo, version
    FROM unidadMedida WHERE organizacionId = $1)";

std::optional<UnidadMedida> leer_unidad(db::Reader& tx, std::int64_t unidadMedidaId) {
    return tx.one<UnidadMedida>(std::string{columnas_de_unidad} + " AND unidadMedidaId = $2", tx.organizacion(), unidadMedidaId);
}

// One to three capital letters and digits: H87, XBX, E48.
bool es_clave_unidad(std::string_view clave) {
    return !clave.empty() && clave.size() <= 3 &&
           std::ranges::all_of(clave, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

void revisar_unidad(db::Reader& tx, const UnidadMedida& u, Faltas& faltas) {
    exigir_unico(tx, "SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = $2", u.codigo,
                 u.unidadMedidaId, "/codigo", faltas);
    faltas.agregar_si(!es_clave_unidad(u.claveUnidad), Codigo::valor_no_permitido, "/claveUnidad");
}

void advertir_clave_de_unidad(const Context& ctx, const UnidadMedida& u) {
    if (engine::clave_sat_sin_vigencia(ctx.db(), "ClavesUnidad", u.claveUnidad, ctx.hoy()))
        ctx.advertir(Codigo::clave_sat_sin_vigencia, "/claveUnidad");
}

bool la_cuentan(db::Reader& tx, std::int64_t unidadMedidaId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM producto WHERE organizacionId = $1 AND unidadMedidaId = $2 LIMIT 1", tx.organizacion(),
                           unidadMedidaId)
        .has_value();
}

// Whether somebody active still needs it: a product that is counted in it, a unit that is a ratio of it.
void exigir_sin_uso(db::Reader& tx, std::int64_t id, Faltas& faltas) {
    if (!impide(tx, "SELECT productoId FROM producto WHERE organizacionId = $1 AND unidadMedidaId = $2 AND activo = 1 LIMIT 1",
                id, "/activo", faltas))
        impide(tx, R"(SELECT unidadMedidaId FROM unidadMedida
                      WHERE organizacionId = $1 AND baseId = $2 AND unidadMedidaId <> $2 AND activo = 1 LIMIT 1)",
               id, "/activo", faltas);
}

}  // namespace

std::vector<UnidadMedida> listar_unidades(const Context& ctx) {
    return ctx.db().all<UnidadMedida>(std::string{columnas_de_unidad} + " ORDER BY codigo", ctx.organizacionId());
}

std::vector<UnidadMedida> listar_unidades_base(const Context& ctx) {
    return ctx.db().all<UnidadMedida>(std::string{columnas_de_unidad} + " AND baseId = unidadMedidaId ORDER BY codigo",
                                      ctx.organizacionId());
}

UnidadMedida crear_unidad(Context& ctx, const UnidadMedidaNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("unidades");
    Faltas faltas;
    UnidadMedida u;
    u.unidadMedidaId = tx.next_id();
    u.codigo = pedida.codigo;
    u.nombre = pedida.nombre;
    u.claveUnidad = pedida.claveUnidad;
    u.baseId = pedida.baseId && pedida.baseId->valor != 0 ? pedida.baseId->valor : u.unidadMedidaId;
    u.numerador = pedida.numerador ? pedida.numerador->valor : 1;
    u.denominador = pedida.denominador ? pedida.denominador->valor : 1;
    u.decimales = pedida.decimales ? pedida.decimales->valor : 6;
    u.activo = true;
    u.version = 1;
    if (u.baseId == u.unidadMedidaId) {
        faltas.agregar_si(u.numerador != 1, Codigo::valor_no_permitido, "/numerador");
        faltas.agregar_si(u.denominador != 1, Codigo::valor_no_permitido, "/denominador");
    } else {
        const auto base = leer_unidad(tx, u.baseId);
        faltas.agregar_si(!base, Codigo::no_encontrado, "/baseId");
        faltas.agregar_si(base && base->baseId != base->unidadMedidaId, Codigo::valor_no_permitido, "/baseId");
        faltas.agregar_si(base && !base->activo, Codigo::inactivo, "/baseId");
        faltas.agregar_si(!pedida.numerador && !pedida.denominador, Codigo::requerido, "/numerador");
    }
    revisar_unidad(tx, u, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO unidadMedida (organizacionId, unidadMedidaId, codigo, nombre, claveUnidad, baseId, numerador, denominador,
                                  decimales, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 1))",
           tx.organizacion(), u.unidadMedidaId, u.codigo, u.nombre, u.claveUnidad, u.baseId, u.numerador, u.denominador,
           u.decimales);
    advertir_clave_de_unidad(ctx, u);
    ctx.auditar_alta("UnidadMedida", u.unidadMedidaId, u);
    return u;
}

UnidadMedida actualizar_unidad(Context& ctx, const UnidadMedidaActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("unidades");
    const auto leida = leer_unidad(tx, pedida.unidadMedidaId);
    if (!leida) reject(Codigo::no_encontrado, "/unidadMedidaId");
    const auto& antes = *leida;
    ctx.exigir_version(antes.version);
    auto u = antes;
    Faltas faltas;
    if (pedida.codigo) u.codigo = *pedida.codigo;
    if (pedida.nombre) u.nombre = *pedida.nombre;
    if (pedida.claveUnidad) u.claveUnidad = *pedida.claveUnidad;
    if (pedida.decimales) u.decimales = *pedida.decimales;
    if (pedida.activo) u.activo = *pedida.activo;
    revisar_unidad(tx, u, faltas);
    // Stock that was counted finer would no longer be a quantity of the unit.
    faltas.agregar_si(u.decimales < antes.decimales && la_cuentan(tx, u.unidadMedidaId), Codigo::estado_invalido, "/decimales");
    if (antes.activo && !u.activo) exigir_sin_uso(tx, u.unidadMedidaId, faltas);
    faltas.lanzar();

    if (u.claveUnidad != antes.claveUnidad) advertir_clave_de_unidad(ctx, u);

    ++u.version;
    tx.run(R"(
        UPDATE unidadMedida SET codigo = $3, nombre = $4, claveUnidad = $5, decimales = $6, activo = $7, version = $8
        WHERE organizacionId = $1 AND unidadMedidaId = $2)",
           tx.organizacion(), u.unidadMedidaId, u.codigo, u.nombre, u.claveUnidad, u.decimales, u.activo, u.version);
    ctx.auditar("UnidadMedida", u.unidadMedidaId, antes, u);
    return u;
}

void register_unidades(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/UnidadesMedida", "UnidadesMedidaListar", listar_unidades);
    ops.add(GET, "/api/UnidadesMedida/Base", "UnidadesMedidaBaseListar", listar_unidades_base);
    ops.add(POST, "/api/UnidadesMedida", "UnidadMedidaCrear", crear_unidad)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido});
    ops.add(PUT, "/api/UnidadesMedida/{unidadMedidaId}", "UnidadMedidaActualizar", actualizar_unidad)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::estado_invalido,
                  Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
