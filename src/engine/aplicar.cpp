// Settlement: a payment's open balance against a document's. Both balances, the tax that becomes collected or paid, and the
// exchange difference move in one entry. The last part takes the residue of everything, so that a settled document ends at
// exactly zero.

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
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
};
BOOST_DESCRIBE_STRUCT(SaldoFila, (),
                      (transaccionId, naturaleza, entidadId, moneda, decimales, cuentaId, total, saldo, saldoLocal, tipo, estado,
                       fecha, sucursalId, proyectoId))

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
};
BOOST_DESCRIBE_STRUCT(ImpuestoFila, (),
                      (impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada, liquidado, liquidadoLocal))

bool paga(std::string_view naturaleza) { return naturaleza == "favorCliente" || naturaleza == "favorProveedor"; }
// Which payments settle which documents.
std::string_view pagadora_de(std::string_view naturaleza) { return naturaleza == "cobrar" ? "favorCliente" : "favorProveedor"; }

std::vector<SaldoFila> leer_saldos(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<SaldoFila>(
        R"(SELECT s.transaccionId, s.naturaleza, s.entidadId, s.moneda, m.decimales, s.cuentaId, s.total, s.saldo,
                                       s.saldoLocal, d.tipo, d.estado, d.fecha, d.sucursalId, d.proyectoId
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
std::optional<Parte> tomar(Context& ctx, SaldoFila& s, Importe importe, int decimalesLocales) {
    if (importe > s.saldo) return std::nullopt;  // an earlier line of the same request may have taken it all
    const Importe local =
        importe == s.saldo
            ? s.saldoLocal
            : std::min(s.saldoLocal, proporcion(s.saldoLocal, importe.micros(), s.saldo.micros(), decimalesLocales));
    std::optional<Parte> parte;
    ctx.db().each(R"(UPDATE saldo SET saldo = saldo - $4, saldoLocal = saldoLocal - $5, aplicaciones = aplicaciones + 1
                     WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3 AND saldo >= $4
                     RETURNING saldo, aplicaciones)",
                  [&](const db::Row& r) {
                      parte = Parte{importe, local, Importe::de_micros(r.integer(0)), r.integer(1)};
                  },
                  ctx.organizacionId(), s.transaccionId, s.naturaleza, importe, local);
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
    void revisar(const AplicacionPedida& p);
    Aplicado una(const AplicacionPedida& p, SaldoFila& pago, SaldoFila& documento);
    void liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, Importe importe, bool ultima, Importe localPago,
                  Importe importe2);
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
    faltas_.agregar_si(fecha_ < pagos_.front().fecha, Codigo::fuera_de_rango, "/fecha");
    periodo_ = periodo_de(fecha_);
    exigir_periodo(ctx_, periodo_, "/fecha", faltas_);
    faltas_.agregar_si(pedidas.empty(), Codigo::lista_vacia, "/asignaciones");

    for (const auto id : todos)
        for (SaldoFila& s : leer_saldos(tx, id))
            if (!paga(s.naturaleza)) documentos_.emplace(id, std::move(s));
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
    if (d.fecha > fecha_) faltas_.agregar(Codigo::fuera_de_rango, "/fecha");
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
    const auto de_pago = tomar(ctx_, pago, p.importe, ajustes_.decimales);
    if (!de_pago) reject(Codigo::excede_por_asignar, p.campo + std::string{p.campo_importe});
    const auto de_documento = tomar(ctx_, documento, importe2, ajustes_.decimales);
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
    liquidar(diario, aplicacionId, documento, importe2, de_documento->saldo.es_cero(), de_pago->local, importe2);
    liquidar(diario, aplicacionId, pago, p.importe, de_pago->saldo.es_cero(), de_pago->local, p.importe);

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

// Moves the taxes of one of the two documents from accrued to collected or paid, by rate, in proportion to what is settled of its
// total. In the organization's currency they leave at what they were posted at and arrive at the rate of the payment.
void Aplicacion::liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, Importe importe, bool ultima,
                          Importe localPago, Importe importe2) {
    const Documento& tipo = *tipo_de(s.tipo);
    for (const Asiento& a : tipo.asientos) {
        if (a.liquidada == Cuenta::partida) continue;
        const std::string_view impuesto = a.monto == Monto::iva            ? "iva"
                                          : a.monto == Monto::ieps         ? "ieps"
                                          : a.monto == Monto::iva_retenido ? "ivaRetenido"
                                                                           : "isrRetenido";
        const auto filas =
            ctx_.db().all<ImpuestoFila>(R"(SELECT impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada,
                                                                 liquidado, liquidadoLocal
                                                          FROM documentoImpuesto
                                                          WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = $3)",
                                        ctx_.organizacionId(), s.transaccionId, impuesto);
        for (const ImpuestoFila& f : filas) {
            const auto parte = [&](Importe total, Importe hecho, int decimales) {
                return ultima ? total - hecho
                              : std::min(total - hecho, proporcion(total, importe.micros(), s.total.micros(), decimales));
            };
            const Importe movido = parte(f.importe, f.liquidado, s.decimales);
            const Importe base = parte(f.base, f.baseLiquidada, s.decimales);
            const Importe pendiente = parte(f.importeLocal, f.liquidadoLocal, ajustes_.decimales);
            const bool local = s.moneda == ajustes_.moneda;
            const Importe efectivo =
                local ? pendiente : proporcion(movido, localPago.micros(), importe2.micros(), ajustes_.decimales);
            const Importe baseLocal = local ? base : proporcion(base, localPago.micros(), importe2.micros(), ajustes_.decimales);
            ctx_.db().run(R"(UPDATE documentoImpuesto SET liquidado = liquidado + $6, liquidadoLocal = liquidadoLocal + $7,
                                                          baseLiquidada = baseLiquidada + $8
                             WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = $3 AND factor = $4 AND tasa = $5)",
                          ctx_.organizacionId(), s.transaccionId, f.impuesto, f.factor, f.tasa, movido, pendiente, base);
            ctx_.db().run(
                R"(INSERT INTO aplicacionImpuesto (organizacionId, aplicacionId, transaccionId, impuesto, factor, tasa, base,
                                                             importe, pendienteLocal, efectivoLocal, baseLocal)
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))",
                ctx_.organizacionId(), aplicacionId, s.transaccionId, f.impuesto, f.factor, f.tasa, base, movido, pendiente,
                efectivo, baseLocal);
            const auto signo = [&](Importe i) { return a.lado == Lado::cargo ? i : -i; };
            diario.agregar({cuentas_.de(a.cuenta), s.sucursalId, s.proyectoId, 0, -signo(pendiente), -signo(movido), s.moneda});
            diario.agregar({cuentas_.de(a.liquidada), s.sucursalId, s.proyectoId, 0, signo(efectivo), signo(movido), s.moneda});
        }
    }
}

}  // namespace

std::vector<Aplicado> aplicar(Context& ctx, std::int64_t pagoId, const std::vector<AplicacionPedida>& pedidas,
                              std::optional<Fecha> fecha) {
    return Aplicacion{ctx, pagoId, fecha}.aplicar(pedidas);
}

}  // namespace cacao::engine
