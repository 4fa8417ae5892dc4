#pragma once
// The balance of accounts with its tree, and the ledger behind every figure of it.

#include "api/operations.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/libros/diario.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What a balance and the ledger behind it are asked for, in the same words: the figure is what the ledger adds up to.
struct LibroPedido {
    std::optional<Entero<190001, 219913>> periodoInicial;
    std::optional<Entero<190001, 219913>> periodoFinal;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<bool> conCierre;
    std::optional<IdOpcional> sucursalId;  // 0: all
    std::optional<IdOpcional> proyectoId;  // 0: what has none
};
DESCRIBE_STRUCT(LibroPedido, (), (periodoInicial, periodoFinal, fechaInicial, fechaFinal, conCierre, sucursalId, proyectoId))

struct SaldosCuentasPedidos : LibroPedido {
    std::optional<Entero<1, 20>> nivel;
    std::optional<bool> conCeros;
};
DESCRIBE_STRUCT(SaldosCuentasPedidos, (LibroPedido), (nivel, conCeros))

struct CuentaDelArbol {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t padreId{};
    std::int64_t nivel{};
    Nombrado<engine::NaturalezaCuenta> naturaleza;
    bool esAcumulativa{};
    std::string codigoAgrupador;
};
DESCRIBE_STRUCT(CuentaDelArbol, (), (cuentaId, codigo, nombre, padreId, nivel, naturaleza, esAcumulativa, codigoAgrupador))

struct SaldoCuenta : CuentaDelArbol {
    Importe saldoInicial;
    Importe cargos;
    Importe abonos;
    Importe saldoFinal;
};
DESCRIBE_STRUCT(SaldoCuenta, (CuentaDelArbol), (saldoInicial, cargos, abonos, saldoFinal))

struct SaldosCuentas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe cargos;
    Importe abonos;
    Importe diferencia;
    std::vector<SaldoCuenta> cuentas;
};
DESCRIBE_STRUCT(SaldosCuentas, (), (fechaInicial, fechaFinal, cargos, abonos, diferencia, cuentas))

struct AuxiliarPedido : PaginaPedida, LibroPedido {
    Id cuentaId;
    std::optional<bool> conEfectivo;  // of entries that move cash alone
};
DESCRIBE_STRUCT(AuxiliarPedido, (PaginaPedida, LibroPedido), (cuentaId, conEfectivo))

struct AsientoAuxiliar {
    Fecha fecha;
    std::int64_t polizaId{};
    std::int64_t renglon{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Nombrado<engine::EventoPoliza> evento;
    std::string uuid;
    std::int64_t entidadId{};
    std::string rfc;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Importe cargo;
    Importe abono;
    std::string moneda;
    Importe original;
    std::string notas;
};
DESCRIBE_STRUCT(AsientoAuxiliar, (),
                (fecha, polizaId, renglon, transaccionId, tipoDocumento, folio, evento, uuid, entidadId, rfc, sucursalId,
                 proyectoId, cargo, abono, moneda, original, notas))

// The range asked for: by months or by days, not both; this month when nothing is said.
engine::BalanzaPedida rango_de_libro(const Context&, const LibroPedido&);

SaldosCuentas consultar_saldos_cuentas(const Context&, const SaldosCuentasPedidos&);
Pagina<AsientoAuxiliar> consultar_auxiliar(const Context&, const AuxiliarPedido&);

void register_saldos_cuentas(api::Operations& ops);

}  // namespace cacao
