// What is undone leaves nothing: short lives of one document in which payments, credits and write-offs come and go, each of which
// once left a cent, or more, collected or paid by nobody.

#include "engine/saldos/saldos.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>
#include <tuple>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// How what is sold, or bought, is taxed.
struct Gravamen {
    const char* codigo;
    const char* iva = "tasa";
    const char* ieps = "0";
    const char* ivaRetenido = "0";
    const char* isrRetenido = "0";
    const char* isrPor = "servicios";
    const char* noAcreditable = "0";
};
constexpr Gravamen gravamenes[] = {{"GASTOS"},
                                   {"CERO", "cero"},
                                   {"EXENTO", "exento"},
                                   {"HONORARIOS", "tasa", "0", "0.106667", "0.1"},
                                   {"RENTA", "tasa", "0", "0.106667", "0.1", "arrendamiento"},
                                   {"FLETES", "tasa", "0", "0.04"},
                                   {"RETF", "tasa", "0", "0.06"},
                                   {"MEDIO", "tasa", "0", "0", "0", "servicios", "0.5"},
                                   {"IEPS", "tasa", "0.08"}};

class Deshechos : public testing::TestWithParam<db::Motor> {
protected:
    Deshechos() : l(GetParam()), persona(l.contacto("PERSONA", false, true, "XOJI740919U48")) {
        for (const Gravamen& g : gravamenes) {
            const auto id = l.producto(g.codigo, {}, "peps", "ninguno", g.iva);
            const auto tasa = [](const char* t) { return *Tasa::leer(t); };
            l.escribe([&](Context& ctx) {
                ctx.db().run(R"(UPDATE producto SET tipo = 'servicio', iepsTasa = $3, ivaRetenido = $4, isrRetenido = $5, isrPor = $6,
                                                    ivaNoAcreditable = $7
                                WHERE organizacionId = $1 AND productoId = $2)",
                             ctx.organizacionId(), id, tasa(g.ieps), tasa(g.ivaRetenido), tasa(g.isrRetenido), g.isrPor,
                             tasa(g.noAcreditable));
                ctx.db().run("UPDATE organizacion SET rfc = 'EKU9003173C9' WHERE organizacionId = $1", ctx.organizacionId());
            });
            productos[g.codigo] = id;
        }
    }

    // "HONORARIOS 1 100, GASTOS 4 100": product, quantity, price.
    std::int64_t registra(bool compra, const std::string& lineas) {
        compra_ = compra;
        actos.clear();
        std::vector<test::Renglon> renglones;
        std::istringstream en{lineas};
        for (std::string linea; std::getline(en, linea, ',');) {
            std::istringstream campos{linea};
            std::string codigo;
            std::string cantidad;
            std::string precio;
            campos >> codigo >> cantidad >> precio;
            renglones.push_back({productos.at(codigo), *Cantidad::leer(cantidad), *Precio::leer(precio)});
        }
        const Documento& tipo = compra ? FacturaCompra : FacturaVenta;
        auto s = l.solicitud(tipo, renglones);
        s.entidadId = quien();
        documentoId = l.emite(tipo, s).transaccionId;
        return documentoId;
    }
    // "paga 215", "acredita 2 3" (of a line so many), "espera 2 3" (the same, and it waits), "perdona 50", "cancela 0" (which act).
    void vive(const std::string& vida) {
        std::istringstream en{vida};
        for (std::string acto; std::getline(en, acto, ',');) {
            std::istringstream campos{acto};
            std::string que;
            std::string uno;
            std::string dos;
            campos >> que >> uno >> dos;
            if (que == "paga") actos.push_back(paga(*Importe::leer(uno)));
            else if (que == "perdona") actos.push_back(perdona(*Importe::leer(uno)));
            else if (que == "acredita" || que == "espera")
                actos.push_back(acredita(std::stol(uno), *Cantidad::leer(dos), que == "acredita"));
            else if (que == "cancela") cancela(actos.at(std::stoul(uno)));
            else ADD_FAILURE() << acto;
            EXPECT_THAT(l.diferencias(), IsEmpty()) << acto;
        }
    }
    // What counts as collected, or paid, of any tax.
    std::string cobrado() {
        std::string hay;
        for (const char* codigo : {"118.01", "208.01", "216.03", "216.04", "216.10", "216.11"})
            if (const Importe i = l.en(codigo); !i.es_cero()) hay += std::string{codigo} + "=" + i.texto() + " ";
        return hay;
    }

    void cancela(std::int64_t transaccionId) {
        Cancelacion c;
        c.con_aplicaciones = true;
        l.escribe([&](Context& ctx) { cancelar(ctx, transaccionId, c); });
    }
    std::int64_t quien() const { return compra_ ? persona : l.clienteId; }
    std::int64_t paga(Importe importe) {
        if (!compra_) {
            const auto d = l.deposito(importe);
            l.aplica(d.transaccionId, documentoId, importe);
            return d.transaccionId;
        }
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = documentoId;
        return l.emite(Egreso, e).transaccionId;
    }
    std::int64_t perdona(Importe importe) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) {
            Perdon p;
            p.encabezado.entidadId = quien();
            p.documentoId = documentoId;
            p.naturaleza = compra_ ? Naturaleza::pagar : Naturaleza::cobrar;
            p.importe = importe;
            p.saldo = saldo_de(ctx.db(), documentoId, p.naturaleza);
            id = perdonar(ctx, p).transaccionId;
        });
        return id;
    }
    std::int64_t acredita(std::int64_t partida, Cantidad cantidad, bool aplicar) {
        CreditoPedido pedido;
        pedido.encabezado.entidadId = quien();
        pedido.aplicar = aplicar;
        PartidaCreditoNueva p;
        p.transaccionIdOrigen = documentoId;
        p.partidaOrigen = partida;
        p.cantidad = cantidad;
        pedido.partidas.push_back(p);
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) {
            id = registrar_nota_credito(ctx, compra_ ? NotaCreditoProveedor : NotaCreditoCliente, pedido).transaccionId;
        });
        return id;
    }

    Libro l;
    std::int64_t persona;
    std::map<std::string, std::int64_t> productos;
    std::int64_t documentoId = 0;
    std::vector<std::int64_t> actos;  // what each of them registered

private:
    bool compra_ = false;
};
CACAO_EN_AMBOS_MOTORES(Deshechos);

struct Vida {
    const char* que;
    bool compra;
    const char* lineas;
    const char* actos;
    const char* saldo;
};
constexpr Vida vidas[] = {
    {"a credit for more than was owed takes its own once the payment is undone", true, "HONORARIOS 1 100, GASTOS 4 100",
     "paga 215, acredita 2 3, cancela 0", "211.33"},
    {"the same of what bears no tax", true, "CERO 1 100, GASTOS 4 100", "paga 220, acredita 2 3, cancela 0", "216"},
    {"what was let go gave way to credits", true, "CERO 1 33.33, HONORARIOS 4 100",
     "paga 50, perdona 50, paga 100, acredita 2 2, acredita 1 1, cancela 0, cancela 2", "140.67"},
    {"what is let go by itself is paid by nobody", true, "RETF 1 1000, HONORARIOS 2 33.33", "perdona 50", "1113.55"},
    {"credits that took each other's", false, "GASTOS 7 33.33, EXENTO 1 33.33, CERO 3 9.99",
     "paga 166.97, acredita 2 1, acredita 3 2, acredita 1 3, cancela 1, cancela 0", "197.97"},
    {"what of a tax is cost", true, "MEDIO 3 100, HONORARIOS 2 50", "paga 200, acredita 1 2, acredita 2 1, cancela 0", "163.67"},
    {"of fees and of rent", true, "HONORARIOS 1 100, RENTA 4 100", "paga 200, paga 200, acredita 1 1, cancela 0, cancela 1",
     "381.33"},
    {"a credit waited for what was let go, and is cancelled", false, "GASTOS 2 50", "espera 1 1, perdona 116, cancela 0", "0"},
    {"what is withheld was given back as what it is of was open", false, "IEPS 7 83.50, HONORARIOS 2 188.71",
     "paga 144.20, acredita 2 2, paga 502.18, perdona 46.62, cancela 2, cancela 0", "685.64"},
};

TEST_P(Deshechos, NadaQuedaCobrado) {
    for (const Vida& v : vidas) {
        SCOPED_TRACE(v.que);
        registra(v.compra, v.lineas);
        vive(v.actos);
        EXPECT_EQ(l.saldo(documentoId), *Importe::leer(v.saldo)) << l.saldo(documentoId).texto();
        EXPECT_EQ(cobrado(), "");
    }
}

// Each of these is such a life's end as it once was, made by hand.
TEST_P(Deshechos, LoQueNadiePagoSeEncuentra) {
    const auto mueve = [&](const char* impuesto, const char* cifra, const char* liquidada, Importe cuanto) {
        l.escribe([&](Context& ctx) {
            ctx.db().run(fmt::format("UPDATE aplicacionImpuesto SET {0} = {0} + $4 WHERE organizacionId = $1 AND transaccionId = $2 "
                                     "AND impuesto = $3 AND aplicacionId = (SELECT MAX(aplicacionId) FROM aplicacion WHERE "
                                     "organizacionId = $1 AND documentoId = $2)",
                                     cifra),
                         ctx.organizacionId(), documentoId, impuesto, cuanto);
            ctx.db().run(fmt::format("UPDATE documentoImpuesto SET {0} = {0} + $4 WHERE organizacionId = $1 AND transaccionId = $2 "
                                     "AND impuesto = $3",
                                     liquidada),
                         ctx.organizacionId(), documentoId, impuesto, cuanto);
        });
    };
    registra(true, "HONORARIOS 1 100, GASTOS 4 100");
    vive("paga 215, acredita 2 3, acredita 1 1, cancela 0");
    for (const auto& [impuesto, cifra, liquidada] :
         {std::tuple{"iva", "importe", "liquidado"}, std::tuple{"iva", "base", "baseLiquidada"},
          std::tuple{"ivaRetenido", "importe", "liquidado"}, std::tuple{"isrRetenido", "importe", "liquidado"}}) {
        // Below zero where the document is at its end; it is told the other way round then.
        const Importe centavo = std::string_view{impuesto} == "iva" ? *Importe::leer("0.01") : *Importe::leer("-0.01");
        mueve(impuesto, cifra, liquidada, centavo);
        EXPECT_THAT(l.diferencias(), Contains(AllOf(HasSubstr(impuesto), HasSubstr("nobody paid it, and collected is"))));
        mueve(impuesto, cifra, liquidada, -centavo);
        EXPECT_THAT(l.diferencias(), IsEmpty());
    }
    // With a payment in force: of rent more than credits leave, and of fees less than nothing.
    registra(true, "HONORARIOS 1 100, RENTA 4 100");
    vive("paga 200, acredita 1 1");
    mueve("isrRetenido", "renta", "rentaLiquidada", *Importe::leer("30"));
    EXPECT_THAT(l.diferencias(), Contains(AllOf(HasSubstr("isrRetenido"), HasSubstr("its credits leave"))));
}

}  // namespace
}  // namespace cacao::engine
