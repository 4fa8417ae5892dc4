#include "modelo/ventas_curso.hpp"

#include "db/rows.hpp"
#include "engine/tipos/ventas.hpp"
#include "rooms/bancos/documentos/anticipo.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/inventario/documentos/entrega.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/devolucion_cliente.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cacao::test::modelo {
namespace {

constexpr std::int64_t un_centavo = 10'000;
constexpr std::int64_t unidad = 1'000'000;
constexpr std::int64_t deposito_grande = 58'000 * unidad;
// In an exact plan: 25 pesos and their 16 %.
constexpr std::int64_t cuanto_exacto = 29 * unidad;

std::string importe(std::int64_t micros) { return Importe::de_micros(micros).texto(); }

std::string_view cancela_con(Hace hace) {
    switch (hace) {
        case Hace::cotizar: return "/api/Cotizaciones/CotizacionCancelar/";
        case Hace::pedir: return "/api/PedidoCliente/PedidoClienteCancelar/";
        case Hace::entregar: return "/api/Inventario/EntregaCancelar/";
        case Hace::notar: return "/api/NotaVenta/NotaVentaCancelar/";
        case Hace::devolver: return "/api/NotaDevolucionCliente/NotaDevolucionClienteCancelar/";
        case Hace::acreditar: return "/api/NotaCreditoCliente/NotaCreditoClienteCancelar/";
        case Hace::depositar:
        case Hace::anticipar:
        case Hace::cobrar: return "/api/Bancos/DepositoCancelar/";
        default: return "/api/RegistroVenta/RegistroVentaCancelar/";
    }
}

bool es_pago(Hace hace) { return hace == Hace::depositar || hace == Hace::anticipar || hace == Hace::cobrar; }
bool es_factura(Hace hace) { return hace == Hace::facturar || hace == Hace::facturar_nota || hace == Hace::facturar_resto; }
bool de_nota(Hace hace) { return hace == Hace::facturar_nota || hace == Hace::facturar_resto; }

}  // namespace

std::string diferencias(const Cifras& una, const Cifras& otra) {
    std::string texto;
    const auto en = [](const Cifras& c, const std::string& cual) {
        const auto it = c.find(cual);
        return it == c.end() ? 0 : it->second;
    };
    for (const auto& [cual, valor] : una)
        if (valor != en(otra, cual)) texto += fmt::format("{}: {} against {}\n", cual, valor, en(otra, cual));
    for (const auto& [cual, valor] : otra)
        if (!una.contains(cual) && valor != 0) texto += fmt::format("{}: 0 against {}\n", cual, valor);
    return texto;
}

std::vector<Registrar> cuartos_de_venta() {
    return {register_cotizacion,         register_pedido_cliente,      register_entrega,  register_nota_venta,
            register_factura_venta,      register_registro_venta,      register_deposito, register_anticipo,
            register_devolucion_cliente, register_nota_credito_cliente};
}

Curso::Curso(Libro& libro, const Plan& plan, std::uint64_t semilla)
    : libro_(libro), plan_(plan), azar_(semilla), docs_(plan.docs.size()), salieron_(plan.articulos.size()) {
    const auto cual = libro_.entero("SELECT count(*) FROM contacto WHERE organizacionId = $1");
    clienteId_ = libro_.contacto(fmt::format("V{}", cual), true, false, "XOJI740919U48");
    for (std::size_t i = 0; i < plan_.articulos.size(); ++i) {
        const ArticuloVenta& a = plan_.articulos[i];
        articulos_.push_back(
            libro_.producto(fmt::format("V{}-{}", cual, i), {}, a.promedio ? "promedio" : "peps", "ninguno", a.iva));
        const auto entra = [&](int cantidad, std::int64_t centavos) {
            libro_.entra(articulos_.back(), Cantidad::de_enteros(cantidad), Precio::de_micros(centavos * un_centavo));
        };
        if (a.disparejo) {
            entra(7, 333);
            entra(9, 421);
        } else {
            entra(16, 507);
        }
        entra(5000, 507);
    }
    for (const auto& [codigo, saldo] : libro_.balanza()) cuentas_[codigo] = saldo.micros();
    principio_ = cifras();
}

Respuesta Curso::pide(const std::string& linea, const std::string& cuerpo) {
    ++peticiones;
    return libro_.m.pide(linea, cuerpo);
}

std::string Curso::bien(const Respuesta& r) {
    if (r.status == 200) return {};
    return fmt::format("refused with {}: {}", r.status, r.status == 400 ? r.faltas() : r.body);
}

std::string Curso::partidas(const std::vector<LineaVenta>& lineas, bool con_precio) const {
    std::string texto;
    for (const LineaVenta& l : lineas) {
        texto += fmt::format(R"({}{{"productoId":{},"cantidad":{})", texto.empty() ? "" : ",",
                             articulos_[static_cast<std::size_t>(l.articulo)], l.cantidad);
        // What derives takes what was agreed, where that leaves no odd cents to whoever comes last.
        const bool pactado = plan_.exacto && l.origen.doc >= 0;
        if (con_precio && !pactado) texto += fmt::format(R"(,"precioUnitario":{})", importe(l.precio * un_centavo));
        if (l.origen.doc >= 0)
            texto += fmt::format(R"(,"transaccionIdOrigen":{},"partidaOrigen":{})", doc(l.origen.doc).id, l.origen.linea + 1);
        texto += "}";
    }
    return texto;
}

std::string Curso::hacer(int cual) {
    const PasoVenta& p = plan_.pasos[static_cast<std::size_t>(cual)];
    switch (p.hace) {
        case Hace::aceptar: return bien(pide(fmt::format("PUT /api/Cotizaciones/CotizacionAceptar/{}", doc(p.doc).id)));
        case Hace::cancelar: return cancelar(p.doc, p.si);
        case Hace::desasignar: return desasignar(p.doc);
        case Hace::cobrar:
        case Hace::asignar: return cobrar(p);
        default: return crear(p);
    }
}

std::string Curso::crear(const PasoVenta& p) {
    const DocVenta& d = de_plan(p.doc);
    const std::string cliente = fmt::format(R"("clienteId":{})", clienteId_);
    const auto con = [&](std::string_view destino, bool con_precio, const std::string& mas = {}) {
        return pide(fmt::format("POST {}", destino),
                    fmt::format(R"({{{}{},"partidas":[{}]}})", cliente, mas, partidas(d.lineas, con_precio)));
    };
    const auto opcion = [&](std::string_view que) { return fmt::format(R"(,"{}":{})", que, p.si); };
    std::set<int> notas;
    for (const LineaVenta& l : d.lineas) notas.insert(l.origen.doc);
    Respuesta r;
    switch (p.hace) {
        case Hace::cotizar: r = con("/api/Cotizaciones", true); break;
        case Hace::pedir: r = con("/api/PedidoCliente", true, opcion("reservar")); break;
        case Hace::entregar: r = con("/api/Inventario/EntregaAgregar", false); break;
        case Hace::notar: r = con("/api/NotaVenta", true); break;
        case Hace::facturar: r = con("/api/FacturaVenta", true, opcion("sinEntrega")); break;
        case Hace::devolver: r = con("/api/NotaDevolucionCliente", false); break;
        case Hace::acreditar: {
            const bool vuelve = p.retira || de_plan(d.lineas[0].origen.doc).hace == Hace::devolver;
            r = con("/api/NotaCreditoCliente", false,
                    opcion("aplicar") + fmt::format(R"(,"motivo":"{}")", vuelve ? "devolucion" : "bonificacion"));
            break;
        }
        case Hace::facturar_nota: {
            if (notas.size() > 1) {
                r = con("/api/FacturaVenta", false);
                break;
            }
            std::string partes;
            for (const LineaVenta& l : d.lineas)
                partes += fmt::format(R"({}{{"numeroPartida":{},"cantidad":{}}})", partes.empty() ? "" : ",", l.origen.linea + 1,
                                      l.cantidad);
            r = pide(fmt::format("POST /api/NotaVenta/NotaVentaFacturar/{}", doc(*notas.begin()).id),
                     fmt::format(R"({{"partidas":[{}]}})", partes));
            break;
        }
        case Hace::facturar_resto: {
            std::vector<std::int64_t> ids;
            // In the order in which the plan counts their lines.
            for (const LineaVenta& l : de_plan(p.doc).lineas)
                if (std::ranges::find(ids, doc(l.origen.doc).id) == ids.end()) ids.push_back(doc(l.origen.doc).id);
            r = ids.size() == 1
                    ? pide(fmt::format("POST /api/NotaVenta/NotaVentaFacturar/{}", ids[0]), "{}")
                    : pide("POST /api/NotaVenta/Facturar", fmt::format(R"({{"transaccionIds":[{}]}})", fmt::join(ids, ",")));
            break;
        }
        case Hace::depositar:
        case Hace::anticipar:
            r = pide(
                p.hace == Hace::depositar ? "POST /api/Bancos/DepositoAgregar" : "POST /api/Bancos/AnticipoAgregar",
                fmt::format(R"({{{},"cuentaBancariaId":{},"importe":{}}})", cliente, libro_.bancoId, importe(deposito_grande)));
            break;
        default: break;
    }
    if (auto mal = bien(r); !mal.empty()) return mal;
    Doc& nuevo = doc(p.doc);
    nuevo.id = std::stoll(r.en("/data/transaccionId"));
    nuevo.vivo = true;
    const auto leer = [&](std::string_view donde) {
        const auto texto = r.en(donde);
        return texto.empty() ? 0 : Importe::leer(texto).value().micros();
    };
    nuevo.total = es_pago(p.hace) ? deposito_grande : leer("/data/total");
    nuevo.iva = leer("/data/iva");
    contar(p, 1);
    return {};
}

// Of the document; of a note, where its invoices have taken over its debt, of them.
std::string Curso::cobrar(const PasoVenta& p) {
    const std::int64_t paso = plan_.exacto ? cuanto_exacto : un_centavo;
    const std::int64_t total = doc(p.cobrado).total / paso * p.porCiento / 100 * paso;
    if (total == 0) {  // of so little nothing is collected
        if (p.hace == Hace::asignar) asignaciones_[p.doc] = {};
        return {};
    }
    std::vector<int> deudores{p.cobrado};
    for (std::size_t d = 0; d < docs_.size(); ++d)
        if (docs_[d].vivo && de_nota(plan_.docs[d].hace) &&
            std::ranges::any_of(plan_.docs[d].lineas, [&](const LineaVenta& l) { return l.origen.doc == p.cobrado; }))
            deudores.push_back(static_cast<int>(d));
    Asignacion a{.importe = total, .viva = true};
    std::string asignaciones;
    std::int64_t falta = total;
    for (const int d : deudores) {
        const std::int64_t parte = std::min(falta, saldo(d));
        if (parte == 0) continue;
        falta -= parte;
        a.documentos.push_back(d);
        asignaciones +=
            fmt::format(R"({}{{"transaccionId":{},"importe":{}}})", asignaciones.empty() ? "" : ",", doc(d).id, importe(parte));
    }
    if (falta != 0) return fmt::format("{} of d{} cannot be collected: nobody owes it", importe(falta), p.cobrado);
    const bool justo = p.hace == Hace::cobrar;
    const auto r = justo ? pide("POST /api/Bancos/DepositoAgregar",
                                fmt::format(R"({{"clienteId":{},"cuentaBancariaId":{},"importe":{},"asignaciones":[{}]}})",
                                            clienteId_, libro_.bancoId, importe(total), asignaciones))
                         : pide(fmt::format("PUT /api/Bancos/DepositoAsignar/{}", doc(p.pago).id),
                                fmt::format(R"({{"asignaciones":[{}]}})", asignaciones));
    if (auto mal = bien(r); !mal.empty()) return mal;
    for (std::size_t i = 0; i < a.documentos.size(); ++i)
        a.ids.push_back(r.en(fmt::format("/data/asignaciones/{}/aplicacionId", i)));
    a.pago = justo ? p.doc : p.pago;
    if (justo) doc(p.doc) = {std::stoll(r.en("/data/transaccionId")), total, 0, true};
    asignaciones_[justo ? -1 - p.doc : p.doc] = std::move(a);
    return {};
}

std::string Curso::desasignar(int cual) {
    Asignacion& a = asignaciones_[cual];
    if (!a.viva) return {};
    a.viva = false;
    return bien(pide(fmt::format("PUT /api/Bancos/DepositoDesasignar/{}", doc(a.pago).id),
                     fmt::format(R"({{"aplicaciones":[{}]}})", fmt::join(a.ids, ","))));
}

void Curso::soltar(int pago) {
    for (auto& [n, a] : asignaciones_)
        if (a.pago == pago) a.viva = false;
}

std::string Curso::cancelar(int cual, bool con_asignaciones) {
    Doc& d = doc(cual);
    if (!d.vivo) return {};  // a collection of nothing
    const Hace hace = de_plan(cual).hace;
    const auto r =
        pide(fmt::format("DELETE {}{}{}", cancela_con(hace), d.id, es_pago(hace) && con_asignaciones ? "?desasignar=true" : ""));
    if (auto mal = bien(r); !mal.empty()) return mal;
    d.vivo = false;
    soltar(cual);
    contar(plan_.pasos[static_cast<std::size_t>(de_plan(cual).paso)], -1);
    return {};
}

void Curso::contar(const PasoVenta& p, int signo) {
    for (const UsoDeLinea& u : p.usa) usado_[u.llave()] += signo * u.cantidad;
    for (const UsoDeLinea& u : p.reabre) usado_[u.llave()] -= signo * u.cantidad;
    const DocVenta& d = de_plan(p.doc);
    const int sale = d.mueve ? 1 : p.hace == Hace::devolver ? -1 : 0;
    for (const LineaVenta& l : d.lineas) salieron_[static_cast<std::size_t>(l.articulo)] += signo * sale * l.cantidad;
}

bool Curso::con_derivados(int cual) const {
    for (std::size_t i = 0; i < docs_.size(); ++i)
        if (docs_[i].vivo && std::ranges::any_of(plan_.docs[i].lineas, [&](const LineaVenta& l) { return l.origen.doc == cual; }))
            return true;
    return std::ranges::any_of(asignaciones_, [&](const auto& a) {
        return a.second.viva && std::ranges::find(a.second.documentos, cual) != a.second.documentos.end();
    });
}

// What a return gave back was delivered again: first that must be undone.
bool Curso::usado_de_nuevo(int cual) const {
    std::map<std::tuple<int, int, Uso>, int> vuelve;
    for (const UsoDeLinea& u : plan_.pasos[static_cast<std::size_t>(de_plan(cual).paso)].reabre) vuelve[u.llave()] += u.cantidad;
    return std::ranges::any_of(vuelve, [&](const auto& v) {
        const auto& [d, l, uso] = v.first;
        return v.second > queda(d, l, uso);
    });
}

std::string Curso::deshacer() {
    for (;;) {
        std::vector<int> asignadas;
        for (const auto& [n, a] : asignaciones_)
            if (a.viva) asignadas.push_back(n);
        // Returns from the newest back: undoing an older one first can leave no room in the order for a newer one's goods.
        std::int64_t ultima = 0;
        for (std::size_t i = 0; i < docs_.size(); ++i)
            if (docs_[i].vivo && plan_.docs[i].hace == Hace::devolver) ultima = std::max(ultima, docs_[i].id);
        std::vector<int> libres;
        for (std::size_t i = 0; i < docs_.size(); ++i) {
            const bool espera = plan_.docs[i].hace == Hace::devolver && docs_[i].id != ultima;
            if (docs_[i].vivo && !espera && !con_derivados(static_cast<int>(i)) && !usado_de_nuevo(static_cast<int>(i)))
                libres.push_back(static_cast<int>(i));
        }
        if (asignadas.empty() && libres.empty()) return {};
        std::string mal;
        if (!asignadas.empty() && (libres.empty() || azar_.una_de(3))) {
            mal = desasignar(azar_.uno(asignadas));
        } else {
            const int cual = azar_.uno(libres);
            mal = cancelar(cual, true);
            if (!mal.empty()) mal = fmt::format("undo d{}: {}", cual, mal);
        }
        if (!mal.empty()) return mal;
    }
}

int Curso::queda(int d, int l, Uso uso) const {
    const auto it = usado_.find({d, l, uso});
    return de_plan(d).lineas[static_cast<std::size_t>(l)].cantidad - (it == usado_.end() ? 0 : it->second);
}

std::int64_t Curso::saldo(int d, std::string_view naturaleza) {
    return libro_.entero(
        fmt::format("SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = '{}'", naturaleza),
        doc(d).id);
}

// What a credit is about: what it says or, of goods that came back, what they were billed by, also before their delivery.
int Curso::acreditado(int d) const {
    Toma t = de_plan(d).lineas[0].origen;
    for (const Hace por : {Hace::devolver, Hace::entregar})
        if (de_plan(t.doc).hace == por) t = de_plan(t.doc).lineas[static_cast<std::size_t>(t.linea)].origen;
    return t.doc;
}

// Less the credits of it that were left in favour of the customer.
std::int64_t Curso::saldo_neto(int d) {
    std::int64_t neto = saldo(d);
    for (std::size_t i = 0; i < docs_.size(); ++i) {
        if (!docs_[i].vivo || plan_.docs[i].hace != Hace::acreditar) continue;
        if (acreditado(static_cast<int>(i)) == d && !plan_.pasos[static_cast<std::size_t>(plan_.docs[i].paso)].si)
            neto -= docs_[i].total;
    }
    return neto;
}

std::string Curso::rehusa(const Respuesta& r, std::string_view codigo, const std::string& que) {
    if (r.status == 400 && r.faltas().find(codigo) != std::string::npos) return {};
    return fmt::format("{} should be {}, is {} {}", que, codigo, r.status, r.status == 400 ? r.faltas() : "");
}

std::string Curso::de_mas(const std::string& destino, int d, int l, int cantidad, std::string_view codigo,
                          std::string_view extra) {
    const LineaVenta& suya = de_plan(d).lineas[static_cast<std::size_t>(l)];
    // Notes tell their invoices the price; lines of others bring theirs.
    const bool con_precio = destino == "/api/NotaVenta" || (destino == "/api/FacturaVenta" && de_plan(d).hace != Hace::notar);
    const auto r = pide("POST " + destino, fmt::format(R"({{"clienteId":{}{},"partidas":[{}]}})", clienteId_, extra,
                                                       partidas({{suya.articulo, cantidad, 100, {d, l, cantidad}}}, con_precio)));
    return rehusa(r, codigo, fmt::format("{} {} of d{}.{}", destino, cantidad, d, l));
}

std::string Curso::pedir_de_mas() {
    std::vector<int> vivos;
    for (std::size_t i = 0; i < docs_.size(); ++i)
        if (docs_[i].vivo) vivos.push_back(static_cast<int>(i));
    if (vivos.empty()) return {};
    const int d = azar_.uno(vivos);
    const DocVenta& suyo = de_plan(d);
    if (azar_.una_de(4) && con_derivados(d))
        return rehusa(pide(fmt::format("DELETE {}{}", cancela_con(suyo.hace), doc(d).id)), "con_dependientes",
                      fmt::format("cancel of d{}", d));
    const bool vende = suyo.hace == Hace::notar || es_factura(suyo.hace);
    const auto pagos = std::ranges::find_if(vivos, [&](int p) { return de_plan(p).hace == Hace::depositar; });
    if (vende && pagos != vivos.end() && azar_.una_de(3))
        return rehusa(pide(fmt::format("PUT /api/Bancos/DepositoAsignar/{}", doc(*pagos).id),
                           fmt::format(R"({{"asignaciones":[{{"transaccionId":{},"importe":{}}}]}})", doc(d).id,
                                       importe(saldo(d) + un_centavo))),
                      "excede_saldo", fmt::format("collecting more than d{} owes", d));
    if (suyo.lineas.empty() || suyo.hace == Hace::acreditar) return {};
    const int l = azar_.menor(static_cast<int>(suyo.lineas.size()));
    const auto mas = [&](Uso uso) { return queda(d, l, uso) + 1; };
    const int padre = suyo.lineas[static_cast<std::size_t>(l)].origen.doc;
    constexpr std::string_view sin_credito = R"(,"aplicar":false)";
    switch (suyo.hace) {
        case Hace::cotizar: return de_mas("/api/PedidoCliente", d, l, mas(Uso::pedido), "excede_pendiente");
        case Hace::pedir:
            if (azar_.una_de(3)) return de_mas("/api/NotaVenta", d, l, mas(Uso::entregado), "excede_pendiente");
            if (azar_.una_de(2)) return de_mas("/api/Inventario/EntregaAgregar", d, l, mas(Uso::entregado), "excede_pendiente");
            return de_mas("/api/FacturaVenta", d, l, mas(Uso::facturado), "excede_pendiente", R"(,"sinEntrega":true)");
        case Hace::entregar:
            if (azar_.una_de(2)) return de_mas("/api/NotaDevolucionCliente", d, l, mas(Uso::devuelto), "excede_pendiente");
            // What an invoice asked to deliver was invoiced.
            if (de_plan(padre).hace == Hace::facturar) return de_mas("/api/FacturaVenta", d, l, 1, "origen_no_permitido");
            return de_mas("/api/FacturaVenta", d, l, mas(Uso::facturado), "excede_pendiente");
        case Hace::notar:
            if (azar_.una_de(3)) return de_mas("/api/NotaDevolucionCliente", d, l, mas(Uso::devuelto), "excede_pendiente");
            return de_mas(azar_.una_de(2) ? "/api/FacturaVenta" : "/api/NotaCreditoCliente", d, l, mas(Uso::acreditado),
                          "excede_pendiente");
        case Hace::devolver:
            // Goods that came back before they were billed have nothing to credit.
            if (de_plan(padre).hace == Hace::entregar && de_plan(de_plan(padre).lineas[0].origen.doc).hace == Hace::pedir)
                return de_mas("/api/NotaCreditoCliente", d, l, 1, "origen_no_permitido", sin_credito);
            return de_mas("/api/NotaCreditoCliente", d, l, mas(Uso::acreditado), "excede_pendiente", sin_credito);
        default:
            if (!suyo.mueve && de_plan(padre).hace == Hace::pedir && azar_.una_de(2))
                return de_mas("/api/Inventario/EntregaAgregar", d, l, mas(Uso::entregado), "excede_pendiente");
            if (suyo.mueve && azar_.una_de(2))
                return de_mas("/api/NotaDevolucionCliente", d, l, mas(Uso::devuelto), "excede_pendiente");
            return de_mas("/api/NotaCreditoCliente", d, l, mas(Uso::acreditado), "excede_pendiente", sin_credito);
    }
}

Cifras Curso::cifras() {
    Cifras c;
    for (const auto& [codigo, saldo] : libro_.balanza()) c["account " + codigo] += saldo.micros();
    for (const auto& [codigo, saldo] : cuentas_) c["account " + codigo] -= saldo;
    libro_.m.lee([&](const Context& ctx) {
        auto& tx = ctx.db();
        const auto org = ctx.organizacionId();
        for (std::size_t i = 0; i < articulos_.size(); ++i) {
            tx.each(
                R"(SELECT CAST(coalesce(sum(cantidad), 0) AS BIGINT), CAST(coalesce(sum(reservado), 0) AS BIGINT) FROM existencia
                   WHERE organizacionId = $1 AND productoId = $2)",
                [&](const db::Row& r) {
                    c[fmt::format("p{} on hand", i)] = r.integer(0);
                    c[fmt::format("p{} put aside", i)] = r.integer(1);
                },
                org, articulos_[i]);
            tx.each(
                R"(SELECT CAST(coalesce(sum(valorRestante), 0) AS BIGINT) FROM capa WHERE organizacionId = $1 AND productoId = $2)",
                [&](const db::Row& r) { c[fmt::format("p{} value", i)] = r.integer(0); }, org, articulos_[i]);
        }
        tx.each(
            R"(SELECT naturaleza, CAST(sum(saldo) AS BIGINT) FROM saldoContacto WHERE organizacionId = $1 AND entidadId = $2
               GROUP BY naturaleza)",
            [&](const db::Row& r) { c[fmt::format("customer {}", r.text(0))] = r.integer(1); }, org, clienteId_);
        for (std::size_t i = 0; i < docs_.size(); ++i) {
            if (docs_[i].id == 0) continue;
            c[fmt::format("d{} in force", i)] = docs_[i].vivo ? 1 : 0;
            // Where it does not matter which of a note and its invoices is paid, it is not told either.
            if (plan_.exacto) continue;
            tx.each(
                "SELECT naturaleza, saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2",
                [&](const db::Row& r) { c[fmt::format("d{} {}", i, r.text(0))] = r.integer(1); }, org, docs_[i].id);
        }
    });
    return c;
}

std::string Curso::revisar() {
    std::string mal;
    const auto debe = [&](const std::string& que, std::int64_t hay, std::int64_t cuenta) {
        if (hay != cuenta) mal += fmt::format("{}: {}, counted {}\n", que, hay, cuenta);
    };
    std::map<std::pair<std::int64_t, std::int64_t>, std::map<std::string, std::int64_t>> avances;
    std::map<std::string, std::int64_t> papeles;
    libro_.m.lee([&](const Context& ctx) {
        ctx.db().each(
            R"(SELECT a.transaccionId, a.numeroPartida, a.avance, a.cantidad FROM avance a
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId
               WHERE a.organizacionId = $1 AND d.entidadId = $2)",
            [&](const db::Row& r) {
                avances[{r.integer(0), r.integer(1)}][std::string{r.text(2)}] = r.integer(3);
            },
            ctx.organizacionId(), clienteId_);
    });
    std::vector<std::int64_t> pendiente(articulos_.size());
    std::int64_t neto = 0;
    std::int64_t iva_cobrado = 0;
    for (std::size_t i = 0; i < docs_.size(); ++i) {
        const int d = static_cast<int>(i);
        const DocVenta& suyo = plan_.docs[i];
        if (docs_[i].id == 0) continue;
        for (int l = 0; l < static_cast<int>(suyo.lineas.size()); ++l) {
            for (const Uso u : {Uso::entregado, Uso::facturado, Uso::devuelto, Uso::acreditado, Uso::pedido})
                debe(fmt::format("d{}.{} {}", d, l, nombre(u)), avances[{docs_[i].id, l + 1}][std::string{nombre(u)}],
                     (suyo.lineas[static_cast<std::size_t>(l)].cantidad - queda(d, l, u)) * unidad);
            const bool aparta = suyo.hace == Hace::pedir && plan_.pasos[static_cast<std::size_t>(suyo.paso)].si;
            if (aparta && docs_[i].vivo)
                pendiente[static_cast<std::size_t>(suyo.lineas[static_cast<std::size_t>(l)].articulo)] +=
                    queda(d, l, Uso::entregado) * unidad;
        }
        if (!docs_[i].vivo) continue;
        bool entera = suyo.hace == Hace::notar;
        for (int l = 0; l < static_cast<int>(suyo.lineas.size()); ++l) entera = entera && queda(d, l, Uso::acreditado) == 0;
        const bool cobrada = std::ranges::any_of(plan_.pasos, [&](const PasoVenta& p) { return p.cobrado == d; });
        if (entera && !cobrada) debe(fmt::format("what d{}, invoiced and credited in full, owes", d), saldo_neto(d), 0);
        // An invoice of a note says again what the note said.
        if (suyo.hace == Hace::notar || suyo.hace == Hace::facturar) neto += docs_[i].total;
        if (suyo.hace == Hace::acreditar || es_pago(suyo.hace)) neto -= docs_[i].total;
        if (suyo.hace == Hace::anticipar) iva_cobrado += docs_[i].total / 29 * 4;
        // What a credit could not take off what is open, it gave back.
        if (suyo.hace == Hace::acreditar && plan_.pasos[static_cast<std::size_t>(suyo.paso)].si)
            iva_cobrado -= saldo(d, "favorCliente") / 29 * 4;
    }
    for (const auto& [n, a] : asignaciones_)
        if (a.viva && de_plan(a.pago).hace != Hace::anticipar) iva_cobrado += a.importe / 29 * 4;
    Cifras c = cifras();
    for (std::size_t i = 0; i < articulos_.size(); ++i) {
        debe(fmt::format("p{} on hand", i), c[fmt::format("p{} on hand", i)], (5016 - salieron_[i]) * unidad);
        // Nothing is put aside for what was delivered.
        if (const auto aparte = c[fmt::format("p{} put aside", i)]; aparte > pendiente[i])
            mal += fmt::format("p{} put aside: {}, orders wait for {}\n", i, aparte, pendiente[i]);
    }
    debe("what the customer owes", c["customer cobrar"] - c["customer favorCliente"], neto);
    if (plan_.exacto) {
        const auto papel = [&](std::string_view cual) {
            std::string codigo;
            libro_.m.lee([&](const Context& ctx) {
                ctx.db().each(
                    R"(SELECT c.codigo FROM cuentaPapel q JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = q.cuentaId
                                 WHERE q.organizacionId = $1 AND q.papel = $2 AND q.ambito = '')",
                    [&](const db::Row& r) { codigo = r.text(0); }, ctx.organizacionId(), cual);
            });
            return c["account " + codigo];
        };
        debe("VAT collected", -papel("iva_trasladado_cobrado"), iva_cobrado);
    }
    return mal;
}

}  // namespace cacao::test::modelo
