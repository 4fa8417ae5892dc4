#include "engine/entorno/ajustes.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void pedir_ajustes(db::Reader& tx, std::optional<Ajustes>& ajustes) {
    tx.one_later(ajustes, R"(SELECT c.moneda, m.decimales, c.existenciaNegativa, c.pagoDeTerceros, c.limiteCreditoEstricto, o.rfc,
                                    o.regimenFiscal, c.ivaNoAcreditable, c.iepsAlCosto,
                                    c.autorizaQuienSolicita, c.creditoConPedidos, c.facturaSinEntrega, c.ajusteSaldoMaximo, c.lotesPorCaducidad,
                                    CASE WHEN EXISTS (SELECT 1 FROM listaPrecios l WHERE l.organizacionId = $1
                                                      AND l.margenMinimo IS NOT NULL) THEN 1 ELSE 0 END AS conMargen,
                                    COALESCE(k.toleranciaRecepcion, 0) AS toleranciaRecepcion,
                                    COALESCE(k.toleranciaPrecio, 0) AS toleranciaPrecio,
                                    COALESCE(k.facturaSinRecepcion, 0) AS facturaSinRecepcion, c.papeles
                             FROM configuracion c
                             LEFT JOIN configuracionCompra k ON k.organizacionId = c.organizacionId
                             JOIN moneda m ON m.moneda = c.moneda
                             JOIN organizacion o ON o.organizacionId = c.organizacionId
                             WHERE c.organizacionId = $1)",
                 tx.organizacion());
}

Ajustes leer_ajustes(db::Reader& tx) {
    std::optional<Ajustes> ajustes;
    pedir_ajustes(tx, ajustes);
    tx.settle();
    return ajustes.value();
}

}  // namespace cacao::engine
