#pragma once
// The authority's massive download as the mailbox asks it, behind an interface: a token, a request, what became of it, a package.

#include "fiscal/descarga.hpp"
#include "red/cliente.hpp"

#include <functional>
#include <stdexcept>
#include <string>

namespace cacao::buzon {

// The token is not taken, or not any more: it is asked for anew.
class TokenRechazado : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct PaqueteBajado : fiscal::RespuestaDeDescarga {
    std::string bytes;  // of the ZIP
};
// What we say of a package that is larger than any that is taken.
inline constexpr std::string_view paquete_muy_grande = "archivo_muy_grande";

// Each throws std::runtime_error with a sentence when nobody answers, or not as the authority does.
class ServicioDeDescarga {
public:
    using Abandonar = std::function<bool()>;

    ServicioDeDescarga() = default;
    virtual ~ServicioDeDescarga() = default;
    ServicioDeDescarga(const ServicioDeDescarga&) = delete;
    ServicioDeDescarga& operator=(const ServicioDeDescarga&) = delete;

    virtual std::string autenticar(const fiscal::Csd& efirma, Instante ahora, const Abandonar& abandonar) const = 0;
    virtual fiscal::SolicitudContestada solicitar(const fiscal::Csd& efirma, const std::string& token,
                                                  const fiscal::SolicitudDeRecibidos& que, const Abandonar& abandonar) const = 0;
    virtual fiscal::SolicitudVerificada verificar(const fiscal::Csd& efirma, const std::string& token,
                                                  const std::string& idSolicitud, const Abandonar& abandonar) const = 0;
    virtual PaqueteBajado descargar(const fiscal::Csd& efirma, const std::string& token, const std::string& idPaquete,
                                    const Abandonar& abandonar) const = 0;
};

class DescargaDelSat final : public ServicioDeDescarga {
public:
    struct Ajustes {
        std::string solicitudes = std::string{fiscal::servicio_de_solicitudes};  // empty: nobody is asked
        std::string paquetes = std::string{fiscal::servicio_de_paquetes};
        std::chrono::milliseconds limite{60'000};
        std::chrono::milliseconds limite_de_paquete{240'000};
        std::size_t mas_bytes = std::size_t{96} << 20U;  // of a package
    };
    DescargaDelSat(Ajustes ajustes, red::Salida salida);

    std::string autenticar(const fiscal::Csd& efirma, Instante ahora, const Abandonar& abandonar) const override;
    fiscal::SolicitudContestada solicitar(const fiscal::Csd& efirma, const std::string& token,
                                          const fiscal::SolicitudDeRecibidos& que, const Abandonar& abandonar) const override;
    fiscal::SolicitudVerificada verificar(const fiscal::Csd& efirma, const std::string& token, const std::string& idSolicitud,
                                          const Abandonar& abandonar) const override;
    PaqueteBajado descargar(const fiscal::Csd& efirma, const std::string& token, const std::string& idPaquete,
                            const Abandonar& abandonar) const override;

private:
    red::Peticion peticion(const fiscal::AccionDeDescarga& accion, const std::string& servicio, const std::string& token,
                           std::string cuerpo) const;
    std::string pedir(const fiscal::AccionDeDescarga& accion, const std::string& token, std::string cuerpo,
                      const Abandonar& abandonar) const;

    Ajustes ajustes_;
    red::Cliente cliente_;
};

}  // namespace cacao::buzon
