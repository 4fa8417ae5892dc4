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
// `donde`: what of them repackagings brought from other classes of goods into each, and what left by each exit, is added there.
struct Donde;
std::map<std::int64_t, Importe> seguir(const Historia& historia, std::map<std::int64_t, Importe> puesto, int decimales,
                                       Donde* donde = nullptr);
// … a cost of what a line brought in, by layer; by class of goods, also what is gone since; and what is, by the exit.
struct Donde {
    std::map<std::int64_t, Importe> capas;
    std::map<std::int64_t, Importe> clases;
    std::map<std::int64_t, Importe> idos{};
};
Donde donde_esta(const Historia& historia, const std::vector<Entrada>& entradas, Importe costo, int decimales);

// Where what a repackaging made is now: what of it lies in each layer, of `todo_lo_producido`.
std::map<std::int64_t, Importe> donde_esta_lo_hecho(const Historia& historia, const std::vector<Producido>& producido,
                                                    int decimales);

// In the organization's decimals, so that they add up: class by class, in each the layers and then what is gone. What one class
// rounds is nothing to another.
struct Redondeado {
    std::map<std::int64_t, Importe> capas;
    std::map<std::int64_t, Importe> idos;    // by class
    std::map<std::int64_t, Importe> clases;  // both together
};
Redondeado redondeado(const Donde& donde, const Historia& historia, int decimales);

// Value without goods comes into a layer; `de`: the cost that it is of, where that is another document's. The movement.
std::int64_t encarecer_capa(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const CapaFila& capa, Importe sube,
                            const LineaTardia* de = nullptr);

// What of what left, by exit, is no cost of sales, because of the documents that took the goods; but for one of them.
Destinos destinos_de(db::Reader& tx, const Historia& historia, const std::map<std::int64_t, Importe>& idos,
                     std::int64_t menosId = 0);

// Keeps where the cost went by now.
void anotar_paso(Context& ctx, const Historia& historia, std::int64_t transaccionId);
// … where it had never been: what left another layer since it came there bore its part.
void anotar_paso_nuevo(Context& ctx, const Historia& historia, std::int64_t transaccionId);

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
    // By class: what of the costs came to it, because a repackaging is undone.
    const std::map<std::int64_t, Importe>& cruces() const { return cruces_; }
    // Of costs that were undone before: what repackagings bring into each class of goods by now, less what they did; and what
    // other documents took, that is no cost of sales.
    const std::map<std::int64_t, Importe>& cruces_de_deshechos() const { return cruces_de_deshechos_; }
    const Destinos& destinos() const { return destinos_; }

private:
    struct Vivo {
        LineaTardia linea;
        std::int64_t origenId = 0;
        std::int64_t origenPartida = 0;
        Importe costo;
        bool intacto = false;  // nothing of it has left its layers since it came
        Donde estaba;
        std::map<std::int64_t, Importe> clases;    // of that, rounded
        std::map<std::int64_t, Importe> apartado;  // what was taken from there before the goods went back
    };
    // What came in for what a repackaging had consumed, in what it made; in parts of that.
    struct Correccion {
        std::int64_t pagoId = 0;
        std::vector<Producido> producido;
        Corrida valores;
        std::map<std::int64_t, Importe> estaba;    // by layer
        std::map<std::int64_t, Importe> apartado;  // what was taken from there before the goods went back
    };
    void buscar_correcciones(std::int64_t reempaqueId);
    Historia seguir(const Correccion& correccion);
    void apartar(Correccion& correccion, const std::set<std::int64_t>& dejan);
    void volver_a_poner(Correccion& correccion);
    // What of the parts it moved.
    Importe mover(Correccion& correccion, const CapaFila& capa, Importe parte);
    Historia seguir(const Vivo& vivo);
    Donde donde_esta(const Vivo& vivo, const Historia& historia);
    void apartar(Vivo& vivo, const std::set<std::int64_t>& dejan);
    void volver_a_poner(Vivo& vivo);
    void anotar_cruces(const LineaTardia& de, const std::map<std::int64_t, Importe>& cruces);
    // What the cost put into a layer, or nothing where some of that has left it since.
    std::optional<Importe> puesto_entero(const Vivo& vivo, const Historia::DeCapa& de) const;
    // `deshaceId`: the document that is being undone, or 0.
    std::map<std::int64_t, Importe> quitar_deshechos(std::int64_t deshaceId);
    Importe poner(const LineaTardia& de, const CapaFila& capa, Importe valor);
    Historia con_deshechos(std::int64_t deshaceId);
    // Leaves in the layers what is told, less what they were given of it; of one that was undone.
    void quitar(std::int64_t deshechoId, const Historia& historia, const std::map<std::int64_t, Importe>& restos,
                std::map<std::int64_t, Importe>& dado, std::map<std::int64_t, Importe>& quitado);
    void contrastar_antes();
    std::map<std::int64_t, Importe> de_otros(const Historia& historia, std::map<std::int64_t, Importe> idos,
                                             std::int64_t deshaceId) const;
    std::int64_t linea_de(const CapaFila& capa) const;

    Context& ctx_;
    const Marco& marco_;
    std::map<std::int64_t, std::int64_t> lineas_;
    std::vector<Vivo> vivos_;
    std::vector<Correccion> correcciones_;
    std::vector<std::int64_t> deshechos_;
    std::map<std::int64_t, Importe> cruces_;
    std::map<std::int64_t, Importe> cruces_de_deshechos_;
    std::map<std::int64_t, Importe> idos_antes_;
    Destinos destinos_;
    std::vector<ValorMovido> movidos_;
};

}  // namespace cacao::engine::interno
