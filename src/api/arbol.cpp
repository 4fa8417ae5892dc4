#include "api/arbol.hpp"

#include "api/registros.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

bool esta_en(db::Reader& tx, const Arbol& arbol, std::string_view condicion, std::int64_t id) {
    return tx
        .one<std::int64_t>(fmt::format("SELECT 1 FROM {} WHERE organizacionId = $1 AND {} LIMIT 1", arbol.tabla, condicion),
                           tx.organizacion(), id)
        .has_value();
}

std::int64_t padre_de(db::Reader& tx, const Arbol& arbol, std::int64_t id) {
    return tx
        .one<std::int64_t>(fmt::format("SELECT padreId FROM {} WHERE organizacionId = $1 AND {} = $2", arbol.tabla, arbol.llave),
                           tx.organizacion(), id)
        .value_or(0);
}

}  // namespace

bool en_uso(db::Reader& tx, const Arbol& arbol, std::int64_t id) {
    return esta_en(tx, arbol, fmt::format("{} = $2 AND {}", arbol.llave, arbol.en_uso), id);
}

bool con_hijos(db::Reader& tx, const Arbol& arbol, std::int64_t id) { return esta_en(tx, arbol, "padreId = $2", id); }

bool exigir_padre(db::Reader& tx, const Arbol& arbol, std::int64_t id, std::int64_t padreId, Faltas& faltas) {
    if (padreId == 0) return false;
    const bool esta = esta_en(tx, arbol, fmt::format("{} = $2", arbol.llave), padreId);
    faltas.agregar_si(!esta, Codigo::no_encontrado, "/padreId");
    faltas.agregar_si(esta && !en_uso(tx, arbol, padreId), arbol.fuera_de_uso, "/padreId");
    auto arriba = padreId;
    while (arriba != 0 && arriba != id) arriba = padre_de(tx, arbol, arriba);
    if (arriba != 0) faltas.agregar(Codigo::conflicto, "/padreId", En::donde_sea, reflect::objeto(arbol.llave, padreId));
    return esta;
}

void revisar_uso(db::Reader& tx, const Arbol& arbol, std::int64_t id, std::int64_t padreId, CambioDeUso uso,
                 std::string_view campo, Faltas& faltas) {
    if (uso.antes == uso.ahora) return;
    if (uso.ahora) {
        if (padreId != 0 && !en_uso(tx, arbol, padreId))
            faltas.agregar(Codigo::conflicto, std::string{campo}, En::donde_sea, reflect::objeto(arbol.llave, padreId));
        return;
    }
    impide(tx,
           fmt::format("SELECT {} FROM {} WHERE organizacionId = $1 AND padreId = $2 AND {} LIMIT 1", arbol.llave, arbol.tabla,
                       arbol.en_uso),
           id, campo, faltas);
}

void bajar(db::Writer& tx, const Arbol& arbol, std::int64_t id, std::int64_t niveles) {
    if (niveles == 0) return;
    tx.run(fmt::format(R"(
        WITH RECURSIVE rama (id) AS (
            SELECT {1} FROM {0} WHERE organizacionId = $1 AND padreId = $2
            UNION ALL
            SELECT c.{1} FROM {0} c JOIN rama r ON c.organizacionId = $1 AND c.padreId = r.id)
        UPDATE {0} SET nivel = nivel + $3, version = version + 1 WHERE organizacionId = $1 AND {1} IN (SELECT id FROM rama))",
                       arbol.tabla, arbol.llave),
           tx.organizacion(), id, niveles);
}

}  // namespace cacao
