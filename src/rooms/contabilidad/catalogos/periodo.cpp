#include "rooms/contabilidad/catalogos/periodo.hpp"

namespace cacao {

std::vector<engine::Periodo> listar_periodos(const Context& ctx, const PeriodosFiltro& filtro) {
    return engine::periodos_del(ctx.db(), filtro.anio ? static_cast<int>(filtro.anio->valor) : ctx.hoy().anio());
}

engine::Periodo cambiar_periodo(Context& ctx, const PeriodoCambio& pedido) {
    const auto estado =
        pedido.estado == EstadoDePeriodo::abierto ? engine::EstadoPeriodo::abierto : engine::EstadoPeriodo::cerrado;
    return engine::cambiar_periodo(ctx, pedido.periodo, estado, pedido.motivo);
}

engine::Periodo ajustar_periodo(Context& ctx, const PeriodoAjuste& pedido) {
    return engine::cambiar_periodo(ctx, pedido.periodo, engine::EstadoPeriodo::cerrando, pedido.motivo);
}

void register_periodos(api::Operations& ops) {
    using enum api::Verb;
    ops.group(std::string{engine::grupo_de_ajuste});
    ops.add(GET, "/api/Contabilidad/Periodos", "PeriodosListar", listar_periodos).nuestra();
    ops.add(PUT, "/api/Contabilidad/Periodos", "PeriodoCambiar", cambiar_periodo)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::estado_invalido, Codigo::periodo_anterior_abierto, Codigo::conflicto,
                  Codigo::ejercicio_cerrado, Codigo::precondicion_fallida});
    ops.add(PUT, "/api/Contabilidad/Periodos/Ajustar", std::string{engine::derecho_de_ajuste}, ajustar_periodo)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::estado_invalido, Codigo::conflicto, Codigo::ejercicio_cerrado,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
