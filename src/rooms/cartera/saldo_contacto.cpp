#include "rooms/cartera/saldo_contacto.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao {

SaldoContacto consultar_saldo_contacto(const Context& ctx, const SaldoContactoPedido& pedido) {
    auto& tx = ctx.db();
    SaldoContacto r;
    r.entidadId = pedido.entidadId;
    r.fecha = ctx.hoy();
    bool hay = false;
    const auto de = [&](std::string_view moneda) -> SaldoMoneda& {
        const auto it =
            std::find_if(r.monedas.begin(), r.monedas.end(), [&](const SaldoMoneda& m) { return m.moneda == moneda; });
        if (it != r.monedas.end()) return *it;
        r.monedas.push_back({std::string{moneda}, {}, {}, {}, {}, {}, {}, {}});
        return r.monedas.back();
    };
    const std::array parametros{db::to_value(ctx.organizacionId()), db::to_value(r.entidadId)};
    tx.query_later("SELECT nombre, limiteCredito FROM contacto WHERE organizacionId = $1 AND entidadId = $2", parametros,
                   [&](const db::Row& f) {
                       hay = true;
                       r.nombre = f.text(0);
                       r.limiteCredito = Importe::de_micros(f.integer(1));
                   });
    tx.query_later(R"(SELECT moneda, naturaleza, saldo, saldoLocal FROM saldoContacto
                      WHERE organizacionId = $1 AND entidadId = $2 AND (saldo <> 0 OR saldoLocal <> 0) ORDER BY moneda)",
                   parametros, [&](const db::Row& f) {
                       const auto saldo = Importe::de_micros(f.integer(2));
                       const auto local = Importe::de_micros(f.integer(3));
                       SaldoMoneda& m = de(f.text(0));
                       if (f.text(1) == "cobrar") m.porCobrar = saldo, r.expuesto += local;
                       if (f.text(1) == "pagar") m.porPagar = saldo;
                       if (f.text(1) == "favorCliente") m.aFavorCliente = saldo, r.expuesto -= local;
                       if (f.text(1) == "favorProveedor") m.aFavorProveedor = saldo;
                   });
    const std::array vencidos{parametros[0], parametros[1], db::to_value(r.fecha)};
    tx.query_later(R"(SELECT moneda, naturaleza, CAST(SUM(saldo) AS BIGINT) FROM saldo
                      WHERE organizacionId = $1 AND entidadId = $2 AND saldo > 0 AND naturaleza IN ('cobrar', 'pagar') AND vencimiento < $3
                      GROUP BY moneda, naturaleza)",
                   vencidos, [&](const db::Row& f) {
                       SaldoMoneda& m = de(f.text(0));
                       (f.text(1) == "cobrar" ? m.vencidoPorCobrar : m.vencidoPorPagar) = Importe::de_micros(f.integer(2));
                   });
    tx.settle_last();
    reject_if(!hay, Codigo::no_encontrado, "/entidadId");
    for (SaldoMoneda& m : r.monedas) m.neto = m.porCobrar - m.aFavorCliente - m.porPagar + m.aFavorProveedor;
    if (!r.limiteCredito.es_cero()) r.disponible = std::max(Importe{}, r.limiteCredito - r.expuesto);
    return r;
}

void register_saldo_contacto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Contactos/{entidadId}/Saldo", "SaldoContacto", consultar_saldo_contacto, "Saldo de un contacto")
        .describe(
            "Por moneda, sin mezclarlas. `neto` = por cobrar − a favor del cliente − por pagar + a favor con el proveedor. "
            "Vencido es lo que "
            "venció antes de hoy. `expuesto` y `disponible` van en la moneda de la organización; un límite de 0 es no tener "
            "límite.")
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
