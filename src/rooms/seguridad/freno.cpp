#include "rooms/seguridad/freno.hpp"

#include "base/error.hpp"
#include "base/texto.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace cacao {
namespace {

// Failures further apart than this do not belong together.
constexpr std::int64_t memoria_segundos = 3600;

}  // namespace

std::int64_t pausa_segundos(std::int64_t fallos, std::int64_t sin_pausa) {
    if (fallos < sin_pausa) return 0;
    return 60 * std::min<std::int64_t>(60, std::int64_t{1} << std::min<std::int64_t>(fallos - sin_pausa, 6));
}

void exigir_pasado(Instante hasta, Instante ahora) {
    if (hasta <= ahora) return;
    const auto segundos = (hasta.micros() - ahora.micros() + 999'999) / 1'000'000;
    reject(Codigo::demasiados_intentos, "", R"({"segundos":)" + std::to_string(segundos) + "}");
}

void Freno::exigir(std::string_view quien, Instante ahora) const {
    Instante hasta;
    {
        const std::lock_guard lock{mutex_};
        if (const auto cuenta = cuentas_.find(std::string{quien}); cuenta != cuentas_.end()) hasta = cuenta->second.hasta;
    }
    exigir_pasado(hasta, ahora);
}

void Freno::fallo(std::string_view quien, Instante ahora) {
    const std::lock_guard lock{mutex_};
    if (cuentas_.size() >= capacidad_) hacer_lugar(ahora);
    auto& cuenta = cuentas_[std::string{quien}];
    if (cuenta.ultimo.mas_segundos(memoria_segundos) < ahora && cuenta.hasta < ahora) cuenta.fallos = 0;
    cuenta.ultimo = ahora;
    cuenta.hasta = ahora.mas_segundos(pausa_segundos(++cuenta.fallos, sin_pausa_));
}

void Freno::hacer_lugar(Instante ahora) {
    std::erase_if(cuentas_, [&](const auto& par) {
        return par.second.hasta <= ahora && par.second.ultimo.mas_segundos(memoria_segundos) < ahora;
    });
    if (cuentas_.size() < capacidad_) return;
    // Who failed least is forgotten first: a flood of new names does not free the one that is locked.
    const auto menor = std::ranges::min_element(cuentas_, {}, [](const auto& par) { return par.second.fallos; });
    cuentas_.erase(menor);
}

std::size_t Freno::recordados() const {
    const std::lock_guard lock{mutex_};
    return cuentas_.size();
}

std::string direccion_para_freno(std::string_view remoto) {
    std::array<unsigned char, 16> bytes{};
    std::string texto{remoto};
    constexpr std::size_t red = 8;
    if (inet_pton(AF_INET6, texto.c_str(), bytes.data()) != 1) return texto;
    return hexadecimal({reinterpret_cast<const char*>(bytes.data()), red});
}

}  // namespace cacao
