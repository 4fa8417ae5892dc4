#pragma once
// What was paid ahead and becomes cost over some months.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using MesContable = Entero<190001, 219912>;

enum class EstadoDiferido { vigente, anulado };
DESCRIBE_ENUM(EstadoDiferido, vigente, anulado)

struct DiferidoNuevo {
    Texto<30, 1> codigo;
    Texto<200, 1> nombre;
    std::optional<Id> transaccionId;
    std::optional<Entero<1, 5000>> numeroPartida;
    std::optional<Id> cuentaId;
    Id cuentaGastoId;
    std::optional<NoNegativo<Importe>> importe;
    Entero<1, 600> meses;
    std::optional<MesContable> periodoInicial;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(DiferidoNuevo, (),
                (codigo, nombre, transaccionId, numeroPartida, cuentaId, cuentaGastoId, importe, meses, periodoInicial,
                 sucursalId, proyectoId, notas))

struct DiferidoActualizacion {
    Id diferidoId;
    std::optional<Texto<200, 1>> nombre;
    std::optional<Id> cuentaGastoId;
    std::optional<Entero<1, 600>> meses;
    std::optional<IdOpcional> proyectoId;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(DiferidoActualizacion, (), (diferidoId, nombre, cuentaGastoId, meses, proyectoId, notas))

struct DiferidoEnLista {
    std::int64_t diferidoId{};
    std::string codigo;
    std::string nombre;
    std::int64_t cuentaId{};
    std::int64_t cuentaGastoId{};
    Importe importe;
    std::int64_t meses{};
    std::int64_t periodoInicial{};
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t transaccionId{};  // that paid it; 0: none
    std::int64_t numeroPartida{};
    Importe devengado;
    Importe porDevengar;
    Nombrado<EstadoDiferido> estado;
    std::string notas;
    std::int64_t version{};
};
DESCRIBE_STRUCT(DiferidoEnLista, (),
                (diferidoId, codigo, nombre, cuentaId, cuentaGastoId, importe, meses, periodoInicial, sucursalId, proyectoId,
                 transaccionId, numeroPartida, devengado, porDevengar, estado, notas, version))

struct MesDeDiferido {
    std::int64_t periodo{};
    Importe importe;
    Importe acumulado;
    std::int64_t transaccionId{};  // that posted it; 0: not yet
};
DESCRIBE_STRUCT(MesDeDiferido, (), (periodo, importe, acumulado, transaccionId))

struct DiferidoVista : DiferidoEnLista {
    std::vector<MesDeDiferido> programa;
};
DESCRIBE_STRUCT(DiferidoVista, (DiferidoEnLista), (programa))
DESCRIBE_KEY(DiferidoPedido, diferidoId)

struct DiferidosFiltro {
    std::optional<Id> sucursalId;
    std::optional<EstadoDiferido> estado;
};
DESCRIBE_STRUCT(DiferidosFiltro, (), (sucursalId, estado))

// What one of them comes to by the end of a month, and of a month.
struct DiferidoPorDevengar {
    std::int64_t diferidoId = 0;
    std::string codigo;
    std::string nombre;
    std::int64_t cuentaId = 0;
    std::int64_t cuentaGastoId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    Importe importe;
    std::int64_t meses = 0;
    std::int64_t periodoInicial = 0;
    Importe devengado;
    Importe toca;  // of the month
};
DESCRIBE_STRUCT(DiferidoPorDevengar, (),
                (diferidoId, codigo, nombre, cuentaId, cuentaGastoId, sucursalId, proyectoId, importe, meses, periodoInicial,
                 devengado, toca))

// Those of which something is left to post by the end of a month that was not posted for it.
std::vector<DiferidoPorDevengar> por_devengar(db::Reader& tx, std::int64_t periodo);
// Posts it, a document for each branch; how many.
struct DevengoHecho {
    std::int64_t documentos = 0;
    Importe importe;
};
DevengoHecho devengar(Context& ctx, std::int64_t periodo, std::int64_t corridaId);

void register_diferidos(api::Operations& ops);

}  // namespace cacao
