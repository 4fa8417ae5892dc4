#pragma once
// What a reader sees in a PDF, by other code than that which made it (poppler's pdftotext). Pages end with a form feed.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace cacao::test {

inline std::string texto_de_pdf(const std::string& bytes) {
    std::string archivo = "/tmp/cacao-pdf-XXXXXX";
    const int fd = mkstemp(archivo.data());
    if (fd < 0) throw std::runtime_error("no temporary file");
    close(fd);
    std::ofstream{archivo, std::ios::binary} << bytes;
    FILE* tubo = popen(("pdftotext -layout -enc UTF-8 " + archivo + " - 2>&1").c_str(), "r");
    std::string texto;
    for (int c = std::fgetc(tubo); c != EOF; c = std::fgetc(tubo)) texto.push_back(static_cast<char>(c));
    const int estado = pclose(tubo);
    std::remove(archivo.c_str());
    if (estado != 0) throw std::runtime_error("pdftotext failed: " + texto);
    return texto;
}

inline auto paginas_de(const std::string& texto) { return std::count(texto.begin(), texto.end(), '\f'); }

}  // namespace cacao::test
