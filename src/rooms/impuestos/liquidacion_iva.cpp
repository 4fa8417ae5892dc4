#include "rooms/impuestos/liquidacion_iva.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"
#include "rooms/impuestos/iva_acreditable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao {
namespace {

using engine::Cuenta;
using PorCuenta = std::map<std::int64_t, Importe>;  // debit positive

// 2026-11, as the row has it.
std::string mes_escrito(std::int64_t periodo) { return fmt::format("{:04}-{:02}", periodo / 100, periodo % 100); }
std::int64_t mes_leido(std::string_view texto) {
    std::int64_t n = 0;
    for (const char c : texto)
        if (c != '-') n = n * 10 + (c - '0');
    return n;
}

// What moved on each account in the month, settlements aside.
PorCuenta movido_en(const std::map<std::int64_t, engine::SaldoDeCuenta>& saldos,
                    const std::map<std::int64_t, engine::SaldoDeCuenta>& por_liquidar) {
    PorCuenta movido;
    for (const auto& [cuentaId, s] : saldos) {
        Importe suyo = s.cargos - s.abonos;
        if (const auto otro = por_liquidar.find(cuentaId); otro != por_liquidar.end())
            suyo -= otro->second.cargos - otro->second.abonos;
        movido[cuentaId] = suyo;
    }
    return movido;
}

Importe suma_de(const PorCuenta& cuentas) {
    Importe suma;
    for (const auto& [cuentaId, importe] : cuentas) suma += importe;
    return suma;
}

// The month as its accounts have it, before it is settled.
struct IvaDelMes {
    PorCuenta cobrado;
    PorCuenta acreditable;
    PorCuenta importacion;
    PorCuenta retenido;
    Importe saldoFavor;
    // Withheld from suppliers: credited a month after it is remitted (LIVA, article 5, IV). Both are in `acreditable`.
    Importe por_acreditar;
    Importe de_antes;

    Importe resultado() const { return -suma_de(cobrado) - suma_de(acreditable) - suma_de(importacion) - suma_de(retenido); }
};

Importe retenido_a_terceros(db::Reader& tx, const engine::DiasDelMes& mes) {
    Importe suma;
    for (const ImpuestoMovido& m :
         seguir_impuesto(tx, iva_que_retenemos, mes.primero, mes.ultimo, engine::leer_ajustes(tx).decimales))
        suma += m.importe;
    return suma;
}

// What the last settlement before a month left on its account, for the next one.
Importe dejado_antes_de(db::Reader& tx, std::int64_t periodo) {
    return tx
        .one<Importe>(R"(SELECT retenidoPorAcreditar FROM liquidacionIva WHERE organizacionId = $1 AND periodo < $2
                         ORDER BY periodo DESC LIMIT 1)",
                      tx.organizacion(), mes_escrito(periodo))
        .value_or(Importe{});
}

// What was withheld waits on its account for the next month; what the last settlement left there is credited.
void diferir_retenido(db::Reader& tx, const engine::DiasDelMes& mes, IvaDelMes& iva) {
    const Importe hay = std::max(Importe{}, suma_de(iva.acreditable));
    iva.por_acreditar = std::min(hay, std::max(Importe{}, retenido_a_terceros(tx, mes)));
    iva.de_antes = dejado_antes_de(tx, engine::periodo_de(mes.primero));
    if (iva.por_acreditar != iva.de_antes)
        iva.acreditable[engine::Cuentas{tx}.de(Cuenta::iva_acreditable_pagado)] += iva.de_antes - iva.por_acreditar;
}

IvaDelMes iva_del_mes(db::Reader& tx, const engine::DiasDelMes& mes) {
    const auto liquidado = engine::movido_por(tx, engine::LiquidacionIva.tipo, mes.primero, mes.ultimo);
    const auto de_papel = [&](Cuenta papel) {
        return movido_en(engine::saldos_de_papeles(tx, {papel}, mes.primero, mes.ultimo), liquidado);
    };
    IvaDelMes iva{de_papel(Cuenta::iva_trasladado_cobrado),
                  de_papel(Cuenta::iva_acreditable_pagado),
                  {},
                  de_papel(Cuenta::iva_retenido_a_favor),
                  {},
                  {},
                  {}};
    const auto libros = engine::balanza(tx, {.desde = mes.primero, .hasta = mes.ultimo});
    std::map<std::int64_t, engine::SaldoDeCuenta> aduana;
    for (const auto cuentaId : cuentas_de_importacion(tx))
        if (const auto suya = libros.find(cuentaId); suya != libros.end()) aduana.insert(*suya);
    iva.importacion = movido_en(aduana, liquidado);
    // What stands in favour at its end, without what the month itself added or took.
    const auto favor =
        engine::saldo_de_papeles_sin(tx, engine::LiquidacionIva.tipo, {Cuenta::iva_a_favor}, mes.primero, mes.ultimo);
    iva.saldoFavor = std::max(Importe{}, favor.inicial + favor.cargos - favor.abonos);
    diferir_retenido(tx, mes, iva);
    return iva;
}

struct LiquidadoDelMes {
    std::int64_t transaccionId{};
    Importe cobrado;
    Importe acreditable;
    Importe importacion;
    Importe retenido;
    Importe aplicado;

    Importe resultado() const { return cobrado - acreditable - importacion - retenido; }
};
DESCRIBE_STRUCT(LiquidadoDelMes, (), (transaccionId, cobrado, acreditable, importacion, retenido, aplicado))

std::optional<LiquidadoDelMes> liquidado_del(db::Reader& tx, std::int64_t periodo) {
    return tx.one<LiquidadoDelMes>(
        R"(SELECT transaccionId, cobrado, acreditable, importacion, retenido, aplicado FROM liquidacionIva
                                      WHERE organizacionId = $1 AND periodo = $2)",
        tx.organizacion(), mes_escrito(periodo));
}

LiquidacionIvaVista vista_de(db::Reader& tx, std::int64_t periodo, const IvaDelMes& iva, std::optional<Importe> aplicado) {
    LiquidacionIvaVista v;
    v.periodo = periodo;
    v.cobrado = -suma_de(iva.cobrado);
    v.acreditable = suma_de(iva.acreditable);
    v.importacion = suma_de(iva.importacion);
    v.retenido = suma_de(iva.retenido);
    v.resultado = iva.resultado();
    v.saldoFavor = iva.saldoFavor;
    const Importe a_cargo = std::max(Importe{}, v.resultado);
    v.aplicado = aplicado.value_or(std::min(iva.saldoFavor, a_cargo));
    v.porPagar = std::max(Importe{}, a_cargo - v.aplicado);
    v.aFavor = std::max(Importe{}, -v.resultado);
    v.retenidoATerceros = retenido_a_terceros(tx, engine::dias_del_mes(periodo));
    v.retenidoPorAcreditar = iva.por_acreditar;
    v.retenidoAcreditado = iva.de_antes;
    return v;
}

void exigir_liquidable(db::Reader& tx, std::int64_t periodo) {
    const auto cerrado = tx.one<std::int64_t>(R"(SELECT periodo FROM periodo WHERE organizacionId = $1 AND periodo < $2
                                                 AND estado = 'cerrado' ORDER BY periodo DESC LIMIT 1)",
                                              tx.organizacion(), periodo);
    const auto abierto = tx.one<std::int64_t>(R"(SELECT periodo FROM saldoCuenta WHERE organizacionId = $1 AND periodo > $2
                                                 AND periodo < $3 AND periodo % 100 <= 12 ORDER BY periodo LIMIT 1)",
                                              tx.organizacion(), cerrado.value_or(0), periodo);
    if (abierto) reject(Codigo::periodo_anterior_abierto, "/periodo", reflect::objeto("periodo", *abierto));
}

engine::SolicitudDiario poliza_de(const PorCuenta& cuentas, Fecha dia) {
    engine::SolicitudDiario s;
    s.campos = {{"/fecha", "/periodo"}};
    s.fecha = dia;
    for (const auto& [cuentaId, importe] : cuentas) {
        if (importe.es_cero()) continue;
        engine::PartidaDiario& p = s.partidas.emplace_back();
        p.campo = "/periodo";
        p.cuentaId = cuentaId;
        (importe > Importe{} ? p.cargo : p.abono) = importe > Importe{} ? importe : -importe;
    }
    return s;
}

}  // namespace

LiquidacionIvaVista consultar_liquidacion_iva(const Context& ctx, const LiquidacionIvaPedida& pedida) {
    auto& tx = ctx.db();
    const auto hecha = liquidado_del(tx, pedida.periodo);
    LiquidacionIvaVista v = vista_de(tx, pedida.periodo, iva_del_mes(tx, engine::dias_del_mes(pedida.periodo)),
                                     hecha ? std::optional{hecha->aplicado} : std::nullopt);
    if (!hecha) return v;
    v.transaccionId = hecha->transaccionId;
    tx.each(
        "SELECT serie, folio FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& f) { v.folio = engine::folio_texto(f.text(0), f.integer(1)); }, tx.organizacion(), v.transaccionId);
    v.diferencia = v.resultado - hecha->resultado();
    return v;
}

std::vector<LiquidacionIvaFila> listar_liquidaciones_iva(const Context& ctx, const LiquidacionesIvaPedidas& pedidas) {
    std::vector<LiquidacionIvaFila> filas;
    const std::int64_t ejercicio = pedidas.ejercicio ? std::int64_t{*pedidas.ejercicio} : 0;
    ctx.db().each(
        R"(SELECT l.periodo, l.transaccionId, d.serie, d.folio, l.cobrado, l.acreditable, l.importacion, l.retenido, l.aplicado,
                            l.porPagar, l.aFavor
                     FROM liquidacionIva l
                     JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = l.transaccionId
                     WHERE l.organizacionId = $1 AND l.periodo BETWEEN $2 AND $3 ORDER BY l.periodo DESC)",
        [&](const db::Row& f) {
            const auto cifra = [&](int n) { return Importe::de_micros(f.integer(n)); };
            filas.push_back({mes_leido(f.text(0)), f.integer(1), engine::folio_texto(f.text(2), f.integer(3)), cifra(4), cifra(5),
                             cifra(6), cifra(7), cifra(8), cifra(9), cifra(10)});
        },
        ctx.organizacionId(), mes_escrito(ejercicio * 100 + 1), mes_escrito(ejercicio == 0 ? 999912 : ejercicio * 100 + 12));
    return filas;
}

LiquidacionIvaVista crear_liquidacion_iva(Context& ctx, const LiquidacionIvaNueva& nueva) {
    auto& tx = ctx.db();
    const std::int64_t periodo = nueva.periodo;
    const engine::DiasDelMes mes = engine::dias_del_mes(periodo);
    reject_if(mes.ultimo >= ctx.hoy(), Codigo::fuera_de_rango, "/periodo");
    const int decimales = engine::leer_ajustes(tx).decimales;
    reject_if(nueva.aplicado && nueva.aplicado->redondeado(decimales) != *nueva.aplicado, Codigo::demasiados_decimales,
              "/aplicado");
    tx.lock("liquidacionIva");
    if (const auto otra = liquidado_del(tx, periodo))
        reject(Codigo::duplicado, "/periodo", reflect::objeto("transaccionId", otra->transaccionId));
    exigir_liquidable(tx, periodo);
    // What it adds up must not change before it is posted.
    engine::apartar_periodos(tx, periodo, periodo);
    const IvaDelMes iva = iva_del_mes(tx, mes);
    LiquidacionIvaVista v = vista_de(tx, periodo, iva, nueva.aplicado ? std::optional<Importe>{*nueva.aplicado} : std::nullopt);
    reject_if(v.aplicado > std::min(v.saldoFavor, std::max(Importe{}, v.resultado)), Codigo::fuera_de_rango, "/aplicado");

    PorCuenta asientos;
    for (const PorCuenta* cuentas : {&iva.cobrado, &iva.acreditable, &iva.importacion, &iva.retenido})
        for (const auto& [cuentaId, importe] : *cuentas) asientos[cuentaId] -= importe;
    engine::Cuentas papeles{tx};
    if (!v.porPagar.es_cero()) asientos[papeles.de(Cuenta::iva_por_pagar)] -= v.porPagar;
    if (v.aFavor != v.aplicado) asientos[papeles.de(Cuenta::iva_a_favor)] += v.aFavor - v.aplicado;
    engine::SolicitudDiario s = poliza_de(asientos, mes.ultimo);
    reject_if(s.partidas.empty(), Codigo::lista_vacia, "/periodo");
    s.sucursalId = nueva.sucursalId.value_or(0);
    s.referenciaExterna = nueva.referenciaExterna.value_or("");
    s.notas = nueva.notas.value_or("");
    const auto hecha = engine::emitir(ctx, engine::LiquidacionIva, s);
    v.transaccionId = hecha.transaccionId;
    v.folio = engine::folio_texto(hecha.serie, hecha.folio);
    tx.run(
        R"(INSERT INTO liquidacionIva (organizacionId, periodo, transaccionId, cobrado, acreditable, importacion, retenido, aplicado,
                                          porPagar, aFavor, retenidoPorAcreditar, retenidoAcreditado)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
        ctx.organizacionId(), mes_escrito(periodo), v.transaccionId, v.cobrado, v.acreditable, v.importacion, v.retenido,
        v.aplicado, v.porPagar, v.aFavor, v.retenidoPorAcreditar, v.retenidoAcreditado);
    return v;
}

engine::Cancelado cancelar_liquidacion_iva(Context& ctx, const LiquidacionIvaCancelacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("liquidacionIva");
    const std::int64_t id = pedida.id;
    const auto fecha = tx.one<Fecha>("SELECT fecha FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = $3",
                                     ctx.organizacionId(), id, engine::LiquidacionIva.tipo);
    reject_if(!fecha, Codigo::no_encontrado, "/id");
    const auto mes = mes_escrito(engine::periodo_de(*fecha));
    const auto suya = tx.one<std::int64_t>("SELECT transaccionId FROM liquidacionIva WHERE organizacionId = $1 AND periodo = $2",
                                           ctx.organizacionId(), mes);
    if (suya == id) {
        // A later one may have applied what this one left in favour.
        if (const auto otra = tx.one<std::int64_t>(
                "SELECT transaccionId FROM liquidacionIva WHERE organizacionId = $1 AND periodo > $2 ORDER BY periodo LIMIT 1",
                ctx.organizacionId(), mes))
            reject(Codigo::con_dependientes, "/id", reflect::objeto("transaccionId", *otra));
        Faltas faltas;
        engine::exigir_periodo(ctx, engine::periodo_de(*fecha), "/id", faltas);
        faltas.lanzar();
    }
    auto cancelado = engine::cancelar(ctx, id, {.fecha = *fecha, .motivo = pedida.motivo.value_or(""), .por_si = true},
                                      {engine::LiquidacionIva.tipo});
    tx.run("DELETE FROM liquidacionIva WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(), id);
    return cancelado;
}

std::optional<Importe> iva_por_liquidar(const Context& ctx, std::int64_t periodo) {
    auto& tx = ctx.db();
    Importe cobrado;
    Importe acreditable;
    tx.each(R"(SELECT k.papel, CAST(SUM(s.cargos) AS BIGINT), CAST(SUM(s.abonos) AS BIGINT) FROM cuentaPapelHistoria k
               JOIN saldoCuenta s ON s.organizacionId = $1 AND s.periodo = $2 AND s.cuentaId = k.cuentaId
               WHERE k.organizacionId = $1 AND k.papel IN ('iva_trasladado_cobrado', 'iva_acreditable_pagado') GROUP BY k.papel)",
            [&](const db::Row& f) {
                const auto cargado = Importe::de_micros(f.integer(1) - f.integer(2));
                if (f.text(0) == "iva_acreditable_pagado") acreditable = cargado;
                else cobrado = -cargado;
            },
            tx.organizacion(), periodo);
    // A settlement takes the month's movements to other accounts: what they say with it must then be nothing but what was
    // withheld from suppliers, which it leaves for the next, less what the one before had left. Until there is one that waits to
    // be credited.
    const auto queda = tx.one<Importe>(
        "SELECT retenidoPorAcreditar - retenidoAcreditado FROM liquidacionIva WHERE organizacionId = $1 AND periodo = $2",
        tx.organizacion(), mes_escrito(periodo));
    acreditable += queda ? -*queda : dejado_antes_de(tx, periodo);
    return cobrado.es_cero() && acreditable.es_cero() ? std::nullopt : std::optional{cobrado - acreditable};
}

void register_liquidacion_iva(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/LiquidacionIva", "LiquidacionIva", consultar_liquidacion_iva)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::cuenta_sin_definir});
    ops.add(GET, "/api/Impuestos/LiquidacionesIva", "LiquidacionesIva", listar_liquidaciones_iva).nuestra();
    ops.add(POST, "/api/Impuestos/LiquidacionIva", "LiquidacionIvaCrear", crear_liquidacion_iva)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::duplicado, Codigo::periodo_anterior_abierto, Codigo::lista_vacia,
                  Codigo::periodo_cerrado, Codigo::no_encontrado, Codigo::inactivo, Codigo::sucursal_requerida,
                  Codigo::demasiados_decimales, Codigo::cuenta_sin_definir});
    ops.add(DELETE, "/api/Impuestos/LiquidacionIva/LiquidacionIvaCancelar/{id}", "LiquidacionIvaCancelar",
            cancelar_liquidacion_iva)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::periodo_cerrado});
}

}  // namespace cacao
