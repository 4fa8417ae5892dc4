#include "rooms/escuela/nombre_alumno.hpp"

#include "base/texto.hpp"
#include "engine/entorno/alumnos.hpp"

#include <algorithm>

namespace cacao {

std::string abreviado(std::string_view nombre) {
    std::string r;
    for (std::size_t i = 0; i < nombre.size();) {
        const std::size_t desde = nombre.find_first_not_of(' ', i);
        if (desde == std::string_view::npos) break;
        const std::size_t hasta = std::min(nombre.find(' ', desde), nombre.size());
        i = hasta;
        if (r.empty()) {
            r = nombre.substr(desde, hasta - desde);
            continue;
        }
        // The first letter, of as many bytes as it has.
        std::size_t letra = desde + 1;
        while (letra < hasta && (nombre[letra] & '\xC0') == '\x80') ++letra;
        r.append(" ").append(nombre.substr(desde, letra - desde)).append(".");
    }
    return r;
}

NombresDeAlumnos::NombresDeAlumnos(const Context& ctx)
    : enteros_(api::tiene_derecho(ctx.sesion(), engine::derecho_de_nombre, "EscuelaPrivada")) {}

// As long as what is written in place may be, and without what JSON would escape.
char* TextForm<NombreReservado>::escribir(char* out, const NombreReservado& v) {
    std::string corto = abreviado(v);
    std::erase_if(corto, [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
    const auto cabe = principio_utf8(corto, largo_escrito);
    return std::copy(cabe.begin(), cabe.end(), out);
}

}  // namespace cacao
