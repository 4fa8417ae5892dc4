#pragma once
// How many documents there are, kept beside them by kind, contact, day and state: a list tells its total without counting. What
// is counted of a document is written here and nowhere else (tests/tidy).

#include "api/context.hpp"
#include "base/fecha.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// Days are kept one by one and by 32, counted from the first of 1900: a stretch of days is whole lapses, and at most 31 days at
// each end of them.
constexpr int dias_del_lapso = 32;
// The first day of the lapse of a day.
constexpr Fecha lapso_de(Fecha dia) {
    constexpr int desde_1900 = 25'567;
    return dia + -((dia.dias() + desde_1900) % dias_del_lapso);
}

struct DocumentoContado {
    std::string tipo;
    Fecha fecha;
    std::int64_t entidadId = 0;
    std::string estado;
    friend bool operator==(const DocumentoContado&, const DocumentoContado&) = default;
};
DESCRIBE_STRUCT(DocumentoContado, (), (tipo, fecha, entidadId, estado))

// Counts a document that is being registered. Late in the transaction, before its folio.
void contar_documento(Context& ctx, const DocumentoContado& documento);
// What of a registered document may change and is counted.
void poner_estado(Context& ctx, std::int64_t transaccionId, std::string_view estado);
void poner_contacto(Context& ctx, std::int64_t transaccionId, std::int64_t entidadId);

struct DocumentosContables {
    std::vector<std::string_view> tipos;
    std::optional<Fecha> desde;
    std::optional<Fecha> hasta;
    std::optional<std::int64_t> entidadId;
    std::optional<std::string_view> estado;
};
std::int64_t documentos_contados(db::Reader& tx, const DocumentosContables& cuales);

}  // namespace cacao::engine
