#pragma once
// A company's own layouts of its financial statements.

#include "api/operations.hpp"
#include "rooms/contabilidad/catalogos/formato_lineas.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FormatoEstado {
    std::int64_t formatoEstadoId{};
    std::string codigo;
    std::string nombre;
    Nombrado<EstadoFinanciero> estado;
    Guardado<std::vector<LineaFormato>> lineas;
    bool activo = true;
    std::int64_t version{};
};
DESCRIBE_STRUCT(FormatoEstado, (), (formatoEstadoId, codigo, nombre, estado, lineas, activo, version))

struct FormatoEstadoNuevo {
    Texto<20, 1> codigo;
    Texto<100, 1> nombre;
    EstadoFinanciero estado{};
    Lista<LineaFormato, 200, 1> lineas;
};
DESCRIBE_STRUCT(FormatoEstadoNuevo, (), (codigo, nombre, estado, lineas))

struct FormatoEstadoActualizacion {
    Id formatoEstadoId;
    std::optional<Texto<20, 1>> codigo;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Lista<LineaFormato, 200, 1>> lineas;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(FormatoEstadoActualizacion, (), (formatoEstadoId, codigo, nombre, lineas, activo))

struct FormatoEstadoPedido {
    Id formatoEstadoId;
};
DESCRIBE_STRUCT(FormatoEstadoPedido, (), (formatoEstadoId))

std::vector<FormatoEstado> listar_formatos_estado(const Context&);
FormatoEstado obtener_formato_estado(const Context&, const FormatoEstadoPedido&);
FormatoEstado crear_formato_estado(Context&, const FormatoEstadoNuevo&);
FormatoEstado actualizar_formato_estado(Context&, const FormatoEstadoActualizacion&);

// What a statement is laid out by.
struct FormatoElegido {
    std::string nombre;
    std::vector<LineaFormato> lineas;
};
// That of everybody where none is named. Throws no_encontrado of one that is not there or is of another statement, inactivo of
// one that is put away.
FormatoElegido formato_elegido(db::Reader& tx, EstadoFinanciero estado, const std::optional<Id>& formatoEstadoId);

void register_formatos_estado(api::Operations& ops);

}  // namespace cacao
