#pragma once
// Where a lot or a serial came from and where it went, through every repackaging, both ways.

#include "api/operations.hpp"
#include "engine/existencia/lotes.hpp"
#include "engine/tipos/documento.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct TrazabilidadPedida {
    Id productoId;
    std::optional<Texto<60, 1>> lote;
    std::optional<Texto<130, 1>> serie;
};
DESCRIBE_STRUCT(TrazabilidadPedida, (), (productoId, lote, serie))

struct PasoTraza {
    Fecha fecha;
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    bool cancelacion{};
    std::int64_t entidadId{};  // who sold it to us, or bought it from us
    std::string entidad;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad cantidad;  // negative: it left
};
DESCRIBE_STRUCT(PasoTraza, (),
                (fecha, transaccionId, tipoDocumento, folio, cancelacion, entidadId, entidad, almacenId, almacen, cantidad))

// entradas = salidas + existencia, of every unit.
struct NodoTraza {
    std::int64_t nivel{};             // 0: what was asked for; −1: what it was made of; 1: what was made of it
    std::int64_t porTransaccionId{};  // the repackaging that leads here, or 0
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t loteId{};
    std::string lote;
    std::string serie;
    std::int64_t proveedorId{};
    std::string pedimento;
    std::optional<Fecha> caducidad;
    NombradoOVacio<engine::EstadoMercancia> estado;
    Cantidad recibido;      // from outside and from repackaging
    Cantidad vendido;       // less what came back
    Cantidad reempacado;    // that became something else
    Cantidad otrasSalidas;  // shrinkage, own use, back to the supplier, counts
    Cantidad existencia;
    std::vector<PasoTraza> pasos;
};
DESCRIBE_STRUCT(NodoTraza, (),
                (nivel, porTransaccionId, productoId, codigo, producto, loteId, lote, serie, proveedorId, pedimento, caducidad,
                 estado, recibido, vendido, reempacado, otrasSalidas, existencia, pasos))

std::vector<NodoTraza> trazar(const Context&, const TrazabilidadPedida&);

void register_trazabilidad(api::Operations& ops);

}  // namespace cacao
