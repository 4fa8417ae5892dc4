#include "rooms/impuestos/ieps.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"

#include <map>

namespace cacao {

Ieps consultar_ieps(const Context& ctx, const IepsPedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    Ieps r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    std::map<std::pair<std::string, Tasa>, IepsPorTasa> tasas;
    const auto de = [&](const FilaSeguida& f) -> IepsPorTasa& {
        IepsPorTasa& t = tasas[{f.factor, f.tasa}];
        t.factor = f.factor;
        t.tasa = f.tasa;
        return t;
    };
    for (const ImpuestoMovido& m : seguir_impuesto(tx, ieps_de_clientes, r.fechaInicial, r.fechaFinal, decimales)) {
        IepsPorTasa& t = de(m.fila);
        t.baseCobrada += m.base;
        t.cobrado += m.importe;
    }
    for (const ImpuestoMovido& m : seguir_impuesto(tx, ieps_de_proveedores, r.fechaInicial, r.fechaFinal, decimales)) {
        IepsPorTasa& t = de(m.fila);
        t.basePagada += m.base;
        t.acreditable += m.importe;
        t.alCosto += m.alCosto;
    }
    for (auto& [llave, t] : tasas) {
        r.cobrado += t.cobrado;
        r.acreditable += t.acreditable;
        r.alCosto += t.alCosto;
        r.tasas.push_back(std::move(t));
    }
    r.resultado = r.cobrado - r.acreditable;
    const auto cobrado = engine::saldo_de_papeles(tx, {engine::Cuenta::ieps_trasladado_cobrado}, r.fechaInicial, r.fechaFinal);
    const auto pagado = engine::saldo_de_papeles(tx, {engine::Cuenta::ieps_acreditable_pagado}, r.fechaInicial, r.fechaFinal);
    r.diferencia = r.cobrado - (cobrado.abonos - cobrado.cargos) - (r.acreditable - (pagado.cargos - pagado.abonos));
    return r;
}

void register_ieps(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/Ieps", "Ieps", consultar_ieps)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
