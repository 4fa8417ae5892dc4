#include "engine/consulta/consulta_detalle.hpp"

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao::engine::interno {
namespace {

// Calls f(kind, rule) for each kind that derives from this one, until it answers true.
template <class F>
bool alguno_deriva(std::string_view de, F&& f) {
    return std::ranges::any_of(todos_los_tipos(), [&](const Documento* t) {
        const Origen* regla = regla_de(*t, de);
        return regla != nullptr && f(*t, *regla);
    });
}

bool es_de_mercancia(std::string_view tipo) {
    const Documento& t = *tipo_de(tipo);
    if (t.existencia != Existencia::ninguna && t.existencia != Existencia::costo_tardio) return true;
    return alguno_deriva(tipo, [](const Documento&, const Origen& o) {
        return o.avance == Avance::facturado || o.avance == Avance::recibido || o.avance == Avance::pedido;
    });
}

// What of one line a document that derives from it may still take, by the same rules as registration (engine/emision/tomar.cpp).
class Abierto {
public:
    Abierto(const Documento& tipo, const PartidaFila& fila) : tipo_(tipo), fila_(fila) {
        const Origen* suya = regla_de(tipo, fila.origenTipo);
        de_origen_ = suya != nullptr && suya->sin_existencia;
    }

    void usar(std::string_view avance, Cantidad cantidad) { usados_[std::string{avance}] = cantidad; }
    void usar_de_origen(std::string_view avance, Cantidad cantidad) { usados_de_origen_[std::string{avance}] = cantidad; }

    Cantidad por_pedir() const { return se_usa(Avance::pedido) ? queda(Avance::pedido) : Cantidad{}; }
    // Goods that left with the line, or before it, are not delivered again.
    Cantidad por_entregar() const {
        const bool salio = tipo_.existencia == Existencia::salida && (movio() || de_origen_);
        Cantidad abierto;
        if (!es_mercancia() || salio) return abierto;
        alguno_deriva(tipo_.tipo, [&](const Documento& t, const Origen& o) {
            if (o.avance != Avance::entregado && o.al_mover != Avance::entregado) return false;
            abierto = queda_para(t, Avance::entregado);
            return true;
        });
        return abierto;
    }
    Cantidad por_recibir() const { return es_mercancia() && se_usa(Avance::recibido) ? queda(Avance::recibido) : Cantidad{}; }
    Cantidad por_facturar() const {
        const Documento* quien = quien_avanza(tipo_, Avance::facturado, fila_.origenTipo);
        if (quien == nullptr || fila_.sinCargo) return {};
        const Origen& regla = *regla_de(*quien, tipo_.tipo);
        const Cantidad abierto = queda_para(*quien, Avance::facturado);
        return regla.acompania == nullptr ? abierto : std::min(abierto, queda(regla_de(*regla.acompania, tipo_.tipo)->avance));
    }
    Cantidad por_devolver() const {
        const bool por_origen = !movio() && de_origen_ && fila_.origenAlmacenId != 0;
        if (!movio() && !por_origen) return {};
        Cantidad abierto;
        alguno_deriva(tipo_.tipo, [&](const Documento& t, const Origen& o) {
            if (!es_devolucion(t)) return false;
            abierto = queda_para(t, o.avance);
            if (o.al_mover != Avance::ninguno) abierto = std::min(abierto, queda(o.al_mover));
            return true;
        });
        return abierto;
    }

private:
    bool movio() const { return fila_.almacenId != 0; }
    bool es_mercancia() const { return !fila_.productoTipo.empty() && fila_.productoTipo != "servicio"; }
    bool se_usa(Avance avance) const {
        return alguno_deriva(tipo_.tipo,
                             [&](const Documento&, const Origen& o) { return o.avance == avance || o.al_mover == avance; });
    }
    using Usados = std::map<std::string, Cantidad, std::less<>>;
    static Cantidad usado(const Usados& usados, Avance avance) {
        const auto it = usados.find(nombre(avance));
        return it == usados.end() ? Cantidad{} : it->second;
    }
    // More than the line says may have gone, under a tolerance.
    Cantidad queda(Avance avance) const { return std::max(Cantidad{}, fila_.cantidadBase - usado(usados_, avance)); }
    // To a document that uses up what the line came from too: what was delivered of an order may be invoiced already, by itself.
    Cantidad queda_para(const Documento& derivado, Avance avance) const {
        if (!sube(derivado, tipo_.tipo, fila_.origenTipo, avance)) return queda(avance);
        Cantidad hay = fila_.origenCantidad;
        if (avance == Avance::facturado) hay = std::max(hay, usado(usados_de_origen_, tipo_de(fila_.origenTipo)->espera.avance));
        return std::min(queda(avance), std::max(Cantidad{}, hay - usado(usados_de_origen_, avance)));
    }

    const Documento& tipo_;
    const PartidaFila& fila_;
    bool de_origen_ = false;  // its source moved the goods
    Usados usados_;
    Usados usados_de_origen_;
};

// A transfer leaves one warehouse and arrives in another: its lots are counted once.
void poner_lote(std::vector<LoteDePartida>& lotes, HechoDePartida& h) {
    const Cantidad movida = h.cantidad < Cantidad{} ? -h.cantidad : h.cantidad;
    const auto it =
        std::ranges::find_if(lotes, [&](const LoteDePartida& l) { return l.loteId == h.loteId && l.productoId == h.productoId; });
    if (it != lotes.end()) it->cantidad = std::max(it->cantidad, movida);
    else lotes.push_back({h.loteId, std::move(h.texto), h.caducidad ? h.caducidad->iso() : std::string{}, h.productoId, movida});
}

}  // namespace

void pedir_detalle(db::Reader& tx, std::int64_t transaccionId, std::initializer_list<std::string_view> tipos, Detalle& detalle) {
    static const std::string sencillas = fmt::format(R"(
        SELECT {}, p.cantidadBase, '' AS productoTipo, '' AS origenTipo, 0 AS origenAlmacenId, 0 AS origenCantidad, p.sinCargo
          FROM partida p
         WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                                     columnas_de_partida);
    static const std::string con_origen = fmt::format(R"(
        SELECT {}, p.cantidadBase, COALESCE(q.tipo, '') AS productoTipo, COALESCE(x.tipo, '') AS origenTipo,
               COALESCE(o.almacenId, 0) AS origenAlmacenId, COALESCE(o.cantidadBase, 0) AS origenCantidad, p.sinCargo
          FROM partida p
          LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
          LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
          LEFT JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
         WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                                      columnas_de_partida);
    const bool de_mercancia = std::any_of(tipos.begin(), tipos.end(), es_de_mercancia);
    tx.all_later(detalle.partidas, de_mercancia ? con_origen : sencillas, tx.organizacion(), transaccionId);
    if (!de_mercancia) return;
    tx.all_later(detalle.hechos, R"(
        SELECT a.numeroPartida, 'avance' AS clase, 0 AS productoId, 0 AS loteId, a.avance AS texto, NULL AS caducidad, a.cantidad
          FROM avance a WHERE a.organizacionId = $1 AND a.transaccionId = $2
        UNION ALL
        SELECT m.numeroPartida, 'lote', m.productoId, m.loteId, l.codigo, l.caducidad, CAST(SUM(m.cantidad) AS BIGINT)
          FROM movimiento m
          JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0 AND m.loteId <> 0 AND m.cantidad <> 0
         GROUP BY m.numeroPartida, m.productoId, m.loteId, l.codigo, l.caducidad, CASE WHEN m.cantidad < 0 THEN 0 ELSE 1 END
        UNION ALL
        SELECT s.numeroPartida, 'serie', s.productoId, 0, s.serie, NULL, 0
          FROM movimientoSerie s
          JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = s.movimientoId AND m.revierteId = 0
         WHERE s.organizacionId = $1 AND s.transaccionId = $2
         GROUP BY s.numeroPartida, s.productoId, s.serie
        UNION ALL
        SELECT p.numeroPartida, 'origen', 0, 0, a.avance, NULL, a.cantidad
          FROM partida p
          JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.origenId AND a.numeroPartida = p.origenPartida
         WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0
         ORDER BY 1, 3, 5)",
                 tx.organizacion(), transaccionId);
}

std::vector<PartidaDetalle> completar(Detalle& detalle, std::string_view tipo, std::string_view estado) {
    const Documento& documento = *tipo_de(tipo);
    const bool espera =
        estado != nombre(Estado::cancelado) && estado != nombre(Estado::cerrado) && estado != nombre(Estado::rechazada);
    std::vector<PartidaDetalle> partidas;
    partidas.reserve(detalle.partidas.size());
    auto hecho = detalle.hechos.begin();
    for (PartidaFila& f : detalle.partidas) {
        PartidaDetalle p;
        Abierto abierto{documento, f};
        for (; hecho != detalle.hechos.end() && hecho->numeroPartida <= f.numeroPartida; ++hecho) {
            if (hecho->numeroPartida < f.numeroPartida) continue;
            if (hecho->clase == "avance") abierto.usar(hecho->texto, hecho->cantidad);
            else if (hecho->clase == "origen") abierto.usar_de_origen(hecho->texto, hecho->cantidad);
            else if (hecho->clase == "lote") poner_lote(p.lotes, *hecho);
            else p.series.push_back(std::move(hecho->texto));
        }
        p.cantidadBase = f.cantidadBase;
        if (espera) {
            p.pendientePedir = abierto.por_pedir();
            p.pendienteEntregar = abierto.por_entregar();
            p.pendienteRecibir = abierto.por_recibir();
            p.pendienteFacturar = abierto.por_facturar();
            p.pendienteDevolver = abierto.por_devolver();
        }
        static_cast<PartidaVista&>(p) = std::move(f);
        partidas.push_back(std::move(p));
    }
    return partidas;
}

}  // namespace cacao::engine::interno
