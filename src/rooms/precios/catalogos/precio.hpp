#pragma once
// Prices of a list, and those agreed with a customer: read by page, changed in bulk. A change never touches a day that has
// passed.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PrecioBase {
    std::int64_t precioId{};
    std::int64_t entidadId{};  // the customer it was agreed with, or 0
    std::int64_t productoId{};
    std::string codigo;  // of the product
    std::string producto;
    std::int64_t unidadMedidaId{};
    std::string unidad;
    Cantidad cantidadMinima;
    Precio precio;
    std::string moneda;
    bool incluyeImpuestos{};
    Fecha vigenciaInicio;
    Instante creadoEn;
};
DESCRIBE_STRUCT(PrecioBase, (),
                (precioId, entidadId, productoId, codigo, producto, unidadMedidaId, unidad, cantidadMinima, precio, moneda,
                 incluyeImpuestos, vigenciaInicio, creadoEn))
struct PrecioDeLista : PrecioBase {
    std::string vigenciaFin;
};
DESCRIBE_STRUCT(PrecioDeLista, (PrecioBase), (vigenciaFin))

struct PreciosFiltro : PaginaPedida {
    Id listaPreciosId;
    std::optional<Id> productoId;
    std::optional<Fecha> fecha;
    std::optional<bool> historia;
};
DESCRIBE_STRUCT(PreciosFiltro, (PaginaPedida), (listaPreciosId, productoId, fecha, historia))

struct AcordadosFiltro : PaginaPedida {
    std::optional<Id> clienteId;
    std::optional<Fecha> fecha;
    std::optional<bool> historia;
};
DESCRIBE_STRUCT(AcordadosFiltro, (PaginaPedida), (clienteId, fecha, historia))

struct PrecioCambio : engine::ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    std::optional<NoNegativo<Cantidad>> cantidadMinima;
    std::optional<Precio> precio;
    std::optional<Fecha> vigenciaInicio;
    std::optional<Fecha> vigenciaFin;
    std::optional<bool> termina;  // no price from vigenciaInicio on
};
DESCRIBE_STRUCT(PrecioCambio, (engine::ProductoDePartida),
                (unidadMedidaId, cantidadMinima, precio, vigenciaInicio, vigenciaFin, termina))

using PreciosCambiados = Lista<PrecioCambio, 20'000, 1>;

struct PreciosActualizacion {
    Id listaPreciosId;
    PreciosCambiados precios;
    std::optional<bool> todoONada;
};
DESCRIBE_STRUCT(PreciosActualizacion, (), (listaPreciosId, precios, todoONada))

struct AcordadosActualizacion {
    Id clienteId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> incluyeImpuestos;
    PreciosCambiados precios;
    std::optional<bool> todoONada;
};
DESCRIBE_STRUCT(AcordadosActualizacion, (), (clienteId, moneda, incluyeImpuestos, precios, todoONada))

enum class ResultadoPrecio { creado, cambiado, terminado, sinCambio, rechazado };
DESCRIBE_ENUM(ResultadoPrecio, creado, cambiado, terminado, sinCambio, rechazado)

// A fault of one row of many, as in `errores` of a refusal.
struct FaltaDeFila {
    std::string campo;
    std::string codigo;
    std::string mensaje;
};
DESCRIBE_STRUCT(FaltaDeFila, (), (campo, codigo, mensaje))

struct PrecioCambiado {
    std::int64_t fila{};  // place in `precios`, from 0
    std::int64_t productoId{};
    std::string codigo;  // of the product
    ResultadoPrecio resultado{};
    std::int64_t precioId{};
    std::vector<FaltaDeFila> errores;
};
DESCRIBE_STRUCT(PrecioCambiado, (), (fila, productoId, codigo, resultado, precioId, errores))

struct PreciosActualizados {
    std::int64_t registrados{};
    std::int64_t sinCambio{};
    std::int64_t rechazados{};
    std::vector<PrecioCambiado> filas;
};
DESCRIBE_STRUCT(PreciosActualizados, (), (registrados, sinCambio, rechazados, filas))

Pagina<PrecioDeLista> listar_precios(const Context&, const PreciosFiltro&);
Pagina<PrecioDeLista> listar_acordados(const Context&, const AcordadosFiltro&);
PreciosActualizados actualizar_precios(Context&, const PreciosActualizacion&);
PreciosActualizados actualizar_acordados(Context&, const AcordadosActualizacion&);

void register_precios(api::Operations&);

}  // namespace cacao
