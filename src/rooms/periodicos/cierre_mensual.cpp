#include "rooms/periodicos/cierre_mensual.hpp"

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/revaluacion.hpp"
#include "rooms/periodicos/corrida.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

// Nobody needs to know of more than so many, and the list is asked all day.
constexpr std::int64_t conteo_maximo = 1000;
// Goods that have not moved for so long are worth a look.
constexpr int dias_sin_movimiento = 180;

class ListaDeCierre {
public:
    ListaDeCierre(const Context& ctx, const periodicos::Vecinos& vecinos, std::int64_t periodo)
        : ctx_(ctx),
          tx_(ctx.db()),
          vecinos_(vecinos),
          periodo_(periodo),
          ultimo_(engine::cierre_del_mes(periodo)),
          primero_(ultimo_.primero_del_mes()) {
        r_.periodo = periodo;
    }

    CierreMensual hacer() {
        periodos();
        documentos();
        bancos();
        existencias();
        por_facturar();
        comprobantes();
        periodicos();
        revaluacion();
        liquidacion_iva();
        cierre();
        r_.pendientes = std::ranges::count(r_.puntos, reflect::enum_name(EstadoDePunto::pendiente),
                                           [](const PuntoDeCierreVisto& p) { return std::string_view{p.estado}; });
        return std::move(r_);
    }

private:
    // `sql` gives a row for each of what is open, by the organization ($1) and the last day of the month ($2).
    std::int64_t contar(const std::string& sql) {
        return tx_
            .one<std::int64_t>(fmt::format("SELECT COUNT(*) FROM ({} LIMIT {}) q", sql, conteo_maximo), tx_.organizacion(),
                               ultimo_)
            .value_or(0);
    }
    void punto(PuntoDeCierre cual, std::int64_t cantidad, std::string_view operacion, std::string enlace,
               std::optional<Importe> importe = {}, EstadoDePunto si_hay = EstadoDePunto::pendiente) {
        auto& p = r_.puntos.emplace_back();
        p.punto = reflect::enum_name(cual);
        p.estado = reflect::enum_name(cantidad == 0 ? EstadoDePunto::listo : si_hay);
        p.cantidad = cantidad;
        p.importe = importe;
        p.operacion = operacion;
        p.enlace = std::move(enlace);
    }
    std::string hasta() const { return "fechaFinal=" + ultimo_.iso(); }

    void periodos() {
        const std::int64_t anterior = engine::periodo_de(primero_ + -1);
        // Months without entries need no close, as for whoever closes this one.
        const auto abierto = tx_.one<std::int64_t>(R"(
            SELECT MIN(s.periodo) FROM saldoCuenta s
            WHERE s.organizacionId = $1 AND s.periodo <= $2 AND s.periodo % 100 <= 12
              AND s.periodo > COALESCE((SELECT MAX(p.periodo) FROM periodo p
                                        WHERE p.organizacionId = $1 AND p.estado = 'cerrado' AND p.periodo % 100 <= 12), 0)
            HAVING COUNT(*) > 0)",
                                                   tx_.organizacion(), anterior);
        punto(PuntoDeCierre::periodoAnterior, abierto ? 1 : 0, "CierreMensual",
              fmt::format("/api/Contabilidad/CierreMensual?periodo={}", abierto.value_or(anterior)));
    }

    void documentos() {
        const auto en_estado = [&](std::string_view tipo, std::string_view estado) {
            return contar(
                fmt::format("SELECT d.transaccionId FROM documento d WHERE d.organizacionId = $1 AND d.tipo = '{}' AND "
                            "d.estado = '{}' AND d.fecha <= $2",
                            tipo, estado));
        };
        punto(PuntoDeCierre::comprasPorRevisar, en_estado("FacturaCompra", "porRevisar"), "FacturasCompra",
              "/api/FacturaCompra?estado=porRevisar&" + hasta());
        punto(PuntoDeCierre::ordenesPorAutorizar, en_estado("OrdenCompra", "porAutorizar"), "OrdenesCompra",
              "/api/OrdenCompra?estado=porAutorizar&" + hasta());
        punto(PuntoDeCierre::pagosPorAutorizar, en_estado("SolicitudPago", "solicitada"), "SolicitudesPago",
              "/api/SolicitudPago?estado=solicitada&" + hasta(), {}, EstadoDePunto::aviso);
    }

    void bancos() {
        std::int64_t cuantos = 0;
        std::int64_t cuenta = 0;
        for (const std::int64_t cuentaBancariaId : tx_.all<std::int64_t>(
                 "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND tipo <> 'caja' ORDER BY codigo",
                 tx_.organizacion())) {
            if (cuantos >= conteo_maximo) break;
            const auto suyos = tx_.one<std::int64_t>(fmt::format(R"(SELECT COUNT(*) FROM (SELECT m.polizaId FROM movimientoBanco m
                               WHERE m.organizacionId = $1 AND m.cuentaBancariaId = $2 AND m.fecha <= $3 AND m.conciliacionId = 0
                               LIMIT {}) q)",
                                                                 conteo_maximo - cuantos),
                                                     tx_.organizacion(), cuentaBancariaId, ultimo_);
            if (cuenta == 0 && suyos.value_or(0) > 0) cuenta = cuentaBancariaId;
            cuantos += suyos.value_or(0);
        }
        punto(PuntoDeCierre::bancosPorConciliar, cuantos, "MovimientosCuenta",
              cuenta == 0 ? "/api/Bancos/SaldosCuentas"
                          : fmt::format("/api/Bancos/Movimientos?cuentaBancariaId={}&conciliado=false&{}", cuenta, hasta()));
    }

    void existencias() {
        punto(PuntoDeCierre::existenciasNegativas,
              contar(
                  "SELECT e.productoId FROM existencia e WHERE e.organizacionId = $1 AND e.cantidad < 0 AND e.ultimaFecha <= $2"),
              "Existencias", "/api/Inventario/Existencias");
        punto(PuntoDeCierre::existenciasSinMovimiento,
              contar(fmt::format("SELECT e.productoId FROM existencia e WHERE e.organizacionId = $1 AND e.cantidad > 0 AND "
                                 "e.ultimaFecha <= $2 - {}",
                                 dias_sin_movimiento)),
              "Existencias", "/api/Inventario/Existencias?soloConExistencia=true", {}, EstadoDePunto::aviso);
    }

    void por_facturar() {
        static const std::string entregas = engine::con_abiertas_sql(engine::Entrega, engine::Avance::facturado);
        static const std::string recepciones = engine::con_abiertas_sql(engine::Recepcion, engine::Avance::facturado);
        const auto abiertas = [&](const std::string& sql) {
            // What is open is little, and found first: documents are many.
            return contar("WITH n AS MATERIALIZED (" + sql +
                          ") SELECT DISTINCT d.transaccionId FROM n JOIN documento d ON d.organizacionId = $1 AND "
                          "d.transaccionId = n.transaccionId WHERE d.estado = 'vigente' AND d.fecha <= $2");
        };
        punto(PuntoDeCierre::entregasPorFacturar, abiertas(entregas), "Entregas", "/api/Inventario/Entregas?pendiente=facturar");
        punto(PuntoDeCierre::recepcionesPorFacturar, abiertas(recepciones), "Recepciones",
              "/api/Inventario/Recepciones?pendiente=facturar");
    }

    void comprobantes() {
        punto(PuntoDeCierre::facturasPorTimbrar,
              contar("SELECT t.transaccionId FROM timbrado t JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = "
                     "t.transaccionId WHERE t.organizacionId = $1 AND t.estado IN ('porTimbrar', 'enviado', 'rechazado') AND "
                     "d.estado <> 'cancelado' AND d.fecha <= $2"),
              "TimbradosListar", "/api/Timbrados?estado=porTimbrar");
        punto(PuntoDeCierre::buzonPorAtender,
              contar(
                  "SELECT r.recibidoId FROM recibido r WHERE r.organizacionId = $1 AND r.estado = 'pendiente' AND r.fecha <= $2"),
              "BuzonListar", "/api/Buzon?estado=pendiente&" + hasta());
    }

    void periodicos() {
        std::int64_t recurrentes = 0;
        std::int64_t devengos = 0;
        Importe por_devengar_suma;
        for (const PlantillaFila& p : plantillas_en_uso(tx_))
            recurrentes += static_cast<std::int64_t>(dias_de(p.dias(), primero_, std::min(ultimo_, ctx_.hoy())).size());
        // Those of templates in use that are done, or left out.
        recurrentes -= tx_.one<std::int64_t>(
                              R"(SELECT COUNT(*) FROM ocurrencia o
                                 JOIN plantilla p ON p.organizacionId = $1 AND p.plantillaId = o.plantillaId AND p.activo = 1
                                 WHERE o.organizacionId = $1 AND o.estado IN ('generada', 'omitida') AND o.fecha BETWEEN $2 AND $3)",
                              tx_.organizacion(), primero_, std::min(ultimo_, ctx_.hoy()))
                           .value_or(0);
        for (const DiferidoPorDevengar& d : por_devengar(tx_, periodo_)) ++devengos, por_devengar_suma += d.toca;
        const std::string enlace = fmt::format("/api/Periodicos/Pendientes?periodo={}", periodo_);
        punto(PuntoDeCierre::recurrentes, std::max<std::int64_t>(recurrentes, 0), "PeriodicosPendientes", enlace);
        punto(PuntoDeCierre::devengos, devengos, "PeriodicosPendientes", enlace, por_devengar_suma);
        const Importe depreciacion = vecinos_.por_depreciar(ctx_, periodo_);
        punto(PuntoDeCierre::depreciacion, depreciacion > Importe{} ? 1 : 0, "DepreciacionPorHacer",
              fmt::format("/api/Activos/Depreciaciones/PorHacer?periodo={}", periodo_), depreciacion);
    }

    // Whether something is open in another currency now, or was in the bank by then: what it comes to is worked out by
    // RevaluacionSaldos.
    void revaluacion() {
        const std::string local = engine::leer_ajustes(tx_).moneda;
        const bool hecha =
            tx_.one<std::int64_t>("SELECT 1 FROM revaluacion WHERE organizacionId = $1 AND periodo = $2 AND vigente = 1",
                                  tx_.organizacion(), periodo_)
                .has_value();
        bool hay = false;
        if (hecha) hay = !engine::revaluacion_al_dia(tx_, periodo_);
        else
            hay = !engine::bancos_extranjeros(tx_, periodo_, local).empty() ||
                  tx_.one<std::int64_t>(
                         "SELECT 1 FROM saldo WHERE organizacionId = $1 AND moneda <> $2 AND saldo <> 0 AND fecha <= $3 "
                         "LIMIT 1",
                         tx_.organizacion(), local, ultimo_)
                      .has_value();
        punto(PuntoDeCierre::revaluacion, hay ? 1 : 0, "RevaluacionSaldos",
              fmt::format("/api/Contabilidad/RevaluacionSaldos?periodo={}", periodo_));
    }

    void liquidacion_iva() {
        const auto queda = vecinos_.iva_por_liquidar(ctx_, periodo_);
        punto(PuntoDeCierre::liquidacionIva, queda ? 1 : 0, "LiquidacionIva",
              fmt::format("/api/Impuestos/LiquidacionIva?periodo={}", periodo_), queda);
    }

    void cierre() {
        for (const engine::Periodo& p : engine::periodos_del(tx_, static_cast<int>(periodo_ / 100)))
            if (p.periodo == periodo_) r_.estado = reflect::enum_name(p.estado);
        punto(PuntoDeCierre::cierre, r_.estado == reflect::enum_name(engine::EstadoPeriodo::cerrado) ? 0 : 1, "PeriodoCambiar",
              "/api/Contabilidad/Periodos", {}, EstadoDePunto::aviso);
    }

    const Context& ctx_;
    db::Reader& tx_;
    const periodicos::Vecinos& vecinos_;
    std::int64_t periodo_;
    Fecha ultimo_;
    Fecha primero_;
    CierreMensual r_;
};

}  // namespace

void register_cierre_mensual(api::Operations& ops, periodicos::LosVecinos vecinos) {
    ops.group("Contabilidad");
    ops.add(api::Verb::GET, "/api/Contabilidad/CierreMensual", "CierreMensual",
            [vecinos](const Context& ctx, const CierreMensualPedido& p) {
                return ListaDeCierre{ctx, *vecinos, p.periodo}.hacer();
            })
        .nuestra()
        .rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
