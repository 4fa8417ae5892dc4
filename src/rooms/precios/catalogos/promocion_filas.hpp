#pragma once
// Promotions as rows.

#include "db/db.hpp"
#include "rooms/precios/catalogos/promocion.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cacao {

struct FilaPromocion : PromocionBase {
    Fecha vigenciaInicio;
    Fecha vigenciaFin;
    int horaInicio{};  // minutes of the day
    int horaFin{};
};
DESCRIBE_STRUCT(FilaPromocion, (PromocionBase), (vigenciaInicio, vigenciaFin, horaInicio, horaFin))

std::vector<FilaPromocion> leer_promociones(db::Reader& tx);
std::optional<FilaPromocion> leer_promocion(db::Reader& tx, std::int64_t promocionId);
// In use on a day in a branch and not used up, in the order in which they are tried: priority, then code.
std::vector<FilaPromocion> promociones_del_dia(db::Reader& tx, std::int64_t sucursalId, Fecha fecha);
void insertar_promocion(db::Writer& tx, const FilaPromocion& p);
void modificar_promocion(db::Writer& tx, const FilaPromocion& p);

// "09:30" in minutes, nothing when it is no time of day; and back.
std::optional<int> minutos_de(std::string_view hora);
std::string hora_en_texto(int minutos);

}  // namespace cacao
