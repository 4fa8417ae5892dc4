#pragma once
// What may be added to a document after its registration: free notes and files. Nothing else of it changes; its version rises, an
// event says so, and the audit log keeps who and what. Nothing that was added is taken away again: a mistake is told by another
// note.

#include "engine/emision/solicitud.hpp"

#include <cstdint>
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
    std::string url;
};
DESCRIBE_STRUCT(ArchivoVista, (), (extension, nombre, nombreExtension, url))

// ArchivoVista rows of a document ($2).
inline constexpr std::string_view archivos_de_documento = R"(
    SELECT extension, nombre, CASE WHEN extension = '' THEN nombre ELSE nombre || '.' || extension END AS nombreExtension, url
    FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY consecutivo)";

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

// Of files and added notes together: as many as a registration may bring files. Refused beyond it: lista_muy_larga at /id.
inline constexpr std::int64_t maximo_de_adjuntos = 100;

NotaDeDocumento agregar_nota(Context& ctx, const DocumentoAbierto& documento, std::string nota);
ArchivoDeDocumento agregar_archivo(Context& ctx, const DocumentoAbierto& documento, ArchivoPedido archivo);

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
    std::vector<NotaAgregada> notasAgregadas;
    std::vector<ArchivoConAutor> archivos;
};
DESCRIBE_STRUCT(AdjuntosVista, (Autoria), (transaccionId, tipoDocumento, folio, estado, version, notas, notasAgregadas, archivos))

AdjuntosVista leer_adjuntos(db::Reader& tx, std::int64_t transaccionId);

}  // namespace cacao::engine
