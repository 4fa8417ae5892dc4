#include "rooms/impuestos/isr_retenido.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"

#include <map>
#include <tuple>

namespace cacao {
namespace {

using engine::Cuenta;

// The 17th of the month after (LISR 96, 106 and 116).
Fecha vencimiento_de(std::int64_t periodo) { return engine::cierre_del_mes(periodo) + 17; }

}  // namespace

IsrRetenido consultar_isr_retenido(const Context& ctx, const IsrRetenidoPedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    const std::int64_t de_quien = p.proveedorId.value_or(0);
    IsrRetenido r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    std::map<std::tuple<std::int64_t, ConceptoDeIsr, std::int64_t>, IsrRetenidoFila> filas;
    const auto agregar = [&](const FilaSeguida& f, ConceptoDeIsr concepto, Importe base, Importe retenido) {
        if (base.es_cero() && retenido.es_cero()) return;
        const std::int64_t periodo = engine::periodo_de(f.fecha);
        IsrRetenidoFila& fila = filas[{periodo, concepto, f.entidadId}];
        fila.periodo = periodo;
        fila.vencimiento = vencimiento_de(periodo);
        fila.concepto = concepto;
        fila.proveedorId = f.entidadId;
        fila.proveedor = f.contacto;
        fila.rfc = f.rfc;
        fila.base += base;
        fila.retenido += retenido;
        r.base += base;
        r.retenido += retenido;
    };
    for (const ImpuestoMovido& m : seguir_impuesto(tx, isr_que_retenemos, r.fechaInicial, r.fechaFinal, decimales)) {
        if (de_quien != 0 && m.fila.entidadId != de_quien) continue;
        // What of it is rent's has that share of the base.
        // … and so when a payment or a fee is undone: parts and whole are of one sign.
        const std::int64_t signo = m.importe < Importe{} ? -1 : 1;
        const Importe base_de_renta =
            m.importe.es_cero() ? Importe{}
                                : engine::proporcion(m.base, signo * m.renta.micros(), signo * m.importe.micros(), decimales);
        agregar(m.fila, ConceptoDeIsr::servicios, m.base - base_de_renta, m.importe - m.renta);
        agregar(m.fila, ConceptoDeIsr::arrendamiento, base_de_renta, m.renta);
    }
    for (auto& [llave, f] : filas) r.retenciones.push_back(std::move(f));
    if (de_quien != 0) return r;
    const auto s = engine::saldo_de_papeles(tx, {Cuenta::isr_retenido_por_pagar, Cuenta::isr_arrendamiento_por_pagar},
                                            r.fechaInicial, r.fechaFinal);
    r.saldoInicial = -s.inicial;
    r.enterado =
        engine::enterado(tx, {Cuenta::isr_retenido_por_pagar, Cuenta::isr_arrendamiento_por_pagar}, r.fechaInicial, r.fechaFinal);
    r.porEnterar = r.saldoInicial + r.retenido - r.enterado;
    r.diferencia = r.retenido - r.enterado - (s.abonos - s.cargos);
    return r;
}

void register_isr_retenido(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/IsrRetenido", "IsrRetenido", consultar_isr_retenido)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
