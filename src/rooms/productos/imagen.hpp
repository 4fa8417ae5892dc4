#pragma once
// The image of a product: kept in the database, known by its content, served to who may read it.

#include "api/operations.hpp"

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace cacao {

inline constexpr std::size_t imagen_maxima = 5 * 1024 * 1024;

struct ImagenBase64 {
    Id productoId;
    Texto<8'000'000, 1> foto;  // more than the largest image needs: what is too large is told by its bytes
};
DESCRIBE_STRUCT(ImagenBase64, (), (productoId, foto))

struct ImagenArchivo {
    Id productoId;
    Archivo archivo;
};
DESCRIBE_STRUCT(ImagenArchivo, (), (productoId, archivo))

struct ImagenPedida {
    Id productoId;
};
DESCRIBE_STRUCT(ImagenPedida, (), (productoId))

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

// What was sent, looked at before the transaction begins.
struct ImagenLista {
    std::string tipo;
    std::int64_t ancho = 0;
    std::int64_t alto = 0;
    std::string huella;
    std::string contenido;
};

// The images last served, so that their bytes are neither read nor copied again.
class CacheDeImagenes {
public:
    using Bytes = std::shared_ptr<const std::string>;
    Bytes buscar(std::int64_t productoId, const std::string& huella);
    void guardar(std::int64_t productoId, const std::string& huella, const Bytes& bytes);

private:
    static constexpr std::size_t capacidad = 32 * 1024 * 1024;
    using Clave = std::pair<std::int64_t, std::string>;
    struct Entrada {
        Clave clave;
        Bytes bytes;
    };
    std::mutex mutex_;
    std::list<Entrada> recientes_;  // the last used first
    std::map<Clave, std::list<Entrada>::iterator> por_clave_;
    std::size_t ocupado_ = 0;
};

ImagenLista preparar_imagen_base64(const Context&, const ImagenBase64&);
ImagenLista preparar_imagen_archivo(const Context&, const ImagenArchivo&);
ImagenGuardada guardar_imagen_base64(Context&, const ImagenBase64&, const ImagenLista&);
ImagenGuardada guardar_imagen_archivo(Context&, const ImagenArchivo&, const ImagenLista&);
ImagenDeProducto obtener_imagen(const Context&, const ImagenPedida&);
Contenido obtener_imagen_archivo(const Context&, const ArchivoPedido&, CacheDeImagenes&);
Nada quitar_imagen(Context&, const ImagenPedida&);

void register_imagenes(api::Operations&);

}  // namespace cacao
