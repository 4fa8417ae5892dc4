#include "tabla/imagen_pdf.hpp"

#include "base/imagen.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace cacao::tabla {
namespace {

using Punto = std::uint8_t;

std::uint32_t cuatro(std::string_view b, std::size_t i) {
    std::uint32_t v = 0;
    for (std::size_t k = 0; k < 4; ++k) v = v << 8U | static_cast<unsigned char>(b[i + k]);
    return v;
}

// Deflates as rows come.
class Compresor {
public:
    Compresor() {
        if (deflateInit(&z_, Z_DEFAULT_COMPRESSION) != Z_OK) throw std::runtime_error("the compressor failed");
    }
    ~Compresor() { deflateEnd(&z_); }
    Compresor(const Compresor&) = delete;
    Compresor& operator=(const Compresor&) = delete;

    void agregar(const std::vector<Punto>& bytes) { pasar(bytes.data(), bytes.size(), Z_NO_FLUSH); }
    std::string terminar() {
        pasar(nullptr, 0, Z_FINISH);
        return std::move(hecho_);
    }

private:
    void pasar(const Punto* bytes, std::size_t cuantos, int como) {
        std::array<Bytef, 16384> lugar{};
        z_.next_in = const_cast<Bytef*>(bytes);
        z_.avail_in = static_cast<uInt>(cuantos);
        do {
            z_.next_out = lugar.data();
            z_.avail_out = lugar.size();
            deflate(&z_, como);
            hecho_.append(reinterpret_cast<const char*>(lugar.data()), lugar.size() - z_.avail_out);
        } while (z_.avail_out == 0);
    }

    z_stream z_{};
    std::string hecho_;
};

struct Cabecera {
    std::int64_t ancho = 0, alto = 0;
    unsigned bits = 0;
    unsigned clase = 0;  // 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha
    std::size_t muestras() const { return clase == 2 ? 3 : clase == 4 ? 2 : clase == 6 ? 4 : 1; }
    std::size_t bytes_por_punto() const { return std::max<std::size_t>(1, muestras() * bits / 8); }
    std::size_t bytes_por_renglon() const { return (static_cast<std::size_t>(ancho) * muestras() * bits + 7) / 8; }
    bool de_color() const { return clase == 2 || clase == 3 || clase == 6; }
    bool bien() const {
        switch (clase) {
            case 0: return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16;
            case 3: return bits == 1 || bits == 2 || bits == 4 || bits == 8;
            case 2:
            case 4:
            case 6: return bits == 8 || bits == 16;
            default: return false;
        }
    }
};

// Rows of a PNG (ISO/IEC 15948), one after the other, each undone of its filter with the one above it.
class Png {
public:
    explicit Png(std::string_view bytes) : b_(bytes) {}

    std::optional<ImagenPdf> leer(std::int64_t lado_mayor) {
        constexpr std::size_t firma = 8, marco = 12;
        h_ = {cuatro(b_, 16), cuatro(b_, 20), static_cast<unsigned char>(b_[24]), static_cast<unsigned char>(b_[25])};
        const bool entrelazada = b_[28] != '\0';
        if (entrelazada || !h_.bien() || b_[26] != '\0' || b_[27] != '\0') return std::nullopt;
        paso_ = (std::max(h_.ancho, h_.alto) + lado_mayor - 1) / lado_mayor;
        if (inflateInit(&z_) != Z_OK) throw std::runtime_error("the decompressor failed");
        const Fin fin{z_};
        empezar();
        for (std::size_t i = firma; i + marco <= b_.size();) {
            const auto largo = cuatro(b_, i);
            const auto nombre = b_.substr(i + 4, 4);
            const auto datos = b_.substr(i + 8, largo);
            if (datos.size() != largo) return std::nullopt;
            if (nombre == "PLTE") paleta_ = datos;
            else if (nombre == "tRNS") transparencia_ = datos;
            else if (nombre == "IDAT" && !inflar(datos)) return std::nullopt;
            else if (nombre == "IEND") break;
            i += marco + largo;
        }
        if (renglon_ != h_.alto) return std::nullopt;
        return terminar();
    }

private:
    struct Fin {
        z_stream& z;
        ~Fin() { inflateEnd(&z); }
    };
    struct Suma {
        std::uint64_t rojo = 0, verde = 0, azul = 0, alfa = 0, puntos = 0;
    };

    void empezar() {
        actual_.assign(h_.bytes_por_renglon() + 1, 0);
        anterior_.assign(actual_.size(), 0);
        sumas_.assign(static_cast<std::size_t>((h_.ancho + paso_ - 1) / paso_), {});
        color_.resize(sumas_.size() * (h_.de_color() ? 3 : 1));
        alfa_.resize(sumas_.size());
    }

    bool inflar(std::string_view datos) {
        z_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(datos.data()));
        z_.avail_in = static_cast<uInt>(datos.size());
        // What is not filled had no more to be filled with: the next piece goes on with it.
        while (renglon_ < h_.alto) {
            z_.next_out = actual_.data() + lleno_;
            z_.avail_out = static_cast<uInt>(actual_.size() - lleno_);
            const int como = inflate(&z_, Z_NO_FLUSH);
            if (como != Z_OK && como != Z_STREAM_END && como != Z_BUF_ERROR) return false;
            lleno_ = actual_.size() - z_.avail_out;
            if (lleno_ < actual_.size()) break;
            if (!renglon()) return false;
        }
        return true;
    }

    bool renglon() {
        if (!quitar_filtro()) return false;
        for (std::int64_t x = 0; x < h_.ancho; ++x)
            sumar(static_cast<std::size_t>(x), sumas_[static_cast<std::size_t>(x / paso_)]);
        ++renglon_;
        if (renglon_ % paso_ == 0 || renglon_ == h_.alto) escribir();
        std::swap(actual_, anterior_);
        lleno_ = 0;
        return true;
    }

    static Punto paeth(int izquierda, int arriba, int esquina) {
        const int p = izquierda + arriba - esquina;
        const int a = std::abs(p - izquierda), b = std::abs(p - arriba), c = std::abs(p - esquina);
        return static_cast<Punto>(a <= b && a <= c ? izquierda : b <= c ? arriba : esquina);
    }

    bool quitar_filtro() {
        const auto n = h_.bytes_por_punto();
        const auto filtro = actual_[0];
        if (filtro > 4) return false;
        for (std::size_t i = 1; i < actual_.size(); ++i) {
            const Punto izquierda = i > n ? actual_[i - n] : Punto{0}, arriba = anterior_[i];
            const Punto esquina = i > n ? anterior_[i - n] : Punto{0};
            Punto mas = 0;
            if (filtro == 1) mas = izquierda;
            else if (filtro == 2) mas = arriba;
            else if (filtro == 3) mas = static_cast<Punto>((izquierda + arriba) / 2);
            else if (filtro == 4) mas = paeth(izquierda, arriba, esquina);
            actual_[i] = static_cast<Punto>(actual_[i] + mas);
        }
        return true;
    }

    // The sample as it is stored; of sixteen bits the upper half.
    unsigned muestra(std::size_t cual) const {
        if (h_.bits == 16) return actual_[1 + cual * 2];
        if (h_.bits == 8) return actual_[1 + cual];
        const auto bit = cual * h_.bits;
        return static_cast<unsigned>(actual_[1 + bit / 8] >> (8 - h_.bits - bit % 8)) & ((1U << h_.bits) - 1);
    }

    void sumar(std::size_t x, Suma& s) const {
        std::array<unsigned, 4> p{0, 0, 0, 255};
        if (h_.clase == 3) {
            const auto i = muestra(x);
            const auto de = [&](std::size_t k) {
                return i * 3 + k < paleta_.size() ? static_cast<unsigned char>(paleta_[i * 3 + k]) : 0U;
            };
            p = {de(0), de(1), de(2), i < transparencia_.size() ? static_cast<unsigned char>(transparencia_[i]) : 255U};
        } else {
            const auto m = h_.muestras();
            const bool color = h_.clase == 2 || h_.clase == 6;
            // Fewer than eight bits of gray are stretched to them.
            const unsigned escala = h_.bits < 8 ? 255U / ((1U << h_.bits) - 1) : 1U;
            for (std::size_t k = 0; k < 3; ++k) p[k] = muestra(x * m + (color ? k : 0)) * escala;
            if (h_.clase == 4 || h_.clase == 6) p[3] = muestra(x * m + m - 1);
            else if (es_el_transparente(x, m)) p[3] = 0;
        }
        s.rojo += std::uint64_t{p[0]} * p[3];
        s.verde += std::uint64_t{p[1]} * p[3];
        s.azul += std::uint64_t{p[2]} * p[3];
        s.alfa += p[3];
        ++s.puntos;
    }

    // One color may be named as that of what is not there: two bytes for each sample.
    bool es_el_transparente(std::size_t x, std::size_t m) const {
        if (transparencia_.size() != m * 2) return false;
        for (std::size_t k = 0; k < m; ++k) {
            const auto alto = static_cast<unsigned char>(transparencia_[k * 2]);
            const auto bajo = static_cast<unsigned char>(transparencia_[k * 2 + 1]);
            const bool igual = h_.bits == 16 ? actual_[1 + (x * m + k) * 2] == alto && actual_[2 + (x * m + k) * 2] == bajo
                                             : alto == 0 && muestra(x * m + k) == bajo;
            if (!igual) return false;
        }
        return true;
    }

    void escribir() {
        const std::size_t n = h_.de_color() ? 3 : 1;
        for (std::size_t i = 0; i < sumas_.size(); ++i) {
            const auto& s = sumas_[i];
            const auto medio = [&](std::uint64_t v) { return static_cast<Punto>(s.alfa == 0 ? 255 : v / s.alfa); };
            color_[i * n] = medio(s.rojo);
            if (n == 3) {
                color_[i * n + 1] = medio(s.verde);
                color_[i * n + 2] = medio(s.azul);
            }
            alfa_[i] = static_cast<Punto>(s.alfa / s.puntos);
            hay_alfa_ = hay_alfa_ || alfa_[i] != 255;
        }
        colores_.agregar(color_);
        alfas_.agregar(alfa_);
        sumas_.assign(sumas_.size(), {});
        ++escritos_;
    }

    ImagenPdf terminar() {
        ImagenPdf i;
        i.ancho = static_cast<std::int64_t>(sumas_.size());
        i.alto = escritos_;
        i.espacio = h_.de_color() ? "DeviceRGB" : "DeviceGray";
        i.filtro = "FlateDecode";
        i.datos = colores_.terminar();
        if (hay_alfa_) i.alfa = alfas_.terminar();
        return i;
    }

    std::string_view b_, paleta_, transparencia_;
    Cabecera h_;
    z_stream z_{};
    std::int64_t paso_ = 1, renglon_ = 0, escritos_ = 0;
    std::size_t lleno_ = 0;
    std::vector<Punto> actual_, anterior_, color_, alfa_;
    std::vector<Suma> sumas_;
    Compresor colores_, alfas_;
    bool hay_alfa_ = false;
};

// The frame header has how many colors; `reconocer_imagen` found the way there before.
std::optional<ImagenPdf> de_jpeg(std::string_view b, const Imagen& medidas) {
    for (std::size_t i = 2; i + 4 <= b.size();) {
        const auto marca = static_cast<unsigned char>(b[i + 1]);
        if (marca == 0xFF) {
            ++i;
            continue;
        }
        const auto largo = cuatro(b, i) & 0xFFFFU;
        const bool cuadro = marca >= 0xC0 && marca <= 0xCF && marca != 0xC4 && marca != 0xC8 && marca != 0xCC;
        if (cuadro && largo >= 8 && i + 10 <= b.size()) {
            const auto colores = b[i + 9];
            if (b[i + 4] != 8 || (colores != 1 && colores != 3 && colores != 4)) return std::nullopt;
            ImagenPdf r;
            r.ancho = medidas.ancho;
            r.alto = medidas.alto;
            r.espacio = colores == 1 ? "DeviceGray" : colores == 3 ? "DeviceRGB" : "DeviceCMYK";
            r.filtro = "DCTDecode";
            r.invertida = colores == 4;
            r.datos = b;
            return r;
        }
        i += 2 + largo;
    }
    return std::nullopt;
}

}  // namespace

std::optional<ImagenPdf> imagen_para_pdf(std::string_view bytes, std::int64_t lado_mayor) {
    const auto imagen = reconocer_imagen(bytes);
    if (!imagen || !cabe(*imagen)) return std::nullopt;
    if (imagen->tipo == "image/png") return Png{bytes}.leer(lado_mayor);
    if (imagen->tipo == "image/jpeg") return de_jpeg(bytes, *imagen);
    return std::nullopt;
}

}  // namespace cacao::tabla
