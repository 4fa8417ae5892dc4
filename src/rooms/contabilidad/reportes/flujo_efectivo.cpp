#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"

#include "engine/libros/flujo_efectivo.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

void tabla_flujo_efectivo(const Context& ctx, const FlujoPedido& p, const Estado& e, tabla::Hoja& hoja) {
    const bool directo = p.metodo != MetodoFlujo::indirecto;
    estado::escribir_tabla(
        ctx, directo ? "Estado de flujos de efectivo, método directo" : "Estado de flujos de efectivo, método indirecto", p, e,
        hoja);
}

std::string con_efectivo(std::int64_t cuentaId, const estado::Rango& r) {
    if (cuentaId == estado::efectivo_revaluado) return "/api/Contabilidad/Revaluaciones?" + estado::por_dias(r);
    auto ruta = estado::movimientos_de(cuentaId, r);
    return ruta.empty() ? ruta : ruta + "&conEfectivo=true";
}

std::string de_todo(std::int64_t cuentaId, const estado::Rango& r) {
    if (cuentaId == estado::resultado_del_ejercicio) return "/api/Contabilidad/EstadoResultados?" + estado::por_dias(r);
    return estado::movimientos_de(cuentaId, r);
}

struct Efectivo {
    Importe inicial;
    Importe final_;
    Importe cambio() const { return final_ - inicial; }
};

// What cash had and came to; `saldos` gets everything else, results as one.
Efectivo leer_balances(db::Reader& tx, const engine::BalanzaPedida& pedida,
                       const std::map<std::int64_t, CuentaDeFormato>& cuentas, estado::Saldos& saldos) {
    Efectivo e;
    for (const auto& [cuentaId, s] : engine::balanza(tx, pedida)) {
        const auto& cuenta = cuentas.at(cuentaId);
        if (estado::es_de_efectivo(cuenta)) {
            e.inicial += s.inicial;
            e.final_ += s.inicial + s.cargos - s.abonos;
        } else {
            saldos[estado::es_de_resultados(cuenta) ? estado::resultado_del_ejercicio : cuentaId] += s.cargos - s.abonos;
        }
    }
    return e;
}

}  // namespace

Estado flujo_de_efectivo(const Context& ctx, const FlujoPedido& p, const FormatoElegido& formato) {
    auto& tx = ctx.db();
    const bool directo = p.metodo != MetodoFlujo::indirecto;
    Faltas faltas;
    faltas.agregar_si(p.comparar == Comparacion::presupuesto, Codigo::valor_no_permitido, "/comparar");
    estado::Hecho hecho{.formato = formato,
                        .rangos = estado::comparados(p, estado::rango_pedido(ctx, p), faltas),
                        .columnas = {},
                        .cuentas = estado::cuentas_de_detalle(tx)};
    faltas.lanzar();
    const bool parte = (p.sucursalId && *p.sucursalId != 0) || p.proyectoId;
    std::vector<Efectivo> efectivo;
    for (const auto& rango : hecho.rangos) {
        const auto pedida = estado::pedida(p, rango);
        estado::Saldos balances;
        efectivo.push_back(leer_balances(tx, pedida, hecho.cuentas, balances));
        if (directo) {
            balances = engine::contrapartidas_de_efectivo(tx, pedida);
            if (const auto efecto = engine::apartar_revaluaciones(tx, pedida, balances); !efecto.es_cero())
                balances[estado::efectivo_revaluado] = -efecto;
        }
        auto& saldos = hecho.columnas.emplace_back(std::move(balances));
        // Cash of one branch or project may be what entries of another are about.
        if (parte) saldos[estado::entre_lugares] = -estado::suma(saldos) - efectivo.back().cambio();
    }
    hecho.cuentas[estado::resultado_del_ejercicio] = {estado::resultado_del_ejercicio, "", "Utilidad o pérdida neta", "",
                                                      "resultado"};
    hecho.cuentas[estado::efectivo_revaluado] = {estado::efectivo_revaluado, "", "Revaluación de cuentas propias", "702.01",
                                                 "ingreso"};
    hecho.cuentas[estado::entre_lugares] = {estado::entre_lugares, "", "Entre sucursales y proyectos", "", "capital"};
    auto e = estado::armar(p, hecho,
                           {.ruta = "/api/Contabilidad/FlujoEfectivo",
                            .dias = estado::por_dias,
                            .cuenta = directo ? con_efectivo : de_todo,
                            .mas = directo ? "&metodo=directo" : "&metodo=indirecto"});
    // What came and went is what cash changed by.
    for (std::size_t i = 0; i < e.columnas.size(); ++i) {
        const Importe sobra = -estado::suma(hecho.columnas[i]) - efectivo[i].cambio();
        e.columnas[i].diferencia += sobra;
        e.diferencia += sobra;
    }
    if (p.linea) return e;
    LineaEstado inicial{"efectivoInicial", "Efectivo al inicio del periodo", ClaseLinea::subtotal, 1, {}, {}};
    LineaEstado final_{"efectivoFinal", "Efectivo al final del periodo", ClaseLinea::subtotal, 1, {}, {}};
    for (std::size_t i = 0; i < efectivo.size(); ++i) {
        const auto balance = [&](Fecha dia) {
            return fmt::format("/api/Contabilidad/BalanceGeneral?fecha={}&linea=efectivo&conCuentas=true{}", dia.iso(),
                               estado::filtros(p));
        };
        inicial.cifras.push_back({efectivo[i].inicial, balance(hecho.rangos[i].desde + -1)});
        final_.cifras.push_back({efectivo[i].final_, balance(hecho.rangos[i].hasta)});
    }
    e.lineas.push_back(std::move(inicial));
    e.lineas.push_back(std::move(final_));
    return e;
}

Estado consultar_flujo_efectivo(const Context& ctx, const FlujoPedido& p) {
    return flujo_de_efectivo(
        ctx, p,
        formato_elegido(ctx.db(),
                        p.metodo == MetodoFlujo::indirecto ? EstadoFinanciero::flujoIndirecto : EstadoFinanciero::flujoDirecto,
                        p.formatoEstadoId));
}

void register_flujo_efectivo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/FlujoEfectivo", "FlujoEfectivo", consultar_flujo_efectivo)
        .nuestra()
        .como_tabla(consultar_flujo_efectivo, tabla_flujo_efectivo)
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::requerido,
                  Codigo::no_encontrado, Codigo::inactivo});
}

}  // namespace cacao
