#include "tabla/zip.hpp"

#include <zlib.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace cacao::tabla {
namespace {

// Little-endian fields, as APPNOTE.TXT of PKWARE lays them out (4.3.7, 4.3.9, 4.3.12, 4.3.16).
class Campos {
public:
    Campos& dos(std::uint64_t v) { return poner(v, 2); }
    Campos& cuatro(std::uint64_t v) { return poner(v, 4); }
    Campos& texto(std::string_view t) {
        bytes_ += t;
        return *this;
    }
    const std::string& bytes() const { return bytes_; }

private:
    Campos& poner(std::uint64_t v, int cuantos) {
        for (int i = 0; i < cuantos; ++i) bytes_.push_back(static_cast<char>(v >> (8U * static_cast<unsigned>(i)) & 0xFFU));
        return *this;
    }
    std::string bytes_;
};

constexpr std::uint64_t version_minima = 20;
constexpr std::uint64_t banderas = 0x0808;  // sizes follow the entry; names are UTF-8
constexpr std::uint64_t deflate_ = 8;
constexpr std::uint64_t primer_dia = 0x0021;  // 1980-01-01: the same table gives the same file

}  // namespace

Zip::Zip(std::function<void(std::string_view)> salida) : salida_(std::move(salida)), flujo_(std::make_unique<z_stream_s>()) {
    if (deflateInit2(flujo_.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("the compressor could not start");
}

Zip::~Zip() { deflateEnd(flujo_.get()); }

void Zip::entrada(std::string nombre) {
    cerrar_entrada();
    auto& e = entradas_.emplace_back();
    e.nombre = std::move(nombre);
    e.lugar = escrito_;
    Campos c;
    c.cuatro(0x04034B50).dos(version_minima).dos(banderas).dos(deflate_).dos(0).dos(primer_dia);
    c.cuatro(0).cuatro(0).cuatro(0).dos(e.nombre.size()).dos(0).texto(e.nombre);
    sale(c.bytes());
    deflateReset(flujo_.get());
    abierta_ = true;
}

void Zip::escribir(std::string_view bytes) {
    auto& e = entradas_.back();
    const auto* datos = reinterpret_cast<const unsigned char*>(bytes.data());
    e.crc = static_cast<std::uint32_t>(crc32_z(e.crc, datos, bytes.size()));
    e.tamano += bytes.size();
    comprimir(bytes, false);
}

void Zip::comprimir(std::string_view bytes, bool ultimo) {
    std::array<unsigned char, 1U << 15U> bufer{};
    // zlib takes its input as not const, and leaves it alone.
    flujo_->next_in = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data()));
    flujo_->avail_in = static_cast<unsigned>(bytes.size());
    do {
        flujo_->next_out = bufer.data();
        flujo_->avail_out = static_cast<unsigned>(bufer.size());
        if (deflate(flujo_.get(), ultimo ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
            throw std::runtime_error("the compressor failed");
        const std::size_t hecho = bufer.size() - flujo_->avail_out;
        entradas_.back().comprimido += hecho;
        sale({reinterpret_cast<const char*>(bufer.data()), hecho});
    } while (flujo_->avail_out == 0);
}

void Zip::cerrar_entrada() {
    if (!abierta_) return;
    abierta_ = false;
    comprimir({}, true);
    const auto& e = entradas_.back();
    constexpr std::uint64_t tope = std::numeric_limits<std::uint32_t>::max();
    if (e.tamano > tope || escrito_ > tope) throw std::runtime_error("the table is too long for a workbook");
    sale(Campos{}.cuatro(0x08074B50).cuatro(e.crc).cuatro(e.comprimido).cuatro(e.tamano).bytes());
}

void Zip::terminar() {
    cerrar_entrada();
    const auto inicio = escrito_;
    for (const auto& e : entradas_) {
        Campos c;
        c.cuatro(0x02014B50).dos(version_minima).dos(version_minima).dos(banderas).dos(deflate_).dos(0).dos(primer_dia);
        c.cuatro(e.crc).cuatro(e.comprimido).cuatro(e.tamano).dos(e.nombre.size()).dos(0).dos(0).dos(0).dos(0).cuatro(0);
        c.cuatro(e.lugar).texto(e.nombre);
        sale(c.bytes());
    }
    Campos fin;
    fin.cuatro(0x06054B50).dos(0).dos(0).dos(entradas_.size()).dos(entradas_.size());
    fin.cuatro(escrito_ - inicio).cuatro(inicio).dos(0);
    sale(fin.bytes());
}

void Zip::sale(std::string_view bytes) {
    escrito_ += bytes.size();
    if (!bytes.empty()) salida_(bytes);
}

}  // namespace cacao::tabla
