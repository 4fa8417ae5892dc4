#pragma once
// Tables out: rows of texts, numbers and days, as CSV (RFC 4180) or as a workbook (XLSX). Rows leave as they come, so that a
// table of any length costs little memory. Numbers are digits from the store to the file and never pass through a binary
// fraction.

#include "base/decimal.hpp"
#include "base/fecha.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
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
using ValorDeCelda = std::variant<std::string, Numero, Fecha, bool>;
// Made and let go elsewhere: a report writes hundreds of them, and each would be compiled in place.
struct Celda : ValorDeCelda {
    using ValorDeCelda::ValorDeCelda;
    Celda(const Celda&);
    Celda(Celda&&) noexcept;
    Celda& operator=(const Celda&);
    Celda& operator=(Celda&&) noexcept;
    ~Celda();
};

Celda celda(std::string_view texto);
inline Celda celda(const char* texto) { return celda(std::string_view{texto}); }
inline Celda celda(const std::string& texto) { return celda(std::string_view{texto}); }
Celda celda(bool valor);
Celda celda(Fecha fecha);
Celda celda(std::int64_t entero);
Celda celda_de_millonesimas(std::int64_t micros);
template <class Tag>
Celda celda(Decimal<Tag> decimal) {
    return celda_de_millonesimas(decimal.micros());
}
// Money, with the decimals of its currency at the least; digits beyond them are kept.
Celda monto(Importe importe, int decimales);

// Where the bytes go, in order.
using Salida = std::function<void(std::string_view)>;

class Escritor {
public:
    virtual ~Escritor() = default;
    // The header is the first row.
    virtual void renglon(std::span<const Celda> celdas) = 0;
    void renglon(std::initializer_list<Celda> celdas) { renglon(std::span{celdas.begin(), celdas.size()}); }
    // A row that stands out, where rows can.
    virtual void resaltado(std::span<const Celda> celdas) { renglon(celdas); }
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
