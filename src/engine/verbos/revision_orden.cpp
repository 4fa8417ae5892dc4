// Documents without effects written anew: an order that is revised, a request that is changed.

#include "engine/verbos/revision_orden.hpp"

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/emision/articulos.hpp"
#include "engine/emision/registrar.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/verbos/simulacion.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cacao::engine {
namespace {

struct EncabezadoOrden {
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    Fecha vencimiento;
    std::string estado;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t entidadId = 0;
    std::int64_t almacenId = 0;
    std::string moneda;
    Precio tipoCambio;
    Importe total;
    std::string notas;
    std::int64_t version = 0;
    std::optional<Fecha> entregaFecha;
    std::string condiciones;
};
DESCRIBE_STRUCT(EncabezadoOrden, (),
                (tipo, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId, centroCostoId, entidadId, almacenId,
                 moneda, tipoCambio, total, notas, version, entregaFecha, condiciones))

// How a line was, and how much of it others have used.
struct LineaAnterior {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;
    Cantidad cantidadBase;
    Cantidad usado;
    bool derivada = false;
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
};
DESCRIBE_STRUCT(LineaAnterior, (),
                (numeroPartida, productoId, conceptoId, unidadMedidaId, cantidad, precioUnitario, descuento, cantidadBase, usado,
                 derivada, origenId, origenPartida))

std::optional<EncabezadoOrden> leer_orden(db::Reader& tx, std::int64_t transaccionId) {
    return tx.one<EncabezadoOrden>(R"(
        SELECT d.tipo, d.serie, d.folio, d.fecha, d.vencimiento, d.estado, d.sucursalId, d.proyectoId, d.centroCostoId, d.entidadId,
               d.almacenId, d.moneda, d.tipoCambio, d.total, d.notas, d.version, c.entregaFecha,
               COALESCE(c.condiciones, '') AS condiciones
        FROM documento d
        LEFT JOIN documentoCondicion c ON c.organizacionId = $1 AND c.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                   tx.organizacion(), transaccionId);
}

std::vector<LineaAnterior> leer_lineas(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<LineaAnterior>(R"(
        SELECT p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.cantidad, p.precioUnitario, p.descuento,
               p.cantidadBase, COALESCE(MAX(a.cantidad), 0) AS usado, CASE WHEN COUNT(a.avance) > 0 OR p.origenId <> 0 THEN 1 ELSE 0 END AS derivada,
               p.origenId, p.origenPartida
        FROM partida p
        LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
        WHERE p.organizacionId = $1 AND p.transaccionId = $2
        GROUP BY p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.cantidad, p.precioUnitario, p.descuento, p.cantidadBase,
                 p.origenId, p.origenPartida
        ORDER BY p.numeroPartida)",
                                 tx.organizacion(), transaccionId);
}

const LineaAnterior* buscar_linea(const std::vector<LineaAnterior>& lineas, std::int64_t numero) {
    const auto it = std::ranges::find(lineas, numero, &LineaAnterior::numeroPartida);
    return it == lineas.end() ? nullptr : &*it;
}

// Gives every asked line its number, and refuses what would take a used line away.
template <class Partida>
void numerar(std::vector<Partida>& partidas, const std::vector<LineaAnterior>& antes, Faltas& faltas) {
    std::set<std::int64_t> vistos;
    std::int64_t ultimo = antes.empty() ? 0 : antes.back().numeroPartida;
    for (Partida& p : partidas) {
        if (p.numeroPartida == 0) {
            p.numeroPartida = ++ultimo;
            vistos.insert(p.numeroPartida);
            continue;
        }
        const LineaAnterior* antigua = buscar_linea(antes, p.numeroPartida);
        if (antigua == nullptr) faltas.agregar(Codigo::no_encontrado, p.campo + "/numeroPartida");
        else if (antigua->derivada && (antigua->productoId != p.productoId || antigua->conceptoId != p.conceptoId))
            faltas.agregar(Codigo::valor_no_permitido, p.campo + (antigua->productoId != 0 ? "/productoId" : "/conceptoId"));
        if (!vistos.insert(p.numeroPartida).second) faltas.agregar(Codigo::duplicado, p.campo + "/numeroPartida");
    }
    for (const LineaAnterior& l : antes)
        if (l.derivada && !vistos.contains(l.numeroPartida))
            faltas.agregar(Codigo::con_dependientes, "/partidas", En::donde_sea,
                           fmt::format(R"({{"numeroPartida":{},"usado":{}}})", l.numeroPartida, l.usado.texto()));
}

// How it was, as the next of its revisions.
std::int64_t guardar_version(Context& ctx, std::int64_t transaccionId, const EncabezadoOrden& antes,
                             const std::vector<LineaAnterior>& lineas, const std::string& motivo) {
    auto& tx = ctx.db();
    const std::int64_t revision = tx.one<std::int64_t>(R"(SELECT COALESCE(MAX(revision), 0) + 1 FROM documentoRevision
                                WHERE organizacionId = $1 AND transaccionId = $2)",
                                                       ctx.organizacionId(), transaccionId)
                                      .value_or(1);
    tx.run(
        R"(INSERT INTO documentoRevision (organizacionId, transaccionId, revision, usuarioId, instante, estado, total, motivo, partidas)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
        ctx.organizacionId(), transaccionId, revision, ctx.usuarioId(), ctx.ahora(), antes.estado, antes.total, motivo,
        reflect::to_json(lineas));
    return revision;
}

// What no revision changes.
void poner_lo_que_queda(Cabecera& s, const EncabezadoOrden& antes) {
    s.fecha = antes.fecha;
    s.sucursalId = antes.sucursalId;
    s.proyectoId = antes.proyectoId;
    s.centroCostoId = antes.centroCostoId;
    s.entidadId = antes.entidadId;
    s.moneda = antes.moneda;
    s.tipoCambio = antes.tipoCambio;
}

void negar_menos_que_lo_usado(const Linea& l, const LineaAnterior& antigua, Faltas& faltas) {
    const Cantidad queda = l.medida().cantidadBase;
    if (queda < antigua.usado)
        faltas.agregar(Codigo::excede_pendiente, l.campo("/cantidad"), En::donde_sea,
                       fmt::format(R"({{"usado":{},"requerido":{}}})", antigua.usado.texto(), queda.texto()));
}

// What is left to do once it was written anew.
Revisado cerrar_revision(Context& ctx, const EncabezadoOrden& antes, const std::vector<LineaAnterior>& lineas,
                         const std::string& motivo, const Registrado& reescrito) {
    const std::int64_t transaccionId = reescrito.emitido.transaccionId;
    if (ctx.simular()) decir_simulado(ctx, simulados(ctx), reescrito);
    Revisado r;
    r.documento = reescrito.emitido;
    r.documento.serie = antes.serie;
    r.documento.folio = antes.folio;
    r.revision = guardar_version(ctx, transaccionId, antes, lineas, motivo);
    r.documento.version = tocar_documento(ctx, transaccionId, evento::Revisado{r.revision, r.documento.total});
    return r;
}

// The progress of lines that stay, by what they say now.
void acomodar_avances(Context& ctx, const Registrado& r) {
    for (const Linea& l : r.juzgado.lineas) {
        ctx.db().run(R"(UPDATE avance SET limite = CASE WHEN cantidad > $4 THEN cantidad ELSE $4 END
                        WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                     ctx.organizacionId(), r.emitido.transaccionId, l.numero, l.medida().cantidadBase);
        revisar_abiertas(ctx, {r.emitido.transaccionId, l.numero}, Avance::facturado);
    }
}

// What a revision stores beside lines and figures.
void guardar_revision(Context& ctx, const Documento& tipo, const SolicitudCompra& s, const Registrado& r) {
    auto& tx = ctx.db();
    const std::int64_t transaccionId = r.emitido.transaccionId;
    acomodar_avances(ctx, r);
    if (const Espera* espera = espera_de(tipo))
        for (const Linea& l : r.juzgado.lineas) esperar(ctx, transaccionId, l.numero, espera->avance);
    poner_estado(ctx, transaccionId, nombre(tipo.inicial));
    tx.run("UPDATE documento SET almacenId = $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           transaccionId, s.almacenId);
    tx.run(
        R"(INSERT INTO documentoCondicion (organizacionId, transaccionId, vigenciaFecha, entregaFecha, direccionEntrega, condiciones)
              VALUES ($1, $2, NULL, $3, '', $4)
              ON CONFLICT (organizacionId, transaccionId) DO UPDATE SET entregaFecha = excluded.entregaFecha,
                  condiciones = excluded.condiciones)",
        ctx.organizacionId(), transaccionId, s.entregaFecha, s.condiciones);
}

}  // namespace

Revisado revisar_documento(Context& ctx, std::int64_t transaccionId, const Documento& tipo, const RevisionPedida& pedida) {
    auto& tx = ctx.db();
    // Alone: nobody derives from its lines meanwhile.
    retener_solo(tx, transaccionId);
    const auto antes = leer_orden(tx, transaccionId);
    reject_if(!antes || antes->tipo != tipo.tipo, Codigo::no_encontrado, "/id");
    ctx.exigir_version(antes->version);
    reject_if(antes->estado != nombre(tipo.inicial) && antes->estado != nombre(Estado::autorizado), Codigo::estado_invalido,
              "/id");
    const auto lineas = leer_lineas(tx, transaccionId);
    SolicitudCompra s;
    s.partidas = pedida.partidas;
    Faltas faltas;
    nombrar_productos(tx, s.partidas);
    numerar(s.partidas, lineas, faltas);
    faltas.lanzar();
    poner_lo_que_queda(s, *antes);
    s.vencimiento = antes->vencimiento;
    s.campo_entidad = "/proveedorId";
    s.almacenId = pedida.almacenId.value_or(antes->almacenId);
    s.entregaFecha = pedida.entregaFecha ? pedida.entregaFecha : antes->entregaFecha;
    s.campo_entrega = pedida.campo_entrega;
    s.condiciones = pedida.condiciones.value_or(antes->condiciones);
    s.notas = pedida.notas.value_or(antes->notas);

    const Registrado reescrito = reescribir(ctx, tipo, transaccionId, s, [&](const Linea& l, Faltas& f) {
        const LineaAnterior* antigua = buscar_linea(lineas, l.numero);
        // What came in under a tolerance may stand above the line as long as the line is not lowered.
        if (antigua != nullptr && l.medida().cantidadBase < antigua->cantidadBase) negar_menos_que_lo_usado(l, *antigua, f);
    });
    guardar_revision(ctx, tipo, s, reescrito);
    const Revisado r = cerrar_revision(ctx, *antes, lineas, pedida.motivo, reescrito);
    ctx.auditar(tipo.tipo, transaccionId, *antes, r.documento);
    return r;
}

namespace {

// Lines that keep their place keep what they do not say again.
void completar_lineas(SolicitudVenta& s, const std::vector<LineaAnterior>& lineas, Faltas& faltas) {
    for (PartidaVenta& p : s.partidas) {
        const LineaAnterior* antigua = buscar_linea(lineas, p.numeroPartida);
        if (antigua == nullptr) continue;
        const bool mismo = antigua->productoId == p.productoId && antigua->conceptoId == p.conceptoId;
        if (mismo && !p.precioUnitario && !p.sinCargo) p.precioUnitario = antigua->precioUnitario;
        const bool otra =
            p.cantidad != antigua->cantidad || (p.unidadMedidaId != 0 && p.unidadMedidaId != antigua->unidadMedidaId);
        if (antigua->origenId != 0 && otra) faltas.agregar(Codigo::valor_no_permitido, p.campo + "/cantidad");
    }
}

}  // namespace

Revisado revisar_venta(Context& ctx, std::int64_t transaccionId, const Documento& tipo, SolicitudVenta s,
                       const std::string& motivo) {
    auto& tx = ctx.db();
    retener_solo(tx, transaccionId);
    const auto antes = leer_orden(tx, transaccionId);
    reject_if(!antes || antes->tipo != tipo.tipo, Codigo::no_encontrado, "/id");
    const auto lineas = leer_lineas(tx, transaccionId);
    nombrar_productos(tx, s.partidas);
    numerar(s.partidas, lineas, s.faltas);
    completar_lineas(s, lineas, s.faltas);
    poner_lo_que_queda(s, *antes);
    s.almacenId = antes->almacenId;
    s.notas = antes->notas;
    const Registrado reescrito = reescribir(ctx, tipo, transaccionId, s, [&](const Linea& l, Faltas& f) {
        if (const LineaAnterior* antigua = buscar_linea(lineas, l.numero)) negar_menos_que_lo_usado(l, *antigua, f);
    });
    // What a line was made of stays said: that one counts it.
    for (const LineaAnterior& l : lineas)
        if (l.origenId != 0)
            tx.run(R"(UPDATE partida SET origenId = $4, origenPartida = $5
                      WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                   ctx.organizacionId(), transaccionId, l.numeroPartida, l.origenId, l.origenPartida);
    acomodar_avances(ctx, reescrito);
    Revisado r = cerrar_revision(ctx, *antes, lineas, motivo, reescrito);
    r.documento.estado = antes->estado;
    ctx.auditar(tipo.tipo, transaccionId, *antes, r.documento);
    return r;
}

}  // namespace cacao::engine
