#include "rooms/servicio/orden_servicio.hpp"

#include "api/limites.hpp"
#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/consulta/consulta_propios.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/revision_orden.hpp"
#include "reflect/objeto.hpp"
#include "rooms/servicio/orden_filas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

using engine::Estado;

// What the lines of an order name beside what every line of a sale does.
struct ContextoDeOrden {
    std::int64_t clienteId = 0;
    Fecha fecha;
    std::int64_t equipoServicioId = 0;
    std::int64_t contratoServicioId = 0;
};

struct EquipoDeOrden {
    std::int64_t clienteId = 0;
    bool activo = false;
    std::optional<Fecha> garantiaHasta;
};
DESCRIBE_STRUCT(EquipoDeOrden, (), (clienteId, activo, garantiaHasta))

std::optional<EquipoDeOrden> equipo_de_orden(db::Reader& tx, std::int64_t equipoServicioId) {
    if (equipoServicioId == 0) return std::nullopt;
    return tx.one<EquipoDeOrden>(
        "SELECT clienteId, activo, garantiaHasta FROM equipoServicio WHERE organizacionId = $1 AND equipoServicioId = $2",
        tx.organizacion(), equipoServicioId);
}

struct ContratoDeOrden {
    std::int64_t clienteId = 0;
    bool activo = false;
    Fecha inicio;
    std::optional<Fecha> fin;
};
DESCRIBE_STRUCT(ContratoDeOrden, (), (clienteId, activo, inicio, fin))

void juzgar_equipo(db::Reader& tx, const ContextoDeOrden& o, Faltas& faltas) {
    if (o.equipoServicioId == 0) return;
    const auto equipo = equipo_de_orden(tx, o.equipoServicioId);
    if (!equipo) return faltas.agregar(Codigo::no_encontrado, "/equipoServicioId");
    faltas.agregar_si(!equipo->activo, Codigo::inactivo, "/equipoServicioId");
    faltas.agregar_si(equipo->clienteId != o.clienteId, Codigo::otro_contacto, "/equipoServicioId");
}

void juzgar_contrato(db::Reader& tx, const ContextoDeOrden& o, Faltas& faltas) {
    if (o.contratoServicioId == 0) return;
    const auto c = tx.one<ContratoDeOrden>(
        "SELECT clienteId, activo, inicio, fin FROM contratoServicio WHERE organizacionId = $1 AND contratoServicioId = $2",
        tx.organizacion(), o.contratoServicioId);
    if (!c) return faltas.agregar(Codigo::no_encontrado, "/contratoServicioId");
    faltas.agregar_si(!c->activo, Codigo::inactivo, "/contratoServicioId");
    faltas.agregar_si(c->clienteId != o.clienteId, Codigo::otro_contacto, "/contratoServicioId");
    faltas.agregar_si(o.fecha < c->inicio || (c->fin && o.fecha > *c->fin), Codigo::vencido, "/contratoServicioId");
}

void juzgar_agrupador(db::Reader& tx, std::int64_t agrupadorServicioId, Faltas& faltas) {
    if (agrupadorServicioId != 0)
        exigir_activo(tx, "SELECT activo FROM agrupadorServicio WHERE organizacionId = $1 AND agrupadorServicioId = $2",
                      agrupadorServicioId, "/agrupadorServicioId", faltas);
}

void juzgar_cotizacion(db::Reader& tx, std::int64_t cotizacionId, std::int64_t clienteId, Faltas& faltas) {
    if (cotizacionId == 0) return;
    const auto suya = tx.one<std::int64_t>(
        "SELECT entidadId FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = 'Cotizacion'",
        tx.organizacion(), cotizacionId);
    if (!suya) faltas.agregar(Codigo::no_encontrado, "/cotizacionId");
    else faltas.agregar_si(*suya != clienteId, Codigo::otro_contacto, "/cotizacionId");
}

bool sin_cargo(const PartidaServicioNueva& p) { return p.cobro.value_or(CobroServicio::cobrable) != CobroServicio::cobrable; }

// Parts are goods, and only they are; a warranty is one of the equipment, a contract one that the order names.
void juzgar_partidas_servicio(db::Reader& tx, const PartidasServicioNuevas& partidas, const ContextoDeOrden& o, Faltas& faltas) {
    const auto nombrados = engine::productos_nombrados(tx, partidas, "/partidas");
    const auto equipo = equipo_de_orden(tx, o.equipoServicioId);
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        const PartidaServicioNueva& p = partidas[i];
        const std::string campo = fmt::format("/partidas/{}", i);
        const bool refaccion = p.clase == ClasePartidaServicio::refaccion;
        std::string tipo;
        if (nombrados[i].productoId != 0)
            tipo = tx.one<std::string>("SELECT tipo FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                       tx.organizacion(), nombrados[i].productoId)
                       .value_or("");
        const bool mal = tipo.empty() ? refaccion && p.conceptoId.value_or(0) != 0 : refaccion != (tipo == "producto");
        faltas.agregar_si(mal, Codigo::valor_no_permitido, campo + "/clase");
        if (p.cobro == CobroServicio::contrato)
            faltas.agregar_si(o.contratoServicioId == 0, Codigo::requerido, "/contratoServicioId");
        if (p.cobro != CobroServicio::garantia) continue;
        faltas.agregar_si(o.equipoServicioId == 0, Codigo::requerido, "/equipoServicioId");
        if (equipo && (!equipo->garantiaHasta || *equipo->garantiaHasta < o.fecha))
            faltas.agregar(Codigo::vencido, campo + "/cobro");
    }
}

void poner_partidas(engine::SolicitudVenta& s, const PartidasServicioNuevas& partidas) {
    for (const PartidaServicioNueva& p : partidas) {
        auto& r = s.partidas.emplace_back();
        r.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
        r.numeroPartida = p.numeroPartida ? p.numeroPartida->valor : 0;
        r.descripcion = p.descripcion.value_or("");
        r.notas = p.notas.value_or("");
        engine::poner_producto(r, p);
        r.conceptoId = p.conceptoId.value_or(0);
        r.unidadMedidaId = p.unidadMedidaId.value_or(0);
        r.cantidad = p.cantidad;
        r.precioUnitario = p.precioUnitario;
        r.descuento = p.descuento.value_or(Importe{});
        r.incluyeImpuestos = p.incluyeImpuestos.value_or(false);
        r.sinCargo = sin_cargo(p);
        r.almacenId = p.almacenId.value_or(0);
        r.origenId = p.transaccionIdOrigen.value_or(0);
        r.origenPartida = p.partidaOrigen.value_or(0);
    }
}

// What a line is beside a line of a sale. Parts come from the warehouse that the line, the order or its branch names.
void guardar_partidas_servicio(Context& ctx, std::int64_t transaccionId, const PartidasServicioNuevas& partidas,
                               const std::vector<std::int64_t>& numeros) {
    auto& tx = ctx.db();
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        const PartidaServicioNueva& p = partidas[i];
        tx.run(R"(
            INSERT INTO partidaServicio (organizacionId, transaccionId, numeroPartida, clase, cobro, costo, almacenId, usado)
            SELECT $1, $2, $3, $4, $5, $6,
                   CASE WHEN $4 <> 'refaccion' THEN 0 WHEN $7 <> 0 THEN $7 WHEN d.almacenId <> 0 THEN d.almacenId ELSE s.almacenId END, 0
            FROM documento d JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
            WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
               ctx.organizacionId(), transaccionId, numeros[i], reflect::enum_name(p.clase),
               reflect::enum_name(p.cobro.value_or(CobroServicio::cobrable)),
               p.costo ? static_cast<const Precio&>(*p.costo) : Precio{}, p.almacenId.value_or(0));
    }
    const auto sin_almacen = tx.one<std::int64_t>(R"(SELECT MIN(numeroPartida) FROM partidaServicio
                                                     WHERE organizacionId = $1 AND transaccionId = $2 AND clase = 'refaccion'
                                                       AND almacenId = 0 HAVING COUNT(*) > 0)",
                                                  ctx.organizacionId(), transaccionId);
    if (!sin_almacen) return;
    const auto cual = std::ranges::find(numeros, *sin_almacen) - numeros.begin();
    reject(Codigo::almacen_requerido, fmt::format("/partidas/{}/almacenId", cual));
}

std::vector<std::int64_t> numeros_de(const PartidasServicioNuevas& partidas, std::int64_t ultimo) {
    std::vector<std::int64_t> numeros;
    for (const PartidaServicioNueva& p : partidas) numeros.push_back(p.numeroPartida ? p.numeroPartida->valor : ++ultimo);
    return numeros;
}

constexpr std::string_view datos_de_orden = R"(
    SELECT o.equipoServicioId, COALESCE(e.nombre, '') AS equipo, COALESCE(e.serie, '') AS serieEquipo, o.agrupadorServicioId,
           COALESCE(g.nombre, '') AS agrupador, o.contratoServicioId, o.cotizacionId, COALESCE(v.nombre, '') AS vendedor, o.contacto,
           o.direccion, o.prioridad, o.falla, o.diagnostico, o.fechaCompromiso, o.preventivo, o.importeAutorizado, o.autorizadoPor,
           o.autorizadoEn, o.solucion, o.fechaTermino, o.contador, o.firma, o.cerradoPor, o.cerradoEn, o.costoId,
           CASE WHEN d.estado = 'cerrada'
                 AND EXISTS (SELECT 1 FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = o.transaccionId AND p.sinCargo = 0)
                 AND NOT EXISTS (SELECT 1 FROM partida p
                                 LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                                   AND a.numeroPartida = p.numeroPartida AND a.avance = 'facturado'
                                 WHERE p.organizacionId = $1 AND p.transaccionId = o.transaccionId AND p.sinCargo = 0
                                   AND COALESCE(a.cantidad, 0) < p.cantidadBase)
                THEN 1 ELSE 0 END AS facturada
    FROM ordenServicio o
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
    LEFT JOIN equipoServicio e ON e.organizacionId = $1 AND e.equipoServicioId = o.equipoServicioId
    LEFT JOIN agrupadorServicio g ON g.organizacionId = $1 AND g.agrupadorServicioId = o.agrupadorServicioId
    LEFT JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = d.vendedorId
    WHERE o.organizacionId = $1 AND o.transaccionId = $2)";

struct DatosConFactura : OrdenServicioDatos {
    bool facturada = false;
};
DESCRIBE_STRUCT(DatosConFactura, (OrdenServicioDatos), (facturada))

// Nobody writes that everything is invoiced: the invoices do.
template <class Orden>
void poner_datos(Orden& orden, const DatosConFactura& datos) {
    orden.servicio = datos;
    if (datos.facturada) orden.estado = reflect::enum_name(EstadoOrdenServicio::facturada);
}

// Those with everything that is charged invoiced, and those with something open.
constexpr std::string_view ya_facturada = R"(d.estado = 'cerrada'
    AND EXISTS (SELECT 1 FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.sinCargo = 0)
    AND NOT EXISTS (SELECT 1 FROM partida p
                    LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                      AND a.numeroPartida = p.numeroPartida AND a.avance = 'facturado'
                    WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.sinCargo = 0
                      AND COALESCE(a.cantidad, 0) < p.cantidadBase AND p.numeroPartida > $))";
constexpr std::string_view no_facturada = R"((
    NOT EXISTS (SELECT 1 FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.sinCargo = 0)
    OR EXISTS (SELECT 1 FROM partida p
               LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                 AND a.numeroPartida = p.numeroPartida AND a.avance = 'facturado'
               WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.sinCargo = 0
                 AND COALESCE(a.cantidad, 0) < p.cantidadBase AND p.numeroPartida > $)))";

OrdenServicioAutorizada autorizada(db::Reader& tx, std::int64_t transaccionId) {
    struct Fila : OrdenServicioAutorizada {
        std::string serie;
        std::int64_t numero = 0;
    };
    Fila f;
    tx.each(
        R"(SELECT d.transaccionId, d.fecha, d.entidadId, COALESCE(c.nombre, ''), COALESCE(e.nombre, ''), d.notas, d.serie, d.folio
               FROM documento d
               JOIN ordenServicio o ON o.organizacionId = $1 AND o.transaccionId = d.transaccionId
               LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
               LEFT JOIN equipoServicio e ON e.organizacionId = $1 AND e.equipoServicioId = o.equipoServicioId
               WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
        [&](const db::Row& r) {
            f.transaccionId = r.integer(0);
            f.fecha = Fecha::de_dias(static_cast<std::int32_t>(r.integer(1)));
            f.clienteId = r.integer(2);
            f.cliente = r.text(3);
            f.equipo = r.text(4);
            f.notas = r.text(5);
            f.folio = engine::folio_texto(r.text(6), r.integer(7));
        },
        tx.organizacion(), transaccionId);
    return f;
}

std::string texto_de(const std::optional<Texto<2000>>& t) { return t ? std::string{*t} : std::string{}; }

}  // namespace

engine::DocumentoCreado crear_orden_servicio(Context& ctx, const OrdenServicioNueva& n) {
    auto& tx = ctx.db();
    auto s = engine::solicitud<engine::SolicitudVenta>(n);
    engine::adjuntar(s, n);
    s.entidadId = n.clienteId;
    s.campo_entidad = "/clienteId";
    s.vendedorId = n.vendedorId.value_or(0);
    s.almacenId = n.almacenId.value_or(0);
    s.entregaFecha = n.fechaCompromiso;
    s.campo_entrega = "/fechaCompromiso";
    s.direccionEntrega = n.direccion.value_or("");
    static const PartidasServicioNuevas ninguna;
    const PartidasServicioNuevas& partidas = n.partidas ? *n.partidas : ninguna;
    const ContextoDeOrden o{n.clienteId, n.fecha.value_or(ctx.hoy(s.sucursalId)), n.equipoServicioId.value_or(0),
                            n.contratoServicioId.value_or(0)};
    juzgar_equipo(tx, o, s.faltas);
    juzgar_contrato(tx, o, s.faltas);
    juzgar_agrupador(tx, n.agrupadorServicioId.value_or(0), s.faltas);
    juzgar_cotizacion(tx, n.cotizacionId.value_or(0), o.clienteId, s.faltas);
    juzgar_partidas_servicio(tx, partidas, o, s.faltas);
    for (std::size_t i = 0; i < partidas.size(); ++i)
        s.faltas.agregar_si(partidas[i].numeroPartida.has_value(), Codigo::valor_no_permitido,
                            fmt::format("/partidas/{}/numeroPartida", i));
    poner_partidas(s, partidas);
    auto emitida = engine::emitir(ctx, engine::OrdenServicio, s);
    tx.run(R"(INSERT INTO ordenServicio (organizacionId, transaccionId, equipoServicioId, agrupadorServicioId, contratoServicioId,
                                         cotizacionId, contacto, direccion, prioridad, falla, diagnostico, fechaCompromiso, preventivo,
                                         importeAutorizado, autorizadoPor, autorizadoEn, solucion, fechaTermino, contador, firma,
                                         cerradoPor, cerradoEn, costoId)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0, NULL, '', NULL, 0, '', 0, NULL, 0))",
           ctx.organizacionId(), emitida.transaccionId, o.equipoServicioId, n.agrupadorServicioId.value_or(0),
           o.contratoServicioId, n.cotizacionId.value_or(0), n.contacto ? std::string{*n.contacto} : std::string{},
           n.direccion ? std::string{*n.direccion} : std::string{},
           reflect::enum_name(n.prioridad.value_or(PrioridadServicio::normal)), texto_de(n.falla), texto_de(n.diagnostico),
           n.fechaCompromiso, n.preventivo.value_or(false));
    guardar_partidas_servicio(ctx, emitida.transaccionId, partidas, numeros_de(partidas, 0));
    return engine::creado(emitida);
}

namespace {

// The header of an order, as it is changed: what is not said stays.
struct OrdenCambiable {
    std::int64_t equipoServicioId = 0;
    std::int64_t agrupadorServicioId = 0;
    std::int64_t contratoServicioId = 0;
    std::string contacto;
    std::string direccion;
    std::string prioridad;
    std::string falla;
    std::string diagnostico;
    std::optional<Fecha> fechaCompromiso;
    bool preventivo = false;
};
DESCRIBE_STRUCT(OrdenCambiable, (),
                (equipoServicioId, agrupadorServicioId, contratoServicioId, contacto, direccion, prioridad, falla, diagnostico,
                 fechaCompromiso, preventivo))

OrdenCambiable cambiada(OrdenCambiable o, const OrdenServicioActualizacion& p) {
    p.equipoServicioId.aplicar_a(o.equipoServicioId);
    p.agrupadorServicioId.aplicar_a(o.agrupadorServicioId);
    p.contratoServicioId.aplicar_a(o.contratoServicioId);
    p.contacto.aplicar_a(o.contacto);
    p.direccion.aplicar_a(o.direccion);
    if (p.prioridad) o.prioridad = reflect::enum_name(*p.prioridad);
    p.falla.aplicar_a(o.falla);
    p.diagnostico.aplicar_a(o.diagnostico);
    p.fechaCompromiso.aplicar_a(o.fechaCompromiso);
    if (p.preventivo) o.preventivo = *p.preventivo;
    return o;
}

// New lines in the place of the old ones; what was issued of a line holds it.
void revisar_partidas(Context& ctx, const OrdenFila& orden, const PartidasServicioNuevas& partidas, const std::string& motivo,
                      Faltas faltas) {
    auto& tx = ctx.db();
    const auto antes = lineas_de_orden(tx, orden.transaccionId);
    engine::SolicitudVenta s;
    s.faltas = std::move(faltas);
    s.campo_entidad = "/clienteId";
    s.vendedorId = orden.vendedorId;
    poner_partidas(s, partidas);
    for (engine::PartidaVenta& p : s.partidas) p.origenId = p.origenPartida = 0;
    tx.run("DELETE FROM partidaServicio WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           orden.transaccionId);
    engine::revisar_venta(ctx, orden.transaccionId, engine::OrdenServicio, std::move(s), motivo);
    guardar_partidas_servicio(ctx, orden.transaccionId, partidas,
                              numeros_de(partidas, antes.empty() ? 0 : antes.back().numeroPartida));
    if (orden.es({Estado::capturada, Estado::asignada})) return;
    const OrdenFila despues = leer_orden_servicio(tx, orden.transaccionId);
    const bool alcanza = monto_de(tx, despues).importe <= despues.importeAutorizado;
    apartar_partes(ctx, orden.transaccionId, alcanza ? nullptr : &antes);
}

}  // namespace

engine::DocumentoCreado actualizar_orden_servicio(Context& ctx, const OrdenServicioActualizacion& p) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, p.id);
    ctx.exigir_version(orden.version);
    exigir_estado_de_orden(
        orden, {Estado::capturada, Estado::asignada, Estado::autorizada, Estado::enProceso, Estado::enEspera, Estado::terminada});
    const auto antes = tx.one<OrdenCambiable>(R"(
        SELECT equipoServicioId, agrupadorServicioId, contratoServicioId, contacto, direccion, prioridad, falla, diagnostico,
               fechaCompromiso, preventivo
        FROM ordenServicio WHERE organizacionId = $1 AND transaccionId = $2)",
                                              ctx.organizacionId(), orden.transaccionId)
                           .value();
    const OrdenCambiable despues = cambiada(antes, p);
    const ContextoDeOrden o{orden.clienteId, orden.fecha, despues.equipoServicioId, despues.contratoServicioId};
    Faltas faltas;
    if (despues.equipoServicioId != antes.equipoServicioId) juzgar_equipo(tx, o, faltas);
    if (despues.contratoServicioId != antes.contratoServicioId) juzgar_contrato(tx, o, faltas);
    if (despues.agrupadorServicioId != antes.agrupadorServicioId) juzgar_agrupador(tx, despues.agrupadorServicioId, faltas);
    if (p.partidas) {
        juzgar_partidas_servicio(tx, *p.partidas, o, faltas);
        for (std::size_t i = 0; i < p.partidas->size(); ++i)
            faltas.agregar_si((*p.partidas)[i].transaccionIdOrigen.value_or(0) != 0, Codigo::valor_no_permitido,
                              fmt::format("/partidas/{}/transaccionIdOrigen", i));
    } else {
        // Lines that stay need what they stand on.
        for (const LineaDeOrden& l : lineas_de_orden(tx, orden.transaccionId)) {
            faltas.agregar_si(l.cobro == "garantia" && o.equipoServicioId == 0, Codigo::requerido, "/equipoServicioId");
            faltas.agregar_si(l.cobro == "contrato" && o.contratoServicioId == 0, Codigo::requerido, "/contratoServicioId");
        }
        faltas.lanzar();
    }
    tx.run(R"(UPDATE ordenServicio SET equipoServicioId = $3, agrupadorServicioId = $4, contratoServicioId = $5, contacto = $6,
                     direccion = $7, prioridad = $8, falla = $9, diagnostico = $10, fechaCompromiso = $11, preventivo = $12
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), orden.transaccionId, despues.equipoServicioId, despues.agrupadorServicioId,
           despues.contratoServicioId, despues.contacto, despues.direccion, despues.prioridad, despues.falla, despues.diagnostico,
           despues.fechaCompromiso, despues.preventivo);
    if (p.partidas) revisar_partidas(ctx, orden, *p.partidas, p.motivo ? std::string{*p.motivo} : "", std::move(faltas));
    // A revision sends other orders back to their beginning; this one stays where it is, and says so last.
    engine::tocar_documento(ctx, orden.transaccionId, engine::evento::Transitado{engine::estado_de(orden.estado)});
    ctx.auditar("OrdenServicio", orden.transaccionId, antes, despues);
    const auto d = engine::exigir_documento(ctx, p.id, {engine::OrdenServicio.tipo});
    return {d.transaccionId, d.tipoDocumento, d.folio, d.fecha,       d.estado,      d.moneda,
            d.subtotal,      d.iva,           d.ieps,  d.ivaRetenido, d.isrRetenido, d.total};
}

OrdenServicioVista obtener_orden_servicio(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    OrdenServicioVista r;
    static_cast<engine::DocumentoVista&>(r) = engine::exigir_documento(ctx, pedida.id, {engine::OrdenServicio.tipo});
    const OrdenFila orden = leer_orden_servicio(tx, pedida.id);
    r.importePorAutorizar = monto_de(tx, orden).importe;
    r.requiereAutorizacion = orden.es({Estado::autorizada, Estado::enProceso, Estado::enEspera, Estado::terminada}) &&
                             r.importePorAutorizar > orden.importeAutorizado;
    poner_datos(r, tx.one<DatosConFactura>(datos_de_orden, tx.organizacion(), pedida.id.valor).value());
    for (const LineaDeOrden& l : lineas_de_orden(tx, pedida.id)) {
        PartidaDeServicio& p = r.partidasServicio.emplace_back();
        p.numeroPartida = l.numeroPartida;
        p.clase = l.clase;
        p.cobro = l.cobro;
        p.costo = l.costo;
        p.almacenId = l.almacenId;
        p.cantidadBase = l.cantidadBase;
        p.apartado = l.apartado;
        p.surtido = l.surtido;
        p.pendienteSurtir = l.por_surtir();
        p.usado = l.usado;
        p.facturado = l.facturado;
        p.pendienteFacturar = l.por_facturar();
    }
    r.ordenesTrabajo = trabajos_de(tx, pedida.id);
    r.utilidad = utilidad_de_orden(tx, pedida.id);
    return r;
}

Pagina<OrdenServicioEnLista> listar_ordenes_servicio(const Context& ctx, const OrdenesServicioFiltro& filtro) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    static_cast<engine::FiltroLugar&>(f) = filtro;
    static_cast<engine::FiltroCliente&>(f) = filtro;
    static_cast<engine::FiltroFolio&>(f) = filtro;
    std::vector<engine::OtroFiltro> otros;
    if (filtro.estado == EstadoOrdenServicio::facturada) {
        f.estado = Estado::cerrada;
        otros.push_back({ya_facturada, 0});
    } else if (filtro.estado) {
        f.estado = engine::estado_de(reflect::enum_name(*filtro.estado));
        if (*filtro.estado == EstadoOrdenServicio::cerrada) otros.push_back({no_facturada, 0});
    }
    if (filtro.equipoServicioId)
        otros.push_back(
            {"d.transaccionId IN (SELECT e.transaccionId FROM ordenServicio e WHERE e.organizacionId = $1 AND "
             "e.equipoServicioId <> 0 AND e.equipoServicioId = $)",
             *filtro.equipoServicioId});
    if (filtro.agrupadorServicioId)
        otros.push_back(
            {"d.transaccionId IN (SELECT g.transaccionId FROM ordenServicio g WHERE g.organizacionId = $1 AND "
             "g.agrupadorServicioId <> 0 AND g.agrupadorServicioId = $)",
             *filtro.agrupadorServicioId});
    if (filtro.contratoServicioId)
        otros.push_back(
            {"d.transaccionId IN (SELECT k.transaccionId FROM ordenServicio k WHERE k.organizacionId = $1 AND "
             "k.contratoServicioId <> 0 AND k.contratoServicioId = $)",
             *filtro.contratoServicioId});
    if (filtro.personalServicioId)
        otros.push_back(
            {"d.transaccionId IN (SELECT t.transaccionId FROM ordenTrabajo t WHERE t.organizacionId = $1 AND "
             "t.personalServicioId = $)",
             *filtro.personalServicioId});
    auto pagina = engine::listar_documentos(ctx, f, "OrdenServicio", {engine::OrdenServicio.tipo}, otros);
    return engine::con_propios<std::optional<DatosConFactura>>(
        ctx, std::move(pagina),
        [](db::Reader& tx, std::int64_t id, std::optional<DatosConFactura>& datos) {
            tx.one_later(datos, datos_de_orden, tx.organizacion(), id);
        },
        [](const engine::DocumentoResumen& d, const std::optional<DatosConFactura>& datos) {
            OrdenServicioEnLista o;
            static_cast<engine::DocumentoResumen&>(o) = d;
            poner_datos(o, datos.value());
            return o;
        });
}

OrdenServicioAutorizada autorizar_orden_servicio(Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, pedida.id);
    exigir_estado_de_orden(
        orden, {Estado::capturada, Estado::asignada, Estado::autorizada, Estado::enProceso, Estado::enEspera, Estado::terminada});
    const MontoDeOrden monto = monto_de(tx, orden);
    const bool primera = orden.es({Estado::capturada, Estado::asignada});
    if (!primera && monto.importe <= orden.importeAutorizado) return autorizada(tx, pedida.id);
    reject_if(lineas_de_orden(tx, pedida.id).empty(), Codigo::lista_vacia, "/partidas");
    exigir_limite(ctx, {"OrdenServicioAutorizar", "OrdenServicio", orden.moneda, monto.importe, engine::leer_ajustes(tx).moneda,
                        monto.local});
    apartar_partes(ctx, pedida.id);
    tx.run(R"(UPDATE ordenServicio SET importeAutorizado = $3, autorizadoPor = $4, autorizadoEn = $5
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), pedida.id.valor, monto.importe, ctx.usuarioId(), ctx.ahora());
    if (primera) engine::transitar(ctx, pedida.id, "autorizar", {engine::OrdenServicio.tipo});
    else engine::tocar_documento(ctx, pedida.id, engine::evento::Transitado{engine::estado_de(orden.estado)});
    return autorizada(tx, pedida.id);
}

engine::Cancelado cancelar_orden_servicio(Context& ctx, const engine::CancelacionPedida& pedida) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, pedida.id);
    const bool antes = orden.estado == engine::nombre(Estado::cancelado);
    if (orden.es({Estado::cerrada})) exigir_estado_de_orden(orden, {Estado::terminada});
    // Whoever is at work on it stops first: his time is his.
    if (!antes)
        reject_if(tx.one<std::int64_t>(R"(SELECT ordenTrabajoId FROM ordenTrabajo WHERE organizacionId = $1 AND transaccionId = $2
                                          AND estado = 'enProceso' LIMIT 1)",
                                       ctx.organizacionId(), pedida.id.valor)
                      .has_value(),
                  Codigo::trabajo_abierto, "/id");
    const auto cancelado = engine::cancelar(ctx, pedida, {engine::OrdenServicio.tipo});
    if (!antes)
        tx.run(R"(UPDATE ordenTrabajo SET estado = 'cancelada', version = version + 1, modificadoEn = $3
                  WHERE organizacionId = $1 AND transaccionId = $2 AND estado IN ('pendiente', 'enEspera'))",
               ctx.organizacionId(), pedida.id.valor, ctx.ahora());
    return cancelado;
}

void register_orden_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("OrdenServicio");
    ops.add(GET, "/api/OrdenServicio", "OrdenesServicio", listar_ordenes_servicio)
        .totales(&engine::DocumentoResumen::total)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/OrdenServicio/{id}", "OrdenServicioObtener", obtener_orden_servicio)
        .lee({engine::OrdenServicio.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/OrdenServicio", "OrdenServicioCrear", crear_orden_servicio)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::base_negativa, Codigo::moneda_sin_tipo_cambio, Codigo::duplicado,
                  Codigo::otro_contacto, Codigo::vencido, Codigo::sin_cargo, Codigo::origen_no_permitido,
                  Codigo::excede_pendiente});
    ops.add(PUT, "/api/OrdenServicio/{id}", "OrdenServicioActualizar", actualizar_orden_servicio)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::duplicado,
                  Codigo::estado_invalido, Codigo::otro_contacto, Codigo::vencido, Codigo::sin_cargo, Codigo::con_dependientes,
                  Codigo::excede_pendiente, Codigo::precondicion_fallida});
    ops.add(PUT, "/api/OrdenServicio/OrdenServicioAutorizar/{id}", "OrdenServicioAutorizar", autorizar_orden_servicio)
        .sin_sobre()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::excede_limite,
                  Codigo::lista_vacia, Codigo::existencia_insuficiente});
    ops.add(PUT, "/api/OrdenServicio/OrdenServicioCerrar/{id}", "OrdenServicioCerrar", cerrar_orden_servicio)
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::por_autorizar, Codigo::trabajo_abierto,
                  Codigo::partes_sin_conciliar, Codigo::archivo_requerido, Codigo::fuera_de_rango, Codigo::valor_no_permitido});
    ops.add(DELETE, "/api/OrdenServicio/OrdenServicioCancelar/{id}", "OrdenServicioCancelar", cancelar_orden_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes, Codigo::trabajo_abierto});
}

}  // namespace cacao
