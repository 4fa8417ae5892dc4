#pragma once
// What happened to the goods of some layers since a moment, and where they went on: transfers, returns, repackagings, debts that
// they paid. Whoever adds a cost late, or undoes one, walks it again. Nobody outside engine/existencia includes it.

#include "engine/existencia/inventario_interno.hpp"

namespace cacao::engine::interno {

struct CapaFila {
    std::int64_t capaId = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    std::int64_t clasificacionId = 0;
    std::string metodo;
    Cantidad cantidadRestante;
    Importe valorRestante;
    Clave clave() const { return {productoId, almacenId, loteId}; }
};
DESCRIBE_STRUCT(CapaFila, (), (capaId, productoId, almacenId, loteId, clasificacionId, metodo, cantidadRestante, valorRestante))

// A movement of the layer, or goods of it that paid a debt.
struct Suceso {
    std::int64_t orden = 0;
    std::int64_t movimientoId = 0;
    std::int64_t transaccionId = 0;  // of a correction, the repackaging that it is of, and no line
    std::int64_t numeroPartida = 0;
    Cantidad cantidad;
    Importe valor;
    std::int64_t revierteId = 0;
    std::int64_t devuelveId = 0;
    std::int64_t vieneDeId = 0;
    std::int64_t pagoId = 0;  // of a payment, its own; of a return, that by which the goods had come in
    bool deshecho = false;    // a late cost that is undone, or what undid it
    bool esPago = false;
    std::int64_t salidaId = 0;   // of a payment
    std::int64_t llegadaId = 0;  // likewise: what waited for the goods
    std::int64_t pasaDeId = 0;   // of goods that went on to what waited for them: the payment they went by
    // What returned goods had left by.
    std::int64_t salio_por() const { return pagoId != 0 ? pagoId : devuelveId; }
    std::int64_t corrigeId = 0;  // of a correction of what a repackaging made: the payment of what it had consumed
    Cantidad entro;              // of an entry that is undone: what had come in, which may be more than what leaves
    Importe costo;               // likewise: at what
};
DESCRIBE_STRUCT(Suceso, (),
                (orden, movimientoId, transaccionId, numeroPartida, cantidad, valor, revierteId, devuelveId, vieneDeId, pagoId,
                 deshecho, esPago, salidaId, llegadaId, pasaDeId, corrigeId, entro, costo))

// What a repackaging made.
struct Producido {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
    std::int64_t orden = 0;
    std::int64_t peso = 0;  // its part of what was consumed, in comparison with the others
};
DESCRIBE_STRUCT(Producido, (), (movimientoId, capaId, orden, peso))
// By what they were worth, which is how they shared; what was held to be worth nothing, by its quantity. A by-product has a cost
// of its own, whatever the others come to cost.
std::vector<Producido> producido_por(db::Reader& tx, std::int64_t transaccionId);

struct ReempaqueSeguido {
    std::vector<std::int64_t> salidas;  // of the layers that are known here, or paid out of them
    std::vector<Producido> entradas;
    std::vector<std::int64_t> estimadas;  // exits of what had not come in, at the cost of what happened to these layers
};

// An exit of what had not come in: what its cost was taken of, and what came in for it.
struct SalidaEstimada {
    std::int64_t deId = 0;
    Cantidad estimada;
    Cantidad cantidad;
    Importe valor;
    Clave lugar;
    Cantidad debe;  // of it has not come in yet
    Importe debido;
    bool deshecha = false;
    struct Pagada {
        std::int64_t pagoId = 0;
        Cantidad cantidad;
        Importe debia;  // what had been estimated of it
    };
    std::vector<Pagada> pagos;  // in their order
};

// How a payment was put right in what had been made of the goods.
struct CorreccionSeguida {
    struct Parte {
        std::int64_t movimientoId = 0;
        std::int64_t parte = 0;
    };
    std::int64_t salidaId = 0;
    Importe ajuste;
    std::vector<Parte> partes;  // in the order in which they were given
};
// Parts of what was made, of this.
inline constexpr std::int64_t todo_lo_producido = 1'000'000'000'000;

class Historia {
public:
    // `deshaceId`: a document that is being undone, whose values count as undone already.
    explicit Historia(db::Reader& tx, std::int64_t deshaceId = 0) : tx_(&tx), deshaceId_(deshaceId) {}

    struct DeCapa {
        CapaFila capa;
        std::int64_t desde = 0;
        std::vector<Suceso> sucesos;
    };
    struct Lugar {
        std::int64_t capaId = 0;
        std::size_t indice = 0;
    };

    // Reads a layer from one of its moments on, and every layer that its goods went to.
    void cargar(std::int64_t capaId, std::int64_t desde);
    // Late costs that were undone meanwhile count as if they had never been: they are read from their own beginning.
    void cargar_deshechos();
    // After the last of these.
    void terminar();

    const std::map<std::int64_t, DeCapa>& capas() const { return capas_; }
    // Where an event stands, or nothing; of a payment by its own identifier.
    const Lugar* lugar(std::int64_t movimientoId) const;
    // Payments to an exit out of the layers that are known here, for what was moved before its goods were told by payment.
    const std::vector<Lugar>* pagos(std::int64_t salidaId) const;
    // Of a repackaging that took from them.
    const ReempaqueSeguido* reempaque(std::int64_t transaccionId) const;
    const std::map<std::int64_t, ReempaqueSeguido>& reempaques() const { return reempaques_; }
    const CorreccionSeguida* correccion(std::int64_t pagoId) const;
    // At the cost of something that happened to these layers; or nothing.
    const SalidaEstimada* estimada(std::int64_t salidaId) const;
    const std::map<std::int64_t, SalidaEstimada>& estimadas() const { return estimadas_; }
    // What came back of an exit, or of a payment, and left again because that was undone: in the order in which it happened.
    const std::vector<Lugar>& vueltas(std::int64_t salioPor) const;

private:
    bool leer(std::int64_t capaId, std::int64_t desde);
    void indexar();
    void leer_reempaques();
    void leer_estimadas();
    void leer_correcciones();

    db::Reader* tx_;
    std::int64_t deshaceId_;
    std::map<std::int64_t, DeCapa> capas_;
    std::map<std::int64_t, Lugar> lugares_;
    std::map<std::int64_t, std::vector<Lugar>> pagos_;
    std::map<std::int64_t, ReempaqueSeguido> reempaques_;
    std::map<std::int64_t, CorreccionSeguida> correcciones_;
    std::map<std::int64_t, SalidaEstimada> estimadas_;
    std::map<std::int64_t, std::vector<Lugar>> vueltas_;
};

}  // namespace cacao::engine::interno
