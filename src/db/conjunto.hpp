#pragma once
// Many rows of whole numbers as one parameter, for statements about sets: one trip and one plan, however many rows.
//
//     db::Conjunto pedidos{"productoId", "unidadMedidaId"};
//     pedidos.agregar(p.productoId, p.unidadMedidaId);
//     tx.all<T>("SELECT … FROM " + pedidos.sql(tx.motor(), "$2") + " f JOIN producto p ON …", tx.organizacion(),
//     pedidos.valor());

#include "db/db.hpp"

#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::db {

class Conjunto {
public:
    // The names of the columns must live as long as this object: literals, in practice.
    Conjunto(std::initializer_list<std::string_view> columnas) : columnas_(columnas) {}

    // One row: as many values as there are columns, each a whole number or what is stored as one, or an empty optional.
    template <class... Args>
    void agregar(const Args&... args) {
        json_ += filas_++ == 0 ? "[[" : ",[";
        bool primera = true;
        (escribir(to_value(args), primera), ...);
        json_ += ']';
    }
    std::size_t filas() const { return filas_; }

    // The parameter's value; the same text for both engines.
    std::string valor() const { return filas_ == 0 ? "[]" : json_ + ']'; }
    // The rows as a table in parentheses, read from the parameter of that name.
    std::string sql(Motor motor, std::string_view parametro) const;

private:
    void escribir(const Value& valor, bool& primera);

    std::vector<std::string_view> columnas_;
    std::string json_;
    std::size_t filas_ = 0;
};

// Many texts as one parameter, a JSON array of them, as a table with one column.
std::string textos_sql(Motor motor, std::string_view columna, std::string_view parametro);

}  // namespace cacao::db
