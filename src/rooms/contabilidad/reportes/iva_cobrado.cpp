#include "rooms/contabilidad/reportes/iva_cobrado.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/libros/flujo.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/tipos/ventas.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr Tasa general = Tasa::de_micros(160'000);
constexpr Tasa frontera = Tasa::de_micros(80'000);

struct FilaIvaCobrado : engine::ImpuestoEnFlujo {
    std::string factor;
};
DESCRIBE_STRUCT(FilaIvaCobrado, (engine::ImpuestoEnFlujo), (factor))

bool sale_de_cobrado(const engine::Asiento& a) {
    return a.monto == engine::Monto::iva && a.cuenta == engine::Cuenta::iva_trasladado_cobrado &&
           a.liquidada != engine::Cuenta::partida;
}

// Which way the tax of a kind goes when it reaches, or leaves, the account of VAT collected; 0: it does neither.
int sentido_del_iva(const FilaIvaCobrado& f) {
    for (const engine::Asiento& a : engine::tipo_de(f.tipo)->asientos) {
        if (a.monto != engine::Monto::iva) continue;
        const int lado = a.lado == engine::Lado::abono ? 1 : -1;
        if (f.registro) {
            if (a.cuenta == engine::Cuenta::iva_trasladado_cobrado || a.liquidada == engine::Cuenta::iva_trasladado_cobrado)
                return f.cancelacion ? -lado : lado;
            continue;
        }
        if (a.liquidada == engine::Cuenta::iva_trasladado_cobrado) return f.cancelacion ? -lado : lado;
        if (sale_de_cobrado(a)) return f.cancelacion ? lado : -lado;
    }
    return 0;
}

// What leaves the account, as an advance that is used, leaves at what it was posted at.
Importe importe_de(const FilaIvaCobrado& f) {
    const bool sale = !f.registro && std::ranges::any_of(engine::tipo_de(f.tipo)->asientos, sale_de_cobrado);
    return sale ? f.pendiente : f.importe;
}

void sumar(IvaPorTasas& s, const FilaIvaCobrado& f, int signo, int decimales) {
    const auto con = [&](Importe i) { return signo > 0 ? i : -i; };
    const Importe base = engine::convertir(f.base, f.tipoCambio, decimales);
    const Importe importe = importe_de(f);
    if (f.factor == "exento") s.subtotalExento += con(base);
    else if (f.factor == "noObjeto") s.subtotalNoObjeto += con(base);
    else if (f.tasa == general) s.subtotal16 += con(base), s.impuesto16 += con(importe);
    else if (f.tasa == frontera) s.subtotal8 += con(base), s.impuesto8 += con(importe);
    else if (f.tasa == Tasa{}) s.subtotal0 += con(base);
    else s.subtotalOtras += con(base), s.impuestoOtras += con(importe);
}

// Applications; advances and deposits by concept, whose tax is caused as they are received; credits of what was collected before,
// on their own day.
std::vector<FilaIvaCobrado> leer_iva_cobrado(db::Reader& tx, Fecha desde, Fecha hasta) {
    std::vector<FilaIvaCobrado> filas;
    engine::pedir_flujo(tx, filas, engine::flujo_de_aplicaciones("iva", "i.factor"), desde, hasta);
    for (const engine::Documento* d : {&engine::Anticipo, &engine::DepositoConcepto})
        engine::pedir_flujo(tx, filas, engine::flujo_de_registros("iva", "i.factor"), desde, hasta, d->tipo);
    engine::pedir_flujo(tx, filas, engine::flujo_de_registros("iva", "i.factor", true), desde, hasta,
                        engine::NotaCreditoCliente.tipo);
    tx.settle();
    return filas;
}

}  // namespace

IvaCobrado consultar_iva_cobrado(const Context& ctx, const IvaCobradoPedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    IvaCobrado r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    for (const FilaIvaCobrado& f : leer_iva_cobrado(tx, r.fechaInicial, r.fechaFinal)) {
        const int signo = sentido_del_iva(f);
        if (signo == 0) continue;
        sumar(r, f, signo, ajustes.decimales);
        if (!p.conDetalle.value_or(true)) continue;
        const bool sigue = !r.detalle.empty() && r.detalle.back().transaccionId == f.pagoId &&
                           r.detalle.back().transaccionId2 == f.transaccionId && r.detalle.back().fecha == f.fecha &&
                           r.detalle.back().cancelacion == f.cancelacion;
        if (!sigue) {
            IvaCobradoDetalle& d = r.detalle.emplace_back();
            d.fecha = f.fecha;
            d.transaccionId = f.pagoId;
            d.folio = engine::folio_texto(f.pagoSerie, f.pagoFolio);
            d.transaccionId2 = f.transaccionId;
            d.tipoDocumento = f.tipo;
            d.folio2 = engine::folio_texto(f.serie, f.folio);
            d.entidadId = f.entidadId;
            d.cliente = f.contacto;
            d.cancelacion = f.cancelacion;
        }
        sumar(r.detalle.back(), f, signo, ajustes.decimales);
    }
    r.impuesto = r.impuesto16 + r.impuesto8 + r.impuestoOtras;
    // The settlement of a month takes all of it away.
    const auto libro = engine::saldo_de_papeles_sin(tx, engine::LiquidacionIva.tipo, {engine::Cuenta::iva_trasladado_cobrado},
                                                    r.fechaInicial, r.fechaFinal);
    r.diferencia = r.impuesto - (libro.abonos - libro.cargos);
    return r;
}

void register_iva_cobrado(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/IVAcobradoTasas", "IVAcobradoTasas", consultar_iva_cobrado)
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
