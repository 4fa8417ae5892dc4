#include "db/conjunto.hpp"

#include <array>

namespace cacao::db {

void Conjunto::escribir(const Value& valor, bool& primera) {
    if (valor.kind != Kind::integer) throw std::logic_error("a set holds whole numbers");
    if (!primera) json_ += ',';
    primera = false;
    if (valor.null) {
        json_ += "null";
        return;
    }
    std::array<char, 24> digitos{};
    const auto fin = std::to_chars(digitos.data(), digitos.data() + digitos.size(), valor.integer).ptr;
    json_.append(digitos.data(), fin);
}

std::string Conjunto::sql(Motor motor, std::string_view parametro) const {
    const bool sqlite = motor == Motor::sqlite;
    std::string out = "(SELECT ";
    for (std::size_t i = 0; i < columnas_.size(); ++i) {
        if (i > 0) out += ", ";
        const auto numero = std::to_string(i);
        out += sqlite ? "value ->> " + numero : "CAST(value ->> " + numero + " AS bigint)";
        out.append(" AS ").append(columnas_[i]);
    }
    if (sqlite) out.append(" FROM json_each(").append(parametro).append("))");
    else out.append(" FROM jsonb_array_elements(CAST(").append(parametro).append(" AS jsonb)))");
    return out;
}

std::string textos_sql(Motor motor, std::string_view columna, std::string_view parametro) {
    const bool sqlite = motor == Motor::sqlite;
    std::string out = "(SELECT value AS ";
    out.append(columna).append(sqlite ? " FROM json_each(" : " FROM jsonb_array_elements_text(CAST(").append(parametro);
    return out + (sqlite ? "))" : " AS jsonb)))");
}

}  // namespace cacao::db
