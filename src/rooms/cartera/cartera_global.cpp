#include "rooms/cartera/cartera_global.hpp"

#include "api/ambito.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/saldos/cartera.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "rooms/cartera/contacto_nombres.hpp"

namespace cacao {

using engine::Naturaleza;

namespace {

struct Fila : DocumentoCartera {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(Fila, (DocumentoCartera), (serie, numero))

constexpr std::string_view de = R"( FROM saldo s
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
    WHERE s.organizacionId = $1 AND s.naturaleza = $2 AND s.saldo > 0)";

db::Where donde_de(const Context& ctx, const CarteraPedida& p) {
    Faltas faltas;
    exigir_ambito(ctx.db(), p, faltas);
    faltas.lanzar();
    db::Where donde{ctx.organizacionId(), p.tipo == TipoCartera::proveedores ? Naturaleza::pagar : Naturaleza::cobrar};
    if (p.entidadId) donde.add("s.entidadId = $", p.entidadId->valor);
    if (p.sucursalId) donde.add("d.sucursalId = $", p.sucursalId->valor);
    if (p.proyectoId) donde.add("d.proyectoId = $", p.proyectoId->valor);
    if (p.vendedorId) donde.add("d.vendedorId = $", p.vendedorId->valor);
    donde.add_if(p.moneda, "s.moneda = $");
    if (p.vencidos) donde.add(*p.vencidos ? "s.vencimiento < $" : "s.vencimiento >= $", ctx.hoy());
    return donde;
}

}  // namespace

// Walked by contact and document, which is how open balances are kept together.
Pagina<DocumentoCartera> listar_cartera_global(const Context& ctx, const CarteraGlobalFiltro& filtro) {
    CarteraGlobalFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "CarteraGlobal", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    const Fecha hoy = ctx.hoy();
    db::Where donde = donde_de(ctx, filtro);
    const Total total = recorrido.contar(tx, std::string{"SELECT 1"} + std::string{de} + donde.and_sql(), donde.params());
    if (const auto& desde = recorrido.desde()) donde.add("(s.entidadId, s.transaccionId) > ($, $)", desde->at(0), desde->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<Fila>(R"(
        SELECT s.transaccionId, d.tipo AS tipoDocumento, '' AS folio, COALESCE(d.uuid, '') AS uuid, s.fecha, s.vencimiento, 0 AS dias,
               s.entidadId, '' AS codigo, '' AS nombre, '' AS rfc, d.vendedorId,
               COALESCE((SELECT v.nombre FROM vendedor v WHERE v.organizacionId = $1 AND v.vendedorId = d.vendedorId), '') AS vendedor, d.sucursalId, s.moneda, s.total,
               s.total - s.saldo AS pagado, s.saldo, d.serie, d.folio AS numero)" +
                                       std::string{de} + donde.and_sql() + " ORDER BY s.entidadId, s.transaccionId" + tramo,
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

CarteraTotales totalizar_cartera_global(const Context& ctx, const CarteraPedida& p) {
    auto& tx = ctx.db();
    CarteraTotales r;
    r.tipo = p.tipo.value_or(TipoCartera::clientes);
    const db::Where donde = donde_de(ctx, p);
    r.monedas = tx.all_with<CarteraMoneda>(R"(
        SELECT s.moneda, count(*) AS documentos, CAST(SUM(s.total) AS BIGINT) AS total,
               CAST(SUM(s.total - s.saldo) AS BIGINT) AS pagado, CAST(SUM(s.saldo) AS BIGINT) AS saldo,
               CAST(SUM(s.saldoLocal) AS BIGINT) AS saldoLocal)" +
                                               std::string{de} + donde.and_sql() + " GROUP BY s.moneda ORDER BY s.moneda",
                                           donde.params());
    for (const CarteraMoneda& m : r.monedas) r.saldoLocal += m.saldoLocal;
    const bool todo = !p.entidadId && !p.sucursalId && !p.proyectoId && !p.vendedorId && !p.moneda && !p.vencidos;
    if (!todo) return r;
    const bool proveedores = r.tipo == TipoCartera::proveedores;
    r.sinAsignarLocal = Importe{};
    tx.each(R"(SELECT CAST(COALESCE(SUM(saldoLocal), 0) AS BIGINT) FROM saldoContacto
               WHERE organizacionId = $1 AND naturaleza = $2)",
            [&](const db::Row& f) { r.sinAsignarLocal = Importe::de_micros(f.integer(0)); }, tx.organizacion(),
            proveedores ? Naturaleza::favorProveedor : Naturaleza::favorCliente);
    // Balances are of now, so are the books: whatever its date.
    const Importe control = engine::control_al_corte(tx, Fecha::de_civil(2199, 12, 31).value(), proveedores);
    r.diferencia = r.saldoLocal - *r.sinAsignarLocal - (proveedores ? -control : control);
    return r;
}

void register_cartera_global(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Cartera/Global", "CarteraGlobal", listar_cartera_global)
        .totales(&DocumentoCartera::total, &DocumentoCartera::pagado, &DocumentoCartera::saldo)
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido});
    ops.add(GET, "/api/Cartera/Global/Totales", "CarteraGlobalTotales", totalizar_cartera_global)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
