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
    std::int64_t corrigeId = 0;  // of a correction of what a repackaging made: the payment of what it had consumed
};
DESCRIBE_STRUCT(Suceso, (),
                (orden, movimientoId, transaccionId, numeroPartida, cantidad, valor, revierteId, devuelveId, vieneDeId, pagoId,
                 deshecho, esPago, salidaId, llegadaId, pasaDeId, corrigeId))

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
};

// How a payment was put right in what had been made of the goods.
struct CorreccionSeguida {
    struct Parte {
        std::int64_t movimientoId = 0;
        std::int64_t parte = 0;
    };
    Importe ajuste;
    std::vector<Parte> partes;  // in the order in which they were given
};
// Parts of what was made, of this.
inline constexpr std::int64_t todo_lo_producido = 1'000'000'000'000;

class Historia {
public:
    explicit Historia(db::Reader& tx) : tx_(&tx) {}

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

private:
    bool leer(std::int64_t capaId, std::int64_t desde);

    db::Reader* tx_;
    std::map<std::int64_t, DeCapa> capas_;
    std::map<std::int64_t, Lugar> lugares_;
    std::map<std::int64_t, std::vector<Lugar>> pagos_;
    std::map<std::int64_t, ReempaqueSeguido> reempaques_;
    std::map<std::int64_t, CorreccionSeguida> correcciones_;
};

}  // namespace cacao::engine::interno
