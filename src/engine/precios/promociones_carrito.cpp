// The arithmetic of promotions over a cart.

#include "engine/entorno/monedas.hpp"
#include "engine/precios/promociones.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cacao::engine {
namespace {

// How much of a line is left to promotions. What one that does not add up has used serves no other; what one that does has
// used serves only its like.
struct Resto {
    Cantidad intacto;
    Cantidad abierto;
};

class Carrito {
public:
    Carrito(std::vector<LineaCarrito>& lineas, int decimales) : lineas_(lineas), decimales_(decimales), orden_(lineas.size()) {
        std::iota(orden_.begin(), orden_.end(), 0U);
        // The dearest first: they meet conditions, the cheapest get what is given. Lines that compare equal are equal.
        std::ranges::stable_sort(orden_, [&](std::size_t a, std::size_t b) { return antes(lineas_[a], lineas_[b]); });
        for (const auto& l : lineas_) restos_.push_back({l.cantidad, l.cantidad});
    }

    void aplicar(const PromocionVigente& p);
    std::vector<RegaloPendiente> regalos;

private:
    // Unit price by cross multiplication, greater first.
    static bool antes(const LineaCarrito& a, const LineaCarrito& b) {
        const __int128 uno = static_cast<__int128>(a.importe.micros()) * b.cantidad.micros();
        const __int128 otro = static_cast<__int128>(b.importe.micros()) * a.cantidad.micros();
        if (uno != otro) return uno > otro;
        return std::tie(a.productoId, a.cantidad) < std::tie(b.productoId, b.cantidad);
    }
    Importe valor(std::size_t i, Cantidad cantidad) const {
        const auto& l = lineas_[i];
        return proporcion(l.importe - l.promocion, cantidad.micros(), l.cantidad.micros(), decimales_);
    }
    Cantidad libre_de(std::int64_t productoId) const {
        Cantidad suma;
        for (std::size_t i = 0; i < lineas_.size(); ++i)
            if (lineas_[i].productoId == productoId) suma += libre_[i];
        return suma;
    }
    // Takes up to `cantidad` of a product; how much it got.
    Cantidad tomar(std::int64_t productoId, Cantidad cantidad, bool de_los_caros, std::vector<Cantidad>& para);
    std::int64_t por_productos(const PromocionVigente& p);
    std::int64_t por_importe(const PromocionVigente& p);
    bool dar(const PromocionVigente& p, bool ya_cumplida);
    void repartir(const PromocionVigente& p, std::int64_t veces, const std::string& motivo);

    std::vector<LineaCarrito>& lineas_;
    int decimales_;
    std::vector<std::size_t> orden_;
    std::vector<Resto> restos_;
    // Of the promotion at hand, by line: what it may still use, what met its condition, what gets its benefit.
    std::vector<Cantidad> libre_;
    std::vector<Cantidad> cumple_;
    std::vector<Cantidad> recibe_;
    std::vector<std::pair<std::int64_t, Cantidad>> faltan_;  // gifts to add
};

Cantidad Carrito::tomar(std::int64_t productoId, Cantidad cantidad, bool de_los_caros, std::vector<Cantidad>& para) {
    Cantidad tomado;
    for (std::size_t k = 0; k < orden_.size() && tomado < cantidad; ++k) {
        const auto i = orden_[de_los_caros ? k : orden_.size() - 1 - k];
        if (lineas_[i].productoId != productoId) continue;
        const auto parte = std::min(libre_[i], cantidad - tomado);
        libre_[i] -= parte;
        para[i] += parte;
        tomado += parte;
    }
    return tomado;
}

// The benefit of one time. False when there is nothing to give it to.
bool Carrito::dar(const PromocionVigente& p, bool ya_cumplida) {
    if (p.beneficioProductos.empty()) return ya_cumplida;
    bool algo = false;
    for (const auto& b : p.beneficioProductos) {
        const auto dado = tomar(b.productoId, b.cantidad, false, recibe_);
        algo = algo || dado > Cantidad{};
        if (p.beneficio == BeneficioPromocion::regalo && dado < b.cantidad) {
            faltan_.emplace_back(b.productoId, b.cantidad - dado);
            algo = true;
        }
    }
    return algo;
}

std::int64_t Carrito::por_productos(const PromocionVigente& p) {
    std::int64_t veces = 0;
    for (; veces < p.limitePorTicket; ++veces) {
        const bool cumple =
            std::ranges::all_of(p.condicionProductos, [&](const auto& c) { return libre_de(c.productoId) >= c.cantidad; });
        if (!cumple) break;
        const auto antes = std::tuple{libre_, cumple_};
        for (const auto& c : p.condicionProductos)
            tomar(c.productoId, c.cantidad, true, p.beneficioProductos.empty() ? recibe_ : cumple_);
        if (dar(p, true)) continue;
        std::tie(libre_, cumple_) = antes;
        break;
    }
    return veces;
}

// What is given away does not help to reach the amount.
std::int64_t Carrito::por_importe(const PromocionVigente& p) {
    const bool regala = p.beneficio == BeneficioPromocion::regalo;
    const auto es_beneficio = [&](std::int64_t productoId) {
        return std::ranges::any_of(p.beneficioProductos, [&](const auto& b) { return b.productoId == productoId; });
    };
    Importe suma;
    for (std::size_t i = 0; i < lineas_.size(); ++i)
        if (!regala || !es_beneficio(lineas_[i].productoId)) suma += valor(i, libre_[i]);
    const auto alcanza = std::min(suma.micros() / p.condicionImporte.micros(), p.limitePorTicket);
    if (alcanza == 0) return 0;
    std::int64_t veces = 0;
    if (p.beneficioProductos.empty()) {
        veces = alcanza;
        recibe_ = libre_;
    } else {
        while (veces < alcanza && dar(p, false)) ++veces;
    }
    // The whole of the rest has been looked at to reach the amount.
    if (veces > 0)
        for (std::size_t i = 0; i < lineas_.size(); ++i) {
            if (!p.beneficioProductos.empty() && (!regala || !es_beneficio(lineas_[i].productoId))) cumple_[i] += libre_[i];
            if (p.beneficioProductos.empty() || cumple_[i] > Cantidad{}) libre_[i] = {};
        }
    return veces;
}

void Carrito::repartir(const PromocionVigente& p, std::int64_t veces, const std::string& motivo) {
    std::vector<Importe> bases;
    std::vector<std::int64_t> pesos;
    Importe suma;
    for (const auto i : orden_) {
        bases.push_back(valor(i, recibe_[i]));
        pesos.push_back(bases.back().micros());
        suma += bases.back();
    }
    std::vector<Importe> partes = bases;  // of a gift: all of it
    if (p.beneficio == BeneficioPromocion::porcentaje) {
        const auto total = (suma * Tasa::de_micros(p.beneficioValor.micros())).redondear(decimales_);
        partes = engine::repartir(total, pesos, decimales_);
    } else if (p.beneficio == BeneficioPromocion::importe) {
        const auto ofrecido = (Cantidad::de_enteros(veces) * p.beneficioValor).redondear(decimales_);
        partes = engine::repartir(std::min(ofrecido, suma), pesos, decimales_);
    } else if (p.beneficio == BeneficioPromocion::precio) {
        for (std::size_t k = 0; k < orden_.size(); ++k) {
            const auto nuevo = (recibe_[orden_[k]] * p.beneficioValor).redondear(decimales_);
            partes[k] = std::max(Importe{}, bases[k] - nuevo);
        }
    }
    for (std::size_t k = 0; k < orden_.size(); ++k) {
        if (partes[k] <= Importe{}) continue;
        auto& l = lineas_[orden_[k]];
        l.promocion += partes[k];
        l.aplicadas.push_back({p.promocionId, p.codigo, motivo, recibe_[orden_[k]], partes[k]});
    }
}

void Carrito::aplicar(const PromocionVigente& p) {
    libre_.clear();
    for (const auto& r : restos_) libre_.push_back(p.acumulable ? r.abierto : r.intacto);
    cumple_.assign(lineas_.size(), {});
    recibe_.assign(lineas_.size(), {});
    faltan_.clear();
    const auto veces = p.condicion == CondicionPromocion::productos ? por_productos(p) : por_importe(p);
    if (veces == 0) return;
    const std::string motivo = p.nombre + (veces > 1 ? " × " + std::to_string(veces) : "");
    repartir(p, veces, motivo);
    for (const auto& [productoId, cantidad] : faltan_) {
        const auto mismo = std::ranges::find_if(
            regalos, [&, id = productoId](const auto& r) { return r.promocionId == p.promocionId && r.productoId == id; });
        if (mismo != regalos.end()) mismo->cantidad += cantidad;
        else regalos.push_back({p.promocionId, p.codigo, motivo, productoId, cantidad});
    }
    for (std::size_t i = 0; i < restos_.size(); ++i) {
        const auto usado = cumple_[i] + recibe_[i];
        auto& r = restos_[i];
        if (p.acumulable) {
            r.intacto = std::min(r.intacto, r.abierto - usado);
        } else {
            r.intacto -= usado;
            r.abierto -= usado;
        }
    }
}

}  // namespace

std::vector<RegaloPendiente> aplicar_promociones(std::vector<LineaCarrito>& lineas,
                                                 const std::vector<PromocionVigente>& promociones, int decimales) {
    Carrito carrito{lineas, decimales};
    for (const auto& p : promociones) carrito.aplicar(p);
    return std::move(carrito.regalos);
}

}  // namespace cacao::engine
