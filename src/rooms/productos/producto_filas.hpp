#pragma once
// A product between its struct and its rows.

#include "rooms/productos/producto.hpp"

namespace cacao {

// The columns of a ProductoResumen, for a statement over `producto p` and `unidadMedida u`.
inline constexpr std::string_view columnas_de_producto = R"(
    p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido, p.isrRetenido, p.isrPor, p.ivaNoAcreditable, p.iepsAlCosto, p.productoId, p.codigo, p.nombre, p.descripcion,
    p.tipo, p.numeroParte, p.unidadMedidaId, u.codigo AS unidad, u.claveUnidad, p.clasificacionId, p.agrupadorServicioId,
    p.seguimiento, p.metodoCosto, p.claveProdServ, p.precio, p.peso, p.volumen, p.toleranciaEntrega, COALESCE(p.referenciaExterna, '') AS referenciaExterna,
    p.activo, p.version, p.creadoEn, p.modificadoEn)";

// Throws no_encontrado at /productoId. `ultima`: nothing more is asked in this snapshot (db::Reader::settle_last).
Producto leer_producto(db::Reader& tx, std::int64_t productoId, bool ultima = false);
// Every product, in the order of the identifier.
void cada_producto(db::Reader& tx, FunctionRef<void(const Producto&)> ver);
void insertar_producto(db::Writer& tx, const Producto& producto);
void modificar_producto(db::Writer& tx, const Producto& antes, const Producto& despues);

// Products are counted by their kind, a bit each (api/conteos.hpp).
inline constexpr std::string_view producto_contado = "Producto";
constexpr std::int64_t clase_de_tipo(std::string_view tipo) { return tipo == "producto" ? 1 : tipo == "servicio" ? 2 : 4; }

// The words by which a product is found.
std::vector<std::string> palabras_de(const ProductoNombrado& producto);

}  // namespace cacao
