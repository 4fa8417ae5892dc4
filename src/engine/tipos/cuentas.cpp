#include "engine/tipos/cuentas.hpp"

#include "base/error.hpp"
#include "db/rows.hpp"

#include <algorithm>
#include <string>

namespace cacao::engine {
namespace {

constexpr std::array<std::string_view, papeles + 3> nombres{
#define CACAO_PAPEL(nombre, codigo) #nombre,
#include "engine/tipos/papeles.inc"
#undef CACAO_PAPEL
    "partida", "banco", "banco_destino"};

}  // namespace

std::string_view nombre(Cuenta papel) { return nombres.at(static_cast<std::size_t>(papel)); }

std::optional<Cuenta> papel_de(std::string_view nombre) {
    const auto* const fin = nombres.begin() + papeles;
    const auto* const hallado = std::find(nombres.begin(), fin, nombre);
    if (hallado == fin) return std::nullopt;
    return static_cast<Cuenta>(hallado - nombres.begin());
}

void MapaCuentas::poner(std::string_view papel, std::string_view ambito, std::int64_t ambitoId, std::int64_t cuentaId) {
    // A part that a later version of the program has is none of ours.
    const auto cual = papel_de(papel);
    if (!cual) return;
    const auto* const lugar = std::ranges::find(ambitos, ambito);
    if (ambito.empty()) generales_.at(static_cast<std::size_t>(*cual)) = cuentaId;
    else if (lugar != ambitos.end())
        propias_.push_back({*cual, static_cast<std::size_t>(lugar - ambitos.begin()), ambitoId, cuentaId});
}

std::int64_t MapaCuentas::de(Cuenta papel, const Ambito& ambito) const {
    const std::array<std::int64_t, ambitos.size()> ids{ambito.entidadId, ambito.almacenId, ambito.clasificacionId};
    for (std::size_t i = 0; i < ids.size() && !propias_.empty(); ++i)
        for (const auto& p : propias_)
            if (ids[i] != 0 && p.papel == papel && p.ambito == i && p.ambitoId == ids[i]) return p.cuentaId;
    const auto lugar = static_cast<std::size_t>(papel);
    reject_if(lugar >= papeles, Codigo::interno, "");  // the document answers these itself
    if (generales_.at(lugar) == 0) reject(Codigo::cuenta_sin_definir, "", R"({"papel":")" + std::string{nombre(papel)} + R"("})");
    return generales_.at(lugar);
}

void pedir_cuentas(db::Reader& tx, MapaCuentas& mapa) {
    const std::array<db::Value, 1> organizacion{db::to_value(tx.organizacion())};
    tx.query_later("SELECT papel, ambito, ambitoId, cuentaId FROM cuentaPapel WHERE organizacionId = $1", organizacion,
                   [&mapa](const db::Row& row) { mapa.poner(row.text(0), row.text(1), row.integer(2), row.integer(3)); });
}

std::int64_t Cuentas::de(Cuenta papel, const Ambito& ambito) {
    if (!mapa_) {
        pedir_cuentas(tx_, mapa_.emplace());
        tx_.settle();
    }
    return mapa_->de(papel, ambito);
}

}  // namespace cacao::engine
