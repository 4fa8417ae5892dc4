#pragma once
// Is the service there? Answers without asking the database; /readyz is for that.

#include "api/operations.hpp"

namespace cacao {

struct Salud {
    std::string estado;
};
DESCRIBE_STRUCT(Salud, (), (estado))

Salud obtener_salud(const Context&);

void register_salud(api::Operations&);

}  // namespace cacao
