#include "rooms/productos/producto_filas.hpp"

#include "api/conteos.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

std::optional<std::string> nulo_si_vacio(const std::string& texto) { return texto.empty() ? std::nullopt : std::optional{texto}; }

void insertar_palabras(db::Writer& tx, const Producto& p) {
    for (const auto& palabra : palabras_de(p))
        tx.run("INSERT INTO productoPalabra (organizacionId, palabra, productoId) VALUES ($1, $2, $3)", tx.organizacion(),
               palabra, p.productoId);
}

void insertar_componentes(db::Writer& tx, const Producto& p) {
    for (const auto& c : p.componentes)
        tx.run(R"(
            INSERT INTO productoComponente (organizacionId, productoId, componenteId, cantidad, obligatorio)
            VALUES ($1, $2, $3, $4, $5))",
               tx.organizacion(), p.productoId, c.productoId, c.cantidad, c.obligatorio);
}

void insertar_unidades(db::Writer& tx, const Producto& p) {
    for (const auto& u : p.unidades)
        tx.run(R"(
            INSERT INTO productoUnidad (organizacionId, productoId, unidadMedidaId, numerador, denominador)
            VALUES ($1, $2, $3, $4, $5))",
               tx.organizacion(), p.productoId, u.unidadMedidaId, u.numerador, u.denominador);
}

void insertar_codigos_barras(db::Writer& tx, const Producto& p) {
    for (std::size_t i = 0; i < p.codigosBarras.size(); ++i) {
        const CodigoBarras& c = p.codigosBarras[i];
        // Of two products at once that want it, one is told.
        if (tx.count(R"(INSERT INTO codigoBarras (organizacionId, codigo, productoId, unidadMedidaId) VALUES ($1, $2, $3, $4)
                        ON CONFLICT DO NOTHING)",
                     tx.organizacion(), c.codigo, p.productoId, c.unidadMedidaId) == 0)
            reject(Codigo::duplicado, "/codigosBarras/" + std::to_string(i) + "/codigo");
    }
}

}  // namespace

std::vector<std::string> palabras_de(const ProductoNombrado& p) {
    return palabras(p.nombre + ' ' + p.codigo + ' ' + p.numeroParte);
}

Producto leer_producto(db::Reader& tx, std::int64_t productoId, bool ultima) {
    std::optional<ProductoResumen> fila;
    Producto p;
    tx.one_later(fila, "SELECT" + std::string{columnas_de_producto} + R"( FROM producto p
            JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
            WHERE p.organizacionId = $1 AND p.productoId = $2)",
                 tx.organizacion(), productoId);
    tx.all_later(p.componentes, R"(
        SELECT x.productoId, x.codigo, x.nombre, c.cantidad, u.codigo AS unidad, c.obligatorio FROM productoComponente c
        JOIN producto x ON x.organizacionId = c.organizacionId AND x.productoId = c.componenteId
        JOIN unidadMedida u ON u.organizacionId = x.organizacionId AND u.unidadMedidaId = x.unidadMedidaId
        WHERE c.organizacionId = $1 AND c.productoId = $2 ORDER BY c.componenteId)",
                 tx.organizacion(), productoId);
    tx.all_later(p.unidades, R"(
        SELECT x.unidadMedidaId, u.codigo, x.numerador, x.denominador FROM productoUnidad x
        JOIN unidadMedida u ON u.organizacionId = x.organizacionId AND u.unidadMedidaId = x.unidadMedidaId
        WHERE x.organizacionId = $1 AND x.productoId = $2 ORDER BY x.unidadMedidaId)",
                 tx.organizacion(), productoId);
    tx.all_later(p.codigosBarras,
                 "SELECT codigo, unidadMedidaId FROM codigoBarras WHERE organizacionId = $1 AND productoId = $2 ORDER BY codigo",
                 tx.organizacion(), productoId);
    if (ultima) tx.settle_last();
    else tx.settle();
    if (!fila) reject(Codigo::no_encontrado, "/productoId");
    static_cast<ProductoResumen&>(p) = std::move(*fila);
    return p;
}

void cada_producto(db::Reader& tx, FunctionRef<void(const Producto&)> ver) {
    constexpr std::int64_t lote = 1000;
    std::vector<std::int64_t> ids{0};
    do {
        ids = tx.all<std::int64_t>(
            "SELECT productoId FROM producto WHERE organizacionId = $1 AND productoId > $2 ORDER BY productoId LIMIT $3",
            tx.organizacion(), ids.back(), lote);
        for (const auto id : ids) ver(leer_producto(tx, id));
    } while (static_cast<std::int64_t>(ids.size()) == lote);
}

namespace {

RegistroContado contado(const Producto& p) { return {.clase = clase_de_tipo(p.tipo), .activo = p.activo}; }

}  // namespace

void insertar_producto(db::Writer& tx, const Producto& p) {
    // Two callers with one code: the second finds the row and is told so, whatever the isolation.
    const auto insertados = tx.count(
        R"(
        INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId, seguimiento,
                              metodoCosto, claveProdServ, precio, peso, volumen, iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido,
                              isrRetenido, descripcion, numeroParte, agrupadorServicioId, referenciaExterna, activo, version,
                              creadoEn, modificadoEn, toleranciaEntrega, isrPor, ivaNoAcreditable, iepsAlCosto)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
                $26, $26, $27, $28, $29, $30)
        ON CONFLICT DO NOTHING)",
        tx.organizacion(), p.productoId, p.codigo, p.nombre, p.tipo, p.unidadMedidaId, p.clasificacionId, p.seguimiento,
        p.metodoCosto, p.claveProdServ, p.precio, p.peso, p.volumen, p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido,
        p.isrRetenido, p.descripcion, p.numeroParte, p.agrupadorServicioId, nulo_si_vacio(p.referenciaExterna), p.activo,
        p.version, p.creadoEn, p.toleranciaEntrega, p.isrPor, p.ivaNoAcreditable, p.iepsAlCosto);
    if (insertados == 0) reject(Codigo::duplicado, "/codigo");
    insertar_componentes(tx, p);
    insertar_unidades(tx, p);
    insertar_codigos_barras(tx, p);
    insertar_palabras(tx, p);
    contar_registro(tx, producto_contado, std::nullopt, contado(p));
}

void modificar_producto(db::Writer& tx, const Producto& antes, const Producto& p) {
    // The version in the WHERE: of two updates at once the later one is refused, neither is lost.
    const auto modificados = tx.count(
        R"(
        UPDATE producto SET codigo = $3, nombre = $4, tipo = $5, unidadMedidaId = $6, clasificacionId = $7, seguimiento = $8,
               metodoCosto = $9, claveProdServ = $10, precio = $11, peso = $12, volumen = $13, iva = $14, ivaFrontera = $15,
               iepsTasa = $16, iepsCuota = $17, ivaRetenido = $18, isrRetenido = $19, descripcion = $20, numeroParte = $21,
               agrupadorServicioId = $22, referenciaExterna = $23, activo = $24, version = $25, modificadoEn = $26,
               toleranciaEntrega = $28, isrPor = $29, ivaNoAcreditable = $30, iepsAlCosto = $31
        WHERE organizacionId = $1 AND productoId = $2 AND version = $27)",
        tx.organizacion(), p.productoId, p.codigo, p.nombre, p.tipo, p.unidadMedidaId, p.clasificacionId, p.seguimiento,
        p.metodoCosto, p.claveProdServ, p.precio, p.peso, p.volumen, p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido,
        p.isrRetenido, p.descripcion, p.numeroParte, p.agrupadorServicioId, nulo_si_vacio(p.referenciaExterna), p.activo,
        p.version, p.modificadoEn, antes.version, p.toleranciaEntrega, p.isrPor, p.ivaNoAcreditable, p.iepsAlCosto);
    if (modificados == 0) reject(Codigo::version_distinta, "/productoId");
    if (reflect::to_json(antes.componentes) != reflect::to_json(p.componentes)) {
        tx.run("DELETE FROM productoComponente WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(), p.productoId);
        insertar_componentes(tx, p);
    }
    if (reflect::to_json(antes.unidades) != reflect::to_json(p.unidades)) {
        tx.run("DELETE FROM productoUnidad WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(), p.productoId);
        insertar_unidades(tx, p);
    }
    if (reflect::to_json(antes.codigosBarras) != reflect::to_json(p.codigosBarras)) {
        tx.run("DELETE FROM codigoBarras WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(), p.productoId);
        insertar_codigos_barras(tx, p);
    }
    if (palabras_de(antes) != palabras_de(p)) {
        tx.run("DELETE FROM productoPalabra WHERE organizacionId = $1 AND productoId = $2", tx.organizacion(), p.productoId);
        insertar_palabras(tx, p);
    }
    contar_registro(tx, producto_contado, contado(antes), contado(p));
}

}  // namespace cacao
