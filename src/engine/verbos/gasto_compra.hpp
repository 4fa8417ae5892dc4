#pragma once
// Landed cost: freight, duty and the like shared over the lines that bore them, to the cent.

#include "engine/emision/solicitud.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::engine {

enum class BaseReparto : std::uint8_t { importe, cantidad, peso, volumen, partesIguales, manual };
DESCRIBE_ENUM(BaseReparto, importe, cantidad, peso, volumen, partesIguales, manual)

struct PortadorPedido {
    std::string campo;
    std::int64_t transaccionId = 0;  // the reception, remission, purchase invoice or entry that brought the goods in
    std::int64_t numeroPartida = 0;
    Importe importe;  // by hand
};

struct GastoCompraPedido {
    SolicitudInventario encabezado;          // date, branch, notes; without lines
    Importe importe;                         // in the organization's currency, without creditable tax
    std::string campo_importe = "/importe";  // what the operation calls it
    BaseReparto base = BaseReparto::importe;
    std::vector<PortadorPedido> portadores;
};

// Shares by largest remainder, ties by line. Refuses a base that adds up to nothing, naming the lines that lack it.
Emitido registrar_gasto_compra(Context& ctx, const GastoCompraPedido& pedido);

}  // namespace cacao::engine
