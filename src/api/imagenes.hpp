#pragma once
// Images that belong to records: kept in the database, known by their content, served to who may read them.

#include "api/context.hpp"
#include "api/operations.hpp"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

inline constexpr std::size_t imagen_maxima = 5 * 1024 * 1024;
using ImagenEnBase64 = Texto<8'000'000, 1>;  // more than the largest image needs: what is too large is told by its bytes

// What was sent, looked at before the transaction begins.
struct ImagenLista {
    std::string tipo;
    std::int64_t ancho = 0;
    std::int64_t alto = 0;
    std::string huella;
    std::string contenido;
};
ImagenLista revisar_imagen(std::string bytes, std::string_view campo);
// Also behind `data:image/png;base64,`.
ImagenLista revisar_imagen_base64(std::string_view texto, std::string_view campo);

// What is known of an image without its bytes; nothing of one that is not there.
struct DatosImagen {
    std::string tipo;
    std::int64_t ancho{};
    std::int64_t alto{};
    std::int64_t tamano{};
    std::string huella;
};
DESCRIBE_STRUCT(DatosImagen, (), (tipo, ancho, alto, tamano, huella))

// The images last served, so that their bytes are neither read nor copied again.
class CacheDeImagenes {
public:
    using Bytes = std::shared_ptr<const std::string>;
    Bytes buscar(std::int64_t id, const std::string& huella);
    void guardar(std::int64_t id, const std::string& huella, const Bytes& bytes);

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

// Those of one sort of record: a table with the columns of DatosImagen, `modificadoEn` and `contenido`, one row for each record
// that has one.
class Imagenes {
public:
    Imagenes(std::string_view tabla, std::string_view llave) : tabla_(tabla), llave_(llave) {}

    std::optional<DatosImagen> leer(db::Reader& tx, std::int64_t id) const;
    std::string bytes(db::Reader& tx, std::int64_t id) const;
    DatosImagen guardar(Context& ctx, std::int64_t id, const ImagenLista& lista) const;
    void quitar(db::Writer& tx, std::int64_t id) const;
    // As an answer; `v` is what the caller believes it to be. Refuses `no_encontrado` at the key where there is none.
    Contenido servir(const Context& ctx, std::int64_t id, const std::optional<Texto<64>>& v, CacheDeImagenes& cache) const;
    void verificar(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) const;

private:
    std::string de_uno(std::string_view inicio) const;

    std::string_view tabla_;
    std::string_view llave_;
};

}  // namespace cacao
