#include "rooms/timbrado/timbrado.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/candados.hpp"
#include "reflect/objeto.hpp"
#include "rooms/timbrado/comprobante_de.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_timbrado_vista = R"(
    SELECT t.transaccionId, d.tipo AS tipoDocumento, d.serie || '-' || d.folio AS folio, d.fecha, d.entidadId,
           COALESCE(c.nombre, '') AS contacto, d.moneda, d.total, t.estado, t.proveedor,
           CASE WHEN t.uuid <> '' AND t.proveedor IN ('sw', 'finkok') THEN 1 ELSE 0 END AS validezFiscal, t.uuid, t.timbradoEn, t.archivoId, t.codigo,
           t.mensaje, t.motivo, t.uuidSustitucion,
           COALESCE(w.intentos, 0) + CASE WHEN t.estado = 'porTimbrar' THEN t.intentos ELSE 0 END AS intentos,
           CASE WHEN t.estado = 'porTimbrar' AND t.intentos > 0 AND COALESCE(w.error, '') = '' THEN t.mensaje
                ELSE COALESCE(w.error, '') END AS error,
           CASE WHEN w.estado = 'pendiente' THEN w.siguiente END AS siguienteIntento, t.creadoEn, t.modificadoEn
    FROM timbrado t
    JOIN documento d ON d.organizacionId = t.organizacionId AND d.transaccionId = t.transaccionId
    LEFT JOIN contacto c ON c.organizacionId = t.organizacionId AND c.entidadId = d.entidadId
    LEFT JOIN trabajo w ON w.organizacionId = t.organizacionId AND w.tipo = 'Timbrado' AND w.clave = CAST(t.transaccionId AS TEXT)
                       AND w.estado IN ('pendiente', 'fallido')
                       AND w.trabajoId = (SELECT MAX(v.trabajoId) FROM trabajo v WHERE v.organizacionId = t.organizacionId
                                          AND v.tipo = 'Timbrado' AND v.clave = CAST(t.transaccionId AS TEXT)
                                          AND v.estado IN ('pendiente', 'fallido'))
    WHERE t.organizacionId = $1)";

TimbradoVista leer_timbrado_vista(db::Reader& tx, std::int64_t transaccionId) {
    auto v = tx.one<TimbradoVista>(std::string{columnas_timbrado_vista} + " AND t.transaccionId = $2", tx.organizacion(),
                                   transaccionId);
    reject_if(!v, Codigo::no_encontrado, "/transaccionId");
    return std::move(*v);
}

struct PorTimbrar {
    std::string estado;
    std::string uuid;
};
DESCRIBE_STRUCT(PorTimbrar, (), (estado, uuid))

// What would be refused when it is sealed is refused as it is asked for; what is on its way, or done, needs no look.
void revisar_antes_de_timbrar(const timbrado::Emisor& emisor, const Context& ctx, std::int64_t transaccionId) {
    bool por_sellar = true;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        const auto fila = engine::leer_timbrado(tx, transaccionId);
        por_sellar = !fila || fila->es(engine::EstadoTimbrado::rechazado);
    });
    if (!por_sellar) return;
    timbrado::sellar_comprobante(
        emisor, [&](FunctionRef<void(db::Reader&)> con) { ctx.leer(ctx.organizacionId(), con); }, transaccionId, ctx.ahora());
}

}  // namespace

TimbradoVista timbrar_documento(Context& ctx, const TimbradoPedido& pedido) {
    auto& tx = ctx.db();
    engine::retener_solo(tx, pedido.transaccionId);
    const auto fila = engine::leer_timbrado(tx, pedido.transaccionId);
    const auto documento = tx.one<PorTimbrar>(
        "SELECT estado, COALESCE(uuid, '') AS uuid FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        tx.organizacion(), pedido.transaccionId);
    reject_if(!documento, Codigo::no_encontrado, "/transaccionId");
    // Stamped elsewhere, and registered with its folio.
    if (!fila && !documento->uuid.empty())
        reject(Codigo::estado_invalido, "/transaccionId", reflect::objeto("uuid", documento->uuid));
    using enum engine::EstadoTimbrado;
    if (fila && fila->es(cancelado)) reject(Codigo::estado_invalido, "/transaccionId", reflect::objeto("estado", fila->estado));
    // Whoever asks again is told how far it is; what nobody is at any more is taken up.
    if (!fila || fila->es(porTimbrar) || fila->es(enviado) || fila->es(rechazado)) {
        // It was looked at before it was held: somebody may have cancelled it since.
        reject_if(documento->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado, "/transaccionId");
        engine::pedir_timbre(ctx, pedido.transaccionId);
    } else if (fila->es(porCancelar) || fila->es(enCancelacion)) {
        api::encargar(ctx, engine::oficio_timbrado, std::to_string(pedido.transaccionId), "{}", ctx.ahora());
    }
    return leer_timbrado_vista(tx, pedido.transaccionId);
}

TimbradoVista obtener_timbrado(const Context& ctx, const TimbradoPedido& pedido) {
    return leer_timbrado_vista(ctx.db(), pedido.transaccionId);
}

Pagina<TimbradoVista> listar_timbrados(const Context& ctx, const TimbradosFiltro& filtro) {
    TimbradosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Timbrados", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado) donde.add("t.estado = $", reflect::enum_name(*filtro.estado));
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM timbrado t WHERE t.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("t.transaccionId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<TimbradoVista>(
        std::string{columnas_timbrado_vista} + donde.and_sql() + " ORDER BY t.transaccionId DESC" + tramo, donde.params());
    return recorrido.pagina(std::move(filas), total, [](const TimbradoVista& t) { return std::vector{t.transaccionId}; });
}

void register_timbrado(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(
           POST, "/api/Documentos/{transaccionId}/Timbrar", "DocumentoTimbrar",
           [emisor](const Context& ctx, const TimbradoPedido& p) {
               revisar_antes_de_timbrar(*emisor, ctx, p.transaccionId);
               return Nada{};
           },
           +[](Context& ctx, const TimbradoPedido& p, const Nada&) { return timbrar_documento(ctx, p); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::no_se_timbra, Codigo::documento_cancelado, Codigo::dato_fiscal_faltante,
                  Codigo::fuera_de_plazo, Codigo::comercio_exterior, Codigo::sin_certificado, Codigo::llave_no_abre,
                  Codigo::sin_proveedor, Codigo::comprobante_invalido, Codigo::estado_invalido});
    ops.add(GET, "/api/Documentos/{transaccionId}/Timbrado", "DocumentoTimbrado", obtener_timbrado)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Timbrados", "TimbradosListar", listar_timbrados)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
