#include "rooms/eventos/firma.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <stdexcept>

namespace cacao::eventos {
namespace {

constexpr std::size_t bytes_de_secreto = 32;
constexpr std::int64_t longest_pause = 24 * 60 * 60;

std::string codigo_de(std::string_view secreto, std::string_view texto) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned largo = 0;
    if (HMAC(EVP_sha256(), secreto.data(), static_cast<int>(secreto.size()), reinterpret_cast<const unsigned char*>(texto.data()),
             texto.size(), bytes.data(), &largo) == nullptr)
        throw std::runtime_error("HMAC");
    return {reinterpret_cast<const char*>(bytes.data()), largo};
}

}  // namespace

std::string nuevo_secreto() { return azar(bytes_de_secreto); }

std::string secreto_visible(std::string_view secreto) { return "whsec_" + base64(secreto); }

std::string firmar(const std::vector<std::string>& secretos, std::string_view id, Instante cuando, std::string_view cuerpo) {
    const std::string texto = std::string{id} + '.' + std::to_string(cuando.segundos()) + '.' + std::string{cuerpo};
    std::string firmas;
    for (const std::string& secreto : secretos) firmas += (firmas.empty() ? "v1," : " v1,") + base64(codigo_de(secreto, texto));
    return firmas;
}

red::Peticion aviso(const std::string& url, const std::vector<std::string>& secretos, const std::string& id, std::string cuerpo,
                    Instante cuando, std::chrono::milliseconds limite) {
    red::Peticion p;
    p.metodo = "POST";
    p.url = url;
    p.encabezados = {{"Content-Type", "application/json"},
                     {"User-Agent", "Cacao"},
                     {"webhook-id", id},
                     {"webhook-timestamp", std::to_string(cuando.segundos())},
                     {"webhook-signature", firmar(secretos, id, cuando, cuerpo)}};
    p.cuerpo = std::move(cuerpo);
    p.limite = limite;
    return p;
}

std::int64_t pausa_pedida(const red::Respuesta& respuesta, Instante ahora) {
    const std::string dicha = respuesta.encabezado("Retry-After");
    std::int64_t segundos = 0;
    const auto leido = std::from_chars(dicha.data(), dicha.data() + dicha.size(), segundos);
    if (leido.ec != std::errc{} || leido.ptr != dicha.data() + dicha.size()) {
        std::tm dia{};
        if (dicha.empty() || strptime(dicha.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &dia) == nullptr) return 0;
        segundos = static_cast<std::int64_t>(timegm(&dia)) - ahora.segundos();
    }
    return std::clamp<std::int64_t>(segundos, 0, longest_pause);
}

}  // namespace cacao::eventos
