#include "fiscal/forma.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace cacao::fiscal {
namespace {

constexpr char32_t despues_de_todo = 0x110000;

// The next character of a valid text, and how many bytes it took.
std::pair<char32_t, std::size_t> caracter(std::string_view t) {
    const auto b = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(i < t.size() ? t[i] : '\0')); };
    if (b(0) < 0x80) return {b(0), 1};
    if (b(0) < 0xE0) return {((b(0) & 0x1FU) << 6U) | (b(1) & 0x3FU), 2};
    if (b(0) < 0xF0) return {((b(0) & 0x0FU) << 12U) | ((b(1) & 0x3FU) << 6U) | (b(2) & 0x3FU), 3};
    return {((b(0) & 0x07U) << 18U) | ((b(1) & 0x3FU) << 12U) | ((b(2) & 0x3FU) << 6U) | (b(3) & 0x3FU), 4};
}

using Tramo = std::pair<char32_t, char32_t>;  // from, before

struct Pieza {
    enum class Clase { conjunto, secuencia, alternativa, repetida } clase{};
    std::vector<Tramo> tramos;  // of a set
    std::vector<Pieza> partes;
    std::size_t minimo = 1;
    std::optional<std::size_t> maximo = 1;
};

class LectorForma {
public:
    explicit LectorForma(std::string_view t) : t_(t) {}
    Pieza leer() {
        auto todo = alternativa();
        if (!t_.empty()) falla();
        return todo;
    }

private:
    [[noreturn]] static void falla() { throw std::invalid_argument{"no es una forma"}; }
    bool toma(char c) {
        if (t_.empty() || t_.front() != c) return false;
        t_.remove_prefix(1);
        return true;
    }
    char32_t toma() {
        if (t_.empty()) falla();
        const auto [c, bytes] = caracter(t_);
        t_.remove_prefix(bytes);
        return c;
    }
    Pieza alternativa() {
        Pieza p{Pieza::Clase::alternativa, {}, {secuencia()}};
        while (toma('|')) p.partes.push_back(secuencia());
        return p.partes.size() == 1 ? std::move(p.partes.front()) : p;
    }
    Pieza secuencia() {
        Pieza p{Pieza::Clase::secuencia, {}, {}};
        while (!t_.empty() && t_.front() != '|' && t_.front() != ')') p.partes.push_back(repetida());
        return p;
    }
    Pieza repetida() {
        auto pieza = atomo();
        Pieza p{Pieza::Clase::repetida, {}, {}};
        if (toma('?')) p.minimo = 0;
        else if (toma('*')) p.minimo = 0, p.maximo.reset();
        else if (toma('+')) p.maximo.reset();
        else if (toma('{')) {
            p.minimo = numero();
            p.maximo = p.minimo;
            if (toma(',')) p.maximo = t_.starts_with('}') ? std::nullopt : std::optional{numero()};
            if (!toma('}')) falla();
        } else {
            return pieza;
        }
        p.partes.push_back(std::move(pieza));
        return p;
    }
    std::size_t numero() {
        std::size_t n = 0;
        if (t_.empty() || t_.front() < '0' || t_.front() > '9') falla();
        for (; !t_.empty() && t_.front() >= '0' && t_.front() <= '9'; t_.remove_prefix(1))
            n = n * 10 + static_cast<std::size_t>(t_.front() - '0');
        return n;
    }
    Pieza atomo() {
        if (toma('(')) {
            auto dentro = alternativa();
            if (!toma(')')) falla();
            return dentro;
        }
        Pieza p{Pieza::Clase::conjunto, {}, {}};
        if (toma('[')) p.tramos = conjunto();
        else if (toma('.')) p.tramos = {{0, despues_de_todo}};
        else if (toma('\\')) escapado(p.tramos);
        else {
            const auto c = toma();
            p.tramos = {{c, c + 1}};
        }
        return p;
    }
    void escapado(std::vector<Tramo>& tramos) {
        const auto c = toma();
        if (c == 's') tramos.insert(tramos.end(), {{'\t', '\n' + 1}, {'\r', '\r' + 1}, {' ', ' ' + 1}});
        else tramos.emplace_back(c, c + 1);
    }
    std::vector<Tramo> conjunto() {
        std::vector<Tramo> tramos;
        const bool no = toma('^');
        while (!toma(']')) {
            if (toma('\\')) {
                escapado(tramos);
                continue;
            }
            const auto desde = toma();
            auto hasta = desde;
            if (t_.size() > 1 && t_[0] == '-' && t_[1] != ']') {
                t_.remove_prefix(1);
                hasta = toma();
            }
            tramos.emplace_back(desde, hasta + 1);
        }
        if (!no) return tramos;
        std::ranges::sort(tramos);
        std::vector<Tramo> otros;
        char32_t siguiente = 0;
        for (const auto& [desde, antes] : tramos) {
            if (desde > siguiente) otros.emplace_back(siguiente, desde);
            siguiente = std::max(siguiente, antes);
        }
        otros.emplace_back(siguiente, despues_de_todo);
        return otros;
    }

    std::string_view t_;
};

// The states that an expression describes, before equal sets of them become one.
struct Automata {
    struct Estado {
        std::vector<std::pair<const std::vector<Tramo>*, std::size_t>> con;
        std::vector<std::size_t> sin;  // without a character
    };
    std::vector<Estado> estados = std::vector<Estado>(1);

    std::size_t nuevo() {
        estados.emplace_back();
        return estados.size() - 1;
    }
    void une(std::size_t a, std::size_t b) { estados[a].sin.push_back(b); }
    std::size_t armar(const Pieza& p, std::size_t desde) {
        switch (p.clase) {
            case Pieza::Clase::conjunto: {
                const auto fin = nuevo();
                estados[desde].con.emplace_back(&p.tramos, fin);
                return fin;
            }
            case Pieza::Clase::secuencia:
                for (const auto& parte : p.partes) desde = armar(parte, desde);
                return desde;
            case Pieza::Clase::alternativa: {
                const auto fin = nuevo();
                for (const auto& parte : p.partes) {
                    const auto inicio = nuevo();
                    une(desde, inicio);
                    une(armar(parte, inicio), fin);
                }
                return fin;
            }
            case Pieza::Clase::repetida: break;
        }
        for (std::size_t i = 0; i < p.minimo; ++i) desde = armar(p.partes.front(), desde);
        const auto fin = nuevo();
        if (!p.maximo) {
            const auto vuelta = nuevo();
            une(desde, vuelta);
            une(armar(p.partes.front(), vuelta), vuelta);
            une(vuelta, fin);
            return fin;
        }
        for (std::size_t i = p.minimo; i < *p.maximo; ++i) {
            une(desde, fin);
            const auto inicio = nuevo();
            une(desde, inicio);
            desde = armar(p.partes.front(), inicio);
        }
        une(desde, fin);
        return fin;
    }
    std::set<std::size_t> cerrado(std::set<std::size_t> conjunto) const {
        std::vector<std::size_t> por_ver(conjunto.begin(), conjunto.end());
        while (!por_ver.empty()) {
            const auto e = por_ver.back();
            por_ver.pop_back();
            for (const auto otro : estados[e].sin)
                if (conjunto.insert(otro).second) por_ver.push_back(otro);
        }
        return conjunto;
    }
};

void reunir_limites(const Pieza& p, std::set<char32_t>& limites) {
    for (const auto& [desde, antes] : p.tramos) limites.insert({desde, antes});
    for (const auto& parte : p.partes) reunir_limites(parte, limites);
}

}  // namespace

Forma::Forma(std::string_view expresion) {
    const auto pieza = LectorForma{expresion}.leer();
    std::set<char32_t> limites{0};
    reunir_limites(pieza, limites);
    limites.erase(despues_de_todo);
    // Characters between two limits are alike: each stretch is a kind.
    const std::vector<char32_t> inicios(limites.begin(), limites.end());
    cuantas_ = inicios.size();
    if (cuantas_ > 255) throw std::invalid_argument{"la forma distingue demasiados caracteres"};
    for (std::size_t c = 0; c < ascii_.size(); ++c)
        ascii_[c] = static_cast<std::uint8_t>(std::ranges::upper_bound(inicios, static_cast<char32_t>(c)) - inicios.begin() - 1);
    limites_ = inicios;

    Automata automata;
    const auto fin = automata.armar(pieza, 0);
    const std::set<std::size_t> inicio{0U};
    std::vector<std::set<std::size_t>> por_ver(1);
    por_ver.push_back(automata.cerrado(inicio));
    std::map<std::set<std::size_t>, std::uint16_t> conocidos;
    conocidos.emplace(por_ver[0], 0);
    conocidos.emplace(por_ver[1], 1);
    for (std::size_t e = 0; e < por_ver.size(); ++e) {
        const auto estos = por_ver[e];
        finales_.push_back(estos.contains(fin));
        for (const char32_t c : inicios) {
            std::set<std::size_t> a;
            for (const auto estado : estos)
                for (const auto& [tramos, destino] : automata.estados[estado].con)
                    if (std::ranges::any_of(*tramos, [&](const Tramo& t) { return t.first <= c && c < t.second; }))
                        a.insert(destino);
            a = automata.cerrado(std::move(a));
            const auto [lugar, es_nuevo] = conocidos.emplace(a, static_cast<std::uint16_t>(por_ver.size()));
            if (es_nuevo) por_ver.push_back(std::move(a));
            pasos_.push_back(lugar->second);
        }
    }
}

bool Forma::cumple(std::string_view t) const {
    std::size_t estado = 1;
    while (!t.empty() && estado != 0) {
        std::size_t clase = 0;
        if (const auto c = static_cast<unsigned char>(t.front()); c < 0x80) {
            clase = ascii_[c];
            t.remove_prefix(1);
        } else {
            const auto [este, bytes] = caracter(t);
            clase = static_cast<std::size_t>(std::ranges::upper_bound(limites_, este) - limites_.begin() - 1);
            t.remove_prefix(std::min(bytes, t.size()));
        }
        estado = pasos_[estado * cuantas_ + clase];
    }
    return finales_[estado];
}

}  // namespace cacao::fiscal
