// What was validated, for the people who look for what is wrong or cancelled; and what each code of a step says.

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/verbos/areas.hpp"
#include "reflect/json_write.hpp"
#include "rooms/validaciones/validacion.hpp"

namespace cacao {
namespace {

struct FilaListada : ValidacionListada {
    Instante contestado;  // 0: never
};
DESCRIBE_STRUCT(FilaListada, (ValidacionListada), (contestado))

}  // namespace

Pagina<ValidacionListada> listar_validaciones(const Context& ctx, const api::Operations& ops, const ValidacionesFiltro& filtro) {
    ValidacionesFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Validaciones", reflect::to_json(solo_filtros)};
    // One of a document is read by whoever reads that document.
    const auto tipos = engine::tipos_en_area(ctx, ops);
    db::Where donde{ctx.organizacionId()};
    donde.add(tipos.empty() ? "v.transaccionId = 0" : "(v.transaccionId = 0 OR d.tipo IN (" + tipos + "))");
    if (!filtro.todas.value_or(false)) donde.add("v.ultima = 1");
    if (filtro.resultado) donde.add("v.resultado = $", reflect::enum_name(*filtro.resultado));
    if (filtro.estadoSat) donde.add("v.estadoSat = $", reflect::enum_name(*filtro.estadoSat));
    if (filtro.uuid) donde.add("v.uuid = $ AND v.uuid <> ''", filtro.uuid->texto());
    donde.add_if(filtro.rfcEmisor, "v.rfcEmisor = $");
    constexpr std::string_view de =
        " FROM validacion v LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = v.transaccionId"
        " WHERE v.organizacionId = $1";
    const Total total = recorrido.contar(ctx.db(), "SELECT 1" + std::string{de} + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("v.validacionId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<FilaListada>(
        R"(SELECT v.validacionId, v.resultado, v.origen, v.transaccionId, v.archivoId, v.uuid, v.tipoDeComprobante, v.rfcEmisor,
                  v.rfcReceptor, v.moneda, v.total, v.estadoSat, v.estatusCancelacion, '' AS verificadoEn,
                  v.verificadoEn AS contestado, v.ultima, v.version, v.creadoPor, v.creadoEn)" +
            std::string{de} + donde.and_sql() + " ORDER BY v.validacionId DESC" + tramo,
        donde.params());
    std::vector<ValidacionListada> vistas;
    for (auto& f : filas) {
        if (f.contestado != Instante{}) f.verificadoEn = hora_local(f.contestado, ctx.sesion().zona);
        vistas.push_back(std::move(f));
    }
    return recorrido.pagina(std::move(vistas), total, [](const ValidacionListada& v) { return std::vector{v.validacionId}; });
}

CodigosDeValidacion codigos_de_validacion(const Context&, const Nada&) {
    CodigosDeValidacion r;
    for (const auto falla : fiscal::todas_las_fallas())
        r.codigos.push_back({std::string{nombre(falla)}, std::string{nombre(paso(falla))}, std::string{nombre(resultado(falla))},
                             std::string{clave_sat(falla)}, std::string{mensaje(falla)}});
    return r;
}

}  // namespace cacao
