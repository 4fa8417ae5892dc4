#pragma once
// Files of documents whose contents are kept here: one by one, in a form or in JSON, or several at once, each put with the
// document whose fiscal folio its XML carries. Who may write in a document's area adds to it; who may read there reads them.

#include "api/operations.hpp"
#include "base/archivo.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/archivo_revisado.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

struct ArchivoDigitalNuevo {
    Id transaccionId;
    std::optional<Texto<255>> nombre;  // none: that of the part
    std::optional<Texto<20>> extension;
    std::optional<Texto<100>> tipo;
    Archivo archivo;
};
DESCRIBE_STRUCT(ArchivoDigitalNuevo, (), (transaccionId, nombre, extension, tipo, archivo))

struct ArchivoBase64Nuevo {
    Id transaccionId;
    Texto<255, 1> nombre;
    std::optional<Texto<20>> extension;
    std::optional<Texto<100>> tipo;
    EnBase64 contenido;
};
DESCRIBE_STRUCT(ArchivoBase64Nuevo, (), (transaccionId, nombre, extension, tipo, contenido))

using engine::ArchivoDicho;
using engine::ArchivoRevisado;
using engine::revisar_archivo;

engine::ArchivoPorGuardar preparar_archivo(const Context&, const api::Operations&, const ArchivoDigitalNuevo&);
engine::ArchivoPorGuardar preparar_archivo_base64(const Context&, const api::Operations&, const ArchivoBase64Nuevo&);
engine::ArchivoDigital agregar_archivo_digital(Context&, const api::Operations&, std::int64_t transaccionId,
                                               const engine::ArchivoPorGuardar&, std::string_view bytes);

inline constexpr std::size_t archivos_por_envio = 100;
struct ArchivosNuevos {
    std::vector<Archivo> archivos;
};
DESCRIBE_STRUCT(ArchivosNuevos, (), (archivos))
void validar(const ArchivosNuevos&, Faltas&);

// What became of one of them.
struct ArchivoDeEnvio {
    std::string nombreExtension;
    bool agregado = false;  // it is with its document, since now or before
    bool repetido = false;  // since before
    std::string uuid;       // that it was matched by; "" when there is none
    std::int64_t transaccionId = 0;
    std::string codigo;  // why it was not added; "" when it was
    std::string mensaje;
    std::optional<engine::ArchivoDigital> archivo;
};
DESCRIBE_STRUCT(ArchivoDeEnvio, (), (nombreExtension, agregado, repetido, uuid, transaccionId, codigo, mensaje, archivo))
struct EnvioDeArchivos {
    std::int64_t agregados = 0;
    std::int64_t rechazados = 0;
    std::vector<ArchivoDeEnvio> archivos;  // in the order in which they came
};
DESCRIBE_STRUCT(EnvioDeArchivos, (), (agregados, rechazados, archivos))

struct EnvioPreparado {
    struct Uno {
        ArchivoRevisado revisado;
        std::int64_t transaccionId = 0;
        api::ContenidoListo contenido;
    };
    std::vector<Uno> archivos;
};
EnvioPreparado preparar_envio(const Context&, const api::Operations&, const ArchivosNuevos&);
EnvioDeArchivos agregar_envio(Context&, const ArchivosNuevos&, const EnvioPreparado&);

DESCRIBE_KEY(ArchivoPorDescargar, archivoId)
struct ArchivoConBoleto {
    Id archivoId;
    Texto<200, 1> boleto;
};
DESCRIBE_STRUCT(ArchivoConBoleto, (), (archivoId, boleto))

Contenido descargar_archivo(const Context&, const api::Operations&, const ArchivoPorDescargar&);
Contenido descargar_con_boleto(const Context&, const ArchivoConBoleto&);

void register_archivos_digitales(api::Operations& ops);

}  // namespace cacao
