#pragma once
// The ledger of an account or of a contact across its accounts, with what it had and what it came to; and the journal, entry by
// entry.

#include "rooms/contabilidad/documentos/poliza.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"

namespace cacao {

struct AuxiliaresPedidos : LibroPedido {
    std::optional<Id> cuentaId;
    std::optional<Id> entidadId;
    std::optional<Entero<1, 100>> registrosPorPagina;  // none: everything at once
    std::optional<Texto<2000>> cursor;
};
DESCRIBE_STRUCT(AuxiliaresPedidos, (LibroPedido), (cuentaId, entidadId, registrosPorPagina, cursor))

struct MovimientoAuxiliar : AsientoAuxiliar {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string cuenta;
    Importe saldo;
};
DESCRIBE_STRUCT(MovimientoAuxiliar, (AsientoAuxiliar), (cuentaId, codigo, cuenta, saldo))

struct Auxiliares {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe saldoInicial;
    Importe cargos;
    Importe abonos;
    Importe saldoFinal;
    std::vector<MovimientoAuxiliar> movimientos;
    std::optional<Importe> diferencia;  // against the kept balance; none of a contact, nor of a page
    std::optional<std::string> siguiente;
};
DESCRIBE_STRUCT(Auxiliares, (),
                (fechaInicial, fechaFinal, saldoInicial, cargos, abonos, saldoFinal, movimientos, diferencia, siguiente))

struct DiarioPedido : PaginaPedida, LibroPedido {};
DESCRIBE_STRUCT(DiarioPedido, (PaginaPedida, LibroPedido), ())

Auxiliares consultar_auxiliares(const Context&, const AuxiliaresPedidos&);
Pagina<PolizaVista> consultar_diario(const Context&, const DiarioPedido&);

void register_libro_auxiliar(api::Operations& ops);

}  // namespace cacao
