#pragma once
// What the lines of one document show beyond those of a list: what is open of them, and the lots and serials that they moved. For
// the files of engine/consulta alone.

#include "db/db.hpp"
#include "engine/consulta/consulta.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine::interno {

// A line with what decides how much of it is open.
struct PartidaFila : PartidaVista {
    Cantidad cantidadBase;
    std::string productoTipo;  // or empty, on a line of a concept
    std::string origenTipo;    // kind of the document that it derives from, or empty
    std::int64_t origenAlmacenId = 0;
    Cantidad origenCantidad;
    bool sinCargo = false;
};
DESCRIBE_STRUCT(PartidaFila, (PartidaVista), (cantidadBase, productoTipo, origenTipo, origenAlmacenId, origenCantidad, sinCargo))

// One fact about a line: `avance` of its own or of its `origen`, `lote` or `serie`.
struct HechoDePartida {
    std::int64_t numeroPartida = 0;
    std::string clase;
    std::int64_t productoId = 0;
    std::int64_t loteId = 0;
    std::string texto;  // which progress, lot or serial
    std::optional<Fecha> caducidad;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(HechoDePartida, (), (numeroPartida, clase, productoId, loteId, texto, caducidad, cantidad))

struct Detalle {
    std::vector<PartidaFila> partidas;
    std::vector<HechoDePartida> hechos;
};

// Asked for and not yet there. Kinds that move no goods and are no source of others cost no more than their lines.
void pedir_detalle(db::Reader& tx, std::int64_t transaccionId, std::initializer_list<std::string_view> tipos, Detalle& detalle);
std::vector<PartidaDetalle> completar(Detalle& detalle, std::string_view tipo, std::string_view estado);

// The columns of PartidaVista, of `partida p`.
inline constexpr std::string_view columnas_de_partida =
    "p.numeroPartida, p.productoId, COALESCE((SELECT k.codigo FROM producto k WHERE k.organizacionId = $1 AND "
    "k.productoId = p.productoId), '') AS codigo, p.conceptoId, p.descripcion, p.unidadMedidaId, p.unidad, p.claveProdServ, "
    "p.claveUnidad, "
    "p.cantidad, p.precioUnitario, p.importe, p.descuento, p.promocion, p.promocionId, p.iva, p.ieps, p.ivaRetenido, "
    "p.isrRetenido, "
    "p.impuestos, p.proyectoId, p.almacenId, p.notas, p.origenId AS transaccionIdOrigen, p.origenPartida AS partidaOrigen";

}  // namespace cacao::engine::interno
