#pragma once
// What kinds do to the lines that they derive from.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/documento.hpp"

#include <compare>
#include <cstdint>
#include <optional>

namespace cacao::engine {

// A line by its identifiers.
struct LlavePartida {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    friend auto operator<=>(const LlavePartida&, const LlavePartida&) = default;
};

// Whether a document of this kind uses up that progress of a line of another, its source or what the source came from.
inline bool avanza(const Documento& tipo, std::string_view origen, Avance avance) {
    const Origen* regla = regla_de(tipo, origen);
    return avance != Avance::ninguno && regla != nullptr && regla->avance == avance;
}

// The same of a document that moved the goods.
inline bool avanza_al_mover(const Documento& tipo, std::string_view origen, Avance avance) {
    const Origen* regla = regla_de(tipo, origen);
    return avanza(tipo, origen, avance) || (regla != nullptr && regla->al_mover == avance);
}

// Whether a line that derives from a line of kind `origen` uses up the same progress of what that one came from. Not when that
// one did so itself: an order is billed by its note, and not again by the note's invoice. A note whose sale an invoice took over
// is not credited again with the invoice.
inline bool sube(const Documento& tipo, std::string_view origen, std::string_view antes, Avance avance) {
    if (!avanza(tipo, antes, avance) || avanza(*tipo_de(origen), antes, avance)) return false;
    const Origen* regla = regla_de(*tipo_de(origen), antes);
    return regla == nullptr || regla->acompania == nullptr || !avanza(*regla->acompania, antes, avance);
}

// What a line gives back (Origen::reabre) is given to what the line that moved the goods derives from: what its source came from
// or, where the source moved nothing (an invoice of a delivery), what that one came from. An order whose invoice was delivered
// waits for the goods again, as the invoice does.
struct Reabierto {
    bool antes = false;           // what the source came from
    bool antes_de_antes = false;  // what that came from
};
struct Movido {
    std::string_view tipo;
    bool movio = false;
};
inline Reabierto por_reabrir(const Origen& regla, Movido origen, Movido antes, std::string_view antes_de_antes) {
    if (regla.reabre == Avance::ninguno || (!origen.movio && !antes.movio)) return {};
    return {origen.movio, avanza_al_mover(*tipo_de(origen.movio ? origen.tipo : antes.tipo), antes_de_antes, regla.reabre)};
}

// Whether the goods of a line of this kind had left before it: with the delivery or the note that it invoices.
inline bool salio_antes(const Documento& tipo, std::string_view origen) {
    const Origen* regla = regla_de(tipo, origen);
    return regla != nullptr && regla->sin_existencia;
}

// One line of a chain from a credit back to the order.
struct Eslabon {
    LlavePartida llave;
    std::string_view tipo;
    bool movio = false;
};
// Whether its goods leave later, by a document of their own.
inline bool espera_entrega(const Eslabon& linea, std::string_view origen) {
    const Documento& tipo = *tipo_de(linea.tipo);
    return !linea.movio && alguno_avanza(tipo, Avance::entregado) && !salio_antes(tipo, origen);
}

// What a credit takes back of a sale besides the money: goods that came back, or what an invoice will not deliver any more
// (motivo `devolucion`). What was billed of the order can be billed again, and an invoice whose goods leave by a delivery of its
// own (`factura`) waits for them no more: nobody gets for nothing what he was given his money back for.
struct Retiro {
    bool hay = false;
    LlavePartida factura;     // or none
    bool por_vuelta = false;  // the goods came back: the credit itself does not derive from that invoice
};
inline Retiro por_retirar(const Documento& tipo, std::string_view motivo, const Eslabon& origen, const Eslabon& antes,
                          const Eslabon& antes_de_antes) {
    if (tipo.saldo != Saldo::favor_cliente) return {};
    if (tipo_de(origen.tipo)->existencia == Existencia::devolucion_cliente) {
        const bool por_entrega =
            cumple(antes_de_antes.tipo, es_acreditable) && avanza(*tipo_de(antes.tipo), antes_de_antes.tipo, Avance::entregado);
        return {true, por_entrega ? antes_de_antes.llave : LlavePartida{}, por_entrega};
    }
    if (motivo != "devolucion" || !espera_entrega(origen, antes.tipo)) return {};
    return {true, origen.llave, false};
}

}  // namespace cacao::engine
