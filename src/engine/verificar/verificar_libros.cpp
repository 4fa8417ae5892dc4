// Verification of the ledger: every entry balances and is what its rows add up to, sums of accounts and banks are kept right, and
// what was cancelled was reversed once, row by row.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/libros/flujo_efectivo.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

std::string llave_de(const PolizaVista& p) { return fmt::format("polizaId {}, transaccionId {}", p.polizaId, p.transaccionId); }

bool es_de_documento(const PolizaVista& p) { return p.evento == "registro" || p.evento == "ajuste"; }

// Whether the document's own figures are posted, and not the value of goods alone, which may be nothing.
bool lleva_poliza(const Cabecera& d) {
    if (d.tipo == nullptr || d.total.es_cero()) return false;
    return d.tipo->renglones == Renglones::diario || std::any_of(d.tipo->asientos.begin(), d.tipo->asientos.end(),
                                                                 [](const Asiento& a) { return a.monto == Monto::total; });
}

}  // namespace

void Ventana::leer_polizas() {
    r_.tx.each(R"(SELECT polizaId, transaccionId, evento, fecha, periodo, cargo, abono, revierteId FROM poliza
                  WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
               [&](const db::Row& f) {
                   if (de("poliza", f.integer(1)) == nullptr) return;
                   PolizaVista& p = polizas_[f.integer(0)];
                   p.polizaId = f.integer(0);
                   p.transaccionId = f.integer(1);
                   p.evento = f.text(2);
                   p.fecha = Fecha::de_dias(static_cast<std::int32_t>(f.integer(3)));
                   p.periodo = f.integer(4);
                   p.cargo = importe(f, 5);
                   p.abono = importe(f, 6);
                   p.revierteId = f.integer(7);
                   if (!r_.todo) r_.periodos.insert(p.periodo);
               },
               r_.org(), t_.desde, t_.hasta);
    // Named in this order, because SQLite follows it in a CROSS JOIN: from the documents to their entries to their rows.
    r_.tx.each(R"(SELECT a.polizaId, a.cargo, a.abono, a.fecha, a.renglon, a.moneda, a.original
                  FROM poliza p CROSS JOIN asiento a
                  WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3
                    AND a.organizacionId = $1 AND a.polizaId = p.polizaId)",
               [&](const db::Row& f) {
                   const auto it = polizas_.find(f.integer(0));
                   if (it == polizas_.end()) return;
                   PolizaVista& p = it->second;
                   p.cargos += importe(f, 1);
                   p.abonos += importe(f, 2);
                   if (f.integer(3) != p.fecha.dias())
                       r_.decir("asiento", fmt::format("{}, renglon {}", llave_de(p), f.integer(4)),
                                "fecha is not that of its entry, " + p.fecha.iso());
                   revisar_original(p, f);
               },
               r_.org(), t_.desde, t_.hasta);
}

// A row is in the organization's currency or in one of the documents that its entry is about. In the organization's, the original
// is the amount itself; a difference that the exchange rate made has none.
void Ventana::revisar_original(const PolizaVista& p, const db::Row& f) const {
    const Cabecera& d = documentos_.at(p.transaccionId);
    const auto liquidada = liquidada_.find(p.evento == "desaplicacion" ? p.revierteId : p.polizaId);
    const std::string_view otra =
        liquidada == liquidada_.end() ? std::string_view{d.moneda} : std::string_view{liquidada->second};
    const std::string_view moneda = f.text(5);
    const auto llave = [&] { return fmt::format("{}, renglon {}", llave_de(p), f.integer(4)); };
    if (moneda != r_.ajustes.moneda) {
        if (moneda != d.moneda && moneda != otra && moneda != d.monedaDestino)
            r_.decir("asiento", llave(), fmt::format("moneda is {}, expected {}", moneda, d.moneda));
        return;
    }
    if (d.por_valor()) return;
    const Importe original = importe(f, 6);
    const Importe debe = importe(f, 1) + importe(f, 2);
    const bool extranjera = d.moneda != r_.ajustes.moneda || otra != r_.ajustes.moneda || !d.monedaDestino.empty();
    if (original != debe && !(extranjera && original.es_cero())) r_.comparar("asiento", llave(), "original", original, debe);
}

// The days of the document, of its applications and of what undid them are those of their entries.
void Ventana::revisar_fechas() {
    for (const auto& [id, p] : polizas_) {
        const Cabecera& d = documentos_.at(p.transaccionId);
        if (p.evento == "registro" && p.fecha != d.fecha) r_.comparar("documento", d.llave(), "fecha", d.fecha, p.fecha);
        if (p.evento == "cancelacion" && d.cancelacionFecha && p.fecha != *d.cancelacionFecha)
            r_.comparar("documento", d.llave(), "cancelacionFecha", *d.cancelacionFecha, p.fecha);
    }
    for (const AplicacionVista& a : aplicaciones_) {
        const auto p = polizas_.find(a.polizaId);
        if (p == polizas_.end()) continue;  // told already
        const auto llave = fmt::format("aplicacionId {}, polizaId {}", a.aplicacionId, a.polizaId);
        r_.comparar("aplicacion", llave, "fecha", a.fecha, p->second.fecha);
        if (a.vigente == a.cancelacionFecha.has_value())
            r_.decir("aplicacion", llave, a.vigente ? "cancelacionFecha is that of one in force" : "cancelacionFecha is missing");
        const auto reversa = polizas_.find(p->second.revertida);
        if (a.cancelacionFecha && reversa != polizas_.end())
            r_.comparar("aplicacion", llave, "cancelacionFecha", *a.cancelacionFecha, reversa->second.fecha);
    }
}

void Ventana::revisar_polizas() {
    for (auto& [id, p] : polizas_) {
        if (p.cargos != p.abonos)
            r_.decir("asiento", llave_de(p),
                     fmt::format("the entry does not balance: debits {}, credits {}", p.cargos.texto(), p.abonos.texto()));
        if (p.cargo != p.cargos) r_.comparar("poliza", llave_de(p), "cargo", p.cargo, p.cargos);
        if (p.abono != p.abonos) r_.comparar("poliza", llave_de(p), "abono", p.abono, p.abonos);
        const std::int64_t periodo = periodo_de(p.fecha);
        const bool cierre = p.periodo % 100 == cierre_del_ejercicio && p.periodo / 100 == periodo / 100 && periodo % 100 == 12;
        if (p.periodo != periodo && !cierre) r_.contar("poliza", llave_de(p), "periodo", p.periodo, periodo);

        if (p.revierteId == 0) continue;
        const auto otra = polizas_.find(p.revierteId);
        if (otra == polizas_.end() || otra->second.transaccionId != p.transaccionId) {
            r_.decir("poliza", llave_de(p), fmt::format("revierteId {} is no entry of its document", p.revierteId));
            continue;
        }
        const bool pareja = p.evento == "cancelacion" ? es_de_documento(otra->second)
                                                      : p.evento == "desaplicacion" && otra->second.evento == "aplicacion";
        if (!pareja) r_.decir("poliza", llave_de(p), fmt::format("a {} cannot undo a {}", p.evento, otra->second.evento));
        if (otra->second.revertida != 0)
            r_.decir("poliza", llave_de(otra->second),
                     fmt::format("undone twice, by {} and {}", otra->second.revertida, p.polizaId));
        otra->second.revertida = p.polizaId;
    }
    for (const auto& [id, p] : polizas_) {
        if (!es_de_documento(p)) continue;
        const Cabecera& d = documentos_.at(p.transaccionId);
        if (d.cancelado && p.revertida == 0)
            r_.decir("poliza", llave_de(p), "the document is cancelled, this entry is not undone");
        if (!d.cancelado && p.revertida != 0) r_.decir("poliza", llave_de(p), "the document is in force, this entry is undone");
    }
    std::set<std::int64_t> registradas;
    std::set<std::int64_t> de_aplicacion;
    for (const AplicacionVista& a : aplicaciones_) de_aplicacion.insert(a.polizaId);
    for (const auto& [id, p] : polizas_) {
        if (p.evento == "registro") registradas.insert(p.transaccionId);
        if (p.evento == "aplicacion" && !de_aplicacion.contains(id))
            r_.decir("poliza", llave_de(p), "the entry of an aplicacion that is not there");
    }
    for (const auto& [id, d] : documentos_)
        if (lleva_poliza(d) && !registradas.contains(id)) r_.decir("poliza", d.llave(), "the document has no entry");
    for (const AplicacionVista& a : aplicaciones_) {
        const auto p = polizas_.find(a.polizaId);
        const auto llave = fmt::format("aplicacionId {}, polizaId {}", a.aplicacionId, a.polizaId);
        if (p == polizas_.end() || p->second.evento != "aplicacion") r_.decir("aplicacion", llave, "its entry is not there");
        else if (a.vigente && p->second.revertida != 0) r_.decir("aplicacion", llave, "estado is vigente, its entry is undone");
        else if (!a.vigente && p->second.revertida == 0)
            r_.decir("aplicacion", llave, "estado is cancelada, its entry is not undone");
    }
}

// Money of own accounts: what the document says, on the day of its entry.
void Ventana::revisar_bancos() {
    std::set<std::pair<std::int64_t, std::int64_t>> movidas;  // document, account
    r_.tx.each(
        R"(SELECT p.polizaId, m.cuentaBancariaId, m.transaccionId, m.fecha, m.importe, m.importeLocal, COALESCE(b.moneda, '')
           FROM poliza p
           JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId
           LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = m.cuentaBancariaId
           WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3)",
        [&](const db::Row& f) {
            const auto it = polizas_.find(f.integer(0));
            if (it == polizas_.end()) return;
            const PolizaVista& p = it->second;
            const Cabecera& d = documentos_.at(p.transaccionId);
            const auto llave = [&] { return fmt::format("{}, cuentaBancariaId {}", llave_de(p), f.integer(1)); };
            if (f.integer(2) != p.transaccionId)
                r_.contar("movimientoBanco", llave(), "transaccionId", f.integer(2), p.transaccionId);
            if (f.integer(3) != p.fecha.dias())
                r_.decir("movimientoBanco", llave(), "fecha is not that of its entry, " + p.fecha.iso());
            if (f.text(6) == r_.ajustes.moneda)
                r_.comparar("movimientoBanco", llave(), "importeLocal", importe(f, 5), importe(f, 4));
            if (p.evento != "registro" || d.tipo == nullptr) return;
            movidas.emplace(p.transaccionId, f.integer(1));
            const bool destino = f.integer(1) == d.cuentaDestinoId;
            const bool cambia = destino && !d.monedaDestino.empty();
            const Importe debe = cambia                     ? d.importeDestino
                                 : destino || d.tipo->banco ? d.total
                                 : d.tipo->banco_sale       ? -d.total
                                                            : Importe{};
            if (importe(f, 4) != debe) r_.comparar("movimientoBanco", llave(), "importe", importe(f, 4), debe);
            const Importe local = cambia             ? convertir(d.importeDestino, d.tipoCambioDestino, r_.ajustes.decimales)
                                  : debe < Importe{} ? -d.totalLocal
                                                     : d.totalLocal;
            r_.comparar("movimientoBanco", llave(), "importeLocal", importe(f, 5), local);
            // Only what goes between two currencies has another amount on its other side.
            const std::string_view otra = cambia ? std::string_view{d.monedaDestino} : std::string_view{d.moneda};
            if (destino && otra != f.text(6))
                r_.decir("traspasoMoneda", d.llave(), fmt::format("moneda is {}, expected {}", otra, f.text(6)));
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, d] : documentos_) {
        if (d.tipo == nullptr || d.total.es_cero() || !(d.tipo->banco || d.tipo->banco_sale)) continue;
        for (const auto cuenta : {d.cuentaBancariaId, d.cuentaDestinoId})
            if (cuenta != 0 && !movidas.contains({id, cuenta}))
                r_.decir("movimientoBanco", fmt::format("{}, cuentaBancariaId {}", d.llave(), cuenta), "the movement is missing");
    }
}

// What movements of own accounts are worth is what their entry says of the ledger account. A line may post there as well, by its
// concept; then nobody can tell.
void Ventana::revisar_valor_de_bancos() {
    r_.tx.each(
        R"(SELECT u.polizaId, u.cuentaId, u.valor,
                  (SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT) FROM asiento a
                   WHERE a.organizacionId = $1 AND a.polizaId = u.polizaId AND a.cuentaId = u.cuentaId)
           FROM (SELECT p.polizaId, p.transaccionId, b.cuentaId, CAST(SUM(m.importeLocal) AS BIGINT) AS valor
                 FROM poliza p
                 JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId
                 JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = m.cuentaBancariaId
                 WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3
                 GROUP BY p.polizaId, p.transaccionId, b.cuentaId) u
           WHERE NOT EXISTS (SELECT 1 FROM partida x WHERE x.organizacionId = $1 AND x.transaccionId = u.transaccionId
                             AND x.cuentaId = u.cuentaId)
           ORDER BY u.polizaId, u.cuentaId)",
        [&](const db::Row& f) {
            if (importe(f, 2) != importe(f, 3))
                r_.comparar("movimientoBanco", fmt::format("polizaId {}, cuentaId {}", f.integer(0), f.integer(1)),
                            "importeLocal (of all its movements)", importe(f, 2), importe(f, 3));
        },
        r_.org(), t_.desde, t_.hasta);
}

// An entry and the one that undoes it leave nothing in any account. Goods are the exception: stock may answer another value than
// the one that was stored, and then inventory, cost of sales and variance share the difference.
void Ventana::revisar_reversas() {
    r_.tx.each(
        R"(SELECT u.polizaId, u.revierteId, u.cuentaId, u.sucursalId, u.proyectoId, u.entidadId, CAST(SUM(u.neto) AS BIGINT)
           FROM (SELECT r.polizaId, r.revierteId, a.cuentaId, a.sucursalId, a.proyectoId, a.entidadId, a.cargo - a.abono AS neto
                 FROM poliza r JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = r.polizaId
                 WHERE r.organizacionId = $1 AND r.transaccionId > $2 AND r.transaccionId <= $3 AND r.revierteId <> 0
                 UNION ALL
                 SELECT r.polizaId, r.revierteId, a.cuentaId, a.sucursalId, a.proyectoId, a.entidadId, a.cargo - a.abono
                 FROM poliza r JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = r.revierteId
                 WHERE r.organizacionId = $1 AND r.transaccionId > $2 AND r.transaccionId <= $3 AND r.revierteId <> 0) u
           GROUP BY u.polizaId, u.revierteId, u.cuentaId, u.sucursalId, u.proyectoId, u.entidadId
           HAVING SUM(u.neto) <> 0
           ORDER BY u.polizaId, u.cuentaId)",
        [&](const db::Row& f) {
            // Undoing what is no longer there moves no goods, and its value goes where theirs went.
            const bool con_mercancia = con_mercancia_.contains(f.integer(0)) || con_mercancia_.contains(f.integer(1));
            if (con_mercancia && r_.cuentas_de_mercancia.contains(f.integer(2))) return;
            r_.decir("asiento", fmt::format("polizaId {}, revierteId {}, cuentaId {}", f.integer(0), f.integer(1), f.integer(2)),
                     fmt::format("the two entries leave {} in the account, expected 0", importe(f, 6).texto()));
        },
        r_.org(), t_.desde, t_.hasta);
    r_.tx.each(
        R"(SELECT r.polizaId, r.revierteId, o.cuentaBancariaId, CAST(o.importe + COALESCE(m.importe, 0) AS BIGINT)
           FROM poliza r
           JOIN movimientoBanco o ON o.organizacionId = $1 AND o.polizaId = r.revierteId
           LEFT JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = r.polizaId AND m.cuentaBancariaId = o.cuentaBancariaId
           WHERE r.organizacionId = $1 AND r.transaccionId > $2 AND r.transaccionId <= $3 AND r.revierteId <> 0
             AND o.importe + COALESCE(m.importe, 0) <> 0)",
        [&](const db::Row& f) {
            r_.decir("movimientoBanco",
                     fmt::format("polizaId {}, revierteId {}, cuentaBancariaId {}", f.integer(0), f.integer(1), f.integer(2)),
                     fmt::format("the two movements leave {}, expected 0", importe(f, 3).texto()));
        },
        r_.org(), t_.desde, t_.hasta);
}

std::vector<std::int64_t> periodos_con_asientos(Revision& r) {
    std::set<std::int64_t> periodos;
    const auto anotar = [&](const db::Row& f) { periodos.insert(f.integer(0)); };
    r.tx.each("SELECT DISTINCT periodo FROM poliza WHERE organizacionId = $1", anotar, r.org());
    r.tx.each("SELECT DISTINCT periodo FROM saldoCuenta WHERE organizacionId = $1", anotar, r.org());
    r.tx.each("SELECT DISTINCT periodo FROM saldoFlujo WHERE organizacionId = $1", anotar, r.org());
    r.tx.each("SELECT DISTINCT periodo FROM saldoBanco WHERE organizacionId = $1", anotar, r.org());
    return {periodos.begin(), periodos.end()};
}

// What moved cash, by the accounts on the other side.
void revisar_flujo(Revision& r, std::int64_t periodo, Fecha primero, Fecha siguiente) {
    struct Suma {
        std::int64_t entro = 0, salio = 0, entradas = 0, salidas = 0;
    };
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Suma> sumas;
    for (Fecha dia = primero; dia < siguiente; dia = dia + 1)
        r.tx.each(
            fmt::format(R"(SELECT a.cuentaId, a.sucursalId, a.proyectoId, CAST(SUM(a.abono) AS BIGINT),
                                        CAST(SUM(a.cargo) AS BIGINT)
                                 FROM asiento a
                                 JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId AND p.periodo = $2
                                 JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId AND NOT {}
                                 WHERE a.organizacionId = $1 AND a.fecha >= $3 AND a.fecha <= $3 AND {}
                                 GROUP BY a.cuentaId, a.sucursalId, a.proyectoId)",
                        efectivo_sql("c"), con_efectivo_sql("a.polizaId")),
            [&](const db::Row& f) {
                Suma& suma = sumas[{f.integer(0), f.integer(1), f.integer(2)}];
                suma.entro += f.integer(3);
                suma.salio += f.integer(4);
            },
            r.org(), periodo, dia);
    r.tx.each(R"(SELECT cuentaId, sucursalId, proyectoId, CAST(SUM(entradas) AS BIGINT), CAST(SUM(salidas) AS BIGINT)
                 FROM saldoFlujo WHERE organizacionId = $1 AND periodo = $2 GROUP BY cuentaId, sucursalId, proyectoId)",
              [&](const db::Row& f) {
                  Suma& suma = sumas[{f.integer(0), f.integer(1), f.integer(2)}];
                  suma.entradas = f.integer(3);
                  suma.salidas = f.integer(4);
              },
              r.org(), periodo);
    for (const auto& [lugar, suma] : sumas) {
        if (suma.entro == suma.entradas && suma.salio == suma.salidas) continue;
        const auto& [cuentaId, sucursalId, proyectoId] = lugar;
        const auto llave =
            fmt::format("periodo {}, cuentaId {}, sucursalId {}, proyectoId {}", periodo, cuentaId, sucursalId, proyectoId);
        r.comparar("saldoFlujo", llave, "entradas", suma.entradas, suma.entro);
        r.comparar("saldoFlujo", llave, "salidas", suma.salidas, suma.salio);
    }
}

void revisar_periodo(Revision& r, std::int64_t periodo) {
    const int anio = static_cast<int>(periodo / 100);
    const int mes = std::min(static_cast<int>(periodo % 100), 12);  // the thirteenth is dated in December
    const auto primero = Fecha::de_civil(anio, mes, 1);
    if (!primero) return r.decir("poliza", fmt::format("periodo {}", periodo), "no such month");

    const Fecha siguiente = primero->ultimo_del_mes() + 1;

    struct Suma {
        std::int64_t cargo = 0, abono = 0, cargos = 0, abonos = 0;
    };
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Suma> sumas;
    // Day by day, so that what the database sorts is a day's rows.
    for (Fecha dia = *primero; dia < siguiente; dia = dia + 1)
        r.tx.each(R"(SELECT a.cuentaId, a.sucursalId, a.proyectoId, CAST(SUM(a.cargo) AS BIGINT), CAST(SUM(a.abono) AS BIGINT)
                     FROM asiento a
                     JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId AND p.periodo = $2
                     WHERE a.organizacionId = $1 AND a.fecha >= $3 AND a.fecha <= $3
                     GROUP BY a.cuentaId, a.sucursalId, a.proyectoId)",
                  [&](const db::Row& f) {
                      Suma& suma = sumas[{f.integer(0), f.integer(1), f.integer(2)}];
                      suma.cargo += f.integer(3);
                      suma.abono += f.integer(4);
                  },
                  r.org(), periodo, dia);
    r.tx.each(
        R"(SELECT cuentaId, sucursalId, proyectoId, CAST(SUM(cargos) AS BIGINT), CAST(SUM(abonos) AS BIGINT) FROM saldoCuenta
                 WHERE organizacionId = $1 AND periodo = $2 GROUP BY cuentaId, sucursalId, proyectoId)",
        [&](const db::Row& f) {
            Suma& suma = sumas[{f.integer(0), f.integer(1), f.integer(2)}];
            suma.cargos = f.integer(3);
            suma.abonos = f.integer(4);
        },
        r.org(), periodo);
    for (const auto& [lugar, suma] : sumas) {
        if (suma.cargo == suma.cargos && suma.abono == suma.abonos) continue;
        const auto& [cuentaId, sucursalId, proyectoId] = lugar;
        const auto llave =
            fmt::format("periodo {}, cuentaId {}, sucursalId {}, proyectoId {}", periodo, cuentaId, sucursalId, proyectoId);
        r.comparar("saldoCuenta", llave, "cargos", suma.cargos, suma.cargo);
        r.comparar("saldoCuenta", llave, "abonos", suma.abonos, suma.abono);
    }
    r.tx.each(R"(SELECT CAST(COALESCE(SUM(cargos), 0) AS BIGINT), CAST(COALESCE(SUM(abonos), 0) AS BIGINT) FROM saldoCuenta
                 WHERE organizacionId = $1 AND periodo = $2)",
              [&](const db::Row& f) {
                  r.comparar("saldoCuenta", fmt::format("periodo {}", periodo), "the sum of cargos against that of abonos",
                             f.integer(0), f.integer(1));
              },
              r.org(), periodo);
    revisar_flujo(r, periodo, *primero, siguiente);
    r.buscar(
        "saldoBanco", R"(
        SELECT cuentaBancariaId, CAST(SUM(ingresos) AS BIGINT), CAST(SUM(entro) AS BIGINT), CAST(SUM(egresos) AS BIGINT),
               CAST(SUM(salio) AS BIGINT), CAST(SUM(conciliado) AS BIGINT), CAST(SUM(confirmado) AS BIGINT),
               CAST(SUM(estadoCuenta) AS BIGINT), CAST(SUM(dicho) AS BIGINT), CAST(SUM(valor) AS BIGINT),
               CAST(SUM(asentado) AS BIGINT)
        FROM (SELECT m.cuentaBancariaId, CASE WHEN m.importe > 0 THEN m.importe ELSE 0 END AS entro,
                     CASE WHEN m.importe < 0 THEN -m.importe ELSE 0 END AS salio,
                     CASE WHEN m.conciliacionId <> 0 THEN m.importe ELSE 0 END AS confirmado, 0 AS dicho,
                     0 AS ingresos, 0 AS egresos, 0 AS conciliado, 0 AS estadoCuenta, 0 AS valor, m.importeLocal AS asentado
              FROM cuentaBancaria b CROSS JOIN movimientoBanco m CROSS JOIN poliza p
              WHERE b.organizacionId = $1 AND m.organizacionId = $1 AND m.cuentaBancariaId = b.cuentaBancariaId
                AND m.fecha >= $3 AND m.fecha < $4 AND p.organizacionId = $1 AND p.polizaId = m.polizaId AND p.periodo = $2
              UNION ALL
              SELECT l.cuentaBancariaId, 0, 0, 0, l.importe, 0, 0, 0, 0, 0, 0
              FROM cuentaBancaria b CROSS JOIN lineaBanco l
              WHERE b.organizacionId = $1 AND l.organizacionId = $1 AND l.cuentaBancariaId = b.cuentaBancariaId
                AND l.fecha >= $3 AND l.fecha < $4 AND $2 % 100 <= 12
              UNION ALL
              SELECT k.cuentaBancariaId, 0, 0, 0, 0, k.ingresos, k.egresos, k.conciliado, k.estadoCuenta, k.valor, 0
              FROM saldoBanco k WHERE k.organizacionId = $1 AND k.periodo = $2) u
        GROUP BY cuentaBancariaId
        HAVING SUM(ingresos) <> SUM(entro) OR SUM(egresos) <> SUM(salio) OR SUM(conciliado) <> SUM(confirmado)
            OR SUM(estadoCuenta) <> SUM(dicho) OR SUM(valor) <> SUM(asentado)
        ORDER BY cuentaBancariaId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("periodo {}, cuentaBancariaId {}", periodo, f.integer(0));
            r.comparar("saldoBanco", llave, "ingresos", f.integer(1), f.integer(2));
            r.comparar("saldoBanco", llave, "egresos", f.integer(3), f.integer(4));
            r.comparar("saldoBanco", llave, "conciliado", f.integer(5), f.integer(6));
            r.comparar("saldoBanco", llave, "estadoCuenta", f.integer(7), f.integer(8));
            r.comparar("saldoBanco", llave, "valor", f.integer(9), f.integer(10));
        },
        periodo, *primero, siguiente);
}

// Both sides of a reconciliation in force are its amount; nothing belongs to one that is not in force, or of another account.
void revisar_conciliaciones(Revision& r) {
    r.buscar("conciliacion", R"(
        SELECT conciliacionId, CAST(importe AS BIGINT), CAST(movido AS BIGINT), CAST(dicho AS BIGINT)
        FROM (SELECT c.conciliacionId, c.importe,
                     COALESCE((SELECT SUM(m.importe) FROM movimientoBanco m
                               WHERE m.organizacionId = $1 AND m.conciliacionId = c.conciliacionId AND m.conciliacionId <> 0), 0) AS movido,
                     COALESCE((SELECT SUM(l.importe) FROM lineaBanco l
                               WHERE l.organizacionId = $1 AND l.conciliacionId = c.conciliacionId AND l.conciliacionId <> 0), 0) AS dicho
              FROM conciliacion c WHERE c.organizacionId = $1 AND c.estado = 'vigente') u
        WHERE movido <> importe OR dicho <> importe ORDER BY conciliacionId LIMIT 1000)",
             [&](const db::Row& f) {
                 const auto llave = fmt::format("conciliacionId {}", f.integer(0));
                 r.comparar("conciliacion", llave, "the sum of its movements", f.integer(2), f.integer(1));
                 r.comparar("conciliacion", llave, "the sum of its lines", f.integer(3), f.integer(1));
             });
    const auto ajenas = [&](std::string_view tabla, std::string_view llave) {
        r.buscar(tabla,
                 fmt::format(R"(
            SELECT x.{0}, x.conciliacionId
            FROM {1} x
            LEFT JOIN conciliacion c ON c.organizacionId = $1 AND c.conciliacionId = x.conciliacionId
            WHERE x.organizacionId = $1 AND x.conciliacionId <> 0
              AND (c.conciliacionId IS NULL OR c.estado <> 'vigente' OR c.cuentaBancariaId <> x.cuentaBancariaId)
            ORDER BY x.{0} LIMIT 1000)",
                             llave, tabla),
                 [&](const db::Row& f) {
                     r.decir(tabla, fmt::format("{} {}", llave, f.integer(0)),
                             fmt::format("conciliacionId {} is no reconciliation in force of its account", f.integer(1)));
                 });
    };
    ajenas("movimientoBanco", "polizaId");
    ajenas("lineaBanco", "lineaBancoId");
}

}  // namespace cacao::engine::verificacion
