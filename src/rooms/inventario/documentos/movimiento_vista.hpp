#pragma once
// A document of stock as it is read back: beside what every document has, the goods that it moved.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"

#include <string>
#include <vector>

namespace cacao {

// One line's goods of one lot in one warehouse. Negative: they left it.
struct MercanciaEnLugar {
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::string codigo;  // of the product
    std::int64_t almacenId{};
    std::int64_t loteId{};
    std::string lote;
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(MercanciaEnLugar, (), (numeroPartida, productoId, codigo, almacenId, loteId, lote, cantidad, valor))

struct MercanciaMovida : MercanciaEnLugar {
    std::vector<std::string> series;
    std::string ubicacion;
};
DESCRIBE_STRUCT(MercanciaMovida, (MercanciaEnLugar), (series, ubicacion))

// As it was registered; what a cancel undid is not taken off.
std::vector<MercanciaMovida> mercancia_de(db::Reader& tx, std::int64_t transaccionId);

}  // namespace cacao
