#pragma once
// How many stamps are left with the provider, as it says itself.

#include "api/operations.hpp"
#include "rooms/timbrado/configuracion_fiscal.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace cacao {

struct SaldoTimbres {
    Nombrado<ProveedorDeTimbres> proveedor;
    std::optional<std::int64_t> timbres;  // none where they are not counted
};
DESCRIBE_STRUCT(SaldoTimbres, (), (proveedor, timbres))

// Asks it, for so long at the most. Nothing when there is no such provider, or nothing that opens the account with it. Throws
// std::runtime_error with why nobody answered.
std::optional<SaldoTimbres> preguntar_saldo(const timbrado::Emisor& emisor, const timbrado::FilaConfiguracionFiscal& fila,
                                            std::chrono::milliseconds limite);

void register_saldo_timbres(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor);

}  // namespace cacao
