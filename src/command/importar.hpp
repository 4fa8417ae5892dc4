#pragma once
// Tables into the company: a CSV file, row by row, through the same functions and rules as the interface. Every faulty row is
// listed by line and column; unless asked otherwise, one fault and nothing is stored.

#include "api/context.hpp"
#include "reflect/cell.hpp"
#include "tabla/csv.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::command {

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

struct Informe {
    std::int64_t creados = 0;
    std::int64_t actualizados = 0;
    std::int64_t iguales = 0;
    std::int64_t con_faltas = 0;  // rows
    std::vector<FaltaEnTabla> faltas;
    std::vector<FaltaEnTabla> advertencias;
    std::vector<std::string> notas;  // for the reader of the summary
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

// Contacts, products, prices, accounts, opening balances; nullptr for a word that is none of them.
std::unique_ptr<Importador> importador_de(std::string_view clase);

std::unique_ptr<Importador> importador_contactos();
std::unique_ptr<Importador> importador_productos();
std::unique_ptr<Importador> importador_cuentas();
std::unique_ptr<Importador> importador_precios();

}  // namespace cacao::command
