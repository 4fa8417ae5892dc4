#pragma once
// What the mailbox asks of the other rooms, and documents of a folder.

#include "api/operations.hpp"
#include "command/config.hpp"
#include "rooms/buzon/vecinos.hpp"
#include "rooms/validaciones/validador.hpp"

#include <memory>
#include <string>

namespace cacao::command {

// The table of operations must live longer.
std::shared_ptr<const buzon::Vecinos> neighbours_of_mailbox(const api::Operations& operations,
                                                            std::shared_ptr<const validacion::Validador> validador);

// What a supplier of the demo company sent it lately.
void receive_demo(const Config& config, db::Database& database, const api::Sesion& sesion);

}  // namespace cacao::command
