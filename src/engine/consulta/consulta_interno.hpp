#pragma once
// How headers are read, for the files of engine/consulta alone.

#include "engine/consulta/consulta.hpp"
#include "engine/entorno/series_documento.hpp"

namespace cacao::engine::interno {

// The header as its row gives it, with what becomes text.
template <class Resumen>
struct Fila : Resumen {
    std::int64_t numero = 0;
    std::optional<Instante> timbrado;
    std::optional<Fecha> cancelado;
};
template <class Resumen>
DESCRIBE_STRUCT(Fila<Resumen>, (Resumen), (numero, timbrado, cancelado))

// SELECT … FROM `de`, where d is the document and $1 the organization; `columnas` and `tablas` are those of whom it is with.
std::string documento_sql(std::string_view de, std::string_view columnas, std::string_view tablas);
template <class Resumen>
std::string documento_sql(std::string_view de) {
    return documento_sql(de, Resumen::Contacto::columnas, Resumen::Contacto::tablas);
}

template <class Resumen>
Resumen resumen(Fila<Resumen> fila, const api::Sesion& sesion) {
    fila.folio = folio_texto(fila.serie, fila.numero);
    if (fila.timbrado) fila.fechaTimbrado = hora_local(*fila.timbrado, sesion.zona_de(fila.sucursalId));
    if (fila.cancelado) fila.cancelacionFecha = fila.cancelado->iso();
    return fila;
}

template <class Resumen>
std::vector<Resumen> resumenes(std::vector<Fila<Resumen>> filas, const api::Sesion& sesion) {
    std::vector<Resumen> r;
    r.reserve(filas.size());
    for (auto& f : filas) r.push_back(resumen(std::move(f), sesion));
    return r;
}

}  // namespace cacao::engine::interno
