#pragma once
// What those share who put late costs into layers and take them out again. Nobody outside engine/existencia includes it.

#include "engine/existencia/corriente.hpp"

#include <concepts>

namespace cacao::engine::interno {

// Goods that a line brought in and that were not taken back.
struct Entrada {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
    std::int64_t orden = 0;
    Cantidad cantidad;
    std::int64_t clasificacionId = 0;
};
DESCRIBE_STRUCT(Entrada, (), (movimientoId, capaId, orden, cantidad, clasificacionId))
std::vector<Entrada> entradas_de(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida);

// The goods may move on between looking and locking, so it looks again until every place it found is held.
template <std::invocable<Historia&> Cargar>
Historia retener(Context& ctx, Cargar cargar, std::int64_t deshaceId = 0) {
    std::set<Clave> retenidas;
    for (;;) {
        Historia historia{ctx.db(), deshaceId};
        cargar(historia);
        std::set<Clave> nuevas;
        for (const auto& [capaId, de] : historia.capas())
            if (retenidas.insert(de.capa.clave()).second) nuevas.insert(de.capa.clave());
        if (nuevas.empty()) {
            historia.terminar();
            return historia;
        }
        retener_existencias(ctx, nuevas);
    }
}

// A line of a document that brought a cost late.
struct LineaTardia {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    friend auto operator<=>(const LineaTardia&, const LineaTardia&) = default;
};

// What a cost put into a layer.
struct Puesto {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
    std::int64_t orden = 0;
    Importe valor;
};
// By line of the document that brought it, wherever acts that were undone took it since. Of a repackaging, what came in for what
// it had consumed before, in what it made.
std::map<std::int64_t, std::vector<Puesto>> puestos_de(db::Reader& tx, std::int64_t transaccionId);

// Where the history of a document's late costs begins, and of others that were undone meanwhile.
void cargar_puestos(Historia& historia, const std::map<std::int64_t, std::vector<Puesto>>& partidas);
// Takes out of the stream what was undone.
std::map<std::int64_t, Importe> sin_lo_deshecho(const Historia& historia);

// Where amounts that came with these movements lie now, not rounded. What went for goods that a repackaging had consumed before
// is in what it made, and comes round again where that became such goods.
std::map<std::int64_t, Importe> seguir(const Historia& historia, std::map<std::int64_t, Importe> puesto, int decimales);
// … a cost of what a line brought in.
std::map<std::int64_t, Importe> donde_esta(const Historia& historia, const std::vector<Entrada>& entradas, Importe costo,
                                           int decimales);

// In the organization's decimals, layer by layer, so that they add up.
std::map<std::int64_t, Importe> redondeadas(std::map<std::int64_t, Importe> cuotas, int decimales);

// Value without goods comes into a layer; `de`: the cost that it is of, where that is another document's. The movement.
std::int64_t encarecer_capa(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const CapaFila& capa, Importe sube,
                            const LineaTardia* de = nullptr);

// Keeps where the cost went by now.
void anotar_paso(Context& ctx, const Historia& historia, std::int64_t transaccionId);

// ---- costo_mudado.cpp: late costs of goods that are back

class Mudanza {
public:
    Mudanza(Context& ctx, const Marco& marco) : ctx_(ctx), marco_(marco) {}
    // Goods came back from customers at the cost at which they had left; of costs that were undone since nothing comes back with
    // them. `lineas`: as below. What moved is added to `movidos`.
    void de_vuelta(std::map<std::int64_t, std::int64_t> lineas, std::vector<ValorMovido>& movidos);
    // Before its goods go back. `lineas`: its line by layer; `dejan`: layers that goods leave again.
    void antes(std::map<std::int64_t, std::int64_t> lineas, const std::set<std::int64_t>& dejan);
    // Once they have. What moved is added to `movidos`; answers what those that were undone took or gave, by product.
    std::map<std::int64_t, Importe> despues(std::vector<ValorMovido>& movidos);
    bool hay_deshechos() const { return !deshechos_.empty(); }

private:
    struct Vivo {
        LineaTardia linea;
        std::int64_t origenId = 0;
        std::int64_t origenPartida = 0;
        Importe costo;
        std::map<std::int64_t, Importe> estaba;    // by layer, not rounded
        std::map<std::int64_t, Importe> apartado;  // what was taken from there before the goods went back
    };
    Historia seguir(const Vivo& vivo);
    std::map<std::int64_t, Importe> donde_esta(const Vivo& vivo, const Historia& historia);
    void apartar(Vivo& vivo, const std::set<std::int64_t>& dejan);
    void volver_a_poner(Vivo& vivo);
    // `deshaceId`: the document that is being undone, or 0.
    std::map<std::int64_t, Importe> quitar_deshechos(std::int64_t deshaceId);
    Importe poner(const LineaTardia& de, const CapaFila& capa, Importe valor);

    Context& ctx_;
    const Marco& marco_;
    std::map<std::int64_t, std::int64_t> lineas_;
    std::vector<Vivo> vivos_;
    std::vector<std::int64_t> deshechos_;
    std::vector<ValorMovido> movidos_;
};

}  // namespace cacao::engine::interno
