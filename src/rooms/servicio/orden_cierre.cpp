// The close of a service order: its parts are reconciled, its times are closed, what it took is posted.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/sin_cargo.hpp"
#include "reflect/objeto.hpp"
#include "rooms/servicio/orden_filas.hpp"
#include "rooms/servicio/orden_servicio.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

using engine::Estado;

bool es_de_fuera(const LineaDeOrden& l) { return l.clase == "gasto" || l.clase == "servicioExterno"; }

// What the close says of a line, and where.
struct DichoDeLinea {
    const PartidaCierre* partida = nullptr;
    std::size_t lugar = 0;
};
DichoDeLinea dicho_de(const OrdenServicioCierre& p, std::int64_t numeroPartida) {
    if (p.partidas)
        for (std::size_t i = 0; i < p.partidas->size(); ++i)
            if ((*p.partidas)[i].numeroPartida == numeroPartida) return {&(*p.partidas)[i], i};
    return {};
}

void juzgar_partidas_cierre(const OrdenServicioCierre& p, const std::vector<LineaDeOrden>& lineas, Faltas& faltas) {
    for (std::size_t i = 0; p.partidas && i < p.partidas->size(); ++i) {
        const PartidaCierre& dicha = (*p.partidas)[i];
        const std::string campo = fmt::format("/partidas/{}", i);
        const auto l = std::ranges::find(lineas, dicha.numeroPartida.valor, &LineaDeOrden::numeroPartida);
        if (l == lineas.end()) {
            faltas.agregar(Codigo::no_encontrado, campo + "/numeroPartida");
            continue;
        }
        faltas.agregar_si(dicho_de(p, l->numeroPartida).lugar != i, Codigo::duplicado, campo + "/numeroPartida");
        faltas.agregar_si(dicha.usado && !l->es_refaccion(), Codigo::valor_no_permitido, campo + "/usado");
        faltas.agregar_si(dicha.costo && !es_de_fuera(*l), Codigo::valor_no_permitido, campo + "/costo");
    }
    // What was issued and is not back was used, and what is charged is what was used.
    for (const LineaDeOrden& l : lineas) {
        if (!l.es_refaccion()) continue;
        const DichoDeLinea dicho = dicho_de(p, l.numeroPartida);
        const Cantidad usado = dicho.partida != nullptr && dicho.partida->usado ? Cantidad{*dicho.partida->usado} : Cantidad{};
        const bool cobra_de_mas = !l.sinCargo && !usado.es_cero() && usado != l.cantidadBase;
        if (usado == l.surtido && !cobra_de_mas) continue;
        faltas.agregar(
            Codigo::partes_sin_conciliar,
            dicho.partida != nullptr ? fmt::format("/partidas/{}/usado", dicho.lugar) : std::string{"/partidas"}, En::donde_sea,
            reflect::objeto("numeroPartida", l.numeroPartida, "cantidad", l.cantidadBase, "surtido", l.surtido, "usado", usado));
    }
}

void juzgar_cierre(Context& ctx, const OrdenFila& orden, const OrdenServicioCierre& p, const std::vector<LineaDeOrden>& lineas) {
    auto& tx = ctx.db();
    exigir_autorizado(tx, orden);
    Faltas faltas;
    faltas.agregar_si(p.fechaTermino < orden.fecha || p.fechaTermino > ctx.hoy(orden.sucursalId), Codigo::fuera_de_rango,
                      "/fechaTermino");
    faltas.agregar_si(!sin_trabajo_abierto(tx, orden.transaccionId), Codigo::trabajo_abierto, "/id");
    juzgar_partidas_cierre(p, lineas, faltas);
    const auto contador =
        tx.one<Cantidad>("SELECT contador FROM equipoServicio WHERE organizacionId = $1 AND equipoServicioId = $2",
                         ctx.organizacionId(), orden.equipoServicioId);
    faltas.agregar_si(p.contador && !contador, Codigo::valor_no_permitido, "/contador");
    if (p.contador && contador && *p.contador < *contador)
        faltas.agregar(Codigo::fuera_de_rango, "/contador", En::donde_sea, reflect::objeto("desde", *contador));
    const bool firmada = p.firma && !p.firma->empty();
    const auto exige =
        tx.one<bool>("SELECT requiereArchivo FROM agrupadorServicio WHERE organizacionId = $1 AND agrupadorServicioId = $2",
                     ctx.organizacionId(), orden.agrupadorServicioId);
    if (exige.value_or(false) && !firmada)
        faltas.agregar_si(
            !tx.one<std::int64_t>("SELECT 1 FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 LIMIT 1",
                                  ctx.organizacionId(), orden.transaccionId),
            Codigo::archivo_requerido, "/firma");
    faltas.lanzar();
}

// Hours and outside work are cost as the order is closed; parts were as they left.
std::int64_t costear(Context& ctx, const OrdenFila& orden, const OrdenServicioCierre& p) {
    auto& tx = ctx.db();
    const UtilidadServicio u = utilidad_de_orden(tx, orden.transaccionId);
    if (u.costoManoObra + u.costoOtros <= Importe{}) return 0;
    engine::SolicitudImporte s;
    s.fecha = p.fechaTermino;
    s.campos = {{"/fecha", "/fechaTermino"}};
    s.sucursalId = orden.sucursalId;
    s.proyectoId = orden.proyectoId;
    s.centroCostoId = orden.centroCostoId;
    s.origenId = orden.transaccionId;
    s.importe = u.costoManoObra + u.costoOtros;
    return engine::emitir(ctx, engine::CostoServicio, s).transaccionId;
}

void poner_al_dia_equipo(Context& ctx, const OrdenFila& orden, const OrdenServicioCierre& p) {
    if (orden.equipoServicioId == 0 || (!p.contador && !orden.preventivo)) return;
    auto& tx = ctx.db();
    tx.lock("equiposServicio");
    if (p.contador)
        tx.run("UPDATE equipoServicio SET contador = $3 WHERE organizacionId = $1 AND equipoServicioId = $2",
               ctx.organizacionId(), orden.equipoServicioId, static_cast<const Cantidad&>(*p.contador));
    if (orden.preventivo)
        tx.run(R"(UPDATE equipoServicio SET ultimoPreventivo = $3, ultimoContador = contador,
                         proximoPreventivo = CASE WHEN preventivoDias > 0 THEN $3 + preventivoDias END,
                         proximoContador = CASE WHEN preventivoContador > 0 THEN contador + preventivoContador ELSE 0 END
                  WHERE organizacionId = $1 AND equipoServicioId = $2)",
               ctx.organizacionId(), orden.equipoServicioId, p.fechaTermino);
    tx.run("UPDATE equipoServicio SET version = version + 1 WHERE organizacionId = $1 AND equipoServicioId = $2",
           ctx.organizacionId(), orden.equipoServicioId);
}

OrdenServicioCerrada cerrada(db::Reader& tx, std::int64_t transaccionId) {
    const OrdenFila orden = leer_orden_servicio(tx, transaccionId);
    OrdenServicioCerrada r;
    r.transaccionId = transaccionId;
    r.folio = engine::folio_texto(orden.serie, orden.folio);
    r.estado = orden.estado;
    r.costoId = orden.costoId;
    tx.each(
        "SELECT solucion, fechaTermino FROM ordenServicio WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& f) {
            r.solucion = f.text(0);
            r.fechaTermino = FechaOVacia{Fecha::de_dias(static_cast<std::int32_t>(f.integer(1)))};
        },
        tx.organizacion(), transaccionId);
    r.utilidad = utilidad_de_orden(tx, transaccionId);
    return r;
}

}  // namespace

OrdenServicioCerrada cerrar_orden_servicio(Context& ctx, const OrdenServicioCierre& p) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, p.id);
    if (orden.es({Estado::cerrada})) return cerrada(tx, p.id);
    exigir_estado_de_orden(orden, {Estado::autorizada, Estado::terminada});
    const auto lineas = lineas_de_orden(tx, p.id);
    juzgar_cierre(ctx, orden, p, lineas);
    for (const LineaDeOrden& l : lineas) {
        const DichoDeLinea dicho = dicho_de(p, l.numeroPartida);
        const bool cuesta = dicho.partida != nullptr && dicho.partida->costo;
        tx.run(R"(UPDATE partidaServicio SET usado = $4, costo = $5
                  WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
               ctx.organizacionId(), p.id.valor, l.numeroPartida, l.es_refaccion() ? l.surtido : Cantidad{},
               cuesta ? Precio{*dicho.partida->costo} : l.costo);
        if (l.es_refaccion() && !l.sinCargo && l.surtido.es_cero()) engine::quitar_cargo(ctx, p.id, l.numeroPartida);
    }
    const std::int64_t costoId = costear(ctx, orden, p);
    tx.run(
        R"(UPDATE ordenServicio SET solucion = $3, fechaTermino = $4, contador = $5, firma = $6, cerradoPor = $7, cerradoEn = $8,
                     costoId = $9
              WHERE organizacionId = $1 AND transaccionId = $2)",
        ctx.organizacionId(), p.id.valor, std::string{p.solucion}, p.fechaTermino,
        p.contador ? Cantidad{*p.contador} : Cantidad{}, p.firma ? std::string{*p.firma} : std::string{}, ctx.usuarioId(),
        ctx.ahora(), costoId);
    poner_al_dia_equipo(ctx, orden, p);
    engine::transitar(ctx, p.id, "cerrar", {engine::OrdenServicio.tipo});
    return cerrada(tx, p.id);
}

}  // namespace cacao
