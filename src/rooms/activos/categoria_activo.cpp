#include "rooms/activos/categoria_activo.hpp"

#include "api/catalogo.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/activos/tasas_maximas.hpp"

#include <array>

namespace cacao {

namespace {

constexpr std::string_view perdida_de_costumbre = "703.21-02";
constexpr std::string_view ganancia_de_costumbre = "704.23";

std::int64_t cuenta_por_codigo(db::Reader& tx, std::string_view codigo) {
    if (codigo.empty()) return 0;
    return tx
        .one<std::int64_t>(
            "SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2 AND activo = 1 AND esAcumulativa = 0",
            tx.organizacion(), codigo)
        .value_or(0);
}

// Of a table of the law, what a new category leaves out.
void completar_de_la_ley(db::Reader& tx, const CategoriaActivoNueva& p, CategoriaActivo& c) {
    const auto poner = [&](std::int64_t& cuentaId, bool dicha, std::string_view codigo) {
        if (!dicha) cuentaId = cuenta_por_codigo(tx, codigo);
    };
    poner(c.cuentaPerdidaId, p.cuentaPerdidaId.has_value(), perdida_de_costumbre);
    poner(c.cuentaGananciaId, p.cuentaGananciaId.has_value(), ganancia_de_costumbre);
    const TasaDeLey* ley = tasa_de_ley(c.claveTasa);
    if (ley == nullptr) return;
    poner(c.cuentaActivoId, p.cuentaActivoId.has_value(), ley->activo);
    poner(c.cuentaDepreciacionId, p.cuentaDepreciacionId.has_value(), ley->depreciacion);
    poner(c.cuentaGastoId, p.cuentaGastoId.has_value(), ley->gasto);
    if (!p.tasaFiscal) c.tasaFiscal = ley->tasa();
    if (!p.tasaAnual) c.tasaAnual = ley->tasa();
}

void revisar_categoria_activo(Context& ctx, const CategoriaActivo* antes, const CategoriaActivo& c, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto cambia = [&](auto CategoriaActivo::*campo) { return antes == nullptr || antes->*campo != c.*campo; };
    const TasaDeLey* ley = tasa_de_ley(c.claveTasa);
    faltas.agregar_si(!c.claveTasa.empty() && ley == nullptr, Codigo::valor_no_permitido, "/claveTasa");
    const Tasa una = Tasa::de_enteros(1);
    faltas.agregar_si(c.tasaAnual > una, Codigo::fuera_de_rango, "/tasaAnual");
    if (c.tasaFiscal > (ley != nullptr ? ley->tasa() : una))
        faltas.agregar(Codigo::fuera_de_rango, "/tasaFiscal", En::cuerpo,
                       reflect::objeto("maximo", ley != nullptr ? ley->tasa() : una));
    if (cambia(&CategoriaActivo::cuentaActivoId)) engine::exigir_cuenta_libre(tx, c.cuentaActivoId, "/cuentaActivoId", faltas);
    const bool pierde = c.cuentaDepreciacionId != 0 || c.cuentaGastoId != 0 || c.tasaAnual > Tasa{};
    if (pierde && (cambia(&CategoriaActivo::cuentaDepreciacionId) || c.cuentaDepreciacionId == 0))
        engine::exigir_cuenta_libre(tx, c.cuentaDepreciacionId, "/cuentaDepreciacionId", faltas);
    if (pierde && (cambia(&CategoriaActivo::cuentaGastoId) || c.cuentaGastoId == 0))
        engine::exigir_cuenta_libre(tx, c.cuentaGastoId, "/cuentaGastoId", faltas);
    faltas.agregar_si(c.cuentaDepreciacionId != 0 && c.cuentaDepreciacionId == c.cuentaActivoId, Codigo::valor_no_permitido,
                      "/cuentaDepreciacionId");
    if (cambia(&CategoriaActivo::cuentaPerdidaId)) engine::exigir_cuenta_libre(tx, c.cuentaPerdidaId, "/cuentaPerdidaId", faltas);
    if (cambia(&CategoriaActivo::cuentaGananciaId))
        engine::exigir_cuenta_libre(tx, c.cuentaGananciaId, "/cuentaGananciaId", faltas);
    if (antes == nullptr) return;
    // What was posted stands on the accounts that there were.
    constexpr std::string_view registrado =
        "SELECT activoId FROM activoFijo WHERE organizacionId = $1 AND categoriaId = $2 AND estado = 'enUso' LIMIT 1";
    if (cambia(&CategoriaActivo::cuentaActivoId)) impide(tx, registrado, c.categoriaId, "/cuentaActivoId", faltas);
    if (cambia(&CategoriaActivo::cuentaDepreciacionId)) impide(tx, registrado, c.categoriaId, "/cuentaDepreciacionId", faltas);
    if (antes->activo && !c.activo) impide(tx, registrado, c.categoriaId, "/activo", faltas);
}

const Catalogo<CategoriaActivo>& catalogo_de_categorias_activo() {
    static const Catalogo<CategoriaActivo> categorias{{.tabla = "categoriaActivo",
                                                       .llave = "categoriaId",
                                                       .candados = {"activos", "cuentas"},
                                                       .orden = "codigo",
                                                       .unicos = {{"codigo"}}},
                                                      revisar_categoria_activo};
    return categorias;
}

}  // namespace

std::vector<TasaMaxima> listar_tasas_maximas(const Context&, const Nada&) {
    std::vector<TasaMaxima> r;
    for (const TasaDeLey& t : tasas_de_ley()) {
        r.push_back({std::string{t.clave}, std::string{t.nombre}, t.tasa(), {}, std::string{t.fundamento}});
        if (t.tope != 0) r.back().topeDeducible = Importe::de_enteros(t.tope);
    }
    return r;
}

std::vector<CategoriaActivo> listar_categorias_activo(const Context& ctx) { return catalogo_de_categorias_activo().listar(ctx); }
CategoriaActivo leer_categoria_activo(db::Reader& tx, std::int64_t categoriaId) {
    return catalogo_de_categorias_activo().leer(tx, categoriaId);
}
CategoriaActivo obtener_categoria_activo(const Context& ctx, const CategoriaActivoPedida& pedida) {
    return leer_categoria_activo(ctx.db(), pedida.categoriaId);
}
CategoriaActivo crear_categoria_activo(Context& ctx, const CategoriaActivoNueva& pedida) {
    return catalogo_de_categorias_activo().crear(ctx, pedida, {},
                                                 [&](CategoriaActivo& c, Faltas&) { completar_de_la_ley(ctx.db(), pedida, c); });
}
CategoriaActivo actualizar_categoria_activo(Context& ctx, const CategoriaActivoActualizacion& pedida) {
    return catalogo_de_categorias_activo().actualizar(ctx, pedida);
}

void register_categorias_activo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Activos");
    ops.add(GET, "/api/Activos/TasasMaximas", "TasasMaximasListar", listar_tasas_maximas).nuestra().sin_base();
    ops.add(GET, "/api/Activos/Categorias", "CategoriasActivoListar", listar_categorias_activo).nuestra();
    ops.add(GET, "/api/Activos/Categorias/{categoriaId}", "CategoriaActivoObtener", obtener_categoria_activo)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Activos/Categorias", "CategoriaActivoCrear", crear_categoria_activo)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Activos/Categorias/{categoriaId}", "CategoriaActivoActualizar", actualizar_categoria_activo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::requerido, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::conflicto,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
