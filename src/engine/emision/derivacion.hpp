#pragma once
// What a line takes over from the line that it derives from: pure answers, for whoever gathers and for whoever judges.

#include "engine/emision/hallado.hpp"

namespace cacao::engine {

const OrigenFila* origen_de(const std::vector<OrigenFila>& origenes, const DeOrigen& pedido);

// The line at which something was sold: the source itself or, of goods that came back, where they were billed: the document that
// they came back from or, when that one is a delivery of an invoice, the invoice.
std::optional<LlavePartida> vendida(const OrigenFila& origen);

// The rule of the kind for this source; nothing where it may not derive from it.
const Origen* regla_de(const Documento& tipo, const OrigenFila& origen);

// The line that moved the goods of a line that a return names: an invoice of goods that a delivery took out leads to the
// delivery.
LlavePartida movida_por(const OrigenFila& origen);

// What the source costs in its own unit or, where that one only moved goods, what was agreed for them; 0 where neither says.
Precio pactado_en(const Documento& tipo, std::string_view moneda, const OrigenFila& origen);

// What a line that is charged or bought takes over from its source, in the same unit; 0: nothing.
Precio precio_de_origen(const Documento& tipo, std::string_view moneda, const LineaHallada& linea);

// Whose figures a line takes a share of, unless it states its own.
struct FuenteDicha {
    LlavePartida linea;
    bool pactada = false;  // what was agreed before the sale, which may be taken at other prices; otherwise what was sold
};
std::optional<FuenteDicha> fuente_de(const Documento& tipo, std::string_view moneda, const PartidaPedida& p,
                                     const LineaHallada& linea);

// Goods stand here: those of the line, of the header, where the source's were, of the branch.
std::int64_t almacen_de(const Documento& tipo, const Solicitud& pedida, const PartidaPedida& p, const LineaHallada& linea,
                        const SucursalFila* sucursal);

// Whether a line moves goods of a document that does.
bool con_mercancia(const Documento& tipo);
bool mueve(const Documento& tipo, const Solicitud& pedida, const LineaHallada& linea);

}  // namespace cacao::engine
