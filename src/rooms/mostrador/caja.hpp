#pragma once
// Tills: which goods each sells, whose cash lies in its drawer, and where what is paid otherwise goes. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What is paid in another form than cash, and the own account that takes it.
struct FormaDeCaja {
    std::string formaPago;
    std::int64_t cuentaBancariaId{};
};
DESCRIBE_STRUCT(FormaDeCaja, (), (formaPago, cuentaBancariaId))
struct FormaDeCajaNueva {
    Texto<2, 2> formaPago;
    Id cuentaBancariaId;
};
DESCRIBE_STRUCT(FormaDeCajaNueva, (), (formaPago, cuentaBancariaId))
using FormasDeCaja = Lista<FormaDeCajaNueva, 50>;

struct CajaNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id sucursalId;
    Id almacenId;
    Id cuentaBancariaId;
    Id cuentaEntregaId;
    std::optional<IdOpcional> clienteId;
    std::optional<NoNegativo<Importe>> fondo;
    std::optional<NoNegativo<Importe>> tolerancia;
    std::optional<FormasDeCaja> formas;
};
DESCRIBE_STRUCT(CajaNueva, (),
                (codigo, nombre, sucursalId, almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, fondo, tolerancia, formas))

// Left out is unchanged; a list that is sent replaces the whole list.
struct CajaActualizacion {
    Id cajaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> sucursalId;
    std::optional<Id> almacenId;
    std::optional<Id> cuentaBancariaId;
    std::optional<Id> cuentaEntregaId;
    Cambio<IdOpcional> clienteId;
    std::optional<NoNegativo<Importe>> fondo;
    std::optional<NoNegativo<Importe>> tolerancia;
    std::optional<FormasDeCaja> formas;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CajaActualizacion, (),
                (cajaId, codigo, nombre, sucursalId, almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, fondo, tolerancia,
                 formas, activo))

struct Caja {
    std::int64_t cajaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    std::int64_t almacenId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t clienteId{};
    Importe fondo;
    Importe tolerancia;
    bool activo{};
    std::int64_t version{};
    std::vector<FormaDeCaja> formas;
};
DESCRIBE_STRUCT(Caja, (),
                (cajaId, codigo, nombre, sucursalId, almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, fondo, tolerancia,
                 activo, version, formas))

// As the list shows it: with the shift that is under way.
struct CajaEnLista {
    std::int64_t cajaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    std::string sucursal;
    std::int64_t almacenId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t clienteId{};
    Importe fondo;
    Importe tolerancia;
    std::int64_t turnoId{};  // 0: none
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CajaEnLista, (),
                (cajaId, codigo, nombre, sucursalId, sucursal, almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, fondo,
                 tolerancia, turnoId, activo, version))

DESCRIBE_KEY(CajaPedida, cajaId)

struct CajasFiltro {
    std::optional<Id> sucursalId;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CajasFiltro, (), (sucursalId, activo))

std::vector<CajaEnLista> listar_cajas(const Context&, const CajasFiltro&);
Caja obtener_caja(const Context&, const CajaPedida&);
Caja crear_caja(Context&, const CajaNueva&);
Caja actualizar_caja(Context&, const CajaActualizacion&);
// A drawer belongs to who counts it: nobody else puts money into it or takes some out.
bool es_cajon_de_otra(db::Reader& tx, std::int64_t cuentaBancariaId, std::int64_t cajaId);
Caja leer_caja(db::Reader& tx, std::int64_t cajaId);
// The key of the authority for cash.
inline constexpr std::string_view forma_efectivo = "01";

void register_cajas(api::Operations&);

}  // namespace cacao
