#pragma once
// Where something is on the network: an absolute http or https address.

#include "reflect/types.hpp"

namespace cacao {

struct Url : std::string {
    Url() = default;
    static constexpr std::size_t largo_maximo = 1000;
    // With a host, without blanks, control characters or anything else that a browser would read as more than an address.
    static std::optional<Url> leer(std::string_view texto);
};

template <>
struct TextForm<Url> : TextFormBase<Url, Codigo::valor_no_permitido> {
    static void escribir(std::string& out, const Url& v) { out += v; }
    static constexpr std::string_view esquema =
        R"("type":"string","format":"uri","pattern":"^[hH][tT][tT][pP][sS]?://[^\\s\"<>\\\\^`{|}]+$","maxLength":1000,"description":"Dirección absoluta, http o https")";
    static constexpr std::string_view ejemplo = "https://archivos.ejemplo.mx/acuse.pdf";
};

}  // namespace cacao
