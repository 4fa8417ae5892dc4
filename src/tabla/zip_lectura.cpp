#include "tabla/zip_lectura.hpp"

#include <zlib.h>

#include <algorithm>
#include <optional>

namespace cacao::tabla {
namespace {

constexpr std::uint32_t firma_fin = 0x06054B50;
constexpr std::uint32_t firma_directorio = 0x02014B50;
constexpr std::uint32_t firma_local = 0x04034B50;
constexpr std::size_t largo_fin = 22;
constexpr std::size_t largo_directorio = 46;
constexpr std::size_t largo_local = 30;
constexpr std::size_t mas_comentario = 0xFFFF;

// Whoever asked made sure that it is there.
std::uint32_t numero_zip(std::string_view b, std::size_t en, std::size_t bytes) {
    std::uint32_t v = 0;
    for (std::size_t i = bytes; i-- > 0;) v = v << 8U | static_cast<unsigned char>(b[en + i]);
    return v;
}

// Where the record stands that ends a file; nothing when there is none.
std::optional<std::size_t> fin_de(std::string_view b) {
    if (b.size() < largo_fin) return std::nullopt;
    const std::size_t ultimo = b.size() - largo_fin;
    const std::size_t primero = ultimo > mas_comentario ? ultimo - mas_comentario : 0;
    for (std::size_t en = ultimo + 1; en-- > primero;)
        if (numero_zip(b, en, 4) == firma_fin && en + largo_fin + numero_zip(b, en + 20, 2) == b.size()) return en;
    return std::nullopt;
}

struct EnDirectorio {
    std::uint32_t metodo = 0;
    std::uint32_t crc = 0;
    std::size_t comprimido = 0;
    std::size_t tamano = 0;
    std::size_t local = 0;
    bool cifrado = false;
};

bool inflar_datos(std::string_view datos, std::string& bytes) {
    z_stream z{};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) return false;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(datos.data()));  // NOLINT: zlib does not write there
    z.avail_in = static_cast<uInt>(datos.size());
    // One byte more than it may have: what is longer than it says does not end.
    std::string salida(bytes.size() + 1, '\0');
    z.next_out = reinterpret_cast<Bytef*>(salida.data());
    z.avail_out = static_cast<uInt>(salida.size());
    const int hecho = inflate(&z, Z_FINISH);
    const bool bien = hecho == Z_STREAM_END && z.avail_in == 0 && z.total_out == bytes.size();
    inflateEnd(&z);
    if (!bien) return false;
    salida.resize(bytes.size());
    bytes = std::move(salida);
    return true;
}

FallaZip hallar_entrada(std::string_view b, const EnDirectorio& e, EntradaZip& entrada) {
    if (e.cifrado) return FallaZip::cifrado;
    if (e.local > b.size() || b.size() - e.local < largo_local || numero_zip(b, e.local, 4) != firma_local)
        return FallaZip::danado;
    const std::size_t datos = e.local + largo_local + numero_zip(b, e.local + 26, 2) + numero_zip(b, e.local + 28, 2);
    if (datos > b.size() || b.size() - datos < e.comprimido) return FallaZip::danado;
    if (e.metodo != 0 && e.metodo != Z_DEFLATED) return FallaZip::danado;
    if (e.metodo == 0 && e.comprimido != e.tamano) return FallaZip::danado;
    entrada.comprimida = b.substr(datos, e.comprimido);
    entrada.metodo = e.metodo;
    entrada.crc = e.crc;
    return FallaZip::ninguna;
}

}  // namespace

std::optional<std::string> inflar(const EntradaZip& entrada) {
    if (entrada.falla != FallaZip::ninguna) return std::nullopt;
    std::string bytes;
    if (entrada.metodo == 0) {
        bytes = entrada.comprimida;
    } else {
        bytes.assign(entrada.tamano, '\0');
        if (!inflar_datos(entrada.comprimida, bytes)) return std::nullopt;
    }
    if (crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) != entrada.crc) return std::nullopt;
    return bytes;
}

bool inflar(const EntradaZip& entrada, FunctionRef<bool(std::string_view)> toma) {
    if (entrada.falla != FallaZip::ninguna) return false;
    if (entrada.metodo == 0)
        return crc32_z(0, reinterpret_cast<const Bytef*>(entrada.comprimida.data()), entrada.comprimida.size()) == entrada.crc &&
               toma(entrada.comprimida);
    z_stream z{};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) return false;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(entrada.comprimida.data()));  // NOLINT: zlib does not write there
    z.avail_in = static_cast<uInt>(entrada.comprimida.size());
    std::string trozo(std::size_t{64} << 10U, '\0');
    uLong crc = 0;
    int como = Z_OK;
    bool sigue = true;
    while (como == Z_OK && sigue && z.total_out <= entrada.tamano) {
        z.next_out = reinterpret_cast<Bytef*>(trozo.data());
        z.avail_out = static_cast<uInt>(trozo.size());
        como = inflate(&z, Z_NO_FLUSH);
        const auto salieron = trozo.size() - z.avail_out;
        crc = crc32_z(crc, reinterpret_cast<const Bytef*>(trozo.data()), salieron);
        if (como == Z_OK || como == Z_STREAM_END) sigue = salieron == 0 || toma({trozo.data(), salieron});
    }
    const bool bien = sigue && como == Z_STREAM_END && z.avail_in == 0 && z.total_out == entrada.tamano && crc == entrada.crc;
    inflateEnd(&z);
    return bien;
}

bool parece_zip(std::string_view bytes) {
    return bytes.starts_with(std::string_view{"PK\x03\x04", 4}) || bytes.starts_with(std::string_view{"PK\x05\x06", 4});
}

ZipLeido leer_zip(std::string_view b, const LimitesZip& limites) {
    ZipLeido r;
    const auto danado = [&] {
        r.entradas.clear();
        r.falla = FallaZip::danado;
        return r;
    };
    const auto fin = fin_de(b);
    if (!fin) return danado();
    const std::size_t cuantas = numero_zip(b, *fin + 10, 2);
    // A file in parts, or one so large that its figures stand elsewhere, is none that anybody sends here.
    if (numero_zip(b, *fin + 4, 4) != 0 || cuantas != numero_zip(b, *fin + 8, 2) || cuantas == mas_comentario) return danado();
    if (cuantas > limites.entradas) {
        r.falla = FallaZip::muchas_entradas;
        return r;
    }
    std::size_t en = numero_zip(b, *fin + 16, 4);
    std::size_t inflado = 0;
    for (std::size_t i = 0; i < cuantas; ++i) {
        if (en > *fin || *fin - en < largo_directorio || numero_zip(b, en, 4) != firma_directorio) return danado();
        EnDirectorio e;
        e.cifrado = (numero_zip(b, en + 8, 2) & 1U) != 0;
        e.metodo = numero_zip(b, en + 10, 2);
        e.crc = numero_zip(b, en + 16, 4);
        e.comprimido = numero_zip(b, en + 20, 4);
        e.tamano = numero_zip(b, en + 24, 4);
        e.local = numero_zip(b, en + 42, 4);
        const std::size_t nombre = numero_zip(b, en + 28, 2);
        const std::size_t largo = largo_directorio + nombre + numero_zip(b, en + 30, 2) + numero_zip(b, en + 32, 2);
        if (*fin - en < largo) return danado();
        EntradaZip entrada;
        entrada.nombre = b.substr(en + largo_directorio, nombre);
        en += largo;
        if (entrada.nombre.ends_with('/')) continue;
        if (e.tamano > limites.por_entrada) {
            entrada.falla = FallaZip::muy_grande;
        } else if (inflado += e.tamano; inflado > limites.bytes) {
            // The same bytes may be named by many entries: what counts is what comes out.
            r.entradas.clear();
            r.falla = FallaZip::muy_grande;
            return r;
        } else {
            entrada.tamano = e.tamano;
            entrada.falla = hallar_entrada(b, e, entrada);
        }
        r.entradas.push_back(std::move(entrada));
    }
    return r;
}

}  // namespace cacao::tabla
