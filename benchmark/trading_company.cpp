#include "trading_company.hpp"

#include "engine/tipos/inventario.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/productos/producto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::bench {

TradingCompany make_trading_company(db::Database& database, int clientes, int productos) {
    TradingCompany c;
    auth::PasswordPool passwords;
    const auto now = Instante::ahora();
    c.organizacion = alta::crear_organizacion(database, passwords, {.nombre = "Bench", .rfc = "EKU9003173C9"}, "bench@ejemplo.mx",
                                              "Bench", now);
    const auto org = c.organizacion.organizacionId;
    c.apiKey = alta::crear_consumidor(database, org, "Bench", "tienda", {c.organizacion.rolAdministradorId}, {"*"}, now).apiKey;
    api::Sesion session;
    session.organizacionId = org;
    session.usuarioId = c.organizacion.usuarioId;
    session.sucursalId = c.organizacion.sembrado.sucursalId;
    session.permisos = {"*"};
    const Reloj reloj;
    database.write_now(org, [&](db::Writer& tx) {
        Context ctx{{.sesion = &session, .reloj = &reloj, .operacion = "bench", .database = &database}, &tx, &tx};
        c.clientes.clear();
        for (int i = 0; i < clientes; ++i) {
            ContactoNuevo nuevo;
            nuevo.codigo = fmt::format("C{}", i);
            nuevo.nombre = fmt::format("Ferretería del Bajío {}", i);
            nuevo.rfc = Rfc::leer("XAXX010101000");
            nuevo.roles = {Rol::cliente};
            c.clientes.push_back(crear_contacto(ctx, nuevo).entidadId);
        }
    });
    // A thousand at a time: a document looks its lines up one by one.
    constexpr int at_once = 1000;
    for (int from = 0; from < productos; from += at_once) {
        std::vector<std::int64_t> made;
        database.write_now(org, [&](db::Writer& tx) {
            Context ctx{{.sesion = &session, .reloj = &reloj, .operacion = "bench", .database = &database}, &tx, &tx};
            made.clear();
            engine::SolicitudInventario entry;
            for (int i = from; i < std::min(from + at_once, productos); ++i) {
                ProductoNuevo nuevo;
                nuevo.codigo = fmt::format("P{}", i);
                nuevo.nombre = fmt::format("Producto {}", i);
                nuevo.unidadMedidaId = c.organizacion.sembrado.unidadMedidaId;
                nuevo.metodoCosto = MetodoCosto::peps;
                nuevo.claveProdServ = "50161813";
                const auto id = crear_producto(ctx, nuevo).productoId;
                made.push_back(id);
                auto& line = entry.partidas.emplace_back();
                line.campo = "/partidas";
                line.productoId = id;
                line.cantidad = Cantidad::de_enteros(1'000'000);
                line.precioUnitario = Precio::de_enteros(60);
            }
            engine::emitir(ctx, engine::InventarioInicial, entry);
        });
        c.productos.insert(c.productos.end(), made.begin(), made.end());
    }
    return c;
}

std::string invoice_body(const TradingCompany& c, std::uint64_t n) {
    std::string body = fmt::format(R"({{"clienteId":{},"partidas":[)", c.clientes[n * 7 % c.clientes.size()]);
    for (std::uint64_t i = 0; i < 5; ++i)
        body += fmt::format(R"({}{{"productoId":{},"cantidad":{},"precioUnitario":{}.50}})", i == 0 ? "" : ",",
                            c.productos[(n * 31 + i * 101) % c.productos.size()], 1 + (n + i) % 3, 90 + (n + i) % 20);
    return body + "]}";
}

}  // namespace cacao::bench
