#include "rooms/correos/correo.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/correos.hpp"
#include "engine/verbos/areas.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

constexpr std::int64_t hora_de_correo_s = 3600;
constexpr std::int64_t dia_de_correo_s = 24 * hora_de_correo_s;

struct FilaCorreo {
    std::int64_t correoId{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string destinatario;
    std::string asunto;
    bool automatico{};
    Nombrado<EstadoCorreo> estado;
    Guardado<std::vector<AdjuntoEnviado>> adjuntos;
    std::string codigo;
    std::string respuesta;
    std::int64_t intentos{};
    std::string error;
    std::optional<Instante> siguienteIntento;
    std::string mensajeId;
    std::int64_t creadoPor{};
    std::string usuario;
    Instante creadoEn;
    std::optional<Instante> terminadoEn;
};
DESCRIBE_STRUCT(FilaCorreo, (),
                (correoId, transaccionId, tipoDocumento, folio, destinatario, asunto, automatico, estado, adjuntos, codigo,
                 respuesta, intentos, error, siguienteIntento, mensajeId, creadoPor, usuario, creadoEn, terminadoEn))

constexpr std::string_view columnas_correo = R"(
    SELECT m.correoId, m.transaccionId, d.tipo AS tipoDocumento, d.serie || '-' || d.folio AS folio, m.destinatario, m.asunto,
           m.automatico, m.estado, m.adjuntos, m.codigo, m.respuesta, m.intentos, COALESCE(w.error, '') AS error,
           CASE WHEN w.estado = 'pendiente' THEN w.siguiente END AS siguienteIntento, m.mensajeId, m.creadoPor,
           COALESCE(u.usuario, '') AS usuario, m.creadoEn, m.terminadoEn
    FROM correoEnviado m
    JOIN documento d ON d.organizacionId = m.organizacionId AND d.transaccionId = m.transaccionId
    LEFT JOIN usuario u ON u.organizacionId = m.organizacionId AND u.usuarioId = m.creadoPor
    LEFT JOIN trabajo w ON w.organizacionId = m.organizacionId AND w.tipo = 'Correo' AND w.clave = CAST(m.correoId AS TEXT)
                       AND w.estado IN ('pendiente', 'fallido') AND m.estado = 'porEnviar'
    WHERE m.organizacionId = $1)";

CorreoVista vista_de_correo(FilaCorreo&& f) {
    return {f.correoId,          f.transaccionId,           std::move(f.tipoDocumento),
            std::move(f.folio),  std::move(f.destinatario), std::move(f.asunto),
            f.automatico,        std::move(f.estado),       reflect::recuperar(f.adjuntos),
            std::move(f.codigo), std::move(f.respuesta),    f.intentos,
            std::move(f.error),  f.siguienteIntento,        std::move(f.mensajeId),
            f.creadoPor,         std::move(f.usuario),      f.creadoEn,
            f.terminadoEn};
}

std::vector<CorreoVista> vistas_de_correo(std::vector<FilaCorreo>&& filas) {
    std::vector<CorreoVista> todas;
    todas.reserve(filas.size());
    for (auto& f : filas) todas.push_back(vista_de_correo(std::move(f)));
    return todas;
}

std::string tipo_del_documento(db::Reader& tx, std::int64_t transaccionId) {
    auto tipo = tx.one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                    tx.organizacion(), transaccionId);
    reject_if(!tipo, Codigo::no_encontrado, "/transaccionId");
    return std::move(*tipo);
}

// Somebody's program that goes round in circles must not make the operator's server one that nobody takes mail from.
void contar_correos(Context& ctx, std::int64_t transaccionId, std::size_t nuevos) {
    auto& tx = ctx.db();
    tx.lock("correoEnviado");
    const auto mas = static_cast<std::int64_t>(nuevos);
    const auto del_documento = tx.one<std::int64_t>(
        "SELECT COUNT(*) FROM correoEnviado WHERE organizacionId = $1 AND transaccionId = $2 AND creadoEn > $3 AND automatico = "
        "0",
        tx.organizacion(), transaccionId, ctx.ahora().mas_segundos(-dia_de_correo_s));
    if (del_documento.value_or(0) + mas > correos_de_documento_al_dia)
        reject(Codigo::demasiados_correos, "/destinatarios", reflect::objeto("maximo", correos_de_documento_al_dia, "horas", 24));
    const auto de_todos =
        tx.one<std::int64_t>("SELECT COUNT(*) FROM correoEnviado WHERE organizacionId = $1 AND creadoEn > $2 AND automatico = 0",
                             tx.organizacion(), ctx.ahora().mas_segundos(-hora_de_correo_s));
    if (de_todos.value_or(0) + mas > correos_por_hora)
        reject(Codigo::demasiados_correos, "/destinatarios", reflect::objeto("maximo", correos_por_hora, "horas", 1));
}

}  // namespace

std::vector<CorreoVista> enviar_documento(Context& ctx, const api::Operations& ops, bool hay_servidor,
                                          const CorreoPedido& pedido) {
    auto& tx = ctx.db();
    const auto tipo = tipo_del_documento(tx, pedido.transaccionId);
    engine::exigir_area(ctx, ops, tipo, false, "/transaccionId");
    reject_if(!hay_servidor, Codigo::sin_servidor_de_correo, "");
    reject_if(ops.reader_of(tipo) == nullptr, Codigo::no_se_imprime, "/transaccionId");
    engine::CorreosPorPedir p{.transaccionId = pedido.transaccionId,
                              .destinatarios = {},
                              .asunto = pedido.asunto.value_or(""),
                              .texto = pedido.texto.value_or("")};
    if (pedido.destinatarios) {
        Faltas faltas;
        for (std::size_t i = 0; i < pedido.destinatarios->size(); ++i) {
            const auto& uno = (*pedido.destinatarios)[i];
            const auto campo = "/destinatarios/" + std::to_string(i);
            faltas.agregar_si(!engine::es_direccion(uno), Codigo::correo_invalido, campo);
            faltas.agregar_si(std::ranges::find(p.destinatarios, uno) != p.destinatarios.end(), Codigo::duplicado, campo);
            p.destinatarios.push_back(uno);
        }
        faltas.lanzar();
    } else {
        const auto entidadId =
            tx.one<std::int64_t>("SELECT entidadId FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                 tx.organizacion(), pedido.transaccionId);
        p.destinatarios = engine::correos_del_contacto(tx, entidadId.value_or(0));
        reject_if(p.destinatarios.empty(), Codigo::sin_destinatario, "/destinatarios");
    }
    contar_correos(ctx, pedido.transaccionId, p.destinatarios.size());
    const auto ids = engine::pedir_correos(ctx, p);
    auto filas =
        tx.all<FilaCorreo>(std::string{columnas_correo} + " AND m.transaccionId = $2 AND m.correoId >= $3 ORDER BY m.correoId",
                           tx.organizacion(), pedido.transaccionId, ids.front());
    auto vistas = vistas_de_correo(std::move(filas));
    for (const auto& v : vistas) ctx.auditar_alta("Correo", v.correoId, v);
    return vistas;
}

std::vector<CorreoVista> listar_correos_de_documento(const Context& ctx, const api::Operations& ops,
                                                     const CorreosDeDocumento& pedidos) {
    auto& tx = ctx.db();
    engine::exigir_area(ctx, ops, tipo_del_documento(tx, pedidos.transaccionId), false, "/transaccionId");
    return vistas_de_correo(
        tx.all<FilaCorreo>(std::string{columnas_correo} + " AND m.transaccionId = $2 ORDER BY m.correoId DESC", tx.organizacion(),
                           pedidos.transaccionId));
}

Pagina<CorreoVista> listar_correos(const Context& ctx, const CorreosFiltro& filtro) {
    CorreosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Correos", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado) donde.add("m.estado = $", reflect::enum_name(*filtro.estado));
    if (filtro.destinatario) donde.add("m.destinatario = $", std::string{*filtro.destinatario});
    if (filtro.transaccionId) donde.add("m.transaccionId = $", filtro.transaccionId->valor);
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM correoEnviado m WHERE m.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("m.correoId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = vistas_de_correo(ctx.db().all_with<FilaCorreo>(
        std::string{columnas_correo} + donde.and_sql() + " ORDER BY m.correoId DESC" + tramo, donde.params()));
    return recorrido.pagina(std::move(filas), total, [](const CorreoVista& c) { return std::vector{c.correoId}; });
}

ConfiguracionCorreo leer_configuracion_correo(db::Reader& tx) {
    return tx
        .one<ConfiguracionCorreo>(
            "SELECT nombreRemitente, responderA, enviarAlTimbrar, version FROM configuracionCorreo WHERE organizacionId = $1",
            tx.organizacion())
        .value_or(ConfiguracionCorreo{});
}

ConfiguracionCorreo obtener_configuracion_correo(const Context& ctx) { return leer_configuracion_correo(ctx.db()); }

ConfiguracionCorreo cambiar_configuracion_correo(Context& ctx, bool hay_servidor, const ConfiguracionCorreoCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("configuracionCorreo");
    const auto antes = leer_configuracion_correo(tx);
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedida.nombreRemitente) c.nombreRemitente = *pedida.nombreRemitente;
    if (pedida.responderA) c.responderA = *pedida.responderA;
    faltas.agregar_si(!c.responderA.empty() && !engine::es_direccion(c.responderA), Codigo::correo_invalido, "/responderA");
    if (pedida.enviarAlTimbrar) c.enviarAlTimbrar = *pedida.enviarAlTimbrar;
    faltas.agregar_si(c.enviarAlTimbrar && !hay_servidor, Codigo::sin_servidor_de_correo, "/enviarAlTimbrar");
    // It stands in a header.
    faltas.agregar_si(std::ranges::any_of(c.nombreRemitente, [](char ch) { return static_cast<unsigned char>(ch) < ' '; }),
                      Codigo::caracter_no_permitido, "/nombreRemitente");
    faltas.lanzar();
    ++c.version;
    tx.run(R"(
        INSERT INTO configuracionCorreo (organizacionId, nombreRemitente, responderA, enviarAlTimbrar, version) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (organizacionId) DO UPDATE SET nombreRemitente = $2, responderA = $3, enviarAlTimbrar = $4, version = $5)",
           tx.organizacion(), c.nombreRemitente, c.responderA, c.enviarAlTimbrar, c.version);
    ctx.auditar("ConfiguracionCorreo", tx.organizacion(), antes, c);
    return c;
}

void verificar_correos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    tx.each(R"(SELECT m.correoId, m.destinatario FROM correoEnviado m
               WHERE m.organizacionId = $1 AND m.estado = 'porEnviar'
                 AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Correo'
                                 AND w.clave = CAST(m.correoId AS TEXT) AND w.estado <> 'hecho')
               ORDER BY m.correoId LIMIT 1000)",
            [&](const db::Row& r) {
                diferencia(
                    fmt::format("correoEnviado: organizacionId {}, correoId {}: waits, and nobody is at it", org, r.integer(0)));
            },
            org);
    tx.each(R"(SELECT m.correoId, m.estado FROM correoEnviado m
               WHERE m.organizacionId = $1 AND m.estado <> 'porEnviar' AND EXISTS (
                   SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Correo' AND w.clave = CAST(m.correoId AS TEXT)
                                           AND w.estado = 'pendiente')
               ORDER BY m.correoId LIMIT 1000)",
            [&](const db::Row& r) {
                diferencia(fmt::format("correoEnviado: organizacionId {}, correoId {}: is {}, and somebody is at it", org,
                                       r.integer(0), r.text(1)));
            },
            org);
}

void register_correos(api::Operations& ops, bool hay_servidor) {
    using enum api::Verb;
    ops.group("Correos");
    ops.add(POST, "/api/Documentos/{transaccionId}/Correo", "DocumentoEnviar",
            [&ops, hay_servidor](Context& ctx, const CorreoPedido& p) { return enviar_documento(ctx, ops, hay_servidor, p); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::sin_servidor_de_correo, Codigo::no_se_imprime,
                  Codigo::sin_destinatario, Codigo::correo_invalido, Codigo::duplicado, Codigo::demasiados_correos});
    ops.add(GET, "/api/Documentos/{transaccionId}/Correos", "DocumentoCorreos",
            [&ops](const Context& ctx, const CorreosDeDocumento& p) { return listar_correos_de_documento(ctx, ops, p); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
    ops.add(GET, "/api/Correos", "CorreosListar", listar_correos)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Correos/Configuracion", "CorreosConfiguracionObtener", obtener_configuracion_correo).nuestra();
    ops.add(PUT, "/api/Correos/Configuracion", "CorreosConfiguracionCambiar",
            [hay_servidor](Context& ctx, const ConfiguracionCorreoCambio& c) {
                return cambiar_configuracion_correo(ctx, hay_servidor, c);
            })
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::correo_invalido, Codigo::sin_servidor_de_correo,
                  Codigo::caracter_no_permitido});
}

}  // namespace cacao
