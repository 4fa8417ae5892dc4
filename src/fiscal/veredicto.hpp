#pragma once
// What was found in a document that somebody sent: each step with its result, and each fault with its code, its place and words.

#include "fiscal/xml.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

// In the order in which they are taken. One that cannot be taken, because of what a former one found, is not verified.
// Those behind `reglas` need what only the caller has: who the organization is, its documents, the authority's word and list.
enum class Paso : std::uint8_t {
    xml,
    estructura,
    catalogos,
    rfc,
    certificado,
    sello,
    timbre,
    aritmetica,
    reglas,
    organizacion,
    estado_sat,
    documento,
    unicidad,
    lista_69b
};
inline constexpr std::size_t cuantos_pasos = 14;
inline constexpr std::size_t pasos_del_juez = 9;

// `no_verificado`: nobody can tell with what is at hand; never taken as good nor as bad.
enum class Resultado : std::uint8_t { bien, aviso, no_verificado, mal };

enum class Falla : std::uint8_t {
#define CACAO_HALLAZGO(nombre, paso, resultado, sat, mensaje) nombre,
#include "fiscal/hallazgos.inc"
#undef CACAO_HALLAZGO
};

std::string_view nombre(Paso paso);
std::string_view nombre(Resultado resultado);
std::string_view nombre(Falla falla);
Paso paso(Falla falla);
Resultado resultado(Falla falla);
std::string_view clave_sat(Falla falla);  // "CFDI40108", or ""
std::string_view mensaje(Falla falla);
std::span<const Falla> todas_las_fallas();

struct Hallazgo {
    Falla falla{};
    std::string donde;    // /cfdi:Comprobante/@Total
    std::string detalle;  // what stands there and what was expected, as far as that says more
    std::string sat;      // key of the authority's matrix, of CFDI 4.0
};

class Veredicto {
public:
    // A document may be wrong in more places than anybody reads.
    static constexpr std::size_t mas_hallazgos = 100;

    // Where a node stands is worked out only for what is kept: a document may hold as many faults as nodes.
    void hallar(Falla falla, const Nodo& nodo, std::string_view atributo = {}, std::string detalle = {},
                std::string_view sat = {});
    void hallar_hijo(Falla falla, const Nodo& nodo, std::string_view hijo, std::string detalle = {});  // that is not there
    void hallar(Falla falla, std::string donde, std::string detalle = {});                             // in no node
    // That a step came to its end.
    void hecho(Paso paso) { hechos_[static_cast<std::size_t>(paso)] = true; }

    Resultado de(Paso paso) const;
    bool hallo(Falla falla) const;
    // Nothing wrong in any step; what could not be verified does not count.
    bool valido() const;
    const std::vector<Hallazgo>& hallazgos() const { return hallazgos_; }
    std::size_t sin_mostrar() const { return sin_mostrar_; }

    std::string version;  // 4.0, 3.3 or ""
    std::string uuid;

private:
    // False when there are enough.
    bool anotar(Falla falla);
    void guardar(Falla falla, std::string donde, std::string detalle, std::string_view sat);

    std::array<bool, cuantos_pasos> hechos_{};
    std::array<Resultado, cuantos_pasos> peores_{};
    std::vector<Hallazgo> hallazgos_;
    std::vector<Falla> halladas_;
    std::size_t sin_mostrar_ = 0;
};

}  // namespace cacao::fiscal
