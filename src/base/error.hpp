#pragma once
// The one error type. Tests and clients look at the code; the sentence is found from the code, in the caller's language.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

enum class Codigo : std::uint16_t {
#define CACAO_CODIGO(nombre, es, en) nombre,
#include "base/codigos.inc"
#undef CACAO_CODIGO
};

enum class Idioma : std::uint8_t { es, en };

std::string_view nombre(Codigo codigo);
std::string_view mensaje(Codigo codigo, Idioma idioma);
std::span<const Codigo> todos_los_codigos();

// Where in the request a fault stands. `donde_sea`: the dispatcher finds it from the shape of the operation.
enum class En : std::uint8_t { donde_sea, cuerpo, consulta, ruta, encabezado };
std::string_view nombre(En en);

struct Falta {
    Codigo codigo{};
    std::string campo;  // JSON Pointer: /partidas/0/cantidad
    En en = En::donde_sea;
    std::string datos;  // a JSON object with what the sentence cannot say, or empty
};

// One or more faults of a request. Thrown where the rule is known, caught in api/dispatch.cpp only.
class Error : public std::exception {
public:
    explicit Error(std::vector<Falta> faltas, std::size_t mas = 0);
    const std::vector<Falta>& faltas() const noexcept { return faltas_; }
    // How many more there were than those that were kept.
    std::size_t mas() const noexcept { return mas_; }
    const char* what() const noexcept override;

private:
    std::vector<Falta> faltas_;
    std::size_t mas_;
};

[[noreturn]] void reject(Codigo codigo, std::string campo, std::string datos = {});

[[noreturn]] void reject_at(Codigo codigo, std::string_view campo);
inline void reject_if(bool mal, Codigo codigo, std::string_view campo) {
    if (mal) reject_at(codigo, campo);
}

// Collects the faults of several rules, so that a caller learns of all of them at once: the first of them by name, the rest by
// their number, so that no request, however wrong, costs more than it brought.
class Faltas {
public:
    static constexpr std::size_t maximo = 100;

    void agregar(Codigo codigo, std::string campo, En en = En::donde_sea, std::string datos = {});
    void agregar_si(bool mal, Codigo codigo, std::string_view campo) {
        if (mal) agregar_en(codigo, campo);
    }
    // Those of another list, under the same limit.
    void agregar(const Faltas& otras);
    // Those that another list only counted.
    void contar(std::size_t otras) { mas_ += otras; }
    bool vacia() const { return lista_.empty(); }
    std::size_t mas() const { return mas_; }
    std::size_t cuantas() const { return lista_.size() + mas_; }
    const std::vector<Falta>& lista() const { return lista_; }
    // Throws when anything was collected.
    void lanzar() {
        if (!lista_.empty()) lanzar_todas();
    }

private:
    void agregar_en(Codigo codigo, std::string_view campo);
    [[noreturn]] void lanzar_todas();

    std::vector<Falta> lista_;
    std::size_t mas_ = 0;
};

}  // namespace cacao
