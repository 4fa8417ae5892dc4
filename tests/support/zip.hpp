#pragma once
// A workbook taken apart again, by other code than that which made it.

#include <zlib.h>

#include <map>
#include <string>

namespace cacao::test {

// The parts of a ZIP by name, inflated; empty when its structure is broken anywhere.
inline std::map<std::string, std::string> partes(const std::string& zip) {
    const auto numero = [&](std::size_t en, int bytes) {
        std::size_t v = 0;
        for (int i = bytes; i-- > 0;) v = v << 8U | static_cast<unsigned char>(zip.at(en + static_cast<std::size_t>(i)));
        return v;
    };
    const std::size_t fin = zip.size() - 22;
    if (numero(fin, 4) != 0x06054B50) return {};
    std::map<std::string, std::string> lista;
    std::size_t en = numero(fin + 16, 4);
    for (std::size_t n = numero(fin + 10, 2); n > 0; --n) {
        if (numero(en, 4) != 0x02014B50) return {};
        const auto crc = numero(en + 16, 4), comprimido = numero(en + 20, 4), tamano = numero(en + 24, 4);
        const auto nombre = zip.substr(en + 46, numero(en + 28, 2));
        const auto local = numero(en + 42, 4);
        if (numero(local, 4) != 0x04034B50 || zip.substr(local + 30, nombre.size()) != nombre) return {};
        std::string texto(tamano, ' ');
        z_stream z{};
        inflateInit2(&z, -MAX_WBITS);
        auto datos = zip.substr(local + 30 + nombre.size(), comprimido);
        z.next_in = reinterpret_cast<unsigned char*>(datos.data());
        z.avail_in = static_cast<unsigned>(datos.size());
        z.next_out = reinterpret_cast<unsigned char*>(texto.data());
        z.avail_out = static_cast<unsigned>(texto.size());
        const int hecho = inflate(&z, Z_FINISH);
        inflateEnd(&z);
        if (hecho != Z_STREAM_END || crc32_z(0, reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) != crc)
            return {};
        lista[nombre] = texto;
        en += 46 + nombre.size();
    }
    return lista;
}

}  // namespace cacao::test
