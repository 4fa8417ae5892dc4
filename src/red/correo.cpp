#include "red/correo.hpp"

#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace cacao::red {
namespace {

constexpr std::size_t ancho_de_linea = 76;

bool es_llano(std::string_view texto) {
    return std::ranges::all_of(texto, [](char c) { return c >= ' ' && c < 0x7F; });
}

// Control characters, line breaks above all, would begin a header of their own.
std::string en_una_linea(std::string_view texto) {
    std::string salida{texto};
    std::ranges::replace_if(
        salida, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
    return salida;
}

// As words that any server passes on (RFC 2047), each with whole characters.
std::string codificado(std::string_view dicho) {
    const std::string texto = en_una_linea(dicho);
    if (es_llano(texto) && texto.find("=?") == std::string::npos && texto.size() < ancho_de_linea - 20) return texto;
    constexpr std::size_t por_palabra = 42;  // bytes: 56 in base64, 68 with what stands around
    std::string salida;
    for (std::string_view resto = texto; !resto.empty();) {
        const auto parte = principio_utf8(resto, por_palabra);
        const auto tomada = parte.empty() ? resto.substr(0, 1) : parte;
        salida.append(salida.empty() ? "=?UTF-8?B?" : "\r\n =?UTF-8?B?").append(base64(tomada)).append("?=");
        resto.remove_prefix(tomada.size());
    }
    return salida;
}

std::string nombrado(std::string_view nombre, std::string_view direccion) {
    if (nombre.empty()) return std::string{direccion};
    std::string limpio = en_una_linea(nombre);
    // A name in quotes may hold what separates addresses.
    if (es_llano(limpio) && limpio.find_first_of("\"\\") == std::string::npos && limpio.find("=?") == std::string::npos)
        return fmt::format("\"{}\" <{}>", limpio, direccion);
    return fmt::format("{}\r\n <{}>", codificado(limpio), direccion);
}

void en_renglones(std::string& salida, std::string_view bytes) {
    const std::string texto = base64(bytes);
    for (std::size_t i = 0; i < texto.size(); i += ancho_de_linea) salida.append(texto, i, ancho_de_linea).append("\r\n");
}

// One form of it alone: readers that know both take the first (RFC 2231).
std::string con_nombre(std::string_view nombre) {
    const std::string limpio = en_una_linea(nombre);
    if (es_llano(limpio) && limpio.find_first_of("\"\\") == std::string::npos) return "attachment; filename=\"" + limpio + '"';
    return "attachment; filename*=UTF-8''" + por_ciento(limpio);
}

std::string cuando(Instante momento) {
    constexpr std::array<std::string_view, 7> dias{"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};  // 1970-01-01 was a Thursday
    constexpr std::array<std::string_view, 12> meses{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::int64_t dia = 86'400;
    const auto iso = momento.iso();  // 2026-11-18T15:30:00Z
    return fmt::format("{}, {} {} {} {} +0000", dias[static_cast<std::size_t>(momento.segundos() / dia % 7)], iso.substr(8, 2),
                       meses[static_cast<std::size_t>(std::stoi(iso.substr(5, 2)) - 1)], iso.substr(0, 4), iso.substr(11, 8));
}

struct EnvioSmtp {
    std::string_view queda;
    const std::function<bool()>& abandonar;
    std::string dicho;  // what the server said last but its farewell
};

std::size_t dar_mensaje(char* donde, std::size_t uno, std::size_t cuantos, void* de) {
    auto& envio = *static_cast<EnvioSmtp*>(de);
    const std::size_t n = envio.queda.copy(donde, uno * cuantos);
    envio.queda.remove_prefix(n);
    return n;
}

std::size_t oir_servidor(char* bytes, std::size_t, std::size_t cuantos, void* de) {
    auto& envio = *static_cast<EnvioSmtp*>(de);
    constexpr std::size_t maximo = 300;
    if (std::string_view{bytes, cuantos}.starts_with("221")) return cuantos;
    envio.dicho = imprimible(recortado(std::string_view{bytes, std::min(cuantos, maximo)}));
    return cuantos;
}

int sigue_el_correo(void* de, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& envio = *static_cast<EnvioSmtp*>(de);
    return envio.abandonar && envio.abandonar() ? 1 : 0;
}

constexpr std::string_view sin_starttls =
    "El servidor de correo no ofrece STARTTLS: quien opera la instalación elige otro (smtps://…) o, si está en la misma máquina, "
    "pone "
    "mail-unencrypted.";

void llamar_al_servidor(CURL* curl, const ServidorDeCorreo& servidor) {
    const auto poner = [&](CURLoption opcion, auto valor) { curl_easy_setopt(curl, opcion, valor); };
    poner(CURLOPT_URL, servidor.url.c_str());
    poner(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    poner(CURLOPT_PROXY, "");
    poner(CURLOPT_NOSIGNAL, 1L);
    poner(CURLOPT_TIMEOUT_MS, static_cast<long>(servidor.limite.count()));
    poner(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(servidor.limite.count() / 2));
    // Neither a password nor what people are sent goes over a line that others read.
    poner(CURLOPT_USE_SSL, static_cast<long>(servidor.sin_cifrar ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    poner(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!servidor.autoridades.empty()) poner(CURLOPT_CAINFO, servidor.autoridades.c_str());
    if (!servidor.usuario.empty()) {
        poner(CURLOPT_USERNAME, servidor.usuario.c_str());
        poner(CURLOPT_PASSWORD, servidor.contrasena.c_str());
    }
}

}  // namespace

std::string probar(const ServidorDeCorreo& servidor) {
    prepare_curl();
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) return "No se pudo preparar la llamada.";
    llamar_al_servidor(curl.get(), servidor);
    curl_easy_setopt(curl.get(), CURLOPT_CONNECT_ONLY, 1L);
    const CURLcode como = curl_easy_perform(curl.get());
    if (como == CURLE_USE_SSL_FAILED) return std::string{sin_starttls};
    return como == CURLE_OK ? std::string{} : std::string{curl_easy_strerror(como)};
}

std::string escribir_mensaje(const Mensaje& m) {
    const std::string borde = "cacao-" + hexadecimal(sha256(m.id)).substr(0, 32);
    std::string salida = "Date: " + cuando(m.fecha) + "\r\nFrom: " + nombrado(m.nombreDe, m.de) + "\r\n";
    if (!m.responderA.empty()) salida += "Reply-To: " + m.responderA + "\r\n";
    salida += "To: " + m.para + "\r\nSubject: " + codificado(m.asunto) + "\r\n";
    const auto casa = m.de.substr(std::min(m.de.find('@') + 1, m.de.size()));
    salida += fmt::format("Message-ID: <{}@{}>\r\nMIME-Version: 1.0\r\n", hexadecimal(sha256(m.id)).substr(0, 40), casa);
    salida += "Content-Type: multipart/mixed; boundary=\"" + borde + "\"\r\n\r\n";
    salida += "--" + borde + "\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    en_renglones(salida, m.texto);
    for (const auto& a : m.adjuntos) {
        salida += "--" + borde + "\r\nContent-Type: " + en_una_linea(a.tipo) + "\r\nContent-Transfer-Encoding: base64\r\n";
        salida += "Content-Disposition: " + con_nombre(a.nombre) + "\r\n\r\n";
        en_renglones(salida, a.bytes);
    }
    return salida + "--" + borde + "--\r\n";
}

Entrega entregar(const ServidorDeCorreo& servidor, const Mensaje& mensaje, const std::function<bool()>& abandonar) {
    prepare_curl();
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) return {Entrega::Como::sin_respuesta, "No se pudo preparar el envío."};
    const std::string texto = escribir_mensaje(mensaje);
    EnvioSmtp envio{texto, abandonar, {}};
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> destinos{
        curl_slist_append(nullptr, ('<' + mensaje.para + '>').c_str()), &curl_slist_free_all};
    const std::string de = '<' + mensaje.de + '>';

    const auto poner = [&](CURLoption opcion, auto valor) { curl_easy_setopt(curl.get(), opcion, valor); };
    llamar_al_servidor(curl.get(), servidor);
    poner(CURLOPT_MAIL_FROM, de.c_str());
    poner(CURLOPT_MAIL_RCPT, destinos.get());
    poner(CURLOPT_UPLOAD, 1L);
    poner(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(texto.size()));
    poner(CURLOPT_READFUNCTION, &dar_mensaje);
    poner(CURLOPT_READDATA, &envio);
    poner(CURLOPT_HEADERFUNCTION, &oir_servidor);
    poner(CURLOPT_HEADERDATA, &envio);
    poner(CURLOPT_NOPROGRESS, 0L);
    poner(CURLOPT_XFERINFOFUNCTION, &sigue_el_correo);
    poner(CURLOPT_XFERINFODATA, &envio);

    const CURLcode como = curl_easy_perform(curl.get());
    if (como == CURLE_OK) return {Entrega::Como::entregado, envio.dicho};
    long codigo = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &codigo);
    // What the server said is final when it is a 5; who logs in wrong today may be right tomorrow.
    const bool final =
        codigo / 100 == 5 && (como == CURLE_SEND_ERROR || como == CURLE_RECV_ERROR || como == CURLE_WEIRD_SERVER_REPLY ||
                              como == CURLE_UPLOAD_FAILED || como == CURLE_QUOTE_ERROR);
    if (como == CURLE_USE_SSL_FAILED) return {Entrega::Como::sin_respuesta, std::string{sin_starttls}};
    const auto porque = codigo / 100 >= 4 && !envio.dicho.empty() ? envio.dicho : std::string{curl_easy_strerror(como)};
    return {final ? Entrega::Como::rechazado : Entrega::Como::sin_respuesta, porque};
}

}  // namespace cacao::red
