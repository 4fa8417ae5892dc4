#include "engine/verbos/pedidos.hpp"

#include "base/archivo.hpp"
#include "engine/emision/articulos.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {

void encabezar(Cabecera& c, const EncabezadoNuevo& nuevo) {
    c.fecha = nuevo.fecha;
    c.serie = nuevo.serie.value_or("");
    c.sucursalId = nuevo.sucursalId.value_or(0);
    c.proyectoId = nuevo.proyectoId.value_or(0);
    c.centroCostoId = nuevo.centroCostoId.value_or(0);
    c.referencia = nuevo.referencia.value_or("");
    c.referenciaExterna = nuevo.referenciaExterna.value_or("");
    c.notas = nuevo.notas.value_or("");
}

void encabezar(Cabecera& c, const EncabezadoConMoneda& nuevo) {
    encabezar(c, static_cast<const EncabezadoNuevo&>(nuevo));
    c.moneda = nuevo.moneda.value_or("");
    c.tipoCambio = nuevo.tipoCambio;
}

void adjuntar(Cabecera& c, const AdjuntosNuevos& nuevos) {
    if (nuevos.documentosRelacionados)
        for (const RelacionNueva& r : *nuevos.documentosRelacionados)
            c.relacionados.push_back({"/documentosRelacionados/" + std::to_string(c.relacionados.size()),
                                      r.transaccionId.value_or(0), r.uuid ? r.uuid->texto() : std::string{},
                                      r.tipoRelacion.value_or("")});
    if (nuevos.archivos)
        for (const ArchivoNuevo& a : *nuevos.archivos) c.archivos.push_back(archivo_pedido(a));
}

ArchivoPedido archivo_pedido(const ArchivoNuevo& nuevo) {
    ArchivoPedido a{nuevo.nombre, nuevo.extension.value_or(""), nuevo.url};
    if (a.extension.starts_with('.')) a.extension.erase(0, 1);
    quitar_extension(a.nombre, a.extension);
    return a;
}

namespace {

LotePedido lote_pedido(const LoteNuevo& l) { return {l.codigo, l.caducidad, l.fechaFabricacion, l.pedimento.value_or("")}; }

}  // namespace

void poner_producto(DeArticulo& a, const ProductoDePartida& nuevo) {
    a.productoId = nuevo.productoId.value_or(0);
    a.codigo = nuevo.codigo.value_or("");
}

std::vector<ProductoNombrado> productos_nombrados(db::Reader& tx, std::span<const ProductoDePartida* const> pedidos,
                                                  std::string_view lista) {
    std::vector<DeArticulo> articulos(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i) poner_producto(articulos[i], *pedidos[i]);
    nombrar_productos(tx, articulos);
    std::vector<ProductoNombrado> nombrados(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const DeArticulo& a = articulos[i];
        const auto falta = [&](Codigo codigo, std::string_view miembro, std::string datos = {}) {
            nombrados[i].falta = Falta{codigo, fmt::format("{}/{}/{}", lista, i, miembro), En::cuerpo, std::move(datos)};
        };
        // What counts in the product's own unit cannot take a code of another one; a code that was found is gone.
        if (a.unidadMedidaId != 0)
            falta(Codigo::unidad_no_convertible, "codigo", reflect::objeto("unidadMedidaId", a.unidadMedidaId));
        else if (!a.codigo.empty()) falta(a.productoId == 0 ? Codigo::no_encontrado : Codigo::valor_no_permitido, "codigo");
        else if (a.productoId == 0) falta(Codigo::requerido, "productoId", R"({"alternativas":["codigo"]})");
        else nombrados[i].productoId = a.productoId;
    }
    return nombrados;
}

void poner_mercancia(DeArticulo& a, DeMercancia& m, const MercanciaNueva& nueva) {
    poner_producto(a, nueva);
    a.unidadMedidaId = nueva.unidadMedidaId.value_or(0);
    a.cantidad = nueva.cantidad;
    m.almacenId = nueva.almacenId.value_or(0);
    if (nueva.lote) m.lote = lote_pedido(*nueva.lote);
    if (nueva.series) m.series.assign(nueva.series->begin(), nueva.series->end());
    if (!nueva.componentes) return;
    for (const ComponenteMovidoNuevo& c : *nueva.componentes) {
        ComponentePedido& p = m.componentes.emplace_back();
        p.productoId = c.productoId.value_or(0);
        p.codigo = c.codigo.value_or("");
        p.cantidad = c.cantidad;
        if (c.lote) p.lote = lote_pedido(*c.lote);
        if (c.series) p.series.assign(c.series->begin(), c.series->end());
    }
}

}  // namespace cacao::engine
