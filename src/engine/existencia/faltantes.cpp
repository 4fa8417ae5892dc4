// Stock below zero, where the organization allows it: goods leave at the last known cost, and the next entry puts it right.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

namespace cacao::engine::interno {

namespace {

struct FaltanteFila {
    std::int64_t capaId = 0;
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(FaltanteFila, (), (capaId, cantidad, valor))

struct UltimoCosto {
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(UltimoCosto, (), (cantidad, valor))

std::optional<Deuda> leer(Context& ctx, const Clave& clave) {
    const auto fila = ctx.db().one<FaltanteFila>(R"(
        SELECT capaId, cantidad, valor FROM faltante
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                                                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
    if (!fila) return std::nullopt;
    return Deuda{fila->capaId, fila->cantidad, fila->valor};
}

void escribir(Context& ctx, const Clave& clave, const Deuda& deuda) {
    ctx.db().run(R"(
        INSERT INTO faltante (organizacionId, productoId, almacenId, loteId, capaId, cantidad, valor)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (organizacionId, productoId, almacenId, loteId) DO UPDATE
           SET cantidad = excluded.cantidad, valor = excluded.valor)",
                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, deuda.capaId, deuda.cantidad,
                 deuda.valor);
}

Importe ultimo_costo(Context& ctx, const Marco& marco, const Clave& clave, Cantidad cantidad) {
    const auto ultimo = ctx.db().one<UltimoCosto>(R"(
        SELECT cantidad, valor FROM movimiento
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND cantidad <> 0
         ORDER BY fecha DESC, movimientoId DESC LIMIT 1)",
                                                  ctx.organizacionId(), clave.productoId, clave.almacenId);
    if (!ultimo) return {};
    const bool sale = ultimo->cantidad < Cantidad{};
    return parte_de(sale ? -ultimo->valor : ultimo->valor, cantidad, sale ? -ultimo->cantidad : ultimo->cantidad,
                    marco.decimales);
}

}  // namespace

std::int64_t deber(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida, Cantidad falta,
                   ValorMovido& movido) {
    // Without the permission the take has already refused; layers that hold less than the stock are a broken promise of ours.
    if (!marco.permiteNegativos) reject(Codigo::interno, "");
    const Importe valor = ultimo_costo(ctx, marco, clave, falta);
    auto deuda = leer(ctx, clave);
    if (!deuda) {
        deuda = Deuda{ctx.db().next_id(), {}, {}};
        ctx.db().run(R"(
            INSERT INTO capa (organizacionId, capaId, productoId, almacenId, loteId, fecha, transaccionId, numeroPartida,
                              origenCapaId, metodo, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado,
                              valorRestante)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 'peps', 0, 0, 0, 0, 0))",
                     ctx.organizacionId(), deuda->capaId, clave.productoId, clave.almacenId, clave.loteId, marco.fecha,
                     marco.transaccionId, numeroPartida);
    }
    deuda->cantidad += falta;
    deuda->valor += valor;
    escribir(ctx, clave, *deuda);
    movido.cantidad -= falta;
    movido.valor -= valor;
    return asentar(ctx, marco, {numeroPartida, clave, deuda->capaId, 0, -falta, -valor, 0, 0});
}

std::map<Clave, Deuda> deudas_de(Context& ctx, const Cambios& cambios) {
    std::map<Clave, Deuda> deudas;
    for (const auto& [clave, cambio] : cambios) {
        if (cambio.cambio <= Cantidad{} || cambio.cantidad - cambio.cambio >= Cantidad{}) continue;
        const auto deuda = leer(ctx, clave);
        if (deuda && !deuda->cantidad.es_cero()) deudas.emplace(clave, *deuda);
    }
    return deudas;
}

Importe pagar(Context& ctx, const Marco& marco, Deuda& deuda, CapaNueva& entrada) {
    const Cantidad paga = std::min(entrada.cantidad, deuda.cantidad);
    if (paga.es_cero()) return {};
    const Importe provisional = parte_de(deuda.valor, paga, deuda.cantidad, marco.decimales);
    entrada.gastada = paga;
    entrada.valorGastado = parte_de(entrada.valor, paga, entrada.cantidad, marco.decimales);
    deuda.cantidad -= paga;
    deuda.valor -= provisional;
    escribir(ctx, entrada.clave, deuda);
    return entrada.valorGastado - provisional;
}

Parte perdonar(Context& ctx, const Marco& marco, Deuda& deuda, const Clave& clave, Cantidad cantidad, Importe valor) {
    const Cantidad perdona = std::min(cantidad, deuda.cantidad);
    if (perdona.es_cero()) return {};
    // The last of the debt takes all its value, whatever exit it came from.
    const Importe suyo =
        perdona == deuda.cantidad ? deuda.valor : std::min(deuda.valor, parte_de(valor, perdona, cantidad, marco.decimales));
    deuda.cantidad -= perdona;
    deuda.valor -= suyo;
    escribir(ctx, clave, deuda);
    return {deuda.capaId, {}, perdona, suyo};
}

}  // namespace cacao::engine::interno
