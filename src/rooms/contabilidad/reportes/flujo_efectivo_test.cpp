// The statement of cash flows against a model that knows nothing of it: entries of every kind of account, split one by one; both
// methods say the same of every section, come to what cash changed by, and open to rows that add up.

#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"

#include "base/azar.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/contabilidad/documentos/poliza.hpp"
#include "rooms/contabilidad/documentos/revaluacion.hpp"
#include "rooms/contabilidad/reportes/estado_resultados.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace cacao::test {
namespace {
namespace de_flujo {

using namespace literales;
using flujo::Actividad;

constexpr auto op = Actividad::operacion;
constexpr auto inv = Actividad::inversion;
constexpr auto fin = Actividad::financiamiento;
constexpr auto cam = Actividad::cambiaria;

flujo::Renglon caja(Importe i) { return {i, {op, false, true}}; }
flujo::Renglon saldo(Importe i, Actividad a = op) { return {i, {a, false, false}}; }
flujo::Renglon resultado(Importe i, Actividad a = op) { return {i, {a, true, false}}; }
std::string dicho(const std::vector<flujo::Renglon>& renglones, bool al_reves = false) {
    std::string texto;
    for (const auto& r : flujo::repartir(renglones, al_reves))
        texto += fmt::format("{}{}/{}/{}", texto.empty() ? "" : " ", r.efectivo.texto(), r.fuera.texto(), r.sinEfectivo.texto());
    return texto;
}

// Of each row: matched with cash / out of its balance / adjusts the result.
TEST(FlujoPartes, SplitsAnEntry) {
    EXPECT_EQ(dicho({caja(100_mxn), resultado(-100_mxn)}), "0/0/0 -100/0/0");
    EXPECT_EQ(dicho({caja(100_mxn), caja(-100_mxn)}), "0/0/0 0/0/0") << "between own accounts";
    EXPECT_EQ(dicho({saldo(400_mxn, inv), saldo(64_mxn), saldo(-464_mxn)}), "0/0/0 0/0/0 0/-400/0") << "an asset on credit";
    EXPECT_EQ(dicho({saldo(464_mxn), caja(-464_mxn)}), "464/0/0 0/0/0") << "and its payment";
    EXPECT_EQ(dicho({saldo(400_mxn, inv), caja(-150_mxn), saldo(-250_mxn, fin)}), "150/0/0 0/0/0 0/0/0") << "half with a loan";
    EXPECT_EQ(dicho({saldo(400_mxn, inv), caja(-150_mxn), saldo(-250_mxn)}), "150/0/0 0/0/0 0/-250/0") << "half on credit";
    EXPECT_EQ(dicho({saldo(400_mxn, inv), saldo(64_mxn), caja(-214_mxn), saldo(-250_mxn, fin)}), "150/0/0 64/0/0 0/0/0 0/0/0");
    EXPECT_EQ(dicho({caja(977_mxn), resultado(23_mxn), saldo(-1000_mxn, fin)}), "0/0/0 0/0/0 -977/0/-23")
        << "a loan less its fee";
    EXPECT_EQ(dicho({resultado(100_mxn), saldo(-60_mxn, inv), saldo(-40_mxn, inv)}), "0/0/0 0/0/-60 0/0/-40") << "depreciation";
    EXPECT_EQ(dicho({saldo(300_mxn, inv), saldo(-400_mxn, inv), saldo(174_mxn), saldo(-24_mxn), resultado(-50_mxn)}),
              "0/0/0 0/0/50 0/150/0 0/0/0 0/0/0")
        << "sold on credit: its gain adjusts, and what is owed for it is no operation";
    EXPECT_EQ(dicho({saldo(-300_mxn, inv), saldo(400_mxn, inv), saldo(-174_mxn), saldo(24_mxn), resultado(50_mxn)}, true),
              "0/0/0 0/0/-50 0/-150/0 0/0/0 0/0/0")
        << "and taken back";
    EXPECT_EQ(dicho({saldo(300_mxn, inv), saldo(-400_mxn, inv), caja(150_mxn), resultado(-50_mxn)}),
              "300/0/0 -400/0/0 0/0/0 -50/0/0")
        << "for cash";
    EXPECT_EQ(dicho({resultado(100_mxn, fin), saldo(-100_mxn)}), "0/0/0 0/-100/0") << "interest that is owed";
    EXPECT_EQ(dicho({caja(110_mxn), saldo(-100_mxn), resultado(-10_mxn, cam)}), "0/0/0 -110/0/0 0/0/0")
        << "what came is what came";
    EXPECT_EQ(dicho({caja(90_mxn), saldo(-100_mxn), resultado(10_mxn, cam)}), "0/0/0 -90/0/0 0/0/0");
    EXPECT_EQ(dicho({caja(110_mxn), caja(-100_mxn), resultado(-10_mxn, cam)}), "0/0/0 0/0/0 -10/0/10") << "an effect on cash";
    EXPECT_EQ(dicho({saldo(200_mxn), resultado(10_mxn, cam), saldo(-210_mxn, fin)}), "0/200/0 0/0/0 0/0/-10");
    EXPECT_EQ(dicho({resultado(10_mxn), saldo(-10_mxn)}), "0/0/0 0/0/0") << "operation alone";
}

Importe cifra_de(const std::vector<flujo::Renglon>& renglones, auto&& cual) {
    Importe suma;
    const auto repartos = flujo::repartir(renglones, false);
    for (std::size_t i = 0; i < renglones.size(); ++i) suma += cual(renglones[i], repartos[i]);
    return suma;
}

TEST(FlujoPartes, WhateverTheEntryBothWaysAgree) {
    Azar azar{94};
    for (int vez = 0; vez < 20'000; ++vez) {
        std::vector<flujo::Renglon> renglones;
        Importe suma;
        const int cuantos = 2 + azar.menor(6);
        const bool con_caja = azar.una_de(2);
        for (int i = 0; i < cuantos; ++i) {
            const int centavos = i + 1 == cuantos ? 0 : azar.menor(40'001) - 20'000;
            const Importe importe = i + 1 == cuantos ? -suma : Importe::de_micros(std::int64_t{centavos} * 10'000);
            const int clase = azar.menor(con_caja ? 10 : 7);
            const auto actividad = std::array{op, op, op, inv, inv, fin, cam}[static_cast<std::size_t>(clase % 7)];
            const bool de_resultado = actividad == cam ? !azar.una_de(8) : azar.una_de(2);
            suma += importe;
            if (importe.es_cero()) continue;
            renglones.push_back(clase >= 7 ? caja(importe) : flujo::Renglon{importe, {actividad, de_resultado, false}});
        }
        const std::string entrada = [&] {
            std::string t;
            for (const auto& r : renglones)
                t += fmt::format("{}{}{} {}; ", r.clase.efectivo ? "caja" : "", static_cast<int>(r.clase.actividad),
                                 r.clase.resultado ? "r" : "", r.importe.texto());
            return t;
        }();
        const auto efectivo =
            cifra_de(renglones, [](const auto& r, const auto&) { return r.clase.efectivo ? r.importe : 0_mxn; });
        ASSERT_EQ(cifra_de(renglones, [](const auto&, const auto& p) { return p.efectivo; }), -efectivo) << entrada;
        // The result without what is shown where it was paid, what adjusts it, and operating balances without what is not theirs.
        const auto indirecto = cifra_de(renglones, [](const auto& r, const auto& p) {
            const bool suyo = !r.clase.efectivo && !r.clase.ajena();
            return (suyo ? r.importe : 0_mxn) - p.fuera + p.sinEfectivo;
        });
        const auto directo =
            cifra_de(renglones, [](const auto& r, const auto& p) { return r.clase.de_operacion() ? p.efectivo : 0_mxn; });
        ASSERT_EQ(indirecto, directo) << entrada;
        // No activity receives more than came, nor pays more than went.
        Importe entra;
        Importe sale;
        std::map<Actividad, Importe> netos;
        const auto repartos = flujo::repartir(renglones, false);
        for (std::size_t i = 0; i < renglones.size(); ++i) {
            if (renglones[i].clase.efectivo) (renglones[i].importe > 0_mxn ? entra : sale) += renglones[i].importe;
            else netos[renglones[i].clase.actividad] += repartos[i].efectivo;
        }
        Importe recibido;
        Importe pagado;
        for (const auto& [actividad, neto] : netos) (neto < 0_mxn ? recibido : pagado) += neto;
        ASSERT_LE(-recibido, entra) << entrada;
        ASSERT_LE(pagado, -sale) << entrada;
        // Taken back, it leaves nothing.
        auto vuelta = renglones;
        for (auto& r : vuelta) r.importe = -r.importe;
        const auto deshecho = flujo::repartir(vuelta, true);
        for (std::size_t i = 0; i < renglones.size(); ++i) {
            const flujo::Reparto contrario{-deshecho[i].efectivo, -deshecho[i].fuera, -deshecho[i].sinEfectivo};
            ASSERT_EQ(contrario, repartos[i]) << entrada;
        }
    }
}

struct CuentaDePrueba {
    std::string_view agrupador;
    std::string_view tipo;
    std::string_view naturaleza;
    char seccion = 0;  // e: cash, o, i, f, c
};
constexpr CuentaDePrueba de_prueba[] = {
    {"101.01", "activo", "deudora", 'e'},    {"102.01", "activo", "deudora", 'e'},    {"105.01", "activo", "deudora", 'o'},
    {"107.05", "activo", "deudora", 'o'},    {"118.01", "activo", "deudora", 'o'},    {"115.01", "activo", "deudora", 'o'},
    {"201.01", "pasivo", "acreedora", 'o'},  {"205.06", "pasivo", "acreedora", 'o'},  {"216.04", "pasivo", "acreedora", 'o'},
    {"154.01", "activo", "deudora", 'i'},    {"171.03", "activo", "acreedora", 'i'},  {"103.01", "activo", "deudora", 'i'},
    {"205.02", "pasivo", "acreedora", 'f'},  {"301.01", "capital", "acreedora", 'f'}, {"214.01", "pasivo", "acreedora", 'f'},
    {"401.01", "ingreso", "acreedora", 'o'}, {"601.84", "gasto", "deudora", 'o'},     {"613.02", "gasto", "deudora", 'o'},
    {"704.23", "ingreso", "acreedora", 'o'}, {"505.01", "costo", "deudora", 'i'},     {"701.04", "gasto", "deudora", 'f'},
    {"702.04", "ingreso", "acreedora", 'i'}, {"701.01", "gasto", "deudora", 'c'},     {"702.01", "ingreso", "acreedora", 'c'},
    {"899.01", "orden", "deudora", 'o'},
};

class FlujoEfectivoTest : public testing::TestWithParam<db::Motor> {
protected:
    FlujoEfectivoTest()
        : l{GetParam(),
            {register_flujo_efectivo, register_saldos_cuentas, register_estado_resultados, register_poliza,
             register_revaluacion}} {
        l.escribe([&](Context& ctx) {
            for (std::size_t i = 0; i < std::size(de_prueba); ++i) {
                const auto& c = de_prueba[i];
                const auto id = static_cast<std::int64_t>(900'000 + i);
                ctx.db().run(R"(INSERT INTO cuenta (organizacionId, cuentaId, codigo, nombre, padreId, nivel, naturaleza, tipo,
                                                    codigoAgrupador, esAcumulativa, activo, version)
                                VALUES ($1, $2, $3, $3, 0, 1, $4, $5, $6, 0, 1, 1))",
                             ctx.organizacionId(), id, fmt::format("P{}", c.agrupador), c.naturaleza, c.tipo, c.agrupador);
                ids.push_back(id);
            }
            // Which accounts are cash is remembered by this number.
            engine::renovar_papeles(ctx.db());
            for (const std::int64_t proyecto : {910'001, 910'002})
                ctx.db().run(R"(INSERT INTO proyecto (organizacionId, proyectoId, codigo, nombre, padreId, estado, version)
                                VALUES ($1, $2, $3, $3, 0, 'activo', 1))",
                             ctx.organizacionId(), proyecto, fmt::format("P{}", proyecto));
        });
    }
    std::int64_t id(std::string_view agrupador) const {
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (de_prueba[i].agrupador == agrupador) return ids[i];
        throw std::logic_error("no such account");
    }
    // Debit positive, as pairs of grouping code and amount.
    std::string asienta(const std::string& fecha, const std::vector<std::pair<std::string_view, std::int64_t>>& filas,
                        const std::vector<std::int64_t>& proyectos = {}) {
        std::string partidas;
        for (std::size_t i = 0; i < filas.size(); ++i)
            partidas += fmt::format(R"({}{{"cuentaId":{},"{}":{},"proyectoId":{}}})", i == 0 ? "" : ",", id(filas[i].first),
                                    filas[i].second > 0 ? "cargo" : "abono", std::abs(filas[i].second),
                                    i < proyectos.size() ? proyectos[i] : 0);
        const auto r =
            l.m.pide("POST /api/Contabilidad/Polizas", fmt::format(R"({{"fecha":"{}","partidas":[{}]}})", fecha, partidas));
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/transaccionId");
    }
    Respuesta ve(const std::string& ruta) {
        auto r = l.m.pide("GET " + ruta);
        EXPECT_EQ(r.status, 200) << ruta << ' ' << r.body;
        return r;
    }
    // Figures of a statement by their line.
    std::map<std::string, Importe> lineas(const std::string& metodo, const std::string& pedido) {
        const auto r = ve("/api/Contabilidad/FlujoEfectivo?metodo=" + metodo + "&" + pedido);
        EXPECT_EQ(r.en("/data/diferencia"), "0") << metodo << ' ' << pedido;
        std::map<std::string, Importe> lista;
        for (int i = 0; !r.en(fmt::format("/data/lineas/{}/clave", i)).empty(); ++i)
            lista[r.en(fmt::format("/data/lineas/{}/clave", i))] =
                Importe::leer(r.en(fmt::format("/data/lineas/{}/cifras/0/importe", i))).value_or(Importe{});
        return lista;
    }
    // The same of every section.
    std::map<std::string, Importe> acuerdan(const std::string& pedido) {
        auto directo = lineas("directo", pedido);
        auto indirecto = lineas("indirecto", pedido);
        for (const char* clave : {"flujoOperacion", "inversionesFinancieras", "activosFijos", "interesesCobrados",
                                  "flujoInversion", "prestamos", "interesesPagados", "capital", "dividendos",
                                  "flujoFinanciamiento", "efectoCambiario", "flujoNeto", "efectivoInicial", "efectivoFinal"}) {
            EXPECT_TRUE(directo.contains(clave) && indirecto.contains(clave)) << clave;
            EXPECT_EQ(directo[clave], indirecto[clave]) << clave << ' ' << pedido;
        }
        EXPECT_EQ(directo["flujoNeto"], directo["efectivoFinal"] - directo["efectivoInicial"]) << pedido;
        return directo;
    }
    // What the rows behind a figure add up to, credit positive.
    Importe sumar(const std::string& ruta) {
        Importe suma;
        if (ruta.find("/EstadoResultados") != std::string::npos) {
            const auto r = ve(ruta + "&linea=utilidadNeta");
            return Importe::leer(r.en("/data/lineas/0/cifras/0/importe")).value();
        }
        const bool partidas = ruta.find("/Partidas?") != std::string::npos;
        std::string cursor;
        do {
            const auto r = ve(ruta + "&registrosPorPagina=7" + (cursor.empty() ? "" : "&cursor=" + cursor));
            for (int i = 0; !r.en(fmt::format("/data/{}/fecha", i)).empty(); ++i) {
                const auto de = [&](const char* campo) {
                    return Importe::leer(r.en(fmt::format("/data/{}/{}", i, campo))).value();
                };
                suma += partidas ? de("importe") : de("abono") - de("cargo");
            }
            cursor = r.en("/siguiente");
            if (cursor == "null") cursor.clear();
        } while (!cursor.empty());
        return suma;
    }
    int abren(const std::string& metodo, const std::string& pedido) {
        int abiertas = 0;
        const auto r = ve("/api/Contabilidad/FlujoEfectivo?conCuentas=true&metodo=" + metodo + "&" + pedido);
        for (int i = 0; !r.en(fmt::format("/data/lineas/{}/clave", i)).empty(); ++i) {
            if (r.en(fmt::format("/data/lineas/{}/clase", i)) != "cuentas") continue;
            Importe suma;
            for (int c = 0; !r.en(fmt::format("/data/lineas/{}/cuentas/{}/nombre", i, c)).empty(); ++c) {
                const auto de = fmt::format("/data/lineas/{}/cuentas/{}/", i, c);
                const auto importe = Importe::leer(r.en(de + "cifras/0/importe")).value();
                suma += importe;
                const auto consulta = r.en(de + "cifras/0/consulta");
                if (consulta.empty() || consulta.find("/Revaluaciones") != std::string::npos) continue;
                ++abiertas;
                const Importe abierto = sumar(consulta);
                // A result that is shown where it was paid is taken out of the result: its rows, the other way.
                const auto clave = r.en(fmt::format("/data/lineas/{}/clave", i));
                const bool quitada = consulta.find("/Auxiliar/") != std::string::npos &&
                                     (clave == "bajasActivos" || clave == "interesesFavor" || clave == "interesesCargo");
                EXPECT_EQ(importe, quitada ? -abierto : abierto) << metodo << ' ' << clave << ' ' << consulta;
            }
            EXPECT_EQ(suma, Importe::leer(r.en(fmt::format("/data/lineas/{}/cifras/0/importe", i))).value())
                << r.en(fmt::format("/data/lineas/{}/clave", i));
        }
        return abiertas;
    }

    // Each entry by itself: what activities gave and took, bounded by the cash that came and went.
    std::map<char, Importe> modelo(const std::string& desde, const std::string& hasta) {
        struct Fila {
            char seccion = 0;
            Importe importe;
            bool revaluacion = false;
        };
        std::map<std::int64_t, std::vector<Fila>> polizas;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(
                R"(SELECT a.polizaId, c.codigoAgrupador, a.cargo - a.abono, d.tipo FROM asiento a
                             JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
                             JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId
                             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                             WHERE a.organizacionId = $1 AND a.fecha BETWEEN $2 AND $3 ORDER BY a.polizaId, a.renglon)",
                [&](const db::Row& r) {
                    const auto grupo = std::string{r.text(1)};
                    char seccion = 'o';
                    if (grupo.starts_with("101") || grupo.starts_with("102")) seccion = 'e';
                    for (const auto& c : de_prueba)
                        if (c.agrupador == grupo) seccion = c.seccion;
                    polizas[r.integer(0)].push_back({seccion, Importe::de_micros(r.integer(2)),
                                                     r.text(3) == "RevaluacionCambiaria" || r.text(3) == "ReversaRevaluacion"});
                },
                ctx.organizacionId(), Fecha::leer_iso(desde).value(), Fecha::leer_iso(hasta).value());
        });
        std::map<char, Importe> total;
        for (const auto& [polizaId, filas] : polizas) {
            Importe entra;
            Importe sale;
            std::map<char, Importe> netos;
            const Fila* mayor = nullptr;
            const auto grande = [](Importe i) { return i < 0_mxn ? -i : i; };
            for (const Fila& f : filas) {
                if (f.seccion == 'e') (f.importe > 0_mxn ? entra : sale) += grande(f.importe);
                else if (f.seccion != 'c' && (mayor == nullptr || grande(f.importe) > grande(mayor->importe))) mayor = &f;
            }
            if (entra.es_cero() && sale.es_cero()) continue;
            if (filas.front().revaluacion) {
                total['c'] += entra - sale;
                continue;
            }
            for (const Fila& f : filas) {
                if (f.seccion == 'e') continue;
                const bool suelta = f.seccion != 'c' || mayor == nullptr || (!entra.es_cero() && !sale.es_cero());
                netos[suelta ? f.seccion : mayor->seccion] -= f.importe;
            }
            Importe vino;
            Importe fue;
            for (const auto& [seccion, neto] : netos) (neto > 0_mxn ? vino : fue) += grande(neto);
            const Importe de_mas = std::max(0_mxn, std::min(vino - entra, fue));
            for (const bool positivo : {true, false}) {
                Importe resta = de_mas;
                for (const char s : {'f', 'i', 'o', 'c'}) {
                    auto& neto = netos[s];
                    if ((neto > 0_mxn) != positivo) continue;
                    const Importe uno = std::min(resta, grande(neto));
                    neto += positivo ? -uno : uno;
                    resta -= uno;
                }
            }
            for (const auto& [seccion, neto] : netos) total[seccion] += neto;
        }
        return total;
    }
    void como_el_modelo(const std::string& desde, const std::string& hasta) {
        const auto lineas = acuerdan("fechaInicial=" + desde + "&fechaFinal=" + hasta);
        const auto suyo = modelo(desde, hasta);
        const auto del = [&](char s) { return suyo.contains(s) ? suyo.at(s) : Importe{}; };
        EXPECT_EQ(lineas.at("flujoOperacion"), del('o')) << desde << ' ' << hasta;
        EXPECT_EQ(lineas.at("flujoInversion"), del('i')) << desde << ' ' << hasta;
        EXPECT_EQ(lineas.at("flujoFinanciamiento"), del('f')) << desde << ' ' << hasta;
        EXPECT_EQ(lineas.at("efectoCambiario"), del('c')) << desde << ' ' << hasta;
    }

    Libro l;
    std::vector<std::int64_t> ids;
};
CACAO_EN_AMBOS_MOTORES(FlujoEfectivoTest);

// Entries by hand among all accounts, in several projects, some taken back on another day; documents in two currencies, applied,
// cancelled, and revalued.
TEST_P(FlujoEfectivoTest, BothMethodsSayTheSameWhateverWasPosted) {
    Azar azar{2094};
    std::vector<std::string> hechas;
    const auto dia = [&](int desde, int cuantos) {
        return (*Fecha::leer_iso("2026-09-01") + (desde + azar.menor(cuantos))).iso();
    };
    for (int i = 0; i < 160; ++i) {
        const auto fecha = dia(0, 60);
        if (i % 9 == 8 && !hechas.empty()) {
            const auto& cual = hechas[azar.menor(hechas.size())];
            l.m.pide("POST /api/Contabilidad/Polizas/PolizaRevertir/" + cual, fmt::format(R"({{"fecha":"{}"}})", dia(60, 10)));
            continue;
        }
        std::vector<std::pair<std::string_view, std::int64_t>> filas;
        std::vector<std::int64_t> proyectos;
        std::int64_t suma = 0;
        const int cuantas = 2 + azar.menor(4);
        const bool con_caja = azar.una_de(2);
        for (int f = 0; f < cuantas; ++f) {
            const auto cual = azar.menor(std::size(de_prueba) - (con_caja ? 0 : 2)) + (con_caja ? 0 : 2);
            const bool de_caja = con_caja && azar.una_de(4);
            std::int64_t importe = azar.menor(std::int64_t{2001}) - 1000;
            if (f + 1 == cuantas) importe = -suma;
            const auto proyecto = azar.menor(std::int64_t{3});
            if (importe == 0) continue;
            suma += importe;
            filas.emplace_back(de_prueba[de_caja ? cual % 2 : cual].agrupador, importe);
            proyectos.push_back(proyecto == 0 ? 0 : 910'000 + proyecto);
        }
        if (filas.size() < 2 || suma != 0) continue;
        hechas.push_back(asienta(fecha, filas, proyectos));
    }
    const auto factura = l.factura_de_concepto(Precio::de_enteros(900));
    const auto ajena = l.factura_de_concepto(Precio::de_enteros(100), "USD", Precio::de_enteros(20));
    const auto cobro = l.deposito(Importe::de_enteros(500));
    l.aplica(cobro.transaccionId, factura.transaccionId, Importe::de_enteros(400));
    const auto dolares = l.deposito(Importe::de_enteros(60), "USD", Precio::de_enteros(18));
    l.aplica(dolares.transaccionId, ajena.transaccionId, Importe::de_enteros(50));
    l.cancela(l.factura_de_concepto(Precio::de_enteros(70)).transaccionId);
    l.m.avanza(40L * 24 * 3600);
    l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    const auto revaluada = l.m.pide("POST /api/Contabilidad/Revaluaciones",
                                    R"({"periodo":202611,"tiposCambio":[{"moneda":"USD","tipoCambio":17}]})");
    EXPECT_EQ(revaluada.status, 200) << revaluada.body;

    for (const auto& [desde, hasta] : std::vector<std::pair<std::string, std::string>>{{"2026-01-01", "2026-12-31"},
                                                                                       {"2026-09-01", "2026-09-30"},
                                                                                       {"2026-10-01", "2026-10-31"},
                                                                                       {"2026-11-01", "2026-11-30"},
                                                                                       {"2026-12-01", "2026-12-31"},
                                                                                       {"2026-09-12", "2026-10-23"},
                                                                                       {"2026-09-20", "2026-09-21"}})
        como_el_modelo(desde, hasta);
    // What each project says is what all of them say together.
    for (const std::string dias :
         {"fechaInicial=2026-09-01&fechaFinal=2026-12-31", "fechaInicial=2026-09-12&fechaFinal=2026-10-23"}) {
        std::map<std::string, Importe> sumas;
        for (const char* filtro : {"&proyectoId=910001", "&proyectoId=910002", "&proyectoId=0"})
            for (const auto& [clave, importe] : acuerdan(dias + filtro)) sumas[clave] += importe;
        auto todas = acuerdan(dias);
        for (const char* clave : {"flujoOperacion", "inversionesFinancieras", "activosFijos", "interesesCobrados", "prestamos",
                                  "interesesPagados", "capital", "dividendos", "efectoCambiario", "flujoNeto"})
            EXPECT_EQ(sumas[clave], todas[clave]) << clave << ' ' << dias;
    }
    acuerdan(fmt::format("fechaInicial=2026-09-01&fechaFinal=2026-12-31&sucursalId={}", l.sucursalId));
    acuerdan("periodoInicial=202611&comparar=periodoAnterior&comparaciones=2");
    EXPECT_GT(abren("directo", "fechaInicial=2026-09-01&fechaFinal=2026-12-31"), 20);
    EXPECT_GT(abren("indirecto", "fechaInicial=2026-09-01&fechaFinal=2026-12-31"), 20);
    EXPECT_GT(abren("indirecto", "fechaInicial=2026-09-12&fechaFinal=2026-10-23&proyectoId=910001"), 10);
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
}

}  // namespace de_flujo
}  // namespace
}  // namespace cacao::test
