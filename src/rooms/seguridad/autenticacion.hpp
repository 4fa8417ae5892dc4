#pragma once
// Logging in, staying in, logging out, and who am I.

#include "api/operations.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/sesion_filas.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

class Seguridad;

// Either a user and a password, or an API key.
struct Credenciales {
    std::optional<Texto<120, 1>> usuario;
    std::optional<Texto<200, 1>> password;
    std::optional<Texto<200, 1>> apiKey;
};
DESCRIBE_STRUCT(Credenciales, (), (usuario, password, apiKey))
void validar(const Credenciales& c, Faltas& faltas);

struct AccesoOtorgado {
    std::string accessToken;
    std::string tipo;
    std::int64_t expiraEn{};
    std::string refreshToken;
    std::int64_t refreshExpiraEn{};
};
DESCRIBE_STRUCT(AccesoOtorgado, (), (accessToken, tipo, expiraEn, refreshToken, refreshExpiraEn))

struct RenovacionPedida {
    Texto<200, 1> refreshToken;
};
DESCRIBE_STRUCT(RenovacionPedida, (), (refreshToken))

// Who the token is. For a consumer, `permisos` are those that its scopes leave.
struct UsuarioActual {
    std::int64_t usuarioId{};
    std::string usuario;
    std::string nombre;
    std::string correo;
    std::int64_t organizacionId{};
    std::string organizacion;
    std::int64_t sucursalId{};
    std::int64_t centroCostoId{};
    std::int64_t divisionId{};
    std::string zona;
    std::vector<std::string> roles;
    std::vector<std::string> permisos;
    std::int64_t consumidorId{};
    std::string tipoIntegracion;
    bool demostracion{};
};
DESCRIBE_STRUCT(UsuarioActual, (),
                (usuarioId, usuario, nombre, correo, organizacionId, organizacion, sucursalId, centroCostoId, divisionId, zona,
                 roles, permisos, consumidorId, tipoIntegracion, demostracion))

// What the slow half of a login found out.
struct Intento {
    Titular titular;  // usuarioId 0: nobody of that name
    bool correcto = false;
    std::string contrasena;           // the stored hash that was looked at
    std::string contrasena_renovada;  // the same password under today's parameters, when the stored hash is older
    Intentado intentado;
    Instante espera_de_red;  // until when whoever is wrong from that network waits
};
// A session of whoever was let in, noted in the log, and its tokens.
AccesoOtorgado abrir_y_otorgar(Seguridad&, Context&, const Titular&);
Intento preparar_autenticacion(Seguridad&, const Context&, const Credenciales&);
AccesoOtorgado autenticar(Seguridad&, Context&, const Credenciales&, const Intento&);

struct RenovacionHallada {
    std::string huella;
    Acceso acceso;
};
RenovacionHallada preparar_renovacion(const Context&, const RenovacionPedida&);
AccesoOtorgado renovar(Seguridad&, Context&, const RenovacionPedida&, const RenovacionHallada&);

Nada cerrar(Seguridad&, Context&);
UsuarioActual obtener_usuario_actual(const Context&);

}  // namespace cacao
