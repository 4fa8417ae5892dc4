#include "rooms/buzon/servicio_descarga.hpp"

#include "base/uuid.hpp"

#include <fmt/format.h>

namespace cacao::buzon {
namespace {

constexpr int http_bien_descarga = 200;
constexpr std::chrono::seconds parado_descarga{30};
constexpr std::size_t mas_respuesta = 4U << 20U;

std::string sin_barra_final(std::string url) {
    while (url.ends_with('/')) url.pop_back();
    return url;
}

// An answer that is none. What it says of the token is a matter of the token.
[[noreturn]] void otra_cosa(const red::Respuesta& r, bool con_token) {
    const auto falla = fiscal::leer_falla(r.cuerpo).value_or("");
    const auto porque = fmt::format("El SAT contestó otra cosa (HTTP {}){}{}.", r.estado, falla.empty() ? "" : ": ", falla);
    constexpr int http_sin_token = 401, http_prohibido = 403;
    const bool del_token = r.estado == http_sin_token || r.estado == http_prohibido ||
                           falla.find("InvalidSecurity") != std::string::npos || falla.find("oken") != std::string::npos;
    if (con_token && del_token) throw TokenRechazado(porque);
    throw red::Fallo(porque);
}

}  // namespace

DescargaDelSat::DescargaDelSat(Ajustes ajustes, red::Salida salida) : ajustes_(std::move(ajustes)), cliente_(std::move(salida)) {
    ajustes_.solicitudes = sin_barra_final(std::move(ajustes_.solicitudes));
    ajustes_.paquetes = sin_barra_final(std::move(ajustes_.paquetes));
}

red::Peticion DescargaDelSat::peticion(const fiscal::AccionDeDescarga& accion, const std::string& servicio,
                                       const std::string& token, std::string cuerpo) const {
    red::Peticion p;
    p.metodo = "POST";
    p.url = servicio + std::string{accion.ruta};
    p.encabezados = {{"Content-Type", "text/xml; charset=utf-8"}, {"SOAPAction", '"' + std::string{accion.accion} + '"'}};
    if (!token.empty()) p.encabezados.emplace_back("Authorization", "WRAP access_token=\"" + token + '"');
    p.cuerpo = std::move(cuerpo);
    p.limite = ajustes_.limite;
    p.maximo = mas_respuesta;
    return p;
}

std::string DescargaDelSat::pedir(const fiscal::AccionDeDescarga& accion, const std::string& token, std::string cuerpo,
                                  const Abandonar& abandonar) const {
    auto r = cliente_.pedir(peticion(accion, ajustes_.solicitudes, token, std::move(cuerpo)), abandonar);
    if (r.estado != http_bien_descarga || fiscal::leer_falla(r.cuerpo)) otra_cosa(r, !token.empty());
    return std::move(r.cuerpo);
}

std::string DescargaDelSat::autenticar(const fiscal::Csd& efirma, Instante ahora, const Abandonar& abandonar) const {
    const auto nombre = "uuid-" + Uuid::v7(ahora).texto() + "-1";
    const auto t = fiscal::leer_autenticacion(
        pedir(fiscal::accion_autenticar, {}, fiscal::sobre_de_autenticacion(efirma, ahora, nombre), abandonar));
    if (!t) throw red::Fallo("El SAT no dio un token.");
    return t->token;
}

fiscal::SolicitudContestada DescargaDelSat::solicitar(const fiscal::Csd& efirma, const std::string& token,
                                                      const fiscal::SolicitudDeRecibidos& que, const Abandonar& abandonar) const {
    auto r = fiscal::leer_solicitud(pedir(fiscal::accion_solicitar, token, fiscal::sobre_de_solicitud(efirma, que), abandonar));
    if (!r) throw red::Fallo("El SAT contestó otra cosa que una solicitud.");
    return std::move(*r);
}

fiscal::SolicitudVerificada DescargaDelSat::verificar(const fiscal::Csd& efirma, const std::string& token,
                                                      const std::string& idSolicitud, const Abandonar& abandonar) const {
    auto r = fiscal::leer_verificacion(
        pedir(fiscal::accion_verificar, token, fiscal::sobre_de_verificacion(efirma, idSolicitud), abandonar));
    if (!r) throw red::Fallo("El SAT contestó otra cosa que el estado de una solicitud.");
    return std::move(*r);
}

PaqueteBajado DescargaDelSat::descargar(const fiscal::Csd& efirma, const std::string& token, const std::string& idPaquete,
                                        const Abandonar& abandonar) const {
    auto p = peticion(fiscal::accion_descargar, ajustes_.paquetes, token, fiscal::sobre_de_descarga(efirma, idPaquete));
    p.limite = ajustes_.limite_de_paquete;
    p.parado = parado_descarga;
    fiscal::LectorDePaquete lector{ajustes_.mas_bytes};
    p.destino = [&](std::string_view trozo) {
        if (!lector.leer(trozo)) throw red::Fallo("El SAT contestó otra cosa que un paquete.");
    };
    // Base64, broken into lines, and what is around it.
    p.maximo_destino = ajustes_.mas_bytes * 2 + mas_respuesta;
    PaqueteBajado b;
    try {
        const auto r = cliente_.pedir(p, abandonar);
        if (r.estado != http_bien_descarga) otra_cosa(r, true);
        if (!lector.terminar()) throw red::Fallo("El SAT contestó otra cosa que un paquete.");
    } catch (const red::Fallo&) {
        if (!lector.demasiado()) throw;
        b.codigo = paquete_muy_grande;
        b.mensaje = fmt::format("El paquete tiene más de {} MiB: pida un periodo más corto.", ajustes_.mas_bytes >> 20U);
        return b;
    }
    static_cast<fiscal::RespuestaDeDescarga&>(b) = lector.respuesta();
    b.bytes = std::move(lector.bytes());
    return b;
}

}  // namespace cacao::buzon
