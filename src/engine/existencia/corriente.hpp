#pragma once
// An amount that goes along with goods through what happened to them (historia.hpp). Two amounts do: a cost that came late, which
// asks which goods are still there, and a difference of value, which asks what they would be worth. Nobody outside
// engine/existencia includes it.

#include "engine/existencia/historia.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>
#include <utility>

namespace cacao::engine::interno {

inline constexpr int sin_redondear = 6;

// Shares are differences of rounded running sums, so they add up exactly.
class Corrida {
public:
    Corrida(Importe entero, std::int64_t pesos, int decimales) : entero_(entero), pesos_(pesos), decimales_(decimales) {}
    Importe siguiente(std::int64_t peso) {
        if (pesos_ == 0) return {};
        suma_ += peso;
        const Importe hasta = parte_de(entero_, Cantidad::de_micros(suma_), Cantidad::de_micros(pesos_), decimales_);
        return hasta - std::exchange(dado_, hasta);
    }

private:
    Importe entero_;
    std::int64_t pesos_;
    int decimales_;
    std::int64_t suma_ = 0;
    Importe dado_;
};

// How a cost lies in a layer: what came first leaves first. A layer's own goods are all alike; a pool is a row of entries, since
// which of a line's goods are still there is asked of it, not what they are worth.
class Cola {
public:
    static constexpr bool redondea = false;
    Cola(bool promedio, Cantidad cantidad, Importe, int) : promedio_(promedio) {
        if (cantidad > Cantidad{}) tramos_.push_back({cantidad, {}, 0});
    }

    void entra(const Suceso& s, Cantidad cantidad, Importe, Importe monto) {
        if (!promedio_ && !tramos_.empty()) return juntar(cantidad, monto);
        tramos_.push_back({cantidad, monto, s.movimientoId});
    }
    // Goods that had left are back where they were, in the order in which they were there.
    void vuelve(const Suceso& s, Cantidad cantidad, Importe, Importe monto) {
        if (!promedio_ && !tramos_.empty()) return juntar(cantidad, monto);
        const auto salieron = salieron_.find(s.revierteId);
        if (salieron == salieron_.end()) return tramos_.push_front({cantidad, monto, s.movimientoId});
        tramos_.insert(tramos_.begin(), salieron->second.begin(), salieron->second.end());
        salieron_.erase(salieron);
    }
    Importe sale(const Suceso& s) {
        std::vector<Tramo> salen;
        const Importe monto = tomar(-s.cantidad, &salen);
        if (promedio_) salieron_[s.movimientoId] = std::move(salen);
        return monto;
    }
    // Its own goods leave again, as far as they are there.
    Importe retira(const Suceso& s, Importe, Importe) { return tomar_de(s.revierteId, -s.cantidad); }
    Importe paga(const Suceso& s) { return tomar_de(s.movimientoId, s.cantidad); }
    void cambia(const Suceso&, Importe) {}
    Importe queda() const {
        Importe suma;
        for (const Tramo& t : tramos_) suma += t.monto;
        return suma;
    }

    struct Fuera {
        Cantidad cantidad;
        Importe monto;
        Fuera(const Suceso& salida, Importe m) : cantidad(salida.esPago ? salida.cantidad : -salida.cantidad), monto(m) {}
        Importe queda() const { return monto; }
        Importe vuelve(const Suceso& s, int) {
            const Importe parte = s.cantidad < cantidad ? parte_de(monto, s.cantidad, cantidad, sin_redondear) : monto;
            cantidad -= s.cantidad;
            monto -= parte;
            return parte;
        }
        void deja(const Suceso& s, Importe parte) {
            cantidad -= s.cantidad;
            monto += parte;
        }
    };

private:
    struct Tramo {
        Cantidad cantidad;
        Importe monto;
        std::int64_t movimientoId;
    };
    void juntar(Cantidad cantidad, Importe monto) {
        tramos_.front().cantidad += cantidad;
        tramos_.front().monto += monto;
    }
    static Importe tomar_de(Tramo& t, Cantidad& falta) {
        const Cantidad toma = std::min(t.cantidad, falta);
        const Importe monto = parte_de(t.monto, toma, t.cantidad, sin_redondear);
        t.cantidad -= toma;
        t.monto -= monto;
        falta -= toma;
        return monto;
    }
    Importe tomar(Cantidad falta, std::vector<Tramo>* tomados = nullptr) {
        Importe monto;
        while (falta > Cantidad{} && !tramos_.empty()) {
            Tramo& t = tramos_.front();
            const Cantidad habia = t.cantidad;
            const Importe suyo = tomar_de(t, falta);
            monto += suyo;
            if (tomados != nullptr) tomados->push_back({habia - t.cantidad, suyo, t.movimientoId});
            if (t.cantidad.es_cero()) tramos_.pop_front();
        }
        return monto;
    }
    Importe tomar_de(std::int64_t movimientoId, Cantidad falta) {
        Importe monto;
        // The last of them first: goods that went on by several payments came with one movement.
        for (auto suyo = tramos_.end(); suyo != tramos_.begin() && falta > Cantidad{};) {
            if ((--suyo)->movimientoId != movimientoId) continue;
            monto += tomar_de(*suyo, falta);
            if (suyo->cantidad.es_cero()) suyo = tramos_.erase(suyo);
        }
        return monto + tomar(falta);
    }

    bool promedio_;
    std::deque<Tramo> tramos_;
    std::map<std::int64_t, std::vector<Tramo>> salieron_;  // by exit
};

// What a layer would hold had something been otherwise: each exit takes its share of the value that would have been there,
// rounded as it was, so that the difference is exact to the cent.
class Contraste {
public:
    static constexpr bool redondea = true;
    Contraste(bool, Cantidad cantidad, Importe valor, int decimales)
        : cantidad_(cantidad), valor_(valor), decimales_(decimales) {}

    void entra(const Suceso& s, Cantidad cantidad, Importe valor, Importe distinto) { llega(s, cantidad, valor, distinto); }
    void vuelve(const Suceso& s, Cantidad cantidad, Importe valor, Importe distinto) { llega(s, cantidad, valor, distinto); }
    // Where nothing was left, as when goods left before they came in, it takes what there is.
    Importe sale(const Suceso& s) {
        return deja(s, -s.cantidad,
                    cantidad_.es_cero() ? otro_valor() : parte_de(otro_valor(), -s.cantidad, cantidad_, decimales_));
    }
    // At its original value as far as the layer holds it; the last unit takes all.
    Importe retira(const Suceso& s, Importe valor, Importe distinto) {
        return deja(s, -s.cantidad, -s.cantidad == cantidad_ ? otro_valor() : std::min(otro_valor(), valor + distinto));
    }
    // Of the goods that came with it, in the order in which they went on; otherwise of what is there.
    Importe paga(const Suceso& s) {
        Importe distinto;
        if (s.cantidad < cantidad_) distinto = parte_de(otro_valor(), s.cantidad, cantidad_, decimales_) - s.valor;
        else distinto = otro_valor() - s.valor;
        if (const auto llegada = llegadas_.find(s.movimientoId); llegada != llegadas_.end()) {
            Llegada& l = llegada->second;
            l.pagada += s.cantidad;
            const Importe hasta = parte_de(l.otro, l.pagada, l.cantidad, decimales_);
            distinto = hasta - std::exchange(l.dado, hasta) - s.valor;
        }
        cantidad_ -= s.cantidad;
        valor_ -= s.valor;
        distinto_ -= distinto;
        return distinto;
    }
    void cambia(const Suceso& s, Importe distinto) {
        valor_ += s.valor;
        distinto_ += distinto;
    }
    // Goods are never worth less than nothing, as little as they would be worth otherwise.
    Importe cabe(Importe valor) const { return std::max(valor, -otro_valor()); }
    Importe queda() const { return distinto_; }

    struct Fuera {
        Cantidad cantidad;
        Importe valor;
        Importe distinto;
        Fuera(const Suceso& salida, Importe d)
            : cantidad(salida.esPago ? salida.cantidad : -salida.cantidad),
              valor(salida.esPago ? salida.valor : -salida.valor),
              distinto(d) {}
        Importe queda() const { return distinto; }
        Importe vuelve(const Suceso& s, int decimales) {
            const Importe otro =
                s.cantidad < cantidad ? parte_de(valor + distinto, s.cantidad, cantidad, decimales) : valor + distinto;
            const Importe parte = otro - s.valor;
            cantidad -= s.cantidad;
            valor -= s.valor;
            distinto -= parte;
            return parte;
        }
        void deja(const Suceso& s, Importe parte) {
            cantidad -= s.cantidad;
            valor -= s.valor;
            distinto += parte;
        }
    };

private:
    Importe otro_valor() const { return std::max(valor_ + distinto_, Importe{}); }
    void llega(const Suceso& s, Cantidad cantidad, Importe valor, Importe distinto) {
        cantidad_ += cantidad;
        valor_ += valor;
        distinto_ += distinto;
        llegadas_[s.movimientoId] = {cantidad, valor + distinto, {}, {}};
    }
    Importe deja(const Suceso& s, Cantidad cantidad, Importe otro) {
        const Importe distinto = otro + s.valor;
        cantidad_ -= cantidad;
        valor_ += s.valor;
        distinto_ -= distinto;
        return distinto;
    }

    Cantidad cantidad_;
    Importe valor_;
    Importe distinto_;
    int decimales_;
    struct Llegada {
        Cantidad cantidad;
        Importe otro;  // what it would be worth
        Cantidad pagada;
        Importe dado;
    };
    std::map<std::int64_t, Llegada> llegadas_;  // for the debts that they pay
};

// Carries an amount along with the goods. What happened to one layer is told in its order; where goods came from another one,
// that one is told first up to the moment when they left it.
template <class Estado>
class Corriente {
public:
    // `puesto`: what is put into the stream by which movement.
    Corriente(const Historia& historia, const std::map<std::int64_t, Importe>& puesto, int decimales)
        : historia_(historia), puesto_(puesto), decimales_(decimales) {
        for (const auto& [capaId, de] : historia.capas()) {
            Cantidad cantidad = de.capa.cantidadRestante;
            Importe valor = de.capa.valorRestante;
            for (const Suceso& s : de.sucesos) {
                cantidad -= s.esPago ? -s.cantidad : s.cantidad;
                valor -= s.esPago ? -s.valor : s.valor;
            }
            cursos_.try_emplace(capaId, Curso{&de, Estado{de.capa.metodo == "promedio", cantidad, valor, decimales}});
        }
    }

    // What lies in each layer now.
    std::map<std::int64_t, Importe> hasta_hoy() {
        std::map<std::int64_t, Importe> quedan;
        for (auto& [capaId, curso] : cursos_) {
            avanzar(curso, curso.de->sucesos.size());
            quedan[capaId] = curso.estado.queda();
        }
        return quedan;
    }

    // What went to repackagings that had consumed their goods before these came in.
    std::map<std::int64_t, Importe> a_reempaques() const {
        std::map<std::int64_t, Importe> van;
        for (const auto& [transaccionId, reempaque] : historia_.reempaques())
            for (const std::int64_t salidaId : reempaque.salidas) {
                if (historia_.lugar(salidaId) != nullptr) continue;
                for (auto it = pagadas_.lower_bound({salidaId, 0, 0}); it != pagadas_.end() && std::get<0>(it->first) == salidaId;
                     ++it)
                    for (const std::int64_t pagoId : it->second) van[transaccionId] += salidas_.at(pagoId);
            }
        return van;
    }

    // What repackagings brought into each class of goods, less what they took out of it.
    std::map<std::int64_t, Importe> cruces() {
        std::set<std::int64_t> salen;
        std::set<std::int64_t> entran;
        std::map<std::int64_t, Importe> por_clase;
        for (const auto& [transaccionId, reempaque] : historia_.reempaques()) {
            salen.insert(reempaque.salidas.begin(), reempaque.salidas.end());
            for (const Producido& p : reempaque.entradas) entran.insert(p.movimientoId);
            if constexpr (Estado::redondea)
                for (const std::int64_t salidaId : reempaque.estimadas) {
                    const SalidaEstimada& e = *historia_.estimada(salidaId);
                    if (e.deshecha) continue;
                    Importe& suyo = por_clase[clase_de(e.deId)];
                    suyo -= estimado(e);
                    for (const auto& p : e.pagos)
                        if (historia_.correccion(p.pagoId) != nullptr) suyo += debido(salidaId, p.pagoId);
                }
        }
        if (salen.empty() && entran.empty()) return por_clase;
        for (const auto& [capaId, de] : historia_.capas())
            for (const Suceso& s : de.sucesos) por_clase[de.capa.clasificacionId] += cruce(s, salen, entran);
        return por_clase;
    }

    // By how much an exit would be held to owe more than it does.
    Importe reestimado(std::int64_t salidaId) {
        const SalidaEstimada& e = *historia_.estimada(salidaId);
        const Importe cambio = estimado(e);
        if (e.debe.es_cero() || cambio.es_cero()) return {};
        Cantidad queda = e.cantidad;
        Importe valor = e.valor + cambio;
        for (const auto& p : e.pagos) {
            valor -= parte_de(valor, p.cantidad, queda, decimales_);
            queda -= p.cantidad;
        }
        return (queda == e.debe ? valor : parte_de(e.valor + cambio, e.debe, e.cantidad, decimales_)) - e.debido;
    }

    // What is outside, by the exit that took it; an entry that is undone takes what it had not brought.
    const std::map<std::int64_t, Importe>& idos() const { return idos_; }

    // What went back where it had come from, because the exit that it had paid was undone.
    Importe repuesto(std::int64_t salidaId) const {
        const auto it = repuestos_.find(salidaId);
        return it == repuestos_.end() ? Importe{} : it->second;
    }

private:
    struct Curso {
        const Historia::DeCapa* de;
        Estado estado;
        std::size_t en = 0;
        bool corre = false;
    };
    struct Llegado {
        std::int64_t movimientoId = 0;
        Importe monto;
    };

    void avanzar(Curso& curso, std::size_t hasta) {
        // Asked for while it is being told: it is only a debt that was paid later, which nothing depends on yet.
        if (curso.corre) return;
        curso.corre = true;
        while (curso.en < hasta) suceder(curso, curso.de->sucesos[curso.en++]);
        curso.corre = false;
    }

    void suceder(Curso& curso, const Suceso& s) {
        Estado& estado = curso.estado;
        if (s.esPago) {
            s.pasaDeId != 0 ? pasar(estado, s) : pagar(estado, s, curso.de->capa.capaId);
        } else if (s.cantidad.es_cero()) {
            const bool es_puesto = puesto_.contains(s.movimientoId);
            const Importe monto = es_puesto ? puesto(s.movimientoId) : corregido(estado, s);
            if (!es_puesto) entradas_[s.movimientoId] = monto;
            estado.cambia(s, monto);
        } else if (s.cantidad > Cantidad{} && s.revierteId != 0) {
            const Importe monto = salida(s.revierteId);
            entradas_[s.movimientoId] = monto;
            idos_[s.revierteId] -= monto;
            estado.vuelve(s, s.cantidad, s.valor, monto);
        } else if (s.cantidad > Cantidad{}) {
            const Importe monto = puesto(s.movimientoId) + traido(s);
            entradas_[s.movimientoId] = monto;
            estado.entra(s, s.cantidad, s.valor, monto);
        } else if (s.revierteId != 0) {
            const auto entrada = entradas_.find(s.revierteId);
            Importe distinto = entrada == entradas_.end() ? Importe{} : entrada->second;
            Importe valor = s.costo;
            const Importe trajo = parte_de(distinto, -s.cantidad, s.entro, decimales_);
            if (-s.cantidad < s.entro) {  // no more than its lot had
                valor = parte_de(valor + distinto, -s.cantidad, s.entro, decimales_);
                distinto = {};
            }
            if (s.devuelveId != 0) contar_vueltas(s);
            const Importe monto = estado.retira(s, valor, distinto);
            salidas_[s.movimientoId] = monto;
            idos_[s.movimientoId] = monto - trajo;
            if (const auto por = traidos_.find(s.revierteId); por != traidos_.end()) idos_[por->second] += trajo;
            if (s.devuelveId != 0)
                if (const auto fuera = fueras_.find(s.salio_por()); fuera != fueras_.end()) fuera->second.deja(s, monto);
        } else {
            idos_[s.movimientoId] += salidas_[s.movimientoId] = estado.sale(s);
        }
    }

    // Goods that pay a debt are outside, by their payment, until the exit is undone.
    void pagar(Estado& estado, const Suceso& s, std::int64_t capaId) {
        auto& pagos = pagadas_[{s.salidaId, s.llegadaId, capaId}];
        if (s.cantidad > Cantidad{}) {
            idos_[s.salidaId] += salidas_[s.pagoId] = estado.paga(s);
            pagos.push_back(s.pagoId);
            return;
        }
        // Either the goods that paid are undone, which names the movement by which they came, or the exit is, with all that paid
        // it.
        const auto de_esas = [&](std::int64_t pagoId) { return suceso(pagoId).movimientoId == s.movimientoId; };
        const bool la_entrada = std::ranges::any_of(pagos, de_esas);
        Importe monto;
        for (const std::int64_t pagoId : pagos) {
            if (la_entrada && !de_esas(pagoId)) continue;
            const auto fuera = fueras_.find(pagoId);
            monto += fuera == fueras_.end() ? salidas_.at(pagoId) : fuera->second.queda();
        }
        if (la_entrada) std::erase_if(pagos, de_esas);
        else pagos.clear();
        if (!la_entrada) repuestos_[s.salidaId] += monto;
        entradas_[s.pagoId] = monto;
        idos_[s.salidaId] -= monto;
        estado.vuelve(s, -s.cantidad, -s.valor, monto);
    }

    const Suceso& suceso(std::int64_t id) const {
        const auto* lugar = historia_.lugar(id);
        return historia_.capas().at(lugar->capaId).sucesos[lugar->indice];
    }
    std::int64_t clase_de(std::int64_t id) const {
        return historia_.capas().at(historia_.lugar(id)->capaId).capa.clasificacionId;
    }
    // What an event of a layer brought in from a repackaging, or took there.
    Importe cruce(const Suceso& s, const std::set<std::int64_t>& salen, const std::set<std::int64_t>& entran) const {
        const auto de = [](const std::map<std::int64_t, Importe>& montos, std::int64_t id) {
            const auto it = montos.find(id);
            return it == montos.end() ? Importe{} : it->second;
        };
        if (s.esPago) {
            if (s.pasaDeId != 0 || !salen.contains(s.salidaId)) return {};
            return s.cantidad > Cantidad{} ? -de(salidas_, s.pagoId) : de(entradas_, s.pagoId);
        }
        if (s.corrigeId != 0) return de(entradas_, s.movimientoId);
        if (salen.contains(s.movimientoId)) return -de(salidas_, s.movimientoId);
        if (salen.contains(s.revierteId)) return de(entradas_, s.movimientoId);
        if (entran.contains(s.movimientoId)) return de(entradas_, s.movimientoId) - puesto(s.movimientoId);
        if (entran.contains(s.revierteId)) return -de(salidas_, s.movimientoId);
        return {};
    }

    // They go on to what waited for them, and leave it again when that is undone.
    void pasar(Estado& estado, const Suceso& s) {
        if (s.cantidad < Cantidad{}) {
            const Importe monto = salida(s.pasaDeId);
            llegados_[s.pasaDeId] = {s.movimientoId, monto};
            idos_[s.salidaId] -= monto;
            estado.entra(s, -s.cantidad, -s.valor, monto);
            return;
        }
        const Llegado& llegado = llegados_[s.pasaDeId];
        Suceso retirada = s;
        retirada.cantidad = -s.cantidad;
        retirada.valor = -s.valor;
        retirada.revierteId = llegado.movimientoId;
        idos_[s.salidaId] += estado.retira(retirada, s.costo, llegado.monto);
    }

    // What came back before of the same goods, to whatever layer, took its share of them first.
    void contar_vueltas(const Suceso& s) {
        for (const auto& lugar : historia_.vueltas(s.salio_por())) {
            Curso& curso = cursos_.at(lugar.capaId);
            if (curso.de->sucesos[lugar.indice].movimientoId >= s.movimientoId) return;
            avanzar(curso, lugar.indice + 1);
        }
    }

    Importe puesto(std::int64_t movimientoId) const {
        const auto it = puesto_.find(movimientoId);
        return it == puesto_.end() ? Importe{} : it->second;
    }

    // What an exit carried along.
    Importe salida(std::int64_t movimientoId) {
        if (const auto* lugar = historia_.lugar(movimientoId)) {
            avanzar(cursos_.at(lugar->capaId), lugar->indice + 1);
            return salidas_[movimientoId];
        }
        Importe suma;  // it left before it came in: what came in for it
        if (const auto* pagos = historia_.pagos(movimientoId))
            for (const auto& lugar : *pagos) avanzar(cursos_.at(lugar.capaId), lugar.indice + 1);
        for (auto it = pagadas_.lower_bound({movimientoId, 0, 0}); it != pagadas_.end() && std::get<0>(it->first) == movimientoId;
             ++it)
            for (const std::int64_t pagoId : it->second) suma += salidas_.at(pagoId);
        return suma;
    }

    Importe de_fuera(const Suceso& s, std::int64_t salidaId, Importe monto) {
        traidos_[s.movimientoId] = salidaId;
        idos_[salidaId] -= monto;
        return monto;
    }
    // What an entry brings from the exit that its goods left by.
    Importe traido(const Suceso& s) {
        if (s.vieneDeId != 0) return de_fuera(s, s.vieneDeId, salida(s.vieneDeId));
        if (s.devuelveId != 0) return de_fuera(s, s.devuelveId, devuelto(s));
        const auto* reempaque = historia_.reempaque(s.transaccionId);
        if (reempaque == nullptr) return {};
        Importe consumido;
        for (const std::int64_t salidaId : reempaque->salidas)
            // What came in later is in what was made of it since it came in (corregido, a_reempaques).
            if (historia_.lugar(salidaId) != nullptr) consumido += salida(salidaId);
        if constexpr (Estado::redondea)
            for (const std::int64_t salidaId : reempaque->estimadas) consumido += estimado(*historia_.estimada(salidaId));
        std::int64_t pesos = 0;
        for (const Producido& p : reempaque->entradas) pesos += p.peso;
        Corrida corrida{consumido, pesos, Estado::redondea ? decimales_ : sin_redondear};
        for (const Producido& p : reempaque->entradas) {
            const Importe parte = corrida.siguiente(p.peso);
            if (p.movimientoId == s.movimientoId) return parte;
        }
        return {};
    }
    // By how much goods that had not come in would have been held to be worth something else.
    Importe estimado(const SalidaEstimada& estimada) {
        const auto* lugar = historia_.lugar(estimada.deId);
        Curso& curso = cursos_.at(lugar->capaId);
        avanzar(curso, lugar->indice + 1);
        const Suceso& de = curso.de->sucesos[lugar->indice];
        const bool sale = de.cantidad < Cantidad{};
        const Importe valor = sale ? -de.valor : de.valor;
        const Cantidad cantidad = sale ? -de.cantidad : de.cantidad;
        const Importe otro = valor + (sale ? salidas_ : entradas_)[de.movimientoId];
        return parte_de(otro, estimada.estimada, cantidad, decimales_) - parte_de(valor, estimada.estimada, cantidad, decimales_);
    }
    // … of that, what a payment came in for.
    Importe debido(std::int64_t salidaId, std::int64_t pagoId) {
        const SalidaEstimada* estimada = historia_.estimada(salidaId);
        if (estimada == nullptr) return {};
        Cantidad queda = estimada->cantidad;
        Importe valor = estimada->valor + estimado(*estimada);
        for (const auto& p : estimada->pagos) {
            const Importe debia = parte_de(valor, p.cantidad, queda, decimales_);
            if (p.pagoId == pagoId) return debia - p.debia;
            queda -= p.cantidad;
            valor -= debia;
        }
        return {};
    }
    // What a payment would have put right otherwise, as far as goods would have been worth it.
    Importe corregido(const Estado& estado, const Suceso& s) {
        if constexpr (Estado::redondea) {
            if (s.corrigeId == 0) return {};
            const CorreccionSeguida& c = *historia_.correccion(s.corrigeId);
            Corrida seria{c.ajuste + salida(s.corrigeId) - debido(c.salidaId, s.corrigeId), todo_lo_producido, decimales_};
            for (const auto& p : c.partes) {
                const Importe parte = seria.siguiente(p.parte);
                if (p.movimientoId == s.movimientoId) return estado.cabe(parte) - s.valor;
            }
        }
        return {};
    }
    Importe devuelto(const Suceso& s) {
        const std::int64_t salidaId = s.salio_por();
        contar_vueltas(s);
        auto fuera = fueras_.find(salidaId);
        if (fuera == fueras_.end()) {
            const Importe llevo = salida(salidaId);
            const auto* lugar = historia_.lugar(salidaId);
            if (lugar == nullptr) {
                // What came in for it may be more by the next time, so nothing of it is kept.
                const auto pagos = historia_.pagos(salidaId);
                Cantidad pagada;
                if (pagos != nullptr)
                    for (const auto& p : *pagos) pagada += historia_.capas().at(p.capaId).sucesos[p.indice].cantidad;
                if (pagada <= Cantidad{}) return {};
                return s.cantidad < pagada ? parte_de(llevo, s.cantidad, pagada, Estado::redondea ? decimales_ : sin_redondear)
                                           : llevo;
            }
            const Suceso& salio = historia_.capas().at(lugar->capaId).sucesos[lugar->indice];
            fuera = fueras_.emplace(salidaId, typename Estado::Fuera{salio, llevo}).first;
        }
        return fuera->second.vuelve(s, decimales_);
    }

    const Historia& historia_;
    const std::map<std::int64_t, Importe>& puesto_;
    int decimales_;
    std::map<std::int64_t, Curso> cursos_;
    std::map<std::int64_t, Importe> salidas_;
    std::map<std::int64_t, Importe> entradas_;
    std::map<std::int64_t, typename Estado::Fuera> fueras_;
    // Payments by exit, what waited for them, and layer.
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::vector<std::int64_t>> pagadas_;
    std::map<std::int64_t, Llegado> llegados_;   // by the payment they went by
    std::map<std::int64_t, Importe> repuestos_;  // by exit
    std::map<std::int64_t, Importe> idos_;
    std::map<std::int64_t, std::int64_t> traidos_;  // by entry, the exit that its goods had left by
};

}  // namespace cacao::engine::interno
