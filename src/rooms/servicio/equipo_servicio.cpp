#include "rooms/servicio/equipo_servicio.hpp"

#include "api/catalogo.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/servicio.hpp"

namespace cacao {
namespace {

const Catalogo<EquipoServicio>& catalogo_de_equipos() {
    static const Catalogo<EquipoServicio> equipos{
        {.tabla = "equipoServicio",
         .llave = "equipoServicioId",
         .candados = {"equiposServicio"},
         .orden = "codigo",
         .unicos = {{"codigo"}, {"referenciaExterna", true}},
         .referencias = {
             {"clienteId", "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1"},
             {"agrupadorServicioId",
              "SELECT activo FROM agrupadorServicio WHERE organizacionId = $1 AND agrupadorServicioId = $2"}}}};
    return equipos;
}

// When it is due follows from when it was looked after last.
void poner_proximo(EquipoServicio& e, Faltas& faltas) {
    e.proximoPreventivo.reset();
    if (e.preventivoDias > 0 && e.ultimoPreventivo)
        e.proximoPreventivo = FechaOVacia{*e.ultimoPreventivo + static_cast<int>(e.preventivoDias)};
    e.proximoContador = e.preventivoContador > Cantidad{} ? e.ultimoContador + e.preventivoContador : Cantidad{};
    faltas.agregar_si(e.preventivoDias > 0 && !e.ultimoPreventivo, Codigo::requerido, "/ultimoPreventivo");
}

struct HistoriaFila : HistoriaEquipo {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(HistoriaFila, (HistoriaEquipo), (serieDocumento, numero))

}  // namespace

std::vector<EquipoServicio> listar_equipos_servicio(const Context& ctx, const EquiposServicioFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.clienteId) donde.add("clienteId = $", filtro.clienteId->valor);
    donde.add_if(filtro.serie, "serie <> '' AND serie = $");
    if (filtro.agrupadorServicioId) donde.add("agrupadorServicioId = $", filtro.agrupadorServicioId->valor);
    if (filtro.preventivoHasta)
        donde.add("(proximoPreventivo <= $ OR (proximoContador > 0 AND contador >= proximoContador))", *filtro.preventivoHasta);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return catalogo_de_equipos().listar(ctx, donde);
}
EquipoServicio obtener_equipo_servicio(const Context& ctx, const EquipoServicioPedido& pedido) {
    return catalogo_de_equipos().leer(ctx.db(), pedido.equipoServicioId);
}
EquipoServicio crear_equipo_servicio(Context& ctx, const EquipoServicioNuevo& pedido) {
    return catalogo_de_equipos().crear(ctx, pedido, {}, poner_proximo);
}
EquipoServicio actualizar_equipo_servicio(Context& ctx, const EquipoServicioActualizacion& pedido) {
    return catalogo_de_equipos().actualizar(ctx, pedido, poner_proximo);
}

Pagina<HistoriaEquipo> historia_de_equipo(const Context& ctx, const HistoriaEquipoPedida& pedida) {
    catalogo_de_equipos().leer(ctx.db(), pedida.equipoServicioId);
    engine::DocumentosFiltro filtro;
    static_cast<PaginaPedida&>(filtro) = pedida;
    const std::vector<engine::OtroFiltro> suyas{
        {"d.transaccionId IN (SELECT e.transaccionId FROM ordenServicio e WHERE e.organizacionId = $1 AND e.equipoServicioId <> "
         "0 "
         "AND e.equipoServicioId = $)",
         pedida.equipoServicioId}};
    const engine::PaginaDocumentos pagina{ctx, filtro, "HistoriaEquipo", {engine::OrdenServicio.tipo}, suyas};
    auto filas = ctx.db().all_with<HistoriaFila>(
        "SELECT d.transaccionId, '' AS folio, d.fecha, d.estado, o.falla, o.diagnostico, "
        "o.solucion, o.fechaTermino, o.contador, o.preventivo, d.moneda, d.total, "
        "d.serie AS serieDocumento, d.folio AS numero FROM " +
            pagina.de() +
            " JOIN ordenServicio o ON o.organizacionId = $1 AND o.transaccionId = "
            "d.transaccionId" +
            pagina.orden(),
        pagina.params());
    for (HistoriaFila& f : filas) f.folio = engine::folio_texto(f.serieDocumento, f.numero);
    return pagina.con(std::move(filas)).como([](HistoriaFila& f) { return HistoriaEquipo{std::move(f)}; });
}

void register_equipos_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("OrdenServicio");
    ops.add(GET, "/api/EquiposServicio", "EquiposServicioListar", listar_equipos_servicio).nuestra();
    ops.add(GET, "/api/EquiposServicio/{equipoServicioId}", "EquipoServicioObtener", obtener_equipo_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/EquiposServicio/{equipoServicioId}/Historia", "EquipoServicioHistoria", historia_de_equipo)
        .nuestra()
        .totales(&HistoriaEquipo::total)
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(POST, "/api/EquiposServicio", "EquipoServicioCrear", crear_equipo_servicio)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido});
    ops.add(PUT, "/api/EquiposServicio/{equipoServicioId}", "EquipoServicioActualizar", actualizar_equipo_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::requerido, Codigo::precondicion_fallida});
}

}  // namespace cacao
