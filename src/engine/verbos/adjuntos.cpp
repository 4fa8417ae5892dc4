#include "engine/verbos/adjuntos.hpp"

#include "base/archivo.hpp"
#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/series_documento.hpp"

#include <stdexcept>

namespace cacao::engine {
namespace {

// Files that come with a document are numbered from 1 and may be written anew with it; those that are added stand behind them.
constexpr std::int64_t primer_agregado = 1000;

struct Version {
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(Version, (), (version))

Autoria autoria(const Context& ctx) { return {ctx.usuarioId(), ctx.sesion().nombre, ctx.ahora()}; }

// The document's row is written first: whoever else adds to it waits, so what is counted afterwards stays true.
std::int64_t tocar(Context& ctx, const DocumentoAbierto& documento, evento::Adjunto que, std::string_view campo = "/id") {
    const auto version = tocar_documento(ctx, documento.transaccionId, evento::Agregado{que});
    reject_if(adjuntos_de(ctx.db(), documento.transaccionId) >= maximo_de_adjuntos, Codigo::lista_muy_larga, campo);
    return version;
}

// A file of a document, behind those that came with it.
void guardar_fila(Context& ctx, const ArchivoDeDocumento& r) {
    ctx.db().run(R"(INSERT INTO documentoArchivo (organizacionId, transaccionId, consecutivo, nombre, extension, url, version,
                                                  creadoPor, creadoEn, archivoId)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))",
                 ctx.organizacionId(), r.transaccionId, primer_agregado + r.version, r.nombre, r.extension, r.url, r.version,
                 r.creadoPor, r.creadoEn, r.archivoId);
}

struct EncabezadoAnotado : Autoria {
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    std::string estado;
    std::int64_t version = 0;
    std::string notas;
    std::int64_t validacionId = 0;
    std::string validacion;
};
DESCRIBE_STRUCT(EncabezadoAnotado, (Autoria), (tipo, serie, folio, estado, version, notas, validacionId, validacion))

}  // namespace

DocumentoAbierto exigir_cualquiera(db::Reader& tx, std::int64_t transaccionId, std::string_view campo) {
    auto documento = tx.one<DocumentoAbierto>(
        "SELECT transaccionId, tipo, version FROM documento WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
        transaccionId);
    reject_if(!documento, Codigo::no_encontrado, campo);
    return std::move(*documento);
}

std::int64_t adjuntos_de(db::Reader& tx, std::int64_t transaccionId) {
    return tx
        .one<std::int64_t>(R"(
        SELECT (SELECT count(*) FROM documentoNota WHERE organizacionId = $1 AND transaccionId = $2) +
               (SELECT count(*) FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2))",
                           tx.organizacion(), transaccionId)
        .value_or(0);
}

NotaDeDocumento agregar_nota(Context& ctx, const DocumentoAbierto& documento, std::string nota) {
    NotaDeDocumento r;
    static_cast<Autoria&>(r) = autoria(ctx);
    r.transaccionId = documento.transaccionId;
    r.nota = std::move(nota);
    r.version = tocar(ctx, documento, evento::Adjunto::nota);
    ctx.db().run(R"(INSERT INTO documentoNota (organizacionId, transaccionId, consecutivo, nota, creadoPor, creadoEn)
                    VALUES ($1, $2, $3, $4, $5, $6))",
                 ctx.organizacionId(), r.transaccionId, r.version, r.nota, r.creadoPor, r.creadoEn);
    ctx.auditar(tipo_de(documento.tipo)->tipo, r.transaccionId, Version{documento.version}, r);
    return r;
}

ArchivoDeDocumento agregar_archivo(Context& ctx, const DocumentoAbierto& documento, ArchivoPedido archivo) {
    ArchivoDeDocumento r;
    static_cast<Autoria&>(r) = autoria(ctx);
    r.transaccionId = documento.transaccionId;
    r.nombre = std::move(archivo.nombre);
    r.extension = std::move(archivo.extension);
    r.nombreExtension = con_extension(r.nombre, r.extension);
    r.url = std::move(archivo.url);
    r.version = tocar(ctx, documento, evento::Adjunto::archivo);
    guardar_fila(ctx, r);
    ctx.auditar(tipo_de(documento.tipo)->tipo, r.transaccionId, Version{documento.version}, r);
    return r;
}

std::optional<ArchivoDigital> buscar_digital(const Context& ctx, std::int64_t transaccionId, const std::string& sha256) {
    auto r = ctx.db().one<ArchivoDigital>(R"(
        SELECT f.extension, f.nombre, '' AS nombreExtension, '' AS url, a.archivoId, f.creadoPor, COALESCE(u.nombre, '') AS usuario,
               f.creadoEn, a.transaccionId, f.version, c.tipo, c.tamano, a.sha256
          FROM archivoDigital a
          JOIN documentoArchivo f ON f.organizacionId = $1 AND f.transaccionId = $2 AND f.archivoId = a.archivoId
          JOIN contenido c ON c.organizacionId = $1 AND c.sha256 = a.sha256
          LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = f.creadoPor
         WHERE a.organizacionId = $1 AND a.transaccionId = $2 AND a.sha256 = $3)",
                                          ctx.organizacionId(), transaccionId, sha256);
    if (!r) return r;
    r->nombreExtension = con_extension(r->nombre, r->extension);
    r->url = api::enlace_de(ctx, r->archivoId);
    return r;
}

void apartar_archivos(Context& ctx, std::int64_t transaccionId) { ctx.db().lock("archivos/" + std::to_string(transaccionId)); }

ArchivoDigital agregar_digital(Context& ctx, const DocumentoAbierto& documento, const ArchivoPorGuardar& archivo,
                               std::string_view bytes, std::string_view campo) {
    ArchivoDigital r;
    static_cast<Autoria&>(r) = autoria(ctx);
    r.transaccionId = documento.transaccionId;
    r.nombre = archivo.nombre;
    r.extension = archivo.extension;
    r.nombreExtension = con_extension(r.nombre, r.extension);
    r.tipo = archivo.contenido.tipo;
    r.tamano = static_cast<std::int64_t>(bytes.size());
    r.sha256 = archivo.contenido.sha256;
    r.version = tocar(ctx, documento, evento::Adjunto::archivo, campo);
    r.archivoId = ctx.db().next_id();
    api::guardar_contenido(ctx, archivo.contenido, bytes);
    ctx.db().run("INSERT INTO archivoDigital (organizacionId, archivoId, transaccionId, sha256) VALUES ($1, $2, $3, $4)",
                 ctx.organizacionId(), r.archivoId, r.transaccionId, r.sha256);
    guardar_fila(ctx, r);
    // Without its address, which is nobody's after a while.
    ctx.auditar(tipo_de(documento.tipo)->tipo, r.transaccionId, Version{documento.version}, r);
    r.url = api::enlace_de(ctx, r.archivoId);
    return r;
}

std::optional<ArchivoGuardado> leer_archivo(db::Reader& tx, std::int64_t archivoId) {
    auto archivo = tx.one<ArchivoGuardado>(R"(
        SELECT a.archivoId, a.transaccionId, d.tipo AS tipoDocumento, f.nombre, f.extension, a.sha256
          FROM archivoDigital a
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId
          JOIN documentoArchivo f ON f.organizacionId = $1 AND f.transaccionId = a.transaccionId AND f.archivoId = a.archivoId
         WHERE a.organizacionId = $1 AND a.archivoId = $2)",
                                           tx.organizacion(), archivoId);
    if (!archivo) return std::nullopt;
    auto contenido = api::leer_contenido(tx, archivo->sha256);
    if (!contenido) throw std::logic_error("a file whose contents are not kept");
    archivo->contenido = std::move(*contenido);
    return archivo;
}

AdjuntosVista leer_adjuntos(const Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    AdjuntosVista v;
    std::optional<EncabezadoAnotado> e;
    tx.one_later(e, R"(
        SELECT d.tipo, d.serie, d.folio, d.estado, d.version, d.notas, d.creadoPor, COALESCE(u.nombre, '') AS usuario, d.creadoEn,
               COALESCE(v.validacionId, 0) AS validacionId, COALESCE(v.resultado, '') AS validacion
          FROM documento d
          LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = d.creadoPor
          LEFT JOIN validacion v ON v.organizacionId = $1 AND v.transaccionId = d.transaccionId AND v.ultima = 1 AND v.transaccionId <> 0
         WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                 tx.organizacion(), transaccionId);
    tx.all_later(v.notasAgregadas, notas_de_documento, tx.organizacion(), transaccionId);
    tx.all_later(v.archivos, R"(
        SELECT a.extension, a.nombre, CASE WHEN a.extension = '' THEN a.nombre ELSE a.nombre || '.' || a.extension END AS nombreExtension,
               a.url, a.archivoId, CASE WHEN a.version = 0 THEN d.creadoPor ELSE a.creadoPor END AS creadoPor,
               COALESCE(u.nombre, '') AS usuario, COALESCE(a.creadoEn, d.creadoEn) AS creadoEn
          FROM documentoArchivo a
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId
          LEFT JOIN usuario u ON u.organizacionId = $1
                             AND u.usuarioId = CASE WHEN a.version = 0 THEN d.creadoPor ELSE a.creadoPor END
         WHERE a.organizacionId = $1 AND a.transaccionId = $2 ORDER BY a.consecutivo)",
                 tx.organizacion(), transaccionId);
    tx.settle();
    reject_if(!e, Codigo::no_encontrado, "/id");
    poner_enlaces(ctx, v.archivos);
    static_cast<Autoria&>(v) = *e;
    v.transaccionId = transaccionId;
    v.tipoDocumento = e->tipo;
    v.folio = folio_texto(e->serie, e->folio);
    v.estado = e->estado;
    v.version = e->version;
    v.notas = e->notas;
    v.validacionId = e->validacionId;
    v.validacion = e->validacion;
    return v;
}

}  // namespace cacao::engine
