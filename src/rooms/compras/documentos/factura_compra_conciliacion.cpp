// The three-way match: an invoice against the reception and the order behind it.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "rooms/compras/documentos/factura_compra.hpp"

namespace cacao {
namespace {

struct LineaConciliada {
    std::int64_t numeroPartida{};
    std::string origenTipo;
    Cantidad cantidadBase;
    Importe neto;
    bool mueve{};
    Cantidad pactadaBase;  // of the order, or of what was received without one
    Importe pactado;
};
DESCRIBE_STRUCT(LineaConciliada, (), (numeroPartida, origenTipo, cantidadBase, neto, mueve, pactadaBase, pactado))

// What the quantity of the invoice comes to at the agreed price.
Importe esperado(const LineaConciliada& l, int decimales) {
    const auto micros =
        dividir_redondeando(static_cast<__int128>(l.pactado.micros()) * l.cantidadBase.micros(), l.pactadaBase.micros());
    return Importe::de_micros(micros).redondeado(decimales);
}

}  // namespace

std::vector<DiferenciaCompra> conciliar_factura_compra(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto ajustes = engine::leer_ajustes(tx);
    const auto lineas = tx.all<LineaConciliada>(R"(
        SELECT p.numeroPartida, d.tipo AS origenTipo, p.cantidadBase, p.importe - p.descuento - p.promocion AS neto,
               CASE WHEN p.almacenId <> 0 THEN 1 ELSE 0 END AS mueve,
               COALESCE(q.cantidadBase, o.cantidadBase) AS pactadaBase,
               COALESCE(q.importe - q.descuento - q.promocion, o.importe - o.descuento - o.promocion) AS pactado
        FROM partida p
        JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
        LEFT JOIN partida q ON q.organizacionId = $1 AND q.transaccionId = o.origenId AND q.numeroPartida = o.origenPartida
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0 ORDER BY p.numeroPartida)",
                                                ctx.organizacionId(), transaccionId);
    const Importe centavo = Importe::de_micros(millonesimas / 100);
    std::vector<DiferenciaCompra> diferencias;
    for (const LineaConciliada& l : lineas) {
        // An invoice made of the order itself brings in goods that nobody has counted.
        if (l.origenTipo == "OrdenCompra" && l.mueve && !ajustes.facturaSinRecepcion)
            diferencias.push_back(
                {l.numeroPartida, std::string{reflect::enum_name(Diferencia::cantidad)}, Cantidad{}, l.cantidadBase});
        const Importe debia = esperado(l, ajustes.decimales);
        const Importe mas = l.neto > debia ? l.neto - debia : debia - l.neto;
        // A cent is rounding, not a price.
        if (mas > std::max(centavo, (debia * ajustes.toleranciaPrecio).redondear(ajustes.decimales)))
            diferencias.push_back({l.numeroPartida, std::string{reflect::enum_name(Diferencia::precio)},
                                   Cantidad::de_micros(debia.micros()), Cantidad::de_micros(l.neto.micros())});
    }
    for (const DiferenciaCompra& d : diferencias)
        tx.run(R"(INSERT INTO compraDiferencia (organizacionId, transaccionId, numeroPartida, diferencia, esperado, facturado)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx.organizacionId(), transaccionId, d.numeroPartida, d.diferencia, d.esperado, d.facturado);
    return diferencias;
}

}  // namespace cacao
