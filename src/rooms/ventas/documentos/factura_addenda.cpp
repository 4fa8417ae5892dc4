#include "rooms/ventas/documentos/factura_addenda.hpp"

#include "db/rows.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/decode.hpp"

namespace cacao {
namespace {

FacturaAddenda vista(std::int64_t transaccionId, const engine::FormaAddenda& forma, std::int64_t version,
                     engine::AddendaLlena llena, std::string xml) {
    return {std::move(llena), transaccionId, forma.addendaId, forma.codigo, forma.versionPlantilla, version, std::move(xml)};
}

struct Factura {
    std::string estado;
    std::int64_t clienteId{};
    std::int64_t partidas{};
};
DESCRIBE_STRUCT(Factura, (), (estado, clienteId, partidas))

}  // namespace

FacturaAddenda obtener_factura_addenda(const Context& ctx, const FacturaAddendaPedida& pedida) {
    std::optional<std::int64_t> hasta;
    if (pedida.version) hasta = pedida.version->valor;
    const auto fila = engine::addenda_de_documento(ctx.db(), pedida.id, hasta);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    reject_if(pedida.version && fila->version != pedida.version->valor, Codigo::no_encontrado, "/version");
    auto llena = reflect::recuperar(fila->valores);
    std::string xml = engine::escribir_addenda(reflect::recuperar(fila->campos), fila->plantilla, llena);
    return vista(pedida.id, *fila, fila->version, std::move(llena), std::move(xml));
}

namespace {

// What the invoice and its customer's addendum say now.
struct Llenado {
    engine::FormaAddenda forma;
    engine::AddendaLlena llena;
};
Llenado llenar(db::Reader& tx, const FacturaAddendaNueva& pedida) {
    const auto factura = tx.one<Factura>(R"(
        SELECT d.estado, d.entidadId AS clienteId, (
            SELECT count(*) FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2) AS partidas
        FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'FacturaVenta')",
                                         tx.organizacion(), pedida.id.valor);
    reject_if(!factura, Codigo::no_encontrado, "/id");
    reject_if(factura->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado, "/id");
    auto forma = tx.one<engine::FormaAddenda>(engine::addenda_de_cliente, tx.organizacion(), factura->clienteId);
    reject_if(!forma, Codigo::no_encontrado, "/valores");
    Faltas faltas;
    auto llena = engine::llenar_addenda(reflect::recuperar(forma->campos), pedida, static_cast<std::size_t>(factura->partidas),
                                        "", faltas);
    faltas.lanzar();
    return {std::move(*forma), std::move(llena)};
}

}  // namespace

AddendaPreparada preparar_factura_addenda(const Context& ctx, const FacturaAddendaNueva& pedida) {
    Llenado l;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { l = llenar(tx, pedida); });
    auto xml = engine::escribir_addenda(reflect::recuperar(l.forma.campos), l.forma.plantilla, l.llena);
    return {l.forma.addendaId, l.forma.versionPlantilla, std::move(xml)};
}

FacturaAddenda cambiar_factura_addenda(Context& ctx, const FacturaAddendaNueva& pedida, const AddendaPreparada& preparada) {
    auto& tx = ctx.db();
    tx.lock("addendas");  // two replacements at once make two versions
    auto [forma, llena] = llenar(tx, pedida);
    // An invoice keeps its lines, so the XML is the same unless the template changed meanwhile.
    const bool igual = forma.addendaId == preparada.addendaId && forma.versionPlantilla == preparada.versionPlantilla;
    auto xml = igual ? preparada.xml : engine::escribir_addenda(reflect::recuperar(forma.campos), forma.plantilla, llena);
    const std::int64_t version = engine::guardar_addenda(ctx, pedida.id, forma, llena);
    const auto ahora = vista(pedida.id, forma, version, std::move(llena), std::move(xml));
    ctx.auditar_alta("FacturaAddenda", pedida.id, ahora);
    return ahora;
}

void register_factura_addenda(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/FacturaVenta/{id}/Addenda", "FacturaVentaAddenda", obtener_factura_addenda)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/FacturaVenta/{id}/Addenda", "FacturaVentaAddendaCambiar", preparar_factura_addenda,
            cambiar_factura_addenda)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::duplicado, Codigo::requerido,
                  Codigo::texto_muy_largo, Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango,
                  Codigo::addenda_muy_grande});
}

}  // namespace cacao
