// Verification of what documents in other currencies come to: header and lines at the rate of the document are what was posted.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/cuentas.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

std::optional<Impuesto> impuesto_del_monto(Monto m) {
    switch (m) {
        case Monto::iva: return Impuesto::iva;
        case Monto::ieps: return Impuesto::ieps;
        case Monto::iva_retenido: return Impuesto::ivaRetenido;
        case Monto::isr_retenido: return Impuesto::isrRetenido;
        default: return std::nullopt;
    }
}

constexpr bool es_de_diario(const Documento& d) { return d.renglones == Renglones::diario; }

}  // namespace

Importe Cabecera::redondeos(int decimales) const {
    const bool por_partes = std::ranges::any_of(tipo->origenes, [](const Origen& o) { return o.por_valor && o.con_cifras; });
    const auto derivadas = std::ranges::count_if(lineas, [](const auto& l) { return l.second.derivada && !l.second.por_partes; });
    return por_partes ? Importe::de_micros(derivadas * unidad_de(decimales).micros()) : Importe{};
}

// Lines and taxes are converted one by one, and the control account takes their sum; where two of them face each other, both take
// the converted total.
void Ventana::valuar_documentos() {
    for (auto& [id, d] : documentos_) {
        if (d.tipo == nullptr) continue;
        const auto en_local = [&, cambio = d.tipoCambio](Importe i) { return convertir(i, cambio, r_.ajustes.decimales); };
        int lados = 0;
        Importe hojas;
        for (const Asiento& a : d.tipo->asientos) {
            const int lado = a.lado == Lado::cargo ? 1 : -1;
            const auto sumar = [&](Importe i) { hojas += lado > 0 ? i : -i; };
            if (a.monto == Monto::total) lados += lado;
            if (a.monto == Monto::subtotal) sumar(d.lineasLocal);
            if (const auto impuesto = impuesto_del_monto(a.monto))
                for (const auto& [clave, g] : d.gravados)
                    if (clave.impuesto == nombre(*impuesto)) sumar(en_local(g.importe - g.alCosto));
        }
        d.totalLocal = lados == 0 ? en_local(d.total) : lados > 0 ? -hojas : hojas;
    }
}

// What went back in parts was converted together: a part is off its own figure by what rounding left of each of them, those that
// were cancelled since included.
void Ventana::revisar_valor_de_partes() {
    r_.tx.each(R"(
        SELECT p.transaccionId, p.numeroPartida, p.importeLocal, p.importe - p.descuento - p.promocion + p.alCosto, d.tipoCambio,
               (SELECT count(*) FROM partida r
                JOIN partida o ON o.organizacionId = $1 AND o.origenId = r.origenId AND o.origenPartida = r.origenPartida
                              AND o.origenId <> 0
                JOIN partida c ON c.organizacionId = $1 AND c.origenId = o.transaccionId AND c.origenPartida = o.numeroPartida
                              AND c.origenId <> 0
                WHERE r.organizacionId = $1 AND r.transaccionId = p.origenId AND r.numeroPartida = p.origenPartida)
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3 AND p.importeLocal IS NOT NULL)",
               [&](const db::Row& f) {
                   const Importe sola = convertir(importe(f, 3), Precio::de_micros(f.integer(4)), r_.ajustes.decimales);
                   const auto holgura = Importe::de_micros((1 + f.integer(5)) * unidad_de(r_.ajustes.decimales).micros());
                   if (importe(f, 2) - sola <= holgura && sola - importe(f, 2) <= holgura) return;
                   r_.comparar("partida", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)),
                               "importeLocal (at the rate of the document)", importe(f, 2), sola);
               },
               r_.org(), t_.desde, t_.hasta);
}

// Journal entries in another currency: line by line, and what rounding leaves is gained or lost by the exchange rate.
void Ventana::revisar_diarios() {
    static const std::string lineas = R"(
        SELECT d.transaccionId, p.cuentaId, p.importe - p.abono, d.tipoCambio
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3 AND d.moneda <> $4 AND )" +
                                      en_sql("d.tipo", es_de_diario);
    static const std::string asentado = R"(
        SELECT d.transaccionId, a.cuentaId, CAST(SUM(a.cargo - a.abono) AS BIGINT)
        FROM documento d
        JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.evento = 'registro'
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
        WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3 AND d.moneda <> $4 AND )" +
                                        en_sql("d.tipo", es_de_diario) + " GROUP BY d.transaccionId, a.cuentaId";
    struct Par {
        Importe debe, hay;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Par> por_cuenta;  // document, account
    r_.tx.each(
        lineas,
        [&](const db::Row& f) {
            por_cuenta[{f.integer(0), f.integer(1)}].debe +=
                convertir(importe(f, 2), Precio::de_micros(f.integer(3)), r_.ajustes.decimales);
        },
        r_.org(), t_.desde, t_.hasta, r_.ajustes.moneda);
    if (por_cuenta.empty()) return;
    r_.tx.each(
        asentado,
        [&](const db::Row& f) {
            por_cuenta[{f.integer(0), f.integer(1)}].hay = importe(f, 2);
        },
        r_.org(), t_.desde, t_.hasta, r_.ajustes.moneda);
    std::set<std::int64_t> cambiarias;
    r_.tx.each(R"(SELECT cuentaId FROM cuentaPapelHistoria
                  WHERE organizacionId = $1 AND papel IN ('ganancia_cambiaria', 'perdida_cambiaria'))",
               [&](const db::Row& f) { cambiarias.insert(f.integer(0)); }, r_.org());
    for (const auto& [cual, par] : por_cuenta)
        if (par.hay != par.debe && !cambiarias.contains(cual.second))
            r_.comparar("asiento", fmt::format("transaccionId {}, cuentaId {}", cual.first, cual.second),
                        "what its lines say (at the rate of the document)", par.hay, par.debe);
}

}  // namespace cacao::engine::verificacion
