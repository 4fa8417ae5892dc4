#include "rooms/productos/imagen.hpp"

#include "api/digest.hpp"
#include "base/imagen.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

struct FilaImagen {
    std::int64_t productoId{};
    std::string tipo;
    std::int64_t ancho{};
    std::int64_t alto{};
    std::int64_t tamano{};
    std::string huella;
};
DESCRIBE_STRUCT(FilaImagen, (), (productoId, tipo, ancho, alto, tamano, huella))

std::optional<FilaImagen> leer_imagen(db::Reader& tx, std::int64_t productoId) {
    return tx.one<FilaImagen>(
        "SELECT productoId, tipo, ancho, alto, tamano, huella FROM productoImagen WHERE organizacionId = $1 AND productoId = $2",
        tx.organizacion(), productoId);
}

std::string leer_bytes(db::Reader& tx, std::int64_t productoId) {
    return tx
        .one<std::string>("SELECT contenido FROM productoImagen WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(),
                          productoId)
        .value_or("");
}

void exigir_producto(db::Reader& tx, std::int64_t productoId) {
    const bool existe = tx.one<std::int64_t>("SELECT 1 FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                             tx.organizacion(), productoId)
                            .has_value();
    reject_if(!existe, Codigo::no_encontrado, "/productoId");
}

ImagenGuardada mostrar(const FilaImagen& f) {
    return {f.productoId, fmt::format("/api/Productos/ProductoImagen/{}/Archivo?v={}", f.productoId, f.huella),
            f.tipo,       f.ancho,
            f.alto,       f.tamano};
}

ImagenLista revisar_imagen(std::string bytes, std::string_view campo) {
    if (bytes.size() > imagen_maxima)
        reject(Codigo::imagen_muy_grande, std::string{campo},
               fmt::format(R"({{"maximo":{},"tamano":{}}})", imagen_maxima, bytes.size()));
    const auto imagen = reconocer_imagen(bytes);
    if (!imagen) reject(Codigo::imagen_invalida, std::string{campo});
    if (!cabe(*imagen))
        reject(Codigo::imagen_muy_grande, std::string{campo},
               reflect::objeto("ancho", imagen->ancho, "alto", imagen->alto, "ladoMaximo", lado_maximo, "pixelesMaximos",
                               pixeles_maximos));
    auto huella = hexadecimal(api::sha256(bytes));
    return {std::string{imagen->tipo}, imagen->ancho, imagen->alto, std::move(huella), std::move(bytes)};
}

ImagenGuardada guardar_imagen(Context& ctx, std::int64_t productoId, const ImagenLista& lista) {
    auto& tx = ctx.db();
    tx.lock("producto/" + std::to_string(productoId));
    exigir_producto(tx, productoId);
    const auto antes = leer_imagen(tx, productoId);
    const FilaImagen f{productoId,  lista.tipo, lista.ancho, lista.alto, static_cast<std::int64_t>(lista.contenido.size()),
                       lista.huella};
    tx.run(R"(
        INSERT INTO productoImagen (organizacionId, productoId, tipo, ancho, alto, tamano, huella, modificadoEn, contenido)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (organizacionId, productoId) DO UPDATE
            SET tipo = $3, ancho = $4, alto = $5, tamano = $6, huella = $7, modificadoEn = $8, contenido = $9)",
           tx.organizacion(), productoId, f.tipo, f.ancho, f.alto, f.tamano, f.huella, ctx.ahora(), db::Bytes{lista.contenido});
    auto guardada = mostrar(f);
    if (antes) ctx.auditar("ProductoImagen", productoId, mostrar(*antes), guardada);
    else ctx.auditar_alta("ProductoImagen", productoId, guardada);
    return guardada;
}

}  // namespace

CacheDeImagenes::Bytes CacheDeImagenes::buscar(std::int64_t productoId, const std::string& huella) {
    const std::lock_guard lock{mutex_};
    const auto found = por_clave_.find({productoId, huella});
    if (found == por_clave_.end()) return nullptr;
    recientes_.splice(recientes_.begin(), recientes_, found->second);
    return found->second->bytes;
}

void CacheDeImagenes::guardar(std::int64_t productoId, const std::string& huella, const Bytes& bytes) {
    const std::lock_guard lock{mutex_};
    Clave clave{productoId, huella};
    if (por_clave_.contains(clave)) return;
    recientes_.push_front({clave, bytes});
    por_clave_.emplace(std::move(clave), recientes_.begin());
    ocupado_ += bytes->size();
    while (ocupado_ > capacidad) {
        ocupado_ -= recientes_.back().bytes->size();
        por_clave_.erase(recientes_.back().clave);
        recientes_.pop_back();
    }
}

ImagenLista preparar_imagen_base64(const Context&, const ImagenBase64& pedida) {
    std::string_view texto = pedida.foto;
    if (texto.starts_with("data:"))
        if (const auto coma = texto.find(";base64,"); coma != std::string_view::npos) texto.remove_prefix(coma + 8);
    std::string bytes;
    reject_if(!leer_base64(texto, bytes), Codigo::base64_invalido, "/foto");
    return revisar_imagen(std::move(bytes), "/foto");
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
    if (const auto f = leer_imagen(tx, pedida.productoId)) {
        static_cast<ImagenGuardada&>(imagen) = mostrar(*f);
        imagen.foto = base64(leer_bytes(tx, pedida.productoId));
    } else {
        exigir_producto(tx, pedida.productoId);
    }
    return imagen;
}

Contenido obtener_imagen_archivo(const Context& ctx, const ArchivoPedido& pedido, CacheDeImagenes& cache) {
    auto& tx = ctx.db();
    const auto f = leer_imagen(tx, pedido.productoId);
    if (!f) reject(Codigo::no_encontrado, "/productoId");
    auto bytes = cache.buscar(f->productoId, f->huella);
    if (!bytes) {
        tx.belongs_to(db::Lane::list);  // megabytes, maybe; those at hand are no more than a record
        bytes = std::make_shared<const std::string>(leer_bytes(tx, f->productoId));
        cache.guardar(f->productoId, f->huella, bytes);
    }
    // The address names the content, so whoever has it need not ask again.
    const bool fija = pedido.v && *pedido.v == f->huella;
    return {f->tipo, std::move(bytes), f->huella, fija ? "private, max-age=31536000, immutable" : ""};
}

Nada quitar_imagen(Context& ctx, const ImagenPedida& pedida) {
    auto& tx = ctx.db();
    tx.lock("producto/" + std::to_string(pedida.productoId));
    const auto antes = leer_imagen(tx, pedida.productoId);
    if (!antes) reject(Codigo::no_encontrado, "/productoId");
    tx.run("DELETE FROM productoImagen WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(),
           pedida.productoId.valor);
    ctx.auditar("ProductoImagen", pedida.productoId, mostrar(*antes), Nada{});
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
