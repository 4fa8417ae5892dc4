#include "api/busqueda.hpp"
#include "api/conteos.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

// Goods are the rule, so the walk in order finds them; the others have an index of their own.
std::string_view de_tipo(TipoProducto tipo) {
    switch (tipo) {
        case TipoProducto::producto: return "p.tipo = 'producto'";
        case TipoProducto::servicio: return "p.tipo = 'servicio'";
        case TipoProducto::kit: break;
    }
    return "p.tipo = 'kit'";
}

// Whether a list is asked only for what products are counted by.
bool solo_contados(const ProductosFiltro& f) {
    return !f.buscar && !f.codigo && !f.codigoBarras && !f.modeloId && !f.numeroParte && !f.clasificacionId &&
           !f.referenciaExterna && !f.modificadoDesde && !f.desdePosicion;
}

}  // namespace

Pagina<ProductoResumen> listar_productos(const Context& ctx, const ProductosFiltro& filtro) {
    ProductosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    Recorrido recorrido{ctx, filtro, "Productos", reflect::to_json(solo_filtros)};

    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    if (filtro.buscar) filtrar_palabras(tx, *filtro.buscar, {"productoPalabra", "productoId", "p.productoId"}, donde);
    donde.add_if(filtro.codigo, "p.codigo = $");
    // Whatever is scanned: its own code is one of them.
    if (filtro.codigoBarras)
        donde.add(
            "p.productoId IN (SELECT k.productoId FROM codigoBarras k WHERE k.organizacionId = $1 AND k.codigo = $ UNION ALL "
            "SELECT k.productoId FROM producto k WHERE k.organizacionId = $1 AND k.codigo = $)",
            *filtro.codigoBarras, *filtro.codigoBarras);
    if (filtro.modeloId)
        donde.add("p.productoId IN (SELECT k.productoId FROM varianteProducto k WHERE k.organizacionId = $1 AND k.modeloId = $)",
                  filtro.modeloId->valor);
    if (filtro.numeroParte) donde.add("p.numeroParte = $ AND p.numeroParte <> ''", *filtro.numeroParte);
    if (filtro.clasificacionId) donde.add("p.clasificacionId = $ AND p.clasificacionId <> 0", filtro.clasificacionId->valor);
    if (filtro.tipo) donde.add(de_tipo(*filtro.tipo));
    if (filtro.activo) donde.add(*filtro.activo ? "p.activo = 1" : "p.activo = 0");
    donde.add_if(filtro.referenciaExterna, "p.referenciaExterna = $");
    recorrido.seguir(ctx, filtro, "p.modificadoEn >= $",
                     "p.productoId IN (SELECT e.registroId FROM eventoRegistro e WHERE e.organizacionId = $1 AND e.tipo = "
                     "'Producto' AND e.posicion > $)",
                     donde);

    Total total;
    if (!solo_contados(filtro))
        total = recorrido.contar(tx, "SELECT 1 FROM producto p WHERE p.organizacionId = $1" + donde.and_sql(), donde.params());
    else if (recorrido.con_total())
        total = registros_contados(tx, producto_contado,
                                   filtro.tipo ? std::optional{clase_de_tipo(reflect::enum_name(*filtro.tipo))} : std::nullopt,
                                   filtro.activo);
    if (recorrido.desde()) donde.add("p.productoId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<ProductoResumen>("SELECT" + std::string{columnas_de_producto} + R"( FROM producto p
            JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
            WHERE p.organizacionId = $1)" + donde.and_sql() +
                                                  " ORDER BY p.productoId" + tramo,
                                              donde.params());
    return recorrido.pagina(std::move(filas), total, [](const ProductoResumen& p) { return std::vector{p.productoId}; });
}

}  // namespace cacao
