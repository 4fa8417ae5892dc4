#pragma once
// A page of documents by date and identifier, for whoever shows other columns of them than every list does.
//
//     engine::PaginaDocumentos pagina{ctx, filtro, "RegistroVenta", {FacturaVenta.tipo, NotaVenta.tipo}};
//     return pagina.con(ctx.db().all_with<Fila>("SELECT d.transaccionId, d.fecha, … FROM " + pagina.de() + pagina.orden(),
//                                               pagina.params()));

#include "db/where.hpp"
#include "engine/consulta/consulta.hpp"

namespace cacao::engine {

class PaginaDocumentos {
public:
    // `lista` names the list to its cursors. Counts the documents when asked to. Of DocumentosFiltro and ComprasFiltro.
    template <class Filtro>
    PaginaDocumentos(const Context& ctx, const Filtro& filtro, std::string_view lista,
                     std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros = {});

    // The documents of the page as `d`; $1 is the organization.
    const std::string& de() const { return de_; }
    // Goes last.
    const std::string& orden() const { return orden_; }
    db::Params params() const { return donde_.params(); }

    // The page of what was read; its rows have `fecha` and `transaccionId`.
    template <class T>
    Pagina<T> con(std::vector<T> filas) const {
        return recorrido_.pagina(std::move(filas), total_, [](const T& d) {
            return std::vector<std::int64_t>{d.fecha.dias(), d.transaccionId};
        });
    }

private:
    Recorrido recorrido_;
    db::Where donde_;
    Total total_;
    std::string de_;
    std::string orden_;
};

}  // namespace cacao::engine
