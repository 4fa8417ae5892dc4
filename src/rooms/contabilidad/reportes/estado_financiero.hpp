#pragma once
// What every financial statement has: columns of figures over ranges of days, lines of a layout, and how each figure opens.
// Figures come from the months that are kept, so that they cost what the company has accounts and months.

#include "api/operations.hpp"
#include "engine/libros/balanza.hpp"
#include "rooms/contabilidad/catalogos/formato_estado.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

namespace tabla {
class Hoja;
}

enum class Comparacion { periodoAnterior, anioAnterior, presupuesto };
DESCRIBE_ENUM(Comparacion, periodoAnterior, anioAnterior, presupuesto)

// What any of them is asked for, beside its days.
struct ComparativosPedidos {
    std::optional<Comparacion> comparar;
    std::optional<Entero<1, 12>> comparaciones;  // how many periods or years back
    std::optional<IdOpcional> sucursalId;        // 0: all
    std::optional<IdOpcional> proyectoId;        // 0: what has none
    std::optional<Id> formatoEstadoId;           // none: by the standard
    std::optional<Texto<40, 1>> linea;           // this line alone
    std::optional<bool> conCuentas;
};
DESCRIBE_STRUCT(ComparativosPedidos, (), (comparar, comparaciones, sucursalId, proyectoId, formatoEstadoId, linea, conCuentas))

struct EstadoPedido : ComparativosPedidos {
    std::optional<Entero<190001, 219912>> periodoInicial;
    std::optional<Entero<190001, 219912>> periodoFinal;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DESCRIBE_STRUCT(EstadoPedido, (ComparativosPedidos), (periodoInicial, periodoFinal, fechaInicial, fechaFinal))

struct ColumnaEstado {
    std::string nombre;
    Fecha fechaInicial;
    Fecha fechaFinal;
    bool presupuesto{};
    Importe diferencia;
};
DESCRIBE_STRUCT(ColumnaEstado, (), (nombre, fechaInicial, fechaFinal, presupuesto, diferencia))

struct CifraEstado {
    Importe importe;
    std::string consulta;  // the path that tells what it is made of; empty where there is nothing behind it
};
DESCRIBE_STRUCT(CifraEstado, (), (importe, consulta))

struct CuentaEstado {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    std::string codigoAgrupador;
    std::vector<CifraEstado> cifras;
};
DESCRIBE_STRUCT(CuentaEstado, (), (cuentaId, codigo, nombre, codigoAgrupador, cifras))

struct LineaEstado {
    std::string clave;
    std::string titulo;
    Nombrado<ClaseLinea> clase;
    std::int64_t nivel{};
    std::vector<CifraEstado> cifras;  // one for each column; none of a title
    std::vector<CuentaEstado> cuentas;
};
DESCRIBE_STRUCT(LineaEstado, (), (clave, titulo, clase, nivel, cifras, cuentas))

struct Estado {
    std::string formato;
    std::vector<ColumnaEstado> columnas;
    std::vector<LineaEstado> lineas;
    Importe diferencia;
};
DESCRIBE_STRUCT(Estado, (), (formato, columnas, lineas, diferencia))

namespace estado {

// One column, as it is asked of the books.
struct Rango {
    Fecha desde;
    Fecha hasta;
    bool presupuesto = false;
};

// The days asked for: by months or by days, not both; this month until today when nothing is said.
Rango rango_pedido(const Context& ctx, const EstadoPedido& pedido);
// … and those that it is compared with.
std::vector<Rango> comparados(const ComparativosPedidos& vista, Rango primero, Faltas& faltas);
// `meses` earlier or later; the end of a month goes to the end of a month.
Fecha mover_meses(Fecha fecha, int meses);

engine::BalanzaPedida pedida(const ComparativosPedidos& vista, const Rango& rango);

// What is no account of the chart and yet has a figure.
inline constexpr std::int64_t resultado_del_ejercicio = -1;
inline constexpr std::int64_t resultado_sin_cerrar = -2;
inline constexpr std::int64_t efectivo_revaluado = -4;          // what month-end revaluations made of cash
inline constexpr std::int64_t entre_lugares = -3;               // what the rows of one branch or project alone do not balance by
inline constexpr std::int64_t entre_lugares_sin_efectivo = -5;  // … where they move no cash

// Every account that takes entries, by identifier.
std::map<std::int64_t, CuentaDeFormato> cuentas_de_detalle(db::Reader& tx);
bool es_de_resultados(const CuentaDeFormato& cuenta);
bool es_de_efectivo(const CuentaDeFormato& cuenta);

// Figures of one column, debit positive, by account.
using Saldos = std::map<std::int64_t, Importe>;
Importe suma(const Saldos& saldos);
// What was meant for the months of a range.
Saldos presupuestado(db::Reader& tx, const ComparativosPedidos& vista, const Rango& rango);

// How a figure opens: `ruta` is the path of the statement itself, `cuenta` gives that of an account in a column.
struct Consultas {
    std::string_view ruta;
    std::string (*dias)(const Rango&) = nullptr;  // how the statement is asked for those days
    std::function<std::string(std::int64_t cuentaId, const Rango&)> cuenta;
    std::string mas;  // further parameters of the statement: &metodo=directo
};

struct Hecho {
    const FormatoElegido& formato;
    std::vector<Rango> rangos;
    std::vector<Saldos> columnas;
    std::map<std::int64_t, CuentaDeFormato> cuentas;
};

// The lines of a layout with their figures. Throws no_encontrado of a line that it does not have.
Estado armar(const ComparativosPedidos& vista, const Hecho& hecho, const Consultas& consultas);

// Of the same statement: the whole layout, as rows with a column for each range.
void escribir_tabla(const Context& ctx, std::string_view titulo, const ComparativosPedidos& vista, const Estado& estado,
                    tabla::Hoja& hoja);

std::string por_dias(const Rango& rango);                               // fechaInicial=2026-01-01&fechaFinal=2026-01-31
std::string filtros(const ComparativosPedidos& vista);                  // &sucursalId=1001
std::string movimientos_de(std::int64_t cuentaId, const Rango& rango);  // the ledger behind what moved

}  // namespace estado
}  // namespace cacao
