// A global invoice as the authority reads it: the engine keeps it line by line, with its links; its paper has one concept per
// note.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/precios/partes.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct GlobalFila {
    std::int64_t transaccionId{};
    std::string serie;
    std::int64_t folio{};
    Fecha fecha;
    std::string estado;
    std::string periodicidad;
    std::string meses;
    std::int64_t anio{};
    Fecha desde;
    Fecha hasta;
    std::string codigoPostal;
    std::int64_t sucursalId{};
    std::string metodoPago;
    std::string formaPago;
    std::string moneda;
    Importe subtotal;
    Importe total;
};
DESCRIBE_STRUCT(GlobalFila, (),
                (transaccionId, serie, folio, fecha, estado, periodicidad, meses, anio, desde, hasta, codigoPostal, sucursalId,
                 metodoPago, formaPago, moneda, subtotal, total))

struct LineaGlobal {
    std::int64_t notaId{};
    std::string serie;
    std::int64_t folio{};
    Importe neto;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestos;
};
DESCRIBE_STRUCT(LineaGlobal, (), (notaId, serie, folio, neto, impuestos))

// Facts of the paper (Guía de llenado del CFDI global; Anexo 20, c_RegimenFiscal and c_UsoCFDI).
constexpr std::string_view rfc_del_publico = "XAXX010101000";
constexpr std::string_view nombre_del_publico = "PUBLICO EN GENERAL";

bool se_suman(const engine::ImpuestoPartida& a, const engine::ImpuestoPartida& b, int decimales) {
    return a.impuesto == b.impuesto && a.factor == b.factor && a.tasa == b.tasa &&
           esta_en(limites_de_la_autoridad(engine::factor_de(a.factor), a.tasa, a.base + b.base, decimales),
                   a.importe + b.importe);
}

// One figure for each rate, and another where together they would no longer be what the authority takes of their base: the lines
// of a note were rounded one by one.
void sumar_impuestos(ConceptoGlobal& c, const std::vector<engine::ImpuestoPartida>& impuestos, int decimales) {
    for (const engine::ImpuestoPartida& i : impuestos) {
        const auto suyo =
            std::ranges::find_if(c.impuestos, [&](const engine::ImpuestoPartida& otro) { return se_suman(otro, i, decimales); });
        if (suyo == c.impuestos.end()) {
            c.impuestos.push_back(i);
            continue;
        }
        suyo->base += i.base;
        suyo->importe += i.importe;
    }
}

}  // namespace

void advertir_lo_que_falta(const Context& ctx, std::int64_t sucursalId) {
    auto& tx = ctx.db();
    const auto ajustes = engine::leer_ajustes(tx);
    const auto expedida = tx.one<std::string>("SELECT codigoPostal FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2",
                                              tx.organizacion(), sucursalId);
    std::vector<std::string> faltantes;
    if (ajustes.rfc.empty()) faltantes.emplace_back("rfc");
    if (ajustes.regimenFiscal.empty()) faltantes.emplace_back("regimenFiscal");
    if (!expedida || expedida->empty()) faltantes.emplace_back("sucursal.codigoPostal");
    if (!faltantes.empty()) ctx.advertir(Codigo::perfil_incompleto, "", reflect::objeto("faltantes", faltantes));
}

FacturaGlobal obtener_factura_global(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    const auto fila = tx.one<GlobalFila>(R"(
        SELECT d.transaccionId, d.serie, d.folio, d.fecha, d.estado, g.periodicidad, g.meses, g.anio, g.desde, g.hasta,
               u.codigoPostal, d.sucursalId, d.metodoPago, d.formaPago, d.moneda, d.subtotal, d.total
        FROM facturaGlobal g
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = g.transaccionId
        JOIN sucursal u ON u.organizacionId = $1 AND u.sucursalId = d.sucursalId
        WHERE g.organizacionId = $1 AND g.transaccionId = $2)",
                                         tx.organizacion(), std::int64_t{pedida.id});
    reject_if(!fila, Codigo::no_encontrado, "/id");
    advertir_lo_que_falta(ctx, fila->sucursalId);
    FacturaGlobal f{fila->transaccionId,
                    engine::folio_texto(fila->serie, fila->folio),
                    fila->fecha,
                    fila->estado,
                    fila->periodicidad,
                    fila->meses,
                    fila->anio,
                    fila->desde,
                    fila->hasta,
                    std::string{rfc_del_publico},
                    std::string{nombre_del_publico},
                    "616",
                    "S01",
                    fila->codigoPostal,
                    fila->metodoPago,
                    fila->formaPago,
                    fila->moneda,
                    fila->subtotal,
                    fila->total,
                    {}};
    const auto lineas = tx.all<LineaGlobal>(R"(
        SELECT p.origenId AS notaId, n.serie, n.folio, p.importe - p.descuento - p.promocion AS neto, p.impuestos
        FROM partida p
        JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = p.origenId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                            tx.organizacion(), f.transaccionId);
    const int decimales = engine::moneda_local(tx).decimales;
    for (const LineaGlobal& l : lineas) {
        if (f.conceptos.empty() || f.conceptos.back().transaccionId != l.notaId)
            f.conceptos.push_back({l.notaId,
                                   engine::folio_texto(l.serie, l.folio),
                                   "01010101",
                                   "ACT",
                                   "Venta",
                                   Cantidad::de_enteros(1),
                                   {},
                                   {},
                                   {},
                                   {}});
        ConceptoGlobal& c = f.conceptos.back();
        c.importe += l.neto;
        sumar_impuestos(c, reflect::recuperar(l.impuestos), decimales);
    }
    for (ConceptoGlobal& c : f.conceptos) {
        c.valorUnitario = Precio::de_micros(c.importe.micros());
        const auto grava = [](const engine::ImpuestoPartida& i) { return i.factor != engine::nombre(engine::Factor::noObjeto); };
        c.objetoImp = std::ranges::any_of(c.impuestos, grava) ? "02" : "01";
        std::erase_if(c.impuestos, [&](const engine::ImpuestoPartida& i) { return !grava(i); });
    }
    return f;
}

}  // namespace cacao
