#include "command/almacen_s3.hpp"

#include <fmt/format.h>

#include <limits>

namespace cacao::command {
namespace {

// What the store does not do is told as what a disk does not: callers come again.
template <class Call>
auto asked(const Call& call) {
    try {
        return call();
    } catch (const red::Fallo& fallo) {
        throw db::DbError(db::Fallo::unavailable, fmt::format("The store of files does not do it: {}", fallo.what()));
    }
}

}  // namespace

void AlmacenEnS3::put(const std::string& lugar, std::string_view bytes) {
    asked([&] { s3_.poner(prefijo_ + lugar, red::fuente_de(bytes), "application/octet-stream", {}); });
}

std::optional<std::string> AlmacenEnS3::get(const std::string& lugar) const {
    // What is there was put there, and was no larger than a file may be then.
    constexpr std::uint64_t any = std::numeric_limits<std::int64_t>::max();
    return asked([&] { return s3_.traer(prefijo_ + lugar, any, {}); });
}

bool AlmacenEnS3::has(const std::string& lugar) const {
    return asked([&] { return s3_.ver(prefijo_ + lugar, {}).has_value(); });
}

void AlmacenEnS3::remove(const std::string& lugar) {
    asked([&] { s3_.borrar(prefijo_ + lugar, {}); });
}

void AlmacenEnS3::list(FunctionRef<void(const std::string& lugar, std::uint64_t bytes)> each) const {
    constexpr int at_once = 1000;
    std::string desde;
    do {
        const auto pagina = asked([&] { return s3_.listar(prefijo_, desde, at_once, {}); });
        for (const auto& objeto : pagina.objetos)
            each(objeto.clave.substr(prefijo_.size()), static_cast<std::uint64_t>(objeto.bytes));
        desde = pagina.siguiente;
    } while (!desde.empty());
}

}  // namespace cacao::command
