#pragma once
// Tables over the interface: what `cacao import` does, with an answer for each row.

#include "api/operations.hpp"
#include "rooms/importaciones/importador.hpp"

#include <string>
#include <vector>

namespace cacao {

enum class TablaImportable { contactos, productos, precios, cuentas, saldos };
DESCRIBE_ENUM(TablaImportable, contactos, productos, precios, cuentas, saldos)

struct ImportacionPedida {
    TablaImportable tabla{};
    std::optional<bool> parcial;
    Archivo filas;  // CSV, or a JSON array
};
DESCRIBE_STRUCT(ImportacionPedida, (), (tabla, parcial, filas))

enum class ResultadoFila { creada, actualizada, igual, rechazada };
DESCRIBE_ENUM(ResultadoFila, creada, actualizada, igual, rechazada)

struct FaltaImportada {
    std::string campo;
    std::string codigo;
    std::string mensaje;
    JsonCrudo datos;
};
DESCRIBE_STRUCT(FaltaImportada, (), (campo, codigo, mensaje, datos))

struct FilaImportada {
    std::int64_t fila{};  // from 1, the header not counted
    ResultadoFila resultado{};
    std::vector<FaltaImportada> errores;
    std::vector<FaltaImportada> advertencias;
};
DESCRIBE_STRUCT(FilaImportada, (), (fila, resultado, errores, advertencias))

struct Importacion {
    TablaImportable tabla{};
    bool guardado{};
    std::int64_t creadas{};
    std::int64_t actualizadas{};
    std::int64_t iguales{};
    std::int64_t rechazadas{};
    std::vector<FilaImportada> filas;
};
DESCRIBE_STRUCT(Importacion, (), (tabla, guardado, creadas, actualizadas, iguales, rechazadas, filas))

Importacion importar(Context&, const api::Operations&, importacion::Fabrica, const ImportacionPedida&);

void register_importaciones(api::Operations& ops, importacion::Fabrica fabrica);

}  // namespace cacao
