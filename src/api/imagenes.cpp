#include "api/imagenes.hpp"

#include "base/digest.hpp"
#include "base/imagen.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao {

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
    auto huella = hexadecimal(sha256(bytes));
    return {std::string{imagen->tipo}, imagen->ancho, imagen->alto, std::move(huella), std::move(bytes)};
}

ImagenLista revisar_imagen_base64(std::string_view texto, std::string_view campo) {
    if (texto.starts_with("data:"))
        if (const auto coma = texto.find(";base64,"); coma != std::string_view::npos) texto.remove_prefix(coma + 8);
    std::string bytes;
    reject_if(!leer_base64(texto, bytes), Codigo::base64_invalido, campo);
    return revisar_imagen(std::move(bytes), campo);
}

CacheDeImagenes::Bytes CacheDeImagenes::buscar(std::int64_t id, const std::string& huella) {
    const std::lock_guard lock{mutex_};
    const auto found = por_clave_.find({id, huella});
    if (found == por_clave_.end()) return nullptr;
    recientes_.splice(recientes_.begin(), recientes_, found->second);
    return found->second->bytes;
}

void CacheDeImagenes::guardar(std::int64_t id, const std::string& huella, const Bytes& bytes) {
    const std::lock_guard lock{mutex_};
    Clave clave{id, huella};
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

std::string Imagenes::de_uno(std::string_view inicio) const {
    return fmt::format("{} FROM {} WHERE organizacionId = $1 AND {} = $2", inicio, tabla_, llave_);
}

std::optional<DatosImagen> Imagenes::leer(db::Reader& tx, std::int64_t id) const {
    return tx.one<DatosImagen>(de_uno("SELECT tipo, ancho, alto, tamano, huella"), tx.organizacion(), id);
}

std::string Imagenes::bytes(db::Reader& tx, std::int64_t id) const {
    return tx.one<std::string>(de_uno("SELECT contenido"), tx.organizacion(), id).value_or("");
}

DatosImagen Imagenes::guardar(Context& ctx, std::int64_t id, const ImagenLista& l) const {
    auto& tx = ctx.db();
    const auto tamano = static_cast<std::int64_t>(l.contenido.size());
    tx.run(fmt::format(R"(
        INSERT INTO {} (organizacionId, {}, tipo, ancho, alto, tamano, huella, modificadoEn, contenido)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (organizacionId, {}) DO UPDATE
            SET tipo = $3, ancho = $4, alto = $5, tamano = $6, huella = $7, modificadoEn = $8, contenido = $9)",
                       tabla_, llave_, llave_),
           tx.organizacion(), id, l.tipo, l.ancho, l.alto, tamano, l.huella, ctx.ahora(), db::Bytes{l.contenido});
    return {l.tipo, l.ancho, l.alto, tamano, l.huella};
}

void Imagenes::quitar(db::Writer& tx, std::int64_t id) const { tx.run(de_uno("DELETE"), tx.organizacion(), id); }

Contenido Imagenes::servir(const Context& ctx, std::int64_t id, const std::optional<Texto<64>>& v, CacheDeImagenes& cache) const {
    auto& tx = ctx.db();
    const auto datos = leer(tx, id);
    if (!datos) reject(Codigo::no_encontrado, "/" + std::string{llave_});
    auto guardados = cache.buscar(id, datos->huella);
    if (!guardados) {
        tx.belongs_to(db::Lane::list);  // megabytes, maybe; those at hand are no more than a record
        guardados = std::make_shared<const std::string>(bytes(tx, id));
        cache.guardar(id, datos->huella, guardados);
    }
    // The address names the content, so whoever has it need not ask again.
    const bool fija = v && *v == datos->huella;
    return {datos->tipo, std::move(guardados), datos->huella, fija ? "private, max-age=31536000, immutable" : ""};
}

void Imagenes::verificar(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) const {
    // One at a time: they may be large.
    for (const auto id : tx.all<std::int64_t>(
             fmt::format("SELECT {0} FROM {1} WHERE organizacionId = $1 ORDER BY {0}", llave_, tabla_), tx.organizacion()))
        tx.each(
            de_uno("SELECT huella, tamano, contenido"),
            [&](const db::Row& fila) {
                const auto contenido = fila.text(2);
                if (fila.text(0) != hexadecimal(sha256(contenido)) ||
                    fila.integer(1) != static_cast<std::int64_t>(contenido.size()))
                    diferencia(fmt::format("{}: organizacionId {}, {} {}: the bytes are not those that were kept", tabla_,
                                           tx.organizacion(), llave_, id));
            },
            tx.organizacion(), id);
}

}  // namespace cacao
