#include "rooms/bancos/documentos/movimiento_bancario.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

struct Abierto {
    engine::Naturaleza naturaleza{};
    std::int64_t entidadId{};
    std::string moneda;
    int decimales{};
    Importe saldo;
    Importe saldoLocal;
};
DESCRIBE_STRUCT(Abierto, (), (naturaleza, entidadId, moneda, decimales, saldo, saldoLocal))

constexpr std::string_view abierto_sql = R"(SELECT s.naturaleza, s.entidadId, s.moneda, m.decimales, s.saldo, s.saldoLocal
    FROM saldo s JOIN moneda m ON m.moneda = s.moneda
    WHERE s.organizacionId = $1 AND s.transaccionId = $2)";

// What a document has open towards its contact; nothing when it never had a balance, or none of that kind.
std::optional<Abierto> leer_abierto(db::Reader& tx, std::int64_t transaccionId) {
    static const std::string sql = std::string{abierto_sql} + " ORDER BY s.naturaleza LIMIT 1";
    return tx.one<Abierto>(sql, tx.organizacion(), transaccionId);
}
std::optional<Abierto> leer_abierto(db::Reader& tx, std::int64_t transaccionId, engine::Naturaleza naturaleza) {
    static const std::string sql = std::string{abierto_sql} + " AND s.naturaleza = $3";
    return tx.one<Abierto>(sql, tx.organizacion(), transaccionId, naturaleza);
}

// What a contact has in its favour, or we with a supplier, is paid out: the refund is owed and covered at once.
template <class Nuevo>
engine::DocumentoCreado reembolsar(Context& ctx, const engine::Documento& tipo, const Nuevo& nuevo, std::int64_t entidadId,
                                   std::string_view campo, engine::Naturaleza naturaleza) {
    auto s = engine::solicitud<engine::SolicitudImporte>(nuevo);
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    s.tipoCambio = nuevo.tipoCambio;
    s.entidadId = entidadId;
    s.campo_entidad = campo;
    s.importe = nuevo.importe;
    const auto pago = leer_abierto(ctx.db(), nuevo.transaccionIdPago, naturaleza);
    reject_if(!pago, Codigo::no_encontrado, "/transaccionIdPago");
    s.relacionados.push_back({"/transaccionIdPago", nuevo.transaccionIdPago, {}, {}});
    const auto e = engine::emitir(ctx, tipo, s);
    reject_if(pago->moneda != e.moneda, Codigo::moneda_distinta, "/transaccionIdPago");
    engine::aplicar(ctx, nuevo.transaccionIdPago, {{"", e.transaccionId, nuevo.importe, {}}}, e.fecha);
    return engine::creado(e);
}

}  // namespace

engine::DocumentoCreado agregar_traspaso_bancario(Context& ctx, const TraspasoBancarioNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudImporte>(nuevo);
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.cuentaDestinoId = nuevo.cuentaDestinoId;
    s.importe = nuevo.importe;
    s.tipoCambio = nuevo.tipoCambio;
    s.importeDestino = nuevo.importeDestino;
    s.tipoCambioDestino = nuevo.tipoCambioDestino;
    return engine::creado(engine::emitir(ctx, engine::TraspasoBancario, s));
}

engine::DocumentoCreado agregar_comision_bancaria(Context& ctx, const ComisionBancariaNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudEgreso>(nueva);
    s.cuentaBancariaId = nueva.cuentaBancariaId;
    s.tipoCambio = nueva.tipoCambio;
    auto& p = s.partidas.emplace_back();
    p.conceptoId = nueva.conceptoId.value_or(0);
    if (p.conceptoId == 0)
        p.conceptoId =
            ctx.db()
                .one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'COMISIONES'",
                                   ctx.organizacionId())
                .value_or(0);
    p.importe = nueva.importe;
    p.campo_importe = "/importe";
    return engine::creado(engine::emitir(ctx, engine::ComisionBancaria, s));
}

engine::DocumentoCreado agregar_reembolso(Context& ctx, const ReembolsoNuevo& nuevo) {
    return reembolsar(ctx, engine::Reembolso, nuevo, nuevo.clienteId, "/clienteId", engine::Naturaleza::favorCliente);
}

engine::DocumentoCreado agregar_reembolso_proveedor(Context& ctx, const ReembolsoProveedorNuevo& nuevo) {
    return reembolsar(ctx, engine::ReembolsoProveedor, nuevo, nuevo.proveedorId, "/proveedorId",
                      engine::Naturaleza::favorProveedor);
}

engine::DocumentoCreado agregar_ajuste_saldo(Context& ctx, const AjusteSaldoNuevo& nuevo) {
    auto& tx = ctx.db();
    // What is open of each tax must not change before it is taken back.
    engine::retener(tx, {.documentos = {nuevo.transaccionId}, .saldos = {nuevo.transaccionId}});
    const auto abierto = leer_abierto(tx, nuevo.transaccionId);
    reject_if(!abierto || a_favor(abierto->naturaleza), Codigo::no_encontrado, "/transaccionId");
    const Importe importe = nuevo.importe.value_or(abierto->saldo);
    reject_if(importe > abierto->saldo || abierto->saldo.es_cero(), Codigo::excede_saldo, "/importe");
    Faltas faltas;
    faltas.agregar_si(importe <= Importe{}, Codigo::fuera_de_rango, "/importe");
    faltas.agregar_si(importe.redondeado(abierto->decimales) != importe, Codigo::demasiados_decimales, "/importe");
    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    const Importe local = engine::proporcion(abierto->saldoLocal, importe.micros(), abierto->saldo.micros(), ajustes.decimales);
    const Importe antes = tx.one<Importe>(R"(
        SELECT CAST(COALESCE(SUM(a.localDocumento), 0) AS BIGINT)
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
                        AND p.tipo IN ('AjusteSaldoCliente', 'AjusteSaldoProveedor')
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente')",
                                          tx.organizacion(), std::int64_t{nuevo.transaccionId})
                              .value_or(Importe{});
    if (antes + local > ajustes.ajusteSaldoMaximo)
        faltas.agregar(Codigo::fuera_de_rango, "/importe", En::donde_sea,
                       reflect::objeto("limite", ajustes.ajusteSaldoMaximo, "moneda", ajustes.moneda));
    faltas.lanzar();

    engine::Perdon perdon{engine::solicitud<engine::SolicitudInicial>(nuevo),
                          nuevo.transaccionId,
                          abierto->naturaleza,
                          importe,
                          abierto->saldo,
                          abierto->decimales};
    auto& s = perdon.encabezado;
    s.entidadId = abierto->entidadId;
    s.campo_entidad = "/transaccionId";
    s.moneda = abierto->moneda;
    s.tipoCambio = nuevo.tipoCambio;
    return engine::creado(engine::perdonar(ctx, perdon));
}

engine::Cancelado cancelar_movimiento_bancario(Context& ctx, const engine::CancelacionPedida& pedida) {
    const auto coberturas = ctx.db().all<std::int64_t>(R"(SELECT a.aplicacionId FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId AND d.tipo IN ('Reembolso', 'ReembolsoProveedor')
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.aplicacionId)",
                                                       ctx.organizacionId(), std::int64_t{pedida.id});
    // A refund was covered when it was registered, so it goes together with that.
    for (const auto aplicacionId : coberturas) engine::desaplicar(ctx, aplicacionId, pedida.fecha);
    return engine::cancelar(ctx, pedida,
                            {engine::TraspasoBancario.tipo, engine::ComisionBancaria.tipo, engine::Reembolso.tipo,
                             engine::ReembolsoProveedor.tipo, engine::AjusteSaldoCliente.tipo, engine::AjusteSaldoProveedor.tipo},
                            true);
}

void register_movimiento_bancario(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/TraspasoAgregar", "TraspasoAgregar", agregar_traspaso_bancario)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::valor_no_permitido, Codigo::moneda_sin_tipo_cambio,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::sucursal_requerida});
    ops.add(POST, "/api/Bancos/ComisionAgregar", "ComisionAgregar", agregar_comision_bancaria)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado, Codigo::duplicado, Codigo::sucursal_requerida});
    ops.add(POST, "/api/Bancos/ReembolsoAgregar", "ReembolsoAgregar", agregar_reembolso)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::moneda_distinta,
                  Codigo::excede_por_asignar, Codigo::origen_con_saldo, Codigo::otro_contacto, Codigo::moneda_sin_tipo_cambio,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::sucursal_requerida, Codigo::comprobante_en_proceso});
    ops.add(POST, "/api/Bancos/ReembolsoProveedorAgregar", "ReembolsoProveedorAgregar", agregar_reembolso_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::moneda_distinta, Codigo::excede_por_asignar, Codigo::origen_con_saldo,
                  Codigo::otro_contacto, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida});
    ops.add(POST, "/api/Bancos/AjusteSaldoAgregar", "AjusteSaldoAgregar", agregar_ajuste_saldo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::excede_saldo, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::comprobante_en_proceso});
    ops.add(DELETE, "/api/Bancos/MovimientoBancarioCancelar/{id}", "MovimientoBancarioCancelar", cancelar_movimiento_bancario)
        .nuestra()
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
