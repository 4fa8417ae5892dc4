#pragma once
// What a request names, and what that names in turn, as it was found: all that judging needs, so that judging needs no database.

#include "engine/cadena/origen.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/precios/precios.hpp"
#include "engine/precios/promociones.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/cuentas.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cacao::engine {

struct SucursalFila {
    std::int64_t sucursalId = 0;
    std::string codigo;
    bool frontera = false;
    std::int64_t almacenId = 0;
    bool activo = false;
};
DESCRIBE_STRUCT(SucursalFila, (), (sucursalId, codigo, frontera, almacenId, activo))

struct ContactoFila {
    std::int64_t entidadId = 0;
    std::string rfc;
    std::string regimenFiscal;
    std::string moneda;
    bool ivaFrontera = false;  // of a supplier: charges the rate of the border
    std::string tratoIva;      // of a customer: automatico, nacional, exportacion
    bool esCliente = false;
    bool esProveedor = false;
    std::optional<Importe> limiteCredito;
    int diasCredito = 0;
    std::optional<Tasa> toleranciaRecepcion;  // of a supplier that has its own
    bool activo = false;
};
DESCRIBE_STRUCT(ContactoFila, (),
                (entidadId, rfc, regimenFiscal, moneda, ivaFrontera, tratoIva, esCliente, esProveedor, limiteCredito, diasCredito,
                 toleranciaRecepcion, activo))

struct ProductoFila : PerfilImpuestos {
    std::int64_t productoId = 0;
    std::string codigo;
    std::string nombre;
    std::string tipo;
    std::int64_t unidadMedidaId = 0;
    std::string unidad;
    std::string claveUnidad;
    int decimales = 6;
    std::int64_t clasificacionId = 0;
    std::string seguimiento;
    std::string metodoCosto;
    std::string claveProdServ;
    Precio precio;
    Tasa toleranciaEntrega;  // beyond the quantity of an order line
    bool activo = false;
};
DESCRIBE_STRUCT(ProductoFila, (PerfilImpuestos),
                (productoId, codigo, nombre, tipo, unidadMedidaId, unidad, claveUnidad, decimales, clasificacionId, seguimiento,
                 metodoCosto, claveProdServ, precio, toleranciaEntrega, activo))

struct ConceptoFila : PerfilImpuestos {
    std::int64_t conceptoId = 0;
    std::string nombre;
    std::int64_t cuentaId = 0;
    std::string claveProdServ;
    bool enVenta = false;
    bool enCompra = false;
    bool enGasto = false;
    bool enEgreso = false;
    bool enDeposito = false;
    bool activo = false;
    bool deControl = false;  // its account
};
DESCRIBE_STRUCT(ConceptoFila, (PerfilImpuestos),
                (conceptoId, nombre, cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, enDeposito, activo,
                 deControl))

struct AlmacenFila {
    std::int64_t almacenId = 0;
    std::string tipo;
    bool activo = false;
};
DESCRIBE_STRUCT(AlmacenFila, (), (almacenId, tipo, activo))

struct BancoFila {
    std::int64_t cuentaBancariaId = 0;
    std::string moneda;
    std::int64_t cuentaId = 0;
    bool activo = false;
};
DESCRIBE_STRUCT(BancoFila, (), (cuentaBancariaId, moneda, cuentaId, activo))

struct CuentaFila {
    std::int64_t cuentaId = 0;
    bool esAcumulativa = false;
    bool activo = false;
    bool deControl = false;
};
DESCRIBE_STRUCT(CuentaFila, (), (cuentaId, esAcumulativa, activo, deControl))

// A line of another document, and what matters of that document.
struct OrigenFila {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    std::string tipo;
    std::string estado;
    Fecha fecha;
    std::int64_t sucursalId = 0;
    std::int64_t entidadId = 0;
    std::int64_t vendedorId = 0;
    std::int64_t canalId = 0;
    std::int64_t proyectoId = 0;         // of the line
    std::int64_t proyectoDocumento = 0;  // of its header
    std::string moneda;
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;
    Precio precioUnitario;
    Cantidad cantidadBase;
    Importe descuento;  // with promotions
    Importe neto;       // without it, with the taxes that are cost
    Precio tipoCambio;
    Importe costo;
    std::int64_t almacenId = 0;
    std::int64_t cuentaId = 0;  // that the line was posted to
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
    std::string origenTipo;  // the kind of the document that this line itself came from
    std::string origenMoneda;
    Precio origenPrecio;              // of the line that this one came from, in the same unit
    std::int64_t origenOrigenId = 0;  // and the line that it came from itself
    std::int64_t origenOrigenPartida = 0;
    std::string origenOrigenTipo;
    std::optional<Fecha> vigenciaFecha;
    std::int64_t promocionId = 0;
    bool sinCargo = false;
    std::int64_t terceroId = 0;  // whose its money is, or 0
    // A line names a warehouse only if it moved goods or put them aside.
    bool movio() const { return almacenId != 0; }
    LlavePartida llave() const { return {transaccionId, numeroPartida}; }
};
DESCRIBE_STRUCT(OrigenFila, (),
                (transaccionId, numeroPartida, tipo, estado, fecha, sucursalId, entidadId, vendedorId, canalId, proyectoId,
                 proyectoDocumento, moneda, productoId, conceptoId, unidadMedidaId, precioUnitario, cantidadBase, descuento, neto,
                 tipoCambio, costo, almacenId, cuentaId, origenId, origenPartida, origenTipo, origenMoneda, origenPrecio,
                 origenOrigenId, origenOrigenPartida, origenOrigenTipo, vigenciaFecha, promocionId, sinCargo, terceroId))
// … of one document and line ($2, $3).
extern const std::string_view partida_de_origen;

// The figures of a line that was priced before, of which others take their share.
struct CifrasFila {
    std::string tipo;
    Cantidad cantidadBase;
    std::int64_t unidadMedidaId = 0;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe promocion;
    std::int64_t promocionId = 0;
    Guardado<std::vector<ImpuestoPartida>> impuestos;
    Guardado<std::vector<ImpuestoPartida>> impuestosTercero;
    Precio tipoCambio = Precio::de_enteros(1);  // of its document
    std::optional<Importe> importeLocal;        // what it was posted at, where it was not converted by itself
};
DESCRIBE_STRUCT(CifrasFila, (),
                (tipo, cantidadBase, unidadMedidaId, precioUnitario, importe, descuento, promocion, promocionId, impuestos,
                 impuestosTercero, tipoCambio, importeLocal))
struct FuenteCifras {
    CifrasFila cifras;
    std::vector<CifrasFila> derivadas;  // of documents in force
};

// What a line came to, and in which quantity.
struct LineaPactada {
    Importe total;
    Precio tipoCambio;
    Cantidad cantidadBase;
};
DESCRIBE_STRUCT(LineaPactada, (), (total, tipoCambio, cantidadBase))

// How much a line is of, in its own unit and in the product's.
struct Medida {
    std::int64_t unidadMedidaId = 0;
    std::string unidad;
    std::string claveUnidad;
    Cantidad cantidad;
    Cantidad cantidadBase;
    bool conocida = true;     // the product is counted in that unit
    bool convertible = true;  // … and the quantity comes out even in its own
};

// A component of a kit.
struct ParteKit {
    Componente componente;
    std::string codigo;
    std::string seguimiento;
    std::string metodoCosto;
    Precio precio;
    std::int64_t clasificacionId = 0;
};

// Of one line.
struct LineaHallada {
    const ProductoFila* producto = nullptr;
    const ConceptoFila* concepto = nullptr;
    const OrigenFila* origen = nullptr;
    const Origen* regla = nullptr;  // under which it derives, where it may
    Medida medida;
    std::optional<PrecioResuelto> precio;  // where the lists were asked
    std::vector<ParteKit> partes;          // of a kit
    std::vector<LineaPactada> pactada;     // of goods delivered and not invoiced: what their order says
    Faltas faltas;                         // of its kit
};

// What the header will say.
struct Encabezado {
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t vendedorId = 0;
    std::int64_t canalId = 0;
    Fecha fecha;
    std::int64_t periodo = 0;
    std::string moneda;
    int decimales = 2;
    Precio tipoCambio = Precio::de_enteros(1);
};

// Of what the header names.
struct CabeceraHallada {
    std::vector<SucursalFila> sucursales;
    std::optional<std::int64_t> sucursal_de_serie;  // of the series that was named, if it is in use
    std::vector<ContactoFila> contactos;
    std::vector<BancoFila> bancos;
    std::vector<std::int64_t> formas;
    std::vector<std::int64_t> proyectos;
    std::optional<bool> centro_activo;  // of the cost centre, if it is there
    bool centro_heredado = false;       // what it follows from carries it already
    std::optional<bool> vendedor_activo;
    std::optional<bool> canal_activo;
    std::vector<std::int64_t> relacionados;
    std::vector<std::int64_t> repetidas;  // documents that already have this external reference, this uuid
    std::vector<std::int64_t> timbradas;
    std::optional<FormaAddenda> addenda;
    std::optional<Moneda> otra_moneda;
    std::optional<Precio> cambio_del_dia;
    // Of the account that money goes to, where that is of another currency than the document.
    std::optional<Moneda> moneda_destino;
    std::optional<Precio> cambio_destino;
};

struct Hallado {
    Ajustes ajustes;
    Fecha hoy;
    std::int64_t divisionId = 0;  // the session's project
    bool en_control = false;      // whether the caller may post to control accounts by hand
    std::int64_t rehecho = 0;     // the document that is written anew, or 0
    Encabezado encabezado;
    CabeceraHallada cabecera;
    std::vector<ProductoFila> productos;
    std::vector<ConceptoFila> conceptos;
    std::vector<AlmacenFila> almacenes;
    std::vector<CuentaFila> cuentas;
    std::vector<OrigenFila> origenes;
    std::vector<LineaHallada> lineas;
    std::map<LlavePartida, FuenteCifras> fuentes;
    MomentoVenta momento;
    std::vector<PromocionFila> promociones;       // that lines name
    std::vector<PromocionVigente> acumulables;    // that hold now, where one that adds up with others is named
    std::vector<std::int64_t> reservas_vencidas;  // one order whose reservation has expired, if there is any
    MapaCuentas papeles;                          // which account plays which part
    Faltas faltas;                                // of the month
};

// Asks for everything that the request names in one trip, then for what depends on it. Holds what must not change until the end
// (docs/architecture.md, locks).
Hallado recoger(Context& ctx, const Documento& tipo, const Solicitud& pedida, std::int64_t rehecho = 0);

// Whether it has an entry.
bool en_libros(const Documento& tipo);
inline bool es_venta(const Documento& tipo) { return tipo.renglones == Renglones::venta; }
// Its lines say what they come to in money: what leaves, or what comes in.
inline bool es_egreso(const Documento& tipo) { return tipo.renglones == Renglones::egreso; }
inline bool es_ingreso(const Documento& tipo) { return tipo.renglones == Renglones::ingreso; }
inline bool es_bancaria(const Documento& tipo) { return es_egreso(tipo) || es_ingreso(tipo); }
// The taxes of its lines are those that we charge.
inline bool cobra_impuestos(const Documento& tipo) { return es_venta(tipo) || es_ingreso(tipo); }

// What the caller takes off a line. What a promotion gives is worked out, not typed.
Importe rebaja_de(const PartidaPedida& p);

}  // namespace cacao::engine
