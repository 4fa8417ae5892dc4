#include "base/azar.hpp"
#include "engine/entorno/alumnos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/escuela/alumno.hpp"
#include "rooms/escuela/cuenta_escolar.hpp"
#include "rooms/escuela/nivel_escolar.hpp"
#include "rooms/escuela/pago_escolar.hpp"
#include "rooms/escuela/plan_escolar.hpp"
#include "rooms/escuela/referencia.hpp"
#include "rooms/escuela/venta_escolar.hpp"
#include "rooms/escuela/verificar.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "support/alcance.hpp"
#include "support/esquemas_sat.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace cacao::test {
namespace {

Fecha dia(std::string_view iso) { return Fecha::leer_iso(iso).value(); }

// A student's CURP of our own making: number `n`, with the digit that checks it.
Curp curp_de_prueba(int n) {
    std::string c = fmt::format("PERA{:02}0511MDFRM{}A", 10 + n / 400, "BCDFGHJKLMNPQRSTVWXY"[n % 20]);
    c[14] = "BCDFGHJKLMNPQRSTVWXY"[n / 20 % 20];
    for (char digito = '0'; digito <= '9'; ++digito)
        if (const auto leida = Curp::leer(c + digito)) return *leida;
    throw std::logic_error("no CURP " + c);
}

TEST(ReferenciaEscolar, FindsEveryWrongDigitAndEveryTwoThatChangedPlaces) {
    for (const std::int64_t id : {std::int64_t{1}, std::int64_t{1042}, std::int64_t{9'007'199'254'740'991}})
        for (const auto clase : {ClaseDeReferencia::alumno, ClaseDeReferencia::familia, ClaseDeReferencia::cargo}) {
            const std::string r = referencia_escolar(clase, id);
            EXPECT_EQ(leer_referencia_escolar("  " + r + " "), (ReferenciaEscolar{clase, id}));
            for (std::size_t i = 0; i < r.size(); ++i) {
                for (char c = '0'; c <= '9'; ++c) {
                    std::string otra = r;
                    otra[i] = c;
                    if (otra == r) continue;
                    EXPECT_FALSE(leer_referencia_escolar(otra)) << otra << " for " << r;
                }
                std::string cambiada = r;
                if (i > 0) std::swap(cambiada[i - 1], cambiada[i]);
                if (cambiada == r) continue;
                EXPECT_FALSE(leer_referencia_escolar(cambiada)) << cambiada << " for " << r;
            }
        }
    for (const char* t : {"", "1", "123", "abc12", "0104249", "4104249", "1004249", "12345678901234567890", "-104249"})
        EXPECT_FALSE(leer_referencia_escolar(t)) << t;
}

TEST(CurpReservada, IsKeptWholeAndWrittenMasked) {
    EXPECT_TRUE(curp_de_complemento("PERJ150203HDFRMNA9"));
    EXPECT_TRUE(curp_de_complemento("PERJ150203HDFR\xC3\x91NA9"));  // its digit is another matter
    for (const char* t : {"", "PTRJ150203HDFRMNA9", "PERJ150203HDFAMNA9", "PERJ150203HDFRMN",
                          "\xC3\x91"
                          "ERJ150203HDFRMNA9"})
        EXPECT_FALSE(curp_de_complemento(t)) << t;
    char escrita[largo_escrito];
    const auto escribe = [&](const char* t) {
        return std::string{escrita, TextForm<CurpReservada>::escribir(escrita, CurpReservada{std::string{t}})};
    };
    EXPECT_EQ(escribe("PERJ150203HDFRMNA9"), "PERJ************A9");
    EXPECT_EQ(escribe("PERJ150203HDFR\xC3\x91NA9"), "PERJ************A9");
    EXPECT_EQ(escribe(""), "");
}

TEST(MesesDeAtraso, CountsThoseThatHaveBegun) {
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-01-30")), 0);
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-01-31")), 1);
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-02-27")), 1);
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-02-28")), 2);
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-03-30")), 2);
    EXPECT_EQ(meses_de_atraso(dia("2026-01-31"), dia("2026-03-31")), 3);
}

// A school with a level, a year, and concepts of tuition (exempt) and of what bears VAT.
struct Escuela {
    explicit Escuela(Mundo& mundo) : m(mundo) {
        m.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            gravado = tx.one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'",
                                           tx.organizacion())
                          .value();
            ConceptoNuevo c;
            c.codigo = "COLEGIATURA";
            c.nombre = "Colegiatura";
            c.claveProdServ = Texto<8, 8>{"86121500"};
            c.cuentaId = Id{tx.one<std::int64_t>("SELECT cuentaId FROM concepto WHERE organizacionId = $1 AND conceptoId = $2",
                                                 tx.organizacion(), gravado)
                                .value()};
            c.iva = engine::ClaseIva::exento;
            c.enVenta = true;
            exento = crear_concepto(ctx, c).conceptoId;
            banco = tx.one<std::int64_t>(
                          "SELECT MIN(cuentaBancariaId) FROM cuentaBancaria WHERE organizacionId = $1 AND tipo = 'banco'",
                          tx.organizacion())
                        .value();
            primaria = nivel(ctx, "PRIM", NivelEducativo::primaria);
            secundaria = nivel(ctx, "SEC", NivelEducativo::secundaria);
            superior = nivel(ctx, "LIC", NivelEducativo::superior);
            CicloEscolarNuevo y;
            y.codigo = "2026";
            y.nombre = "2026";
            y.inicio = dia("2026-01-01");
            y.fin = dia("2026-12-31");
            ciclo = crear_ciclo_escolar(ctx, y).cicloEscolarId;
        });
    }
    static std::int64_t nivel(Context& ctx, const char* codigo, NivelEducativo cual) {
        NivelEscolarNuevo n;
        n.codigo = codigo;
        n.nombre = codigo;
        n.nivelEducativo = cual;
        if (cual != NivelEducativo::superior) n.autRvoe = Texto<60>{"13PPR0001Z"};
        return crear_nivel_escolar(ctx, n).nivelEscolarId;
    }
    std::int64_t contacto(Context& ctx, const std::string& codigo, const std::string& rfc = {}) {
        ContactoNuevo c;
        c.codigo = codigo;
        c.nombre = codigo;
        c.roles = {Rol::cliente};
        if (!rfc.empty()) {
            c.rfc = Rfc::leer(rfc);
            c.nombreFiscal = Texto<300>{codigo};
            c.regimenFiscal = Texto<3>{"605"};
            c.usoCfdi = Texto<4>{"D10"};
            CodigoPostal cp;
            cp.assign("42501");
            c.codigoPostal = cp;
        }
        return crear_contacto(ctx, c).entidadId;
    }
    std::int64_t familia(Context& ctx, const std::string& codigo, std::int64_t cliente, std::int64_t pagador = 0) {
        FamiliaNueva f;
        f.codigo = codigo;
        f.nombre = codigo;
        f.clienteId = Id{cliente};
        f.pagadorId = IdOpcional{pagador};
        return crear_familia(ctx, f).familiaId;
    }
    AlumnoNuevo alumno(std::int64_t familiaId, std::int64_t nivelEscolarId) {
        AlumnoNuevo a;
        a.matricula = fmt::format("A{}", ++alumnos);
        a.nombre = fmt::format("ALUMNO {}", alumnos);
        a.curp = curp_de_prueba(alumnos);
        a.familiaId = Id{familiaId};
        a.nivelEscolarId = Id{nivelEscolarId};
        a.cicloEscolarId = Id{ciclo};
        return a;
    }
    PlanEscolarNuevo plan(const std::string& codigo, TipoPlanEscolar tipo, std::int64_t precio, const char* inicio,
                          std::int64_t periodos) const {
        PlanEscolarNuevo p;
        p.codigo = codigo;
        p.nombre = codigo;
        p.tipo = tipo;
        p.cicloEscolarId = Id{ciclo};
        p.conceptoId = Id{tipo == TipoPlanEscolar::colegiatura ? exento : gravado};
        p.precio = NoNegativo<Precio>{Precio::de_enteros(precio)};
        p.inicio = dia(inicio);
        p.periodos = Entero<1, 24>{periodos};
        return p;
    }
    // All that is due by a day.
    std::vector<CargoGenerado> genera(std::string_view hasta) {
        std::vector<CargoGenerado> todos;
        for (bool quedan = true; quedan;)
            m.escribe([&](Context& ctx) {
                const auto r = generar_cargos_escolares(ctx, {dia(hasta), {}, {}, {}});
                todos.insert(todos.end(), r.cargos.begin(), r.cargos.end());
                quedan = r.quedan;
            });
        return todos;
    }

    Mundo& m;
    std::int64_t exento = 0, gravado = 0, banco = 0, primaria = 0, secundaria = 0, superior = 0, ciclo = 0;
    int alumnos = 0;
};

class EscuelaTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_alumnos, register_planes_escolares, register_cuenta_escolar, register_deposito}};
    Escuela e{m};
    std::int64_t cliente = 0;
    std::int64_t familia = 0;

    void SetUp() override {
        m.escribe([&](Context& ctx) {
            cliente = e.contacto(ctx, "C1");
            familia = e.familia(ctx, "F1", cliente);
        });
    }
};
CACAO_EN_AMBOS_MOTORES(EscuelaTest);

// What a student owes, by a plain reading of the rules: whoever is in the year and level on some day of a period, once, at what
// his scholarship leaves when it is charged.
TEST_P(EscuelaTest, EachPeriodIsChargedOnceWhateverHappensInBetween) {
    struct AlumnoModelo {
        std::int64_t id = 0;
        std::int64_t nivel = 0;
        Fecha ingreso;
        std::optional<Fecha> baja;
        std::int64_t beca = 0;  // hundredths
        bool activo = true;
        bool transporte = false;
    };
    struct PlanModelo {
        std::int64_t id = 0;
        std::int64_t nivel = 0;  // 0: all
        std::int64_t precio = 0;
        Fecha inicio;
        int periodos = 0;
        bool opcional = false;
        bool beca = false;
    };
    std::vector<PlanModelo> planes;
    m.escribe([&](Context& ctx) {
        auto col = e.plan("COL", TipoPlanEscolar::colegiatura, 4000, "2026-01-31", 10);
        planes.push_back({crear_plan_escolar(ctx, col).planEscolarId, 0, 4000, dia("2026-01-31"), 10, false, true});
        auto lab = e.plan("LAB", TipoPlanEscolar::materiales, 300, "2026-02-10", 3);
        lab.nivelEscolarId = IdOpcional{e.secundaria};
        planes.push_back({crear_plan_escolar(ctx, lab).planEscolarId, e.secundaria, 300, dia("2026-02-10"), 3, false, false});
        auto bus = e.plan("BUS", TipoPlanEscolar::transporte, 900, "2026-03-01", 5);
        bus.opcional = true;
        planes.push_back({crear_plan_escolar(ctx, bus).planEscolarId, 0, 900, dia("2026-03-01"), 5, true, false});
    });
    const std::int64_t bus = planes[2].id;
    std::vector<AlumnoModelo> alumnos;
    using Llave = std::tuple<std::int64_t, std::int32_t, std::int64_t>;  // plan, period, student
    std::map<Llave, Importe> cobrados;
    Azar azar{7};
    Alcance alcance{{"new", 5}, {"leaves", 3},   {"moves", 2},   {"grant", 3},
                    {"bus", 3}, {"charged", 60}, {"nothing", 5}, {"cancelled", 3}};
    Fecha hoy = dia("2026-01-15");
    for (int paso = 0; paso < 60; ++paso) {
        const int que = azar.menor(9);
        if (que <= 1 || alumnos.empty()) {
            AlumnoModelo a;
            a.nivel = azar.una_de(2) ? e.primaria : e.secundaria;
            a.ingreso = azar.una_de(3) ? hoy + azar.menor(40) : dia("2026-01-01");
            a.beca = azar.una_de(3) ? azar.menor(100) : 0;
            m.escribe([&](Context& ctx) {
                auto n = e.alumno(familia, a.nivel);
                n.ingreso = a.ingreso;
                n.beca = NoNegativo<Tasa>{Tasa::de_micros(a.beca * 10'000)};
                a.id = crear_alumno(ctx, n).alumnoId;
            });
            alumnos.push_back(a);
            alcance.hubo("new");
        } else if (que <= 4) {
            auto& a = alumnos[azar.menor(alumnos.size())];
            AlumnoActualizacion c;
            c.alumnoId = Id{a.id};
            const int cual = azar.menor(4);
            if (cual == 0) {
                a.baja = std::max(a.ingreso, hoy + (azar.menor(60) - 30));
                c.baja = {true, a.baja};
                alcance.hubo("leaves");
            } else if (cual == 1) {
                a.nivel = a.nivel == e.primaria ? e.secundaria : e.primaria;
                a.activo = !azar.una_de(6);
                c.nivelEscolarId = Id{a.nivel};
                c.activo = a.activo;
                alcance.hubo("moves");
            } else if (cual == 2) {
                a.beca = azar.menor(100);
                c.beca = NoNegativo<Tasa>{Tasa::de_micros(a.beca * 10'000)};
                alcance.hubo("grant");
            } else {
                a.transporte = !a.transporte;
                c.planes.emplace();
                if (a.transporte) c.planes->push_back(Id{bus});
                alcance.hubo("bus");
            }
            m.escribe([&](Context& ctx) { actualizar_alumno(ctx, c); });
        } else if (que == 5 && !cobrados.empty()) {
            const auto nota = m.cuenta(
                "SELECT COALESCE(MIN(g.transaccionId), 0) FROM cargoEscolar g JOIN documento d ON "
                "d.organizacionId = $1 AND d.transaccionId = g.transaccionId AND d.estado = 'vigente' "
                "WHERE g.organizacionId = $1");
            if (nota == 0) continue;
            m.escribe([&](Context& ctx) { engine::cancelar(ctx, nota, {.motivo = "x"}); });
            alcance.hubo("cancelled");
        } else {
            hoy = hoy + azar.menor(25);
            std::set<Llave> debidos;
            for (const auto& p : planes)
                for (int n = 0; n < p.periodos; ++n) {
                    const Fecha desde = periodo_de_plan(p.inicio, n);
                    const Fecha hasta = periodo_de_plan(p.inicio, n + 1) + -1;
                    if (desde > hoy) continue;
                    for (const auto& a : alumnos)
                        if (a.activo && (p.nivel == 0 || p.nivel == a.nivel) && a.ingreso <= hasta &&
                            (!a.baja || *a.baja >= desde) && (!p.opcional || a.transporte))
                            debidos.emplace(p.id, desde.dias(), a.id);
                }
            std::erase_if(debidos, [&](const Llave& l) { return cobrados.contains(l); });
            const auto hechos = e.genera(hoy.iso());
            alcance.hubo(hechos.empty() ? "nothing" : "charged", std::max<int>(1, static_cast<int>(hechos.size())));
            for (const auto& c : hechos) {
                const Llave l{c.planEscolarId, c.periodo.dias(), c.alumnoId};
                ASSERT_EQ(debidos.erase(l), 1U) << c.planEscolarId << ' ' << c.periodo.iso() << ' ' << c.alumnoId;
                const auto& p = *std::ranges::find(planes, c.planEscolarId, &PlanModelo::id);
                const auto& a = *std::ranges::find(alumnos, c.alumnoId, &AlumnoModelo::id);
                const auto neto = p.precio * (p.beca ? 100 - a.beca : 100);  // cents
                const auto centavos = p.beca ? neto : neto + neto * 16 / 100;
                ASSERT_EQ(c.total, Importe::de_micros(centavos * 10'000)) << c.folio;
                cobrados.emplace(l, c.total);
            }
            ASSERT_TRUE(debidos.empty()) << debidos.size() << " were not charged by " << hoy.iso();
            ASSERT_TRUE(e.genera(hoy.iso()).empty()) << "a second time makes no second charge";
        }
    }
    EXPECT_EQ(alcance.falta(), "");
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM cargoEscolar WHERE organizacionId = $1"),
              static_cast<std::int64_t>(cobrados.size()));
    EXPECT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
}

// Two instances at the same moment, and a third that is late.
TEST_P(EscuelaTest, GeneratedAtOnceNothingIsChargedTwice) {
    constexpr int cuantos = 30;
    m.escribe([&](Context& ctx) {
        crear_plan_escolar(ctx, e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-01", 6));
        for (int i = 0; i < cuantos; ++i) crear_alumno(ctx, e.alumno(familia, e.primaria));
    });
    const auto pide = [&] {
        for (int n = 0; n < 3; ++n)
            EXPECT_EQ(m.pide("POST /api/EscuelaPrivada/Cargos/Generar", R"({"hasta":"2026-06-30"})").status, 200);
    };
    {
        const std::jthread uno{pide};
        const std::jthread otro{pide};
    }
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM cargoEscolar WHERE organizacionId = $1"), cuantos * 6);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'NotaVenta'"), cuantos * 6);
    EXPECT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
}

// A hundred at a time, and word that more are left.
TEST_P(EscuelaTest, ManyAreChargedInParts) {
    m.escribe([&](Context& ctx) {
        crear_plan_escolar(ctx, e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-01", 2));
        for (int i = 0; i < 60; ++i) crear_alumno(ctx, e.alumno(familia, e.primaria));
    });
    m.escribe([&](Context& ctx) {
        const auto r = generar_cargos_escolares(ctx, {dia("2026-02-01"), {}, {}, {}});
        EXPECT_EQ(r.cargos.size(), 100U);
        EXPECT_TRUE(r.quedan);
    });
    m.escribe([&](Context& ctx) {
        const auto r = generar_cargos_escolares(ctx, {dia("2026-02-01"), {}, {}, {}});
        EXPECT_EQ(r.cargos.size(), 20U);
        EXPECT_FALSE(r.quedan);
    });
}

// What the statement shows for a day is what settles everything on that day, to the cent.
TEST_P(EscuelaTest, WhatIsShownSettlesEverything) {
    Azar azar{11};
    Alcance alcance{{"early", 5}, {"late", 5}, {"part", 5}};
    for (int n = 0; n < 12; ++n) {
        std::int64_t alumnoId = 0;
        m.escribe([&](Context& ctx) {
            const auto tipo = azar.una_de(2) ? TipoPlanEscolar::colegiatura : TipoPlanEscolar::otro;
            const int periodos = 1 + azar.menor(3);
            auto p = e.plan(fmt::format("P{}", n), tipo, 1, "2026-01-10", periodos);
            p.precio = NoNegativo<Precio>{Precio::de_micros((1'000 + azar.menor(500'000)) * std::int64_t{10'000})};
            p.opcional = true;
            p.conBeca = true;
            p.incluyeImpuestos = azar.una_de(2);
            p.diasVencimiento = Entero<0, 365>{azar.menor(15)};
            p.prontoPagoDias = Entero<0, 365>{azar.menor(12)};
            p.prontoPagoTasa = NoNegativo<Tasa>{Tasa::de_micros(azar.menor(200'000))};
            p.recargoTasa = NoNegativo<Tasa>{Tasa::de_micros(azar.menor(100'000))};
            p.recargoImporte = NoNegativo<Importe>{Importe::de_enteros(azar.menor(60))};
            p.conceptoRecargoId = IdOpcional{e.gravado};
            auto a = e.alumno(familia, e.primaria);
            a.beca = NoNegativo<Tasa>{Tasa::de_micros(azar.menor(900'000))};
            a.planes.emplace().push_back(Id{crear_plan_escolar(ctx, p).planEscolarId});
            alumnoId = crear_alumno(ctx, a).alumnoId;
        });
        e.genera("2026-03-31");
        const std::string referencia = referencia_escolar(ClaseDeReferencia::alumno, alumnoId);
        const auto adeudos = [&](Fecha f) {
            std::vector<Adeudo> r;
            m.lee([&](const Context& ctx) { r = adeudos_de(ctx.db(), {.alumnoId = alumnoId}, f); }, db::Lane::list);
            return r;
        };
        const auto paga = [&](Fecha f, Importe importe) {
            PagoEscolar r;
            m.escribe([&](Context& ctx) {
                PagoEscolarNuevo p;
                p.referencia = referencia;
                p.cuentaBancariaId = Id{e.banco};
                p.fecha = f;
                p.importe = importe;
                r = registrar_pago_escolar(ctx, p);
            });
            return r;
        };
        Fecha f = dia("2026-01-10") + azar.menor(15);
        for (int partes = azar.menor(3); partes > 0; --partes) {
            paga(f, Importe::de_micros((1 + azar.menor(30'000)) * std::int64_t{10'000}));
            f = f + azar.menor(40);
            alcance.hubo("part");
        }
        Importe debe;
        for (const Adeudo& a : adeudos(f)) {
            debe += a.porPagar;
            if (!a.prontoPago.es_cero()) alcance.hubo("early");
            if (!a.recargo.es_cero()) alcance.hubo("late");
        }
        if (debe.es_cero()) continue;
        const auto r = paga(f, debe);
        EXPECT_EQ(r.aplicado, debe) << referencia << " on " << f.iso();
        EXPECT_EQ(r.porAsignar, Importe{});
        EXPECT_THAT(adeudos(f), testing::IsEmpty()) << referencia << " on " << f.iso();
        EXPECT_THAT(adeudos(f + 400), testing::IsEmpty());
    }
    EXPECT_EQ(alcance.falta(), "");
    EXPECT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
}

// Neither the log nor an answer that is kept for repetitions holds a CURP.
TEST_P(EscuelaTest, NothingThatIsKeptBesideTheStudentHoldsHisCurp) {
    const auto a = e.alumno(familia, e.primaria);
    const std::string curp = a.curp.texto();
    const auto r = m.pide(
        "POST /api/EscuelaPrivada/Alumnos",
        fmt::format(R"({{"matricula":"Z1","nombre":"x","curp":"{}","familiaId":{},"nivelEscolarId":{},"cicloEscolarId":{}}})",
                    curp, familia, e.primaria, e.ciclo),
        {{"Idempotency-Key", "uno"}});
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_THAT(r.body, testing::Not(testing::HasSubstr(curp)));
    const auto id = r.en("/data/alumnoId");
    ASSERT_EQ(m.pide("PUT /api/EscuelaPrivada/Alumnos/" + id, R"({"grado":"3"})").status, 200);
    const auto otro =
        m.pide("POST /api/EscuelaPrivada/Alumnos", fmt::format(R"({{"matricula":"Z2","nombre":"x","curp":"{}"}})", curp));
    EXPECT_THAT(otro.body, testing::Not(testing::HasSubstr(curp)));
    EXPECT_GT(m.cuenta("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND despues LIKE '%matricula%'"), 0);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND (antes LIKE '%" + curp.substr(4, 10) +
                       "%' OR despues LIKE '%" + curp.substr(4, 10) + "%')"),
              0);
    EXPECT_EQ(m.pide("GET /api/EscuelaPrivada/Alumnos/" + id + "/Curp").en("/data/curp"), curp);
    // Reading the school is not enough.
    const auto lector = m.token_de(m.crea_usuario("lector", {m.crea_rol("lector", {"EscuelaPrivada.leer"})}));
    EXPECT_EQ(m.pide_con(lector, "GET /api/EscuelaPrivada/Alumnos/" + id).status, 200);
    EXPECT_EQ(m.pide_con(lector, "GET /api/EscuelaPrivada/Alumnos/" + id + "/Curp").status, 403);
    const auto tutor = m.token_de(m.crea_usuario("tutor", {m.crea_rol("tutor", {"EscuelaPrivada.leer", "CurpConsultar"})}));
    EXPECT_EQ(m.pide_con(tutor, "GET /api/EscuelaPrivada/Alumnos/" + id + "/Curp").status, 200);
}

TEST(Abreviado, IsTheFirstNameAndInitials) {
    EXPECT_EQ(abreviado("Ana Pérez Ramos"), "Ana P. R.");
    EXPECT_EQ(abreviado("  ÁNGEL  ÑÁÑEZ de la O "), "ÁNGEL Ñ. d. l. O.");
    EXPECT_EQ(abreviado("Ana"), "Ana");
    EXPECT_EQ(abreviado(""), "");
}

// Nor does the log hold a name; lists do not for who has no right to it.
TEST_P(EscuelaTest, NamesAreShortInTheLogAndForWhoMayNotSeeThem) {
    const auto a = e.alumno(familia, e.primaria);
    const auto r = m.pide(
        "POST /api/EscuelaPrivada/Alumnos",
        fmt::format(
            R"({{"matricula":"Z1","nombre":"Zenaida Quijano Xool","curp":"{}","familiaId":{},"nivelEscolarId":{},"cicloEscolarId":{}}})",
            a.curp.texto(), familia, e.primaria, e.ciclo));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.en("/data/nombre"), "Zenaida Quijano Xool");
    const auto id = r.en("/data/alumnoId");
    ASSERT_EQ(m.pide("PUT /api/EscuelaPrivada/Alumnos/" + id, R"({"nombre":"Zenaida Quijano Pool"})").status, 200);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND (antes LIKE '%Quijano%' OR despues LIKE "
                       "'%Quijano%')"),
              0);
    EXPECT_GT(m.cuenta("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND despues LIKE '%Zenaida Q. P.%'"), 0);
    const auto lector = m.token_de(m.crea_usuario("lector", {m.crea_rol("lector", {"EscuelaPrivada.leer"})}));
    const auto maestra =
        m.token_de(m.crea_usuario("maestra", {m.crea_rol("maestra", {"EscuelaPrivada.leer", "AlumnoNombreConsultar"})}));
    for (const std::string donde : {"GET /api/EscuelaPrivada/Alumnos?matricula=Z1", "GET /api/EscuelaPrivada/Alumnos?buscar=xool",
                                    "GET /api/EscuelaPrivada/Alumnos?buscar=pool"}) {
        const bool hay = donde.find("xool") == std::string::npos;
        EXPECT_EQ(m.pide_con(lector, donde).body.find("Zenaida Q. P.") != std::string::npos, hay) << donde;
        EXPECT_EQ(m.pide_con(maestra, donde).body.find("Zenaida Quijano Pool") != std::string::npos, hay) << donde;
    }
    EXPECT_EQ(m.pide_con(lector, "GET /api/EscuelaPrivada/Alumnos/" + id).en("/data/nombre"), "Zenaida Q. P.");
}

// A plan whose days for being early go beyond the day on which one is late: what is shown is what settles it.
TEST_P(EscuelaTest, WhoIsLateIsNotEarly) {
    std::int64_t alumnoId = 0;
    m.escribe([&](Context& ctx) {
        auto p = e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-10", 1);
        p.prontoPagoDias = Entero<0, 365>{30};
        p.prontoPagoTasa = NoNegativo<Tasa>{Tasa::de_micros(50'000)};
        p.recargoTasa = NoNegativo<Tasa>{Tasa::de_micros(100'000)};
        p.conceptoRecargoId = IdOpcional{e.gravado};
        crear_plan_escolar(ctx, p);
        alumnoId = crear_alumno(ctx, e.alumno(familia, e.primaria)).alumnoId;
    });
    e.genera("2026-01-31");
    const auto debe = [&](const char* fecha) {
        std::vector<Adeudo> r;
        m.lee([&](const Context& ctx) { r = adeudos_de(ctx.db(), {.alumnoId = alumnoId}, dia(fecha)); }, db::Lane::list);
        return r;
    };
    EXPECT_EQ(debe("2026-01-10").at(0).porPagar, Importe::de_enteros(950));
    EXPECT_EQ(debe("2026-01-12").at(0).prontoPago, Importe{});
    EXPECT_EQ(debe("2026-01-12").at(0).porPagar, Importe::de_enteros(1100));
    m.escribe([&](Context& ctx) {
        PagoEscolarNuevo p;
        p.referencia = referencia_escolar(ClaseDeReferencia::alumno, alumnoId);
        p.cuentaBancariaId = Id{e.banco};
        p.fecha = dia("2026-01-12");
        p.importe = Importe::de_enteros(1100);
        EXPECT_EQ(registrar_pago_escolar(ctx, p).porAsignar, Importe{});
    });
    EXPECT_THAT(debe("2026-01-12"), testing::IsEmpty());
}

// What a payment let off and charged falls with it, whoever cancels it; and it is not taken off a charge that was let off for it.
TEST_P(EscuelaTest, WhatAPaymentBroughtAboutFallsWithIt) {
    std::int64_t alumnoId = 0;
    m.escribe([&](Context& ctx) {
        auto p = e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-10", 2);
        p.diasVencimiento = Entero<0, 365>{20};
        p.prontoPagoDias = Entero<0, 365>{5};
        p.prontoPagoTasa = NoNegativo<Tasa>{Tasa::de_micros(50'000)};
        p.recargoTasa = NoNegativo<Tasa>{Tasa::de_micros(100'000)};
        p.conceptoRecargoId = IdOpcional{e.gravado};
        crear_plan_escolar(ctx, p);
        alumnoId = crear_alumno(ctx, e.alumno(familia, e.primaria)).alumnoId;
    });
    e.genera("2026-02-10");
    const std::string referencia = referencia_escolar(ClaseDeReferencia::alumno, alumnoId);
    const auto paga = [&](const char* fecha, std::int64_t importe) {
        PagoEscolar r;
        m.escribe([&](Context& ctx) {
            PagoEscolarNuevo p;
            p.referencia = referencia;
            p.cuentaBancariaId = Id{e.banco};
            p.fecha = dia(fecha);
            p.importe = Importe::de_enteros(importe);
            r = registrar_pago_escolar(ctx, p);
        });
        return r;
    };
    const auto estado = [&](std::int64_t id) {
        return m.pide(
            fmt::format("GET /api/EscuelaPrivada/Alumnos/{}/EstadoCuenta?fecha=2026-02-12&fechaInicial=2026-01-01", id));
    };
    const auto vivos = [&](std::int64_t id) {
        return m.cuenta(
            fmt::format("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado <> 'cancelado' AND "
                        "transaccionId = {}",
                        id));
    };
    // January is late by a month that has begun: 1,000 and 100 of surcharge (with VAT inside); February is early: 950.
    const auto r = paga("2026-02-12", 2050);
    ASSERT_EQ(r.cargos.size(), 2U);
    ASSERT_NE(r.cargos[0].recargoId, 0);
    ASSERT_NE(r.cargos[1].descuentoId, 0);
    EXPECT_EQ(estado(alumnoId).en("/data/monedas/0/saldo"), "0");
    const auto aplicacion = [&](std::int64_t documento) {
        return m.cuenta(
            fmt::format("SELECT aplicacionId FROM aplicacion WHERE organizacionId = $1 AND pagoId = {} AND documentoId "
                        "= {} AND estado = 'vigente'",
                        r.transaccionId, documento));
    };
    const auto suelta = [&](std::int64_t documento) {
        return m.pide(fmt::format("PUT /api/Bancos/DepositoDesasignar/{}", r.transaccionId),
                      fmt::format(R"({{"aplicaciones":[{}]}})", aplicacion(documento)));
    };
    const auto negado = suelta(r.cargos[1].transaccionId);
    EXPECT_EQ(negado.faltas(), "con_dependientes /aplicaciones/0");
    EXPECT_EQ(negado.en("/errores/0/datos/transaccionId"), std::to_string(r.cargos[1].descuentoId));
    EXPECT_EQ(suelta(r.cargos[0].transaccionId).status, 200);
    const auto cancelado =
        m.pide(fmt::format("DELETE /api/Bancos/DepositoCancelar/{}?desasignar=true&fecha=2026-11-20", r.transaccionId));
    ASSERT_EQ(cancelado.status, 200) << cancelado.body;
    EXPECT_EQ(vivos(r.cargos[0].recargoId), 0);
    EXPECT_EQ(vivos(r.cargos[1].descuentoId), 0);
    EXPECT_EQ(estado(alumnoId).en("/data/monedas/0/saldo"), "2000");
    EXPECT_EQ(estado(alumnoId).en("/data/monedas/0/recargos"), "100");
    EXPECT_EQ(estado(alumnoId).en("/data/monedas/0/prontoPago"), "50");
    EXPECT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
}

// Whoever is let off everything is charged nothing, once.
TEST_P(EscuelaTest, WhatAScholarshipCoversWholeIsAChargeWithoutADocument) {
    m.escribe([&](Context& ctx) {
        crear_plan_escolar(ctx, e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-01", 1));
        auto a = e.alumno(familia, e.primaria);
        a.beca = NoNegativo<Tasa>{Tasa::de_enteros(1)};
        crear_alumno(ctx, a);
    });
    const auto hechos = e.genera("2026-01-31");
    ASSERT_EQ(hechos.size(), 1U);
    EXPECT_EQ(hechos[0].total, Importe{});
    EXPECT_EQ(hechos[0].transaccionId, 0);
    EXPECT_TRUE(e.genera("2026-01-31").empty());
    // It is not made up for when the scholarship ends.
    m.escribe([&](Context& ctx) {
        AlumnoActualizacion c;
        c.alumnoId = Id{hechos[0].alumnoId};
        c.beca = NoNegativo<Tasa>{Tasa{}};
        actualizar_alumno(ctx, c);
    });
    EXPECT_TRUE(e.genera("2026-01-31").empty());
    EXPECT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
}

// What proves the charges has to see each of these.
TEST_P(EscuelaTest, VerifyNamesWhatIsWrong) {
    std::int64_t alumnoId = 0;
    m.escribe([&](Context& ctx) {
        auto p = e.plan("COL", TipoPlanEscolar::colegiatura, 1000, "2026-01-01", 2);
        p.prontoPagoDias = Entero<0, 365>{5};
        p.prontoPagoTasa = NoNegativo<Tasa>{Tasa::de_micros(50'000)};
        crear_plan_escolar(ctx, p);
        alumnoId = crear_alumno(ctx, e.alumno(familia, e.primaria)).alumnoId;
    });
    e.genera("2026-01-31");
    m.escribe([&](Context& ctx) {
        PagoEscolarNuevo p;
        p.referencia = referencia_escolar(ClaseDeReferencia::alumno, alumnoId);
        p.cuentaBancariaId = Id{e.banco};
        p.fecha = dia("2026-01-02");
        p.importe = Importe::de_enteros(950);
        EXPECT_EQ(registrar_pago_escolar(ctx, p).aplicado, Importe::de_enteros(950));
    });
    ASSERT_THAT(m.diferencias(verificar_escuela), testing::IsEmpty());
    const auto con = [&](const std::string& sql, const char* que) {
        m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        EXPECT_THAT(m.diferencias(verificar_escuela), testing::Contains(testing::HasSubstr(que)));
    };
    con("UPDATE cargoEscolar SET prontoPagoHasta = NULL WHERE organizacionId = $1", "let off too late");
    con("DELETE FROM clienteDeAlumno WHERE organizacionId = $1", "a contact that is not noted");
    con("UPDATE cargoEscolar SET beca = 500000 WHERE organizacionId = $1", "its discount is not that of the student");
    con("UPDATE partidaAlumno SET tipo = 'otro' WHERE organizacionId = $1", "something else than its plan");
    con("UPDATE planEscolar SET inicio = inicio + 1 WHERE organizacionId = $1", "its period is none of its plan");
    con("INSERT INTO periodoCobrado (organizacionId, planEscolarId, periodo) SELECT organizacionId, planEscolarId, inicio + 40 "
        "FROM "
        "planEscolar WHERE organizacionId = $1",
        "said to be charged");
    con("UPDATE documento SET fecha = fecha + 1 WHERE organizacionId = $1 AND tipo = 'NotaVenta'",
        "not a sales note of one line");
    con("UPDATE alumno SET curp = 'X' WHERE organizacionId = $1", "its CURP is none");
}

// Three siblings in one invoice, of which two by notes that are invoiced: a complement on each line of tuition and on no other,
// as the authority's schemas want it, sealed.
TEST_P(EscuelaTest, AnInvoiceOfSiblingsBearsAComplementForEach) {
    CACAO_SKIP_WITHOUT_CFDI;
    Emisora emisora{GetParam(), {register_venta_escolar}};
    Escuela s{emisora.l.m};
    std::int64_t factura = 0;
    emisora.l.escribe([&](Context& ctx) {
        const auto mama = s.contacto(ctx, "XOCHILT CASAS CHAVEZ", "CACX7605101P8");
        const auto abuelo = s.contacto(ctx, "KARLA FUENTE NOLASCO", "FUNK671228PH6");
        const auto f = s.familia(ctx, "F1", mama, abuelo);
        FacturaEscolarNueva n;
        n.metodoPago = engine::MetodoPago::PUE;
        n.formaPago = Texto<2, 2>{"03"};
        const auto linea = [&](std::int64_t alumnoId, TipoCargoEscolar tipo, std::int64_t concepto) {
            auto& p = n.partidas.emplace_back();
            p.alumnoId = Id{alumnoId};
            p.tipo = tipo;
            p.conceptoId = IdOpcional{concepto};
            p.cantidad = Cantidad::de_enteros(1);
            p.precioUnitario = Precio::de_enteros(4500);
            p.descuento = NoNegativo<Importe>{Importe::de_enteros(450)};
        };
        for (const std::int64_t nivel : {s.primaria, s.secundaria, s.primaria, s.superior})
            linea(crear_alumno(ctx, s.alumno(f, nivel)).alumnoId, TipoCargoEscolar::colegiatura, s.exento);
        linea(n.partidas.front().alumnoId, TipoCargoEscolar::transporte, s.gravado);
        factura = crear_factura_escolar(ctx, n).transaccionId;
    });
    emisora.timbra(factura);
    const auto xml = emisora.xml(factura);
    const Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo());
    EXPECT_TRUE(oraculo.valido(xml)) << oraculo.dice() << xml;
    const auto juicio = emisora.juicio(factura);  // the seal is that of the certificate, over the authority's chain
    const auto& conceptos = juicio.cfdi->conceptos;
    ASSERT_EQ(conceptos.size(), 5U);
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(conceptos[i].alumnos.size(), 1U);
        const auto& a = conceptos[i].alumnos[0];
        EXPECT_EQ(a.nombre, fmt::format("ALUMNO {}", i + 1));
        EXPECT_EQ(a.curp, curp_de_prueba(static_cast<int>(i) + 1).texto());
        EXPECT_EQ(a.nivelEducativo, i == 1 ? "Secundaria" : "Primaria");
        EXPECT_EQ(a.autRvoe, "13PPR0001Z");
        EXPECT_EQ(a.rfcPago, "FUNK671228PH6");
    }
    EXPECT_TRUE(conceptos[3].alumnos.empty()) << "the level has none";
    EXPECT_TRUE(conceptos[4].alumnos.empty()) << "transport has none";
}

}  // namespace
}  // namespace cacao::test
