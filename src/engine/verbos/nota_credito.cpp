#include "engine/verbos/nota_credito.hpp"

#include "db/rows.hpp"
#include "engine/cadena/origen.hpp"
#include "engine/emision/articulos.hpp"
#include "engine/emision/registrar.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/precios/partes.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao::engine {
namespace {

// The document that a line credits: its own source or, for goods that went back, where they were invoiced, by themselves or
// before their delivery.
struct Acreditada {
    std::int64_t transaccionId{};
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    bool devuelta{};  // goods that went back
    std::string tipo;
    std::int64_t almacenId{};
    std::string origenTipo;

    // Of an invoice that delivers nothing itself.
    bool espera() const { return !devuelta && espera_entrega({{}, tipo, almacenId != 0}, origenTipo); }
};
DESCRIBE_STRUCT(Acreditada, (), (transaccionId, productoId, conceptoId, devuelta, tipo, almacenId, origenTipo))

std::optional<Acreditada> acreditada_de(db::Reader& tx, const Documento& tipo, std::int64_t transaccionId,
                                        std::int64_t numeroPartida) {
    return tx.one<Acreditada>(fmt::format(R"(
        SELECT CASE WHEN NOT {0} THEN p.transaccionId WHEN {1} THEN e.origenId ELSE p.origenId END AS transaccionId,
               p.productoId, p.conceptoId, CASE WHEN {0} THEN 1 ELSE 0 END AS devuelta, d.tipo, p.almacenId,
               COALESCE(v.tipo, '') AS origenTipo
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        LEFT JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = p.origenId
        LEFT JOIN partida e ON e.organizacionId = $1 AND e.transaccionId = p.origenId AND e.numeroPartida = p.origenPartida
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                                          en_sql("d.tipo", es_devolucion, tipo.contacto), en_sql("v.tipo", es_entrega)),
                              tx.organizacion(), transaccionId, numeroPartida);
}

// Whether so much of a line of goods waits for its delivery, by its invoice and by the order behind it.
bool sin_entregar(db::Reader& tx, LlavePartida linea, Cantidad cantidad) {
    bool cabe = false;
    tx.each(R"(SELECT p.cantidad, p.cantidadBase, p.cantidadBase - COALESCE(a.cantidad, 0),
                      COALESCE(o.cantidadBase, p.cantidadBase) - COALESCE(b.cantidad, 0)
               FROM partida p
               JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.tipo <> 'servicio'
               LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = $2 AND a.numeroPartida = $3 AND a.avance = 'entregado'
               LEFT JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
               LEFT JOIN avance b ON b.organizacionId = $1 AND b.transaccionId = p.origenId AND b.numeroPartida = p.origenPartida
                                 AND b.avance = 'entregado'
               WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
            [&](const db::Row& r) {
                const __int128 pedida = static_cast<__int128>(cantidad.micros()) * r.integer(1);
                cabe = pedida <= static_cast<__int128>(std::min(r.integer(2), r.integer(3))) * r.integer(0);
            },
            tx.organizacion(), linea.transaccionId, linea.numeroPartida);
    return cabe;
}

// What all credits of a document, and what was let go of it, come to, by their lines or as a whole, itself included.
Importe acreditado(db::Reader& tx, const Documento& tipo, std::int64_t documentoId) {
    return tx
        .one<Importe>(fmt::format(R"(
        SELECT CAST(COALESCE(SUM(x.total), 0) AS BIGINT) FROM (
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                            AND {0}
            WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0
            UNION ALL
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido
            FROM (SELECT b.transaccionId, b.numeroPartida FROM partida b
                  WHERE b.organizacionId = $1 AND b.origenId = $2 AND b.origenId <> 0
                  UNION ALL
                  SELECT b.transaccionId, b.numeroPartida
                  FROM partida e
                  JOIN documento w ON w.organizacionId = $1 AND w.transaccionId = e.transaccionId AND {1}
                  JOIN partida b ON b.organizacionId = $1 AND b.origenId = e.transaccionId AND b.origenPartida = e.numeroPartida
                                AND b.origenId <> 0
                  WHERE e.organizacionId = $1 AND e.origenId = $2 AND e.origenId <> 0) r
            JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = r.transaccionId AND {2}
            JOIN partida p ON p.organizacionId = $1 AND p.origenId = r.transaccionId AND p.origenPartida = r.numeroPartida
                          AND p.origenId <> 0
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                            AND d.tipo = $3
            UNION ALL
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido
            FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.origenId = 0
            WHERE d.organizacionId = $1 AND d.origenId = $2 AND d.origenId <> 0 AND d.estado <> 'cancelado'
              AND (d.tipo = $3 OR {3})) x)",
                                  en_sql("d.tipo", acredita, tipo.contacto), en_sql("w.tipo", es_entrega),
                                  en_sql("v.tipo", es_devolucion, tipo.contacto), en_sql("d.tipo", perdona, tipo.contacto)),
                      tx.organizacion(), documentoId, tipo.tipo)
        .value_or(Importe{});
}

struct DocumentoAcreditado {
    std::string tipo;
    std::string estado;
    Fecha fecha;
    std::int64_t entidadId{};
    std::string moneda;
    Importe total;
    Importe saldo;
};
DESCRIBE_STRUCT(DocumentoAcreditado, (), (tipo, estado, fecha, entidadId, moneda, total, saldo))

// Nothing for what a note of that kind cannot be about.
std::optional<DocumentoAcreditado> leer_acreditado(db::Reader& tx, const Documento& tipo, std::int64_t documentoId) {
    return tx.one<DocumentoAcreditado>(fmt::format(R"(
        SELECT d.tipo, d.estado, d.fecha, d.entidadId, d.moneda, d.total, COALESCE(s.saldo, 0) AS saldo
        FROM documento d
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza = $3
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND {})",
                                                   en_sql("d.tipo", es_acreditable, tipo.contacto)),
                                       tx.organizacion(), documentoId, liquida(tipo));
}

// The document that the whole note is about.
void revisar_origen(db::Reader& tx, const Documento& tipo, std::int64_t origenId, SolicitudCredito& s, Faltas& faltas) {
    if (origenId == 0) return;
    const auto documento = leer_acreditado(tx, tipo, origenId);
    if (!documento) {
        faltas.agregar(Codigo::no_encontrado, "/transaccionIdOrigen");
        return;
    }
    if (documento->estado == nombre(Estado::cancelado)) faltas.agregar(Codigo::documento_cancelado, "/transaccionIdOrigen");
    if (documento->entidadId != s.entidadId) faltas.agregar(Codigo::otro_contacto, "/transaccionIdOrigen");
    if (s.moneda.empty()) s.moneda = documento->moneda;
    if (s.moneda != documento->moneda) faltas.agregar(Codigo::moneda_distinta, "/moneda");
    if (s.fecha && *s.fecha < documento->fecha) faltas.agregar(Codigo::fuera_de_rango, "/fecha");
    s.origenId = origenId;
}

PartidaCredito partida_pedida(const PartidaCreditoNueva& p, std::size_t i) {
    PartidaCredito r;
    r.campo = "/partidas/" + std::to_string(i);
    r.origenId = p.transaccionIdOrigen.value_or(0);
    r.origenPartida = p.partidaOrigen.value_or(0);
    poner_producto(r, p);
    r.conceptoId = p.conceptoId.value_or(0);
    r.descripcion = p.descripcion.value_or("");
    r.notas = p.notas.value_or("");
    r.precioUnitario = p.precioUnitario;
    r.cantidad = p.cantidad.value_or(Cantidad::de_enteros(1));
    return r;
}

struct LineaAcreditable {
    std::int64_t productoId{};
    Importe neto;
    int decimales{};
    Guardado<std::vector<ImpuestoPartida>> impuestos;
};
DESCRIBE_STRUCT(LineaAcreditable, (), (productoId, neto, decimales, impuestos))

// Lines that bear the same taxes: what they came to, and what credits took off.
struct GrupoAcreditable {
    std::vector<ImpuestoPartida> impuestos;  // without quotas: those go by quantity, which an amount does not change
    Importe neto;
    Importe quitado;
    std::vector<BaseImporte> quitados;  // of each tax
};

bool lleva(const GrupoAcreditable& g, const std::vector<ImpuestoPartida>& impuestos) {
    return std::ranges::equal(g.impuestos, impuestos, [](const ImpuestoPartida& a, const ImpuestoPartida& b) {
        return a.impuesto == b.impuesto && a.factor == b.factor && a.tasa == b.tasa &&
               es_de_arrendamiento(a) == es_de_arrendamiento(b);
    });
}

void agrupar(std::vector<GrupoAcreditable>& grupos, const LineaAcreditable& l, bool quita) {
    auto suyos = reflect::recuperar(l.impuestos);
    std::erase_if(suyos, [](const ImpuestoPartida& i) { return factor_de(i.factor) == Factor::cuota; });
    const auto grupo = std::ranges::find_if(grupos, [&](const GrupoAcreditable& g) { return lleva(g, suyos); });
    if (grupo == grupos.end()) {
        if (quita || l.neto.es_cero()) return;
        grupos.push_back({std::move(suyos), l.neto, {}, {}});
        grupos.back().quitados.resize(grupos.back().impuestos.size());
        return;
    }
    (quita ? grupo->quitado : grupo->neto) += l.neto;
    for (std::size_t i = 0; i < suyos.size(); ++i) {
        BaseImporte& b = grupo->quitados[i];
        if (quita) b = {b.base + suyos[i].base, b.importe + suyos[i].importe, b.alCosto + suyos[i].alCosto.value_or(Importe{})};
        else {
            grupo->impuestos[i].base += suyos[i].base;
            grupo->impuestos[i].importe += suyos[i].importe;
            if (suyos[i].alCosto)
                grupo->impuestos[i].alCosto = grupo->impuestos[i].alCosto.value_or(Importe{}) + *suyos[i].alCosto;
        }
    }
}

// What of each tax goes with an amount before taxes: rounded with what was taken off before.
CifrasPartida cifras_de(const GrupoAcreditable& g, Importe neto, Precio precio, int decimales) {
    CifrasPartida c;
    c.precioNeto = precio;
    c.importe = c.neto = neto;
    const auto iva = std::ranges::find(g.impuestos, nombre(Impuesto::iva), &ImpuestoPartida::impuesto);
    const Importe base_de_iva = iva == g.impuestos.end() ? Importe{} : iva->base;
    for (const bool primero : {true, false})  // IEPS first: it enters the base of VAT
        for (std::size_t n = 0; n < g.impuestos.size(); ++n) {
            const ImpuestoPartida& i = g.impuestos[n];
            const Impuesto impuesto = impuesto_de(i.impuesto);
            if ((impuesto == Impuesto::ieps) != primero) continue;
            const Factor factor = factor_de(i.factor);
            const BaseImporte& antes = g.quitados[n];
            ImpuestoPartida mio = i;
            mio.porque = "como lo acreditado";
            if (es_de_arrendamiento(i)) mio.porque += por_arrendamiento;
            const bool con_ieps = impuesto == Impuesto::iva || (impuesto == Impuesto::ivaRetenido && i.base == base_de_iva);
            mio.base = neto + (con_ieps ? c.ieps : Importe{});
            // More than is left is refused for what it is.
            if (antes.base + mio.base > i.base && factor == Factor::tasa) mio.importe = (mio.base * i.tasa).redondear(decimales);
            else
                mio.importe = parte_de_impuesto(
                    {factor, i.tasa, i.importe, i.base, i.importe - antes.importe, i.base - antes.base, mio.base,
                     i.base.es_cero() ? Importe{}
                                      : parte_acumulada(i.importe, (antes.base + mio.base).micros(), i.base.micros(),
                                                        antes.importe, decimales)},
                    decimales);
            // Of what credits left of the lines, some of which may be all cost.
            mio.alCosto.reset();
            if (const Importe queda = i.importe - antes.importe; i.alCosto && queda > Importe{})
                mio.alCosto = std::min(mio.importe, proporcion(std::max(Importe{}, *i.alCosto - antes.alCosto),
                                                               mio.importe.micros(), queda.micros(), decimales));
            suma_de(c, impuesto) += mio.importe;
            c.impuestos.push_back(std::move(mio));
        }
    return c;
}

// An amount that is taken off a document as a whole, or off a product of it, bears the taxes that stand there, shared by what is
// left of each after the credits before it: one line for each of them.
std::vector<PartidaCredito> por_impuestos(db::Reader& tx, std::int64_t documentoId, const PartidaCredito& pedida,
                                          Faltas& faltas) {
    const auto leer_lineas = [&](std::int64_t transaccionId) {
        auto lineas = tx.all<LineaAcreditable>(R"(
            SELECT p.productoId, p.importe - p.descuento - p.promocion AS neto, m.decimales, p.impuestos
            FROM documento d
            JOIN moneda m ON m.moneda = d.moneda
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
            WHERE d.organizacionId = $1 AND d.transaccionId = $2 ORDER BY p.numeroPartida)",
                                               tx.organizacion(), transaccionId);
        if (pedida.productoId != 0)
            std::erase_if(lineas, [&](const LineaAcreditable& l) { return l.productoId != pedida.productoId; });
        return lineas;
    };
    const auto lineas = leer_lineas(documentoId);
    if (pedida.productoId != 0 && lineas.empty()) faltas.agregar(Codigo::valor_no_permitido, pedida.campo + "/productoId");
    std::vector<GrupoAcreditable> grupos;
    for (const LineaAcreditable& l : lineas) agrupar(grupos, l, false);
    for (const auto creditoId : creditos_de(tx, documentoId))
        if (acreditado_de(tx, creditoId, documentoId).entero)
            for (const LineaAcreditable& l : leer_lineas(creditoId)) agrupar(grupos, l, true);
    if (grupos.empty()) return {pedida};
    std::vector<PartidaCredito> partes;
    // An amount that is none is refused as it stands.
    if (!pedida.precioUnitario || *pedida.precioUnitario <= Precio{} || pedida.cantidad <= Cantidad{}) {
        auto& r = partes.emplace_back(pedida);
        r.impuestos.emplace();
        return partes;
    }
    const int decimales = lineas.front().decimales;
    const Importe importe = (pedida.cantidad * *pedida.precioUnitario).redondear(decimales);
    if (grupos.size() == 1) {
        partes.emplace_back(pedida).cifras = cifras_de(grupos.front(), importe, *pedida.precioUnitario, decimales);
        return partes;
    }
    std::vector<std::int64_t> pesos;
    for (const GrupoAcreditable& g : grupos) pesos.push_back(std::max(Importe{}, g.neto - g.quitado).micros());
    const auto importes = repartir(importe, pesos, decimales);
    for (std::size_t i = 0; i < grupos.size(); ++i) {
        if (importes[i].es_cero()) continue;
        PartidaCredito& r = partes.emplace_back(pedida);
        r.cantidad = Cantidad::de_enteros(1);
        r.precioUnitario = Precio::de_micros(importes[i].micros());
        r.cifras = cifras_de(grupos[i], importes[i], *r.precioUnitario, decimales);
    }
    return partes;
}

std::string tipo_del_credito(db::Reader& tx, std::int64_t creditoId) {
    return tx
        .one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
                          creditoId)
        .value_or("");
}

void exigir_dentro_del_total(db::Reader& tx, const Documento& tipo, std::int64_t documentoId, Importe total) {
    if (const Importe suma = acreditado(tx, tipo, documentoId); suma > total)
        reject(Codigo::excede_pendiente, "/partidas",
               fmt::format(R"({{"transaccionId":{},"total":{},"acreditado":{}}})", documentoId, total.texto(), suma.texto()));
}

// What is settled of each document, and that none is credited beyond what it came to.
std::vector<AplicacionPedida> pagos_de(Context& ctx, const Documento& tipo, std::int64_t notaId,
                                       const std::vector<std::int64_t>& documentos) {
    auto& tx = ctx.db();
    std::map<std::int64_t, Importe> por_documento;
    tx.each(R"(SELECT numeroPartida, importe - descuento - promocion + iva + ieps - ivaRetenido - isrRetenido
               FROM partida WHERE organizacionId = $1 AND transaccionId = $2)",
            [&](const db::Row& r) {
                por_documento[documentos[static_cast<std::size_t>(r.integer(0) - 1)]] += Importe::de_micros(r.integer(1));
            },
            ctx.organizacionId(), notaId);
    std::vector<AplicacionPedida> pagos;
    for (const auto& [documentoId, importe] : por_documento) {
        const auto documento = leer_acreditado(tx, tipo, documentoId);
        if (!documento) continue;
        exigir_dentro_del_total(tx, tipo, documentoId, documento->total);
        if (const Importe paga = std::min(importe, documento->saldo); paga > Importe{})
            pagos.push_back({"/partidas", documentoId, paga, {}});
    }
    return pagos;
}

// What is cost of a tax, and what is of rent, is ours to say: no more than credits left of it, nor so little that the rest would
// have no place. What of one line is both is said apart.
CifrasPartida acotada(CifrasPartida c, Composicion& queda, int decimales) {
    std::vector<ImpuestoPartida> impuestos;
    for (ImpuestoPartida& i : c.impuestos) {
        BaseImporte& q = queda[{i.impuesto, i.factor, i.tasa}];
        BaseImporte parte{i.base, i.importe, i.alCosto.value_or(Importe{}), es_de_arrendamiento(i) ? i.importe : Importe{}};
        if (i.importe <= q.importe) acotar_clases(parte, q);
        q = {q.base - parte.base, q.importe - parte.importe, q.alCosto - parte.alCosto, q.renta - parte.renta};
        if (i.alCosto || !parte.alCosto.es_cero()) i.alCosto = parte.alCosto;
        const bool de_renta = es_de_arrendamiento(i);
        if (parte.renta == (de_renta ? i.importe : Importe{})) {
            impuestos.push_back(std::move(i));
            continue;
        }
        ImpuestoPartida otra = i;
        otra.base = proporcion(i.base, parte.renta.micros(), i.importe.micros(), decimales);
        otra.importe = parte.renta;
        i.base -= otra.base;
        i.importe -= otra.importe;
        if (de_renta) i.porque.resize(i.porque.size() - por_arrendamiento.size());
        else otra.porque += por_arrendamiento;
        for (ImpuestoPartida* mio : {&i, &otra})
            if (!mio->base.es_cero() || !mio->importe.es_cero()) impuestos.push_back(*mio);
    }
    c.impuestos = std::move(impuestos);
    return c;
}

// Lines of which a class of some tax passes what credits left of it take what is left.
void acotar_a_lo_que_queda(Context& ctx, const Documento& tipo, SolicitudCredito& s,
                           const std::vector<std::int64_t>& documentos) {
    auto& tx = ctx.db();
    const auto mezcla = [&](std::int64_t id) {
        return tx
            .one<std::int64_t>(R"(SELECT 1 FROM documentoImpuesto
                                       WHERE organizacionId = $1 AND transaccionId = $2
                                         AND ((alCosto <> 0 AND alCosto <> importe)
                                              OR (arrendamiento <> 0 AND arrendamiento <> importe)) LIMIT 1)",
                               ctx.organizacionId(), id)
            .has_value();
    };
    const std::set<std::int64_t> todos{documentos.begin(), documentos.end()};
    if (std::ranges::none_of(todos, mezcla)) return;
    const Solicitud pedida{s};
    const Hallado hallado = recoger(ctx, tipo, pedida);
    const Juzgado juzgado = juzgar(tipo, pedida, hallado);
    std::map<std::int64_t, Composicion> queda;
    for (const auto id : todos) queda.emplace(id, neta_de(tx, id, false));
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i) {
        const CifrasPartida& suyas = juzgado.lineas[i].cifras;
        CifrasPartida otras = acotada(suyas, queda.at(documentos[i]), juzgado.encabezado.decimales);
        const bool iguales = std::ranges::equal(otras.impuestos, suyas.impuestos, [](const auto& a, const auto& b) {
            return a.importe == b.importe && a.alCosto == b.alCosto && a.porque == b.porque;
        });
        if (!iguales) s.partidas[i].cifras = std::move(otras);
    }
}

// What was let go of the documents gives way to what the credit will take off them.
void ceder(Context& ctx, const Documento& tipo, const Solicitud& pedida, const std::vector<std::int64_t>& documentos) {
    const Hallado hallado = recoger(ctx, tipo, pedida);
    const Juzgado juzgado = juzgar(tipo, pedida, hallado);
    std::map<std::int64_t, Acreditado> nuevas;
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i) {
        Acreditado& a = nuevas[documentos[i]];
        a.total += juzgado.lineas[i].cifras.total();
        sumar(a.composicion, juzgado.lineas[i].cifras.impuestos, juzgado.lineas[i].cifras.neto);
    }
    for (const auto& [id, nueva] : nuevas) {
        const auto documento = leer_acreditado(ctx.db(), tipo, id);
        // What is too much altogether is refused.
        if (!documento || acreditado(ctx.db(), tipo, id) + nueva.total > documento->total) continue;
        hacer_lugar(ctx, id, nueva.composicion, juzgado.encabezado.fecha);
    }
}

}  // namespace

Importe facturado_de_mas(db::Reader& tx, std::int64_t notaId, Importe facturado) {
    const auto nota = leer_acreditado(tx, NotaCreditoCliente, notaId);
    return nota ? acreditado(tx, NotaCreditoCliente, notaId) + facturado - nota->total : Importe{};
}

namespace {

struct LineaPorFacturar : LineaAcreditable {
    std::int64_t numeroPartida{};
    Cantidad cantidad;
    Cantidad cantidadBase;
    Cantidad queda;
    Importe importe;
    Importe promocion;
};
DESCRIBE_STRUCT(LineaPorFacturar, (LineaAcreditable), (numeroPartida, cantidad, cantidadBase, queda, importe, promocion))

std::vector<LineaPorFacturar> lineas_de(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<LineaPorFacturar>(R"(
        SELECT p.productoId, p.importe - p.descuento - p.promocion AS neto, m.decimales, p.impuestos, p.numeroPartida, p.cantidad,
               p.cantidadBase, p.cantidadBase - COALESCE(a.cantidad, 0) AS queda, p.importe, p.promocion
        FROM documento d
        JOIN moneda m ON m.moneda = d.moneda
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                          AND a.avance = 'acreditado'
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 ORDER BY p.numeroPartida)",
                                    tx.organizacion(), transaccionId);
}

// What credits left of the lines that bear the same taxes, by itself; nothing where they took too much.
std::optional<GrupoAcreditable> lo_que_queda(GrupoAcreditable g) {
    g.neto -= g.quitado;
    bool cabe = g.neto >= Importe{};
    for (std::size_t i = 0; i < g.impuestos.size(); ++i) {
        ImpuestoPartida& mio = g.impuestos[i];
        mio.base -= g.quitados[i].base;
        mio.importe -= g.quitados[i].importe;
        g.quitados[i] = {};
        cabe = cabe && mio.base >= Importe{} && mio.importe >= Importe{};
    }
    return cabe ? std::optional{std::move(g)} : std::nullopt;
}

// A line at what is left of it: the rest of its price is discount.
CifrasPartida cifras_rebajadas(const LineaPorFacturar& l, CifrasPartida c) {
    const auto parte = [&](Importe i) { return proporcion(i, l.queda.micros(), l.cantidadBase.micros(), l.decimales); };
    c.promocion = parte(l.promocion);
    c.descuento = std::max(Importe{}, parte(l.importe) - c.promocion - c.neto);
    c.importe = c.neto + c.descuento + c.promocion;
    const Cantidad cantidad = l.queda == l.cantidadBase ? l.cantidad : l.queda;
    constexpr int decimales_de_precio = 6;
    c.precioNeto = Precio::de_micros(
        proporcion(c.importe, Cantidad::de_enteros(1).micros(), cantidad.micros(), decimales_de_precio).micros());
    // Why each tax is borne stays as it was.
    const auto suyos = reflect::recuperar(l.impuestos);
    for (ImpuestoPartida& i : c.impuestos) {
        const auto suyo = std::ranges::find_if(suyos, [&](const ImpuestoPartida& s) {
            return s.impuesto == i.impuesto && s.factor == i.factor && s.tasa == i.tasa;
        });
        if (suyo != suyos.end()) i.porque = suyo->porque;
    }
    return c;
}

}  // namespace

std::map<std::int64_t, CifrasPartida> cifras_por_facturar(db::Reader& tx, std::int64_t notaId) {
    static const std::string enteras =
        "SELECT COUNT(*) FROM documento d WHERE d.organizacionId = $1 AND d.origenId = $2 AND "
        "d.origenId <> 0 AND d.estado <> 'cancelado' AND " +
        en_sql("d.tipo", acredita_venta);
    std::map<std::int64_t, CifrasPartida> cifras;
    if (tx.one<std::int64_t>(enteras, tx.organizacion(), notaId).value_or(0) == 0) return cifras;
    const auto lineas = lineas_de(tx, notaId);
    std::vector<GrupoAcreditable> grupos;
    for (const LineaPorFacturar& l : lineas) {
        const auto suyos = reflect::recuperar(l.impuestos);
        if (std::ranges::any_of(suyos, [](const ImpuestoPartida& i) { return factor_de(i.factor) == Factor::cuota; })) return {};
        agrupar(grupos, l, false);
    }
    for (const auto creditoId : creditos_de(tx, notaId)) {
        const auto suyas = lineas_de(tx, creditoId);
        if (!acreditado_de(tx, creditoId, notaId).entero) return {};
        if (!cumple(tipo_del_credito(tx, creditoId), perdona))
            for (const LineaPorFacturar& l : suyas) agrupar(grupos, l, true);
    }
    for (const GrupoAcreditable& todo : grupos) {
        auto g = lo_que_queda(todo);
        if (!g) return {};
        std::vector<const LineaPorFacturar*> suyas;
        std::vector<std::int64_t> pesos;
        for (const LineaPorFacturar& l : lineas)
            if (l.queda > Cantidad{} && lleva(*g, reflect::recuperar(l.impuestos))) {
                suyas.push_back(&l);
                pesos.push_back(proporcion(l.neto, l.queda.micros(), l.cantidadBase.micros(), l.decimales).micros());
            }
        if (suyas.empty()) continue;
        const auto netos = repartir(g->neto, pesos, suyas.front()->decimales);
        for (std::size_t i = 0; i < suyas.size(); ++i) {
            CifrasPartida c = cifras_de(*g, netos[i], {}, suyas[i]->decimales);
            for (std::size_t n = 0; n < g->impuestos.size(); ++n)
                for (const ImpuestoPartida& suyo : c.impuestos)
                    if (suyo.impuesto == g->impuestos[n].impuesto && suyo.tasa == g->impuestos[n].tasa)
                        g->quitados[n] = {g->quitados[n].base + suyo.base, g->quitados[n].importe + suyo.importe};
            cifras.emplace(suyas[i]->numeroPartida, cifras_rebajadas(*suyas[i], std::move(c)));
        }
    }
    return cifras;
}

Importe sin_partida(db::Reader& tx, std::int64_t notaId, Importe mas) {
    static const std::string facturada =
        "SELECT COUNT(*) FROM partida p JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = p.transaccionId AND "
        "c.estado <> 'cancelado' AND " +
        en_sql("c.tipo", pasa_venta) + " WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0";
    if (tx.one<std::int64_t>(facturada, tx.organizacion(), notaId).value_or(0) == 0) return {};
    Importe queda = mas - facturado_de_mas(tx, notaId, {});
    tx.each(R"(SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido,
                      p.cantidadBase - COALESCE(a.cantidad, 0), p.cantidadBase, m.decimales
               FROM documento d
               JOIN moneda m ON m.moneda = d.moneda
               JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
               LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                 AND a.numeroPartida = p.numeroPartida AND a.avance = 'acreditado'
               WHERE d.organizacionId = $1 AND d.transaccionId = $2
                 AND p.cantidadBase > COALESCE(a.cantidad, 0))",
            [&](const db::Row& r) {
                // A line in parts may leave what rounding left of it.
                const int decimales = static_cast<int>(r.integer(3));
                queda -=
                    proporcion(Importe::de_micros(r.integer(0)), r.integer(1), r.integer(2), decimales) + unidad_de(decimales);
            },
            tx.organizacion(), notaId);
    return std::max(Importe{}, queda);
}

std::vector<FacturaRebajada> facturas_rebajadas(db::Reader& tx, std::int64_t creditoId) {
    std::int64_t notaId = 0;
    Importe importe;
    tx.each(R"(SELECT d.origenId, CAST(SUM(p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido
                                           - p.isrRetenido) AS BIGINT)
               FROM documento d
               JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.origenId = 0
               WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.origenId <> 0 GROUP BY d.origenId)",
            [&](const db::Row& r) {
                notaId = r.integer(0);
                importe = Importe::de_micros(r.integer(1));
            },
            tx.organizacion(), creditoId);
    if (notaId == 0 || sin_partida(tx, notaId, importe).es_cero()) return {};
    static const std::string sql = fmt::format(R"(
        SELECT DISTINCT f.transaccionId, f.tipo, f.serie, f.folio, CASE WHEN f.creadoEn >= n.creadoEn THEN 1 ELSE 0 END AS posterior
        FROM partida p
        JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = p.transaccionId AND c.estado <> 'cancelado' AND {}
        JOIN documento f ON f.organizacionId = $1 AND f.transaccionId = c.origenId
        JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = $3
        WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0 ORDER BY f.transaccionId)",
                                               en_sql("c.tipo", pasa_venta));
    auto facturas = tx.all<FacturaRebajada>(sql, tx.organizacion(), notaId, creditoId);
    // Those from before it were for more.
    if (std::ranges::any_of(facturas, &FacturaRebajada::posterior))
        std::erase_if(facturas, [](const auto& f) { return !f.posterior; });
    return facturas;
}

void exigir_facturable(db::Reader& tx, std::int64_t notaId, Importe facturado) {
    const auto nota = leer_acreditado(tx, NotaCreditoCliente, notaId);
    if (!nota) return;
    const Importe suma = acreditado(tx, NotaCreditoCliente, notaId);
    if (suma <= nota->total) return;
    std::string creditos;
    tx.each(R"(SELECT d.transaccionId, d.serie, d.folio, d.total FROM documento d
               WHERE d.organizacionId = $1 AND d.origenId = $2 AND d.origenId <> 0 AND d.estado <> 'cancelado'
                 AND d.tipo = $3 ORDER BY d.transaccionId)",
            [&](const db::Row& r) {
                creditos += (creditos.empty() ? "" : ",") + reflect::objeto("transaccionId", r.integer(0), "folio",
                                                                            folio_texto(r.text(1), r.integer(2)), "total",
                                                                            Importe::de_micros(r.integer(3)));
            },
            tx.organizacion(), notaId, NotaCreditoCliente.tipo);
    reject(Codigo::excede_pendiente, "/partidas",
           reflect::objeto("transaccionId", notaId, "total", nota->total, "acreditado", suma - facturado, "facturable",
                           nota->total - (suma - facturado), "creditos", reflect::Escrito{"[" + creditos + "]"}));
}

namespace {

// Whose money an amount is that is taken off a document as a whole, or 0. Where that is of several, or the paper says which taxes
// of theirs are in it, its lines must be named.
std::int64_t tercero_entero(db::Reader& tx, const Documento& tipo, std::int64_t documentoId, const std::string& campo,
                            Faltas& faltas) {
    const auto terceros =
        tx.all<std::int64_t>("SELECT DISTINCT terceroId FROM partida WHERE organizacionId = $1 AND transaccionId = $2",
                             tx.organizacion(), documentoId);
    if (terceros.size() <= 1 && (terceros.empty() || terceros.front() == 0)) return 0;
    if (terceros.size() > 1 || tipo.contacto == Contacto::cliente)
        faltas.agregar(Codigo::requerido, campo + "/transaccionIdOrigen", En::donde_sea,
                       reflect::objeto("motivo", "terceros", "transaccionId", documentoId));
    return terceros.front();
}

}  // namespace

LiquidacionCreada registrar_nota_credito(Context& ctx, const Documento& tipo, const CreditoPedido& pedido) {
    auto& tx = ctx.db();
    SolicitudCredito s = pedido.encabezado;
    Faltas faltas;
    revisar_origen(tx, tipo, pedido.origenId, s, faltas);
    // Where what goes back stands for a value, it may be credited at another price: the rest is variance.
    const bool con_precio = std::ranges::any_of(tipo.origenes, &Origen::por_valor);
    std::vector<std::int64_t> documentos;          // of each line
    bool devuelta = false;                         // some line is of goods that went back
    bool retirable = false;                        // … or of an invoice that delivers later
    bool por_entregar = !pedido.partidas.empty();  // every line is of goods that are not delivered yet
    std::vector<PartidaCredito> pedidas;
    for (const PartidaCreditoNueva& p : pedido.partidas) pedidas.push_back(partida_pedida(p, pedidas.size()));
    nombrar_productos(tx, pedidas);
    for (std::size_t i = 0; i < pedido.partidas.size(); ++i) {
        const PartidaCreditoNueva& p = pedido.partidas[i];
        PartidaCredito& r = pedidas[i];
        std::int64_t documentoId = s.origenId;
        if (r.origenId != 0) {
            if (!p.cantidad) faltas.agregar(Codigo::requerido, r.campo + "/cantidad");
            if (p.precioUnitario && !con_precio) faltas.agregar(Codigo::valor_no_permitido, r.campo + "/precioUnitario");
            if (const auto fuente = acreditada_de(tx, tipo, r.origenId, r.origenPartida)) {
                documentoId = fuente->transaccionId;
                devuelta = devuelta || fuente->devuelta;
                retirable = retirable || fuente->devuelta || fuente->espera();
                por_entregar = por_entregar && fuente->espera() && sin_entregar(tx, {r.origenId, r.origenPartida}, r.cantidad);
                // A note about one document takes nothing off another.
                if (pedido.origenId != 0 && documentoId != pedido.origenId)
                    faltas.agregar(Codigo::valor_no_permitido, r.campo + "/transaccionIdOrigen");
                if (!r.nombrado()) {
                    r.productoId = fuente->productoId;
                    r.conceptoId = fuente->conceptoId;
                }
            }
        } else {
            por_entregar = false;
        }
        if (r.origenId == 0 && pedido.origenId == 0) {
            // An amount is taken off something.
            faltas.agregar(Codigo::requerido, "/transaccionIdOrigen");
        }
        std::vector<PartidaCredito> partes{r};
        if (r.origenId == 0 && documentoId != 0) {
            partes = por_impuestos(tx, documentoId, r, faltas);
            if (const std::int64_t tercero = tercero_entero(tx, tipo, documentoId, r.campo, faltas))
                for (PartidaCredito& parte : partes) parte.terceroId = tercero;
        }
        for (PartidaCredito& parte : partes) {
            documentos.push_back(documentoId);
            // One that is to wait gives nothing back before it is used.
            if (pedido.aplicar) parte.acreditaId = documentoId;
            s.partidas.push_back(std::move(parte));
        }
    }
    const MotivoCredito motivo =
        pedido.motivo.value_or(devuelta || por_entregar ? MotivoCredito::devolucion : MotivoCredito::bonificacion);
    const bool devolucion = motivo == MotivoCredito::devolucion;
    faltas.agregar_si(devolucion ? !retirable : devuelta, Codigo::valor_no_permitido, "/motivo");
    s.motivo = reflect::enum_name(motivo);
    s.faltas = std::move(faltas);
    if (s.moneda.empty())
        if (const auto documento = leer_acreditado(tx, tipo, documentos.front())) s.moneda = documento->moneda;
    const std::set<std::int64_t> todos{documentos.begin(), documentos.end()};
    retener(tx, {.documentos = todos, .cifras = todos, .saldos = todos});

    acotar_a_lo_que_queda(ctx, tipo, s, documentos);
    if (std::ranges::any_of(todos, [&](std::int64_t id) { return con_perdones(tx, id); })) ceder(ctx, tipo, s, documentos);
    const auto e = emitir(ctx, tipo, s);
    const auto pagos = pagos_de(ctx, tipo, e.transaccionId, documentos);
    for (const auto id : todos) exigir_dentro_de_tasas(tx, id);
    LiquidacionCreada r{creado(e), {}};
    // A credit settles what it takes off; what was paid already stays in favour of whom it is for.
    if (pedido.aplicar && !pagos.empty()) r.asignaciones = aplicar(ctx, e.transaccionId, pagos, e.fecha);
    return r;
}

}  // namespace cacao::engine
