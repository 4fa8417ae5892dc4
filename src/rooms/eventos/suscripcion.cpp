#include "rooms/eventos/suscripcion.hpp"

#include "api/posiciones.hpp"
#include "api/registros.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "reflect/objeto.hpp"
#include "rooms/eventos/catalogo.hpp"
#include "rooms/eventos/evento.hpp"
#include "rooms/eventos/firma.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace cacao {
namespace {

using eventos::Vecinos;

constexpr std::int64_t un_dia = 24 * 60 * 60;
constexpr std::size_t respuesta_mostrada = 500;

struct FilaSuscripcion {
    std::int64_t suscripcionId{};
    std::int64_t consumidorId{};
    std::string consumidor;
    std::string nombre;
    std::string url;
    std::string tipos;
    bool activo{};
    std::string motivo;
    std::int64_t hastaPosicion{};
    std::int64_t pendientes{};
    std::optional<Instante> ultimoExito;
    std::optional<Instante> fallaDesde;
    bool reenviando{};
    std::optional<Instante> anteriorHasta;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(FilaSuscripcion, (),
                (suscripcionId, consumidorId, consumidor, nombre, url, tipos, activo, motivo, hastaPosicion, pendientes,
                 ultimoExito, fallaDesde, reenviando, anteriorHasta, version, creadoEn, modificadoEn))

// Deliveries that wait are counted as far as a person looks.
constexpr std::string_view columnas_de_suscripcion = R"(
    SELECT s.suscripcionId, s.consumidorId, c.nombre AS consumidor, s.nombre, s.url, s.tipos, s.activo, s.motivo, s.hastaPosicion,
           (SELECT COUNT(*) FROM (SELECT 1 FROM entrega e WHERE e.organizacionId = s.organizacionId
                AND e.suscripcionId = s.suscripcionId AND e.estado = 'pendiente' LIMIT 10000) p) AS pendientes,
           s.ultimoExito, s.fallaDesde, CASE WHEN s.reenvioPosicion < s.reenvioHasta THEN 1 ELSE 0 END AS reenviando,
           s.anteriorHasta, s.version, s.creadoEn, s.modificadoEn
    FROM suscripcion s JOIN consumidorApi c ON c.organizacionId = s.organizacionId AND c.consumidorId = s.consumidorId
    WHERE s.organizacionId = $1)";

std::vector<std::string> partir(std::string_view tipos) {
    std::vector<std::string> lista;
    while (!tipos.empty()) {
        const auto fin = std::min(tipos.find(' '), tipos.size());
        lista.emplace_back(tipos.substr(0, fin));
        tipos.remove_prefix(std::min(fin + 1, tipos.size()));
    }
    return lista;
}

Suscripcion mostrar(const FilaSuscripcion& f) {
    return {f.suscripcionId, f.consumidorId,  f.consumidor,
            f.nombre,        f.url,           partir(f.tipos),
            f.activo,        f.motivo,        std::to_string(f.hastaPosicion),
            f.pendientes,    f.ultimoExito,   f.fallaDesde,
            f.reenviando,    f.anteriorHasta, f.version,
            f.creadoEn,      f.modificadoEn};
}

// A consumer sees its own, a person those of all.
std::int64_t suyas(const Context& ctx) { return ctx.sesion().por_identidad ? 0 : ctx.sesion().consumidorId; }

Suscripcion leer_suscripcion(const Context& ctx, std::int64_t suscripcionId) {
    const auto f = ctx.db().one<FilaSuscripcion>(std::string{columnas_de_suscripcion} + " AND s.suscripcionId = $2",
                                                 ctx.organizacionId(), suscripcionId);
    reject_if(!f || (suyas(ctx) != 0 && f->consumidorId != suyas(ctx)), Codigo::no_encontrado, "/suscripcionId");
    return mostrar(*f);
}

void exigir_poderes(const Context& ctx, const Vecinos& v, std::int64_t consumidorId, std::string_view campo, Faltas& faltas) {
    faltas.agregar_si(suyas(ctx) != consumidorId && v.puede_mas(ctx, consumidorId), Codigo::permiso_excede, std::string{campo});
}

// To change it one must be able to read what it is told.
Suscripcion para_cambiar(Context& ctx, const Vecinos& v, std::int64_t suscripcionId) {
    ctx.db().lock("suscripcion/" + std::to_string(suscripcionId));
    auto s = leer_suscripcion(ctx, suscripcionId);
    Faltas faltas;
    exigir_poderes(ctx, v, s.consumidorId, "/suscripcionId", faltas);
    faltas.lanzar();
    return s;
}

void revisar_url(const std::string& url, const Vecinos& v, Faltas& faltas) {
    const auto host = url.substr(url.find("//") + 2);
    const bool con_usuario = host.substr(0, host.find('/')).find('@') != std::string::npos;
    const bool abierta = !url.starts_with("https:") && !v.salida.sin_cifrar;
    faltas.agregar_si(con_usuario || abierta, Codigo::valor_no_permitido, "/url");
}

std::string unir(const TiposDeSuscripcion& tipos) { return fmt::format("{}", fmt::join(tipos, " ")); }

std::int64_t comienzo(const Context& ctx, const SuscripcionNueva& nueva, Faltas& faltas) {
    const std::int64_t ultima = api::last_position(ctx.db());
    if (!nueva.desde || *nueva.desde == "ahora") return ultima;
    std::int64_t desde = -1;
    std::from_chars(nueva.desde->data(), nueva.desde->data() + nueva.desde->size(), desde);
    const bool fuera = desde > ultima || desde < eventos::mas_antigua(ctx.db(), ctx.ahora());
    faltas.agregar_si(fuera, Codigo::fuera_de_rango, "/desde");
    return desde;
}

SuscripcionConSecreto con_secreto(Suscripcion s, std::string_view secreto) {
    SuscripcionConSecreto r;
    static_cast<Suscripcion&>(r) = std::move(s);
    r.secreto = eventos::secreto_visible(secreto);
    return r;
}

SuscripcionConSecreto crear_suscripcion(const Vecinos& v, Context& ctx, const SuscripcionNueva& nueva) {
    auto& tx = ctx.db();
    tx.lock("suscripcion");
    Faltas faltas;
    const std::int64_t consumidorId = suyas(ctx) != 0 ? suyas(ctx) : nueva.consumidorId ? std::int64_t{*nueva.consumidorId} : 0;
    if (consumidorId == 0) {
        faltas.agregar(Codigo::requerido, "/consumidorId");
    } else if (nueva.consumidorId && *nueva.consumidorId != consumidorId) {
        faltas.agregar(Codigo::no_encontrado, "/consumidorId");
    } else {
        const auto activo = tx.one<bool>("SELECT activo FROM consumidorApi WHERE organizacionId = $1 AND consumidorId = $2",
                                         tx.organizacion(), consumidorId);
        faltas.agregar_si(!activo, Codigo::no_encontrado, "/consumidorId");
        faltas.agregar_si(activo && !*activo, Codigo::inactivo, "/consumidorId");
        if (activo && *activo) exigir_poderes(ctx, v, consumidorId, "/consumidorId", faltas);
    }
    revisar_url(nueva.url, v, faltas);
    exigir_unico(tx, "SELECT suscripcionId FROM suscripcion WHERE organizacionId = $1 AND nombre = $2", nueva.nombre, 0,
                 "/nombre", faltas);
    const std::int64_t desde = comienzo(ctx, nueva, faltas);
    const auto cuantas =
        tx.one<std::int64_t>("SELECT COUNT(*) FROM suscripcion WHERE organizacionId = $1 AND activo = 1", tx.organizacion());
    if (*cuantas >= v.maximo) faltas.agregar(Codigo::fuera_de_rango, "", En::donde_sea, reflect::objeto("maximo", v.maximo));
    faltas.lanzar();
    const auto id = tx.next_id();
    const auto secreto = eventos::nuevo_secreto();
    tx.run(
        R"(INSERT INTO suscripcion (organizacionId, suscripcionId, consumidorId, usuarioId, nombre, url, tipos, secreto, activo, motivo,
                                       hastaPosicion, version, creadoEn, modificadoEn)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, '', $9, 1, $10, $10))",
        tx.organizacion(), id, consumidorId, ctx.usuarioId(), nueva.nombre, nueva.url, unir(nueva.tipos),
        db::Bytes{v.sello->seal(secreto)}, desde, ctx.ahora());
    auto s = leer_suscripcion(ctx, id);
    ctx.auditar_alta("Suscripcion", id, s);
    return con_secreto(std::move(s), secreto);
}

Suscripcion guardar_cambio(Context& ctx, const Suscripcion& antes) {
    ctx.db().run(
        "UPDATE suscripcion SET version = version + 1, modificadoEn = $3 WHERE organizacionId = $1 AND suscripcionId = $2",
        ctx.organizacionId(), antes.suscripcionId, ctx.ahora());
    auto s = leer_suscripcion(ctx, antes.suscripcionId);
    ctx.auditar("Suscripcion", s.suscripcionId, antes, s);
    return s;
}

Suscripcion actualizar_suscripcion(const Vecinos& v, Context& ctx, const SuscripcionActualizacion& pedida) {
    auto& tx = ctx.db();
    const auto antes = para_cambiar(ctx, v, pedida.suscripcionId);
    ctx.exigir_version(antes.version);
    Faltas faltas;
    if (pedida.nombre)
        exigir_unico(tx, "SELECT suscripcionId FROM suscripcion WHERE organizacionId = $1 AND nombre = $2", *pedida.nombre,
                     antes.suscripcionId, "/nombre", faltas);
    if (pedida.url) revisar_url(*pedida.url, v, faltas);
    faltas.lanzar();
    const bool activo = pedida.activo.value_or(antes.activo);
    tx.run(
        R"(UPDATE suscripcion SET nombre = $3, url = $4, tipos = $5, activo = $6, motivo = CASE WHEN $6 = 1 THEN '' ELSE motivo END
              WHERE organizacionId = $1 AND suscripcionId = $2)",
        tx.organizacion(), antes.suscripcionId, pedida.nombre ? std::string{*pedida.nombre} : antes.nombre,
        pedida.url ? std::string{*pedida.url} : antes.url,
        pedida.tipos ? unir(*pedida.tipos) : fmt::format("{}", fmt::join(antes.tipos, " ")), activo);
    // Whoever switches it on again has done something about it: what waits is tried now, with all its attempts before it.
    if (activo && !antes.activo) {
        tx.run("UPDATE suscripcion SET fallaDesde = NULL WHERE organizacionId = $1 AND suscripcionId = $2", tx.organizacion(),
               antes.suscripcionId);
        tx.run(
            "UPDATE entrega SET siguiente = $3, intentos = 0 WHERE organizacionId = $1 AND suscripcionId = $2 AND estado = "
            "'pendiente'",
            tx.organizacion(), antes.suscripcionId, ctx.ahora());
    }
    return guardar_cambio(ctx, antes);
}

Suscripcion desactivar_suscripcion(const Vecinos& v, Context& ctx, const SuscripcionPedida& pedida) {
    const auto antes = para_cambiar(ctx, v, pedida.suscripcionId);
    if (!antes.activo) return antes;
    ctx.db().run("UPDATE suscripcion SET activo = 0, motivo = '' WHERE organizacionId = $1 AND suscripcionId = $2",
                 ctx.organizacionId(), antes.suscripcionId);
    return guardar_cambio(ctx, antes);
}

SuscripcionConSecreto rotar_secreto(const Vecinos& v, Context& ctx, const SuscripcionPedida& pedida) {
    const auto antes = para_cambiar(ctx, v, pedida.suscripcionId);
    const auto secreto = eventos::nuevo_secreto();
    ctx.db().run(
        "UPDATE suscripcion SET anterior = secreto, anteriorHasta = $3, secreto = $4 WHERE organizacionId = $1 AND suscripcionId "
        "= $2",
        ctx.organizacionId(), antes.suscripcionId, ctx.ahora().mas_segundos(un_dia), db::Bytes{v.sello->seal(secreto)});
    return con_secreto(guardar_cambio(ctx, antes), secreto);
}

Suscripcion reenviar(const Vecinos& v, Context& ctx, const SuscripcionReenvio& pedido) {
    const auto antes = para_cambiar(ctx, v, pedido.suscripcionId);
    reject_if(!antes.activo, Codigo::inactivo, "/suscripcionId");
    reject_if(antes.reenviando, Codigo::estado_invalido, "/suscripcionId");
    Faltas faltas;
    faltas.agregar_si(pedido.desde < ctx.ahora().mas_segundos(-eventos::dias_guardados * un_dia), Codigo::fuera_de_rango,
                      "/desde");
    faltas.agregar_si(pedido.hasta && *pedido.hasta <= pedido.desde, Codigo::fuera_de_rango, "/hasta");
    faltas.lanzar();
    // What has not had its turn yet comes by itself.
    const std::int64_t tope = std::stoll(antes.hasta);
    const std::int64_t desde = std::min(tope, eventos::posicion_antes_de(ctx.db(), pedido.desde));
    const std::int64_t hasta = pedido.hasta ? std::min(tope, eventos::posicion_antes_de(ctx.db(), *pedido.hasta)) : tope;
    ctx.db().run(R"(UPDATE suscripcion SET reenvioPosicion = $3, reenvioHasta = $4, reenvioFallidas = $5
                    WHERE organizacionId = $1 AND suscripcionId = $2)",
                 ctx.organizacionId(), antes.suscripcionId, desde, std::max(desde, hasta), pedido.soloFallidas.value_or(false));
    return guardar_cambio(ctx, antes);
}

struct SondeoHecho {
    Sondeo sondeo;
};

// Outside of a transaction: what its receiver says is for whoever asks, and for no list of deliveries.
SondeoHecho sondear(const Vecinos& v, const Context& ctx, const SuscripcionPedida& pedida) {
    std::string url;
    std::vector<std::string> secretos;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        secretos.clear();
        tx.each(
            "SELECT url, secreto, anterior, anteriorHasta, consumidorId FROM suscripcion WHERE organizacionId = $1 AND "
            "suscripcionId = $2",
            [&](const db::Row& row) {
                if (suyas(ctx) != 0 && suyas(ctx) != row.integer(4)) return;
                url = row.text(0);
                if (const auto s = v.sello->open(row.text(1))) secretos.push_back(*s);
                if (!row.is_null(2) && Instante::de_micros(row.integer(3)) > ctx.ahora())
                    if (const auto s = v.sello->open(row.text(2))) secretos.push_back(*s);
            },
            tx.organizacion(), std::int64_t{pedida.suscripcionId});
    });
    reject_if(url.empty(), Codigo::no_encontrado, "/suscripcionId");
    SondeoHecho hecho;
    Sondeo& s = hecho.sondeo;
    s.id = fmt::format("evt_{}_prueba_{}", ctx.organizacionId(), base64url(azar(9)));
    eventos::Evento e{
        "Suscripcion.prueba", 1, ctx.ahora(), s.id, 0, {reflect::objeto("suscripcionId", std::int64_t{pedida.suscripcionId})}};
    const auto desde = std::chrono::steady_clock::now();
    const red::Cliente cliente{v.salida};
    try {
        const auto r = cliente.pedir(eventos::aviso(url, secretos, s.id, reflect::to_json(e), ctx.ahora(), v.limite));
        s.codigo = r.estado;
        s.correcto = r.estado / 100 == 2;
        if (utf8_valido(r.cuerpo)) s.respuesta = principio_utf8(r.cuerpo, respuesta_mostrada);
    } catch (const red::Fallo& f) {
        s.error = f.what();
    }
    s.milisegundos = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - desde).count();
    return hecho;
}

Sondeo probar_suscripcion(Context& ctx, const SuscripcionPedida& pedida, const SondeoHecho& hecho) {
    leer_suscripcion(ctx, pedida.suscripcionId);
    ctx.auditar_alta("SuscripcionPrueba", pedida.suscripcionId, hecho.sondeo);
    return hecho.sondeo;
}

Pagina<Entrega> listar_entregas(const Context& ctx, const EntregasFiltro& filtro) {
    leer_suscripcion(ctx, filtro.suscripcionId);
    EntregasFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Entregas", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId(), std::int64_t{filtro.suscripcionId}};
    if (filtro.estado) donde.add("e.estado = $", reflect::enum_name(*filtro.estado));
    const std::string de = " FROM entrega e WHERE e.organizacionId = $1 AND e.suscripcionId = $2";
    const Total total = recorrido.contar(ctx.db(), "SELECT 1" + de + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("e.posicion < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<Entrega>(
        "SELECT '' AS id, e.posicion, e.tipo, e.estado, e.intentos, CASE WHEN e.estado = 'pendiente' THEN e.siguiente END AS "
        "siguienteIntento, e.codigo, e.error, e.historia, e.creadoEn, CASE WHEN e.terminadoEn <> 0 THEN e.terminadoEn END AS "
        "terminadoEn" +
            de + donde.and_sql() + " ORDER BY e.posicion DESC" + tramo,
        donde.params());
    for (Entrega& e : filas) e.id = fmt::format("evt_{}_{}", ctx.organizacionId(), e.posicion);
    return recorrido.pagina(std::move(filas), total, [](const Entrega& e) { return std::vector{e.posicion}; });
}

}  // namespace

void validar(const SuscripcionNueva& nueva, Faltas& faltas) {
    validar_tipos({nueva.tipos.begin(), nueva.tipos.end()}, "/tipos", faltas);
    if (nueva.desde && *nueva.desde != "ahora" &&
        (nueva.desde->size() > 18 || nueva.desde->find_first_not_of("0123456789") != std::string::npos))
        faltas.agregar(Codigo::cursor_invalido, "/desde");
}

void validar(const SuscripcionActualizacion& pedida, Faltas& faltas) {
    if (pedida.tipos) validar_tipos({pedida.tipos->begin(), pedida.tipos->end()}, "/tipos", faltas);
}

std::vector<Suscripcion> listar_suscripciones(const Context& ctx) {
    std::vector<Suscripcion> lista;
    for (const auto& f :
         ctx.db().all<FilaSuscripcion>(std::string{columnas_de_suscripcion} + " ORDER BY s.nombre", ctx.organizacionId()))
        if (suyas(ctx) == 0 || suyas(ctx) == f.consumidorId) lista.push_back(mostrar(f));
    return lista;
}

void register_suscripciones(api::Operations& ops, std::shared_ptr<const Vecinos> vecinos) {
    using enum api::Verb;
    const auto v = std::move(vecinos);
    ops.group("Eventos");
    ops.add(GET, "/api/Suscripciones", "SuscripcionesListar", listar_suscripciones).nuestra();
    ops.add(GET, "/api/Suscripciones/{suscripcionId}", "SuscripcionObtener",
            [](const Context& ctx, const SuscripcionPedida& p) { return leer_suscripcion(ctx, p.suscripcionId); })
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Suscripciones", "SuscripcionCrear",
            [v](Context& ctx, const SuscripcionNueva& nueva) { return crear_suscripcion(*v, ctx, nueva); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::permiso_excede,
                  Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::cursor_invalido});
    ops.add(PUT, "/api/Suscripciones/{suscripcionId}", "SuscripcionActualizar",
            [v](Context& ctx, const SuscripcionActualizacion& p) { return actualizar_suscripcion(*v, ctx, p); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::permiso_excede, Codigo::valor_no_permitido,
                  Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Suscripciones/{suscripcionId}", "SuscripcionDesactivar",
            [v](Context& ctx, const SuscripcionPedida& p) { return desactivar_suscripcion(*v, ctx, p); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
    ops.add(POST, "/api/Suscripciones/RotarSecreto/{suscripcionId}", "SuscripcionRotarSecreto",
            [v](Context& ctx, const SuscripcionPedida& p) { return rotar_secreto(*v, ctx, p); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
    ops.add(
           POST, "/api/Suscripciones/Probar/{suscripcionId}", "SuscripcionProbar",
           [v](const Context& ctx, const SuscripcionPedida& p) { return sondear(*v, ctx, p); }, probar_suscripcion)
        .nuestra()
        .por_fuera()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Suscripciones/Reenviar/{suscripcionId}", "SuscripcionReenviar",
            [v](Context& ctx, const SuscripcionReenvio& p) { return reenviar(*v, ctx, p); })
        .nuestra()
        .rechaza(
            {Codigo::no_encontrado, Codigo::permiso_excede, Codigo::inactivo, Codigo::estado_invalido, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Suscripciones/Entregas/{suscripcionId}", "SuscripcionEntregasListar", listar_entregas)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
