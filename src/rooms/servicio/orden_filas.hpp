#pragma once
// How rooms of services read an order and its lines, and what they ask of it.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace cacao {

struct OrdenFila {
    std::int64_t transaccionId = 0;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    std::string estado;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t clienteId = 0;
    std::int64_t vendedorId = 0;
    std::string moneda;
    Precio tipoCambio;
    Importe total;
    std::int64_t version = 0;
    std::int64_t equipoServicioId = 0;
    std::int64_t agrupadorServicioId = 0;
    std::int64_t contratoServicioId = 0;
    bool preventivo = false;
    Importe importeAutorizado;
    std::int64_t costoId = 0;
    Importe costoSinCargo;  // of the lines that nobody is charged for, in the organization's currency
    bool es(std::initializer_list<engine::Estado> estados) const;
};
DESCRIBE_STRUCT(OrdenFila, (),
                (transaccionId, serie, folio, fecha, estado, sucursalId, proyectoId, centroCostoId, almacenId, clienteId,
                 vendedorId, moneda, tipoCambio, total, version, equipoServicioId, agrupadorServicioId, contratoServicioId,
                 preventivo, importeAutorizado, costoId, costoSinCargo))

// What it comes to: what is charged, with taxes, and what the rest will cost; in its currency and in the organization's.
struct MontoDeOrden {
    Importe importe;
    Importe local;
};

struct LineaDeOrden {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;
    Cantidad cantidad;
    Cantidad cantidadBase;
    bool sinCargo = false;
    std::string clase;
    std::string cobro;
    Precio costo;
    std::int64_t almacenId = 0;
    Cantidad usado;
    Cantidad surtido;
    Cantidad facturado;
    Cantidad apartado;
    bool es_refaccion() const { return clase == "refaccion"; }
    Cantidad por_surtir() const { return es_refaccion() && cantidadBase > surtido ? cantidadBase - surtido : Cantidad{}; }
    Cantidad por_facturar() const { return !sinCargo && cantidadBase > facturado ? cantidadBase - facturado : Cantidad{}; }
    // A share of the line in its own unit.
    Cantidad en_su_unidad(Cantidad base) const;
};
DESCRIBE_STRUCT(LineaDeOrden, (),
                (numeroPartida, productoId, conceptoId, unidadMedidaId, cantidad, cantidadBase, sinCargo, clase, cobro, costo,
                 almacenId, usado, surtido, facturado, apartado))

// Refuses with no_encontrado; held alone by whoever changes it.
OrdenFila leer_orden_servicio(db::Reader& tx, std::int64_t transaccionId, std::string_view campo = "/id");
OrdenFila tomar_orden_servicio(Context& ctx, std::int64_t transaccionId, std::string_view campo = "/id");
std::vector<LineaDeOrden> lineas_de_orden(db::Reader& tx, std::int64_t transaccionId);
MontoDeOrden monto_de(db::Reader& tx, const OrdenFila& orden);
// Refuses (estado_invalido) with the state that it is in.
void exigir_estado_de_orden(const OrdenFila& orden, std::initializer_list<engine::Estado> estados,
                            std::string_view campo = "/id");
// Refuses (por_autorizar) what goes beyond what was authorized.
void exigir_autorizado(db::Reader& tx, const OrdenFila& orden);
// Puts aside what its parts still need or, while it waits to be authorized again, as much of that as they had.
void apartar_partes(Context& ctx, std::int64_t transaccionId, const std::vector<LineaDeOrden>* antes = nullptr);

}  // namespace cacao
