#pragma once
// The catalog of addenda: which customers want which XML behind their invoices, from which fields and by which template.

#include "api/operations.hpp"
#include "engine/emision/addendas.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using engine::CampoDeAddenda;
using engine::NivelAddenda;
using engine::TipoCampoAddenda;

struct CampoNuevo {
    Texto<60, 1> nombre;
    std::optional<TipoCampoAddenda> tipo;
    std::optional<NivelAddenda> nivel;
    std::optional<Entero<0, 4000>> longitud;
    std::optional<bool> requerido;
    std::optional<Lista<Texto<200, 1>, 500>> catalogo;
};
DESCRIBE_STRUCT(CampoNuevo, (), (nombre, tipo, nivel, longitud, requerido, catalogo))

struct AddendaNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Lista<Id, 1000>> clientes;
    Lista<CampoNuevo, 200> campos;
    Texto<65'536, 1> plantilla;
};
DESCRIBE_STRUCT(AddendaNueva, (), (codigo, nombre, clientes, campos, plantilla))

// Left out is unchanged; a list that is sent replaces the whole list.
struct AddendaActualizacion {
    Id addendaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Lista<Id, 1000>> clientes;
    std::optional<Lista<CampoNuevo, 200>> campos;
    std::optional<Texto<65'536, 1>> plantilla;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(AddendaActualizacion, (), (addendaId, codigo, nombre, clientes, campos, plantilla, activo))

struct AddendaResumen {
    std::int64_t addendaId{};
    std::string codigo;
    std::string nombre;
    bool activo{};
    std::int64_t version{};
    std::vector<std::int64_t> clientes;
};
DESCRIBE_STRUCT(AddendaResumen, (), (addendaId, codigo, nombre, activo, version, clientes))

struct Addenda : AddendaResumen {
    std::int64_t versionPlantilla{};  // the version that brought these fields and this template
    std::vector<CampoDeAddenda> campos;
    std::string plantilla;
};
DESCRIBE_STRUCT(Addenda, (AddendaResumen), (versionPlantilla, campos, plantilla))

struct AddendaPedida {
    Id addendaId;
    std::optional<Entero<1, 1'000'000'000>> versionPlantilla;
};
DESCRIBE_STRUCT(AddendaPedida, (), (addendaId, versionPlantilla))

struct AddendasFiltro {
    std::optional<Id> entidadId;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(AddendasFiltro, (), (entidadId, activo))

struct AddendaPrueba : engine::ValoresDeAddenda {
    Id addendaId;
};
DESCRIBE_STRUCT(AddendaPrueba, (engine::ValoresDeAddenda), (addendaId))

struct AddendaEscrita {
    std::string xml;
};
DESCRIBE_STRUCT(AddendaEscrita, (), (xml))

std::vector<AddendaResumen> listar_addendas(const Context&, const AddendasFiltro&);
Addenda obtener_addenda(const Context&, const AddendaPedida&);
Addenda crear_addenda(Context&, const AddendaNueva&);
Addenda actualizar_addenda(Context&, const AddendaActualizacion&);
// Written before the answer, outside of any transaction.
AddendaEscrita preparar_prueba(const Context&, const AddendaPrueba&);
AddendaEscrita probar_addenda(const Context&, const AddendaPrueba&, const AddendaEscrita&);

void register_addendas(api::Operations&);

}  // namespace cacao
