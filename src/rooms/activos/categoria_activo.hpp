#pragma once
// Sorts of fixed assets: on which accounts they stand, and how fast they lose their value.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct TasaMaxima {
    std::string clave;
    std::string nombre;
    Tasa tasaFiscal;
    std::optional<Importe> topeDeducible;
    std::string fundamento;
};
DESCRIBE_STRUCT(TasaMaxima, (), (clave, nombre, tasaFiscal, topeDeducible, fundamento))

struct CategoriaActivoNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Texto<30>> claveTasa;
    std::optional<Id> cuentaActivoId;
    std::optional<IdOpcional> cuentaDepreciacionId;
    std::optional<IdOpcional> cuentaGastoId;
    std::optional<Id> cuentaPerdidaId;
    std::optional<Id> cuentaGananciaId;
    std::optional<NoNegativo<Tasa>> tasaAnual;
    std::optional<NoNegativo<Tasa>> tasaFiscal;
};
DESCRIBE_STRUCT(CategoriaActivoNueva, (),
                (codigo, nombre, claveTasa, cuentaActivoId, cuentaDepreciacionId, cuentaGastoId, cuentaPerdidaId,
                 cuentaGananciaId, tasaAnual, tasaFiscal))

struct CategoriaActivoActualizacion {
    Id categoriaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Texto<30>> claveTasa;
    std::optional<Id> cuentaActivoId;
    std::optional<IdOpcional> cuentaDepreciacionId;
    std::optional<IdOpcional> cuentaGastoId;
    std::optional<Id> cuentaPerdidaId;
    std::optional<Id> cuentaGananciaId;
    std::optional<NoNegativo<Tasa>> tasaAnual;
    std::optional<NoNegativo<Tasa>> tasaFiscal;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CategoriaActivoActualizacion, (),
                (categoriaId, codigo, nombre, claveTasa, cuentaActivoId, cuentaDepreciacionId, cuentaGastoId, cuentaPerdidaId,
                 cuentaGananciaId, tasaAnual, tasaFiscal, activo))

struct CategoriaActivo {
    std::int64_t categoriaId{};
    std::string codigo;
    std::string nombre;
    std::string claveTasa;
    std::int64_t cuentaActivoId{};
    std::int64_t cuentaDepreciacionId{};
    std::int64_t cuentaGastoId{};
    std::int64_t cuentaPerdidaId{};
    std::int64_t cuentaGananciaId{};
    Tasa tasaAnual;
    Tasa tasaFiscal;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CategoriaActivo, (),
                (categoriaId, codigo, nombre, claveTasa, cuentaActivoId, cuentaDepreciacionId, cuentaGastoId, cuentaPerdidaId,
                 cuentaGananciaId, tasaAnual, tasaFiscal, activo, version))
DESCRIBE_KEY(CategoriaActivoPedida, categoriaId)

std::vector<TasaMaxima> listar_tasas_maximas(const Context&, const Nada&);
std::vector<CategoriaActivo> listar_categorias_activo(const Context&);
CategoriaActivo obtener_categoria_activo(const Context&, const CategoriaActivoPedida&);
CategoriaActivo crear_categoria_activo(Context&, const CategoriaActivoNueva&);
CategoriaActivo actualizar_categoria_activo(Context&, const CategoriaActivoActualizacion&);

CategoriaActivo leer_categoria_activo(db::Reader& tx, std::int64_t categoriaId);

void register_categorias_activo(api::Operations& ops);

}  // namespace cacao
