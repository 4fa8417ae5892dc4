#pragma once
// A document as it is asked for, and what its registration answers. A room fills the request of its family of kinds and asks a
// verb of engine/verbos for it: what a family cannot say has no member there.
//
// A request is made of parts that families share. The engine reads all of them through Solicitud, in which a part that a family
// does not have is empty.

#include "api/context.hpp"
#include "engine/emision/addendas.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cacao::engine {

// Lines.

struct Renglon {
    std::string campo;               // where it stands in the request, so that a fault can point at it
    std::int64_t numeroPartida = 0;  // the line of the document that a revision puts this in the place of; 0: a new one
    std::string descripcion;         // empty: the name of the product or concept
    std::string notas;
    std::int64_t proyectoId = 0;  // 0: the header's
};

struct DeArticulo {
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;  // 0: the product's base unit
    Cantidad cantidad;
    std::string codigo;  // of the product, in place of productoId or beside it (nombrar_productos)
    bool nombrado() const { return productoId != 0 || conceptoId != 0 || !codigo.empty(); }
};

// The line that it derives from.
struct DeOrigen {
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
};

struct ConValor {
    std::optional<Precio> precioUnitario;  // per unit; cost per unit where goods come in without a purchase
};

struct ConPrecio : ConValor {
    Importe descuento;
    Importe promocion;
    std::int64_t promocionId = 0;  // that gave it, or 0
    bool incluyeImpuestos = false;
    bool sinCargo = false;                // nobody is charged for it: a warranty, a contract
    std::optional<CifrasPartida> cifras;  // as another document has them; otherwise worked out
};

// As a received invoice states them; otherwise by the rules.
struct ConImpuestos {
    std::optional<std::vector<ImpuestoDebido>> impuestos;
};

// How the VAT of a line that is sold is treated, and why; otherwise by the rules.
struct ConTrato {
    std::optional<TratoIva> iva;
    std::string motivoIva;
};

// The money of the line is somebody else's: it is neither income nor cost, and its taxes are not ours. Such a line brings its
// figures (`cifras`), with what is inside.
struct DeTercero {
    std::int64_t terceroId = 0;  // whose; 0: ours
};

// What a received invoice calls what it sells; empty: the product's or concept's key, and the unit's.
struct ConClaves {
    std::string claveProdServ;
    std::string claveUnidad;
};

struct DeCredito {
    std::int64_t acreditaId = 0;  // the document that it takes this off
};

// Which goods of a kit's component: one lot of it each, or its serials.
struct ComponentePedido {
    std::int64_t productoId = 0;
    std::string codigo;                // in its place, or beside it
    std::optional<Cantidad> cantidad;  // in its base unit; left out: what the others leave
    std::optional<LotePedido> lote;
    std::vector<std::string> series;
};

struct DeMercancia {
    std::int64_t almacenId = 0;  // 0: the header's, or the branch's
    std::optional<LotePedido> lote;
    std::vector<std::string> series;
    std::vector<ComponentePedido> componentes;
    std::string condicion;  // of goods that come back: bueno, danado, caducado
};

// Of a repackaging.
struct DeTransformacion {
    bool produce = false;            // this line comes out of it
    Cantidad merma;                  // of what it consumes, lost abnormally: an expense
    std::optional<Tasa> porcentaje;  // share of the cost that a produced line takes, when shared by hand
};

struct DeCuenta {
    std::int64_t cuentaId = 0;
    Importe cargo;
    Importe abono;
};

// What is paid by a line of a bank document, taxes included and withholdings taken off.
struct DePago {
    Importe importe;
    std::int64_t transaccionIdCompra = 0;              // the payable document that it pays
    std::optional<Importe> importe2;                   // of which this much, in the document's currency, where that is another
    std::string_view campo_importe = "/importeAbono";  // what the operation calls the amount
};

struct PartidaVenta : Renglon, DeArticulo, DeOrigen, ConPrecio, ConTrato, DeMercancia, DeTercero {};
struct PartidaCompra : Renglon, DeArticulo, DeOrigen, ConPrecio, ConImpuestos, ConClaves, DeMercancia, DeTercero {};
struct PartidaCredito : Renglon, DeArticulo, DeOrigen, ConPrecio, ConImpuestos, DeCredito, DeTercero {};
struct PartidaInventario : Renglon, DeArticulo, DeOrigen, ConValor, DeMercancia {};
struct PartidaReempaque : Renglon, DeArticulo, ConValor, DeMercancia, DeTransformacion {};
struct PartidaDiario : Renglon, DeCuenta {};
struct PartidaEgreso : Renglon, DeArticulo, DePago {};
struct PartidaInicial : Renglon, DeArticulo, ConPrecio, ConImpuestos {};

// Headers. 0 and empty mean "as the session, the branch or the contact has it".

struct RelacionPedida {
    std::string campo;
    std::int64_t transaccionId = 0;
    std::string uuid;
    std::string tipoRelacion;  // a key of the authority's c_TipoRelacion, or nothing
};

struct ArchivoPedido {
    std::string nombre;
    std::string extension;
    std::string url;
};

struct Cabecera {
    std::optional<Fecha> fecha;
    std::string serie;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t entidadId = 0;
    std::string campo_entidad = "/entidadId";                // what the operation calls it
    std::map<std::string, std::string, std::less<>> campos;  // … and other fields: {"/fecha", "/pagos/0/fechaPago"}
    std::int64_t origenId = 0;
    std::string moneda;
    std::optional<Precio> tipoCambio;
    std::string notas;
    std::string referencia;
    std::string motivo;
    std::string referenciaExterna;
    std::vector<RelacionPedida> relacionados;
    std::vector<ArchivoPedido> archivos;
    Faltas faltas;  // what whoever asks found wrong already: told with all that is found here
};

// What a paper that is sent or received says.
struct DePapel {
    std::optional<Fecha> vencimiento;
    std::string uuid;
    std::optional<Instante> fechaTimbrado;
    std::optional<Fecha> vigenciaFecha;
    std::optional<Fecha> entregaFecha;
    std::string campo_entrega = "/entregaFecha";  // what the operation calls it
    std::string direccionEntrega;
    std::string condiciones;
    std::string exportacion;  // a key of c_Exportacion; empty: nothing leaves the country, or as the lines say
};

// Of the supplier's own paper.
struct DeProveedor {
    std::string serieProveedor;
    std::string folioProveedor;
};

struct DeCliente {
    std::int64_t vendedorId = 0;  // 0, and so the channel: as what it derives from has it
    std::int64_t canalId = 0;
    std::optional<ValoresDeAddenda> addenda;
    std::string metodoPago;        // PUE or PPD; empty: as the form says
    std::string formaPago;         // a key of c_FormaPago; empty: as the method says
    bool autorizaCredito = false;  // beyond the customer's limit, by the caller's right
    Importe alContado;             // of its total, what the caller collects in this transaction: that asks for no credit
    bool sin_existencia = false;   // an invoice whose goods are delivered later
};

struct DeAlmacen {
    std::int64_t almacenId = 0;
};

struct DeTraspaso {
    std::int64_t almacenDestinoId = 0;
};

struct DeBanco {
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaDestinoId = 0;
    std::int64_t formaPagoId = 0;
    // What comes in there, in its own currency, and at which rate; where that is the document's, the same as goes out.
    std::optional<Importe> importeDestino = {};
    std::optional<Precio> tipoCambioDestino = {};
};

struct DeImporte {
    Importe importe;
};

enum class Reparto : std::uint8_t { cantidad, valor, manual };  // how what is produced shares the cost: valor by list price
struct DeReempaque {
    Reparto reparto = Reparto::cantidad;
    Importe costoAgregado;  // labour and material that it adds
};

struct DePeriodo {
    std::int64_t periodo = 0;  // month 13 of a year close; otherwise by the date
};

struct SolicitudVenta : Cabecera, DePapel, DeCliente, DeAlmacen {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::venta; }
    std::vector<PartidaVenta> partidas;
};
struct SolicitudCompra : Cabecera, DePapel, DeProveedor, DeAlmacen {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::compra; }
    std::vector<PartidaCompra> partidas;
};
// A sale that is paid as it is made.
struct SolicitudAnticipo : Cabecera, DePapel, DeCliente, DeBanco {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::venta && d.banco; }
    std::vector<PartidaVenta> partidas;
};
// Of both sides: what it takes off is said by the document that it is about.
struct SolicitudCredito : Cabecera, DePapel, DeProveedor, DeCliente {
    static constexpr bool sirve(const Documento& d) {
        return d.saldo == Saldo::favor_cliente || d.saldo == Saldo::favor_proveedor;
    }
    std::vector<PartidaCredito> partidas;
};
struct SolicitudInventario : Cabecera, DePapel, DeProveedor, DeCliente, DeAlmacen, DeTraspaso {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::inventario; }
    std::vector<PartidaInventario> partidas;
};
struct SolicitudReempaque : Cabecera, DeAlmacen, DeTraspaso, DeReempaque {
    static constexpr bool sirve(const Documento& d) { return d.existencia == Existencia::reempaque; }
    std::vector<PartidaReempaque> partidas;
};
struct SolicitudDiario : Cabecera, DePeriodo {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::diario; }
    std::vector<PartidaDiario> partidas;
};
struct SolicitudEgreso : Cabecera, DePapel, DeBanco {
    static constexpr bool sirve(const Documento& d) {
        return d.renglones == Renglones::egreso || d.renglones == Renglones::ingreso;
    }
    std::vector<PartidaEgreso> partidas;
};
struct SolicitudInicial : Cabecera, DePapel {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::inicial; }
    std::vector<PartidaInicial> partidas;
};
// Of kinds without lines.
struct SolicitudImporte : Cabecera, DePapel, DeCliente, DeBanco, DeImporte {
    static constexpr bool sirve(const Documento& d) { return d.renglones == Renglones::ninguno; }
    std::vector<Renglon> partidas;  // none
};

// As the engine reads them.

template <class Parte, class Entero>
const Parte& parte_de(const Entero& entero) {
    if constexpr (std::is_base_of_v<Parte, Entero>) {
        return entero;
    } else {
        static const Parte ninguna{};
        return ninguna;
    }
}

struct PartidaPedida {
    template <class Partida>
    explicit PartidaPedida(const Partida& p)
        : renglon(p),
          articulo(parte_de<DeArticulo>(p)),
          origen(parte_de<DeOrigen>(p)),
          valor(parte_de<ConValor>(p)),
          precio(parte_de<ConPrecio>(p)),
          gravada(parte_de<ConImpuestos>(p)),
          trato(parte_de<ConTrato>(p)),
          claves(parte_de<ConClaves>(p)),
          credito(parte_de<DeCredito>(p)),
          mercancia(parte_de<DeMercancia>(p)),
          tercero(parte_de<DeTercero>(p)),
          transformacion(parte_de<DeTransformacion>(p)),
          cuenta(parte_de<DeCuenta>(p)),
          pago(parte_de<DePago>(p)) {}

    const Renglon& renglon;
    DeArticulo articulo;  // its own: a code becomes a product (nombrar_productos)
    const DeOrigen& origen;
    const ConValor& valor;
    const ConPrecio& precio;
    const ConImpuestos& gravada;
    const ConTrato& trato;
    const ConClaves& claves;
    const DeCredito& credito;
    const DeMercancia& mercancia;
    const DeTercero& tercero;
    const DeTransformacion& transformacion;
    const DeCuenta& cuenta;
    const DePago& pago;
};

// Looks at the request that it is made of and does not outlive it.
struct Solicitud {
    template <class Pedida>
    requires std::is_base_of_v<Cabecera, Pedida> Solicitud(
        const Pedida& p)  // NOLINT(google-explicit-constructor): whoever asks hands over its own family
        : cabecera(p),
          papel(parte_de<DePapel>(p)),
          proveedor(parte_de<DeProveedor>(p)),
          cliente(parte_de<DeCliente>(p)),
          almacen(parte_de<DeAlmacen>(p)),
          traspaso(parte_de<DeTraspaso>(p)),
          banco(parte_de<DeBanco>(p)),
          entero(parte_de<DeImporte>(p)),
          reempaque(parte_de<DeReempaque>(p)),
          periodo(parte_de<DePeriodo>(p)),
          sirve(&Pedida::sirve) {
        partidas.reserve(p.partidas.size());
        for (const auto& partida : p.partidas) partidas.emplace_back(partida);
    }
    Solicitud(const Solicitud&) = delete;
    Solicitud& operator=(const Solicitud&) = delete;

    const Cabecera& cabecera;
    const DePapel& papel;
    const DeProveedor& proveedor;
    const DeCliente& cliente;
    const DeAlmacen& almacen;
    const DeTraspaso& traspaso;
    const DeBanco& banco;
    const DeImporte& entero;
    const DeReempaque& reempaque;
    const DePeriodo& periodo;
    bool (*sirve)(const Documento&);  // whether it is of the family of a kind
    std::vector<PartidaPedida> partidas;
};

struct Emitido {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    std::string estado;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    std::int64_t version = 1;
};
DESCRIBE_STRUCT(Emitido, (),
                (transaccionId, tipo, serie, folio, fecha, estado, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido, total,
                 version))

}  // namespace cacao::engine
