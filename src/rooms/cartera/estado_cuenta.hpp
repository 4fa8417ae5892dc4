#pragma once
// The account statement of a customer or supplier, and what all of them owe and are owed on a day.

#include "api/operations.hpp"
#include "api/paginas.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"

#include <vector>

namespace cacao {

struct EstadoCuentaPedido {
    Id entidadId;
    std::optional<TipoCartera> tipo;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> sinCancelados;
    std::optional<bool> enMonedaLocal;
    std::optional<Entero<1, 100>> registrosPorPagina;  // none: everything at once
    std::optional<Texto<2000>> cursor;
};
DESCRIBE_STRUCT(EstadoCuentaPedido, (),
                (entidadId, tipo, fechaInicial, fechaFinal, moneda, sinCancelados, enMonedaLocal, registrosPorPagina, cursor))

// In the order in which one request can bring them about.
enum class EventoCuenta { registro, asignacion, desasignacion, cancelacion };
DESCRIBE_ENUM(EventoCuenta, registro, asignacion, desasignacion, cancelacion)

struct MovimientoCuenta {
    Fecha fecha;
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string referencia;
    EventoCuenta evento{};
    std::int64_t transaccionId2{};  // of an assignment, the other document; otherwise 0
    std::string folio2;
    bool cancelacion{};
    Importe cargo;
    Importe abono;
    Importe saldo;
};
DESCRIBE_STRUCT(MovimientoCuenta, (),
                (fecha, transaccionId, tipoDocumento, folio, referencia, evento, transaccionId2, folio2, cancelacion, cargo,
                 abono, saldo))

struct EstadoCuentaMoneda {
    std::string moneda;
    Importe saldoInicial;
    Importe cargos;
    Importe abonos;
    Importe saldoFinal;
    std::vector<MovimientoCuenta> movimientos;
};
DESCRIBE_STRUCT(EstadoCuentaMoneda, (), (moneda, saldoInicial, cargos, abonos, saldoFinal, movimientos))

struct EstadoCuenta : NombreContacto {
    TipoCartera tipo{};
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<EstadoCuentaMoneda> monedas;
    std::optional<Importe> diferencia;  // against what is open at the end; none where only a part was asked for
    std::optional<std::string> siguiente;
};
DESCRIBE_STRUCT(EstadoCuenta, (NombreContacto), (tipo, fechaInicial, fechaFinal, monedas, diferencia, siguiente))

struct SaldosAlDia {
    std::optional<Fecha> fecha;
    std::optional<Id> entidadId;
};
DESCRIBE_STRUCT(SaldosAlDia, (), (fecha, entidadId))

struct SaldoClienteProveedor : NombreContacto {
    std::string moneda;
    Importe porCobrar;
    Importe aFavorCliente;
    Importe porPagar;
    Importe aFavorProveedor;
    Importe neto;
    Importe netoLocal;  // in the organization's currency, at what the documents were posted
};
DESCRIBE_STRUCT(SaldoClienteProveedor, (NombreContacto),
                (moneda, porCobrar, aFavorCliente, porPagar, aFavorProveedor, neto, netoLocal))

struct SaldosClientesProveedores {
    Fecha fecha;
    std::vector<SaldoClienteProveedor> saldos;
    Importe totalLocal;
    std::optional<Importe> diferencia;  // against the control accounts
};
DESCRIBE_STRUCT(SaldosClientesProveedores, (), (fecha, saldos, totalLocal, diferencia))

EstadoCuenta consultar_estado_cuenta(const Context&, const EstadoCuentaPedido&);
SaldosClientesProveedores consultar_saldos_al_dia(const Context&, const SaldosAlDia&);

void register_estado_cuenta(api::Operations& ops);

}  // namespace cacao
