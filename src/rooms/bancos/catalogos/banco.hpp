#pragma once
// Banks, with the keys of the tax authority (c_Banco). Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct Banco {
    std::int64_t bancoId{};
    std::string clave;  // three digits, those that a CLABE begins with; "" for a foreign bank
    std::string nombre;
    std::string razonSocial;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Banco, (), (bancoId, clave, nombre, razonSocial, activo, version))

struct BancoNuevo {
    std::optional<Texto<3>> clave;
    Texto<100, 1> nombre;
    std::optional<Texto<250>> razonSocial;
};
DESCRIBE_STRUCT(BancoNuevo, (), (clave, nombre, razonSocial))

struct BancoActualizacion {
    Id bancoId;
    Cambio<Texto<3>> clave;
    std::optional<Texto<100, 1>> nombre;
    Cambio<Texto<250>> razonSocial;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(BancoActualizacion, (), (bancoId, clave, nombre, razonSocial, activo))

std::vector<Banco> listar_bancos(const Context&);
Banco crear_banco(Context&, const BancoNuevo&);
Banco actualizar_banco(Context&, const BancoActualizacion&);

void register_bancos(api::Operations&);

}  // namespace cacao
