#pragma once
// What an identity provider says of a person (OpenID Connect Core 1.0): its addresses and keys, fetched and kept for a while, and
// the judgement of a token. Nothing here asks the database; whoever calls waits for the network.

#include "auth/jose.hpp"
#include "base/error.hpp"
#include "base/fecha.hpp"
#include "red/cliente.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::identidad {

// What a token claims, before anything of it is believed: by these its provider is found.
struct Reclamado {
    std::string emisor;
    std::vector<std::string> audiencias;
};
std::optional<Reclamado> leer_reclamado(std::string_view token);

// What holds of a person, once it was judged.
struct Persona {
    std::string sub;
    std::string correo;  // empty unless the provider says that it is theirs
    std::string huella;  // of the token: it opens one session
    Instante vence;      // no token that is judged later than this holds
};

// Why a token does not hold, as `datos.motivo` says it.
enum class Motivo {
    malformado,  // no token of three parts, or not as its specification has it
    proveedor,   // nobody here knows that issuer for that audience
    tipo,        // an access token, or another that is no ID token
    algoritmo,
    llave,  // none of the provider's has that name, or makes that algorithm
    firma,
    emisor,
    audiencia,
    vencido,
    futuro,   // not yet
    antiguo,  // made longer ago than a login takes
    nonce,
    repetido,  // it opened a session before
};
std::string_view nombre(Motivo motivo);
[[noreturn]] void rechazar(Motivo motivo, std::string_view campo);

// Of whom a token must be, and for whom.
struct Esperado {
    std::string emisor;
    std::string idCliente;
    std::optional<std::string> nonce;
};

// Of an access token, which an agent brings as often as it likes: for one of whom it must be made, and what it must be good for
// (empty: anything).
struct EsperadoDeAgente {
    std::string emisor;
    std::vector<std::string> audiencias;
    std::string alcance;
};

// For exchanging the code of a login.
struct Canje {
    std::string emisor, idCliente, secreto;  // "": a client without one
    std::string codigo, verificador, redireccion;
};

class Proveedores {
public:
    explicit Proveedores(red::Salida salida) : cliente_(std::move(salida)) {}

    // Throws token_invalido at `campo` with the reason, or proveedor_identidad_sin_respuesta (503).
    Persona juzgar(std::string_view token, const Esperado& esperado, Instante ahora, std::string_view campo);
    // The same of an access token (RFC 9068); throws permiso_denegado when it is not good for enough.
    Persona juzgar_de_agente(std::string_view token, const EsperadoDeAgente& esperado, Instante ahora, std::string_view campo);
    // The ID token that a code is worth. Throws codigo_de_acceso_invalido with the provider's words, or
    // proveedor_identidad_sin_respuesta.
    std::string canjear(const Canje& canje, Instante ahora);

private:
    struct Llave {
        std::string kid;
        std::optional<auth::JoseAlgorithm> algoritmo;  // that its provider keeps it for
        auth::ForeignKey llave;
    };
    struct Conocido {
        std::string direccion_de_canje;
        bool secreto_en_cuerpo = false;
        std::vector<Llave> llaves;
        Instante leido;
    };
    struct Ficha {
        std::mutex uno;  // asks at a time
        std::mutex mutex;
        std::shared_ptr<const Conocido> conocido;
        Instante intentado;
    };

    struct Leido;
    Leido leer_firmado(std::string_view token, const std::string& emisor, bool de_agente, Instante ahora, std::string_view campo);
    std::shared_ptr<Ficha> ficha(const std::string& emisor);
    std::shared_ptr<const Conocido> conocido(const std::string& emisor, Instante ahora, bool de_nuevo = false);
    Conocido leer(const std::string& emisor, Instante ahora) const;
    std::string bajar(const std::string& emisor, const std::string& url) const;

    red::Cliente cliente_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Ficha>, std::less<>> fichas_;
};

}  // namespace cacao::identidad
