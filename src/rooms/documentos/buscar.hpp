#pragma once
// One question for what people look for by a word or a number: contacts, products, documents and accounts.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <string>
#include <vector>

namespace cacao {

struct BusquedaPedida {
    Texto<100, 1> texto;
};
DESCRIBE_STRUCT(BusquedaPedida, (), (texto))

struct ContactoHallado {
    std::int64_t entidadId{};
    std::string codigo;
    std::string nombre;
    std::string rfc;
    bool activo{};
};
DESCRIBE_STRUCT(ContactoHallado, (), (entidadId, codigo, nombre, rfc, activo))

struct ProductoHallado {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    std::string numeroParte;
    bool activo{};
};
DESCRIBE_STRUCT(ProductoHallado, (), (productoId, codigo, nombre, numeroParte, activo))

struct DocumentoHallado {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipo;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::int64_t entidadId{};
    std::string contacto;
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(DocumentoHallado, (), (transaccionId, tipo, folio, fecha, estado, entidadId, contacto, moneda, total))

struct CuentaHallada {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    bool activo{};
};
DESCRIBE_STRUCT(CuentaHallada, (), (cuentaId, codigo, nombre, activo))

struct Hallazgos {
    std::vector<ContactoHallado> contactos;
    std::vector<ProductoHallado> productos;
    std::vector<DocumentoHallado> documentos;
    std::vector<CuentaHallada> cuentas;
};
DESCRIBE_STRUCT(Hallazgos, (), (contactos, productos, documentos, cuentas))

// Of each what the caller may read, at most 20, what is exactly that first.
Hallazgos buscar(const Context&, const api::Operations&, const BusquedaPedida&);

void register_buscar(api::Operations& ops);

}  // namespace cacao
