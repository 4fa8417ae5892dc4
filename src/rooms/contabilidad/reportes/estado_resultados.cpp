#include "rooms/contabilidad/reportes/estado_resultados.hpp"

namespace cacao {
namespace {

void tabla_estado_resultados(const Context& ctx, const EstadoPedido& p, const Estado& e, tabla::Hoja& hoja) {
    estado::escribir_tabla(ctx, "Estado de resultados", p, e, hoja);
}

}  // namespace

Estado consultar_estado_resultados(const Context& ctx, const EstadoPedido& p) {
    auto& tx = ctx.db();
    Faltas faltas;
    estado::Hecho hecho{.formato = "NIF B-3",
                        .lineas = &formato_nif(EstadoFinanciero::resultados),
                        .rangos = estado::comparados(p, estado::rango_pedido(ctx, p), faltas),
                        .columnas = {},
                        .cuentas = estado::cuentas_de_detalle(tx)};
    faltas.agregar_si(p.comparar == Comparacion::presupuesto, Codigo::valor_no_permitido, "/comparar");
    faltas.lanzar();
    std::erase_if(hecho.cuentas, [](const auto& c) { return !estado::es_de_resultados(c.second); });
    for (const auto& rango : hecho.rangos) {
        auto& saldos = hecho.columnas.emplace_back();
        for (const auto& [cuentaId, s] : engine::balanza(tx, estado::pedida(p, rango)))
            if (hecho.cuentas.contains(cuentaId)) saldos[cuentaId] = s.cargos - s.abonos;
    }
    return estado::armar(
        p, hecho,
        {.ruta = "/api/Contabilidad/EstadoResultados", .dias = estado::por_dias, .cuenta = estado::movimientos_de, .mas = {}});
}

void register_estado_resultados(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/EstadoResultados", "EstadoResultados", consultar_estado_resultados)
        .nuestra()
        .como_tabla(consultar_estado_resultados, tabla_estado_resultados)
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::requerido,
                  Codigo::no_encontrado});
}

}  // namespace cacao
