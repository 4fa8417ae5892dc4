#pragma once
// Transfers, fees, refunds, write-offs, payments in kind and compensations as they are read back.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/asignaciones.hpp"

namespace cacao {

enum class TipoMovimientoBancario {
    traspaso,
    comision,
    reembolso,
    ajusteCliente,
    ajusteProveedor,
    compensacion,
    pagoEspecie,
    reembolsoProveedor
};
DESCRIBE_ENUM(TipoMovimientoBancario, traspaso, comision, reembolso, ajusteCliente, ajusteProveedor, compensacion, pagoEspecie,
              reembolsoProveedor)

struct MovimientosBancariosFiltro : engine::DocumentosFiltro {
    std::optional<TipoMovimientoBancario> tipo;
    std::optional<Id> cuentaBancariaId;
};
DESCRIBE_STRUCT(MovimientosBancariosFiltro, (engine::DocumentosFiltro), (tipo, cuentaBancariaId))

// What they have beyond the header of every document.
struct DatosMovimientoBancario : engine::DatosBanco {
    std::int64_t cuentaDestinoId{};
    std::string cuentaDestino;
    // What a transfer brought in, in the currency of the account that it went to.
    std::string monedaDestino;
    std::optional<Importe> importeDestino;
    std::optional<Precio> tipoCambioDestino;
};
DESCRIBE_STRUCT(DatosMovimientoBancario, (engine::DatosBanco),
                (cuentaDestinoId, cuentaDestino, monedaDestino, importeDestino, tipoCambioDestino))

struct MovimientoBancarioResumen : engine::DocumentoResumen, DatosMovimientoBancario {};
DESCRIBE_STRUCT(MovimientoBancarioResumen, (engine::DocumentoResumen, DatosMovimientoBancario), ())

struct MovimientoBancarioVista : engine::DocumentoVista, DatosMovimientoBancario {
    std::vector<engine::AsignacionVista> asignaciones;
};
DESCRIBE_STRUCT(MovimientoBancarioVista, (engine::DocumentoVista, DatosMovimientoBancario), (asignaciones))

Pagina<MovimientoBancarioResumen> listar_movimientos_bancarios(const Context&, const MovimientosBancariosFiltro&);
MovimientoBancarioVista obtener_movimiento_bancario(const Context&, const engine::DocumentoPedido&);

void register_movimiento_bancario_lista(api::Operations& ops);

}  // namespace cacao
