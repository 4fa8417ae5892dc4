#include "rooms/cartera/tablas_cartera.hpp"

#include "engine/entorno/decimales.hpp"

#include <map>

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
    if (m.evento == EventoCuenta::asignacion) return m.tipoDocumento + " (asignación)";
    if (m.evento == EventoCuenta::desasignacion) return m.tipoDocumento + " (desasignación)";
    return m.tipoDocumento;
}

// What a row of the aging has behind its names; the row of a total has the same.
template <class Fila>
void agregar_montos(std::vector<Celda>& celdas, const Fila& f, engine::Decimales& decimales) {
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
    engine::Decimales decimales{ctx.db()};
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

void tabla_cartera_global(const Context& ctx, const CarteraGlobalFiltro& p, const Filas<DocumentoCartera>& filas,
                          tabla::Hoja& hoja) {
    hoja.encabezar({"Cartera global", std::nullopt, ctx.hoy(), nombre(p.tipo.value_or(TipoCartera::clientes))},
                   {tabla::texto("Código", 10), tabla::texto("Nombre", 26), tabla::texto("RFC", 15), tabla::texto("Vendedor", 20),
                    tabla::texto("Documento", 14), tabla::texto("Folio", 10), tabla::texto("UUID", 14), tabla::fecha("Fecha"),
                    tabla::fecha("Vencimiento"), tabla::entero("Días", 5), tabla::texto("Moneda", 7), tabla::importe("Total"),
                    tabla::importe("Pagado"), tabla::importe("Saldo")});
    struct Suma {
        Importe total, pagado, saldo;
    };
    std::map<std::string, Suma> sumas;
    engine::Decimales decimales{ctx.db()};
    filas([&](const DocumentoCartera& d) {
        hoja.renglon({celda(d.codigo), celda(d.nombre), celda(d.rfc), celda(d.vendedor), celda(d.tipoDocumento), celda(d.folio),
                      celda(d.uuid), celda(d.fecha), celda(d.vencimiento), celda(d.dias), celda(d.moneda),
                      decimales.monto(d.total, d.moneda), decimales.monto(d.pagado, d.moneda),
                      decimales.monto(d.saldo, d.moneda)});
        Suma& s = sumas[d.moneda];
        s.total += d.total;
        s.pagado += d.pagado;
        s.saldo += d.saldo;
    });
    for (const auto& [moneda, s] : sumas)
        hoja.total({celda("Total"), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""),
                    celda(""), celda(moneda), decimales.monto(s.total, moneda), decimales.monto(s.pagado, moneda),
                    decimales.monto(s.saldo, moneda)});
}

void tabla_cartera_totales(const Context& ctx, const CarteraPedida&, const CarteraTotales& r, tabla::Hoja& hoja) {
    const auto local = engine::moneda_local(ctx.db());
    hoja.encabezar({"Totales de cartera", std::nullopt, ctx.hoy(), nombre(r.tipo)},
                   {tabla::texto("Moneda", 14), tabla::entero("Documentos", 10), tabla::importe("Total"),
                    tabla::importe("Pagado"), tabla::importe("Saldo"), tabla::importe("Saldo " + local.moneda)});
    engine::Decimales decimales{ctx.db()};
    for (const CarteraMoneda& m : r.monedas)
        hoja.renglon({celda(m.moneda), celda(m.documentos), decimales.monto(m.total, m.moneda),
                      decimales.monto(m.pagado, m.moneda), decimales.monto(m.saldo, m.moneda),
                      tabla::monto(m.saldoLocal, local.decimales)});
    const auto total = [&](const char* que, const std::optional<Importe>& importe) {
        if (importe)
            hoja.total({celda(que), celda(""), celda(""), celda(""), celda(""), tabla::monto(*importe, local.decimales)});
    };
    total("Total", r.saldoLocal);
    total("Sin asignar", r.sinAsignarLocal);
    total("Diferencia", r.diferencia);
}

namespace {

// Balances of contacts, one row for each currency, and what they add up to.
class HojaDeSaldos {
public:
    HojaDeSaldos(const Context& ctx, tabla::Hoja& hoja, const tabla::Encabezado& encabezado)
        : hoja_(hoja), local_(engine::moneda_local(ctx.db())), decimales_(ctx.db()) {
        std::vector<tabla::Columna> columnas{tabla::texto("Nombre", 30), tabla::importe("Límite"), tabla::importe("Disponible"),
                                             tabla::texto("Moneda", 7)};
        for (const char* titulo : {"Por cobrar", "A favor cliente", "Notas créd. cliente", "Por pagar", "A favor prov.",
                                   "Notas créd. prov.", "Neto", "Vencido cobrar", "Vencido pagar"})
            columnas.push_back(tabla::importe(titulo));
        hoja.encabezar(encabezado, std::move(columnas));
    }

    void agregar(const SaldoContacto& c) {
        bool primera = true;  // limit and what is left of it belong to the contact, not to each of its currencies
        for (const SaldoMoneda& m : c.monedas) {
            std::vector<Celda> celdas{celda(c.nombre), celda(""), celda("")};
            if (primera && c.limiteCredito) {
                celdas[1] = tabla::monto(*c.limiteCredito, local_.decimales);
                celdas[2] = tabla::monto(c.disponible.value(), local_.decimales);
            }
            primera = false;
            montos(celdas, m);
            hoja_.renglon(celdas);
            SaldoMoneda& s = sumas_[m.moneda];
            s.moneda = m.moneda;
            for (const auto miembro : miembros) s.*miembro += m.*miembro;
        }
    }
    void totalizar() {
        for (const auto& [moneda, s] : sumas_) {
            std::vector<Celda> celdas{celda("Total"), celda(""), celda("")};
            montos(celdas, s);
            hoja_.total(celdas);
        }
    }

    // Figures in the organization's currency, in the column of what is left.
    void comparar(std::initializer_list<std::pair<const char*, Importe>> cifras) {
        for (const auto& [que, importe] : cifras) {
            std::vector<Celda> celdas{celda(que), celda(""), celda(""), celda(local_.moneda)};
            for (const auto miembro : miembros)
                celdas.push_back(miembro == &SaldoMoneda::neto ? tabla::monto(importe, local_.decimales) : celda(""));
            hoja_.total(celdas);
        }
    }

private:
    static constexpr Importe SaldoMoneda::*miembros[] = {
        &SaldoMoneda::porCobrar, &SaldoMoneda::aFavorCliente,    &SaldoMoneda::notasCreditoCliente,
        &SaldoMoneda::porPagar,  &SaldoMoneda::aFavorProveedor,  &SaldoMoneda::notasCreditoProveedor,
        &SaldoMoneda::neto,      &SaldoMoneda::vencidoPorCobrar, &SaldoMoneda::vencidoPorPagar};

    void montos(std::vector<Celda>& celdas, const SaldoMoneda& m) {
        celdas.push_back(celda(m.moneda));
        for (const auto miembro : miembros) celdas.push_back(decimales_.monto(m.*miembro, m.moneda));
    }

    tabla::Hoja& hoja_;
    engine::Moneda local_;
    engine::Decimales decimales_;
    std::map<std::string, SaldoMoneda> sumas_;
};

}  // namespace

void tabla_saldos_contactos(const Context& ctx, const SaldosContactosFiltro& p, const Filas<SaldoContacto>& filas,
                            tabla::Hoja& hoja) {
    HojaDeSaldos saldos{
        ctx, hoja, {"Saldos de contactos", std::nullopt, ctx.hoy(), p.tipo ? nombre(*p.tipo) : "Clientes y proveedores"}};
    filas([&](const SaldoContacto& c) { saldos.agregar(c); });
    saldos.totalizar();
}

void tabla_saldo_contacto(const Context& ctx, const SaldoContactoPedido&, const SaldoContacto& c, tabla::Hoja& hoja) {
    HojaDeSaldos saldos{ctx, hoja, {"Saldo de contacto", std::nullopt, c.fecha, c.nombre}};
    saldos.agregar(c);
    saldos.totalizar();
}

// One row of all contacts for each currency; below them what they come to, and what the books say.
void tabla_saldos_totales(const Context& ctx, const SaldosTotalesPedidos& p, const SaldosTotales& r, tabla::Hoja& hoja) {
    HojaDeSaldos saldos{
        ctx, hoja, {"Totales de saldos", std::nullopt, r.fecha, p.tipo ? nombre(*p.tipo) : "Clientes y proveedores"}};
    SaldoContacto todos;
    todos.nombre = "Contactos: " + std::to_string(r.contactos);
    todos.monedas = r.monedas;
    saldos.agregar(todos);
    saldos.comparar({{"Neto", r.netoLocal}, {"Saldo contable", r.saldoContable}, {"Diferencia", r.diferencia}});
}

void tabla_estado_cuenta(const Context& ctx, const EstadoCuentaPedido&, const EstadoCuenta& r, tabla::Hoja& hoja) {
    hoja.encabezar({"Estado de cuenta", r.fechaInicial, r.fechaFinal, r.codigo + "  " + r.nombre + "  " + r.rfc},
                   {tabla::fecha("Fecha"), tabla::texto("Documento", 20), tabla::texto("Folio", 12),
                    tabla::texto("Referencia", 20), tabla::si_no("Cancel."), tabla::texto("Moneda", 7), tabla::importe("Cargo"),
                    tabla::importe("Abono"), tabla::importe("Saldo")});
    engine::Decimales decimales{ctx.db()};
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

void tabla_saldos_al_dia(const Context& ctx, const SaldosAlDia&, const SaldosClientesProveedores& r, tabla::Hoja& hoja) {
    const auto local = engine::moneda_local(ctx.db());
    hoja.encabezar({"Saldos de clientes y proveedores", std::nullopt, r.fecha, ""},
                   {tabla::texto("Código", 10), tabla::texto("Nombre", 30), tabla::texto("RFC", 15), tabla::texto("Moneda", 7),
                    tabla::importe("Por cobrar"), tabla::importe("A favor cliente"), tabla::importe("Por pagar"),
                    tabla::importe("A favor prov."), tabla::importe("Neto"), tabla::importe("Neto " + local.moneda)});
    engine::Decimales decimales{ctx.db()};
    for (const SaldoClienteProveedor& s : r.saldos)
        hoja.renglon({celda(s.codigo), celda(s.nombre), celda(s.rfc), celda(s.moneda), decimales.monto(s.porCobrar, s.moneda),
                      decimales.monto(s.aFavorCliente, s.moneda), decimales.monto(s.porPagar, s.moneda),
                      decimales.monto(s.aFavorProveedor, s.moneda), decimales.monto(s.neto, s.moneda),
                      tabla::monto(s.netoLocal, local.decimales)});
    hoja.total({celda("Total"), celda(""), celda(""), celda(local.moneda), celda(""), celda(""), celda(""), celda(""), celda(""),
                tabla::monto(r.totalLocal, local.decimales)});
}

}  // namespace cacao
