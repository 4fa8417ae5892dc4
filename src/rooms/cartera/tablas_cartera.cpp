#include "rooms/cartera/tablas_cartera.hpp"

#include "api/monedas.hpp"
#include "palabras/palabras.hpp"

namespace cacao {
namespace {

using tabla::celda;
using tabla::Celda;

std::string nombre(TipoCartera tipo) { return tipo == TipoCartera::clientes ? "Clientes" : "Proveedores"; }

std::string titulo(const Rango& r) {
    return r.hasta ? std::to_string(r.desde) + " a " + std::to_string(*r.hasta) : "Más de " + std::to_string(r.desde - 1);
}

// An assignment stands under the document whose balance it moves.
std::string documento(const MovimientoCuenta& m) {
    const std::string tipo{glosario::en_palabras("tipoDocumento", m.tipoDocumento)};
    if (m.evento == EventoCuenta::asignacion) return tipo + " (asignación)";
    if (m.evento == EventoCuenta::desasignacion) return tipo + " (desasignación)";
    return tipo;
}

// What a row of the aging has behind its names; the row of a total has the same.
template <class Fila>
void agregar_montos(std::vector<Celda>& celdas, const Fila& f, api::Decimales& decimales) {
    celdas.push_back(celda(f.moneda));
    celdas.push_back(decimales.monto(f.porVencer, f.moneda));
    for (const Rango& r : f.rangos) celdas.push_back(decimales.monto(r.importe, f.moneda));
    for (const Importe i : {f.vencido, f.total, f.sinAsignar, f.neto}) celdas.push_back(decimales.monto(i, f.moneda));
}

}  // namespace

void tabla_antiguedad(const Context& ctx, const AntiguedadPedida& p, const AntiguedadSaldos& r, tabla::Hoja& hoja) {
    std::vector<tabla::Columna> columnas{tabla::texto("Código", 10), tabla::texto("Nombre", 28), tabla::texto("RFC", 15),
                                         tabla::texto("Moneda", 7), tabla::importe("Por vencer")};
    for (const Rango& rango : rangos_pedidos(p)) columnas.push_back(tabla::importe(titulo(rango)));
    for (const char* t : {"Vencido", "Total", "Sin asignar", "Neto"}) columnas.push_back(tabla::importe(t));
    hoja.encabezar(
        {"Antigüedad de saldos", std::nullopt, r.fecha,
         nombre(r.tipo) + (r.porFecha == PorFecha::vencimiento ? ", por fecha de vencimiento" : ", por fecha del documento")},
        std::move(columnas));
    api::Decimales decimales{ctx.db()};
    for (const AntiguedadContacto& c : r.contactos) {
        std::vector<Celda> celdas{celda(c.codigo), celda(c.nombre), celda(c.rfc)};
        agregar_montos(celdas, c, decimales);
        hoja.renglon(celdas);
    }
    for (const AntiguedadTotal& t : r.totales) {
        std::vector<Celda> celdas{celda("Total"), celda(""), celda("")};
        agregar_montos(celdas, t, decimales);
        hoja.total(celdas);
    }
}

void tabla_estado_cuenta(const Context& ctx, const EstadoCuentaPedido&, const EstadoCuenta& r, tabla::Hoja& hoja) {
    hoja.encabezar({"Estado de cuenta", r.fechaInicial, r.fechaFinal, r.codigo + "  " + r.nombre + "  " + r.rfc},
                   {tabla::fecha("Fecha"), tabla::texto("Documento", 20), tabla::texto("Folio", 12),
                    tabla::texto("Referencia", 20), tabla::si_no("Cancel."), tabla::texto("Moneda", 7), tabla::importe("Cargo"),
                    tabla::importe("Abono"), tabla::importe("Saldo")});
    api::Decimales decimales{ctx.db()};
    for (const EstadoCuentaMoneda& m : r.monedas) {
        const auto resumen = [&](const char* que, const Celda& cargo, const Celda& abono, Importe saldo) {
            return std::vector<Celda>{celda(""), celda(que), celda(""),
                                      celda(""), celda(""),  celda(m.moneda),
                                      cargo,     abono,      decimales.monto(saldo, m.moneda)};
        };
        // The opening balance is a row like the others: the running balances behind it start from it, also in a CSV.
        hoja.renglon(resumen("Saldo inicial", celda(""), celda(""), m.saldoInicial));
        for (const MovimientoCuenta& v : m.movimientos)
            hoja.renglon({celda(v.fecha), celda(documento(v)), celda(v.folio), celda(v.referencia), celda(v.cancelacion),
                          celda(m.moneda), decimales.monto(v.cargo, m.moneda), decimales.monto(v.abono, m.moneda),
                          decimales.monto(v.saldo, m.moneda)});
        hoja.total(
            resumen("Saldo final", decimales.monto(m.cargos, m.moneda), decimales.monto(m.abonos, m.moneda), m.saldoFinal));
    }
}

papel::Formulario formulario_estado_cuenta(const Context& ctx, const EstadoCuentaPedido& pedido) {
    using papel::Alineado;
    const auto r = consultar_estado_cuenta(ctx, pedido);
    papel::Formulario f;
    f.titulo = "Estado de cuenta";
    f.folio = r.codigo;
    f.datos = {
        {"Del", tabla::dia_mes_anio(r.fechaInicial)}, {"Al", tabla::dia_mes_anio(r.fechaFinal)}, {"Cartera", nombre(r.tipo)}};
    f.partes = {{r.tipo == TipoCartera::clientes ? "Cliente" : "Proveedor", {{"", r.nombre}, {"RFC", r.rfc}}}};
    api::Decimales decimales{ctx.db()};
    for (const EstadoCuentaMoneda& m : r.monedas) {
        const int n = decimales.de(m.moneda);
        const auto cifra = [&](Importe i) { return papel::en_cifra(i, n); };
        papel::TablaDeForma t{"Movimientos en " + m.moneda,
                              {{"", "Fecha", 10},
                               {"", "Documento", 24},
                               {"", "Folio", 12},
                               {"", "Referencia", 18},
                               {"", "Cargo", 14, Alineado::derecha},
                               {"", "Abono", 14, Alineado::derecha},
                               {"", "Saldo", 14, Alineado::derecha}},
                              {},
                              {}};
        t.renglones.push_back({"", "Saldo inicial", "", "", "", "", cifra(m.saldoInicial)});
        for (const MovimientoCuenta& v : m.movimientos)
            t.renglones.push_back({tabla::dia_mes_anio(v.fecha), documento(v) + (v.cancelacion ? " (cancelado)" : ""), v.folio,
                                   v.referencia, v.cargo.es_cero() ? "" : cifra(v.cargo), v.abono.es_cero() ? "" : cifra(v.abono),
                                   cifra(v.saldo)});
        t.cierre.push_back({"", "Saldo final", "", "", cifra(m.cargos), cifra(m.abonos), cifra(m.saldoFinal)});
        f.tablas.push_back(std::move(t));
    }
    return f;
}

}  // namespace cacao
