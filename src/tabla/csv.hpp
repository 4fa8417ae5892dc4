#pragma once
// Tables as people keep them: CSV as spreadsheets and other systems write it. UTF-8 with or without its mark, or Latin-1 as
// Windows writes it; comma, semicolon or tab; quoted fields with line breaks (RFC 4180).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::tabla {

// As UTF-8, without its mark. What is not valid UTF-8 is taken for Windows-1252, of which Latin-1 is a part.
std::string en_utf8(std::string bytes);
// The other way, for what knows only Windows-1252; a character that it lacks becomes a question mark.
std::string en_windows(std::string_view utf8);

// Whichever of comma, semicolon and tab stands most often in the first record, outside quotes; comma when none does.
char delimitador(std::string_view utf8);

// What a spreadsheet would work out. A text that begins with one of these is written with an apostrophe in front of it, and read
// without it.
inline constexpr std::string_view inicios_de_formula = "=+-@\t\r";

struct Renglon {
    std::size_t linea = 0;  // where it starts, from 1
    std::vector<std::string> celdas;
    bool mal_formado = false;  // a quote that is never closed, or text behind a closing one
};

// Walks over a text record by record. Records without any content are passed over.
class LectorCsv {
public:
    explicit LectorCsv(std::string_view utf8) : texto_(utf8), delimitador_(tabla::delimitador(utf8)) {}
    // False at the end.
    bool siguiente(Renglon& renglon);

private:
    void leer_celda(Renglon& renglon);
    bool en_fin_de_renglon() const { return texto_[lugar_] == '\n' || texto_[lugar_] == '\r'; }
    void saltar_fin_de_renglon();

    std::string_view texto_;
    char delimitador_;
    std::size_t lugar_ = 0;
    std::size_t linea_ = 1;
};

// The title of a column without what people vary: "Código Postal", "codigo_postal" and codigoPostal are one.
std::string columna_plegada(std::string_view titulo);

}  // namespace cacao::tabla
