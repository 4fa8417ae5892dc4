#include "engine/precios/precios_datos.hpp"

#include "base/rfc.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "reflect/decode.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

struct Lugar {
    std::int64_t id{};
    std::int64_t listaPreciosId{};
    bool activo{};
    bool frontera{};  // of a branch
    bool exporta{};   // of a customer
};
DESCRIBE_STRUCT(Lugar, (), (id, listaPreciosId, activo, frontera, exporta))

// Those that the customer, the channel, the branch, the route and the organization point to, and all that they are based on.
constexpr std::string_view listas_sql = R"(
    WITH RECURSIVE cadena (listaPreciosId) AS (
        SELECT listaPreciosId FROM contacto WHERE organizacionId = $1 AND entidadId = $2
        UNION SELECT listaPreciosId FROM sucursal WHERE organizacionId = $1 AND sucursalId = $3
        UNION SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND canalId = $4 AND canalId <> 0 AND activa = 1
        UNION SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND listaPreciosId = $5
        UNION SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND esGeneral = 1 AND activa = 1
    ), completa (listaPreciosId) AS (
        SELECT listaPreciosId FROM cadena
        UNION SELECT l.listaBaseId FROM completa c
              JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = c.listaPreciosId WHERE l.listaBaseId <> 0
    )
    SELECT l.listaPreciosId, l.codigo, l.esGeneral, l.vigenciaInicio, l.vigenciaFin, l.listaBaseId, l.factor, l.redondeo,
           l.redondeoMultiplo, l.convierteMoneda, l.margenMinimo, l.canalId, l.sucursales AS sucursalesTexto, l.activa
    FROM completa c JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = c.listaPreciosId)";

constexpr std::string_view tasas_sql = R"(
    SELECT t.moneda, t.tipoCambio FROM organizacionMoneda o
    JOIN tipoCambio t ON t.organizacionId = $1 AND t.moneda = o.moneda AND t.fecha =
        (SELECT MAX(x.fecha) FROM tipoCambio x WHERE x.organizacionId = $1 AND x.moneda = o.moneda AND x.fecha <= $2)
    WHERE o.organizacionId = $1)";

void revisar_marco(db::Reader& tx, const MarcoPrecios& marco, DatosPrecios& d, Faltas& faltas) {
    d.moneda = marco.moneda.empty() ? d.local : marco.moneda;
    if (d.moneda == d.local) {
        d.tipoCambio = Precio::de_enteros(1);
        faltas.agregar_si(marco.tipoCambio && *marco.tipoCambio != *d.tipoCambio, Codigo::valor_no_permitido, "/tipoCambio");
        return;
    }
    faltas.agregar_si(!moneda_de(tx, d.moneda), Codigo::valor_no_permitido, "/moneda");
    d.tipoCambio = marco.tipoCambio ? marco.tipoCambio : d.tipo_cambio(d.moneda);
    if (d.tipoCambio && *d.tipoCambio <= Precio{}) {
        faltas.agregar(Codigo::fuera_de_rango, "/tipoCambio");
        d.tipoCambio.reset();
    }
}

template <class Filas, class Miembro>
auto buscar_fila(const Filas& filas, std::int64_t id, Miembro miembro) -> decltype(filas.data()) {
    const auto it = std::ranges::lower_bound(filas, id, {}, miembro);
    return it == filas.end() || (*it).*miembro != id ? nullptr : &*it;
}

}  // namespace

const ListaFila* DatosPrecios::lista(std::int64_t id) const { return buscar_fila(listas, id, &ListaFila::listaPreciosId); }
const ProductoPrecio* DatosPrecios::producto(std::int64_t id) const {
    return buscar_fila(productos, id, &ProductoPrecio::productoId);
}
const CostoProducto* DatosPrecios::costo(std::int64_t id) const { return buscar_fila(costos, id, &CostoProducto::productoId); }

std::span<const PrecioFila> DatosPrecios::precios_de(std::int64_t listaPreciosId, std::int64_t productoId) const {
    const auto clave = [](const PrecioFila& p) { return std::pair{p.listaPreciosId, p.productoId}; };
    const auto rango = std::ranges::equal_range(precios, std::pair{listaPreciosId, productoId}, {}, clave);
    return {rango.begin(), rango.end()};
}

std::optional<Precio> DatosPrecios::tipo_cambio(std::string_view de) const {
    if (de == local) return Precio::de_enteros(1);
    if (de == moneda && tipoCambio) return tipoCambio;
    const auto it = std::ranges::find(tasas, de, &TasaDelDia::moneda);
    return it == tasas.end() ? std::nullopt : std::optional{it->tipoCambio};
}

DatosPrecios reunir_precios(db::Reader& tx, const MarcoPrecios& marco, std::span<const PrecioPedido> pedidos, Faltas& faltas) {
    DatosPrecios d;
    const auto org = tx.organizacion();
    std::vector<std::int64_t> ids;
    ids.reserve(pedidos.size());
    for (const auto& p : pedidos) ids.push_back(p.productoId);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    db::Conjunto productos{"productoId"};
    for (const auto id : ids) productos.agregar(id);
    const auto productos_texto = productos.valor();

    // First trip: who asks, where, and what is asked about.
    std::vector<Lugar> clientes, sucursales, canales;
    std::vector<std::string> locales;
    if (marco.clienteId != 0)
        tx.all_later(clientes, R"(SELECT entidadId AS id, listaPreciosId, activo, 0 AS frontera,
                                         CASE WHEN tratoIva = 'exportacion' OR (tratoIva = 'automatico' AND rfc = $3)
                                              THEN 1 ELSE 0 END AS exporta
                                  FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1)",
                     org, marco.clienteId, rfc_extranjero);
    if (marco.sucursalId != 0)
        tx.all_later(sucursales, R"(SELECT sucursalId AS id, listaPreciosId, activo, frontera, 0 AS exporta FROM sucursal
                                    WHERE organizacionId = $1 AND sucursalId = $2)",
                     org, marco.sucursalId);
    if (marco.canalId != 0)
        tx.all_later(canales, R"(SELECT canalId AS id, 0 AS listaPreciosId, activo, 0 AS frontera, 0 AS exporta FROM canal
                                 WHERE organizacionId = $1 AND canalId = $2)",
                     org, marco.canalId);
    tx.all_later(locales, "SELECT moneda FROM configuracion WHERE organizacionId = $1", org);
    tx.all_later(d.tasas, tasas_sql, org, marco.fecha);
    tx.all_later(d.listas, listas_sql, org, marco.clienteId, marco.sucursalId, marco.canalId, marco.listaRutaId);
    tx.all_later(d.productos,
                 R"(SELECT p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido, p.isrRetenido, p.isrPor,
                           p.ivaNoAcreditable, p.iepsAlCosto, p.productoId,
                           p.unidadMedidaId, p.precio, p.activo
                    FROM )" +
                     productos.sql(tx.motor(), "$2") + R"( f
                    JOIN producto p ON p.organizacionId = $1 AND p.productoId = f.productoId)",
                 org, productos_texto);
    tx.settle();
    if (locales.empty()) reject(Codigo::interno, "");
    d.local = locales.front();
    std::ranges::sort(d.listas, {}, &ListaFila::listaPreciosId);
    std::ranges::sort(d.productos, {}, &ProductoPrecio::productoId);
    for (auto& l : d.listas) l.sucursales = reflect::recuperar(l.sucursalesTexto);
    faltas.agregar_si(marco.clienteId != 0 && clientes.empty(), Codigo::no_encontrado, "/clienteId");
    faltas.agregar_si(!clientes.empty() && !clientes.front().activo, Codigo::inactivo, "/clienteId");
    faltas.agregar_si(marco.sucursalId != 0 && sucursales.empty(), Codigo::no_encontrado, "/sucursalId");
    faltas.agregar_si(marco.canalId != 0 && canales.empty(), Codigo::no_encontrado, "/canalId");
    faltas.agregar_si(!canales.empty() && !canales.front().activo, Codigo::inactivo, "/canalId");
    revisar_marco(tx, marco, d, faltas);

    const auto nivel = [&](ReglaPrecio regla, const ListaFila* l) {
        if (l != nullptr) d.niveles.emplace_back(regla, l);
    };
    if (!clientes.empty()) d.exporta = clientes.front().exporta;
    nivel(ReglaPrecio::listaRuta, d.lista(marco.listaRutaId));
    if (!clientes.empty()) nivel(ReglaPrecio::listaCliente, d.lista(clientes.front().listaPreciosId));
    for (const auto& l : d.listas)
        if (marco.canalId != 0 && l.canalId == marco.canalId && l.activa) nivel(ReglaPrecio::listaCanal, &l);
    if (!sucursales.empty()) {
        d.frontera = sucursales.front().frontera;
        nivel(ReglaPrecio::listaSucursal, d.lista(sucursales.front().listaPreciosId));
    }
    for (const auto& l : d.listas)
        if (l.esGeneral && l.activa) nivel(ReglaPrecio::listaGeneral, &l);

    // Second trip: the prices in force, of those lists and of the customer, and the costs where a list has a minimum.
    db::Conjunto fuentes{"listaPreciosId", "entidadId"};
    for (const auto& l : d.listas) fuentes.agregar(l.listaPreciosId, 0);
    if (!clientes.empty()) fuentes.agregar(0, marco.clienteId);
    const auto fuentes_texto = fuentes.valor();
    if (fuentes.filas() > 0)
        tx.all_later(d.precios,
                     R"(
            SELECT p.precioId, p.listaPreciosId, p.productoId, p.unidadMedidaId, p.cantidadMinima, p.precio, p.moneda,
                   p.incluyeImpuestos, p.vigenciaInicio
            FROM )" + productos.sql(tx.motor(), "$2") +
                         " f CROSS JOIN " + fuentes.sql(tx.motor(), "$3") + R"( x
            JOIN precio p ON p.organizacionId = $1 AND p.listaPreciosId = x.listaPreciosId AND p.entidadId = x.entidadId
                         AND p.productoId = f.productoId AND p.vigenciaFin >= $4 AND p.vigenciaInicio <= $4)",
                     org, productos_texto, fuentes_texto, marco.fecha);
    if (std::ranges::any_of(d.listas, [](const ListaFila& l) { return l.margenMinimo.has_value(); }))
        tx.all_later(d.costos,
                     R"(
            SELECT c.productoId, CAST(SUM(c.valorRestante) AS BIGINT) AS valor, CAST(SUM(c.cantidadRestante) AS BIGINT) AS cantidad
            FROM )" + productos.sql(tx.motor(), "$2") +
                         R"( f
            JOIN capa c ON c.organizacionId = $1 AND c.productoId = f.productoId AND c.cantidadRestante > 0
            GROUP BY c.productoId)",
                     org, productos_texto);
    tx.settle();
    std::ranges::sort(d.precios, {}, [](const PrecioFila& p) { return std::pair{p.listaPreciosId, p.productoId}; });
    std::ranges::sort(d.costos, {}, &CostoProducto::productoId);
    return d;
}

}  // namespace cacao::engine
