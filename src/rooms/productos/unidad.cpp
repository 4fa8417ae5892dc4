#include "rooms/productos/unidad.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/claves_sat.hpp"

#include <algorithm>

namespace cacao {
namespace {

// One to three capital letters and digits: H87, XBX, E48.
bool es_clave_unidad(std::string_view clave) {
    return !clave.empty() && clave.size() <= 3 &&
           std::ranges::all_of(clave, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

// Whether somebody active still needs it: a product that is counted in it, a unit that is a ratio of it.
void exigir_sin_uso(db::Reader& tx, std::int64_t id, Faltas& faltas) {
    if (!impide(tx, "SELECT productoId FROM producto WHERE organizacionId = $1 AND unidadMedidaId = $2 AND activo = 1 LIMIT 1",
                id, "/activo", faltas))
        impide(tx, R"(SELECT unidadMedidaId FROM unidadMedida
                      WHERE organizacionId = $1 AND baseId = $2 AND unidadMedidaId <> $2 AND activo = 1 LIMIT 1)",
               id, "/activo", faltas);
}

void revisar_unidad(Context& ctx, const UnidadMedida* antes, const UnidadMedida& u, Faltas& faltas) {
    auto& tx = ctx.db();
    faltas.agregar_si(!es_clave_unidad(u.claveUnidad), Codigo::valor_no_permitido, "/claveUnidad");
    if ((antes == nullptr || u.claveUnidad != antes->claveUnidad) &&
        engine::clave_sat_sin_vigencia(tx, "ClavesUnidad", u.claveUnidad, ctx.hoy()))
        ctx.advertir(Codigo::clave_sat_sin_vigencia, "/claveUnidad");
    if (antes == nullptr) return;
    // Stock that was counted finer would no longer be a quantity of the unit.
    if (u.decimales < antes->decimales)
        impide(tx, "SELECT productoId FROM producto WHERE organizacionId = $1 AND unidadMedidaId = $2 LIMIT 1", u.unidadMedidaId,
               "/decimales", faltas, Codigo::estado_invalido);
    if (antes->activo && !u.activo) exigir_sin_uso(tx, u.unidadMedidaId, faltas);
}

const Catalogo<UnidadMedida>& catalogo_de_unidades() {
    static const Catalogo<UnidadMedida> unidades{
        {.tabla = "unidadMedida", .llave = "unidadMedidaId", .candados = {"unidades"}, .orden = "codigo", .unicos = {{"codigo"}}},
        revisar_unidad};
    return unidades;
}

}  // namespace

std::vector<UnidadMedida> listar_unidades(const Context& ctx) { return catalogo_de_unidades().listar(ctx); }

std::vector<UnidadMedida> listar_unidades_base(const Context& ctx) {
    db::Where donde{ctx.organizacionId()};
    donde.add("baseId = unidadMedidaId");
    return catalogo_de_unidades().listar(ctx, donde);
}

UnidadMedida crear_unidad(Context& ctx, const UnidadMedidaNueva& pedida) {
    UnidadMedida nueva;
    nueva.numerador = nueva.denominador = 1;
    nueva.decimales = 6;
    return catalogo_de_unidades().crear(ctx, pedida, std::move(nueva), [&](UnidadMedida& u, Faltas& faltas) {
        if (u.baseId == 0) u.baseId = u.unidadMedidaId;
        if (u.baseId == u.unidadMedidaId) {
            faltas.agregar_si(u.numerador != 1, Codigo::valor_no_permitido, "/numerador");
            faltas.agregar_si(u.denominador != 1, Codigo::valor_no_permitido, "/denominador");
            return;
        }
        const auto base = catalogo_de_unidades().buscar(ctx.db(), u.baseId);
        faltas.agregar_si(!base, Codigo::no_encontrado, "/baseId");
        faltas.agregar_si(base && base->baseId != base->unidadMedidaId, Codigo::valor_no_permitido, "/baseId");
        faltas.agregar_si(base && !base->activo, Codigo::inactivo, "/baseId");
        faltas.agregar_si(!pedida.numerador && !pedida.denominador, Codigo::requerido, "/numerador");
    });
}

UnidadMedida actualizar_unidad(Context& ctx, const UnidadMedidaActualizacion& pedida) {
    return catalogo_de_unidades().actualizar(ctx, pedida);
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
