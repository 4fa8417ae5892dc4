#include "engine/verificar/verificar.hpp"

#include "engine/tipos/cualidades.hpp"
#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine {

using namespace verificacion;

namespace {

constexpr std::int64_t por_ventana = 1000;  // documents read at once

// Identifiers near each other are looked at together, with what stands between them: a question costs more than a row.
std::vector<Tramo> tramos_de(const std::set<std::int64_t>& ids) {
    constexpr std::int64_t cerca = 200;
    constexpr std::int64_t largo = 10'000;
    std::vector<Tramo> tramos;
    for (const auto id : ids) {
        if (!tramos.empty() && id - tramos.back().hasta <= cerca && id - tramos.back().desde <= largo) tramos.back().hasta = id;
        else tramos.push_back({id - 1, id});
    }
    return tramos;
}

// Stretches that leave no gap between them and hold about a hundred thousand rows each, by a query that counts them per
// identifier: what the database sorts at once stays small.
std::vector<Tramo> tramos_por_peso(Revision& r, std::string_view sql) {
    constexpr std::int64_t peso = 100'000;
    std::vector<Tramo> tramos{Tramo{-1}};
    std::int64_t lleva = 0;
    r.tx.each(
        sql,
        [&](const db::Row& f) {
            if (lleva >= peso) {
                tramos.back().hasta = f.integer(0) - 1;
                tramos.push_back({f.integer(0) - 1});
                lleva = 0;
            }
            lleva += f.integer(1);
        },
        r.org());
    return tramos;
}

std::vector<Tramo> tramos_de_contactos(Revision& r) {
    return tramos_por_peso(r, R"(SELECT entidadId, COUNT(*) FROM documento WHERE organizacionId = $1 AND entidadId <> 0
                                 GROUP BY entidadId ORDER BY entidadId)");
}

std::vector<Tramo> tramos_de_productos(Revision& r) {
    return tramos_por_peso(r, R"(SELECT productoId, COUNT(*) FROM movimiento WHERE organizacionId = $1
                                 GROUP BY productoId ORDER BY productoId)");
}

// Every document, and every row that should have one: the stretches leave no gap between them.
void todos_los_documentos(Revision& r, const Progreso& progreso) {
    const auto total = r.tx.one<std::int64_t>(
        "SELECT CAST(COALESCE(SUM(siguiente - 1), 0) AS BIGINT) FROM serie WHERE organizacionId = $1", r.org());
    std::int64_t hechos = 0;
    Tramo tramo{0, 0};
    while (tramo.hasta != std::numeric_limits<std::int64_t>::max()) {
        const auto ultimo =
            r.tx.one<std::int64_t>(R"(SELECT transaccionId FROM documento WHERE organizacionId = $1 AND transaccionId > $2
                                                      ORDER BY transaccionId LIMIT 1 OFFSET $3)",
                                   r.org(), tramo.desde, por_ventana - 1);
        tramo.hasta = ultimo.value_or(std::numeric_limits<std::int64_t>::max());
        hechos += Ventana{r, tramo}.revisar();
        revisar_avances(r, tramo);
        if (progreso) progreso("documents", hechos, total.value_or(0));
        tramo.desde = tramo.hasta;
    }
}

void documentos_desde(Revision& r, Instante desde, const Progreso& progreso) {
    std::set<std::int64_t> tocados;
    r.tx.each(
        "SELECT transaccionId FROM evento WHERE organizacionId = $1 AND instante >= $2",
        [&](const db::Row& f) { tocados.insert(f.integer(0)); }, r.org(), desde);
    std::int64_t hechos = 0;
    for (const Tramo& tramo : tramos_de(tocados)) {
        hechos += Ventana{r, tramo}.revisar();
        if (progreso) progreso("documents", hechos, static_cast<std::int64_t>(tocados.size()));
    }
    r.origenes.insert(tocados.begin(), tocados.end());
    for (const Tramo& tramo : tramos_de(r.origenes)) revisar_avances(r, tramo);
}

}  // namespace

void verificar(db::Reader& tx, const Diferencia& diferencia, std::optional<Instante> desde, const Progreso& progreso) {
    // An organization that has never decided on its books has none.
    if (!tx.one<std::int64_t>("SELECT 1 FROM configuracion WHERE organizacionId = $1", tx.organizacion())) return;
    Revision r{tx, diferencia, leer_ajustes(tx), {}, {}, !desde, {}, {}, {}, {}, {}};
    tx.each("SELECT moneda, decimales FROM moneda",
            [&](const db::Row& f) { r.decimales.emplace(f.text(0), static_cast<int>(f.integer(1))); });
    std::set<Cuenta> de_mercancia{Cuenta::inventario};
    for (const Documento* tipo : todos_los_tipos()) de_mercancia.insert(contraparte(*tipo));
    for (const Cuenta papel : de_mercancia)
        tx.each(
            "SELECT cuentaId FROM cuentaPapelHistoria WHERE organizacionId = $1 AND papel = $2",
            [&](const db::Row& f) { r.cuentas_de_mercancia.insert(f.integer(0)); }, tx.organizacion(), nombre(papel));
    const auto etapa = [&](std::string_view nombre, std::int64_t hecho, std::int64_t total) {
        if (progreso) progreso(nombre, hecho, total);
    };

    if (desde) documentos_desde(r, *desde, progreso);
    else todos_los_documentos(r, progreso);

    const auto periodos = r.todo ? periodos_con_asientos(r) : std::vector<std::int64_t>{r.periodos.begin(), r.periodos.end()};
    for (std::size_t i = 0; i < periodos.size(); ++i) {
        etapa("months", static_cast<std::int64_t>(i), static_cast<std::int64_t>(periodos.size()));
        revisar_periodo(r, periodos[i]);
    }
    revisar_ejercicios(r);
    revisar_conciliaciones(r);
    revisar_revaluaciones(r);
    etapa("contacts", 0, 0);
    const auto de_contactos = tramos_de_contactos(r);
    for (const Tramo& tramo : r.todo ? de_contactos : tramos_de(r.contactos)) {
        revisar_contactos(r, tramo);
        revisar_cuentas_de_contactos(r, tramo);
        revisar_conteos_de_contactos(r, tramo);
    }
    if (r.todo) revisar_conteos(r);
    revisar_cuentas_de_control(r, de_contactos);
    const auto de_productos = r.todo ? tramos_de_productos(r) : tramos_de(r.productos);
    for (std::size_t i = 0; i < de_productos.size(); ++i) {
        etapa("stock", static_cast<std::int64_t>(i), static_cast<std::int64_t>(de_productos.size()));
        revisar_existencias(r, de_productos[i]);
    }
    etapa("layers", 0, 0);
    for (const Tramo& tramo : r.todo ? std::vector<Tramo>{Tramo{}} : tramos_de(r.capas)) revisar_capas(r, tramo);
    etapa("folios", 0, 0);
    revisar_folios(r);
}

}  // namespace cacao::engine
