#include "engine/entorno/timbrado.hpp"

#include "api/trabajos.hpp"
#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/entorno/correos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/sustituciones.hpp"
#include "engine/tipos/cualidades.hpp"

namespace cacao::engine {
namespace {

constexpr std::string_view columnas_timbrado =
    R"(SELECT transaccionId, estado, proveedor, xml, trabajoId, toma, intentos, uuid, timbradoEn, archivoId, total, codigo, mensaje,
              motivo, uuidSustitucion, cancelacionFecha, conAplicaciones, creadoEn, modificadoEn
       FROM timbrado WHERE organizacionId = $1 AND transaccionId = $2)";

void contar_fiscal(Context& ctx, std::int64_t transaccionId, EstadoTimbrado estado, std::string uuid = {},
                   std::string codigo = {}) {
    tocar_documento(ctx, transaccionId,
                    evento::Timbrado{std::string{reflect::enum_name(estado)}, std::move(uuid), std::move(codigo)});
}

void encargar_fiscal(Context& ctx, std::int64_t transaccionId) {
    api::encargar(ctx, oficio_timbrado, std::to_string(transaccionId), "{}", ctx.ahora());
}

// Payments whose complements waited for this document, or are it; an advance's own.
void avisar_a_complementos(Context& ctx, std::int64_t transaccionId) {
    static const std::string sql =
        R"(SELECT DISTINCT a.pagoId FROM aplicacion a
           WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.parcialidad <> 0 AND a.estado = 'vigente'
           UNION SELECT c.pagoId FROM complementoPago c WHERE c.organizacionId = $1 AND c.complementoId = $2
           UNION SELECT a.pagoId FROM aplicacion a
                 JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId AND )" +
        en_sql("p.tipo", es_anticipo) + R"(
                 WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente'
           UNION SELECT p.transaccionId FROM documento p
                 WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND )" +
        en_sql("p.tipo", es_anticipo) + R"( AND EXISTS (SELECT 1 FROM aplicacion a WHERE a.organizacionId = $1 AND a.pagoId = $2)
           ORDER BY 1)";
    const auto pagos = ctx.db().all<std::int64_t>(sql, ctx.organizacionId(), transaccionId);
    for (const auto pagoId : pagos) pedir_complementos(ctx, pagoId);
}

// The document in whose place this one stands.
void avisar_al_sustituido(Context& ctx, std::int64_t transaccionId) {
    if (const auto viejoId = ctx.db().one<std::int64_t>(
            "SELECT viejoId FROM sustitucion WHERE organizacionId = $1 AND nuevoId = $2", ctx.organizacionId(), transaccionId))
        api::encargar(ctx, oficio_sustituciones, std::to_string(*viejoId), "{}", ctx.ahora());
}

void exigir_tocado(std::int64_t tocados) {
    if (tocados == 0) throw std::logic_error("a fiscal document that is not where it was");
}

}  // namespace

std::optional<FilaTimbrado> leer_timbrado(db::Reader& tx, std::int64_t transaccionId) {
    return tx.one<FilaTimbrado>(columnas_timbrado, tx.organizacion(), transaccionId);
}

bool se_cancela_su_cfdi(db::Reader& tx, std::int64_t transaccionId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM timbrado WHERE organizacionId = $1 AND transaccionId = $2 AND estado IN ('porCancelar', "
                           "'enCancelacion')",
                           tx.organizacion(), transaccionId)
        .has_value();
}

void pedir_timbre(Context& ctx, std::int64_t transaccionId) {
    const auto tocados = ctx.db().count(
        R"(INSERT INTO timbrado (organizacionId, transaccionId, estado, creadoEn, modificadoEn) VALUES ($1, $2, 'porTimbrar', $3, $3)
           ON CONFLICT (organizacionId, transaccionId) DO UPDATE SET estado = 'porTimbrar', intentos = 0, modificadoEn = $3
           WHERE timbrado.estado = 'rechazado')",
        ctx.organizacionId(), transaccionId, ctx.ahora());
    if (tocados > 0) contar_fiscal(ctx, transaccionId, EstadoTimbrado::porTimbrar);
    encargar_fiscal(ctx, transaccionId);
}

void pedir_cancelacion(Context& ctx, const FilaTimbrado& fila, const CancelacionFiscal& pedida) {
    exigir_tocado(ctx.db().count(
        R"(UPDATE timbrado SET estado = 'porCancelar', motivo = $3, uuidSustitucion = $4, cancelacionFecha = $5, conAplicaciones = $6,
                  codigo = '', mensaje = '', modificadoEn = $7, intentos = 0
           WHERE organizacionId = $1 AND transaccionId = $2 AND estado IN ('timbrado', 'cancelacionRechazada'))",
        ctx.organizacionId(), fila.transaccionId, pedida.motivo, pedida.uuidSustitucion, pedida.fecha, pedida.conAplicaciones,
        ctx.ahora()));
    contar_fiscal(ctx, fila.transaccionId, EstadoTimbrado::porCancelar, fila.uuid);
    encargar_fiscal(ctx, fila.transaccionId);
}

void anotar_enviado(Context& ctx, std::int64_t transaccionId, const Enviado& enviado) {
    exigir_tocado(ctx.db().count(
        R"(UPDATE timbrado SET estado = 'enviado', proveedor = $3, xml = $4, total = $5, trabajoId = $6, toma = $7, codigo = '', mensaje = '',
                  modificadoEn = $8
           WHERE organizacionId = $1 AND transaccionId = $2 AND estado = 'porTimbrar')",
        ctx.organizacionId(), transaccionId, enviado.proveedor, enviado.xml, enviado.total, enviado.trabajoId, enviado.toma,
        ctx.ahora()));
    contar_fiscal(ctx, transaccionId, EstadoTimbrado::enviado);
    Pasos::alcanzar("timbrado_enviado");
}

void anotar_timbrado(Context& ctx, std::int64_t transaccionId, const Estampado& e) {
    auto& tx = ctx.db();
    exigir_tocado(tx.count(
        R"(UPDATE timbrado SET estado = 'timbrado', uuid = $3, timbradoEn = $4, archivoId = $5, codigo = $6, mensaje = $7,
                           xml = '', intentos = intentos + 1, modificadoEn = $8
                    WHERE organizacionId = $1 AND transaccionId = $2 AND estado = 'enviado')",
        ctx.organizacionId(), transaccionId, e.uuid, e.cuando, e.archivoId, e.codigo, e.mensaje, ctx.ahora()));
    tx.run("UPDATE documento SET uuid = $3, fechaTimbrado = $4 WHERE organizacionId = $1 AND transaccionId = $2",
           ctx.organizacionId(), transaccionId, e.uuid, e.cuando);
    contar_fiscal(ctx, transaccionId, EstadoTimbrado::timbrado, e.uuid, e.codigo);
    enviar_al_timbrar(ctx, transaccionId);
    avisar_a_complementos(ctx, transaccionId);
    avisar_al_sustituido(ctx, transaccionId);
    Pasos::alcanzar("timbrado_timbrado");
}

void anotar_fin(Context& ctx, std::int64_t transaccionId, EstadoTimbrado estado, const Dicho& dicho) {
    const auto uuid = ctx.db().one<std::string>(
        R"(UPDATE timbrado SET estado = $3, codigo = $4, mensaje = $5, acuse = CASE WHEN $6 = '' THEN acuse ELSE $6 END, xml = '',
                  intentos = intentos + 1, modificadoEn = $7
           WHERE organizacionId = $1 AND transaccionId = $2 RETURNING uuid)",
        ctx.organizacionId(), transaccionId, reflect::enum_name(estado), dicho.codigo, dicho.mensaje, dicho.acuse, ctx.ahora());
    exigir_tocado(uuid ? 1 : 0);
    // It says nothing to anybody.
    if (estado == EstadoTimbrado::rechazado || estado == EstadoTimbrado::porTimbrar) anotar_anticipos(ctx, transaccionId, {});
    contar_fiscal(ctx, transaccionId, estado, *uuid, dicho.codigo);
    avisar_a_complementos(ctx, transaccionId);
    Pasos::alcanzar("timbrado_fin");
}

void pedir_complementos(Context& ctx, std::int64_t pagoId) {
    const auto hay = ctx.db().one<std::int64_t>(
        R"(SELECT 1 WHERE EXISTS (SELECT 1 FROM configuracionFiscal WHERE organizacionId = $1 AND proveedor <> 'ninguno')
                       OR EXISTS (SELECT 1 FROM complementoPago WHERE organizacionId = $1 AND pagoId = $2))",
        ctx.organizacionId(), pagoId);
    if (!hay) return;
    api::encargar(ctx, oficio_complementos, std::to_string(pagoId), "{}", ctx.ahora());
}

bool siguen_aplicados(db::Reader& tx, std::int64_t facturaId, const std::vector<AnticipoDicho>& dichos) {
    for (const auto& d : dichos)
        if (!tx.one<std::int64_t>("SELECT 1 FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2 AND documentoId = $3 "
                                  "AND estado = 'vigente'",
                                  tx.organizacion(), d.aplicacionId, facturaId))
            return false;
    return true;
}

void anotar_anticipos(Context& ctx, std::int64_t facturaId, const std::vector<AnticipoDicho>& dichos) {
    auto& tx = ctx.db();
    tx.run(R"(DELETE FROM anticipoFacturado WHERE organizacionId = $1 AND aplicacionId IN
                  (SELECT a.aplicacionId FROM aplicacion a WHERE a.organizacionId = $1 AND a.documentoId = $2))",
           ctx.organizacionId(), facturaId);
    for (const auto& d : dichos)
        tx.run("INSERT INTO anticipoFacturado (organizacionId, aplicacionId, descontado, vigente) VALUES ($1, $2, $3, 1)",
               ctx.organizacionId(), d.aplicacionId, d.descontado);
}

std::vector<std::int64_t> soltar_anticipos(Context& ctx, std::int64_t facturaId) {
    auto& tx = ctx.db();
    auto descontados = tx.all<std::int64_t>(R"(
        SELECT f.aplicacionId FROM aplicacion a
        JOIN anticipoFacturado f ON f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId AND f.descontado = 1 AND f.vigente = 1
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY f.aplicacionId DESC)",
                                            ctx.organizacionId(), facturaId);
    tx.run(R"(UPDATE anticipoFacturado SET vigente = 0 WHERE organizacionId = $1 AND vigente = 1 AND aplicacionId IN
                  (SELECT a.aplicacionId FROM aplicacion a WHERE a.organizacionId = $1 AND a.documentoId = $2))",
           ctx.organizacionId(), facturaId);
    return descontados;
}

std::int64_t factura_que_lo_descuenta(db::Reader& tx, std::int64_t aplicacionId) {
    return tx
        .one<std::int64_t>(R"(SELECT a.documentoId FROM anticipoFacturado f
                              JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = f.aplicacionId
                              WHERE f.organizacionId = $1 AND f.aplicacionId = $2 AND f.descontado = 1 AND f.vigente = 1)",
                           tx.organizacion(), aplicacionId)
        .value_or(0);
}

bool hay_quien_timbre(db::Reader& tx) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM configuracionFiscal WHERE organizacionId = $1 AND proveedor <> 'ninguno'",
                           tx.organizacion())
        .has_value();
}

bool libros_al_solicitar(db::Reader& tx) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM configuracionFiscal WHERE organizacionId = $1 AND librosAlCancelar = 'alSolicitar'",
                           tx.organizacion())
        .has_value();
}

}  // namespace cacao::engine
