#include "engine/existencia/cuenta_existencia.hpp"

#include "db/rows.hpp"

#include <functional>
#include <string>

namespace cacao::engine {
namespace {

// Goods on hand, owed by what left before they came in, or waited for: all of it is value of the inventory accounts.
constexpr std::string_view con_existencia = R"(
    SELECT DISTINCT q.clasificacionId, c.almacenId
    FROM (SELECT productoId, almacenId FROM capa WHERE organizacionId = $1 AND cantidadRestante > 0
          UNION SELECT productoId, almacenId FROM faltante WHERE organizacionId = $1 AND cantidad > 0
          UNION SELECT productoId, almacenId FROM porLlegar WHERE organizacionId = $1 AND cantidad > 0) c
    JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId)";

using CuentaPorLugar = std::function<std::int64_t(std::int64_t clasificacionId, std::int64_t almacenId)>;

template <class... Params>
std::optional<LugarConExistencia> primero_que_cambia(db::Reader& tx, const std::string& sql, const CuentaPorLugar& antes,
                                                     const CuentaPorLugar& despues, const Params&... params) {
    std::optional<LugarConExistencia> lugar;
    tx.each(
        sql,
        [&](const db::Row& r) {
            const std::int64_t cuentaId = antes(r.integer(0), r.integer(1));
            if (!lugar && cuentaId != despues(r.integer(0), r.integer(1))) lugar = {r.integer(1), cuentaId};
        },
        tx.organizacion(), params...);
    return lugar;
}

std::int64_t inventario_en(const MapaCuentas& mapa, std::int64_t clasificacionId, std::int64_t almacenId) {
    return mapa.de(Cuenta::inventario, {clasificacionId, almacenId, 0});
}

}  // namespace

std::optional<LugarConExistencia> existencia_que_cambia(db::Reader& tx, const MapaCuentas& antes, const MapaCuentas& despues) {
    static const std::string sql = std::string{con_existencia} + " ORDER BY c.almacenId, q.clasificacionId";
    return primero_que_cambia(
        tx, sql, [&](std::int64_t clase, std::int64_t almacenId) { return inventario_en(antes, clase, almacenId); },
        [&](std::int64_t clase, std::int64_t almacenId) { return inventario_en(despues, clase, almacenId); });
}

std::optional<LugarConExistencia> existencia_que_cambia(db::Reader& tx, std::int64_t productoId, std::int64_t antes,
                                                        std::int64_t despues) {
    static const std::string sql = std::string{con_existencia} + " WHERE q.productoId = $2 ORDER BY c.almacenId";
    const MapaCuentas mapa = cuentas_de(tx, 0);
    return primero_que_cambia(
        tx, sql, [&](std::int64_t, std::int64_t almacenId) { return inventario_en(mapa, antes, almacenId); },
        [&](std::int64_t, std::int64_t almacenId) { return inventario_en(mapa, despues, almacenId); }, productoId);
}

}  // namespace cacao::engine
