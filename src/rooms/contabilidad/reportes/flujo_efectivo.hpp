#pragma once
// The statement of cash flows, both ways: by what stood on the other side of each movement of cash, or from the result and what
// every other balance changed by. Both say the same of investing, of financing and of exchange rates, and come to the same of
// operating activities and to the change of cash.

#include "engine/libros/diario.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/contabilidad/reportes/estado_financiero.hpp"
#include "rooms/contabilidad/reportes/flujo_partes.hpp"

namespace cacao {

enum class MetodoFlujo { directo, indirecto };
DESCRIBE_ENUM(MetodoFlujo, directo, indirecto)

struct FlujoPedido : EstadoPedido {
    std::optional<MetodoFlujo> metodo;
};
DESCRIBE_STRUCT(FlujoPedido, (EstadoPedido), (metodo))

Estado consultar_flujo_efectivo(const Context&, const FlujoPedido&);
// … by this layout.
Estado flujo_de_efectivo(const Context&, const FlujoPedido&, const FormatoElegido&);

// What the months do not tell of a figure: rows of which only a part belongs to it.
struct PartidasFlujoPedidas : PaginaPedida {
    Id cuentaId;
    ParteFlujo parte{};
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<IdOpcional> sucursalId;  // 0: all
    std::optional<IdOpcional> proyectoId;  // 0: what has none
};
DESCRIBE_STRUCT(PartidasFlujoPedidas, (PaginaPedida), (cuentaId, parte, fechaInicial, fechaFinal, sucursalId, proyectoId))

struct PartidaFlujo {
    Fecha fecha;
    std::int64_t polizaId{};
    std::int64_t renglon{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Nombrado<engine::EventoPoliza> evento;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Importe cargo;  // of the row
    Importe abono;
    Importe importe;  // what of it is added to the figure; negative is taken out
};
DESCRIBE_STRUCT(PartidaFlujo, (),
                (fecha, polizaId, renglon, transaccionId, tipoDocumento, folio, evento, sucursalId, proyectoId, cargo, abono,
                 importe))

Pagina<PartidaFlujo> consultar_partidas_flujo(const Context&, const PartidasFlujoPedidas&);

void register_flujo_efectivo(api::Operations& ops);

}  // namespace cacao
