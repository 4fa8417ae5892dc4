#include "fiscal/exacto.hpp"

#include <limits>

namespace cacao::fiscal {

Entero leer_exacto(std::string_view texto, int decimales) {
    constexpr Entero demasiado = potencia(30);
    Entero valor = 0;
    int tras_punto = -1;
    if (texto.empty() || texto == ".") return 0;
    for (const char c : texto) {
        if (c == '.' && tras_punto < 0) {
            tras_punto = 0;
            continue;
        }
        if (c < '0' || c > '9') return 0;
        if (tras_punto >= decimales) {
            if (c != '0') return 0;
            continue;
        }
        if (tras_punto >= 0) ++tras_punto;
        valor = valor * 10 + (c - '0');
        if (valor > demasiado) return 0;
    }
    for (int i = tras_punto < 0 ? 0 : tras_punto; i < decimales; ++i) {
        valor *= 10;
        if (valor > demasiado) return 0;
    }
    return valor;
}

std::string texto_de_micros(Entero micros) {
    if (absoluto(micros) > std::numeric_limits<std::int64_t>::max()) return {};
    return Importe::de_micros(static_cast<std::int64_t>(micros)).texto();
}

}  // namespace cacao::fiscal
