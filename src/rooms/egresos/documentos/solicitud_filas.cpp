#include "rooms/egresos/documentos/solicitud_filas.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"

#include <algorithm>
#include <map>

namespace cacao {

std::optional<SolicitudFila> leer_solicitud(db::Reader& tx, std::int64_t transaccionId) {
    return tx.one<SolicitudFila>(R"(
        SELECT d.estado, d.serie, d.folio, d.moneda, d.tipoCambio, d.total, d.version, s.solicitanteId, s.autorizado, s.pagado,
               s.autorizadoPor, s.autorizadoEn
        FROM solicitudPago s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND s.transaccionId = $2)",
                                 tx.organizacion(), transaccionId);
}

std::vector<LineaSolicitud> leer_lineas_solicitud(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<LineaSolicitud>(R"(
        SELECT numeroPartida, beneficiarioId, transaccionIdCompra, conceptoId, importe, pagado, banco, cuenta, clabe
        FROM solicitudPagoPartida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
                                  tx.organizacion(), transaccionId);
}

std::optional<std::vector<engine::CuentaBancaria>> cuentas_de_contacto(db::Reader& tx, std::int64_t entidadId) {
    const auto texto = tx.one<std::string>("SELECT cuentasBancarias FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                           tx.organizacion(), entidadId);
    if (!texto) return std::nullopt;
    return reflect::recuperar(Guardado<std::vector<engine::CuentaBancaria>>{*texto});
}

Destino destino_actual(const std::vector<engine::CuentaBancaria>& cuentas, std::string_view moneda, const Destino& nombrado) {
    const auto datos = [](const engine::CuentaBancaria& c) { return Destino{c.banco, c.cuenta, c.clabe}; };
    if (std::ranges::any_of(cuentas, [&](const auto& c) { return datos(c) == nombrado; })) return nombrado;
    const auto suya = std::ranges::find_if(cuentas, [&](const auto& c) { return c.moneda == moneda || c.moneda.empty(); });
    return suya == cuentas.end() ? Destino{} : datos(*suya);
}

bool mismos_destinos(db::Reader& tx, const SolicitudFila& solicitud, const std::vector<LineaSolicitud>& lineas) {
    std::map<std::int64_t, std::vector<engine::CuentaBancaria>> cuentas;
    return std::ranges::all_of(lineas, [&](const LineaSolicitud& l) {
        if (l.pagado == l.importe) return true;
        auto [it, nueva] = cuentas.try_emplace(l.beneficiarioId);
        if (nueva) it->second = cuentas_de_contacto(tx, l.beneficiarioId).value_or(std::vector<engine::CuentaBancaria>{});
        return destino_actual(it->second, solicitud.moneda, destino_de(l)) == destino_de(l);
    });
}

void anotar_decision(Context& ctx, std::int64_t transaccionId, const Decision& decision) {
    ctx.db().run(
        R"(INSERT INTO solicitudPagoDecision (organizacionId, transaccionId, consecutivo, accion, usuarioId, instante, importe,
                                                       motivo, egresoId)
                    SELECT $1, $2, COALESCE(max(consecutivo), 0) + 1, $3, $4, $5, $6, $7, $8
                    FROM solicitudPagoDecision WHERE organizacionId = $1 AND transaccionId = $2)",
        ctx.organizacionId(), transaccionId, decision.accion, ctx.usuarioId(), ctx.ahora(), decision.importe, decision.motivo,
        decision.egresoId);
}

}  // namespace cacao
