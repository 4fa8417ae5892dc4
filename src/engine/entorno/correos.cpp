#include "engine/entorno/correos.hpp"

#include "api/trabajos.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "engine/entorno/contacto_adicional.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

struct PartesDeCorreo {
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::int64_t entidadId{};
    std::string organizacion;
};
DESCRIBE_STRUCT(PartesDeCorreo, (), (tipo, serie, folio, entidadId, organizacion))

PartesDeCorreo partes_de_correo(db::Reader& tx, std::int64_t transaccionId) {
    auto p = tx.one<PartesDeCorreo>(R"(
        SELECT d.tipo, d.serie, d.folio, d.entidadId, o.nombre AS organizacion FROM documento d
        JOIN organizacion o ON o.organizacionId = $1 WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                    tx.organizacion(), transaccionId);
    reject_if(!p, Codigo::no_encontrado, "/transaccionId");
    return std::move(*p);
}

struct DireccionesDeContacto {
    std::string correo;
    Guardado<std::vector<ContactoAdicional>> contactosAdicionales;
};
DESCRIBE_STRUCT(DireccionesDeContacto, (), (correo, contactosAdicionales))

}  // namespace

bool es_direccion(std::string_view direccion) {
    const auto leida = Correo::leer(direccion);
    return leida && !leida->empty() && std::ranges::all_of(*leida, [](char c) { return c > ' ' && c < 0x7F; });
}

std::vector<std::string> correos_del_contacto(db::Reader& tx, std::int64_t entidadId) {
    std::vector<std::string> todos;
    const auto agregar = [&](const std::string& uno) {
        if (es_direccion(uno) && std::ranges::find(todos, uno) == todos.end()) todos.push_back(uno);
    };
    const auto contacto = tx.one<DireccionesDeContacto>(
        "SELECT correo, contactosAdicionales FROM contacto WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(),
        entidadId);
    if (!contacto) return todos;
    agregar(contacto->correo);
    for (const auto& persona : reflect::recuperar(contacto->contactosAdicionales))
        if (persona.recibeFacturas) agregar(persona.correo);
    return todos;
}

std::vector<std::int64_t> pedir_correos(Context& ctx, const CorreosPorPedir& pedidos) {
    auto& tx = ctx.db();
    const auto p = partes_de_correo(tx, pedidos.transaccionId);
    const auto que = fmt::format("{} {}", tipo_de(p.tipo)->nombre, folio_texto(p.serie, p.folio));
    const auto asunto = pedidos.asunto.empty() ? fmt::format("{} de {}", que, p.organizacion) : pedidos.asunto;
    const auto texto = pedidos.texto.empty() ? fmt::format("Se adjunta: {}.\n\n{}\n", que, p.organizacion) : pedidos.texto;
    std::vector<std::int64_t> ids;
    for (const auto& destinatario : pedidos.destinatarios) {
        const auto correoId = tx.next_id();
        tx.run(
            R"(INSERT INTO correoEnviado (organizacionId, correoId, transaccionId, destinatario, asunto, texto, mensajeId, automatico,
                                             estado, creadoPor, creadoEn)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'porEnviar', $9, $10))",
            tx.organizacion(), correoId, pedidos.transaccionId, destinatario, asunto, texto, hexadecimal(azar(16)),
            pedidos.automatico, ctx.usuarioId(), ctx.ahora());
        api::encargar(ctx, oficio_correo, std::to_string(correoId), "{}", ctx.ahora());
        ids.push_back(correoId);
    }
    return ids;
}

void enviar_al_timbrar(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto quiere =
        tx.one<bool>("SELECT enviarAlTimbrar FROM configuracionCorreo WHERE organizacionId = $1", tx.organizacion());
    if (!quiere || !*quiere) return;
    const auto p = partes_de_correo(tx, transaccionId);
    if (tipo_de(p.tipo)->traslado) return;  // that is for ourselves
    auto destinatarios = correos_del_contacto(tx, p.entidadId);
    if (!destinatarios.empty())
        pedir_correos(ctx, {.transaccionId = transaccionId, .destinatarios = std::move(destinatarios), .automatico = true});
}

}  // namespace cacao::engine
