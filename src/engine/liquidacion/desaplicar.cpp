// Settlement undone: the stored entry with its sides exchanged, both balances and the moved taxes back.

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/libros/reversa.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/saldos/saldos.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace cacao::engine {
namespace {

struct Fila {
    std::int64_t pagoId = 0;
    std::int64_t documentoId = 0;
    Fecha fecha;
    Importe importe;
    Importe importe2;
    Importe localPago;
    Importe localDocumento;
    std::int64_t polizaId = 0;
    std::string estado;
    std::int64_t rehechaId = 0;  // the one that stands in its place
    std::int64_t parcialidad = 0;
};
DESCRIBE_STRUCT(Fila, (),
                (pagoId, documentoId, fecha, importe, importe2, localPago, localDocumento, polizaId, estado, rehechaId,
                 parcialidad))

struct Duenio {
    std::int64_t entidadId = 0;
    std::string moneda;
};
DESCRIBE_STRUCT(Duenio, (), (entidadId, moneda))

Duenio devolver_saldo(Context& ctx, std::int64_t transaccionId, Naturaleza naturaleza, Fecha fecha, Importe importe,
                      Importe local) {
    auto de = ctx.db().one<Duenio>(R"(UPDATE saldo SET saldo = saldo + $4, saldoLocal = saldoLocal + $5, nodo = 0,
                                                       cambio = CASE WHEN cambio < $6 THEN $6 ELSE cambio END
                                      WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3
                                      RETURNING entidadId, moneda)",
                                   ctx.organizacionId(), transaccionId, naturaleza, importe, local, fecha);
    if (!de) throw std::logic_error("an application without its balance");
    sumar_saldo_contacto(ctx, de->entidadId, naturaleza, de->moneda, fecha, importe, local);
    return std::move(*de);
}

// A fiscal document of its own tells of it: that of a payment, or of an advance.
bool tiene_papel(db::Reader& tx, std::int64_t aplicacionId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM complementoAplicacion WHERE organizacionId = $1 AND aplicacionId = $2 AND vigente = 1",
                           tx.organizacion(), aplicacionId)
        .has_value();
}

// One application as it was undone: what it settled is open again.
struct Deshecha {
    Fila fila;
    Naturaleza naturaleza{};
    Duenio de;
    Fecha fecha;
};

// The application alone, or the one that stands in its place; nothing where that was done before.
std::optional<Deshecha> deshacer(Context& ctx, std::int64_t aplicacionId, std::optional<Fecha> pedida) {
    auto& tx = ctx.db();
    const auto leer = [&] {
        return tx.one<Fila>(R"(SELECT pagoId, documentoId, fecha, importe, importe2, localPago, localDocumento, polizaId, estado,
                                      rehechaId, parcialidad
                               FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2)",
                            ctx.organizacionId(), aplicacionId);
    };
    auto a = leer();
    reject_if(!a, Codigo::no_encontrado, "/aplicacionId");
    const std::set<std::int64_t> ambos{a->pagoId, a->documentoId};
    retener(tx, {.documentos = ambos, .saldos = ambos});
    a = leer();  // as it is now that nobody else can change it
    if (a->rehechaId != 0) return deshacer(ctx, a->rehechaId, pedida);
    if (a->estado == "cancelada") return std::nullopt;
    // The authority was told of an invoice of what the advance left: it is undone with that.
    if (const auto facturaId = factura_que_lo_descuenta(tx, aplicacionId); facturaId != 0)
        reject(Codigo::con_dependientes, "/aplicaciones",
               reflect::objeto("impide", "descontado", "transaccionId", facturaId, "aplicacionId", aplicacionId));

    const Fecha fecha = pedida.value_or(std::max(ctx.hoy(), a->fecha));
    Faltas faltas;
    faltas.agregar_si(fecha < a->fecha, Codigo::fuera_de_rango, "/fecha");
    exigir_periodo(ctx, periodo_de(fecha), "/fecha", faltas);
    if (fecha > a->fecha) exigir_dia(ctx, fecha, 0, "/fecha", faltas);
    faltas.lanzar();

    tx.run(R"(UPDATE documentoImpuesto
              SET liquidado = liquidado - i.importe, liquidadoLocal = liquidadoLocal - i.pendienteLocal,
                  baseLiquidada = baseLiquidada - i.base, alCostoLiquidado = alCostoLiquidado - i.alCosto,
                  rentaLiquidada = rentaLiquidada - i.renta
              FROM aplicacionImpuesto i
              WHERE documentoImpuesto.organizacionId = $1 AND i.organizacionId = $1 AND i.aplicacionId = $2
                AND i.transaccionId = documentoImpuesto.transaccionId AND i.impuesto = documentoImpuesto.impuesto
                AND i.factor = documentoImpuesto.factor AND i.tasa = documentoImpuesto.tasa)",
           ctx.organizacionId(), aplicacionId);
    tx.run(R"(UPDATE aplicacion SET estado = 'cancelada', cancelacionFecha = $3 WHERE organizacionId = $1 AND aplicacionId = $2)",
           ctx.organizacionId(), aplicacionId, fecha);
    Diario diario{ctx, a->pagoId, "desaplicacion", fecha, periodo_de(fecha)};
    invertir_poliza(ctx, a->polizaId, diario);
    diario.asentar(0, a->polizaId);

    const auto naturaleza = tx.one<Naturaleza>(R"(SELECT naturaleza FROM saldo WHERE organizacionId = $1 AND transaccionId = $2
                                                   AND naturaleza IN ('cobrar', 'pagar'))",
                                               ctx.organizacionId(), a->documentoId)
                                .value();
    Duenio de = devolver_saldo(ctx, a->documentoId, naturaleza, fecha, a->importe2, a->localDocumento);
    const Duenio de_pago = devolver_saldo(ctx, a->pagoId, pagadora_de(naturaleza), fecha, a->importe, a->localPago);
    anotar_asignacion(ctx, aplicacionId, fecha, true, {de_pago.entidadId, de_pago.moneda, a->localPago},
                      {de.entidadId, de.moneda, a->localDocumento});
    tocar_documento(ctx, a->documentoId, evento::Desaplicado{aplicacionId});
    tocar_documento(ctx, a->pagoId, evento::Desaplicado{aplicacionId});
    if (a->parcialidad != 0 || tiene_papel(tx, aplicacionId)) pedir_complementos(ctx, a->pagoId);
    ctx.auditar("Aplicacion", aplicacionId, *a, *leer());
    return Deshecha{std::move(*a), naturaleza, std::move(de), fecha};
}

// A credit of which something is left.
struct Credito {
    std::int64_t transaccionId = 0;
    Fecha fecha;
    Importe saldo;
};
DESCRIBE_STRUCT(Credito, (), (transaccionId, fecha, saldo))

constexpr std::string_view credito_sql = R"(
    SELECT s.transaccionId, s.fecha, s.saldo
    FROM saldo s
    WHERE s.organizacionId = $1 AND s.naturaleza = $2 AND s.saldo > 0 AND )";
// It gave taxes back because what it credits was paid …
constexpr std::string_view restituyo = R"(
    EXISTS (SELECT 1 FROM documentoImpuesto i WHERE i.organizacionId = $1 AND i.transaccionId = s.transaccionId
            AND i.baseRestituida <> 0))";
// … or came to more than was owed of $6: it does not wait for anything else.
constexpr std::string_view cerro = R"(
    EXISTS (SELECT 1 FROM aplicacion a WHERE a.organizacionId = $1 AND a.pagoId = s.transaccionId AND a.documentoId = $6
            AND a.estado = 'vigente' AND a.saldoNuevo = 0))";

// What is taken of a balance.
struct ParteDeSaldo {
    std::int64_t transaccionId = 0;
    Importe importe;
};

// The first day from `dia` on that both have it.
Fecha dia_de_ambos(db::Reader& tx, ParteDeSaldo pago, ParteDeSaldo documento, Naturaleza naturaleza, Fecha dia) {
    dia = disponible_desde(tx, pago.transaccionId, pagadora_de(naturaleza), pago.importe, dia).value();
    return disponible_desde(tx, documento.transaccionId, naturaleza, documento.importe, dia).value();
}

// As much of a credit as is about the document, and open there, if there is something.
bool acreditar(Context& ctx, Credito& c, std::int64_t documentoId, Naturaleza naturaleza, Fecha fecha) {
    const Acreditado suyo = acreditado_de(ctx.db(), c.transaccionId, documentoId);
    const Importe importe = std::min({c.saldo, suyo.total, saldo_de(ctx.db(), documentoId, naturaleza)});
    if (importe <= Importe{}) return false;
    const Fecha dia =
        dia_de_ambos(ctx.db(), {c.transaccionId, importe}, {documentoId, importe}, naturaleza, std::max(fecha, c.fecha));
    aplicar(ctx, c.transaccionId, {{.campo = "/id", .transaccionId = documentoId, .importe = importe, .restituye = true}}, dia);
    c.saldo -= importe;
    return true;
}

// A credit goes to what it credits first. What was paid already when it came stayed in favour of whom it is for, with its taxes
// given back; now that a payment is gone, as much as is open again is for the credit. So it does not matter which of the two came
// first.
bool volver_a_lo_acreditado(Context& ctx, std::int64_t documentoId, Naturaleza naturaleza, const Duenio& de, std::int64_t pagoId,
                            Fecha fecha) {
    static const std::string suyos =
        fmt::format("{} ({} OR {}) AND s.entidadId = $3 AND s.moneda = $4 AND s.transaccionId <> $5 ORDER BY s.transaccionId",
                    credito_sql, restituyo, cerro);
    bool alguno = false;
    for (Credito& c : ctx.db().all<Credito>(suyos, ctx.organizacionId(), pagadora_de(naturaleza), de.entidadId, de.moneda, pagoId,
                                            documentoId))
        alguno = acreditar(ctx, c, documentoId, naturaleza, fecha) || alguno;
    return alguno;
}

// The same of a credit that is free again, unless it was taken off just that.
void volver_con_credito(Context& ctx, std::int64_t creditoId, Naturaleza naturaleza, std::int64_t documentoId, Fecha fecha) {
    auto& tx = ctx.db();
    static const std::string uno = fmt::format("{} {} AND s.transaccionId = $3", credito_sql, restituyo);
    auto credito = tx.one<Credito>(uno, ctx.organizacionId(), pagadora_de(naturaleza), creditoId);
    if (!credito) return;
    const auto suyos = acreditados_por(tx, creditoId);
    if (std::ranges::find(suyos, documentoId) != suyos.end()) return;
    for (const auto suyo : suyos) acreditar(ctx, *credito, suyo, naturaleza, fecha);
}

// What an invoice of a note took over of it goes first to what the note owes, the rest to the invoice (decision 13). Now that
// money is gone from the note, as much as is open again is taken from the invoice, which is then owed, and open to what credits
// it.
void volver_a_la_nota(Context& ctx, std::int64_t notaId, Naturaleza naturaleza, const Duenio& de, Fecha fecha) {
    struct Cubierta {
        std::int64_t aplicacionId = 0, pagoId = 0, facturaId = 0;
        Fecha fecha;
        Importe importe;
        std::string tipo;
    };
    std::vector<Cubierta> cubiertas;
    auto& tx = ctx.db();
    tx.each(R"(SELECT a.aplicacionId, a.pagoId, a.documentoId, a.fecha, a.importe, d.tipo
               FROM documento d
               JOIN aplicacion a ON a.organizacionId = $1 AND a.pagoId = d.transaccionId AND a.documentoId = d.origenId
                                AND a.estado = 'vigente'
               WHERE d.organizacionId = $1
                 AND d.transaccionId IN (SELECT p.transaccionId FROM partida p
                                         WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0)
               ORDER BY a.aplicacionId)",
            [&](const db::Row& r) {
                cubiertas.push_back({r.integer(0), r.integer(1), r.integer(2),
                                     Fecha::de_dias(static_cast<std::int32_t>(r.integer(3))), Importe::de_micros(r.integer(4)),
                                     std::string{r.text(5)}});
            },
            ctx.organizacionId(), notaId);
    std::erase_if(cubiertas, [](const Cubierta& c) { return !tipo_de(c.tipo)->acompaniante; });
    for (const Cubierta& c : cubiertas) {
        const Importe importe = std::min({c.importe, acreditado_de(tx, c.pagoId, notaId).total - aplicado_a(tx, c.pagoId, notaId),
                                          saldo_de(tx, notaId, naturaleza)});
        if (importe <= Importe{}) continue;
        const Fecha dia = disponible_desde(tx, notaId, naturaleza, importe, std::max(fecha, c.fecha)).value();
        deshacer(ctx, c.aplicacionId, dia);
        std::vector<AplicacionPedida> pagos{{.campo = "/id", .transaccionId = notaId, .importe = importe, .restituye = true}};
        if (importe < c.importe)
            pagos.push_back({.campo = "/id", .transaccionId = c.facturaId, .importe = c.importe - importe, .restituye = true});
        aplicar(ctx, c.pagoId, pagos, dia);
        volver_a_lo_acreditado(ctx, c.facturaId, naturaleza, de, c.pagoId, dia);
    }
}

struct Aplicada {
    std::int64_t aplicacionId = 0;
    std::int64_t pagoId = 0;
    Fecha fecha;
    Importe importe;
    Importe importe2;
    Importe saldoNuevo;  // of the document, by it
};
DESCRIBE_STRUCT(Aplicada, (), (aplicacionId, pagoId, fecha, importe, importe2, saldoNuevo))

// Those in force to a document, in their order.
std::vector<Aplicada> aplicadas_a(db::Reader& tx, std::int64_t documentoId) {
    return tx.all<Aplicada>(R"(SELECT aplicacionId, pagoId, fecha, importe, importe2, saldoNuevo FROM aplicacion
                               WHERE organizacionId = $1 AND documentoId = $2 AND estado = 'vigente' ORDER BY aplicacionId)",
                            tx.organizacion(), documentoId);
}

// The same again, as things are now, or with more of the credit: whoever undoes the first undoes this one. All of them are undone
// before the first is made again.
void rehacer(Context& ctx, const std::vector<Aplicada>& que, std::int64_t documentoId, Fecha fecha) {
    for (const Aplicada& a : que) fecha = std::max(fecha, a.fecha);
    Naturaleza naturaleza{};
    for (const Aplicada& a : que | std::views::reverse) naturaleza = deshacer(ctx, a.aplicacionId, fecha).value().naturaleza;
    for (const Aplicada& a : que) {
        const Fecha dia = dia_de_ambos(ctx.db(), {a.pagoId, a.importe}, {documentoId, a.importe2}, naturaleza, fecha);
        const auto otra = aplicar(
            ctx, a.pagoId, {{.campo = "/id", .transaccionId = documentoId, .importe = a.importe, .importe2 = a.importe2}}, dia);
        ctx.db().run("UPDATE aplicacion SET rehechaId = $3 WHERE organizacionId = $1 AND aplicacionId = $2", ctx.organizacionId(),
                     a.aplicacionId, otra.at(0).aplicacionId);
    }
}

// A credit of a document with what it took of it.
struct Tomado {
    Acreditado suyo;
    Composicion toma;
};

// Whether a credit took other taxes than its own while those are in `hay`, or gave more than it took.
bool extraviado(db::Reader& tx, std::int64_t creditoId, const Tomado& c, std::int64_t documentoId, const Composicion& abierta,
                const Composicion& hay) {
    const Composicion& propia = c.suyo.composicion;
    if (trocadas(c.toma, propia, abierta)) return true;
    const Composicion falta = menos(propia, c.toma);
    const bool de_otros = !vacia(menos(c.toma, propia));
    if (de_otros && vacia(falta)) return true;
    const Composicion suya = comun(falta, hay);
    if (vacia(suya)) return false;
    // What it gave back as it closed the document was collected then. IEPS and what is withheld come to nothing by themselves.
    return de_otros || valor(suya) <= Importe{} || aplicado_a(tx, creditoId, documentoId) == c.suyo.total ||
           !vacia(menos(movida_por(tx, creditoId, documentoId, creditoId), c.toma));
}

// Of which credits took more than was owed, as much as is owed now goes with them.
void completar(db::Reader& tx, std::vector<Aplicada>& que, const std::map<std::int64_t, Tomado>& creditos,
               std::int64_t documentoId, Naturaleza naturaleza, std::int64_t pagoId) {
    Importe cabe = saldo_de(tx, documentoId, naturaleza);
    std::map<std::int64_t, Importe> dados;
    for (Aplicada& a : que) {
        if (!a.saldoNuevo.es_cero() || a.pagoId == pagoId) continue;
        Importe& dado = dados[a.pagoId];
        const Importe queda = std::min(saldo_de(tx, a.pagoId, pagadora_de(naturaleza)),
                                       creditos.at(a.pagoId).suyo.total - aplicado_a(tx, a.pagoId, documentoId)) -
                              dado;
        const Importe mas = std::max(Importe{}, std::min(cabe, queda));
        cabe -= mas;
        dado += mas;
        a.importe += mas;
        a.importe2 += mas;
    }
}

// Credits that took other taxes than their own of a document, because those had been paid, take their own now that they are open
// again: all credits as they came, for what one took may be another's.
void volver_a_lo_suyo(Context& ctx, std::int64_t documentoId, Naturaleza naturaleza, std::int64_t pagoId, Fecha fecha) {
    auto& tx = ctx.db();
    const auto suyos = creditos_de(tx, documentoId);
    if (suyos.empty()) return;
    auto que = aplicadas_a(tx, documentoId);
    std::map<std::int64_t, Tomado> creditos;
    const Composicion abierta = abierta_de(tx, documentoId);
    Composicion hay = abierta;
    for (const auto creditoId : suyos) {
        if (std::ranges::find(que, creditoId, &Aplicada::pagoId) == que.end()) continue;
        Tomado c{acreditado_de(tx, creditoId, documentoId), movida_por(tx, creditoId, documentoId, documentoId)};
        if (c.suyo.composicion.empty()) continue;
        hay = mas(hay, menos(c.toma, c.suyo.composicion));
        creditos.emplace(creditoId, std::move(c));
    }
    const bool alguno = std::ranges::any_of(
        creditos, [&](const auto& c) { return extraviado(tx, c.first, c.second, documentoId, abierta, hay); });
    if (!alguno) return;
    std::erase_if(que, [&](const Aplicada& a) { return !creditos.contains(a.pagoId); });
    completar(tx, que, creditos, documentoId, naturaleza, pagoId);
    rehacer(ctx, que, documentoId, fecha);
}

// What applications in force of a credit pay of documents that it is not about, the last one first.
struct Fuera {
    std::int64_t aplicacionId = 0;
    std::int64_t documentoId = 0;
    Fecha fecha;
    Importe importe;
    Importe importe2;
    int decimales = 2;
};
DESCRIBE_STRUCT(Fuera, (), (aplicacionId, documentoId, fecha, importe, importe2, decimales))

std::vector<Fuera> fuera_de(db::Reader& tx, std::int64_t creditoId) {
    auto fuera = tx.all<Fuera>(R"(SELECT a.aplicacionId, a.documentoId, a.fecha, a.importe, a.importe2, m.decimales
                                  FROM aplicacion a
                                  JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
                                  JOIN moneda m ON m.moneda = d.moneda
                                  WHERE a.organizacionId = $1 AND a.pagoId = $2 AND a.estado = 'vigente'
                                  ORDER BY a.aplicacionId DESC)",
                               tx.organizacion(), creditoId);
    const auto suyos = acreditados_por(tx, creditoId);
    std::erase_if(fuera, [&](const Fuera& f) { return std::ranges::find(suyos, f.documentoId) != suyos.end(); });
    return fuera;
}

void tras_reabrir(Context& ctx, std::int64_t documentoId, Naturaleza naturaleza, const Duenio& de, std::int64_t pagoId,
                  Fecha fecha);

// Of one such application `importe`, which is owed again of what the credit is about; `queda` stays where it is.
void traer(Context& ctx, std::int64_t creditoId, const Fuera& f, std::int64_t documentoId, Naturaleza naturaleza, Importe importe,
           Importe queda, Fecha fecha) {
    const Fecha dia = disponible_desde(ctx.db(), documentoId, naturaleza, importe, std::max(fecha, f.fecha)).value();
    const auto hecha = deshacer(ctx, f.aplicacionId, dia);
    std::vector<AplicacionPedida> pagos{{.campo = "/id", .transaccionId = documentoId, .importe = importe, .restituye = true}};
    if (queda > Importe{})
        pagos.push_back({.campo = "/id",
                         .transaccionId = f.documentoId,
                         .importe = queda,
                         .importe2 = proporcion(f.importe2, queda.micros(), f.importe.micros(), f.decimales),
                         .restituye = true});
    aplicar(ctx, creditoId, pagos, dia);
    tras_reabrir(ctx, f.documentoId, hecha->naturaleza, hecha->de, creditoId, dia);
}

// A credit that pays something else, because what it is about was collected, goes back now that it is owed: what it had given
// back was collected by nobody. What it paid is owed.
bool volver_de_fuera(Context& ctx, std::int64_t documentoId, Naturaleza naturaleza, std::int64_t pagoId, Fecha fecha) {
    auto& tx = ctx.db();
    bool alguno = false;
    for (const auto creditoId : creditos_de(tx, documentoId)) {
        if (creditoId == pagoId) continue;
        const auto apartados = apartados_de(tx, creditoId);
        const auto suyo = std::ranges::find(apartados, documentoId, &Apartado::documentoId);
        if (suyo == apartados.end()) continue;
        Importe falta = -saldo_de(tx, creditoId, pagadora_de(naturaleza));
        for (const Apartado& a : apartados) falta += a.importe;
        Importe suya = suyo->importe;
        for (const Fuera& f : fuera_de(tx, creditoId)) {
            const Importe importe = std::min({falta, suya, f.importe});
            if (importe <= Importe{}) break;
            traer(ctx, creditoId, f, documentoId, naturaleza, importe, f.importe - std::min(falta, f.importe), fecha);
            falta -= importe;
            suya -= importe;
            alguno = true;
        }
    }
    return alguno;
}

// The taxes of a document of which what is collected is not its share of what was paid, by more than roundings.
std::set<ClaveImpuesto> desfasados(db::Reader& tx, std::int64_t documentoId, const Ajustes& ajustes) {
    const auto creditos = static_cast<std::int64_t>(creditos_de(tx, documentoId).size());
    const Importe redondeos = Importe::de_micros(creditos * unidad_de(ajustes.decimales).micros());
    const auto bien = [&](const Cifra& pagado, const Cifra& queda) {
        if (queda.importe < Importe{} || queda.importe > pagado.importe) return true;  // some of it is about to return
        const Importe de_mas = queda.local - pagado.de(queda.importe, ajustes.decimales);
        return queda.importe.es_cero() ? de_mas.es_cero() : de_mas <= redondeos && -de_mas <= redondeos;
    };
    std::set<ClaveImpuesto> claves;
    for (const auto& [clave, c] : cobrado_en_local(tx, documentoId))
        if (!bien(c.pagado.base, c.queda.base) || !bien(c.pagado.importe, c.queda.importe)) claves.insert(clave);
    return claves;
}

// Whether a credit of nothing but the document took of such a tax more than it gave: by all its applications to it, or by this
// one alone, when others gave as much more.
bool devuelve(db::Reader& tx, const Aplicada& a, std::int64_t documentoId, const std::set<ClaveImpuesto>& claves, bool sola) {
    if (devuelto_por(tx, a.pagoId, documentoId).empty()) return false;
    const auto movida = [&](std::int64_t de) {
        return sola ? movida_por(tx, a.aplicacionId, de) : movida_por(tx, a.pagoId, documentoId, de);
    };
    const Composicion vuelve = menos(movida(documentoId), movida(a.pagoId));
    return std::ranges::any_of(vuelve, [&](const auto& v) { return claves.contains(v.first) && !vacia({v}); });
}

void tras_reabrir(Context& ctx, std::int64_t documentoId, Naturaleza naturaleza, const Duenio& de, std::int64_t pagoId,
                  Fecha fecha) {
    // What a credit, or an invoice, took off a note and takes off no more is the note's own again.
    if (!acreditado_de(ctx.db(), pagoId, documentoId).propio) volver_a_la_nota(ctx, documentoId, naturaleza, de, fecha);
    volver_a_lo_suyo(ctx, documentoId, naturaleza, pagoId, fecha);
    const bool vuelto = volver_a_lo_acreditado(ctx, documentoId, naturaleza, de, pagoId, fecha);
    // What comes may find its own taken by others.
    if (volver_de_fuera(ctx, documentoId, naturaleza, pagoId, fecha) || vuelto)
        volver_a_lo_suyo(ctx, documentoId, naturaleza, pagoId, fecha);
    contar_lo_cobrado(ctx, documentoId, fecha);
}

}  // namespace

void contar_lo_cobrado(Context& ctx, std::int64_t documentoId, Fecha fecha) {
    auto& tx = ctx.db();
    const Ajustes ajustes = leer_ajustes(tx);
    const auto moneda = tx.one<std::string>("SELECT moneda FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                            ctx.organizacionId(), documentoId);
    if (!moneda || *moneda == ajustes.moneda) return;
    auto claves = desfasados(tx, documentoId, ajustes);
    if (claves.empty()) return;
    const auto creditos = creditos_de(tx, documentoId);
    for (const bool sola : {false, true})
        for (const Aplicada& a : aplicadas_a(tx, documentoId) | std::views::reverse) {
            if (std::ranges::find(creditos, a.pagoId) == creditos.end() || !devuelve(tx, a, documentoId, claves, sola)) continue;
            rehacer(ctx, {a}, documentoId, fecha);
            claves = desfasados(tx, documentoId, ajustes);
            if (claves.empty()) return;
        }
}

void desaplicar(Context& ctx, std::int64_t aplicacionId, std::optional<Fecha> pedida) {
    const auto hecha = deshacer(ctx, aplicacionId, pedida);
    if (!hecha) return;
    const auto& [a, naturaleza, de, fecha] = *hecha;
    tras_reabrir(ctx, a.documentoId, naturaleza, de, a.pagoId, fecha);
    volver_con_credito(ctx, a.pagoId, naturaleza, a.documentoId, fecha);
}

void soltar(Context& ctx, std::int64_t aplicacionId, Fecha fecha) { deshacer(ctx, aplicacionId, fecha); }

}  // namespace cacao::engine
