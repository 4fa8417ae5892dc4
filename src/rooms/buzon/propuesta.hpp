#pragma once
// What a received document would become: supplier, lines by what was confirmed before, by codes, by what is open of orders and
// receptions, and why each; what nobody can decide is named.

#include "rooms/buzon/cuadre.hpp"
#include "rooms/buzon/recibido.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ProveedorPropuesto {
    std::int64_t proveedorId{};  // 0: to be made
    std::string codigo;
    std::string nombre;
    std::string rfc;
    std::string regimenFiscal;
    std::string codigoPostal;
    bool nuevo{};
    bool cierto{};
    std::string motivo;
};
DESCRIBE_STRUCT(ProveedorPropuesto, (), (proveedorId, codigo, nombre, rfc, regimenFiscal, codigoPostal, nuevo, cierto, motivo))

struct PartidaPropuesta {
    std::int64_t numeroPartida{};
    std::string descripcion;
    std::string noIdentificacion;
    std::string claveProdServ;
    std::string claveUnidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    std::vector<engine::ImpuestoPartida> impuestos;
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t unidadMedidaId{};
    std::int64_t transaccionIdOrigen{};
    std::int64_t partidaOrigen{};
    std::string folioOrigen;
    bool cierto{};
    std::string motivo;
};
DESCRIBE_STRUCT(PartidaPropuesta, (),
                (numeroPartida, descripcion, noIdentificacion, claveProdServ, claveUnidad, cantidad, precioUnitario, importe,
                 descuento, impuestos, productoId, conceptoId, unidadMedidaId, transaccionIdOrigen, partidaOrigen, folioOrigen,
                 cierto, motivo))

// What a person has to say first, and where.
struct PorDecidir {
    std::string campo;
    std::string mensaje;
};
DESCRIBE_STRUCT(PorDecidir, (), (campo, mensaje))

struct Propuesta {
    std::int64_t recibidoId{};
    std::string uuid;
    Nombrado<buzon::Destino> destino;
    std::string motivo;
    ProveedorPropuesto proveedor;
    Fecha fecha;
    std::string motivoFecha;
    std::optional<Fecha> vencimiento;
    std::string motivoVencimiento;
    std::string moneda;
    Precio tipoCambio;
    std::string metodoPago;
    std::string formaPago;
    std::int64_t transaccionIdOrigen{};
    std::string folioOrigen;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    std::vector<PartidaPropuesta> partidas;
    bool cierta{};
    std::vector<PorDecidir> porDecidir;
};
DESCRIBE_STRUCT(Propuesta, (),
                (recibidoId, uuid, destino, motivo, proveedor, fecha, motivoFecha, vencimiento, motivoVencimiento, moneda,
                 tipoCambio, metodoPago, formaPago, transaccionIdOrigen, folioOrigen, subtotal, descuento, iva, ieps, ivaRetenido,
                 isrRetenido, total, partidas, cierta, porDecidir))

Propuesta proponer_recibido(const Context&, const RecibidoPedido&);

namespace buzon {

Propuesta proponer(db::Reader& tx, const RecibidoCompleto& recibido);

// What a confirmation teaches of a line.
void aprender(Context& ctx, const std::string& rfcEmisor, const PartidaPropuesta& partida);

}  // namespace buzon

}  // namespace cacao
