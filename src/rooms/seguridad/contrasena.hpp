#pragma once
// Changing one's own password, and giving someone a new one.

#include "api/operations.hpp"
#include "rooms/seguridad/usuario.hpp"

#include <string>

namespace cacao {

struct CambioDeContrasena {
    Texto<200, 1> actual;
    Texto<200, 1> nueva;
};
DESCRIBE_STRUCT(CambioDeContrasena, (), (actual, nueva))

struct ContrasenaRestablecida {
    std::int64_t usuarioId{};
    std::string usuario;
    std::string password;
};
DESCRIBE_STRUCT(ContrasenaRestablecida, (), (usuarioId, usuario, password))

struct ContrasenaRevisada {
    bool correcta = false;
    std::string anterior;  // the stored hash that was looked at
    std::string nueva;     // hash
};
ContrasenaRevisada preparar_cambio(Seguridad&, const Context&, const CambioDeContrasena&);
Nada cambiar_contrasena(Seguridad&, Context&, const CambioDeContrasena&, const ContrasenaRevisada&);

ContrasenaNueva preparar_restablecer(Seguridad&, const Context&, const UsuarioPedido&);
ContrasenaRestablecida restablecer_contrasena(Seguridad&, Context&, const UsuarioPedido&, const ContrasenaNueva&);

}  // namespace cacao
