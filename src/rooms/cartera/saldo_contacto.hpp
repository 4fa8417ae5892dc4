#pragma once
// What one contact owes and is owed, from kept balances.

#include "api/operations.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"

#include <string>
#include <vector>

namespace cacao {

struct SaldoContactoPedido {
    Id entidadId;
};
BOOST_DESCRIBE_STRUCT(SaldoContactoPedido, (), (entidadId))

struct SaldoMoneda {
    std::string moneda;
    Importe porCobrar;
    Importe porPagar;
    Importe aFavorCliente;    // deposits, advances and credits not yet assigned
    Importe aFavorProveedor;  // egresses and supplier credits not yet assigned
    Importe neto;
    Importe vencidoPorCobrar;
    Importe vencidoPorPagar;
};
BOOST_DESCRIBE_STRUCT(SaldoMoneda, (),
                      (moneda, porCobrar, porPagar, aFavorCliente, aFavorProveedor, neto, vencidoPorCobrar, vencidoPorPagar))

struct SaldoContacto {
    std::int64_t entidadId{};
    std::string nombre;
    Fecha fecha;
    Importe limiteCredito;
    Importe porFacturar;  // delivered and not invoiced, in the organization's currency
    Importe pedidos;      // open orders, where the organization counts them
    Importe expuesto;     // what is owed and both of these
    Importe disponible;   // of the limit; 0 when there is none
    std::vector<SaldoMoneda> monedas;
};
BOOST_DESCRIBE_STRUCT(SaldoContacto, (),
                      (entidadId, nombre, fecha, limiteCredito, porFacturar, pedidos, expuesto, disponible, monedas))

struct SaldosContactosFiltro : PaginaPedida {
    std::optional<TipoCartera> tipo;
};
BOOST_DESCRIBE_STRUCT(SaldosContactosFiltro, (PaginaPedida), (tipo))

SaldoContacto consultar_saldo_contacto(const Context&, const SaldoContactoPedido&);
Pagina<SaldoContacto> listar_saldos_contactos(const Context&, const SaldosContactosFiltro&);

void register_saldo_contacto(api::Operations& ops);

}  // namespace cacao
