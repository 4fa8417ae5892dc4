#pragma once
// Revaluations as they are read, and what they say against what is open.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "engine/verbos/revaluacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct RevaluacionTipoCambio {
    std::string moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(RevaluacionTipoCambio, (), (moneda, tipoCambio))

// One balance in another currency.
struct RevaluacionPartida {
    engine::ClaseRevaluada clase{};
    std::int64_t transaccionId{};  // the document that is open, or 0
    engine::TipoDeDocumentoOVacio tipoDocumento;
    std::string folio;
    std::int64_t entidadId{};
    std::string contacto;
    std::int64_t cuentaBancariaId{};  // the own account, or 0
    std::string cuentaBancaria;
    std::string moneda;
    Importe saldo;
    Importe valorLibros;
    Importe valorCierre;
    Importe diferencia;  // valorCierre − valorLibros
};
DESCRIBE_STRUCT(RevaluacionPartida, (),
                (clase, transaccionId, tipoDocumento, folio, entidadId, contacto, cuentaBancariaId, cuentaBancaria, moneda, saldo,
                 valorLibros, valorCierre, diferencia))

struct RevaluacionVista {
    std::int64_t transaccionId{};
    std::string folio;
    std::int64_t periodo{};
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t reversaId{};
    std::string notas;
    std::vector<RevaluacionTipoCambio> tiposCambio;
    std::vector<RevaluacionPartida> partidas;
};
DESCRIBE_STRUCT(RevaluacionVista, (), (transaccionId, folio, periodo, fecha, estado, reversaId, notas, tiposCambio, partidas))

struct RevaluacionSaldosPedidos {
    Entero<190001, 219912> periodo;
    std::optional<bool> conPartidas;
};
DESCRIBE_STRUCT(RevaluacionSaldosPedidos, (), (periodo, conPartidas))

// Of one class, in the organization's currency, on the side on which it grows.
struct RevaluacionClase {
    engine::ClaseRevaluada clase{};
    Importe valorLibros;     // of everything that is open, also in the organization's currency
    Importe valorCierre;     // the same, with other currencies at the rate of the last day
    Importe saldoContable;   // of the control accounts, or of those of banks
    Importe complementaria;  // what the revaluation put beside it
    Importe diferencia;      // saldoContable + complementaria − valorCierre
};
DESCRIBE_STRUCT(RevaluacionClase, (), (clase, valorLibros, valorCierre, saldoContable, complementaria, diferencia))

struct RevaluacionSaldos {
    std::int64_t periodo{};
    Fecha fecha;
    std::int64_t transaccionId{};  // of the revaluation in force, or 0
    std::string moneda;
    std::vector<RevaluacionTipoCambio> tiposCambio;
    std::vector<RevaluacionClase> clases;
    std::vector<RevaluacionPartida> partidas;
};
DESCRIBE_STRUCT(RevaluacionSaldos, (), (periodo, fecha, transaccionId, moneda, tiposCambio, clases, partidas))

Pagina<engine::DocumentoResumen> listar_revaluaciones(const Context&, const engine::DocumentosFiltro&);
RevaluacionVista obtener_revaluacion(const Context&, const engine::DocumentoPedido&);
RevaluacionSaldos consultar_revaluacion_saldos(const Context&, const RevaluacionSaldosPedidos&);

void register_revaluacion_saldos(api::Operations& ops);

}  // namespace cacao
