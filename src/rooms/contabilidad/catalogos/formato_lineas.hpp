#pragma once
// What a financial statement is laid out by: lines of accounts and sums of lines, as data. The layouts that every organization
// has follow the financial reporting standards (NIF B-2, B-3, B-6), by the tax authority's grouping code of each account.

#include "engine/tipos/cuentas.hpp"
#include "reflect/nombrado.hpp"
#include "reflect/types.hpp"
#include "rooms/contabilidad/catalogos/cuenta.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

enum class EstadoFinanciero { resultados, balance, flujoDirecto, flujoIndirecto };
DESCRIBE_ENUM(EstadoFinanciero, resultados, balance, flujoDirecto, flujoIndirecto)

enum class ClaseLinea { titulo, cuentas, subtotal };
DESCRIBE_ENUM(ClaseLinea, titulo, cuentas, subtotal)

// By what a range names accounts: their own code, the authority's, their type, or the result of the year, which is no account.
// sinEfectivo: what adjusts the result in an indirect statement of cash, by the authority's code of the account that it is about;
// without codes, all that no other line names so.
enum class CuentasPor { codigo, agrupador, tipo, resultado, sinEfectivo };
DESCRIBE_ENUM(CuentasPor, codigo, agrupador, tipo, resultado, sinEfectivo)

struct RangoCuentas {
    CuentasPor por{};
    std::optional<Texto<30>> desde;
    std::optional<Texto<30>> hasta;  // as `desde` where it is left out; a code covers those that begin with it
};
DESCRIBE_STRUCT(RangoCuentas, (), (por, desde, hasta))

struct LineaFormato {
    Texto<40, 1> clave;
    Texto<150, 1> titulo;
    ClaseLinea clase{};
    std::optional<Entero<1, 9>> nivel;
    std::optional<NaturalezaCuenta> naturaleza;       // the side on which its figure is positive
    std::optional<Lista<RangoCuentas, 100>> cuentas;  // of a line of accounts
    std::optional<Lista<Texto<40, 1>, 100>> suma;     // of a subtotal: lines above it
};
DESCRIBE_STRUCT(LineaFormato, (), (clave, titulo, clase, nivel, naturaleza, cuentas, suma))

// What a layout looks at of an account.
struct CuentaDeFormato {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    std::string codigoAgrupador;
    std::string tipo;  // `resultado` of what is no account
    std::string naturaleza = {};
    bool sinEfectivo = false;  // not the account itself, but what of it adjusts the result and moved no cash
};
DESCRIBE_STRUCT(CuentaDeFormato, (), (cuentaId, codigo, nombre, codigoAgrupador, tipo, naturaleza))

// The lines that every organization has for a statement.
const std::vector<LineaFormato>& formato_nif(EstadoFinanciero estado);

// The line of an account: what names it by its code goes before what names it by the authority's, and that before its type; an
// account of results goes with the result where nothing else takes it. What adjusts the result goes where it is named, or else
// with its account. Nothing when no line takes it.
std::optional<std::size_t> linea_de(const std::vector<LineaFormato>& lineas, const CuentaDeFormato& cuenta);

// The line that what no line takes falls into, behind all others.
inline constexpr std::string_view clave_sin_clasificar = "sinClasificar";

// Only what no other line took.
bool es_de_resto(const LineaFormato& linea);

// What is wrong with the lines of a layout, each named below `campo`: keys twice, sums of what is not above, ranges that overlap.
void revisar_lineas(const std::vector<LineaFormato>& lineas, EstadoFinanciero estado, const std::string& campo, Faltas& faltas);

}  // namespace cacao
