#pragma once
// Every open document: the list behind the aging.

#include "api/operations.hpp"
#include "api/paginas.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"

namespace cacao {

struct CarteraPedida {
    std::optional<TipoCartera> tipo;
    std::optional<Id> entidadId;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> vendedorId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> vencidos;
};
DESCRIBE_STRUCT(CarteraPedida, (), (tipo, entidadId, sucursalId, proyectoId, vendedorId, moneda, vencidos))

struct CarteraGlobalFiltro : PaginaPedida, CarteraPedida {};
DESCRIBE_STRUCT(CarteraGlobalFiltro, (PaginaPedida, CarteraPedida), ())

struct DocumentoCartera {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string uuid;
    Fecha fecha;
    Fecha vencimiento;
    std::int64_t dias{};  // past due; negative before
    std::int64_t entidadId{};
    std::string codigo;
    std::string nombre;
    std::string rfc;
    std::int64_t vendedorId{};
    std::string vendedor;
    std::int64_t sucursalId{};
    std::string moneda;
    Importe total;
    Importe pagado;
    Importe saldo;
};
DESCRIBE_STRUCT(DocumentoCartera, (),
                (transaccionId, tipoDocumento, folio, uuid, fecha, vencimiento, dias, entidadId, codigo, nombre, rfc, vendedorId,
                 vendedor, sucursalId, moneda, total, pagado, saldo))

struct CarteraMoneda {
    std::string moneda;
    std::int64_t documentos{};
    Importe total;
    Importe pagado;
    Importe saldo;
    Importe saldoLocal;
};
DESCRIBE_STRUCT(CarteraMoneda, (), (moneda, documentos, total, pagado, saldo, saldoLocal))

struct CarteraTotales {
    TipoCartera tipo{};
    std::vector<CarteraMoneda> monedas;
    Importe saldoLocal;
    std::optional<Importe> sinAsignarLocal;  // money and credit that the same accounts carry; none when something is left out
    std::optional<Importe> diferencia;       // of saldoLocal − sinAsignarLocal against the control accounts
};
DESCRIBE_STRUCT(CarteraTotales, (), (tipo, monedas, saldoLocal, sinAsignarLocal, diferencia))

CarteraTotales totalizar_cartera_global(const Context&, const CarteraPedida&);
Pagina<DocumentoCartera> listar_cartera_global(const Context&, const CarteraGlobalFiltro&);

void register_cartera_global(api::Operations& ops);

}  // namespace cacao
