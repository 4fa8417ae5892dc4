// Settlement: a payment's open balance against a document's. Both balances, the tax that becomes collected or paid, and the
// exchange difference move in one entry. The last part takes the residue of everything, so that a settled document ends at
// exactly zero.

#include "engine/entorno/candados.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/liquidacion/aplicar_interno.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/tipos/cualidades.hpp"

#include "base/paso.hpp"
#include "base/sat.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace cacao::engine {

using interno::SaldoFila;

namespace {

std::vector<SaldoFila> leer_saldos(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<SaldoFila>(
        R"(SELECT s.transaccionId, s.naturaleza, s.entidadId, s.moneda, m.decimales, s.cuentaId, s.total, s.saldo,
                                       s.saldoLocal, d.tipo, d.estado, d.fecha, s.cambio, d.sucursalId, d.proyectoId,
                                       d.tipoCambio, d.metodoPago
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

// One conditional statement; nothing when the balance does not hold that much. The last part takes all the carrying value, others
// their share or, where that is known, what they are worth. `s` was read under the lock of the balance and stays true: a later
// line of the same request finds in it what this one left.
std::optional<Parte> tomar(Context& ctx, SaldoFila& s, Importe importe, Fecha fecha, int decimalesLocales,
                           std::optional<Importe> vale = {}) {
    if (importe > s.saldo) return std::nullopt;  // an earlier line of the same request may have taken it all
    const Importe suya = vale ? *vale : proporcion(s.saldoLocal, importe.micros(), s.saldo.micros(), decimalesLocales);
    const Importe local = importe == s.saldo ? s.saldoLocal : std::min(s.saldoLocal, suya);
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

// The number of this part of an invoice that is paid later; 0 where no complement tells of it. The lowest that is free, so that
// what is in force has no two alike; whoever asks holds the balance of the invoice.
std::int64_t parcialidad_de(db::Reader& tx, const SaldoFila& pago, const SaldoFila& documento) {
    if (documento.metodoPago != sat::en_parcialidades || !cobra(*tipo_de(pago.tipo)) || !emite_cfdi(*tipo_de(documento.tipo)))
        return 0;
    std::int64_t libre = 1;
    const auto tomadas = tx.all<std::int64_t>(R"(
        SELECT DISTINCT a.parcialidad FROM aplicacion a
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.parcialidad <> 0
          AND (a.estado = 'vigente' OR EXISTS (SELECT 1 FROM complementoAplicacion k WHERE k.organizacionId = $1
                                               AND k.aplicacionId = a.aplicacionId AND k.vigente = 1))
        ORDER BY a.parcialidad)",
                                              tx.organizacion(), documento.transaccionId);
    for (const auto tomada : tomadas)
        if (tomada == libre) ++libre;
    return libre;
}

}  // namespace

namespace interno {

std::vector<Aplicado> Aplicacion::aplicar(const std::vector<AplicacionPedida>& pedidas) {
    auto& tx = ctx_.db();
    ajustes_ = leer_ajustes(tx);
    // All documents concerned: whoever cancels one of them waits, or we do. Balances are taken one after the other, so two
    // applications of one payment must not interleave.
    std::set<std::int64_t> todos{pagoId_};
    for (const auto& p : pedidas) todos.insert(p.transaccionId);
    retener(tx, {.documentos = todos, .saldos = todos});

    pagos_ = leer_saldos(tx, pagoId_);
    std::erase_if(pagos_, [](const SaldoFila& s) { return !a_favor(s.naturaleza); });
    reject_if(pagos_.empty(), Codigo::no_encontrado, "/id");
    reject_if(pagos_.front().estado == nombre(Estado::cancelado), Codigo::documento_cancelado, "/id");
    // What the authority is asked to take back takes part in nothing new: its CFDI may be gone tomorrow.
    restituye_ = std::ranges::any_of(pedidas, &AplicacionPedida::restituye);
    reject_if(!restituye_ && se_cancela_su_cfdi(tx, pagoId_), Codigo::comprobante_en_proceso, "/id");
    for (const auto id : todos)
        for (SaldoFila& s : leer_saldos(tx, id))
            if (!a_favor(s.naturaleza)) documentos_.emplace(id, std::move(s));
    if (const Documento& tipo = *tipo_de(pagos_.front().tipo); descuenta(tipo) && !tipo.acompaniante) {
        // What a credit may be used for depends on what is owed of what it is about.
        suyos_ = acreditados_por(tx, pagoId_);
        const std::set<std::int64_t> fuentes{suyos_.begin(), suyos_.end()};
        retener(tx, {.documentos = fuentes, .saldos = fuentes});
    }
    if (!pedida_) {
        // It takes place where the payment is, and not before the day that has begun where the documents are.
        fecha_ = std::max(ctx_.hoy(pagos_.front().sucursalId), pagos_.front().fecha);
        for (const auto& [id, d] : documentos_) fecha_ = std::max(fecha_, ctx_.hoy(d.sucursalId));
    }
    periodo_ = periodo_de(fecha_);
    exigir_periodo(ctx_, periodo_, "/fecha", faltas_);
    // A document that lies ahead can be settled on its own day.
    const bool en_su_dia = fecha_ <= pagos_.front().fecha ||
                           std::ranges::any_of(documentos_, [&](const auto& d) { return fecha_ <= d.second.fecha; });
    if (!en_su_dia) exigir_dia(ctx_, fecha_, pagos_.front().sucursalId, "/fecha", faltas_);
    faltas_.agregar_si(pedidas.empty(), Codigo::lista_vacia, "/asignaciones");

    const bool de_nadie = pagos_.front().entidadId == 0;
    for (SaldoFila& pago : pagos_)
        if (de_nadie) pago.entidadId = de_quien(pago, pedidas);
    revisar_fecha(pedidas);
    for (const auto& p : pedidas) revisar(p);
    revisar_credito(pedidas);
    faltas_.lanzar();
    for (const SaldoFila& pago : pagos_)
        if (de_nadie && pago.entidadId != 0) identificar(pago);

    // What a credit is about goes first: what it may give back elsewhere depends on that. They are told as they were asked.
    std::vector<std::vector<Aplicado>> por_pedida(pedidas.size());
    for (const bool suyo : {true, false})
        for (std::size_t i = 0; i < pedidas.size(); ++i) {
            const AplicacionPedida& p = pedidas[i];
            if (es_suyo(p.transaccionId) != suyo) continue;
            SaldoFila& documento = documentos_.at(p.transaccionId);
            for (SaldoFila& pago : pagos_)
                if (pago.naturaleza == pagadora_de(documento.naturaleza)) por_pedida[i].push_back(una(p, pago, documento));
        }
    std::vector<Aplicado> hechas;
    for (auto& h : por_pedida) std::ranges::move(h, std::back_inserter(hechas));
    return hechas;
}

// A credit is for what it is about, as long as that owes it; elsewhere goes what is left.
void Aplicacion::revisar_credito(const std::vector<AplicacionPedida>& pedidas) {
    if (suyos_.empty()) return;
    std::vector<Apartado> apartados = apartados_de(ctx_.db(), pagoId_);
    Importe queda = pagos_.front().saldo;
    Importe a_otros;
    const AplicacionPedida* otra = nullptr;
    for (const auto& p : pedidas) {
        if (!es_suyo(p.transaccionId)) {
            a_otros += p.importe;
            if (otra == nullptr) otra = &p;
            continue;
        }
        queda -= p.importe;
        for (Apartado& a : apartados)
            if (a.documentoId == p.transaccionId) a.importe -= p.importe;
    }
    std::erase_if(apartados, [](const Apartado& a) { return a.importe <= Importe{}; });
    for (const Apartado& a : apartados) queda -= a.importe;
    if (otra == nullptr || apartados.empty() || a_otros <= queda) return;
    faltas_.agregar(Codigo::origen_con_saldo, otra->campo + std::string{otra->campo_importe}, En::donde_sea,
                    reflect::objeto("transaccionId", apartados.front().documentoId, "saldo", apartados.front().importe,
                                    "disponible", std::max(Importe{}, queda)));
}

// Money that came without a name is of whose documents it pays, as long as nothing else was paid with it.
std::int64_t Aplicacion::de_quien(const SaldoFila& pago, const std::vector<AplicacionPedida>& pedidas) const {
    if (pago.saldo != pago.total) return 0;
    for (const auto& p : pedidas)
        if (const auto d = documentos_.find(p.transaccionId);
            d != documentos_.end() && pago.naturaleza == pagadora_de(d->second.naturaleza))
            return d->second.entidadId;
    return 0;
}

namespace {

// Of a credit, the line that stands for it.
struct LineaAcreditada {
    std::int64_t cuentaId = 0;
    std::int64_t almacenId = 0;
    std::int64_t clasificacionId = 0;
    std::string origenTipo;
};
DESCRIBE_STRUCT(LineaAcreditada, (), (cuentaId, almacenId, clasificacionId, origenTipo))

struct Identificado {
    std::int64_t entidadId = 0;
};
DESCRIBE_STRUCT(Identificado, (), (entidadId))

}  // namespace

// From then on the payment is of that contact; an entry carries what was booked to nobody.
void Aplicacion::identificar(const SaldoFila& pago) {
    auto& tx = ctx_.db();
    poner_contacto(ctx_, pagoId_, pago.entidadId);
    tx.run("UPDATE saldo SET entidadId = $4 WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3",
           ctx_.organizacionId(), pagoId_, pago.naturaleza, pago.entidadId);
    // On the day of the payment, so that books and statements agree on every day since; if its month is closed, on
    // that of the settlement.
    Faltas cerrado;
    exigir_periodo(ctx_, periodo_de(pago.fecha), "/fecha", cerrado);
    const Fecha dia = cerrado.vacia() ? pago.fecha : fecha_;
    Diario diario{ctx_, pagoId_, "ajuste", dia, periodo_de(dia)};
    const auto mover = [&](std::int64_t entidadId, bool entra) {
        const auto con = [&](Importe i) { return entra == (pago.naturaleza == Naturaleza::favorCliente) ? -i : i; };
        diario.agregar(
            {pago.cuentaId, pago.sucursalId, pago.proyectoId, entidadId, con(pago.saldoLocal), con(pago.saldo), pago.moneda});
        sumar_saldo_contacto(ctx_, entidadId, pago.naturaleza, pago.moneda, pago.fecha, entra ? pago.saldo : -pago.saldo,
                             entra ? pago.saldoLocal : -pago.saldoLocal);
    };
    mover(0, false);
    mover(pago.entidadId, true);
    diario.asentar(ajustes_.papeles);
    tocar_documento(ctx_, pagoId_, evento::Identificado{pago.entidadId});
    ctx_.auditar(tipo_de(pago.tipo)->tipo, pagoId_, Identificado{}, Identificado{pago.entidadId});
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
    if (!restituye_ && se_cancela_su_cfdi(ctx_.db(), p.transaccionId))
        faltas_.agregar(Codigo::comprobante_en_proceso, p.campo + std::string{p.campo_documento});
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

// What a credit takes off the document that it is about, at the rate of that, is worth the same on both sides.
bool Aplicacion::a_la_par(const SaldoFila& pago, const SaldoFila& documento) const {
    return es_suyo(documento.transaccionId) && pago.moneda == documento.moneda && pago.moneda != ajustes_.moneda &&
           pago.tipoCambio == documento.tipoCambio;
}

// Where the largest line of a credit went. What waited for it was cleared by it: there it is variance.
std::int64_t Aplicacion::cuenta_de_lo_acreditado(const SaldoFila& pago) {
    const auto linea = ctx_.db().one<LineaAcreditada>(R"(
        SELECT p.cuentaId, p.almacenId, COALESCE(q.clasificacionId, 0) AS clasificacionId,
               COALESCE(o.tipo, '') AS origenTipo
        FROM partida p
        LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId
        LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2
        ORDER BY p.importe - p.descuento - p.promocion DESC, p.numeroPartida LIMIT 1)",
                                                      ctx_.organizacionId(), pago.transaccionId);
    if (!linea) return cuentas_.de(Cuenta::variacion_costo);
    const Origen* regla = regla_de(*tipo_de(pago.tipo), linea->origenTipo);
    const bool esperaba = regla != nullptr && regla->por_valor;
    if (!esperaba && linea->cuentaId != 0) return linea->cuentaId;
    return cuentas_.de(Cuenta::variacion_costo, {linea->clasificacionId, linea->almacenId, 0});
}

// What a credit, and what it took off the document so far, put into each account of exchange.
std::map<std::int64_t, Importe> Aplicacion::cambio_asentado(std::int64_t creditoId, const SaldoFila& documento) const {
    std::map<std::int64_t, Importe> asentado;
    ctx_.db().each(R"(
        SELECT s.cuentaId, CAST(SUM(s.cargo - s.abono) AS BIGINT)
        FROM (SELECT polizaId FROM poliza WHERE organizacionId = $1 AND transaccionId = $2 AND evento = 'registro'
              UNION ALL
              SELECT polizaId FROM aplicacion WHERE organizacionId = $1 AND pagoId = $2 AND documentoId = $3 AND estado = 'vigente') p
        JOIN asiento s ON s.organizacionId = $1 AND s.polizaId = p.polizaId
        WHERE s.cuentaId IN (SELECT h.cuentaId FROM cuentaPapelHistoria h
                             WHERE h.organizacionId = $1 AND h.papel IN ('ganancia_cambiaria', 'perdida_cambiaria'))
        GROUP BY s.cuentaId)",
                   [&](const db::Row& r) { asentado[r.integer(0)] = Importe::de_micros(r.integer(1)); }, ctx_.organizacionId(),
                   creditoId, documento.transaccionId);
    return asentado;
}

// What these credits gave back and the document has not lost by them is nothing, and counts this.
std::optional<Importe> Aplicacion::vuelto(const std::vector<std::int64_t>& creditos, const SaldoFila& documento) const {
    std::map<ClaveImpuesto, Importe> devuelto;
    Importe cuenta;
    for (const auto creditoId : creditos)
        for (const auto& [clave, d] : devuelto_por(ctx_.db(), creditoId, documento.transaccionId)) {
            devuelto[clave] += d.importe.importe;
            cuenta += se_suma(clave) ? d.importe.local : -d.importe.local;
        }
    const bool nada = std::ranges::all_of(devuelto, [](const auto& d) { return d.second.es_cero(); });
    return nada ? std::optional{cuenta} : std::nullopt;
}

// The credits of a document that are worth the same on both sides, if they have given back nothing that it has not lost by them:
// all of them, or else the one that pays now; with what that came to.
Aplicacion::Vueltos Aplicacion::los_que_han_vuelto(const SaldoFila& documento) const {
    std::vector<std::int64_t> todos;
    for (const auto creditoId : creditos_de(ctx_.db(), documento.transaccionId))
        if (ctx_.db().one<Precio>("SELECT tipoCambio FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                  ctx_.organizacionId(), creditoId) == documento.tipoCambio &&
            acreditado_de(ctx_.db(), creditoId, documento.transaccionId).entero)
            todos.push_back(creditoId);
    for (auto& creditos : {todos, std::vector{pagoId_}})
        if (const auto cambio = vuelto(creditos, documento)) return {creditos, *cambio};
    return {};
}

// What is left over is gained or lost by the exchange rate. At one rate there is nothing to gain but by what was given back; once
// all of it has returned, by what it returned at: parts that were converted each by itself do not quite come to the whole, and
// what that leaves is of what was credited.
void Aplicacion::asentar_resto(Diario& diario, const Movidos& movidos, const SaldoFila& documento, const SaldoFila& pago) {
    Importe resto;
    for (const Hoja& h : diario.hojas()) resto += h.local;
    const auto asentar = [&](std::int64_t cuentaId, Importe importe) {
        if (importe.es_cero()) return;
        diario.agregar({cuentaId, documento.sucursalId, documento.proyectoId, 0, -importe, {}, ajustes_.moneda});
        resto -= importe;
    };
    Importe cambio = resto;
    if (movidos.a_la_par) {
        const Vueltos vueltos = suyos_.size() == 1 ? los_que_han_vuelto(documento) : Vueltos{};
        for (const auto creditoId : vueltos.creditos)
            for (const auto& [cuentaId, importe] : cambio_asentado(creditoId, documento)) asentar(cuentaId, importe);
        cambio = vueltos.creditos.empty() ? cambio_de(movidos) : vueltos.cambio;
        if (documento.naturaleza != Naturaleza::cobrar) cambio = -cambio;
    }
    if (!cambio.es_cero())
        asentar(cuentas_.de(cambio > Importe{} ? Cuenta::ganancia_cambiaria : Cuenta::perdida_cambiaria), cambio);
    if (!resto.es_cero()) asentar(cuenta_de_lo_acreditado(pago), resto);
}

Aplicado Aplicacion::una(const AplicacionPedida& p, SaldoFila& pago, SaldoFila& documento) {
    auto& tx = ctx_.db();
    const Importe importe2 = en_documento(p, pago, documento);
    const auto de_pago = tomar(ctx_, pago, p.importe, fecha_, ajustes_.decimales);
    if (!de_pago) reject(Codigo::excede_por_asignar, p.campo + std::string{p.campo_importe});
    const auto de_documento = tomar(ctx_, documento, importe2, fecha_, ajustes_.decimales,
                                    a_la_par(pago, documento) ? std::optional{de_pago->local} : std::nullopt);
    if (!de_documento) reject(Codigo::excede_saldo, p.campo + std::string{p.campo_importe});
    Pasos::alcanzar("aplicar/tomar");

    Movidos movidos = impuestos_de(documento, importe2, pago, p.importe);
    valuar(movidos, documento, importe2, pago, p.importe, de_pago->local);

    const std::int64_t aplicacionId = tx.next_id();
    const std::int64_t parcialidad = parcialidad_de(tx, pago, documento);
    Diario diario{ctx_, pagoId_, "aplicacion", fecha_, periodo_};
    const bool cobro = documento.naturaleza == Naturaleza::cobrar;
    const auto signo = [&](Importe i) { return cobro ? i : -i; };
    // Customers: debit what we held for them, credit what they owed. Suppliers: the mirror.
    diario.agregar(
        {pago.cuentaId, pago.sucursalId, pago.proyectoId, pago.entidadId, signo(de_pago->local), signo(p.importe), pago.moneda});
    diario.agregar({documento.cuentaId, documento.sucursalId, documento.proyectoId, documento.entidadId,
                    -signo(de_documento->local), -signo(importe2), documento.moneda});
    tx.run(R"(INSERT INTO aplicacion (organizacionId, aplicacionId, pagoId, documentoId, fecha, importe, importe2, localPago,
                                      localDocumento, consecutivo, saldoAnterior, saldoNuevo, polizaId, estado, creadoEn,
                                      cancelacionFecha, parcialidad, clienteId)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'vigente', $14, NULL, $15, $16))",
           ctx_.organizacionId(), aplicacionId, pagoId_, documento.transaccionId, fecha_, p.importe, importe2, de_pago->local,
           de_documento->local, de_documento->consecutivo, de_documento->saldo + importe2, de_documento->saldo, diario.polizaId(),
           ctx_.ahora(), parcialidad, cobro ? documento.entidadId : 0);
    liquidar(diario, aplicacionId, documento, movidos.del_documento);
    liquidar(diario, aplicacionId, pago, movidos.del_pago);

    Pasos::alcanzar("aplicar/liquidar");

    asentar_resto(diario, movidos, documento, pago);
    diario.asentar(ajustes_.papeles);
    Pasos::alcanzar("aplicar/asentar");
    sumar_saldo_contacto(ctx_, pago.entidadId, pago.naturaleza, pago.moneda, fecha_, -p.importe, -de_pago->local);
    sumar_saldo_contacto(ctx_, documento.entidadId, documento.naturaleza, documento.moneda, fecha_, -importe2,
                         -de_documento->local);
    anotar_asignacion(ctx_, aplicacionId, fecha_, false, {pago.entidadId, pago.moneda, de_pago->local},
                      {documento.entidadId, documento.moneda, de_documento->local});
    tocar_documento(ctx_, documento.transaccionId, evento::Liquidado{aplicacionId, pagoId_});
    tocar_documento(ctx_, pagoId_, evento::Liquidado{aplicacionId, documento.transaccionId});
    const bool de_anticipo = es_anticipo(*tipo_de(pago.tipo)) && emite_cfdi(*tipo_de(documento.tipo));
    if (parcialidad != 0 || de_anticipo) pedir_complementos(ctx_, pagoId_);
    Aplicado hecho{aplicacionId, documento.transaccionId, p.importe, importe2, de_documento->saldo};
    ctx_.auditar_alta("Aplicacion", aplicacionId, hecho);
    return hecho;
}

}  // namespace interno

std::vector<Aplicado> aplicar(Context& ctx, std::int64_t pagoId, const std::vector<AplicacionPedida>& pedidas,
                              std::optional<Fecha> fecha) {
    return interno::Aplicacion{ctx, pagoId, fecha}.aplicar(pedidas);
}

}  // namespace cacao::engine
