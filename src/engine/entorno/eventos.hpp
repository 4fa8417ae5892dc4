#pragma once
// The outbox: what happened to a document, numbered by its version, for those who are told later. What can happen is a described
// struct: its name in the outbox, the version of its form, and what is told.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/describe.hpp"
#include "reflect/json_write.hpp"
#include "reflect/shape.hpp"

#include <boost/mp11.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cacao::engine {
namespace evento {

struct Registrado {
    static constexpr std::string_view nombre = "registrado";
    static constexpr int version = 1;
    std::string tipo;
    Importe total;
};
DESCRIBE_STRUCT(Registrado, (), (tipo, total))

struct Cancelado {
    static constexpr std::string_view nombre = "cancelado";
    static constexpr int version = 1;
    std::string tipo;
};
DESCRIBE_STRUCT(Cancelado, (), (tipo))

// Told by both documents of an application, each of the other.
struct Liquidado {
    static constexpr std::string_view nombre = "liquidado";
    static constexpr int version = 1;
    std::int64_t aplicacionId = 0;
    std::int64_t con = 0;
};
DESCRIBE_STRUCT(Liquidado, (), (aplicacionId, con))
struct Desaplicado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::int64_t aplicacionId = 0;
    bool desaplicada = true;
};
DESCRIBE_STRUCT(Desaplicado, (), (aplicacionId, desaplicada))

// The application that one of those two tells of, and whether it was undone then; 0 of other events.
struct AplicacionContada {
    std::int64_t aplicacionId = 0;
    bool deshecha = false;
};
AplicacionContada leer_aplicacion(std::string_view datos);

// Of a request for payment: an egress pays it, or does so no more.
struct Pagado {
    static constexpr std::string_view nombre = "liquidado";
    static constexpr int version = 1;
    std::int64_t con = 0;
};
DESCRIBE_STRUCT(Pagado, (), (con))
struct PagoRetirado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::int64_t sin = 0;
};
DESCRIBE_STRUCT(PagoRetirado, (), (sin))

struct Transitado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    Estado estado{};
};
DESCRIBE_STRUCT(Transitado, (), (estado))

struct Revisado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::int64_t revision = 0;
    Importe total;
};
DESCRIBE_STRUCT(Revisado, (), (revision, total))

// Money that came without a name is now this contact's.
struct Identificado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::int64_t entidadId = 0;
};
DESCRIBE_STRUCT(Identificado, (), (entidadId))

enum class Adjunto { nota, archivo };
DESCRIBE_ENUM(Adjunto, nota, archivo)
struct Agregado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    Adjunto agregado{};
};
DESCRIBE_STRUCT(Agregado, (), (agregado))

// Its fiscal document was validated, or the authority says another thing of it than before.
struct Validado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::int64_t validacionId = 0;
    std::string validacion;
    std::string estadoSat;
};
DESCRIBE_STRUCT(Validado, (), (validacionId, validacion, estadoSat))

// Its own fiscal document went a step on: what of it is known, its folio once it has one, and the code of whoever refused it.
struct Timbrado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    std::string timbrado;
    std::string uuid;
    std::string codigo;
};
DESCRIBE_STRUCT(Timbrado, (), (timbrado, uuid, codigo))

// All there are: what is not listed here cannot be noted.
using Todos = boost::mp11::mp_list<Registrado, Cancelado, Liquidado, Desaplicado, Pagado, PagoRetirado, Transitado, Revisado,
                                   Identificado, Agregado, Validado, Timbrado>;
template <class E>
inline constexpr bool listado = boost::mp11::mp_contains<Todos, E>::value;

}  // namespace evento

// The same as data, for those who document or send them.
struct TipoEvento {
    std::string_view nombre;
    int version = 1;
    reflect::Use datos;
};
std::span<const TipoEvento> tipos_de_evento();

// As it is stored. The first version of a form says nothing of it; later ones say theirs after the fields.
template <class E>
std::string datos_de(const E& e) {
    std::string datos = reflect::to_json(e);
    if constexpr (E::version > 1) datos.insert(datos.size() - 1, R"(,"version":)" + std::to_string(E::version));
    return datos;
}

namespace interno {
void guardar_evento(Context& ctx, std::int64_t transaccionId, std::int64_t consecutivo, std::string_view nombre,
                    std::string_view datos);
std::int64_t subir_version(Context& ctx, std::int64_t transaccionId);
}  // namespace interno

template <class E>
void anotar_evento(Context& ctx, std::int64_t transaccionId, std::int64_t consecutivo, const E& e) {
    static_assert(evento::listado<E>, "an event stands in evento::Todos");
    interno::guardar_evento(ctx, transaccionId, consecutivo, E::nombre, datos_de(e));
}

// Raises the document's version and notes the event under it; answers the new version.
template <class E>
std::int64_t tocar_documento(Context& ctx, std::int64_t transaccionId, const E& e) {
    const std::int64_t version = interno::subir_version(ctx, transaccionId);
    anotar_evento(ctx, transaccionId, version, e);
    return version;
}

}  // namespace cacao::engine
