// Any bytes as a request body: never a crash; and what was read without fault reads the same after being written.

#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace cacao;

enum class Color { rojo, verde };
DESCRIBE_ENUM(Color, rojo, verde)

struct Hija {
    Texto<20, 1> nombre;
    std::optional<Fecha> fecha;
    std::optional<Correo> correo;
};
DESCRIBE_STRUCT(Hija, (), (nombre, fecha, correo))

struct Madre {
    std::optional<std::int64_t> id;
    std::optional<Importe> total;
    std::optional<Color> color;
    std::optional<bool> activo;
    std::optional<Lista<Hija, 10>> hijas;
    std::optional<Rfc> rfc;
    std::optional<Uuid> uuid;
    std::optional<Instante> cuando;
};
DESCRIBE_STRUCT(Madre, (), (id, total, color, activo, hijas, rfc, uuid, cuando))

bool decode(std::string_view json, Madre& out) {
    Faltas faltas;
    reflect::read_document(json, faltas, [&](reflect::JsonValue& root) {
        reflect::Decoding d{faltas, En::cuerpo};
        reflect::read_object(root, out, d);
    });
    return faltas.vacia();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Madre first;
    if (!decode({reinterpret_cast<const char*>(data), size}, first)) return 0;
    const auto written = reflect::to_json(first);
    Madre second;
    if (!decode(written, second) || reflect::to_json(second) != written) {
        std::fprintf(stderr, "not the same after a round: %s\n", written.c_str());
        std::abort();
    }
    return 0;
}
