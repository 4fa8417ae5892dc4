#pragma once
// What the files of engine/inventario share. Nobody else includes it.

#include "base/function_ref.hpp"
#include "db/rows.hpp"
#include "engine/existencia/inventario.hpp"

#include <compare>
#include <map>
#include <set>
#include <utility>

namespace cacao::engine::interno {

// A place of stock. The order of keys is the order in which rows are locked.
struct Clave {
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    friend auto operator<=>(const Clave&, const Clave&) = default;
};

// round(valor × parte / entero) in the organization's decimals; the whole takes all.
Importe parte_de(Importe valor, Cantidad parte, Cantidad entero, int decimales);

// The serial that a refusal is about.
struct SerieDicha {
    std::string serie;
};
DESCRIBE_STRUCT(SerieDicha, (), (serie))

// ---- existencias.cpp

struct Cambio {
    Cantidad cambio;     // in minus out, of the whole document
    Cantidad apartado;   // how much of the document's own reservation it uses up
    std::string campo;   // of the first line that asked
    std::string codigo;  // of the product
    // What the row answered, once settled.
    bool hecho = false;
    Cantidad cantidad;
    Fecha ultimaFecha;
};
using Cambios = std::map<Clave, Cambio>;

void sumar(Cambios& cambios, const Clave& clave, Cantidad cambio, const MovimientoPedido& pedido);
// Average cost of goods with lots: the pool is shared by rows of several lots, so a row of its own guards it.
void guardar_fondo(Cambios& cambios, const Articulo& articulo, std::int64_t almacenId);
// Queues the conditional takes and the additions in the order of their keys, and the sums by day. What is asked after it sees the
// rows behind the locks.
void mover_existencias(Context& ctx, const Marco& marco, Cambios& cambios);
// Waits for them and refuses what was not there, today or on a later day.
void exigir_existencias(Context& ctx, const Marco& marco, Cambios& cambios);
// Says what is missing in a place. What the document had put aside for itself is no obstacle to it.
void rechazar_existencia(Context& ctx, const Clave& clave, const std::string& codigo, const std::string& campo,
                         Cantidad requerido, Cantidad apartado, Faltas& faltas);
// Holds the rows of these places, without changing them.
void retener_existencias(Context& ctx, const std::set<Clave>& claves);
// … of every lot of a product in a warehouse.
void retener_lugar(Context& ctx, std::int64_t productoId, std::int64_t almacenId);

// ---- lotes.cpp

bool lleva_lote(const Articulo& articulo);
bool lleva_serie(const Articulo& articulo);
// Goods with serials are each at their own cost, whatever the method of their product.
MetodoCosto metodo_de(const Articulo& articulo);

struct Linea {
    const MovimientoPedido* pedido = nullptr;
    Clave clave;
};
struct LoteDisponible {
    std::int64_t loteId = 0;
    std::string codigo;
    Cantidad disponible;
};
DESCRIBE_STRUCT(LoteDisponible, (), (loteId, codigo, disponible))
// Those that may be sold, the first to expire first, then the oldest.
std::vector<LoteDisponible> lotes_disponibles(Context& ctx, const Marco& marco, std::int64_t productoId, std::int64_t almacenId);
// Which lot each serial of a line is in; "" of one that is not known.
std::map<std::string, std::vector<std::string>> series_por_lote(Context& ctx, const MovimientoPedido& pedido);
// Finds the lot of each line; creates the missing ones when `crear`, otherwise refuses them.
std::vector<Linea> con_lotes(Context& ctx, const Marco& marco, const std::vector<const MovimientoPedido*>& pedidos, bool crear);
std::vector<const MovimientoPedido*> apuntar(const std::vector<MovimientoPedido>& pedidos);

// Serials by the layer that holds their cost, or by the exit that they left by.
using SeriesPor = std::map<std::int64_t, std::vector<std::string>>;

// ---- capas.cpp

struct Capa {
    std::int64_t capaId = 0;
    Clave clave;
    Fecha fecha;
    bool promedio = false;
    Cantidad cantidadOriginal;
    Cantidad cantidad;
    Importe costoOriginal;
    Importe costoAgregado;
    Importe valor;
    bool nueva = false;
    bool cambiada = false;
};

struct Parte {
    std::int64_t capaId = 0;
    Fecha fecha;
    Cantidad cantidad;
    Importe valor;
    std::vector<std::string> series{};  // of goods that have them
};

struct CapaNueva {
    Clave clave;
    std::int64_t numeroPartida = 0;
    Fecha fecha;
    std::int64_t origenCapaId = 0;
    Cantidad cantidad;
    Importe valor;
    Cantidad gastada;  // of it already owed to exits that went before it
    Importe valorGastado;
    std::int64_t transaccionId = 0;  // the document that it is of, where that is not the one at hand
};

// The layers that one document touches: read behind the locks of their places, changed here, written at the end.
class Capas {
public:
    Capas(Context& ctx, const Marco& marco) : ctx_(ctx), marco_(marco) {}

    // Queue reads; settle() before using what they bring.
    void pedir(const Clave& clave, MetodoCosto metodo);
    void pedir_de_documento(std::int64_t transaccionId);
    void pedir_una(std::int64_t capaId);
    void pedir_de_partida(std::int64_t transaccionId, std::int64_t numeroPartida, const Clave& clave);
    // A pool is shared by lots. Where stock may be below zero, each takes no more of it than its own: otherwise one would owe
    // what another lacks, and what comes in of that would pay nothing. After the places are held, before anything of them is
    // changed.
    void contar_lotes(const Cambios& cambios);

    // Takes by the method, oldest first. What the layers do not hold stays in `falta`.
    std::vector<Parte> tomar(const Clave& clave, MetodoCosto metodo, Cantidad& falta);
    // The very goods of these serials, each out of its layer, which must have been asked for.
    std::vector<Parte> tomar_series(const SeriesPor& series);
    // The same from the layers that a line made.
    std::vector<Parte> tomar_de_partida(std::int64_t transaccionId, std::int64_t numeroPartida, const Clave& clave,
                                        Cantidad& falta);
    // A layer of its own, or into the pool, which must have been read.
    std::int64_t poner(MetodoCosto metodo, const CapaNueva& nueva);
    Capa& de(std::int64_t capaId);
    Capa& fondo(const Clave& clave);  // the pool of the product and warehouse, made when there is none
    // How much of the layer may leave that place.
    Cantidad hay(const Clave& clave, const Capa& capa) const;
    // Goods of that place come into the layer, or leave it.
    void cambiar(const Clave& clave, Capa& capa, Cantidad cantidad, Importe valor);
    void guardar();

private:
    struct Pila {
        bool promedio = false;
        std::vector<std::int64_t> orden;
        std::size_t en = 0;
        std::size_t leidas = 0;
        bool hay_mas = false;
    };
    void recibir(const db::Row& row, std::vector<std::int64_t>& orden);
    bool leer_mas(const Clave& clave, Pila& pila);
    void tomar_una(Capa& capa, Cantidad& falta, std::vector<Parte>& partes) const;

    Context& ctx_;
    const Marco& marco_;
    std::map<std::int64_t, Capa> todas_;
    std::map<Clave, Pila> pilas_;
    std::map<Clave, Cantidad> de_lote_;  // of their pools
    std::map<std::pair<Clave, std::pair<std::int64_t, std::int64_t>>, std::vector<std::int64_t>> de_partida_;
};

// ---- faltantes.cpp: exits that went before their entry, where the organization allows them

// Books the exit of goods that no layer holds, at a provisional cost, and adds it to `movido`. A transfer says where they went:
// there they are waited for.
void deber(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida, Cantidad falta, ValorMovido& movido,
           const Clave* destino = nullptr);
// The layer that stands for what no layer of a place holds, made when there is none.
std::int64_t capa_debida(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida);

// What an exit still owes: to whoever took the goods, or to the place that waits for them.
struct SalidaDebida {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;  // the layer that stands for it
    Cantidad cantidad;
    Importe valor;
    std::int64_t llegadaId = 0;     // what waits for them there, or 0
    std::int64_t transformaId = 0;  // the repackaging that consumed them, or 0
    std::string tipo;               // of the document that it is of
};
DESCRIBE_STRUCT(SalidaDebida, (), (movimientoId, capaId, cantidad, valor, llegadaId, transformaId, tipo))
// On which account the cost is of goods that a document of that kind took.
Cuenta cuenta_de_lo_salido(std::string_view tipo);

// What waits for goods in another place than the one that owes them.
struct Espera {
    std::int64_t llegadaId = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    std::int64_t capaId = 0;  // the layer that stands for them
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    bool promedio = false;
    Clave clave() const { return {productoId, almacenId, loteId}; }
    MetodoCosto metodo() const { return promedio ? MetodoCosto::promedio : MetodoCosto::peps; }
};
DESCRIBE_STRUCT(Espera, (), (llegadaId, productoId, almacenId, loteId, capaId, transaccionId, numeroPartida, promedio))

// Goods that go on to an exit that owed them. `ajuste`: how far the provisional cost was off (positive: the stock is worth that
// much less than it seemed).
struct Pago {
    std::int64_t salidaId = 0;
    std::int64_t capaDebidaId = 0;
    Cantidad cantidad;
    Importe valor;
    Importe ajuste;
    std::int64_t llegadaId = 0;
    std::int64_t pasaDeId = 0;
    std::int64_t transformaId = 0;
    Cuenta papel = Cuenta::costo_ventas;  // of what the exit took
};
// Queues the row of a payment out of the layer; negative figures undo one. Its identifier.
std::int64_t asentar_pago(Context& ctx, const Pago& pago, std::int64_t capaId, std::int64_t movimientoId);
// Changes what the place owes, and what the exit owes of it.
void cambiar_deuda(Context& ctx, const Clave& clave, std::int64_t salidaId, Cantidad cantidad, Importe valor);
// A place waits for goods that the exit owes; and changes of it.
void esperar(Context& ctx, std::int64_t llegadaId, std::int64_t salidaId, const Clave& clave, Cantidad cantidad, Importe valor);
void cambiar_espera(Context& ctx, std::int64_t llegadaId, Cantidad cantidad, Importe valor);

// One to an exit by which a repackaging consumed the goods before they came in.
struct PagoTransformado {
    std::int64_t pagoId = 0;
    std::int64_t transformaId = 0;
    std::int64_t numeroPartida = 0;
    Clave clave;
    Importe ajuste;
};
// What had been made of them is put right as far as it is still there, the rest in cost of sales. The layers must be written.
void corregir_producido(Context& ctx, const Marco& marco, const PagoTransformado& pago, std::vector<ValorMovido>& movidos);

// What is owed in the places that a document adds to, and in those that wait for it there. Whatever comes pays it first: entries,
// returns, transfers, and exits that are undone.
class Deudas {
public:
    Deudas(Context& ctx, const Marco& marco, Capas& capas) : ctx_(ctx), marco_(marco), capas_(capas) {}
    void leer(const Cambios& cambios);
    // Of one place, which must be held.
    void leer_lugar(const Clave& clave);
    // What of the goods that come goes on, the oldest exit first.
    std::vector<Pago> pagar(const Clave& clave, Cantidad cantidad, Importe valor);
    // Writes it, once the layer and the movement of the goods are known.
    void asentar_pagos(const Clave& clave, std::int64_t numeroPartida, const std::vector<Pago>& pagos, std::int64_t capaId,
                       std::int64_t movimientoId, std::vector<ValorMovido>& movidos);
    // After everything else that the document does to its layers: what was paid goes on to the places that wait for it, and pays
    // there what is owed; the layers are written; and what was made of the goods before they came in gets its cost.
    void terminar(std::vector<ValorMovido>& movidos);
    // What an exit owes is held to be worth that much more, also where it is waited for.
    void reestimar(const Clave& clave, std::int64_t numeroPartida, std::int64_t salidaId, Importe cambio,
                   std::vector<ValorMovido>& movidos);
    // Lets go of what an exit owes because it is undone; what that was.
    Parte perdonar(const Clave& clave, std::int64_t salidaId);

private:
    struct Seguida {
        Pago pago;
        std::int64_t pagoId = 0;
        std::int64_t capaId = 0;
        std::int64_t movimientoId = 0;
        std::int64_t numeroPartida = 0;
    };
    void seguir(std::vector<ValorMovido>& movidos);

    Context& ctx_;
    const Marco& marco_;
    Capas& capas_;
    std::set<Clave> leidos_;
    std::map<Clave, std::vector<SalidaDebida>> debidas_;
    std::map<std::int64_t, Espera> esperas_;  // by what waits
    std::vector<Seguida> seguidas_;
    std::vector<PagoTransformado> transformadas_;
};

// ---- movimientos.cpp

struct Asentado {
    std::int64_t numeroPartida = 0;
    Clave clave;
    std::int64_t capaId = 0;
    std::int64_t capaDestinoId = 0;
    Cantidad cantidad;
    Importe valor;
    std::int64_t revierteId = 0;
    std::int64_t devuelveId = 0;
    std::int64_t vieneDeId = 0;
    std::int64_t movimientoId = 0;  // where another row must name it first; otherwise 0
    std::int64_t pagoId = 0;
};
// Queues the row of a movement; its identifier. The place of its layer must be held: its order among what happened to the layer
// is given here.
std::int64_t asentar(Context& ctx, const Marco& marco, const Asentado& fila);

struct Ingreso {
    CapaNueva capa;
    MetodoCosto metodo = MetodoCosto::peps;
    std::int64_t devuelveId = 0;
    std::int64_t vieneDeId = 0;
    std::int64_t pagoId = 0;
};
struct Ingresado {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
};
// Goods come into a layer, after what is owed in their place is paid.
Ingresado ingresar(Context& ctx, const Marco& marco, Capas& capas, Deudas& deudas, const Ingreso& ingreso,
                   std::vector<ValorMovido>& movidos);
// Goods leave the layers they were taken from.
void egresar(Context& ctx, const Marco& marco, const Linea& linea, const std::vector<Parte>& partes, Cantidad falta,
             std::vector<ValorMovido>& movidos);
// One value per line, product and warehouse.
std::vector<ValorMovido> sumados(const std::vector<ValorMovido>& movidos);

// ---- series.cpp

void series_entran(Context& ctx, const Marco& marco, const Linea& linea, const Ingresado& donde, Faltas& faltas);
// By layer.
SeriesPor series_salen(Context& ctx, const Marco& marco, const Linea& linea, Faltas& faltas);
// Tells which movement moved them.
void series_anotan(Context& ctx, const Marco& marco, const Linea& linea, const std::vector<std::string>& series,
                   const Ingresado& donde, int signo);
// Puts the serials of a line aside, and lets those go that an order put aside: all of them, or of one line and product.
void series_reservan(Context& ctx, const Marco& marco, const Linea& linea, Faltas& faltas);
void series_liberan(Context& ctx, std::int64_t transaccionId);
// Of one line and product: those that leave now, and those beyond `queda`, what the line still has put aside.
void series_liberan(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, std::int64_t productoId,
                    const std::vector<std::string>& salen, Cantidad queda);
// What `cuales` takes of each line that has serials, by layer; these layers are read. Throws what it refuses.
std::vector<SeriesPor> tomar_por_serie(Context& ctx, Capas& capas, const std::vector<Linea>& lineas,
                                       FunctionRef<SeriesPor(const Linea&, Faltas&)> cuales);
// By layer of the place they leave; series_de_capa tells those that came from one which layer they are in now.
SeriesPor series_cambian(Context& ctx, const Linea& linea, std::int64_t almacenDestinoId, Faltas& faltas);
void series_de_capa(Context& ctx, std::int64_t almacenId, std::int64_t deCapaId, std::int64_t aCapaId);
// Serials that the customer has of the line that took them out, by the exit; then they are back.
SeriesPor series_fuera(Context& ctx, const Marco& marco, const Linea& linea, std::int64_t origenId, std::int64_t origenPartida,
                       Faltas& faltas);
void series_vuelven(Context& ctx, const Linea& linea, const std::vector<std::string>& series, std::int64_t capaId,
                    Faltas& faltas);
// `deshechos`: each movement of the document and the one that undoes it.
void series_revierten(Context& ctx, const Marco& marco, const std::map<std::int64_t, std::int64_t>& deshechos, Faltas& faltas);

// ---- reservas.cpp

// Uses up the reservation of the order for the goods that leave, the same lot first, and notes it in `cambios`.
void usar_reservas(Context& ctx, std::int64_t pedidoId, Cambios& cambios);

}  // namespace cacao::engine::interno
