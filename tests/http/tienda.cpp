#include "http/tienda.hpp"

#include "db/rows.hpp"
#include "support/cuadre.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cacao::test {

Tienda::Tienda(Service& s) : service(s), organizacionId(s.person("admin").organizacionId) {
    clienteId = std::stoll(
        service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"CLIENTE","nombre":"Cliente","roles":["cliente"]})")
            .at("/data/entidadId"));
    conceptoId = cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'");
    bancoId = cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
    const auto unidadId = cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND claveUnidad = 'H87'");
    productoId = std::stoll(
        service
            .ask("admin", "POST", "/api/Productos",
                 fmt::format(
                     R"({{"codigo":"DULCE","nombre":"Dulce","tipo":"producto","unidadMedidaId":{},"claveProdServ":"50161813",
                                  "metodoCosto":"peps"}})",
                     unidadId))
            .at("/data/productoId"));
}

std::unique_ptr<db::Database> Tienda::abrir() const { return db::open({.url = service.installation().url(), .connections = 1}); }

std::string Tienda::factura(const std::string& cantidad, const std::string& fecha) const {
    return fmt::format(R"({{"clienteId":{}{},"partidas":[{{"productoId":{},"cantidad":{},"precioUnitario":10}}]}})", clienteId,
                       fecha.empty() ? "" : fmt::format(R"(,"fecha":"{}")", fecha), productoId, cantidad);
}

std::string Tienda::factura_de_servicio(const std::string& precio, const std::string& fecha) const {
    return fmt::format(R"({{"clienteId":{}{},"partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":{}}}]}})", clienteId,
                       fecha.empty() ? "" : fmt::format(R"(,"fecha":"{}")", fecha), conceptoId, precio);
}

std::string Tienda::movimiento(const std::string& tipo, const std::string& cantidad) const {
    return fmt::format(R"({{"tipo":"{}","partidas":[{{"productoId":{},"cantidad":{}{}}}]}})", tipo, productoId, cantidad,
                       tipo == "entrada" ? R"(,"costoUnitario":7.35)" : "");
}

std::string Tienda::deposito(const std::string& importe) const {
    return fmt::format(R"({{"cuentaBancariaId":{},"clienteId":{},"importe":{}}})", bancoId, clienteId, importe);
}

std::string Tienda::asignacion(const std::string& transaccionId, const std::string& importe) {
    return fmt::format(R"({{"asignaciones":[{{"transaccionId":{},"importe":{}}}]}})", transaccionId, importe);
}

std::int64_t Tienda::cuenta(std::string_view sql) const {
    std::int64_t n = 0;
    abrir()->read(organizacionId, [&](db::Reader& tx) {
        tx.each(
            sql, [&](const db::Row& row) { n = row.integer(0); }, organizacionId);
    });
    return n;
}

std::string Tienda::estado(const std::string& transaccionId) const {
    std::string estado;
    abrir()->read(organizacionId, [&](db::Reader& tx) {
        tx.each(
            "SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
            [&](const db::Row& row) { estado = row.text(0); }, organizacionId, std::int64_t{std::stoll(transaccionId)});
    });
    return estado;
}

std::multimap<std::string, std::string> Tienda::notas() const {
    std::multimap<std::string, std::string> todas;
    abrir()->read(organizacionId, [&](db::Reader& tx) {
        tx.each(
            "SELECT notas, transaccionId FROM documento WHERE organizacionId = $1 AND notas <> ''",
            [&](const db::Row& row) { todas.emplace(row.text(0), std::to_string(row.integer(1))); }, organizacionId);
    });
    return todas;
}

std::string Tienda::descuadres() const { return test::descuadres(*abrir(), organizacionId); }
std::string Tienda::balanza() const { return test::balanza(*abrir(), organizacionId); }
std::string Tienda::resumen() const { return test::resumen(*abrir(), organizacionId); }

}  // namespace cacao::test
