#pragma once
// Promotions: what a cart must hold, what it then gets, when and where. Amounts are in the organization's currency, quantities in
// base units. Listed whole.

#include "api/operations.hpp"
#include "api/paginas.hpp"
#include "engine/precios/promociones.hpp"
#include "engine/tipos/documento.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using engine::BeneficioPromocion;
using engine::CondicionPromocion;

struct ProductoDePromocion {
    Id productoId;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(ProductoDePromocion, (), (productoId, cantidad))

using ProductosDePromocion = Lista<ProductoDePromocion, 100>;
using DiasDeSemana = Lista<Entero<1, 7>, 7>;

struct PromocionBase {
    std::int64_t promocionId{};
    std::string codigo;
    std::string nombre;
    Guardado<std::vector<std::int64_t>> dias;        // 1 Monday to 7 Sunday; [] all
    Guardado<std::vector<std::int64_t>> sucursales;  // [] all
    std::int64_t prioridad{};
    bool acumulable{};
    std::int64_t limitePorTicket{};
    std::int64_t limiteTotal{};
    std::int64_t usos{};
    std::string condicion;
    Importe condicionImporte;
    Guardado<std::vector<ProductoDePromocion>> condicionProductos;
    std::string beneficio;
    Precio beneficioValor;
    Guardado<std::vector<ProductoDePromocion>> beneficioProductos;
    std::string referenciaExterna;
    bool activa{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(PromocionBase, (),
                (promocionId, codigo, nombre, dias, sucursales, prioridad, acumulable, limitePorTicket, limiteTotal, usos,
                 condicion, condicionImporte, condicionProductos, beneficio, beneficioValor, beneficioProductos,
                 referenciaExterna, activa, version))
struct Promocion : PromocionBase {
    std::string vigenciaInicio;
    std::string vigenciaFin;
    std::string horaInicio;
    std::string horaFin;
};
DESCRIBE_STRUCT(Promocion, (PromocionBase), (vigenciaInicio, vigenciaFin, horaInicio, horaFin))

// What both a new promotion and a change may state; left out is unchanged, or as a new one starts.
struct PromocionPedida {
    std::optional<Fecha> vigenciaInicio;
    Cambio<Fecha> vigenciaFin;
    std::optional<Texto<5, 5>> horaInicio;
    std::optional<Texto<5, 5>> horaFin;
    std::optional<DiasDeSemana> dias;
    std::optional<Lista<Id, 500>> sucursales;
    std::optional<Entero<0, 1000>> prioridad;
    std::optional<bool> acumulable;
    std::optional<Entero<1, 1000>> limitePorTicket;
    std::optional<Entero<0, 1'000'000'000>> limiteTotal;
    std::optional<NoNegativo<Importe>> condicionImporte;
    std::optional<ProductosDePromocion> condicionProductos;
    std::optional<NoNegativo<Precio>> beneficioValor;
    std::optional<ProductosDePromocion> beneficioProductos;
    Cambio<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(PromocionPedida, (),
                (vigenciaInicio, vigenciaFin, horaInicio, horaFin, dias, sucursales, prioridad, acumulable, limitePorTicket,
                 limiteTotal, condicionImporte, condicionProductos, beneficioValor, beneficioProductos, referenciaExterna))

struct PromocionNueva : PromocionPedida {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    CondicionPromocion condicion{};
    BeneficioPromocion beneficio{};
};
DESCRIBE_STRUCT(PromocionNueva, (PromocionPedida), (codigo, nombre, condicion, beneficio))

struct PromocionActualizacion : PromocionPedida {
    Id promocionId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<CondicionPromocion> condicion;
    std::optional<BeneficioPromocion> beneficio;
    std::optional<bool> activa;
};
DESCRIBE_STRUCT(PromocionActualizacion, (PromocionPedida), (promocionId, codigo, nombre, condicion, beneficio, activa))

struct CruzadasFiltro {
    std::optional<IdOpcional> sucursalId;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(CruzadasFiltro, (), (sucursalId, fecha))

struct UsosFiltro : PaginaPedida {
    Id promocionId;
};
DESCRIBE_STRUCT(UsosFiltro, (PaginaPedida), (promocionId))

// A line that was ordered or sold with the promotion. Quantities in the product's base unit, amounts in the document's currency.
struct UsoPromocion {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t clienteId{};
    std::string moneda;
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    Cantidad cantidad;
    Cantidad cantidadDevuelta;
    Importe promocion;  // as the line was sold
    Importe importe;    // what is left of it
    std::int64_t transaccionIdPactado{};
};
DESCRIBE_STRUCT(UsoPromocion, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, clienteId, moneda, numeroPartida, productoId, cantidad,
                 cantidadDevuelta, promocion, importe, transaccionIdPactado))

std::vector<Promocion> listar_promociones(const Context&);
Promocion crear_promocion(Context&, const PromocionNueva&);
Promocion actualizar_promocion(Context&, const PromocionActualizacion&);
std::vector<Promocion> listar_cruzadas(const Context&, const CruzadasFiltro&);
// promocion_usos.cpp
Pagina<UsoPromocion> listar_usos(const Context&, const UsosFiltro&);

void register_promociones(api::Operations&);

}  // namespace cacao
