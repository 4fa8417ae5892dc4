#include "rooms/timbrado/pac_en_red.hpp"

#include <utility>

namespace cacao::timbrado {

PacEnRed::PacEnRed(AccesoPac acceso, red::Salida salida, PreguntarAlSat preguntar)
    : acceso_(std::move(acceso)), cliente_(std::move(salida)), preguntar_(std::move(preguntar)) {
    while (acceso_.url.ends_with('/')) acceso_.url.pop_back();
}

std::optional<fiscal::RespuestaSat> PacEnRed::estado(const ConsultaDeEstado& consulta, const Abandonar& abandonar) const {
    return preguntar_ ? preguntar_(fiscal::expresion_impresa(consulta.consulta), abandonar) : std::nullopt;
}

std::optional<red::Respuesta> PacEnRed::pedir(red::Peticion peticion, const Abandonar& abandonar, Callado& porque) const {
    peticion.limite = limite_pac;
    peticion.maximo = maximo_pac;
    try {
        return cliente_.pedir(peticion, abandonar);
    } catch (const red::Fallo& fallo) {
        porque = {fallo.what(), {}, fallo.sin_salir()};
        return std::nullopt;
    }
}

Respuesta nadie_contesto(std::string mensaje, std::string codigo) {
    return {Respuesta::Como::sin_respuesta, {}, std::move(codigo), std::move(mensaje)};
}

Respuesta sin_timbre(Callado porque) {
    using enum Respuesta::Como;
    return {porque.sin_entregar ? sin_entregar : sin_respuesta, {}, std::move(porque.codigo), std::move(porque.mensaje)};
}

Respuesta de_lo_enviado(Respuesta r) {
    using enum Respuesta::Como;
    // Their own answer to a document that they have may be empty for some seconds.
    if (r.como == previo) r.como = r.xml.empty() ? sin_respuesta : hecho;
    if (r.como == sin_entregar) r.como = sin_respuesta;
    return r;
}

Respuesta de_cancelacion(std::string codigo, std::string mensaje, std::string acuse) {
    using enum Respuesta::Como;
    const auto como = codigo == "201" || codigo == "202" ? hecho : codigo == "205" ? desconocido : rechazado;
    return {como, std::move(acuse), std::move(codigo), std::move(mensaje)};
}

}  // namespace cacao::timbrado
