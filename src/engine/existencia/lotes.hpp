#pragma once
// What may be changed of a lot, and where in a warehouse goods lie: stock's own tables, written for rooms.

#include "api/context.hpp"
#include "base/fecha.hpp"
#include "reflect/nombrado_o_vacio.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

enum class EstadoLote { liberado, cuarentena, bloqueado };
DESCRIBE_ENUM(EstadoLote, liberado, cuarentena, bloqueado)
// Of goods that are told apart: as their lot is or, of a lot past its day, that; of a serial also where it is.
enum class EstadoMercancia {
    liberado,
    cuarentena,
    bloqueado,
    caducado,
    enAlmacen,
    enTransito,
    reservada,
    vendida,
    enServicio,
    baja
};
DESCRIBE_ENUM(EstadoMercancia, liberado, cuarentena, bloqueado, caducado, enAlmacen, enTransito, reservada, vendida, enServicio,
              baja)

struct LoteVista {
    std::int64_t loteId = 0;
    std::int64_t productoId = 0;
    std::string codigo;
    std::optional<Fecha> fechaFabricacion;
    std::optional<Fecha> caducidad;
    std::int64_t proveedorId = 0;
    std::string pedimento;
    Nombrado<EstadoLote> estado;
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(LoteVista, (), (loteId, productoId, codigo, fechaFabricacion, caducidad, proveedorId, pedimento, estado, version))

inline constexpr std::string_view lote_columnas =
    "SELECT l.loteId, l.productoId, l.codigo, l.fechaFabricacion, l.caducidad, l.proveedorId, l.pedimento, l.estado, l.version "
    "FROM lote l WHERE l.organizacionId = $1";

// Holds the lot until the transaction ends; nothing when there is none.
std::optional<LoteVista> retener_lote(Context& ctx, std::int64_t loteId);
// Keeps what `lote` says of the days, the import document and the state, at the version it carries.
void guardar_lote(Context& ctx, const LoteVista& lote);

struct Ubicacion {
    std::int64_t numeroPartida = 0;
    std::string ubicacion;
};
void anotar_ubicaciones(Context& ctx, std::int64_t transaccionId, const std::vector<Ubicacion>& ubicaciones);

}  // namespace cacao::engine
