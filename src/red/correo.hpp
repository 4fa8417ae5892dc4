#pragma once
// A message by e-mail: written as others read it (RFC 5322, MIME), and handed to the operator's server (SMTP). Never from within
// a transaction, always with an end.

#include "base/fecha.hpp"
#include "red/cliente.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::red {

struct AdjuntoDeCorreo {
    std::string nombre;  // A-15.pdf
    std::string tipo;    // application/pdf
    std::string bytes;
};

// Addresses are as reflect/types has them: ASCII, without blanks or brackets.
struct Mensaje {
    std::string id;  // the same whenever the same one is sent: who gets it twice can tell
    Instante fecha;
    std::string de;
    std::string nombreDe;
    std::string responderA;  // may be empty
    std::string para;        // one: what becomes of each is known apart
    std::string asunto;
    std::string texto;
    std::vector<AdjuntoDeCorreo> adjuntos;
};
// Lines of at most 76 characters, ended by CR LF; nothing that somebody wrote can begin a header of its own.
std::string escribir_mensaje(const Mensaje& mensaje);

// Who delivers for this installation: its operator's to name, so that no address of it is refused.
struct ServidorDeCorreo {
    std::string url;  // smtps://host:465, or smtp://host:587, which must offer STARTTLS
    std::string usuario;
    std::string contrasena;
    bool sin_cifrar = false;  // smtp:// without STARTTLS: within one machine
    std::string autoridades;  // file of trusted certificates; empty: the system's
    std::chrono::milliseconds limite{60'000};
};

struct Entrega {
    enum class Como : std::uint8_t {
        entregado,      // to the server
        rechazado,      // by the server, and it will be the next time
        sin_respuesta,  // nobody knows, or it said to come later
    };
    Como como = Como::sin_respuesta;
    std::string mensaje;  // what the server said, or why nobody knows
};
// Whether it answers, encrypts as it must and lets us in, without a message: "" or why not.
std::string probar(const ServidorDeCorreo& servidor);
Entrega entregar(const ServidorDeCorreo& servidor, const Mensaje& mensaje, const std::function<bool()>& abandonar = {});

}  // namespace cacao::red
