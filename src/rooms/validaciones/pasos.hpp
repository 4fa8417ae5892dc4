#pragma once
// The steps that need the organization: whose the document is, what the authority said, whether it is that of a document of ours
// and of no other, and whether its issuer is on the list.

#include "rooms/validaciones/validador.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::validacion {

// A document of ours that the fiscal one is to be that of.
struct DocumentoComparado {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string uuid;
    std::string moneda;
    Importe total;
    std::string rfc;  // of its contact
};
DESCRIBE_STRUCT(DocumentoComparado, (), (transaccionId, tipo, uuid, moneda, total, rfc))

// Refuses with no_encontrado at `campo`.
DocumentoComparado exigir_comparado(db::Reader& tx, std::int64_t transaccionId, std::string_view campo);

// What is known of its fiscal document without a file: folio, parties and total. False when it has no folio, or its kind does not
// say who issues.
bool dicho_por(db::Reader& tx, const DocumentoComparado& documento, Dicho& dicho);

void revisar_organizacion(db::Reader& tx, const Dicho& dicho, const DocumentoComparado* documento, fiscal::Veredicto& v);
void revisar_documento(const Dicho& dicho, const DocumentoComparado& documento, fiscal::Veredicto& v);
void revisar_unicidad(db::Reader& tx, const Dicho& dicho, const DocumentoComparado* documento, fiscal::Veredicto& v);
// A document that was stamped lately may not have reached the register yet.
void revisar_estado(const fiscal::RespuestaSat& respuesta, std::optional<Instante> timbradoEn, Instante ahora,
                    fiscal::Veredicto& v);
// `efos`: what the authority said of the list, if anything.
void revisar_lista(db::Reader& tx, const std::string& rfcEmisor, std::optional<bool> efos, fiscal::Veredicto& v);

// What a step came to, as it is stored.
struct RenglonDePaso {
    std::int64_t consecutivo{};
    std::string paso;
    std::string resultado;
    std::string codigo;
    std::string donde;
    std::string detalle;
    std::string sat;
};
DESCRIBE_STRUCT(RenglonDePaso, (), (consecutivo, paso, resultado, codigo, donde, detalle, sat))

// Of a step in which nothing was found, of one that was not come to, and of one whose findings are all beyond those that are
// kept.
inline constexpr std::string_view codigo_bien = "bien";
inline constexpr std::string_view codigo_no_revisado = "no_revisado";
inline constexpr std::string_view codigo_sin_mostrar = "sin_mostrar";

// Rows of one step; their numbers leave room for any other.
std::vector<RenglonDePaso> renglones_de(const fiscal::Veredicto& v, fiscal::Paso paso);
// What a code says to people.
std::string_view mensaje_de(std::string_view codigo);

// The whole by its steps. Wrong is what is wrong in any. Without the seal or the authority's word nothing is verified; other
// steps that could not be taken (a catalog or certificate that is not at hand) are no more than a warning.
std::string resultado_de(const std::vector<RenglonDePaso>& pasos);
bool decisivo(std::string_view paso);

}  // namespace cacao::validacion
