#pragma once
// A report as people read it: a heading, titled columns, rows, totals. What makes a report fills a Hoja and does not know whether
// it becomes a workbook, a CSV or a PDF. Rows leave as they come, so that a long report costs little memory.

#include "tabla/escritor.hpp"

#include <optional>

namespace cacao::tabla {

enum class Clase : std::uint8_t { texto, entero, importe, fecha, si_no };

struct Columna {
    std::string titulo;
    Clase clase = Clase::texto;
    int ancho = 12;  // in characters; a text that is longer is cut on paper, a figure never
};
Columna importe(std::string_view titulo);
Columna fecha(std::string_view titulo);
Columna texto(std::string_view titulo, int ancho);
Columna entero(std::string_view titulo, int ancho = 8);
Columna si_no(std::string_view titulo);

// Whose report it is, under which name it is kept, and the day it was made.
struct Membrete {
    std::string empresa;
    std::string rfc;
    std::string direccion;  // may be empty
    std::string nombre;     // ASCII
    Fecha hoy;
};

struct Encabezado {
    std::string titulo;
    std::optional<Fecha> desde;  // none: on a day, not over a range
    Fecha hasta;
    std::string nota;  // whose statement, which filter; may be empty
};

class Hoja {
public:
    explicit Hoja(Membrete membrete) : membrete_(std::move(membrete)) {}
    virtual ~Hoja() = default;

    // First, and once. Each row then has as many cells as there are columns; an empty text is an empty cell of any kind.
    void encabezar(Encabezado encabezado, std::vector<Columna> columnas);
    void renglon(std::span<const Celda> celdas);
    void renglon(std::initializer_list<Celda> celdas) { renglon(std::span{celdas.begin(), celdas.size()}); }
    // Not in a CSV, where whoever adds a column up would count everything twice.
    void total(std::span<const Celda> celdas);
    void total(std::initializer_list<Celda> celdas) { total(std::span{celdas.begin(), celdas.size()}); }
    virtual void terminar() = 0;
    // Read by people: without what only programs need.
    virtual bool es_papel() const { return true; }

    // Without extension: AntiguedadSaldos-2026-11-15.
    std::string archivo() const;

protected:
    virtual void empezar() = 0;
    virtual void escribir(std::span<const Celda> celdas, bool es_total) = 0;
    const Membrete& membrete() const { return membrete_; }
    const Encabezado& encabezado() const { return encabezado_; }
    const std::vector<Columna>& columnas() const { return columnas_; }
    // Between whose report it is and its columns: RFC and address, title, period, note; those that there are.
    std::vector<std::string> lineas() const;
    // "Del 01/11/2026 al 15/11/2026".
    std::string periodo() const;

private:
    void comprobar(std::span<const Celda> celdas) const;

    Membrete membrete_;
    Encabezado encabezado_;
    std::vector<Columna> columnas_;
};

std::unique_ptr<Hoja> hoja_csv(Salida salida, Membrete membrete);
std::unique_ptr<Hoja> hoja_xlsx(Salida salida, Membrete membrete);
// Letter, upright or lying as the columns ask; heading, column titles and page numbers on every page.
std::unique_ptr<Hoja> hoja_pdf(Salida salida, Membrete membrete);

// dd/MM/yyyy.
std::string dia_mes_anio(Fecha fecha);

}  // namespace cacao::tabla
