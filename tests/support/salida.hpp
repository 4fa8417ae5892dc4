#pragma once
// What another program prints, and a file to hand it.

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace cacao::test {

// A file with these bytes that goes with this.
class ArchivoDePaso {
public:
    explicit ArchivoDePaso(const std::string& bytes = {}) {
        const int fd = mkstemp(nombre_.data());
        if (fd < 0) throw std::runtime_error("no temporary file");
        close(fd);
        std::ofstream{nombre_, std::ios::binary} << bytes;
    }
    ~ArchivoDePaso() { std::remove(nombre_.c_str()); }
    ArchivoDePaso(const ArchivoDePaso&) = delete;
    ArchivoDePaso& operator=(const ArchivoDePaso&) = delete;
    const std::string& nombre() const { return nombre_; }

private:
    std::string nombre_ = "/tmp/cacao-XXXXXX";
};

// Throws with what it printed when the program did not end well.
inline std::string salida_de(const std::string& comando) {
    FILE* tubo = popen(comando.c_str(), "r");
    if (tubo == nullptr) throw std::runtime_error(comando + " did not start");
    std::string texto;
    std::array<char, 65536> lugar{};
    for (std::size_t n = 0; (n = std::fread(lugar.data(), 1, lugar.size(), tubo)) > 0;) texto.append(lugar.data(), n);
    if (pclose(tubo) != 0) throw std::runtime_error(comando + " failed: " + texto.substr(0, 1000));
    return texto;
}

}  // namespace cacao::test
