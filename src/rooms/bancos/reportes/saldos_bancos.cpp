#include "rooms/bancos/reportes/saldos_bancos.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"

#include <map>
#include <set>

namespace cacao {
namespace {

struct CuentaConSaldo {
    std::int64_t cuentaBancariaId{};
    std::string codigo;
    std::string nombre;
    std::string tipo;
    std::string moneda;
    std::int64_t cuentaId{};
};
DESCRIBE_STRUCT(CuentaConSaldo, (), (cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId))

struct Suma {
    Importe ingresos;
    Importe egresos;
    Importe conciliado;
    Importe estadoCuenta;
    Importe saldo() const { return ingresos - egresos; }
};

// Everything that moved an account to the end of a day, and what its bank said: whole months from the kept sums, the last one
// day by day.
Suma acumulado(db::Reader& tx, std::int64_t cuentaBancariaId, Fecha dia) {
    Suma suma;
    const auto importe = [](const db::Row& r, int columna) { return Importe::de_micros(r.integer(columna)); };
    tx.each(R"(SELECT CAST(COALESCE(SUM(ingresos), 0) AS BIGINT), CAST(COALESCE(SUM(egresos), 0) AS BIGINT),
                      CAST(COALESCE(SUM(conciliado), 0) AS BIGINT), CAST(COALESCE(SUM(estadoCuenta), 0) AS BIGINT) FROM saldoBanco
               WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND periodo < $3)",
            [&](const db::Row& r) {
                suma = {importe(r, 0), importe(r, 1), importe(r, 2), importe(r, 3)};
            },
            tx.organizacion(), cuentaBancariaId, engine::periodo_de(dia));
    tx.each(R"(SELECT CAST(COALESCE(SUM(CASE WHEN importe > 0 THEN importe ELSE 0 END), 0) AS BIGINT),
                      CAST(COALESCE(SUM(CASE WHEN importe < 0 THEN -importe ELSE 0 END), 0) AS BIGINT),
                      CAST(COALESCE(SUM(CASE WHEN conciliacionId <> 0 THEN importe ELSE 0 END), 0) AS BIGINT)
               FROM movimientoBanco WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND fecha BETWEEN $3 AND $4)",
            [&](const db::Row& r) {
                suma.ingresos += importe(r, 0);
                suma.egresos += importe(r, 1);
                suma.conciliado += importe(r, 2);
            },
            tx.organizacion(), cuentaBancariaId, dia.primero_del_mes(), dia);
    tx.each(R"(SELECT CAST(COALESCE(SUM(importe), 0) AS BIGINT) FROM lineaBanco
               WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND fecha BETWEEN $3 AND $4)",
            [&](const db::Row& r) { suma.estadoCuenta += importe(r, 0); }, tx.organizacion(), cuentaBancariaId,
            dia.primero_del_mes(), dia);
    return suma;
}

std::optional<Fecha> ultimo_estado_cuenta(db::Reader& tx, std::int64_t cuentaBancariaId, Fecha dia) {
    return tx.one<Fecha>(R"(SELECT fecha FROM lineaBanco WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND fecha <= $3
                            ORDER BY fecha DESC LIMIT 1)",
                         tx.organizacion(), cuentaBancariaId, dia);
}

// Those of one day in the order in which they were registered: identifiers are leased in blocks and do not tell.
std::vector<MovimientoBanco> movimientos(db::Reader& tx, std::int64_t cuentaBancariaId, Fecha desde, Fecha hasta, Importe saldo) {
    std::vector<MovimientoBanco> filas;
    tx.each(R"(SELECT m.fecha, m.transaccionId, d.tipo, d.serie, d.folio, d.referencia, m.importe, m.conciliacionId
               FROM movimientoBanco m
               JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = m.polizaId
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
               WHERE m.organizacionId = $1 AND m.cuentaBancariaId = $2 AND m.fecha BETWEEN $3 AND $4
               ORDER BY m.fecha, p.instante, m.polizaId)",
            [&](const db::Row& r) {
                const auto importe = Importe::de_micros(r.integer(6));
                const bool entra = importe > Importe{};
                saldo += importe;
                filas.push_back({Fecha::de_dias(static_cast<std::int32_t>(r.integer(0))), r.integer(1), std::string{r.text(2)},
                                 engine::folio_texto(r.text(3), r.integer(4)), std::string{r.text(5)},
                                 entra ? importe : Importe{}, entra ? Importe{} : -importe, saldo, r.integer(7) != 0});
            },
            tx.organizacion(), cuentaBancariaId, desde, hasta);
    return filas;
}

// What entries of bank movements left on a ledger account that accounts in other currencies share, in the organization's
// currency: such a balance is worth what its movements were posted at.
Importe valor_asentado(db::Reader& tx, std::int64_t cuentaId, Fecha dia) {
    Importe valor;
    tx.each(R"(SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT)
               FROM (SELECT DISTINCT m.polizaId FROM cuentaBancaria b
                     JOIN movimientoBanco m ON m.organizacionId = $1 AND m.cuentaBancariaId = b.cuentaBancariaId AND m.fecha <= $3
                     WHERE b.organizacionId = $1 AND b.cuentaId = $2) p
               JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId AND a.cuentaId = $2)",
            [&](const db::Row& r) { valor = Importe::de_micros(r.integer(0)); }, tx.organizacion(), cuentaId, dia);
    return valor;
}

// What the bank has not confirmed, by its direction. Where nothing was ever reconciled that is everything, and need not be read.
void poner_en_transito(db::Reader& tx, SaldoBanco& s, const Suma& suma, Fecha dia) {
    s.depositosEnTransito = suma.ingresos;
    s.egresosEnTransito = suma.egresos;
    const auto alguna = tx.one<std::int64_t>(
        "SELECT 1 FROM conciliacion WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND estado = 'vigente' LIMIT 1",
        tx.organizacion(), s.cuentaBancariaId);
    if (!alguna) return;
    tx.each(R"(SELECT CAST(COALESCE(SUM(CASE WHEN importe > 0 THEN importe ELSE 0 END), 0) AS BIGINT),
                      CAST(COALESCE(SUM(CASE WHEN importe < 0 THEN -importe ELSE 0 END), 0) AS BIGINT)
               FROM movimientoBanco
               WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND conciliacionId = 0 AND fecha <= $3)",
            [&](const db::Row& r) {
                s.depositosEnTransito = Importe::de_micros(r.integer(0));
                s.egresosEnTransito = Importe::de_micros(r.integer(1));
            },
            tx.organizacion(), s.cuentaBancariaId, dia);
}

}  // namespace

SaldosBancos consultar_saldos_bancos(const Context& ctx, const SaldosBancosPedidos& pedidos) {
    auto& tx = ctx.db();
    SaldosBancos r;
    r.fechaFinal = pedidos.fechaFinal.value_or(ctx.hoy());
    r.fechaInicial = pedidos.fechaInicial.value_or(r.fechaFinal.primero_del_mes());
    reject_if(r.fechaFinal < r.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    const auto cuentas =
        tx.all<CuentaConSaldo>(R"(SELECT cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId FROM cuentaBancaria
                                           WHERE organizacionId = $1 ORDER BY codigo)",
                               tx.organizacion());
    const std::string moneda = engine::leer_ajustes(tx).moneda;
    const auto libros = engine::balanza(tx, {.desde = r.fechaFinal.primero_del_mes(), .hasta = r.fechaFinal});
    std::map<std::int64_t, Importe> por_cuenta;  // what all accounts that share a ledger account hold
    std::set<std::int64_t> con_extranjera;
    for (const CuentaConSaldo& c : cuentas) {
        const Suma antes = acumulado(tx, c.cuentaBancariaId, r.fechaInicial + -1);
        const Suma despues = acumulado(tx, c.cuentaBancariaId, r.fechaFinal);
        por_cuenta[c.cuentaId] += despues.saldo();
        if (c.moneda != moneda) con_extranjera.insert(c.cuentaId);
        if (pedidos.cuentaBancariaId && *pedidos.cuentaBancariaId != c.cuentaBancariaId) continue;
        SaldoBanco& s = r.cuentas.emplace_back();
        s.cuentaBancariaId = c.cuentaBancariaId;
        s.codigo = c.codigo;
        s.cuenta = c.nombre;
        s.tipo = c.tipo;
        s.moneda = c.moneda;
        s.saldoInicial = antes.saldo();
        s.ingresos = despues.ingresos - antes.ingresos;
        s.egresos = despues.egresos - antes.egresos;
        s.saldoFinal = despues.saldo();
        s.conciliado = despues.conciliado;
        s.enTransito = s.saldoFinal - s.conciliado;
        poner_en_transito(tx, s, despues, r.fechaFinal);
        s.saldoEstadoCuenta = despues.estadoCuenta;
        s.fechaEstadoCuenta = ultimo_estado_cuenta(tx, c.cuentaBancariaId, r.fechaFinal);
        if (pedidos.conMovimientos.value_or(false))
            s.movimientos = movimientos(tx, c.cuentaBancariaId, r.fechaInicial, r.fechaFinal, s.saldoInicial);
    }
    reject_if(pedidos.cuentaBancariaId && r.cuentas.empty(), Codigo::no_encontrado, "/cuentaBancariaId");
    for (const auto cuentaId : con_extranjera) por_cuenta[cuentaId] = valor_asentado(tx, cuentaId, r.fechaFinal);
    for (SaldoBanco& s : r.cuentas) {
        const auto c = std::ranges::find(cuentas, s.cuentaBancariaId, &CuentaConSaldo::cuentaBancariaId);
        if (const auto libro = libros.find(c->cuentaId); libro != libros.end())
            s.saldoContable = libro->second.inicial + libro->second.cargos - libro->second.abonos;
        s.diferencia = s.saldoContable - por_cuenta[c->cuentaId];
    }
    return r;
}

void register_saldos_bancos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/SaldosCuentas", "SaldosBancos", consultar_saldos_bancos)
        .por(&SaldoBanco::movimientos)
        .en_local(&SaldoBanco::saldoContable, &SaldoBanco::diferencia)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
