// The file of the return of suppliers, read by a reader that knows nothing but the authority's instructions, for months of
// payments drawn at random; and what the month's payments come to by a plain model of them.

#include "rooms/impuestos/diot.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "rooms/impuestos/diot_proveedor.hpp"
#include "rooms/impuestos/iva_acreditable.hpp"
#include "support/alcance.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

// One line as the instructions of January 2025 have it: 54 fields by their number.
struct LineaLeida {
    std::array<std::string, 55> campo;  // from 1 on
    std::int64_t cifra(std::size_t n) const { return campo.at(n).empty() ? 0 : std::stoll(campo.at(n)); }
};

// What is wrong with a file; "" when the authority would take it.
std::string leer_diot(const std::string& texto, std::vector<LineaLeida>& lineas) {
    std::set<std::string> vistas;
    std::size_t desde = 0;
    int numero = 0;
    while (desde < texto.size()) {
        ++numero;
        const auto fin = texto.find("\r\n", desde);
        if (fin == std::string::npos) return fmt::format("line {} has no end", numero);
        LineaLeida l;
        std::size_t campo = 1;
        for (std::size_t i = desde; i < fin; ++i) {
            if (texto[i] == '|') {
                if (++campo > 54) return fmt::format("line {} has more than 54 fields", numero);
            } else {
                l.campo.at(campo) += texto[i];
            }
        }
        desde = fin + 2;
        if (campo != 54) return fmt::format("line {} has {} fields", numero, campo);
        const auto mal = [&](std::string_view que) { return fmt::format("line {}: {}", numero, que); };
        static const std::map<std::string, std::set<std::string>> operaciones{
            {"04", {"02", "03", "06", "08", "85"}}, {"05", {"02", "03", "07"}}, {"15", {"87"}}};
        const auto tercero = operaciones.find(l.campo[1]);
        if (tercero == operaciones.end()) return mal("third party");
        if (!tercero->second.contains(l.campo[2])) return mal("operation");
        if (l.campo[1] == "15" && l.campo[3] != "XAXX010101000") return mal("the global line has another RFC");
        if (l.campo[1] == "04" && (l.campo[3].size() < 12 || l.campo[3].size() > 13)) return mal("no RFC");
        for (std::size_t i = 4; i <= 7; ++i)
            if (l.campo[1] != "05" && !l.campo[i].empty()) return mal("data of somebody abroad");
        if (!vistas.insert(l.campo[1] + l.campo[2] + l.campo[3] + "|" + l.campo[4]).second) return mal("twice");
        for (std::size_t i = 8; i <= 53; ++i) {
            if (l.campo[i].size() > 14) return mal("too long a figure");
            for (const char c : l.campo[i])
                if (c < '0' || c > '9') return mal(fmt::format("field {} is no whole figure: {}", i, l.campo[i]));
        }
        if (l.campo[54] != "01" && l.campo[54] != "02") return mal("effects");
        // Value, returns, VAT credited in full and by share, and what is not, of the five categories.
        struct Categoria {
            std::size_t valor, acreditable, no_acreditable;
            std::int64_t porciento;
        };
        for (const Categoria& c :
             {Categoria{8, 18, 28, 8}, {10, 20, 32, 8}, {12, 22, 36, 16}, {14, 24, 40, 16}, {16, 26, 44, 16}}) {
            const std::int64_t valor = l.cifra(c.valor);
            if (l.cifra(c.valor + 1) > valor) return mal("more returned than paid");
            const std::int64_t acreditable = l.cifra(c.acreditable) + l.cifra(c.acreditable + 1);
            if (acreditable > (valor * c.porciento * 2 + 100) / 200) return mal("more VAT than the rate");
            std::int64_t no = 0;
            for (std::size_t i = 0; i < 4; ++i) no += l.cifra(c.no_acreditable + i);
            if (valor == 0 && acreditable + no != 0) return mal("VAT of nothing");
        }
        lineas.push_back(std::move(l));
    }
    return "";
}

TEST(LectorDeDiot, TomaElEjemploDeLaAutoridadYHallaLoMalo) {
    std::vector<LineaLeida> lineas;
    const std::string bueno =
        "04|02|RFC111111XXX|||||1000|10|0|0|1000|10|1000|10|1000|10|10|10|10|10|10|10|10|10|10|10|1|1|1|1|1|1|1|1|1|1|1|1|1|1|1|"
        "1|1|1|1|1|"
        "100|100|100|100|100|100|01\r\n";
    // The authority's own line has VAT where it has no value; ours never does.
    EXPECT_EQ(leer_diot(bueno, lineas), "line 1: more VAT than the rate");
    std::string linea = "04|85|XOJI740919U48|||||||||2459|";
    for (int i = 14; i < 22; ++i) linea += "|";
    const auto con = [&](const std::string& iva, const std::string& resto = "01") {
        std::string l = linea + "|" + iva;
        for (int i = 22; i < 54; ++i) l += "|";
        return l + resto + "\r\n";
    };
    EXPECT_EQ(leer_diot(con("393"), lineas), "");
    EXPECT_EQ(leer_diot(con("394"), lineas), "line 1: more VAT than the rate");
    EXPECT_EQ(leer_diot(con("393.5"), lineas), "line 1: field 22 is no whole figure: 393.5");
    EXPECT_EQ(leer_diot(con("393", "03"), lineas), "line 1: effects");
    EXPECT_EQ(leer_diot(con("1") + con("2"), lineas), "line 2: twice");
}

class DiotTest : public ::testing::TestWithParam<db::Motor> {
protected:
    DiotTest() : l{GetParam(), {register_diot, register_diot_proveedores, register_iva_acreditable}} {
        l.m.reloj.fijar(Instante::leer_iso("2026-12-15T18:00:00Z"));
        l.m.token = l.m.token_de(l.m.sesion->usuarioId);
    }
    engine::Emitido emite(const engine::Documento& tipo, std::int64_t quien, Fecha fecha,
                          const std::vector<std::pair<std::string, Precio>>& lineas) {
        test::SolicitudEntera g;
        g.entidadId = quien;
        g.fecha = fecha;
        for (const auto& [concepto, precio] : lineas) {
            auto& p = g.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.conceptoId = l.concepto(concepto);
            p.cantidad = 1_pza;
            p.precioUnitario = precio;
        }
        return l.emite(tipo, g);
    }
    engine::Emitido paga(std::int64_t quien, Fecha fecha, const engine::Emitido& gasto, Importe importe) {
        test::SolicitudEntera e;
        e.entidadId = quien;
        e.fecha = fecha;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = gasto.transaccionId;
        return l.emite(engine::Egreso, e);
    }
    Libro l;
};
CACAO_EN_AMBOS_MOTORES(DiotTest);

TEST_P(DiotTest, MesesAlAzarSonLosQueLaAutoridadToma) {
    Azar azar{5402};
    struct Quien {
        std::int64_t id;
        std::string rfc;
        std::string idFiscal;
    };
    std::vector<Quien> quienes;
    for (const char* rfc : {"XOJI740919U48", "EKU9003173C9", "", "XOJI740919U48", ""})
        quienes.push_back({l.contacto(fmt::format("PR{}", quienes.size()), false, true, rfc), rfc, ""});
    quienes[4].idFiscal = "98-7654321";
    ASSERT_EQ(l.m.pide(fmt::format("PUT /api/Impuestos/Diot/Proveedores/{}", quienes[4].id),
                       R"({"idFiscal":"98-7654321","pais":"USA","tipoOperacion":"03"})")
                  .status,
              200);
    const std::vector<std::string> conceptos{"GASTOS", "HONORARIOS", "FLETES"};
    std::vector<std::pair<Quien, engine::Emitido>> abiertos;
    std::size_t lineas_vistas = 0;
    for (int mes = 1; mes <= 6; ++mes) {
        const auto dia = [&] { return *Fecha::de_civil(2026, mes, 1 + static_cast<int>(azar.menor(28))); };
        for (int i = 0; i < 7; ++i) {
            const Quien quien = azar.uno(quienes);
            const Fecha fecha = dia();
            std::vector<std::pair<std::string, Precio>> lineas;
            const int cuantas = 1 + static_cast<int>(azar.menor(3));
            for (int k = 0; k < cuantas; ++k) {
                const std::string concepto = azar.uno(conceptos);
                lineas.emplace_back(concepto, Precio::de_micros((1 + azar.menor(500'000)) * 10'000LL));
            }
            const auto g = emite(engine::Gasto, quien.id, fecha, lineas);
            const std::int64_t parte = 1 + azar.menor(g.total.micros() / 10'000);
            const auto pago = paga(quien.id, fecha, g, Importe::de_micros(parte * 10'000));
            if (azar.menor(6) == 0)
                l.escribe(
                    [&](Context& ctx) { engine::cancelar(ctx, pago.transaccionId, {.fecha = fecha, .con_aplicaciones = true}); });
        }
        const std::int64_t periodo = 202600 + mes;
        const auto r = l.m.pide(fmt::format("GET /api/Impuestos/Diot/Archivo?periodo={}", periodo));
        ASSERT_EQ(r.status, 200);
        std::vector<LineaLeida> lineas;
        EXPECT_EQ(leer_diot(r.body, lineas), "") << r.body;
        lineas_vistas += lineas.size();
        l.m.lee([&](const Context& ctx) {
            DiotPedida pedida;
            pedida.periodo = periodo;
            const auto diot = consultar_diot(ctx, pedida);
            IvaAcreditablePedido acreditable;
            acreditable.fechaInicial = FechaDmy{*Fecha::de_civil(2026, mes, 1)};
            acreditable.fechaFinal = FechaDmy{Fecha::de_civil(2026, mes, 1)->ultimo_del_mes()};
            const auto iva = consultar_iva_acreditable(ctx, acreditable);
            EXPECT_EQ(diot.acreditable, iva.impuesto);
            EXPECT_EQ(diot.diferencia, Importe{});
            ASSERT_EQ(diot.lineas.size(), lineas.size());
            // Whole pesos are what was paid, but for the rounding of each line.
            std::int64_t valor = 0;
            std::int64_t creditable = 0;
            std::int64_t retenido = 0;
            for (const LineaLeida& x : lineas) {
                for (std::size_t n = 8; n <= 16; n += 2) valor += x.cifra(n) - x.cifra(n + 1);
                for (std::size_t n = 18; n <= 27; ++n) creditable += x.cifra(n);
                for (std::size_t n = 50; n <= 52; ++n) valor += x.cifra(n);
                retenido += x.cifra(48);
            }
            const auto cerca = [&](std::int64_t pesos, Importe exacto) {
                const Importe falta = Importe::de_enteros(pesos) - exacto;
                return std::max(falta, -falta) <= Importe::de_enteros(static_cast<std::int64_t>(lineas.size()));
            };
            EXPECT_TRUE(cerca(valor, diot.pagado)) << valor << " " << diot.pagado.texto();
            EXPECT_TRUE(cerca(creditable, diot.acreditable)) << creditable << " " << diot.acreditable.texto();
            EXPECT_TRUE(cerca(retenido, diot.retenido)) << retenido << " " << diot.retenido.texto();
            // Each line says what the contact with that RFC was paid, by the report of VAT.
            std::map<std::string, Importe> por_rfc;
            for (const auto& p : iva.proveedores) por_rfc[p.rfc] += p.base16;
            std::map<std::string, std::int64_t> propio;
            for (const LineaLeida& x : lineas)
                if (x.campo[1] == "04") propio[x.campo[3]] += x.cifra(12) - x.cifra(13);
            for (const auto& [rfc, pesos] : propio) EXPECT_LE(std::abs(pesos - por_rfc.at(rfc).micros() / 1'000'000), 2) << rfc;
        });
    }
    EXPECT_GT(lineas_vistas, 15U);
}

// What a credit takes off goes to returns; what is undone of another month is told and not declared.
TEST_P(DiotTest, LasNotasDeCreditoSonDevoluciones) {
    const auto quien = l.contacto("PR", false, true, "EKU9003173C9");
    const auto fecha = *Fecha::de_civil(2026, 3, 5);
    test::SolicitudEntera s;
    s.entidadId = quien;
    s.fecha = fecha;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("GASTOS");
    p.cantidad = Cantidad::de_enteros(10);
    p.precioUnitario = 100_precio;
    const auto factura = l.emite(engine::FacturaCompra, s);
    const auto pago = paga(quien, fecha, factura, 580_mxn);
    test::SolicitudEntera n;
    n.entidadId = quien;
    n.fecha = fecha;
    auto& q = n.partidas.emplace_back();
    q.campo = "/partidas/0";
    q.conceptoId = p.conceptoId;
    q.cantidad = Cantidad::de_enteros(2);
    q.precioUnitario = 100_precio;
    q.origenId = factura.transaccionId;
    q.origenPartida = 1;
    const auto nota = l.emite(engine::NotaCreditoProveedor, n);
    l.escribe([&](Context& ctx) {
        engine::AplicacionPedida a;
        a.campo = "/asignaciones/0";
        a.transaccionId = factura.transaccionId;
        a.importe = nota.total;
        engine::aplicar(ctx, nota.transaccionId, {a}, fecha);
    });
    std::vector<LineaLeida> marzo;
    const auto r = l.m.pide("GET /api/Impuestos/Diot/Archivo?periodo=202603");
    EXPECT_EQ(leer_diot(r.body, marzo), "") << r.body;
    ASSERT_EQ(marzo.size(), 1U);
    EXPECT_EQ(marzo[0].cifra(12), 700);
    EXPECT_EQ(marzo[0].cifra(13), 200);
    EXPECT_EQ(marzo[0].cifra(22), 80);
    l.escribe([&](Context& ctx) {
        engine::cancelar(ctx, pago.transaccionId, {.fecha = *Fecha::de_civil(2026, 4, 6), .con_aplicaciones = true});
    });
    const auto abril = l.m.pide("GET /api/Impuestos/Diot?periodo=202604");
    EXPECT_EQ(abril.en("/data/avisos/0/aviso"), "devolucionMayor");
    EXPECT_EQ(abril.en("/data/avisos/0/importe"), "500");
    EXPECT_EQ(abril.en("/data/acreditable"), "-80");
    EXPECT_EQ(abril.en("/data/diferencia"), "0");
    EXPECT_EQ(l.m.pide("GET /api/Impuestos/Diot/Archivo?periodo=202604").body, "");
}

}  // namespace
}  // namespace cacao::test
