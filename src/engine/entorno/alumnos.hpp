#pragma once
// Students of private schools, as lines of sales name them (partidaAlumno): the rooms of the school write them, and whoever
// issues the fiscal document reads what its complement says.

#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// The levels that the complement knows (iedu.xsd), and the one that has none.
enum class NivelEducativo : std::uint8_t { preescolar, primaria, secundaria, profesionalTecnico, bachillerato, superior };
DESCRIBE_ENUM(NivelEducativo, preescolar, primaria, secundaria, profesionalTecnico, bachillerato, superior)

// As the authority writes it; "" of the level without complement.
std::string_view nivel_del_sat(NivelEducativo nivel);

// The right to see the CURP of a student whole, which reading does not give.
inline constexpr std::string_view derecho_de_curp = "CurpConsultar";

// What the complement of a line of tuition says (IEDU 1.0).
struct Colegiatura {
    std::int64_t numeroPartida = 0;
    std::string nombre;
    std::string curp;
    std::string nivelEducativo;  // as the authority writes it
    std::string autRvoe;
    std::string rfcPago;  // of who pays, where that is not who receives the document
};
// Of the lines of a document: of each by itself, or by the line of the note that it invoices. Only tuition has the complement.
std::vector<Colegiatura> colegiaturas_de(db::Reader& tx, std::int64_t transaccionId);

}  // namespace cacao::engine
