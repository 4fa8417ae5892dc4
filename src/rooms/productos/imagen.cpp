#include "rooms/productos/imagen.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

void exigir_producto(db::Reader& tx, std::int64_t productoId) {
    const bool existe = tx.one<std::int64_t>("SELECT 1 FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                             tx.organizacion(), productoId)
                            .has_value();
    reject_if(!existe, Codigo::no_encontrado, "/productoId");
}

ImagenGuardada mostrar(std::int64_t productoId, const DatosImagen& d) {
    return {productoId, fmt::format("/api/Productos/ProductoImagen/{}/Archivo?v={}", productoId, d.huella),
            d.tipo,     d.ancho,
            d.alto,     d.tamano};
}

ImagenGuardada guardar_imagen(Context& ctx, std::int64_t productoId, const ImagenLista& lista) {
    auto& tx = ctx.db();
    tx.lock("producto/" + std::to_string(productoId));
    exigir_producto(tx, productoId);
    const auto antes = imagenes_de_productos().leer(tx, productoId);
    auto guardada = mostrar(productoId, imagenes_de_productos().guardar(ctx, productoId, lista));
    if (antes) ctx.auditar("ProductoImagen", productoId, mostrar(productoId, *antes), guardada);
    else ctx.auditar_alta("ProductoImagen", productoId, guardada);
    return guardada;
}

}  // namespace

const Imagenes& imagenes_de_productos() {
    static const Imagenes imagenes{"productoImagen", "productoId"};
    return imagenes;
}

ImagenLista preparar_imagen_base64(const Context&, const ImagenBase64& pedida) {
    return revisar_imagen_base64(pedida.foto, "/foto");
}
ImagenLista preparar_imagen_archivo(const Context&, const ImagenArchivo& pedida) {
    return revisar_imagen(pedida.archivo.contenido, "/archivo");
}

ImagenGuardada guardar_imagen_base64(Context& ctx, const ImagenBase64& pedida, const ImagenLista& lista) {
    return guardar_imagen(ctx, pedida.productoId, lista);
}
ImagenGuardada guardar_imagen_archivo(Context& ctx, const ImagenArchivo& pedida, const ImagenLista& lista) {
    return guardar_imagen(ctx, pedida.productoId, lista);
}

ImagenDeProducto obtener_imagen(const Context& ctx, const ImagenPedida& pedida) {
    auto& tx = ctx.db();
    ImagenDeProducto imagen;
    imagen.productoId = pedida.productoId;
    if (const auto datos = imagenes_de_productos().leer(tx, pedida.productoId)) {
        static_cast<ImagenGuardada&>(imagen) = mostrar(pedida.productoId, *datos);
        imagen.foto = base64(imagenes_de_productos().bytes(tx, pedida.productoId));
    } else {
        exigir_producto(tx, pedida.productoId);
    }
    return imagen;
}

Contenido obtener_imagen_archivo(const Context& ctx, const ArchivoPedido& pedido, CacheDeImagenes& cache) {
    return imagenes_de_productos().servir(ctx, pedido.productoId, pedido.v, cache);
}

Nada quitar_imagen(Context& ctx, const ImagenPedida& pedida) {
    auto& tx = ctx.db();
    tx.lock("producto/" + std::to_string(pedida.productoId));
    const auto antes = imagenes_de_productos().leer(tx, pedida.productoId);
    if (!antes) reject(Codigo::no_encontrado, "/productoId");
    imagenes_de_productos().quitar(tx, pedida.productoId);
    ctx.auditar("ProductoImagen", pedida.productoId, mostrar(pedida.productoId, *antes), Nada{});
    return {};
}

void register_imagenes(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    const auto cache = std::make_shared<CacheDeImagenes>();
    ops.add(GET, "/api/Productos/ProductoImagen/{productoId}", "ProductoImagenObtener", obtener_imagen)
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Productos/ProductoImagen/{productoId}/Archivo", "ProductoImagenDescargar",
            [cache](const Context& ctx, const ArchivoPedido& pedido) { return obtener_imagen_archivo(ctx, pedido, *cache); })
        .nuestra()
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Productos/ProductoImagenBase64/{productoId}", "ProductoImagenBase64Agregar", preparar_imagen_base64,
            guardar_imagen_base64)
        .rechaza({Codigo::no_encontrado, Codigo::base64_invalido, Codigo::imagen_invalida, Codigo::imagen_muy_grande});
    ops.add(POST, "/api/Productos/ProductoImagenArchivo/{productoId}", "ProductoImagenArchivoAgregar", preparar_imagen_archivo,
            guardar_imagen_archivo)
        .multiparte(0)
        .rechaza({Codigo::no_encontrado, Codigo::imagen_invalida, Codigo::imagen_muy_grande});
    ops.add(DELETE, "/api/Productos/ProductoImagen/{productoId}", "ProductoImagenQuitar", quitar_imagen)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
