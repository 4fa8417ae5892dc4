#pragma once
// Slows down whoever guesses. Counts live in memory and are bounded; what must survive a restart (the lock of a user) is a
// column of `usuario` and follows the same growing pause.

#include "base/fecha.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cacao {

inline constexpr std::int64_t fallos_sin_pausa = 5;
inline constexpr std::int64_t fallos_por_direccion = 50;  // one address may stand for an office full of people

// Seconds to wait after that many failures in a row: none below the limit, then 1, 2, 4 … 60 minutes.
std::int64_t pausa_segundos(std::int64_t fallos, std::int64_t sin_pausa = fallos_sin_pausa);

// Throws demasiados_intentos (429), with the seconds that are left, before `hasta`.
void exigir_pasado(Instante hasta, Instante ahora);

class Freno {
public:
    explicit Freno(std::int64_t sin_pausa, std::size_t capacidad = 10'000) : sin_pausa_(sin_pausa), capacidad_(capacidad) {}
    // Throws while `quien` must wait.
    void exigir(std::string_view quien, Instante ahora) const;
    void fallo(std::string_view quien, Instante ahora);
    std::size_t recordados() const;

private:
    struct Cuenta {
        std::int64_t fallos = 0;
        Instante ultimo;
        Instante hasta;
    };
    void hacer_lugar(Instante ahora);

    std::int64_t sin_pausa_;
    std::size_t capacidad_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Cuenta> cuentas_;
};

// What counts as one address: an IPv4 address, or the network (/64) of an IPv6 address, all of which one customer owns.
std::string direccion_para_freno(std::string_view remoto);

}  // namespace cacao
