#pragma once
// Tables and pages kept as text, taken apart line by line and field by field.

#include <string_view>

namespace cacao {

// What stands before the next `fin`, or all of it; `texto` goes on behind that.
inline std::string_view tomar_hasta(std::string_view& texto, char fin) {
    const auto donde = texto.find(fin);
    const auto parte = texto.substr(0, donde);
    texto.remove_prefix(donde == std::string_view::npos ? texto.size() : donde + 1);
    return parte;
}

}  // namespace cacao
