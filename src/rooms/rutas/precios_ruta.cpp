#include "rooms/rutas/precios_ruta.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"
#include "engine/precios/precios.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

struct ProductoDeRuta {
    std::int64_t productoId = 0;
    std::int64_t unidadMedidaId = 0;
};
DESCRIBE_STRUCT(ProductoDeRuta, (), (productoId, unidadMedidaId))

}  // namespace

std::optional<VersionDePrecios> ultima_version_de_precios(db::Reader& tx, std::int64_t rutaId) {
    return tx.one<VersionDePrecios>(R"(SELECT versionLista, huella FROM versionPrecioRuta
                                       WHERE organizacionId = $1 AND rutaId = $2 ORDER BY versionLista DESC LIMIT 1)",
                                    tx.organizacion(), rutaId);
}

void renovar_precios_de_ruta(Context& ctx, const JornadaFila& j) {
    auto& tx = ctx.db();
    tx.lock("preciosRuta/" + std::to_string(j.rutaId));
    const auto productos = tx.all<ProductoDeRuta>(R"(
        SELECT p.productoId, p.unidadMedidaId FROM producto p
        WHERE p.organizacionId = $1 AND p.activo = 1 AND p.productoId IN (
            SELECT x.productoId FROM existencia x
            WHERE x.organizacionId = $1 AND x.almacenId IN ($2, $3) AND x.cantidad <> 0)
        ORDER BY p.productoId)",
                                                  tx.organizacion(), j.almacenId, j.almacenBaseId);
    std::vector<engine::PrecioPedido> pedidos;
    for (const ProductoDeRuta& p : productos) pedidos.push_back({p.productoId, p.unidadMedidaId, Cantidad::de_enteros(1)});
    engine::MarcoPrecios marco;
    marco.sucursalId = j.sucursalId;
    marco.listaRutaId = j.listaPreciosId;
    marco.fecha = j.fecha;
    Faltas de_marco;
    const auto precios = engine::resolver_precios(tx, marco, pedidos, true, de_marco);
    std::string todo;
    for (std::size_t i = 0; i < productos.size(); ++i)
        if (precios[i].precio)
            todo += fmt::format("{} {} {} {}\n", productos[i].productoId, productos[i].unidadMedidaId,
                                precios[i].precio->precioUnitario.texto(), precios[i].precio->incluyeImpuestos);
    std::string huella;
    for (const char c : sha256(todo)) huella += fmt::format("{:02x}", static_cast<unsigned char>(c));
    const auto ultima = ultima_version_de_precios(tx, j.rutaId);
    if (ultima && ultima->huella == huella) return;
    const std::int64_t version = ultima ? ultima->versionLista + 1 : 1;
    tx.run("INSERT INTO versionPrecioRuta (organizacionId, rutaId, versionLista, huella, creadaEn) VALUES ($1, $2, $3, $4, $5)",
           tx.organizacion(), j.rutaId, version, huella, ctx.ahora());
    for (std::size_t i = 0; i < productos.size(); ++i)
        if (precios[i].precio)
            tx.run(R"(INSERT INTO precioRuta (organizacionId, rutaId, versionLista, productoId, unidadMedidaId, precioUnitario,
                                              incluyeImpuestos)
                      VALUES ($1, $2, $3, $4, $5, $6, $7))",
                   tx.organizacion(), j.rutaId, version, productos[i].productoId, productos[i].unidadMedidaId,
                   precios[i].precio->precioUnitario, precios[i].precio->incluyeImpuestos);
}

}  // namespace cacao
