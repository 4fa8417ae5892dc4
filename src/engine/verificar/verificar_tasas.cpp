// Verification of taxes by rate: of no tax is less collected than nothing, nor more than what credits leave of it, and every part
// of it is one that the authority takes.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/precios/partes.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/nota_credito.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

// Credits in force with the documents of a stretch that they may be about, by their lines, by goods that came back or as a whole.
std::set<std::pair<std::int64_t, std::int64_t>> creditos_del_tramo(const Revision& r, Tramo t) {
    static const std::string en_vigor =
        " JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND "
        "d.estado <> 'cancelado' AND " +
        en_sql("d.tipo", descuenta);
    const auto sigue = [](std::string_view linea, std::string_view a) {
        return fmt::format(
            " JOIN partida {0} ON {0}.organizacionId = $1 AND {0}.origenId = {1}.transaccionId"
            " AND {0}.origenPartida = {1}.numeroPartida AND {0}.origenId <> 0",
            linea, a);
    };
    const auto desde = [](std::string_view linea) {
        return fmt::format(" WHERE {0}.organizacionId = $1 AND {0}.origenId > $2 AND {0}.origenId <= $3 AND {0}.origenId <> 0",
                           linea);
    };
    static const std::array sentencias{
        "SELECT DISTINCT p.origenId, p.transaccionId FROM partida p" + en_vigor + desde("p"),
        "SELECT DISTINCT r.origenId, p.transaccionId FROM partida r" + sigue("p", "r") + en_vigor + desde("r"),
        "SELECT DISTINCT e.origenId, p.transaccionId FROM partida e" + sigue("r", "e") + sigue("p", "r") + en_vigor + desde("e"),
        "SELECT p.origenId, p.transaccionId FROM documento p" + en_vigor + desde("p")};
    std::set<std::pair<std::int64_t, std::int64_t>> pares;
    for (const std::string& sql : sentencias)
        r.tx.each(
            sql, [&](const db::Row& f) { pares.emplace(f.integer(0), f.integer(1)); }, r.org(), t.desde, t.hasta);
    return pares;
}

// Whether a credit of the document has lines that are not about it, since nobody knows which of its taxes were given back here.
bool mezcla_otros(const Revision& r, std::int64_t documentoId) {
    return std::ranges::any_of(creditos_de(r.tx, documentoId),
                               [&](std::int64_t creditoId) { return !acreditado_de(r.tx, creditoId, documentoId).entero; });
}

// A credit pays something else only with what is not owed of what it is about.
void revisar_uso(Revision& r, std::int64_t creditoId) {
    Importe apartado;
    const auto apartados = apartados_de(r.tx, creditoId);
    for (const Apartado& a : apartados) apartado += a.importe;
    if (apartado.es_cero()) return;
    const auto suyos = acreditados_por(r.tx, creditoId);
    Importe fuera;
    r.tx.each(
        "SELECT documentoId, importe FROM aplicacion WHERE organizacionId = $1 AND pagoId = $2 AND estado = 'vigente'",
        [&](const db::Row& f) {
            if (std::ranges::find(suyos, f.integer(0)) == suyos.end()) fuera += importe(f, 1);
        },
        r.org(), creditoId);
    const Importe queda = r.tx.one<Importe>(R"(SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2
                                               AND naturaleza IN ('favorCliente', 'favorProveedor'))",
                                            r.org(), creditoId)
                              .value_or(Importe{});
    if (!fuera.es_cero() && queda < apartado)
        r.decir("aplicacion", fmt::format("pagoId {}", creditoId),
                fmt::format("{} of the credit pays other documents, while {} of transaccionId {} is owed", fuera.texto(),
                            apartado.texto(), apartados.front().documentoId));
}

std::string llave_de_tasa(std::int64_t transaccionId, const ClaveImpuesto& c) {
    return fmt::format("transaccionId {}, {} {} {}", transaccionId, c.impuesto, c.factor, c.tasa.texto());
}

std::string en_texto(const BaseImporte& x) {
    return fmt::format("{} of a base of {}, of which {} is cost and {} of rent", x.importe.texto(), x.base.texto(),
                       x.alCosto.texto(), x.renta.texto());
}

}  // namespace

void Ventana::revisar_tasas() {
    r_.buscar(
        "documentoImpuesto", R"(
        SELECT transaccionId, impuesto, factor, tasa, base, baseLiquidada FROM documentoImpuesto
        WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3 AND base >= 0
          AND (baseLiquidada < 0 OR baseLiquidada > base) LIMIT 1000)",
        [&](const db::Row& f) {
            r_.decir("documentoImpuesto",
                     llave_de_tasa(f.integer(0), {std::string{f.text(1)}, std::string{f.text(2)}, Tasa::de_micros(f.integer(3))}),
                     fmt::format("baseLiquidada is {}, expected between 0 and {}", importe(f, 5).texto(), importe(f, 4).texto()));
        },
        t_.desde, t_.hasta);
    std::set<std::int64_t> acreditados;
    std::set<std::int64_t> creditos;
    for (const auto& [documentoId, creditoId] : creditos_del_tramo(r_, t_)) {
        if (acreditado_de(r_.tx, creditoId, documentoId).composicion.empty()) continue;
        acreditados.insert(documentoId);
        if (creditos.insert(creditoId).second) revisar_uso(r_, creditoId);
    }
    for (const auto id : acreditados) {
        if (mezcla_otros(r_, id)) continue;
        revisar_cobrado(id);
        const Composicion neta = neta_de(r_.tx, id, true);
        for (const auto& [clave, x] : neta)
            if (x.base >= Importe{} && x.importe >= Importe{} && !cabal(x))
                r_.decir("documentoImpuesto", llave_de_tasa(id, clave), fmt::format("its credits leave {}", en_texto(x)));
        const Composicion cobrada = cobrada_de(r_.tx, id);
        revisar_de_quien(id, cobrada, neta);
        for (const auto& [clave, c] : cobrada) {
            const auto queda = neta.find(clave);
            const BaseImporte limite = queda == neta.end() ? BaseImporte{} : queda->second;
            const auto decir = [&](std::string_view campo, Importe hay, Importe deja) {
                // Where credits take off more than there was, it is not what was collected that is wrong.
                if (hay < Importe{} && deja >= Importe{})
                    r_.decir("documentoImpuesto", llave_de_tasa(id, clave),
                             fmt::format("{} collected without what its credits took off is {}, expected 0 or more", campo,
                                         hay.texto()));
            };
            decir("base", c.base, limite.base);
            decir("importe", c.importe, limite.importe);
        }
    }
    revisar_partes();
    revisar_notas();
}

namespace {

// Who settles a document besides what takes something off it, and whether some of that waits.
struct Acreedores {
    bool paga_alguien = false;
    bool espera = false;
};
Acreedores acreedores_de(const Revision& r, std::int64_t documentoId) {
    Acreedores a;
    std::set<std::int64_t> creditos;
    for (const auto creditoId : creditos_de(r.tx, documentoId)) {
        if (acreditado_de(r.tx, creditoId, documentoId).composicion.empty()) continue;
        creditos.insert(creditoId);
        a.espera = a.espera || !vacia(abierta_de(r.tx, creditoId));
    }
    r.tx.each(
        "SELECT DISTINCT pagoId FROM aplicacion WHERE organizacionId = $1 AND documentoId = $2 AND estado = 'vigente'",
        [&](const db::Row& f) { a.paga_alguien = a.paga_alguien || !creditos.contains(f.integer(0)); }, r.org(), documentoId);
    return a;
}

bool es_nada(const BaseImporte& x) { return x.base.es_cero() && x.importe.es_cero() && x.alCosto.es_cero() && x.renta.es_cero(); }

}  // namespace

// What nobody paid is not collected, and of no tax more than credits leave. A credit that waits is taken off already, while what
// it is about may be paid as if it were not.
void Ventana::revisar_de_quien(std::int64_t id, const Composicion& cobrada, const Composicion& neta) {
    const Acreedores a = acreedores_de(r_, id);
    // Where credits take off more than there was, it is not what was collected that is wrong.
    if (a.espera || !std::ranges::all_of(neta, [](const auto& x) { return cabal(x.second); })) return;
    for (const auto& [clave, c] : cobrada) {
        const auto suya = neta.find(clave);
        const BaseImporte queda = suya == neta.end() ? BaseImporte{} : suya->second;
        const bool de_mas = c.base > queda.base || c.importe > queda.importe || !cabal(c);
        if (!a.paga_alguien && !es_nada(c))
            r_.decir("documentoImpuesto", llave_de_tasa(id, clave),
                     fmt::format("nobody paid it, and collected is {}", en_texto(c)));
        else if (cabal(queda) && de_mas)
            r_.decir("documentoImpuesto", llave_de_tasa(id, clave),
                     fmt::format("collected is {}; its credits leave {}", en_texto(c), en_texto(queda)));
    }
}

// Of a note that was invoiced, what is owed has a line to invoice it by.
void Ventana::revisar_notas() {
    static const std::string facturadas =
        "SELECT DISTINCT p.origenId FROM partida p JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = "
        "p.transaccionId AND c.estado <> 'cancelado' AND " +
        en_sql("c.tipo", pasa_venta) +
        " WHERE p.organizacionId = $1 AND p.origenId > $2 AND p.origenId <= $3 AND p.origenId <> 0";
    for (const auto id : r_.tx.all<std::int64_t>(facturadas, r_.org(), t_.desde, t_.hasta))
        if (const Importe suelto = sin_partida(r_.tx, id, {}); !suelto.es_cero())
            r_.decir("documento", fmt::format("transaccionId {}", id),
                     fmt::format("{} of it is neither invoiced nor credited, and no line is left to invoice it", suelto.texto()));
}

namespace {

// What credits of a document from before parts returned to the cent may have left, each by its roundings.
Importe redondeos_de_antes(const Revision& r, std::int64_t documentoId) {
    std::int64_t cuantos = 0;
    for (const auto creditoId : creditos_de(r.tx, documentoId))
        cuantos += r.tx.one<std::int64_t>(R"(SELECT count(*) FROM documento WHERE organizacionId = $1 AND transaccionId = $2
            AND creadoEn < (SELECT COALESCE(MAX(m.aplicada), 0) FROM migracion m WHERE m.nombre LIKE '0084%'))",
                                          r.org(), creditoId)
                       .value_or(0);
    return Importe::de_micros(2 * cuantos * unidad_de(r.ajustes.decimales).micros());
}

}  // namespace

// In the organization's currency too: of nothing that is collected nothing is left, of the rest no less than nothing.
void Ventana::revisar_cobrado(std::int64_t id) {
    const auto moneda =
        r_.tx.one<std::string>("SELECT moneda FROM documento WHERE organizacionId = $1 AND transaccionId = $2", r_.org(), id);
    if (!moneda || *moneda == r_.ajustes.moneda) return;
    const Importe redondeos = redondeos_de_antes(r_, id);
    for (const auto& [clave, c] : cobrado_en_local(r_.tx, id)) {
        const auto decir = [&](std::string_view campo, const Cifra& cifra) {
            const auto& [hay, local] = cifra;
            const bool bien = hay.es_cero() ? local <= redondeos && -local <= redondeos : hay < Importe{} || local >= -redondeos;
            if (bien) return;
            r_.decir("aplicacionImpuesto", llave_de_tasa(id, clave),
                     fmt::format("{} collected without what its credits took off is {}, and {} in the organization's currency",
                                 campo, hay.texto(), local.texto()));
        };
        decir("base", c.queda.base);
        decir("importe", c.queda.importe);
    }
}

// What an application moved of a tax is what its base gives: down or up, but for what undone ones and the lines of the document,
// each rounded, left to it. The statement leaves out what is clearly well.
void Ventana::revisar_partes() {
    for (const char* lado : {"documentoId", "pagoId"})
        r_.buscar(
            "aplicacionImpuesto",
            fmt::format(R"(
            SELECT i.aplicacionId, i.transaccionId, i.impuesto, i.factor, i.tasa, i.base, i.importe, t.base, t.importe, d.moneda,
                   (SELECT MAX(s.aplicaciones) FROM saldo s WHERE s.organizacionId = $1 AND s.transaccionId = i.transaccionId)
            FROM aplicacion a
            JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = a.{0}
            JOIN documentoImpuesto t ON t.organizacionId = $1 AND t.transaccionId = i.transaccionId AND t.impuesto = i.impuesto
                                    AND t.factor = i.factor AND t.tasa = i.tasa
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.transaccionId
            WHERE a.organizacionId = $1 AND a.{0} > $2 AND a.{0} <= $3 AND a.estado = 'vigente'
              AND (i.base < 0 OR i.importe < 0 OR ABS(i.importe - (i.base / 1000000) * i.tasa) > i.tasa + 20000)
            LIMIT 1000)",
                        lado),
            [&](const db::Row& f) {
                const auto decimales = r_.decimales.find(f.text(9));
                if (decimales == r_.decimales.end()) return;
                const auto de_mas = [&](Importe base, Importe hay) {
                    const Limites l =
                        limites_de_la_autoridad(factor_de(f.text(3)), Tasa::de_micros(f.integer(4)), base, decimales->second);
                    return std::max({Importe{}, l.menor - hay, hay - l.mayor});
                };
                const Importe redondeos = Importe::de_micros((2 + f.integer(10)) * unidad_de(decimales->second).micros());
                const bool bien = importe(f, 5) >= Importe{} && importe(f, 6) >= Importe{} &&
                                  de_mas(importe(f, 5), importe(f, 6)) <= de_mas(importe(f, 7), importe(f, 8)) + redondeos;
                if (bien) return;
                r_.decir(
                    "aplicacionImpuesto",
                    fmt::format("aplicacionId {}, transaccionId {}, {} {}", f.integer(0), f.integer(1), f.text(2), f.text(3)),
                    fmt::format("importe is {} of a base of {}, which {} does not give", importe(f, 6).texto(),
                                importe(f, 5).texto(), Tasa::de_micros(f.integer(4)).texto()));
            },
            t_.desde, t_.hasta);
}

// A line that took its share of another's figures bears a tax that the authority takes for its base. What parts that were
// cancelled since left to it is not its own fault.
void Ventana::revisar_parte(const Cabecera& d, std::int64_t numeroPartida, const ImpuestoPartida& i) const {
    const Factor factor = factor_de(i.factor);
    const auto decimales = r_.decimales.find(d.moneda);
    if (decimales == r_.decimales.end() || (factor != Factor::tasa && factor != Factor::cuota)) return;
    const Limites l = limites_de_la_autoridad(factor, i.tasa, i.base, decimales->second);
    if (esta_en(l, i.importe)) return;
    const auto canceladas = r_.tx
                                .one<std::int64_t>(R"(SELECT COUNT(*) FROM partida p
                                   JOIN partida o ON o.organizacionId = $1 AND o.origenId = p.origenId
                                                 AND o.origenPartida = p.origenPartida AND o.origenId <> 0
                                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
                                                   AND d.estado = 'cancelado'
                                   WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                                                   r_.org(), d.transaccionId, numeroPartida)
                                .value_or(0);
    const Importe holgura = Importe::de_micros(canceladas * unidad_de(decimales->second).micros());
    if (l.menor - i.importe <= holgura && i.importe - l.mayor <= holgura) return;
    r_.decir("partida", fmt::format("transaccionId {}, numeroPartida {}", d.transaccionId, numeroPartida),
             fmt::format("{} is {} of a base of {}, expected between {} and {}", i.impuesto, i.importe.texto(), i.base.texto(),
                         l.menor.texto(), l.mayor.texto()));
}

}  // namespace cacao::engine::verificacion
