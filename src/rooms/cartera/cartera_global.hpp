#pragma once
// Every open document: the list behind the aging.

#include "api/operations.hpp"
#include "api/paginas.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"

namespace cacao {

struct CarteraGlobalFiltro : PaginaPedida {
    std::optional<TipoCartera> tipo;
    std::optional<Id> entidadId;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> vendedorId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> vencidos;
};
BOOST_DESCRIBE_STRUCT(CarteraGlobalFiltro, (PaginaPedida),
                      (tipo, entidadId, sucursalId, proyectoId, vendedorId, moneda, vencidos))

struct DocumentoCartera {
    std::int64_t transaccionId{};
    std::string tipoDocumento;
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
    std::int64_t sucursalId{};
    std::string moneda;
    Importe total;
    Importe pagado;
    Importe saldo;
};
BOOST_DESCRIBE_STRUCT(DocumentoCartera, (),
                      (transaccionId, tipoDocumento, folio, uuid, fecha, vencimiento, dias, entidadId, codigo, nombre, rfc,
                       vendedorId, sucursalId, moneda, total, pagado, saldo))

Pagina<DocumentoCartera> listar_cartera_global(const Context&, const CarteraGlobalFiltro&);

void register_cartera_global(api::Operations& ops);

}  // namespace cacao
