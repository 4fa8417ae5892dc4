#include "rooms/compras/documentos/compra_nueva.hpp"

#include "db/rows.hpp"
#include "engine/emision/articulos.hpp"
#include "engine/precios/perfil_impuestos.hpp"
#include "reflect/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

bool es_clave_unidad(std::string_view clave) {
    return std::ranges::all_of(clave, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

struct PendienteFila {
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidad;
    Cantidad cantidadBase;
    Cantidad usado;
    bool mercancia{};
};
DESCRIBE_STRUCT(PendienteFila, (),
                (numeroPartida, productoId, conceptoId, unidadMedidaId, cantidad, cantidadBase, usado, mercancia))

struct OrigenFila {
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t almacenId{};
};
DESCRIBE_STRUCT(OrigenFila, (), (productoId, conceptoId, almacenId))

}  // namespace

void poner_articulo(engine::PartidaCompra& r, const ArticuloCompraNuevo& nuevo) {
    r.conceptoId = nuevo.conceptoId.value_or(0);
    r.descripcion = nuevo.descripcion.value_or("");
    r.precioUnitario = nuevo.precioUnitario;
    r.descuento = nuevo.descuento.value_or(Importe{});
    r.incluyeImpuestos = nuevo.incluyeImpuestos.value_or(false);
    r.proyectoId = nuevo.proyectoId.value_or(0);
}

std::vector<engine::PartidaCompra> partidas_pendientes(db::Reader& tx, std::int64_t origenId, const OrigenEntero& de) {
    const auto tipo = tx.one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                          tx.organizacion(), origenId);
    reject_if(!tipo || std::ranges::find(de.tipos, *tipo) == de.tipos.end(), Codigo::no_encontrado, "/transaccionIdOrigen");
    const auto filas = tx.all<PendienteFila>(R"(
        SELECT p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.cantidad, p.cantidadBase,
               COALESCE(a.cantidad, 0) AS usado, CASE WHEN COALESCE(q.tipo, 'servicio') <> 'servicio' THEN 1 ELSE 0 END AS mercancia
        FROM partida p
        LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                          AND a.avance = $3
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                             tx.organizacion(), origenId, engine::nombre(de.avance));
    std::vector<engine::PartidaCompra> partidas;
    for (const PendienteFila& f : filas) {
        const Cantidad queda = f.cantidadBase - f.usado;
        if (queda <= Cantidad{} || (de.solo_mercancia && !f.mercancia)) continue;
        auto& p = partidas.emplace_back();
        p.campo = fmt::format("/partidas/{}", partidas.size() - 1);
        p.productoId = f.productoId;
        p.conceptoId = f.conceptoId;
        p.unidadMedidaId = f.unidadMedidaId;
        // In the unit of the line, whose price it is.
        p.cantidad = Cantidad::de_micros(
            static_cast<std::int64_t>(static_cast<__int128>(queda.micros()) * f.cantidad.micros() / f.cantidadBase.micros()));
        p.origenId = origenId;
        p.origenPartida = f.numeroPartida;
    }
    if (partidas.empty()) reject(Codigo::excede_pendiente, "/transaccionIdOrigen", R"({"pendiente":0})");
    return partidas;
}

void completar_de_origen(db::Reader& tx, std::span<const PorCompletar> partidas, bool con_almacen) {
    engine::nombrar_productos(tx, partidas);
    std::vector<std::vector<OrigenFila>> filas(partidas.size());
    for (std::size_t i = 0; i < partidas.size(); ++i)
        if (partidas[i].origen.origenId != 0)
            tx.all_later(filas[i], R"(
                SELECT p.productoId, p.conceptoId, CASE WHEN d.tipo = 'OrdenCompra' THEN d.almacenId ELSE 0 END AS almacenId
                FROM partida p
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                         tx.organizacion(), partidas[i].origen.origenId, partidas[i].origen.origenPartida);
    tx.settle();
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        if (filas[i].empty()) continue;
        auto& [origen, articulo, mercancia] = partidas[i];
        if (!articulo.nombrado()) {
            articulo.productoId = filas[i].front().productoId;
            articulo.conceptoId = filas[i].front().conceptoId;
        }
        if (con_almacen && mercancia.almacenId == 0) mercancia.almacenId = filas[i].front().almacenId;
    }
}

engine::SolicitudCompra solicitud(const Context& ctx, const PapelProveedorNuevo& nuevo, const OrigenEntero& de) {
    auto s = engine::solicitud<engine::SolicitudCompra>(nuevo);
    engine::adjuntar(s, nuevo);
    s.entidadId = nuevo.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.almacenId = nuevo.almacenId.value_or(0);
    if (nuevo.uuid) s.uuid = nuevo.uuid->texto();
    s.fechaTimbrado = nuevo.fechaTimbrado;
    s.serieProveedor = nuevo.serieProveedor.value_or("");
    s.folioProveedor = nuevo.folioProveedor.value_or("");
    const std::int64_t origenId = nuevo.transaccionIdOrigen.value_or(0);
    Faltas faltas;
    faltas.agregar_si(origenId == 0 && !nuevo.partidas, Codigo::requerido, "/partidas");
    faltas.agregar_si(origenId != 0 && nuevo.partidas.has_value(), Codigo::valor_no_permitido, "/transaccionIdOrigen");
    if (nuevo.partidas)
        for (const PartidaCompraNueva& p : *nuevo.partidas) {
            auto& r = s.partidas.emplace_back(engine::partida_pedida<engine::PartidaCompra>(p, s.partidas.size()));
            poner_articulo(r, p);
            r.claveProdServ = p.claveProdServ.value_or("");
            r.claveUnidad = p.claveUnidad.value_or("");
            faltas.agregar_si(p.claveProdServ && !engine::es_clave_prod_serv(r.claveProdServ), Codigo::valor_no_permitido,
                              r.campo + "/claveProdServ");
            faltas.agregar_si(!es_clave_unidad(r.claveUnidad), Codigo::valor_no_permitido, r.campo + "/claveUnidad");
            if (p.impuestos) r.impuestos = engine::impuestos_dados(*p.impuestos, r.campo, faltas);
        }
    faltas.lanzar();
    if (origenId != 0) s.partidas = partidas_pendientes(ctx.db(), origenId, de);
    completar_de_origen(ctx.db(), s.partidas, s.almacenId == 0);
    return s;
}

void advertir_folio_repetido(Context& ctx, const PapelProveedorNuevo& nuevo, const engine::Emitido& emitido) {
    const std::string folio = nuevo.folioProveedor.value_or("");
    if (folio.empty()) return;
    const auto otro =
        ctx.db().one<std::int64_t>(R"(
        SELECT s.transaccionId FROM documentoProveedor s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId AND d.tipo = $5 AND d.estado <> 'cancelado'
        WHERE s.organizacionId = $1 AND s.folio = $2 AND s.entidadId = $3 AND s.serie = $4 AND s.transaccionId <> $6
        ORDER BY s.transaccionId LIMIT 1)",
                                   ctx.organizacionId(), folio, std::int64_t{nuevo.proveedorId},
                                   std::string{nuevo.serieProveedor.value_or("")}, emitido.tipo, emitido.transaccionId);
    if (otro) ctx.advertir(Codigo::duplicado, "/folioProveedor", fmt::format(R"({{"transaccionId":{}}})", *otro));
}

const std::vector<Codigo> rechazos_de_compra{
    Codigo::no_encontrado,          Codigo::inactivo,           Codigo::requerido,
    Codigo::valor_no_permitido,     Codigo::fuera_de_rango,     Codigo::demasiados_decimales,
    Codigo::base_negativa,          Codigo::duplicado,          Codigo::unidad_no_convertible,
    Codigo::moneda_sin_tipo_cambio, Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal,
};

const std::vector<Codigo> rechazos_de_entrada{
    Codigo::almacen_requerido, Codigo::lote_requerido,  Codigo::lote_no_permitido,   Codigo::series_incompletas,
    Codigo::serie_repetida,    Codigo::estado_invalido, Codigo::origen_no_permitido, Codigo::documento_cancelado,
    Codigo::otro_contacto,     Codigo::moneda_distinta, Codigo::excede_pendiente,    Codigo::periodo_cerrado,
};

}  // namespace cacao
