#include "rooms/buzon/descarga.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "reflect/json_write.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

constexpr int anios_de_descarga = 6;  // that the authority hands out
// With the last work about it.
constexpr std::string_view descarga_con_trabajo = R"(
    SELECT d.descargaId, d.tipo, d.fechaInicial, d.fechaFinal, d.estado, d.programada, d.idSolicitud, d.solicitudes, d.codigo, d.mensaje,
           d.numeroCfdis, d.recibidos, d.repetidos, d.rechazados, d.cancelados, d.desconocidos, d.version, d.creadoPor, d.creadoEn,
           d.terminadaEn, CASE WHEN w.estado = 'pendiente' THEN w.siguiente END AS siguienteIntento, COALESCE(w.error, '') AS error,
           d.inicio, d.fin, d.corrimiento, d.solicitadaEn
    FROM descarga d
    LEFT JOIN trabajo w ON w.organizacionId = $1 AND w.trabajoId = (
        SELECT MAX(v.trabajoId) FROM trabajo v
        WHERE v.organizacionId = $1 AND v.tipo = 'DescargaMasiva' AND v.clave = CAST(d.descargaId AS TEXT))
    WHERE d.organizacionId = $1)";

// `solicitada` is stored before it is sent, for whoever comes after an end: as long as the authority has not taken it, it is
// still to be asked for.
template <class D>
D como_esta(D d) {
    if (d.estado == reflect::enum_name(EstadoDeDescarga::solicitada)) d.estado = {EstadoDeDescarga::porSolicitar};
    return d;
}

}  // namespace

namespace buzon {

std::optional<FilaDescarga> leer_descarga(db::Reader& tx, std::int64_t descargaId) {
    return tx.one<FilaDescarga>(std::string{descarga_con_trabajo} + " AND d.descargaId = $2", tx.organizacion(), descargaId);
}

CambioDeDescarga cambio_de(const DescargaListada& d) {
    return {d.tipo, d.fechaInicial, d.fechaFinal, d.estado, d.idSolicitud, d.codigo, d.mensaje, d.version};
}

bool hay_efirma(db::Reader& tx, Instante ahora) {
    return tx
        .one<std::int64_t>(
            "SELECT 1 FROM efirma WHERE organizacionId = $1 AND retiradoEn IS NULL AND desde <= $2 AND hasta > $2 LIMIT 1",
            tx.organizacion(), ahora)
        .has_value();
}

DescargaSolicitada encargar_descarga(Context& ctx, TipoDeDescarga tipo, Fecha desde, Fecha hasta, bool programada) {
    auto& tx = ctx.db();
    const auto cual = reflect::enum_name(tipo);
    // Two at once would each find none under way.
    tx.lock("descarga");
    DescargaSolicitada s;
    const auto otra = tx.one<std::int64_t>(R"(
        SELECT descargaId FROM descarga
        WHERE organizacionId = $1 AND tipo = $2 AND fechaInicial = $3 AND fechaFinal = $4 AND terminadaEn IS NULL)",
                                           tx.organizacion(), cual, desde, hasta);
    const auto descargaId = otra.value_or(0) != 0 ? *otra : tx.next_id();
    if (!otra) {
        tx.run(
            R"(INSERT INTO descarga (organizacionId, descargaId, tipo, fechaInicial, fechaFinal, estado, programada, inicio, fin,
                      corrimiento, solicitudes, idSolicitud, codigo, mensaje, numeroCfdis, recibidos, repetidos, rechazados,
                      cancelados, desconocidos, solicitadaEn, version, creadoPor, creadoEn, modificadoEn)
                  VALUES ($1, $2, $3, $4, $5, 'porSolicitar', $6, '', '', 0, 0, '', '', '', 0, 0, 0, 0, 0, 0, $7, 1, $8, $9, $9))",
            tx.organizacion(), descargaId, cual, desde, hasta, programada, Instante{}, ctx.usuarioId(), ctx.ahora());
    }
    if (!otra) ctx.auditar_alta("Descarga", descargaId, cambio_de(*leer_descarga(tx, descargaId)));
    api::encargar(ctx, oficio_descarga, std::to_string(descargaId), "{}", ctx.ahora());
    static_cast<DescargaListada&>(s) = como_esta<DescargaListada>(*leer_descarga(tx, descargaId));
    s.repetida = otra.has_value();
    return s;
}

ProgramacionDeDescargas leer_programacion(db::Reader& tx) {
    return tx
        .one<ProgramacionDeDescargas>(
            "SELECT diasCfdi, diasMetadata, cfdiHasta, metadataHasta, version FROM descargaProgramada WHERE organizacionId = $1",
            tx.organizacion())
        .value_or(ProgramacionDeDescargas{});
}

}  // namespace buzon

DescargaSolicitada solicitar_descarga(Context& ctx, const DescargaNueva& n) {
    const auto hoy = ctx.hoy();
    const auto primero = Fecha::de_civil(hoy.anio() - anios_de_descarga, hoy.mes(), 1).value_or(hoy);
    Faltas faltas;
    faltas.agregar_si(n.fechaInicial < primero, Codigo::fuera_de_rango, "/fechaInicial");
    faltas.agregar_si(n.fechaFinal > hoy, Codigo::fuera_de_rango, "/fechaFinal");
    faltas.agregar_si(n.fechaFinal < n.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    faltas.lanzar();
    reject_if(!buzon::hay_efirma(ctx.db(), ctx.ahora()), Codigo::sin_efirma, "");
    return buzon::encargar_descarga(ctx, n.tipo.value_or(TipoDeDescarga::cfdi), n.fechaInicial, n.fechaFinal, false);
}

Pagina<DescargaListada> listar_descargas(const Context& ctx, const DescargasFiltro& filtro) {
    DescargasFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "BuzonDescargas", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado == EstadoDeDescarga::porSolicitar) donde.add("d.estado IN ('porSolicitar', $)", "solicitada");
    else if (filtro.estado) donde.add("d.estado = $", reflect::enum_name(*filtro.estado));
    if (filtro.tipo) donde.add("d.tipo = $", reflect::enum_name(*filtro.tipo));
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM descarga d WHERE d.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("d.descargaId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<buzon::FilaDescarga>(
        std::string{descarga_con_trabajo} + donde.and_sql() + " ORDER BY d.descargaId DESC" + tramo, donde.params());
    std::vector<DescargaListada> lista;
    for (auto& f : filas) lista.push_back(como_esta(static_cast<DescargaListada&&>(std::move(f))));
    return recorrido.pagina(std::move(lista), total, [](const DescargaListada& d) { return std::vector{d.descargaId}; });
}

DescargaDetalle obtener_descarga(const Context& ctx, const DescargaPedida& pedida) {
    auto& tx = ctx.db();
    const auto fila = buzon::leer_descarga(tx, pedida.id);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    DescargaDetalle d;
    static_cast<DescargaListada&>(d) = como_esta<DescargaListada>(*fila);
    d.inicio = fila->inicio;
    d.fin = fila->fin;
    d.paquetes = tx.all<PaqueteDeDescarga>(R"(
        SELECT numero, idPaquete, estado, recibidos, repetidos, rechazados, cancelados, desconocidos, codigo, mensaje, avisos
        FROM descargaPaquete WHERE organizacionId = $1 AND descargaId = $2 ORDER BY numero)",
                                           tx.organizacion(), d.descargaId);
    return d;
}

ProgramacionDeDescargas obtener_programacion(const Context& ctx) { return buzon::leer_programacion(ctx.db()); }

ProgramacionDeDescargas cambiar_programacion(Context& ctx, const ProgramacionDeDescargasCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("descargaProgramada");
    const auto antes = buzon::leer_programacion(tx);
    ctx.exigir_version(antes.version);
    auto despues = antes;
    if (pedida.diasCfdi) despues.diasCfdi = *pedida.diasCfdi;
    if (pedida.diasMetadata) despues.diasMetadata = *pedida.diasMetadata;
    ++despues.version;
    // What it did not ask for while it was off it does not ask for now.
    if (antes.diasCfdi == 0) despues.cfdiHasta.reset();
    if (antes.diasMetadata == 0) despues.metadataHasta.reset();
    tx.run(R"(INSERT INTO descargaProgramada (organizacionId, diasCfdi, diasMetadata, cfdiHasta, metadataHasta, version)
              VALUES ($1, $2, $3, $4, $5, $6)
              ON CONFLICT (organizacionId) DO UPDATE SET diasCfdi = $2, diasMetadata = $3, cfdiHasta = $4, metadataHasta = $5,
                                                         version = $6)",
           tx.organizacion(), despues.diasCfdi, despues.diasMetadata, despues.cfdiHasta, despues.metadataHasta, despues.version);
    ctx.auditar("DescargaProgramada", tx.organizacion(), antes, despues);
    if (despues.diasCfdi + despues.diasMetadata > 0) api::encargar(ctx, buzon::oficio_programada, "diaria", "{}", ctx.ahora());
    return despues;
}

void register_descargas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Buzon");
    ops.add(POST, "/api/Buzon/Descargas", "BuzonDescargar", solicitar_descarga)
        .nuestra()
        .rechaza({Codigo::sin_efirma, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Buzon/Descargas", "BuzonDescargasListar", listar_descargas)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Buzon/Descargas/{id}", "BuzonDescargaObtener", obtener_descarga)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Buzon/Descargas/Programacion", "BuzonProgramacionObtener", obtener_programacion).nuestra();
    ops.add(PUT, "/api/Buzon/Descargas/Programacion", "BuzonProgramacionCambiar", cambiar_programacion)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida});
}

}  // namespace cacao
