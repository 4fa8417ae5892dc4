#include "engine/precios/promociones.hpp"

#include "db/rows.hpp"
#include "engine/cadena/origen.hpp"
#include "engine/entorno/monedas.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

namespace cacao::engine {

PromocionVigente vigente_de(const PromocionFila& fila) {
    PromocionVigente p;
    p.promocionId = fila.promocionId;
    p.codigo = fila.codigo;
    p.nombre = fila.nombre;
    p.acumulable = fila.acumulable;
    p.limitada = fila.limitada;
    p.limitePorTicket = fila.limitePorTicket;
    reflect::enum_value(fila.condicion, p.condicion);
    p.condicionImporte = fila.condicionImporte;
    p.condicionProductos = reflect::recuperar(fila.condicionProductos);
    reflect::enum_value(fila.beneficio, p.beneficio);
    p.beneficioValor = fila.beneficioValor;
    p.beneficioProductos = reflect::recuperar(fila.beneficioProductos);
    return p;
}

std::vector<PromocionVigente> promociones_vigentes(db::Reader& tx, const MomentoVenta& momento) {
    const auto filas =
        tx.all<PromocionFila>(std::string{promocion_sql} + R"( AND activa = 1 AND vigenciaFin >= $2 AND vigenciaInicio <= $2
            AND (limiteTotal = 0 OR usos < limiteTotal) ORDER BY prioridad DESC, codigo)",
                              tx.organizacion(), momento.fecha);
    std::vector<PromocionVigente> vigentes;
    for (const PromocionFila& f : filas)
        if (no_vale(f, momento).empty()) vigentes.push_back(vigente_de(f));
    return vigentes;
}

void convertir(PromocionVigente& p, Precio tipoCambio, int decimales) {
    constexpr int decimales_de_precio = 6;
    p.condicionImporte = proporcion(p.condicionImporte, millonesimas, tipoCambio.micros(), decimales);
    if (p.beneficio == BeneficioPromocion::porcentaje) return;
    const auto valor = Importe::de_micros(p.beneficioValor.micros());
    p.beneficioValor = Precio::de_micros(proporcion(valor, millonesimas, tipoCambio.micros(), decimales_de_precio).micros());
}

int minuto_local(const Context& ctx, std::int64_t sucursalId) {
    const std::string hora = ctx.hora(sucursalId);
    constexpr std::size_t horas = 11;
    constexpr std::size_t minutos = 14;
    const auto numero = [&](std::size_t donde) { return (hora[donde] - '0') * 10 + (hora[donde + 1] - '0'); };
    return numero(horas) * 60 + numero(minutos);
}

// Each line is followed upwards, line by line. The topmost document that names the same promotion agreed it.
void ventas_con_promocion(db::Reader& tx, std::string_view donde, std::int64_t valor,
                          const std::function<void(std::int64_t, const PartidaPromovida&)>& cada) {
    std::int64_t documento = 0;
    PartidaPromovida partida;
    bool vendida_antes = false;
    const auto decir = [&] {
        if (documento != 0 && !vendida_antes) cada(documento, partida);
    };
    tx.each(
        fmt::format(R"(
        WITH RECURSIVE arriba (ventaId, ventaPartida, transaccionId, numeroPartida, promocionId, suya, nivel, origenId, origenPartida) AS (
            SELECT p.transaccionId, p.numeroPartida, p.transaccionId, p.numeroPartida, p.promocionId, p.promocionId, 0, p.origenId,
                   p.origenPartida
            FROM partida p
            WHERE p.organizacionId = $1 AND p.promocionId <> 0 AND {}
            UNION ALL
            SELECT a.ventaId, a.ventaPartida, p.transaccionId, p.numeroPartida, a.promocionId, p.promocionId, a.nivel + 1, p.origenId,
                   p.origenPartida
            FROM arriba a
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = a.origenId AND p.numeroPartida = a.origenPartida
            WHERE a.origenId <> 0)
        SELECT a.ventaId, a.ventaPartida, a.transaccionId, a.promocionId, a.suya, a.nivel, d.tipo
        FROM arriba a
        LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId AND a.nivel > 0
        ORDER BY a.ventaId, a.ventaPartida, a.nivel)",
                    donde),
        [&](const db::Row& r) {
            if (r.integer(5) == 0) {
                decir();
                documento = r.integer(0);
                partida = {r.integer(1), r.integer(3), r.integer(0)};
                vendida_antes = false;
                return;
            }
            if (r.integer(4) != r.integer(3)) return;
            partida.pactadoId = r.integer(2);
            const Documento* tipo = tipo_de(r.text(6));
            vendida_antes = vendida_antes || (tipo != nullptr && tipo->saldo == Saldo::por_cobrar);
        },
        tx.organizacion(), valor);
    decir();
}

void vueltas_con_promocion(db::Reader& tx, std::string_view donde, std::int64_t valor,
                           const std::function<void(std::int64_t, std::int64_t, Cantidad)>& cada) {
    std::map<LlavePartida, Cantidad> vueltas;
    tx.each(
        fmt::format(R"(
        SELECT u.transaccionId, u.numeroPartida,
               CASE WHEN d.estado IN ('cancelado', 'cerrado') THEN u.cantidad ELSE COALESCE(f.cantidad, 0) END
        FROM promocionPartida u
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = u.transaccionId AND {}
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = u.transaccionId AND f.numeroPartida = u.numeroPartida
                          AND f.avance = 'facturado'
        WHERE u.organizacionId = $1 AND {})",
                    en_sql("d.tipo", es_pedido), donde),
        [&](const db::Row& r) {
            vueltas[{r.integer(0), r.integer(1)}] = Cantidad::de_micros(r.integer(2));
        },
        tx.organizacion(), valor);
    tx.each(
        fmt::format(R"(
        WITH RECURSIVE abajo (ventaId, ventaPartida, transaccionId, numeroPartida, tipo, motivo, cantidad) AS (
            SELECT u.transaccionId, u.numeroPartida, u.transaccionId, u.numeroPartida, d.tipo, d.motivo, u.cantidad
            FROM promocionPartida u
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = u.transaccionId AND NOT {}
            WHERE u.organizacionId = $1 AND {}
            UNION ALL
            SELECT a.ventaId, a.ventaPartida, p.transaccionId, p.numeroPartida, d.tipo, d.motivo, p.cantidadBase
            FROM abajo a
            JOIN partida p ON p.organizacionId = $1 AND p.origenId = a.transaccionId AND p.origenPartida = a.numeroPartida
                          AND p.origenId <> 0
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado')
        SELECT a.ventaId, a.ventaPartida, CAST(SUM(a.cantidad) AS BIGINT)
        FROM abajo a
        WHERE {} OR ({} AND a.motivo = 'devolucion')
        GROUP BY a.ventaId, a.ventaPartida, a.tipo)",
                    en_sql("d.tipo", es_pedido), donde, en_sql("a.tipo", devuelve_venta), en_sql("a.tipo", acredita_venta)),
        [&](const db::Row& r) {
            Cantidad& vuelta = vueltas[{r.integer(0), r.integer(1)}];
            vuelta = std::max(vuelta, Cantidad::de_micros(r.integer(2)));
        },
        tx.organizacion(), valor);
    for (const auto& [llave, vuelta] : vueltas) cada(llave.transaccionId, llave.numeroPartida, vuelta);
}

namespace {

// In the order in which the rows of promotions are changed, so that two documents never wait for each other.
struct Uso {
    std::int64_t promocionId = 0;
    std::int64_t pactadoId = 0;
    friend auto operator<=>(const Uso&, const Uso&) = default;
};

// Whether anything that was agreed is still to be sold, or sold.
bool vigente(db::Reader& tx, const Uso& uso) {
    return tx
        .one<std::int64_t>(R"(SELECT 1 FROM promocionPartida
                              WHERE organizacionId = $1 AND pactadoId = $2 AND promocionId = $3 AND vuelta < cantidad LIMIT 1)",
                           tx.organizacion(), uso.pactadoId, uso.promocionId)
        .has_value();
}

// One at a time: whether a use begins or ends depends on what the others of its agreement did. Before any row is changed, in one
// order.
void detener(db::Writer& tx, const std::set<std::int64_t>& pactados) {
    for (const std::int64_t pactadoId : pactados) tx.lock("promocion/" + std::to_string(pactadoId));
}

void sumar_uso(db::Writer& tx, std::int64_t promocionId, std::int64_t cuantos) {
    tx.run("UPDATE promocion SET usos = usos + $3 WHERE organizacionId = $1 AND promocionId = $2", tx.organizacion(), promocionId,
           cuantos);
}

}  // namespace

std::vector<std::int64_t> contar_promociones(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    std::map<Uso, std::vector<std::int64_t>> partidas;
    std::set<std::int64_t> pactados;
    ventas_con_promocion(tx, "p.transaccionId = $2", transaccionId, [&](std::int64_t, const PartidaPromovida& p) {
        partidas[{p.promocionId, p.pactadoId}].push_back(p.numeroPartida);
        if (p.pactadoId != transaccionId) pactados.insert(p.pactadoId);
    });
    detener(tx, pactados);
    std::vector<std::int64_t> agotadas;
    for (const auto& [uso, numeros] : partidas) {
        const bool pactada = uso.pactadoId != transaccionId;
        if (pactada) {
            // Another part of the same agreement may have used it already.
            if (!vigente(tx, uso)) sumar_uso(tx, uso.promocionId, 1);
        } else if (tx.count(R"(UPDATE promocion SET usos = usos + 1
                               WHERE organizacionId = $1 AND promocionId = $2 AND (limiteTotal = 0 OR usos < limiteTotal))",
                            ctx.organizacionId(), uso.promocionId) == 0) {
            agotadas.push_back(uso.promocionId);
        }
        for (const std::int64_t numero : numeros)
            tx.run(
                R"(INSERT INTO promocionPartida (organizacionId, transaccionId, numeroPartida, promocionId, pactadoId, cantidad, vuelta)
                      SELECT organizacionId, transaccionId, numeroPartida, promocionId, CAST($4 AS BIGINT), cantidadBase, 0
                      FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                ctx.organizacionId(), transaccionId, numero, uso.pactadoId);
    }
    return agotadas;
}

void recontar_promociones(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    std::set<std::int64_t> ventas;
    std::set<std::int64_t> pactados;
    std::set<Uso> usos;
    // Row by row and not by a join: SQLite would read all lines that there are into a filter for it.
    tx.each(R"(
        WITH RECURSIVE arriba (transaccionId, numeroPartida) AS (
            SELECT p.transaccionId, p.numeroPartida FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2
            UNION
            SELECT (SELECT p.origenId FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = a.transaccionId
                    AND p.numeroPartida = a.numeroPartida),
                   (SELECT p.origenPartida FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = a.transaccionId
                    AND p.numeroPartida = a.numeroPartida)
            FROM arriba a
            WHERE a.transaccionId <> 0)
        SELECT DISTINCT u.transaccionId, u.pactadoId, u.promocionId
        FROM arriba a
        JOIN promocionPartida u ON u.organizacionId = $1 AND u.transaccionId = a.transaccionId AND u.numeroPartida = a.numeroPartida)",
            [&](const db::Row& r) {
                ventas.insert(r.integer(0));
                pactados.insert(r.integer(1));
                usos.insert({r.integer(2), r.integer(1)});
            },
            ctx.organizacionId(), transaccionId);
    if (ventas.empty()) return;
    detener(tx, pactados);
    std::map<Uso, bool> antes;
    for (const Uso& uso : usos) antes[uso] = vigente(tx, uso);
    for (const std::int64_t ventaId : ventas) {
        // Of a sale that is cancelled everything came back.
        tx.run(R"(UPDATE promocionPartida SET vuelta = CASE WHEN (
                      SELECT d.estado FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2) = 'cancelado'
                  THEN cantidad ELSE 0 END WHERE organizacionId = $1 AND transaccionId = $2)",
               ctx.organizacionId(), ventaId);
        vueltas_con_promocion(tx, "u.transaccionId = $2", ventaId, [&](std::int64_t, std::int64_t numero, Cantidad vuelta) {
            tx.run(R"(UPDATE promocionPartida SET vuelta = CASE WHEN $4 < cantidad THEN $4 ELSE cantidad END
                      WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                   ctx.organizacionId(), ventaId, numero, vuelta);
        });
    }
    for (const auto& [uso, habia] : antes)
        if (const bool hay = vigente(tx, uso); hay != habia) sumar_uso(tx, uso.promocionId, hay ? 1 : -1);
}

}  // namespace cacao::engine
