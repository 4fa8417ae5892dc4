#include "rooms/cartera/recordatorio.hpp"

#include "api/catalogo.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/correos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/verificar/reglas.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace cacao {
namespace {

constexpr std::string_view oficio_recordatorios = "Recordatorios";
constexpr std::int64_t hora_de_costumbre = 9;
constexpr std::int64_t una_hora_s = 3600;

constexpr std::string_view asunto_de_costumbre = "{documento} {folio} de {empresa}: {saldo} {moneda}";
constexpr std::string_view texto_de_costumbre =
    "Estimado cliente:\n\nSu documento {documento} {folio} por {saldo} {moneda} vence el {vencimiento}.\n\nSi ya lo pagó, haga "
    "caso "
    "omiso de este mensaje.\n\n{empresa}\n";

// ---- What a message may say of its document.

using Palabras = std::map<std::string, std::string, std::less<>>;
constexpr std::array<std::string_view, 8> palabras_de_mensaje{"cliente", "documento", "folio",       "saldo",
                                                              "moneda",  "dias",      "vencimiento", "empresa"};

// The first word in braces that nobody knows, or a brace without its other one.
std::optional<std::string> palabra_desconocida(std::string_view texto) {
    for (std::size_t i = texto.find_first_of("{}"); i != std::string_view::npos; i = texto.find_first_of("{}", i)) {
        const std::size_t fin = texto.find('}', i);
        if (texto[i] == '}' || fin == std::string_view::npos) return std::string{texto.substr(i, 20)};
        const auto palabra = texto.substr(i + 1, fin - i - 1);
        if (std::ranges::find(palabras_de_mensaje, palabra) == palabras_de_mensaje.end()) return std::string{palabra};
        i = fin + 1;
    }
    return {};
}

// Of a text that was judged when the policy was made.
std::string con_palabras(std::string_view texto, const Palabras& palabras) {
    std::string r;
    std::size_t desde = 0;
    for (std::size_t i = texto.find('{'); i != std::string_view::npos; i = texto.find('{', desde)) {
        const std::size_t fin = texto.find('}', i);
        r += texto.substr(desde, i - desde);
        r += palabras.find(texto.substr(i + 1, fin - i - 1))->second;
        desde = fin + 1;
    }
    return r + std::string{texto.substr(desde)};
}

// ---- Policies.

void leer_pasos_de_politica(db::Reader& tx, PoliticaRecordatorio& p) {
    p.dias = tx.all<std::int64_t>("SELECT dias FROM politicaPaso WHERE organizacionId = $1 AND politicaId = $2 ORDER BY dias",
                                  tx.organizacion(), p.politicaId);
}

void guardar_pasos_de_politica(db::Writer& tx, const PoliticaRecordatorio* antes, const PoliticaRecordatorio& p) {
    if (antes != nullptr && antes->dias == p.dias) return;
    tx.run("DELETE FROM politicaPaso WHERE organizacionId = $1 AND politicaId = $2", tx.organizacion(), p.politicaId);
    for (const std::int64_t dias : p.dias)
        tx.run("INSERT INTO politicaPaso (organizacionId, politicaId, dias) VALUES ($1, $2, $3)", tx.organizacion(), p.politicaId,
               dias);
}

void revisar_politica(Context& ctx, const PoliticaRecordatorio* antes, const PoliticaRecordatorio& p, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto palabras_conocidas = [&](const std::string& texto, const char* campo) {
        if (const auto otra = palabra_desconocida(texto))
            faltas.agregar(Codigo::valor_no_permitido, campo, En::cuerpo,
                           reflect::objeto("palabra", *otra, "permitidas",
                                           std::vector<std::string>(palabras_de_mensaje.begin(), palabras_de_mensaje.end())));
    };
    palabras_conocidas(p.asunto, "/asunto");
    palabras_conocidas(p.texto, "/texto");
    // A line of its own would be another header of the message.
    faltas.agregar_si(p.asunto.find_first_of("\r\n") != std::string::npos, Codigo::caracter_no_permitido, "/asunto");
    std::set<std::int64_t> vistos;
    for (std::size_t i = 0; i < p.dias.size(); ++i)
        faltas.agregar_si(!vistos.insert(p.dias[i]).second, Codigo::duplicado, "/dias/" + std::to_string(i));
    if (p.general && p.activo)
        duplicado_si(tx.one<std::int64_t>("SELECT politicaId FROM politicaRecordatorio WHERE organizacionId = $1 AND general = 1 "
                                          "AND activo = 1 AND politicaId <> $2",
                                          tx.organizacion(), p.politicaId),
                     p.politicaId, "/general", faltas);
    if (antes != nullptr && antes->activo && !p.activo)
        impide(tx, "SELECT entidadId FROM contactoPolitica WHERE organizacionId = $1 AND politicaId = $2 LIMIT 1", p.politicaId,
               "/activo", faltas);
}

const Catalogo<PoliticaRecordatorio>& catalogo_de_politicas() {
    static const Catalogo<PoliticaRecordatorio> politicas{{.tabla = "politicaRecordatorio",
                                                           .llave = "politicaId",
                                                           .candados = {"politicasRecordatorio"},
                                                           .orden = "codigo",
                                                           .unicos = {{"codigo"}}},
                                                          revisar_politica,
                                                          {.leer = leer_pasos_de_politica, .guardar = guardar_pasos_de_politica}};
    return politicas;
}

auto con_pasos(const PasosDeRecordatorio* pedidos) {
    return [pedidos](PoliticaRecordatorio& p, Faltas&) {
        if (p.asunto.empty()) p.asunto = asunto_de_costumbre;
        if (p.texto.empty()) p.texto = texto_de_costumbre;
        if (pedidos == nullptr) return;
        p.dias.clear();
        for (const auto& dias : *pedidos) p.dias.push_back(dias.valor);
    };
}

// ---- What is due.

struct PendienteFila {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serieDocumento;
    std::int64_t numero = 0;
    std::int64_t entidadId = 0;
    std::string cliente;
    Fecha vencimiento;
    std::int64_t dias = 0;
    std::string moneda;
    Importe saldo;
    std::int64_t politicaId = 0;
};
DESCRIBE_STRUCT(PendienteFila, (),
                (transaccionId, tipo, serieDocumento, numero, entidadId, cliente, vencimiento, dias, moneda, saldo, politicaId))

// Of each document that is owed, the last step whose day has come, unless it or a later one was sent. Steps that were missed are
// not made up for.
std::vector<RecordatorioPendiente> pendientes_de(db::Reader& tx, Fecha hoy, std::optional<std::int64_t> entidadId,
                                                 std::size_t cuantos) {
    db::Where donde{tx.organizacion(), hoy};
    if (entidadId) donde.add("s.entidadId = $", *entidadId);
    std::vector<RecordatorioPendiente> r;
    for (PendienteFila& f : tx.all_with<PendienteFila>(R"(
             SELECT q.transaccionId, d.tipo, d.serie AS serieDocumento, d.folio AS numero, q.entidadId, c.nombre AS cliente,
                    q.vencimiento, q.dias, q.moneda, q.saldo, q.politicaId
             FROM (SELECT s.transaccionId, s.entidadId, s.vencimiento, s.moneda, s.saldo, p.politicaId, MAX(k.dias) AS dias
                   FROM saldo s
                   LEFT JOIN contactoPolitica x ON x.organizacionId = $1 AND x.entidadId = s.entidadId
                   JOIN politicaRecordatorio p ON p.organizacionId = $1 AND p.activo = 1 AND s.saldo >= p.saldoMinimo
                    AND CASE WHEN x.politicaId IS NULL THEN p.general = 1 ELSE p.politicaId = x.politicaId END
                   JOIN politicaPaso k ON k.organizacionId = $1 AND k.politicaId = p.politicaId AND s.vencimiento + k.dias <= $2
                   WHERE s.organizacionId = $1 AND s.naturaleza = 'cobrar' AND s.saldo > 0)" +
                                                           donde.and_sql() + R"(
                   GROUP BY s.transaccionId, s.entidadId, s.vencimiento, s.moneda, s.saldo, p.politicaId) q
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = q.transaccionId AND d.tipo IN ('FacturaVenta', 'NotaVenta')
             JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = q.entidadId
             WHERE NOT EXISTS (SELECT 1 FROM recordatorio r WHERE r.organizacionId = $1 AND r.transaccionId = q.transaccionId
                               AND r.dias >= q.dias)
             ORDER BY q.vencimiento, q.transaccionId LIMIT )" +
                                                           std::to_string(cuantos),
                                                       donde.params())) {
        RecordatorioPendiente p;
        p.transaccionId = f.transaccionId;
        p.tipoDocumento = f.tipo;
        p.folio = engine::folio_texto(f.serieDocumento, f.numero);
        p.entidadId = f.entidadId;
        p.cliente = std::move(f.cliente);
        p.vencimiento = f.vencimiento;
        p.dias = f.dias;
        p.diasVencido = hoy.dias() - f.vencimiento.dias();
        p.moneda = std::move(f.moneda);
        p.saldo = f.saldo;
        p.politicaId = f.politicaId;
        r.push_back(std::move(p));
    }
    std::map<std::int64_t, std::vector<std::string>> direcciones;
    for (RecordatorioPendiente& p : r) {
        auto [it, nueva] = direcciones.try_emplace(p.entidadId);
        if (nueva) it->second = engine::correos_del_contacto(tx, p.entidadId);
        p.destinatarios = it->second;
    }
    return r;
}

std::string nombre_de_la_empresa(db::Reader& tx) {
    return tx.one<std::string>("SELECT nombre FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value_or("");
}

void recordar(Context& ctx, const RecordatorioPendiente& p, const PoliticaRecordatorio& politica, const std::string& empresa) {
    const Palabras palabras{{"cliente", p.cliente},
                            {"documento", std::string{engine::tipo_de(std::string_view{p.tipoDocumento})->nombre}},
                            {"folio", p.folio},
                            {"saldo", p.saldo.texto()},
                            {"moneda", p.moneda},
                            {"dias", std::to_string(p.diasVencido)},
                            {"vencimiento", p.vencimiento.iso()},
                            {"empresa", empresa}};
    const auto ids = engine::pedir_correos(ctx, {.transaccionId = p.transaccionId,
                                                 .destinatarios = p.destinatarios,
                                                 .asunto = con_palabras(politica.asunto, palabras),
                                                 .texto = con_palabras(politica.texto, palabras),
                                                 .automatico = true});
    ctx.db().run(R"(INSERT INTO recordatorio (organizacionId, transaccionId, dias, politicaId, entidadId, saldo, correoId,
                                              mensajes, creadoEn)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
                 ctx.organizacionId(), p.transaccionId, p.dias, p.politicaId, p.entidadId, p.saldo, ids.front(),
                 static_cast<std::int64_t>(ids.size()), ctx.ahora());
}

RecordatoriosEnviados enviar_los_debidos(Context& ctx, const std::set<std::int64_t>* cuales) {
    auto& tx = ctx.db();
    // One at a time: each sees what the one before sent.
    tx.lock("recordatorios");
    RecordatoriosEnviados r;
    const std::string empresa = nombre_de_la_empresa(tx);
    std::map<std::int64_t, PoliticaRecordatorio> politicas;
    // Those that nobody can be written to stay due, and must not stand in the way of the others.
    for (const RecordatorioPendiente& p : pendientes_de(tx, ctx.hoy(), {}, 100'000)) {
        if (cuales != nullptr && !cuales->contains(p.transaccionId)) continue;
        if (p.destinatarios.empty()) {
            ++r.sinDestinatario;
            continue;
        }
        if (r.enviados == static_cast<std::int64_t>(recordatorios_a_la_vez)) {
            r.quedan = true;
            break;
        }
        auto [it, nueva] = politicas.try_emplace(p.politicaId);
        if (nueva) it->second = catalogo_de_politicas().leer(tx, p.politicaId);
        recordar(ctx, p, it->second, empresa);
        ++r.enviados;
        r.mensajes += static_cast<std::int64_t>(p.destinatarios.size());
    }
    if (r.enviados > 0) ctx.auditar_alta("Recordatorios", tx.organizacion(), r);
    return r;
}

struct EnviadoFila : RecordatorioEnviado {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(EnviadoFila, (RecordatorioEnviado), (serieDocumento, numero))

ProgramacionRecordatorio leer_programacion_recordatorio(db::Reader& tx) {
    return tx
        .one<ProgramacionRecordatorio>("SELECT automatico, hora, version FROM programacionRecordatorio WHERE organizacionId = $1",
                                       tx.organizacion())
        .value_or(ProgramacionRecordatorio{false, hora_de_costumbre, 1});
}

void exigir_cliente(db::Reader& tx, std::int64_t entidadId) {
    const auto hay = tx.one<std::int64_t>("SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                                          tx.organizacion(), entidadId);
    reject_if(!hay, Codigo::no_encontrado, "/entidadId");
}

}  // namespace

std::vector<PoliticaRecordatorio> listar_politicas_recordatorio(const Context& ctx) {
    return catalogo_de_politicas().listar(ctx);
}
PoliticaRecordatorio obtener_politica_recordatorio(const Context& ctx, const PoliticaRecordatorioPedida& pedida) {
    return catalogo_de_politicas().leer(ctx.db(), pedida.politicaId);
}
PoliticaRecordatorio crear_politica_recordatorio(Context& ctx, const PoliticaRecordatorioNueva& pedida) {
    return catalogo_de_politicas().crear(ctx, pedida, {}, con_pasos(&pedida.dias));
}
PoliticaRecordatorio actualizar_politica_recordatorio(Context& ctx, const PoliticaRecordatorioActualizacion& pedida) {
    return catalogo_de_politicas().actualizar(ctx, pedida, con_pasos(pedida.dias ? &*pedida.dias : nullptr));
}

PoliticaDeContacto obtener_politica_de_contacto(const Context& ctx, const PoliticaDeContactoPedida& pedida) {
    auto& tx = ctx.db();
    exigir_cliente(tx, pedida.entidadId);
    return {pedida.entidadId,
            tx.one<std::int64_t>("SELECT politicaId FROM contactoPolitica WHERE organizacionId = $1 AND entidadId = $2",
                                 tx.organizacion(), pedida.entidadId.valor)};
}

PoliticaDeContacto cambiar_politica_de_contacto(Context& ctx, const PoliticaDeContactoCambio& p) {
    auto& tx = ctx.db();
    tx.lock("politicasRecordatorio");
    const PoliticaDeContacto antes = obtener_politica_de_contacto(ctx, {p.entidadId});
    reject_if(!p.politicaId.presente, Codigo::requerido, "/politicaId");
    PoliticaDeContacto despues{p.entidadId, {}};
    if (p.politicaId.valor) despues.politicaId = std::int64_t{*p.politicaId.valor};
    if (despues.politicaId.value_or(0) != 0) {
        Faltas faltas;
        exigir_activo(tx, "SELECT activo FROM politicaRecordatorio WHERE organizacionId = $1 AND politicaId = $2",
                      *despues.politicaId, "/politicaId", faltas);
        faltas.lanzar();
    }
    tx.run("DELETE FROM contactoPolitica WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), p.entidadId.valor);
    if (despues.politicaId)
        tx.run("INSERT INTO contactoPolitica (organizacionId, entidadId, politicaId) VALUES ($1, $2, $3)", tx.organizacion(),
               p.entidadId.valor, *despues.politicaId);
    ctx.auditar("PoliticaDeContacto", p.entidadId, antes, despues);
    return despues;
}

std::vector<RecordatorioPendiente> listar_recordatorios_pendientes(const Context& ctx, const RecordatoriosPendientesFiltro& f) {
    constexpr std::size_t cuantos = 5'000;
    return pendientes_de(ctx.db(), ctx.hoy(), f.entidadId ? std::optional{f.entidadId->valor} : std::nullopt, cuantos);
}

RecordatoriosEnviados enviar_recordatorios(Context& ctx, const RecordatoriosPorEnviar& p) {
    if (!p.transaccionIds) return enviar_los_debidos(ctx, nullptr);
    const std::set<std::int64_t> cuales(p.transaccionIds->begin(), p.transaccionIds->end());
    return enviar_los_debidos(ctx, &cuales);
}

Pagina<RecordatorioEnviado> listar_recordatorios(const Context& ctx, const RecordatoriosFiltro& filtro) {
    auto& tx = ctx.db();
    RecordatoriosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Recordatorios", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.entidadId) donde.add("r.entidadId = $", filtro.entidadId->valor);
    if (filtro.transaccionId) donde.add("r.transaccionId = $", filtro.transaccionId->valor);
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM recordatorio r WHERE r.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("r.correoId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<EnviadoFila>(R"(
        SELECT r.transaccionId, d.tipo AS tipoDocumento, '' AS folio, r.entidadId, c.nombre AS cliente, r.dias, r.politicaId,
               d.moneda, r.saldo, r.correoId, r.mensajes, r.creadoEn, d.serie AS serieDocumento, d.folio AS numero
        FROM recordatorio r
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = r.entidadId
        WHERE r.organizacionId = $1)" + donde.and_sql() +
                                              " ORDER BY r.correoId DESC" + tramo,
                                          donde.params());
    return recorrido.pagina(std::move(filas), total, [](const EnviadoFila& f) { return std::vector{f.correoId}; })
        .como([](EnviadoFila& f) {
            f.folio = engine::folio_texto(f.serieDocumento, f.numero);
            return RecordatorioEnviado{std::move(f)};
        });
}

ProgramacionRecordatorio obtener_programacion_recordatorio(const Context& ctx) {
    return leer_programacion_recordatorio(ctx.db());
}

ProgramacionRecordatorio cambiar_programacion_recordatorio(Context& ctx, bool hay_servidor,
                                                           const ProgramacionRecordatorioCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("recordatorios");
    const auto antes = leer_programacion_recordatorio(tx);
    ctx.exigir_version(antes.version);
    auto despues = antes;
    if (pedida.automatico) despues.automatico = *pedida.automatico;
    if (pedida.hora) despues.hora = pedida.hora->valor;
    reject_if(despues.automatico && !hay_servidor, Codigo::sin_servidor_de_correo, "/automatico");
    ++despues.version;
    tx.run(R"(INSERT INTO programacionRecordatorio (organizacionId, automatico, hora, version) VALUES ($1, $2, $3, $4)
              ON CONFLICT (organizacionId) DO UPDATE SET automatico = $2, hora = $3, version = $4)",
           tx.organizacion(), despues.automatico, despues.hora, despues.version);
    ctx.auditar("ProgramacionRecordatorio", tx.organizacion(), antes, despues);
    if (despues.automatico)
        api::encargar(ctx, oficio_recordatorios, "diario", "{}", api::siguiente_hora(ctx, despues.hora * una_hora_s));
    return despues;
}

api::Oficio oficio_de_recordatorios() {
    api::Oficio o;
    o.tipo = oficio_recordatorios;
    o.asentar = [](Context& ctx, const api::Trabajo&, const std::string&) {
        const auto programacion = leer_programacion_recordatorio(ctx.db());
        if (!programacion.automatico) return api::Fin::hecho("No se envía nada por sí solo.");
        const auto r = enviar_los_debidos(ctx, nullptr);
        auto dicho = fmt::format("{} documentos, {} mensajes, {} sin destinatario.", r.enviados, r.mensajes, r.sinDestinatario);
        const auto otra_vez =
            r.quedan ? ctx.ahora().mas_segundos(una_hora_s) : api::siguiente_hora(ctx, programacion.hora * una_hora_s);
        return api::Fin::de_nuevo(std::move(dicho), otra_vez);
    };
    return o;
}

void verificar_recordatorios(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    static constexpr engine::ReglaDeTabla reglas[] = {
        {"recordatorio", "its messages are not there", R"(
            SELECT r.transaccionId FROM recordatorio r
             WHERE r.organizacionId = $1
               AND NOT EXISTS (SELECT 1 FROM correoEnviado m WHERE m.organizacionId = $1 AND m.correoId = r.correoId
                               AND m.transaccionId = r.transaccionId))"},
        {"contactoPolitica", "its policy is not there or not in use", R"(
            SELECT x.entidadId FROM contactoPolitica x
             WHERE x.organizacionId = $1 AND x.politicaId <> 0
               AND NOT EXISTS (SELECT 1 FROM politicaRecordatorio p WHERE p.organizacionId = $1 AND p.politicaId = x.politicaId
                               AND p.activo = 1))"},
    };
    engine::verificar_reglas(tx, reglas, diferencia);
}

void register_recordatorios(api::Operations& ops, bool hay_servidor) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Cartera/Recordatorios/Politicas", "PoliticasRecordatorioListar", listar_politicas_recordatorio).nuestra();
    ops.add(GET, "/api/Cartera/Recordatorios/Politicas/{politicaId}", "PoliticaRecordatorioObtener",
            obtener_politica_recordatorio)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Cartera/Recordatorios/Politicas", "PoliticaRecordatorioCrear", crear_politica_recordatorio)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::caracter_no_permitido});
    ops.add(PUT, "/api/Cartera/Recordatorios/Politicas/{politicaId}", "PoliticaRecordatorioActualizar",
            actualizar_politica_recordatorio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::caracter_no_permitido,
                  Codigo::conflicto, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Cartera/Recordatorios/Contacto/{entidadId}", "PoliticaDeContactoObtener", obtener_politica_de_contacto)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Cartera/Recordatorios/Contacto/{entidadId}", "PoliticaDeContactoCambiar", cambiar_politica_de_contacto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::inactivo});
    ops.add(GET, "/api/Cartera/Recordatorios/Pendientes", "RecordatoriosPendientes", listar_recordatorios_pendientes)
        .nuestra()
        .totales(&RecordatorioPendiente::saldo);
    ops.add(POST, "/api/Cartera/Recordatorios/Enviar", "RecordatoriosEnviar",
            [hay_servidor](Context& ctx, const RecordatoriosPorEnviar& p) {
                reject_if(!hay_servidor, Codigo::sin_servidor_de_correo, "");
                return enviar_recordatorios(ctx, p);
            })
        .nuestra()
        .rechaza({Codigo::sin_servidor_de_correo});
    ops.add(GET, "/api/Cartera/Recordatorios", "RecordatoriosListar", listar_recordatorios)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Cartera/Recordatorios/Programacion", "RecordatoriosProgramacionObtener", obtener_programacion_recordatorio)
        .nuestra();
    ops.add(PUT, "/api/Cartera/Recordatorios/Programacion", "RecordatoriosProgramacionCambiar",
            [hay_servidor](Context& ctx, const ProgramacionRecordatorioCambio& p) {
                return cambiar_programacion_recordatorio(ctx, hay_servidor, p);
            })
        .nuestra()
        .rechaza({Codigo::sin_servidor_de_correo, Codigo::precondicion_fallida});
}

}  // namespace cacao
