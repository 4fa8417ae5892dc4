#include "rooms/escuela/pago_escolar.hpp"

#include "api/aparte.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/complemento.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "rooms/escuela/cuenta_escolar.hpp"
#include "rooms/escuela/linea_alumno.hpp"
#include "rooms/escuela/nombre_alumno.hpp"
#include "rooms/escuela/referencia.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

constexpr std::size_t depositos_por_vez = 50;
constexpr std::string_view operacion_de_asignar = "DepositosEscolaresAsignar";

DeQuienDebe de_la_referencia(const ReferenciaEscolar& r) {
    switch (r.clase) {
        case ClaseDeReferencia::alumno: return {.alumnoId = r.id};
        case ClaseDeReferencia::familia: return {.familiaId = r.id};
        case ClaseDeReferencia::cargo: break;
    }
    return {.cargoId = r.id};
}

// Whom what the reference names is charged to; nothing when it names nothing.
std::optional<std::int64_t> cliente_de(db::Reader& tx, const ReferenciaEscolar& r) {
    switch (r.clase) {
        case ClaseDeReferencia::alumno:
            return tx.one<std::int64_t>(R"(
                SELECT CASE WHEN a.clienteId <> 0 THEN a.clienteId ELSE f.clienteId END
                FROM alumno a JOIN familia f ON f.organizacionId = $1 AND f.familiaId = a.familiaId
                WHERE a.organizacionId = $1 AND a.alumnoId = $2)",
                                        tx.organizacion(), r.id);
        case ClaseDeReferencia::familia:
            return tx.one<std::int64_t>("SELECT clienteId FROM familia WHERE organizacionId = $1 AND familiaId = $2",
                                        tx.organizacion(), r.id);
        case ClaseDeReferencia::cargo: break;
    }
    return tx.one<std::int64_t>(R"(
        SELECT d.entidadId FROM cargoEscolar g JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = g.transaccionId
        WHERE g.organizacionId = $1 AND g.transaccionId = $2)",
                                tx.organizacion(), r.id);
}

// A deposit that waits to be applied.
struct DepositoPorAplicar {
    std::int64_t transaccionId = 0;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    std::int64_t entidadId = 0;
    std::string referencia;
    std::string moneda;
    Importe total;
    Importe saldo;
};
DESCRIBE_STRUCT(DepositoPorAplicar, (), (transaccionId, serie, folio, fecha, entidadId, referencia, moneda, total, saldo))

constexpr std::string_view deposito_sql = R"(
    SELECT d.transaccionId, d.serie, d.folio, d.fecha, d.entidadId, d.referencia, d.moneda, d.total, s.saldo
    FROM saldo s
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId AND d.tipo = 'Deposito'
    WHERE s.organizacionId = $1 AND s.naturaleza = 'favorCliente')";

// A credit of what is let off.
std::int64_t rebajar(Context& ctx, const Adeudo& a, Fecha fecha, std::int64_t conceptoId) {
    engine::CreditoPedido c;
    c.encabezado.fecha = fecha;
    c.encabezado.entidadId = a.clienteId;
    c.encabezado.campo_entidad = "/referencia";
    c.encabezado.sucursalId = a.sucursalId;
    c.encabezado.notas = "Pronto pago";
    c.origenId = a.transaccionId;
    c.motivo = engine::MotivoCredito::bonificacion;
    auto& p = c.partidas.emplace_back();
    p.conceptoId = IdOpcional{conceptoId};
    p.descripcion = Texto<1000>{"Pronto pago: " + a.descripcion};
    p.precioUnitario = Precio::de_micros(a.prontoPagoBase.micros());
    return engine::registrar_nota_credito(ctx, engine::NotaCreditoCliente, c).transaccionId;
}

// A note of what is charged for being late, taxes included.
std::int64_t recargar(Context& ctx, const Adeudo& a, Fecha fecha) {
    engine::SolicitudVenta s;
    s.fecha = fecha;
    s.vencimiento = fecha;
    s.sucursalId = a.sucursalId;
    s.entidadId = a.clienteId;
    s.moneda = a.moneda;
    auto& p = s.partidas.emplace_back();
    p.campo = "/referencia";
    p.conceptoId = a.conceptoRecargoId;
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = Precio::de_micros(a.recargo.micros());
    p.incluyeImpuestos = true;
    p.descripcion = "Recargo: " + a.descripcion;
    const auto e = engine::emitir(ctx, engine::NotaVenta, s);
    apuntar_alumno(ctx.db(), {e.transaccionId, 1, a.alumnoId, a.nivelEscolarId, "recargo", a.pagadorId, a.clienteId});
    return e.transaccionId;
}

std::int64_t concepto_de(db::Reader& tx, const Adeudo& a) {
    return tx
        .one<std::int64_t>(
            "SELECT conceptoId FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3",
            tx.organizacion(), a.transaccionId, a.numeroPartida)
        .value();
}

// Applies a deposit to what is open, the first due first. What is let off goes to who settles a line whole; what is charged for
// being late is paid before the line.
PagoEscolar repartir(Context& ctx, const DepositoPorAplicar& d, const ReferenciaEscolar& referencia) {
    auto& tx = ctx.db();
    PagoEscolar r{d.transaccionId, engine::folio_texto(d.serie, d.folio),
                  d.fecha,         d.entidadId,
                  d.referencia,    d.moneda,
                  d.total,         {},
                  d.saldo,         {}};
    const NombresDeAlumnos visto{ctx};
    struct Parte {
        Importe importe;
        Fecha desde;  // not before it is there
    };
    std::map<std::int64_t, Parte> partes;  // by document
    Importe queda = d.saldo;
    const auto tomar = [&](std::int64_t documento, Importe debe, Fecha dia) {
        const Importe toma = std::min(queda, debe);
        if (toma.es_cero()) return toma;
        Parte& parte = partes[documento];
        parte.importe += toma;
        parte.desde = std::max(parte.desde, dia);
        queda -= toma;
        return toma;
    };
    for (Adeudo& a : adeudos_de(tx, de_la_referencia(referencia), d.fecha)) {
        if (queda.es_cero()) break;
        if (a.clienteId != d.entidadId || a.moneda != d.moneda) continue;
        CargoPagado c{
            a.transaccionId, a.folio, a.numeroPartida, a.alumnoId, visto(a.alumno), a.descripcion, a.saldo, {}, 0, {}, 0, {}, {}};
        const Fecha dia = std::max(d.fecha, a.fecha);
        Importe debe = a.saldo;
        if (!a.recargo.es_cero()) {
            c.recargo = a.recargo;
            c.recargoId = recargar(ctx, a, dia);
            c.aplicado = tomar(c.recargoId, a.recargo, dia);
        } else if (!a.prontoPago.es_cero() && queda >= a.saldo - a.prontoPago) {
            c.descuentoId = rebajar(ctx, a, dia, concepto_de(tx, a));
            c.prontoPago = a.prontoPago;
            debe -= a.prontoPago;
        }
        c.aplicado += tomar(a.transaccionId, debe, dia);
        c.saldo = debe + c.recargo - c.aplicado;
        if (c.descuentoId != 0 || c.recargoId != 0)
            tx.run(R"(INSERT INTO pagoEscolar (organizacionId, pagoId, cargoId, fecha, descuentoId, recargoId, recargoMeses)
                      VALUES ($1, $2, $3, $4, $5, $6, $7))",
                   tx.organizacion(), d.transaccionId, a.cargoId, dia, c.descuentoId, c.recargoId,
                   c.recargoId == 0 ? std::int64_t{0} : a.recargoMeses);
        r.cargos.push_back(std::move(c));
    }
    // Each on its own day: what was undone since is not there before it was, and waits for the first day on which it can be.
    std::map<Fecha, std::vector<engine::AplicacionPedida>> pedidas;
    for (const auto& [documento, parte] : partes) {
        const auto desde = engine::disponible_desde(tx, documento, engine::Naturaleza::cobrar, parte.importe, parte.desde);
        auto& p = pedidas[std::max(parte.desde, desde.value_or(parte.desde))].emplace_back();
        p.campo = "/referencia";
        p.transaccionId = documento;
        p.importe = parte.importe;
    }
    for (const auto& [dia, suyas] : pedidas) engine::aplicar(ctx, d.transaccionId, suyas, dia);
    r.aplicado = d.saldo - queda;
    r.porAsignar = queda;
    return r;
}

}  // namespace

PagoEscolar registrar_pago_escolar(Context& ctx, const PagoEscolarNuevo& nuevo) {
    auto& tx = ctx.db();
    const auto referencia = leer_referencia_escolar(nuevo.referencia);
    reject_if(!referencia, Codigo::valor_no_permitido, "/referencia");
    // What is open is looked at and used up by one payment at a time.
    tx.lock("pagosEscolares");
    const auto cliente = cliente_de(tx, *referencia);
    reject_if(!cliente, Codigo::no_encontrado, "/referencia");
    const auto debidos = adeudos_de(tx, de_la_referencia(*referencia), nuevo.fecha.value_or(ctx.hoy()));
    engine::SolicitudImporte s;
    s.fecha = nuevo.fecha;
    s.sucursalId = nuevo.sucursalId.value_or(0);
    s.entidadId = debidos.empty() ? *cliente : debidos.front().clienteId;
    s.campo_entidad = "/referencia";
    s.referencia = recortado(nuevo.referencia);
    s.referenciaExterna = nuevo.referenciaExterna.value_or("");
    s.notas = nuevo.notas.value_or("");
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    s.importe = nuevo.importe;
    const auto e = engine::emitir(ctx, engine::Deposito, s);
    auto r = repartir(ctx, {e.transaccionId, e.serie, e.folio, e.fecha, s.entidadId, s.referencia, e.moneda, e.total, e.total},
                      *referencia);
    engine::advertir_forma_que_falta(ctx, e.transaccionId);
    return r;
}

namespace {

// In the order in which they came.
std::vector<DepositoPorAplicar> depositos_por_aplicar(db::Reader& tx, const DepositosPorReferencia& pedidos) {
    db::Where donde{tx.organizacion()};
    donde.add_if(pedidos.fechaInicial, "d.fecha >= $");
    donde.add_if(pedidos.fechaFinal, "d.fecha <= $");
    return tx.all_with<DepositoPorAplicar>(std::string{deposito_sql} + " AND s.saldo > 0 AND d.referencia <> ''" +
                                               donde.and_sql() + " ORDER BY d.fecha, d.transaccionId",
                                           donde.params());
}

// The reference of a deposit that something is open of, for which it can pay.
std::optional<ReferenciaEscolar> lo_que_paga(db::Reader& tx, const DepositoPorAplicar& d) {
    const auto referencia = leer_referencia_escolar(d.referencia);
    if (!referencia) return std::nullopt;
    const auto debidos = adeudos_de(tx, de_la_referencia(*referencia), d.fecha);
    const bool paga =
        std::ranges::any_of(debidos, [&](const Adeudo& a) { return a.clienteId == d.entidadId && a.moneda == d.moneda; });
    return paga ? referencia : std::nullopt;
}

// As it stands now that nobody else applies one; nothing when somebody did meanwhile.
std::optional<PagoEscolar> aplicar_deposito(Context& ctx, std::int64_t depositoId) {
    auto& tx = ctx.db();
    tx.lock("pagosEscolares");
    const auto d = tx.one<DepositoPorAplicar>(std::string{deposito_sql} + " AND s.saldo > 0 AND d.transaccionId = $2",
                                              tx.organizacion(), depositoId);
    if (!d) return std::nullopt;
    const auto referencia = lo_que_paga(tx, *d);
    if (!referencia) return std::nullopt;
    return repartir(ctx, *d, *referencia);
}

template <class F>
DepositosAsignados asignar_uno_por_uno(std::vector<DepositoPorAplicar> depositos, F&& intentar) {
    DepositosAsignados r;
    for (DepositoPorAplicar& d : depositos) {
        if (!leer_referencia_escolar(d.referencia)) continue;
        if (r.pagos.size() == depositos_por_vez) {
            r.quedan = true;
            return r;
        }
        intentar(d, r);
    }
    return r;
}

}  // namespace

DepositosAsignados preparar_depositos_escolares(const Context& ctx, const DepositosPorReferencia& pedidos) {
    if (ctx.simular()) return {};
    std::vector<DepositoPorAplicar> depositos;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        depositos = depositos_por_aplicar(tx, pedidos);
        std::erase_if(depositos, [&](const DepositoPorAplicar& d) { return !lo_que_paga(tx, d); });
    });
    return asignar_uno_por_uno(std::move(depositos), [&](const DepositoPorAplicar& d, DepositosAsignados& r) {
        std::optional<PagoEscolar> pago;
        const auto faltas =
            api::aparte(ctx, operacion_de_asignar, [&](Context& suyo) { pago = aplicar_deposito(suyo, d.transaccionId); });
        if (!faltas.empty())
            r.rechazados.push_back({d.transaccionId, engine::folio_texto(d.serie, d.folio), d.fecha, d.referencia,
                                    JsonCrudo{api::faltas_escritas(faltas, ctx.idioma())}});
        else if (pago) r.pagos.push_back(std::move(*pago));
    });
}

// They are stored: what is left is what to warn of. What is simulated is done here, and rolled back with it.
DepositosAsignados asignar_depositos_escolares(Context& ctx, const DepositosPorReferencia& pedidos,
                                               const DepositosAsignados& hecho) {
    DepositosAsignados r = hecho;
    if (ctx.simular())
        r = asignar_uno_por_uno(depositos_por_aplicar(ctx.db(), pedidos),
                                [&](const DepositoPorAplicar& d, DepositosAsignados& a) {
                                    if (auto pago = aplicar_deposito(ctx, d.transaccionId)) a.pagos.push_back(std::move(*pago));
                                });
    for (const PagoEscolar& p : r.pagos) engine::advertir_forma_que_falta(ctx, p.transaccionId);
    return r;
}

engine::Cancelado cancelar_pago_escolar(Context& ctx, const engine::CancelacionPedida& pedida) {
    ctx.db().lock("pagosEscolares");
    return engine::cancelar(ctx, pedida, {engine::Deposito.tipo}, true);
}

void register_pago_escolar(api::Operations& ops) {
    using enum api::Verb;
    ops.group("EscuelaPrivada");
    ops.add(POST, "/api/EscuelaPrivada/Pagos", "PagoEscolarRegistrar", registrar_pago_escolar)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::periodo_cerrado, Codigo::duplicado});
    ops.add(POST, "/api/EscuelaPrivada/Depositos/Asignar", "DepositosEscolaresAsignar", preparar_depositos_escolares,
            asignar_depositos_escolares)
        .nuestra()
        .rechaza({Codigo::periodo_cerrado});  // simulated; otherwise it is told of each
    ops.add(DELETE, "/api/EscuelaPrivada/Pagos/{id}", "PagoEscolarCancelar", cancelar_pago_escolar)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
