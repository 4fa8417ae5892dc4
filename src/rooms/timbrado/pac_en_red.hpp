#pragma once
// What providers over the network have in common: who is called, for how long, and how an answer that is none ends.

#include "red/cliente.hpp"
#include "rooms/timbrado/proveedor.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::timbrado {

// The authority itself, which every provider leaves this to.
using PreguntarAlSat =
    std::function<std::optional<fiscal::RespuestaSat>(const std::string& expresion, const Abandonar& abandonar)>;

struct AccesoPac {
    std::string url;  // of its services, without a bar at the end
    std::string usuario;
    std::string contrasena;
};

// Why there is no answer.
struct Callado {
    std::string mensaje = {};
    std::string codigo = {};
    bool sin_entregar = false;  // it is certain that nothing of what was asked reached whom it was for
};

class PacEnRed : public Proveedor {
public:
    std::optional<fiscal::RespuestaSat> estado(const ConsultaDeEstado& consulta, const Abandonar& abandonar) const override;

protected:
    PacEnRed(AccesoPac acceso, red::Salida salida, PreguntarAlSat preguntar);
    const AccesoPac& acceso() const { return acceso_; }
    // Nothing, and why, when nobody answered.
    std::optional<red::Respuesta> pedir(red::Peticion peticion, const Abandonar& abandonar, Callado& porque) const;

private:
    AccesoPac acceso_;
    red::Cliente cliente_;
    PreguntarAlSat preguntar_;
};

// How long a provider may take, and what it may send: a document of ours with its stamp, twice over for how it is written.
inline constexpr std::chrono::milliseconds limite_pac{60'000};
inline constexpr std::size_t maximo_pac = std::size_t{24} << 20U;

Respuesta nadie_contesto(std::string mensaje, std::string codigo = {});
// Of what was to be stamped: whether it was handed over is told apart.
Respuesta sin_timbre(Callado porque);
// Of what is asked for because it may have been handed over before: that this call did not is no answer.
Respuesta de_lo_enviado(Respuesta r);

// What the authority's codes of a cancellation come to: 201 and 202 done, 205 not there yet, 203 and 204 and the rest refused.
Respuesta de_cancelacion(std::string codigo, std::string mensaje, std::string acuse);

}  // namespace cacao::timbrado
