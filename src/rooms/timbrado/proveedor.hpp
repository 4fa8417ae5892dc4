#pragma once
// Who stamps for us: a provider that the authority certified. All of them are asked the same five things, and what they answer is
// a value: done, refused with their code and words, or nothing that tells whether it was done.
//
// The service of tests that a provider has is a provider of its own, with its own name: neither knows what the other stamped.

#include "base/fecha.hpp"
#include "fiscal/estado_sat.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::timbrado {

struct Respuesta {
    enum class Como : std::uint8_t {
        hecho,
        previo,         // it was stamped before (307): `xml` is that stamp, or empty where it has to be asked for
        desconocido,    // of what is recovered: it was never there; of what is cancelled (205): it is not there yet
        rechazado,      // and will be the next time
        sin_entregar,   // of what is stamped: it is certain that they did not take it, or never heard of it
        sin_respuesta,  // nobody knows
    };
    Como como = Como::sin_respuesta;
    std::string xml = {};  // the document with its stamp, as it came; of a cancellation, the receipt
    std::string codigo = {};
    std::string mensaje = {};
};

// A sealed document on its way. The same one has the same `id` whenever it is sent: providers that take a name for it (customid)
// know a repetition by it.
struct Envio {
    std::string id;
    std::string xml;
    std::string hora;  // as a stamp tells it, which is made here: yyyy-MM-ddTHH:mm:ss of the centre
};

struct EnvioDeCancelacion {
    std::string uuid, rfcEmisor, motivo, uuidSustitucion;
    std::string xml;  // the request, signed by the issuer: no key is handed over
};

// What the authority is asked of a document, and whether we asked it to cancel it.
struct ConsultaDeEstado {
    fiscal::Consulta consulta;
    bool cancelacion_pedida = false;
};

// Whether what it stamps counts before the authority, by its name.
inline bool tiene_validez(std::string_view proveedor) { return proveedor == "sw" || proveedor == "finkok"; }

using Abandonar = std::function<bool()>;

// From any thread. Whoever waits for an answer asks `abandonar` meanwhile and gives up when it says so.
class Proveedor {
public:
    virtual ~Proveedor() = default;
    virtual std::string_view nombre() const = 0;
    virtual Respuesta timbrar(const Envio& envio, const Abandonar& abandonar) const = 0;
    // The stamp of what may have been sent before.
    virtual Respuesta recuperar(const Envio& envio, const Abandonar& abandonar) const = 0;
    virtual Respuesta cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const = 0;
    // What the authority says of it; nothing when nobody answered.
    virtual std::optional<fiscal::RespuestaSat> estado(const ConsultaDeEstado& consulta, const Abandonar& abandonar) const = 0;
    // Stamps that are left; nothing where they are not counted. Throws std::runtime_error with why nobody answered.
    virtual std::optional<std::int64_t> saldo(const Abandonar& abandonar) const = 0;
};

}  // namespace cacao::timbrado
