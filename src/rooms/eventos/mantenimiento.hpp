#pragma once
// Events and subscriptions, for commands beside the service.

#include "base/fecha.hpp"
#include "db/db.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cacao {

// What must hold: nobody was told, or has looked, beyond the last event; every delivery is of an event that its subscription has
// come to.
void verificar_eventos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

// Switches off what would be told from a copy of the company; how many. Whoever restored it says which of them go on.
std::int64_t pausar_suscripciones(db::Writer& tx, Instante ahora);

// Names of subscriptions that the service gave up and nobody switched on again.
std::vector<std::string> suscripciones_abandonadas(db::Reader& tx);

}  // namespace cacao
