#pragma once
// Where the value of stock comes from: every layer of cost that still holds goods, with its age, on any day.

#include "api/operations.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct AnalisisCapasPedido : PaginaPedida, LugaresPedidos {
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(AnalisisCapasPedido, (PaginaPedida, LugaresPedidos), (fecha))

struct CapaCosto {
    std::int64_t capaId{};
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t loteId{};
    std::string lote;
    Nombrado<engine::MetodoCosto> metodo;
    std::int64_t transaccionId{};
    std::int64_t numeroPartida{};
    engine::TipoDeDocumentoOVacio tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::int64_t dias{};
    std::string rango;
    Cantidad cantidadOriginal;
    Cantidad cantidadRestante;  // negative: it left before it came in
    Importe costoOriginal;
    Importe costoAgregado;
    Precio costoUnitario;
    Importe valorRestante;
};
DESCRIBE_STRUCT(CapaCosto, (),
                (capaId, productoId, codigo, producto, almacenId, almacen, loteId, lote, metodo, transaccionId, numeroPartida,
                 tipoDocumento, folio, fecha, dias, rango, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado,
                 costoUnitario, valorRestante))

struct RangoEdad {
    std::string rango;
    std::int64_t capas{};
    Importe valor;
};
DESCRIBE_STRUCT(RangoEdad, (), (rango, capas, valor))

struct AnalisisCapasTotalesPedido : LugaresPedidos {
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(AnalisisCapasTotalesPedido, (LugaresPedidos), (fecha))

struct AnalisisCapasTotales : CuadreInventario {
    Fecha fecha;
    std::int64_t capas{};
    Importe valorCapas;  // Σ of the layers of the report, one by one; `valor` is that of the stock report
    std::vector<RangoEdad> rangos;
};
DESCRIBE_STRUCT(AnalisisCapasTotales, (CuadreInventario), (fecha, capas, valorCapas, rangos))

Pagina<CapaCosto> analizar_capas(const Context&, const AnalisisCapasPedido&);
AnalisisCapasTotales totalizar_capas(const Context&, const AnalisisCapasTotalesPedido&);

void register_analisis_capas(api::Operations& ops);

}  // namespace cacao
