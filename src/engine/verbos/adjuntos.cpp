#include "engine/verbos/adjuntos.hpp"

#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/series_documento.hpp"

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
std::int64_t tocar(Context& ctx, const DocumentoAbierto& documento, evento::Adjunto que) {
    const auto version = tocar_documento(ctx, documento.transaccionId, evento::Agregado{que});
    const auto hay = ctx.db()
                         .one<std::int64_t>(R"(
        SELECT (SELECT count(*) FROM documentoNota WHERE organizacionId = $1 AND transaccionId = $2) +
               (SELECT count(*) FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2))",
                                            ctx.organizacionId(), documento.transaccionId)
                         .value_or(0);
    reject_if(hay >= maximo_de_adjuntos, Codigo::lista_muy_larga, "/id");
    return version;
}

struct EncabezadoAnotado : Autoria {
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    std::string estado;
    std::int64_t version = 0;
    std::string notas;
};
DESCRIBE_STRUCT(EncabezadoAnotado, (Autoria), (tipo, serie, folio, estado, version, notas))

}  // namespace

DocumentoAbierto exigir_cualquiera(db::Reader& tx, std::int64_t transaccionId, std::string_view campo) {
    auto documento = tx.one<DocumentoAbierto>(
        "SELECT transaccionId, tipo, version FROM documento WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
        transaccionId);
    reject_if(!documento, Codigo::no_encontrado, campo);
    return std::move(*documento);
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
    r.nombreExtension = r.extension.empty() ? r.nombre : r.nombre + '.' + r.extension;
    r.url = std::move(archivo.url);
    r.version = tocar(ctx, documento, evento::Adjunto::archivo);
    ctx.db().run(R"(INSERT INTO documentoArchivo (organizacionId, transaccionId, consecutivo, nombre, extension, url, version,
                                                  creadoPor, creadoEn)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
                 ctx.organizacionId(), r.transaccionId, primer_agregado + r.version, r.nombre, r.extension, r.url, r.version,
                 r.creadoPor, r.creadoEn);
    ctx.auditar(tipo_de(documento.tipo)->tipo, r.transaccionId, Version{documento.version}, r);
    return r;
}

AdjuntosVista leer_adjuntos(db::Reader& tx, std::int64_t transaccionId) {
    AdjuntosVista v;
    std::optional<EncabezadoAnotado> e;
    tx.one_later(e, R"(
        SELECT d.tipo, d.serie, d.folio, d.estado, d.version, d.notas, d.creadoPor, COALESCE(u.nombre, '') AS usuario, d.creadoEn
          FROM documento d LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = d.creadoPor
         WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                 tx.organizacion(), transaccionId);
    tx.all_later(v.notasAgregadas, notas_de_documento, tx.organizacion(), transaccionId);
    tx.all_later(v.archivos, R"(
        SELECT a.extension, a.nombre, CASE WHEN a.extension = '' THEN a.nombre ELSE a.nombre || '.' || a.extension END AS nombreExtension,
               a.url, CASE WHEN a.version = 0 THEN d.creadoPor ELSE a.creadoPor END AS creadoPor,
               COALESCE(u.nombre, '') AS usuario, COALESCE(a.creadoEn, d.creadoEn) AS creadoEn
          FROM documentoArchivo a
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId
          LEFT JOIN usuario u ON u.organizacionId = $1
                             AND u.usuarioId = CASE WHEN a.version = 0 THEN d.creadoPor ELSE a.creadoPor END
         WHERE a.organizacionId = $1 AND a.transaccionId = $2 ORDER BY a.consecutivo)",
                 tx.organizacion(), transaccionId);
    tx.settle();
    reject_if(!e, Codigo::no_encontrado, "/id");
    static_cast<Autoria&>(v) = *e;
    v.transaccionId = transaccionId;
    v.tipoDocumento = e->tipo;
    v.folio = folio_texto(e->serie, e->folio);
    v.estado = e->estado;
    v.version = e->version;
    v.notas = e->notas;
    return v;
}

}  // namespace cacao::engine
