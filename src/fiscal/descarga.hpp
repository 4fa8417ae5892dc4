#pragma once
// The authority's massive download of fiscal documents (version 1.5 of its services, SOAP 1.1): what is sent, signed with an
// e.firma (RSA-SHA1 over exclusive C14N), and what is answered, read. Who is called, and for how long, is the caller's.

#include "base/fecha.hpp"
#include "fiscal/sellado.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

inline constexpr std::string_view servicio_de_solicitudes = "https://cfdidescargamasivasolicitud.clouda.sat.gob.mx";
inline constexpr std::string_view servicio_de_paquetes = "https://cfdidescargamasiva.clouda.sat.gob.mx";

// Where each is sent behind those addresses, and as what (SOAPAction).
struct AccionDeDescarga {
    std::string_view ruta;
    std::string_view accion;
};
inline constexpr AccionDeDescarga accion_autenticar{"/Autenticacion/Autenticacion.svc",
                                                    "http://DescargaMasivaTerceros.gob.mx/IAutenticacion/Autentica"};
inline constexpr AccionDeDescarga accion_solicitar{
    "/SolicitaDescargaService.svc",
    "http://DescargaMasivaTerceros.sat.gob.mx/ISolicitaDescargaService/SolicitaDescargaRecibidos"};
inline constexpr AccionDeDescarga accion_verificar{
    "/VerificaSolicitudDescargaService.svc",
    "http://DescargaMasivaTerceros.sat.gob.mx/IVerificaSolicitudDescargaService/VerificaSolicitudDescarga"};
inline constexpr AccionDeDescarga accion_descargar{
    "/DescargaMasivaService.svc", "http://DescargaMasivaTerceros.sat.gob.mx/IDescargaMasivaTercerosService/Descargar"};

// What others issued to the holder of the e.firma, from a moment to another (yyyy-MM-ddTHH:mm:ss, the authority's hour). What is
// empty is not asked by. Of XML the authority hands out only those in force: what was cancelled is learnt from metadata.
struct SolicitudDeRecibidos {
    std::string inicio, fin;
    bool metadata = false;
    std::string rfcEmisor = {}, tipoComprobante = {}, complemento = {}, rfcTercero = {};
};

// `nombre` tells this message's token from others within it: uuid-…-1.
std::string sobre_de_autenticacion(const Csd& efirma, Instante ahora, std::string_view nombre);
std::string sobre_de_solicitud(const Csd& efirma, const SolicitudDeRecibidos& solicitud);
std::string sobre_de_verificacion(const Csd& efirma, std::string_view idSolicitud);
std::string sobre_de_descarga(const Csd& efirma, std::string_view idPaquete);

// With which the other steps are allowed, for some minutes.
struct TokenDeDescarga {
    std::string token;
    Instante hasta;
};
// Nothing when the answer is none.
std::optional<TokenDeDescarga> leer_autenticacion(std::string_view cuerpo);

struct RespuestaDeDescarga {
    std::string codigo;  // 5000: taken
    std::string mensaje;
};
struct SolicitudContestada : RespuestaDeDescarga {
    std::string idSolicitud;
};
std::optional<SolicitudContestada> leer_solicitud(std::string_view cuerpo);

enum class EstadoSolicitud : std::uint8_t { ninguno, aceptada, en_proceso, terminada, error, rechazada, vencida };
struct SolicitudVerificada : RespuestaDeDescarga {
    EstadoSolicitud estado{};
    std::string codigoEstado;
    std::int64_t numero = 0;
    std::vector<std::string> paquetes;
};
std::optional<SolicitudVerificada> leer_verificacion(std::string_view cuerpo);

// The words of a fault, when the answer is one.
std::optional<std::string> leer_falla(std::string_view cuerpo);

// The answer with a package, read as it comes: a single text of megabytes, of which no more stands in memory than the bytes that
// it is of. What is too much, or no such answer, fails at once.
class LectorDePaquete {
public:
    explicit LectorDePaquete(std::size_t mas_bytes);
    ~LectorDePaquete();
    LectorDePaquete(const LectorDePaquete&) = delete;
    LectorDePaquete& operator=(const LectorDePaquete&) = delete;

    // False from when on nothing good can come of it.
    bool leer(std::string_view trozo);
    // False when it was no whole answer.
    bool terminar();
    bool demasiado() const;
    const RespuestaDeDescarga& respuesta() const;
    std::string& bytes();  // of the ZIP

private:
    struct Estado;
    std::unique_ptr<Estado> estado_;
};

}  // namespace cacao::fiscal
