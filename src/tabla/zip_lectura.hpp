#pragma once
// A ZIP file of a stranger, read within bounds that hold before anything is inflated: how many entries, how large each and all of
// them together, whatever its directory claims. What is damaged is told and never guessed at. Entries are inflated one by one, by
// who asks for them: what a small file holds does not stand in memory at once.

#include "base/function_ref.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::tabla {

struct LimitesZip {
    std::size_t entradas = 10'000;
    std::size_t por_entrada = std::size_t{10} << 20U;  // bytes, inflated
    std::size_t bytes = std::size_t{256} << 20U;       // of all that is inflated
};

enum class FallaZip : std::uint8_t { ninguna, danado, cifrado, muchas_entradas, muy_grande };

// Of bytes that live as long as what was read.
struct EntradaZip {
    std::string nombre;
    std::size_t tamano = 0;              // inflated
    FallaZip falla = FallaZip::ninguna;  // of this one alone, as far as it is seen before it is inflated
    std::string_view comprimida = {};
    std::uint32_t metodo = 0;
    std::uint32_t crc = 0;
};
// Its bytes; nothing when they are damaged, or it has a fault already.
std::optional<std::string> inflar(const EntradaZip& entrada);
// The same piece by piece, for what is not to stand in memory at once: until `toma` wants no more. False when it is damaged,
// which may show behind what was given already, and when there was more than was wanted.
bool inflar(const EntradaZip& entrada, FunctionRef<bool(std::string_view)> toma);

struct ZipLeido {
    FallaZip falla = FallaZip::ninguna;  // of the whole; then without entries
    std::vector<EntradaZip> entradas;    // folders left out
};

bool parece_zip(std::string_view bytes);
ZipLeido leer_zip(std::string_view bytes, const LimitesZip& limites = {});

}  // namespace cacao::tabla
