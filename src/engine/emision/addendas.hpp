#pragma once
// Values for the XML that a customer wants behind its invoices: what a document must say for it, and how that is kept.

#include "api/context.hpp"
#include "fiscal/addenda.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

enum class TipoCampoAddenda { texto, entero, decimal, fecha, booleano };
DESCRIBE_ENUM(TipoCampoAddenda, texto, entero, decimal, fecha, booleano)

enum class NivelAddenda { encabezado, partida };
DESCRIBE_ENUM(NivelAddenda, encabezado, partida)

struct CampoDeAddenda {
    std::string nombre;
    TipoCampoAddenda tipo{};
    NivelAddenda nivel{};
    std::int64_t longitud{};
    bool requerido{};
    std::vector<std::string> catalogo;
};
DESCRIBE_STRUCT(CampoDeAddenda, (), (nombre, tipo, nivel, longitud, requerido, catalogo))

// Values as a request gives them: `partidas` are those of the lines, in their order.
struct ValorDeAddenda {
    Texto<60, 1> nombre;
    Texto<4000> valor;
};
DESCRIBE_STRUCT(ValorDeAddenda, (), (nombre, valor))

struct PartidaDeAddenda {
    Lista<ValorDeAddenda, 200> valores;
};
DESCRIBE_STRUCT(PartidaDeAddenda, (), (valores))

struct ValoresDeAddenda {
    std::optional<Lista<ValorDeAddenda, 200>> valores;
    std::optional<Lista<PartidaDeAddenda, 5000>> partidas;
};
DESCRIBE_STRUCT(ValoresDeAddenda, (), (valores, partidas))

// … and as they are kept with a document.
struct ValorGuardado {
    std::string nombre;
    std::string valor;
};
DESCRIBE_STRUCT(ValorGuardado, (), (nombre, valor))

struct PartidaGuardada {
    std::vector<ValorGuardado> valores;
};
DESCRIBE_STRUCT(PartidaGuardada, (), (valores))

struct AddendaLlena {
    std::vector<ValorGuardado> valores;
    std::vector<PartidaGuardada> partidas;
};
DESCRIBE_STRUCT(AddendaLlena, (), (valores, partidas))

// Fields and template at one version.
struct FormaAddenda {
    std::int64_t addendaId{};
    std::string codigo;
    std::int64_t versionPlantilla{};
    Guardado<std::vector<CampoDeAddenda>> campos;
    std::string plantilla;
};
DESCRIBE_STRUCT(FormaAddenda, (), (addendaId, codigo, versionPlantilla, campos, plantilla))

// FormaAddenda, if any, of the one in use for a customer ($2).
inline constexpr std::string_view addenda_de_cliente = R"(
    SELECT a.addendaId, a.codigo, v.version AS versionPlantilla, v.campos, v.plantilla
    FROM addendaCliente c
    JOIN addenda a ON a.organizacionId = c.organizacionId AND a.addendaId = c.addendaId AND a.activo = 1
    JOIN addendaVersion v ON v.organizacionId = a.organizacionId AND v.addendaId = a.addendaId
    WHERE c.organizacionId = $1 AND c.entidadId = $2 ORDER BY v.version DESC LIMIT 1)";

// As the template sees them.
std::vector<fiscal::CampoAddenda> campos_fiscales(const std::vector<CampoDeAddenda>& campos);

// The values of a document with so many lines: each for a field of its level, once, and none missing that is required. Faults
// point below `lugar`.
AddendaLlena llenar_addenda(const std::vector<CampoDeAddenda>& campos, const ValoresDeAddenda& pedidos, std::size_t lineas,
                            const std::string& lugar, Faltas& faltas);

// The XML. Rejects addenda_muy_grande at `campo` before it is larger than anybody would read.
std::string escribir_addenda(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena,
                             const std::string& campo = "/partidas");
// Only whether that would be: counted, not written, so that a transaction can ask.
void exigir_que_quepa(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena,
                      const std::string& campo, Faltas& faltas);

// What a document says in its customer's addendum, with fields and template as they were then.
struct AddendaDicha : FormaAddenda {
    std::int64_t version{};
    Guardado<AddendaLlena> valores;
};
DESCRIBE_STRUCT(AddendaDicha, (FormaAddenda), (version, valores))
// The newest, or the newest up to a version; nothing when it says none.
std::optional<AddendaDicha> addenda_de_documento(db::Reader& tx, std::int64_t transaccionId,
                                                 std::optional<std::int64_t> hasta = {});

// Keeps them as the document's newest; the earlier ones stay. Answers their version.
std::int64_t guardar_addenda(Context& ctx, std::int64_t transaccionId, const FormaAddenda& forma, const AddendaLlena& llena);

}  // namespace cacao::engine
