// What another program (tasas.py) says of taxes by rate, done with the service: every document after every step, to the cent.
// CACAO_TEST_TASAS says how many cases, CACAO_TEST_TASAS_SEED from which seed; one in eighty on PostgreSQL. Two companies live
// side by side, one on each core.

#include "aritmetica/cuanto.hpp"
#include "db/rows.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/impuestos_papel.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "support/libro.hpp"
#include "support/salida.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <future>
#include <memory>
#include <set>
#include <sstream>

namespace cacao::test {
namespace {

using namespace engine;

// One case's documents, by the numbers that the program gives them.
class Tasas {
public:
    explicit Tasas(db::Motor motor) : l(motor) {
        producto({"G"});
        producto({"C", "cero"});
        producto({"E", "exento"});
        producto({"B", "tasa", "0.08"});
        producto({"H", "tasa", "", "0.106667", "0.1"});
        producto({"M", "tasa", "0.08", "0.106667", "0.1"});
        producto({"F", "tasa", "0.08", "0.04"});
        producto({"N", "noObjeto"});
        producto({"I", "tasa", "0.08", "", "", "", "1"});
        producto({"J", "tasa", "0.265", "", "", "0.3", "0"});
        producto({"K", "tasa", "", "", "", "0.5"});
        producto({"L", "tasa", "", "", "", "1"});
        producto({"P", "tasa", "", "", "", "0"});
        producto({"R", "tasa", "", "0.106667", "0.1", "", "", "arrendamiento"});
        producto({"S", "exento", "", "", "0.1", "", "", "arrendamiento"});
        producto({"T", "tasa", "0.08", "0.106667", "0.1", "0.333333", "1", "arrendamiento"});
        producto({"U", "tasa", "", "0.16", "", "0.25"});
        conceptoVenta_ = l.concepto("VENTA-SERV");
        conceptoCompra_ = l.concepto("GASTOS");
    }

    // What went wrong, or nothing.
    std::string linea(const std::string& texto) {
        std::istringstream en{texto};
        std::string que;
        en >> que;
        if (que == "caso") return caso(en);
        if (que == "vende") return vende(en);
        if (que == "cobra") return cobra(en);
        if (que == "acredita" || que == "bonifica") return acredita(en, que == "acredita");
        if (que == "rehace") return rehace(en);
        if (que == "aplica") return aplica(en);
        if (que == "perdona") return perdona(en);
        if (que == "desaplica") return desaplica(en);
        if (que == "cancela") return cancela(en);
        if (que == "pide") return pide(en);
        if (que == "surte") return surte(en);
        if (que == "retira") return retira(en);
        if (que == "debe" || que == "favor") return comparar(en, que == "debe");
        return "unknown: " + texto;
    }

    std::string verificar() { return fmt::format("{}", fmt::join(l.diferencias(), "\n")); }

    int casos = 0;

private:
    struct Articulo {
        std::string codigo;
        std::string iva = "tasa";
        std::string ieps = {};
        std::string ivaRetenido = {};
        std::string isrRetenido = {};
        std::string noAcreditable = {};
        std::string iepsAlCosto = {};
        std::string isrPor = "servicios";
    };
    void producto(const Articulo& a) {
        const auto id = l.producto(a.codigo);
        const auto tasa = [](const std::string& t) { return t.empty() ? Tasa{} : *Tasa::leer(t); };
        const auto si_hay = [&](const std::string& t) { return t.empty() ? std::nullopt : std::optional{tasa(t)}; };
        l.escribe([&](Context& ctx) {
            ctx.db().run(
                R"(UPDATE producto SET tipo = 'servicio', iva = $3, iepsTasa = $4, ivaRetenido = $5, isrRetenido = $6,
                                                ivaNoAcreditable = $7, iepsAlCosto = $8, isrPor = $9, ivaFrontera = $10
                            WHERE organizacionId = $1 AND productoId = $2)",
                ctx.organizacionId(), id, a.iva, tasa(a.ieps), tasa(a.ivaRetenido), tasa(a.isrRetenido), si_hay(a.noAcreditable),
                a.iepsAlCosto.empty() ? std::nullopt : std::optional<std::int64_t>{a.iepsAlCosto == "1" ? 1 : 0}, a.isrPor,
                std::int64_t{a.iva == "tasa" ? 1 : 0});
        });
        productos_[a.codigo] = id;
    }

    // Who sells to whom, in which currency, and what of taxes is cost here.
    std::string caso(std::istream& en) {
        ++casos;
        ventas_.clear();
        pagos_.clear();
        partes_.clear();
        std::string numero;
        std::string lado;
        std::string nuestro;
        std::string suyo;
        std::string regimen;
        std::int64_t su_frontera = 0;
        std::int64_t frontera = 0;
        std::int64_t costo = 0;
        std::int64_t ieps = 0;
        en >> numero >> lado >> moneda_ >> nuestro >> suyo >> regimen >> su_frontera >> frontera >> costo >> ieps;
        compra_ = lado == "compra";
        const auto o_nada = [](const std::string& t) { return t == "-" ? "" : t; };
        l.clienteId = l.proveedorId = l.contacto(fmt::format("T{}", casos), !compra_, compra_, o_nada(suyo));
        l.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            tx.run("UPDATE organizacion SET rfc = $2 WHERE organizacionId = $1", ctx.organizacionId(), o_nada(nuestro));
            tx.run("UPDATE contacto SET regimenFiscal = $3, ivaFrontera = $4 WHERE organizacionId = $1 AND entidadId = $2",
                   ctx.organizacionId(), l.clienteId, o_nada(regimen), su_frontera);
            tx.run("UPDATE sucursal SET frontera = $2 WHERE organizacionId = $1", ctx.organizacionId(), frontera);
            tx.run("UPDATE configuracion SET ivaNoAcreditable = $2, iepsAlCosto = $3 WHERE organizacionId = $1",
                   ctx.organizacionId(), Tasa::de_micros(costo), ieps);
        });
        return {};
    }

    // Product, quantity and price, and sometimes each tax as the paper of the supplier states it.
    SolicitudEntera solicitud(const Documento& tipo, std::istream& en) {
        SolicitudEntera s = l.solicitud(tipo, {});
        for (std::string r; en >> r;) {
            std::vector<std::string> partes;
            std::istringstream campos{r};
            for (std::string campo; std::getline(campos, campo, ':');) partes.push_back(campo);
            auto& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
            p.productoId = productos_.at(partes.at(0));
            p.cantidad = Cantidad::de_enteros(std::stol(partes.at(1)));
            p.precioUnitario = Precio::de_micros(std::stol(partes.at(2)));
            if (partes.size() == 3) continue;
            ImpuestosCompraNuevos papel;
            for (std::size_t i = 3; i < partes.size(); ++i) papel.push_back(impuesto_del_papel(partes[i]));
            Faltas faltas;
            p.impuestos = impuestos_dados(papel, p.campo, faltas);
            faltas.lanzar();
        }
        return s;
    }
    // iva/tasa/160000/8.91
    static ImpuestoCompraNuevo impuesto_del_papel(const std::string& texto) {
        std::istringstream campos{texto};
        std::array<std::string, 4> c;
        for (auto& campo : c) std::getline(campos, campo, '/');
        ImpuestoCompraNuevo n;
        n.impuesto = static_cast<ImpuestoCompra>(impuesto_de(c[0]));  // the words are the same
        n.factor = static_cast<FactorCompra>(factor_de(c[1]));
        n.tasa = Tasa::de_micros(std::stol(c[2]));
        n.importe = *Importe::leer(c[3]);
        return n;
    }

    // Of a document in dollars.
    template <class Solicitud>
    void poner_cambio(std::istream& en, Solicitud& s) const {
        std::string cambio;
        en >> cambio;
        if (cambio == "-") return;
        s.moneda = moneda_;
        s.tipoCambio = Precio::de_micros(Importe::leer(cambio)->micros());
    }

    std::string vende(std::istream& en) {
        int numero = 0;
        SolicitudEntera cambio;
        std::string total;
        en >> numero;
        poner_cambio(en, cambio);
        en >> total;
        const Documento& tipo = compra_ ? FacturaCompra : FacturaVenta;
        SolicitudEntera s = solicitud(tipo, en);
        s.moneda = cambio.moneda;
        s.tipoCambio = cambio.tipoCambio;
        const auto e = l.emite(tipo, s);
        ventas_[numero] = e.transaccionId;
        return igual("total", e.total, total);
    }

    // In the currency of the document, or dollars with pesos.
    std::string cobra(std::istream& en) {
        int numero = 0;
        int venta = 0;
        std::string importe;
        en >> numero >> venta >> importe;
        SolicitudEntera s;
        poner_cambio(en, s);
        std::optional<Importe> importe2;
        if (std::string pesos; en >> pesos) {
            importe2 = *Importe::leer(importe);
            importe = pesos;
        }
        s.entidadId = l.clienteId;
        s.cuentaBancariaId = s.moneda.empty() ? l.bancoId : l.dolaresId;
        if (compra_) {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.importe = *Importe::leer(importe);
        } else {
            s.importe = *Importe::leer(importe);
        }
        l.escribe([&](Context& ctx) {
            pagos_[numero] = emitir(ctx, compra_ ? Egreso : Deposito, s).transaccionId;
            engine::aplicar(ctx, pagos_[numero], {{"", ventas_.at(venta), *Importe::leer(importe), importe2}});
        });
        return {};
    }

    std::string acredita(std::istream& en, bool de_linea) {
        std::string numero;
        int venta = 0;
        std::string uno;
        en >> numero >> venta;
        CreditoPedido pedido;
        pedido.encabezado.entidadId = l.clienteId;
        poner_cambio(en, pedido.encabezado);
        PartidaCreditoNueva p;
        if (de_linea) {
            std::int64_t partida = 0;
            std::int64_t cantidad = 0;
            en >> partida >> cantidad;
            p.transaccionIdOrigen = ventas_.at(venta);
            p.partidaOrigen = partida;
            p.cantidad = Cantidad::de_enteros(cantidad);
        } else {
            en >> uno;
            pedido.origenId = ventas_.at(venta);
            p.conceptoId = compra_ ? conceptoCompra_ : conceptoVenta_;
            p.precioUnitario = Precio::de_micros(Importe::leer(uno)->micros());
        }
        pedido.partidas.push_back(p);
        std::string codigo;
        en >> codigo;
        if (codigo == "espera") {
            pedido.aplicar = false;
            codigo.clear();
            en >> codigo;
        }
        const std::string falta = Libro::falta([&] {
            l.escribe([&](Context& ctx) {
                const auto id =
                    registrar_nota_credito(ctx, compra_ ? NotaCreditoProveedor : NotaCreditoCliente, pedido).transaccionId;
                if (numero != "-") pagos_[std::stoi(numero)] = id;
            });
        });
        if (falta.substr(0, falta.find(' ')) != codigo)
            return fmt::format("the credit is refused as '{}', expected '{}'", falta, codigo);
        return {};
    }

    std::string rehace(std::istream& en) {
        int antes = 0;
        int ahora = 0;
        int venta = 0;
        en >> antes >> ahora >> venta;
        const auto estado =
            l.entero("SELECT count(*) FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND estado = 'cancelado'",
                     pagos_.at(antes));
        // Those that were made again come in their order.
        std::set<std::int64_t> conocidos;
        for (const auto& [numero, id] : pagos_) conocidos.insert(id);
        std::int64_t nuevo = 0;
        l.m.lee([&](const Context& ctx) {
            for (const auto id : ctx.db().all<std::int64_t>(R"(SELECT transaccionId FROM documento
                     WHERE organizacionId = $1 AND origenId = $2 AND estado = 'vigente'
                       AND tipo IN ('AjusteSaldoCliente', 'AjusteSaldoProveedor') ORDER BY transaccionId)",
                                                            ctx.organizacionId(), ventas_.at(venta)))
                if (nuevo == 0 && !conocidos.contains(id)) nuevo = id;
        });
        pagos_[ahora] = nuevo;
        return estado == 1 && nuevo != 0 ? "" : "what was let go was not made again";
    }

    std::string aplica(std::istream& en) {
        int numero = 0;
        int venta = 0;
        std::string importe;
        en >> numero >> venta >> importe;
        std::string codigo;
        en >> codigo;
        const std::string falta = Libro::falta([&] { l.aplica(pagos_.at(numero), ventas_.at(venta), *Importe::leer(importe)); });
        if (falta.substr(0, falta.find(' ')) != codigo)
            return fmt::format("applying is refused as '{}', expected '{}'", falta, codigo);
        return {};
    }

    std::string perdona(std::istream& en) {
        int numero = 0;
        int venta = 0;
        std::string importe;
        Perdon p;
        en >> numero >> venta;
        poner_cambio(en, p.encabezado);
        en >> importe;
        l.escribe([&](Context& ctx) {
            p.encabezado.entidadId = l.clienteId;
            p.documentoId = ventas_.at(venta);
            p.naturaleza = compra_ ? Naturaleza::pagar : Naturaleza::cobrar;
            p.importe = *Importe::leer(importe);
            p.saldo = *ctx.db().one<Importe>("SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2",
                                             ctx.organizacionId(), p.documentoId);
            pagos_[numero] = perdonar(ctx, p).transaccionId;
        });
        return {};
    }

    std::string desaplica(std::istream& en) {
        int numero = 0;
        std::int64_t cual = 0;
        en >> numero >> cual;
        std::string codigo;
        en >> codigo;
        const Id id{l.entero(fmt::format(R"(SELECT aplicacionId FROM aplicacion WHERE organizacionId = $1 AND pagoId = $2
                                            AND estado = 'vigente' ORDER BY aplicacionId LIMIT 1 OFFSET {})",
                                         cual),
                             pagos_.at(numero))};
        const std::string falta = Libro::falta([&] {
            l.escribe([&](Context& ctx) { desasignar(ctx, pagos_.at(numero), std::span{&id, 1}, {}); });
        });
        if (falta.substr(0, falta.find(' ')) != codigo)
            return fmt::format("undoing is refused as '{}', expected '{}'", falta, codigo);
        return {};
    }

    std::string cancela(std::istream& en) {
        int numero = 0;
        en >> numero;
        l.escribe([&](Context& ctx) {
            Cancelacion c;
            c.con_aplicaciones = true;
            cancelar(ctx, pagos_.at(numero), c);
        });
        return {};
    }

    std::string pide(std::istream& en) {
        std::string total;
        en >> total;
        const auto e = l.emite(PedidoCliente, solicitud(PedidoCliente, en));
        pedidoId_ = e.transaccionId;
        return igual("total", e.total, total);
    }

    std::string surte(std::istream& en) {
        int numero = 0;
        std::int64_t cantidad = 0;
        std::string neto;
        std::string total;
        en >> numero >> cantidad >> neto >> total;
        auto s = l.derivada(FacturaVenta, pedidoId_, {Cantidad::de_enteros(cantidad)});
        s.partidas[0].precioUnitario.reset();
        const auto e = l.emite(FacturaVenta, s);
        partes_[numero] = e.transaccionId;
        std::string mal = igual("subtotal", e.subtotal, neto) + igual("total", e.total, total);
        return mal.empty() ? tasas(en, e.transaccionId, {"base", "importe"}) : mal;
    }

    std::string retira(std::istream& en) {
        int numero = 0;
        en >> numero;
        l.cancela(partes_.at(numero));
        return {};
    }

    std::string comparar(std::istream& en, bool venta) {
        int numero = 0;
        std::string saldo;
        en >> numero >> saldo;
        const auto id = venta ? ventas_.at(numero) : pagos_.at(numero);
        const std::string mal = igual("saldo", l.saldo(id), saldo);
        return mal.empty()
                   ? tasas(en, id,
                           {"baseLiquidada", "liquidado", "alCostoLiquidado", "rentaLiquidada", "liquidadoLocal",
                            "restituidoEfectivo + (SELECT CAST(COALESCE(SUM(x.efectivoLocal), 0) AS BIGINT) FROM aplicacion a "
                            "JOIN aplicacionImpuesto x ON x.organizacionId = $1 AND x.aplicacionId = a.aplicacionId "
                            "AND x.transaccionId = $2 AND x.impuesto = i.impuesto AND x.factor = i.factor AND x.tasa = i.tasa "
                            "WHERE a.organizacionId = $1 AND a." +
                                std::string{venta ? "documentoId" : "pagoId"} + " = $2 AND a.estado = 'vigente')"})
                   : mal;
    }

    // Of each tax as the program writes it: iva/tasa/160000=100.00/16.00
    std::string tasas(std::istream& en, std::int64_t id, const std::vector<std::string>& cifras) {
        std::map<std::string, std::string> debe;
        for (std::string t; en >> t;) debe[t.substr(0, t.find('='))] = t.substr(t.find('=') + 1);
        std::map<std::string, std::string> hay;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(
                fmt::format("SELECT i.impuesto, i.factor, i.tasa, {} FROM documentoImpuesto i WHERE i.organizacionId = $1 "
                            "AND i.transaccionId = $2",
                            fmt::join(cifras, ", ")),
                [&](const db::Row& r) {
                    std::string suyas;
                    for (std::size_t i = 0; i < cifras.size(); ++i) {
                        const std::int64_t micros = r.integer(3 + static_cast<int>(i));
                        // What is cost is not rounded in dollars.
                        suyas += (i == 0 ? "" : "/") + (i == 2 ? millonesimos(micros) : centavos(micros));
                    }
                    hay[fmt::format("{}/{}/{}", r.text(0), r.text(1), r.integer(2))] = suyas;
                },
                ctx.organizacionId(), id);
        });
        std::string mal;
        for (const auto& [clave, suyas] : debe)
            if (hay[clave] != suyas) mal += fmt::format("{} is {}, expected {}; ", clave, hay[clave], suyas);
        for (const auto& [clave, suyas] : hay)
            if (!debe.contains(clave)) mal += fmt::format("{} is {}, expected nothing; ", clave, suyas);
        return mal;
    }

    static std::string millonesimos(std::int64_t micros) {
        return fmt::format("{}{}.{:06}", micros < 0 ? "-" : "", std::abs(micros) / 1'000'000, std::abs(micros) % 1'000'000);
    }
    static std::string centavos(std::int64_t micros) {
        const std::int64_t c = micros / 10'000;
        if (c * 10'000 != micros) return Importe::de_micros(micros).texto();
        return fmt::format("{}{}.{:02}", c < 0 ? "-" : "", std::abs(c) / 100, std::abs(c) % 100);
    }
    static std::string igual(std::string_view campo, Importe hay, const std::string& debe) {
        return hay == *Importe::leer(debe) ? "" : fmt::format("{} is {}, expected {}; ", campo, hay.texto(), debe);
    }

    Libro l;
    std::map<std::string, std::int64_t> productos_;
    std::int64_t conceptoVenta_ = 0;
    std::int64_t conceptoCompra_ = 0;
    std::string moneda_;
    bool compra_ = false;
    std::int64_t pedidoId_ = 0;
    std::map<int, std::int64_t> ventas_;
    std::map<int, std::int64_t> pagos_;
    std::map<int, std::int64_t> partes_;
};

class TasasTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(TasasTest);

// What went wrong, with the case that it went wrong in.
std::string vivir(Tasas& tasas, const std::string& orden) {
    std::istringstream guion{salida_de(orden)};
    std::string relato;
    for (std::string linea; std::getline(guion, linea);) {
        if (linea.starts_with("caso")) relato.clear();
        relato += linea + '\n';
        std::string mal;
        try {
            mal = tasas.linea(linea);
        } catch (const Error& e) {
            mal = Libro::falta([&] { throw e; });
        } catch (const std::exception& e) {
            mal = e.what();
        }
        if (!mal.empty()) return mal + '\n' + relato;
    }
    return tasas.verificar();
}

TEST_P(TasasTest, TheServiceSaysWhatTheOtherProgramSays) {
    constexpr long partes = 80;
    constexpr long juntas = 2;
    const long casos = del_entorno("CACAO_TEST_TASAS", 2000);
    const long semilla = del_entorno("CACAO_TEST_TASAS_SEED", 1);
    const long desde = del_entorno("CACAO_TEST_TASAS_FROM", 0);
    const bool servidor = GetParam() == db::Motor::postgres;
    const long mios = servidor ? casos / partes : casos - casos / partes;
    std::vector<std::unique_ptr<Tasas>> empresas;
    std::vector<std::future<std::string>> vidas;
    for (long n = 0; n < juntas; ++n) empresas.push_back(std::make_unique<Tasas>(GetParam()));
    for (long n = 0; n < juntas; ++n) {
        const long primero = mios * n / juntas;
        const std::string orden = fmt::format("python3 '{}' {} {} {}", CACAO_TASAS_PY, mios * (n + 1) / juntas - primero,
                                              servidor ? -semilla : semilla, desde + primero);
        vidas.push_back(std::async(std::launch::async,
                                   [&empresa = *empresas[static_cast<std::size_t>(n)], orden] { return vivir(empresa, orden); }));
    }
    long vividos = 0;
    for (std::size_t n = 0; n < vidas.size(); ++n) {
        EXPECT_EQ(vidas[n].get(), "");
        vividos += empresas[n]->casos;
    }
    EXPECT_EQ(vividos, mios);
}

}  // namespace
}  // namespace cacao::test
