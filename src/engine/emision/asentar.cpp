// Registration, fourth step: the entry.

#include "engine/emision/asentado.hpp"

#include "engine/existencia/correccion.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace cacao::engine {
namespace {

bool es_impuesto(Monto m) { return m == Monto::iva || m == Monto::ieps || m == Monto::iva_retenido || m == Monto::isr_retenido; }
bool es_existencia(Monto m) { return m == Monto::costo || m == Monto::entrada; }

Impuesto impuesto_del(Monto m) {
    switch (m) {
        case Monto::iva: return Impuesto::iva;
        case Monto::ieps: return Impuesto::ieps;
        case Monto::iva_retenido: return Impuesto::ivaRetenido;
        default: return Impuesto::isrRetenido;
    }
}

// Income is told apart by the rate of its VAT, as the authority's accounts do; what is no object of it goes with the general
// rate.
Cuenta por_tasa(Cuenta papel, const CifrasPartida& cifras, Fecha fecha) {
    const bool venta = papel == Cuenta::ventas;
    for (const ImpuestoPartida& i : cifras.impuestos) {
        if (i.impuesto != nombre(Impuesto::iva)) continue;
        const Factor factor = factor_de(i.factor);
        if (factor == Factor::exento) return venta ? Cuenta::ventas_exentas : Cuenta::devoluciones_venta_exentas;
        if (factor != Factor::tasa) return papel;
        if (es_de_frontera(i, fecha)) return venta ? Cuenta::ventas_frontera : Cuenta::devoluciones_venta_frontera;
        if (!i.tasa.es_cero()) return papel;
        if (venta && es_de_exportacion(i)) return Cuenta::ventas_exportacion;
        return venta ? Cuenta::ventas_cero : Cuenta::devoluciones_venta_cero;
    }
    return papel;
}

Importe con_signo(const Asiento& a, Importe importe) { return a.lado == Lado::cargo ? importe : -importe; }

// What waits there is taken from there again, by the account that its line remembers; everything else goes with the goods.
bool espera(Cuenta c) { return c == Cuenta::partida || c == Cuenta::recibido_no_facturado || c == Cuenta::gastos_por_distribuir; }

bool es_control(Cuenta c) {
    return c == Cuenta::clientes || c == Cuenta::proveedores || c == Cuenta::anticipo_clientes ||
           c == Cuenta::anticipo_proveedores;
}

class Asentador {
public:
    Asentador(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
              const Tomado& tomado)
        : tipo_(tipo), pedida_(pedida), h_(hallado), d_(juzgado), t_(tomado) {
        a_.cuentas.resize(d_.lineas.size());
        a_.impuestos.resize(d_.tasas.size());
        for (const Articulo& a : d_.articulos) clases_[a.productoId] = a.clasificacionId;
    }

    Asentado asentar() {
        if (en_libros(tipo_)) asentar_efectos();
        abrir_saldos();
        return std::move(a_);
    }

private:
    void asentar_efectos() {
        a_.con_efecto = tipo_.existencia == Existencia::costo_tardio || !d_.movimientos.empty();
        if (tipo_.renglones == Renglones::diario) asentar_diario();
        else if (tipo_.existencia == Existencia::reempaque) asentar_reempaque();
        else asentar_tabla();
        asentar_correcciones();
        const Importe total = d_.totales.total;
        if (tipo_.banco) a_.bancos.push_back({pedida_.banco.cuentaBancariaId, total, total_});
        if (tipo_.banco_sale) a_.bancos.push_back({pedida_.banco.cuentaBancariaId, -total, -total_});
        if (d_.destino != nullptr)
            a_.bancos.push_back({pedida_.banco.cuentaDestinoId, d_.entrada ? d_.entrada->importe : total,
                                 d_.entrada ? d_.entrada->local : total_});
        Importe suma;
        for (const Hoja& hoja : a_.hojas) suma += hoja.local;
        if (!suma.es_cero()) throw std::logic_error("an entry that does not balance, by " + suma.texto());
    }

    // By what the kind says of its figures. The control account comes after the leaves that it adds up.
    void asentar_tabla() {
        for (const Asiento& a : tipo_.asientos) {
            if (es_impuesto(a.monto)) asentar_impuestos(a);
            else if (es_existencia(a.monto)) asentar_existencia(a);
            else if (a.monto == Monto::subtotal) asentar_partidas(a);
        }
        for (const Asiento& a : tipo_.asientos)
            if (a.monto == Monto::total) asentar_total(a);
        if (d_.entrada) cambiar_moneda();
        diferencia_cambiaria(cambio_);
        conciliar();
    }

    void asentar_partidas(const Asiento& a) {
        for (std::size_t i = 0; i < d_.lineas.size(); ++i) {
            const Linea& l = d_.lineas[i];
            a_.cuentas[i] = cuenta_de(a.cuenta, l);
            const bool aplicable = es_bancaria(tipo_) && l.concepto() == nullptr;
            if (aplicable) {
                aplicable_ += l.local;
                control_ = a_.cuentas[i];
            }
            if (a.cuenta == Cuenta::partida && l.mueve && l.producto()->tipo == "kit") {
                asentar_por_clases(a, l);
                continue;
            }
            agregar({a_.cuentas[i], d_.encabezado.sucursalId, l.proyectoId, aplicable ? pedida_.cabecera.entidadId : 0,
                     con_signo(a, l.local), con_signo(a, l.cifras.neto + l.cifras.al_costo()), d_.encabezado.moneda});
        }
    }

    // A kit that comes in lies by its parts, each on the account of its class.
    void asentar_por_clases(const Asiento& a, const Linea& l) {
        std::map<std::int64_t, Importe> cuentas;
        for (const ValorMovido& v : t_.valores)
            if (v.numeroPartida == l.numero && !es_correccion(tipo_, v))
                cuentas[h_.papeles.de(Cuenta::inventario, ambito(l, v))] += v.valor;
        std::vector<std::int64_t> pesos;
        for (const auto& [cuenta, valor] : cuentas) pesos.push_back(valor.micros());
        const auto originales = repartir(l.cifras.neto + l.cifras.al_costo(), pesos, d_.encabezado.decimales);
        auto original = originales.begin();
        for (const auto& [cuenta, valor] : cuentas)
            agregar({cuenta, d_.encabezado.sucursalId, l.proyectoId, 0, con_signo(a, valor), con_signo(a, *original++),
                     d_.encabezado.moneda});
    }

    void asentar_impuestos(const Asiento& a) {
        for (std::size_t i = 0; i < d_.tasas.size(); ++i) {
            const TasaDocumento& t = d_.tasas[i];
            const Restitucion& r = t_.restituciones[i];
            if (t.impuesto != impuesto_del(a.monto) || t.importe.es_cero()) continue;
            recordar(a, a_.impuestos[i]);
            const auto hoja = [&](Cuenta papel, Importe local, Importe importe) {
                if (importe.es_cero() && local.es_cero()) return;
                agregar({h_.papeles.de(papel), d_.encabezado.sucursalId, d_.encabezado.proyectoId, 0, con_signo(a, local),
                         con_signo(a, importe), d_.encabezado.moneda});
            };
            // What is cost went with the lines; what is withheld of rent is owed by its own account.
            const auto asentar_en = [&](Cuenta papel, Importe local, Importe importe, Importe renta) {
                if (papel != Cuenta::isr_retenido_por_pagar || importe.es_cero()) return hoja(papel, local, importe);
                const Importe suya = proporcion(local, renta.micros(), importe.micros(), h_.ajustes.decimales);
                hoja(Cuenta::isr_arrendamiento_por_pagar, suya, renta);
                hoja(papel, local - suya, importe - renta);
            };
            const Importe acreditable = t.importe - t.al_costo;
            if (a.liquidada == Cuenta::partida) {
                asentar_en(a.cuenta, t.local, acreditable, t.arrendamiento);
                continue;
            }
            asentar_en(a.cuenta, t.local - r.local, acreditable - r.acreditable(), t.arrendamiento - r.renta);
            asentar_en(a.liquidada, r.efectivo, r.acreditable(), r.renta);
            cambio_ += con_signo(a, r.efectivo - r.local);
        }
    }

    // What waits to be settled is taken from here again, and what was posted against it, as an advance does, returns there.
    void recordar(const Asiento& a, CuentasImpuesto& suyas) const {
        if (a.liquidada != Cuenta::partida) suyas.espera = h_.papeles.de(a.cuenta);
        else if (std::ranges::any_of(tipo_.asientos,
                                     [&](const Asiento& x) { return x.monto == a.monto && x.liquidada == a.cuenta; }))
            suyas.liquidada = h_.papeles.de(a.cuenta);
    }

    // With one control account, it takes what the leaves add up to; with two that face each other, both take the converted total.
    void asentar_total(const Asiento& a) {
        int lados = 0;
        Importe hojas;
        for (const Asiento& x : tipo_.asientos) {
            if (x.monto == Monto::total) lados += x.lado == Lado::cargo ? 1 : -1;
            if (x.monto == Monto::subtotal)
                for (const Linea& l : d_.lineas) hojas += con_signo(x, l.local);
            if (es_impuesto(x.monto))
                for (const TasaDocumento& t : d_.tasas)
                    if (t.impuesto == impuesto_del(x.monto)) hojas += con_signo(x, t.local);
        }
        const Importe total = d_.totales.total;
        total_ = lados == 0 ? en_local(h_, total) : lados > 0 ? -hojas : hojas;
        const std::int64_t entidadId = pedida_.cabecera.entidadId;
        const std::int64_t cuenta = a.cuenta == Cuenta::banco           ? d_.banco->cuentaId
                                    : a.cuenta == Cuenta::banco_destino ? d_.destino->cuentaId
                                                                        : h_.papeles.de(a.cuenta, {0, 0, entidadId});
        const bool control = es_control(a.cuenta);
        if (control) {
            const bool segunda = tipo_.saldo == Saldo::compensacion && a.cuenta == Cuenta::anticipo_proveedores;
            (segunda ? control2_ : control_) = cuenta;
        }
        if (a.cuenta == Cuenta::banco_destino && d_.entrada) {
            agregar({cuenta, d_.encabezado.sucursalId, d_.encabezado.proyectoId, 0, con_signo(a, d_.entrada->local),
                     con_signo(a, d_.entrada->importe), d_.destino->moneda});
            return;
        }
        agregar({cuenta, d_.encabezado.sucursalId, d_.encabezado.proyectoId, control ? entidadId : 0, con_signo(a, total_),
                 con_signo(a, total), d_.encabezado.moneda});
    }

    // What the bank gave for one currency in the other is not what both are worth in the books.
    void cambiar_moneda() {
        Importe resto;
        for (const Hoja& hoja : a_.hojas) resto += hoja.local;
        diferencia_cambiaria(resto);
    }
    void diferencia_cambiaria(Importe resto) {
        if (resto.es_cero()) return;
        const Cuenta papel = resto > Importe{} ? Cuenta::ganancia_cambiaria : Cuenta::perdida_cambiaria;
        agregar({h_.papeles.de(papel), d_.encabezado.sucursalId, d_.encabezado.proyectoId, 0, -resto, {}, h_.ajustes.moneda});
    }

    // Inventory takes what stock answered, warehouse by warehouse; the other side takes its opposite, line by line.
    void asentar_existencia(const Asiento& a) {
        const bool interno = std::ranges::all_of(tipo_.asientos, [](const Asiento& x) { return x.cuenta == Cuenta::inventario; });
        if (interno && a.lado == Lado::abono) return;  // a transfer: both sides stand in the values
        const bool existencia = a.cuenta == Cuenta::inventario;
        for (const ValorMovido& v : t_.valores) {
            if (es_correccion(tipo_, v)) continue;
            const Linea& l = d_.lineas[indice(v)];
            if (existencia) {
                asentar_valor(h_.papeles.de(Cuenta::inventario, ambito(l, v)), l, v.valor);
                continue;
            }
            const std::int64_t cuenta = espera(a.cuenta) ? cuenta_de(a.cuenta, l) : h_.papeles.de(a.cuenta, ambito(l, v));
            asentar_valor(cuenta, l, -v.valor);
            if (a_.cuentas[indice(v)] == 0) a_.cuentas[indice(v)] = cuenta;
        }
        // The goods that are gone took their late cost to cost of sales.
        for (std::size_t i = 0; i < d_.lineas.size(); ++i) {
            const auto& tardio = t_.lineas[i].tardio;
            if (!tardio) continue;
            const Linea& l = d_.lineas[i];
            if (existencia) asentar_consumido(l, *tardio);
            else if (!tardio->consumido.es_cero()) asentar_valor(cuenta_de(a.cuenta, l), l, -tardio->consumido);
        }
    }

    // What went with goods that are gone is cost of their class, on the account of what took them.
    void asentar_consumido(const Linea& l, const CostoTardio& tardio) {
        Importe resto = tardio.consumido;
        auto por_clase = tardio.consumido_por_clase;
        for (const auto& [destino, importe] : tardio.destinos) {
            asentar_valor(h_.papeles.de(destino.papel, {destino.clasificacionId, destino.almacenId, 0}), l, importe);
            por_clase[destino.clasificacionId] -= importe;
            resto -= importe;
        }
        for (const auto& [clasificacionId, importe] : por_clase) {
            asentar_valor(h_.papeles.de(Cuenta::costo_ventas, {clasificacionId, l.almacenId, 0}), l, importe);
            resto -= importe;
        }
        if (!resto.es_cero()) asentar_valor(cuenta_de(Cuenta::costo_ventas, l), l, resto);
    }

    void asentar_diario() {
        for (std::size_t i = 0; i < d_.lineas.size(); ++i) {
            const Linea& l = d_.lineas[i];
            const DeCuenta& p = l.pedida->cuenta;
            a_.cuentas[i] = p.cuentaId;
            const Importe original = p.cargo - p.abono;
            agregar(
                {p.cuentaId, d_.encabezado.sucursalId, l.proyectoId, 0, en_local(h_, original), original, d_.encabezado.moneda});
        }
        // In a foreign currency the rounding of the lines may leave cents: they are an exchange difference, not anybody's fault.
        Importe resto;
        for (const Hoja& hoja : a_.hojas) resto += hoja.local;
        diferencia_cambiaria(resto);
    }

    // What is produced is worth what was consumed, plus what was added, less what was lost abnormally.
    void asentar_reempaque() {
        for (const ValorMovido& v : t_.valores) {
            if (es_correccion(tipo_, v)) continue;
            const Linea& l = d_.lineas[indice(v)];
            asentar_valor(h_.papeles.de(Cuenta::inventario, ambito(l, v.almacenId)), l, v.valor);
        }
        const auto del_documento = [&](Cuenta papel, Importe importe) {
            agregar({h_.papeles.de(papel), d_.encabezado.sucursalId, d_.encabezado.proyectoId, 0, importe, importe,
                     h_.ajustes.moneda});
        };
        del_documento(Cuenta::merma, t_.reempacado ? t_.reempacado->mermaAnormal : Importe{});
        del_documento(Cuenta::costos_agregados, -pedida_.reempaque.costoAgregado);
    }

    // Goods that had left before they came in had left at a cost that was not quite theirs. What one place sent to another is
    // still in the stock.
    void asentar_correcciones() {
        for (const ValorMovido& v : t_.valores) {
            if (!es_correccion(tipo_, v)) continue;
            const Linea& l = d_.lineas[indice(v)];
            asentar_valor(h_.papeles.de(Cuenta::inventario, ambito(l, v)), l, v.valor);
            if (!v.entreLugares) asentar_valor(h_.papeles.de(v.papel, ambito(l, v)), l, -v.valor);
        }
    }

    // A line that took its share of what its source is worth: the account that waited for it gets exactly that share, and the
    // difference between it and the line's own figure goes to the goods, or to variance.
    void conciliar() {
        const bool sale = tipo_.existencia == Existencia::devolucion_proveedor;
        const bool carga = sale || tipo_.saldo == Saldo::por_pagar;
        for (std::size_t i = 0; i < d_.lineas.size(); ++i) {
            const Linea& l = d_.lineas[i];
            const LineaTomada& t = t_.lineas[i];
            if (l.regla() == nullptr || !con_valor(*l.regla())) continue;
            // What asentar_partidas or asentar_existencia posted to the waiting account, on the debit side.
            const Importe diferencia = (sale ? t.costo : l.local) - t.conciliado;
            if (diferencia.es_cero()) continue;
            const auto de_linea = [&](std::int64_t cuenta, Importe importe) {
                agregar({cuenta, d_.encabezado.sucursalId, l.proyectoId, 0, importe, {}, h_.ajustes.moneda});
            };
            de_linea(cuenta_de(Cuenta::partida, l), carga ? -diferencia : diferencia);
            if (va_a_variacion(tipo_, l)) {
                de_linea(h_.papeles.de(Cuenta::variacion_costo, ambito(l, l.almacenId)), carga ? diferencia : -diferencia);
                continue;
            }
            for (const ValorMovido& v : t.diferencia->en_existencia)
                asentar_valor(h_.papeles.de(Cuenta::inventario, ambito(l, v)), l, v.valor);
            asentar_consumido(l, *t.diferencia);
        }
    }

    void abrir_saldos() {
        SaldoAbierto s{t_.transaccionId,
                       {},
                       pedida_.cabecera.entidadId,
                       d_.encabezado.fecha,
                       d_.vencimiento,
                       d_.encabezado.moneda,
                       control_,
                       d_.totales.total,
                       total_};
        switch (tipo_.saldo) {
            case Saldo::ninguno: return;
            case Saldo::por_cobrar: s.naturaleza = Naturaleza::cobrar; break;
            case Saldo::por_pagar: s.naturaleza = Naturaleza::pagar; break;
            case Saldo::favor_cliente: s.naturaleza = Naturaleza::favorCliente; break;
            case Saldo::favor_proveedor:
                s.naturaleza = Naturaleza::favorProveedor;
                if (es_bancaria(tipo_)) {
                    if (d_.totales.aplicable.es_cero()) return;  // paid by direct concepts alone
                    s.total = d_.totales.aplicable;
                    s.totalLocal = aplicable_;
                }
                break;
            case Saldo::compensacion:
                s.naturaleza = Naturaleza::favorProveedor;
                s.cuentaId = control2_;
                a_.saldos.push_back(s);
                s.naturaleza = Naturaleza::favorCliente;
                s.cuentaId = control_;
                break;
        }
        a_.saldos.push_back(std::move(s));
    }

    void agregar(Hoja hoja) {
        a_.con_efecto = a_.con_efecto || !hoja.local.es_cero() || !hoja.original.es_cero();
        agregar_hoja(a_.hojas, std::move(hoja));
    }
    void asentar_valor(std::int64_t cuenta, const Linea& l, Importe valor) {
        agregar({cuenta, d_.encabezado.sucursalId, l.proyectoId, 0, valor, valor, h_.ajustes.moneda});
    }

    static Ambito ambito(const Linea& l, std::int64_t almacenId) {
        return {l.producto() != nullptr ? l.producto()->clasificacionId : 0, almacenId, 0};
    }

    // Of the goods themselves: parts of a kit, and what follows goods through a repackaging, are of other classes than the line.
    Ambito ambito(const Linea& l, const ValorMovido& v) const {
        if (v.clasificacionId) return {*v.clasificacionId, v.almacenId, 0};
        const auto suya = clases_.find(v.productoId);
        return suya == clases_.end() ? ambito(l, v.almacenId) : Ambito{suya->second, v.almacenId, 0};
    }

    // The account of a line for a part. `partida` asks the line itself.
    std::int64_t cuenta_de(Cuenta papel, const Linea& l) const {
        const Ambito suyo = ambito(l, l.almacenId);
        // Nobody earns or spends what is somebody else's.
        if (const std::int64_t tercero = l.tercero(); tercero != 0) {
            const bool suya = l.pedida->tercero.terceroId != 0;
            return suya ? h_.papeles.de(Cuenta::cobros_por_terceros, {0, 0, tercero}) : l.origen()->cuentaId;
        }
        const bool ingreso = papel == Cuenta::ventas || papel == Cuenta::devoluciones_venta;
        // What takes back what its source posted, or its share of it, does so on the account of the source.
        const bool por_valor = l.regla() != nullptr && l.regla()->por_valor && papel == Cuenta::partida;
        const bool retira = tipo_.acompaniante && ingreso;
        if ((por_valor || retira) && l.origen() != nullptr && l.origen()->cuentaId != 0) return l.origen()->cuentaId;
        // A concept has its own account; one that has the general one is of the rate that it bears.
        if (papel == Cuenta::ventas && l.concepto() != nullptr && l.concepto()->cuentaId != h_.papeles.de(papel))
            return l.concepto()->cuentaId;
        if (ingreso) return h_.papeles.de(por_tasa(papel, l.cifras, d_.encabezado.fecha), suyo);
        if (papel != Cuenta::partida) return h_.papeles.de(papel, suyo);
        if (por_valor) {
            const bool devuelto = tipo_de(l.origen()->tipo)->existencia == Existencia::devolucion_proveedor;
            return h_.papeles.de(devuelto ? Cuenta::devoluciones_por_acreditar : Cuenta::recibido_no_facturado, suyo);
        }
        if (tipo_.existencia == Existencia::devolucion_proveedor) return h_.papeles.de(Cuenta::devoluciones_por_acreditar, suyo);
        if (l.concepto() != nullptr) return l.concepto()->cuentaId;
        if (es_bancaria(tipo_)) return h_.papeles.de(Cuenta::anticipo_proveedores, {0, 0, pedida_.cabecera.entidadId});
        if (l.mueve) return h_.papeles.de(Cuenta::inventario, suyo);
        if (tipo_.saldo == Saldo::favor_proveedor) return h_.papeles.de(Cuenta::descuentos_compra, ambito(l, 0));
        return h_.papeles.de(Cuenta::gastos, ambito(l, 0));
    }

    const Documento& tipo_;
    const Solicitud& pedida_;
    const Hallado& h_;
    const Juzgado& d_;
    const Tomado& t_;
    Asentado a_;
    std::map<std::int64_t, std::int64_t> clases_;  // of the goods that move, by productoId
    Importe total_;                                // in the organization's currency
    Importe aplicable_;                            // … of an egress, what pays documents
    Importe cambio_;                               // … of a credit, what it gives back at another rate than its own
    std::int64_t control_ = 0;
    std::int64_t control2_ = 0;  // of a compensation: the supplier's side
};

}  // namespace

Asentado asentar(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                 const Tomado& tomado) {
    return Asentador{tipo, pedida, hallado, juzgado, tomado}.asentar();
}

}  // namespace cacao::engine
