#pragma once
// One registration in progress: what was asked, what was found about it, and the effects as they are worked out. Its steps stand
// in emision_*.cpp in the order in which emitir() calls them.

#include "engine/cadena/avance.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/unidades.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/libros/diario.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/precios/precios.hpp"
#include "engine/precios/promociones.hpp"
#include "engine/tipos/cuentas.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>

namespace cacao::engine {

struct SucursalFila {
    std::int64_t sucursalId = 0;
    std::string codigo;
    bool frontera = false;
    std::int64_t almacenId = 0;
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(SucursalFila, (), (sucursalId, codigo, frontera, almacenId, activo))

struct ContactoFila {
    std::int64_t entidadId = 0;
    std::string rfc;
    bool esCliente = false;
    bool esProveedor = false;
    Importe limiteCredito;
    int diasCredito = 0;
    std::optional<Tasa> toleranciaRecepcion;  // of a supplier that has its own
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(ContactoFila, (),
                      (entidadId, rfc, esCliente, esProveedor, limiteCredito, diasCredito, toleranciaRecepcion, activo))

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
BOOST_DESCRIBE_STRUCT(ProductoFila, (PerfilImpuestos),
                      (productoId, codigo, nombre, tipo, unidadMedidaId, unidad, claveUnidad, decimales, clasificacionId,
                       seguimiento, metodoCosto, claveProdServ, precio, toleranciaEntrega, activo))

struct ConceptoFila : PerfilImpuestos {
    std::int64_t conceptoId = 0;
    std::string nombre;
    std::int64_t cuentaId = 0;
    std::string claveProdServ;
    bool enVenta = false;
    bool enCompra = false;
    bool enGasto = false;
    bool enEgreso = false;
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(ConceptoFila, (PerfilImpuestos),
                      (conceptoId, nombre, cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, activo))

struct AlmacenFila {
    std::int64_t almacenId = 0;
    std::string tipo;
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(AlmacenFila, (), (almacenId, tipo, activo))

struct BancoFila {
    std::int64_t cuentaBancariaId = 0;
    std::string moneda;
    std::int64_t cuentaId = 0;
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(BancoFila, (), (cuentaBancariaId, moneda, cuentaId, activo))

struct CuentaFila {
    std::int64_t cuentaId = 0;
    bool esAcumulativa = false;
    bool activo = false;
};
BOOST_DESCRIBE_STRUCT(CuentaFila, (), (cuentaId, esAcumulativa, activo))

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
    Importe costo;
    std::int64_t almacenId = 0;
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
    // A line names a warehouse only if it moved goods or put them aside.
    bool movio() const { return almacenId != 0; }
};
BOOST_DESCRIBE_STRUCT(OrigenFila, (),
                      (transaccionId, numeroPartida, tipo, estado, fecha, sucursalId, entidadId, vendedorId, canalId, proyectoId,
                       proyectoDocumento, moneda, productoId, conceptoId, unidadMedidaId, precioUnitario, cantidadBase, descuento,
                       costo, almacenId, origenId, origenPartida, origenTipo, origenMoneda, origenPrecio, origenOrigenId,
                       origenOrigenPartida, origenOrigenTipo, vigenciaFecha, promocionId))

// What one line took of another's figures.
struct CifrasTomadas {
    Cantidad cantidadBase;
    Importe importe;
    Importe descuento;
    Importe promocion;
    std::vector<ImpuestoPartida> impuestos;
};

// A line, worked out.
struct Linea {
    const PartidaPedida* pedida = nullptr;
    std::int64_t numero = 0;
    const ProductoFila* producto = nullptr;
    const ConceptoFila* concepto = nullptr;
    const OrigenFila* origen = nullptr;
    const Origen* regla = nullptr;  // under which it derives
    std::string unidad;
    std::string claveUnidad;
    std::int64_t unidadMedidaId = 0;
    Cantidad cantidad;
    Cantidad cantidadBase;
    Precio precio;
    std::optional<PrecioResuelto> resuelto;  // where the lists were asked
    CifrasPartida cifras;
    Importe rebajado;              // quantity × price as the request states it, taxes included or not, less what it takes off
    std::int64_t promocionId = 0;  // that gave cifras.promocion: named, or agreed where the figures come from
    bool tomada = false;           // its figures are those of another line
    Importe local;                 // neto in the organization's currency
    Importe conciliado;            // of the source line's value, what this line took
    Importe costo;                 // value of the goods it moved
    Importe consumido;             // of a late cost: what goes to cost of sales because the goods are gone
    std::int64_t almacenId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t cuentaId = 0;
    bool mueve = false;
};

struct TasaDocumento {
    Impuesto impuesto{};
    Factor factor{};
    Tasa tasa;
    Importe base;
    Importe importe;
    Importe local;
    // Of a credit: what it gives back with itself, because it was collected or paid before.
    Importe baseRestituida;
    Importe restituido;
    Importe restituidoLocal;
};

// The document that takes back what the sources of a registered one had booked, and how much of each source.
struct Acompaniante {
    const Documento* tipo = nullptr;
    Solicitud solicitud;
    std::map<std::int64_t, Importe> de_fuente;
};

class Emision {
public:
    Emision(Context& ctx, const Documento& tipo, const Solicitud& pedida);
    Emitido registrar();
    std::optional<Acompaniante> acompaniante() const;
    // emision_revision.cpp: other lines for a document that is there already. `juzgar` sees each line before anything is stored.
    Emitido revisar(std::int64_t transaccionId, const std::function<void(const Linea&, Faltas&)>& juzgar);
    void reemplazar(std::int64_t transaccionId);

private:
    // emision_cabecera.cpp: who, where, when, in which currency.
    std::int64_t identificar();
    void rehacer(std::int64_t transaccionId, const std::function<void(const Linea&, Faltas&)>& juzgar = {});
    void recoger();
    void lanzar();
    void heredar();
    void revisar_cabecera();
    void revisar_centro();
    void revisar_fecha();
    void revisar_tamano();
    void revisar_moneda();
    void revisar_contacto();
    void revisar_bancos();
    // emision_partidas.cpp: lines, prices, taxes, totals.
    void revisar_partidas();
    void poner_precios();
    void poner_precio(const Linea& linea, PartidaGravada& gravada);
    Precio pactado_en(const OrigenFila& origen) const;
    Precio pactado_en(const PartidaPedida& p) const;
    bool ya_pactado(const PartidaPedida& p) const;
    void auditar_precios();
    Precio precio_de_origen(const Linea& l) const;
    bool de_origen(const Linea& linea) const;
    void revisar_partida(Linea& linea);
    void revisar_articulo(Linea& linea);
    std::vector<ImpuestoDebido> impuestos_de(const Linea& linea) const;
    std::vector<ImpuestoDebido> impuestos_de(const PerfilImpuestos& perfil, bool al_vender) const;
    void poner_impuestos_dados(Linea& linea);
    void revisar_producto(Linea& linea);
    void revisar_diario();
    void sumar_totales();
    // emision_promociones.cpp: promotions that lines name, or were agreed before.
    void revisar_promociones();
    MomentoVenta momento() const;
    void revisar_beneficios(const MomentoVenta& cuando);
    std::vector<LineaCarrito> calcular_carrito(std::vector<PromocionVigente> promociones) const;
    void usar_promociones();
    // emision_origen.cpp: line-to-line links.
    void pedir_origenes();
    void revisar_origen(Linea& linea);
    void derivar();
    bool retirar(const Linea& linea);
    Tope tope_de(const OrigenFila& origen, const Linea& linea) const;
    void exceder(const Linea& linea, Cantidad pendiente);
    bool avanzar(const Linea& linea, std::int64_t origenId, std::int64_t origenPartida, Avance avance, const Tope& tope,
                 Importe* valor, Importe costo);
    // emision_existencia.cpp
    void planear_existencia();
    void revisar_quieta(const Linea& linea);
    static LlavePartida movida_por(const OrigenFila& o);
    std::vector<Componente> partes_de(const Linea& l);
    void mover_existencia();
    void agregar_costos();
    Marco marco() const;
    // emision_reempaque.cpp
    void revisar_reempaque();
    void reempacar();
    void asentar_reempaque();
    // emision_asientos.cpp
    void asentar();
    void asentar_partidas(const Asiento& a);
    void asentar_impuestos(const Asiento& a);
    void asentar_total(const Asiento& a);
    void asentar_existencia(const Asiento& a);
    void asentar_diario();
    void conciliar();
    std::int64_t cuenta_de(Cuenta papel, const Linea& linea);
    Ambito ambito(const Linea& linea, std::int64_t almacenId) const;
    // emision_acompania.cpp: figures taken from a priced source, and the document that takes them back there.
    CifrasPartida cifras_de_origen(Linea& linea);
    std::optional<LlavePartida> vendida(const Linea& linea) const;
    std::optional<LlavePartida> pactada(const Linea& linea) const;
    std::optional<CifrasPartida> cifras_pactadas(Linea& linea);
    bool ya_vendida() const;
    // emision_adjuntos.cpp: conditions, related documents, files.
    void pedir_relacionados();
    void revisar_adjuntos();
    void guardar_adjuntos();
    void pedir_addenda();
    void revisar_addenda();
    // emision_restitucion.cpp: taxes that a credit gives back as it is registered.
    void restituir();
    // emision_credito.cpp: how far the customer may go.
    bool es_entrega() const;
    bool con_limite() const;
    void mirar_credito();
    void exigir_credito();
    void guardar_por_facturar();
    // emision_registro.cpp: balances, folio, header.
    void abrir_saldos();
    void guardar_partidas();
    void tomar_folio();
    void guardar_documento();

    std::string campo(const Linea& linea, std::string_view miembro) const { return linea.pedida->campo + std::string{miembro}; }
    bool es_venta() const { return tipo_.renglones == Renglones::venta; }
    bool es_bancaria() const { return tipo_.renglones == Renglones::egreso; }
    Importe en_local(Importe importe) const { return convertir(importe, tipoCambio_, ajustes_.decimales); }
    bool en_libros() const {
        return !tipo_.asientos.empty() || tipo_.renglones == Renglones::diario || tipo_.existencia == Existencia::reempaque;
    }

    Context& ctx_;
    const Documento& tipo_;
    const Solicitud& pedida_;
    Faltas faltas_;

    Ajustes ajustes_;
    std::vector<SucursalFila> sucursales_;
    std::optional<std::int64_t> sucursal_de_serie_;  // of the series that was named, if it is in use
    std::vector<ContactoFila> contactos_;
    std::vector<ProductoFila> productos_;
    std::vector<ConceptoFila> conceptos_;
    std::vector<AlmacenFila> almacenes_;
    std::vector<BancoFila> bancos_;
    std::vector<CuentaFila> cuentas_filas_;
    std::vector<OrigenFila> origenes_;
    std::vector<std::int64_t> proyectos_;
    std::optional<bool> centro_activo_;  // of the cost centre, if it is there
    std::vector<std::int64_t> formas_;
    std::vector<std::int64_t> relacionados_;
    std::optional<FormaAddenda> addenda_;
    AddendaLlena addenda_llena_;
    std::vector<PromocionFila> promociones_;
    std::optional<bool> vendedor_activo_;
    std::optional<bool> canal_activo_;
    std::vector<std::int64_t> vencidas_;   // an order whose reservation has expired, if there is any
    std::vector<std::int64_t> repetidas_;  // documents that already have this external reference, this uuid
    std::vector<std::int64_t> timbradas_;
    const SucursalFila* sucursal_ = nullptr;
    const ContactoFila* contacto_ = nullptr;
    const BancoFila* banco_ = nullptr;
    const BancoFila* banco_destino_ = nullptr;

    Importe expuesto_antes_;  // the customer's, before this document
    std::int64_t transaccionId_ = 0;
    std::int64_t sucursalId_ = 0;
    std::int64_t proyectoId_ = 0;
    std::int64_t centroCostoId_ = 0;
    std::int64_t vendedorId_ = 0;
    std::int64_t canalId_ = 0;
    Fecha fecha_;
    Fecha vencimiento_;
    std::int64_t periodo_ = 0;
    std::string moneda_;
    int decimales_ = 2;
    Precio tipoCambio_;
    std::vector<Linea> lineas_;
    std::map<LlavePartida, std::vector<CifrasTomadas>> tomadas_;  // by earlier lines of this document
    std::vector<TasaDocumento> tasas_;
    std::deque<Articulo> articulos_;
    std::vector<MovimientoPedido> movimientos_;
    std::vector<ValorMovido> valores_;
    Importe mermaAnormal_;  // of a repackaging

    Importe subtotal_;
    Importe descuento_;
    Importe iva_;
    Importe ieps_;
    Importe ivaRetenido_;
    Importe isrRetenido_;
    Importe total_;
    Importe totalLocal_;
    Importe aplicable_;  // of an egress: what pays documents
    Importe aplicableLocal_;
    std::int64_t cuentaControl_ = 0;
    std::int64_t cuentaControl2_ = 0;  // of a compensation: the supplier's side
    std::string serie_;
    std::int64_t folio_ = 0;

    Cuentas cuentas_;
    std::unique_ptr<Diario> diario_;
};

}  // namespace cacao::engine
