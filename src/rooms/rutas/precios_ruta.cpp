#include "rooms/rutas/precios_ruta.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"
#include "engine/precios/precios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cacao {
namespace {

// A product in a unit, and a quantity from which some price of it holds. Of each product and unit they follow one another.
struct EscalonDeRuta {
    std::int64_t productoId = 0;
    std::int64_t unidadMedidaId = 0;
    Cantidad cantidadMinima;
};
DESCRIBE_STRUCT(EscalonDeRuta, (), (productoId, unidadMedidaId, cantidadMinima))

struct PrecioEscrito {
    EscalonDeRuta escalon;
    Precio precioUnitario;
    bool incluyeImpuestos = false;
    bool operator==(const PrecioEscrito& o) const {
        return escalon.productoId == o.escalon.productoId && escalon.unidadMedidaId == o.escalon.unidadMedidaId &&
               escalon.cantidadMinima == o.escalon.cantidadMinima && precioUnitario == o.precioUnitario &&
               incluyeImpuestos == o.incluyeImpuestos;
    }
};
using Tarifa = std::vector<PrecioEscrito>;

// What is on the vehicle and at the base, in its own unit from nothing on, and wherever a list, or what is agreed with a customer
// of the route, has a price of its own.
std::vector<EscalonDeRuta> escalones_de(db::Reader& tx, const JornadaFila& j) {
    return tx.all<EscalonDeRuta>(R"(
        WITH suyos AS (
            SELECT p.productoId, p.unidadMedidaId FROM producto p
            WHERE p.organizacionId = $1 AND p.activo = 1 AND p.productoId IN (
                SELECT x.productoId FROM existencia x
                WHERE x.organizacionId = $1 AND x.almacenId IN ($2, $3) AND x.cantidad <> 0)),
        escritos AS (
            SELECT s.productoId, r.unidadMedidaId, r.cantidadMinima
            FROM listaPrecios l CROSS JOIN suyos s
            JOIN precio r ON r.organizacionId = $1 AND r.listaPreciosId = l.listaPreciosId AND r.entidadId = 0
                         AND r.productoId = s.productoId AND r.vigenciaFin >= $4 AND r.vigenciaInicio <= $4
            WHERE l.organizacionId = $1
            UNION
            SELECT s.productoId, r.unidadMedidaId, r.cantidadMinima
            FROM rutaCliente k
            JOIN precio r ON r.organizacionId = $1 AND r.listaPreciosId = 0 AND r.entidadId = k.entidadId
                         AND r.vigenciaFin >= $4 AND r.vigenciaInicio <= $4
            JOIN suyos s ON s.productoId = r.productoId
            WHERE k.organizacionId = $1 AND k.rutaId = $5)
        SELECT productoId, unidadMedidaId, 0 AS cantidadMinima FROM suyos
        UNION SELECT productoId, unidadMedidaId, 0 FROM escritos
        UNION SELECT productoId, unidadMedidaId, cantidadMinima FROM escritos
        ORDER BY 1, 2, 3)",
                                 tx.organizacion(), j.almacenId, j.almacenBaseId, j.fecha, j.rutaId);
}

// Customers of the route to whom something may cost what it costs nobody else.
std::vector<std::int64_t> con_precios_propios(db::Reader& tx, const JornadaFila& j) {
    return tx.all<std::int64_t>(R"(
        SELECT k.entidadId FROM rutaCliente k
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = k.entidadId AND c.activo = 1
        WHERE k.organizacionId = $1 AND k.rutaId = $2
          AND (c.listaPreciosId <> 0 OR EXISTS (SELECT 1 FROM precio r WHERE r.organizacionId = $1 AND r.listaPreciosId = 0
                                                AND r.entidadId = k.entidadId))
        ORDER BY k.entidadId)",
                                tx.organizacion(), j.rutaId);
}

// Of each product and unit what it costs from nothing on, and from where it changes.
Tarifa tarifa_de(db::Reader& tx, const JornadaFila& j, std::int64_t clienteId, const std::vector<EscalonDeRuta>& escalones) {
    std::vector<engine::PrecioPedido> pedidos;
    for (const EscalonDeRuta& e : escalones)
        pedidos.push_back({e.productoId, e.unidadMedidaId, std::max(e.cantidadMinima, Cantidad::de_micros(1))});
    engine::MarcoPrecios marco;
    marco.clienteId = clienteId;
    marco.sucursalId = j.sucursalId;
    marco.listaRutaId = j.listaPreciosId;
    marco.fecha = j.fecha;
    Faltas de_marco;
    const auto precios = engine::resolver_precios(tx, marco, pedidos, true, de_marco);
    Tarifa tarifa;
    for (std::size_t i = 0; i < escalones.size(); ++i) {
        if (!precios[i].precio) continue;
        PrecioEscrito nuevo{escalones[i], precios[i].precio->precioUnitario, precios[i].precio->incluyeImpuestos};
        if (!tarifa.empty()) {
            PrecioEscrito antes = tarifa.back();
            antes.escalon.cantidadMinima = nuevo.escalon.cantidadMinima;
            if (antes == nuevo) continue;
        }
        tarifa.push_back(nuevo);
    }
    return tarifa;
}

// What a customer pays for products and units of which something costs him another price than everybody.
Tarifa solo_lo_propio(const Tarifa& suya, const Tarifa& de_todos) {
    const auto de_que = [](const PrecioEscrito& p) { return std::pair{p.escalon.productoId, p.escalon.unidadMedidaId}; };
    Tarifa r;
    for (std::size_t i = 0; i < suya.size();) {
        std::size_t fin = i;
        while (fin < suya.size() && de_que(suya[fin]) == de_que(suya[i])) ++fin;
        const auto [desde, hasta] = std::ranges::equal_range(de_todos, de_que(suya[i]), {}, de_que);
        const auto aqui = suya.begin() + static_cast<std::ptrdiff_t>(i);
        const auto alli = suya.begin() + static_cast<std::ptrdiff_t>(fin);
        if (!std::equal(aqui, alli, desde, hasta)) r.insert(r.end(), aqui, alli);
        i = fin;
    }
    return r;
}

}  // namespace

std::optional<VersionDePrecios> ultima_version_de_precios(db::Reader& tx, std::int64_t rutaId) {
    return tx.one<VersionDePrecios>(R"(SELECT versionLista, huella FROM versionPrecioRuta
                                       WHERE organizacionId = $1 AND rutaId = $2 ORDER BY versionLista DESC LIMIT 1)",
                                    tx.organizacion(), rutaId);
}

void renovar_precios_de_ruta(Context& ctx, const JornadaFila& j) {
    auto& tx = ctx.db();
    tx.lock("preciosRuta/" + std::to_string(j.rutaId));
    const auto escalones = escalones_de(tx, j);
    std::vector<std::pair<std::int64_t, Tarifa>> tarifas{{0, tarifa_de(tx, j, 0, escalones)}};
    for (const std::int64_t clienteId : con_precios_propios(tx, j))
        if (auto suya = solo_lo_propio(tarifa_de(tx, j, clienteId, escalones), tarifas.front().second); !suya.empty())
            tarifas.emplace_back(clienteId, std::move(suya));
    std::string todo;
    for (const auto& [clienteId, tarifa] : tarifas)
        for (const PrecioEscrito& p : tarifa)
            todo += fmt::format("{} {} {} {} {} {}\n", clienteId, p.escalon.productoId, p.escalon.unidadMedidaId,
                                p.escalon.cantidadMinima.texto(), p.precioUnitario.texto(), p.incluyeImpuestos);
    std::string huella;
    for (const char c : sha256(todo)) huella += fmt::format("{:02x}", static_cast<unsigned char>(c));
    const auto ultima = ultima_version_de_precios(tx, j.rutaId);
    if (ultima && ultima->huella == huella) return;
    const std::int64_t version = ultima ? ultima->versionLista + 1 : 1;
    tx.run("INSERT INTO versionPrecioRuta (organizacionId, rutaId, versionLista, huella, creadaEn) VALUES ($1, $2, $3, $4, $5)",
           tx.organizacion(), j.rutaId, version, huella, ctx.ahora());
    for (const auto& [clienteId, tarifa] : tarifas)
        for (const PrecioEscrito& p : tarifa)
            tx.run(R"(INSERT INTO precioRuta (organizacionId, rutaId, versionLista, entidadId, productoId, unidadMedidaId,
                                              cantidadMinima, precioUnitario, incluyeImpuestos)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
                   tx.organizacion(), j.rutaId, version, clienteId, p.escalon.productoId, p.escalon.unidadMedidaId,
                   p.escalon.cantidadMinima, p.precioUnitario, p.incluyeImpuestos);
}

}  // namespace cacao
