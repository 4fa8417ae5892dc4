#include "rooms/cartera/saldo_contacto.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/saldos/cartera.hpp"
#include "engine/saldos/credito.hpp"
#include "engine/tipos/naturaleza.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace cacao {

using engine::Naturaleza;

namespace {

struct Limite {
    std::string nombre;
    std::optional<Importe> limiteCredito;
};
DESCRIBE_STRUCT(Limite, (), (nombre, limiteCredito))

struct Abierto {
    std::string moneda;
    Naturaleza naturaleza{};
    Importe saldo;
    Importe saldoLocal;
};
DESCRIBE_STRUCT(Abierto, (), (moneda, naturaleza, saldo, saldoLocal))

// Open documents of one nature in one currency, added up.
struct Documentos {
    std::string moneda;
    Naturaleza naturaleza{};
    Importe saldo;
    Importe saldoLocal;
    Importe vencido;
};
DESCRIBE_STRUCT(Documentos, (), (moneda, naturaleza, saldo, saldoLocal, vencido))

// What is asked about one contact, or about all, to be put together once the answers are there.
struct Consulta {
    std::int64_t entidadId{};
    std::optional<Limite> contacto;
    std::vector<Abierto> abiertos;       // as the kept balance has it
    std::vector<Documentos> documentos;  // and as they are
    std::vector<Abierto> creditos;       // of them, credit notes
    engine::FilasDeCredito credito;
};

// `cuales` picks the balances, `hoy` is the parameter with the day.
std::string saldos_por_moneda_sql(std::string_view cuales, std::string_view hoy) {
    return fmt::format(R"(
        SELECT s.moneda, s.naturaleza, CAST(SUM(s.saldo) AS BIGINT) AS saldo, CAST(SUM(s.saldoLocal) AS BIGINT) AS saldoLocal,
               CAST(SUM(CASE WHEN s.vencimiento < {1} THEN s.saldo ELSE 0 END) AS BIGINT) AS vencido
        FROM saldo s WHERE s.organizacionId = $1 AND s.saldo > 0{0} GROUP BY s.moneda, s.naturaleza)",
                       cuales, hoy);
}

// Only what is in favour is looked at for its kind.
std::string creditos_sql(std::string_view cuales) {
    return fmt::format(R"(
        SELECT s.moneda, s.naturaleza, CAST(SUM(s.saldo) AS BIGINT) AS saldo, CAST(SUM(s.saldoLocal) AS BIGINT) AS saldoLocal
        FROM saldo s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
                        AND d.tipo IN ('NotaCreditoCliente', 'NotaCreditoProveedor')
        WHERE s.organizacionId = $1 AND s.saldo > 0 AND s.naturaleza IN ('favorCliente', 'favorProveedor'){}
        GROUP BY s.moneda, s.naturaleza)",
                       cuales);
}

void pedir(db::Reader& tx, Fecha hoy, Consulta& c) {
    if (c.entidadId == 0) c.contacto = Limite{std::string{sin_contacto}, {}};
    else
        tx.one_later(c.contacto, "SELECT nombre, limiteCredito FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                     tx.organizacion(), c.entidadId);
    tx.all_later(c.abiertos, R"(SELECT moneda, naturaleza, saldo, saldoLocal FROM saldoContacto
                                WHERE organizacionId = $1 AND entidadId = $2 AND (saldo <> 0 OR saldoLocal <> 0) ORDER BY moneda)",
                 tx.organizacion(), c.entidadId);
    static const std::string documentos = saldos_por_moneda_sql(" AND s.entidadId = $2", "$3");
    static const std::string creditos = creditos_sql(" AND s.entidadId = $2");
    tx.all_later(c.documentos, documentos, tx.organizacion(), c.entidadId, hoy);
    tx.all_later(c.creditos, creditos, tx.organizacion(), c.entidadId);
    engine::pedir_exposicion(tx, c.entidadId, c.credito);
}

// Balances (s) of customers, or of suppliers.
std::string_view lado_de(TipoCartera tipo) {
    return tipo == TipoCartera::clientes ? "s.naturaleza IN ('cobrar', 'favorCliente')"
                                         : "s.naturaleza IN ('pagar', 'favorProveedor')";
}
bool es_de(TipoCartera tipo, Naturaleza naturaleza) { return de_clientes(naturaleza) == (tipo == TipoCartera::clientes); }

SaldoMoneda& de_moneda(std::vector<SaldoMoneda>& monedas, const std::string& moneda) {
    const auto it = std::ranges::find(monedas, moneda, &SaldoMoneda::moneda);
    if (it != monedas.end()) return *it;
    monedas.emplace_back().moneda = moneda;
    return monedas.back();
}

// Kept balances, and what only documents tell of them.
std::vector<SaldoMoneda> por_moneda(const Consulta& c) {
    std::vector<SaldoMoneda> monedas;
    for (const Abierto& a : c.abiertos) {
        SaldoMoneda& m = de_moneda(monedas, a.moneda);
        if (a.naturaleza == Naturaleza::cobrar) m.porCobrar = a.saldo;
        if (a.naturaleza == Naturaleza::pagar) m.porPagar = a.saldo;
        if (a.naturaleza == Naturaleza::favorCliente) m.aFavorCliente = a.saldo;
        if (a.naturaleza == Naturaleza::favorProveedor) m.aFavorProveedor = a.saldo;
    }
    for (const Documentos& d : c.documentos) {
        SaldoMoneda& m = de_moneda(monedas, d.moneda);
        if (d.naturaleza == Naturaleza::cobrar) m.vencidoPorCobrar += d.vencido;
        if (d.naturaleza == Naturaleza::pagar) m.vencidoPorPagar += d.vencido;
    }
    for (const Abierto& n : c.creditos) {
        SaldoMoneda& m = de_moneda(monedas, n.moneda);
        (n.naturaleza == Naturaleza::favorCliente ? m.notasCreditoCliente : m.notasCreditoProveedor) = n.saldo;
    }
    for (SaldoMoneda& m : monedas) {
        m.neto = m.porCobrar - m.aFavorCliente - m.porPagar + m.aFavorProveedor;
        m.anticiposCliente = m.aFavorCliente - m.notasCreditoCliente;
        m.anticiposProveedor = m.aFavorProveedor - m.notasCreditoProveedor;
    }
    return monedas;
}

SaldoContacto armar(const Consulta& c, Fecha hoy) {
    SaldoContacto r;
    r.entidadId = c.entidadId;
    // Whoever is paid is kept as it was said, and need not be a contact.
    const Limite quien = c.contacto.value_or(Limite{std::string{sin_contacto}, {}});
    r.nombre = quien.nombre;
    r.fecha = hoy;
    r.limiteCredito = quien.limiteCredito;
    r.monedas = por_moneda(c);
    for (const Abierto& a : c.abiertos) r.netoLocal += deudora(a.naturaleza) ? a.saldoLocal : -a.saldoLocal;
    r.diferencia = r.netoLocal;
    for (const Documentos& d : c.documentos) r.diferencia -= deudora(d.naturaleza) ? d.saldoLocal : -d.saldoLocal;
    const engine::Exposicion x = engine::sumar_exposicion(c.credito);
    r.porFacturar = x.porFacturar;
    r.pedidos = x.pedidos;
    r.expuesto = x.total();
    if (r.limiteCredito) r.disponible = std::max(Importe{}, *r.limiteCredito - r.expuesto);
    return r;
}

SaldoContacto leer_saldo(const Context& ctx, const SaldoContactoPedido& pedido, bool ultima) {
    Consulta c;
    c.entidadId = pedido.entidadId;
    pedir(ctx.db(), ctx.hoy(), c);
    if (ultima) ctx.db().settle_last();
    else ctx.db().settle();
    reject_if(!c.contacto, Codigo::no_encontrado, "/entidadId");
    return armar(c, ctx.hoy());
}

// A sheet asks for currencies as well.
SaldoContacto saldo_para_hoja(const Context& ctx, const SaldoContactoPedido& pedido) { return leer_saldo(ctx, pedido, false); }

}  // namespace

SaldoContacto consultar_saldo_contacto(const Context& ctx, const SaldoContactoPedido& pedido) {
    return leer_saldo(ctx, pedido, true);
}

// Those that have something open; a contact with nothing has nothing to say.
Pagina<SaldoContacto> listar_saldos_contactos(const Context& ctx, const SaldosContactosFiltro& filtro) {
    SaldosContactosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "SaldosContactos", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    db::Where donde{tx.organizacion()};
    if (filtro.tipo) donde.add(lado_de(*filtro.tipo));
    const std::string de = R"( FROM saldoContacto s
        WHERE s.organizacionId = $1 AND (s.saldo <> 0 OR s.saldoLocal <> 0))";
    const Total total = recorrido.contar(tx, "SELECT DISTINCT s.entidadId" + de + donde.and_sql(), donde.params());
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
    for (Consulta& c : consultas) {
        if (filtro.tipo) {
            const auto de_otro = [&](const auto& fila) { return !es_de(*filtro.tipo, fila.naturaleza); };
            std::erase_if(c.abiertos, de_otro);
            std::erase_if(c.documentos, de_otro);
            std::erase_if(c.creditos, de_otro);
        }
        saldos.push_back(armar(c, ctx.hoy()));
    }
    return recorrido.pagina(std::move(saldos), total, [](const SaldoContacto& s) { return std::vector{s.entidadId}; });
}

SaldosTotales totalizar_saldos_contactos(const Context& ctx, const SaldosTotalesPedidos& p) {
    auto& tx = ctx.db();
    SaldosTotales r;
    r.fecha = ctx.hoy();
    const std::string lado = p.tipo ? " AND " + std::string{lado_de(*p.tipo)} : "";
    Consulta c;
    tx.all_later(c.abiertos,
                 fmt::format(R"(SELECT s.moneda, s.naturaleza, CAST(SUM(s.saldo) AS BIGINT) AS saldo,
                                                   CAST(SUM(s.saldoLocal) AS BIGINT) AS saldoLocal
                                            FROM saldoContacto s WHERE s.organizacionId = $1{}
                                            GROUP BY s.moneda, s.naturaleza ORDER BY s.moneda)",
                             lado),
                 tx.organizacion());
    tx.all_later(c.documentos, saldos_por_moneda_sql(lado, "$2"), tx.organizacion(), r.fecha);
    tx.all_later(c.creditos, creditos_sql(lado), tx.organizacion());
    tx.settle();
    std::erase_if(c.abiertos, [](const Abierto& a) { return a.saldo.es_cero() && a.saldoLocal.es_cero(); });
    r.contactos = tx.one<std::int64_t>(fmt::format(R"(SELECT count(DISTINCT s.entidadId) FROM saldoContacto s
                                                      WHERE s.organizacionId = $1 AND (s.saldo <> 0 OR s.saldoLocal <> 0){})",
                                                   lado),
                                       tx.organizacion())
                      .value_or(0);
    r.monedas = por_moneda(c);
    for (const Abierto& a : c.abiertos) r.netoLocal += deudora(a.naturaleza) ? a.saldoLocal : -a.saldoLocal;
    // Kept balances are of now, so are the books: whatever its date.
    const Fecha siempre = Fecha::de_civil(2199, 12, 31).value();
    for (const bool proveedores : {false, true})
        if (!p.tipo || (*p.tipo == TipoCartera::proveedores) == proveedores)
            r.saldoContable += engine::control_al_corte(tx, siempre, proveedores);
    r.diferencia = r.netoLocal - r.saldoContable;
    return r;
}

void register_saldo_contacto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Contactos/{entidadId}/Saldo", "SaldoContacto", consultar_saldo_contacto)
        .lectura_puntual()
        .por(&SaldoContacto::monedas)
        .leida_por(saldo_para_hoja)
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Contactos/Saldos", "SaldosContactos", listar_saldos_contactos)
        .por(&SaldoContacto::monedas)
        .totales(&SaldoMoneda::porCobrar, &SaldoMoneda::porPagar, &SaldoMoneda::aFavorCliente, &SaldoMoneda::aFavorProveedor,
                 &SaldoMoneda::neto, &SaldoMoneda::vencidoPorCobrar, &SaldoMoneda::vencidoPorPagar)
        .rechaza({Codigo::cursor_invalido});
    ops.add(GET, "/api/Contactos/Saldos/Totales", "SaldosContactosTotales", totalizar_saldos_contactos).nuestra();
}

}  // namespace cacao
