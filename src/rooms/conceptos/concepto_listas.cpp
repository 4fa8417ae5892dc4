#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/conceptos/concepto_filas.hpp"

namespace cacao {
namespace {

// Concepts are few, and folded words hold no wildcard of LIKE.
void filtrar(db::Where& donde, const std::optional<Texto<100>>& buscar, const std::optional<bool>& activo) {
    if (buscar)
        for (const auto& palabra : palabras(*buscar)) donde.add("busqueda LIKE $", "%" + palabra + "%");
    if (activo) donde.add(*activo ? "activo = 1" : "activo = 0");
}

std::vector<Concepto> leer_conceptos(const Context& ctx, const db::Where& donde) {
    return ctx.db().all_with<Concepto>(std::string{columnas_de_concepto} + donde.and_sql() + " ORDER BY codigo", donde.params());
}

// For lines of bank documents: what may be used there, of an own account and with a contact.
std::vector<Concepto> listar_bancarios(const Context& ctx, const ConceptosEgresoFiltro& filtro, std::string_view donde_se_usa) {
    auto& tx = ctx.db();
    const auto existe = [&](std::string_view sql, const Id& id) {
        return tx.one<std::int64_t>(sql, tx.organizacion(), id.valor).has_value();
    };
    Faltas faltas;
    db::Where donde{ctx.organizacionId()};
    donde.add(donde_se_usa);
    if (filtro.cuentaBancariaId) {
        faltas.agregar_si(
            !existe("SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2", *filtro.cuentaBancariaId),
            Codigo::no_encontrado, "/cuentaBancariaId");
        donde.add("(cuentaBancariaId = 0 OR cuentaBancariaId = $)", filtro.cuentaBancariaId->valor);
    }
    if (filtro.entidadId) {
        faltas.agregar_si(!existe("SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2", *filtro.entidadId),
                          Codigo::no_encontrado, "/entidadId");
        donde.add("(entidadId = 0 OR entidadId = $)", filtro.entidadId->valor);
    }
    faltas.lanzar();
    filtrar(donde, filtro.buscar, true);
    return leer_conceptos(ctx, donde);
}

}  // namespace

std::vector<Concepto> listar_conceptos(const Context& ctx, const ConceptosFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    filtrar(donde, filtro.buscar, filtro.activo);
    return leer_conceptos(ctx, donde);
}

std::vector<Concepto> listar_conceptos_gasto(const Context& ctx, const ConceptosFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    donde.add("enGasto = 1");
    filtrar(donde, filtro.buscar, filtro.activo);
    return leer_conceptos(ctx, donde);
}

Pagina<Concepto> listar_conceptos_compra(const Context& ctx, const ConceptosCompraFiltro& filtro) {
    ConceptosCompraFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "ConceptosCompra", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    donde.add("enCompra = 1");
    filtrar(donde, filtro.buscar, filtro.activo);
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM concepto WHERE organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("conceptoId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<Concepto>(std::string{columnas_de_concepto} + donde.and_sql() + " ORDER BY conceptoId" + tramo,
                                       donde.params());
    return recorrido.pagina(std::move(filas), total, [](const Concepto& c) { return std::vector{c.conceptoId}; });
}

std::vector<Concepto> listar_conceptos_egreso(const Context& ctx, const ConceptosEgresoFiltro& filtro) {
    return listar_bancarios(ctx, filtro, "enEgreso = 1");
}

std::vector<Concepto> listar_conceptos_deposito(const Context& ctx, const ConceptosEgresoFiltro& filtro) {
    return listar_bancarios(ctx, filtro, "enDeposito = 1");
}

}  // namespace cacao
