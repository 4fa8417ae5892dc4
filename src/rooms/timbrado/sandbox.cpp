#include "rooms/timbrado/sandbox.hpp"

namespace cacao::timbrado {

Respuesta ProveedorSandbox::timbrar(const Envio& envio, const Abandonar& /*abandonar*/) const {
    const auto timbre = sandbox_.timbrar(envio.xml, envio.hora);
    auto xml = timbre ? fiscal::con_timbre(envio.xml, timbre->xml) : std::nullopt;
    if (!xml) return {Respuesta::Como::rechazado, {}, "301", "El XML no está bien formado o ya tiene un timbre."};
    return {Respuesta::Como::hecho, std::move(*xml), "200", std::string{fiscal::leyenda_sandbox}};
}

Respuesta ProveedorSandbox::recuperar(const Envio& /*envio*/, const Abandonar& /*abandonar*/) const {
    return {Respuesta::Como::desconocido, {}, "603", "El comprobante no ha sido timbrado."};
}

Respuesta ProveedorSandbox::cancelar(const EnvioDeCancelacion& /*envio*/, const Abandonar& /*abandonar*/) const {
    return {Respuesta::Como::hecho, {}, "201", std::string{fiscal::leyenda_sandbox}};
}

std::optional<fiscal::RespuestaSat> ProveedorSandbox::estado(const ConsultaDeEstado& c, const Abandonar& /*abandonar*/) const {
    fiscal::RespuestaSat r;
    r.estado = c.cancelacion_pedida ? fiscal::EstadoCfdi::cancelado : fiscal::EstadoCfdi::vigente;
    r.codigoEstatus = "S - Comprobante obtenido satisfactoriamente.";
    r.esCancelable = "Cancelable sin aceptación";
    r.estatusCancelacion = c.cancelacion_pedida ? "Cancelado sin aceptación" : "";
    return r;
}

std::optional<std::int64_t> ProveedorSandbox::saldo(const Abandonar& /*abandonar*/) const { return std::nullopt; }

}  // namespace cacao::timbrado
