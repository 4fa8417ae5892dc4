// Several files at once: an XML goes with the document that has its fiscal folio, and whatever else has the name of an XML goes
// with it.

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/verbos/areas.hpp"
#include "rooms/documentos/archivo_digital.hpp"
#include "rooms/documentos/documento.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cacao {
namespace {

using Uno = EnvioPreparado::Uno;

Falta falta_de(Codigo codigo) { return {codigo, "/archivos", En::donde_sea, {}}; }

// Of those with this folio the one in force; there is at most one.
std::optional<engine::DocumentoAbierto> documento_timbrado(db::Reader& tx, const std::string& uuid) {
    return tx.one<engine::DocumentoAbierto>(R"(
        SELECT transaccionId, tipo, version FROM documento
         WHERE organizacionId = $1 AND uuid = $2 ORDER BY CASE WHEN canceladoEn IS NULL THEN 0 ELSE 1 END, transaccionId DESC LIMIT 1)",
                                            tx.organizacion(), uuid);
}

void hallar_documento(const Context& ctx, const api::Operations& ops, db::Reader& tx, Uno& uno) {
    const auto documento = documento_timbrado(tx, uno.revisado.uuid);
    if (!documento) uno.revisado.falta = falta_de(Codigo::no_encontrado);
    else if (!engine::puede_en_area(ctx, ops, documento->tipo, true)) uno.revisado.falta = falta_de(Codigo::permiso_denegado);
    else uno.transaccionId = documento->transaccionId;
}

// By the name alone, whatever the case of its letters.
std::string nombre_comun(const ArchivoRevisado& r) { return plegado(r.nombre.nombre); }

void acompanar(const std::multimap<std::string, const Uno*>& xml, Uno& uno) {
    const auto [desde, hasta] = xml.equal_range(nombre_comun(uno.revisado));
    if (desde == hasta) {
        uno.revisado.falta = falta_de(Codigo::archivo_sin_xml);
        return;
    }
    const Uno& suyo = *desde->second;
    const auto otro = [&](const auto& par) { return par.second->revisado.uuid != suyo.revisado.uuid; };
    uno.revisado.uuid = suyo.revisado.uuid;
    if (std::any_of(desde, hasta, otro)) {
        uno.revisado.uuid.clear();
        uno.revisado.falta = falta_de(Codigo::archivo_ambiguo);
    } else if (suyo.revisado.falta) {
        uno.revisado.falta = falta_de(suyo.revisado.falta->codigo);
    }
    uno.transaccionId = uno.revisado.falta ? 0 : suyo.transaccionId;
}

ArchivoDeEnvio contar(const Context& ctx, const Uno& uno) {
    const auto& r = uno.revisado;
    ArchivoDeEnvio a;
    a.nombreExtension = con_extension(r.nombre.nombre, r.nombre.extension);
    a.uuid = r.uuid;
    if (r.falta) {
        a.codigo = nombre(r.falta->codigo);
        a.mensaje = mensaje(r.falta->codigo, ctx.idioma());
    }
    return a;
}

void agregar(Context& ctx, engine::DocumentoAbierto& documento, const Uno& uno, std::string_view bytes, ArchivoDeEnvio& a) {
    a.transaccionId = uno.transaccionId;
    a.archivo = engine::buscar_digital(ctx, uno.transaccionId, uno.contenido.sha256);
    a.repetido = a.archivo.has_value();
    if (!a.archivo) {
        if (engine::adjuntos_de(ctx.db(), uno.transaccionId) >= engine::maximo_de_adjuntos) {
            a.codigo = nombre(Codigo::lista_muy_larga);
            a.mensaje = mensaje(Codigo::lista_muy_larga, ctx.idioma());
            return;
        }
        a.archivo = engine::agregar_digital(
            ctx, documento, {uno.revisado.nombre.nombre, uno.revisado.nombre.extension, uno.contenido}, bytes, "/archivos");
        documento.version = a.archivo->version;
    }
    a.agregado = true;
}

}  // namespace

void validar(const ArchivosNuevos& n, Faltas& faltas) {
    if (n.archivos.size() > archivos_por_envio)
        faltas.agregar(Codigo::lista_muy_larga, "/archivos", En::donde_sea,
                       R"({"maximo":)" + std::to_string(archivos_por_envio) + "}");
}

EnvioPreparado preparar_envio(const Context& ctx, const api::Operations& ops, const ArchivosNuevos& n) {
    EnvioPreparado envio;
    for (const Archivo& a : n.archivos)
        envio.archivos.push_back({revisar_archivo(a.contenido, {a.nombre, {}, {}}, "/archivos"), 0, {}});
    std::multimap<std::string, const Uno*> xml;
    const auto es_xml = [](const Uno& u) { return u.revisado.tipo == "application/xml"; };
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        for (Uno& u : envio.archivos) {
            if (u.revisado.falta || !es_xml(u)) continue;
            if (u.revisado.uuid.empty()) u.revisado.falta = falta_de(Codigo::xml_sin_timbre);
            else hallar_documento(ctx, ops, tx, u);
        }
    });
    for (const Uno& u : envio.archivos)
        if (es_xml(u) && !u.revisado.uuid.empty()) xml.emplace(nombre_comun(u.revisado), &u);
    for (std::size_t i = 0; i < envio.archivos.size(); ++i) {
        Uno& u = envio.archivos[i];
        if (!u.revisado.falta && !es_xml(u)) acompanar(xml, u);
        if (!u.revisado.falta) u.contenido = api::preparar_contenido(ctx, n.archivos[i].contenido, u.revisado.tipo);
    }
    return envio;
}

EnvioDeArchivos agregar_envio(Context& ctx, const ArchivosNuevos& n, const EnvioPreparado& envio) {
    EnvioDeArchivos r;
    for (const Uno& u : envio.archivos) r.archivos.push_back(contar(ctx, u));
    // Documents are taken by rising identifier, as everybody takes them; the files of one as they came.
    std::vector<std::size_t> orden(envio.archivos.size());
    std::iota(orden.begin(), orden.end(), 0);
    std::ranges::stable_sort(orden, {}, [&](std::size_t i) { return envio.archivos[i].transaccionId; });
    std::optional<engine::DocumentoAbierto> documento;
    for (const std::size_t i : orden) {
        const Uno& u = envio.archivos[i];
        if (u.transaccionId == 0) continue;
        if (!documento || documento->transaccionId != u.transaccionId) {
            engine::apartar_archivos(ctx, u.transaccionId);
            documento = engine::exigir_cualquiera(ctx.db(), u.transaccionId, "/archivos");
        }
        agregar(ctx, *documento, u, n.archivos[i].contenido, r.archivos[i]);
    }
    r.agregados = std::ranges::count_if(r.archivos, &ArchivoDeEnvio::agregado);
    r.rechazados = static_cast<std::int64_t>(r.archivos.size()) - r.agregados;
    return r;
}

}  // namespace cacao
