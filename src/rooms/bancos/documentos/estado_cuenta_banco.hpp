#pragma once
// What the bank says of an own account, line by line, and what the books say.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct LineaBancoNueva {
    Texto<80, 1> referenciaBanco;
    Fecha fecha;
    Importe importe;  // negative: money that left
    std::optional<Texto<250>> descripcion;
    std::optional<Texto<80>> referencia;
};
DESCRIBE_STRUCT(LineaBancoNueva, (), (referenciaBanco, fecha, importe, descripcion, referencia))

struct EstadoCuentaImportacion {
    Id cuentaBancariaId;
    NoVacia<LineaBancoNueva> lineas;
};
DESCRIBE_STRUCT(EstadoCuentaImportacion, (), (cuentaBancariaId, lineas))

struct LineaImportada {
    std::string referenciaBanco;
    std::int64_t lineaBancoId{};
    bool nueva{};
};
DESCRIBE_STRUCT(LineaImportada, (), (referenciaBanco, lineaBancoId, nueva))

struct EstadoCuentaImportado {
    std::int64_t cuentaBancariaId{};
    std::int64_t agregadas{};
    std::int64_t repetidas{};
    std::vector<LineaImportada> lineas;
};
DESCRIBE_STRUCT(EstadoCuentaImportado, (), (cuentaBancariaId, agregadas, repetidas, lineas))

struct LineasRetiro {
    Id cuentaBancariaId;
    NoVacia<Id> lineas;
};
DESCRIBE_STRUCT(LineasRetiro, (), (cuentaBancariaId, lineas))

struct LineasRetiradas {
    std::int64_t cuentaBancariaId{};
    std::int64_t retiradas{};
};
DESCRIBE_STRUCT(LineasRetiradas, (), (cuentaBancariaId, retiradas))

// What both lists can be asked for.
struct ConciliacionFiltro : PaginaPedida {
    Id cuentaBancariaId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<bool> conciliado;
};
DESCRIBE_STRUCT(ConciliacionFiltro, (PaginaPedida), (cuentaBancariaId, fechaInicial, fechaFinal, conciliado))

struct LineaBanco {
    std::int64_t lineaBancoId{};
    std::string referenciaBanco;
    Fecha fecha;
    Importe importe;
    std::string descripcion;
    std::string referencia;
    std::int64_t conciliacionId{};  // 0: not reconciled
    bool conciliado{};
};
DESCRIBE_STRUCT(LineaBanco, (),
                (lineaBancoId, referenciaBanco, fecha, importe, descripcion, referencia, conciliacionId, conciliado))

struct MovimientoDeCuenta {
    std::int64_t polizaId{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    Importe importe;
    std::string referencia;
    std::int64_t entidadId{};
    std::string contacto;
    std::int64_t conciliacionId{};
    bool conciliado{};
};
DESCRIBE_STRUCT(MovimientoDeCuenta, (),
                (polizaId, transaccionId, tipoDocumento, folio, fecha, importe, referencia, entidadId, contacto, conciliacionId,
                 conciliado))

EstadoCuentaImportado importar_estado_cuenta(Context&, const EstadoCuentaImportacion&);
LineasRetiradas retirar_lineas_banco(Context&, const LineasRetiro&);
Pagina<LineaBanco> listar_lineas_banco(const Context&, const ConciliacionFiltro&);
Pagina<MovimientoDeCuenta> listar_movimientos_cuenta(const Context&, const ConciliacionFiltro&);

// Of a reconciliation, in their order.
std::vector<LineaBanco> lineas_conciliadas(db::Reader& tx, std::int64_t conciliacionId);
std::vector<MovimientoDeCuenta> movimientos_conciliados(db::Reader& tx, std::int64_t conciliacionId);
// The currency of an own account; refuses with no_encontrado when there is none.
std::string exigir_cuenta_propia(db::Reader& tx, std::int64_t cuentaBancariaId);

void register_estado_cuenta_banco(api::Operations& ops);

}  // namespace cacao
