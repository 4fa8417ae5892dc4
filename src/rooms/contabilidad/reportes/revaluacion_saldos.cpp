#include "rooms/contabilidad/reportes/revaluacion_saldos.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/saldos/cartera.hpp"
#include "engine/tipos/contabilidad.hpp"

#include <array>
#include <deque>
#include <map>

namespace cacao {
namespace {

using engine::ClaseRevaluada;

constexpr std::array todas_las_clases{ClaseRevaluada::cobrar, ClaseRevaluada::pagar, ClaseRevaluada::favorCliente,
                                      ClaseRevaluada::favorProveedor, ClaseRevaluada::banco};

ClaseRevaluada clase_guardada(std::string_view nombre) {
    for (const ClaseRevaluada c : todas_las_clases)
        if (reflect::enum_name(c) == nombre) return c;
    reject(Codigo::interno, "");
}

struct NombresDeSaldo {
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
};
DESCRIBE_STRUCT(NombresDeSaldo, (), (tipo, serie, folio))

// What documents, contacts and own accounts are called.
void poner_nombres(db::Reader& tx, std::vector<RevaluacionPartida>& partidas) {
    std::deque<std::optional<NombresDeSaldo>> documentos;
    std::map<std::int64_t, std::optional<std::string>> contactos;
    std::map<std::int64_t, std::optional<std::string>> cuentas;
    const auto org = tx.organizacion();
    for (const RevaluacionPartida& p : partidas) {
        auto& documento = documentos.emplace_back();
        if (p.transaccionId != 0)
            tx.one_later(documento, "SELECT tipo, serie, folio FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                         org, p.transaccionId);
        if (const auto [c, nuevo] = contactos.try_emplace(p.entidadId); nuevo && p.entidadId != 0)
            tx.one_later(c->second, "SELECT nombre FROM contacto WHERE organizacionId = $1 AND entidadId = $2", org, p.entidadId);
        if (const auto [c, nuevo] = cuentas.try_emplace(p.cuentaBancariaId); nuevo && p.cuentaBancariaId != 0)
            tx.one_later(c->second, "SELECT nombre FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2", org,
                         p.cuentaBancariaId);
        constexpr std::size_t a_la_vez = 500;
        if (documentos.size() % a_la_vez == 0) tx.settle();
    }
    tx.settle();
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        RevaluacionPartida& p = partidas[i];
        if (documentos[i]) {
            p.tipoDocumento = documentos[i]->tipo;
            p.folio = engine::folio_texto(documentos[i]->serie, documentos[i]->folio);
        }
        p.contacto = contactos.at(p.entidadId).value_or("");
        p.cuentaBancaria = cuentas.at(p.cuentaBancariaId).value_or("");
    }
}

std::vector<RevaluacionTipoCambio> cambios_guardados(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<RevaluacionTipoCambio>(R"(SELECT moneda, tipoCambio FROM revaluacionTipoCambio
                                            WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY moneda)",
                                         tx.organizacion(), transaccionId);
}

// Balances of the day against the books, class by class.
class RevaluacionTablero {
public:
    RevaluacionTablero(db::Reader& tx, RevaluacionSaldos& r) : tx_(tx), r_(r), ajustes_(engine::leer_ajustes(tx)), lugar_(tx) {
        r_.moneda = ajustes_.moneda;
        for (const auto& t : r_.tiposCambio) cambios_.emplace(t.moneda, t.tipoCambio);
        for (const ClaseRevaluada c : todas_las_clases) r_.clases.push_back({.clase = c});
    }

    void llenar() {
        for (const bool proveedores : {false, true}) {
            const auto saldos = engine::saldos_al_corte(tx_, {.dia = r_.fecha, .proveedores = proveedores});
            for (const auto& s : saldos)
                if (s.moneda == ajustes_.moneda) sumar_local(s);
            for (const auto& s : engine::saldos_extranjeros(lugar_, saldos, ajustes_.moneda)) agregar(s);
        }
        for (const auto& s : engine::bancos_extranjeros(tx_, r_.periodo, ajustes_.moneda)) agregar(s);
        sumar_bancos_locales();
        for (RevaluacionClase& c : r_.clases) comparar(c);
        r_.tiposCambio.clear();
        for (const auto& [moneda, tipoCambio] : cambios_) r_.tiposCambio.push_back({moneda, tipoCambio});
    }

private:
    RevaluacionClase& de(ClaseRevaluada clase) { return r_.clases.at(static_cast<std::size_t>(clase)); }

    void agregar(const engine::SaldoExtranjero& s) {
        RevaluacionPartida& p = r_.partidas.emplace_back();
        p.clase = s.clase;
        p.transaccionId = s.transaccionId;
        p.entidadId = s.entidadId;
        p.cuentaBancariaId = s.cuentaBancariaId;
        p.moneda = s.moneda;
        p.saldo = s.saldo;
        p.valorLibros = s.valorLibros;
        p.valorCierre = engine::convertir(s.saldo, cambio_de(s.moneda), ajustes_.decimales);
        p.diferencia = p.valorCierre - p.valorLibros;
        de(s.clase).valorLibros += p.valorLibros;
        de(s.clase).valorCierre += p.valorCierre;
    }

    void sumar_local(const engine::SaldoAlCorte& s) {
        RevaluacionClase& c = de(lugar_.clase(s));
        c.valorLibros += lugar_.con_signo(s, s.saldoLocal);
        c.valorCierre += lugar_.con_signo(s, s.saldoLocal);
    }

    void sumar_bancos_locales() {
        const Importe local = tx_.one<Importe>(R"(SELECT CAST(COALESCE(SUM(k.valor), 0) AS BIGINT)
            FROM cuentaBancaria b
            JOIN saldoBanco k ON k.organizacionId = $1 AND k.cuentaBancariaId = b.cuentaBancariaId AND k.periodo <= $2
            WHERE b.organizacionId = $1 AND b.moneda = $3)",
                                               tx_.organizacion(), r_.periodo, ajustes_.moneda)
                                  .value_or(Importe{});
        de(ClaseRevaluada::banco).valorLibros += local;
        de(ClaseRevaluada::banco).valorCierre += local;
    }

    void comparar(RevaluacionClase& c) {
        const Fecha primero = r_.fecha.primero_del_mes();
        const auto lado = [&](Importe deudor) { return engine::deudora(c.clase) ? deudor : -deudor; };
        const auto papel = [&](engine::Cuenta cual) {
            const auto s = engine::saldo_de_papeles(tx_, {cual}, primero, r_.fecha);
            return lado(s.inicial + s.cargos - s.abonos);
        };
        c.saldoContable = c.clase == ClaseRevaluada::banco ? libros_de_bancos() : papel(engine::control_de(c.clase));
        c.complementaria = papel(engine::complementaria_de(c.clase));
        c.diferencia = c.saldoContable + c.complementaria - c.valorCierre;
    }

    Importe libros_de_bancos() {
        const auto libros = engine::balanza(tx_, {.desde = r_.fecha.primero_del_mes(), .hasta = r_.fecha});
        Importe suma;
        for (const auto cuentaId :
             tx_.all<std::int64_t>("SELECT DISTINCT cuentaId FROM cuentaBancaria WHERE organizacionId = $1", tx_.organizacion()))
            if (const auto libro = libros.find(cuentaId); libro != libros.end())
                suma += libro->second.inicial + libro->second.cargos - libro->second.abonos;
        return suma;
    }

    Precio cambio_de(const std::string& moneda) {
        if (const auto hay = cambios_.find(moneda); hay != cambios_.end()) return hay->second;
        const auto cambio = engine::tipo_cambio(tx_, moneda, r_.fecha, ajustes_.moneda);
        reject_if(!cambio, Codigo::moneda_sin_tipo_cambio, "/periodo");
        return cambios_.emplace(moneda, *cambio).first->second;
    }

    db::Reader& tx_;
    RevaluacionSaldos& r_;
    engine::Ajustes ajustes_;
    engine::LugarDeSaldos lugar_;
    engine::TiposDeCambio cambios_;
};

}  // namespace

Pagina<engine::DocumentoResumen> listar_revaluaciones(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "Revaluaciones", {engine::RevaluacionCambiaria.tipo}, {});
}

RevaluacionVista obtener_revaluacion(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    std::optional<RevaluacionVista> v;
    tx.each(R"(SELECT d.serie, d.folio, r.periodo, d.fecha, d.estado, r.reversaId, d.notas FROM revaluacion r
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
               WHERE r.organizacionId = $1 AND r.transaccionId = $2)",
            [&](const db::Row& f) {
                v = RevaluacionVista{pedido.id,
                                     engine::folio_texto(f.text(0), f.integer(1)),
                                     f.integer(2),
                                     Fecha::de_dias(static_cast<std::int32_t>(f.integer(3))),
                                     std::string{f.text(4)},
                                     f.integer(5),
                                     std::string{f.text(6)},
                                     {},
                                     {}};
            },
            tx.organizacion(), std::int64_t{pedido.id});
    reject_if(!v, Codigo::no_encontrado, "/id");
    v->tiposCambio = cambios_guardados(tx, pedido.id);
    tx.each(R"(SELECT clase, documentoId, entidadId, cuentaBancariaId, moneda, saldo, valorLibros, valorCierre
               FROM revaluacionPartida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numero)",
            [&](const db::Row& f) {
                RevaluacionPartida& p = v->partidas.emplace_back();
                p.clase = clase_guardada(f.text(0));
                p.transaccionId = f.integer(1);
                p.entidadId = f.integer(2);
                p.cuentaBancariaId = f.integer(3);
                p.moneda = f.text(4);
                p.saldo = Importe::de_micros(f.integer(5));
                p.valorLibros = Importe::de_micros(f.integer(6));
                p.valorCierre = Importe::de_micros(f.integer(7));
                p.diferencia = p.valorCierre - p.valorLibros;
            },
            tx.organizacion(), std::int64_t{pedido.id});
    poner_nombres(tx, v->partidas);
    return std::move(*v);
}

RevaluacionSaldos consultar_revaluacion_saldos(const Context& ctx, const RevaluacionSaldosPedidos& pedidos) {
    auto& tx = ctx.db();
    RevaluacionSaldos r;
    r.periodo = pedidos.periodo;
    r.fecha = engine::cierre_del_mes(r.periodo);
    r.transaccionId =
        tx.one<std::int64_t>("SELECT transaccionId FROM revaluacion WHERE organizacionId = $1 AND periodo = $2 AND vigente = 1",
                             tx.organizacion(), r.periodo)
            .value_or(0);
    if (r.transaccionId != 0) r.tiposCambio = cambios_guardados(tx, r.transaccionId);
    RevaluacionTablero{tx, r}.llenar();
    if (!pedidos.conPartidas.value_or(true)) r.partidas.clear();
    poner_nombres(tx, r.partidas);
    return r;
}

void register_revaluacion_saldos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/Revaluaciones", "Revaluaciones", listar_revaluaciones)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Contabilidad/Revaluaciones/{id}", "RevaluacionObtener", obtener_revaluacion)
        .lee({engine::RevaluacionCambiaria.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Contabilidad/RevaluacionSaldos", "RevaluacionSaldos", consultar_revaluacion_saldos)
        .en_local(&RevaluacionPartida::valorLibros, &RevaluacionPartida::valorCierre, &RevaluacionPartida::diferencia)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::moneda_sin_tipo_cambio});
}

}  // namespace cacao
