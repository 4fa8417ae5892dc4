#include "rooms/precios/verificar.hpp"

#include "db/rows.hpp"
#include "engine/cadena/origen.hpp"
#include "engine/precios/promociones.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace cacao {
namespace {

struct Vendida {
    std::int64_t pactadoId{};
    Cantidad cantidad;
    Cantidad vuelta;
    friend bool operator==(const Vendida&, const Vendida&) = default;
};
using engine::LlavePartida;
using Vendidas = std::map<LlavePartida, Vendida>;

// What was ordered or sold with a promotion, by the lines that name it.
Vendidas vendidas_con(db::Reader& tx, std::int64_t promocionId) {
    Vendidas lineas;
    engine::ventas_con_promocion(tx, "p.promocionId = $2", promocionId,
                                 [&](std::int64_t transaccionId, const engine::PartidaPromovida& p) {
                                     lineas[{transaccionId, p.numeroPartida}].pactadoId = p.pactadoId;
                                 });
    std::set<LlavePartida> ventas;
    std::set<LlavePartida> canceladas;
    tx.each(R"(SELECT p.transaccionId, p.numeroPartida, p.cantidadBase, d.canceladoEn IS NOT NULL
               FROM partida p
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
               WHERE p.organizacionId = $1 AND p.promocionId = $2 AND p.promocionId <> 0 AND d.tipo IN ('FacturaVenta', 'NotaVenta', 'PedidoCliente'))",
            [&](const db::Row& r) {
                const LlavePartida llave{r.integer(0), r.integer(1)};
                const auto it = lineas.find(llave);
                if (it == lineas.end()) return;
                ventas.insert(llave);
                it->second.cantidad = Cantidad::de_micros(r.integer(2));
                if (r.integer(3) != 0) canceladas.insert(llave);
            },
            tx.organizacion(), promocionId);
    // Quotations offer, credits take back: they use nothing.
    std::erase_if(lineas, [&](const auto& l) { return !ventas.contains(l.first); });
    engine::vueltas_con_promocion(tx, "u.promocionId = $2", promocionId,
                                  [&](std::int64_t transaccionId, std::int64_t numero, Cantidad vuelta) {
                                      if (const auto it = lineas.find({transaccionId, numero}); it != lineas.end())
                                          it->second.vuelta = std::min(vuelta, it->second.cantidad);
                                  });
    for (const auto& llave : canceladas) lineas[llave].vuelta = lineas[llave].cantidad;
    return lineas;
}

void verificar_promocion(db::Reader& tx, std::int64_t promocionId, const std::function<void(const std::string&)>& diferencia) {
    const Vendidas debe = vendidas_con(tx, promocionId);
    Vendidas hay;
    tx.each(R"(SELECT transaccionId, numeroPartida, pactadoId, cantidad, vuelta FROM promocionPartida
               WHERE organizacionId = $1 AND promocionId = $2)",
            [&](const db::Row& r) {
                hay[{r.integer(0), r.integer(1)}] = {r.integer(2), Cantidad::de_micros(r.integer(3)),
                                                     Cantidad::de_micros(r.integer(4))};
            },
            tx.organizacion(), promocionId);
    const auto decir = [&](const LlavePartida& llave, std::string_view que) {
        diferencia(fmt::format("promocionPartida: organizacionId {}, transaccionId {}, numeroPartida {}: {}", tx.organizacion(),
                               llave.transaccionId, llave.numeroPartida, que));
    };
    std::set<std::int64_t> usos;
    for (const auto& [llave, v] : debe) {
        if (v.vuelta < v.cantidad) usos.insert(v.pactadoId);
        const auto it = hay.find(llave);
        if (it == hay.end()) decir(llave, "the row is missing");
        else if (it->second != v)
            decir(llave, fmt::format("pactadoId is {}, cantidad {}, vuelta {}; expected {}, {}, {}", it->second.pactadoId,
                                     it->second.cantidad.texto(), it->second.vuelta.texto(), v.pactadoId, v.cantidad.texto(),
                                     v.vuelta.texto()));
    }
    for (const auto& [llave, v] : hay)
        if (!debe.contains(llave)) decir(llave, "the line sold nothing with this promotion");
    const auto usados = tx.one<std::int64_t>("SELECT usos FROM promocion WHERE organizacionId = $1 AND promocionId = $2",
                                             tx.organizacion(), promocionId);
    if (usados != static_cast<std::int64_t>(usos.size()))
        diferencia(fmt::format("promocion: organizacionId {}, promocionId {}: usos is not the number of documents that use it",
                               tx.organizacion(), promocionId));
}

}  // namespace

void verificar_precios(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    // On a day there is one price of a product, unit and minimum. Rows that never governed a day do not count.
    tx.each(R"(
        SELECT precioId FROM (
            SELECT precioId, vigenciaInicio, LAG(vigenciaFin) OVER (
                PARTITION BY listaPreciosId, entidadId, productoId, unidadMedidaId, cantidadMinima
                ORDER BY vigenciaInicio, precioId) AS anterior
            FROM precio WHERE organizacionId = $1 AND vigenciaFin >= vigenciaInicio) p
        WHERE anterior >= vigenciaInicio)",
            [&](const db::Row& row) {
                diferencia(fmt::format("precio: organizacionId {}, precioId {}: begins before the one before it ends",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT p.precioId FROM precio p
        LEFT JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = p.listaPreciosId
        WHERE p.organizacionId = $1 AND p.listaPreciosId <> 0
          AND (l.listaPreciosId IS NULL OR l.moneda <> p.moneda OR l.incluyeImpuestos <> p.incluyeImpuestos))",
            [&](const db::Row& row) {
                diferencia(fmt::format("precio: organizacionId {}, precioId {}: is not stated as its list says",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    for (const auto promocionId :
         tx.all<std::int64_t>("SELECT promocionId FROM promocion WHERE organizacionId = $1", tx.organizacion()))
        verificar_promocion(tx, promocionId, diferencia);
    // From each list upwards; one that meets itself again stands on itself.
    tx.each(R"(
        WITH RECURSIVE cadena (origen, listaPreciosId) AS (
            SELECT listaPreciosId, listaBaseId FROM listaPrecios WHERE organizacionId = $1 AND listaBaseId <> 0
            UNION SELECT c.origen, l.listaBaseId FROM cadena c
                  JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = c.listaPreciosId WHERE l.listaBaseId <> 0
        ) SELECT origen FROM cadena WHERE origen = listaPreciosId)",
            [&](const db::Row& row) {
                diferencia(fmt::format("listaPrecios: organizacionId {}, listaPreciosId {}: is based on itself",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
}

}  // namespace cacao
