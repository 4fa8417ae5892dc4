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
    int decimales = -1;  // of an amount: how many stand behind the point; -1: a number like any other
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
// Money, with the decimals of its currency at the least; digits beyond them are kept.
Celda monto(Importe importe, int decimales);

// Where the bytes go, in order.
using Salida = std::function<void(std::string_view)>;

class Escritor {
public:
    virtual ~Escritor() = default;
    // The header is the first row.
    virtual void renglon(const std::vector<Celda>& celdas) = 0;
    // A row that stands out, where rows can.
    virtual void resaltado(const std::vector<Celda>& celdas) { renglon(celdas); }
    // Without it a workbook is not one.
    virtual void terminar() = 0;
};

struct OpcionesCsv {
    bool marca = false;  // the byte-order mark, by which spreadsheets know UTF-8
};
std::unique_ptr<Escritor> escritor_csv(Salida salida, OpcionesCsv opciones = {});
struct OpcionesXlsx {
    std::size_t titulos = 1;  // rows on top that are bold and stay when the rest is scrolled
    std::vector<int> anchos;  // of the columns, in characters; none: as the program likes
};
std::unique_ptr<Escritor> escritor_xlsx(Salida salida, std::string_view hoja, OpcionesXlsx opciones = {});

}  // namespace cacao::tabla
