#pragma once
// The balance sheet at the end of a day: what there is, what is owed, and what is left of it, with the result of the year until
// then.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

struct BalancePedido : ComparativosPedidos {
    std::optional<Entero<190001, 219912>> periodo;  // the last day of a month
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(BalancePedido, (ComparativosPedidos), (periodo, fecha))

Estado consultar_balance_general(const Context&, const BalancePedido&);

void register_balance_general(api::Operations& ops);

}  // namespace cacao
