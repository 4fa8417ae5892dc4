#include "rooms/cartera/saldo_contacto.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/credito.hpp"
#include "rooms/cartera/tablas_cartera.hpp"

#include <algorithm>
#include <deque>

namespace cacao {

namespace {

struct Limite {
    std::string nombre;
    Importe limiteCredito;
};
BOOST_DESCRIBE_STRUCT(Limite, (), (nombre, limiteCredito))

struct Abierto {
    std::string moneda;
    std::string naturaleza;
    Importe saldo;
    Importe saldoLocal;
};
BOOST_DESCRIBE_STRUCT(Abierto, (), (moneda, naturaleza, saldo, saldoLocal))

// What is asked about one contact, to be put together once the answers are there.
struct Consulta {
    std::int64_t entidadId{};
    std::optional<Limite> contacto;
    std::vector<Abierto> abiertos;
    std::vector<Abierto> vencidos;
    engine::FilasDeCredito credito;
};

void pedir(db::Reader& tx, Fecha hoy, Consulta& c) {
    tx.one_later(c.contacto, "SELECT nombre, limiteCredito FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                 tx.organizacion(), c.entidadId);
    tx.all_later(c.abiertos, R"(SELECT moneda, naturaleza, saldo, saldoLocal FROM saldoContacto
                                WHERE organizacionId = $1 AND entidadId = $2 AND (saldo <> 0 OR saldoLocal <> 0) ORDER BY moneda)",
                 tx.organizacion(), c.entidadId);
    tx.all_later(c.vencidos, R"(SELECT moneda, naturaleza, CAST(SUM(saldo) AS BIGINT) AS saldo, 0 AS saldoLocal FROM saldo
                                WHERE organizacionId = $1 AND entidadId = $2 AND saldo > 0 AND naturaleza IN ('cobrar', 'pagar')
                                  AND vencimiento < $3
                                GROUP BY moneda, naturaleza)",
                 tx.organizacion(), c.entidadId, hoy);
    engine::pedir_exposicion(tx, c.entidadId, c.credito);
}

SaldoContacto armar(const Consulta& c, Fecha hoy) {
    SaldoContacto r;
    r.entidadId = c.entidadId;
    r.nombre = c.contacto->nombre;
    r.fecha = hoy;
    r.limiteCredito = c.contacto->limiteCredito;
    const auto de = [&](const std::string& moneda) -> SaldoMoneda& {
        const auto it = std::ranges::find(r.monedas, moneda, &SaldoMoneda::moneda);
        if (it != r.monedas.end()) return *it;
        r.monedas.push_back({moneda, {}, {}, {}, {}, {}, {}, {}});
        return r.monedas.back();
    };
    for (const Abierto& a : c.abiertos) {
        SaldoMoneda& m = de(a.moneda);
        if (a.naturaleza == "cobrar") m.porCobrar = a.saldo;
        if (a.naturaleza == "pagar") m.porPagar = a.saldo;
        if (a.naturaleza == "favorCliente") m.aFavorCliente = a.saldo;
        if (a.naturaleza == "favorProveedor") m.aFavorProveedor = a.saldo;
    }
    for (const Abierto& a : c.vencidos)
        (a.naturaleza == "cobrar" ? de(a.moneda).vencidoPorCobrar : de(a.moneda).vencidoPorPagar) = a.saldo;
    for (SaldoMoneda& m : r.monedas) m.neto = m.porCobrar - m.aFavorCliente - m.porPagar + m.aFavorProveedor;
    const engine::Exposicion x = engine::sumar_exposicion(c.credito);
    r.porFacturar = x.porFacturar;
    r.pedidos = x.pedidos;
    r.expuesto = x.total();
    if (!r.limiteCredito.es_cero()) r.disponible = std::max(Importe{}, r.limiteCredito - r.expuesto);
    return r;
}

}  // namespace

SaldoContacto consultar_saldo_contacto(const Context& ctx, const SaldoContactoPedido& pedido) {
    Consulta c;
    c.entidadId = pedido.entidadId;
    pedir(ctx.db(), ctx.hoy(), c);
    ctx.db().settle_last();
    reject_if(!c.contacto, Codigo::no_encontrado, "/entidadId");
    return armar(c, ctx.hoy());
}

// Those that have something open; a contact with nothing has nothing to say.
Pagina<SaldoContacto> listar_saldos_contactos(const Context& ctx, const SaldosContactosFiltro& filtro) {
    SaldosContactosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "SaldosContactos", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    db::Where donde{tx.organizacion()};
    if (filtro.tipo)
        donde.add(*filtro.tipo == TipoCartera::clientes ? "s.naturaleza IN ('cobrar', 'favorCliente')"
                                                        : "s.naturaleza IN ('pagar', 'favorProveedor')");
    const std::string de = R"( FROM saldoContacto s JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.entidadId
        WHERE s.organizacionId = $1 AND (s.saldo <> 0 OR s.saldoLocal <> 0))";
    std::optional<std::int64_t> total;
    if (recorrido.con_total())
        total = tx.one_with<std::int64_t>("SELECT count(DISTINCT s.entidadId)" + de + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("s.entidadId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    const auto ids = tx.all_with<std::int64_t>(
        "SELECT DISTINCT s.entidadId" + de + donde.and_sql() + " ORDER BY s.entidadId" + tramo, donde.params());
    std::deque<Consulta> consultas;  // a deque does not move what the database will fill
    for (const auto id : ids) {
        consultas.emplace_back().entidadId = id;
        pedir(tx, ctx.hoy(), consultas.back());
    }
    tx.settle();
    std::vector<SaldoContacto> saldos;
    for (const Consulta& c : consultas) saldos.push_back(armar(c, ctx.hoy()));
    return recorrido.pagina(std::move(saldos), total, [](const SaldoContacto& s) { return std::vector{s.entidadId}; });
}

void register_saldo_contacto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Contactos/{entidadId}/Saldo", "SaldoContacto", consultar_saldo_contacto, "Saldo de un contacto")
        .describe(
            "Por moneda, sin mezclarlas. `neto` = por cobrar − a favor del cliente − por pagar + a favor con el proveedor. "
            "Vencido es lo que "
            "venció antes de hoy. `expuesto` es lo que debe menos lo que tiene a favor, más lo "
            "entregado por facturar (al precio de su pedido o, sin él, de las listas al entregar) y, si la organización los "
            "cuenta, "
            "sus pedidos abiertos; va, como `disponible`, en la moneda de la organización; un límite de 0 es no tener "
            "límite.")
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Contactos/Saldos", "SaldosContactos", listar_saldos_contactos, "Saldos de todos los contactos")
        .describe(
            "Los que tienen algo abierto, 100 por página; como libro, CSV o PDF llegan todos, salvo que se pida una página.")
        .como_tabla(listar_saldos_contactos, tabla_saldos_contactos)
        .rechaza({Codigo::cursor_invalido});
}

}  // namespace cacao
