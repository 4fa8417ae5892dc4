#include "rooms/rutas/sincronizacion.hpp"

#include "api/aparte.hpp"
#include "api/posiciones.hpp"
#include "db/rows.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace cacao {
namespace {

constexpr std::string_view operacion_de_envio = "RutaSincronizar";

// What became of one of them.
struct Intento {
    ResultadoEnvio resultado = ResultadoEnvio::rechazado;
    std::int64_t operacionId = 0;
    std::vector<Falta> faltas;
};

// So many share a transaction as long as all of them go: a commit for each would be most of what a day costs.
constexpr std::size_t por_tanda_de_envios = 16;

Intento registrar_envio(Context& ctx, const OperacionRutaNueva& n) {
    auto& tx = ctx.db();
    Intento i;
    engine::retener_jornada(tx, n.jornadaId);
    tx.lock("dispositivoRuta/" + std::string{*n.dispositivo});
    const auto ya = tx.one<std::int64_t>(
        "SELECT operacionId FROM operacionRuta WHERE organizacionId = $1 AND dispositivo <> '' AND "
        "dispositivo = $2 AND consecutivo = $3",
        ctx.organizacionId(), std::string{*n.dispositivo}, n.consecutivo->valor);
    i.operacionId = agregar_operacion(ctx, n).operacionId;
    tx.run(R"(UPDATE envioRuta SET estado = 'registrado', faltas = '[]', intentadoEn = $4
              WHERE organizacionId = $1 AND dispositivo = $2 AND consecutivo = $3 AND estado = 'pendiente')",
           ctx.organizacionId(), std::string{*n.dispositivo}, n.consecutivo->valor, ctx.ahora());
    i.resultado = ya ? ResultadoEnvio::repetido : ResultadoEnvio::registrado;
    return i;
}

Intento intentar(const Context& ctx, const OperacionRutaNueva& n) {
    Intento i;
    auto faltas = api::aparte(ctx, operacion_de_envio, [&](Context& suyo) { i = registrar_envio(suyo, n); });
    if (!faltas.empty()) i = {ResultadoEnvio::rechazado, 0, std::move(faltas)};
    return i;
}

// All of one day at once; where one of them is refused, each by itself, so that it alone is.
std::vector<Intento> intentar_tanda(const Context& ctx, std::span<const OperacionRutaNueva* const> tanda) {
    std::vector<Intento> intentos;
    const auto faltas = api::aparte(ctx, operacion_de_envio, [&](Context& suyo) {
        intentos.clear();
        for (const OperacionRutaNueva* n : tanda) intentos.push_back(registrar_envio(suyo, *n));
    });
    if (faltas.empty()) return intentos;
    intentos.clear();
    for (const OperacionRutaNueva* n : tanda) intentos.push_back(intentar(ctx, *n));
    return intentos;
}

bool es_jornada_viva(db::Reader& tx, std::int64_t jornadaId) {
    const auto estado = tx.one<std::string>(
        "SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = 'JornadaRuta'",
        tx.organizacion(), jornadaId);
    return estado && *estado != "validada" && *estado != "cerrada" && *estado != "cancelado";
}

// What cannot be registered yet is kept, so that nobody settles the day without it; unless what came under its number before
// stands, or it is of no day of ours.
ResultadoEnvio guardar_envio(const Context& ctx, const OperacionRutaNueva& n, const std::vector<Falta>& faltas) {
    ResultadoEnvio r = ResultadoEnvio::rechazado;
    ctx.apartar([&](db::Writer& tx) {
        r = ResultadoEnvio::rechazado;
        const auto org = tx.organizacion();
        const std::string dispositivo = *n.dispositivo;
        engine::retener_jornada(tx, n.jornadaId);
        if (!es_jornada_viva(tx, n.jornadaId)) return;
        // Somebody else brought it meanwhile; or something else stands under its number.
        if (tx.one<std::int64_t>("SELECT operacionId FROM operacionRuta WHERE organizacionId = $1 AND dispositivo <> '' AND "
                                 "dispositivo = $2 AND consecutivo = $3",
                                 org, dispositivo, n.consecutivo->valor)) {
            if (faltas.front().codigo != Codigo::duplicado) r = ResultadoEnvio::repetido;
            return;
        }
        tx.run(
            R"(INSERT INTO envioRuta (organizacionId, dispositivo, consecutivo, jornadaId, estado, cuerpo, faltas, motivo, recibidoEn,
                                         intentadoEn)
                  VALUES ($1, $2, $3, $4, 'pendiente', $5, $6, '', $7, $7)
                  ON CONFLICT (organizacionId, dispositivo, consecutivo) DO UPDATE SET jornadaId = excluded.jornadaId,
                      cuerpo = excluded.cuerpo, faltas = excluded.faltas, intentadoEn = excluded.intentadoEn
                  WHERE envioRuta.estado = 'pendiente')",
            org, dispositivo, n.consecutivo->valor, n.jornadaId.valor, reflect::to_json(n),
            api::faltas_escritas(faltas, ctx.idioma()), ctx.ahora());
        r = ResultadoEnvio::pendiente;
    });
    return r;
}

struct EnvioGuardado {
    std::int64_t consecutivo = 0;
    Guardado<OperacionRutaNueva> cuerpo;
};
DESCRIBE_STRUCT(EnvioGuardado, (), (consecutivo, cuerpo))

std::vector<EnvioGuardado> pendientes_de(const Context& ctx, const std::string& dispositivo) {
    std::vector<EnvioGuardado> r;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        r = tx.all<EnvioGuardado>(R"(SELECT consecutivo, cuerpo FROM envioRuta
                                     WHERE organizacionId = $1 AND dispositivo = $2 AND estado = 'pendiente' ORDER BY consecutivo)",
                                  tx.organizacion(), dispositivo);
    });
    return r;
}

bool descartado_antes(const Context& ctx, const std::string& dispositivo, std::int64_t consecutivo) {
    bool si = false;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        si = tx.one<std::int64_t>(
                   "SELECT consecutivo FROM envioRuta WHERE organizacionId = $1 AND dispositivo = $2 AND consecutivo = $3 "
                   "AND estado = 'descartado'",
                   tx.organizacion(), dispositivo, consecutivo)
                 .has_value();
    });
    return si;
}

const std::vector<Juzgado<OperacionRutaNueva>>& operaciones_de(const Sincronizacion& s) {
    static const Lista<Juzgado<OperacionRutaNueva>, 200> ninguna;
    return s.operaciones ? *s.operaciones : ninguna;
}

bool mal_escrito(const Faltas& faltas, std::string_view campo) {
    return std::ranges::find(faltas.lista(), campo, &Falta::campo) != faltas.lista().end();
}

// What is wrong with the bundle as a whole: without its number an operation cannot be answered by itself.
void juzgar_bulto(const Sincronizacion& s) {
    Faltas faltas;
    const auto& operaciones = operaciones_de(s);
    for (std::size_t i = 0; i < operaciones.size(); ++i) {
        const auto& [n, suyas] = operaciones[i];
        const std::string campo = "/operaciones/" + std::to_string(i);
        if (n.consecutivo && !mal_escrito(suyas, "/consecutivo")) continue;
        faltas.agregar_si(suyas.vacia(), Codigo::requerido, campo + "/consecutivo");
        for (const Falta& f : suyas.lista()) faltas.agregar(f.codigo, campo + f.campo, f.en, f.datos);
    }
    faltas.agregar_si(s.ultimoConsecutivo.has_value() && !s.jornadaId, Codigo::requerido, "/jornadaId");
    faltas.lanzar();
}

using FilasDeEnvio = std::map<std::int64_t, EnvioSincronizado>;

// Those of a bundle that can be tried, in their order, and what the others are answered.
struct BultoJuzgado {
    std::vector<OperacionRutaNueva> operaciones;
    FilasDeEnvio rechazadas;
    std::vector<EnvioSincronizado> de_mas;  // under a number that came with other contents as well
};

BultoJuzgado separar(const Context& ctx, const Sincronizacion& s) {
    BultoJuzgado b;
    std::int64_t maximo = 0;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { maximo = consecutivo_maximo(tx, s.dispositivo); });
    std::vector<const Juzgado<OperacionRutaNueva>*> todas;
    for (const auto& o : operaciones_de(s)) todas.push_back(&o);
    std::ranges::stable_sort(todas, {}, [](const auto* o) { return o->valor.consecutivo->valor; });
    const OperacionRutaNueva* antes = nullptr;  // the first under the number of the one before
    for (const auto* o : todas) {
        const OperacionRutaNueva& n = o->valor;
        const std::int64_t consecutivo = n.consecutivo->valor;
        Faltas faltas = o->faltas;
        const bool ajena = n.dispositivo && *n.dispositivo != s.dispositivo && !mal_escrito(faltas, "/dispositivo");
        faltas.agregar_si(ajena, Codigo::valor_no_permitido, "/dispositivo");
        if (consecutivo > maximo)
            faltas.agregar(Codigo::fuera_de_rango, "/consecutivo", En::donde_sea, reflect::objeto("maximo", maximo));
        else maximo = std::max(maximo, consecutivo + salto_de_consecutivos);
        const bool nueva = antes == nullptr || antes->consecutivo->valor != consecutivo;
        if (nueva) antes = &n;
        else if (faltas.vacia() && reflect::to_json(*antes) == reflect::to_json(n)) continue;
        else faltas.agregar(Codigo::duplicado, "/consecutivo");
        if (faltas.vacia()) {
            b.operaciones.push_back(n);
            continue;
        }
        EnvioSincronizado fila{consecutivo, ResultadoEnvio::rechazado, 0, {api::faltas_escritas(faltas.lista(), ctx.idioma())}};
        if (nueva) b.rechazadas.emplace(consecutivo, std::move(fila));
        else b.de_mas.push_back(std::move(fila));
    }
    return b;
}

// Those that wait may go once another one has arrived: as long as one of them does, the others are tried again. What came anew
// and was refused is told as it came.
void reintentar(const Context& ctx, const std::string& dispositivo, const FilasDeEnvio& rechazadas, FilasDeEnvio& filas) {
    for (bool avanza = true; avanza;) {
        avanza = false;
        for (const EnvioGuardado& g : pendientes_de(ctx, dispositivo)) {
            const auto n = reflect::recuperar(g.cuerpo);
            const Intento i = intentar(ctx, n);
            auto& fila = filas[g.consecutivo];
            fila.consecutivo = g.consecutivo;
            if (i.faltas.empty()) {
                fila.resultado = i.resultado;
                fila.operacionId = i.operacionId;
                fila.errores = {"[]"};
                avanza = true;
            } else if (!rechazadas.contains(g.consecutivo)) {
                fila.resultado = guardar_envio(ctx, n, i.faltas);
                fila.errores = {api::faltas_escritas(i.faltas, ctx.idioma())};
            }
        }
    }
}

struct EnvioFila {
    std::string dispositivo;
    std::int64_t consecutivo = 0;
    std::int64_t jornadaId = 0;
    std::string estado;
    Guardado<OperacionRutaNueva> cuerpo;
    Guardado<std::vector<FaltaDeEnvio>> faltas;
    std::string motivo;
    Instante recibidoEn;
    Instante intentadoEn;
};
DESCRIBE_STRUCT(EnvioFila, (), (dispositivo, consecutivo, jornadaId, estado, cuerpo, faltas, motivo, recibidoEn, intentadoEn))

EnvioRuta envio_de(const EnvioFila& f) {
    EnvioRuta e;
    e.dispositivo = f.dispositivo;
    e.consecutivo = f.consecutivo;
    e.jornadaId = f.jornadaId;
    e.estado = f.estado;
    e.clase = reflect::recuperar(f.cuerpo).clase;
    e.motivo = f.motivo;
    e.recibidoEn = f.recibidoEn;
    e.intentadoEn = f.intentadoEn;
    e.errores = f.faltas;
    return e;
}

constexpr std::string_view envios_sql = R"(
    SELECT dispositivo, consecutivo, jornadaId, estado, cuerpo, faltas, motivo, recibidoEn, intentadoEn FROM envioRuta
    WHERE organizacionId = $1)";

}  // namespace

Sincronizado preparar_sincronizacion(const Context& ctx, const Sincronizacion& s) {
    juzgar_bulto(s);
    Sincronizado r;
    r.dispositivo = s.dispositivo;
    BultoJuzgado bulto = separar(ctx, s);
    FilasDeEnvio filas = bulto.rechazadas;
    const auto contestar = [&] {
        for (auto& [consecutivo, fila] : filas) {
            r.registrados += fila.resultado == reflect::enum_name(ResultadoEnvio::registrado) ? 1 : 0;
            r.repetidos += fila.resultado == reflect::enum_name(ResultadoEnvio::repetido) ? 1 : 0;
            r.pendientes += fila.resultado == reflect::enum_name(ResultadoEnvio::pendiente) ? 1 : 0;
            r.rechazados += fila.resultado == reflect::enum_name(ResultadoEnvio::rechazado) ? 1 : 0;
            r.envios.push_back(std::move(fila));
        }
        for (EnvioSincronizado& fila : bulto.de_mas) r.envios.push_back(std::move(fila));
        r.rechazados += static_cast<std::int64_t>(bulto.de_mas.size());
        return r;
    };
    if (ctx.simular()) return contestar();
    std::vector<const OperacionRutaNueva*> tanda;
    const auto enviar_tanda = [&] {
        if (tanda.empty()) return;
        const auto intentos = intentar_tanda(ctx, tanda);
        for (std::size_t k = 0; k < tanda.size(); ++k) {
            const Intento& i = intentos[k];
            auto& fila = filas[tanda[k]->consecutivo->valor];
            fila.operacionId = i.operacionId;
            const auto resultado = i.faltas.empty() ? i.resultado : guardar_envio(ctx, *tanda[k], i.faltas);
            fila.resultado = resultado;
            if (resultado != ResultadoEnvio::repetido) fila.errores = {api::faltas_escritas(i.faltas, ctx.idioma())};
        }
        tanda.clear();
    };
    for (OperacionRutaNueva& n : bulto.operaciones) {
        n.dispositivo = s.dispositivo;
        auto& fila = filas[n.consecutivo->valor];
        fila.consecutivo = n.consecutivo->valor;
        if (descartado_antes(ctx, s.dispositivo, fila.consecutivo)) {
            fila.resultado = ResultadoEnvio::descartado;
            continue;
        }
        if (!tanda.empty() && (tanda.size() >= por_tanda_de_envios || tanda.front()->jornadaId != n.jornadaId)) enviar_tanda();
        tanda.push_back(&n);
    }
    enviar_tanda();
    reintentar(ctx, s.dispositivo, bulto.rechazadas, filas);
    return contestar();
}

namespace {

// The greatest number that is known of a device in a day.
std::int64_t ultimo_de_la_jornada(db::Reader& tx, std::string_view dispositivo, std::int64_t jornadaId) {
    return tx
        .one<std::int64_t>(R"(
            SELECT COALESCE(MAX(x.n), 0) FROM (
                SELECT MAX(consecutivo) AS n FROM operacionRuta
                WHERE organizacionId = $1 AND dispositivo <> '' AND dispositivo = $2 AND jornadaId = $3
                UNION ALL SELECT MAX(consecutivo) FROM envioRuta
                WHERE organizacionId = $1 AND dispositivo = $2 AND jornadaId = $3
                UNION ALL SELECT MAX(ultimoConsecutivo) FROM jornadaDispositivo
                WHERE organizacionId = $1 AND dispositivo = $2 AND jornadaId = $3) x)",
                           tx.organizacion(), dispositivo, jornadaId)
        .value_or(0);
}

void anotar_ultimo(db::Writer& tx, std::int64_t jornadaId, std::string_view dispositivo, std::int64_t consecutivo) {
    tx.run(
        R"(INSERT INTO jornadaDispositivo (organizacionId, jornadaId, dispositivo, ultimoConsecutivo) VALUES ($1, $2, $3, $4)
              ON CONFLICT (organizacionId, jornadaId, dispositivo) DO UPDATE SET ultimoConsecutivo =
                  CASE WHEN excluded.ultimoConsecutivo > jornadaDispositivo.ultimoConsecutivo THEN excluded.ultimoConsecutivo
                       ELSE jornadaDispositivo.ultimoConsecutivo END)",
        tx.organizacion(), jornadaId, dispositivo, consecutivo);
}

// What came and could not be read is missing until it comes again or is given up: nobody settles the day without it.
void echar_de_menos(db::Writer& tx, std::int64_t jornadaId, std::string_view dispositivo, std::int64_t consecutivo) {
    engine::retener_jornada(tx, jornadaId);
    const bool cerca = consecutivo <= consecutivo_maximo(tx, dispositivo);
    if (cerca && es_jornada_viva(tx, jornadaId)) anotar_ultimo(tx, jornadaId, dispositivo, consecutivo);
}

// What never came, as of a lost telephone: somebody gives it up, with a reason, and whatever of it comes later is told so.
void dar_por_perdidos(Context& ctx, const EnvioDescarte& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, *p.jornadaId, "/jornadaId");
    exigir_estado_de_jornada(j, {engine::Estado::enRuta, engine::Estado::retorno, engine::Estado::liquidada}, "/jornadaId");
    const std::int64_t hasta = p.hasta ? p.hasta->valor : p.consecutivo.valor;
    Faltas faltas;
    faltas.agregar_si(hasta < p.consecutivo.valor || hasta - p.consecutivo.valor >= salto_de_consecutivos, Codigo::fuera_de_rango,
                      "/hasta");
    // Numbers that nobody has given yet are not lost.
    faltas.agregar_si(hasta > ultimo_de_la_jornada(tx, p.dispositivo, j.transaccionId), Codigo::fuera_de_rango,
                      p.hasta ? "/hasta" : "/consecutivo");
    faltas.lanzar();
    for (std::int64_t n = p.consecutivo.valor; n <= hasta; ++n) {
        OperacionRutaNueva nada;
        nada.jornadaId = *p.jornadaId;
        nada.clase = ClaseOperacion::visita;
        nada.consecutivo = Entero<1, 2'000'000'000>{n};
        tx.run(
            R"(INSERT INTO envioRuta (organizacionId, dispositivo, consecutivo, jornadaId, estado, cuerpo, faltas, motivo, recibidoEn,
                                     intentadoEn)
               SELECT $1, $2, $3, $4, 'descartado', $5, '[]', $6, $7, $7
               WHERE NOT EXISTS (SELECT 1 FROM operacionRuta o WHERE o.organizacionId = $1 AND o.dispositivo <> ''
                                    AND o.dispositivo = $2 AND o.consecutivo = $3)
               ON CONFLICT (organizacionId, dispositivo, consecutivo) DO NOTHING)",
            ctx.organizacionId(), std::string{p.dispositivo}, n, j.transaccionId, reflect::to_json(nada), std::string{p.motivo},
            ctx.ahora());
    }
    ctx.auditar_alta("EnvioRutaDescartado", j.transaccionId, p);
}

}  // namespace

// The parts are stored: what is left is what the device says of its end, and what is still missing.
Sincronizado sincronizar(Context& ctx, const Sincronizacion& s, const Sincronizado& hecho) {
    auto& tx = ctx.db();
    Sincronizado r = hecho;
    r.horaServidor = ctx.ahora();
    if (s.ultimoConsecutivo) {
        const JornadaFila j = tomar_jornada(ctx, *s.jornadaId, "/jornadaId");
        // A slip of the device must not leave a gap that nobody could ever give up.
        reject_if(s.ultimoConsecutivo->valor > consecutivo_maximo(tx, s.dispositivo), Codigo::fuera_de_rango,
                  "/ultimoConsecutivo");
        anotar_ultimo(tx, j.transaccionId, s.dispositivo, s.ultimoConsecutivo->valor);
    }
    std::set<std::int64_t> jornadas;
    if (s.jornadaId) jornadas.insert(*s.jornadaId);
    for (const auto& [n, faltas] : operaciones_de(s))
        if (!mal_escrito(faltas, "/jornadaId")) jornadas.insert(n.jornadaId);
    for (const auto& [n, faltas] : operaciones_de(s)) {
        if (faltas.vacia()) continue;
        // Where its own day cannot be read it is of the one that the bundle is of.
        const bool suya = !mal_escrito(faltas, "/jornadaId");
        if (suya || jornadas.size() == 1)
            echar_de_menos(tx, suya ? n.jornadaId.valor : *jornadas.begin(), s.dispositivo, n.consecutivo->valor);
    }
    for (const std::int64_t jornadaId : jornadas)
        for (ConsecutivosFaltantes& f : consecutivos_faltantes(tx, jornadaId))
            if (f.dispositivo == s.dispositivo) r.faltantes.push_back(std::move(f));
    return r;
}

std::vector<EnvioRuta> listar_envios(const Context& ctx, const EnviosRutaFiltro& filtro) {
    auto& tx = ctx.db();
    leer_jornada(tx, filtro.jornadaId, "/jornadaId");
    std::vector<EnvioRuta> r;
    for (const EnvioFila& f : tx.all<EnvioFila>(std::string{envios_sql} + " AND jornadaId = $2 ORDER BY dispositivo, consecutivo",
                                                tx.organizacion(), filtro.jornadaId.valor))
        if (!filtro.estado || f.estado == reflect::enum_name(*filtro.estado)) r.push_back(envio_de(f));
    return r;
}

EnvioRuta descartar_envio(Context& ctx, const EnvioDescarte& p) {
    auto& tx = ctx.db();
    const auto leer = [&] {
        return tx.one<EnvioFila>(std::string{envios_sql} + " AND dispositivo = $2 AND consecutivo = $3", tx.organizacion(),
                                 std::string{p.dispositivo}, p.consecutivo.valor);
    };
    tx.lock("dispositivoRuta/" + std::string{p.dispositivo});
    if (p.jornadaId) {
        dar_por_perdidos(ctx, p);
        const auto ahora = leer();
        if (!ahora || ahora->estado != reflect::enum_name(EstadoEnvio::descartado))
            reject(Codigo::estado_invalido, "/consecutivo", reflect::objeto("estado", ahora ? ahora->estado : "registrado"));
        return envio_de(*ahora);
    }
    reject_if(p.hasta.has_value(), Codigo::requerido, "/jornadaId");
    const auto antes = leer();
    reject_if(!antes, Codigo::no_encontrado, "/consecutivo");
    if (antes->estado == reflect::enum_name(EstadoEnvio::descartado)) return envio_de(*antes);
    if (antes->estado != reflect::enum_name(EstadoEnvio::pendiente))
        reject(Codigo::estado_invalido, "/consecutivo", reflect::objeto("estado", antes->estado));
    tx.run(R"(UPDATE envioRuta SET estado = 'descartado', motivo = $4
              WHERE organizacionId = $1 AND dispositivo = $2 AND consecutivo = $3)",
           ctx.organizacionId(), std::string{p.dispositivo}, p.consecutivo.valor, std::string{p.motivo});
    ctx.auditar_alta("EnvioRutaDescartado", antes->jornadaId, p);
    return envio_de(leer().value());
}

void register_sincronizacion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(POST, "/api/Ruta/Sincronizar", "RutaSincronizar", preparar_sincronizacion, sincronizar)
        .nuestra()
        .rechaza(
            {Codigo::requerido, Codigo::valor_no_permitido, Codigo::duplicado, Codigo::no_encontrado, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Ruta/Envios", "RutaEnviosListar", listar_envios).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Ruta/EnvioDescartar", "RutaEnvioDescartar", descartar_envio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::requerido, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Ruta/Carga/{dispositivo}", "RutaCargaDispositivo", cargar_dispositivo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
}

}  // namespace cacao
