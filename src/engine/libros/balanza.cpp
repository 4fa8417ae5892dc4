#include "engine/libros/balanza.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/periodos.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

using Sumar = std::function<void(std::int64_t cuentaId, Importe cargos, Importe abonos)>;

void filtrar(db::Where& donde, const BalanzaPedida& p) {
    donde.add_if(p.sucursalId, "s.sucursalId = $");
    donde.add_if(p.proyectoId, "s.proyectoId = $");
}

void leer(db::Reader& tx, const std::string& sql, const db::Where& donde, const Sumar& sumar) {
    tx.query(sql, donde.params(),
             [&](const db::Row& r) { sumar(r.integer(0), Importe::de_micros(r.integer(1)), Importe::de_micros(r.integer(2))); });
}

void sumar_meses(db::Reader& tx, const BalanzaPedida& p, std::int64_t desde, std::int64_t hasta, const Sumar& sumar,
                 bool sin_cierres = false) {
    db::Where donde{tx.organizacion(), desde, hasta};
    filtrar(donde, p);
    if (sin_cierres) donde.add("s.periodo % 100 <= 12");
    leer(tx,
         "SELECT s.cuentaId, CAST(SUM(s.cargos) AS BIGINT), CAST(SUM(s.abonos) AS BIGINT) FROM saldoCuenta s "
         "WHERE s.organizacionId = $1 AND s.periodo BETWEEN $2 AND $3" +
             donde.and_sql() + " GROUP BY s.cuentaId",
         donde, sumar);
}

// Ordinary entries of some days: those of month 13 have the last day's date but belong to no day.
void sumar_dias(db::Reader& tx, const BalanzaPedida& p, Fecha desde, Fecha hasta, const Sumar& sumar) {
    if (hasta < desde) return;
    db::Where donde{tx.organizacion(), desde, hasta};
    filtrar(donde, p);
    leer(tx,
         "SELECT s.cuentaId, CAST(SUM(s.cargo) AS BIGINT), CAST(SUM(s.abono) AS BIGINT) FROM asiento s "
         "JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = s.polizaId "
         "WHERE s.organizacionId = $1 AND s.fecha BETWEEN $2 AND $3 AND p.periodo % 100 <= 12" +
             donde.and_sql() + " GROUP BY s.cuentaId",
         donde, sumar);
}

}  // namespace

std::int64_t cierre_de(Fecha fecha) { return std::int64_t{fecha.anio()} * 100 + 13; }

std::map<std::int64_t, SaldoDeCuenta> balanza(db::Reader& tx, const BalanzaPedida& p) {
    std::map<std::int64_t, SaldoDeCuenta> saldos;
    const std::int64_t primero = p.desde_cierre ? cierre_de(p.desde) : periodo_de(p.desde);
    std::int64_t ultimo = periodo_de(p.hasta);
    const bool fin_de_anio = p.hasta.mes() == 12 && p.hasta == p.hasta.ultimo_del_mes();
    if (fin_de_anio && p.con_cierre) ultimo += 1;

    const auto al_inicio = [&](std::int64_t id, Importe cargos, Importe abonos) { saldos[id].inicial += cargos - abonos; };
    const auto al_rango = [&](std::int64_t id, Importe cargos, Importe abonos) {
        saldos[id].cargos += cargos;
        saldos[id].abonos += abonos;
    };
    const auto fuera = [&](std::int64_t id, Importe cargos, Importe abonos) { al_rango(id, -cargos, -abonos); };

    sumar_meses(tx, p, 0, primero - 1, al_inicio);
    sumar_meses(tx, p, primero, ultimo, al_rango, !p.con_cierre);
    if (!p.desde_cierre)
        sumar_dias(tx, p, p.desde.primero_del_mes(), p.desde + -1, [&](std::int64_t id, Importe cargos, Importe abonos) {
            al_inicio(id, cargos, abonos);
            fuera(id, cargos, abonos);
        });
    sumar_dias(tx, p, p.hasta + 1, p.hasta.ultimo_del_mes(), fuera);
    return saldos;
}

std::vector<std::int64_t> cuentas_de_papel(db::Reader& tx, Cuenta papel) {
    return tx.all<std::int64_t>(
        "SELECT cuentaId FROM cuentaPapelHistoria WHERE organizacionId = $1 AND papel = $2 ORDER BY cuentaId", tx.organizacion(),
        nombre(papel));
}

std::map<std::int64_t, SaldoDeCuenta> saldos_de_papeles(db::Reader& tx, std::initializer_list<Cuenta> pedidos, Fecha desde,
                                                        Fecha hasta) {
    std::map<std::int64_t, std::int64_t> cuentas;  // since when
    for (const Cuenta papel : pedidos)
        tx.each(
            "SELECT cuentaId, desde FROM cuentaPapelHistoria WHERE organizacionId = $1 AND papel = $2",
            [&](const db::Row& r) {
                const auto [it, nueva] = cuentas.try_emplace(r.integer(0), r.integer(1));
                if (!nueva) it->second = std::min(it->second, r.integer(1));
            },
            tx.organizacion(), nombre(papel));
    const auto libros = balanza(tx, {.desde = desde, .hasta = hasta});
    std::map<std::int64_t, SaldoDeCuenta> saldos;
    for (const auto& [cuentaId, instante] : cuentas) {
        SaldoDeCuenta& suyo = saldos[cuentaId];
        if (const auto s = libros.find(cuentaId); s != libros.end()) suyo = s->second;
        if (instante == 0) continue;
        tx.each(R"(SELECT a.fecha, a.cargo, a.abono FROM asiento a
                   JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId AND p.instante < $3
                   WHERE a.organizacionId = $1 AND a.cuentaId = $2 AND a.fecha <= $4)",
                [&](const db::Row& r) {
                    const auto cargo = Importe::de_micros(r.integer(1));
                    const auto abono = Importe::de_micros(r.integer(2));
                    if (r.integer(0) < desde.dias()) {
                        suyo.inicial -= cargo - abono;
                    } else {
                        suyo.cargos -= cargo;
                        suyo.abonos -= abono;
                    }
                },
                tx.organizacion(), cuentaId, instante, hasta);
    }
    return saldos;
}

SaldoDeCuenta saldo_de_papeles(db::Reader& tx, std::initializer_list<Cuenta> pedidos, Fecha desde, Fecha hasta) {
    SaldoDeCuenta suma;
    for (const auto& [cuentaId, s] : saldos_de_papeles(tx, pedidos, desde, hasta)) suma.sumar(s);
    return suma;
}

std::map<std::int64_t, SaldoDeCuenta> movido_por(db::Reader& tx, std::string_view tipo, Fecha desde, Fecha hasta) {
    std::map<std::int64_t, SaldoDeCuenta> movido;
    // From the documents, which are few, to their entries.
    tx.each(R"(SELECT a.cuentaId, CAST(SUM(a.cargo) AS BIGINT), CAST(SUM(a.abono) AS BIGINT)
               FROM documento d
               CROSS JOIN poliza p
               CROSS JOIN asiento a
               WHERE d.organizacionId = $1 AND d.tipo = $2 AND d.fecha BETWEEN $3 AND $4
                 AND p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.fecha BETWEEN $3 AND $4
                 AND a.organizacionId = $1 AND a.polizaId = p.polizaId
               GROUP BY a.cuentaId)",
            [&](const db::Row& r) {
                movido[r.integer(0)] = {{}, Importe::de_micros(r.integer(1)), Importe::de_micros(r.integer(2))};
            },
            tx.organizacion(), tipo, desde, hasta);
    return movido;
}

SaldoDeCuenta saldo_de_papeles_sin(db::Reader& tx, std::string_view tipo, std::initializer_list<Cuenta> pedidos, Fecha desde,
                                   Fecha hasta) {
    const auto movido = movido_por(tx, tipo, desde, hasta);
    SaldoDeCuenta suma;
    for (const auto& [cuentaId, s] : saldos_de_papeles(tx, pedidos, desde, hasta)) {
        suma.sumar(s);
        if (const auto suyo = movido.find(cuentaId); suyo != movido.end()) {
            suma.cargos -= suyo->second.cargos;
            suma.abonos -= suyo->second.abonos;
        }
    }
    return suma;
}

}  // namespace cacao::engine
