#pragma once
// What may be added to a document after its registration: free notes and files. Nothing else of it changes; its version rises, an
// event says so, and the audit log keeps who and what. Nothing that was added is taken away again: a mistake is told by another
// note.

#include "api/archivos.hpp"
#include "engine/emision/solicitud.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// A document that something is to be added to, whatever its kind and state.
struct DocumentoAbierto {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(DocumentoAbierto, (), (transaccionId, tipo, version))

// Refuses with no_encontrado.
DocumentoAbierto exigir_cualquiera(db::Reader& tx, std::int64_t transaccionId, std::string_view campo = "/id");

struct ArchivoVista {
    std::string extension;
    std::string nombre;
    std::string nombreExtension;
    std::string url;             // of a stored one, good for a while
    std::int64_t archivoId = 0;  // of a stored one; 0: it is elsewhere, at its url
};
DESCRIBE_STRUCT(ArchivoVista, (), (extension, nombre, nombreExtension, url, archivoId))

// ArchivoVista rows of a document ($2); stored ones get their address from poner_enlaces.
inline constexpr std::string_view archivos_de_documento = R"(
    SELECT extension, nombre, CASE WHEN extension = '' THEN nombre ELSE nombre || '.' || extension END AS nombreExtension, url,
           archivoId
    FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY consecutivo)";

template <class Vista>
void poner_enlaces(const Context& ctx, std::vector<Vista>& archivos) {
    for (ArchivoVista& a : archivos)
        if (a.archivoId != 0) a.url = api::enlace_de(ctx, a.archivoId);
}

// A note that was written to a document after its registration.
struct NotaAgregada {
    std::string nota;
    std::int64_t creadoPor = 0;
    std::string usuario;  // the author's name
    Instante creadoEn;
};
DESCRIBE_STRUCT(NotaAgregada, (), (nota, creadoPor, usuario, creadoEn))

// NotaAgregada rows of a document ($2).
inline constexpr std::string_view notas_de_documento = R"(
    SELECT n.nota, n.creadoPor, COALESCE(u.nombre, '') AS usuario, n.creadoEn
    FROM documentoNota n LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = n.creadoPor
    WHERE n.organizacionId = $1 AND n.transaccionId = $2 ORDER BY n.consecutivo)";

struct Autoria {
    std::int64_t creadoPor = 0;
    std::string usuario;  // the author's name
    Instante creadoEn;
};
DESCRIBE_STRUCT(Autoria, (), (creadoPor, usuario, creadoEn))

// What an addition answers, with the version that it made.
struct NotaDeDocumento : Autoria {
    std::int64_t transaccionId = 0;
    std::int64_t version = 0;
    std::string nota;
};
DESCRIBE_STRUCT(NotaDeDocumento, (Autoria), (transaccionId, version, nota))
struct ArchivoDeDocumento : ArchivoVista, Autoria {
    std::int64_t transaccionId = 0;
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(ArchivoDeDocumento, (ArchivoVista, Autoria), (transaccionId, version))

// A file whose contents are kept here.
struct ArchivoDigital : ArchivoDeDocumento {
    std::string tipo;  // by its contents: application/pdf
    std::int64_t tamano = 0;
    std::string sha256;
};
DESCRIBE_STRUCT(ArchivoDigital, (ArchivoDeDocumento), (tipo, tamano, sha256))

// Of files and added notes together: as many as a registration may bring files. Refused beyond it: lista_muy_larga.
inline constexpr std::int64_t maximo_de_adjuntos = 100;

// How many a document has.
std::int64_t adjuntos_de(db::Reader& tx, std::int64_t transaccionId);

NotaDeDocumento agregar_nota(Context& ctx, const DocumentoAbierto& documento, std::string nota);
ArchivoDeDocumento agregar_archivo(Context& ctx, const DocumentoAbierto& documento, ArchivoPedido archivo);

// Stored files. The bytes were prepared in the first half of the operation (api::preparar_contenido). The same contents on the
// same document are one file: whoever adds them again, or at the same time, is answered what the first was.
struct ArchivoPorGuardar {
    std::string nombre;  // as nombre_de_archivo makes them
    std::string extension;
    api::ContenidoListo contenido;
};
// What was added before; nothing when it was not.
std::optional<ArchivoDigital> buscar_digital(const Context& ctx, std::int64_t transaccionId, const std::string& sha256);
// Holds those who add to the same document apart, before they look for what is there: to be asked of several by rising
// identifier.
void apartar_archivos(Context& ctx, std::int64_t transaccionId);
ArchivoDigital agregar_digital(Context& ctx, const DocumentoAbierto& documento, const ArchivoPorGuardar& archivo,
                               std::string_view bytes, std::string_view campo = "/id");

// A stored file as a reader of it needs it, with its contents where they are kept: api::bytes_de gives the bytes, after the
// transaction.
struct ArchivoGuardado {
    std::int64_t archivoId = 0;
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string nombre;
    std::string extension;
    std::string sha256;
    api::ContenidoGuardado contenido;  // read apart from the rest
};
DESCRIBE_STRUCT(ArchivoGuardado, (), (archivoId, transaccionId, tipoDocumento, nombre, extension, sha256))
// Nothing when there is none.
std::optional<ArchivoGuardado> leer_archivo(db::Reader& tx, std::int64_t archivoId);

// All notes and files of a document, and who registered it, under whose name stand the files that came with it.
struct ArchivoConAutor : ArchivoVista, Autoria {};
DESCRIBE_STRUCT(ArchivoConAutor, (ArchivoVista, Autoria), ())
struct AdjuntosVista : Autoria {
    std::int64_t transaccionId = 0;
    TipoDeDocumento tipoDocumento;
    std::string folio;
    EstadoDocumento estado;
    std::int64_t version = 0;
    std::string notas;
    std::int64_t validacionId = 0;  // of its fiscal document; 0: nobody validated it
    std::string validacion;
    std::vector<NotaAgregada> notasAgregadas;
    std::vector<ArchivoConAutor> archivos;
};
DESCRIBE_STRUCT(AdjuntosVista, (Autoria),
                (transaccionId, tipoDocumento, folio, estado, version, notas, validacionId, validacion, notasAgregadas, archivos))

AdjuntosVista leer_adjuntos(const Context& ctx, std::int64_t transaccionId);

}  // namespace cacao::engine
