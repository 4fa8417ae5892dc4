#pragma once
// The outbox: what happened to a document, numbered by its version, for those who are told later. What can happen is a described
// struct: its name in the outbox, the version of its form, and what is told.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "db/db.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/describe.hpp"
#include "reflect/json_write.hpp"
#include "reflect/shape.hpp"

#include <boost/mp11.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cacao::engine {

// What happened, as others are told it: `FacturaVenta.registrado`. A released name keeps its meaning.
enum class Suceso : std::uint8_t {
    registrado,
    cancelado,
    liquidado,
    desaplicado,
    pagado,
    pagoRetirado,
    transitado,
    revisado,
    identificado,
    agregado,
    validado,
    timbradoSolicitado,  // from here on its own fiscal document, in the order of EstadoTimbrado
    timbradoEnviado,
    timbrado,
    timbradoRechazado,
    cancelacionSolicitada,
    cancelacionEnviada,
    cfdiCancelado,
    cancelacionRechazada,
    cambiado,  // from here on records
    bajoMinimo,
    excedido,
    desactivada,
};
DESCRIBE_ENUM(Suceso, registrado, cancelado, liquidado, desaplicado, pagado, pagoRetirado, transitado, revisado, identificado,
              agregado, validado, timbradoSolicitado, timbradoEnviado, timbrado, timbradoRechazado, cancelacionSolicitada,
              cancelacionEnviada, cfdiCancelado, cancelacionRechazada, cambiado, bajoMinimo, excedido, desactivada)

namespace evento {

struct Registrado {
    static constexpr std::string_view nombre = "registrado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::registrado};
    std::string tipo;
    Importe total;
};
DESCRIBE_STRUCT(Registrado, (), (tipo, total))

struct Cancelado {
    static constexpr std::string_view nombre = "cancelado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::cancelado};
    std::string tipo;
};
DESCRIBE_STRUCT(Cancelado, (), (tipo))

// Told by both documents of an application, each of the other.
struct Liquidado {
    static constexpr std::string_view nombre = "liquidado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::liquidado};
    std::int64_t aplicacionId = 0;
    std::int64_t con = 0;
};
DESCRIBE_STRUCT(Liquidado, (), (aplicacionId, con))
struct Desaplicado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::desaplicado};
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
    static constexpr std::array sucesos{Suceso::pagado};
    std::int64_t con = 0;
};
DESCRIBE_STRUCT(Pagado, (), (con))
struct PagoRetirado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::pagoRetirado};
    std::int64_t sin = 0;
};
DESCRIBE_STRUCT(PagoRetirado, (), (sin))

struct Transitado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::transitado};
    Estado estado{};
};
DESCRIBE_STRUCT(Transitado, (), (estado))

struct Revisado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::revisado};
    std::int64_t revision = 0;
    Importe total;
};
DESCRIBE_STRUCT(Revisado, (), (revision, total))

// Money that came without a name is now this contact's.
struct Identificado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::identificado};
    std::int64_t entidadId = 0;
};
DESCRIBE_STRUCT(Identificado, (), (entidadId))

enum class Adjunto { nota, archivo };
DESCRIBE_ENUM(Adjunto, nota, archivo)
struct Agregado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::agregado};
    Adjunto agregado{};
};
DESCRIBE_STRUCT(Agregado, (), (agregado))

// Its fiscal document was validated, or the authority says another thing of it than before.
struct Validado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::validado};
    std::int64_t validacionId = 0;
    std::string validacion;
    std::string estadoSat;
};
DESCRIBE_STRUCT(Validado, (), (validacionId, validacion, estadoSat))

// Its own fiscal document went a step on: what of it is known, its folio once it has one, and the code of whoever refused it.
struct Timbrado {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::timbradoSolicitado, Suceso::timbradoEnviado,       Suceso::timbrado,
                                        Suceso::timbradoRechazado,  Suceso::cancelacionSolicitada, Suceso::cancelacionEnviada,
                                        Suceso::cfdiCancelado,      Suceso::cancelacionRechazada};
    std::string timbrado;
    std::string uuid;
    std::string codigo;
};
DESCRIBE_STRUCT(Timbrado, (), (timbrado, uuid, codigo))

// Of records that are no documents: which one, and no more.
struct DeRegistro {
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::registrado, Suceso::cambiado};
    std::int64_t registroId = 0;
};
DESCRIBE_STRUCT(DeRegistro, (), (registroId))

// Stock of a product moved; told once for all that moved it in a moment.
struct ExistenciaCambiada {
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::cambiado};
    std::int64_t productoId = 0;
};
DESCRIBE_STRUCT(ExistenciaCambiada, (), (productoId))

// It fell below the minimum of a warehouse; told again only after it rose above it.
struct ExistenciaBaja {
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::bajoMinimo};
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad disponible;
    Cantidad minimo;
};
DESCRIBE_STRUCT(ExistenciaBaja, (), (productoId, almacenId, disponible, minimo))

// A document took a customer beyond the limit, by a warning or by right.
struct CreditoExcedido {
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::excedido};
    std::int64_t entidadId = 0;
    std::int64_t transaccionId = 0;
    Importe limite;
    Importe expuesto;
};
DESCRIBE_STRUCT(CreditoExcedido, (), (entidadId, transaccionId, limite, expuesto))

// A subscription that was given up: its receiver did not take anything for too long, or said that it wants no more.
struct SuscripcionDesactivada {
    static constexpr int version = 1;
    static constexpr std::array sucesos{Suceso::desactivada};
    std::int64_t suscripcionId = 0;
    std::string motivo;
};
DESCRIBE_STRUCT(SuscripcionDesactivada, (), (suscripcionId, motivo))

// All there are of documents: what is not listed here cannot be noted.
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
    std::span<const Suceso> sucesos;
};
std::span<const TipoEvento> tipos_de_evento();

// What a stored row of a document tells; nothing of a row that none of the types wrote.
struct Contado {
    const TipoEvento* tipo = nullptr;
    Suceso suceso = Suceso::cambiado;
};
std::optional<Contado> leer_contado(std::string_view nombre, std::string_view datos);
// Which of them documents of a kind can tell.
bool puede_contar(const Documento& tipo, Suceso suceso);

// Tells what happened to something that is no document, and of which the audit log has no row of its own.
void avisar_registro(db::Writer& tx, std::string_view tipo, std::int64_t registroId, std::string_view datos, Instante ahora);

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
