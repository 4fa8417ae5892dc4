#pragma once
// The generator: the documents of templates, what was paid ahead and the depreciation of a month, each once; and what a run made,
// taken back as one.

#include "api/operations.hpp"
#include "api/trabajos.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/periodicos/diferido.hpp"
#include "rooms/periodicos/plantilla.hpp"
#include "rooms/periodicos/vecinos.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class ClasePeriodico { depreciacion, devengo, recurrente };
DESCRIBE_ENUM(ClasePeriodico, depreciacion, devengo, recurrente)

struct GeneracionDeMes {
    MesContable periodo;
    std::optional<bool> depreciacion;
    std::optional<bool> devengos;
    std::optional<bool> recurrentes;
    std::optional<Lista<Id, 500, 1>> plantillaIds;
};
DESCRIBE_STRUCT(GeneracionDeMes, (), (periodo, depreciacion, devengos, recurrentes, plantillaIds))

struct DocumentoDeCorrida {
    Nombrado<ClasePeriodico> clase;
    std::int64_t plantillaId{};  // of what is recurrent
    std::string plantilla;
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::string moneda;
    Importe total;
    engine::EstadoDocumento estado;
};
DESCRIBE_STRUCT(DocumentoDeCorrida, (),
                (clase, plantillaId, plantilla, transaccionId, tipoDocumento, folio, fecha, moneda, total, estado))

struct FalloDeCorrida {
    Nombrado<ClasePeriodico> clase;
    std::int64_t plantillaId{};
    std::string plantilla;
    std::optional<Fecha> fecha;
    JsonCrudo errores;
};
DESCRIBE_STRUCT(FalloDeCorrida, (), (clase, plantillaId, plantilla, fecha, errores))

enum class EstadoCorrida { hecha, deshecha };
DESCRIBE_ENUM(EstadoCorrida, hecha, deshecha)

struct CorridaEnLista {
    std::int64_t corridaId{};
    std::int64_t periodo{};
    bool automatica{};
    Nombrado<EstadoCorrida> estado;
    std::int64_t documentos{};
    std::int64_t fallidos{};  // that it tried last and that still wait
    std::int64_t usuarioId{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(CorridaEnLista, (), (corridaId, periodo, automatica, estado, documentos, fallidos, usuarioId, creadoEn))

struct CorridaVista {
    std::int64_t corridaId{};  // 0: there was nothing to do
    std::int64_t periodo{};
    bool automatica{};
    Nombrado<EstadoCorrida> estado;
    std::int64_t depreciacionId{};
    std::vector<DocumentoDeCorrida> documentos;
    std::vector<FalloDeCorrida> fallos;
};
DESCRIBE_STRUCT(CorridaVista, (), (corridaId, periodo, automatica, estado, depreciacionId, documentos, fallos))
DESCRIBE_KEY(CorridaPedida, corridaId)

struct CorridasFiltro : PaginaPedida {
    std::optional<MesContable> periodo;
};
DESCRIBE_STRUCT(CorridasFiltro, (PaginaPedida), (periodo))

enum class EstadoPendiente { pendiente, fallida, omitida, porVenir };
DESCRIBE_ENUM(EstadoPendiente, pendiente, fallida, omitida, porVenir)

struct PeriodicoPendiente {
    Nombrado<ClasePeriodico> clase;
    std::int64_t plantillaId{};
    std::int64_t diferidoId{};
    std::string codigo;
    std::string nombre;
    Fecha fecha;
    Nombrado<EstadoPendiente> estado;
    std::optional<Importe> importe;  // of what has one before it is made
    std::int64_t intentos{};
    JsonCrudo errores;
};
DESCRIBE_STRUCT(PeriodicoPendiente, (),
                (clase, plantillaId, diferidoId, codigo, nombre, fecha, estado, importe, intentos, errores))
struct PendientesPedidos {
    MesContable periodo;
};
DESCRIBE_STRUCT(PendientesPedidos, (), (periodo))

struct OmisionPedida {
    Id plantillaId;
    Fecha fecha;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(OmisionPedida, (), (plantillaId, fecha, motivo))

struct ProgramacionPeriodicos {
    bool automatico{};
    std::int64_t hora{};
    std::int64_t dia{};
    bool depreciacion{};
    bool devengos{};
    bool recurrentes{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ProgramacionPeriodicos, (), (automatico, hora, dia, depreciacion, devengos, recurrentes, version))
struct ProgramacionPeriodicosCambio {
    std::optional<bool> automatico;
    std::optional<Entero<0, 23>> hora;
    std::optional<Entero<1, 28>> dia;
    std::optional<bool> depreciacion;
    std::optional<bool> devengos;
    std::optional<bool> recurrentes;
};
DESCRIBE_STRUCT(ProgramacionPeriodicosCambio, (), (automatico, hora, dia, depreciacion, devengos, recurrentes))

// Each day at its hour, where the organization wants that: documents whose day has come, and the month before on its day.
api::Oficio oficio_de_periodicos(periodicos::LosVecinos vecinos);

void verificar_periodicos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

void register_corridas(api::Operations& ops, periodicos::LosVecinos vecinos);

}  // namespace cacao
