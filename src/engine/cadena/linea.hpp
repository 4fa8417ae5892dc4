#pragma once
// A line of a document, for what is kept of it elsewhere: an asset that it bought or sold, an expense that it paid ahead.

#include "base/error.hpp"
#include "base/function_ref.hpp"
#include "engine/cadena/origen.hpp"

namespace cacao::engine {

struct LineaDeDocumento {
    std::string tipo;
    std::string estado;
    Fecha fecha;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t cuentaId = 0;
    Importe importe;  // in the document's currency, with the taxes that are cost
    Precio tipoCambio;

    Renglones renglones() const { return tipo_de(tipo)->renglones; }
};
DESCRIBE_STRUCT(LineaDeDocumento, (), (tipo, estado, fecha, sucursalId, proyectoId, cuentaId, importe, tipoCambio))

// Nothing, and its fault at `campo`, of one that is not there, does not serve or was cancelled.
std::optional<LineaDeDocumento> exigir_linea(db::Reader& tx, LlavePartida llave, FunctionRef<bool(const LineaDeDocumento&)> sirve,
                                             std::string_view campo, Faltas& faltas);

}  // namespace cacao::engine
