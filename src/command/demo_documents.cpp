#include "command/demo_documents.hpp"
#include "command/installation.hpp"

#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

namespace cacao::command {
namespace {

constexpr std::array articulos{
    "Cacao en grano", "Chocolate de mesa", "Café de altura", "Vainilla", "Piloncillo", "Miel",     "Canela",
    "Amaranto",       "Mole negro",        "Chile ancho",    "Frijol",   "Maíz azul",  "Tortilla", "Mezcal"};
constexpr std::array presentaciones{"250 g", "500 g", "1 kg", "caja con 12", "costal 25 kg"};

struct ProductoDemo {
    std::int64_t id = 0;
    std::int64_t costo = 0;  // pesos
    std::int64_t precio = 0;
    std::int64_t existencia = 0;
};

struct Abierto {
    std::int64_t id = 0;
    std::int64_t entidadId = 0;
    Importe saldo;
};

// An order that waits for its delivery, with what the customer paid ahead.
struct Encargo {
    engine::SolicitudVenta pedido;  // lines without origin
    std::int64_t id = 0;
    std::int64_t anticipoId = 0;
    Importe anticipo;
};

// What the simulation remembers. Bounded, whatever the number of documents: the oldest open documents are settled first.
struct Estado {
    Azar azar{2026};
    std::vector<ProductoDemo> productos;
    std::deque<Abierto> por_cobrar;
    std::deque<Abierto> por_pagar;
    std::deque<Encargo> encargos;
    std::deque<Abierto> notas;        // not invoiced, and not paid when they were made
    std::deque<Abierto> devolvibles;  // invoices recent enough to be returned or cancelled
    std::int64_t hechos = 0;
};

struct Empresa {
    std::vector<std::int64_t> clientes;
    std::vector<std::int64_t> proveedores;
    std::int64_t bancoId = 0;
    std::int64_t gastoId = 0;
    std::int64_t servicioId = 0;
    std::int64_t anticipoId = 0;
    std::int64_t formaPagoId = 0;
    std::int64_t centroVentasId = 0;
    std::int64_t centroAdministracionId = 0;
};

template <class Pedida>
auto& partida_nueva(Pedida& s) {
    auto& p = s.partidas.emplace_back();
    p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
    return p;
}

class Anio {
public:
    Anio(Context& ctx, const Empresa& empresa, Estado& estado) : ctx_(ctx), e_(empresa), s_(estado) {}

    // One more document, or two that belong together.
    void uno() {
        // However long the year, a company has only so many customers who have not paid, and only so much on its shelves.
        if (s_.por_cobrar.size() > 1500) return cobrar();
        if (s_.por_pagar.size() > 200) return pagar();
        if (s_.encargos.size() > 3) return entregar();
        const auto dado = s_.azar.menor(100);
        if (dado < 51) vender();
        else if (dado < 74) cobrar();
        else if (dado < 80) comprar();
        else if (dado < 85) pagar();
        else if (dado < 88) gastar();
        else if (dado < 92) cotizar();
        else if (dado < 93) entregar();
        else if (dado < 95) facturar_nota();
        else if (dado < 97) devolver();
        else if (dado < 98) cancelar();
        else mermar();
    }

private:
    engine::Emitido emite(const engine::Documento& tipo, engine::Solicitud&& s) {
        ++s_.hechos;
        return engine::emitir(ctx_, tipo, std::move(s));
    }

    std::vector<std::size_t> surtido(std::size_t cuantos) {
        std::vector<std::size_t> elegidos;
        while (elegidos.size() < cuantos) {
            // A few products make most of the sales.
            const auto cualquiera = s_.azar.menor(s_.productos.size());
            const auto otro = s_.azar.menor(s_.productos.size());
            const auto i = std::min(cualquiera, otro);
            if (std::find(elegidos.begin(), elegidos.end(), i) == elegidos.end()) elegidos.push_back(i);
        }
        return elegidos;
    }

    void surtir(std::size_t i) {
        engine::SolicitudCompra s;
        s.entidadId = e_.proveedores[i % e_.proveedores.size()];
        auto& p = partida_nueva(s);
        p.productoId = s_.productos[i].id;
        p.cantidad = Cantidad::de_enteros(500);
        p.precioUnitario = Precio::de_enteros(s_.productos[i].costo + static_cast<std::int64_t>(s_.azar.menor(4)));
        const auto r = emite(engine::Recepcion, s);
        s_.productos[i].existencia += 500;
        s.partidas[0].origenId = r.transaccionId;
        s.partidas[0].origenPartida = 1;
        const auto f = emite(engine::FacturaCompra, s);
        s_.por_pagar.push_back({f.transaccionId, s.entidadId, f.total});
    }

    void vender() {
        engine::SolicitudVenta s;
        s.centroCostoId = e_.centroVentasId;
        s.entidadId = e_.clientes[s_.azar.menor(e_.clientes.size())];
        const bool nota = s_.azar.menor(6) == 0;
        for (const auto i : surtido(1 + s_.azar.menor(std::size_t{5}))) {
            ProductoDemo& producto = s_.productos[i];
            const auto cantidad = static_cast<std::int64_t>(1 + s_.azar.menor(8));
            if (producto.existencia < cantidad) surtir(i);
            producto.existencia -= cantidad;
            auto& p = partida_nueva(s);
            p.productoId = producto.id;
            p.cantidad = Cantidad::de_enteros(cantidad);
            p.precioUnitario = Precio::de_enteros(producto.precio);
            if (s_.azar.menor(10) == 0) p.descuento = Importe::de_enteros(static_cast<std::int64_t>(s_.azar.menor(10)));
        }
        if (s_.azar.menor(8) == 0) {
            auto& p = partida_nueva(s);
            p.conceptoId = e_.servicioId;
            p.cantidad = Cantidad::de_enteros(1);
            p.precioUnitario = Precio::de_enteros(150);
            p.descripcion = "Entrega a domicilio";
        }
        const auto f = emite(nota ? engine::NotaVenta : engine::FacturaVenta, s);
        s_.por_cobrar.push_back({f.transaccionId, s.entidadId, f.total});
        (nota ? s_.notas : s_.devolvibles).push_back(s_.por_cobrar.back());
        if (s_.notas.size() > 50) s_.notas.pop_front();
        if (s_.devolvibles.size() > 50) s_.devolvibles.pop_front();
    }

    void cobrar() {
        if (s_.por_cobrar.size() < 20) return vender();
        const Abierto a = s_.por_cobrar.front();
        s_.por_cobrar.pop_front();
        engine::SolicitudImporte s;
        s.entidadId = a.entidadId;
        s.cuentaBancariaId = e_.bancoId;
        s.formaPagoId = e_.formaPagoId;
        // One in six pays half now and the rest later.
        const bool parcial = s_.azar.menor(6) == 0 && a.saldo > Importe::de_enteros(10);
        s.importe = parcial ? Importe::de_micros(a.saldo.micros() / 2).redondeado(2) : a.saldo;
        s.referencia = fmt::format("SPEI {:07}", s_.azar.menor(10'000'000));
        const auto d = emite(engine::Deposito, s);
        engine::aplicar(ctx_, d.transaccionId, {{"/asignaciones/0", a.id, s.importe, {}}}, d.fecha);
        if (parcial) s_.por_cobrar.push_back({a.id, a.entidadId, a.saldo - s.importe});
        std::erase_if(s_.devolvibles, [&](const Abierto& x) { return x.id == a.id; });
    }

    void comprar() {
        const auto i = s_.azar.menor(s_.productos.size());
        if (s_.productos[i].existencia > 500) return vender();
        surtir(i);
    }

    void pagar() {
        if (s_.por_pagar.empty()) return comprar();
        const Abierto a = s_.por_pagar.front();
        s_.por_pagar.pop_front();
        engine::SolicitudEgreso s;
        s.entidadId = a.entidadId;
        s.cuentaBancariaId = e_.bancoId;
        auto& p = partida_nueva(s);
        p.importe = a.saldo;
        p.transaccionIdCompra = a.id;
        emite(engine::Egreso, s);
    }

    void gastar() {
        engine::SolicitudCompra s;
        s.centroCostoId = e_.centroAdministracionId;
        s.entidadId = e_.proveedores[s_.azar.menor(e_.proveedores.size())];
        auto& p = partida_nueva(s);
        p.conceptoId = e_.gastoId;
        p.cantidad = Cantidad::de_enteros(1);
        p.precioUnitario = Precio::de_enteros(static_cast<std::int64_t>(100 + s_.azar.menor(2000)));
        const auto g = emite(engine::Gasto, s);
        s_.por_pagar.push_back({g.transaccionId, s.entidadId, g.total});
    }

    // Half of the quotations are accepted and become orders, whose goods are set aside; some customers pay part of it ahead.
    void cotizar() {
        engine::SolicitudVenta s;
        s.entidadId = e_.clientes[s_.azar.menor(e_.clientes.size())];
        const auto elegidos = surtido(2);
        for (const auto i : elegidos) {
            auto& p = partida_nueva(s);
            p.productoId = s_.productos[i].id;
            p.cantidad = Cantidad::de_enteros(static_cast<std::int64_t>(10 + s_.azar.menor(50)));
            p.precioUnitario = Precio::de_enteros(s_.productos[i].precio);
        }
        const auto c = emite(engine::Cotizacion, s);
        if (s_.azar.menor(2) == 0) return;
        engine::transitar(ctx_, c.transaccionId, "aceptar");
        for (std::size_t k = 0; k < elegidos.size(); ++k) {
            const auto cantidad = s.partidas[k].cantidad.micros() / millonesimas;
            if (s_.productos[elegidos[k]].existencia < cantidad) surtir(elegidos[k]);
            s_.productos[elegidos[k]].existencia -= cantidad;
        }
        const auto p = emite(engine::PedidoCliente, derivada(s, c.transaccionId));
        Encargo encargo{s, p.transaccionId, 0, {}};
        if (s_.azar.menor(3) == 0) {
            encargo.anticipo = Importe::de_micros(p.total.micros() / 3).redondeado(2);
            encargo.anticipoId = anticipar(s.entidadId, encargo.anticipo);
        }
        s_.encargos.push_back(std::move(encargo));
    }

    // The same lines, each made of the line of that number.
    static engine::SolicitudVenta derivada(engine::SolicitudVenta s, std::int64_t origenId) {
        for (std::size_t k = 0; k < s.partidas.size(); ++k) {
            s.partidas[k].origenId = origenId;
            s.partidas[k].origenPartida = static_cast<std::int64_t>(k) + 1;
        }
        return s;
    }

    std::int64_t anticipar(std::int64_t clienteId, Importe importe) {
        engine::SolicitudAnticipo s;
        s.entidadId = clienteId;
        s.cuentaBancariaId = e_.bancoId;
        s.formaPagoId = e_.formaPagoId;
        auto& p = partida_nueva(s);
        p.conceptoId = e_.anticipoId;
        p.cantidad = Cantidad::de_enteros(1);
        p.precioUnitario = Precio::de_micros(importe.micros());
        p.incluyeImpuestos = true;
        return emite(engine::Anticipo, s).transaccionId;
    }

    // The oldest order is delivered and invoiced, now and then by the invoice alone; what was paid ahead is taken off it.
    void entregar() {
        if (s_.encargos.empty()) return cotizar();
        const Encargo encargo = std::move(s_.encargos.front());
        s_.encargos.pop_front();
        std::int64_t origenId = encargo.id;
        if (s_.azar.menor(4) != 0) {
            engine::SolicitudInventario s;
            s.entidadId = encargo.pedido.entidadId;
            for (const engine::PartidaVenta& pedida : encargo.pedido.partidas) {
                auto& p = partida_nueva(s);
                p.productoId = pedida.productoId;
                p.cantidad = pedida.cantidad;
                p.origenId = encargo.id;
                p.origenPartida = static_cast<std::int64_t>(s.partidas.size());
            }
            origenId = emite(engine::Entrega, s).transaccionId;
        }
        const auto f = emite(engine::FacturaVenta, derivada(encargo.pedido, origenId));
        if (encargo.anticipoId != 0)
            engine::aplicar(ctx_, encargo.anticipoId, {{"/asignaciones/0", f.transaccionId, encargo.anticipo, {}}}, f.fecha);
        s_.por_cobrar.push_back({f.transaccionId, encargo.pedido.entidadId, f.total - encargo.anticipo});
    }

    // A customer asks for an invoice of a note that he has not paid: from then on it is the invoice that he owes.
    void facturar_nota() {
        if (s_.notas.empty()) return vender();
        const Abierto nota = s_.notas.back();
        s_.notas.pop_back();
        const auto abierta = std::find_if(s_.por_cobrar.begin(), s_.por_cobrar.end(),
                                          [&](const Abierto& x) { return x.id == nota.id && x.saldo == nota.saldo; });
        if (abierta == s_.por_cobrar.end()) return vender();
        NotaVentaFacturacion pedida;
        pedida.id = nota.id;
        abierta->id = facturar_nota_venta(ctx_, pedida).transaccionId;
        ++s_.hechos;
    }

    // One unit of the first line comes back and is credited.
    void devolver() {
        if (s_.devolvibles.empty()) return vender();
        const Abierto a = s_.devolvibles.back();
        s_.devolvibles.pop_back();
        const std::int64_t productoId =
            ctx_.db()
                .one<std::int64_t>(
                    "SELECT productoId FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = 1",
                    ctx_.organizacionId(), a.id)
                .value_or(0);
        engine::SolicitudInventario s;
        s.entidadId = a.entidadId;
        auto& p = partida_nueva(s);
        p.productoId = productoId;
        p.cantidad = Cantidad::de_enteros(1);
        p.origenId = a.id;
        p.origenPartida = 1;
        const auto d = emite(engine::NotaDevolucionCliente, s);
        for (ProductoDemo& producto : s_.productos)
            if (producto.id == productoId) ++producto.existencia;
        engine::SolicitudCredito c;
        c.entidadId = a.entidadId;
        auto& acreditada = partida_nueva(c);
        acreditada.productoId = productoId;
        acreditada.cantidad = p.cantidad;
        acreditada.origenId = d.transaccionId;  // it takes the figures of the sale
        acreditada.origenPartida = 1;
        const auto n = emite(engine::NotaCreditoCliente, c);
        const auto abierta =
            std::find_if(s_.por_cobrar.begin(), s_.por_cobrar.end(), [&](const Abierto& x) { return x.id == a.id; });
        if (abierta == s_.por_cobrar.end() || abierta->saldo < n.total) return;
        engine::aplicar(ctx_, n.transaccionId, {{"/asignaciones/0", a.id, n.total, {}}}, n.fecha);
        abierta->saldo -= n.total;
        if (abierta->saldo.es_cero()) s_.por_cobrar.erase(abierta);
    }

    void cancelar() {
        if (s_.devolvibles.empty()) return vender();
        const Abierto a = s_.devolvibles.back();
        s_.devolvibles.pop_back();
        ctx_.db().each(
            "SELECT productoId, cantidadBase FROM partida WHERE organizacionId = $1 AND transaccionId = $2",
            [&](const db::Row& r) {
                for (ProductoDemo& producto : s_.productos)
                    if (producto.id == r.integer(0)) producto.existencia += r.integer(1) / millonesimas;
            },
            ctx_.organizacionId(), a.id);
        engine::cancelar(ctx_, a.id, {{}, "Error de captura", false});
        std::erase_if(s_.por_cobrar, [&](const Abierto& x) { return x.id == a.id; });
        ++s_.hechos;
    }

    void mermar() {
        const auto i = s_.azar.menor(s_.productos.size());
        if (s_.productos[i].existencia == 0) return surtir(i);
        --s_.productos[i].existencia;
        engine::SolicitudInventario s;
        s.motivo = "Empaque roto";
        auto& p = partida_nueva(s);
        p.productoId = s_.productos[i].id;
        p.cantidad = Cantidad::de_enteros(1);
        emite(engine::Merma, s);
    }

    Context& ctx_;
    const Empresa& e_;
    Estado& s_;
};

Empresa leer_empresa(db::Reader& tx) {
    const auto uno = [&](std::string_view sql) { return tx.one<std::int64_t>(sql, tx.organizacion()).value_or(0); };
    Empresa e;
    e.clientes = tx.all<std::int64_t>(
        "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esCliente = 1 ORDER BY entidadId LIMIT 2000",
        tx.organizacion());
    e.proveedores = tx.all<std::int64_t>(
        "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esProveedor = 1 ORDER BY entidadId LIMIT 100",
        tx.organizacion());
    e.bancoId = uno("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
    e.gastoId = uno("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'GASTOS'");
    e.servicioId = uno("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'");
    e.anticipoId = uno("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'ANTICIPO'");
    e.formaPagoId = uno("SELECT formaPagoId FROM formaPago WHERE organizacionId = $1 AND claveSAT = '03'");
    e.centroVentasId = uno("SELECT centroCostoId FROM centroCosto WHERE organizacionId = $1 AND codigo = 'VTA'");
    e.centroAdministracionId = uno("SELECT centroCostoId FROM centroCosto WHERE organizacionId = $1 AND codigo = 'ADM'");
    if (e.clientes.empty() || e.proveedores.empty())
        throw std::runtime_error("the demo company has no customers or no suppliers");
    return e;
}

void crear_productos(Context& ctx, Estado& estado) {
    auto& tx = ctx.db();
    const auto pieza = tx.one<std::int64_t>(
        "SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND claveUnidad = 'H87'", ctx.organizacionId());
    int n = 0;
    for (const auto* articulo : articulos)
        for (const auto* presentacion : presentaciones) {
            const auto costo = static_cast<std::int64_t>(20 + estado.azar.menor(180));
            const auto precio = costo + costo * static_cast<std::int64_t>(25 + estado.azar.menor(40)) / 100;
            // Food is taxed at zero; one in four products is kept at average cost.
            ++n;
            ProductoNuevo nuevo;
            nuevo.codigo = fmt::format("P{:04}", n);
            nuevo.nombre = fmt::format("{} {}", articulo, presentacion);
            nuevo.unidadMedidaId = *pieza;
            nuevo.metodoCosto = n % 4 == 0 ? MetodoCosto::promedio : MetodoCosto::peps;
            nuevo.claveProdServ = "50161800";
            nuevo.precio = Precio::de_enteros(precio);
            nuevo.iva = n % 3 != 0 ? engine::ClaseIva::cero : engine::ClaseIva::tasa;
            const auto id = crear_producto(ctx, nuevo).productoId;
            estado.productos.push_back({id, costo, precio, 0});
        }
}

}  // namespace

void make_documents(db::Database& database, const api::Sesion& session, std::int64_t documents,
                    const std::function<void(std::int64_t, std::int64_t)>& progress) {
    if (documents == 0) return;
    const auto org = session.organizacionId;
    Empresa empresa;
    database.read(org, [&](db::Reader& tx) { empresa = leer_empresa(tx); });
    Estado estado;
    Reloj reloj;
    const Instante hoy = Instante::ahora();
    constexpr std::int64_t dias = 365;
    constexpr std::int64_t lote = 100;
    const auto dia = [&](std::int64_t hechos) {
        const std::int64_t atras = dias - std::min(dias, hechos * dias / documents);
        return hoy.mas_segundos(-atras * 86'400);
    };
    const auto escribir = [&](const std::function<void(Context&, Estado&)>& work) {
        // The database may run it again, so each run starts from the state that is stored.
        Estado probado;
        database.write_now(org, [&](db::Writer& tx) {
            probado = estado;
            Context ctx{{.sesion = &session, .reloj = &reloj, .operacion = "demo", .database = &database}, &tx, &tx};
            work(ctx, probado);
            note_changes(ctx, "cacao demo");
        });
        estado = std::move(probado);
    };
    reloj.fijar(dia(0));
    escribir(crear_productos);
    while (estado.hechos < documents) {
        reloj.fijar(dia(estado.hechos));
        const auto hasta = std::min(documents, estado.hechos + lote);
        escribir([&](Context& ctx, Estado& e) {
            Anio anio{ctx, empresa, e};
            while (e.hechos < hasta) anio.uno();
        });
        if (progress) progress(std::min(documents, estado.hechos), documents);
    }
}

}  // namespace cacao::command
