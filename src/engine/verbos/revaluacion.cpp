#include "engine/verbos/revaluacion.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace cacao::engine {
namespace {

struct BancoAlCierre {
    std::int64_t cuentaBancariaId = 0;
    std::string moneda;
    Importe saldo;
    Importe valor;
};
DESCRIBE_STRUCT(BancoAlCierre, (), (cuentaBancariaId, moneda, saldo, valor))

// A balance with what it is worth on the day, and where the difference goes.
struct PartidaRevaluada {
    SaldoExtranjero saldo;
    std::int64_t cuentaId = 0;
    Importe valorCierre;
    Importe diferencia() const { return valorCierre - saldo.valorLibros; }
    Importe ganado() const { return deudora(saldo.clase) ? diferencia() : -diferencia(); }
};

// Everything that is open in another currency at the end of the month.
std::vector<SaldoExtranjero> abiertos_al_cierre(db::Reader& tx, std::int64_t periodo, const std::string& local) {
    std::vector<SaldoExtranjero> todos;
    const LugarDeSaldos lugar{tx};
    const auto agregar = [&](const std::vector<SaldoExtranjero>& mas) { todos.insert(todos.end(), mas.begin(), mas.end()); };
    for (const auto& moneda :
         tx.all<std::string>("SELECT moneda FROM organizacionMoneda WHERE organizacionId = $1 AND moneda <> $2 ORDER BY moneda",
                             tx.organizacion(), local))
        for (const bool proveedores : {false, true}) {
            Corte corte{.dia = cierre_del_mes(periodo), .proveedores = proveedores};
            corte.moneda = moneda;
            agregar(saldos_extranjeros(lugar, saldos_al_corte(tx, corte), local));
        }
    agregar(bancos_extranjeros(tx, periodo, local));
    return todos;
}

// The rate of each currency that something is open in: as it was given, or that of the day.
TiposDeCambio cambios_al_cierre(db::Reader& tx, const std::vector<SaldoExtranjero>& abiertos, Fecha dia, const std::string& local,
                                const std::vector<std::pair<std::string, Precio>>& dados) {
    TiposDeCambio cambios;
    Faltas faltas;
    for (std::size_t i = 0; i < dados.size(); ++i) {
        const auto& [moneda, tipoCambio] = dados[i];
        const auto campo = "/tiposCambio/" + std::to_string(i);
        const bool hay = std::ranges::any_of(abiertos, [&](const SaldoExtranjero& s) { return s.moneda == dados[i].first; });
        faltas.agregar_si(!hay, Codigo::valor_no_permitido, campo + "/moneda");
        faltas.agregar_si(tipoCambio <= Precio{}, Codigo::fuera_de_rango, campo + "/tipoCambio");
        faltas.agregar_si(!cambios.emplace(moneda, tipoCambio).second, Codigo::duplicado, campo + "/moneda");
    }
    for (const SaldoExtranjero& s : abiertos) {
        if (cambios.contains(s.moneda)) continue;
        const auto cambio = tipo_cambio(tx, s.moneda, dia, local);
        if (!cambio)
            faltas.agregar(Codigo::moneda_sin_tipo_cambio, "/tiposCambio", En::donde_sea, reflect::objeto("moneda", s.moneda));
        cambios.emplace(s.moneda, cambio.value_or(Precio::de_enteros(1)));
    }
    faltas.lanzar();
    return cambios;
}

PartidaDiario renglon_de_revaluacion(std::size_t numero, std::int64_t cuentaId, Importe importe) {
    PartidaDiario p;
    p.campo = "/partidas/" + std::to_string(numero);
    p.cuentaId = cuentaId;
    (importe > Importe{} ? p.cargo : p.abono) = importe > Importe{} ? importe : -importe;
    return p;
}

// What each account gets, debit positive; what is gained and what is lost apart, as when balances are paid.
std::vector<PartidaDiario> renglones_de(const std::vector<PartidaRevaluada>& partidas, Cuentas& cuentas, Revaluado& r) {
    std::map<std::int64_t, Importe> por_cuenta;
    for (const PartidaRevaluada& p : partidas) {
        por_cuenta[p.cuentaId] += p.ganado();
        (p.ganado() > Importe{} ? r.ganancia : r.perdida) += p.ganado() > Importe{} ? p.ganado() : -p.ganado();
    }
    if (!r.ganancia.es_cero()) por_cuenta[cuentas.de(Cuenta::ganancia_cambiaria)] -= r.ganancia;
    if (!r.perdida.es_cero()) por_cuenta[cuentas.de(Cuenta::perdida_cambiaria)] += r.perdida;
    std::vector<PartidaDiario> renglones;
    for (const auto& [cuentaId, importe] : por_cuenta)
        if (!importe.es_cero()) renglones.push_back(renglon_de_revaluacion(renglones.size(), cuentaId, importe));
    return renglones;
}

void guardar_revaluacion(Context& ctx, std::int64_t periodo, const Revaluado& r, const TiposDeCambio& cambios,
                         const std::vector<PartidaRevaluada>& partidas) {
    auto& tx = ctx.db();
    const auto org = ctx.organizacionId();
    const auto id = r.revaluacion.transaccionId;
    tx.run("INSERT INTO revaluacion (organizacionId, transaccionId, periodo, reversaId, vigente) VALUES ($1, $2, $3, $4, 1)", org,
           id, periodo, r.reversa.transaccionId);
    for (const auto& [moneda, tipoCambio] : cambios)
        tx.run("INSERT INTO revaluacionTipoCambio (organizacionId, transaccionId, moneda, tipoCambio) VALUES ($1, $2, $3, $4)",
               org, id, moneda, tipoCambio);
    std::int64_t numero = 0;
    for (const PartidaRevaluada& p : partidas)
        tx.run(R"(INSERT INTO revaluacionPartida (organizacionId, transaccionId, numero, clase, documentoId, cuentaBancariaId,
                                                  entidadId, cuentaId, moneda, saldo, valorLibros, valorCierre)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
               org, id, ++numero, reflect::enum_name(p.saldo.clase), p.saldo.transaccionId, p.saldo.cuentaBancariaId,
               p.saldo.entidadId, p.cuentaId, p.saldo.moneda, p.saldo.saldo, p.saldo.valorLibros, p.valorCierre);
}

// Nobody posts into the month, nor into a later one: what happened since is walked back, so it must not change meanwhile.
void apartar_desde(Context& ctx, std::int64_t periodo) {
    auto& tx = ctx.db();
    const Fecha dentro_de_un_anio = ctx.hoy() + 366;
    const auto ultimo = tx.one<std::int64_t>(
        "SELECT MAX(periodo) FROM saldoCuenta WHERE organizacionId = $1 HAVING MAX(periodo) > 0", tx.organizacion());
    apartar_periodos(tx, periodo, std::max(periodo_de(dentro_de_un_anio), ultimo.value_or(0)));
}

}  // namespace

Cuenta control_de(ClaseRevaluada clase) {
    switch (clase) {
        case ClaseRevaluada::cobrar: return Cuenta::clientes;
        case ClaseRevaluada::pagar: return Cuenta::proveedores;
        case ClaseRevaluada::favorCliente: return Cuenta::anticipo_clientes;
        case ClaseRevaluada::favorProveedor: return Cuenta::anticipo_proveedores;
        case ClaseRevaluada::banco: break;
    }
    return Cuenta::banco;
}

Cuenta complementaria_de(ClaseRevaluada clase) {
    switch (clase) {
        case ClaseRevaluada::cobrar: return Cuenta::revaluacion_clientes;
        case ClaseRevaluada::pagar: return Cuenta::revaluacion_proveedores;
        case ClaseRevaluada::favorCliente: return Cuenta::revaluacion_anticipo_clientes;
        case ClaseRevaluada::favorProveedor: return Cuenta::revaluacion_anticipo_proveedores;
        case ClaseRevaluada::banco: break;
    }
    return Cuenta::revaluacion_bancos;
}

std::vector<SaldoExtranjero> bancos_extranjeros(db::Reader& tx, std::int64_t periodo, const std::string& local) {
    std::vector<SaldoExtranjero> abiertos;
    for (const BancoAlCierre& b : tx.all<BancoAlCierre>(
             R"(SELECT b.cuentaBancariaId, b.moneda, CAST(SUM(k.ingresos - k.egresos) AS BIGINT) AS saldo,
                       CAST(SUM(k.valor) AS BIGINT) AS valor
                FROM cuentaBancaria b
                JOIN saldoBanco k ON k.organizacionId = $1 AND k.cuentaBancariaId = b.cuentaBancariaId AND k.periodo <= $2
                WHERE b.organizacionId = $1 AND b.moneda <> $3
                GROUP BY b.cuentaBancariaId, b.moneda
                HAVING SUM(k.ingresos - k.egresos) <> 0 OR SUM(k.valor) <> 0
                ORDER BY b.cuentaBancariaId)",
             tx.organizacion(), periodo, local))
        abiertos.push_back({ClaseRevaluada::banco, 0, b.cuentaBancariaId, 0, b.moneda, b.saldo, b.valor});
    return abiertos;
}

LugarDeSaldos::LugarDeSaldos(db::Reader& tx) {
    for (const auto cuentaId : tx.all<std::int64_t>("SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel IN "
                                                    "('anticipo_clientes', 'anticipo_proveedores')",
                                                    tx.organizacion()))
        de_anticipos_.insert(cuentaId);
}

ClaseRevaluada LugarDeSaldos::clase(const SaldoAlCorte& s) const {
    const bool anticipo = s.a_favor() && de_anticipos_.contains(s.cuentaId);
    if (de_clientes(s.naturaleza)) return anticipo ? ClaseRevaluada::favorCliente : ClaseRevaluada::cobrar;
    return anticipo ? ClaseRevaluada::favorProveedor : ClaseRevaluada::pagar;
}

Importe LugarDeSaldos::con_signo(const SaldoAlCorte& s, Importe importe) const {
    const auto donde = clase(s);
    const bool en_control = donde == ClaseRevaluada::cobrar || donde == ClaseRevaluada::pagar;
    return s.a_favor() && en_control ? -importe : importe;
}

std::vector<SaldoExtranjero> saldos_extranjeros(const LugarDeSaldos& lugar, const std::vector<SaldoAlCorte>& saldos,
                                                const std::string& local) {
    std::vector<SaldoExtranjero> abiertos;
    for (const SaldoAlCorte& s : saldos)
        if (s.moneda != local)
            abiertos.push_back({lugar.clase(s), s.transaccionId, 0, s.entidadId, s.moneda, lugar.con_signo(s, s.saldo),
                                lugar.con_signo(s, s.saldoLocal)});
    return abiertos;
}

Revaluado revaluar(Context& ctx, std::int64_t periodo, const std::vector<std::pair<std::string, Precio>>& dados,
                   SolicitudDiario encabezado) {
    auto& tx = ctx.db();
    const Fecha dia = cierre_del_mes(periodo);
    reject_if(dia > ctx.hoy(), Codigo::fuera_de_rango, "/periodo");
    tx.lock("revaluacion");
    if (const auto otra = tx.one<std::int64_t>(
            "SELECT transaccionId FROM revaluacion WHERE organizacionId = $1 AND periodo = $2 AND vigente = 1",
            ctx.organizacionId(), periodo))
        reject(Codigo::duplicado, "/periodo", reflect::objeto("transaccionId", *otra));
    apartar_desde(ctx, periodo);

    const Ajustes ajustes = leer_ajustes(tx);
    const auto abiertos = abiertos_al_cierre(tx, periodo, ajustes.moneda);
    const TiposDeCambio cambios = cambios_al_cierre(tx, abiertos, dia, ajustes.moneda, dados);
    Cuentas cuentas{tx};
    std::vector<PartidaRevaluada> partidas;
    for (const SaldoExtranjero& s : abiertos) {
        PartidaRevaluada p{s, 0, convertir(s.saldo, cambios.at(s.moneda), ajustes.decimales)};
        p.cuentaId = cuentas.de(complementaria_de(s.clase), {0, 0, s.entidadId});
        partidas.push_back(std::move(p));
    }
    reject_if(std::ranges::all_of(partidas, [](const PartidaRevaluada& p) { return p.diferencia().es_cero(); }),
              Codigo::lista_vacia, "/periodo");

    Revaluado r;
    SolicitudDiario& s = encabezado;
    s.campos = {{"/fecha", "/periodo"}};
    s.fecha = dia;
    s.partidas = renglones_de(partidas, cuentas, r);
    r.revaluacion = emitir(ctx, RevaluacionCambiaria, s);
    s.fecha = dia + 1;
    s.origenId = r.revaluacion.transaccionId;
    s.referenciaExterna.clear();
    for (PartidaDiario& p : s.partidas) std::swap(p.cargo, p.abono);
    r.reversa = emitir(ctx, ReversaRevaluacion, s);
    guardar_revaluacion(ctx, periodo, r, cambios, partidas);
    return r;
}

bool revaluacion_al_dia(db::Reader& tx, std::int64_t periodo) {
    using Renglon = std::tuple<std::string, std::int64_t, std::int64_t, Importe, Importe>;
    std::set<Renglon> ahora, entonces;
    for (const SaldoExtranjero& s : abiertos_al_cierre(tx, periodo, leer_ajustes(tx).moneda))
        ahora.insert({std::string{reflect::enum_name(s.clase)}, s.transaccionId, s.cuentaBancariaId, s.saldo, s.valorLibros});
    tx.each(R"(SELECT p.clase, p.documentoId, p.cuentaBancariaId, p.saldo, p.valorLibros FROM revaluacion r
               JOIN revaluacionPartida p ON p.organizacionId = $1 AND p.transaccionId = r.transaccionId
               WHERE r.organizacionId = $1 AND r.periodo = $2 AND r.vigente = 1)",
            [&](const db::Row& f) {
                entonces.insert({std::string{f.text(0)}, f.integer(1), f.integer(2), Importe::de_micros(f.integer(3)),
                                 Importe::de_micros(f.integer(4))});
            },
            tx.organizacion(), periodo);
    return ahora == entonces;
}

Cancelado cancelar_revaluacion(Context& ctx, std::int64_t transaccionId, const std::string& motivo) {
    auto& tx = ctx.db();
    tx.lock("revaluacion");
    struct Fila {
        std::int64_t reversaId = 0;
        Fecha fecha;
        bool vigente = false;
    };
    std::optional<Fila> fila;
    tx.each(R"(SELECT r.reversaId, d.fecha, r.vigente FROM revaluacion r
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
               WHERE r.organizacionId = $1 AND r.transaccionId = $2)",
            [&](const db::Row& f) {
                fila = Fila{f.integer(0), Fecha::de_dias(static_cast<std::int32_t>(f.integer(1))), f.integer(2) != 0};
            },
            ctx.organizacionId(), transaccionId);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    if (fila->vigente) {
        Faltas faltas;
        for (const Fecha dia : {fila->fecha, fila->fecha + 1}) exigir_periodo(ctx, periodo_de(dia), "/id", faltas);
        faltas.lanzar();
        cancelar(ctx, fila->reversaId, {.fecha = fila->fecha + 1, .motivo = motivo}, {ReversaRevaluacion.tipo});
        tx.run("UPDATE revaluacion SET vigente = 0 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
               transaccionId);
    }
    return cancelar(ctx, transaccionId, {.fecha = fila->fecha, .motivo = motivo, .por_si = true}, {RevaluacionCambiaria.tipo});
}

}  // namespace cacao::engine
