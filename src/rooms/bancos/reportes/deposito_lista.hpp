#pragma once
// Deposits and advances as they are read: lists, and one with its assignments.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct DepositosFiltro : engine::DocumentosFiltro {
    std::optional<Id> cuentaBancariaId;
    std::optional<bool> sinAsignar;
};
DESCRIBE_STRUCT(DepositosFiltro, (engine::DocumentosFiltro), (cuentaBancariaId, sinAsignar))

struct DepositosFechas : PaginaPedida {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> cuentaBancariaId;
    std::optional<bool> sinAsignar;
};
DESCRIBE_STRUCT(DepositosFechas, (PaginaPedida), (fechaInicial, fechaFinal, cuentaBancariaId, sinAsignar))

struct DepositoResumen {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t clienteId{};
    std::string cliente;
    std::int64_t cuentaBancariaId{};
    std::string cuenta;
    std::int64_t formaPagoId{};
    std::string forma;
    std::string moneda;
    Precio tipoCambio;
    Importe iva;  // of an advance, or of concepts
    Importe importe;
    Importe asignado;
    Importe porAsignar;
    Importe porConcepto;  // of a deposit by concepts, all of it: importe = asignado + porAsignar + porConcepto
    std::string referencia;
    std::string referenciaExterna;
    std::string notas;
    std::int64_t centroCostoId{};
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(DepositoResumen, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, sucursalId, proyectoId, clienteId, cliente, cuentaBancariaId,
                 cuenta, formaPagoId, forma, moneda, tipoCambio, iva, importe, asignado, porAsignar, porConcepto, referencia,
                 referenciaExterna, notas, centroCostoId, creadoPor, creadoEn))

// Of a deposit by concepts: what came in, and of what that is made.
struct PartidaDepositoVista {
    std::int64_t numeroPartida{};
    std::int64_t conceptoId{};
    std::string descripcion;
    std::int64_t proyectoId{};
    Importe importe;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    std::string notas;
};
DESCRIBE_STRUCT(PartidaDepositoVista, (),
                (numeroPartida, conceptoId, descripcion, proyectoId, importe, subtotal, iva, ieps, ivaRetenido, isrRetenido,
                 notas))

struct DepositoVista : DepositoResumen {
    std::vector<PartidaDepositoVista> partidas;
    std::vector<engine::AsignacionVista> asignaciones;
    std::vector<engine::RelacionVista> documentosRelacionados;
    std::vector<engine::ArchivoVista> archivos;
    std::vector<engine::NotaAgregada> notasAgregadas;
    std::int64_t version{};  // for the ETag alone
};
DESCRIBE_STRUCT(DepositoVista, (DepositoResumen), (partidas, asignaciones, documentosRelacionados, archivos, notasAgregadas))

DepositoVista obtener_deposito(const Context&, const engine::DocumentoPedido&);
Pagina<DepositoResumen> listar_depositos(const Context&, const DepositosFiltro&);
Pagina<DepositoResumen> listar_depositos_fechas(const Context&, const DepositosFechas&);

void register_deposito_lista(api::Operations& ops);

}  // namespace cacao
