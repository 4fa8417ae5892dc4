// Progress of a line: given back, or used again.

#include "engine/cadena/avance.hpp"

#include "engine/cadena/pendientes.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine {

Tope con_tolerancia(Cantidad base, Tasa tolerancia) {
    const auto mas = static_cast<__int128>(base.micros()) * tolerancia.micros() / millonesimas;
    return {base, base + Cantidad::de_micros(static_cast<std::int64_t>(mas))};
}

std::optional<LlavePartida> pedido_de(db::Reader& tx, LlavePartida linea) {
    while (linea.transaccionId != 0) {
        std::string tipo;
        LlavePartida antes;
        tx.each(R"(SELECT p.origenId, p.origenPartida, d.tipo
                   FROM partida p
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.origenId
                   WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                [&](const db::Row& r) {
                    antes = {r.integer(0), r.integer(1)};
                    tipo = r.text(2);
                },
                tx.organizacion(), linea.transaccionId, linea.numeroPartida);
        if (cumple(tipo, es_pedido)) return antes;
        linea = antes;
    }
    return std::nullopt;
}

// The row keeps as its limit what the line says or, beyond it, what was used under a tolerance.
void bajar_avance(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, Avance avance, Cantidad cantidad,
                  Importe valor) {
    if (avance == Avance::ninguno) return;
    ctx.db().run(R"(UPDATE avance SET cantidad = cantidad - $5, valor = valor - $6, limite = (
                        SELECT CASE WHEN p.cantidadBase > avance.cantidad - $5 THEN p.cantidadBase ELSE avance.cantidad - $5 END
                        FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)
                    WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                 ctx.organizacionId(), transaccionId, numeroPartida, nombre(avance), cantidad, valor);
    esperar(ctx, transaccionId, numeroPartida, avance);
}

std::optional<Cantidad> subir_avance(Context& ctx, LlavePartida linea, Avance avance, Cantidad cantidad) {
    struct Fila {
        std::string tipo;
        Cantidad base;
        Cantidad usado;
        Tasa entrega;
        Tasa recepcion;
    };
    std::optional<Fila> fila;
    ctx.db().each(R"(SELECT d.tipo, p.cantidadBase, a.cantidad, COALESCE(q.toleranciaEntrega, 0),
                            COALESCE(t.toleranciaRecepcion, k.toleranciaRecepcion, 0)
                     FROM avance a
                     JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3
                     JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = $2
                     LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
                     LEFT JOIN proveedorCompra t ON t.organizacionId = $1 AND t.entidadId = d.entidadId
                     LEFT JOIN configuracionCompra k ON k.organizacionId = $1
                     WHERE a.organizacionId = $1 AND a.transaccionId = $2 AND a.numeroPartida = $3 AND a.avance = $4)",
                  [&](const db::Row& r) {
                      fila = Fila{std::string{r.text(0)}, Cantidad::de_micros(r.integer(1)), Cantidad::de_micros(r.integer(2)),
                                  Tasa::de_micros(r.integer(3)), Tasa::de_micros(r.integer(4))};
                  },
                  ctx.organizacionId(), linea.transaccionId, linea.numeroPartida, nombre(avance));
    if (!fila) return std::nullopt;
    // What was used under a tolerance may be used again under it.
    const Tolerancia cual = tipo_de(fila->tipo)->tolerancia;
    const Tasa tolerancia = cual == Tolerancia::recepcion ? fila->recepcion
                            : cual == Tolerancia::entrega ? fila->entrega
                                                          : Tasa{};
    const Cantidad maximo = con_tolerancia(fila->base, tolerancia).maximo;
    if (fila->usado + cantidad > maximo) return std::max(Cantidad{}, maximo - fila->usado);
    // The same question again, by the row itself: somebody may be using it up at this moment.
    const auto subio =
        ctx.db().count(R"(UPDATE avance SET cantidad = cantidad + $5,
                                                limite = CASE WHEN cantidad + $5 > limite THEN cantidad + $5 ELSE limite END
                                         WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4
                                           AND cantidad + $5 <= $6)",
                       ctx.organizacionId(), linea.transaccionId, linea.numeroPartida, nombre(avance), cantidad, maximo);
    if (subio == 0) return Cantidad{};
    esperar(ctx, linea.transaccionId, linea.numeroPartida, avance);
    return std::nullopt;
}

}  // namespace cacao::engine
