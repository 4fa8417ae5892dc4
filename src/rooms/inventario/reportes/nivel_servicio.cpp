#include "rooms/inventario/reportes/nivel_servicio.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

using Llave = std::pair<std::int64_t, std::int64_t>;

struct LineaPedida {
    std::int64_t transaccionId{};
    std::int64_t numeroPartida{};
    std::int64_t sucursalId{};
    std::int64_t clienteId{};
    std::int64_t productoId{};
    bool esKit{};
    Cantidad cantidad;
    Fecha promesa;
};
DESCRIBE_STRUCT(LineaPedida, (), (transaccionId, numeroPartida, sucursalId, clienteId, productoId, esKit, cantidad, promesa))

// Orders promised for these days: by the day of delivery, or by their own when they name none.
constexpr std::string_view prometidos = R"(
    SELECT x.transaccionId, x.entregaFecha AS promesa FROM documentoCondicion x
     WHERE x.organizacionId = $1 AND x.entregaFecha BETWEEN $2 AND $3 AND x.entregaFecha IS NOT NULL
    UNION ALL
    SELECT d.transaccionId, d.fecha FROM documento d
      LEFT JOIN documentoCondicion x ON x.organizacionId = $1 AND x.transaccionId = d.transaccionId
     WHERE d.organizacionId = $1 AND d.tipo = 'PedidoCliente' AND d.fecha BETWEEN $2 AND $3 AND x.entregaFecha IS NULL)";

db::Where filtros(const Context& ctx, const NivelServicioPedido& p, Fecha hasta) {
    db::Where donde{ctx.organizacionId(), p.fechaInicial, hasta};
    if (p.sucursalId) donde.add("d.sucursalId = $", p.sucursalId->valor);
    if (p.clienteId) donde.add("d.entidadId = $", p.clienteId->valor);
    if (p.productoId) donde.add("p.productoId = $", p.productoId->valor);
    return donde;
}

// A customer who changed their mind was not failed; goods that were lacking were.
std::vector<LineaPedida> leer_lineas(const Context& ctx, const NivelServicioPedido& p, Fecha hasta) {
    const db::Where donde = filtros(ctx, p, hasta);
    return ctx.db().all_with<LineaPedida>(
        "SELECT d.transaccionId, p.numeroPartida, d.sucursalId, d.entidadId AS clienteId, p.productoId, "
        "CASE WHEN q.tipo = 'kit' THEN 1 ELSE 0 END AS esKit, p.cantidadBase AS cantidad, o.promesa FROM (" +
            std::string{prometidos} +
            ") o "
            "JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId AND d.tipo = 'PedidoCliente' "
            "JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId "
            "JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.tipo <> 'servicio' "
            "LEFT JOIN causaCancelacion k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId "
            "WHERE (d.estado <> 'cancelado' OR k.causa = 'faltaExistencia')" +
            donde.and_sql(),
        donde.params());
}

// What left for each line by its promised day: with the order's own delivery, note or invoice, or with a delivery of its invoice.
std::map<Llave, Cantidad> leer_entregas(const Context& ctx, const NivelServicioPedido& p, Fecha hasta) {
    std::map<Llave, Cantidad> a_tiempo;
    const db::Where donde = filtros(ctx, p, hasta);
    const std::string cabeza = "SELECT p.transaccionId, p.numeroPartida, CAST(SUM(y.cantidadBase) AS BIGINT) FROM (" +
                               std::string{prometidos} + ") o " +
                               "JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId "
                               "JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId ";
    const std::string cola =
        "JOIN documento e ON e.organizacionId = $1 AND e.transaccionId = y.transaccionId "
        "AND e.tipo IN ('Entrega', 'NotaVenta', 'FacturaVenta') AND e.estado <> 'cancelado' AND e.fecha <= o.promesa "
        "WHERE d.tipo = 'PedidoCliente' AND y.almacenId <> 0" +
        donde.and_sql() + " GROUP BY p.transaccionId, p.numeroPartida";
    const auto sumar = [&](const db::Row& r) { a_tiempo[{r.integer(0), r.integer(1)}] += Cantidad::de_micros(r.integer(2)); };
    ctx.db().query(cabeza +
                       "JOIN partida y ON y.organizacionId = $1 AND y.origenId = p.transaccionId "
                       "AND y.origenPartida = p.numeroPartida AND y.origenId <> 0 " +
                       cola,
                   donde.params(), sumar);
    ctx.db().query(cabeza +
                       "JOIN partida f ON f.organizacionId = $1 AND f.origenId = p.transaccionId "
                       "AND f.origenPartida = p.numeroPartida AND f.origenId <> 0 AND f.almacenId = 0 "
                       "JOIN partida y ON y.organizacionId = $1 AND y.origenId = f.transaccionId "
                       "AND y.origenPartida = f.numeroPartida AND y.origenId <> 0 " +
                       cola,
                   donde.params(), sumar);
    return a_tiempo;
}

// Days of the range that ended without goods, of each product in each branch: now, walked back over the days that had movements.
std::map<Llave, std::int64_t> dias_sin_existencia(db::Reader& tx, const std::set<Llave>& pares, Fecha desde, Fecha hasta) {
    std::map<Llave, std::int64_t> dias;
    if (pares.empty()) return dias;
    db::Conjunto filas{"productoId", "sucursalId"};
    for (const auto& [productoId, sucursalId] : pares) filas.agregar(productoId, sucursalId);
    const std::string lugares = filas.sql(tx.motor(), "$2") + R"( f
        JOIN almacen a ON a.organizacionId = $1 AND a.sucursalId = f.sucursalId AND a.tipo = 'normal'
        JOIN existencia e ON e.organizacionId = $1 AND e.productoId = f.productoId AND e.almacenId = a.almacenId)";
    std::map<Llave, Cantidad> queda;
    tx.each(
        "SELECT f.productoId, f.sucursalId, CAST(SUM(e.cantidad) AS BIGINT) FROM " + lugares +
            " GROUP BY f.productoId, f.sucursalId",
        [&](const db::Row& r) {
            queda[{r.integer(0), r.integer(1)}] = Cantidad::de_micros(r.integer(2));
        },
        tx.organizacion(), filas.valor());
    std::map<Llave, std::map<std::int64_t, Cantidad>> movido;
    tx.each(
        "SELECT f.productoId, f.sucursalId, d.fecha, CAST(SUM(d.movido) AS BIGINT) FROM " + lugares + R"(
        JOIN existenciaDia d ON d.organizacionId = $1 AND d.productoId = e.productoId AND d.almacenId = e.almacenId
                            AND d.loteId = e.loteId AND d.fecha > $3
        GROUP BY f.productoId, f.sucursalId, d.fecha)",
        [&](const db::Row& r) {
            movido[{r.integer(0), r.integer(1)}][r.integer(2)] = Cantidad::de_micros(r.integer(3));
        },
        tx.organizacion(), filas.valor(), desde);
    for (const Llave& par : pares) {
        Cantidad hay = queda[par];
        std::int64_t hasta_dia = hasta.dias();
        std::int64_t sin = 0;
        const auto contar = [&](std::int64_t de, std::int64_t a) {
            if (hay <= Cantidad{} && a >= de) sin += a - de + 1;
        };
        const auto& cambios = movido[par];
        for (auto c = cambios.rbegin(); c != cambios.rend(); ++c) {
            if (c->first <= hasta_dia) {
                contar(c->first, hasta_dia);
                hasta_dia = c->first - 1;
            }
            hay -= c->second;
        }
        contar(desde.dias(), hasta_dia);
        dias[par] = sin;
    }
    return dias;
}

std::optional<Tasa> razon(std::int64_t parte, std::int64_t entero) {
    if (entero == 0) return std::nullopt;
    return Tasa::de_micros(dividir_redondeando(static_cast<__int128>(parte) * millonesimas, entero));
}

// What is being added up of a group, before its ratios.
struct Suma {
    CifrasServicio cifras;
    std::map<std::int64_t, bool> pedidos;  // whether all of its lines were in time
    std::set<Llave> pares;
};

void sumar(Suma& s, const LineaPedida& l, Cantidad a_tiempo) {
    const Cantidad contada = std::min(a_tiempo, l.cantidad);
    const bool completa = contada == l.cantidad;
    ++s.cifras.lineasPedidas;
    s.cifras.lineasATiempo += completa ? 1 : 0;
    s.cifras.cantidadPedida += l.cantidad;
    s.cifras.cantidadATiempo += contada;
    const auto [pedido, nuevo] = s.pedidos.try_emplace(l.transaccionId, true);
    pedido->second = pedido->second && completa;
    if (!l.esKit) s.pares.emplace(l.productoId, l.sucursalId);
}

CifrasServicio cerrar(const Suma& s, const std::map<Llave, std::int64_t>& sin, std::int64_t dias) {
    CifrasServicio c = s.cifras;
    c.pedidos = static_cast<std::int64_t>(s.pedidos.size());
    c.pedidosPerfectos = std::ranges::count_if(s.pedidos, [](const auto& p) { return p.second; });
    for (const Llave& par : s.pares) {
        c.dias += dias;
        c.diasSinExistencia += sin.at(par);
    }
    c.nivelLineas = razon(c.lineasATiempo, c.lineasPedidas);
    c.nivelCantidad = razon(c.cantidadATiempo.micros(), c.cantidadPedida.micros());
    c.nivelPedidos = razon(c.pedidosPerfectos, c.pedidos);
    c.sinExistencia = razon(c.diasSinExistencia, c.dias);
    return c;
}

std::string_view nombres_de(AgruparServicio por) {
    switch (por) {
        case AgruparServicio::cliente: return "SELECT codigo, nombre FROM contacto WHERE organizacionId = $1 AND entidadId = $2";
        case AgruparServicio::producto:
            return "SELECT codigo, nombre FROM producto WHERE organizacionId = $1 AND productoId = $2";
        case AgruparServicio::sucursal: break;
    }
    return "SELECT codigo, nombre FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2";
}

}  // namespace

NivelServicio medir_servicio(const Context& ctx, const NivelServicioPedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    NivelServicio r{p.fechaInicial, p.fechaFinal, p.agruparPor.value_or(AgruparServicio::sucursal), {}, {}, 0, 0};
    // What is promised for a day to come is not late yet.
    const Fecha hasta = std::min(p.fechaFinal, ctx.hoy());
    const auto lineas = leer_lineas(ctx, p, hasta);
    const auto entregas = leer_entregas(ctx, p, hasta);
    std::map<std::int64_t, Suma> grupos;
    Suma total;
    for (const LineaPedida& l : lineas) {
        const auto e = entregas.find({l.transaccionId, l.numeroPartida});
        const Cantidad a_tiempo = e == entregas.end() ? Cantidad{} : e->second;
        const std::int64_t id = r.agruparPor == AgruparServicio::cliente    ? l.clienteId
                                : r.agruparPor == AgruparServicio::producto ? l.productoId
                                                                            : l.sucursalId;
        sumar(grupos[id], l, a_tiempo);
        sumar(total, l, a_tiempo);
    }
    const auto sin = dias_sin_existencia(tx, total.pares, p.fechaInicial, hasta);
    const std::int64_t dias = std::max(0, hasta.dias() - p.fechaInicial.dias() + 1);
    for (const auto& [id, suma] : grupos) {
        GrupoServicio g{};
        static_cast<CifrasServicio&>(g) = cerrar(suma, sin, dias);
        g.id = id;
        tx.each(
            nombres_de(r.agruparPor),
            [&](const db::Row& f) {
                g.codigo = f.text(0);
                g.nombre = f.text(1);
            },
            tx.organizacion(), id);
        r.lineasDeGrupos += g.lineasPedidas;
        r.grupos.push_back(std::move(g));
    }
    r.total = cerrar(total, sin, dias);
    r.diferencia = static_cast<std::int64_t>(lineas.size()) - r.lineasDeGrupos;
    return r;
}

void register_nivel_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/NivelServicio", "NivelServicio", medir_servicio).rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
