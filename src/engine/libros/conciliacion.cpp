#include "engine/libros/conciliacion.hpp"

#include "db/rows.hpp"
#include "engine/entorno/periodos.hpp"
#include "reflect/describe.hpp"

#include <string>
#include <vector>

namespace cacao::engine {
namespace {

std::string candado(std::int64_t cuentaBancariaId) { return "conciliacion/" + std::to_string(cuentaBancariaId); }

struct Movimiento {
    std::int64_t polizaId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t periodo = 0;
    Importe importe;
};
DESCRIBE_STRUCT(Movimiento, (), (polizaId, cuentaBancariaId, periodo, importe))

constexpr std::string_view movimientos = R"(
    SELECT m.polizaId, m.cuentaBancariaId, p.periodo, m.importe
    FROM movimientoBanco m
    JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = m.polizaId
    WHERE m.organizacionId = $1)";

void sumar(Context& ctx, std::int64_t cuentaBancariaId, std::int64_t periodo, Importe conciliado, Importe estadoCuenta) {
    auto& tx = ctx.db();
    tx.run(
        R"(INSERT INTO saldoBanco (organizacionId, cuentaBancariaId, periodo, franja, ingresos, egresos, conciliado, estadoCuenta)
              VALUES ($1, $2, $3, $4, 0, 0, $5, $6)
              ON CONFLICT (organizacionId, cuentaBancariaId, periodo, franja)
              DO UPDATE SET conciliado = saldoBanco.conciliado + excluded.conciliado,
                            estadoCuenta = saldoBanco.estadoCuenta + excluded.estadoCuenta)",
        ctx.organizacionId(), cuentaBancariaId, periodo, tx.franja(), conciliado, estadoCuenta);
}

// The mark of a movement and the kept sum of its month go together.
void marcar(Context& ctx, const Movimiento& m, std::int64_t conciliacionId) {
    auto& tx = ctx.db();
    tx.run("UPDATE movimientoBanco SET conciliacionId = $4 WHERE organizacionId = $1 AND polizaId = $2 AND cuentaBancariaId = $3",
           ctx.organizacionId(), m.polizaId, m.cuentaBancariaId, conciliacionId);
    sumar(ctx, m.cuentaBancariaId, m.periodo, conciliacionId != 0 ? m.importe : -m.importe, {});
}

}  // namespace

void retener_conciliacion(Context& ctx, std::int64_t cuentaBancariaId) { ctx.db().lock(candado(cuentaBancariaId)); }

void mirar_conciliacion(Context& ctx, std::int64_t cuentaBancariaId) { ctx.db().lock_shared(candado(cuentaBancariaId)); }

std::int64_t agregar_linea(Context& ctx, std::int64_t cuentaBancariaId, const LineaDicha& l) {
    auto& tx = ctx.db();
    const std::int64_t lineaBancoId = tx.next_id();
    tx.run(
        R"(INSERT INTO lineaBanco (organizacionId, lineaBancoId, cuentaBancariaId, referenciaBanco, fecha, importe, descripcion,
                                      referencia, conciliacionId)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0))",
        ctx.organizacionId(), lineaBancoId, cuentaBancariaId, l.referenciaBanco, l.fecha, l.importe, l.descripcion, l.referencia);
    sumar(ctx, cuentaBancariaId, periodo_de(l.fecha), {}, l.importe);
    return lineaBancoId;
}

void retirar_linea(Context& ctx, std::int64_t cuentaBancariaId, std::int64_t lineaBancoId, const LineaDicha& l) {
    ctx.db().run("DELETE FROM lineaBanco WHERE organizacionId = $1 AND lineaBancoId = $2", ctx.organizacionId(), lineaBancoId);
    sumar(ctx, cuentaBancariaId, periodo_de(l.fecha), {}, -l.importe);
}

std::int64_t conciliar(Context& ctx, const Conciliable& c) {
    auto& tx = ctx.db();
    const std::int64_t conciliacionId = tx.next_id();
    tx.run(
        R"(INSERT INTO conciliacion (organizacionId, conciliacionId, cuentaBancariaId, importe, automatica, estado, usuarioId, instante)
              VALUES ($1, $2, $3, $4, $5, 'vigente', $6, $7))",
        ctx.organizacionId(), conciliacionId, c.cuentaBancariaId, c.importe, c.automatica, ctx.usuarioId(), ctx.ahora());
    static const std::string uno = std::string{movimientos} + " AND m.polizaId = $2 AND m.cuentaBancariaId = $3";
    for (const auto polizaId : c.polizas)
        marcar(ctx, tx.one<Movimiento>(uno, ctx.organizacionId(), polizaId, c.cuentaBancariaId).value(), conciliacionId);
    for (const auto lineaBancoId : c.lineas)
        tx.run("UPDATE lineaBanco SET conciliacionId = $3 WHERE organizacionId = $1 AND lineaBancoId = $2", ctx.organizacionId(),
               lineaBancoId, conciliacionId);
    return conciliacionId;
}

void deshacer_conciliacion(Context& ctx, std::int64_t conciliacionId) {
    auto& tx = ctx.db();
    static const std::string suyos = std::string{movimientos} + " AND m.conciliacionId = $2 AND m.conciliacionId <> 0";
    for (const Movimiento& m : tx.all<Movimiento>(suyos, ctx.organizacionId(), conciliacionId)) marcar(ctx, m, 0);
    tx.run("UPDATE lineaBanco SET conciliacionId = 0 WHERE organizacionId = $1 AND conciliacionId = $2 AND conciliacionId <> 0",
           ctx.organizacionId(), conciliacionId);
    tx.run("UPDATE conciliacion SET estado = 'cancelada' WHERE organizacionId = $1 AND conciliacionId = $2", ctx.organizacionId(),
           conciliacionId);
}

}  // namespace cacao::engine
