#include "rooms/sat/indice.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <unordered_map>

namespace cacao::sat {
namespace {

// Words that say nothing of what a thing is. They count only in a question that has no others.
constexpr std::array<std::string_view, 20> vacias{"a",  "al",  "con", "de",   "del", "e",   "el",  "en", "la", "las",
                                                  "lo", "los", "o",   "para", "por", "que", "sin", "su", "u",  "y"};

bool dice_algo(const std::string& palabra) { return !std::ranges::binary_search(vacias, std::string_view{palabra}); }

// Words in order, repeated ones as well.
std::vector<std::string> partes(std::string_view texto) {
    const auto plano = plegado(texto);
    std::vector<std::string> lista;
    for (std::size_t i = 0; i < plano.size();) {
        const auto fin = std::min(plano.find(' ', i), plano.size());
        lista.push_back(plano.substr(i, fin - i));
        i = fin + 1;
    }
    return lista;
}

// A rough singular, so that "motores" finds "motor". Short words stay: what is left of them would find anything.
std::string singular(const std::string& palabra) {
    if (palabra.size() > 5 && palabra.ends_with("es")) return palabra.substr(0, palabra.size() - 2);
    if (palabra.size() > 4 && palabra.ends_with("s")) return palabra.substr(0, palabra.size() - 1);
    return palabra;
}

enum class Clase : std::int64_t { clave, inicio_de_clave, inicio_del_nombre, en_el_nombre, en_similares };

std::int64_t componer(Clase clase, std::int64_t imprecision, std::int64_t sobrantes) {
    return static_cast<std::int64_t>(clase) << 32 | std::min<std::int64_t>(imprecision, 0xFFFF) << 16 |
           std::min<std::int64_t>(sobrantes, 0xFFFF);
}

auto orden(const Fila& f) { return std::tie(f.clave, f.padre, f.desde); }

std::uint32_t corto(std::size_t n) { return static_cast<std::uint32_t>(n); }

}  // namespace

Indice::Indice(std::vector<Fila> filas) : filas_(std::move(filas)) {
    inicio_nombre_.reserve(filas_.size() + 1);
    inicio_similares_.reserve(filas_.size());
    // Words are numbered as they come, and renumbered in order of the alphabet at the end.
    std::unordered_map<std::string, std::uint32_t> numeros;
    const auto numero = [&](const std::string& palabra) {
        return numeros.try_emplace(palabra, corto(numeros.size())).first->second;
    };
    for (std::uint32_t i = 0; i < filas_.size(); ++i) {
        inicio_nombre_.push_back(corto(palabras_.size()));
        for (const auto& p : partes(filas_[i].descripcion))
            if (dice_algo(p)) palabras_.push_back(numero(p));
        inicio_similares_.push_back(corto(palabras_.size()));
        for (const auto& p : palabras(filas_[i].similares))
            if (dice_algo(p)) palabras_.push_back(numero(p));
        claves_.emplace_back(plegado(filas_[i].clave), i);
    }
    inicio_nombre_.push_back(corto(palabras_.size()));
    std::ranges::sort(claves_);

    std::vector<const std::pair<const std::string, std::uint32_t>*> ordenadas;
    for (const auto& numerada : numeros) ordenadas.push_back(&numerada);
    std::ranges::sort(ordenadas, {}, [](const auto* numerada) -> const std::string& { return numerada->first; });
    std::vector<std::uint32_t> nuevo(numeros.size());
    for (const auto* numerada : ordenadas) {
        nuevo[numerada->second] = corto(vocabulario_.size());
        vocabulario_.push_back(numerada->first);
    }
    for (auto& p : palabras_) p = nuevo[p];

    // The rows of each word, counted first and then put in their places.
    inicio_apariciones_.assign(vocabulario_.size() + 1, 0);
    for (const auto p : palabras_) ++inicio_apariciones_[p + 1];
    for (std::size_t i = 1; i < inicio_apariciones_.size(); ++i) inicio_apariciones_[i] += inicio_apariciones_[i - 1];
    apariciones_.resize(palabras_.size());
    auto lugar = inicio_apariciones_;
    for (std::uint32_t f = 0; f < filas_.size(); ++f)
        for (auto p = inicio_nombre_[f]; p < inicio_nombre_[f + 1]; ++p) apariciones_[lugar[palabras_[p]]++] = f;
}

std::span<const std::uint32_t> Indice::nombre(std::uint32_t f) const {
    return std::span{palabras_}.subspan(inicio_nombre_[f], inicio_similares_[f] - inicio_nombre_[f]);
}

std::span<const std::uint32_t> Indice::similares(std::uint32_t f) const {
    return std::span{palabras_}.subspan(inicio_similares_[f], inicio_nombre_[f + 1] - inicio_similares_[f]);
}

std::uint32_t Indice::hasta(const Fila& fila) const {
    return corto(static_cast<std::size_t>(std::ranges::upper_bound(filas_, orden(fila), {}, orden) - filas_.begin()));
}

std::pair<std::uint32_t, std::uint32_t> Indice::rango(const std::string& prefijo) const {
    const auto desde = std::ranges::lower_bound(vocabulario_, prefijo);
    const auto antes =
        std::partition_point(desde, vocabulario_.end(), [&](const std::string& p) { return p.starts_with(prefijo); });
    return {corto(static_cast<std::size_t>(desde - vocabulario_.begin())),
            corto(static_cast<std::size_t>(antes - vocabulario_.begin()))};
}

Indice::Palabra Indice::localizar(const std::string& palabra) const {
    Palabra p;
    std::tie(p.desde, p.antes) = rango(palabra);
    std::tie(p.raiz_desde, p.raiz_antes) = rango(singular(palabra));
    const bool esta = p.desde < p.antes && vocabulario_[p.desde] == palabra;
    p.exacta = esta ? p.desde : corto(vocabulario_.size());
    return p;
}

int Indice::Palabra::nivel(std::uint32_t id) const {
    if (id < raiz_desde || id >= raiz_antes) return -1;
    if (id == exacta) return 0;
    return id >= desde && id < antes ? 1 : 2;
}

std::int64_t Indice::puntos(std::uint32_t f, std::span<const Palabra> pedidas) const {
    const auto del_nombre = nombre(f);
    const auto otras = similares(f);
    const auto mejor = [](const Palabra& pedida, std::span<const std::uint32_t> ids) {
        int nivel = -1;
        for (const auto id : ids) {
            const int n = pedida.nivel(id);
            if (n >= 0 && (nivel < 0 || n < nivel)) nivel = n;
        }
        return nivel;
    };
    bool en_nombre = true;
    bool al_inicio = del_nombre.size() >= pedidas.size();
    std::int64_t imprecision = 0;
    for (std::size_t i = 0; i < pedidas.size(); ++i) {
        int nivel = mejor(pedidas[i], del_nombre);
        if (nivel < 0) {
            en_nombre = false;
            nivel = mejor(pedidas[i], otras);
            if (nivel < 0) return -1;
        }
        imprecision += nivel;
        al_inicio = al_inicio && pedidas[i].nivel(del_nombre[i]) >= 0;
    }
    if (!en_nombre) return componer(Clase::en_similares, imprecision, static_cast<std::int64_t>(otras.size()));
    const auto sobrantes = static_cast<std::int64_t>(del_nombre.size()) - static_cast<std::int64_t>(pedidas.size());
    return componer(al_inicio ? Clase::inicio_del_nombre : Clase::en_el_nombre, imprecision,
                    std::max<std::int64_t>(sobrantes, 0));
}

void Indice::por_clave(const std::string& plegada, std::vector<Hallazgo>& hallados) const {
    auto it = std::ranges::lower_bound(claves_, plegada, {}, &std::pair<std::string, std::uint32_t>::first);
    for (; it != claves_.end() && it->first.starts_with(plegada); ++it)
        hallados.push_back({componer(it->first == plegada ? Clase::clave : Clase::inicio_de_clave, 0, 0), it->second});
}

std::vector<Indice::Hallazgo> Indice::buscar(std::string_view texto, const Filtro& filtro) const {
    std::vector<Hallazgo> hallados;
    por_clave(plegado(texto), hallados);
    std::vector<bool> visto(filas_.size(), false);
    for (const auto& h : hallados) visto[h.fila] = true;

    auto pedidas = palabras(texto);
    if (std::ranges::any_of(pedidas, dice_algo)) std::erase_if(pedidas, [](const auto& p) { return !dice_algo(p); });
    std::vector<Palabra> lugares;
    for (const auto& p : pedidas) lugares.push_back(localizar(p));
    // The rarest word gives the candidates; the others are looked for in each of them.
    const auto frecuencia = [&](const Palabra& p) {
        return inicio_apariciones_[p.raiz_antes] - inicio_apariciones_[p.raiz_desde];
    };
    const auto rara = std::ranges::min_element(lugares, {}, frecuencia);
    if (rara != lugares.end()) {
        for (auto i = inicio_apariciones_[rara->raiz_desde]; i < inicio_apariciones_[rara->raiz_antes]; ++i) {
            const auto f = apariciones_[i];
            if (visto[f]) continue;
            visto[f] = true;
            if (const auto p = puntos(f, lugares); p >= 0) hallados.push_back({p, f});
        }
    }
    std::erase_if(hallados, [&](const Hallazgo& h) {
        const auto& f = filas_[h.fila];
        return (filtro.fecha && !f.vigente(*filtro.fecha)) || (filtro.padre && f.padre != *filtro.padre);
    });
    return hallados;
}

std::shared_ptr<const Indice> Indices::de(db::Reader& tx, const Catalogo& catalogo) {
    const std::lock_guard lock{mutex_};
    auto& hecho = hechos_[catalogo.catalogo];
    if (!hecho.indice || hecho.generacion != catalogo.generacion)
        hecho = {catalogo.generacion, std::make_shared<const Indice>(todas(tx, catalogo))};
    return hecho.indice;
}

}  // namespace cacao::sat
