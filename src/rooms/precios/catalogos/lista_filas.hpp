#pragma once
// Price lists as rows.

#include "db/db.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FilaLista : ListaPreciosBase {
    Fecha vigenciaInicio;
    Fecha vigenciaFin;  // engine::sin_fin: none
};
DESCRIBE_STRUCT(FilaLista, (ListaPreciosBase), (vigenciaInicio, vigenciaFin))

// yyyy-MM-dd, or "" for a validity without an end.
std::string fin_en_texto(Fecha fin);

std::vector<FilaLista> leer_listas(db::Reader& tx);
std::optional<FilaLista> leer_lista(db::Reader& tx, std::int64_t listaPreciosId);
FilaLista exigir_lista(db::Reader& tx, std::int64_t listaPreciosId);  // no_encontrado at /listaPreciosId
void insertar_lista(db::Writer& tx, const FilaLista& l);
void modificar_lista(db::Writer& tx, const FilaLista& l);

// Changes of the prices of one list, or of one customer's, go one after the other.
std::string candado_de_precios(std::int64_t listaPreciosId, std::int64_t entidadId);

}  // namespace cacao
