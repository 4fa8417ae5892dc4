#pragma once
// What a registration that is only simulated tells of the document that it would make: its lines with prices and taxes and why
// they are those, the goods that it would move, its totals and its entries.

#include "engine/emision/registrar.hpp"
#include "engine/entorno/rastro.hpp"
#include "engine/libros/diario.hpp"

namespace cacao::engine {

// Goods of one product in one warehouse: what would come in, leave (negative) or be put aside, at which cost, and what there
// would be then.
struct MercanciaSimulada {
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad cantidad;
    Importe costo;
    Cantidad existencia;
    Cantidad disponible;
};
DESCRIBE_STRUCT(MercanciaSimulada, (), (productoId, almacenId, cantidad, costo, existencia, disponible))

struct PartidaSimulada {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::string codigo;
    std::int64_t conceptoId = 0;
    std::string descripcion;
    std::string unidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe promocion;
    Importe total;
    std::vector<ImpuestoPartida> impuestos;
    std::optional<PrecioExplicado> precio;  // where the price lists were asked
    std::vector<MercanciaSimulada> mercancia;
};
DESCRIBE_STRUCT(PartidaSimulada, (),
                (numeroPartida, productoId, codigo, conceptoId, descripcion, unidad, cantidad, precioUnitario, importe, descuento,
                 promocion, total, impuestos, precio, mercancia))

struct AsientoSimulado {
    Nombrado<EventoPoliza> evento;
    std::int64_t cuentaId = 0;
    std::string codigo;
    std::string nombre;
    Importe cargo;
    Importe abono;
};
DESCRIBE_STRUCT(AsientoSimulado, (), (evento, cuentaId, codigo, nombre, cargo, abono))

struct DocumentoSimulado {
    TipoDeDocumento tipoDocumento;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    Precio tipoCambio;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    std::vector<PartidaSimulada> partidas;
    std::vector<AsientoSimulado> asientos;  // in the organization's currency
};
DESCRIBE_STRUCT(DocumentoSimulado, (),
                (tipoDocumento, fecha, vencimiento, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido,
                 total, partidas, asientos))

// A document that was there before, and the entries that it would get: of what settles it, takes it back or corrects it.
struct DocumentoAfectado {
    std::int64_t transaccionId = 0;
    TipoDeDocumento tipoDocumento;
    std::string folio;
    std::vector<AsientoSimulado> asientos;
};
DESCRIBE_STRUCT(DocumentoAfectado, (), (transaccionId, tipoDocumento, folio, asientos))

// The whole of it, as the envelope carries it: a write may register or rewrite several documents, in this order.
struct Simulacion {
    std::vector<DocumentoSimulado> documentos;
    std::vector<DocumentoAfectado> afectados;
};
DESCRIBE_STRUCT(Simulacion, (), (documentos, afectados))

// Says of a document what is known of it now, at this place among the others; its entries are told at the end, when all that
// settles it was posted.
void decir_simulado(Context& ctx, std::size_t lugar, const Registrado& registrado);
inline std::size_t simulados(Context& ctx) { return ctx.simular() ? rastro(ctx).documentos.size() : 0; }

// All of it as JSON, by what is stored until it is rolled back.
std::string contar_simulacion(Context& ctx);

}  // namespace cacao::engine
