#pragma once
// Promotions: when and where one holds, what a cart gets of those that do, and how often each was used. For whoever offers them
// and for whoever registers them.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/decode.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class CondicionPromocion { productos, importe };
DESCRIBE_ENUM(CondicionPromocion, productos, importe)
enum class BeneficioPromocion { porcentaje, importe, regalo, precio };
DESCRIBE_ENUM(BeneficioPromocion, porcentaje, importe, regalo, precio)

// A product that a promotion names, as it is stored. In base units.
struct ProductoPromovido {
    std::int64_t productoId = 0;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(ProductoPromovido, (), (productoId, cantidad))

// What decides whether a promotion holds, and what its arithmetic needs.
struct PromocionFila {
    std::int64_t promocionId = 0;
    std::string codigo;
    std::string nombre;
    bool activa = false;
    bool agotada = false;
    bool limitada = false;
    Fecha vigenciaInicio;
    Fecha vigenciaFin;
    int horaInicio = 0;                              // minutes of the day
    int horaFin = 0;                                 // that minute included
    Guardado<std::vector<std::int64_t>> dias;        // 1 Monday to 7 Sunday; [] all
    Guardado<std::vector<std::int64_t>> sucursales;  // [] all
    std::int64_t prioridad = 0;
    bool acumulable = false;
    std::int64_t limitePorTicket = 0;
    std::string condicion;
    Importe condicionImporte;
    Guardado<std::vector<ProductoPromovido>> condicionProductos;
    std::string beneficio;
    Precio beneficioValor;
    Guardado<std::vector<ProductoPromovido>> beneficioProductos;  // [] whatever is in the cart
};
DESCRIBE_STRUCT(PromocionFila, (),
                (promocionId, codigo, nombre, activa, agotada, limitada, vigenciaInicio, vigenciaFin, horaInicio, horaFin, dias,
                 sucursales, prioridad, acumulable, limitePorTicket, condicion, condicionImporte, condicionProductos, beneficio,
                 beneficioValor, beneficioProductos))

// Its rows, of the organization $1.
inline constexpr std::string_view promocion_sql = R"(
    SELECT promocionId, codigo, nombre, activa, CASE WHEN limiteTotal > 0 AND usos >= limiteTotal THEN 1 ELSE 0 END AS agotada,
           CASE WHEN limiteTotal > 0 THEN 1 ELSE 0 END AS limitada, vigenciaInicio, vigenciaFin, horaInicio, horaFin, dias, sucursales, prioridad, acumulable, limitePorTicket, condicion,
           condicionImporte, condicionProductos, beneficio, beneficioValor, beneficioProductos
    FROM promocion WHERE organizacionId = $1)";

// When and where something is sold. Without a minute the hour is not judged: of another day nobody knows it.
struct MomentoVenta {
    Fecha fecha;
    std::optional<int> minuto;
    std::int64_t sucursalId = 0;
};

// Now, in minutes of the day at a branch.
int minuto_local(const Context& ctx, std::int64_t sucursalId);

// 1 Monday to 7 Sunday; day 0 was a Thursday.
inline std::int64_t dia_de_semana(Fecha fecha) { return ((fecha.dias() + 3) % 7 + 7) % 7 + 1; }

// An empty list is every one.
inline bool incluye(const Guardado<std::vector<std::int64_t>>& lista, std::int64_t valor) {
    const auto valores = reflect::recuperar(lista);
    return valores.empty() || std::ranges::find(valores, valor) != valores.end();
}

// Why a promotion does not hold at a moment; empty when it does. Of any row with the columns that this looks at.
template <class Fila>
std::string_view no_vale(const Fila& p, const MomentoVenta& m) {
    if (m.fecha < p.vigenciaInicio || m.fecha > p.vigenciaFin) return "vigencia";
    if (!incluye(p.dias, dia_de_semana(m.fecha))) return "dias";
    if (m.minuto && (*m.minuto < p.horaInicio || *m.minuto > p.horaFin)) return "hora";
    if (!incluye(p.sucursales, m.sucursalId)) return "sucursal";
    return {};
}

// A promotion as the arithmetic sees it.
struct PromocionVigente {
    std::int64_t promocionId{};
    std::string codigo;
    std::string nombre;
    bool acumulable{};
    bool limitada{};  // whoever takes of it names it, so that it is counted
    std::int64_t limitePorTicket = 1000;
    CondicionPromocion condicion{};
    Importe condicionImporte;
    std::vector<ProductoPromovido> condicionProductos;
    BeneficioPromocion beneficio{};
    Precio beneficioValor;
    std::vector<ProductoPromovido> beneficioProductos;
};
PromocionVigente vigente_de(const PromocionFila& fila);
// All that hold at a moment and are not used up, in the order in which they are tried: priority, then code.
std::vector<PromocionVigente> promociones_vigentes(db::Reader& tx, const MomentoVenta& momento);
// Its amounts, which are in the organization's currency, in another one.
void convertir(PromocionVigente& promocion, Precio tipoCambio, int decimales);

struct PromocionAplicada {
    std::int64_t promocionId{};
    std::string codigo;
    std::string motivo;  // why, for whoever looks at the ticket
    Cantidad cantidad;   // base units of the line that got it
    Importe importe;
};
DESCRIBE_STRUCT(PromocionAplicada, (), (promocionId, codigo, motivo, cantidad, importe))

struct LineaCarrito {
    std::int64_t productoId{};
    Cantidad cantidad;  // in base units
    Importe importe;    // before promotions, after discounts
    Importe promocion;  // worked out, with its parts
    std::vector<PromocionAplicada> aplicadas;
};

// A gift that the cart does not hold yet.
struct RegaloPendiente {
    std::int64_t promocionId{};
    std::string codigo;
    std::string motivo;
    std::int64_t productoId{};
    Cantidad cantidad;
};

// Fills `promocion` and `aplicadas` of each line; what it answers is to be added to the cart at 100 %. Pure: no database, no
// clock. The order of the lines does not matter to the total.
std::vector<RegaloPendiente> aplicar_promociones(std::vector<LineaCarrito>& lineas,
                                                 const std::vector<PromocionVigente>& promociones, int decimales);

// A line that was ordered or sold with a promotion, and what of it is no longer. The use of the promotion is the document's where
// it was agreed: a quotation or an order whose parts are sold one by one uses it once.
struct PartidaPromovida {
    std::int64_t numeroPartida = 0;
    std::int64_t promocionId = 0;
    std::int64_t pactadoId = 0;
};

// Lines with a promotion of the documents that `donde` chooses ("p.transaccionId = $2"), without those that sell what was sold
// before: an invoice of a note sells what the note sold. `cada` gets the document too.
void ventas_con_promocion(db::Reader& tx, std::string_view donde, std::int64_t valor,
                          const std::function<void(std::int64_t transaccionId, const PartidaPromovida&)>& cada);

// Of each line that has a row in promocionPartida and that `donde` chooses ("u.transaccionId = $2"), the quantity that no longer
// uses it. Of a sale what came back: what was returned or, if it is more, what was credited as returned; a credit that leaves the
// goods sold takes nothing back. Of an order what was billed, whose use the sale has, or all once nothing more is awaited.
void vueltas_con_promocion(
    db::Reader& tx, std::string_view donde, std::int64_t valor,
    const std::function<void(std::int64_t transaccionId, std::int64_t numeroPartida, Cantidad vuelta)>& cada);

// What a document brings back or sells of an order, or was ordered or sold by it and is not any more, is taken off the uses of
// the promotions of the sales and orders above it; and given to them again when it is cancelled. A return that is cancelled takes
// its use again beyond any limit: the sale stands.
void recontar_promociones(Context& ctx, std::int64_t transaccionId);
// Enters the lines that a sale or an order has just stored. Answers which promotions have no use left for it; what was agreed
// before is not refused.
std::vector<std::int64_t> contar_promociones(Context& ctx, std::int64_t transaccionId);

}  // namespace cacao::engine
