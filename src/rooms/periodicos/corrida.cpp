#include "rooms/periodicos/corrida.hpp"

#include "api/aparte.hpp"
#include "api/organizacion.hpp"
#include "db/conjunto.hpp"
#include "db/where.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verificar/reglas.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

using periodicos::LosVecinos;

constexpr std::string_view operacion_generar = "PeriodicosGenerar";
constexpr std::string_view oficio_periodicos = "Periodicos";
constexpr std::int64_t hora_de_generar = 6;
constexpr std::int64_t segundos_de_una_hora = 3600;

struct OcurrenciaFila {
    std::int64_t plantillaId = 0;
    Fecha fecha;
    std::string estado;
    std::int64_t intentos = 0;
    std::string faltas;
};
DESCRIBE_STRUCT(OcurrenciaFila, (), (plantillaId, fecha, estado, intentos, faltas))

std::map<std::pair<std::int64_t, Fecha>, OcurrenciaFila> ocurrencias_del_mes(db::Reader& tx, const engine::DiasDelMes& mes) {
    std::map<std::pair<std::int64_t, Fecha>, OcurrenciaFila> r;
    for (OcurrenciaFila& o : tx.all<OcurrenciaFila>("SELECT plantillaId, fecha, estado, intentos, faltas FROM ocurrencia WHERE "
                                                    "organizacionId = $1 AND fecha BETWEEN $2 AND $3",
                                                    tx.organizacion(), mes.primero, mes.ultimo)) {
        const std::pair llave{o.plantillaId, o.fecha};
        r.emplace(llave, std::move(o));
    }
    return r;
}

struct PorGenerar {
    PlantillaFila plantilla;
    Fecha fecha;
};

// The templates that are asked for by name, each of which must be there.
std::set<std::int64_t> plantillas_nombradas(db::Reader& tx, const GeneracionDeMes& p) {
    if (!p.plantillaIds) return {};
    db::Conjunto ids{"plantillaId"};
    for (const Id& id : *p.plantillaIds) ids.agregar(id.valor);
    const auto hay = tx.all<std::int64_t>(
        "SELECT p.plantillaId FROM plantilla p WHERE p.organizacionId = $1 AND p.plantillaId IN " + ids.sql(tx.motor(), "$2"),
        tx.organizacion(), ids.valor());
    std::set<std::int64_t> cuales{hay.begin(), hay.end()};
    Faltas faltas;
    for (std::size_t i = 0; i < p.plantillaIds->size(); ++i)
        faltas.agregar_si(!cuales.contains((*p.plantillaIds)[i]), Codigo::no_encontrado, "/plantillaIds/" + std::to_string(i));
    faltas.lanzar();
    return cuales;
}

// What is due of templates in a month up to today. What is left out stays so unless its template is asked for by name.
std::vector<PorGenerar> por_generar(db::Reader& tx, const GeneracionDeMes& p, Fecha hoy) {
    const engine::DiasDelMes mes = engine::dias_del_mes(p.periodo);
    const auto hechas = ocurrencias_del_mes(tx, mes);
    const auto cuales = plantillas_nombradas(tx, p);
    std::vector<PorGenerar> r;
    for (const PlantillaFila& plantilla : plantillas_en_uso(tx)) {
        if (p.plantillaIds && !cuales.contains(plantilla.plantillaId)) continue;
        for (const Fecha dia : dias_de(plantilla.dias(), mes.primero, std::min(mes.ultimo, hoy))) {
            const auto hecha = hechas.find({plantilla.plantillaId, dia});
            const bool queda = hecha == hechas.end() || hecha->second.estado == "fallida" || hecha->second.estado == "deshecha" ||
                               (p.plantillaIds && hecha->second.estado == "omitida");
            if (queda) r.push_back({plantilla, dia});
        }
    }
    std::ranges::stable_sort(r, {}, &PorGenerar::fecha);
    return r;
}

// A run is there once something of it is.
void asegurar_corrida(Context& ctx, const CorridaVista& r) {
    ctx.db().run(R"(INSERT INTO corrida (organizacionId, corridaId, periodo, automatica, estado, usuarioId, creadoEn)
                    VALUES ($1, $2, $3, $4, 'hecha', $5, $6) ON CONFLICT DO NOTHING)",
                 ctx.organizacionId(), r.corridaId, r.periodo, r.automatica, ctx.usuarioId(), ctx.ahora());
}

// Whoever comes second sees what the first made.
bool generar_ocurrencia(Context& ctx, const api::Operations& ops, const CorridaVista& r, const PorGenerar& g) {
    auto& tx = ctx.db();
    tx.lock("plantilla/" + std::to_string(g.plantilla.plantillaId));
    const auto estado =
        tx.one<std::string>("SELECT estado FROM ocurrencia WHERE organizacionId = $1 AND plantillaId = $2 AND fecha = $3",
                            tx.organizacion(), g.plantilla.plantillaId, g.fecha);
    if (estado && *estado == "generada") return false;
    const auto d = registrar_de_plantilla(ctx, ops, g.plantilla, g.fecha);
    asegurar_corrida(ctx, r);
    tx.run(
        R"(INSERT INTO ocurrencia (organizacionId, plantillaId, fecha, estado, transaccionId, corridaId, intentos, faltas, motivo,
                                      intentadaEn)
              VALUES ($1, $2, $3, 'generada', $4, $5, 1, '[]', '', $6)
              ON CONFLICT (organizacionId, plantillaId, fecha) DO UPDATE SET estado = 'generada', transaccionId = $4, corridaId = $5,
                  intentos = ocurrencia.intentos + 1, faltas = '[]', motivo = '', intentadaEn = $6)",
        tx.organizacion(), g.plantilla.plantillaId, g.fecha, d.transaccionId, r.corridaId, ctx.ahora());
    return true;
}

void guardar_fallo(Context& ctx, const CorridaVista& r, const PorGenerar& g, const std::string& faltas) {
    asegurar_corrida(ctx, r);
    ctx.db().run(
        R"(INSERT INTO ocurrencia (organizacionId, plantillaId, fecha, estado, transaccionId, corridaId, intentos, faltas,
                                            motivo, intentadaEn)
                    VALUES ($1, $2, $3, 'fallida', 0, $4, 1, $5, '', $6)
                    ON CONFLICT (organizacionId, plantillaId, fecha) DO UPDATE SET estado = 'fallida', transaccionId = 0,
                        corridaId = $4, intentos = ocurrencia.intentos + 1, faltas = $5, intentadaEn = $6
                    WHERE ocurrencia.estado <> 'generada')",
        ctx.organizacionId(), g.plantilla.plantillaId, g.fecha, r.corridaId, faltas, ctx.ahora());
}

void depreciar_en_corrida(Context& ctx, const periodicos::Vecinos& v, const CorridaVista& r) {
    const auto hecha = v.depreciar(ctx, r.periodo);
    if (!hecha) return;
    asegurar_corrida(ctx, r);
    ctx.db().run("INSERT INTO corridaDepreciacion (organizacionId, corridaId, depreciacionId) VALUES ($1, $2, $3)",
                 ctx.organizacionId(), r.corridaId, hecha->depreciacionId);
}

void devengar_en_corrida(Context& ctx, const CorridaVista& r) {
    // The row of the run comes behind those that name it: they are compared at the end.
    if (devengar(ctx, r.periodo, r.corridaId).documentos > 0) asegurar_corrida(ctx, r);
}

CorridaVista nueva_corrida(const GeneracionDeMes& p, std::int64_t corridaId, bool automatica) {
    CorridaVista r;
    r.corridaId = corridaId;
    r.periodo = p.periodo;
    r.automatica = automatica;
    r.estado = reflect::enum_name(EstadoCorrida::hecha);
    return r;
}

bool pide(const std::optional<bool>& clase, const GeneracionDeMes& p) { return clase.value_or(!p.plantillaIds.has_value()); }
bool pide_recurrentes(const GeneracionDeMes& p) { return p.recurrentes.value_or(true); }

// Each document in a transaction of its own: one that is refused is kept with its reason and does not keep the others.
CorridaVista generar_aparte(const Context& ctx, const periodicos::Vecinos& v, const GeneracionDeMes& p, bool automatica) {
    engine::dias_del_mes(p.periodo);
    std::int64_t corridaId = 0;
    ctx.apartar([&](db::Writer& tx) { corridaId = tx.next_id(); });
    CorridaVista r = nueva_corrida(p, corridaId, automatica);
    const auto fallo = [&](ClasePeriodico clase, const PorGenerar* g, const std::vector<Falta>& faltas) {
        auto& f = r.fallos.emplace_back();
        f.clase = reflect::enum_name(clase);
        if (g != nullptr) f.plantillaId = g->plantilla.plantillaId, f.plantilla = g->plantilla.codigo, f.fecha = g->fecha;
        f.errores.texto = api::faltas_escritas(faltas, ctx.idioma());
    };
    if (pide_recurrentes(p)) {
        std::vector<PorGenerar> todos;
        ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { todos = por_generar(tx, p, ctx.hoy()); });
        for (const PorGenerar& g : todos) {
            const auto faltas =
                api::aparte(ctx, operacion_generar, [&](Context& suyo) { generar_ocurrencia(suyo, *v.operaciones, r, g); });
            if (faltas.empty()) continue;
            fallo(ClasePeriodico::recurrente, &g, faltas);
            api::aparte(ctx, operacion_generar, [&](Context& suyo) { guardar_fallo(suyo, r, g, r.fallos.back().errores.texto); });
        }
    }
    if (pide(p.devengos, p)) {
        const auto faltas = api::aparte(ctx, operacion_generar, [&](Context& suyo) { devengar_en_corrida(suyo, r); });
        if (!faltas.empty()) fallo(ClasePeriodico::devengo, nullptr, faltas);
    }
    if (pide(p.depreciacion, p)) {
        const auto faltas = api::aparte(ctx, operacion_generar, [&](Context& suyo) { depreciar_en_corrida(suyo, v, r); });
        if (!faltas.empty()) fallo(ClasePeriodico::depreciacion, nullptr, faltas);
    }
    return r;
}

constexpr std::string_view corridas_sql = R"(
    SELECT c.corridaId, c.periodo, c.automatica, c.estado,
           (SELECT COUNT(*) FROM ocurrencia o WHERE o.organizacionId = $1 AND o.corridaId = c.corridaId AND o.corridaId <> 0
                                                AND o.transaccionId <> 0)
               + (SELECT COUNT(DISTINCT v.transaccionId) FROM devengo v WHERE v.organizacionId = $1 AND v.corridaId = c.corridaId)
               + (SELECT COUNT(DISTINCT d.transaccionId) FROM corridaDepreciacion k
                  JOIN depreciacion d ON d.organizacionId = $1 AND d.depreciacionId = k.depreciacionId
                  WHERE k.organizacionId = $1 AND k.corridaId = c.corridaId) AS documentos,
           (SELECT COUNT(*) FROM ocurrencia o WHERE o.organizacionId = $1 AND o.corridaId = c.corridaId AND o.corridaId <> 0
                                                AND o.estado = 'fallida') AS fallidos,
           c.usuarioId, c.creadoEn
    FROM corrida c WHERE c.organizacionId = $1)";

// What it made, in the order in which it may be taken back from its end.
std::vector<DocumentoDeCorrida> documentos_de_corrida(db::Reader& tx, std::int64_t corridaId) {
    std::vector<DocumentoDeCorrida> r;
    tx.each(R"(
        SELECT q.clase, q.plantillaId, COALESCE(p.codigo, ''), d.transaccionId, d.tipo, d.serie, d.folio, d.fecha, d.moneda, d.total,
               d.estado
        FROM (SELECT 'recurrente' AS clase, o.plantillaId, o.transaccionId FROM ocurrencia o
              WHERE o.organizacionId = $1 AND o.corridaId = $2 AND o.corridaId <> 0 AND o.transaccionId <> 0
              UNION ALL
              SELECT DISTINCT 'devengo', 0, v.transaccionId FROM devengo v WHERE v.organizacionId = $1 AND v.corridaId = $2
              UNION ALL
              SELECT DISTINCT 'depreciacion', 0, k.transaccionId FROM corridaDepreciacion c
              JOIN depreciacion k ON k.organizacionId = $1 AND k.depreciacionId = c.depreciacionId
              WHERE c.organizacionId = $1 AND c.corridaId = $2) q
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = q.transaccionId
        LEFT JOIN plantilla p ON p.organizacionId = $1 AND p.plantillaId = q.plantillaId
        ORDER BY d.fecha, d.creadoEn, d.transaccionId)",
            [&](const db::Row& f) {
                auto& d = r.emplace_back();
                d.clase = std::string{f.text(0)};
                d.plantillaId = f.integer(1);
                d.plantilla = f.text(2);
                d.transaccionId = f.integer(3);
                d.tipoDocumento = std::string{f.text(4)};
                d.folio = engine::folio_texto(f.text(5), f.integer(6));
                d.fecha = Fecha::de_dias(static_cast<std::int32_t>(f.integer(7)));
                d.moneda = f.text(8);
                d.total = Importe::de_micros(f.integer(9));
                d.estado = std::string{f.text(10)};
            },
            tx.organizacion(), corridaId);
    return r;
}

std::int64_t depreciacion_de_corrida(db::Reader& tx, std::int64_t corridaId) {
    return tx
        .one<std::int64_t>("SELECT depreciacionId FROM corridaDepreciacion WHERE organizacionId = $1 AND corridaId = $2",
                           tx.organizacion(), corridaId)
        .value_or(0);
}

CorridaVista vista_de_corrida(db::Reader& tx, std::int64_t corridaId) {
    const auto c = tx.one<CorridaEnLista>(std::string{corridas_sql} + " AND c.corridaId = $2", tx.organizacion(), corridaId);
    reject_if(!c, Codigo::no_encontrado, "/corridaId");
    CorridaVista v;
    v.corridaId = corridaId;
    v.periodo = c->periodo;
    v.automatica = c->automatica;
    v.estado = c->estado;
    v.depreciacionId = depreciacion_de_corrida(tx, corridaId);
    v.documentos = documentos_de_corrida(tx, corridaId);
    tx.each(R"(SELECT o.plantillaId, p.codigo, o.fecha, o.faltas FROM ocurrencia o
               JOIN plantilla p ON p.organizacionId = $1 AND p.plantillaId = o.plantillaId
               WHERE o.organizacionId = $1 AND o.corridaId = $2 AND o.corridaId <> 0 AND o.estado = 'fallida'
               ORDER BY o.fecha, p.codigo)",
            [&](const db::Row& f) {
                v.fallos.push_back({std::string{reflect::enum_name(ClasePeriodico::recurrente)},
                                    f.integer(0),
                                    std::string{f.text(1)},
                                    Fecha::de_dias(static_cast<std::int32_t>(f.integer(2))),
                                    {std::string{f.text(3)}}});
            },
            tx.organizacion(), corridaId);
    return v;
}

// All in one transaction that nothing is left of: the first that would be refused is told.
CorridaVista generar_en_uno(Context& ctx, const periodicos::Vecinos& v, const GeneracionDeMes& p) {
    auto& tx = ctx.db();
    engine::dias_del_mes(p.periodo);
    CorridaVista r = nueva_corrida(p, tx.next_id(), false);
    const auto hacer = [&](ClasePeriodico clase, const PorGenerar* g, FunctionRef<void()> parte) {
        const auto faltas = api::faltas_de(parte);
        if (faltas.empty()) return;
        reject(Codigo::regla_incumplida, g != nullptr ? "/plantillaIds" : "/periodo",
               reflect::objeto("clase", reflect::enum_name(clase), "plantilla", g != nullptr ? g->plantilla.codigo : "", "fecha",
                               g != nullptr ? g->fecha.iso() : "", "errores",
                               reflect::Escrito{api::faltas_escritas(faltas, ctx.idioma())}));
    };
    if (pide_recurrentes(p))
        for (const PorGenerar& g : por_generar(tx, p, ctx.hoy()))
            hacer(ClasePeriodico::recurrente, &g, [&] { generar_ocurrencia(ctx, *v.operaciones, r, g); });
    if (pide(p.devengos, p)) hacer(ClasePeriodico::devengo, nullptr, [&] { devengar_en_corrida(ctx, r); });
    if (pide(p.depreciacion, p)) hacer(ClasePeriodico::depreciacion, nullptr, [&] { depreciar_en_corrida(ctx, v, r); });
    r.depreciacionId = depreciacion_de_corrida(tx, r.corridaId);
    r.documentos = documentos_de_corrida(tx, r.corridaId);
    return r;
}

// The parts are stored: what is left is to tell them.
CorridaVista terminar_generacion(Context& ctx, const periodicos::Vecinos& v, const GeneracionDeMes& p,
                                 const CorridaVista& hecha) {
    if (ctx.simular()) return generar_en_uno(ctx, v, p);
    auto& tx = ctx.db();
    CorridaVista r = hecha;
    r.depreciacionId = depreciacion_de_corrida(tx, r.corridaId);
    r.documentos = documentos_de_corrida(tx, r.corridaId);
    const bool hay =
        tx.one<std::int64_t>("SELECT 1 FROM corrida WHERE organizacionId = $1 AND corridaId = $2", tx.organizacion(), r.corridaId)
            .has_value();
    if (!hay) r.corridaId = 0;
    return r;
}

Pagina<CorridaEnLista> listar_corridas(const Context& ctx, const CorridasFiltro& filtro) {
    auto& tx = ctx.db();
    CorridasFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Corridas", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.periodo) donde.add("c.periodo = $", filtro.periodo->valor);
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM corrida c WHERE c.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("c.corridaId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<CorridaEnLista>(std::string{corridas_sql} + donde.and_sql() + " ORDER BY c.corridaId DESC" + tramo,
                                             donde.params());
    return recorrido.pagina(std::move(filas), total, [](const CorridaEnLista& f) { return std::vector{f.corridaId}; });
}

CorridaVista obtener_corrida(const Context& ctx, const CorridaPedida& p) { return vista_de_corrida(ctx.db(), p.corridaId); }

// One after the other from its end; all of what stands in the way at once, or all of it.
CorridaVista deshacer_corrida(Context& ctx, const periodicos::Vecinos& v, const CorridaPedida& p) {
    auto& tx = ctx.db();
    tx.lock("corridas");
    const CorridaVista antes = vista_de_corrida(tx, p.corridaId);
    if (antes.estado == reflect::enum_name(EstadoCorrida::deshecha)) return antes;
    Faltas faltas;
    const auto intentar = [&](const std::string& folio, FunctionRef<void()> parte) {
        for (const Falta& f : api::faltas_de(parte))
            faltas.agregar(f.codigo, "/corridaId", En::donde_sea, f.datos.empty() ? reflect::objeto("folio", folio) : f.datos);
    };
    if (antes.depreciacionId != 0) intentar("", [&] { v.deshacer_depreciacion(ctx, antes.depreciacionId); });
    for (auto d = antes.documentos.rbegin(); d != antes.documentos.rend(); ++d) {
        if (d->clase == reflect::enum_name(ClasePeriodico::depreciacion) || d->estado == "cancelado") continue;
        intentar(d->folio, [&] {
            const auto hecho = engine::cancelar(ctx, d->transaccionId, {.fecha = d->fecha, .motivo = "Corrida deshecha"});
            // Of one that is stamped the authority has the word.
            if (hecho.estado != "cancelado")
                reject(Codigo::con_dependientes, "/corridaId",
                       reflect::objeto("impide", "timbrado", "transaccionId", d->transaccionId, "folio", d->folio));
        });
    }
    faltas.lanzar();
    tx.run(
        "UPDATE ocurrencia SET estado = 'deshecha' WHERE organizacionId = $1 AND corridaId = $2 AND corridaId <> 0 AND estado = "
        "'generada'",
        tx.organizacion(), antes.corridaId);
    tx.run("UPDATE devengo SET vigente = 0 WHERE organizacionId = $1 AND corridaId = $2", tx.organizacion(), antes.corridaId);
    tx.run("UPDATE corrida SET estado = 'deshecha' WHERE organizacionId = $1 AND corridaId = $2", tx.organizacion(),
           antes.corridaId);
    CorridaVista r = vista_de_corrida(tx, p.corridaId);
    ctx.auditar("Corrida", antes.corridaId, antes, r);
    return r;
}

std::vector<PeriodicoPendiente> listar_pendientes_periodicos(const Context& ctx, const LosVecinos& v,
                                                             const PendientesPedidos& p) {
    auto& tx = ctx.db();
    const engine::DiasDelMes mes = engine::dias_del_mes(p.periodo);
    const Fecha hoy = ctx.hoy();
    std::vector<PeriodicoPendiente> r;
    const auto agregar = [&](ClasePeriodico clase, Fecha fecha, EstadoPendiente estado) -> PeriodicoPendiente& {
        auto& f = r.emplace_back();
        f.clase = reflect::enum_name(clase);
        f.fecha = fecha;
        f.estado = reflect::enum_name(estado);
        f.errores.texto = "[]";
        return f;
    };
    const auto hechas = ocurrencias_del_mes(tx, mes);
    for (const PlantillaFila& plantilla : plantillas_en_uso(tx))
        for (const Fecha dia : dias_de(plantilla.dias(), mes.primero, mes.ultimo)) {
            const auto hecha = hechas.find({plantilla.plantillaId, dia});
            const std::string estado = hecha == hechas.end() ? "" : hecha->second.estado;
            if (estado == "generada") continue;
            auto& f = agregar(ClasePeriodico::recurrente, dia,
                              estado == "omitida"   ? EstadoPendiente::omitida
                              : estado == "fallida" ? EstadoPendiente::fallida
                              : dia > hoy           ? EstadoPendiente::porVenir
                                                    : EstadoPendiente::pendiente);
            f.plantillaId = plantilla.plantillaId;
            f.codigo = plantilla.codigo;
            f.nombre = plantilla.nombre;
            if (hecha == hechas.end()) continue;
            f.intentos = hecha->second.intentos;
            f.errores.texto = hecha->second.faltas;
        }
    const EstadoPendiente del_mes = mes.ultimo > hoy ? EstadoPendiente::porVenir : EstadoPendiente::pendiente;
    for (const DiferidoPorDevengar& d : por_devengar(tx, p.periodo)) {
        auto& f = agregar(ClasePeriodico::devengo, mes.ultimo, del_mes);
        f.diferidoId = d.diferidoId;
        f.codigo = d.codigo;
        f.nombre = d.nombre;
        f.importe = d.toca;
    }
    if (const Importe importe = v->por_depreciar(ctx, p.periodo); importe > Importe{}) {
        auto& f = agregar(ClasePeriodico::depreciacion, mes.ultimo, del_mes);
        f.nombre = "Depreciación del mes";
        f.importe = importe;
    }
    return r;
}

PeriodicoPendiente omitir_ocurrencia(Context& ctx, const OmisionPedida& p) {
    auto& tx = ctx.db();
    tx.lock("plantilla/" + std::to_string(p.plantillaId.valor));
    const auto plantilla = buscar_plantilla(tx, p.plantillaId);
    reject_if(!plantilla, Codigo::no_encontrado, "/plantillaId");
    reject_if(dias_de(plantilla->dias(), p.fecha, p.fecha).empty(), Codigo::valor_no_permitido, "/fecha");
    const auto estado =
        tx.one<std::string>("SELECT estado FROM ocurrencia WHERE organizacionId = $1 AND plantillaId = $2 AND fecha = $3",
                            tx.organizacion(), p.plantillaId.valor, p.fecha);
    reject_if(estado && *estado == "generada", Codigo::estado_invalido, "/fecha");
    tx.run(
        R"(INSERT INTO ocurrencia (organizacionId, plantillaId, fecha, estado, transaccionId, corridaId, intentos, faltas, motivo,
                                      intentadaEn)
              VALUES ($1, $2, $3, 'omitida', 0, 0, 0, '[]', $4, $5)
              ON CONFLICT (organizacionId, plantillaId, fecha) DO UPDATE SET estado = 'omitida', transaccionId = 0, corridaId = 0,
                  faltas = '[]', motivo = $4, intentadaEn = $5)",
        tx.organizacion(), p.plantillaId.valor, p.fecha, std::string{p.motivo}, ctx.ahora());
    ctx.auditar_alta("OcurrenciaOmitida", p.plantillaId, p);
    PeriodicoPendiente r;
    r.clase = reflect::enum_name(ClasePeriodico::recurrente);
    r.plantillaId = p.plantillaId;
    r.codigo = plantilla->codigo;
    r.nombre = plantilla->nombre;
    r.fecha = p.fecha;
    r.estado = reflect::enum_name(EstadoPendiente::omitida);
    r.errores.texto = "[]";
    return r;
}

ProgramacionPeriodicos leer_programacion_periodicos(db::Reader& tx) {
    return tx
        .one<ProgramacionPeriodicos>(
            "SELECT automatico, hora, dia, depreciacion, devengos, recurrentes, version FROM programacionPeriodicos "
            "WHERE organizacionId = $1",
            tx.organizacion())
        .value_or(ProgramacionPeriodicos{false, hora_de_generar, 1, true, true, true, 1});
}

ProgramacionPeriodicos obtener_programacion_periodicos(const Context& ctx) { return leer_programacion_periodicos(ctx.db()); }

ProgramacionPeriodicos cambiar_programacion_periodicos(Context& ctx, const ProgramacionPeriodicosCambio& p) {
    auto& tx = ctx.db();
    tx.lock("programacionPeriodicos");
    const auto antes = leer_programacion_periodicos(tx);
    ctx.exigir_version(antes.version);
    auto despues = antes;
    if (p.automatico) despues.automatico = *p.automatico;
    if (p.hora) despues.hora = p.hora->valor;
    if (p.dia) despues.dia = p.dia->valor;
    if (p.depreciacion) despues.depreciacion = *p.depreciacion;
    if (p.devengos) despues.devengos = *p.devengos;
    if (p.recurrentes) despues.recurrentes = *p.recurrentes;
    ++despues.version;
    tx.run(
        R"(INSERT INTO programacionPeriodicos (organizacionId, automatico, hora, dia, depreciacion, devengos, recurrentes, version)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
              ON CONFLICT (organizacionId) DO UPDATE SET automatico = $2, hora = $3, dia = $4, depreciacion = $5, devengos = $6,
                  recurrentes = $7, version = $8)",
        tx.organizacion(), despues.automatico, despues.hora, despues.dia, despues.depreciacion, despues.devengos,
        despues.recurrentes, despues.version);
    ctx.auditar("ProgramacionPeriodicos", tx.organizacion(), antes, despues);
    if (despues.automatico)
        api::encargar(ctx, oficio_periodicos, "diario", "{}", api::siguiente_hora(ctx, despues.hora * segundos_de_una_hora));
    return despues;
}

struct HechoSolo {
    std::int64_t documentos = 0;
    std::int64_t fallos = 0;
};
DESCRIBE_STRUCT(HechoSolo, (), (documentos, fallos))

// This month and the one before: what was due earlier and never made is asked for by a person.
HechoSolo generar_por_si_solo(const api::Afuera& afuera, const api::Trabajo& t, const periodicos::Vecinos& v) {
    api::Sesion sesion;
    sesion.organizacionId = afuera.organizacionId();
    sesion.usuarioId = t.usuarioId;
    ProgramacionPeriodicos pr;
    afuera.leer([&](db::Reader& tx) {
        api::poner_zonas(tx, sesion);
        pr = leer_programacion_periodicos(tx);
    });
    HechoSolo hecho;
    if (!pr.automatico) return hecho;
    const Context ctx{
        {.sesion = &sesion, .reloj = &afuera.reloj(), .operacion = t.tipo, .database = &afuera.database()}, nullptr, nullptr};
    const Fecha hoy = ctx.hoy();
    const Fecha antes = hoy.primero_del_mes() + -1;
    for (const Fecha dia : {antes, hoy}) {
        if (afuera.abandonar()) break;
        const bool el_de_antes = dia == antes && hoy.dia() >= pr.dia;
        GeneracionDeMes p;
        p.periodo = engine::periodo_de(dia);
        p.depreciacion = el_de_antes && pr.depreciacion;
        p.devengos = el_de_antes && pr.devengos;
        p.recurrentes = pr.recurrentes;
        const CorridaVista r = generar_aparte(ctx, v, p, true);
        hecho.fallos += static_cast<std::int64_t>(r.fallos.size());
        afuera.leer([&](db::Reader& tx) {
            hecho.documentos += static_cast<std::int64_t>(documentos_de_corrida(tx, r.corridaId).size());
        });
    }
    return hecho;
}

}  // namespace

api::Oficio oficio_de_periodicos(LosVecinos vecinos) {
    api::Oficio o;
    o.tipo = oficio_periodicos;
    constexpr std::chrono::seconds arriendo{600};
    o.arriendo = arriendo;
    o.afuera = [vecinos = std::move(vecinos)](const api::Afuera& afuera, const api::Trabajo& t) {
        return reflect::to_json(generar_por_si_solo(afuera, t, *vecinos));
    };
    o.asentar = [](Context& ctx, const api::Trabajo&, const std::string& respuesta) {
        const auto programacion = leer_programacion_periodicos(ctx.db());
        if (!programacion.automatico) return api::Fin::hecho("No se genera nada por sí solo.");
        const auto hecho = reflect::recuperar(Guardado<HechoSolo>{respuesta});
        return api::Fin::de_nuevo(fmt::format("{} documentos, {} que no se pudieron registrar.", hecho.documentos, hecho.fallos),
                                  api::siguiente_hora(ctx, programacion.hora * segundos_de_una_hora));
    };
    return o;
}

void verificar_periodicos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    static constexpr engine::ReglaDeTabla reglas[] = {
        {"ocurrencia", "its document is not there", R"(
            SELECT o.plantillaId FROM ocurrencia o
             WHERE o.organizacionId = $1 AND o.transaccionId <> 0
               AND NOT EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = o.transaccionId
                               AND d.fecha = o.fecha AND (o.estado = 'generada' OR d.estado = 'cancelado')))"},
        {"diferido", "more of it was posted than there is", R"(
            SELECT f.diferidoId FROM diferido f
             WHERE f.organizacionId = $1
               AND (f.importe < COALESCE((SELECT CAST(SUM(v.importe) AS BIGINT) FROM devengo v
                                          WHERE v.organizacionId = $1 AND v.diferidoId = f.diferidoId AND v.vigente = 1), 0)
                    OR (f.estado = 'anulado' AND EXISTS (SELECT 1 FROM devengo v WHERE v.organizacionId = $1
                                                         AND v.diferidoId = f.diferidoId AND v.vigente = 1))))"},
        {"devengo", "it does not stand or fall with its document and its run", R"(
            SELECT v.diferidoId FROM devengo v
              JOIN corrida c ON c.organizacionId = $1 AND c.corridaId = v.corridaId
              LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = v.transaccionId
             WHERE v.organizacionId = $1
               AND (d.tipo IS NULL OR d.tipo <> 'Devengo' OR v.vigente <> CASE WHEN d.estado = 'vigente' THEN 1 ELSE 0 END
                    OR v.vigente <> CASE WHEN c.estado = 'hecha' THEN 1 ELSE 0 END))"},
        {"documento", "its accruals do not add up to it", R"(
            SELECT d.transaccionId FROM documento d
             WHERE d.organizacionId = $1 AND d.tipo = 'Devengo'
               AND d.total <> COALESCE((SELECT CAST(SUM(v.importe) AS BIGINT) FROM devengo v
                                        WHERE v.organizacionId = $1 AND v.transaccionId = d.transaccionId), 0))"},
        {"diferido", "the line that paid it is not there, is cancelled or is worth less", R"(
            SELECT f.diferidoId FROM diferido f
              LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = f.origenId
              LEFT JOIN partida l ON l.organizacionId = $1 AND l.transaccionId = f.origenId AND l.numeroPartida = f.origenPartida
             WHERE f.organizacionId = $1 AND f.origenId <> 0 AND f.estado = 'vigente'
               AND (d.estado IS NULL OR d.estado = 'cancelado'
                    OR (d.tipoCambio = 1000000 AND l.importe - l.descuento - l.promocion + l.alCosto < (SELECT CAST(SUM(o.importe) AS BIGINT) FROM diferido o
                        WHERE o.organizacionId = $1 AND o.origenId = f.origenId AND o.origenPartida = f.origenPartida
                          AND o.estado = 'vigente'))))"},
    };
    engine::verificar_reglas(tx, reglas, diferencia);
}

void register_corridas(api::Operations& ops, LosVecinos vecinos) {
    using enum api::Verb;
    ops.group("Periodicos");
    ops.add(
           POST, "/api/Periodicos/Generar", "PeriodicosGenerar",
           [vecinos](const Context& ctx, const GeneracionDeMes& p) {
               return ctx.simular() ? CorridaVista{} : generar_aparte(ctx, *vecinos, p, false);
           },
           [vecinos](Context& ctx, const GeneracionDeMes& p, const CorridaVista& hecha) {
               return terminar_generacion(ctx, *vecinos, p, hecha);
           })
        .con_calma()
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::regla_incumplida, Codigo::no_encontrado});
    ops.add(GET, "/api/Periodicos/Pendientes", "PeriodicosPendientes",
            [vecinos](const Context& ctx, const PendientesPedidos& p) { return listar_pendientes_periodicos(ctx, vecinos, p); })
        .nuestra()
        .rechaza({Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Periodicos/Omitir", "PeriodicoOmitir", omitir_ocurrencia)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::estado_invalido});
    ops.add(GET, "/api/Periodicos/Corridas", "CorridasListar", listar_corridas)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Periodicos/Corridas/{corridaId}", "CorridaObtener", obtener_corrida)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/Periodicos/Corridas/{corridaId}", "CorridaDeshacer",
            [vecinos](Context& ctx, const CorridaPedida& p) { return deshacer_corrida(ctx, *vecinos, p); })
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::con_dependientes, Codigo::periodo_cerrado});
    ops.add(GET, "/api/Periodicos/Programacion", "PeriodicosProgramacionObtener", obtener_programacion_periodicos).nuestra();
    ops.add(PUT, "/api/Periodicos/Programacion", "PeriodicosProgramacionCambiar", cambiar_programacion_periodicos)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida});
}

}  // namespace cacao
