// Lots: found or made by their code, and the rules of a movement that need no lock.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
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

// What a refusal says of a component.
struct ComponenteDicho {
    std::int64_t productoId = 0;
    std::string codigo;
};
DESCRIBE_STRUCT(ComponenteDicho, (), (productoId, codigo))

// Something is missing of a line, or of a component of which it says nothing.
void reclamar(Codigo codigo, const MovimientoPedido& pedido, std::string_view miembro, Faltas& faltas) {
    if (!pedido.deKit) return faltas.agregar(codigo, pedido.campo + std::string{miembro});
    faltas.agregar(codigo, pedido.campo + "/componentes", En::donde_sea,
                   reflect::to_json(ComponenteDicho{pedido.articulo->productoId, pedido.articulo->codigo}));
}

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
        const bool sin_lote = !pedido.lote || pedido.lote->codigo.empty();
        if (lleva_lote(articulo) && sin_lote && !(marco.porCaducidad && !entrada && !pedido.lote))
            reclamar(Codigo::lote_requerido, pedido, "/lote", faltas);
        else if (lleva_lote(articulo) && sin_lote) {
        }  // asignar_lotes finds it
        else if (!lleva_lote(articulo) && pedido.lote)
            faltas.agregar(Codigo::lote_no_permitido, pedido.campo + "/lote");
        else if (pedido.lote) revisar_lote(marco, pedido, lotes.at({articulo.productoId, pedido.lote->codigo}), entrada, faltas);

        const auto series = static_cast<std::int64_t>(pedido.series.size());
        const Cantidad esperadas = lleva_serie(articulo) ? pedido.cantidad : Cantidad{};
        if (Cantidad::de_enteros(series) != esperadas) reclamar(Codigo::series_incompletas, pedido, "/series", faltas);
        for (const std::string& serie : pedido.series)
            if (!vistas[articulo.productoId].insert(serie).second)
                faltas.agregar(Codigo::serie_repetida, pedido.campo + "/series", En::donde_sea,
                               reflect::to_json(interno::SerieDicha{serie}));
    }
}

std::vector<MovimientoPedido> asignar_lotes(Context& ctx, const Marco& marco, std::vector<MovimientoPedido> pedidos) {
    const auto busca = [](const MovimientoPedido& p) { return interno::lleva_lote(*p.articulo) && !p.lote; };
    std::set<std::pair<std::int64_t, std::int64_t>> lugares;
    for (const MovimientoPedido& p : pedidos)
        if (busca(p)) lugares.emplace(p.articulo->productoId, p.almacenId);
    if (lugares.empty()) return pedidos;
    // Nobody takes of them between looking and taking.
    for (const auto& [productoId, almacenId] : lugares) interno::retener_lugar(ctx, productoId, almacenId);
    std::map<std::pair<std::int64_t, std::int64_t>, std::map<std::string, Cantidad>> quedan;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<interno::LoteDisponible>> lotes;
    for (const auto& lugar : lugares) lotes[lugar] = interno::lotes_disponibles(ctx, marco, lugar.first, lugar.second);
    // What lines name is theirs.
    const auto descontar = [&](const MovimientoPedido& p) {
        const auto lugar = lotes.find({p.articulo->productoId, p.almacenId});
        if (lugar == lotes.end() || !p.lote) return;
        for (interno::LoteDisponible& l : lugar->second)
            if (l.codigo == p.lote->codigo) l.disponible -= p.cantidad;
    };
    for (const MovimientoPedido& p : pedidos) descontar(p);
    std::vector<MovimientoPedido> asignados;
    for (MovimientoPedido& p : pedidos) {
        if (!busca(p)) {
            asignados.push_back(std::move(p));
            continue;
        }
        // Serials are in a lot already.
        if (!p.series.empty()) {
            for (auto& [codigo, series] : interno::series_por_lote(ctx, p)) {
                MovimientoPedido& parte = asignados.emplace_back(p);
                if (!codigo.empty()) parte.lote = LotePedido{codigo, {}, {}, {}};
                parte.cantidad = Cantidad::de_enteros(static_cast<std::int64_t>(series.size()));
                parte.series = std::move(series);
            }
            continue;
        }
        Cantidad falta = p.cantidad;
        const std::size_t primera = asignados.size();
        for (interno::LoteDisponible& l : lotes.at({p.articulo->productoId, p.almacenId})) {
            const Cantidad toma = std::min(falta, l.disponible);
            if (toma <= Cantidad{}) continue;
            l.disponible -= toma;
            falta -= toma;
            MovimientoPedido& parte = asignados.emplace_back(p);
            parte.lote = LotePedido{l.codigo, {}, {}, {}};
            parte.cantidad = toma;
        }
        if (falta.es_cero()) continue;
        // What may go below zero goes with the last of its lots; without any there is none to name.
        if (marco.permiteNegativos && asignados.size() > primera) {
            asignados.back().cantidad += falta;
            continue;
        }
        if (marco.permiteNegativos) {
            Faltas faltas;
            reclamar(Codigo::lote_requerido, p, "/lote", faltas);
            faltas.lanzar();
        }
        MovimientoPedido& parte = asignados.emplace_back(p);
        parte.cantidad = falta;
    }
    return asignados;
}

namespace interno {

std::vector<LoteDisponible> lotes_disponibles(Context& ctx, const Marco& marco, std::int64_t productoId, std::int64_t almacenId) {
    return ctx.db().all<LoteDisponible>(R"(
        SELECT e.loteId, l.codigo, e.cantidad - e.reservado AS disponible
          FROM existencia e
          JOIN lote l ON l.organizacionId = e.organizacionId AND l.loteId = e.loteId
         WHERE e.organizacionId = $1 AND e.productoId = $2 AND e.almacenId = $3 AND e.cantidad > e.reservado
           AND l.estado = 'liberado' AND (l.caducidad IS NULL OR l.caducidad >= $4)
         ORDER BY CASE WHEN l.caducidad IS NULL THEN 1 ELSE 0 END, l.caducidad, e.loteId)",
                                        ctx.organizacionId(), productoId, almacenId, marco.fecha);
}

std::map<std::string, std::vector<std::string>> series_por_lote(Context& ctx, const MovimientoPedido& pedido) {
    std::map<std::string, std::vector<std::string>> por_lote;
    for (const std::string& serie : pedido.series) {
        const auto lote = ctx.db().one<std::string>(R"(
            SELECT l.codigo FROM numeroSerie n JOIN lote l ON l.organizacionId = n.organizacionId AND l.loteId = n.loteId
             WHERE n.organizacionId = $1 AND n.productoId = $2 AND n.serie = $3)",
                                                    ctx.organizacionId(), pedido.articulo->productoId, serie);
        por_lote[lote.value_or("")].push_back(serie);
    }
    return por_lote;
}

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
