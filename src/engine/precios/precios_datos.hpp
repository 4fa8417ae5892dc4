#pragma once
// Everything that a question about prices needs from the database, gathered by a fixed number of statements.

#include "engine/entorno/unidades.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/precios/precios.hpp"

#include <utility>

namespace cacao::engine {

struct ListaFila {
    std::int64_t listaPreciosId{};
    std::string codigo;
    bool esGeneral{};
    Fecha vigenciaInicio;
    Fecha vigenciaFin;
    std::int64_t listaBaseId{};
    Tasa factor;
    std::string redondeo;
    Precio redondeoMultiplo;
    bool convierteMoneda{};
    std::optional<Tasa> margenMinimo;
    std::int64_t canalId{};
    Guardado<std::vector<std::int64_t>> sucursalesTexto;
    bool activa{};
    std::vector<std::int64_t> sucursales;  // read from the text
};
DESCRIBE_STRUCT(ListaFila, (),
                (listaPreciosId, codigo, esGeneral, vigenciaInicio, vigenciaFin, listaBaseId, factor, redondeo, redondeoMultiplo,
                 convierteMoneda, margenMinimo, canalId, sucursalesTexto, activa, sucursales))

struct PrecioFila {
    std::int64_t precioId{};
    std::int64_t listaPreciosId{};  // 0: agreed
    std::int64_t productoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidadMinima;
    Precio precio;
    std::string moneda;
    bool incluyeImpuestos{};
    Fecha vigenciaInicio;
};
DESCRIBE_STRUCT(PrecioFila, (),
                (precioId, listaPreciosId, productoId, unidadMedidaId, cantidadMinima, precio, moneda, incluyeImpuestos,
                 vigenciaInicio))

struct ProductoPrecio : PerfilImpuestos {
    std::int64_t productoId{};
    std::int64_t unidadMedidaId{};
    Precio precio;
    bool activo{};
};
DESCRIBE_STRUCT(ProductoPrecio, (PerfilImpuestos), (productoId, unidadMedidaId, precio, activo))

// What is on hand, and what it is worth.
struct CostoProducto {
    std::int64_t productoId{};
    std::int64_t valor{};
    std::int64_t cantidad{};
};
DESCRIBE_STRUCT(CostoProducto, (), (productoId, valor, cantidad))

struct TasaDelDia {
    std::string moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(TasaDelDia, (), (moneda, tipoCambio))

struct DatosPrecios {
    std::string local;                 // the organization's currency
    std::string moneda;                // that of the question
    std::optional<Precio> tipoCambio;  // of the question's currency; nothing when there is none
    bool frontera = false;
    bool exporta = false;
    std::vector<ListaFila> listas;
    std::vector<std::pair<ReglaPrecio, const ListaFila*>> niveles;  // in the order in which they are asked
    std::vector<PrecioFila> precios;                                // by list and product
    std::vector<ProductoPrecio> productos;                          // by identifier
    std::vector<CostoProducto> costos;                              // by product
    std::vector<TasaDelDia> tasas;

    const ListaFila* lista(std::int64_t listaPreciosId) const;
    const ProductoPrecio* producto(std::int64_t productoId) const;
    const CostoProducto* costo(std::int64_t productoId) const;
    std::span<const PrecioFila> precios_de(std::int64_t listaPreciosId, std::int64_t productoId) const;
    std::optional<Precio> tipo_cambio(std::string_view de) const;

    DatosPrecios() = default;
    DatosPrecios(DatosPrecios&&) = default;  // the levels point into the lists, which a move keeps in place
};

DatosPrecios reunir_precios(db::Reader& tx, const MarcoPrecios& marco, std::span<const PrecioPedido> pedidos, Faltas& faltas);

}  // namespace cacao::engine
