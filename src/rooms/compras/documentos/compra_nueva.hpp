#pragma once
// What every purchase asks for, whatever its paper: order, reception, remission, invoice.

#include "engine/consulta/consulta.hpp"
#include "engine/verbos/impuestos_papel.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cacao {

// What is bought, beside its product: a concept, and at what price.
struct ArticuloCompraNuevo {
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<bool> incluyeImpuestos;
    std::optional<IdOpcional> proyectoId;
};
DESCRIBE_STRUCT(ArticuloCompraNuevo, (), (conceptoId, descripcion, precioUnitario, descuento, incluyeImpuestos, proyectoId))

// A line of the supplier's paper.
struct PartidaCompraNueva : engine::MercanciaNueva, ArticuloCompraNuevo {
    std::optional<Texto<8, 1>> claveProdServ;
    std::optional<Texto<3, 1>> claveUnidad;
    std::optional<ImpuestosCompraNuevos> impuestos;
};
DESCRIBE_STRUCT(PartidaCompraNueva, (engine::MercanciaNueva, ArticuloCompraNuevo), (claveProdServ, claveUnidad, impuestos))

// The supplier's paper: an invoice or a remission. Its lines, or the document of which it takes everything that is left.
struct PapelProveedorNuevo : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<Uuid> uuid;
    std::optional<Instante> fechaTimbrado;
    std::optional<Texto<25>> serieProveedor;
    std::optional<Texto<40>> folioProveedor;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<NoVacia<PartidaCompraNueva>> partidas;
};
DESCRIBE_STRUCT(PapelProveedorNuevo, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (proveedorId, almacenId, uuid, fechaTimbrado, serieProveedor, folioProveedor, transaccionIdOrigen, partidas))

void poner_articulo(engine::PartidaCompra& partida, const ArticuloCompraNuevo& nuevo);

// Which documents may be taken whole, and by which progress one tells what is left of them.
struct OrigenEntero {
    std::initializer_list<std::string_view> tipos;
    engine::Avance avance{};
    bool solo_mercancia = false;
};
// Every line of a document with what is left of it. Refuses one that is not there, and one of which nothing is left.
std::vector<engine::PartidaCompra> partidas_pendientes(db::Reader& tx, std::int64_t origenId, const OrigenEntero& de);

engine::SolicitudCompra solicitud(const Context& ctx, const PapelProveedorNuevo& nuevo, const OrigenEntero& de);

// Tells the caller when another document of the supplier has the same series and folio.
void advertir_folio_repetido(Context& ctx, const PapelProveedorNuevo& nuevo, const engine::Emitido& emitido);

// A line that derives from another is of what that one is, and goods that were ordered for a warehouse are received there.
struct PorCompletar {
    const engine::DeOrigen& origen;
    engine::DeArticulo& articulo;
    engine::DeMercancia& mercancia;
};
void completar_de_origen(db::Reader& tx, std::span<const PorCompletar> partidas, bool con_almacen);
template <class Partida>
void completar_de_origen(db::Reader& tx, std::vector<Partida>& partidas, bool con_almacen) {
    std::vector<PorCompletar> partes;
    for (Partida& p : partidas) partes.push_back({p, p, p});
    completar_de_origen(tx, std::span<const PorCompletar>{partes}, con_almacen);
}

// What any purchase can be refused for.
extern const std::vector<Codigo> rechazos_de_compra;
// … and one whose lines may derive from others and move goods.
extern const std::vector<Codigo> rechazos_de_entrada;

}  // namespace cacao
