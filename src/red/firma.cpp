#include "red/firma.hpp"

#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cacao::red {
namespace {

std::string hmac(std::string_view llave, std::string_view texto) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned largo = 0;
    if (HMAC(EVP_sha256(), llave.data(), static_cast<int>(llave.size()), reinterpret_cast<const unsigned char*>(texto.data()),
             texto.size(), bytes.data(), &largo) == nullptr)
        throw std::runtime_error("HMAC");
    return {reinterpret_cast<const char*>(bytes.data()), largo};
}

// Without blanks around, and with one where there are several.
std::string sin_blancos(std::string_view valor) {
    std::string salida;
    for (const char c : valor) {
        if (c == ' ' && (salida.empty() || salida.back() == ' ')) continue;
        salida.push_back(c);
    }
    if (salida.ends_with(' ')) salida.pop_back();
    return salida;
}

std::vector<std::pair<std::string, std::string>> ordenados(const PorFirmar& peticion) {
    std::vector<std::pair<std::string, std::string>> lista;
    for (const auto& [nombre, valor] : peticion.encabezados) lista.emplace_back(minusculas_ascii(nombre), sin_blancos(valor));
    std::ranges::stable_sort(lista, {}, [](const auto& e) { return e.first; });
    return lista;
}

std::string firmados(const PorFirmar& peticion) {
    std::string nombres;
    for (const auto& [nombre, valor] : ordenados(peticion)) nombres += (nombres.empty() ? "" : ";") + nombre;
    return nombres;
}

}  // namespace

std::string consulta_canonica(const std::vector<std::pair<std::string, std::string>>& consulta) {
    std::vector<std::pair<std::string, std::string>> partes;
    for (const auto& [nombre, valor] : consulta) partes.emplace_back(por_ciento(nombre), por_ciento(valor));
    std::ranges::sort(partes);
    std::string salida;
    for (const auto& [nombre, valor] : partes) salida += (salida.empty() ? "" : "&") + nombre + "=" + valor;
    return salida;
}

std::string peticion_canonica(const PorFirmar& peticion) {
    std::string salida = fmt::format("{}\n{}\n{}\n", peticion.metodo, peticion.ruta, consulta_canonica(peticion.consulta));
    for (const auto& [nombre, valor] : ordenados(peticion)) salida += nombre + ":" + valor + "\n";
    return salida + "\n" + firmados(peticion) + "\n" + peticion.huella;
}

std::string autorizacion(const Credencial& quien, const PorFirmar& peticion, const std::string& momento) {
    const std::string dia = momento.substr(0, 8);
    const std::string ambito = fmt::format("{}/{}/{}/aws4_request", dia, quien.region, quien.servicio);
    const std::string por_firmar =
        fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", momento, ambito, hexadecimal(sha256(peticion_canonica(peticion))));
    const std::string llave = hmac(hmac(hmac(hmac("AWS4" + quien.secreto, dia), quien.region), quien.servicio), "aws4_request");
    return fmt::format("AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, Signature={}", quien.llave, ambito,
                       firmados(peticion), hexadecimal(hmac(llave, por_firmar)));
}

}  // namespace cacao::red
