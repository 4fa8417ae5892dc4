#include "rooms/contabilidad/reportes/libro_auxiliar.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

Fecha dia_de_fila(const db::Row& r, int columna) { return Fecha::de_dias(static_cast<std::int32_t>(r.integer(columna))); }

// The account with all that depends on it; $2 is the account.
constexpr std::string_view rama_de_cuenta = R"(WITH RECURSIVE rama (cuentaId) AS (
        SELECT c.cuentaId FROM cuenta c WHERE c.organizacionId = $1 AND c.cuentaId = $2
        UNION ALL
        SELECT h.cuentaId FROM cuenta h JOIN rama ON h.organizacionId = $1 AND h.padreId = rama.cuentaId) )";

class LibroAuxiliar {
public:
    LibroAuxiliar(const Context& ctx, const AuxiliaresPedidos& p) : tx_(ctx.db()), p_(p), rango_(rango_de_libro(ctx, p)) {
        reject_if(!p.cuentaId && !p.entidadId, Codigo::requerido, "/cuentaId");
        Faltas faltas;
        if (p.cuentaId) {
            const auto naturaleza =
                tx_.one<std::string>("SELECT naturaleza FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                                     tx_.organizacion(), std::int64_t{*p.cuentaId});
            faltas.agregar_si(!naturaleza, Codigo::no_encontrado, "/cuentaId");
            acreedora_ = naturaleza == "acreedora";
            cabeza_ = rama_de_cuenta;
        }
        if (p.entidadId)
            faltas.agregar_si(
                !tx_.one<std::int64_t>("SELECT entidadId FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                       tx_.organizacion(), std::int64_t{*p.entidadId}),
                Codigo::no_encontrado, "/entidadId");
        faltas.lanzar();
    }

    const engine::BalanzaPedida& rango() const { return rango_; }
    bool acreedora() const { return acreedora_; }

    // Debit positive.
    Importe inicial() {
        if (p_.cuentaId && !p_.entidadId) return de_los_meses().first;
        // What was posted of a contact before the range; closes touch no contact.
        db::Where antes = suyos();
        if (rango_.desde_cierre) antes.add("a.fecha <= $ AND p.periodo % 100 <= 12", rango_.desde);
        else antes.add("a.fecha < $", rango_.desde);
        return sumar(antes);
    }
    Importe segun_meses() { return de_los_meses().second; }
    // What moved in the range until that place, itself included.
    Importe hasta(const std::vector<std::int64_t>& lugar) {
        db::Where donde = en_rango();
        donde.add("(a.fecha, a.polizaId, a.renglon) <= ($, $, $)", lugar.at(0), lugar.at(1), lugar.at(2));
        return sumar(donde);
    }
    std::vector<MovimientoAuxiliar> movimientos(const Recorrido* recorrido) {
        db::Where donde = en_rango();
        if (recorrido != nullptr && recorrido->desde()) {
            const auto& d = *recorrido->desde();
            donde.add("(a.fecha, a.polizaId, a.renglon) > ($, $, $)", d.at(0), d.at(1), d.at(2));
        }
        const std::string filtros = donde.and_sql();
        const std::string tramo = recorrido != nullptr ? recorrido->tramo_sql(donde) : std::string{};
        std::vector<MovimientoAuxiliar> filas;
        tx_.query(cabeza_ +
                      "SELECT a.fecha, a.polizaId, a.renglon, p.transaccionId, d.tipo, d.serie, d.folio, p.evento, a.entidadId, "
                      "a.sucursalId, a.proyectoId, a.cargo, a.abono, a.moneda, a.original, d.notas, COALESCE(d.uuid, ''), "
                      "COALESCE((SELECT e.rfc FROM contacto e WHERE e.organizacionId = $1 AND e.entidadId = d.entidadId), ''), "
                      "a.cuentaId, c.codigo, c.nombre" +
                      cuerpo_ + filtros + " ORDER BY a.fecha, a.polizaId, a.renglon" + tramo,
                  donde.params(), [&](const db::Row& r) {
                      MovimientoAuxiliar m;
                      static_cast<AsientoAuxiliar&>(m) = {dia_de_fila(r, 0),
                                                          r.integer(1),
                                                          r.integer(2),
                                                          r.integer(3),
                                                          std::string{r.text(4)},
                                                          engine::folio_texto(r.text(5), r.integer(6)),
                                                          std::string{r.text(7)},
                                                          std::string{r.text(16)},
                                                          r.integer(8),
                                                          std::string{r.text(17)},
                                                          r.integer(9),
                                                          r.integer(10),
                                                          Importe::de_micros(r.integer(11)),
                                                          Importe::de_micros(r.integer(12)),
                                                          std::string{r.text(13)},
                                                          Importe::de_micros(r.integer(14)),
                                                          std::string{r.text(15)}};
                      m.cuentaId = r.integer(18);
                      m.codigo = r.text(19);
                      m.cuenta = r.text(20);
                      filas.push_back(std::move(m));
                  });
        return filas;
    }

private:
    // What every question of it says; each adds its own.
    db::Where suyos() const {
        db::Where w{tx_.organizacion()};
        if (p_.cuentaId) {
            w.next(std::int64_t{*p_.cuentaId});
            w.add("a.cuentaId IN (SELECT cuentaId FROM rama)");
        }
        // The second says what the first implies, for the index that has no others.
        if (p_.entidadId) w.add("a.entidadId = $ AND a.entidadId <> 0", std::int64_t{*p_.entidadId});
        w.add_if(rango_.sucursalId, "a.sucursalId = $");
        w.add_if(rango_.proyectoId, "a.proyectoId = $");
        return w;
    }
    db::Where en_rango() const {
        db::Where w = suyos();
        w.add("a.fecha BETWEEN $ AND $", rango_.desde, rango_.hasta);
        if (!rango_.con_cierre) w.add("p.periodo % 100 <= 12");
        if (rango_.desde_cierre) w.add("p.periodo >= $", engine::cierre_de(rango_.desde));
        return w;
    }
    Importe sumar(const db::Where& donde) {
        Importe suma;
        tx_.query(cabeza_ + "SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT)" + cuerpo_ + donde.and_sql(),
                  donde.params(), [&](const db::Row& r) { suma = Importe::de_micros(r.integer(0)); });
        return suma;
    }
    // What the account had and what it came to, by the kept months.
    std::pair<Importe, Importe> de_los_meses() {
        if (meses_) return *meses_;
        meses_.emplace();
        const auto libros = engine::balanza(tx_, rango_);
        const auto rama = tx_.all<std::int64_t>(std::string{rama_de_cuenta} + "SELECT cuentaId FROM rama", tx_.organizacion(),
                                                std::int64_t{*p_.cuentaId});
        for (const auto id : rama)
            if (const auto s = libros.find(id); s != libros.end()) {
                meses_->first += s->second.inicial;
                meses_->second += s->second.inicial + s->second.cargos - s->second.abonos;
            }
        return *meses_;
    }

    db::Reader& tx_;
    const AuxiliaresPedidos& p_;
    engine::BalanzaPedida rango_;
    std::string cabeza_;
    std::string cuerpo_ =
        " FROM asiento a JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId"
        " JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId"
        " JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId"
        " WHERE a.organizacionId = $1";
    bool acreedora_ = false;
    std::optional<std::pair<Importe, Importe>> meses_;
};

}  // namespace

Auxiliares consultar_auxiliares(const Context& ctx, const AuxiliaresPedidos& p) {
    LibroAuxiliar libro{ctx, p};
    const auto& rango = libro.rango();
    PaginaPedida pagina;
    pagina.registrosPorPagina = p.registrosPorPagina;
    pagina.cursor = p.cursor;
    AuxiliaresPedidos filtros = p;
    filtros.registrosPorPagina = {};
    filtros.cursor = {};
    filtros.fechaInicial = rango.desde;
    filtros.fechaFinal = rango.hasta;
    const Recorrido recorrido{ctx, pagina, "Auxiliares", reflect::to_json(filtros)};
    const bool por_paginas = p.registrosPorPagina || p.cursor;
    const auto& desde = recorrido.desde();
    reject_if(desde && desde->size() != 3, Codigo::cursor_invalido, "/cursor");

    Auxiliares r{rango.desde, rango.hasta, {}, {}, {}, {}, {}, {}, {}};
    Importe saldo = libro.inicial();
    if (desde) saldo += libro.hasta(*desde);
    const auto dicho = [&](Importe i) { return libro.acreedora() ? -i : i; };
    r.saldoInicial = dicho(saldo);
    r.movimientos = libro.movimientos(por_paginas ? &recorrido : nullptr);
    if (por_paginas) {
        auto una = recorrido.pagina(std::move(r.movimientos), {}, [](const MovimientoAuxiliar& m) {
            return std::vector<std::int64_t>{m.fecha.dias(), m.polizaId, m.renglon};
        });
        r.movimientos = std::move(una.data);
        r.siguiente = std::move(una.siguiente);
    }
    for (MovimientoAuxiliar& m : r.movimientos) {
        saldo += m.cargo - m.abono;
        r.cargos += m.cargo;
        r.abonos += m.abono;
        m.saldo = dicho(saldo);
    }
    r.saldoFinal = dicho(saldo);
    if (!por_paginas && !p.entidadId) r.diferencia = dicho(saldo - libro.segun_meses());
    return r;
}

Pagina<PolizaVista> consultar_diario(const Context& ctx, const DiarioPedido& p) {
    const auto rango = rango_de_libro(ctx, p);
    auto& tx = ctx.db();
    const Recorrido recorrido{
        ctx, p, "Diario",
        fmt::format("{}/{}/{}/{}/{}/{}", rango.desde.dias(), rango.hasta.dias(), rango.sucursalId.value_or(-1),
                    rango.proyectoId.value_or(-1), rango.con_cierre, rango.desde_cierre)};
    db::Where donde{ctx.organizacionId(), rango.desde, rango.hasta};
    const auto algun_asiento = [](std::string_view columna) {
        return fmt::format(
            "EXISTS (SELECT 1 FROM asiento a WHERE a.organizacionId = $1 AND a.polizaId = p.polizaId AND a.{} = $)", columna);
    };
    donde.add_if(rango.sucursalId, algun_asiento("sucursalId"));
    donde.add_if(rango.proyectoId, algun_asiento("proyectoId"));
    if (!rango.con_cierre) donde.add("p.periodo % 100 <= 12");
    if (rango.desde_cierre) donde.add("p.periodo >= $", engine::cierre_de(rango.desde));
    const std::string de = " FROM poliza p WHERE p.organizacionId = $1 AND p.fecha BETWEEN $2 AND $3";
    const Total total = recorrido.contar(tx, "SELECT 1" + de + donde.and_sql(), donde.params());
    if (const auto& desde = recorrido.desde()) donde.add("(p.fecha, p.polizaId) > ($, $)", desde->at(0), desde->at(1));
    const std::string filtros = donde.and_sql();
    const auto tramo = recorrido.tramo_sql(donde);
    std::vector<PolizaVista> polizas;
    tx.query("SELECT p.polizaId, p.evento, p.fecha, p.periodo, p.cargo, p.revierteId, p.transaccionId" + de + filtros +
                 " ORDER BY p.fecha, p.polizaId" + tramo,
             donde.params(), [&](const db::Row& r) { polizas.push_back(leer_poliza(r)); });
    auto pagina = recorrido.pagina(std::move(polizas), total, [](const PolizaVista& v) {
        return std::vector<std::int64_t>{v.fecha.dias(), v.polizaId};
    });
    completar_polizas(tx, pagina.data);
    return pagina;
}

void register_libro_auxiliar(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/Auxiliares", "Auxiliares", consultar_auxiliares)
        .nuestra()
        .rechaza({Codigo::requerido, Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::fecha_invalida,
                  Codigo::fuera_de_rango, Codigo::cursor_invalido});
    ops.add(GET, "/api/Contabilidad/Diario", "Diario", consultar_diario)
        .nuestra()
        .por(&PolizaVista::asientos)
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::no_encontrado,
                  Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
