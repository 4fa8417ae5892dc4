#include "rooms/contabilidad/reportes/formato_previo.hpp"

#include "rooms/contabilidad/reportes/balance_general.hpp"
#include "rooms/contabilidad/reportes/estado_resultados.hpp"
#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"

namespace cacao {

Estado previsualizar_formato(const Context& ctx, const FormatoPrevio& p) {
    Faltas faltas;
    revisar_lineas(p.lineas, p.estado, "/lineas", faltas);
    faltas.lanzar();
    const FormatoElegido formato{"Vista previa", {p.lineas.begin(), p.lineas.end()}};
    FlujoPedido dias;
    dias.periodoInicial = p.periodoInicial;
    dias.periodoFinal = p.periodoFinal;
    dias.conCuentas = p.conCuentas;
    const auto rango = estado::rango_pedido(ctx, dias);
    auto e = [&] {
        switch (p.estado) {
            case EstadoFinanciero::resultados: return estado_de_resultados(ctx, dias, formato);
            case EstadoFinanciero::balance: {
                BalancePedido balance;
                balance.fecha = rango.hasta;
                balance.conCuentas = p.conCuentas;
                return balance_general(ctx, balance, formato);
            }
            case EstadoFinanciero::flujoDirecto: dias.metodo = MetodoFlujo::directo; break;
            case EstadoFinanciero::flujoIndirecto: dias.metodo = MetodoFlujo::indirecto; break;
        }
        return flujo_de_efectivo(ctx, dias, formato);
    }();
    // What is not stored cannot be asked for by line.
    for (LineaEstado& l : e.lineas)
        for (CifraEstado& c : l.cifras) c.consulta.clear();
    return e;
}

void register_formato_previo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(POST, "/api/Contabilidad/FormatosEstado/Previsualizar", "FormatoEstadoPrevisualizar", previsualizar_formato)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::lista_vacia, Codigo::valor_no_permitido, Codigo::requerido, Codigo::no_encontrado,
                  Codigo::fuera_de_rango, Codigo::conflicto, Codigo::fecha_invalida});
}

}  // namespace cacao
