#pragma once
// What one contact owes and is owed, from kept balances.

#include "api/operations.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"

#include <string>
#include <vector>

namespace cacao {

DESCRIBE_KEY(SaldoContactoPedido, entidadId)

struct SaldoMoneda {
    std::string moneda;
    Importe porCobrar;
    Importe porPagar;
    Importe aFavorCliente;    // deposits, advances and credits not yet assigned
    Importe aFavorProveedor;  // egresses and supplier credits not yet assigned
    Importe neto;
    Importe vencidoPorCobrar;
    Importe vencidoPorPagar;
    Importe notasCreditoCliente;  // of what is in favour, credit; the rest is money
    Importe anticiposCliente;
    Importe notasCreditoProveedor;
    Importe anticiposProveedor;
};
DESCRIBE_STRUCT(SaldoMoneda, (),
                (moneda, porCobrar, porPagar, aFavorCliente, aFavorProveedor, neto, vencidoPorCobrar, vencidoPorPagar,
                 notasCreditoCliente, anticiposCliente, notasCreditoProveedor, anticiposProveedor))

struct SaldoContacto {
    std::int64_t entidadId{};
    std::string nombre;
    Fecha fecha;
    std::optional<Importe> limiteCredito;  // none: as much as they ask for; 0: cash only
    Importe porFacturar;                   // delivered and not invoiced, in the organization's currency
    Importe pedidos;                       // open orders, where the organization counts them
    Importe expuesto;                      // what is owed and both of these
    std::optional<Importe> disponible;     // of the limit, when there is one
    Importe netoLocal;                     // of all currencies, at what the documents were posted
    Importe diferencia;                    // of it, against the documents that are open
    std::vector<SaldoMoneda> monedas;
};
DESCRIBE_STRUCT(SaldoContacto, (),
                (entidadId, nombre, fecha, limiteCredito, porFacturar, pedidos, expuesto, disponible, netoLocal, diferencia,
                 monedas))

struct SaldosContactosFiltro : PaginaPedida {
    std::optional<TipoCartera> tipo;
};
DESCRIBE_STRUCT(SaldosContactosFiltro, (PaginaPedida), (tipo))

struct SaldosTotalesPedidos {
    std::optional<TipoCartera> tipo;
};
DESCRIBE_STRUCT(SaldosTotalesPedidos, (), (tipo))

struct SaldosTotales {
    Fecha fecha;
    std::int64_t contactos{};  // rows of the list
    std::vector<SaldoMoneda> monedas;
    Importe netoLocal;
    Importe saldoContable;  // of the control accounts: debit positive
    Importe diferencia;
};
DESCRIBE_STRUCT(SaldosTotales, (), (fecha, contactos, monedas, netoLocal, saldoContable, diferencia))

SaldoContacto consultar_saldo_contacto(const Context&, const SaldoContactoPedido&);
Pagina<SaldoContacto> listar_saldos_contactos(const Context&, const SaldosContactosFiltro&);
SaldosTotales totalizar_saldos_contactos(const Context&, const SaldosTotalesPedidos&);

void register_saldo_contacto(api::Operations& ops);

}  // namespace cacao
