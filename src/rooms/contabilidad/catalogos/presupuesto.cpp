#include "rooms/contabilidad/catalogos/presupuesto.hpp"

#include "db/rows.hpp"

#include <map>
#include <set>
#include <tuple>

namespace cacao {
namespace {

Presupuesto leer_presupuesto(db::Reader& tx, std::int64_t ejercicio) {
    Presupuesto p;
    p.ejercicio = ejercicio;
    p.version = tx.one<std::int64_t>("SELECT version FROM presupuesto WHERE organizacionId = $1 AND ejercicio = $2",
                                     tx.organizacion(), ejercicio)
                    .value_or(0);
    p.renglones = tx.all<PresupuestoMes>(R"(
        SELECT m.periodo, m.cuentaId, c.codigo, c.nombre, m.sucursalId, m.proyectoId, m.importe
        FROM presupuestoMes m
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = m.cuentaId
        WHERE m.organizacionId = $1 AND m.periodo BETWEEN $2 AND $3
        ORDER BY c.codigo, m.periodo, m.sucursalId, m.proyectoId)",
                                         tx.organizacion(), ejercicio * 100 + 1, ejercicio * 100 + 12);
    return p;
}

// Every row is judged before the first is written.
void revisar_renglones(db::Reader& tx, std::int64_t ejercicio, const std::vector<RenglonPresupuesto>& renglones) {
    std::map<std::int64_t, std::optional<bool>> cuentas;  // whether each is a parent; nothing of one that is not there
    std::map<std::int64_t, bool> sucursales;
    std::map<std::int64_t, bool> proyectos;
    const auto hay_uno = [&](std::map<std::int64_t, bool>& vistos, const char* sql, std::int64_t id) {
        const auto [it, nuevo] = vistos.try_emplace(id);
        if (nuevo) it->second = tx.one<std::int64_t>(sql, tx.organizacion(), id).has_value();
        return it->second;
    };
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> lugares;
    Faltas faltas;
    for (std::size_t i = 0; i < renglones.size(); ++i) {
        const RenglonPresupuesto& r = renglones[i];
        const std::string campo = "/renglones/" + std::to_string(i);
        const std::int64_t mes = r.periodo % 100;
        faltas.agregar_si(r.periodo / 100 != ejercicio || mes < 1 || mes > 12, Codigo::fuera_de_rango, campo + "/periodo");
        const auto [cuenta, nueva] = cuentas.try_emplace(r.cuentaId);
        if (nueva)
            tx.each(
                "SELECT esAcumulativa FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                [&, lugar = cuenta](const db::Row& f) { lugar->second = f.integer(0) != 0; }, tx.organizacion(),
                std::int64_t{r.cuentaId});
        faltas.agregar_si(!cuenta->second, Codigo::no_encontrado, campo + "/cuentaId");
        faltas.agregar_si(cuenta->second.value_or(false), Codigo::cuenta_acumulativa, campo + "/cuentaId");
        const std::int64_t sucursalId = r.sucursalId ? std::int64_t{*r.sucursalId} : 0;
        const std::int64_t proyectoId = r.proyectoId ? std::int64_t{*r.proyectoId} : 0;
        faltas.agregar_si(
            sucursalId != 0 &&
                !hay_uno(sucursales, "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2", sucursalId),
            Codigo::no_encontrado, campo + "/sucursalId");
        faltas.agregar_si(
            proyectoId != 0 &&
                !hay_uno(proyectos, "SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2", proyectoId),
            Codigo::no_encontrado, campo + "/proyectoId");
        faltas.agregar_si(!lugares.emplace(r.periodo, r.cuentaId, sucursalId, proyectoId).second, Codigo::duplicado, campo);
    }
    faltas.lanzar();
}

void guardar_renglones(db::Writer& tx, const std::vector<RenglonPresupuesto>& renglones) {
    for (const RenglonPresupuesto& r : renglones) {
        const std::int64_t sucursalId = r.sucursalId ? std::int64_t{*r.sucursalId} : 0;
        const std::int64_t proyectoId = r.proyectoId ? std::int64_t{*r.proyectoId} : 0;
        if (r.importe.es_cero())
            tx.run(R"(DELETE FROM presupuestoMes WHERE organizacionId = $1 AND periodo = $2 AND cuentaId = $3 AND sucursalId = $4
                      AND proyectoId = $5)",
                   tx.organizacion(), std::int64_t{r.periodo}, std::int64_t{r.cuentaId}, sucursalId, proyectoId);
        else
            tx.run(R"(INSERT INTO presupuestoMes (organizacionId, periodo, cuentaId, sucursalId, proyectoId, importe)
                      VALUES ($1, $2, $3, $4, $5, $6)
                      ON CONFLICT (organizacionId, periodo, cuentaId, sucursalId, proyectoId) DO UPDATE SET importe = $6)",
                   tx.organizacion(), std::int64_t{r.periodo}, std::int64_t{r.cuentaId}, sucursalId, proyectoId, r.importe);
    }
}

// One at a time; what it was goes to the log with what it is.
Presupuesto cambiar(Context& ctx, std::int64_t ejercicio, const std::vector<RenglonPresupuesto>& renglones, bool entero) {
    auto& tx = ctx.db();
    tx.lock("presupuestos");
    const auto antes = leer_presupuesto(tx, ejercicio);
    ctx.exigir_version(antes.version);
    revisar_renglones(tx, ejercicio, renglones);
    if (entero)
        tx.run("DELETE FROM presupuestoMes WHERE organizacionId = $1 AND periodo BETWEEN $2 AND $3", tx.organizacion(),
               ejercicio * 100 + 1, ejercicio * 100 + 12);
    guardar_renglones(tx, renglones);
    tx.run(R"(INSERT INTO presupuesto (organizacionId, ejercicio, version) VALUES ($1, $2, 1)
              ON CONFLICT (organizacionId, ejercicio) DO UPDATE SET version = presupuesto.version + 1)",
           tx.organizacion(), ejercicio);
    auto ahora = leer_presupuesto(tx, ejercicio);
    ctx.auditar("Presupuesto", ejercicio, antes, ahora);
    return ahora;
}

}  // namespace

Presupuesto obtener_presupuesto(const Context& ctx, const PresupuestoPedido& p) {
    return leer_presupuesto(ctx.db(), p.ejercicio ? std::int64_t{*p.ejercicio} : ctx.hoy().anio());
}

Presupuesto reemplazar_presupuesto(Context& ctx, const PresupuestoCambio& p) {
    return cambiar(ctx, p.ejercicio, p.renglones, true);
}

Presupuesto cambiar_presupuesto(Context& ctx, const PresupuestoRenglones& p) {
    return cambiar(ctx, p.ejercicio, p.renglones, false);
}

void register_presupuestos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/Presupuestos", "PresupuestoObtener", obtener_presupuesto).nuestra();
    ops.add(PUT, "/api/Contabilidad/Presupuestos", "PresupuestoReemplazar", reemplazar_presupuesto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cuenta_acumulativa, Codigo::fuera_de_rango, Codigo::duplicado,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/Contabilidad/Presupuestos", "PresupuestoCambiar", cambiar_presupuesto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cuenta_acumulativa, Codigo::fuera_de_rango, Codigo::duplicado,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
