// What another program (tasas.py) says of taxes by rate, done with the service: every document after every step, to the cent.
// CACAO_TEST_TASAS says how many cases, CACAO_TEST_TASAS_SEED from which seed; one in eighty on PostgreSQL.

#include "aritmetica/programa.hpp"
#include "db/rows.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "engine/verificar/verificar.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace cacao::test {
namespace {

using namespace engine;

// One case's documents, by the numbers that the program gives them.
class Tasas {
public:
    explicit Tasas(db::Motor motor) : l(motor) {
        producto("G", "tasa", {}, {}, {});
        producto("C", "cero", {}, {}, {});
        producto("E", "exento", {}, {}, {});
        producto("B", "tasa", "0.08", {}, {});
        producto("H", "tasa", {}, "0.106667", "0.1");
        producto("M", "tasa", "0.08", "0.106667", "0.1");
        producto("F", "tasa", "0.08", "0.04", {});
        conceptoId_ = l.concepto("VENTA-SERV");
        // A natural person: of its fees companies withhold.
        l.escribe([](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = 'XOJI740919U48' WHERE organizacionId = $1", ctx.organizacionId());
        });
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

    std::string verificar() {
        std::string mal;
        l.m.lee([&](const Context& ctx) { engine::verificar(ctx.db(), [&](const std::string& d) { mal += d + '\n'; }); });
        return mal;
    }

    int casos = 0;

private:
    void producto(const std::string& codigo, std::string_view iva, std::string_view ieps, std::string_view retenido,
                  std::string_view isr) {
        const auto id = l.producto(codigo);
        const auto tasa = [](std::string_view t) { return t.empty() ? Tasa{} : *Tasa::leer(t); };
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(UPDATE producto SET tipo = 'servicio', iva = $3, iepsTasa = $4, ivaRetenido = $5, isrRetenido = $6
                            WHERE organizacionId = $1 AND productoId = $2)",
                         ctx.organizacionId(), id, iva, tasa(ieps), tasa(retenido), tasa(isr));
        });
        productos_[codigo] = id;
    }

    std::string caso(std::istream&) {
        ++casos;
        ventas_.clear();
        pagos_.clear();
        partes_.clear();
        l.clienteId = l.contacto(fmt::format("T{}", casos), true, false);
        return {};
    }

    std::vector<Renglon> renglones(std::istream& en) {
        std::vector<Renglon> lista;
        for (std::string r; en >> r;) {
            const auto uno = r.find(':');
            const auto dos = r.find(':', uno + 1);
            lista.push_back({productos_.at(r.substr(0, uno)), Cantidad::de_enteros(std::stol(r.substr(uno + 1, dos - uno - 1))),
                             Precio::de_micros(std::stol(r.substr(dos + 1)))});
        }
        return lista;
    }

    std::string vende(std::istream& en) {
        int numero = 0;
        std::string total;
        en >> numero >> total;
        const auto e = l.factura(renglones(en));
        ventas_[numero] = e.transaccionId;
        return igual("total", e.total, total);
    }

    std::string cobra(std::istream& en) {
        int numero = 0;
        int venta = 0;
        std::string importe;
        en >> numero >> venta >> importe;
        l.escribe([&](Context& ctx) {
            SolicitudEntera s;
            s.entidadId = l.clienteId;
            s.cuentaBancariaId = l.bancoId;
            s.importe = *Importe::leer(importe);
            pagos_[numero] = emitir(ctx, Deposito, s).transaccionId;
            engine::aplicar(ctx, pagos_[numero], {{"", ventas_.at(venta), s.importe, {}}});
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
            p.conceptoId = conceptoId_;
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
                const auto id = registrar_nota_credito(ctx, NotaCreditoCliente, pedido).transaccionId;
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
        // Those that were made again for one credit come in their order.
        std::int64_t despues = 0;
        for (const auto& [numero, id] : pagos_)
            if (numero < ahora && numero != antes && rehechos_.contains(id)) despues = std::max(despues, id);
        pagos_[ahora] = l.entero(R"(SELECT COALESCE(MIN(transaccionId), 0) FROM documento
                                    WHERE organizacionId = $1 AND origenId = $2 AND transaccionId > $3 AND estado = 'vigente'
                                      AND tipo = 'AjusteSaldoCliente')",
                                 ventas_.at(venta), std::max(despues, pagos_.at(antes)));
        rehechos_.insert(pagos_[ahora]);
        return estado == 1 && pagos_[ahora] != 0 ? "" : "what was let go was not made again";
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
        en >> numero >> venta >> importe;
        l.escribe([&](Context& ctx) {
            Perdon p;
            p.encabezado.entidadId = l.clienteId;
            p.documentoId = ventas_.at(venta);
            p.naturaleza = Naturaleza::cobrar;
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
        const auto e = l.emite(PedidoCliente, l.solicitud(PedidoCliente, renglones(en)));
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
        return mal.empty() ? tasas(en, e.transaccionId, "base", "importe") : mal;
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
        return mal.empty() ? tasas(en, id, "baseLiquidada", "liquidado") : mal;
    }

    // Of each tax as the program writes it: iva/tasa/160000=100.00/16.00
    std::string tasas(std::istream& en, std::int64_t id, std::string_view base, std::string_view importe) {
        std::map<std::string, std::string> debe;
        for (std::string t; en >> t;) debe[t.substr(0, t.find('='))] = t.substr(t.find('=') + 1);
        std::map<std::string, std::string> hay;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(
                fmt::format("SELECT impuesto, factor, tasa, {}, {} FROM documentoImpuesto WHERE organizacionId = $1 "
                            "AND transaccionId = $2",
                            base, importe),
                [&](const db::Row& r) {
                    hay[fmt::format("{}/{}/{}", r.text(0), r.text(1), r.integer(2))] =
                        fmt::format("{}/{}", centavos(r.integer(3)), centavos(r.integer(4)));
                },
                ctx.organizacionId(), id);
        });
        std::string mal;
        for (const auto& [clave, cifras] : debe)
            if (hay[clave] != cifras) mal += fmt::format("{} is {}, expected {}; ", clave, hay[clave], cifras);
        for (const auto& [clave, cifras] : hay)
            if (!debe.contains(clave)) mal += fmt::format("{} is {}, expected nothing; ", clave, cifras);
        return mal;
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
    std::int64_t conceptoId_ = 0;
    std::int64_t pedidoId_ = 0;
    std::map<int, std::int64_t> ventas_;
    std::map<int, std::int64_t> pagos_;
    std::map<int, std::int64_t> partes_;
    std::set<std::int64_t> rehechos_;
};

class TasasTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(TasasTest);

TEST_P(TasasTest, TheServiceSaysWhatTheOtherProgramSays) {
    constexpr long partes = 80;
    const long casos = del_entorno("CACAO_TEST_TASAS", 2000);
    const long semilla = del_entorno("CACAO_TEST_TASAS_SEED", 1);
    const bool servidor = GetParam() == db::Motor::postgres;
    const long mios = servidor ? casos / partes : casos - casos / partes;
    std::istringstream guion{
        leer_programa(fmt::format("python3 '{}' {} {}", CACAO_TASAS_PY, mios, servidor ? -semilla : semilla))};
    Tasas tasas{GetParam()};
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
        ASSERT_EQ(mal, "") << relato;
    }
    EXPECT_EQ(tasas.casos, mios);
    EXPECT_EQ(tasas.verificar(), "");
}

}  // namespace
}  // namespace cacao::test
