// Which lines sold with a promotion, and what is left of what it gave.

#include "api/paginas.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "rooms/precios/catalogos/promocion.hpp"

namespace cacao {
namespace {

struct FilaUso : UsoPromocion {
    std::string serie;
    std::int64_t numero{};
    int decimales{};
};
DESCRIBE_STRUCT(FilaUso, (UsoPromocion), (serie, numero, decimales))

}  // namespace

Pagina<UsoPromocion> listar_usos(const Context& ctx, const UsosFiltro& filtro) {
    auto& tx = ctx.db();
    const std::int64_t promocionId = filtro.promocionId;
    const auto hay = tx.one<std::int64_t>("SELECT 1 FROM promocion WHERE organizacionId = $1 AND promocionId = $2",
                                          tx.organizacion(), promocionId);
    reject_if(!hay, Codigo::no_encontrado, "/promocionId");
    const Recorrido recorrido{ctx, filtro, "PromocionUsos", std::to_string(promocionId)};
    db::Where donde{tx.organizacion(), promocionId};
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM promocionPartida WHERE organizacionId = $1 AND promocionId = $2", donde.params());
    if (const auto& desde = recorrido.desde())
        donde.add("(u.transaccionId, u.numeroPartida) > ($, $)", desde->at(0), desde->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<FilaUso>(R"(
        SELECT u.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.fecha, d.estado, d.entidadId AS clienteId, d.moneda,
               u.numeroPartida, p.productoId, u.cantidad, u.vuelta AS cantidadDevuelta, p.promocion, p.promocion AS importe,
               u.pactadoId AS transaccionIdPactado, d.serie, d.folio AS numero, m.decimales
        FROM promocionPartida u
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = u.transaccionId
        JOIN moneda m ON m.moneda = d.moneda
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = u.transaccionId AND p.numeroPartida = u.numeroPartida
        WHERE u.organizacionId = $1 AND u.promocionId = $2)" +
                                          donde.and_sql() + " ORDER BY u.transaccionId, u.numeroPartida" + tramo,
                                      donde.params());
    return recorrido
        .pagina(std::move(filas), total,
                [](const FilaUso& f) {
                    return std::vector<std::int64_t>{f.transaccionId, f.numeroPartida};
                })
        .como([](FilaUso& f) -> UsoPromocion {
            f.folio = engine::folio_texto(f.serie, f.numero);
            f.importe -= engine::proporcion(f.promocion, f.cantidadDevuelta.micros(), f.cantidad.micros(), f.decimales);
            return std::move(f);
        });
}

}  // namespace cacao
