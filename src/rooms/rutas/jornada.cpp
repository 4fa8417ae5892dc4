#include "rooms/rutas/jornada.hpp"

#include "db/rows.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/precios_ruta.hpp"
#include "rooms/rutas/ruta.hpp"

#include <algorithm>

namespace cacao {
namespace {

using engine::Estado;

struct JornadaListada : JornadaEnLista {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(JornadaListada, (JornadaEnLista), (serieDocumento, numero))

constexpr std::string_view columnas_de_jornada =
    "d.transaccionId, '' AS folio, d.fecha, d.estado, d.sucursalId, j.rutaId, COALESCE(r.nombre, '') AS ruta, j.vendedorId, "
    "COALESCE(v.nombre, '') AS vendedor, j.almacenId, j.salidaEn, j.regresoEn, d.version, d.serie AS serieDocumento, d.folio AS "
    "numero";
constexpr std::string_view tablas_de_jornada =
    " JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = d.transaccionId"
    " LEFT JOIN ruta r ON r.organizacionId = $1 AND r.rutaId = j.rutaId"
    " LEFT JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = j.vendedorId";

struct RestoDeJornada {
    std::int64_t almacenBaseId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaEntregaId = 0;
    std::int64_t listaPreciosId = 0;
    std::string referenciaExterna;
    std::string notas;
};
DESCRIBE_STRUCT(RestoDeJornada, (), (almacenBaseId, cuentaBancariaId, cuentaEntregaId, listaPreciosId, referenciaExterna, notas))

bool carga_sin_confirmar(db::Reader& tx, std::int64_t jornadaId) {
    return tx
        .one<std::int64_t>(
            "SELECT cargaId FROM cargaRuta WHERE organizacionId = $1 AND jornadaId = $2 AND estado = 'pendiente' LIMIT 1",
            tx.organizacion(), jornadaId)
        .has_value();
}

}  // namespace

bool JornadaFila::es(std::initializer_list<Estado> estados) const {
    return std::ranges::any_of(estados, [&](Estado e) { return engine::nombre(e) == estado; });
}

JornadaFila leer_jornada(db::Reader& tx, std::int64_t jornadaId, std::string_view campo) {
    auto j = tx.one<JornadaFila>(R"(
        SELECT d.transaccionId, d.estado, d.fecha, d.sucursalId, j.rutaId, j.vendedorId, j.almacenId, j.almacenBaseId,
               j.cuentaBancariaId, j.cuentaEntregaId, j.listaPreciosId, d.version
        FROM documento d
        JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'JornadaRuta')",
                                 tx.organizacion(), jornadaId);
    reject_if(!j, Codigo::no_encontrado, std::string{campo});
    return std::move(*j);
}

JornadaFila tomar_jornada(Context& ctx, std::int64_t jornadaId, std::string_view campo) {
    engine::retener_jornada(ctx.db(), jornadaId);
    return leer_jornada(ctx.db(), jornadaId, campo);
}

void exigir_estado_de_jornada(const JornadaFila& j, std::initializer_list<Estado> estados, std::string_view campo) {
    if (!j.es(estados)) reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("estado", j.estado));
}

void encabezar_de_jornada(engine::Cabecera& c, const JornadaFila& j) {
    c.fecha = j.fecha;
    c.campos["/fecha"] = "/jornadaId";
    c.sucursalId = j.sucursalId;
}

engine::DocumentoCreado abrir_jornada(Context& ctx, const JornadaNueva& n) {
    auto& tx = ctx.db();
    tx.lock("rutas");
    const Ruta ruta = leer_ruta(tx, n.rutaId);
    reject_if(!ruta.activo, Codigo::inactivo, "/rutaId");
    const auto otra = tx.one<std::int64_t>(R"(SELECT transaccionId FROM jornadaRuta WHERE organizacionId = $1 AND enCurso = 1
                                              AND (rutaId = $2 OR almacenId = $3 OR cuentaBancariaId = $4) LIMIT 1)",
                                           ctx.organizacionId(), ruta.rutaId, ruta.almacenId, ruta.cuentaBancariaId);
    if (otra) reject(Codigo::jornada_en_curso, "/rutaId", reflect::objeto("jornadaId", *otra));
    engine::SolicitudInventario s;
    s.fecha = n.fecha.value_or(ctx.hoy(ruta.sucursalId));
    s.faltas.agregar_si(*s.fecha > ctx.hoy(ruta.sucursalId), Codigo::fuera_de_rango, "/fecha");
    s.sucursalId = ruta.sucursalId;
    s.vendedorId = ruta.vendedorId;
    s.campos = {{"/vendedorId", "/rutaId"}, {"/sucursalId", "/rutaId"}};
    s.referenciaExterna = n.referenciaExterna.value_or("");
    s.notas = n.notas.value_or("");
    const auto e = engine::emitir(ctx, engine::JornadaRuta, s);
    tx.run(
        R"(INSERT INTO jornadaRuta (organizacionId, transaccionId, rutaId, vendedorId, almacenId, almacenBaseId, cuentaBancariaId,
                                       cuentaEntregaId, listaPreciosId, enCurso, salidaEn, regresoEn)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, NULL, NULL))",
        ctx.organizacionId(), e.transaccionId, ruta.rutaId, ruta.vendedorId, ruta.almacenId, ruta.almacenBaseId,
        ruta.cuentaBancariaId, ruta.cuentaEntregaId, ruta.listaPreciosId);
    tx.run(R"(INSERT INTO jornadaInicial (organizacionId, jornadaId, productoId, loteId, cantidad)
              SELECT $1, $2, productoId, loteId, cantidad FROM existencia
              WHERE organizacionId = $1 AND almacenId = $3 AND cantidad <> 0)",
           ctx.organizacionId(), e.transaccionId, ruta.almacenId);
    renovar_precios_de_ruta(ctx, leer_jornada(tx, e.transaccionId));
    return engine::creado(e);
}

JornadaVista obtener_jornada(const Context& ctx, const JornadaPedida& pedida) {
    auto& tx = ctx.db();
    const std::string donde = std::string{" FROM (SELECT * FROM documento WHERE organizacionId = $1) d"} +
                              std::string{tablas_de_jornada} +
                              " WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'JornadaRuta'";
    auto fila = tx.one<JornadaListada>("SELECT " + std::string{columnas_de_jornada} + donde, tx.organizacion(), pedida.id.valor);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    fila->folio = engine::folio_texto(fila->serieDocumento, fila->numero);
    JornadaVista v;
    static_cast<JornadaEnLista&>(v) = std::move(*fila);
    const auto resto = tx.one<RestoDeJornada>(
                             "SELECT j.almacenBaseId, j.cuentaBancariaId, j.cuentaEntregaId, j.listaPreciosId, "
                             "COALESCE(d.referenciaExterna, '') AS referenciaExterna, d.notas" +
                                 donde,
                             tx.organizacion(), pedida.id.valor)
                           .value();
    v.almacenBaseId = resto.almacenBaseId;
    v.cuentaBancariaId = resto.cuentaBancariaId;
    v.cuentaEntregaId = resto.cuentaEntregaId;
    v.listaPreciosId = resto.listaPreciosId;
    v.referenciaExterna = resto.referenciaExterna;
    v.notas = resto.notas;
    v.cargas = cargas_de(tx, pedida.id);
    return v;
}

Pagina<JornadaEnLista> listar_jornadas(const Context& ctx, const JornadasFiltro& filtro) {
    const auto f = filtro_de_documentos(filtro);
    std::vector<engine::OtroFiltro> otros;
    if (filtro.rutaId) otros.push_back({documento_de_ruta, *filtro.rutaId});
    const engine::PaginaDocumentos pagina{ctx, f, "JornadaRuta", {engine::JornadaRuta.tipo}, otros};
    auto filas = ctx.db().all_with<JornadaListada>(
        "SELECT " + std::string{columnas_de_jornada} + " FROM " + pagina.de() + std::string{tablas_de_jornada} + pagina.orden(),
        pagina.params());
    for (JornadaListada& l : filas) l.folio = engine::folio_texto(l.serieDocumento, l.numero);
    return pagina.con(std::move(filas)).como([](JornadaListada& l) { return JornadaEnLista{std::move(l)}; });
}

JornadaVista accionar_jornada(Context& ctx, const JornadaAccionPedida& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.id);
    const std::string accion{reflect::enum_name(p.accion)};
    const auto ya = [&](Estado e) { return j.es({e}); };
    if (p.accion == AccionJornada::salir && ya(Estado::cargada)) {
        reject_if(carga_sin_confirmar(tx, p.id), Codigo::carga_pendiente, "/id");
        tx.run("UPDATE jornadaRuta SET salidaEn = $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
               p.id.valor, ctx.ahora());
    }
    if (p.accion == AccionJornada::regresar && ya(Estado::enRuta))
        tx.run("UPDATE jornadaRuta SET regresoEn = $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
               p.id.valor, ctx.ahora());
    engine::transitar(ctx, p.id, accion, {engine::JornadaRuta.tipo});
    return obtener_jornada(ctx, {p.id});
}

engine::Cancelado cancelar_jornada(Context& ctx, const engine::CancelacionPedida& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.id);
    if (j.es({Estado::abierta})) reject_if(carga_sin_confirmar(tx, p.id), Codigo::carga_pendiente, "/id");
    const auto cancelada = engine::cancelar(ctx, p, {engine::JornadaRuta.tipo});
    tx.run("UPDATE jornadaRuta SET enCurso = 0 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           p.id.valor);
    return cancelada;
}

void register_jornadas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(GET, "/api/Ruta/Jornadas", "RutaJornadasListar", listar_jornadas).nuestra().rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Ruta/Jornadas/{id}", "RutaJornadaObtener", obtener_jornada)
        .nuestra()
        .lee({engine::JornadaRuta.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Ruta/JornadaAbrir", "RutaJornadaAbrir", abrir_jornada)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::jornada_en_curso, Codigo::fuera_de_rango, Codigo::duplicado});
    ops.add(PUT, "/api/Ruta/JornadaAccion/{id}", "RutaJornadaAccion", accionar_jornada)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::carga_pendiente, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Ruta/JornadaCancelar/{id}", "RutaJornadaCancelar", cancelar_jornada)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::carga_pendiente, Codigo::precondicion_fallida});
}

}  // namespace cacao
