#include "rooms/servicio/orden_trabajo.hpp"

#include "api/archivos.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/verbos/archivo_revisado.hpp"
#include "engine/verbos/cancelar.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace cacao {
namespace {

using engine::Estado;

struct TrabajoFila : OrdenTrabajo {
    std::string serieDocumento;
    std::int64_t numeroDocumento = 0;
};
DESCRIBE_STRUCT(TrabajoFila, (OrdenTrabajo), (serieDocumento, numeroDocumento))

constexpr std::string_view trabajos_sql = R"(
    SELECT t.ordenTrabajoId, t.transaccionId, '' AS folio, t.numero, d.estado AS estadoOrden, d.entidadId AS clienteId,
           COALESCE(c.nombre, '') AS cliente, COALESCE(e.nombre, '') AS equipo, d.vendedorId, COALESCE(v.nombre, '') AS vendedor,
           t.personalServicioId, COALESCE(p.nombre, '') AS personal, t.rol, t.descripcion, t.programado, t.estado, t.motivo,
           (SELECT MIN(h.inicio) FROM ordenTrabajoTiempo h WHERE h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId) AS inicio,
           CASE WHEN t.estado = 'terminada' THEN (SELECT MAX(h.fin) FROM ordenTrabajoTiempo h
                WHERE h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId) END AS fin, t.costoHora,
           COALESCE((SELECT CAST(SUM(h.horas) AS BIGINT) FROM ordenTrabajoTiempo h
                     WHERE h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId), 0) AS horas,
           COALESCE((SELECT CAST(SUM(h.costo) AS BIGINT) FROM ordenTrabajoTiempo h
                     WHERE h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId), 0) AS costo,
           t.version, d.serie AS serieDocumento, d.folio AS numeroDocumento
    FROM ordenTrabajo t
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = t.transaccionId
    JOIN ordenServicio o ON o.organizacionId = $1 AND o.transaccionId = t.transaccionId
    LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
    LEFT JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = d.vendedorId
    LEFT JOIN equipoServicio e ON e.organizacionId = $1 AND e.equipoServicioId = o.equipoServicioId
    LEFT JOIN personalServicio p ON p.organizacionId = $1 AND p.personalServicioId = t.personalServicioId
    WHERE t.organizacionId = $1)";

OrdenTrabajo con_folio(TrabajoFila&& f) {
    f.folio = engine::folio_texto(f.serieDocumento, f.numeroDocumento);
    return std::move(f);
}

OrdenTrabajo leer_trabajo(db::Reader& tx, std::int64_t id) {
    auto fila = tx.one<TrabajoFila>(std::string{trabajos_sql} + " AND t.ordenTrabajoId = $2", tx.organizacion(), id);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    return con_folio(std::move(*fila));
}

// Holds the order of a work order alone, and reads both as they are from then on.
OrdenTrabajo tomar_trabajo(Context& ctx, std::int64_t id) {
    auto& tx = ctx.db();
    const auto transaccionId = tx.one<std::int64_t>(
        "SELECT transaccionId FROM ordenTrabajo WHERE organizacionId = $1 AND ordenTrabajoId = $2", tx.organizacion(), id);
    reject_if(!transaccionId, Codigo::no_encontrado, "/id");
    engine::retener_solo(tx, *transaccionId);
    return leer_trabajo(tx, id);
}

[[noreturn]] void rechazar_estado(std::string_view estado, std::string_view campo = "/id") {
    reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("estado", estado));
}

bool es_estado(std::string_view estado, std::initializer_list<Estado> estados) {
    return std::ranges::any_of(estados, [&](Estado e) { return engine::nombre(e) == estado; });
}

struct Persona {
    bool activo = false;
    Precio costoHora;
};
DESCRIBE_STRUCT(Persona, (), (activo, costoHora))

Persona exigir_persona(db::Reader& tx, std::int64_t personalServicioId) {
    const auto p =
        tx.one<Persona>("SELECT activo, costoHora FROM personalServicio WHERE organizacionId = $1 AND personalServicioId = $2",
                        tx.organizacion(), personalServicioId);
    reject_if(!p, Codigo::no_encontrado, "/personalServicioId");
    reject_if(!p->activo, Codigo::inactivo, "/personalServicioId");
    return *p;
}

// What leads from where to where; a person takes a work order over in any state but the last ones.
struct Paso {
    AccionTrabajo accion{};
    EstadoOrdenTrabajo de{};
    EstadoOrdenTrabajo a{};
};
constexpr std::array<Paso, 7> pasos_de_trabajo{{
    {AccionTrabajo::iniciar, EstadoOrdenTrabajo::pendiente, EstadoOrdenTrabajo::enProceso},
    {AccionTrabajo::pausar, EstadoOrdenTrabajo::enProceso, EstadoOrdenTrabajo::enEspera},
    {AccionTrabajo::reanudar, EstadoOrdenTrabajo::enEspera, EstadoOrdenTrabajo::enProceso},
    {AccionTrabajo::terminar, EstadoOrdenTrabajo::enProceso, EstadoOrdenTrabajo::terminada},
    {AccionTrabajo::reasignar, EstadoOrdenTrabajo::pendiente, EstadoOrdenTrabajo::pendiente},
    {AccionTrabajo::reasignar, EstadoOrdenTrabajo::enProceso, EstadoOrdenTrabajo::enEspera},
    {AccionTrabajo::reasignar, EstadoOrdenTrabajo::enEspera, EstadoOrdenTrabajo::enEspera},
}};

EstadoOrdenTrabajo siguiente_estado(const OrdenTrabajo& t, AccionTrabajo accion) {
    for (const Paso& p : pasos_de_trabajo)
        if (p.accion == accion && t.estado == reflect::enum_name(p.de)) return p.a;
    rechazar_estado(t.estado);
}

// Somebody at two places at once may be right, and is told.
void advertir_encimado(const Context& ctx, std::int64_t trabajoId, std::int64_t personalServicioId, Instante inicio,
                       std::optional<Instante> fin) {
    const auto otro = ctx.db().one<std::int64_t>(R"(
        SELECT h.ordenTrabajoId FROM ordenTrabajoTiempo h
        WHERE h.organizacionId = $1 AND h.personalServicioId = $2 AND h.ordenTrabajoId <> $3 AND h.inicio < $5
          AND (h.fin IS NULL OR h.fin > $4)
        ORDER BY h.inicio LIMIT 1)",
                                                 ctx.organizacionId(), personalServicioId, trabajoId, inicio,
                                                 fin.value_or(inicio.mas_segundos(1)));
    if (otro) ctx.advertir(Codigo::horario_encimado, "/momento", reflect::objeto("ordenTrabajoId", *otro));
}

void abrir_tiempo(Context& ctx, const OrdenTrabajo& t, Instante momento) {
    ctx.db().run(R"(
        INSERT INTO ordenTrabajoTiempo (organizacionId, ordenTrabajoId, consecutivo, personalServicioId, inicio, fin, costoHora, horas,
                                        costo)
        VALUES ($1, $2, (SELECT COALESCE(MAX(h.consecutivo), 0) + 1 FROM ordenTrabajoTiempo h
                         WHERE h.organizacionId = $1 AND h.ordenTrabajoId = $2), $3, $4, NULL, $5, 0, 0))",
                 ctx.organizacionId(), t.ordenTrabajoId, t.personalServicioId, momento, t.costoHora);
    advertir_encimado(ctx, t.ordenTrabajoId, t.personalServicioId, momento, std::nullopt);
}

// Hours to the millionth, what they cost to the cent.
void cerrar_tiempo(Context& ctx, const OrdenTrabajo& t, Instante momento) {
    auto& tx = ctx.db();
    struct Abierto {
        std::int64_t consecutivo = 0;
        std::int64_t inicio = 0;
        std::int64_t costoHora = 0;
    };
    std::optional<Abierto> abierto;
    tx.each(R"(SELECT consecutivo, inicio, costoHora FROM ordenTrabajoTiempo
               WHERE organizacionId = $1 AND ordenTrabajoId = $2 AND fin IS NULL)",
            [&](const db::Row& r) {
                abierto = Abierto{r.integer(0), r.integer(1), r.integer(2)};
            },
            ctx.organizacionId(), t.ordenTrabajoId);
    if (!abierto) return;
    constexpr std::int64_t segundos_por_hora = 3600;
    const std::int64_t duro = momento.micros() - abierto->inicio;
    const auto horas = Cantidad::de_micros((duro + segundos_por_hora / 2) / segundos_por_hora);
    const Importe costo = (horas * Precio::de_micros(abierto->costoHora)).redondear(engine::leer_ajustes(tx).decimales);
    tx.run(R"(UPDATE ordenTrabajoTiempo SET fin = $4, horas = $5, costo = $6
              WHERE organizacionId = $1 AND ordenTrabajoId = $2 AND consecutivo = $3)",
           ctx.organizacionId(), t.ordenTrabajoId, abierto->consecutivo, momento, horas, costo);
    advertir_encimado(ctx, t.ordenTrabajoId, t.personalServicioId, Instante::de_micros(abierto->inicio), momento);
    // Nobody works so long without a pause.
    if (horas > Cantidad::de_enteros(24)) ctx.advertir(Codigo::fuera_de_rango, "/momento", reflect::objeto("horas", horas));
}

// Nothing was done after now, nor before what was done last or the day of the order.
void juzgar_momento(const Context& ctx, const OrdenTrabajo& t, Instante momento, Faltas& faltas) {
    faltas.agregar_si(momento > ctx.ahora(), Codigo::fuera_de_rango, "/momento");
    const auto ultimo = ctx.db().one<Instante>(
        "SELECT MAX(momento) FROM ordenTrabajoAccion WHERE organizacionId = $1 AND ordenTrabajoId = $2 HAVING COUNT(*) > 0",
        ctx.organizacionId(), t.ordenTrabajoId);
    if (ultimo && momento < *ultimo)
        faltas.agregar(Codigo::fuera_de_rango, "/momento", En::donde_sea, reflect::objeto("desde", *ultimo));
    // A year that was mistyped would be hours of somebody's work, and cost.
    const auto orden = ctx.db().one<Fecha>("SELECT fecha FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                           ctx.organizacionId(), t.transaccionId);
    if (orden && dia_en_zona(momento, ctx.sesion().zona) < *orden)
        faltas.agregar(Codigo::fuera_de_rango, "/momento", En::donde_sea, reflect::objeto("desde", *orden));
}

// What the order is at, by what its work orders are at: it stays where it is as long as nobody began.
std::string mover_orden(Context& ctx, std::int64_t transaccionId, const std::string& estado) {
    if (!es_estado(estado, {Estado::autorizada, Estado::enProceso, Estado::enEspera})) return estado;
    std::map<std::string, std::int64_t, std::less<>> cuantos;
    ctx.db().each(
        "SELECT estado, COUNT(*) FROM ordenTrabajo WHERE organizacionId = $1 AND transaccionId = $2 GROUP BY estado",
        [&](const db::Row& r) { cuantos[std::string{r.text(0)}] = r.integer(1); }, ctx.organizacionId(), transaccionId);
    const auto hay = [&](EstadoOrdenTrabajo e) { return cuantos.contains(reflect::enum_name(e)); };
    const auto ir = [&](std::string_view accion) {
        return engine::transitar(ctx, transaccionId, accion, {engine::OrdenServicio.tipo});
    };
    if (hay(EstadoOrdenTrabajo::enProceso)) return ir("iniciar");
    if (estado == engine::nombre(Estado::autorizada)) return estado;
    if (hay(EstadoOrdenTrabajo::enEspera)) return ir("pausar");
    if (hay(EstadoOrdenTrabajo::terminada) && !hay(EstadoOrdenTrabajo::pendiente)) return ir("terminar");
    return estado;
}

void guardar_trabajo(Context& ctx, const OrdenTrabajo& t) {
    ctx.db().run(
        R"(UPDATE ordenTrabajo SET personalServicioId = $3, estado = $4, motivo = $5, costoHora = $6, version = version + 1,
                           modificadoEn = $7
                    WHERE organizacionId = $1 AND ordenTrabajoId = $2)",
        ctx.organizacionId(), t.ordenTrabajoId, t.personalServicioId, std::string_view{t.estado}, t.motivo, t.costoHora,
        ctx.ahora());
}

constexpr std::string_view acciones_sql = R"(
    SELECT a.accionId, a.ordenTrabajoId, COALESCE(a.clave, '') AS clave, a.accion, a.momento, a.usuarioId, a.instante, a.motivo,
           a.latitud, a.longitud, a.personalServicioId, a.estado, a.estadoOrden
    FROM ordenTrabajoAccion a WHERE a.organizacionId = $1)";

// What the caller's key stands for already. Of another work order or another action it is a mistake.
std::optional<AccionDeTrabajo> accion_hecha(db::Reader& tx, const AccionPedida& p) {
    if (!p.clave) return std::nullopt;
    auto hecha =
        tx.one<AccionDeTrabajo>(std::string{acciones_sql} + " AND a.clave = $2", tx.organizacion(), std::string{*p.clave});
    if (hecha && (hecha->ordenTrabajoId != p.id || hecha->accion != reflect::enum_name(p.accion)))
        reject(Codigo::duplicado, "/clave", reflect::objeto("ordenTrabajoId", hecha->ordenTrabajoId));
    return hecha;
}

void juzgar_accion(const AccionPedida& p, Faltas& faltas) {
    const bool toma = p.accion == AccionTrabajo::reasignar;
    const bool persona = p.personalServicioId.value_or(0) != 0;
    faltas.agregar_si(toma && !persona, Codigo::requerido, "/personalServicioId");
    faltas.agregar_si(!toma && persona, Codigo::valor_no_permitido, "/personalServicioId");
    faltas.agregar_si(p.accion == AccionTrabajo::pausar && (!p.motivo || p.motivo->empty()), Codigo::requerido, "/motivo");
    faltas.agregar_si(p.latitud.has_value() && !p.longitud, Codigo::requerido, "/longitud");
    faltas.agregar_si(p.longitud.has_value() && !p.latitud, Codigo::requerido, "/latitud");
    const auto dentro = [](const Cantidad& c, int grados) {
        return c <= Cantidad::de_enteros(grados) && -c <= Cantidad::de_enteros(grados);
    };
    faltas.agregar_si(p.latitud && !dentro(*p.latitud, 90), Codigo::fuera_de_rango, "/latitud");
    faltas.agregar_si(p.longitud && !dentro(*p.longitud, 180), Codigo::fuera_de_rango, "/longitud");
}

}  // namespace

std::vector<OrdenTrabajo> trabajos_de(db::Reader& tx, std::int64_t transaccionId) {
    auto filas = tx.all<TrabajoFila>(std::string{trabajos_sql} + " AND t.transaccionId = $2 ORDER BY t.numero", tx.organizacion(),
                                     transaccionId);
    std::vector<OrdenTrabajo> r;
    for (TrabajoFila& f : filas) r.push_back(con_folio(std::move(f)));
    return r;
}

bool sin_trabajo_abierto(db::Reader& tx, std::int64_t transaccionId) {
    return !tx.one<std::int64_t>(R"(SELECT ordenTrabajoId FROM ordenTrabajo WHERE organizacionId = $1 AND transaccionId = $2
                                    AND estado NOT IN ('terminada', 'cancelada') LIMIT 1)",
                                 tx.organizacion(), transaccionId);
}

OrdenTrabajo crear_orden_trabajo(Context& ctx, const OrdenTrabajoNueva& n) {
    auto& tx = ctx.db();
    engine::retener_solo(tx, n.transaccionId);
    const auto estado = tx.one<std::string>(
        "SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = 'OrdenServicio'",
        ctx.organizacionId(), n.transaccionId.valor);
    reject_if(!estado, Codigo::no_encontrado, "/transaccionId");
    if (!es_estado(*estado, {Estado::capturada, Estado::asignada, Estado::autorizada, Estado::enProceso, Estado::enEspera}))
        rechazar_estado(*estado, "/transaccionId");
    const Persona persona = exigir_persona(tx, n.personalServicioId);
    const std::int64_t id = tx.next_id();
    tx.run(
        R"(INSERT INTO ordenTrabajo (organizacionId, ordenTrabajoId, transaccionId, numero, personalServicioId, rol, descripcion,
                                        programado, estado, motivo, costoHora, version, creadoPor, creadoEn, modificadoEn)
              VALUES ($1, $2, $3, (SELECT COALESCE(MAX(t.numero), 0) + 1 FROM ordenTrabajo t
                                   WHERE t.organizacionId = $1 AND t.transaccionId = $3), $4, $5, $6, $7, 'pendiente', '', $8, 1, $9,
                      $10, $10))",
        ctx.organizacionId(), id, n.transaccionId.valor, n.personalServicioId.valor, std::string{n.rol.value_or("")},
        std::string{n.descripcion.value_or("")}, n.programado,
        n.costoHora ? static_cast<const Precio&>(*n.costoHora) : persona.costoHora, ctx.usuarioId(), ctx.ahora());
    if (*estado == engine::nombre(Estado::capturada))
        engine::transitar(ctx, n.transaccionId, "asignar", {engine::OrdenServicio.tipo});
    auto nuevo = leer_trabajo(tx, id);
    ctx.auditar_alta("OrdenTrabajo", id, nuevo);
    return nuevo;
}

Pagina<OrdenTrabajo> listar_ordenes_trabajo(const Context& ctx, const OrdenesTrabajoFiltro& filtro) {
    OrdenesTrabajoFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "OrdenesTrabajo", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.transaccionId) donde.add("t.transaccionId = $", filtro.transaccionId->valor);
    if (filtro.personalServicioId) donde.add("t.personalServicioId = $", filtro.personalServicioId->valor);
    if (filtro.estado) donde.add("t.estado = $", reflect::enum_name(*filtro.estado));
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM ordenTrabajo t WHERE t.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("t.ordenTrabajoId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<TrabajoFila>(
        std::string{trabajos_sql} + donde.and_sql() + " ORDER BY t.ordenTrabajoId DESC" + tramo, donde.params());
    return recorrido.pagina(std::move(filas), total, [](const TrabajoFila& t) { return std::vector{t.ordenTrabajoId}; })
        .como([](TrabajoFila& f) { return con_folio(std::move(f)); });
}

OrdenTrabajoVista obtener_orden_trabajo(const Context& ctx, const OrdenTrabajoPedida& pedida) {
    auto& tx = ctx.db();
    OrdenTrabajoVista r{leer_trabajo(tx, pedida.id), {}, {}, {}};
    tx.all_later(r.tiempos, R"(
        SELECT h.personalServicioId, COALESCE(p.nombre, '') AS personal, h.inicio, h.fin, h.costoHora, h.horas, h.costo
        FROM ordenTrabajoTiempo h
        LEFT JOIN personalServicio p ON p.organizacionId = $1 AND p.personalServicioId = h.personalServicioId
        WHERE h.organizacionId = $1 AND h.ordenTrabajoId = $2 ORDER BY h.consecutivo)",
                 tx.organizacion(), pedida.id.valor);
    tx.all_later(r.acciones, std::string{acciones_sql} + " AND a.ordenTrabajoId = $2 ORDER BY a.accionId", tx.organizacion(),
                 pedida.id.valor);
    tx.all_later(r.archivos, R"(
        SELECT a.extension, a.nombre, CASE WHEN a.extension = '' THEN a.nombre ELSE a.nombre || '.' || a.extension END AS nombreExtension,
               a.url, a.archivoId
        FROM ordenTrabajoArchivo f
        JOIN documentoArchivo a ON a.organizacionId = $1 AND a.transaccionId = $3 AND a.archivoId = f.archivoId
        WHERE f.organizacionId = $1 AND f.ordenTrabajoId = $2 ORDER BY f.archivoId)",
                 tx.organizacion(), pedida.id.valor, r.transaccionId);
    tx.settle();
    engine::poner_enlaces(ctx, r.archivos);
    return r;
}

AccionDeTrabajo accionar_orden_trabajo(Context& ctx, const AccionPedida& p) {
    auto& tx = ctx.db();
    OrdenTrabajo t = tomar_trabajo(ctx, p.id);
    if (p.clave) tx.lock("accionTrabajo/" + std::string{*p.clave});
    if (auto hecha = accion_hecha(tx, p)) return std::move(*hecha);
    Faltas faltas;
    juzgar_accion(p, faltas);
    faltas.lanzar();
    const OrdenTrabajo antes = t;
    // Before it is authorized, work only changes hands.
    const bool toma = p.accion == AccionTrabajo::reasignar;
    const bool temprano = toma && es_estado(t.estadoOrden, {Estado::capturada, Estado::asignada});
    if (!temprano && !es_estado(t.estadoOrden, {Estado::autorizada, Estado::enProceso, Estado::enEspera}))
        rechazar_estado(t.estadoOrden);
    const EstadoOrdenTrabajo a = siguiente_estado(t, p.accion);
    const Instante momento = p.momento.value_or(ctx.ahora());
    juzgar_momento(ctx, t, momento, faltas);
    faltas.lanzar();
    const bool trabajaba = t.estado == reflect::enum_name(EstadoOrdenTrabajo::enProceso);
    if (trabajaba && a != EstadoOrdenTrabajo::enProceso) cerrar_tiempo(ctx, t, momento);
    if (toma) {
        const Persona persona = exigir_persona(tx, *p.personalServicioId);
        t.personalServicioId = *p.personalServicioId;
        t.costoHora = persona.costoHora;
    }
    if (a == EstadoOrdenTrabajo::enProceso) abrir_tiempo(ctx, t, momento);
    t.estado = reflect::enum_name(a);
    t.motivo = a == EstadoOrdenTrabajo::enEspera ? std::string{p.motivo.value_or("")} : std::string{};
    guardar_trabajo(ctx, t);
    const std::string estado_orden = mover_orden(ctx, t.transaccionId, t.estadoOrden);
    const std::int64_t accionId = tx.next_id();
    tx.run(
        R"(INSERT INTO ordenTrabajoAccion (organizacionId, accionId, ordenTrabajoId, clave, accion, momento, usuarioId, instante,
                                              motivo, latitud, longitud, personalServicioId, estado, estadoOrden)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))",
        ctx.organizacionId(), accionId, t.ordenTrabajoId, p.clave ? std::optional{std::string{*p.clave}} : std::nullopt,
        reflect::enum_name(p.accion), momento, ctx.usuarioId(), ctx.ahora(), std::string{p.motivo.value_or("")}, p.latitud,
        p.longitud, t.personalServicioId, std::string_view{t.estado}, estado_orden);
    ctx.auditar("OrdenTrabajo", t.ordenTrabajoId, antes, leer_trabajo(tx, t.ordenTrabajoId));
    return tx.one<AccionDeTrabajo>(std::string{acciones_sql} + " AND a.accionId = $2", ctx.organizacionId(), accionId).value();
}

OrdenTrabajo cancelar_orden_trabajo(Context& ctx, const OrdenTrabajoPedida& pedida) {
    OrdenTrabajo t = tomar_trabajo(ctx, pedida.id);
    if (t.estado == reflect::enum_name(EstadoOrdenTrabajo::cancelada)) return t;
    if (t.estado != reflect::enum_name(EstadoOrdenTrabajo::pendiente)) rechazar_estado(t.estado);
    const OrdenTrabajo antes = t;
    t.estado = reflect::enum_name(EstadoOrdenTrabajo::cancelada);
    guardar_trabajo(ctx, t);
    mover_orden(ctx, t.transaccionId, t.estadoOrden);
    auto despues = leer_trabajo(ctx.db(), t.ordenTrabajoId);
    ctx.auditar("OrdenTrabajo", t.ordenTrabajoId, antes, despues);
    return despues;
}

engine::ArchivoPorGuardar preparar_archivo_trabajo(const Context& ctx, const ArchivoTrabajoNuevo& n) {
    const std::string_view nombre = n.nombre && !n.nombre->empty() ? std::string_view{*n.nombre} : n.archivo.nombre;
    auto revisado =
        engine::revisar_archivo(n.archivo.contenido, {nombre, n.extension.value_or(""), n.tipo.value_or("")}, "/archivo");
    if (revisado.falta) throw Error{{*revisado.falta}};
    // Before anything of it is kept anywhere; the transaction asks again.
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        reject_if(!tx.one<std::int64_t>("SELECT 1 FROM ordenTrabajo WHERE organizacionId = $1 AND ordenTrabajoId = $2",
                                        tx.organizacion(), n.id.valor),
                  Codigo::no_encontrado, "/id");
    });
    return {std::move(revisado.nombre.nombre), std::move(revisado.nombre.extension),
            api::preparar_contenido(ctx, n.archivo.contenido, revisado.tipo)};
}

engine::ArchivoDigital agregar_archivo_trabajo(Context& ctx, const ArchivoTrabajoNuevo& n,
                                               const engine::ArchivoPorGuardar& archivo) {
    auto& tx = ctx.db();
    const OrdenTrabajo t = leer_trabajo(tx, n.id);
    engine::apartar_archivos(ctx, t.transaccionId);
    auto hay = engine::buscar_digital(ctx, t.transaccionId, archivo.contenido.sha256);
    if (!hay)
        hay = engine::agregar_digital(ctx, engine::exigir_cualquiera(tx, t.transaccionId), archivo, n.archivo.contenido, "/id");
    tx.run(R"(INSERT INTO ordenTrabajoArchivo (organizacionId, ordenTrabajoId, archivoId) VALUES ($1, $2, $3)
              ON CONFLICT (organizacionId, ordenTrabajoId, archivoId) DO NOTHING)",
           ctx.organizacionId(), t.ordenTrabajoId, hay->archivoId);
    return std::move(*hay);
}

void register_orden_trabajo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(GET, "/api/OrdenTrabajo", "OrdenesTrabajo", listar_ordenes_trabajo)
        .totales(&OrdenTrabajo::horas, &OrdenTrabajo::costo)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/OrdenTrabajo/{id}", "OrdenTrabajoObtener", obtener_orden_trabajo)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/OrdenTrabajo", "OrdenTrabajoCrear", crear_orden_trabajo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::estado_invalido});
    ops.add(PUT, "/api/OrdenTrabajo/OrdenTrabajoAccion/{id}", "OrdenTrabajoAccion", accionar_orden_trabajo)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::estado_invalido, Codigo::requerido, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::duplicado});
    ops.add(POST, "/api/OrdenTrabajo/ArchivoDigital/{id}", "OrdenTrabajoArchivoDigital", preparar_archivo_trabajo,
            agregar_archivo_trabajo)
        .multiparte(api::cuerpo_de_archivos())
        .rechaza({Codigo::no_encontrado, Codigo::archivo_vacio});
    ops.add(DELETE, "/api/OrdenTrabajo/OrdenTrabajoCancelar/{id}", "OrdenTrabajoCancelar", cancelar_orden_trabajo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido});
}

}  // namespace cacao
