#include "rooms/contabilidad/documentos/revaluacion.hpp"

#include "base/texto.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/verbos/revaluacion.hpp"

namespace cacao {

RevaluacionCreada crear_revaluacion(Context& ctx, const RevaluacionNueva& nueva) {
    engine::SolicitudDiario s;
    s.sucursalId = nueva.sucursalId.value_or(0);
    s.referenciaExterna = nueva.referenciaExterna.value_or("");
    s.notas = nueva.notas.value_or("");
    std::vector<std::pair<std::string, Precio>> dados;
    if (nueva.tiposCambio)
        for (const TipoCambioCierre& t : *nueva.tiposCambio) dados.emplace_back(mayusculas(t.moneda), t.tipoCambio);
    const auto r = engine::revaluar(ctx, nueva.periodo, dados, std::move(s));
    return {r.revaluacion.transaccionId,
            engine::folio_texto(r.revaluacion.serie, r.revaluacion.folio),
            nueva.periodo,
            r.revaluacion.fecha,
            r.ganancia,
            r.perdida,
            r.reversa.transaccionId,
            engine::folio_texto(r.reversa.serie, r.reversa.folio),
            r.reversa.fecha};
}

engine::Cancelado cancelar_revaluacion(Context& ctx, const RevaluacionCancelacion& pedida) {
    return engine::cancelar_revaluacion(ctx, pedida.id, pedida.motivo.value_or(""));
}

void register_revaluacion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(POST, "/api/Contabilidad/Revaluaciones", "RevaluacionCrear", crear_revaluacion)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::duplicado, Codigo::lista_vacia, Codigo::moneda_sin_tipo_cambio,
                  Codigo::valor_no_permitido, Codigo::periodo_cerrado, Codigo::no_encontrado, Codigo::inactivo,
                  Codigo::sucursal_requerida});
    ops.add(DELETE, "/api/Contabilidad/Revaluaciones/RevaluacionCancelar/{id}", "RevaluacionCancelar", cancelar_revaluacion)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::periodo_cerrado});
}

}  // namespace cacao
