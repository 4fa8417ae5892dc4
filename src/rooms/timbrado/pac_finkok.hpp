#pragma once
// Finkok: SOAP 1.1, user and password in every call. What may have been sent before is asked for by the document itself
// (`stamped`); no key is handed over: cancellations are signed here.

#include "rooms/timbrado/pac_en_red.hpp"

namespace cacao::timbrado {

inline constexpr std::string_view url_de_finkok = "https://facturacion.finkok.com/servicios/soap";
inline constexpr std::string_view url_de_finkok_pruebas = "https://demo-facturacion.finkok.com/servicios/soap";

class ProveedorFinkok final : public PacEnRed {
public:
    // `rfc` of the organization: what is left of its stamps is counted by it.
    ProveedorFinkok(AccesoPac acceso, std::string rfc, red::Salida salida, PreguntarAlSat preguntar);

    std::string_view nombre() const override { return "finkok"; }
    Respuesta timbrar(const Envio& envio, const Abandonar& abandonar) const override;
    Respuesta recuperar(const Envio& envio, const Abandonar& abandonar) const override;
    Respuesta cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const override;
    std::optional<std::int64_t> saldo(const Abandonar& abandonar) const override;

private:
    using Campos = std::vector<std::pair<std::string_view, std::string_view>>;
    // The body of what an operation of a service answers; nothing, and why, when nobody answered as it does.
    std::optional<std::string> llamar(std::string_view servicio, std::string_view operacion, const Campos& campos,
                                      const Abandonar& abandonar, Callado& porque) const;
    Respuesta de_timbrado(std::string_view operacion, const Envio& envio, const Abandonar& abandonar) const;

    std::string rfc_;
};

}  // namespace cacao::timbrado
