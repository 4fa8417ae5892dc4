#include "rooms/escuela/plan_escolar.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/ajustes.hpp"

namespace cacao {
namespace {

// A period costs something, and nothing is charged late for without saying as what.
void revisar_plan(Context& ctx, const PlanEscolar* /*antes*/, const PlanEscolar& p, Faltas& faltas) {
    const bool de_nada = p.precio.redondeado(engine::leer_ajustes(ctx.db()).decimales).es_cero();
    faltas.agregar_si(de_nada, Codigo::fuera_de_rango, "/precio");
    faltas.agregar_si(p.prontoPagoTasa > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/prontoPagoTasa");
    faltas.agregar_si(p.recargoTasa > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/recargoTasa");
    faltas.agregar_si((!p.recargoTasa.es_cero() || !p.recargoImporte.es_cero()) && p.conceptoRecargoId == 0, Codigo::requerido,
                      "/conceptoRecargoId");
}

const Catalogo<PlanEscolar>& catalogo_de_planes() {
    static constexpr std::string_view que_se_vende =
        "SELECT activo FROM concepto WHERE organizacionId = $1 AND conceptoId = $2 AND enVenta = 1";
    static const Catalogo<PlanEscolar> planes{
        {.tabla = "planEscolar",
         .llave = "planEscolarId",
         .candados = {"cargosEscolares"},  // of who charges by them, too
         .orden = "codigo",
         .unicos = {{"codigo"}, {"referenciaExterna", true}},
         .referencias = {{"cicloEscolarId", "SELECT activo FROM cicloEscolar WHERE organizacionId = $1 AND cicloEscolarId = $2"},
                         {"nivelEscolarId", "SELECT activo FROM nivelEscolar WHERE organizacionId = $1 AND nivelEscolarId = $2"},
                         {"sucursalId", "SELECT activo FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2"},
                         {"conceptoId", que_se_vende},
                         {"conceptoRecargoId", que_se_vende}}},
        revisar_plan};
    return planes;
}

}  // namespace

std::vector<PlanEscolar> listar_planes_escolares(const Context& ctx, const PlanesEscolaresFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.cicloEscolarId) donde.add("cicloEscolarId = $", filtro.cicloEscolarId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return catalogo_de_planes().listar(ctx, donde);
}
PlanEscolar crear_plan_escolar(Context& ctx, const PlanEscolarNuevo& pedido) {
    PlanEscolar nuevo;
    nuevo.periodos = 1;
    nuevo.conBeca = pedido.tipo == TipoPlanEscolar::colegiatura;
    return catalogo_de_planes().crear(ctx, pedido, std::move(nuevo));
}
PlanEscolar actualizar_plan_escolar(Context& ctx, const PlanEscolarActualizacion& pedido) {
    return catalogo_de_planes().actualizar(ctx, pedido);
}

void register_planes_escolares(api::Operations& ops) {
    using enum api::Verb;
    ops.group("EscuelaPrivada");
    ops.add(GET, "/api/EscuelaPrivada/Planes", "PlanesEscolaresListar", listar_planes_escolares).nuestra();
    ops.add(POST, "/api/EscuelaPrivada/Planes", "PlanEscolarCrear", crear_plan_escolar)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/EscuelaPrivada/Planes/{planEscolarId}", "PlanEscolarActualizar", actualizar_plan_escolar)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/EscuelaPrivada/Cargos/Generar", "CargosEscolaresGenerar", generar_cargos_escolares)
        .nuestra()
        .rechaza({Codigo::inactivo, Codigo::periodo_cerrado});
}

}  // namespace cacao
