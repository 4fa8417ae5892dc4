#pragma once
// The fiscal documents that others issued to us (rooms/buzon), as far as registering, cancelling and the authority's word move
// them. One is tied to the document of the books that has its folio and its total, however that came to be registered:
//
//     pendiente ─► registrado          by the document that has its folio
//          ▲  └─► descartado ─┐        by a person, with a reason
//          └──────┴───────────┘        when that document is cancelled, or the person thinks again

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::engine {

// Its paper is a CFDI that a supplier issues, and it is owed or credited by it.
constexpr bool recibe_cfdi(const Documento& d) {
    return d.fiscal && d.contacto == Contacto::proveedor && d.saldo != Saldo::ninguno;
}

// What may change of one, for the log and those who follow it.
struct EstadoRecibido {
    std::string uuid;
    std::string estado;
    std::int64_t transaccionId = 0;
    std::string motivo;
    std::string resultado;
    std::string estadoSat;
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(EstadoRecibido, (), (uuid, estado, transaccionId, motivo, resultado, estadoSat, version))

// Nothing when there is none.
struct RecibidoVisto : EstadoRecibido {
    std::int64_t recibidoId = 0;
};
DESCRIBE_STRUCT(RecibidoVisto, (EstadoRecibido), (recibidoId))

// Whoever books or ties a folio holds it until the transaction ends: two at once would each find it free.
void apartar_folio_fiscal(Context& ctx, const std::string& uuid);

// Stores what changed of a row that the caller holds; its version rises, the log and an event tell it.
void cambiar_recibido(Context& ctx, const RecibidoVisto& antes, EstadoRecibido despues);

// A document of a supplier was registered with this folio.
struct FolioRegistrado {
    std::string uuid;
    std::int64_t transaccionId = 0;
    std::string moneda;
    Importe total;
};
void atar_recibido(Context& ctx, const FolioRegistrado& registrado);
// It was cancelled: what it was of waits again.
void soltar_recibido(Context& ctx, std::int64_t transaccionId);
// What the judge and the authority say of it now; of the judge "" where nobody asked.
void recibido_segun_sat(Context& ctx, const std::string& uuid, const std::string& resultado, const std::string& estadoSat);

}  // namespace cacao::engine
