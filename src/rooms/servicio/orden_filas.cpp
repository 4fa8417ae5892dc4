#include "rooms/servicio/orden_filas.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/verbos/apartado.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {

bool OrdenFila::es(std::initializer_list<engine::Estado> estados) const {
    return std::ranges::any_of(estados, [&](engine::Estado e) { return engine::nombre(e) == estado; });
}

Cantidad LineaDeOrden::en_su_unidad(Cantidad base) const {
    if (base == cantidadBase) return cantidad;
    const auto micros = static_cast<__int128>(base.micros()) * cantidad.micros() / cantidadBase.micros();
    return Cantidad::de_micros(static_cast<std::int64_t>(micros));
}

OrdenFila leer_orden_servicio(db::Reader& tx, std::int64_t transaccionId, std::string_view campo) {
    auto orden = tx.one<OrdenFila>(R"(
        SELECT d.transaccionId, d.serie, d.folio, d.fecha, d.estado, d.sucursalId, d.proyectoId, d.centroCostoId, d.almacenId,
               d.entidadId AS clienteId, d.vendedorId, d.moneda, d.tipoCambio, d.total, d.version, o.equipoServicioId,
               o.agrupadorServicioId, o.contratoServicioId, o.preventivo, o.importeAutorizado, o.costoId, 0 AS costoSinCargo
        FROM documento d
        JOIN ordenServicio o ON o.organizacionId = $1 AND o.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'OrdenServicio')",
                                   tx.organizacion(), transaccionId);
    reject_if(!orden, Codigo::no_encontrado, std::string{campo});
    const int decimales = engine::leer_ajustes(tx).decimales;
    tx.each(R"(SELECT p.cantidad, s.costo FROM partida p
               JOIN partidaServicio s ON s.organizacionId = $1 AND s.transaccionId = p.transaccionId AND s.numeroPartida = p.numeroPartida
               WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.sinCargo = 1)",
            [&](const db::Row& r) {
                orden->costoSinCargo +=
                    (Cantidad::de_micros(r.integer(0)) * Precio::de_micros(r.integer(1))).redondear(decimales);
            },
            tx.organizacion(), transaccionId);
    return std::move(*orden);
}

OrdenFila tomar_orden_servicio(Context& ctx, std::int64_t transaccionId, std::string_view campo) {
    engine::retener_solo(ctx.db(), transaccionId);
    return leer_orden_servicio(ctx.db(), transaccionId, campo);
}

std::vector<LineaDeOrden> lineas_de_orden(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<LineaDeOrden>(R"(
        SELECT p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.cantidad, p.cantidadBase, p.sinCargo, s.clase, s.cobro,
               s.costo, s.almacenId, s.usado, COALESCE(u.cantidad, 0) AS surtido, COALESCE(f.cantidad, 0) AS facturado,
               COALESCE((SELECT CAST(SUM(r.cantidad) AS BIGINT) FROM reserva r WHERE r.organizacionId = $1
                         AND r.transaccionId = p.transaccionId AND r.numeroPartida = p.numeroPartida), 0) AS apartado
        FROM partida p
        JOIN partidaServicio s ON s.organizacionId = $1 AND s.transaccionId = p.transaccionId AND s.numeroPartida = p.numeroPartida
        LEFT JOIN avance u ON u.organizacionId = $1 AND u.transaccionId = p.transaccionId AND u.numeroPartida = p.numeroPartida
                          AND u.avance = 'surtido'
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                tx.organizacion(), transaccionId);
}

MontoDeOrden monto_de(db::Reader& tx, const OrdenFila& orden) {
    const auto ajustes = engine::leer_ajustes(tx);
    constexpr std::int64_t uno = 1'000'000;
    const Importe suyo = engine::proporcion(orden.costoSinCargo, uno, orden.tipoCambio.micros(), ajustes.decimales);
    return {orden.total + suyo, engine::convertir(orden.total, orden.tipoCambio, ajustes.decimales) + orden.costoSinCargo};
}

void exigir_estado_de_orden(const OrdenFila& orden, std::initializer_list<engine::Estado> estados, std::string_view campo) {
    if (!orden.es(estados)) reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("estado", orden.estado));
}

void exigir_autorizado(db::Reader& tx, const OrdenFila& orden) {
    const Importe importe = monto_de(tx, orden).importe;
    if (importe > orden.importeAutorizado)
        reject(Codigo::por_autorizar, "/id", reflect::objeto("autorizado", orden.importeAutorizado, "requerido", importe));
}

void apartar_partes(Context& ctx, std::int64_t transaccionId, const std::vector<LineaDeOrden>* antes) {
    std::vector<engine::PorApartar> partes;
    for (const LineaDeOrden& l : lineas_de_orden(ctx.db(), transaccionId)) {
        Cantidad cuanto = l.por_surtir();
        if (antes != nullptr) {
            const auto suya = std::ranges::find(*antes, l.numeroPartida, &LineaDeOrden::numeroPartida);
            const bool misma = suya != antes->end() && suya->productoId == l.productoId;
            cuanto = misma ? std::min(cuanto, suya->apartado) : Cantidad{};
        }
        partes.push_back({l.numeroPartida, l.productoId, l.almacenId, cuanto});
    }
    engine::apartar(ctx, transaccionId, partes);
}

}  // namespace cacao
