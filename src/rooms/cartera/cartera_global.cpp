#include "rooms/cartera/cartera_global.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/emitir.hpp"
#include "rooms/cartera/contacto_nombres.hpp"
#include "rooms/cartera/tablas_cartera.hpp"

namespace cacao {
namespace {

struct Fila : DocumentoCartera {
    std::string serie;
    std::int64_t numero{};
};
BOOST_DESCRIBE_STRUCT(Fila, (DocumentoCartera), (serie, numero))

}  // namespace

// Walked by contact and document, which is how open balances are kept together.
Pagina<DocumentoCartera> listar_cartera_global(const Context& ctx, const CarteraGlobalFiltro& filtro) {
    CarteraGlobalFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "CarteraGlobal", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    const Fecha hoy = ctx.hoy();
    db::Where donde{tx.organizacion(), filtro.tipo == TipoCartera::proveedores ? "pagar" : "cobrar"};
    if (filtro.entidadId) donde.add("s.entidadId = $", filtro.entidadId->valor);
    if (filtro.sucursalId) donde.add("d.sucursalId = $", filtro.sucursalId->valor);
    if (filtro.proyectoId) donde.add("d.proyectoId = $", filtro.proyectoId->valor);
    if (filtro.vendedorId) donde.add("d.vendedorId = $", filtro.vendedorId->valor);
    donde.add_if(filtro.moneda, "s.moneda = $");
    if (filtro.vencidos) donde.add(*filtro.vencidos ? "s.vencimiento < $" : "s.vencimiento >= $", hoy);
    const std::string de = R"( FROM saldo s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND s.naturaleza = $2 AND s.saldo > 0)";
    std::optional<std::int64_t> total;
    if (recorrido.con_total()) total = tx.one_with<std::int64_t>("SELECT count(*)" + de + donde.and_sql(), donde.params());
    if (const auto& desde = recorrido.desde()) donde.add("(s.entidadId, s.transaccionId) > ($, $)", desde->at(0), desde->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<Fila>(R"(
        SELECT s.transaccionId, d.tipo AS tipoDocumento, '' AS folio, COALESCE(d.uuid, '') AS uuid, s.fecha, s.vencimiento, 0 AS dias,
               s.entidadId, '' AS codigo, '' AS nombre, '' AS rfc, d.vendedorId, d.sucursalId, s.moneda, s.total,
               s.total - s.saldo AS pagado, s.saldo, d.serie, d.folio AS numero)" +
                                       de + donde.and_sql() + " ORDER BY s.entidadId, s.transaccionId" + tramo,
                                   donde.params());
    std::vector<DocumentoCartera> documentos;
    for (Fila& f : filas) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        f.dias = hoy.dias() - f.vencimiento.dias();
        documentos.push_back(std::move(f));
    }
    nombrar(tx, documentos);
    return recorrido.pagina(std::move(documentos), total, [](const DocumentoCartera& d) {
        return std::vector<std::int64_t>{d.entidadId, d.transaccionId};
    });
}

void register_cartera_global(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Cartera/Global", "CarteraGlobal", listar_cartera_global, "Documentos por cobrar o por pagar abiertos")
        .describe(
            "Uno por renglón, por contacto. `pagado` incluye créditos aplicados; `dias` son los de vencido, negativos si falta. "
            "Como libro, "
            "CSV o PDF llegan todos, salvo que se pida una página.")
        .como_tabla(listar_cartera_global, tabla_cartera_global)
        .rechaza({Codigo::cursor_invalido});
}

}  // namespace cacao
