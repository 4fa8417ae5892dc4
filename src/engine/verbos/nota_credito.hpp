#pragma once
// Credit notes of both sides: goods that went back, or an amount taken off an invoice. What differs between customers and
// suppliers is in their kinds.

#include "engine/verbos/pedidos.hpp"

#include <map>
#include <optional>
#include <vector>

namespace cacao::engine {

// Either a quantity of an invoiced line (or of one that went back), at its own figures, or a concept or product with an amount.
struct PartidaCreditoNueva : ProductoDePartida {
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Cantidad> cantidad;
    std::optional<Precio> precioUnitario;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaCreditoNueva, (ProductoDePartida),
                (transaccionIdOrigen, partidaOrigen, conceptoId, descripcion, cantidad, precioUnitario, notas))

// Why: goods that went back, or that an invoice will not deliver any more; a bonus after the sale; or a price that was wrong.
enum class MotivoCredito { devolucion, bonificacion, correccionPrecio };
DESCRIBE_ENUM(MotivoCredito, devolucion, bonificacion, correccionPrecio)

// Refuses an invoice, counted already, that takes more of a sales note than its credits left. A credit of the note as a whole is
// in none of its lines: it says which ones there are, to be cancelled and made of the invoice, and up to how much can be
// invoiced.
void exigir_facturable(db::Reader& tx, std::int64_t notaId, Importe facturado);

// What of a sales note is neither invoiced nor credited, `mas` included, and no line is left to invoice: nobody could collect it
// rightly. Nothing as long as nothing of the note was invoiced.
Importe sin_partida(db::Reader& tx, std::int64_t notaId, Importe mas);

// The invoices that were made for what a credit of a note as a whole left of it, as discount: without it the rest would be on the
// note, and no line of that left to invoice it. They stand in the way of cancelling it.
struct FacturaRebajada {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    bool posterior{};
};
DESCRIBE_STRUCT(FacturaRebajada, (), (transaccionId, tipo, serie, folio, posterior))
std::vector<FacturaRebajada> facturas_rebajadas(db::Reader& tx, std::int64_t creditoId);

// What an invoice of so much would take of a sales note beyond what credits and what was let go left of it; below zero where
// there is room.
Importe facturado_de_mas(db::Reader& tx, std::int64_t notaId, Importe facturado);

// Of a sales note that credits as a whole, which are of none of its lines, took something off: what is left to invoice of each
// open line, the discount shared among those that bear the same taxes. Nothing where there is no such credit: lines take their
// share of the note's figures then. Nor where one bears a quota, which goes by quantity.
std::map<std::int64_t, CifrasPartida> cifras_por_facturar(db::Reader& tx, std::int64_t notaId);

struct CreditoPedido {
    SolicitudCredito encabezado;  // without lines
    std::int64_t origenId = 0;
    bool aplicar = true;
    std::optional<MotivoCredito> motivo;  // by its lines, if it is not said
    std::vector<PartidaCreditoNueva> partidas;
};

// Registers a note of that kind and, unless told otherwise, settles with it what it takes off. Nothing is credited beyond what it
// came to.
LiquidacionCreada registrar_nota_credito(Context& ctx, const Documento& tipo, const CreditoPedido& pedido);

}  // namespace cacao::engine
