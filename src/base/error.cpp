#include "base/error.hpp"

#include <array>

namespace cacao {
namespace {

struct Entrada {
    Codigo codigo;
    std::string_view nombre, es, en;
};

constexpr Entrada tabla[] = {
#define CACAO_CODIGO(nombre, es, en) {Codigo::nombre, #nombre, es, en},
#include "base/codigos.inc"
#undef CACAO_CODIGO
};

constexpr auto codigos = [] {
    std::array<Codigo, std::size(tabla)> lista{};
    for (std::size_t i = 0; i < lista.size(); ++i) lista[i] = tabla[i].codigo;
    return lista;
}();

const Entrada& entrada(Codigo codigo) { return tabla[static_cast<std::size_t>(codigo)]; }

}  // namespace

std::string_view nombre(Codigo codigo) { return entrada(codigo).nombre; }

std::string_view mensaje(Codigo codigo, Idioma idioma) { return idioma == Idioma::en ? entrada(codigo).en : entrada(codigo).es; }

std::span<const Codigo> todos_los_codigos() { return codigos; }

std::string_view nombre(En en) {
    switch (en) {
        case En::consulta: return "consulta";
        case En::ruta: return "ruta";
        case En::encabezado: return "encabezado";
        case En::donde_sea:
        case En::cuerpo: break;
    }
    return "cuerpo";
}

Error::Error(std::vector<Falta> faltas, std::size_t mas) : faltas_(std::move(faltas)), mas_(mas) {}

const char* Error::what() const noexcept { return faltas_.empty() ? "rejected" : nombre(faltas_.front().codigo).data(); }

void Faltas::agregar(Codigo codigo, std::string campo, En en, std::string datos) {
    if (lista_.size() == maximo) ++mas_;
    else lista_.push_back({codigo, std::move(campo), en, std::move(datos)});
}

void Faltas::agregar(const Faltas& otras) {
    for (const Falta& f : otras.lista_) agregar(f.codigo, f.campo, f.en, f.datos);
    contar(otras.mas_);
}

void Faltas::agregar_en(Codigo codigo, std::string_view campo) { agregar(codigo, std::string{campo}); }

void Faltas::lanzar_todas() { throw Error{std::move(lista_), mas_}; }

void reject_at(Codigo codigo, std::string_view campo) { reject(codigo, std::string{campo}); }

void reject(Codigo codigo, std::string campo, std::string datos) {
    throw Error{{{codigo, std::move(campo), En::donde_sea, std::move(datos)}}};
}

}  // namespace cacao
