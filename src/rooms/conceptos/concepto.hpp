#pragma once
// Concepts: what is sold, bought, spent or paid without being a product, with its account and taxes.

#include "api/operations.hpp"
#include "engine/precios/perfil_impuestos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What it is called, and so what an answer begins with.
struct ConceptoNombrado {
    std::int64_t conceptoId{};
    std::string codigo;
    std::string nombre;
};
DESCRIBE_STRUCT(ConceptoNombrado, (), (conceptoId, codigo, nombre))

struct Concepto : ConceptoNombrado, engine::PerfilImpuestos {
    std::int64_t cuentaId{};
    std::string claveProdServ;
    bool enVenta{};
    bool enCompra{};
    bool enGasto{};
    bool enEgreso{};
    bool enDeposito{};
    std::int64_t cuentaBancariaId{};  // the only own account it is paid from, or comes in to, or 0
    std::int64_t entidadId{};         // the only contact it is paid to, or comes from, or 0
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Concepto, (ConceptoNombrado, engine::PerfilImpuestos),
                (cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, enDeposito, cuentaBancariaId, entidadId, activo,
                 version))

struct ConceptoNuevo : engine::PerfilPedido {
    Texto<30, 1> codigo;
    Texto<250, 1> nombre;
    Id cuentaId;
    Texto<8, 8> claveProdServ;
    std::optional<bool> enVenta;
    std::optional<bool> enCompra;
    std::optional<bool> enGasto;
    std::optional<bool> enEgreso;
    std::optional<bool> enDeposito;
    std::optional<IdOpcional> cuentaBancariaId;
    std::optional<IdOpcional> entidadId;
};
DESCRIBE_STRUCT(ConceptoNuevo, (engine::PerfilPedido),
                (codigo, nombre, cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, enDeposito, cuentaBancariaId,
                 entidadId))

// Left out is unchanged. A new account or tax applies to new documents only.
struct ConceptoActualizacion : engine::PerfilPedido {
    Id conceptoId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<250, 1>> nombre;
    std::optional<Id> cuentaId;
    std::optional<Texto<8, 8>> claveProdServ;
    std::optional<bool> enVenta;
    std::optional<bool> enCompra;
    std::optional<bool> enGasto;
    std::optional<bool> enEgreso;
    std::optional<bool> enDeposito;
    Cambio<IdOpcional> cuentaBancariaId;
    Cambio<IdOpcional> entidadId;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ConceptoActualizacion, (engine::PerfilPedido),
                (conceptoId, codigo, nombre, cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, enDeposito,
                 cuentaBancariaId, entidadId, activo))

struct ConceptosCompraFiltro : PaginaPedida {
    std::optional<Texto<100>> buscar;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ConceptosCompraFiltro, (PaginaPedida), (buscar, activo))

struct ConceptosFiltro {
    std::optional<Texto<100>> buscar;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ConceptosFiltro, (), (buscar, activo))

// Of what is paid, and of what comes in.
struct ConceptosEgresoFiltro {
    std::optional<Id> cuentaBancariaId;
    std::optional<Id> entidadId;
    std::optional<Texto<100>> buscar;
};
DESCRIBE_STRUCT(ConceptosEgresoFiltro, (), (cuentaBancariaId, entidadId, buscar))

std::vector<Concepto> listar_conceptos(const Context&, const ConceptosFiltro&);
Pagina<Concepto> listar_conceptos_compra(const Context&, const ConceptosCompraFiltro&);
std::vector<Concepto> listar_conceptos_gasto(const Context&, const ConceptosFiltro&);
std::vector<Concepto> listar_conceptos_egreso(const Context&, const ConceptosEgresoFiltro&);
std::vector<Concepto> listar_conceptos_deposito(const Context&, const ConceptosEgresoFiltro&);
Concepto crear_concepto(Context&, const ConceptoNuevo&);
Concepto actualizar_concepto(Context&, const ConceptoActualizacion&);

void register_conceptos(api::Operations&);

}  // namespace cacao
