#pragma once
// Tables out: rows of texts, numbers and days, as CSV (RFC 4180) or as a workbook (XLSX). Rows leave as they come, so that a
// table of any length costs little memory. Numbers are digits from the store to the file and never pass through a binary
// fraction.

#include "base/decimal.hpp"
#include "base/fecha.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cacao::tabla {

// A number as its plain digits: 12, -0.5, 1234.56.
struct Numero {
    std::string digitos;
};
using Celda = std::variant<std::string, Numero, Fecha, bool>;

inline Celda celda(std::string_view texto) { return std::string{texto}; }
inline Celda celda(const char* texto) { return std::string{texto}; }
inline Celda celda(const std::string& texto) { return texto; }
inline Celda celda(bool valor) { return valor; }
inline Celda celda(Fecha fecha) { return fecha; }
inline Celda celda(std::int64_t entero) { return Numero{std::to_string(entero)}; }
template <class Tag>
Celda celda(Decimal<Tag> decimal) {
    return Numero{decimal.texto()};
}

// Where the bytes go, in order.
using Salida = std::function<void(std::string_view)>;

class Escritor {
public:
    virtual ~Escritor() = default;
    // The header is the first row.
    virtual void renglon(const std::vector<Celda>& celdas) = 0;
    // Without it a workbook is not one.
    virtual void terminar() = 0;
};

struct OpcionesCsv {
    bool marca = false;  // the byte-order mark, by which spreadsheets know UTF-8
};
std::unique_ptr<Escritor> escritor_csv(Salida salida, OpcionesCsv opciones = {});
// One sheet, its first row frozen and bold.
std::unique_ptr<Escritor> escritor_xlsx(Salida salida, std::string_view hoja);

}  // namespace cacao::tabla
