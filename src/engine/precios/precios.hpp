#pragma once
// What something costs to whom. One function answers for every caller: the point of sale, the documents, whoever asks.
//
// The order is fixed: the price agreed with the customer for the product, the list of the route that sells, the customer's list,
// the channel's, the branch's, the general one, and last the product's own price. Inside a list: the unit itself, the greatest
// minimum quantity that is reached, the most recent validity; then the base unit's price by the exact ratio; then the list that
// it is based on, times its factor.

#include "api/sesion.hpp"
#include "base/decimal.hpp"
#include "base/error.hpp"
#include "base/fecha.hpp"
#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class ReglaPrecio : std::uint8_t { acordado, listaRuta, listaCliente, listaCanal, listaSucursal, listaGeneral, producto };
DESCRIBE_ENUM(ReglaPrecio, acordado, listaRuta, listaCliente, listaCanal, listaSucursal, listaGeneral, producto)

// For whom, where and when: what all lines of one question share.
struct MarcoPrecios {
    std::int64_t clienteId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t canalId = 0;
    std::int64_t listaRutaId = 0;  // of the route that sells; 0: none, or it has none
    Fecha fecha;
    std::string moneda;                // empty: the organization's
    std::optional<Precio> tipoCambio;  // of the document; nothing: that of the day
};

struct PrecioPedido {
    std::int64_t productoId = 0;
    std::int64_t unidadMedidaId = 0;  // 0: the product's base unit
    Cantidad cantidad;
    // A price that somebody typed: it is judged against the minimum instead of the one that was found.
    std::optional<Precio> propuesto = {};
    bool propuestoConImpuestos = false;
    // What somebody typed off the whole line: the minimum is compared with what is left.
    Importe rebaja = {};
};

// One thing that was done to the price of the row, in order.
struct PasoPrecio {
    std::string paso;               // unidad, factor, redondeo, moneda
    std::int64_t listaPreciosId{};  // whose factor or rounding it was, or 0
    std::string detalle;            // 12/1, 0.9, cercano 0.5, MXN a USD
    Precio precio;                  // afterwards
};
DESCRIBE_STRUCT(PasoPrecio, (), (paso, listaPreciosId, detalle, precio))

// A price and why it is that one.
struct PrecioExplicado {
    Precio precioUnitario;
    std::string moneda;
    bool incluyeImpuestos{};
    ReglaPrecio regla{};
    std::int64_t listaPreciosId{};  // that answered, or 0
    std::string lista;              // its code
    std::int64_t listaOrigenId{};   // that holds the row: the same, or one that it is based on
    std::int64_t precioId{};        // the row, or 0 for the product's own price
    Precio precioOrigen;
    std::string monedaOrigen;
    std::int64_t unidadOrigenId{};
    Cantidad cantidadMinima;
    std::string vigenciaInicio;  // yyyy-MM-dd, or "" for the product's own price
    std::vector<PasoPrecio> pasos;
    std::optional<Precio> precioMinimo;  // where the list keeps one and the cost is known
    bool autorizado{};                   // below the minimum, by the caller's right
};
DESCRIBE_STRUCT(PrecioExplicado, (),
                (precioUnitario, moneda, incluyeImpuestos, regla, listaPreciosId, lista, listaOrigenId, precioId, precioOrigen,
                 monedaOrigen, unidadOrigenId, cantidadMinima, vigenciaInicio, pasos, precioMinimo, autorizado))

// Of each line its price, or the faults that stand in its way (fields relative to the line).
struct PrecioResuelto {
    std::optional<PrecioExplicado> precio;
    std::vector<Falta> faltas;
    std::optional<Precio> bajoMinimo;  // the minimum that was passed by the caller's right
};

// The right to sell below the minimum, and the operation that sets it.
inline constexpr std::string_view derecho_de_precio = "PrecioMinimoAutorizar";
inline constexpr std::string_view grupo_de_precio = "ListasPrecios";
bool puede_autorizar_precio(const api::Sesion& sesion);

// A fixed number of questions to the database, however many lines. Faults of the frame (/clienteId, /sucursalId, /canalId,
// /moneda, /tipoCambio) go to `faltas`; the lines are answered all the same, as far as they can be.
std::vector<PrecioResuelto> resolver_precios(db::Reader& tx, const MarcoPrecios& marco, std::span<const PrecioPedido> pedidos,
                                             bool autoriza, Faltas& faltas);

// `exacto` (a price in 10^-12) to a multiple of `multiplo`, by the rule of a list: ninguno, cercano, arriba, abajo.
Precio redondear_precio(__int128 exacto, std::string_view regla, Precio multiplo);

}  // namespace cacao::engine
