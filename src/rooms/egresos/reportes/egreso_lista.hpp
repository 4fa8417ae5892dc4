#pragma once
// Egresses as they are read: by dates, and one with its lines and assignments.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct EgresosFechas : PaginaPedida {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> cuentaBancariaId;
    std::optional<Id> beneficiarioId;
    std::optional<engine::Estado> estado;
    std::optional<bool> sinAsignar;
};
DESCRIBE_STRUCT(EgresosFechas, (PaginaPedida), (fechaInicial, fechaFinal, cuentaBancariaId, beneficiarioId, estado, sinAsignar))

struct EgresoResumen {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t sucursalId{};
    std::int64_t centroCostoId{};
    std::int64_t divisionId{};
    std::int64_t beneficiarioId{};
    std::string beneficiario;  // where it is a contact
    std::int64_t cuentaBancariaId{};
    std::string cuenta;
    std::int64_t formaPagoId{};
    std::string forma;
    std::int64_t consecutivo{};
    std::int64_t solicitudPagoId{};
    std::string moneda;
    Precio tipoCambio;
    Importe importe;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe porAsignar;
    std::string referencia;
    std::string referenciaExterna;
    std::string notas;
    std::string cancelacionFecha;
    std::string cancelacionMotivo;
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(EgresoResumen, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, sucursalId, centroCostoId, divisionId, beneficiarioId,
                 beneficiario, cuentaBancariaId, cuenta, formaPagoId, forma, consecutivo, solicitudPagoId, moneda, tipoCambio,
                 importe, subtotal, iva, ieps, ivaRetenido, isrRetenido, porAsignar, referencia, referenciaExterna, notas,
                 cancelacionFecha, cancelacionMotivo, creadoPor, creadoEn))

struct PartidaEgresoVista {
    std::int64_t numeroPartida{};
    Importe importeAbono;
    std::int64_t transaccionIdCompra{};
    std::int64_t conceptoId{};
    std::string descripcion;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    std::string notas;
};
DESCRIBE_STRUCT(PartidaEgresoVista, (),
                (numeroPartida, importeAbono, transaccionIdCompra, conceptoId, descripcion, subtotal, iva, ieps, ivaRetenido,
                 isrRetenido, notas))

struct EgresoVista : EgresoResumen {
    std::vector<PartidaEgresoVista> partidas;
    std::vector<engine::AsignacionVista> asignaciones;
    std::vector<engine::ArchivoVista> archivos;
    std::vector<engine::NotaAgregada> notasAgregadas;
};
DESCRIBE_STRUCT(EgresoVista, (EgresoResumen), (partidas, asignaciones, archivos, notasAgregadas))

EgresoVista obtener_egreso(const Context&, const engine::DocumentoPedido&);
Pagina<EgresoResumen> listar_egresos_fechas(const Context&, const EgresosFechas&);

void register_egreso_lista(api::Operations& ops);

}  // namespace cacao
