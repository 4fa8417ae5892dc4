#include "rooms/timbrado/anticipo_de.hpp"

#include "base/sat.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/objeto.hpp"
#include "rooms/timbrado/impuesto_dado.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>

namespace cacao::timbrado {
namespace {

constexpr std::string_view concepto_de_anticipo = "84111506";
constexpr std::string_view unidad_de_anticipo = "ACT";
constexpr std::string_view anticipo_recibido = "Anticipo del bien o servicio";
constexpr std::string_view anticipo_aplicado = "Aplicación de anticipo";
constexpr std::string_view forma_de_aplicacion = "30";

// An application of an advance to an invoice.
struct FilaAnticipoAplicado {
    std::int64_t aplicacionId = 0, pagoId = 0, documentoId = 0;
    Importe importe, importe2;
    std::string moneda, monedaFactura, uuid, timbrado;
    Importe total;  // of the advance
};
DESCRIBE_STRUCT(FilaAnticipoAplicado, (),
                (aplicacionId, pagoId, documentoId, importe, importe2, moneda, monedaFactura, uuid, timbrado, total))

const std::string& anticipos_aplicados() {
    static const std::string sql = R"(
        SELECT a.aplicacionId, a.pagoId, a.documentoId, a.importe, a.importe2, p.moneda, d.moneda AS monedaFactura,
               COALESCE(p.uuid, '') AS uuid, COALESCE(t.estado, '') AS timbrado, p.total
        FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
        LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.pagoId
        WHERE a.organizacionId = $1 AND )" +
                                   engine::en_sql("p.tipo", engine::es_anticipo);
    return sql;
}

struct FilaImpuestoDeAnticipo {
    std::string impuesto, factor;
    Tasa tasa;
    Importe base, importe;
};
DESCRIBE_STRUCT(FilaImpuestoDeAnticipo, (), (impuesto, factor, tasa, base, importe))

// The taxes of what was applied of an advance: those that the books gave back with it, and of those that they do not move (what
// is withheld, excise) its share.
struct ImpuestosAplicados {
    std::vector<fiscal::ImpuestoDado> todos;
    bool solo_iva = true;
};
ImpuestosAplicados impuestos_aplicados(db::Reader& tx, const FilaAnticipoAplicado& a) {
    ImpuestosAplicados r;
    std::set<std::string> movidos;
    for (const auto& i : tx.all<FilaImpuestoDeAnticipo>(R"(
             SELECT impuesto, factor, tasa, base, importe FROM aplicacionImpuesto
             WHERE organizacionId = $1 AND aplicacionId = $2 AND transaccionId = $3 ORDER BY impuesto, factor, tasa)",
                                                        tx.organizacion(), a.aplicacionId, a.pagoId)) {
        movidos.insert(i.impuesto);
        if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, i.base, i.importe)) r.todos.push_back(std::move(*dado));
    }
    const auto parte = [&](Importe entero) { return engine::proporcion(entero, a.importe.micros(), a.total.micros(), 2); };
    for (const auto& i : tx.all<FilaImpuestoDeAnticipo>(R"(
             SELECT impuesto, factor, tasa, base, importe FROM documentoImpuesto
             WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto <> 'iva' ORDER BY impuesto, factor, tasa)",
                                                        tx.organizacion(), a.pagoId)) {
        if (movidos.contains(i.impuesto)) continue;
        r.solo_iva = false;
        if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, parte(i.base), parte(i.importe)))
            r.todos.push_back(std::move(*dado));
    }
    return r;
}

// What an amount is without its taxes.
Importe sin_impuestos(Importe importe, const std::vector<fiscal::ImpuestoDado>& impuestos) {
    for (const auto& i : impuestos) importe += i.retencion ? i.importe : -i.importe;
    return importe;
}

bool en_camino(std::string_view estado) {
    using enum engine::EstadoTimbrado;
    return std::ranges::any_of(std::array{porTimbrar, enviado, porCancelar, enCancelacion},
                               [&](auto e) { return estado == reflect::enum_name(e); });
}

// Lines that bear one tax, or none: an advance of that one is taken off them.
struct ClaseDeLinea {
    std::string factor;  // "": none
    Tasa tasa;
    friend auto operator<=>(const ClaseDeLinea&, const ClaseDeLinea&) = default;
};
std::optional<ClaseDeLinea> clase_de(const std::vector<fiscal::ImpuestoDado>& impuestos) {
    if (impuestos.empty()) return ClaseDeLinea{};
    const auto& i = impuestos.front();
    if (impuestos.size() > 1 || i.retencion || i.impuesto != "002") return std::nullopt;
    return ClaseDeLinea{i.factor, i.tasa};
}

struct Rebaja {
    Importe neto;
    Importe impuesto;
};

// Off the lines of each class, in proportion: what goes off the net by the net, what goes off the tax by the tax, each rounded
// with what went before, so that the parts come to the whole and no line gives more than it has. Nothing when it does not fit.
std::optional<std::vector<fiscal::LineaDada>> rebajadas(std::vector<fiscal::LineaDada> lineas,
                                                        const std::map<ClaseDeLinea, Rebaja>& rebajas, int decimales) {
    const auto neto_de = [](const fiscal::LineaDada& l) { return l.importe - l.descuento; };
    const auto impuesto_de = [](const fiscal::LineaDada& l) {
        return l.impuestos.empty() ? Importe{} : l.impuestos.front().importe;
    };
    for (const auto& [clase, rebaja] : rebajas) {
        Rebaja todo;
        for (const auto& l : lineas) {
            if (clase_de(l.impuestos) != clase) continue;
            todo.neto += neto_de(l);
            todo.impuesto += impuesto_de(l);
        }
        if (rebaja.neto > todo.neto || rebaja.impuesto > todo.impuesto || todo.neto.es_cero()) return std::nullopt;
        Rebaja hasta;
        Rebaja dado;
        const auto parte = [&](Importe Rebaja::*cual) {
            if ((todo.*cual).es_cero()) return Importe{};
            const Importe suya =
                engine::proporcion(rebaja.*cual, (hasta.*cual).micros(), (todo.*cual).micros(), decimales) - dado.*cual;
            dado.*cual += suya;
            return suya;
        };
        for (auto& l : lineas) {
            if (clase_de(l.impuestos) != clase) continue;
            hasta.neto += neto_de(l);
            hasta.impuesto += impuesto_de(l);
            const Importe neto = neto_de(l) - parte(&Rebaja::neto);
            const Importe impuesto = impuesto_de(l) - parte(&Rebaja::impuesto);
            l.descuento = l.importe - neto;
            if (l.impuestos.empty()) continue;
            l.impuestos.front().base = neto;
            l.impuestos.front().importe = impuesto;
            if (neto.es_cero() && !impuesto.es_cero()) return std::nullopt;
        }
    }
    return lineas;
}

bool por_remanente(db::Reader& tx) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM configuracionFiscal WHERE organizacionId = $1 AND anticipos = 'remanente'",
                           tx.organizacion())
        .has_value();
}

// A payment in force told a part of the whole before.
bool con_parte_anterior(db::Reader& tx, std::int64_t facturaId, std::int64_t aplicacionId) {
    return tx
        .one<std::int64_t>(R"(SELECT 1 FROM aplicacion WHERE organizacionId = $1 AND documentoId = $2 AND estado = 'vigente'
                              AND parcialidad <> 0 AND aplicacionId < $3 LIMIT 1)",
                           tx.organizacion(), facturaId, aplicacionId)
        .has_value();
}

// The lines of the invoice for what the advances leave; nothing where it is to be of the whole.
std::optional<std::vector<fiscal::LineaDada>> remanente(db::Reader& tx, const std::vector<FilaAnticipoAplicado>& anticipos,
                                                        const fiscal::Comprobante& c) {
    if (anticipos.empty() || !por_remanente(tx)) return std::nullopt;
    const int decimales = fiscal::Esquema::sat().decimales(c.cfdi.moneda);
    Importe total;
    for (const auto& l : c.lineas) {
        total += l.importe - l.descuento;
        for (const auto& i : l.impuestos) total += i.retencion ? -i.importe : i.importe;
    }
    std::map<ClaseDeLinea, Rebaja> rebajas;
    for (const auto& a : anticipos) {
        const auto impuestos = impuestos_aplicados(tx, a);
        const auto clase = clase_de(impuestos.todos);
        if (a.moneda != a.monedaFactura || !impuestos.solo_iva || !clase || con_parte_anterior(tx, a.documentoId, a.aplicacionId))
            return std::nullopt;
        auto& suya = rebajas[*clase];
        suya.neto += sin_impuestos(a.importe, impuestos.todos);
        if (!impuestos.todos.empty()) suya.impuesto += impuestos.todos.front().importe;
        total -= a.importe;
    }
    if (total <= Importe{}) return std::nullopt;
    auto lineas = rebajadas(c.lineas, rebajas, decimales);
    if (!lineas) return std::nullopt;
    // Lines that are off their rate by more than what is left of them allows for cannot be printed for less.
    fiscal::Comprobante menor = c;
    menor.lineas = *lineas;
    return fiscal::armar(menor).bien() ? std::move(lineas) : std::nullopt;
}

void relacionar(fiscal::Cfdi& cfdi, const std::string& uuid) {
    auto suya = std::ranges::find(cfdi.relaciones, de_anticipo, &fiscal::RelacionCfdi::tipoRelacion);
    if (suya == cfdi.relaciones.end()) suya = cfdi.relaciones.insert(cfdi.relaciones.end(), {std::string{de_anticipo}, {}});
    const auto folio = mayusculas(uuid);
    if (std::ranges::find(suya->uuids, folio) == suya->uuids.end()) suya->uuids.push_back(folio);
}

}  // namespace

std::string forma_del_anticipo(db::Reader& tx, std::int64_t transaccionId, Faltas& faltas) {
    auto forma = tx.one<std::string>(R"(SELECT f.claveSAT FROM documento d
                                        JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
                                        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                     tx.organizacion(), transaccionId)
                     .value_or("");
    if (!sat::es_forma_pago(forma) || forma == sat::forma_por_definir)
        faltas.agregar(Codigo::dato_fiscal_faltante, "/formaPagoId");
    return forma;
}

void prescribir_concepto(fiscal::LineaDada& linea) {
    linea.concepto = {};
    linea.concepto.claveProdServ = concepto_de_anticipo;
    linea.concepto.claveUnidad = unidad_de_anticipo;
    linea.concepto.descripcion = anticipo_recibido;
}

std::vector<engine::AnticipoDicho> poner_anticipos(db::Reader& tx, std::int64_t facturaId, bool global, fiscal::Comprobante& c,
                                                   Faltas& faltas) {
    // The public in general has no advances; what was applied to a global invoice all the same is taken off by an egress.
    if (global) return {};
    auto anticipos = tx.all<FilaAnticipoAplicado>(
        anticipos_aplicados() + " AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.aplicacionId", tx.organizacion(),
        facturaId);
    for (const auto& a : anticipos)
        if (en_camino(a.timbrado))
            faltas.agregar(Codigo::comprobante_en_proceso, "/anticipos", En::donde_sea,
                           reflect::objeto("transaccionId", a.pagoId));
    std::erase_if(anticipos, [](const FilaAnticipoAplicado& a) {
        return a.uuid.empty() || a.timbrado == reflect::enum_name(engine::EstadoTimbrado::cancelado);
    });
    auto lineas = remanente(tx, anticipos, c);
    if (lineas) c.lineas = std::move(*lineas);
    std::vector<engine::AnticipoDicho> dichos;
    for (const auto& a : anticipos) {
        relacionar(c.cfdi, a.uuid);
        dichos.push_back({a.aplicacionId, lineas.has_value()});
    }
    return dichos;
}

void egresar_anticipo(db::Reader& tx, std::int64_t transaccionId, fiscal::Comprobante& c, Faltas& faltas) {
    const auto a = tx.one<FilaAnticipoAplicado>(anticipos_aplicados() + R"( AND a.aplicacionId IN
            (SELECT k.aplicacionId FROM complementoAplicacion k WHERE k.organizacionId = $1 AND k.complementoId = $2))",
                                                tx.organizacion(), transaccionId);
    reject_if(!a, Codigo::no_encontrado, "/transaccionId");
    const auto factura =
        tx.one<std::string>("SELECT COALESCE(uuid, '') FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                            tx.organizacion(), a->documentoId);
    if (!factura || factura->empty())
        faltas.agregar(Codigo::dato_fiscal_faltante, "/relacionados/uuid", En::donde_sea,
                       reflect::objeto("transaccionId", a->documentoId));
    else relacionar(c.cfdi, *factura);
    // The invoice names the advance; one that was stamped before it was applied does not, and so the egress does.
    const bool nombrado = tx.one<std::int64_t>("SELECT 1 FROM anticipoFacturado WHERE organizacionId = $1 AND aplicacionId = $2",
                                               tx.organizacion(), a->aplicacionId)
                              .has_value();
    if (!nombrado && !a->uuid.empty()) relacionar(c.cfdi, a->uuid);
    c.cfdi.metodoPago = std::string{sat::en_una_exhibicion};
    c.cfdi.formaPago = forma_de_aplicacion;
    auto& l = c.lineas.emplace_back();
    prescribir_concepto(l);
    l.concepto.descripcion = anticipo_aplicado;
    l.cantidad = Cantidad::de_enteros(1);
    l.impuestos = impuestos_aplicados(tx, *a).todos;
    l.importe = sin_impuestos(a->importe, l.impuestos);
    l.precio = Precio::de_micros(l.importe.micros());
}

}  // namespace cacao::timbrado
