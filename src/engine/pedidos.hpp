#pragma once
// Pieces of requests and answers that every room with documents has in common.

#include "engine/emitir.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <optional>
#include <string>

namespace cacao::engine {

struct LoteNuevo {
    Texto<60, 1> codigo;
    std::optional<Fecha> caducidad;
    std::optional<Fecha> fechaFabricacion;
    std::optional<Texto<21>> pedimento;
};
BOOST_DESCRIBE_STRUCT(LoteNuevo, (), (codigo, caducidad, fechaFabricacion, pedimento))

// Serials, or ranges of them: "A0001..A0500".
using SeriesNuevas = Lista<Texto<130, 1>, 10000>;

inline std::optional<LotePedido> lote_pedido(const std::optional<LoteNuevo>& l) {
    if (!l) return std::nullopt;
    return LotePedido{l->codigo, l->caducidad, l->fechaFabricacion, l->pedimento.value_or("")};
}

// What a registration answers.
struct DocumentoCreado {
    std::int64_t transaccionId{};
    std::string tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::string estado;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
};
BOOST_DESCRIBE_STRUCT(DocumentoCreado, (),
                      (transaccionId, tipoDocumento, folio, fecha, estado, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido,
                       total))

inline DocumentoCreado creado(const Emitido& e) {
    return {e.transaccionId, e.tipo,        folio_texto(e.serie, e.folio),
            e.fecha,         e.estado,      e.moneda,
            e.subtotal,      e.iva,         e.ieps,
            e.ivaRetenido,   e.isrRetenido, e.total};
}

// Query of every cancel.
struct CancelacionPedida {
    Id id;
    std::optional<Texto<300>> motivo;
    std::optional<Fecha> fecha;
};
BOOST_DESCRIBE_STRUCT(CancelacionPedida, (), (id, motivo, fecha))

// One settlement asked for: of a deposit, an advance, an egress.
struct AsignacionNueva {
    Id transaccionId;
    Importe importe;
    std::optional<Importe> importe2;
};
BOOST_DESCRIBE_STRUCT(AsignacionNueva, (), (transaccionId, importe, importe2))

template <class Asignaciones>
std::vector<AplicacionPedida> aplicaciones_pedidas(const Asignaciones& nuevas) {
    std::vector<AplicacionPedida> r;
    for (std::size_t i = 0; i < nuevas.size(); ++i)
        r.push_back({"/asignaciones/" + std::to_string(i), nuevas[i].transaccionId, nuevas[i].importe, nuevas[i].importe2});
    return r;
}

}  // namespace cacao::engine
