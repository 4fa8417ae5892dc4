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

void Cuentas::pedir() {
    if (pedidas_) return;
    pedidas_ = true;
    const std::array<db::Value, 1> organizacion{db::to_value(tx_.organizacion())};
    tx_.query_later(
        "SELECT papel, ambito, ambitoId, cuentaId FROM cuentaPapel WHERE organizacionId = $1", organizacion,
        [this](const db::Row& row) {
            // A part that a later version of the program has is none of ours.
            const auto papel = papel_de(row.text(0));
            if (!papel) return;
            const auto ambito = row.text(1);
            const auto* const lugar = std::ranges::find(ambitos, ambito);
            if (ambito.empty()) generales_.at(static_cast<std::size_t>(*papel)) = row.integer(3);
            else if (lugar != ambitos.end())
                propias_.push_back({*papel, static_cast<std::size_t>(lugar - ambitos.begin()), row.integer(2), row.integer(3)});
        });
}

std::int64_t Cuentas::de(Cuenta papel, const Ambito& ambito) {
    if (!leidas_) {
        pedir();
        tx_.settle();
        leidas_ = true;
    }
    const std::array<std::int64_t, ambitos.size()> ids{ambito.entidadId, ambito.almacenId, ambito.clasificacionId};
    for (std::size_t i = 0; i < ids.size() && !propias_.empty(); ++i)
        for (const auto& p : propias_)
            if (ids[i] != 0 && p.papel == papel && p.ambito == i && p.ambitoId == ids[i]) return p.cuentaId;
    const auto lugar = static_cast<std::size_t>(papel);
    reject_if(lugar >= papeles, Codigo::interno, "");  // the document answers these itself
    if (generales_.at(lugar) == 0) reject(Codigo::cuenta_sin_definir, "", R"({"papel":")" + std::string{nombre(papel)} + R"("})");
    return generales_.at(lugar);
}

}  // namespace cacao::engine
