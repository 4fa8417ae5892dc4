#include "rooms/productos/verificar.hpp"

#include "api/conteos.hpp"
#include "db/rows.hpp"
#include "engine/verificar/reglas.hpp"
#include "rooms/productos/imagen.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_productos[] = {
    {"codigoBarras", "it is the code of another product too", R"(
        SELECT k.productoId FROM codigoBarras k
          JOIN producto p ON p.organizacionId = $1 AND p.codigo = k.codigo AND p.productoId <> k.productoId
         WHERE k.organizacionId = $1)"},
    {"codigoBarras", "it stands on a unit that the product does not have", R"(
        SELECT k.productoId FROM codigoBarras k
         WHERE k.organizacionId = $1 AND k.unidadMedidaId <> 0
           AND NOT EXISTS (SELECT 1 FROM productoUnidad u WHERE u.organizacionId = $1 AND u.productoId = k.productoId
                           AND u.unidadMedidaId = k.unidadMedidaId))"},
};

}  // namespace

void verificar_productos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    constexpr std::int64_t lote = 1000;
    std::int64_t desde = 0;
    for (;;) {
        const auto productos = tx.all<ProductoNombrado>(R"(
            SELECT productoId, codigo, nombre, descripcion, tipo, numeroParte FROM producto
            WHERE organizacionId = $1 AND productoId > $2 ORDER BY productoId LIMIT $3)",
                                                        tx.organizacion(), desde, lote);
        for (const auto& p : productos) {
            auto esperadas = palabras_de(p);
            std::ranges::sort(esperadas);
            const auto guardadas = tx.all<std::string>(
                "SELECT palabra FROM productoPalabra WHERE organizacionId = $1 AND productoId = $2 ORDER BY palabra",
                tx.organizacion(), p.productoId);
            if (guardadas != esperadas)
                diferencia(fmt::format(
                    "productoPalabra: organizacionId {}, productoId {}: the search words are not those of the product",
                    tx.organizacion(), p.productoId));
        }
        if (static_cast<std::int64_t>(productos.size()) < lote) break;
        desde = productos.back().productoId;
    }
    tx.each(R"(
        SELECT p.productoId FROM producto p WHERE p.organizacionId = $1 AND (p.tipo = 'kit') <>
            (EXISTS (SELECT 1 FROM productoComponente c WHERE c.organizacionId = $1 AND c.productoId = p.productoId)))",
            [&](const db::Row& row) {
                diferencia(fmt::format("producto: organizacionId {}, productoId {}: a kit, and only a kit, has components",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    engine::verificar_reglas(tx, reglas_de_productos, diferencia);
    verificar_conteo(tx, producto_contado, R"(
        SELECT CASE tipo WHEN 'producto' THEN 1 WHEN 'servicio' THEN 2 ELSE 4 END AS clase, activo
        FROM producto WHERE organizacionId = $1)",
                     diferencia);
    imagenes_de_productos().verificar(tx, diferencia);
}

}  // namespace cacao
