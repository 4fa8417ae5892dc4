#pragma once
// Which movements of the books are which lines of the bank.

#include "engine/verbos/asignaciones.hpp"
#include "rooms/bancos/documentos/estado_cuenta_banco.hpp"

namespace cacao {

struct ConciliacionNueva {
    Id cuentaBancariaId;
    std::optional<Lista<Id, 1000>> movimientos;  // polizaId
    std::optional<Lista<Id, 1000>> lineas;       // lineaBancoId
};
DESCRIBE_STRUCT(ConciliacionNueva, (), (cuentaBancariaId, movimientos, lineas))

DESCRIBE_KEY(ConciliacionPedida, id)

struct Conciliacion {
    std::int64_t conciliacionId{};
    std::int64_t cuentaBancariaId{};
    Importe importe;
    bool automatica{};
    Nombrado<engine::EstadoAsignacion> estado;
    std::int64_t usuarioId{};
    Instante instante;
};
DESCRIBE_STRUCT(Conciliacion, (), (conciliacionId, cuentaBancariaId, importe, automatica, estado, usuarioId, instante))

struct ConciliacionVista : Conciliacion {
    std::vector<MovimientoDeCuenta> movimientos;
    std::vector<LineaBanco> lineas;
};
DESCRIBE_STRUCT(ConciliacionVista, (Conciliacion), (movimientos, lineas))

struct ConciliacionAutomatica {
    Id cuentaBancariaId;
    Fecha fechaInicial;  // of the lines
    Fecha fechaFinal;
    std::optional<Entero<0, 31>> dias;  // how far apart books and bank may be; 3 unless told
};
DESCRIBE_STRUCT(ConciliacionAutomatica, (), (cuentaBancariaId, fechaInicial, fechaFinal, dias))

enum class Coincidencia { referencia, importe };
DESCRIBE_ENUM(Coincidencia, referencia, importe)

struct LineaConciliada {
    std::int64_t conciliacionId{};
    std::int64_t lineaBancoId{};
    std::int64_t polizaId{};
    Importe importe;
    Coincidencia por{};
};
DESCRIBE_STRUCT(LineaConciliada, (), (conciliacionId, lineaBancoId, polizaId, importe, por))

// A line that could be several movements, or a movement that could be several lines: somebody has to say.
struct LineaAmbigua {
    std::int64_t lineaBancoId{};
    std::vector<std::int64_t> movimientos;
};
DESCRIBE_STRUCT(LineaAmbigua, (), (lineaBancoId, movimientos))

struct ConciliacionHecha {
    std::vector<LineaConciliada> conciliadas;
    std::vector<LineaAmbigua> ambiguas;
    std::vector<std::int64_t> sinMovimiento;
};
DESCRIBE_STRUCT(ConciliacionHecha, (), (conciliadas, ambiguas, sinMovimiento))

ConciliacionVista agregar_conciliacion(Context&, const ConciliacionNueva&);
ConciliacionHecha conciliar_automaticamente(Context&, const ConciliacionAutomatica&);
ConciliacionVista obtener_conciliacion(const Context&, const ConciliacionPedida&);
ConciliacionVista cancelar_conciliacion(Context&, const ConciliacionPedida&);

void register_conciliacion(api::Operations& ops);

}  // namespace cacao
