#include "rooms/cartera/estado_cuenta.hpp"

#include "db/rows.hpp"
#include "engine/cartera.hpp"
#include "engine/emitir.hpp"
#include "rooms/cartera/contacto_nombres.hpp"
#include "rooms/cartera/tablas_cartera.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

// What moves the account of a contact: a document when it is registered, and again, the other way, when it is cancelled.
// Assigning a payment moves nothing: it was the contact's before.
struct Fila {
    Fecha fecha;
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::string referencia;
    std::string moneda;
    std::string naturaleza;
    Importe total;
    bool cancelacion{};
    bool cancelado{};
};
BOOST_DESCRIBE_STRUCT(Fila, (),
                      (fecha, transaccionId, tipo, serie, folio, referencia, moneda, naturaleza, total, cancelacion, cancelado))

// Everything from a day on, to walk back from the balances of now.
std::vector<Fila> movimientos_desde(db::Reader& tx, std::int64_t entidadId, Fecha desde, bool proveedores) {
    const std::string_view pendiente = proveedores ? "pagar" : "cobrar";
    const std::string_view favor = proveedores ? "favorProveedor" : "favorCliente";
    auto filas = tx.all<Fila>(R"(
        SELECT d.fecha, d.transaccionId, d.tipo, d.serie, d.folio, d.referencia, s.moneda, s.naturaleza, s.total, 0 AS cancelacion,
               CASE WHEN d.estado = 'cancelado' THEN 1 ELSE 0 END AS cancelado
        FROM documento d
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza IN ($4, $5)
        WHERE d.organizacionId = $1 AND d.entidadId = $2 AND d.entidadId <> 0 AND d.fecha >= $3)",
                              tx.organizacion(), entidadId, desde, pendiente, favor);
    const auto canceladas = tx.all<Fila>(R"(
        SELECT d.cancelacionFecha AS fecha, d.transaccionId, d.tipo, d.serie, d.folio, d.referencia, s.moneda, s.naturaleza, s.total,
               1 AS cancelacion, 1 AS cancelado
        FROM documento d
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza IN ($4, $5)
        WHERE d.organizacionId = $1 AND d.cancelacionFecha >= $3 AND d.cancelacionFecha IS NOT NULL AND d.entidadId = $2)",
                                         tx.organizacion(), entidadId, desde, pendiente, favor);
    filas.insert(filas.end(), canceladas.begin(), canceladas.end());
    std::ranges::sort(filas, {}, [](const Fila& f) { return std::tuple{f.fecha.dias(), f.cancelacion, f.transaccionId}; });
    return filas;
}

// Debit positive: a customer's debt, or money of ours that a supplier holds.
Importe con_signo(const Fila& f) {
    const bool carga = f.naturaleza == "cobrar" || f.naturaleza == "favorProveedor";
    return carga != f.cancelacion ? f.total : -f.total;
}

}  // namespace

EstadoCuenta consultar_estado_cuenta(const Context& ctx, const EstadoCuentaPedido& p) {
    auto& tx = ctx.db();
    EstadoCuenta r;
    r.entidadId = p.entidadId;
    r.tipo = p.tipo.value_or(TipoCartera::clientes);
    r.fechaFinal = p.fechaFinal.value_or(ctx.hoy());
    r.fechaInicial = p.fechaInicial.value_or(r.fechaFinal.primero_del_mes());
    reject_if(r.fechaFinal < r.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    std::vector<EstadoCuenta> uno{r};
    nombrar(tx, uno);
    r = std::move(uno.front());
    reject_if(r.nombre.empty(), Codigo::no_encontrado, "/entidadId");

    const bool proveedores = r.tipo == TipoCartera::proveedores;
    std::map<std::string, EstadoCuentaMoneda> monedas;
    const auto de = [&](const std::string& moneda) -> EstadoCuentaMoneda& {
        auto& m = monedas[moneda];
        m.moneda = moneda;
        return m;
    };
    tx.each(R"(SELECT moneda, naturaleza, saldo FROM saldoContacto
               WHERE organizacionId = $1 AND entidadId = $2 AND naturaleza IN ($3, $4))",
            [&](const db::Row& f) {
                const auto saldo = Importe::de_micros(f.integer(2));
                const bool carga = f.text(1) == "cobrar" || f.text(1) == "favorProveedor";
                de(std::string{f.text(0)}).saldoInicial += carga ? saldo : -saldo;
            },
            tx.organizacion(), r.entidadId, proveedores ? "pagar" : "cobrar", proveedores ? "favorProveedor" : "favorCliente");
    const auto filas = movimientos_desde(tx, r.entidadId, r.fechaInicial, proveedores);
    for (const Fila& f : filas) de(f.moneda).saldoInicial -= con_signo(f);
    for (auto& [moneda, m] : monedas) m.saldoFinal = m.saldoInicial;
    // A pair is hidden when both of its rows stand in the range: alone, either would leave the balance wrong.
    std::map<std::int64_t, int> renglones;
    for (const Fila& f : filas)
        if (f.fecha <= r.fechaFinal && f.cancelado) ++renglones[f.transaccionId];
    for (const Fila& f : filas) {
        const bool par = f.cancelado && renglones[f.transaccionId] == 2;
        if (f.fecha > r.fechaFinal || (p.sinCancelados.value_or(false) && par)) continue;
        EstadoCuentaMoneda& m = monedas.at(f.moneda);
        const Importe importe = con_signo(f);
        const bool cargo = importe > Importe{};
        m.saldoFinal += importe;
        (cargo ? m.cargos : m.abonos) += cargo ? importe : -importe;
        m.movimientos.push_back({f.fecha, f.transaccionId, f.tipo, engine::folio_texto(f.serie, f.folio), f.referencia,
                                 f.cancelacion, cargo ? importe : Importe{}, cargo ? Importe{} : -importe, m.saldoFinal});
    }
    for (auto& [moneda, m] : monedas) {
        const bool pedida = !p.moneda || *p.moneda == moneda;
        const bool algo = !m.movimientos.empty() || !m.saldoInicial.es_cero();
        if (pedida && algo) r.monedas.push_back(std::move(m));
    }
    return r;
}

SaldosClientesProveedores consultar_saldos_al_dia(const Context& ctx, const SaldosAlDia& p) {
    auto& tx = ctx.db();
    SaldosClientesProveedores r;
    r.fecha = p.fecha.value_or(ctx.hoy());
    std::map<std::pair<std::int64_t, std::string>, SaldoClienteProveedor> filas;
    for (const bool proveedores : {false, true}) {
        engine::Corte corte{.dia = r.fecha, .proveedores = proveedores};
        if (p.entidadId) corte.entidadId = *p.entidadId;
        for (const auto& s : engine::saldos_al_corte(tx, corte)) {
            auto [it, nueva] = filas.try_emplace({s.entidadId, s.moneda});
            SaldoClienteProveedor& f = it->second;
            f.entidadId = s.entidadId;
            f.moneda = s.moneda;
            if (s.naturaleza == "cobrar") f.porCobrar += s.saldo;
            else if (s.naturaleza == "favorCliente") f.aFavorCliente += s.saldo;
            else if (s.naturaleza == "pagar") f.porPagar += s.saldo;
            else f.aFavorProveedor += s.saldo;
            const bool nuestro = s.naturaleza == "cobrar" || s.naturaleza == "favorProveedor";
            f.neto += nuestro ? s.saldo : -s.saldo;
            f.netoLocal += nuestro ? s.saldoLocal : -s.saldoLocal;
        }
    }
    for (auto& [llave, f] : filas) {
        r.totalLocal += f.netoLocal;
        r.saldos.push_back(std::move(f));
    }
    nombrar(tx, r.saldos);
    if (!p.entidadId)
        r.diferencia = r.totalLocal - engine::control_al_corte(tx, r.fecha, false) - engine::control_al_corte(tx, r.fecha, true);
    return r;
}

void register_estado_cuenta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/EstadoCuenta", "EstadoCuenta", consultar_estado_cuenta, "Estado de cuenta de un contacto")
        .describe(
            "Por moneda, sin mezclarlas: saldo inicial, movimientos con su saldo y saldo final. Un documento aparece cuando se "
            "registra "
            "y, si se cancela, otra vez con la fecha de su cancelación (`sinCancelados` esconde ambos). Asignar un pago no mueve "
            "la "
            "cuenta: ya era del contacto.")
        .como_tabla(consultar_estado_cuenta, tabla_estado_cuenta)
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Contabilidad/SaldosClientesProveedores", "SaldosClientesProveedores", consultar_saldos_al_dia,
            "Saldos de clientes y proveedores")
        .describe("Al cierre de `fecha` (hoy si falta). `diferencia` compara con las cuentas de control y es 0.")
        .como_tabla(consultar_saldos_al_dia, tabla_saldos_al_dia);
}

}  // namespace cacao
