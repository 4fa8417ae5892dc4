#pragma once
// What a month still wants before it is closed: one read, each point with how much of it there is and where it is done.

#include "api/operations.hpp"
#include "engine/entorno/periodos.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/periodicos/diferido.hpp"
#include "rooms/periodicos/vecinos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class PuntoDeCierre {
    periodoAnterior,
    comprasPorRevisar,
    ordenesPorAutorizar,
    pagosPorAutorizar,
    bancosPorConciliar,
    existenciasNegativas,
    existenciasSinMovimiento,
    entregasPorFacturar,
    recepcionesPorFacturar,
    facturasPorTimbrar,
    buzonPorAtender,
    recurrentes,
    devengos,
    depreciacion,
    revaluacion,
    liquidacionIva,
    cierre
};
DESCRIBE_ENUM(PuntoDeCierre, periodoAnterior, comprasPorRevisar, ordenesPorAutorizar, pagosPorAutorizar, bancosPorConciliar,
              existenciasNegativas, existenciasSinMovimiento, entregasPorFacturar, recepcionesPorFacturar, facturasPorTimbrar,
              buzonPorAtender, recurrentes, devengos, depreciacion, revaluacion, liquidacionIva, cierre)

// `aviso`: worth a look, and nothing that must be done.
enum class EstadoDePunto { listo, pendiente, aviso };
DESCRIBE_ENUM(EstadoDePunto, listo, pendiente, aviso)

struct PuntoDeCierreVisto {
    Nombrado<PuntoDeCierre> punto;
    Nombrado<EstadoDePunto> estado;
    std::int64_t cantidad{};  // up to `conteo_maximo`
    std::optional<Importe> importe;
    std::string operacion;  // that shows it, or does it
    std::string enlace;
};
DESCRIBE_STRUCT(PuntoDeCierreVisto, (), (punto, estado, cantidad, importe, operacion, enlace))

struct CierreMensual {
    std::int64_t periodo{};
    Nombrado<engine::EstadoPeriodo> estado;
    std::int64_t pendientes{};  // points
    std::vector<PuntoDeCierreVisto> puntos;
};
DESCRIBE_STRUCT(CierreMensual, (), (periodo, estado, pendientes, puntos))

struct CierreMensualPedido {
    MesContable periodo;
};
DESCRIBE_STRUCT(CierreMensualPedido, (), (periodo))

void register_cierre_mensual(api::Operations& ops, periodicos::LosVecinos vecinos);

}  // namespace cacao
