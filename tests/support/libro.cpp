#include "support/libro.hpp"

#include "db/rows.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verificar/verificar.hpp"

#include <fmt/format.h>

namespace cacao::test {

using engine::Emitido;

Libro::Libro(db::Motor motor, std::vector<Registrar> rooms) : m(motor, std::move(rooms)) {
    sucursalId = entero("SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND codigo = 'MATRIZ'");
    almacenId = entero("SELECT almacenId FROM sucursal WHERE organizacionId = $1 AND codigo = 'MATRIZ'");
    transitoId = entero("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND tipo = 'transito'");
    bancoId = entero("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
    piezaId = entero("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND claveUnidad = 'H87'");
    clienteId = contacto("C1", true, false);
    proveedorId = contacto("P1", false, true);
    escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        dolaresId = tx.next_id();
        const auto cuenta =
            tx.one<std::int64_t>(R"(SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
                                 ctx.organizacionId(), bancoId);
        tx.run(
            R"(INSERT INTO cuentaBancaria (organizacionId, cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId, activo,
                                              version)
                  VALUES ($1, $2, 'DOLARES', 'Banco en dólares', 'banco', 'USD', $3, 0, 1, 1))",
            ctx.organizacionId(), dolaresId, *cuenta);
    });
}

void Libro::escribe(const std::function<void(Context&)>& work) { m.escribe(work); }

Emitido Libro::emite(const engine::Documento& tipo, const test::SolicitudEntera& solicitud) {
    Emitido e;
    escribe([&](Context& ctx) { e = engine::emitir(ctx, tipo, solicitud); });
    return e;
}

std::string Libro::falta(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& e) {
        std::string lista;
        for (const auto& f : e.faltas()) {
            if (!lista.empty()) lista += "; ";
            lista += fmt::format("{} {}", nombre(f.codigo), f.campo);
        }
        return lista;
    }
    return {};
}

std::int64_t Libro::producto(const std::string& codigo, Importe precio, std::string_view metodo, std::string_view seguimiento,
                             std::string_view iva) {
    std::int64_t id = 0;
    escribe([&](Context& ctx) {
        id = ctx.db().next_id();
        ctx.db().run(R"(INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId,
                                              seguimiento, metodoCosto, claveProdServ, precio, peso, volumen, iva, ivaFrontera, iepsTasa,
                                              iepsCuota, ivaRetenido, isrRetenido, activo, version, creadoEn, modificadoEn)
                        VALUES ($1, $2, $3, $3, 'producto', $4, 0, $5, $6, '50161813', $7, 0, 0, $8, 1, 0, 0, 0, 0, 1, 1, $9, $9))",
                     ctx.organizacionId(), id, codigo, piezaId, seguimiento, metodo, precio.micros(), iva, ctx.ahora());
    });
    return id;
}

std::int64_t Libro::concepto(std::string_view codigo) {
    std::int64_t id = 0;
    m.lee([&](const Context& ctx) {
        id = ctx.db()
                 .one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = $2",
                                    ctx.organizacionId(), codigo)
                 .value();
    });
    return id;
}

std::int64_t Libro::contacto(const std::string& codigo, bool cliente, bool proveedor, const std::string& rfc, Importe limite) {
    std::int64_t id = 0;
    escribe([&](Context& ctx) {
        id = ctx.db().next_id();
        ctx.db().run(
            R"(INSERT INTO contacto (organizacionId, entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal,
                                              usoCfdi, correo, telefono, esCliente, esProveedor, esVendedor, esEmpleado, esOtro,
                                              listaPreciosId, limiteCredito, diasCredito, moneda, notas, referenciaExterna, activo,
                                              contactoPrincipal, contactosAdicionales, direcciones, cuentasBancarias, clasificado, version,
                                              creadoEn, modificadoEn)
                        VALUES ($1, $2, $3, $3, '', $4, '601', '', '', '', '', $5, $6, 0, 0, 0, 0, $7, 30, 'MXN', '', NULL, 1, '', '[]',
                                '[]', '[]', 0, 1, $8, $8))",
            ctx.organizacionId(), id, codigo, rfc, cliente, proveedor, limite.es_cero() ? std::nullopt : std::optional{limite},
            ctx.ahora());
    });
    return id;
}

std::int64_t Libro::almacen(const std::string& codigo) {
    std::int64_t id = 0;
    escribe([&](Context& ctx) {
        id = ctx.db().next_id();
        ctx.db().run(R"(INSERT INTO almacen (organizacionId, almacenId, codigo, nombre, sucursalId, tipo, activo, version)
                        VALUES ($1, $2, $3, $3, $4, 'normal', 1, 1))",
                     ctx.organizacionId(), id, codigo, sucursalId);
    });
    return id;
}

test::SolicitudEntera Libro::solicitud(const engine::Documento& tipo, const std::vector<Renglon>& renglones) const {
    test::SolicitudEntera s;
    s.entidadId = tipo.contacto == engine::Contacto::cliente     ? clienteId
                  : tipo.contacto == engine::Contacto::proveedor ? proveedorId
                                                                 : 0;
    for (const Renglon& r : renglones) {
        auto& p = s.partidas.emplace_back();
        p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
        p.productoId = r.productoId;
        p.cantidad = r.cantidad;
        p.precioUnitario = r.precio;
    }
    return s;
}

test::SolicitudEntera Libro::derivada(const engine::Documento& tipo, std::int64_t origenId,
                                      const std::vector<Cantidad>& cantidades) {
    auto s = solicitud(tipo, {});
    m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT p.numeroPartida, p.productoId, p.conceptoId, p.precioUnitario, d.moneda, d.entidadId, d.tipoCambio
                         FROM partida p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                         WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                      [&](const db::Row& r) {
                          const auto cantidad = cantidades[static_cast<std::size_t>(r.integer(0) - 1)];
                          if (cantidad.es_cero()) return;
                          auto& p = s.partidas.emplace_back();
                          p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
                          p.productoId = r.integer(1);
                          p.conceptoId = r.integer(2);
                          p.precioUnitario = Precio::de_micros(r.integer(3));
                          p.cantidad = cantidad;
                          p.origenId = origenId;
                          p.origenPartida = r.integer(0);
                          s.moneda = std::string{r.text(4)};
                          s.entidadId = r.integer(5);
                          if (s.moneda != "MXN") s.tipoCambio = Precio::de_micros(r.integer(6));
                      },
                      ctx.organizacionId(), origenId);
    });
    return s;
}

Emitido Libro::entra(std::int64_t productoId, Cantidad cantidad, Precio costo, std::optional<Fecha> fecha) {
    auto s = solicitud(engine::EntradaInventario, {{productoId, cantidad, costo}});
    s.fecha = fecha;
    return emite(engine::EntradaInventario, s);
}

Emitido Libro::factura(const std::vector<Renglon>& renglones) {
    return emite(engine::FacturaVenta, solicitud(engine::FacturaVenta, renglones));
}

Emitido Libro::factura_de_concepto(Precio precio, const std::string& moneda, std::optional<Precio> tipoCambio) {
    test::SolicitudEntera s;
    s.entidadId = clienteId;
    s.moneda = moneda;
    s.tipoCambio = tipoCambio;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = concepto("VENTA-SERV");
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = precio;
    return emite(engine::FacturaVenta, s);
}

Emitido Libro::deposito(Importe importe, const std::string& moneda, std::optional<Precio> tipoCambio) {
    test::SolicitudEntera s;
    s.entidadId = clienteId;
    s.cuentaBancariaId = moneda == "USD" ? dolaresId : bancoId;
    s.moneda = moneda;
    s.tipoCambio = tipoCambio;
    s.importe = importe;
    return emite(engine::Deposito, s);
}

Emitido Libro::anticipo(Precio precio) {
    test::SolicitudEntera s;
    s.entidadId = clienteId;
    s.cuentaBancariaId = bancoId;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = concepto("VENTA-SERV");
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = precio;
    return emite(engine::Anticipo, s);
}

engine::Aplicado Libro::aplica(std::int64_t pagoId, std::int64_t documentoId, Importe importe, std::optional<Importe> importe2) {
    engine::Aplicado a;
    escribe([&](Context& ctx) {
        a = engine::aplicar(ctx, pagoId, {{"/asignaciones/0", documentoId, importe, importe2}}).front();
    });
    return a;
}

void Libro::desaplica(std::int64_t aplicacionId) {
    escribe([&](Context& ctx) { engine::desaplicar(ctx, aplicacionId); });
}

engine::Cancelado Libro::cancela(std::int64_t transaccionId) {
    engine::Cancelado c;
    escribe([&](Context& ctx) {
        c = engine::cancelar(ctx, transaccionId, {.fecha = {}, .motivo = "prueba", .con_aplicaciones = false});
    });
    return c;
}

Libro::CuentaCambiada Libro::cambia_cuenta(std::string_view papel, std::string_view ambito, std::int64_t ambitoId) {
    CuentaCambiada c;
    escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        c.antes = tx.one<std::string>(R"(SELECT c.codigo FROM cuentaPapel p
                                         JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = p.cuentaId
                                         WHERE p.organizacionId = $1 AND p.papel = $2 AND p.ambito = '')",
                                      ctx.organizacionId(), papel)
                      .value();
        const auto nueva = tx.one<std::int64_t>(R"(
            SELECT MIN(c.cuentaId) FROM cuenta c
            WHERE c.organizacionId = $1 AND c.esAcumulativa = 0 AND c.activo = 1
              AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = $1 AND h.cuentaId = c.cuentaId)
              AND NOT EXISTS (SELECT 1 FROM concepto o WHERE o.organizacionId = $1 AND o.cuentaId = c.cuentaId)
              AND NOT EXISTS (SELECT 1 FROM cuentaBancaria b WHERE b.organizacionId = $1 AND b.cuentaId = c.cuentaId))",
                                                ctx.organizacionId())
                               .value();
        c.nueva = tx.one<std::string>("SELECT codigo FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                                      ctx.organizacionId(), nueva)
                      .value();
        tx.run(R"(INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT (organizacionId, papel, ambito, ambitoId) DO UPDATE SET cuentaId = $5)",
               ctx.organizacionId(), papel, ambito, ambitoId, nueva);
        tx.run("INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde) VALUES ($1, $2, $3, 0)",
               ctx.organizacionId(), papel, nueva);
        engine::renovar_papeles(tx);
    });
    return c;
}

void Libro::arma_kit(std::int64_t kit, const std::vector<std::pair<std::int64_t, Cantidad>>& partes) {
    escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET tipo = 'kit' WHERE organizacionId = $1 AND productoId = $2", ctx.organizacionId(), kit);
        for (const auto& [parte, cuantas] : partes)
            ctx.db().run(R"(INSERT INTO productoComponente (organizacionId, productoId, componenteId, cantidad, obligatorio)
                            VALUES ($1, $2, $3, $4, 1))",
                         ctx.organizacionId(), kit, parte, cuantas);
    });
}

Importe Libro::en(const std::string& codigo) {
    const auto saldos = balanza();
    const auto it = saldos.find(codigo);
    return it == saldos.end() ? Importe{} : it->second;
}

std::string Libro::asientos(std::int64_t transaccionId) {
    std::string texto;
    m.lee([&](const Context& ctx) {
        ctx.db().each(
            R"(SELECT COALESCE((SELECT MIN(q.papel) FROM cuentaPapel q WHERE q.organizacionId = $1 AND q.cuentaId = a.cuentaId
                                          AND q.ambito = ''), c.codigo),
                                a.cargo, a.abono
                         FROM poliza p
                         JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
                         JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
                         WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.evento = 'registro' ORDER BY c.codigo)",
            [&](const db::Row& r) {
                const auto cargo = Importe::de_micros(r.integer(1));
                texto += cargo.es_cero() ? fmt::format("abono {} {}\n", r.text(0), Importe::de_micros(r.integer(2)).texto())
                                         : fmt::format("cargo {} {}\n", r.text(0), cargo.texto());
            },
            ctx.organizacionId(), transaccionId);
    });
    return texto;
}

void Libro::permite_negativos(bool si) {
    escribe([&](Context& ctx) {
        ctx.db().run("UPDATE configuracion SET existenciaNegativa = $2 WHERE organizacionId = $1", ctx.organizacionId(), si);
    });
}

std::vector<std::string> Libro::diferencias(std::optional<Instante> desde) {
    return m.diferencias([&](db::Reader& tx, const auto& decir) { engine::verificar(tx, decir, desde); });
}

std::map<std::string, Importe> Libro::balanza() {
    std::map<std::string, Importe> saldos;
    m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT c.codigo, CAST(SUM(s.cargos - s.abonos) AS BIGINT) FROM saldoCuenta s
                         JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId
                         WHERE s.organizacionId = $1 GROUP BY c.codigo)",
                      [&](const db::Row& r) {
                          if (r.integer(1) != 0) saldos.emplace(r.text(0), Importe::de_micros(r.integer(1)));
                      },
                      ctx.organizacionId());
    });
    return saldos;
}

Importe Libro::cuenta(std::string_view papel) {
    Importe saldo;
    m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
                         JOIN cuentaPapel q ON q.organizacionId = $1 AND q.cuentaId = s.cuentaId AND q.ambito = ''
                         WHERE s.organizacionId = $1 AND q.papel = $2)",
                      [&](const db::Row& r) { saldo = Importe::de_micros(r.integer(0)); }, ctx.organizacionId(), papel);
    });
    return saldo;
}

Importe Libro::saldo(std::int64_t transaccionId) {
    return Importe::de_micros(entero("SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2", transaccionId));
}

Cantidad Libro::existencia(std::int64_t productoId, std::int64_t donde) {
    return Cantidad::de_micros(entero(R"(SELECT CAST(COALESCE(SUM(cantidad), 0) AS BIGINT) FROM existencia
                                         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3)",
                                      productoId, donde == 0 ? almacenId : donde));
}

Importe Libro::valor(std::int64_t productoId, std::int64_t donde) {
    return Importe::de_micros(entero(R"(SELECT CAST(COALESCE(SUM(valorRestante), 0) AS BIGINT) FROM capa
                                        WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3)",
                                     productoId, donde == 0 ? almacenId : donde));
}

std::int64_t Libro::entero(std::string_view sql, std::int64_t a, std::int64_t b) {
    std::int64_t n = 0;
    m.lee([&](const Context& ctx) {
        std::vector<db::Value> valores{db::to_value(ctx.organizacionId())};
        if (a != 0) valores.push_back(db::to_value(a));
        if (b != 0) valores.push_back(db::to_value(b));
        ctx.db().query(sql, valores, [&](const db::Row& r) { n = r.integer(0); });
    });
    return n;
}

}  // namespace cacao::test
