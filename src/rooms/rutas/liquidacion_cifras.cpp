// What a day comes to, worked out of its documents.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/precios/precios.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion_interno.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

using ClaveDeMercancia = std::pair<std::int64_t, std::int64_t>;  // product, lot

struct MovidoEnJornada {
    std::int64_t productoId = 0;
    std::int64_t loteId = 0;
    std::string tipo;
    std::string clase;
    std::string tipoCarga;
    bool despues = false;  // unloaded after it was counted
    Cantidad cantidad;
};
DESCRIBE_STRUCT(MovidoEnJornada, (), (productoId, loteId, tipo, clase, tipoCarga, despues, cantidad))

// Where a movement stands in the sum. What a settlement posts of its differences is none of it.
void sumar_movido(PartidaDevolucionRuta& p, const MovidoEnJornada& m, Cantidad& todo, Cantidad& despues) {
    todo += m.cantidad;
    if (m.tipo == "CargaRuta") (m.tipoCarga == "recarga" ? p.recarga : p.carga) += m.cantidad;
    else if (m.tipo == "DescargaRuta") (m.despues ? despues : p.descarga) -= m.cantidad;
    else if (m.tipo == "NotaVenta" || m.tipo == "FacturaVenta") p.venta -= m.cantidad;
    else if (m.tipo == "NotaDevolucionCliente") p.devolucion += m.cantidad;
    else if (m.tipo == "PrestamoEnvase" || m.tipo == "DevolucionEnvase") p.envases += m.cantidad;
    else if (m.clase == "cambio" && m.tipo == "EntradaInventario") p.cambioRecibido += m.cantidad;
    else if (m.clase == "cambio") p.cambioEntregado -= m.cantidad;
    else if (m.clase == "merma") p.merma -= m.cantidad;
}

struct MercanciaAbordo {
    std::int64_t productoId = 0;
    std::int64_t loteId = 0;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(MercanciaAbordo, (), (productoId, loteId, cantidad))

struct NombreDeMercancia {
    std::string codigo;
    std::string producto;
    std::string lote;
};
DESCRIBE_STRUCT(NombreDeMercancia, (), (codigo, producto, lote))

struct ContadoEnJornada {
    std::int64_t productoId = 0;
    std::int64_t loteId = 0;
    Cantidad conteo;
};
DESCRIBE_STRUCT(ContadoEnJornada, (), (productoId, loteId, conteo))

std::vector<PartidaDevolucionRuta> calcular_partidas(db::Reader& tx, const JornadaFila& j) {
    std::map<ClaveDeMercancia, PartidaDevolucionRuta> partidas;
    std::map<ClaveDeMercancia, Cantidad> todo, despues, ahora;
    const auto de = [&](std::int64_t productoId, std::int64_t loteId) -> PartidaDevolucionRuta& {
        auto& p = partidas[{productoId, loteId}];
        p.productoId = productoId;
        p.loteId = loteId;
        return p;
    };
    for (const auto& m : tx.all<MercanciaAbordo>(
             "SELECT productoId, loteId, cantidad FROM jornadaInicial WHERE organizacionId = $1 AND jornadaId = $2",
             tx.organizacion(), j.transaccionId))
        de(m.productoId, m.loteId).inicial = m.cantidad;
    for (const auto& m : tx.all<MercanciaAbordo>(R"(SELECT productoId, loteId, cantidad FROM existencia
                                                    WHERE organizacionId = $1 AND almacenId = $2 AND cantidad <> 0)",
                                                 tx.organizacion(), j.almacenId)) {
        de(m.productoId, m.loteId);
        ahora[{m.productoId, m.loteId}] = m.cantidad;
    }
    for (const auto& m : tx.all<MovidoEnJornada>(R"(
             SELECT m.productoId, m.loteId, d.tipo, COALESCE(o.clase, '') AS clase, COALESCE(c.tipo, '') AS tipoCarga,
                    CASE WHEN c.tipo = 'descarga' AND l.contadoEn IS NOT NULL
                          AND (c.almacenConfirmadoEn > l.contadoEn OR c.rutaConfirmadoEn > l.contadoEn) THEN 1 ELSE 0 END AS despues,
                    CAST(SUM(m.cantidad) AS BIGINT) AS cantidad
             FROM jornadaDocumento k
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
             JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = k.transaccionId AND m.almacenId = $3 AND m.cantidad <> 0
             LEFT JOIN operacionRuta o ON o.organizacionId = $1 AND o.operacionId = k.operacionId
             LEFT JOIN cargaRuta c ON c.organizacionId = $1 AND c.transaccionId = k.transaccionId AND c.transaccionId <> 0
             LEFT JOIN liquidacionRuta l ON l.organizacionId = $1 AND l.transaccionId = k.jornadaId
             WHERE k.organizacionId = $1 AND k.jornadaId = $2 AND k.ajuste = 0
             GROUP BY 1, 2, 3, 4, 5, 6)",
                                                 tx.organizacion(), j.transaccionId, j.almacenId))
        sumar_movido(de(m.productoId, m.loteId), m, todo[{m.productoId, m.loteId}], despues[{m.productoId, m.loteId}]);
    for (const auto& c : tx.all<ContadoEnJornada>(
             "SELECT productoId, loteId, conteo FROM conteoRuta WHERE organizacionId = $1 AND transaccionId = $2",
             tx.organizacion(), j.transaccionId))
        de(c.productoId, c.loteId).conteo = c.conteo;
    std::vector<PartidaDevolucionRuta> r;
    for (auto& [clave, p] : partidas) {
        // What others moved in or out of the vehicle beside the day.
        p.otros = ahora[clave] - p.inicial - todo[clave];
        p.existencia = ahora[clave] + despues[clave];
        if (p.conteo) p.diferencia = *p.conteo - p.existencia;
        const auto nombre = tx.one<NombreDeMercancia>(R"(
            SELECT p.codigo, p.nombre AS producto, COALESCE(l.codigo, '') AS lote FROM producto p
            LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = $3
            WHERE p.organizacionId = $1 AND p.productoId = $2)",
                                                      tx.organizacion(), p.productoId, p.loteId)
                                .value();
        p.codigo = nombre.codigo;
        p.producto = nombre.producto;
        p.lote = nombre.lote;
        r.push_back(std::move(p));
    }
    return r;
}

// What a difference is worth, by the price of the route's list or by its cost. Where there is no price it is the cost.
void valuar_diferencias(db::Reader& tx, const JornadaFila& j, std::vector<PartidaDevolucionRuta>& partidas,
                        CifrasLiquidacion& c) {
    const int decimales = engine::leer_ajustes(tx).decimales;
    const bool por_precio = leer_configuracion_ruta(tx).valuacionFaltante == reflect::enum_name(ValuacionFaltante::precio);
    for (PartidaDevolucionRuta& p : partidas) {
        if (!p.diferencia || p.diferencia->es_cero()) continue;
        std::optional<Precio> valor;
        if (por_precio) {
            engine::MarcoPrecios marco;
            marco.sucursalId = j.sucursalId;
            marco.listaRutaId = j.listaPreciosId;
            marco.fecha = j.fecha;
            const engine::PrecioPedido pedido{p.productoId, 0, Cantidad::de_enteros(1)};
            Faltas de_marco;
            const auto precio = engine::resolver_precios(tx, marco, {&pedido, 1}, true, de_marco).front().precio;
            if (precio) valor = precio->precioUnitario;
        }
        if (!valor) valor = costo_de_ruta(tx, p.productoId, j);
        p.valorUnitario = valor.value_or(Precio{});
        const bool falta = *p.diferencia < Cantidad{};
        const Cantidad cuanto = falta ? -*p.diferencia : *p.diferencia;
        const Importe importe = (cuanto * p.valorUnitario).redondear(decimales);
        p.importe = falta ? -importe : importe;
        (falta ? c.faltanteProducto : c.sobranteProducto) += importe;
    }
}

// Of the cash, what the books say of the day's documents; of sales and collections, what they came to. From the documents to the
// money: the other way round reads all that ever moved.
void sumar_dinero(db::Reader& tx, const JornadaFila& j, CifrasLiquidacion& c) {
    tx.each(R"(SELECT o.clase, CASE WHEN o.clase = 'gasto' AND o.autorizadoEn IS NULL THEN 0 ELSE 1 END,
                      CASE WHEN m.cuentaBancariaId = $3 THEN 1 ELSE 0 END, CAST(SUM(m.importe) AS BIGINT)
               FROM jornadaDocumento k
               JOIN operacionRuta o ON o.organizacionId = $1 AND o.operacionId = k.operacionId
               CROSS JOIN poliza p CROSS JOIN movimientoBanco m
               WHERE k.organizacionId = $1 AND k.jornadaId = $2 AND k.operacionId <> 0
                 AND p.organizacionId = $1 AND p.transaccionId = k.transaccionId
                 AND m.organizacionId = $1 AND m.polizaId = p.polizaId
               GROUP BY 1, 2, 3)",
            [&](const db::Row& r) {
                const auto clase = r.text(0);
                const Importe importe = Importe::de_micros(r.integer(3));
                const bool efectivo = r.integer(2) != 0;
                if (clase == "cobro") c.cobranza += importe;
                if (!efectivo) c.otrasFormas += importe;
                else if (clase == "venta") c.efectivoVentas += importe;
                else if (clase == "cobro") c.efectivoCobranza += importe;
                else if (clase == "devolucion") c.reembolsos -= importe;
                else if (clase == "gasto" && r.integer(1) != 0) c.gastos -= importe;
            },
            tx.organizacion(), j.transaccionId, j.cuentaBancariaId);
    tx.each(R"(SELECT o.credito, CAST(SUM(d.total) AS BIGINT)
               FROM jornadaDocumento k
               JOIN operacionRuta o ON o.organizacionId = $1 AND o.operacionId = k.operacionId AND o.clase = 'venta'
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.tipo IN ('NotaVenta', 'FacturaVenta')
                               AND d.estado <> 'cancelado'
               WHERE k.organizacionId = $1 AND k.jornadaId = $2 AND k.operacionId <> 0 GROUP BY o.credito)",
            [&](const db::Row& r) { (r.integer(0) != 0 ? c.ventasCredito : c.ventasContado) = Importe::de_micros(r.integer(1)); },
            tx.organizacion(), j.transaccionId);
    c.efectivoEsperado = c.efectivoVentas + c.efectivoCobranza - c.reembolsos - c.gastos;
    // A count of notes times what each is worth, in millionths.
    tx.each(
        "SELECT denominacion, cantidad FROM liquidacionEfectivo WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& r) { c.efectivoEntregado += Importe::de_micros(r.integer(0) * r.integer(1)); }, tx.organizacion(),
        j.transaccionId);
    c.efectivoEntregado += tx.one<Importe>(R"(SELECT CAST(COALESCE(SUM(importe), 0) AS BIGINT) FROM liquidacionFicha
                           WHERE organizacionId = $1 AND transaccionId = $2)",
                                           tx.organizacion(), j.transaccionId)
                               .value_or(Importe{});
    c.diferenciaEfectivo = c.efectivoEntregado - c.efectivoEsperado;
}

}  // namespace

std::vector<ConsecutivosFaltantes> consecutivos_faltantes(db::Reader& tx, std::int64_t jornadaId) {
    constexpr std::size_t a_la_vista = 100;
    struct Tramo {
        std::string dispositivo;
        std::int64_t ultimo = 0;
    };
    std::vector<Tramo> tramos;
    tx.each(R"(SELECT x.dispositivo, MAX(x.consecutivo) FROM (
                   SELECT dispositivo, consecutivo FROM operacionRuta
                   WHERE organizacionId = $1 AND jornadaId = $2 AND dispositivo <> ''
                   UNION ALL SELECT dispositivo, consecutivo FROM envioRuta WHERE organizacionId = $1 AND jornadaId = $2
                   UNION ALL SELECT dispositivo, ultimoConsecutivo FROM jornadaDispositivo
                   WHERE organizacionId = $1 AND jornadaId = $2) x
               GROUP BY x.dispositivo ORDER BY x.dispositivo)",
            [&](const db::Row& r) {
                tramos.push_back({std::string{r.text(0)}, r.integer(1)});
            },
            tx.organizacion(), jornadaId);
    std::vector<ConsecutivosFaltantes> r;
    for (const Tramo& t : tramos) {
        // Where the days before ended: the greatest number of another day below the first one of this.
        const auto antes = tx.one<std::int64_t>(R"(
            SELECT COALESCE(MAX(o.consecutivo), 0) FROM operacionRuta o
            WHERE o.organizacionId = $1 AND o.dispositivo <> '' AND o.dispositivo = $3 AND o.jornadaId <> $2
              AND o.consecutivo < (SELECT COALESCE(MIN(y.consecutivo), $4) FROM (
                   SELECT consecutivo FROM operacionRuta
                   WHERE organizacionId = $1 AND jornadaId = $2 AND dispositivo <> '' AND dispositivo = $3
                   UNION ALL SELECT consecutivo FROM envioRuta
                   WHERE organizacionId = $1 AND jornadaId = $2 AND dispositivo = $3) y))",
                                                tx.organizacion(), jornadaId, t.dispositivo, t.ultimo + 1)
                               .value_or(0);
        std::int64_t espera = antes + 1;
        ConsecutivosFaltantes f{t.dispositivo, {}, 0};
        const auto faltan_hasta = [&](std::int64_t fin) {
            for (std::int64_t n = espera; n < fin && f.faltantes.size() < a_la_vista; ++n) f.faltantes.push_back(n);
            if (fin > espera) f.total += fin - espera;
            espera = std::max(espera, fin + 1);
        };
        tx.each(R"(SELECT consecutivo FROM operacionRuta
                   WHERE organizacionId = $1 AND dispositivo <> '' AND dispositivo = $2 AND consecutivo > $3 AND consecutivo <= $4
                   UNION SELECT consecutivo FROM envioRuta
                   WHERE organizacionId = $1 AND dispositivo = $2 AND consecutivo > $3 AND consecutivo <= $4 ORDER BY 1)",
                [&](const db::Row& fila) { faltan_hasta(fila.integer(0)); }, tx.organizacion(), t.dispositivo, antes, t.ultimo);
        faltan_hasta(t.ultimo + 1);
        if (f.total > 0) r.push_back(std::move(f));
    }
    return r;
}

EstadoDeLiquidacion calcular_liquidacion(db::Reader& tx, const JornadaFila& j) {
    EstadoDeLiquidacion e;
    sumar_dinero(tx, j, e.cifras);
    e.partidas = calcular_partidas(tx, j);
    valuar_diferencias(tx, j, e.partidas, e.cifras);
    return e;
}

EstadoDeLiquidacion estado_de_liquidacion(db::Reader& tx, const JornadaFila& j) {
    if (!j.es({engine::Estado::validada, engine::Estado::cerrada})) return calcular_liquidacion(tx, j);
    EstadoDeLiquidacion e;
    e.cifras = tx.one<CifrasLiquidacion>(R"(
        SELECT ventasContado, ventasCredito, cobranza, efectivoVentas, efectivoCobranza, reembolsos, gastos, efectivoEsperado,
               efectivoEntregado, diferenciaEfectivo, otrasFormas, faltanteProducto, sobranteProducto
        FROM liquidacionRuta WHERE organizacionId = $1 AND transaccionId = $2)",
                                         tx.organizacion(), j.transaccionId)
                   .value();
    e.partidas = tx.all<PartidaDevolucionRuta>(R"(
        SELECT c.productoId, p.codigo, p.nombre AS producto, c.loteId, COALESCE(l.codigo, '') AS lote, c.inicial, c.carga, c.recarga,
               c.devolucion, c.cambioRecibido, c.venta, c.cambioEntregado, c.merma, c.envases, c.descarga, c.otros, c.existencia,
               c.conteo, c.conteo - c.existencia AS diferencia, c.valorUnitario, c.importe
        FROM conteoRuta c
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = c.productoId
        LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = c.loteId
        WHERE c.organizacionId = $1 AND c.transaccionId = $2 ORDER BY c.productoId, c.loteId)",
                                               tx.organizacion(), j.transaccionId);
    return e;
}

}  // namespace cacao
