// Lots: found or made by their code, and the rules of a movement that need no lock.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <unordered_set>

namespace cacao::engine {
namespace {

struct LoteFila {
    std::int64_t loteId = 0;
    std::string estado;
    std::optional<Fecha> caducidad;
};
DESCRIBE_STRUCT(LoteFila, (), (loteId, estado, caducidad))

using LotePorCodigo = std::pair<std::int64_t, std::string_view>;  // product and code

using interno::lleva_lote;
using interno::lleva_serie;

// All the lots that lines name, in one trip.
std::map<LotePorCodigo, std::vector<LoteFila>> leer_lotes(Context& ctx, const std::vector<const MovimientoPedido*>& pedidos) {
    std::map<LotePorCodigo, std::vector<LoteFila>> lotes;
    for (const MovimientoPedido* pedido : pedidos) {
        if (!pedido->lote) continue;
        const auto [lugar, nuevo] = lotes.try_emplace({pedido->articulo->productoId, pedido->lote->codigo});
        if (nuevo)
            ctx.db().all_later(lugar->second,
                               R"(
                SELECT loteId, estado, caducidad FROM lote WHERE organizacionId = $1 AND productoId = $2 AND codigo = $3)",
                               ctx.organizacionId(), pedido->articulo->productoId, pedido->lote->codigo);
    }
    if (!lotes.empty()) ctx.db().settle();
    return lotes;
}

void revisar_lote(const Marco& marco, const MovimientoPedido& pedido, const std::vector<LoteFila>& lote, bool entrada,
                  Faltas& faltas) {
    if (entrada) return;
    if (lote.empty()) {
        faltas.agregar(Codigo::no_encontrado, pedido.campo + "/lote");
        return;
    }
    // Goods that may not be sold must still be able to leave: to the shrinkage warehouse, back to the supplier, written off.
    if (!marco.venta) return;
    const LoteFila& fila = lote.front();
    const bool caducado = fila.caducidad && *fila.caducidad < marco.fecha;
    if (caducado || fila.estado != "liberado") faltas.agregar(Codigo::lote_bloqueado, pedido.campo + "/lote");
}

}  // namespace

void revisar_movimientos(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos, bool entrada,
                         Faltas& faltas) {
    const auto lotes = leer_lotes(ctx, interno::apuntar(pedidos));
    std::map<std::int64_t, std::unordered_set<std::string_view>> vistas;  // serials by product
    for (const MovimientoPedido& pedido : pedidos) {
        const Articulo& articulo = *pedido.articulo;
        if (pedido.cantidad <= Cantidad{}) faltas.agregar(Codigo::fuera_de_rango, pedido.campo + "/cantidad");
        if (lleva_lote(articulo) && (!pedido.lote || pedido.lote->codigo.empty()))
            faltas.agregar(Codigo::lote_requerido, pedido.campo + "/lote");
        else if (!lleva_lote(articulo) && pedido.lote) faltas.agregar(Codigo::lote_no_permitido, pedido.campo + "/lote");
        else if (pedido.lote) revisar_lote(marco, pedido, lotes.at({articulo.productoId, pedido.lote->codigo}), entrada, faltas);

        const auto series = static_cast<std::int64_t>(pedido.series.size());
        const Cantidad esperadas = lleva_serie(articulo) ? pedido.cantidad : Cantidad{};
        if (Cantidad::de_enteros(series) != esperadas) faltas.agregar(Codigo::series_incompletas, pedido.campo + "/series");
        for (const std::string& serie : pedido.series)
            if (!vistas[articulo.productoId].insert(serie).second)
                faltas.agregar(Codigo::serie_repetida, pedido.campo + "/series", En::donde_sea,
                               reflect::to_json(interno::SerieDicha{serie}));
    }
}

namespace interno {

bool lleva_lote(const Articulo& articulo) {
    return articulo.seguimiento == Seguimiento::lote || articulo.seguimiento == Seguimiento::loteSerie;
}
bool lleva_serie(const Articulo& articulo) {
    return articulo.seguimiento == Seguimiento::serie || articulo.seguimiento == Seguimiento::loteSerie;
}
MetodoCosto metodo_de(const Articulo& articulo) { return lleva_serie(articulo) ? MetodoCosto::peps : articulo.metodo; }

std::vector<const MovimientoPedido*> apuntar(const std::vector<MovimientoPedido>& pedidos) {
    std::vector<const MovimientoPedido*> apuntados;
    apuntados.reserve(pedidos.size());
    for (const MovimientoPedido& pedido : pedidos) apuntados.push_back(&pedido);
    return apuntados;
}

std::vector<Linea> con_lotes(Context& ctx, const Marco& marco, const std::vector<const MovimientoPedido*>& pedidos, bool crear) {
    auto lotes = leer_lotes(ctx, pedidos);
    std::map<LotePorCodigo, const MovimientoPedido*> faltan;
    for (const MovimientoPedido* pedido : pedidos) {
        if (!pedido->lote) continue;
        const LotePorCodigo cual{pedido->articulo->productoId, pedido->lote->codigo};
        if (lotes.at(cual).empty()) faltan.try_emplace(cual, pedido);
    }
    if (!crear && !faltan.empty()) {
        Faltas faltas;
        for (const auto& [cual, pedido] : faltan) faltas.agregar(Codigo::no_encontrado, pedido->campo + "/lote");
        faltas.lanzar();
    }
    for (const auto& [cual, pedido] : faltan)
        // Someone else may have made it since; then theirs answers.
        ctx.db().all_later(lotes.at(cual), R"(
            INSERT INTO lote (organizacionId, loteId, productoId, codigo, fechaFabricacion, caducidad, proveedorId, pedimento,
                              estado, version)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'liberado', 1)
            ON CONFLICT (organizacionId, productoId, codigo) DO UPDATE SET version = lote.version
            RETURNING loteId, estado, caducidad)",
                           ctx.organizacionId(), ctx.db().next_id(), cual.first, cual.second, pedido->lote->fechaFabricacion,
                           pedido->lote->caducidad, marco.entidadId, pedido->lote->pedimento);
    if (!faltan.empty()) ctx.db().settle();

    std::vector<Linea> lineas;
    lineas.reserve(pedidos.size());
    for (const MovimientoPedido* pedido : pedidos) {
        const std::int64_t loteId =
            pedido->lote ? lotes.at({pedido->articulo->productoId, pedido->lote->codigo}).front().loteId : 0;
        lineas.push_back({pedido, {pedido->articulo->productoId, pedido->almacenId, loteId}});
    }
    return lineas;
}

}  // namespace interno
}  // namespace cacao::engine
