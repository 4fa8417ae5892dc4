#include "rooms/cartera/estado_cuenta.hpp"

#include "db/rows.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/saldos/cartera.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "rooms/cartera/contacto_nombres.hpp"
#include "rooms/cartera/tablas_cartera.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace cacao {

using engine::Naturaleza;

namespace {

// What moves the account of a contact: a document when it is registered and, the other way, when it is cancelled; and an
// assignment, made or undone, between two currencies, two contacts or two exchange rates. Debit positive.
struct Paso {
    Fecha fecha;
    std::int64_t instante{};
    std::int64_t orden{};  // EventoCuenta: apart within one request, whose instant is one
    std::int64_t llave{};
    std::int64_t lado{};  // of an assignment: 0 the payment, 1 the document
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::string referencia;
    std::int64_t transaccionId2{};
    std::string serie2;
    std::int64_t folio2{};
    std::string moneda;
    Importe importe;
    Importe local;
    std::optional<Fecha> otra;  // the day of what undoes it, or of what it undoes

    auto lugar() const { return std::tuple{std::int64_t{fecha.dias()}, instante, orden, llave, lado}; }
    bool asignacion() const { return transaccionId2 != 0; }
};
DESCRIBE_STRUCT(Paso, (),
                (fecha, instante, orden, llave, lado, transaccionId, tipo, serie, folio, referencia, transaccionId2, serie2,
                 folio2, moneda, importe, local, otra))

struct Suma {
    std::string moneda;
    Importe importe;
    Importe local;
};
DESCRIBE_STRUCT(Suma, (), (moneda, importe, local))

// $2 the contact, $3 what is open, $4 what is in favour, $5 and $6 the days.
std::string movimientos_de_documentos_sql(bool cancelacion) {
    return fmt::format(R"(
        SELECT d.{0} AS fecha, {1} AS instante, {2} AS orden, d.transaccionId AS llave, 0 AS lado, d.transaccionId, d.tipo,
               d.serie, d.folio, d.referencia, 0 AS transaccionId2, '' AS serie2, 0 AS folio2, s.moneda,
               {3} CASE WHEN s.naturaleza IN ('cobrar', 'favorProveedor') THEN s.total ELSE -s.total END AS importe,
               {3} CASE WHEN s.naturaleza IN ('cobrar', 'favorProveedor') THEN s.totalLocal ELSE -s.totalLocal END AS local,
               d.{4} AS otra
        FROM documento d
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza IN ($3, $4)
        WHERE d.organizacionId = $1 AND d.entidadId = $2 AND d.entidadId <> 0 AND d.{0} BETWEEN $5 AND $6 AND d.{0} IS NOT NULL)",
                       cancelacion ? "cancelacionFecha" : "fecha",
                       cancelacion ? "COALESCE(d.canceladoEn, d.creadoEn)" : "d.creadoEn",
                       static_cast<int>(cancelacion ? EventoCuenta::cancelacion : EventoCuenta::registro), cancelacion ? "-" : "",
                       cancelacion ? "fecha" : "cancelacionFecha");
}

// One side of the assignments of the contact's documents; those that leave its account as it was are left out.
std::string asignaciones_sql(bool deshechas, bool del_pago, bool proveedores) {
    return fmt::format(
        R"(
        SELECT k.fecha, {1} AS instante, {2} AS orden, a.aplicacionId AS llave, {3} AS lado, d.transaccionId, d.tipo,
               d.serie, d.folio, d.referencia, o.transaccionId AS transaccionId2, o.serie AS serie2, o.folio AS folio2, s.moneda,
               {4} a.{5} AS importe, {4} a.{6} AS local, a.{7} AS otra
        FROM asignacionContacto k
        JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.{8} AND d.entidadId = $2
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza = {10}
        JOIN saldo t ON t.organizacionId = $1 AND t.transaccionId = a.{9} AND t.naturaleza = {11}
        JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = a.{9}
        LEFT JOIN poliza r ON r.organizacionId = $1 AND r.revierteId = a.polizaId AND r.revierteId <> 0
        WHERE k.organizacionId = $1 AND k.entidadId = $2 AND k.deshecha = {0} AND k.fecha BETWEEN $5 AND $6)",
        deshechas ? 1 : 0, deshechas ? "COALESCE(r.instante, a.creadoEn)" : "a.creadoEn",
        static_cast<int>(deshechas ? EventoCuenta::desasignacion : EventoCuenta::asignacion), del_pago ? 0 : 1,
        // What was in favour of a customer stops being so: a debit. The mirror for suppliers, and for what is undone.
        (del_pago != proveedores) != deshechas ? "" : "-", del_pago ? "importe" : "importe2",
        del_pago ? "localPago" : "localDocumento", deshechas ? "fecha" : "cancelacionFecha", del_pago ? "pagoId" : "documentoId",
        del_pago ? "documentoId" : "pagoId", del_pago ? "$4" : "$3", del_pago ? "$3" : "$4");
}

struct Cuenta {
    std::int64_t entidadId{};
    bool proveedores{};
    Naturaleza pendiente() const { return proveedores ? Naturaleza::pagar : Naturaleza::cobrar; }
    Naturaleza favor() const { return pagadora_de(pendiente()); }
};

// Everything between two days, as rows or, where each statement is put into a sum, added up.
template <class Fila, class Poner>
std::vector<Fila> leer(db::Reader& tx, const Cuenta& c, Fecha desde, Fecha hasta, Poner&& poner) {
    std::vector<Fila> filas;
    const auto pedir = [&](const std::string& sql) {
        tx.all_later(filas, poner(sql), tx.organizacion(), c.entidadId, c.pendiente(), c.favor(), desde, hasta);
    };
    for (const bool deshace : {false, true}) {
        pedir(movimientos_de_documentos_sql(deshace));
        for (const bool del_pago : {false, true}) pedir(asignaciones_sql(deshace, del_pago, c.proveedores));
    }
    tx.settle();
    return filas;
}

std::vector<Paso> leer_pasos(db::Reader& tx, const Cuenta& c, Fecha desde, Fecha hasta) {
    auto pasos = leer<Paso>(tx, c, desde, hasta, [](const std::string& sql) { return sql; });
    std::ranges::sort(pasos, {}, [](const Paso& p) { return p.lugar(); });
    return pasos;
}

// The balances at the end of a day, by currency: those of now, less what changed in the lapses since and, of the lapse of that
// day, what moved after it.
std::map<std::string, Suma> saldos_al(db::Reader& tx, const Cuenta& c, Fecha dia) {
    std::map<std::string, Suma> saldos;
    const Fecha fin = engine::lapso_de(dia) + (engine::dias_del_lapso - 1);
    tx.each(R"(SELECT moneda, naturaleza, saldo, saldoLocal FROM saldoContacto
               WHERE organizacionId = $1 AND entidadId = $2 AND naturaleza IN ($3, $4)
               UNION ALL
               SELECT moneda, naturaleza, -cambio, -cambioLocal FROM cambioContacto
               WHERE organizacionId = $1 AND entidadId = $2 AND naturaleza IN ($3, $4) AND fecha > $5)",
            [&](const db::Row& f) {
                Naturaleza naturaleza{};
                from_column(f, 1, naturaleza);
                const auto con_signo = [&](int i) {
                    return deudora(naturaleza) ? Importe::de_micros(f.integer(i)) : -Importe::de_micros(f.integer(i));
                };
                Suma& s = saldos[std::string{f.text(0)}];
                s.importe += con_signo(2);
                s.local += con_signo(3);
            },
            tx.organizacion(), c.entidadId, c.pendiente(), c.favor(), fin);
    if (dia == fin) return saldos;
    const auto despues = leer<Suma>(tx, c, dia + 1, fin, [](const std::string& sql) {
        return "SELECT x.moneda, CAST(SUM(x.importe) AS BIGINT) AS importe, CAST(SUM(x.local) AS BIGINT) AS local FROM (" + sql +
               ") x GROUP BY x.moneda";
    });
    for (const Suma& s : despues) {
        saldos[s.moneda].importe -= s.importe;
        saldos[s.moneda].local -= s.local;
    }
    return saldos;
}

// As asked for: of one currency, or all in the organization's. Both sides of an assignment become one row where they are of one
// currency, and none where nothing is left of it.
std::vector<Paso> como_se_piden(std::vector<Paso> pasos, const EstadoCuentaPedido& p, const std::string& local) {
    if (p.moneda) std::erase_if(pasos, [&](const Paso& f) { return f.moneda != std::string_view{*p.moneda}; });
    if (p.enMonedaLocal.value_or(false))
        for (Paso& f : pasos) {
            f.moneda = local;
            f.importe = f.local;
        }
    std::vector<Paso> juntos;
    for (Paso& f : pasos) {
        const bool mismo = !juntos.empty() && f.asignacion() && juntos.back().orden == f.orden &&
                           juntos.back().llave == f.llave && juntos.back().moneda == f.moneda;
        if (mismo) juntos.back().importe += f.importe;
        else juntos.push_back(std::move(f));
    }
    std::erase_if(juntos, [](const Paso& f) { return f.asignacion() && f.importe.es_cero(); });
    return juntos;
}

using Lugar = decltype(Paso{}.lugar());

// As asked for, from a day on, until a page is full: more days at a time the fewer rows they have.
std::vector<Paso> leer_hasta_llenar(db::Reader& tx, const Cuenta& c, const EstadoCuentaPedido& p, const std::string& local,
                                    Fecha desde, Fecha hasta, const std::optional<Lugar>& ultimo, std::int64_t renglones) {
    std::vector<Paso> pasos;
    Fecha leido = desde + -1;
    for (int dias = 31; leido < hasta; dias *= 2) {
        const Fecha fin = std::min(hasta, leido + dias);
        for (Paso& f : como_se_piden(leer_pasos(tx, c, leido + 1, fin), p, local)) pasos.push_back(std::move(f));
        leido = fin;
        const auto nuevos = std::ranges::count_if(pasos, [&](const Paso& f) { return !ultimo || f.lugar() > *ultimo; });
        if (nuevos >= renglones) break;
    }
    return pasos;
}

// What the open documents of the contact on a day are worth in the books: debit positive.
Importe abierto_al(db::Reader& tx, const Cuenta& c, Fecha dia) {
    Importe abierto;
    for (const auto& s : engine::saldos_al_corte(tx, {.dia = dia, .proveedores = c.proveedores, .entidadId = c.entidadId}))
        abierto += s.a_favor() != c.proveedores ? -s.saldoLocal : s.saldoLocal;
    return abierto;
}

MovimientoCuenta movimiento(const Paso& f, Importe saldo) {
    const bool cargo = f.importe > Importe{};
    const auto evento = static_cast<EventoCuenta>(f.orden);
    return {f.fecha,
            f.transaccionId,
            f.tipo,
            engine::folio_texto(f.serie, f.folio),
            f.referencia,
            evento,
            f.transaccionId2,
            f.asignacion() ? engine::folio_texto(f.serie2, f.folio2) : "",
            evento == EventoCuenta::cancelacion,
            cargo ? f.importe : Importe{},
            cargo ? Importe{} : -f.importe,
            saldo};
}

}  // namespace

EstadoCuenta consultar_estado_cuenta(const Context& ctx, const EstadoCuentaPedido& p) {
    auto& tx = ctx.db();
    EstadoCuenta r;
    r.entidadId = p.entidadId;
    r.tipo = p.tipo.value_or(TipoCartera::clientes);
    r.fechaFinal = p.fechaFinal.value_or(ctx.hoy());
    r.fechaInicial = p.fechaInicial.value_or(r.fechaFinal.primero_del_mes());
    reject_if(r.fechaFinal < r.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    std::vector<EstadoCuenta> uno{r};
    nombrar(tx, uno);
    r = std::move(uno.front());
    reject_if(r.nombre.empty(), Codigo::no_encontrado, "/entidadId");

    EstadoCuentaPedido solo_filtros = p;
    solo_filtros.registrosPorPagina = {};
    solo_filtros.cursor = {};
    solo_filtros.fechaInicial = r.fechaInicial;
    solo_filtros.fechaFinal = r.fechaFinal;
    PaginaPedida pagina;
    pagina.registrosPorPagina = p.registrosPorPagina;
    pagina.cursor = p.cursor;
    const Recorrido recorrido{ctx, pagina, "EstadoCuenta", reflect::to_json(solo_filtros)};
    const bool por_paginas = p.registrosPorPagina || p.cursor;
    // A page reads from the day where the one before it ended.
    const auto& desde = recorrido.desde();
    std::optional<Lugar> ultimo;
    if (desde) {
        reject_if(desde->size() != 5, Codigo::cursor_invalido, "/cursor");
        ultimo = Lugar{desde->at(0), desde->at(1), desde->at(2), desde->at(3), desde->at(4)};
    }
    const Fecha dia = desde ? Fecha::de_dias(static_cast<std::int32_t>(desde->at(0))) : r.fechaInicial;

    const std::string local = engine::moneda_local(tx).moneda;
    const Cuenta cuenta{r.entidadId, r.tipo == TipoCartera::proveedores};
    std::optional<std::map<std::string, Suma>> al_final;
    std::map<std::string, Suma> al_inicio;
    std::vector<Paso> pasos;
    // Which pairs to hide is known only at the end of the range.
    if (por_paginas && !p.sinCancelados.value_or(false)) {
        al_inicio = saldos_al(tx, cuenta, dia + -1);
        pasos = leer_hasta_llenar(tx, cuenta, p, local, dia, r.fechaFinal, ultimo, recorrido.limite_sql());
    } else {
        al_final = al_inicio = saldos_al(tx, cuenta, r.fechaFinal);
        pasos = leer_pasos(tx, cuenta, dia, r.fechaFinal);
        for (const Paso& f : pasos) {
            al_inicio[f.moneda].importe -= f.importe;
            al_inicio[f.moneda].local -= f.local;
        }
        pasos = como_se_piden(std::move(pasos), p, local);
    }

    std::map<std::string, EstadoCuentaMoneda> monedas;
    for (const auto& [moneda, s] : al_inicio) {
        if (p.moneda && moneda != std::string_view{*p.moneda}) continue;
        const bool en_local = p.enMonedaLocal.value_or(false);
        monedas[en_local ? local : moneda].saldoInicial += en_local ? s.local : s.importe;
    }
    // A pair is hidden when both of its rows stand in the range: alone, either would leave the balance wrong. Where the first of
    // them stands on a page before, this one does not open with it.
    std::erase_if(pasos, [&](const Paso& f) {
        const bool par = p.sinCancelados.value_or(false) && f.otra && *f.otra >= r.fechaInicial && *f.otra <= r.fechaFinal;
        if (par && *f.otra < dia) monedas[f.moneda].saldoInicial += f.importe;
        return par;
    });
    std::erase_if(pasos, [&](const Paso& f) {
        const bool antes = ultimo && f.lugar() <= *ultimo;
        if (antes) monedas[f.moneda].saldoInicial += f.importe;
        return antes;
    });
    if (por_paginas) {
        auto una = recorrido.pagina(std::move(pasos), {}, [](const Paso& f) {
            return std::apply([](auto... clave) { return std::vector<std::int64_t>{clave...}; }, f.lugar());
        });
        pasos = std::move(una.data);
        r.siguiente = std::move(una.siguiente);
    }
    for (const Paso& f : pasos) monedas.try_emplace(f.moneda);
    for (auto& [moneda, m] : monedas) {
        m.moneda = moneda;
        m.saldoFinal = m.saldoInicial;
    }
    for (const Paso& f : pasos) {
        EstadoCuentaMoneda& m = monedas.at(f.moneda);
        m.saldoFinal += f.importe;
        m.movimientos.push_back(movimiento(f, m.saldoFinal));
        m.cargos += m.movimientos.back().cargo;
        m.abonos += m.movimientos.back().abono;
    }
    for (auto& [moneda, m] : monedas)
        if (!m.movimientos.empty() || !m.saldoInicial.es_cero()) r.monedas.push_back(std::move(m));

    if (!p.moneda && !p.cursor) {
        if (!al_final) al_final = saldos_al(tx, cuenta, r.fechaFinal);
        Importe cierre;
        for (const auto& [moneda, s] : *al_final) cierre += s.local;
        r.diferencia = cierre - abierto_al(tx, cuenta, r.fechaFinal);
    }
    return r;
}

SaldosClientesProveedores consultar_saldos_al_dia(const Context& ctx, const SaldosAlDia& p) {
    auto& tx = ctx.db();
    SaldosClientesProveedores r;
    r.fecha = p.fecha.value_or(ctx.hoy());
    std::map<std::pair<std::int64_t, std::string>, SaldoClienteProveedor> filas;
    for (const bool proveedores : {false, true}) {
        engine::Corte corte{.dia = r.fecha, .proveedores = proveedores};
        if (p.entidadId) corte.entidadId = *p.entidadId;
        for (const auto& s : engine::saldos_al_corte(tx, corte)) {
            auto [it, nueva] = filas.try_emplace({s.entidadId, s.moneda});
            SaldoClienteProveedor& f = it->second;
            f.entidadId = s.entidadId;
            f.moneda = s.moneda;
            if (s.naturaleza == Naturaleza::cobrar) f.porCobrar += s.saldo;
            else if (s.naturaleza == Naturaleza::favorCliente) f.aFavorCliente += s.saldo;
            else if (s.naturaleza == Naturaleza::pagar) f.porPagar += s.saldo;
            else f.aFavorProveedor += s.saldo;
            const bool nuestro = deudora(s.naturaleza);
            f.neto += nuestro ? s.saldo : -s.saldo;
            f.netoLocal += nuestro ? s.saldoLocal : -s.saldoLocal;
        }
    }
    for (auto& [llave, f] : filas) {
        r.totalLocal += f.netoLocal;
        r.saldos.push_back(std::move(f));
    }
    nombrar(tx, r.saldos);
    if (!p.entidadId)
        r.diferencia = r.totalLocal - engine::control_al_corte(tx, r.fecha, false) - engine::control_al_corte(tx, r.fecha, true);
    return r;
}

void register_estado_cuenta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/EstadoCuenta", "EstadoCuenta", consultar_estado_cuenta)
        .como_tabla(consultar_estado_cuenta, tabla_estado_cuenta)
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::cursor_invalido});
    ops.add(GET, "/api/Contabilidad/SaldosClientesProveedores", "SaldosClientesProveedores", consultar_saldos_al_dia);
}

}  // namespace cacao
