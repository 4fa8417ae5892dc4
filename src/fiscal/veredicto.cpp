#include "fiscal/veredicto.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cacao::fiscal {
namespace {

struct FichaFalla {
    std::string_view nombre;
    Paso paso;
    Resultado resultado;
    std::string_view sat;
    std::string_view mensaje;
};

constexpr FichaFalla fichas[] = {
#define CACAO_HALLAZGO(nombre, paso, resultado, sat, mensaje) {#nombre, Paso::paso, Resultado::resultado, sat, mensaje},
#include "fiscal/hallazgos.inc"
#undef CACAO_HALLAZGO
};

const FichaFalla& ficha(Falla falla) { return fichas[static_cast<std::size_t>(falla)]; }

}  // namespace

std::string_view nombre(Paso paso) {
    static constexpr std::string_view nombres[cuantos_pasos] = {
        "xml",        "estructura", "catalogos",    "rfc",        "certificado", "sello",    "timbre",
        "aritmetica", "reglas",     "organizacion", "estado_sat", "documento",   "unicidad", "lista_69b"};
    return nombres[static_cast<std::size_t>(paso)];
}

std::string_view nombre(Resultado resultado) {
    static constexpr std::string_view nombres[] = {"bien", "aviso", "no_verificado", "mal"};
    return nombres[static_cast<std::size_t>(resultado)];
}

std::string_view nombre(Falla falla) { return ficha(falla).nombre; }
Paso paso(Falla falla) { return ficha(falla).paso; }
Resultado resultado(Falla falla) { return ficha(falla).resultado; }
std::string_view clave_sat(Falla falla) { return ficha(falla).sat; }
std::string_view mensaje(Falla falla) { return ficha(falla).mensaje; }

std::span<const Falla> todas_las_fallas() {
    static const auto todas = [] {
        std::array<Falla, std::size(fichas)> lista{};
        for (std::size_t i = 0; i < lista.size(); ++i) lista[i] = static_cast<Falla>(i);
        return lista;
    }();
    return todas;
}

bool Veredicto::anotar(Falla falla) {
    auto& peor = peores_[static_cast<std::size_t>(paso(falla))];
    peor = std::max(peor, resultado(falla));
    if (!hallo(falla)) halladas_.push_back(falla);
    if (hallazgos_.size() < mas_hallazgos) return true;
    ++sin_mostrar_;
    return false;
}

void Veredicto::guardar(Falla falla, std::string donde, std::string detalle, std::string_view sat) {
    // The keys are those of the matrix of 4.0; 3.3 had others.
    const auto clave = version == "3.3" ? std::string_view{} : sat.empty() ? clave_sat(falla) : sat;
    hallazgos_.push_back({falla, std::move(donde), std::move(detalle), std::string{clave}});
}

void Veredicto::hallar(Falla falla, const Nodo& nodo, std::string_view atributo, std::string detalle, std::string_view sat) {
    if (anotar(falla)) guardar(falla, ruta(nodo, atributo), std::move(detalle), sat);
}

void Veredicto::hallar_hijo(Falla falla, const Nodo& nodo, std::string_view hijo, std::string detalle) {
    if (anotar(falla)) guardar(falla, ruta(nodo).append("/").append(hijo), std::move(detalle), {});
}

void Veredicto::hallar(Falla falla, std::string donde, std::string detalle) {
    if (anotar(falla)) guardar(falla, std::move(donde), std::move(detalle), {});
}

Resultado Veredicto::de(Paso paso) const {
    const auto i = static_cast<std::size_t>(paso);
    return hechos_[i] ? peores_[i] : std::max(peores_[i], Resultado::no_verificado);
}

bool Veredicto::hallo(Falla falla) const { return std::ranges::find(halladas_, falla) != halladas_.end(); }

bool Veredicto::valido() const {
    return hechos_[0] && std::ranges::none_of(peores_, [](Resultado r) { return r == Resultado::mal; });
}

}  // namespace cacao::fiscal
