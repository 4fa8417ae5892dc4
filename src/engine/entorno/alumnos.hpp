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
// The right to see the names of students whole, which reading does not give either.
inline constexpr std::string_view derecho_de_nombre = "AlumnoNombreConsultar";

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

// What a payment of charges brought about beside itself (pagoEscolar): credits of what it let off for being early, notes of what
// it charged for being late. They fall with it. Those in force.
std::vector<std::int64_t> traidos_por_pago(db::Reader& tx, std::int64_t pagoId);
// For whoever takes that payment off a charge: refuses (con_dependientes) while what it let off of it is in force.
void exigir_sin_rebaja(db::Reader& tx, std::int64_t pagoId, std::int64_t documentoId, std::string_view campo);

}  // namespace cacao::engine
