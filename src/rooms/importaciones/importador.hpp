#pragma once
// Tables into the company: row by row, through the same functions and rules as the operations of each record. Every faulty row is
// listed by line and column; unless asked otherwise, one fault and nothing is stored. What a kind of table is made of stands
// with whoever knows all rooms (command/importar_catalogos.cpp…); the command line and the interface run it alike.

#include "api/context.hpp"
#include "reflect/cell.hpp"
#include "tabla/csv.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::importacion {

// A column whose cells name a record by its code; what is stored is the identifier, in another field.
struct Alias {
    std::string_view columna;
    std::string_view miembro;
};

// A file with its header understood: each column by its name on the interface.
struct Tabla {
    std::vector<std::string> columnas;
    std::vector<tabla::Renglon> renglones;
    // Where a column stands, from 0; nothing when the file does not have it.
    std::optional<std::size_t> lugar(std::string_view columna) const;
};

struct FaltaEnTabla {
    std::size_t linea = 0;    // 0: of the table as a whole
    std::size_t columna = 0;  // from 1; 0: of the row as a whole
    std::string campo;
    Codigo codigo{};
    std::string datos;
};

enum class Efecto : std::uint8_t { creado, actualizado, igual };

struct Informe {
    std::int64_t creados = 0;
    std::int64_t actualizados = 0;
    std::int64_t iguales = 0;
    std::int64_t con_faltas = 0;  // rows
    std::vector<FaltaEnTabla> faltas;
    std::vector<FaltaEnTabla> advertencias;
    std::vector<std::string> notas;         // for the reader of the summary
    std::map<std::size_t, Efecto> efectos;  // of the good rows, by line

    void contar(std::size_t linea, Efecto efecto);
};

// Codes to identifiers.
using Codigos = std::map<std::string, std::int64_t, std::less<>>;
using CodigosPorColumna = std::map<std::string_view, Codigos>;
// Of every record of the organization that `sql` gives by code and identifier.
void leer_codigos(Context& ctx, std::string_view sql, Codigos& codigos);

// One kind of table.
class Importador {
public:
    virtual ~Importador() = default;
    // What a file may have, as the interface calls it.
    virtual std::vector<std::string_view> columnas() const = 0;
    virtual std::vector<Alias> alias() const { return {}; }
    // By which a row is known, so that a second run changes what the first made; empty when rows have none.
    virtual std::string_view clave() const { return "codigo"; }
    // Whether good rows make sense without the faulty ones.
    virtual bool admite_parcial() const { return true; }

    // Once per attempt, before the rows: what all of them look up.
    virtual void empezar(Context&) {}
    virtual void renglones(Context&, const Tabla&, std::span<const tabla::Renglon>, Informe&) = 0;
    virtual void terminar(Context&, const Tabla&, Informe&) {}

protected:
    // Notes the faults of a row; a field is turned into the column that it came from.
    void anotar(const Tabla&, const tabla::Renglon&, const std::vector<Falta>& faltas, Informe&) const;
    void anotar_advertencias(const Tabla&, const tabla::Renglon&, std::span<const Falta> faltas, Informe&) const;

    // Codes to identifiers, by column.
    CodigosPorColumna codigos_;

    // A row into a request. `otras`: columns that the request does not have and somebody else reads.
    template <class T>
    T decodificar(const Tabla& tabla, const tabla::Renglon& renglon, std::span<const std::string_view> otras, Faltas& faltas,
                  std::uint64_t ya = 0) const {
        T pedido{};
        const reflect::Shape& forma = reflect::ShapeOf<T, reflect::For::reading>::value;
        reflect::Decoding d{faltas, En::cuerpo};
        std::uint64_t vistos = ya;
        for (std::size_t i = 0; i < tabla.columnas.size() && i < renglon.celdas.size(); ++i) {
            const std::string& columna = tabla.columnas[i];
            if (std::find(otras.begin(), otras.end(), columna) != otras.end()) continue;
            const auto [miembro, texto] = resolver(columna, renglon.celdas[i], d);
            vistos |= reflect::read_cell_member(&pedido, forma, miembro, texto, d);
        }
        reflect::require_members(forma.members, vistos, d);
        return pedido;
    }

private:
    std::pair<std::string_view, std::string> resolver(std::string_view columna, const std::string& texto,
                                                      reflect::Decoding& d) const;
};

// A kind of table by its name, or nullptr.
using Fabrica = std::unique_ptr<Importador> (*)(std::string_view clase);

// The text of a table, UTF-8, its header understood. Faults of the header are faults of the whole: they stand in its line, and
// nothing else is looked at.
Tabla leer_csv(std::string_view texto, const Importador& clase, Informe& informe);
// The names of columns as a header has them, looked at the same way.
std::vector<std::string> leer_columnas(std::size_t linea, std::span<const std::string> titulos, const Importador& clase,
                                       Informe& informe);
// Rows that cannot be told apart, and rows that are none: they are told, and leave the table. `vistas` are the keys so far.
using Claves = std::set<std::string, std::less<>>;
void revisar_forma(Tabla& t, const Importador& clase, Claves& vistas, Informe& informe);

}  // namespace cacao::importacion
