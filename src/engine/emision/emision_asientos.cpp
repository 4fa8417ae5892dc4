// Registration: the entry. The kind's table says which figure goes to which side of which account; leaves are converted and
// rounded one by one, and the control account takes their sum.

#include "engine/emision/emision.hpp"
#include "engine/existencia/correccion.hpp"
#include "engine/existencia/inventario.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

bool es_impuesto(Monto m) { return m == Monto::iva || m == Monto::ieps || m == Monto::iva_retenido || m == Monto::isr_retenido; }
bool es_existencia(Monto m) { return m == Monto::costo || m == Monto::entrada; }

Impuesto impuesto_de(Monto m) {
    switch (m) {
        case Monto::iva: return Impuesto::iva;
        case Monto::ieps: return Impuesto::ieps;
        case Monto::iva_retenido: return Impuesto::ivaRetenido;
        default: return Impuesto::isrRetenido;
    }
}

Importe con_signo(const Asiento& a, Importe importe) { return a.lado == Lado::cargo ? importe : -importe; }

}  // namespace

Ambito Emision::ambito(const Linea& l, std::int64_t almacenId) const {
    return {l.producto != nullptr ? l.producto->clasificacionId : 0, almacenId, 0};
}

// The account of a line for a part. `partida` asks the line itself.
std::int64_t Emision::cuenta_de(Cuenta papel, const Linea& l) {
    if (papel == Cuenta::ventas && l.concepto != nullptr) return l.concepto->cuentaId;
    if (papel != Cuenta::partida) return cuentas_.de(papel, ambito(l, l.almacenId));
    if (l.regla != nullptr && l.regla->por_valor)
        return cuentas_.de(
            l.origen->tipo == "NotaDevolucionProveedor" ? Cuenta::devoluciones_por_acreditar : Cuenta::recibido_no_facturado,
            ambito(l, l.almacenId));
    if (tipo_.existencia == Existencia::devolucion_proveedor)
        return cuentas_.de(Cuenta::devoluciones_por_acreditar, ambito(l, l.almacenId));
    if (l.concepto != nullptr) return l.concepto->cuentaId;
    if (tipo_.renglones == Renglones::egreso) return cuentas_.de(Cuenta::anticipo_proveedores, {0, 0, pedida_.entidadId});
    if (l.mueve) return cuentas_.de(Cuenta::inventario, ambito(l, l.almacenId));
    if (tipo_.saldo == Saldo::favor_proveedor) return cuentas_.de(Cuenta::descuentos_compra, ambito(l, 0));
    return cuentas_.de(Cuenta::gastos, ambito(l, 0));
}

void Emision::asentar() {
    if (!diario_) return;
    if (tipo_.renglones == Renglones::diario) {
        asentar_diario();
    } else if (tipo_.existencia == Existencia::reempaque) {
        asentar_reempaque();
    } else {
        // The control account comes after the leaves that it adds up.
        for (const Asiento& a : tipo_.asientos) {
            if (es_impuesto(a.monto)) asentar_impuestos(a);
            else if (es_existencia(a.monto)) asentar_existencia(a);
            else if (a.monto == Monto::subtotal) asentar_partidas(a);
        }
        for (const Asiento& a : tipo_.asientos)
            if (a.monto == Monto::total) asentar_total(a);
        conciliar();
    }
    // Goods that had left before they came in had left at a cost that was not quite theirs.
    for (const ValorMovido& v : valores_) {
        if (!es_correccion(tipo_, v)) continue;
        const Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        const auto asentar_en = [&](Cuenta papel, Importe importe) {
            diario_->agregar(
                {cuentas_.de(papel, ambito(l, v.almacenId)), sucursalId_, l.proyectoId, 0, importe, importe, ajustes_.moneda});
        };
        asentar_en(Cuenta::inventario, v.valor);
        asentar_en(Cuenta::costo_ventas, -v.valor);
    }
    if (tipo_.banco) diario_->mover_banco(pedida_.cuentaBancariaId, total_);
    if (tipo_.banco_sale) diario_->mover_banco(pedida_.cuentaBancariaId, -total_);
    if (banco_destino_ != nullptr) diario_->mover_banco(pedida_.cuentaDestinoId, total_);
    diario_->asentar();
}

void Emision::asentar_partidas(const Asiento& a) {
    for (Linea& l : lineas_) {
        l.cuentaId = cuenta_de(a.cuenta, l);
        const bool aplicable = tipo_.renglones == Renglones::egreso && l.concepto == nullptr;
        if (aplicable) {
            aplicableLocal_ += l.local;
            cuentaControl_ = l.cuentaId;
        }
        diario_->agregar({l.cuentaId, sucursalId_, l.proyectoId, aplicable ? pedida_.entidadId : 0, con_signo(a, l.local),
                          con_signo(a, l.cifras.neto), moneda_});
    }
}

void Emision::asentar_impuestos(const Asiento& a) {
    for (const TasaDocumento& t : tasas_) {
        if (t.impuesto != impuesto_de(a.monto) || t.importe.es_cero()) continue;
        const auto asentar_en = [&](Cuenta papel, Importe local, Importe importe) {
            if (importe.es_cero() && local.es_cero()) return;
            diario_->agregar(
                {cuentas_.de(papel), sucursalId_, proyectoId_, 0, con_signo(a, local), con_signo(a, importe), moneda_});
        };
        const bool se_liquida = a.liquidada != Cuenta::partida;
        asentar_en(a.cuenta, se_liquida ? t.local - t.restituidoLocal : t.local,
                   se_liquida ? t.importe - t.restituido : t.importe);
        if (se_liquida) asentar_en(a.liquidada, t.restituidoLocal, t.restituido);
    }
}

// With one control account, it takes what the leaves add up to; with two that face each other, both take the converted total.
void Emision::asentar_total(const Asiento& a) {
    int lados = 0;
    Importe hojas;
    for (const Asiento& x : tipo_.asientos) {
        if (x.monto == Monto::total) lados += x.lado == Lado::cargo ? 1 : -1;
        if (x.monto == Monto::subtotal)
            for (const Linea& l : lineas_) hojas += con_signo(x, l.local);
        if (es_impuesto(x.monto))
            for (const TasaDocumento& t : tasas_)
                if (t.impuesto == impuesto_de(x.monto)) hojas += con_signo(x, t.local);
    }
    totalLocal_ = lados == 0 ? en_local(total_) : lados > 0 ? -hojas : hojas;
    const std::int64_t cuenta = a.cuenta == Cuenta::banco           ? banco_->cuentaId
                                : a.cuenta == Cuenta::banco_destino ? banco_destino_->cuentaId
                                                                    : cuentas_.de(a.cuenta, {0, 0, pedida_.entidadId});
    const bool control = a.cuenta == Cuenta::clientes || a.cuenta == Cuenta::proveedores ||
                         a.cuenta == Cuenta::anticipo_clientes || a.cuenta == Cuenta::anticipo_proveedores;
    if (control) {
        const bool segunda = tipo_.saldo == Saldo::compensacion && a.cuenta == Cuenta::anticipo_proveedores;
        (segunda ? cuentaControl2_ : cuentaControl_) = cuenta;
    }
    diario_->agregar({cuenta, sucursalId_, proyectoId_, control ? pedida_.entidadId : 0, con_signo(a, totalLocal_),
                      con_signo(a, total_), moneda_});
}

// Inventory takes what stock answered, warehouse by warehouse; the other side takes its opposite, line by line.
void Emision::asentar_existencia(const Asiento& a) {
    const bool interno = std::all_of(tipo_.asientos.begin(), tipo_.asientos.end(),
                                     [](const Asiento& x) { return x.cuenta == Cuenta::inventario; });
    if (interno && a.lado == Lado::abono) return;  // a transfer: both sides stand in the values
    for (const ValorMovido& v : valores_) {
        if (es_correccion(tipo_, v)) continue;
        Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        if (a.cuenta == Cuenta::inventario) {
            diario_->agregar({cuentas_.de(Cuenta::inventario, ambito(l, v.almacenId)), sucursalId_, l.proyectoId, 0, v.valor,
                              v.valor, ajustes_.moneda});
        } else {
            const std::int64_t cuenta = cuenta_de(a.cuenta, l);
            diario_->agregar({cuenta, sucursalId_, l.proyectoId, 0, -v.valor, -v.valor, ajustes_.moneda});
        }
    }
    // The goods that are gone took their late cost to cost of sales.
    for (const Linea& l : lineas_) {
        if (l.consumido.es_cero()) continue;
        const bool existencia = a.cuenta == Cuenta::inventario;
        const Importe importe = existencia ? l.consumido : -l.consumido;
        diario_->agregar({cuenta_de(existencia ? Cuenta::costo_ventas : a.cuenta, l), sucursalId_, l.proyectoId, 0, importe,
                          importe, ajustes_.moneda});
    }
}

void Emision::asentar_diario() {
    for (const Linea& l : lineas_) {
        const Importe original = l.pedida->cargo - l.pedida->abono;
        diario_->agregar({l.cuentaId, sucursalId_, l.proyectoId, 0, en_local(original), original, moneda_});
    }
    // In a foreign currency the rounding of the lines may leave cents: they are an exchange difference, not anybody's fault.
    Importe resto;
    for (const Hoja& h : diario_->hojas()) resto += h.local;
    if (resto.es_cero()) return;
    const Cuenta papel = resto > Importe{} ? Cuenta::ganancia_cambiaria : Cuenta::perdida_cambiaria;
    diario_->agregar({cuentas_.de(papel), sucursalId_, proyectoId_, 0, -resto, {}, ajustes_.moneda});
}

// A line that took its share of what its source is worth: the account that waited for it gets exactly that share, and the
// difference between it and the line's own figure goes to the goods, or to variance.
void Emision::conciliar() {
    for (Linea& l : lineas_) {
        if (l.regla == nullptr || !l.regla->por_valor) continue;
        const bool sale = tipo_.existencia == Existencia::devolucion_proveedor;
        const bool carga = sale || tipo_.saldo == Saldo::por_pagar;
        // What asentar_partidas or asentar_existencia posted to the waiting account, on the debit side.
        const Importe puesto = sale ? l.costo : l.local;
        const Importe diferencia = puesto - l.conciliado;
        if (diferencia.es_cero()) continue;
        const std::int64_t espera = cuenta_de(Cuenta::partida, l);
        diario_->agregar({espera, sucursalId_, l.proyectoId, 0, carga ? -diferencia : diferencia, {}, ajustes_.moneda});
        if (sale || l.origen->tipo == "NotaDevolucionProveedor") {
            const std::int64_t variacion = cuentas_.de(Cuenta::variacion_costo, ambito(l, l.almacenId));
            diario_->agregar({variacion, sucursalId_, l.proyectoId, 0, carga ? diferencia : -diferencia, {}, ajustes_.moneda});
            continue;
        }
        const CostoTardio tardio =
            agregar_costo(ctx_, marco(), l.numero, l.origen->transaccionId, l.origen->numeroPartida, diferencia);
        for (const ValorMovido& v : tardio.en_existencia)
            diario_->agregar({cuentas_.de(Cuenta::inventario, ambito(l, v.almacenId)), sucursalId_, l.proyectoId, 0, v.valor,
                              v.valor, ajustes_.moneda});
        diario_->agregar({cuentas_.de(Cuenta::costo_ventas, ambito(l, l.almacenId)), sucursalId_, l.proyectoId, 0,
                          tardio.consumido, tardio.consumido, ajustes_.moneda});
    }
}

}  // namespace cacao::engine
