#include "rooms/contabilidad/reportes/presupuesto_ejercido.hpp"

#include "db/rows.hpp"
#include "engine/entorno/meses.hpp"

#include <algorithm>
#include <set>

namespace cacao {

PresupuestoEjercido consultar_presupuesto_ejercido(const Context& ctx, const PresupuestoEjercidoPedido& p) {
    auto& tx = ctx.db();
    EstadoPedido dias;
    dias.periodoInicial = p.periodoInicial;
    dias.periodoFinal = p.periodoFinal;
    // Months are whole: so is this one when nothing is said.
    if (!p.periodoInicial && !p.periodoFinal) dias.periodoInicial = engine::periodo_de(ctx.hoy());
    dias.sucursalId = p.sucursalId;
    dias.proyectoId = p.proyectoId;
    const auto rango = estado::rango_pedido(ctx, dias);
    const auto cuentas = estado::cuentas_de_detalle(tx);
    reject_if(p.cuentaId && !cuentas.contains(*p.cuentaId), Codigo::no_encontrado, "/cuentaId");
    const auto presupuesto = estado::presupuestado(tx, dias, rango);
    const auto libros = engine::balanza(tx, estado::pedida(dias, rango));

    PresupuestoEjercido r;
    r.fechaInicial = rango.desde;
    r.fechaFinal = rango.hasta;
    // What was budgeted, and what results had without anybody meaning it.
    std::set<std::int64_t> todas;
    for (const auto& [id, importe] : presupuesto) todas.insert(id);
    for (const auto& [id, s] : libros)
        if (estado::es_de_resultados(cuentas.at(id)) && s.cargos != s.abonos) todas.insert(id);
    for (const auto id : todas) {
        if (p.cuentaId && id != *p.cuentaId) continue;
        const auto& c = cuentas.at(id);
        const auto dicha = [&](Importe neto) { return c.naturaleza == "acreedora" ? -neto : neto; };
        const auto meta = presupuesto.find(id);
        const auto hecho = libros.find(id);
        auto& una = r.cuentas.emplace_back();
        una.cuentaId = id;
        una.codigo = c.codigo;
        una.nombre = c.nombre;
        if (meta != presupuesto.end()) una.presupuesto = dicha(meta->second);
        if (hecho != libros.end()) una.ejercido = dicha(hecho->second.cargos - hecho->second.abonos);
        una.disponible = una.presupuesto - una.ejercido;
        if (!una.presupuesto.es_cero())
            una.avance = Tasa::de_micros(
                dividir_redondeando(static_cast<__int128>(una.ejercido.micros()) * 1'000'000, una.presupuesto.micros()));
        una.consulta = estado::movimientos_de(id, rango) + estado::filtros(dias);
    }
    std::ranges::sort(r.cuentas, {}, &CuentaPresupuestada::codigo);
    return r;
}

void register_presupuesto_ejercido(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/PresupuestoEjercido", "PresupuestoEjercido", consultar_presupuesto_ejercido)
        .nuestra()
        .rechaza({Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
