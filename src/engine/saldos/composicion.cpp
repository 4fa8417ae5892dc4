#include "engine/saldos/composicion.hpp"

#include "db/rows.hpp"
#include "engine/cadena/acreditado.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/partes.hpp"
#include "engine/saldos/saldos.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

struct LineaFila {
    Guardado<std::vector<ImpuestoPartida>> impuestos;
    Importe neto;
    Importe total;
    std::int64_t documentoId = 0;
    std::int64_t cabeceraId = 0;
    std::string tipo;
};
DESCRIBE_STRUCT(LineaFila, (), (impuestos, neto, total, documentoId, cabeceraId, tipo))

// Of rows of impuesto, factor, tasa, base, importe and what of that is cost and of rent.
template <class... Args>
Composicion leer(db::Reader& tx, std::string_view sql, const Args&... args) {
    Composicion c;
    tx.each(
        sql,
        [&](const db::Row& r) {
            c[{std::string{r.text(0)}, std::string{r.text(1)}, Tasa::de_micros(r.integer(2))}] = {
                Importe::de_micros(r.integer(3)), Importe::de_micros(r.integer(4)), Importe::de_micros(r.integer(5)),
                Importe::de_micros(r.integer(6))};
        },
        tx.organizacion(), args...);
    return c;
}

void sumar_impuesto(Composicion& composicion, const ImpuestoPartida& i) {
    BaseImporte& b = composicion[{i.impuesto, i.factor, i.tasa}];
    b.base += i.base;
    b.importe += i.importe;
    b.alCosto += i.alCosto.value_or(Importe{});
    if (es_de_arrendamiento(i)) b.renta += i.importe;
}

}  // namespace

Importe valor(const Composicion& composicion) {
    Importe suma;
    for (const auto& [clave, c] : composicion) {
        if (clave.impuesto == nombre(Impuesto::iva)) suma += c.base + c.importe;
        else if (clave.impuesto != nombre(Impuesto::ieps)) suma -= c.importe;  // IEPS is in the base of VAT
    }
    return suma;
}

void sumar(Composicion& composicion, const std::vector<ImpuestoPartida>& impuestos, Importe neto) {
    bool con_iva = false;
    for (const ImpuestoPartida& i : impuestos) {
        con_iva = con_iva || i.impuesto == nombre(Impuesto::iva);
        sumar_impuesto(composicion, i);
    }
    if (!con_iva) composicion[{std::string{nombre(Impuesto::iva)}, std::string{nombre(Factor::noObjeto)}, {}}].base += neto;
}

Acreditado acreditado_de(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId) {
    static const std::string sql = fmt::format(R"(
        SELECT p.impuestos, p.importe - p.descuento - p.promocion AS neto,
               p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total,
               {} AS documentoId, d.origenId AS cabeceraId, d.tipo
        FROM documento d
        JOIN documento suyo ON suyo.organizacionId = $1 AND suyo.transaccionId = $3 AND suyo.moneda = d.moneda
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId{}
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                               acreditado_por(), tablas_de_acreditado);
    const auto lineas = tx.all<LineaFila>(sql, tx.organizacion(), creditoId, documentoId);
    Acreditado a;
    a.entero = true;
    for (const LineaFila& l : lineas) {
        a.propio = a.propio || l.documentoId == documentoId || l.cabeceraId == documentoId;
        if (l.documentoId != documentoId) {
            a.entero = false;
            continue;
        }
        a.total += l.total;
        // What is let go has the taxes that it says, and no others.
        if (cumple(l.tipo, perdona))
            for (const ImpuestoPartida& i : reflect::recuperar(l.impuestos)) sumar_impuesto(a.composicion, i);
        else sumar(a.composicion, reflect::recuperar(l.impuestos), l.neto);
    }
    return a;
}

std::vector<std::int64_t> acreditados_por(db::Reader& tx, std::int64_t creditoId) {
    static const std::string sql = fmt::format(R"(
        SELECT DISTINCT {} AS documentoId
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId{}
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 ORDER BY documentoId)",
                                               acreditado_por(), tablas_de_acreditado);
    return tx.all<std::int64_t>(sql, tx.organizacion(), creditoId);
}

std::vector<std::int64_t> creditos_de(db::Reader& tx, std::int64_t documentoId) {
    // By their own lines, by those of goods that came back, of the document or of its deliveries, or as a whole.
    static const std::string sql = fmt::format(R"(
        SELECT d.transaccionId FROM documento d
        JOIN documento suyo ON suyo.organizacionId = $1 AND suyo.transaccionId = $2 AND suyo.moneda = d.moneda
        WHERE d.organizacionId = $1 AND d.estado <> 'cancelado' AND {}
          AND d.transaccionId IN (
            SELECT p.transaccionId FROM partida p WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0
            UNION
            SELECT p.transaccionId FROM partida r
            JOIN partida p ON p.organizacionId = $1 AND p.origenId = r.transaccionId AND p.origenPartida = r.numeroPartida
                          AND p.origenId <> 0
            WHERE r.organizacionId = $1 AND r.origenId = $2 AND r.origenId <> 0
            UNION
            SELECT p.transaccionId FROM partida e
            JOIN partida r ON r.organizacionId = $1 AND r.origenId = e.transaccionId AND r.origenPartida = e.numeroPartida
                          AND r.origenId <> 0
            JOIN partida p ON p.organizacionId = $1 AND p.origenId = r.transaccionId AND p.origenPartida = r.numeroPartida
                          AND p.origenId <> 0
            WHERE e.organizacionId = $1 AND e.origenId = $2 AND e.origenId <> 0
            UNION
            SELECT c.transaccionId FROM documento c WHERE c.organizacionId = $1 AND c.origenId = $2 AND c.origenId <> 0)
        ORDER BY d.transaccionId)",
                                               en_sql("d.tipo", descuenta));
    return tx.all<std::int64_t>(sql, tx.organizacion(), documentoId);
}

Composicion abierta_de(db::Reader& tx, std::int64_t transaccionId) {
    return leer(tx, R"(SELECT impuesto, factor, tasa, base - baseLiquidada, importe - liquidado, alCosto - alCostoLiquidado,
                              arrendamiento - rentaLiquidada
                       FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2)",
                transaccionId);
}

Composicion movida_por(db::Reader& tx, std::int64_t pagoId, std::int64_t documentoId, std::int64_t de) {
    return leer(tx, R"(SELECT i.impuesto, i.factor, i.tasa, CAST(SUM(i.base) AS BIGINT), CAST(SUM(i.importe) AS BIGINT),
                              CAST(SUM(i.alCosto) AS BIGINT), CAST(SUM(i.renta) AS BIGINT)
                       FROM aplicacion a
                       JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = $4
                       WHERE a.organizacionId = $1 AND a.pagoId = $2 AND a.documentoId = $3 AND a.estado = 'vigente'
                       GROUP BY i.impuesto, i.factor, i.tasa)",
                pagoId, documentoId, de);
}

Composicion movida_por(db::Reader& tx, std::int64_t aplicacionId, std::int64_t de) {
    return leer(tx, R"(SELECT impuesto, factor, tasa, base, importe, alCosto, renta FROM aplicacionImpuesto
                       WHERE organizacionId = $1 AND aplicacionId = $2 AND transaccionId = $3)",
                aplicacionId, de);
}

Importe aplicado_a(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId) {
    return tx
        .one<Importe>(R"(SELECT CAST(COALESCE(SUM(importe), 0) AS BIGINT) FROM aplicacion
                         WHERE organizacionId = $1 AND pagoId = $2 AND documentoId = $3 AND estado = 'vigente')",
                      tx.organizacion(), creditoId, documentoId)
        .value_or(Importe{});
}

namespace {

std::string tipo_del(db::Reader& tx, std::int64_t transaccionId) {
    return tx
        .one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
                          transaccionId)
        .value_or("");
}

void quitar(Composicion& de, const Composicion& que) { de = sin(std::move(de), que); }

}  // namespace

Composicion cobrada_de(db::Reader& tx, std::int64_t documentoId) {
    static constexpr std::string_view liquidada =
        R"(SELECT impuesto, factor, tasa, baseLiquidada, liquidado, alCostoLiquidado, rentaLiquidada FROM documentoImpuesto
           WHERE organizacionId = $1 AND transaccionId = $2)";
    Composicion cobrada = leer(tx, liquidada, documentoId);
    for (const auto creditoId : creditos_de(tx, documentoId)) {
        const Acreditado a = acreditado_de(tx, creditoId, documentoId);
        if (a.composicion.empty()) continue;
        // Also what it moved where it paid something else, as a companion does; but of one that is about several documents nobody
        // knows of which.
        quitar(cobrada, a.entero ? leer(tx, liquidada, creditoId) : movida_por(tx, creditoId, documentoId, creditoId));
    }
    return cobrada;
}

namespace {

// Adds rows of impuesto, factor, tasa, base, importe and both in the organization's currency.
template <class... Args>
void sumar_cobrado(db::Reader& tx, std::map<ClaveImpuesto, Cobrado>& cobrado, std::string_view sql, const Args&... args) {
    tx.each(
        sql,
        [&](const db::Row& r) {
            const auto cifra = [&](int importe, int local) {
                return Cifra{Importe::de_micros(r.integer(importe)), Importe::de_micros(r.integer(local))};
            };
            Cobrado& c = cobrado[{std::string{r.text(0)}, std::string{r.text(1)}, Tasa::de_micros(r.integer(2))}];
            c.base = c.base + cifra(3, 5);
            c.importe = c.importe + cifra(4, 6);
        },
        tx.organizacion(), args...);
}

// What applications in force moved of the taxes of $2.
const std::string& movido_sql() {
    static const std::string sql = R"(
        SELECT i.impuesto, i.factor, i.tasa, i.base, i.importe - i.alCosto, i.baseLocal, i.efectivoLocal
        FROM aplicacion a
        JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = $2
        WHERE a.organizacionId = $1 AND a.estado = 'vigente' AND )";
    return sql;
}

// What a credit gave back, with itself and where it was used, and what it took of the document that it is about.
struct DeCredito {
    Cobrado dado;
    Cobrado tomado;
};

// Nothing where it is about several: nobody knows of which.
std::map<ClaveImpuesto, DeCredito> de_credito(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId) {
    static const std::string usado = movido_sql() + "a.pagoId = $2";
    static const std::string suyo = movido_sql() + "a.documentoId = $2 AND a.pagoId = $3";
    static constexpr std::string_view restituido =
        R"(SELECT impuesto, factor, tasa, baseRestituida, restituido - alCostoRestituido, baseRestituidaLocal, restituidoEfectivo
           FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2 AND (baseRestituida <> 0 OR restituido <> 0))";
    std::map<ClaveImpuesto, DeCredito> r;
    const Acreditado a = acreditado_de(tx, creditoId, documentoId);
    if (!a.entero || a.composicion.empty()) return r;
    std::map<ClaveImpuesto, Cobrado> dado;
    std::map<ClaveImpuesto, Cobrado> tomado;
    sumar_cobrado(tx, dado, usado, creditoId);
    sumar_cobrado(tx, dado, restituido, creditoId);
    sumar_cobrado(tx, tomado, suyo, documentoId, creditoId);
    for (const auto& [clave, c] : dado) r[clave].dado = c;
    for (const auto& [clave, c] : tomado) r[clave].tomado = c;
    return r;
}

}  // namespace

Importe Cifra::de(Importe parte, int decimales) const {
    if (parte == importe || importe.es_cero()) return parte == importe ? local : Importe{};
    return proporcion(local, parte.micros(), importe.micros(), decimales);
}

std::map<ClaveImpuesto, Cobranza> cobrado_en_local(db::Reader& tx, std::int64_t documentoId) {
    static const std::string del_documento = movido_sql() + "a.documentoId = $2";
    std::map<ClaveImpuesto, Cobrado> movido;
    sumar_cobrado(tx, movido, del_documento, documentoId);
    std::map<ClaveImpuesto, Cobranza> cobrado;
    for (const auto& [clave, c] : movido) cobrado[clave] = {c, c};
    // What a credit takes of what it gives back is paid by nobody; beyond that it pays, as money does.
    const auto vuelto = [](Cifra dado, Cifra tomado) { return tomado.importe <= dado.importe ? tomado : dado; };
    for (const auto creditoId : creditos_de(tx, documentoId))
        for (const auto& [clave, c] : de_credito(tx, creditoId, documentoId)) {
            auto& [pagado, queda] = cobrado[clave];
            queda = {queda.base - c.dado.base, queda.importe - c.dado.importe};
            pagado = {pagado.base - vuelto(c.dado.base, c.tomado.base),
                      pagado.importe - vuelto(c.dado.importe, c.tomado.importe)};
        }
    return cobrado;
}

std::map<ClaveImpuesto, Cobrado> devuelto_por(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId) {
    std::map<ClaveImpuesto, Cobrado> devuelto;
    for (const auto& [clave, c] : de_credito(tx, creditoId, documentoId))
        devuelto[clave] = {c.dado.base - c.tomado.base, c.dado.importe - c.tomado.importe};
    return devuelto;
}

std::vector<Apartado> apartados_de(db::Reader& tx, std::int64_t creditoId) {
    std::vector<Apartado> apartados;
    const Documento* tipo = tipo_de(tipo_del(tx, creditoId));
    // A companion goes where the sale went that it takes back.
    if (tipo == nullptr || !descuenta(*tipo) || tipo->acompaniante) return apartados;
    for (const auto documentoId : acreditados_por(tx, creditoId)) {
        const Acreditado suyo = acreditado_de(tx, creditoId, documentoId);
        if (documentoId == 0 || suyo.composicion.empty()) continue;
        const Importe importe =
            std::min(suyo.total - aplicado_a(tx, creditoId, documentoId), saldo_de(tx, documentoId, liquida(*tipo)));
        if (importe > Importe{}) apartados.push_back({documentoId, importe});
    }
    return apartados;
}

std::optional<Composicion> libre_de(db::Reader& tx, std::int64_t creditoId) {
    if (apartados_de(tx, creditoId).empty()) return std::nullopt;
    const Composicion abierta = abierta_de(tx, creditoId);
    Composicion libre;
    for (const auto documentoId : acreditados_por(tx, creditoId)) {
        const Acreditado suyo = acreditado_de(tx, creditoId, documentoId);
        if (suyo.composicion.empty()) continue;
        const Composicion queda =
            suyo.entero ? abierta : menos(suyo.composicion, movida_por(tx, creditoId, documentoId, creditoId));
        libre = mas(libre, menos(queda, abierta_de(tx, documentoId)));
    }
    return comun(libre, abierta);
}

Composicion neta_de(db::Reader& tx, std::int64_t documentoId, bool con_perdones) {
    Composicion neta = leer(tx, R"(SELECT impuesto, factor, tasa, base, importe, alCosto, arrendamiento FROM documentoImpuesto
                                   WHERE organizacionId = $1 AND transaccionId = $2)",
                            documentoId);
    for (const auto creditoId : creditos_de(tx, documentoId)) {
        // What was let go and is owed again waits for nothing.
        if (cumple(tipo_del(tx, creditoId), perdona) &&
            (!con_perdones || movida_por(tx, creditoId, documentoId, documentoId).empty()))
            continue;
        quitar(neta, acreditado_de(tx, creditoId, documentoId).composicion);
    }
    return neta;
}

Composicion sin(Composicion a, const Composicion& b) {
    for (const auto& [clave, c] : b) {
        BaseImporte& x = a[clave];
        x.base -= c.base;
        x.importe -= c.importe;
        x.alCosto -= c.alCosto;
        x.renta -= c.renta;
    }
    return a;
}

Composicion menos(Composicion a, const Composicion& b) {
    for (auto& [clave, c] : a) {
        const auto otra = b.find(clave);
        if (otra == b.end()) continue;
        const auto menos_ = [](Importe x, Importe y) { return std::max(Importe{}, x - y); };
        c.base = menos_(c.base, otra->second.base);
        c.importe = menos_(c.importe, otra->second.importe);
        c.alCosto = menos_(c.alCosto, otra->second.alCosto);
        c.renta = menos_(c.renta, otra->second.renta);
    }
    return a;
}

Composicion comun(const Composicion& a, const Composicion& b) {
    Composicion r;
    for (const auto& [clave, c] : a) {
        const auto otra = b.find(clave);
        if (otra == b.end()) continue;
        const auto menor_de = [](Importe x, Importe y) { return std::max(Importe{}, std::min(x, y)); };
        const BaseImporte menor{menor_de(c.base, otra->second.base), menor_de(c.importe, otra->second.importe),
                                menor_de(c.alCosto, otra->second.alCosto), menor_de(c.renta, otra->second.renta)};
        if (!menor.base.es_cero() || !menor.importe.es_cero()) r[clave] = menor;
    }
    return r;
}

Composicion mas(Composicion a, const Composicion& b) {
    for (const auto& [clave, c] : b) {
        BaseImporte& x = a[clave];
        x.base += c.base;
        x.importe += c.importe;
        x.alCosto += c.alCosto;
        x.renta += c.renta;
    }
    return a;
}

bool cabal(const BaseImporte& x) {
    return std::min({x.base, x.importe, x.alCosto, x.renta}) >= Importe{} && x.alCosto <= x.importe && x.renta <= x.importe;
}

bool trocadas(const Composicion& tomada, const Composicion& propia, const Composicion& abierta) {
    return std::ranges::any_of(tomada, [&](const auto& t) {
        const auto de = [&](const Composicion& c) {
            const auto suya = c.find(t.first);
            return suya == c.end() ? BaseImporte{} : suya->second;
        };
        const BaseImporte mia = de(propia);
        const BaseImporte queda = de(abierta);
        const auto trocada = [&](Importe BaseImporte::*clase) {
            const auto otra = [&](const BaseImporte& x) { return x.importe - x.*clase; };
            return (t.second.*clase > mia.*clase && otra(queda) > Importe{}) ||
                   (otra(t.second) > otra(mia) && queda.*clase > Importe{});
        };
        return trocada(&BaseImporte::alCosto) || trocada(&BaseImporte::renta);
    });
}

void acotar_clases(BaseImporte& parte, const BaseImporte& abierta) {
    const auto acotada = [&](Importe clase, Importe entera) {
        const Importe menor = std::max(Importe{}, parte.importe - (abierta.importe - entera));
        return std::max(menor, std::min({clase, entera, parte.importe}));
    };
    parte.alCosto = acotada(parte.alCosto, abierta.alCosto);
    parte.renta = acotada(parte.renta, abierta.renta);
}

bool vacia(const Composicion& c) {
    return std::ranges::all_of(c, [](const auto& x) { return x.second.base.es_cero() && x.second.importe.es_cero(); });
}

Importe redondeos_de(const Composicion& c, int decimales) {
    return Importe::de_micros(2 * static_cast<std::int64_t>(c.size()) * unidad_de(decimales).micros());
}

BaseImporte falta_de(const BaseImporte& x, const BaseImporte& entera, int decimales) {
    const auto falta = [](Importe i) { return std::max(Importe{}, -i); };
    // What is cost is not rounded in other currencies.
    const auto hacia_arriba = [&](Importe i) {
        const std::int64_t unidad = unidad_de(decimales).micros();
        return Importe::de_micros((i.micros() + unidad - 1) / unidad * unidad);
    };
    const auto con_su_resto = [&](Importe clase) { return hacia_arriba(falta(clase)) + hacia_arriba(falta(x.importe - clase)); };
    BaseImporte f{falta(x.base), falta(x.importe), falta(x.alCosto), falta(x.renta)};
    const Importe por_clase = std::max(con_su_resto(x.alCosto), con_su_resto(x.renta));
    if (por_clase <= f.importe || entera.importe.es_cero()) return f;
    f.importe = por_clase;
    f.base = std::max(f.base,
                      proporcion(entera.base, std::min(por_clase, entera.importe).micros(), entera.importe.micros(), decimales));
    return f;
}

Composicion recortada(const Composicion& c, Importe importe, int decimales) {
    const Importe entera = valor(c);
    if (entera <= importe) return c;
    Composicion r;
    if (importe <= Importe{}) return r;
    for (const auto& [clave, x] : c) r[clave] = parte_abierta(clave, x, x, importe, entera, decimales);
    return r;
}

BaseImporte parte_abierta(const ClaveImpuesto& clave, const BaseImporte& abierta, const BaseImporte& entera, Importe importe,
                          Importe saldo, int decimales) {
    constexpr int decimales_de_cantidad = 6;
    const Factor factor = factor_de(clave.factor);
    const auto parte = [&](Importe i, int d) { return std::min(i, proporcion(i, importe.micros(), saldo.micros(), d)); };
    const Importe base = parte(abierta.base, factor == Factor::cuota ? decimales_de_cantidad : decimales);
    BaseImporte p{base, parte_de_impuesto({factor, clave.tasa, entera.importe, entera.base, abierta.importe, abierta.base, base,
                                           parte(abierta.importe, decimales)},
                                          decimales)};
    if (abierta.importe <= Importe{}) return p;
    const auto clase = [&](Importe i) { return proporcion(i, p.importe.micros(), abierta.importe.micros(), decimales); };
    p.alCosto = clase(abierta.alCosto);
    p.renta = clase(abierta.renta);
    return p;
}

namespace {

// One tax of what is let go; what is withheld of rent says so.
void perdonar_impuesto(CifrasPartida& c, const ClaveImpuesto& clave, const BaseImporte& x, int decimales) {
    const auto agregar = [&](Importe base, Importe importe, std::string_view mas) {
        if (base.es_cero() && importe.es_cero()) return;
        auto& i = c.impuestos.emplace_back(
            ImpuestoPartida{clave.impuesto, clave.factor, clave.tasa, base, importe, "saldo cancelado" + std::string{mas}});
        if (!x.alCosto.es_cero()) i.alCosto = std::min(x.alCosto, importe);
    };
    const Importe renta = std::min(x.renta, x.importe);
    const Importe base = renta.es_cero() ? Importe{} : proporcion(x.base, renta.micros(), x.importe.micros(), decimales);
    agregar(x.base - base, x.importe - renta, "");
    agregar(base, renta, por_arrendamiento);
    suma_de(c, impuesto_de(clave.impuesto)) += x.importe;
}

}  // namespace

CifrasPartida parte_perdonada(db::Reader& tx, std::int64_t documentoId, Importe importe, Importe saldo, int decimales,
                              const Composicion& apartada) {
    const Composicion abierta = abierta_de(tx, documentoId);
    Composicion neta = sin(neta_de(tx, documentoId, true), apartada);
    neta = comun(neta, neta);  // nothing below zero
    const Composicion hay = comun(abierta, neta);
    // Where a credit takes off what is still open, the rest is let go of what was collected.
    const bool entera = vacia(menos(abierta, hay));
    // Not the balance: what a credit gave back of what is withheld is owed, and no tax is open for it.
    const Importe todo = valor(hay);
    const Importe sobra = importe < todo ? todo - importe : importe - todo;
    Composicion suya;
    if (entera && importe == saldo && sobra <= redondeos_de(hay, decimales)) {
        suya = hay;
    } else {
        for (const auto& [clave, x] : hay)
            suya[clave] = importe >= todo ? x : parte_abierta(clave, x, x, importe, todo, decimales);
        if (importe > todo) suya = mas(suya, recortada(menos(neta, hay), importe - todo, decimales));
    }
    CifrasPartida c;
    // IEPS is in what VAT is charged on: no more of it is let go than that holds.
    Importe neto = importe;
    for (const auto& [clave, x] : suya)
        neto -= clave.impuesto == nombre(Impuesto::iva) || clave.impuesto == nombre(Impuesto::ieps) ? x.importe : -x.importe;
    for (auto& [clave, x] : suya) {
        if (neto < Importe{} && clave.impuesto == nombre(Impuesto::ieps) && x.importe > Importe{}) {
            const Importe cabe = std::max(Importe{}, x.importe + neto);
            neto += x.importe - cabe;
            x.base = proporcion(x.base, cabe.micros(), x.importe.micros(), decimales);
            x.importe = cabe;
        }
        acotar_clases(x, neta.at(clave));
        perdonar_impuesto(c, clave, x, decimales);
    }
    c.importe = c.neto = importe - c.iva - c.ieps + c.ivaRetenido + c.isrRetenido;
    c.precioNeto = Precio::de_micros(c.neto.micros());
    return c;
}

}  // namespace cacao::engine
