#include "rooms/documentos/archivo_digital.hpp"

#include "api/archivos.hpp"
#include "db/rows.hpp"
#include "engine/verbos/areas.hpp"
#include "rooms/documentos/documento.hpp"

namespace cacao {
namespace {

void exigir_escribir(const Context& ctx, const api::Operations& ops, std::string_view tipo) {
    engine::exigir_area(ctx, ops, tipo, true, "/transaccionId");
}

engine::ArchivoPorGuardar preparar_uno(const Context& ctx, const api::Operations& ops, std::int64_t transaccionId,
                                       std::string_view bytes, const ArchivoDicho& dicho, std::string_view campo) {
    auto revisado = revisar_archivo(bytes, dicho, campo);
    if (revisado.falta) throw Error{{*revisado.falta}};
    // Before anything of it is kept anywhere; the transaction asks again.
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        exigir_escribir(ctx, ops, engine::exigir_cualquiera(tx, transaccionId, "/transaccionId").tipo);
    });
    return {std::move(revisado.nombre.nombre), std::move(revisado.nombre.extension),
            api::preparar_contenido(ctx, bytes, revisado.tipo)};
}

// Shown in a browser's window only what runs nothing there.
bool se_muestra(std::string_view tipo) {
    return tipo == "application/pdf" || tipo == "image/png" || tipo == "image/jpeg" || tipo == "image/gif" ||
           tipo == "image/webp";
}

Contenido contenido_de(engine::ArchivoGuardado archivo) {
    Contenido c;
    c.tipo = archivo.contenido.tipo == "text/plain" ? "text/plain; charset=utf-8" : archivo.contenido.tipo;
    c.nombre = con_extension(archivo.nombre, archivo.extension);
    c.en_linea = se_muestra(archivo.contenido.tipo);
    c.etag = archivo.sha256;
    // What a file holds never changes, but who may see it does: a browser asks again, and is told that it has it.
    c.cache = "private, no-cache";
    if (!archivo.contenido.lugar.empty() && api::archivos().almacen != nullptr)
        c.archivo = api::archivos().almacen->open(archivo.contenido.lugar);
    if (c.archivo && c.archivo->size() != static_cast<std::uint64_t>(archivo.contenido.tamano)) c.archivo = nullptr;
    if (!c.archivo) c.bytes = std::make_shared<const std::string>(api::bytes_de(std::move(archivo.contenido)));
    return c;
}

}  // namespace

engine::ArchivoPorGuardar preparar_archivo(const Context& ctx, const api::Operations& ops, const ArchivoDigitalNuevo& n) {
    const std::string_view nombre = n.nombre && !n.nombre->empty() ? std::string_view{*n.nombre} : n.archivo.nombre;
    return preparar_uno(ctx, ops, n.transaccionId, n.archivo.contenido, {nombre, n.extension.value_or(""), n.tipo.value_or("")},
                        "/archivo");
}

engine::ArchivoPorGuardar preparar_archivo_base64(const Context& ctx, const api::Operations& ops, const ArchivoBase64Nuevo& n) {
    return preparar_uno(ctx, ops, n.transaccionId, n.contenido.bytes, {n.nombre, n.extension.value_or(""), n.tipo.value_or("")},
                        "/contenido");
}

engine::ArchivoDigital agregar_archivo_digital(Context& ctx, const api::Operations& ops, std::int64_t transaccionId,
                                               const engine::ArchivoPorGuardar& archivo, std::string_view bytes) {
    engine::apartar_archivos(ctx, transaccionId);
    const auto documento = engine::exigir_cualquiera(ctx.db(), transaccionId, "/transaccionId");
    exigir_escribir(ctx, ops, documento.tipo);
    if (auto hay = engine::buscar_digital(ctx, transaccionId, archivo.contenido.sha256)) return std::move(*hay);
    ctx.exigir_version(documento.version);
    return engine::agregar_digital(ctx, documento, archivo, bytes, "/transaccionId");
}

Contenido descargar_archivo(const Context& ctx, const api::Operations& ops, const ArchivoPorDescargar& pedido) {
    std::optional<engine::ArchivoGuardado> archivo;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { archivo = engine::leer_archivo(tx, pedido.archivoId); });
    reject_if(!archivo, Codigo::no_encontrado, "/archivoId");
    engine::exigir_area(ctx, ops, archivo->tipoDocumento, false, "/archivoId");
    return contenido_de(std::move(*archivo));
}

Contenido descargar_con_boleto(const Context& ctx, const ArchivoConBoleto& pedido) {
    const auto organizacionId = api::organizacion_del_enlace(pedido.archivoId, pedido.boleto, ctx.ahora());
    std::optional<engine::ArchivoGuardado> archivo;
    ctx.leer(organizacionId, [&](db::Reader& tx) { archivo = engine::leer_archivo(tx, pedido.archivoId); });
    // Signed by us, and yet not there: of a database that was put back.
    reject_if(!archivo, Codigo::enlace_invalido, "/boleto");
    return contenido_de(std::move(*archivo));
}

void register_archivos_digitales(api::Operations& ops) {
    using enum api::Verb;
    const std::vector<Codigo> rechazos{Codigo::no_encontrado, Codigo::permiso_denegado,    Codigo::lista_muy_larga,
                                       Codigo::archivo_vacio, Codigo::archivo_muy_grande,  Codigo::archivo_otro_tipo,
                                       Codigo::xml_inseguro,  Codigo::precondicion_fallida};
    ops.group("ArchivosDigitales");
    ops.add(
           POST, "/api/ArchivosDigitales/ArchivoAgregar", "ArchivoAgregar",
           [&ops](const Context& ctx, const ArchivoDigitalNuevo& n) { return preparar_archivo(ctx, ops, n); },
           [&ops](Context& ctx, const ArchivoDigitalNuevo& n, const engine::ArchivoPorGuardar& archivo) {
               return agregar_archivo_digital(ctx, ops, n.transaccionId, archivo, n.archivo.contenido);
           })
        .para_todos()
        .multiparte(api::cuerpo_de_archivos())
        .rechaza(rechazos);
    ops.add(
           POST, "/api/ArchivosDigitales/ArchivoAgregarBase64", "ArchivoAgregarBase64",
           [&ops](const Context& ctx, const ArchivoBase64Nuevo& n) { return preparar_archivo_base64(ctx, ops, n); },
           [&ops](Context& ctx, const ArchivoBase64Nuevo& n, const engine::ArchivoPorGuardar& archivo) {
               return agregar_archivo_digital(ctx, ops, n.transaccionId, archivo, n.contenido.bytes);
           })
        .para_todos()
        .con_cuerpo(api::cuerpo_de_archivos())
        .rechaza(rechazos)
        .rechaza({Codigo::base64_invalido});
    ops.add(
           POST, "/api/ArchivosDigitales/ArchivosAgregar", "ArchivosAgregar",
           [&ops](const Context& ctx, const ArchivosNuevos& n) { return preparar_envio(ctx, ops, n); }, agregar_envio)
        .para_todos()
        .multiparte(api::cuerpo_de_archivos())
        .rechaza({Codigo::lista_muy_larga});
    ops.add(
           GET, "/api/ArchivosDigitales/Archivo/{archivoId}", "ArchivoDescargar",
           [&ops](const Context& ctx, const ArchivoPorDescargar& p) { return descargar_archivo(ctx, ops, p); },
           +[](const Context&, const ArchivoPorDescargar&, const Contenido& listo) { return listo; })
        .nuestra()
        .para_todos()
        .sin_base()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
    ops.add(
           GET, "/api/ArchivosDigitales/Archivo/{archivoId}/Directo", "ArchivoDescargarDirecto", descargar_con_boleto,
           +[](const Context&, const ArchivoConBoleto&, const Contenido& listo) { return listo; })
        .nuestra()
        .sin_token()
        .con_secretos()
        .sin_base()
        .rechaza({Codigo::enlace_invalido, Codigo::enlace_vencido});
}

}  // namespace cacao
