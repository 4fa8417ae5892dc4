#pragma once
// Channels: where goods are sold beside the branch (counter, wholesale, web). Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct Canal {
    std::int64_t canalId{};
    std::string codigo;
    std::string nombre;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Canal, (), (canalId, codigo, nombre, activo, version))

struct CanalNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
};
DESCRIBE_STRUCT(CanalNuevo, (), (codigo, nombre))

struct CanalActualizacion {
    Id canalId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CanalActualizacion, (), (canalId, codigo, nombre, activo))

std::vector<Canal> listar_canales(const Context&);
Canal crear_canal(Context&, const CanalNuevo&);
Canal actualizar_canal(Context&, const CanalActualizacion&);

void register_canales(api::Operations&);

}  // namespace cacao
