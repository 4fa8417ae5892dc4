#pragma once
// How headers are read, for the files of engine/consulta alone.

#include "engine/consulta.hpp"

namespace cacao::engine::interno {

// The header as its row gives it, with what becomes text.
struct DocumentoFila : DocumentoResumen {
    std::int64_t numero = 0;
    std::optional<Instante> timbrado;
    std::optional<Fecha> cancelado;
};
BOOST_DESCRIBE_STRUCT(DocumentoFila, (DocumentoResumen), (numero, timbrado, cancelado))

// SELECT … FROM `de`, where d is the document and $1 the organization.
std::string documento_sql(std::string_view de);
DocumentoResumen resumen(DocumentoFila fila, std::string_view zona);

}  // namespace cacao::engine::interno
