#include "rooms/contabilidad/reportes/cambios_capital.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

// Credit positive.
struct CambioDeCapital {
    Importe inicial;
    Importe aumentos;
    Importe disminuciones;
    Importe resultado;
    Importe final_() const { return inicial + aumentos - disminuciones + resultado; }
};

template <class Fila>
void sumar_cambio(Fila& fila, const CambioDeCapital& c) {
    fila.saldoInicial += c.inicial;
    fila.aumentos += c.aumentos;
    fila.disminuciones += c.disminuciones;
    fila.resultado += c.resultado;
    fila.saldoFinal += c.final_();
}

}  // namespace

CambiosCapital consultar_cambios_capital(const Context& ctx, const CambiosCapitalPedidos& p) {
    auto& tx = ctx.db();
    EstadoPedido dias;
    dias.periodoInicial = p.periodoInicial;
    dias.periodoFinal = p.periodoFinal;
    dias.fechaInicial = p.fechaInicial;
    dias.fechaFinal = p.fechaFinal;
    dias.sucursalId = p.sucursalId;
    dias.proyectoId = p.proyectoId;
    const auto rango = estado::rango_pedido(ctx, dias);
    // The result of a year is that of earlier years from January on: a statement stays within one.
    reject_if(rango.desde.anio() != rango.hasta.anio(), Codigo::fuera_de_rango,
              p.periodoInicial || p.periodoFinal ? "/periodoFinal" : "/fechaFinal");
    const Fecha enero = *Fecha::de_civil(rango.desde.anio(), 1, 1);
    auto cuentas = estado::cuentas_de_detalle(tx);
    cuentas[estado::resultado_del_ejercicio] = {estado::resultado_del_ejercicio, "", "Resultado del ejercicio", "", "resultado"};
    cuentas[estado::resultado_sin_cerrar] = {estado::resultado_sin_cerrar, "", "Resultados de ejercicios sin cerrar", "304",
                                             "capital"};

    std::map<std::int64_t, CambioDeCapital> cambios;
    Importe otros;  // assets less liabilities, as the books have them at the end
    for (const auto& [cuentaId, s] : engine::balanza(tx, estado::pedida(dias, rango))) {
        const auto& cuenta = cuentas.at(cuentaId);
        if (estado::es_de_resultados(cuenta)) {
            cambios[estado::resultado_del_ejercicio].inicial -= s.inicial;
            cambios[estado::resultado_del_ejercicio].resultado += s.abonos - s.cargos;
        } else if (cuenta.tipo == "capital") {
            auto& c = cambios[cuentaId];
            c.inicial -= s.inicial;
            c.aumentos += s.abonos;
            c.disminuciones += s.cargos;
        } else {
            otros += s.inicial + s.cargos - s.abonos;
        }
    }
    // What results had before January is of earlier years.
    for (const auto& [cuentaId, s] : engine::balanza(tx, estado::pedida(dias, {enero, enero.ultimo_del_mes()})))
        if (estado::es_de_resultados(cuentas.at(cuentaId))) {
            cambios[estado::resultado_del_ejercicio].inicial += s.inicial;
            cambios[estado::resultado_sin_cerrar].inicial -= s.inicial;
        }

    CambiosCapital r;
    r.fechaInicial = rango.desde;
    r.fechaFinal = rango.hasta;
    const auto& formato = formato_nif(EstadoFinanciero::balance);
    std::map<std::size_t, ComponenteCapital> componentes;
    for (const auto& [cuentaId, c] : cambios) {
        const auto& cuenta = cuentas.at(cuentaId);
        const std::array<Importe, 4> todas{c.inicial, c.aumentos, c.disminuciones, c.resultado};
        if (std::ranges::all_of(todas, [](Importe i) { return i.es_cero(); })) continue;
        // Every type has a line there.
        const auto i = linea_de(formato, cuenta).value();
        auto& componente = componentes[i];
        componente.clave = formato[i].clave;
        componente.titulo = formato[i].titulo;
        componente.consulta = fmt::format("/api/Contabilidad/BalanceGeneral?fecha={}&linea={}&conCuentas=true{}",
                                          rango.hasta.iso(), componente.clave, estado::filtros(dias));
        sumar_cambio(componente, c);
        sumar_cambio(r, c);
        if (!p.conCuentas.value_or(false)) continue;
        auto& una = componente.cuentas.emplace_back();
        una.cuentaId = std::max<std::int64_t>(cuentaId, 0);
        una.codigo = cuenta.codigo;
        una.nombre = cuenta.nombre;
        if (cuentaId == estado::resultado_del_ejercicio)
            una.consulta = "/api/Contabilidad/EstadoResultados?" + estado::por_dias(rango) + estado::filtros(dias);
        else if (cuentaId > 0)
            una.consulta = fmt::format("/api/Contabilidad/Auxiliares?cuentaId={}&{}&conCierre=false{}", cuentaId,
                                       estado::por_dias(rango), estado::filtros(dias));
        sumar_cambio(una, c);
    }
    for (auto& [i, c] : componentes) {
        std::ranges::sort(c.cuentas, {}, &CuentaDeCapital::codigo);
        r.componentes.push_back(std::move(c));
    }
    const bool parte = (p.sucursalId && *p.sucursalId != 0) || p.proyectoId;
    // Of one branch or project alone, the two need not be the same: what lies between is no change of its capital.
    if (!parte) r.diferencia = otros - r.saldoFinal;
    return r;
}

void register_cambios_capital(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/CambiosCapital", "CambiosCapital", consultar_cambios_capital)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
