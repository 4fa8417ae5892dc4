#pragma once
// A shop behind the real service: a customer, a product in stock, and the requests that sell it and collect the money.

#include "http/service.hpp"

#include "db/db.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace cacao::test {

class Tienda {
public:
    explicit Tienda(Service& service);

    std::string factura(const std::string& cantidad = "1", const std::string& fecha = {}) const;  // POST /api/FacturaVenta
    std::string factura_de_servicio(const std::string& precio = "100", const std::string& fecha = {}) const;
    std::string movimiento(const std::string& tipo, const std::string& cantidad) const;  // POST /api/Inventario/MovimientoAgregar
    std::string deposito(const std::string& importe) const;                              // POST /api/Bancos/DepositoAgregar
    static std::string asignacion(const std::string& transaccionId, const std::string& importe);

    // Looks into the database beside the service, each time over a connection of its own: one that stays would hold on to what it
    // saw first.
    std::int64_t cuenta(std::string_view sql) const;  // $1 is the organization
    std::string estado(const std::string& transaccionId) const;
    std::multimap<std::string, std::string> notas() const;  // the documents that have a note, by it
    std::string descuadres() const;
    std::string balanza() const;
    std::string resumen() const;

    Service& service;
    std::int64_t organizacionId;
    std::int64_t clienteId = 0;
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t bancoId = 0;

private:
    std::unique_ptr<db::Database> abrir() const;
};

}  // namespace cacao::test
