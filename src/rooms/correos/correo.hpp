#pragma once
// Documents by e-mail: asked for, and what became of each message.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class EstadoCorreo { porEnviar, enviado, rechazado };
DESCRIBE_ENUM(EstadoCorreo, porEnviar, enviado, rechazado)

struct AdjuntoEnviado {
    std::string nombre;
    std::string tipo;
    std::int64_t tamano{};
    std::string sha256;
};
DESCRIBE_STRUCT(AdjuntoEnviado, (), (nombre, tipo, tamano, sha256))

struct CorreoVista {
    std::int64_t correoId{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string destinatario;
    std::string asunto;
    bool automatico{};
    Nombrado<EstadoCorreo> estado;
    std::vector<AdjuntoEnviado> adjuntos;
    std::string codigo;     // what the server said last
    std::string respuesta;  // … and in its words
    std::int64_t intentos{};
    std::string error;                         // of the last try that failed
    std::optional<Instante> siguienteIntento;  // while it waits
    std::string mensajeId;
    std::int64_t creadoPor{};
    std::string usuario;
    Instante creadoEn;
    std::optional<Instante> terminadoEn;
};
DESCRIBE_STRUCT(CorreoVista, (),
                (correoId, transaccionId, tipoDocumento, folio, destinatario, asunto, automatico, estado, adjuntos, codigo,
                 respuesta, intentos, error, siguienteIntento, mensajeId, creadoPor, usuario, creadoEn, terminadoEn))

// To whom at most at once; of one document in a day, and of an organization in an hour.
inline constexpr std::size_t destinatarios_a_la_vez = 20;
inline constexpr std::int64_t correos_de_documento_al_dia = 40;
inline constexpr std::int64_t correos_por_hora = 500;

struct CorreoPedido {
    Id transaccionId;
    std::optional<Lista<Correo, destinatarios_a_la_vez, 1>> destinatarios;
    std::optional<Texto<200, 1>> asunto;
    std::optional<Texto<4000, 1>> texto;
};
DESCRIBE_STRUCT(CorreoPedido, (), (transaccionId, destinatarios, asunto, texto))

DESCRIBE_KEY(CorreosDeDocumento, transaccionId)
struct CorreosFiltro : PaginaPedida {
    std::optional<EstadoCorreo> estado;
    std::optional<Correo> destinatario;
    std::optional<Id> transaccionId;
};
DESCRIBE_STRUCT(CorreosFiltro, (PaginaPedida), (estado, destinatario, transaccionId))

struct ConfiguracionCorreo {
    std::string nombreRemitente;  // "": that of the organization
    std::string responderA;
    bool enviarAlTimbrar{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionCorreo, (), (nombreRemitente, responderA, enviarAlTimbrar, version))
struct ConfiguracionCorreoCambio {
    std::optional<Texto<100>> nombreRemitente;
    std::optional<Correo> responderA;
    std::optional<bool> enviarAlTimbrar;
};
DESCRIBE_STRUCT(ConfiguracionCorreoCambio, (), (nombreRemitente, responderA, enviarAlTimbrar))
ConfiguracionCorreo leer_configuracion_correo(db::Reader& tx);

std::vector<CorreoVista> enviar_documento(Context&, const api::Operations&, bool hay_servidor, const CorreoPedido&);
std::vector<CorreoVista> listar_correos_de_documento(const Context&, const api::Operations&, const CorreosDeDocumento&);
Pagina<CorreoVista> listar_correos(const Context&, const CorreosFiltro&);
ConfiguracionCorreo obtener_configuracion_correo(const Context&);
ConfiguracionCorreo cambiar_configuracion_correo(Context&, bool hay_servidor, const ConfiguracionCorreoCambio&);

// A sentence for each message that nobody is at.
void verificar_correos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

// Without a server every message is refused.
void register_correos(api::Operations& ops, bool hay_servidor);

}  // namespace cacao
