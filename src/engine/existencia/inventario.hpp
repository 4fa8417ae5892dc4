#pragma once
// Stock: quantities by product, warehouse and lot, serials, and value in layers. The engine calls it inside a document's
// transaction; it writes existencia, existenciaDia, capa, movimiento, numeroSerie, movimientoSerie, reserva and lote, and answers
// the value it moved, which the engine posts.
//
// Demand is summed over the whole document before anything is taken; taking is one conditional statement per product, warehouse
// and lot, in one fixed order (productoId, almacenId, loteId), so that two documents never wait for each other in a circle. Value
// is taken in order of registration: PEPS by (fecha, capaId) among the layers open now, average from one pool per product and
// warehouse; the last unit takes all the remaining value. History is never re-posted.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/cuentas.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cacao::engine {

enum class Seguimiento : std::uint8_t { ninguno, lote, serie, loteSerie };
enum class MetodoCosto : std::uint8_t { peps, promedio };
DESCRIBE_ENUM(MetodoCosto, peps, promedio)

// What stock needs to know of a product; the engine reads it once per document.
struct Articulo {
    std::int64_t productoId = 0;
    std::string codigo;
    Seguimiento seguimiento = Seguimiento::ninguno;
    MetodoCosto metodo = MetodoCosto::peps;
    std::int64_t clasificacionId = 0;  // says on which accounts it lies
};

// A lot as a line names it: by code. On entry it is created if the product has none of that code.
struct LotePedido {
    std::string codigo;
    std::optional<Fecha> caducidad;
    std::optional<Fecha> fechaFabricacion;
    std::string pedimento;
};

// One line's share of a movement, kits already exploded, in base units.
struct MovimientoPedido {
    std::int64_t numeroPartida = 0;
    std::string campo;  // of the line in the request, for faults: /partidas/3
    const Articulo* articulo = nullptr;
    std::int64_t almacenId = 0;
    std::optional<LotePedido> lote;
    std::vector<std::string> series;  // ranges already opened (abrir_series)
    Cantidad cantidad;                // > 0
    Importe valor;                    // entries: what they are worth, in the organization's currency
    bool deKit = false;               // a component of which the line says nothing: `componentes` would
};

// What moved, for the ledger. `valor` is positive for goods that came in.
struct ValorMovido {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad cantidad;
    Importe valor;
    // Put right what a transfer or a repackaging had taken before it came in: another place has its opposite.
    bool entreLugares = false;
    std::optional<std::int64_t> clasificacionId{};  // of goods that may be others than the line's
    Cuenta papel = Cuenta::costo_ventas;            // of a value that is put right: the account of the goods that had left
};

// Where value is that left with goods, other than cost of sales: by the document that took them (contraparte).
struct Destino {
    Cuenta papel{};
    std::int64_t clasificacionId = 0;
    std::int64_t almacenId = 0;
    friend auto operator<=>(const Destino&, const Destino&) = default;
};
using Destinos = std::map<Destino, Importe>;
std::int64_t clasificacion_de(db::Reader& tx, std::int64_t productoId);

// Where a movement belongs. `polizaId` is the entry that will carry the value.
struct Marco {
    std::int64_t transaccionId = 0;
    std::int64_t polizaId = 0;
    Fecha fecha;
    std::int64_t entidadId = 0;     // buyer or supplier
    bool permiteNegativos = false;  // the organization's setting; what goes below zero leaves at the last known cost
    bool venta = false;             // serials that leave are sold rather than written off; lots must be good
    std::int64_t reservaDe = 0;     // the order whose reservation is consumed first, or 0
    int decimales = 2;              // of the organization's currency
    bool porCaducidad = false;      // what leaves without naming a lot takes those that expire first (asignar_lotes)
};

// "A0001..A0500" into its serials; nothing when the range is malformed, mixed or over 10,000.
std::optional<std::vector<std::string>> abrir_series(const std::vector<std::string>& pedidas);

// Every rule that needs no lock (serial count, lot given or not, unknown or blocked lot, expired lot, repeated serial), into
// faltas.
void revisar_movimientos(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos, bool entrada,
                         Faltas& faltas);

// Goods with lots that leave and name none: takes of those that may be sold, the first to expire first, then the oldest; holds
// them until the transaction ends. What no lot has stays without one, and is refused as such.
std::vector<MovimientoPedido> asignar_lotes(Context& ctx, const Marco& marco, std::vector<MovimientoPedido> pedidos);

// Goods come in: a layer each (PEPS), or into the pool.
std::vector<ValorMovido> entrar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos);

// Goods leave. Throws Error(existencia_insuficiente), one fault per product, warehouse and lot with requerido, existencia,
// reservado, disponible in its data; also when a back-dated movement would make a later day negative (existencia_posterior).
std::vector<ValorMovido> salir(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos);

// Goods change place and keep cost and age. Answers two values per line: out of the origin, into the destination. What the origin
// does not have is waited for in the destination, and goes on there once it comes in.
std::vector<ValorMovido> traspasar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos,
                                   std::int64_t almacenDestinoId);

// Goods come back from a customer at the cost at which that line left, last out first (domain §2.3), into `almacenId` of the
// request. What had left before it came in, and has not come in yet, is owed no more; the rest of it costs what came in for it.
// `origenId`/`origenPartida` name the line that took them out; its open quantity was already checked by the engine.
struct DevolucionPedida {
    MovimientoPedido movimiento;
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
};
std::vector<ValorMovido> devolver(Context& ctx, const Marco& marco, const std::vector<DevolucionPedida>& pedidas);

// Goods go back to a supplier at the cost of the layer that the reception line made, as far as it is still there, otherwise by
// the product's method (domain §8.2).
std::vector<ValorMovido> devolver_a_proveedor(Context& ctx, const Marco& marco, const std::vector<DevolucionPedida>& pedidas);

// A late cost (landed cost, price difference; may be negative) of the goods that a line brought in: those still on hand bear it,
// also where transfers, returns and repackaging carried them; the part of those that are gone is answered apart and goes to cost
// of sales. Which of a line's goods are gone is told first in, first out, whatever the method. Never makes goods worth less than
// nothing: what a negative cost cannot take from them is in `consumido`.
struct CostoTardio {
    std::vector<ValorMovido> en_existencia;  // quantity 0, per warehouse
    Importe consumido;
    std::map<std::int64_t, Importe> consumido_por_clase;  // of the goods that the line brought in: of a kit there may be several
    Destinos destinos;                                    // of that, what is not cost of sales
};
CostoTardio agregar_costo(Context& ctx, const Marco& marco, std::int64_t numeroPartida, std::int64_t origenId,
                          std::int64_t origenPartida, Importe costo);

// Undoes the late costs of a document: the goods are worth what they would be had it never been, wherever they went since and
// whatever came to them meanwhile. Answers what that took from the stock; the rest is no longer in it.
struct CostosRetirados {
    std::vector<ValorMovido> valores;
    std::map<std::int64_t, Importe> cruces;  // by class: what repackagings had brought into it, less what they took out of it
    Destinos destinos;                       // by how much less left since, other than to cost of sales (negative: less)
};
CostosRetirados retirar_costos(Context& ctx, const Marco& marco);

// For whoever proves the books. Whether any goods that the line brought in ever left for good: only then can a cost of theirs be
// gone. And by how much the layers differ from what they would hold had the late costs of a cancelled document never been;
// nothing where goods came back since, at the cost at which they had left.
bool salio_algo(db::Reader& tx, std::int64_t origenId, std::int64_t origenPartida);
std::map<std::int64_t, Importe> restos_de_costos(db::Reader& tx, std::int64_t transaccionId, int decimales);

// Tells that what a document took out became what it brought in (salir, then entrar, in one repackaging), so that late costs of
// the goods consumed follow into the goods produced, in proportion to their value.
void enlazar_reempaque(Context& ctx, std::int64_t transaccionId);

// Undoes every movement of goods of a document that was not undone yet, dated `marco.fecha` (late costs: retirar_costos). Whoever
// bought serials that a return brought back is `marco.entidadId`. Entries: PEPS, refused with their blockers
// (Error(con_dependientes), documents that touched the layer) once the layer was touched; average, they leave at their original
// value as far as the pool holds it, and the rest is answered in `variaciones`. Exits come back into the very layers they left,
// those that left before they came in at what came in for them; what waits for goods in that place takes them first. What a
// transfer had taken so, and went on since, comes back from where it went, or is refused with what touched it there; and so are
// entries whose goods went on to such a place. Late costs that came to the goods since go along, and those that were undone since
// do not come back.
struct Reversion {
    std::vector<ValorMovido> valores;
    std::map<std::int64_t, Importe> variaciones;  // by product: debit to the variance account (negative: credit)
    // What of the values went from one class of goods to another, because a repackaging is undone: what came to each, by product,
    // and of late costs by class.
    std::map<std::int64_t, Importe> cruces;
    std::map<std::int64_t, Importe> cruces_de_clase;
    Destinos destinos;  // what is put right of what had left, other than by a value of these

    Importe variacion() const {
        Importe suma;
        for (const auto& [productoId, importe] : variaciones) suma += importe;
        return suma;
    }
};
Reversion revertir_movimientos(Context& ctx, const Marco& marco);

// What goods are worth by the unit: in the first of these warehouses that has some of theirs, or where they last came in. Nothing
// for what never was there.
std::optional<Precio> costo_conocido(db::Reader& tx, std::int64_t productoId, std::span<const std::int64_t> almacenes);

// Puts goods aside for an order, and lets them go. Available = on hand − reserved. Goods with lots need not name one: those that
// expire first are put aside. Goods with serials need not name them either; those that are named leave by that order alone.
void reservar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos, std::optional<Fecha> vence);
void liberar_reservas(Context& ctx, std::int64_t transaccionId);
// A reservation holds through the day on which it expires. From the next on, whoever takes goods or puts them aside first lets
// all of them go that have expired; whoever only looks leaves them out (docs/decisions/0019).
void liberar_reservas_vencidas(Context& ctx);
// Lowers what one line put aside of a product (a kit's line holds several) by `cantidad`, never below what is left, and frees the
// serials that leave, and those beyond what is still put aside. Not together with Marco::reservaDe, by which salir and traspasar
// do it themselves, and which knows no serials.
void consumir_reserva(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, std::int64_t productoId,
                      Cantidad cantidad, const std::vector<std::string>& series = {});

}  // namespace cacao::engine
