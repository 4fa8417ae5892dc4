#include "rooms/impuestos/impuesto_seguido.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/ventas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {

using engine::Cuenta;
using engine::Lado;
using engine::Monto;

const ImpuestoSeguido iva_de_proveedores{"iva", Monto::iva, Lado::cargo, Cuenta::iva_acreditable_pagado,
                                         engine::NotaCreditoProveedor.tipo};
const ImpuestoSeguido iva_de_clientes{"iva", Monto::iva, Lado::abono, Cuenta::iva_trasladado_cobrado,
                                      engine::NotaCreditoCliente.tipo};
const ImpuestoSeguido iva_que_retenemos{"ivaRetenido", Monto::iva_retenido, Lado::abono, Cuenta::iva_retenido_por_pagar,
                                        engine::NotaCreditoProveedor.tipo};
const ImpuestoSeguido isr_que_retenemos{"isrRetenido", Monto::isr_retenido, Lado::abono, Cuenta::isr_retenido_por_pagar,
                                        engine::NotaCreditoProveedor.tipo};
const ImpuestoSeguido ieps_de_proveedores{"ieps", Monto::ieps, Lado::cargo, Cuenta::ieps_acreditable_pagado,
                                          engine::NotaCreditoProveedor.tipo};
const ImpuestoSeguido ieps_de_clientes{"ieps", Monto::ieps, Lado::abono, Cuenta::ieps_trasladado_cobrado,
                                       engine::NotaCreditoCliente.tipo};
const ImpuestoSeguido isr_que_nos_retienen{"isrRetenido", Monto::isr_retenido, Lado::cargo, Cuenta::isr_retenido_a_favor,
                                           engine::NotaCreditoCliente.tipo};

namespace {

// Which way the tax of a kind goes at the account; 0: it never gets there. An advance's comes as it is registered, and leaves as
// an invoice takes it over.
int sentido_seguido(const FilaSeguida& f, const ImpuestoSeguido& cual) {
    for (const engine::Asiento& a : engine::tipo_de(f.tipo)->asientos) {
        if (a.monto != cual.monto) continue;
        const int lado = a.lado == cual.crece ? 1 : -1;
        if (a.liquidada == cual.cuenta || (f.registro && a.cuenta == cual.cuenta)) return lado;
        if (!f.registro && a.cuenta == cual.cuenta && a.liquidada != Cuenta::partida) return -lado;
    }
    return 0;
}

// What leaves the account leaves at what it was posted at.
bool sale_de_la_cuenta(const FilaSeguida& f, const ImpuestoSeguido& cual) {
    return !f.registro && std::ranges::any_of(engine::tipo_de(f.tipo)->asientos, [&](const engine::Asiento& a) {
        return a.monto == cual.monto && a.cuenta == cual.cuenta && a.liquidada != Cuenta::partida;
    });
}

// The kinds whose tax is there as they are registered.
std::vector<std::string_view> tipos_al_registrar(const ImpuestoSeguido& cual) {
    std::vector<std::string_view> tipos;
    for (const engine::Documento* t : engine::todos_los_tipos())
        for (const engine::Asiento& a : t->asientos)
            if (a.monto == cual.monto && a.cuenta == cual.cuenta) tipos.push_back(t->tipo);
    return tipos;
}

std::string columnas_seguidas(std::string_view alCosto, std::string_view renta, std::string_view base) {
    return fmt::format("i.factor, COALESCE(c.rfc, '') AS rfc, d.sucursalId, i.{} AS alCosto, i.{} AS renta, i.{} AS baseOriginal",
                       alCosto, renta, base);
}

ImpuestoMovido mover(FilaSeguida f, const ImpuestoSeguido& cual, int sentido, int decimales) {
    ImpuestoMovido m;
    const Importe base = engine::convertir(f.base, f.tipoCambio, decimales);
    const auto en_local = [&](Importe i) {
        return f.baseOriginal.es_cero() ? engine::convertir(i, f.tipoCambio, decimales)
                                        : engine::proporcion(i, base.micros(), f.baseOriginal.micros(), decimales);
    };
    const bool negativo = (sentido < 0) != f.cancelacion;
    const auto con = [&](Importe i) { return negativo ? -i : i; };
    m.resta = sentido < 0;
    m.base = con(base);
    m.importe = con(sale_de_la_cuenta(f, cual) ? f.pendiente : f.importe);
    m.alCosto = con(en_local(f.alCosto));
    m.renta = con(en_local(f.renta));
    m.fila = std::move(f);
    return m;
}

}  // namespace

std::vector<ImpuestoMovido> seguir_impuesto(db::Reader& tx, const ImpuestoSeguido& cual, Fecha desde, Fecha hasta,
                                            int decimales) {
    std::vector<FilaSeguida> filas;
    engine::pedir_flujo(tx, filas, engine::flujo_de_aplicaciones(cual.impuesto, columnas_seguidas("alCosto", "renta", "base")),
                        desde, hasta);
    for (const std::string_view tipo : tipos_al_registrar(cual))
        engine::pedir_flujo(tx, filas,
                            engine::flujo_de_registros(cual.impuesto, columnas_seguidas("alCosto", "arrendamiento", "base")),
                            desde, hasta, tipo);
    engine::pedir_flujo(tx, filas,
                        engine::flujo_de_registros(
                            cual.impuesto, columnas_seguidas("alCostoRestituido", "rentaRestituida", "baseRestituida"), true),
                        desde, hasta, cual.credito);
    tx.settle();
    std::ranges::stable_sort(filas, {}, &FilaSeguida::fecha);
    std::vector<ImpuestoMovido> movidos;
    movidos.reserve(filas.size());
    for (FilaSeguida& f : filas)
        if (const int sentido = sentido_seguido(f, cual); sentido != 0)
            movidos.push_back(mover(std::move(f), cual, sentido, decimales));
    return movidos;
}

}  // namespace cacao
