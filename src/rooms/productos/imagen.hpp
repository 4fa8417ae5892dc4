#pragma once
// The image of a product: kept in the database, known by its content, served to who may read it.

#include "api/imagenes.hpp"

#include <optional>
#include <string>

namespace cacao {

struct ImagenBase64 {
    Id productoId;
    ImagenEnBase64 foto;
};
DESCRIBE_STRUCT(ImagenBase64, (), (productoId, foto))

struct ImagenArchivo {
    Id productoId;
    Archivo archivo;
};
DESCRIBE_STRUCT(ImagenArchivo, (), (productoId, archivo))

DESCRIBE_KEY(ImagenPedida, productoId)

struct ArchivoPedido {
    Id productoId;
    std::optional<Texto<64>> v;
};
DESCRIBE_STRUCT(ArchivoPedido, (), (productoId, v))

struct ImagenGuardada {
    std::int64_t productoId{};
    std::string url;
    std::string tipo;
    std::int64_t ancho{};
    std::int64_t alto{};
    std::int64_t tamano{};
};
DESCRIBE_STRUCT(ImagenGuardada, (), (productoId, url, tipo, ancho, alto, tamano))

struct ImagenDeProducto : ImagenGuardada {
    std::string foto;  // base64; "" without an image, like url and tipo
};
DESCRIBE_STRUCT(ImagenDeProducto, (ImagenGuardada), (foto))

// Where they are kept.
const Imagenes& imagenes_de_productos();

ImagenLista preparar_imagen_base64(const Context&, const ImagenBase64&);
ImagenLista preparar_imagen_archivo(const Context&, const ImagenArchivo&);
ImagenGuardada guardar_imagen_base64(Context&, const ImagenBase64&, const ImagenLista&);
ImagenGuardada guardar_imagen_archivo(Context&, const ImagenArchivo&, const ImagenLista&);
ImagenDeProducto obtener_imagen(const Context&, const ImagenPedida&);
Contenido obtener_imagen_archivo(const Context&, const ArchivoPedido&, CacheDeImagenes&);
Nada quitar_imagen(Context&, const ImagenPedida&);

void register_imagenes(api::Operations&);

}  // namespace cacao
