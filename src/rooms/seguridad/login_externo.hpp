#pragma once
// Logging in by an identity provider: whoever it vouches for acts as the user that the organization linked, narrowed to the
// scopes of the provider's consumer.

#include "rooms/seguridad/autenticacion.hpp"
#include "rooms/seguridad/identidad.hpp"

#include <optional>
#include <string>

namespace cacao {

// The ID token that a program has, or the code that it was given and all that makes a token of it.
struct LoginExterno {
    std::optional<Texto<8000, 1>> idToken;
    std::optional<Texto<50, 1>> proveedor;
    std::optional<Texto<2000, 1>> codigo;
    std::optional<Texto<128, 43>> codeVerifier;
    std::optional<Texto<2000, 1>> redirectUri;
    std::optional<Texto<200, 1>> nonce;
};
DESCRIBE_STRUCT(LoginExterno, (), (idToken, proveedor, codigo, codeVerifier, redirectUri, nonce))
void validar(const LoginExterno& pedido, Faltas& faltas);

// What was found out before the transaction.
struct IdentidadProbada {
    std::int64_t proveedorIdentidadId{};
    std::int64_t consumidorId{};
    identidad::Persona persona;
    Intentado intentado;
    Instante espera_de_red;        // until when whoever is wrong from that network waits
    std::optional<Error> rechazo;  // of a token that does not hold
};

IdentidadProbada preparar_login_externo(Seguridad&, const Context&, const LoginExterno&);
AccesoOtorgado entrar_con_identidad(Seguridad&, Context&, const LoginExterno&, const IdentidadProbada&);

}  // namespace cacao
