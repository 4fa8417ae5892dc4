// Settlement: a payment's open balance against a document's. Both balances, the tax that becomes collected or paid, and the
// exchange difference move in one entry. The last part takes the residue of everything, so that a settled document ends at
// exactly zero.

#include "engine/composicion.hpp"
#include "engine/cuentas.hpp"
#include "engine/diario.hpp"
#include "engine/emision.hpp"
#include "engine/emitir.hpp"
#include "engine/eventos.hpp"
#include "engine/periodos.hpp"
#include "engine/saldos.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao::engine {
namespace {

struct SaldoFila {
    std::int64_t transaccionId = 0;
    std::string naturaleza;
    std::int64_t entidadId = 0;
    std::string moneda;
    int decimales = 2;
    std::int64_t cuentaId = 0;
    Importe total;
    Importe saldo;
    Importe saldoLocal;
    std::string tipo;
    std::string estado;
    Fecha fecha;
    Fecha cambio;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
};
BOOST_DESCRIBE_STRUCT(SaldoFila, (),
                      (transaccionId, naturaleza, entidadId, moneda, decimales, cuentaId, total, saldo, saldoLocal, tipo, estado,
                       fecha, cambio, sucursalId, proyectoId))

struct ImpuestoFila {
    std::string impuesto;
    std::string factor;
    Tasa tasa;
    Importe base;
    Importe importe;
    Importe importeLocal;
    Importe baseLiquidada;
    Importe liquidado;
    Importe liquidadoLocal;
    Importe baseRestituida;
};
BOOST_DESCRIBE_STRUCT(ImpuestoFila, (),
                      (impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada, liquidado, liquidadoLocal,
                       baseRestituida))

// What an application moves of one tax of one of the two documents.
struct Movido {
    ImpuestoFila fila;
    Importe base;
    Importe importe;
    Importe pendiente;  // in the organization's currency, at what it was posted at
};

bool paga(std::string_view naturaleza) { return naturaleza == "favorCliente" || naturaleza == "favorProveedor"; }

std::vector<SaldoFila> leer_saldos(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<SaldoFila>(
        R"(SELECT s.transaccionId, s.naturaleza, s.entidadId, s.moneda, m.decimales, s.cuentaId, s.total, s.saldo,
                                       s.saldoLocal, d.tipo, d.estado, d.fecha, s.cambio, d.sucursalId, d.proyectoId
                                FROM saldo s
                                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
                                JOIN moneda m ON m.moneda = s.moneda
                                WHERE s.organizacionId = $1 AND s.transaccionId = $2)",
        tx.organizacion(), transaccionId);
}

// What an application takes off one balance.
struct Parte {
    Importe importe;  // in the balance's currency
    Importe local;    // carrying value
    Importe saldo;    // afterwards
    std::int64_t consecutivo = 0;
};

// One conditional statement; nothing when the balance does not hold that much. The last part takes all the carrying value. `s`
// was read under the lock of the balance and stays true: a later line of the same request finds in it what this one left.
std::optional<Parte> tomar(Context& ctx, SaldoFila& s, Importe importe, Fecha fecha, int decimalesLocales) {
    if (importe > s.saldo) return std::nullopt;  // an earlier line of the same request may have taken it all
    const Importe local =
        importe == s.saldo
            ? s.saldoLocal
            : std::min(s.saldoLocal, proporcion(s.saldoLocal, importe.micros(), s.saldo.micros(), decimalesLocales));
    s.cambio = std::max(s.cambio, fecha);
    std::optional<Parte> parte;
    ctx.db().each(R"(UPDATE saldo SET saldo = saldo - $4, saldoLocal = saldoLocal - $5, aplicaciones = aplicaciones + 1,
                                      cambio = $6, nodo = $7
                     WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3 AND saldo >= $4
                     RETURNING saldo, aplicaciones)",
                  [&](const db::Row& r) {
                      parte = Parte{importe, local, Importe::de_micros(r.integer(0)), r.integer(1)};
                  },
                  ctx.organizacionId(), s.transaccionId, s.naturaleza, importe, local, s.cambio,
                  importe == s.saldo ? nodo_de(s.fecha, s.cambio) : 0);
    s.saldo -= importe;
    s.saldoLocal -= local;
    return parte;
}

class Aplicacion {
public:
    Aplicacion(Context& ctx, std::int64_t pagoId, std::optional<Fecha> fecha)
        : ctx_(ctx), pagoId_(pagoId), pedida_(fecha), fecha_(fecha.value_or(ctx.hoy())), cuentas_(ctx.db()) {}
    std::vector<Aplicado> aplicar(const std::vector<AplicacionPedida>& pedidas);

private:
    void revisar_fecha(const std::vector<AplicacionPedida>& pedidas);
    void revisar(const AplicacionPedida& p);
    Aplicado una(const AplicacionPedida& p, SaldoFila& pago, SaldoFila& documento);
    std::pair<std::vector<Movido>, std::vector<Movido>> impuestos_de(const SaldoFila& documento, Importe importe2,
                                                                     const SaldoFila& pago, Importe importe) const;
    std::vector<Movido> repartir(const SaldoFila& s, Importe importe, const Composicion& propia, Importe resto) const;
    std::vector<Movido> en_proporcion(const SaldoFila& s, Importe importe, bool ultima, std::vector<Movido> movidos) const;
    void liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, const std::vector<Movido>& movidos,
                  Importe localPago, Importe importe2);
    Importe en_documento(const AplicacionPedida& p, const SaldoFila& pago, const SaldoFila& documento) const;

    Context& ctx_;
    std::int64_t pagoId_;
    std::optional<Fecha> pedida_;
    Fecha fecha_;
    std::int64_t periodo_ = 0;
    Ajustes ajustes_;
    std::vector<SaldoFila> pagos_;                  // of one document: a compensation pays on both sides
    std::map<std::int64_t, SaldoFila> documentos_;  // by transaccionId
    Faltas faltas_;
    Cuentas cuentas_;
};

std::vector<Aplicado> Aplicacion::aplicar(const std::vector<AplicacionPedida>& pedidas) {
    auto& tx = ctx_.db();
    ajustes_ = leer_ajustes(tx);
    // All documents concerned, in one order: whoever cancels one of them waits, or we do.
    std::set<std::int64_t> todos{pagoId_};
    for (const auto& p : pedidas) todos.insert(p.transaccionId);
    for (const auto id : todos) tx.lock_shared("documento/" + std::to_string(id));
    // Balances are taken one after the other, so two applications of one payment must not interleave.
    for (const auto id : todos) tx.lock("saldo/" + std::to_string(id));

    pagos_ = leer_saldos(tx, pagoId_);
    std::erase_if(pagos_, [](const SaldoFila& s) { return !paga(s.naturaleza); });
    reject_if(pagos_.empty(), Codigo::no_encontrado, "/id");
    reject_if(pagos_.front().estado == nombre(Estado::cancelado), Codigo::documento_cancelado, "/id");
    if (!pedida_) fecha_ = std::max(fecha_, pagos_.front().fecha);
    periodo_ = periodo_de(fecha_);
    exigir_periodo(ctx_, periodo_, "/fecha", faltas_);
    faltas_.agregar_si(pedidas.empty(), Codigo::lista_vacia, "/asignaciones");

    for (const auto id : todos)
        for (SaldoFila& s : leer_saldos(tx, id))
            if (!paga(s.naturaleza)) documentos_.emplace(id, std::move(s));
    revisar_fecha(pedidas);
    for (const auto& p : pedidas) revisar(p);
    faltas_.lanzar();

    std::vector<Aplicado> hechas;
    for (const auto& p : pedidas) {
        SaldoFila& documento = documentos_.at(p.transaccionId);
        for (SaldoFila& pago : pagos_)
            if (pago.naturaleza == pagadora_de(documento.naturaleza)) hechas.push_back(una(p, pago, documento));
    }
    return hechas;
}

// What must be paid of a document, in its own currency.
Importe Aplicacion::en_documento(const AplicacionPedida& p, const SaldoFila& pago, const SaldoFila& documento) const {
    if (p.importe2) return *p.importe2;
    if (pago.moneda == documento.moneda) return p.importe;
    return {};
}

// Not before the payment or any of the documents, nor so early that on some day since more would have been taken of one of them
// than it held. Said once, with the first day that would do.
void Aplicacion::revisar_fecha(const std::vector<AplicacionPedida>& pedidas) {
    Fecha desde = pagos_.front().fecha;
    std::map<const SaldoFila*, Importe> tomado;
    for (const auto& p : pedidas) {
        const auto suyo = documentos_.find(p.transaccionId);
        if (suyo == documentos_.end()) continue;
        const SaldoFila& d = suyo->second;
        for (const SaldoFila& pago : pagos_)
            if (pago.naturaleza == pagadora_de(d.naturaleza)) {
                desde = std::max(desde, d.fecha);
                if (d.estado == nombre(Estado::cancelado) || p.importe <= Importe{}) continue;
                tomado[&pago] += p.importe;
                tomado[&d] += en_documento(p, pago, d);
            }
    }
    // What it does not even hold now is said of the amount.
    for (const auto& [s, importe] : tomado)
        if (s->cambio > fecha_)
            desde = std::max(
                desde,
                disponible_desde(ctx_.db(), s->transaccionId, s->naturaleza, importe, std::max(desde, fecha_)).value_or(desde));
    if (fecha_ < desde) faltas_.agregar(Codigo::fuera_de_rango, "/fecha", En::donde_sea, datos_desde(desde));
}

void Aplicacion::revisar(const AplicacionPedida& p) {
    const auto suyo = documentos_.find(p.transaccionId);
    if (suyo == documentos_.end()) {
        faltas_.agregar(Codigo::no_encontrado, p.campo + std::string{p.campo_documento});
        return;
    }
    const SaldoFila& d = suyo->second;
    const auto pago =
        std::find_if(pagos_.begin(), pagos_.end(), [&](const SaldoFila& s) { return s.naturaleza == pagadora_de(d.naturaleza); });
    if (pago == pagos_.end()) {
        faltas_.agregar(Codigo::valor_no_permitido, p.campo + std::string{p.campo_documento});
        return;
    }
    if (d.estado == nombre(Estado::cancelado))
        faltas_.agregar(Codigo::documento_cancelado, p.campo + std::string{p.campo_documento});
    if (d.estado == nombre(Estado::porRevisar))
        faltas_.agregar(Codigo::estado_invalido, p.campo + std::string{p.campo_documento});
    if (d.entidadId != pago->entidadId && !ajustes_.pagoDeTerceros)
        faltas_.agregar(Codigo::otro_contacto, p.campo + std::string{p.campo_documento});
    if (p.importe <= Importe{}) faltas_.agregar(Codigo::fuera_de_rango, p.campo + std::string{p.campo_importe});
    else if (p.importe.redondeado(pago->decimales) != p.importe)
        faltas_.agregar(Codigo::demasiados_decimales, p.campo + std::string{p.campo_importe});
    if (pago->moneda == d.moneda) {
        if (p.importe2 && *p.importe2 != p.importe) faltas_.agregar(Codigo::valor_no_permitido, p.campo + "/importe2");
    } else if (!p.importe2) {
        faltas_.agregar(Codigo::requerido, p.campo + "/importe2");
    } else if (*p.importe2 <= Importe{}) {
        faltas_.agregar(Codigo::fuera_de_rango, p.campo + "/importe2");
    } else if (p.importe2->redondeado(d.decimales) != *p.importe2) {
        faltas_.agregar(Codigo::demasiados_decimales, p.campo + "/importe2");
    }
    const auto datos = [](Importe saldo) { return fmt::format(R"({{"saldo":{}}})", saldo.texto()); };
    if (p.importe > pago->saldo)
        faltas_.agregar(Codigo::excede_por_asignar, p.campo + std::string{p.campo_importe}, En::donde_sea, datos(pago->saldo));
    if (en_documento(p, *pago, d) > d.saldo)
        faltas_.agregar(Codigo::excede_saldo, p.campo + (pago->moneda == d.moneda ? std::string{p.campo_importe} : "/importe2"),
                        En::donde_sea, datos(d.saldo));
}

Aplicado Aplicacion::una(const AplicacionPedida& p, SaldoFila& pago, SaldoFila& documento) {
    auto& tx = ctx_.db();
    const Importe importe2 = en_documento(p, pago, documento);
    const auto de_pago = tomar(ctx_, pago, p.importe, fecha_, ajustes_.decimales);
    if (!de_pago) reject(Codigo::excede_por_asignar, p.campo + std::string{p.campo_importe});
    const auto de_documento = tomar(ctx_, documento, importe2, fecha_, ajustes_.decimales);
    if (!de_documento) reject(Codigo::excede_saldo, p.campo + std::string{p.campo_importe});
    Pasos::alcanzar("aplicar/tomar");

    const std::int64_t aplicacionId = tx.next_id();
    Diario diario{ctx_, pagoId_, "aplicacion", fecha_, periodo_};
    const bool cobro = documento.naturaleza == "cobrar";
    const auto signo = [&](Importe i) { return cobro ? i : -i; };
    // Customers: debit what we held for them, credit what they owed. Suppliers: the mirror.
    diario.agregar(
        {pago.cuentaId, pago.sucursalId, pago.proyectoId, pago.entidadId, signo(de_pago->local), signo(p.importe), pago.moneda});
    diario.agregar({documento.cuentaId, documento.sucursalId, documento.proyectoId, documento.entidadId,
                    -signo(de_documento->local), -signo(importe2), documento.moneda});
    tx.run(R"(INSERT INTO aplicacion (organizacionId, aplicacionId, pagoId, documentoId, fecha, importe, importe2, localPago,
                                      localDocumento, consecutivo, saldoAnterior, saldoNuevo, polizaId, estado, creadoEn,
                                      cancelacionFecha)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'vigente', $14, NULL))",
           ctx_.organizacionId(), aplicacionId, pagoId_, documento.transaccionId, fecha_, p.importe, importe2, de_pago->local,
           de_documento->local, de_documento->consecutivo, de_documento->saldo + importe2, de_documento->saldo, diario.polizaId(),
           ctx_.ahora());
    const auto [del_documento, del_pago] = impuestos_de(documento, importe2, pago, p.importe);
    liquidar(diario, aplicacionId, documento, del_documento, de_pago->local, importe2);
    liquidar(diario, aplicacionId, pago, del_pago, de_pago->local, p.importe);

    Pasos::alcanzar("aplicar/liquidar");

    // What is left over is gained or lost by the exchange rate.
    Importe resto;
    for (const Hoja& h : diario.hojas()) resto += h.local;
    if (!resto.es_cero())
        diario.agregar({cuentas_.de(resto > Importe{} ? Cuenta::ganancia_cambiaria : Cuenta::perdida_cambiaria),
                        documento.sucursalId,
                        documento.proyectoId,
                        0,
                        -resto,
                        {},
                        ajustes_.moneda});
    diario.asentar();
    Pasos::alcanzar("aplicar/asentar");
    sumar_saldo_contacto(ctx_, pago.entidadId, pago.naturaleza, pago.moneda, -p.importe, -de_pago->local);
    sumar_saldo_contacto(ctx_, documento.entidadId, documento.naturaleza, documento.moneda, -importe2, -de_documento->local);
    const auto datos = [&](std::int64_t otro) { return fmt::format(R"({{"aplicacionId":{},"con":{}}})", aplicacionId, otro); };
    tocar_documento(ctx_, documento.transaccionId, "liquidado", datos(pagoId_));
    tocar_documento(ctx_, pagoId_, "liquidado", datos(documento.transaccionId));
    Aplicado hecho{aplicacionId, documento.transaccionId, p.importe, importe2, de_documento->saldo};
    ctx_.auditar_alta("Aplicacion", aplicacionId, hecho);
    return hecho;
}

bool con_impuestos(const SaldoFila& s) {
    return std::ranges::any_of(tipo_de(s.tipo)->asientos, [](const Asiento& a) { return a.liquidada != Cuenta::partida; });
}

// Money settles every tax of a document in proportion. A credit that settles what it credits takes off the taxes that it credits,
// as far as they are open there: nothing is collected by it.
std::pair<std::vector<Movido>, std::vector<Movido>> Aplicacion::impuestos_de(const SaldoFila& documento, Importe importe2,
                                                                             const SaldoFila& pago, Importe importe) const {
    if (!con_impuestos(pago)) return {repartir(documento, importe2, {}, importe2), {}};
    const Acreditado a = acreditado_de(ctx_.db(), pago.transaccionId, documento.transaccionId);
    if (!a.propio || pago.moneda != documento.moneda)
        return {repartir(documento, importe2, {}, importe2), repartir(pago, importe, {}, importe)};
    Composicion suya;  // of the credit, what is about this document
    Importe resto = importe;
    if (!a.entero && a.total > Importe{}) {
        const Importe cubre = std::min(importe, a.total);
        suya = parte_de(a, cubre, pago.decimales);
        resto = importe - cubre;
    }
    auto del_pago = repartir(pago, importe, suya, resto);
    Composicion movida;
    for (const Movido& m : del_pago) {
        const ClaveImpuesto clave{m.fila.impuesto, m.fila.factor, m.fila.tasa};
        movida[clave] = {m.base, m.importe};
        if (m.fila.baseRestituida.es_cero()) continue;
        // What the credit gave back as it was registered is settled there as well, of the taxes that it credits.
        const auto parte = [&](Importe i) { return proporcion(i, importe.micros(), pago.total.micros(), pago.decimales); };
        movida[clave] = a.entero ? BaseImporte{parte(m.fila.base), parte(m.fila.importe)} : suya[clave];
    }
    auto del_documento = repartir(documento, importe2, movida, {});
    return {std::move(del_documento), std::move(del_pago)};
}

// Of each tax as much as is paid of the document, both without what credits take off: each payment for itself, so that it does
// not matter which came first. The last one takes what is left.
std::vector<Movido> Aplicacion::en_proporcion(const SaldoFila& s, Importe importe, bool ultima,
                                              std::vector<Movido> movidos) const {
    Composicion quitado;
    Importe por_pagar = s.total;
    for (const CreditoEnVigor& c : creditos_en_vigor(ctx_.db(), s.transaccionId)) {
        if (c.creditoId == pagoId_) continue;
        por_pagar -= c.importe;
        for (const auto& [clave, suyo] : c.propia) {
            quitado[clave].base += suyo.base;
            quitado[clave].importe += suyo.importe;
        }
    }
    for (Movido& m : movidos) {
        const ImpuestoFila& f = m.fila;
        const BaseImporte q = quitado[{f.impuesto, f.factor, f.tasa}];
        const Importe local = f.importe.es_cero()
                                  ? Importe{}
                                  : proporcion(f.importeLocal, q.importe.micros(), f.importe.micros(), ajustes_.decimales);
        const auto parte = [&](Importe entero, Importe abierto, int decimales) {
            if (ultima || por_pagar <= Importe{}) return abierto;
            return std::min(abierto, proporcion(entero, importe.micros(), por_pagar.micros(), decimales));
        };
        m.base = parte(f.base - q.base, f.base - f.baseLiquidada, s.decimales);
        m.importe = parte(f.importe - q.importe, f.importe - f.liquidado, s.decimales);
        m.pendiente = parte(f.importeLocal - local, f.importeLocal - f.liquidadoLocal, ajustes_.decimales);
    }
    return movidos;
}

// Which taxes go with `importe` of a balance that was just taken: `propia` first, as far as it is open, then the rest and what of
// `propia` was not open, in proportion to what is still there.
std::vector<Movido> Aplicacion::repartir(const SaldoFila& s, Importe importe, const Composicion& propia, Importe resto) const {
    std::vector<Movido> movidos;
    if (!con_impuestos(s)) return movidos;
    const auto filas = ctx_.db().all<ImpuestoFila>(R"(SELECT impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada,
                                                             liquidado, liquidadoLocal, baseRestituida
                                                      FROM documentoImpuesto
                                                      WHERE organizacionId = $1 AND transaccionId = $2
                                                      ORDER BY impuesto, factor, tasa)",
                                                   ctx_.organizacionId(), s.transaccionId);
    Composicion falta = propia;
    for (const ImpuestoFila& f : filas) {
        Movido& m = movidos.emplace_back(Movido{f, {}, {}, {}});
        const auto suya = falta.find({f.impuesto, f.factor, f.tasa});
        if (suya == falta.end()) continue;
        m.base = std::min(suya->second.base, f.base - f.baseLiquidada);
        m.importe = std::min(suya->second.importe, f.importe - f.liquidado);
        suya->second.base -= m.base;
        suya->second.importe -= m.importe;
    }
    const bool ultima = s.saldo.es_cero();
    if (propia.empty()) return en_proporcion(s, importe, ultima, std::move(movidos));
    resto += std::max(valor(falta), Importe{});
    const Importe queda = s.saldo + std::min(resto, importe);  // of the balance, without what `propia` took
    for (Movido& m : movidos) {
        const auto parte = [&](Importe abierto, int decimales) {
            if (ultima) return abierto;
            if (resto.es_cero()) return Importe{};
            return std::min(abierto, proporcion(abierto, std::min(resto, importe).micros(), queda.micros(), decimales));
        };
        m.base += parte(m.fila.base - m.fila.baseLiquidada - m.base, s.decimales);
        const Importe abierto = m.fila.importe - m.fila.liquidado;
        const Importe local = m.fila.importeLocal - m.fila.liquidadoLocal;
        m.importe += parte(abierto - m.importe, s.decimales);
        m.pendiente = ultima || m.importe == abierto
                          ? local
                          : std::min(local, proporcion(local, m.importe.micros(), abierto.micros(), ajustes_.decimales));
    }
    return movidos;
}

// Moves the taxes of one of the two documents from accrued to collected or paid. In the organization's currency they leave at
// what they were posted at and arrive at the rate of the payment.
void Aplicacion::liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, const std::vector<Movido>& movidos,
                          Importe localPago, Importe importe2) {
    for (const Asiento& a : tipo_de(s.tipo)->asientos) {
        if (a.liquidada == Cuenta::partida) continue;
        const std::string_view impuesto = a.monto == Monto::iva            ? "iva"
                                          : a.monto == Monto::ieps         ? "ieps"
                                          : a.monto == Monto::iva_retenido ? "ivaRetenido"
                                                                           : "isrRetenido";
        for (const Movido& m : movidos) {
            if (m.fila.impuesto != impuesto) continue;
            if (m.base.es_cero() && m.importe.es_cero() && m.pendiente.es_cero()) continue;
            const bool local = s.moneda == ajustes_.moneda;
            const auto al_pago = [&](Importe i) {
                return proporcion(i, localPago.micros(), importe2.micros(), ajustes_.decimales);
            };
            const Importe efectivo = local ? m.pendiente : al_pago(m.importe);
            const Importe baseLocal = local ? m.base : al_pago(m.base);
            ctx_.db().run(R"(UPDATE documentoImpuesto SET liquidado = liquidado + $6, liquidadoLocal = liquidadoLocal + $7,
                                                          baseLiquidada = baseLiquidada + $8
                             WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = $3 AND factor = $4 AND tasa = $5)",
                          ctx_.organizacionId(), s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.importe,
                          m.pendiente, m.base);
            ctx_.db().run(
                R"(INSERT INTO aplicacionImpuesto (organizacionId, aplicacionId, transaccionId, impuesto, factor, tasa, base,
                                                             importe, pendienteLocal, efectivoLocal, baseLocal)
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))",
                ctx_.organizacionId(), aplicacionId, s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.base,
                m.importe, m.pendiente, efectivo, baseLocal);
            const auto signo = [&](Importe i) { return a.lado == Lado::cargo ? i : -i; };
            diario.agregar(
                {cuentas_.de(a.cuenta), s.sucursalId, s.proyectoId, 0, -signo(m.pendiente), -signo(m.importe), s.moneda});
            diario.agregar(
                {cuentas_.de(a.liquidada), s.sucursalId, s.proyectoId, 0, signo(efectivo), signo(m.importe), s.moneda});
        }
    }
}

}  // namespace

std::vector<Aplicado> aplicar(Context& ctx, std::int64_t pagoId, const std::vector<AplicacionPedida>& pedidas,
                              std::optional<Fecha> fecha) {
    return Aplicacion{ctx, pagoId, fecha}.aplicar(pedidas);
}

}  // namespace cacao::engine
