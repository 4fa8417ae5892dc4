#pragma once
// Physical counts. A sheet opens with what the books have at that moment; what is counted is written to it; posting it corrects
// the books by the difference, so that whatever moved since stays as it is. Not counted is not zero.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class EstadoConteo { abierto, aplicado, cancelado };
DESCRIBE_ENUM(EstadoConteo, abierto, aplicado, cancelado)

struct ConteoNuevo {
    Id almacenId;
    std::optional<Fecha> fecha;
    std::optional<Id> clasificacionId;
    std::optional<Lista<Id, 5000>> productos;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(ConteoNuevo, (), (almacenId, fecha, clasificacionId, productos, notas))

struct ConteoPartida {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string lote;
    Cantidad existencia;              // at the freeze
    std::optional<Cantidad> contado;  // none: not counted
    std::optional<Cantidad> diferencia;
    Precio costoUnitario;
    Guardado<std::vector<std::string>> series;  // found
    std::string ubicacion;
};
DESCRIBE_STRUCT(ConteoPartida, (),
                (productoId, codigo, producto, lote, existencia, contado, diferencia, costoUnitario, series, ubicacion))

struct ConteoResumen {
    std::int64_t conteoId{};
    std::int64_t almacenId{};
    std::string almacen;
    Fecha fecha;
    Instante congeladoEn;
    Nombrado<EstadoConteo> estado;
    std::string notas;
    std::int64_t sobranteId{};  // the documents that posted it, or 0
    std::int64_t faltanteId{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConteoResumen, (),
                (conteoId, almacenId, almacen, fecha, congeladoEn, estado, notas, sobranteId, faltanteId, version))

struct Conteo : ConteoResumen {
    std::vector<ConteoPartida> partidas;
};
DESCRIBE_STRUCT(Conteo, (ConteoResumen), (partidas))

struct ConteosFiltro : PaginaPedida {
    std::optional<Id> almacenId;
    std::optional<EstadoConteo> estado;
};
DESCRIBE_STRUCT(ConteosFiltro, (PaginaPedida), (almacenId, estado))

DESCRIBE_KEY(ConteoPedido, conteoId)

struct ContadoNuevo : engine::ProductoDePartida {
    std::optional<Texto<60, 1>> lote;
    NoNegativo<Cantidad> contado;
    std::optional<NoNegativo<Precio>> costoUnitario;
    std::optional<engine::SeriesNuevas> series;
    std::optional<Texto<60>> ubicacion;
};
DESCRIBE_STRUCT(ContadoNuevo, (engine::ProductoDePartida), (lote, contado, costoUnitario, series, ubicacion))

struct ConteoCapturado {
    Id conteoId;
    NoVacia<ContadoNuevo> partidas;
};
DESCRIBE_STRUCT(ConteoCapturado, (), (conteoId, partidas))

Conteo abrir_conteo(Context&, const ConteoNuevo&);
Conteo obtener_conteo(const Context&, const ConteoPedido&);
Pagina<ConteoResumen> listar_conteos(const Context&, const ConteosFiltro&);
Conteo capturar_conteo(Context&, const ConteoCapturado&);
ConteoResumen aplicar_conteo(Context&, const ConteoPedido&);
ConteoResumen cancelar_conteo(Context&, const ConteoPedido&);

// What the files of counts share.
ConteoResumen retener_conteo(Context& ctx, std::int64_t conteoId);
Conteo leer_conteo(db::Reader& tx, std::int64_t conteoId);

void register_conteos(api::Operations& ops);

}  // namespace cacao
