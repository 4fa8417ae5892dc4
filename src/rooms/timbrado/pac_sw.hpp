#pragma once
// SW: REST with JSON. A document is sent with a name of its own (`customid`), and the same one sent again is answered with its
// first stamp (307): so what may have been sent before is asked for by sending it once more, and never stamped twice.

#include "rooms/timbrado/pac_en_red.hpp"

#include <mutex>

namespace cacao::timbrado {

inline constexpr std::string_view url_de_sw = "https://services.sw.com.mx";
inline constexpr std::string_view url_de_datos_sw = "https://api.sw.com.mx";
inline constexpr std::string_view url_de_sw_pruebas = "https://services.test.sw.com.mx";
inline constexpr std::string_view url_de_datos_sw_pruebas = "https://api.test.sw.com.mx";

class ProveedorSw final : public PacEnRed {
public:
    // Without a user, the password is a lasting token. `datos` is where what was stamped is kept.
    ProveedorSw(AccesoPac acceso, std::string datos, red::Salida salida, PreguntarAlSat preguntar);

    std::string_view nombre() const override { return "sw"; }
    Respuesta timbrar(const Envio& envio, const Abandonar& abandonar) const override;
    Respuesta recuperar(const Envio& envio, const Abandonar& abandonar) const override;
    Respuesta cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const override;
    std::optional<std::int64_t> saldo(const Abandonar& abandonar) const override;

private:
    struct Contestado;  // what it answers, as far as anybody asks
    // With a token; with a new one when the old is not taken. Nothing, and why, when nobody answered as it does.
    std::optional<Contestado> preguntar(red::Peticion peticion, const Abandonar& abandonar, Callado& porque) const;
    std::optional<std::string> token(const Abandonar& abandonar, bool nuevo, Callado& porque) const;
    // The document that was stamped under this folio.
    Respuesta guardado(const std::string& uuid, const Abandonar& abandonar) const;

    std::string datos_;
    mutable std::mutex uno_;
    mutable std::string token_;
};

}  // namespace cacao::timbrado
