#include "rooms/bancos/catalogos/forma_pago.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/entorno/claves_sat.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_forma = R"(
    SELECT formaPagoId, nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo, activo, claveSAT,
           claveContabilidadElectronica, claveSAT33
    FROM formaPago WHERE organizacionId = $1)";

// Methods of payment of the electronic accounting (Anexo 24 of the tax authority's rules).
constexpr std::array<std::string_view, 19> claves_anexo24{"01", "02", "03", "04", "05", "06", "07", "08", "09", "10",
                                                          "11", "12", "13", "14", "15", "16", "17", "98", "99"};

std::optional<FormaPagoGuardada> leer_forma(db::Reader& tx, std::int64_t formaPagoId) {
    return tx.one<FormaPagoGuardada>(R"(
        SELECT formaPagoId, nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo, activo, claveSAT,
               claveContabilidadElectronica, claveSAT33, enEgreso, version
        FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2)",
                                     tx.organizacion(), formaPagoId);
}

bool es_clave_sat(db::Reader& tx, const std::string& clave) { return engine::hay_clave_sat(tx, "FormasPago", clave); }

void revisar_forma(db::Reader& tx, const FormaPagoGuardada& f, Faltas& faltas) {
    exigir_unico(tx, "SELECT formaPagoId FROM formaPago WHERE organizacionId = $1 AND nombre = $2", f.nombre, f.formaPagoId,
                 "/nombre", faltas);
    faltas.agregar_si(!es_clave_sat(tx, f.claveSAT), Codigo::valor_no_permitido, "/claveSAT");
    faltas.agregar_si(!f.claveSAT33.empty() && !es_clave_sat(tx, f.claveSAT33), Codigo::valor_no_permitido, "/claveSAT33");
    const auto& clave = f.claveContabilidadElectronica;
    faltas.agregar_si(!clave.empty() && std::ranges::find(claves_anexo24, clave) == claves_anexo24.end(),
                      Codigo::valor_no_permitido, "/claveContabilidadElectronica");
}

void exigir_moneda_de_forma(db::Reader& tx, const FormaPagoGuardada& f, Faltas& faltas) {
    if (f.monedaId == 0) return;
    const bool propia = tx.one<std::int64_t>(R"(
            SELECT 1 FROM organizacionMoneda o JOIN moneda m ON m.moneda = o.moneda
            WHERE o.organizacionId = $1 AND m.monedaId = $2 AND o.activo = 1)",
                                             tx.organizacion(), f.monedaId)
                            .has_value();
    faltas.agregar_si(!propia, Codigo::no_encontrado, "/monedaId");
}

}  // namespace

std::vector<FormaPago> listar_formas_pago(const Context& ctx) {
    return ctx.db().all<FormaPago>(std::string{columnas_de_forma} + " ORDER BY claveSAT, nombre", ctx.organizacionId());
}

std::vector<FormaPago> listar_formas_pago_egreso(const Context& ctx) {
    return ctx.db().all<FormaPago>(std::string{columnas_de_forma} + " AND enEgreso = 1 AND activo = 1 ORDER BY claveSAT, nombre",
                                   ctx.organizacionId());
}

FormaPagoGuardada crear_forma_pago(Context& ctx, const FormaPagoNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("formasPago");
    Faltas faltas;
    FormaPagoGuardada f;
    f.formaPagoId = tx.next_id();
    f.nombre = pedida.nombre;
    f.maneja_cheques = pedida.maneja_cheques.value_or(false);
    if (pedida.monedaId) f.monedaId = *pedida.monedaId;
    if (pedida.referencia) f.referencia = *pedida.referencia;
    if (pedida.comentario) f.comentario = *pedida.comentario;
    f.generaConsecutivo = pedida.generaConsecutivo.value_or(false);
    f.claveSAT = pedida.claveSAT;
    if (pedida.claveContabilidadElectronica) f.claveContabilidadElectronica = *pedida.claveContabilidadElectronica;
    if (pedida.claveSAT33) f.claveSAT33 = *pedida.claveSAT33;
    f.enEgreso = pedida.enEgreso.value_or(true);
    f.activo = true;
    f.version = 1;
    revisar_forma(tx, f, faltas);
    exigir_moneda_de_forma(tx, f, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO formaPago (organizacionId, formaPagoId, nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo,
                               claveSAT, claveContabilidadElectronica, claveSAT33, enEgreso, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, 1))",
           tx.organizacion(), f.formaPagoId, f.nombre, f.maneja_cheques, f.monedaId, f.referencia, f.comentario,
           f.generaConsecutivo, f.claveSAT, f.claveContabilidadElectronica, f.claveSAT33, f.enEgreso);
    ctx.auditar_alta("FormaPago", f.formaPagoId, f);
    return f;
}

FormaPagoGuardada actualizar_forma_pago(Context& ctx, const FormaPagoActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("formasPago");
    const auto leida = leer_forma(tx, pedida.formaPagoId);
    if (!leida) reject(Codigo::no_encontrado, "/formaPagoId");
    ctx.exigir_version(leida->version);
    auto f = *leida;
    Faltas faltas;
    if (pedida.nombre) f.nombre = *pedida.nombre;
    if (pedida.maneja_cheques) f.maneja_cheques = *pedida.maneja_cheques;
    pedida.monedaId.aplicar_a(f.monedaId);
    pedida.referencia.aplicar_a(f.referencia);
    pedida.comentario.aplicar_a(f.comentario);
    if (pedida.generaConsecutivo) f.generaConsecutivo = *pedida.generaConsecutivo;
    if (pedida.claveSAT) f.claveSAT = *pedida.claveSAT;
    pedida.claveContabilidadElectronica.aplicar_a(f.claveContabilidadElectronica);
    pedida.claveSAT33.aplicar_a(f.claveSAT33);
    if (pedida.enEgreso) f.enEgreso = *pedida.enEgreso;
    if (pedida.activo) f.activo = *pedida.activo;
    revisar_forma(tx, f, faltas);
    if (f.monedaId != leida->monedaId) exigir_moneda_de_forma(tx, f, faltas);
    faltas.lanzar();

    ++f.version;
    tx.run(R"(
        UPDATE formaPago SET nombre = $3, maneja_cheques = $4, monedaId = $5, referencia = $6, comentario = $7, generaConsecutivo = $8,
                             claveSAT = $9, claveContabilidadElectronica = $10, claveSAT33 = $11, enEgreso = $12, activo = $13,
                             version = $14
        WHERE organizacionId = $1 AND formaPagoId = $2)",
           tx.organizacion(), f.formaPagoId, f.nombre, f.maneja_cheques, f.monedaId, f.referencia, f.comentario,
           f.generaConsecutivo, f.claveSAT, f.claveContabilidadElectronica, f.claveSAT33, f.enEgreso, f.activo, f.version);
    ctx.auditar("FormaPago", f.formaPagoId, *leida, f);
    return f;
}

void register_formas_pago(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/FormasPago", "FormasPagoListar", listar_formas_pago);
    ops.add(GET, "/api/Bancos/FormasPagoEgreso", "FormasPagoEgresoListar", listar_formas_pago_egreso);
    ops.add(POST, "/api/Bancos/FormasPago", "FormaPagoCrear", crear_forma_pago)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::no_encontrado});
    ops.add(PUT, "/api/Bancos/FormasPago/{formaPagoId}", "FormaPagoActualizar", actualizar_forma_pago)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::precondicion_fallida});
}

}  // namespace cacao
