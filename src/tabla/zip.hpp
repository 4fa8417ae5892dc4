#pragma once
// A ZIP file written from front to back: each entry is deflated as it comes and its sizes follow it, so that nothing is kept.
// Entries and file up to 4 GiB.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct z_stream_s;

namespace cacao::tabla {

class Zip {
public:
    explicit Zip(std::function<void(std::string_view)> salida);
    ~Zip();
    Zip(const Zip&) = delete;
    Zip& operator=(const Zip&) = delete;

    void entrada(std::string nombre);
    void escribir(std::string_view bytes);
    void terminar();

private:
    struct Entrada {
        std::string nombre;
        std::uint64_t lugar = 0;
        std::uint32_t crc = 0;
        std::uint64_t comprimido = 0;
        std::uint64_t tamano = 0;
    };
    void cerrar_entrada();
    void sale(std::string_view bytes);
    void comprimir(std::string_view bytes, bool ultimo);

    std::function<void(std::string_view)> salida_;
    std::unique_ptr<z_stream_s> flujo_;
    std::vector<Entrada> entradas_;
    std::uint64_t escrito_ = 0;
    bool abierta_ = false;
};

}  // namespace cacao::tabla
