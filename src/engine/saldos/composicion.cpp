#include "engine/saldos/composicion.hpp"

#include "db/rows.hpp"
#include "engine/cadena/acreditado.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/saldos/clases.hpp"
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
};
DESCRIBE_STRUCT(LineaFila, (), (impuestos, neto, total, documentoId, cabeceraId))

// Of rows of impuesto, factor, tasa, base and importe.
template <class... Args>
Composicion leer(db::Reader& tx, std::string_view sql, const Args&... args) {
    Composicion c;
    tx.each(
        sql,
        [&](const db::Row& r) {
            c[{std::string{r.text(0)}, std::string{r.text(1)}, Tasa::de_micros(r.integer(2))}] = {
                Importe::de_micros(r.integer(3)), Importe::de_micros(r.integer(4))};
        },
        tx.organizacion(), args...);
    return c;
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
        BaseImporte& b = composicion[{i.impuesto, i.factor, i.tasa}];
        b.base += i.base;
        b.importe += i.importe;
    }
    if (!con_iva) composicion[{std::string{nombre(Impuesto::iva)}, std::string{nombre(Factor::noObjeto)}, {}}].base += neto;
}

Acreditado acreditado_de(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId) {
    static const std::string sql = fmt::format(R"(
        SELECT p.impuestos, p.importe - p.descuento - p.promocion AS neto,
               p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total,
               {} AS documentoId, d.origenId AS cabeceraId
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId{}
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                               acreditado_por(), tablas_de_acreditado);
    const auto lineas = tx.all<LineaFila>(sql, tx.organizacion(), creditoId);
    Acreditado a;
    a.entero = true;
    for (const LineaFila& l : lineas) {
        a.propio = a.propio || l.documentoId == documentoId || l.cabeceraId == documentoId;
        if (l.documentoId != documentoId) {
            a.entero = false;
            continue;
        }
        a.total += l.total;
        sumar(a.composicion, reflect::recuperar(l.impuestos), l.neto);
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

Composicion parte_de(const Acreditado& a, Importe importe, int decimales) {
    Composicion suya;
    const auto parte = [&](Importe i) { return proporcion(i, importe.micros(), a.total.micros(), decimales); };
    for (const auto& [clave, c] : a.composicion) suya[clave] = {parte(c.base), parte(c.importe)};
    return suya;
}

std::vector<CreditoEnVigor> creditos_en_vigor(db::Reader& tx, std::int64_t documentoId) {
    static const std::string sql = fmt::format(R"(
        SELECT a.aplicacionId, a.pagoId AS creditoId, a.fecha, a.importe2 AS importe, m.decimales
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId AND {}
        JOIN moneda m ON m.moneda = p.moneda
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.aplicacionId)",
                                               en_sql("p.tipo", descuenta));
    auto creditos = tx.all<CreditoEnVigor>(sql, tx.organizacion(), documentoId);
    for (CreditoEnVigor& c : creditos) {
        c.tomada = leer(tx, R"(SELECT impuesto, factor, tasa, base, importe FROM aplicacionImpuesto
                               WHERE organizacionId = $1 AND aplicacionId = $2 AND transaccionId = $3)",
                        c.aplicacionId, documentoId);
        const Acreditado a = acreditado_de(tx, c.creditoId, documentoId);
        c.propia = a.total >= c.importe ? parte_de(a, c.importe, c.decimales) : c.tomada;
    }
    return creditos;
}

Composicion abierta_de(db::Reader& tx, std::int64_t transaccionId) {
    return leer(tx, R"(SELECT impuesto, factor, tasa, base - baseLiquidada, importe - liquidado FROM documentoImpuesto
                       WHERE organizacionId = $1 AND transaccionId = $2)",
                transaccionId);
}

CifrasPartida parte_abierta(db::Reader& tx, std::int64_t transaccionId, Importe importe, Importe saldo, int decimales) {
    CifrasPartida c;
    const auto parte = [&](Importe abierto) {
        return importe == saldo ? abierto : std::min(abierto, proporcion(abierto, importe.micros(), saldo.micros(), decimales));
    };
    for (const auto& [clave, abierto] : abierta_de(tx, transaccionId)) {
        const Importe base = parte(abierto.base);
        const Importe impuesto = parte(abierto.importe);
        if (base.es_cero() && impuesto.es_cero()) continue;
        c.impuestos.push_back({clave.impuesto, clave.factor, clave.tasa, base, impuesto, "saldo cancelado"});
        suma_de(c, impuesto_de(clave.impuesto)) += impuesto;
    }
    clasificar_como(tx, transaccionId, c, decimales);
    c.importe = c.neto = importe - c.iva - c.ieps + c.ivaRetenido + c.isrRetenido;
    c.precioNeto = Precio::de_micros(c.neto.micros());
    return c;
}

}  // namespace cacao::engine
