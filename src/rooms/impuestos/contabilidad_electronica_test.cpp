// The files of electronic accounting, taken apart again by another reader (libxml2) and compared with the ledger's rows, and
// judged by the authority's own schemas where they stand beside the repository.

#include "rooms/impuestos/contabilidad_electronica.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/tipos/compras.hpp"
#include "rooms/impuestos/xml_contable.hpp"
#include "support/cfdi.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"
#include "support/zip.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

// What a schema says against a document; "" when it is good, or when there are no schemas.
std::string segun_el_esquema(const std::string& cual, const std::string& xml) {
    const auto archivo = test::cfdi_folder() / "xsd/www.sat.gob.mx/esquemas/ContabilidadE/1_3" / cual / (cual + "_1_3.xsd");
    if (!std::filesystem::exists(archivo)) {
        static const bool dicho = [] { return std::puts("the authority's schemas are not here: not judged by them") >= 0; }();
        static_cast<void>(dicho);
        return "";
    }
    static std::string dice;
    dice.clear();
    xmlSetStructuredErrorFunc(nullptr, [](void*, xmlErrorPtr e) { dice += e->message == nullptr ? "?" : e->message; });
    static std::map<std::string, xmlSchemaPtr> esquemas;
    xmlSchemaPtr& esquema = esquemas[cual];
    if (esquema == nullptr) {
        auto* lector = xmlSchemaNewParserCtxt(archivo.c_str());
        esquema = xmlSchemaParse(lector);
        xmlSchemaFreeParserCtxt(lector);
    }
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> documento{
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "d.xml", nullptr, XML_PARSE_NONET), xmlFreeDoc};
    if (documento == nullptr || esquema == nullptr) return "not read: " + dice;
    const std::unique_ptr<xmlSchemaValidCtxt, decltype(&xmlSchemaFreeValidCtxt)> juez{xmlSchemaNewValidCtxt(esquema),
                                                                                      xmlSchemaFreeValidCtxt};
    const bool bien = xmlSchemaValidateDoc(juez.get(), documento.get()) == 0;
    xmlSetStructuredErrorFunc(nullptr, nullptr);
    return bien ? "" : dice;
}

struct Nodo {
    std::string nombre;
    std::vector<std::pair<std::string, std::string>> atributos;
    std::vector<Nodo> hijos;
    std::string de(const std::string& cual) const {
        for (const auto& [n, v] : atributos)
            if (n == cual) return v;
        return "";
    }
};
Nodo nodo_de(const xmlNode* n) {
    Nodo r{reinterpret_cast<const char*>(n->name), {}, {}};
    for (const xmlAttr* a = n->properties; a != nullptr; a = a->next) {
        auto* texto = xmlNodeListGetString(n->doc, a->children, 1);
        r.atributos.emplace_back(reinterpret_cast<const char*>(a->name),
                                 texto == nullptr ? "" : reinterpret_cast<const char*>(texto));
        xmlFree(texto);
    }
    for (const xmlNode* h = n->children; h != nullptr; h = h->next)
        if (h->type == XML_ELEMENT_NODE) r.hijos.push_back(nodo_de(h));
    return r;
}
Nodo arbol_de(const std::string& xml) {
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> d{
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "d.xml", nullptr, XML_PARSE_NONET), xmlFreeDoc};
    return d == nullptr ? Nodo{} : nodo_de(xmlDocGetRootElement(d.get()));
}
// The cadena as Anexo 24 has it: attributes in the order of the schema, without those of the seal.
void cadena_de(const Nodo& n, std::string& cadena) {
    for (const auto& [nombre, valor] : n.atributos)
        if (nombre != "Sello" && nombre != "noCertificado" && nombre != "Certificado" && nombre != "schemaLocation")
            cadena += valor + "|";
    for (const Nodo& h : n.hijos) cadena_de(h, cadena);
}

std::int64_t centavos_de(const std::string& texto) {
    std::string digitos;
    for (const char c : texto)
        if (c != '.') digitos += c;
    return digitos.empty() ? 0 : std::stoll(digitos);
}

class ContabilidadElectronicaTest : public ::testing::TestWithParam<db::Motor> {
protected:
    ContabilidadElectronicaTest()
        : csd{fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", *Instante::leer_iso("2026-01-01T00:00:00Z"),
                                     *Instante::leer_iso("2030-01-01T00:00:00Z"))},
          l{GetParam(), {[this](api::Operations& ops) {
                register_contabilidad_electronica(ops, {[this](db::Reader&, Instante) { return std::optional{csd}; }, "/tmp"});
            }}} {
        l.m.reloj.fijar(Instante::leer_iso("2026-12-15T18:00:00Z"));
        l.m.token = l.m.token_de(l.m.sesion->usuarioId);
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = 'EKU9003173C9' WHERE organizacionId = $1", ctx.organizacionId());
        });
        persona = l.contacto("PERSONA", false, true, "XOJI740919U48");
    }

    struct Abierto {
        std::string nombre;
        std::string xml;
        Nodo raiz;
    };
    Abierto abre(const std::string& que, const std::string& pregunta, const std::string& esquema) {
        const auto r = l.m.pide("GET /api/Impuestos/ContabilidadElectronica/" + que + "?" + pregunta);
        EXPECT_EQ(r.status, 200) << r.body;
        if (r.status != 200) return {};
        const auto partes = test::partes(r.body);
        EXPECT_EQ(partes.size(), 1U);
        if (partes.empty()) return {};
        Abierto a{partes.begin()->first, partes.begin()->second, arbol_de(partes.begin()->second)};
        EXPECT_EQ(segun_el_esquema(esquema, a.xml), "") << a.xml.substr(0, 3000);
        return a;
    }
    // Of each account: what it had, debits, credits; in cents, from the rows of the ledger.
    struct Sumas {
        std::int64_t debe = 0;
        std::int64_t haber = 0;
    };
    std::map<std::string, Sumas> sumas(std::int64_t periodo) {
        std::map<std::string, Sumas> todas;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(R"(SELECT c.codigo, CAST(SUM(a.cargo) AS BIGINT), CAST(SUM(a.abono) AS BIGINT) FROM asiento a
                             JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId AND p.periodo = $2
                             JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
                             WHERE a.organizacionId = $1 GROUP BY c.codigo)",
                          [&](const db::Row& r) {
                              todas[std::string{r.text(0)}] = {r.integer(1) / 10'000, r.integer(2) / 10'000};
                          },
                          ctx.organizacionId(), periodo);
        });
        return todas;
    }
    engine::Emitido gasta(Fecha fecha, Precio precio, const std::string& uuid) {
        test::SolicitudEntera g;
        g.entidadId = persona;
        g.fecha = fecha;
        g.uuid = uuid;
        auto& p = g.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.conceptoId = l.concepto("HONORARIOS");
        p.cantidad = 1_pza;
        p.precioUnitario = precio;
        return l.emite(engine::Gasto, g);
    }
    void paga(Fecha fecha, const engine::Emitido& gasto, Importe importe) {
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.fecha = fecha;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = gasto.transaccionId;
        l.emite(engine::Egreso, e);
    }

    fiscal::Csd csd;
    Libro l;
    std::int64_t persona = 0;
};
CACAO_EN_AMBOS_MOTORES(ContabilidadElectronicaTest);

TEST_P(ContabilidadElectronicaTest, LibrosAlAzarVuelvenComoEstan) {
    Azar azar{2430};
    std::size_t uuids = 0;
    for (int mes = 1; mes <= 3; ++mes) {
        const auto dia = [&] { return *Fecha::de_civil(2026, mes, 1 + static_cast<int>(azar.menor(28))); };
        for (int i = 0; i < 6; ++i) {
            const Fecha fecha = dia();
            const auto precio = Precio::de_micros((1 + azar.menor(900'000)) * 10'000LL);
            const auto uuid = fmt::format("{:08x}-72b0-4ae9-a52f-{:012x}", mes, i);
            const auto g = gasta(fecha, precio, uuid);
            const std::int64_t parte = 1 + azar.menor(g.total.micros() / 10'000);
            paga(fecha, g, Importe::de_micros(parte * 10'000));
            ++uuids;
        }
    }
    std::map<std::string, std::int64_t> llevado;
    for (const std::int64_t periodo : {202601, 202602, 202603}) {
        SCOPED_TRACE(periodo);
        const auto esperado = sumas(periodo);
        const auto ct = abre("Catalogo", fmt::format("periodo={}", periodo), "CatalogoCuentas");
        EXPECT_EQ(ct.nombre, fmt::format("EKU9003173C9{}CT.xml", periodo));
        std::map<std::string, bool> deudora;
        for (const Nodo& c : ct.raiz.hijos) deudora[c.de("NumCta")] = c.de("Natur") == "D";

        const auto bn = abre("Balanza", fmt::format("periodo={}", periodo), "BalanzaComprobacion");
        EXPECT_EQ(bn.raiz.hijos.size(), ct.raiz.hijos.size());
        std::map<std::string, const Nodo*> balanza;
        for (const Nodo& c : bn.raiz.hijos) {
            balanza[c.de("NumCta")] = &c;
            const std::int64_t mueve = centavos_de(c.de("Debe")) - centavos_de(c.de("Haber"));
            EXPECT_EQ(centavos_de(c.de("SaldoFin")),
                      centavos_de(c.de("SaldoIni")) + (deudora.at(c.de("NumCta")) ? mueve : -mueve))
                << c.de("NumCta");
            EXPECT_EQ(centavos_de(c.de("SaldoIni")), llevado[c.de("NumCta")]) << c.de("NumCta");
            llevado[c.de("NumCta")] = centavos_de(c.de("SaldoFin"));
        }
        for (const auto& [codigo, s] : esperado) {
            ASSERT_TRUE(balanza.contains(codigo)) << codigo;
            EXPECT_EQ(centavos_de(balanza.at(codigo)->de("Debe")), s.debe) << codigo;
            EXPECT_EQ(centavos_de(balanza.at(codigo)->de("Haber")), s.haber) << codigo;
        }
        const std::string pide = fmt::format("periodo={}&tipoSolicitud=AF&numOrden=ABC1234567/26", periodo);
        const auto pl = abre("Polizas", pide, "PolizasPeriodo");
        std::map<std::string, Sumas> de_polizas;
        std::set<std::string> numeros;
        std::set<std::string> folios;
        std::int64_t pagos = 0;
        for (const Nodo& p : pl.raiz.hijos) {
            EXPECT_TRUE(numeros.insert(p.de("NumUnIdenPol")).second);
            std::int64_t suma = 0;
            for (const Nodo& t : p.hijos) {
                de_polizas[t.de("NumCta")].debe += centavos_de(t.de("Debe"));
                de_polizas[t.de("NumCta")].haber += centavos_de(t.de("Haber"));
                suma += centavos_de(t.de("Debe")) - centavos_de(t.de("Haber"));
                for (const Nodo& h : t.hijos) {
                    if (h.nombre == "CompNal") folios.insert(h.de("UUID_CFDI"));
                    else ++pagos;
                }
            }
            EXPECT_EQ(suma, 0);
        }
        EXPECT_EQ(folios.size(), 6U);
        EXPECT_EQ(pagos, 6);
        const auto xc = abre("AuxiliarCuentas", pide, "AuxiliarCtas");
        std::map<std::string, Sumas> de_cuentas;
        for (const Nodo& c : xc.raiz.hijos) {
            EXPECT_EQ(c.de("SaldoIni"), balanza.at(c.de("NumCta"))->de("SaldoIni"));
            EXPECT_EQ(c.de("SaldoFin"), balanza.at(c.de("NumCta"))->de("SaldoFin"));
            for (const Nodo& m : c.hijos) {
                EXPECT_TRUE(numeros.contains(m.de("NumUnIdenPol")));
                de_cuentas[c.de("NumCta")].debe += centavos_de(m.de("Debe"));
                de_cuentas[c.de("NumCta")].haber += centavos_de(m.de("Haber"));
            }
        }
        for (const auto* otras : {&de_polizas, &de_cuentas}) {
            EXPECT_EQ(otras->size(), esperado.size());
            for (const auto& [codigo, s] : esperado) {
                EXPECT_EQ(otras->at(codigo).debe, s.debe) << codigo;
                EXPECT_EQ(otras->at(codigo).haber, s.haber) << codigo;
            }
        }
        const auto xf = abre("AuxiliarFolios", pide, "AuxiliarFolios");
        std::set<std::string> de_folios;
        for (const Nodo& p : xf.raiz.hijos) {
            EXPECT_TRUE(numeros.contains(p.de("NumUnIdenPol")));
            for (const Nodo& c : p.hijos) de_folios.insert(c.de("UUID_CFDI"));
        }
        EXPECT_EQ(de_folios, folios);
    }
    EXPECT_EQ(uuids, 18U);
}

TEST_P(ContabilidadElectronicaTest, ElSelloEsDeLaCadena) {
    paga(*Fecha::de_civil(2026, 2, 5), gasta(*Fecha::de_civil(2026, 2, 3), 100_precio, "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9"),
         50_mxn);
    struct Uno {
        const char* que;
        const char* pregunta;
        const char* esquema;
    };
    const Uno todos[] = {
        {"Catalogo", "periodo=202602&sellar=true", "CatalogoCuentas"},
        {"Balanza", "periodo=202602&sellar=true", "BalanzaComprobacion"},
        {"Balanza", "periodo=202602&tipoEnvio=C&fechaModificacion=2026-03-04&sellar=true", "BalanzaComprobacion"},
        {"Polizas", "periodo=202602&tipoSolicitud=DE&numTramite=AB123456789012&sellar=true", "PolizasPeriodo"},
        {"AuxiliarCuentas", "periodo=202602&tipoSolicitud=CO&numTramite=AB123456789012&sellar=true", "AuxiliarCtas"},
        {"AuxiliarFolios", "periodo=202602&tipoSolicitud=FC&numOrden=ABC1234567/26&sellar=true", "AuxiliarFolios"},
    };
    for (const Uno& u : todos) {
        SCOPED_TRACE(u.que);
        const auto a = abre(u.que, u.pregunta, u.esquema);
        std::string cadena = "||";
        cadena_de(a.raiz, cadena);
        cadena += "|";
        EXPECT_EQ(a.raiz.de("Sello"), csd.sello(cadena)) << cadena;
        EXPECT_EQ(a.raiz.de("noCertificado"), csd.certificado().numero());
        EXPECT_EQ(a.raiz.de("Certificado"), csd.base64_de_cer());
    }
}

// A transfer with both ends known, a cheque with its number, and what lacks either.
TEST_P(ContabilidadElectronicaTest, ElDineroDiceComoSeMovio) {
    l.escribe([&](Context& ctx) {
        ctx.db().run(R"(UPDATE cuentaBancaria SET clabe = '002180000118359710',
                            bancoId = (SELECT b.bancoId FROM banco b WHERE b.organizacionId = $1 AND b.clave = '002')
                        WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
                     ctx.organizacionId(), l.bancoId);
    });
    const auto forma = [&](std::string_view clave) {
        return l.entero(fmt::format(
            "SELECT MIN(formaPagoId) FROM formaPago WHERE organizacionId = $1 AND claveContabilidadElectronica = '{}'", clave));
    };
    const auto paga_con = [&](std::string_view clave, const std::string& referencia) {
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.fecha = *Fecha::de_civil(2026, 2, 5);
        e.cuentaBancariaId = l.bancoId;
        e.formaPagoId = forma(clave);
        e.referencia = referencia;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = 116_mxn;
        p.conceptoId = l.concepto("GASTOS");
        l.emite(engine::Egreso, e);
    };
    paga_con("03", "");  // where to is read of the contact as it is when the file is written
    paga_con("02", "");
    l.escribe([&](Context& ctx) {
        ctx.db().run(
            R"(UPDATE contacto SET cuentasBancarias = '[{"numero":1,"banco":"BBVA","cuenta":"","clabe":"012180000118359713",)"
            R"("moneda":"MXN","titular":""}]' WHERE organizacionId = $1 AND entidadId = $2)",
            ctx.organizacionId(), persona);
    });
    paga_con("03", "");
    paga_con("02", "000123");
    const auto pl = abre("Polizas", "periodo=202602&tipoSolicitud=AF&numOrden=ABC1234567/26", "PolizasPeriodo");
    std::vector<std::string> dichos;
    for (const Nodo& p : pl.raiz.hijos)
        for (const Nodo& t : p.hijos)
            for (const Nodo& h : t.hijos)
                dichos.push_back(h.nombre + " " + h.de("BancoDestNal") + h.de("Num") + h.de("MetPagoPol") + " " + h.de("CtaOri"));
    EXPECT_THAT(dichos, testing::ElementsAre("Transferencia 012 002180000118359710", "OtrMetodoPago 02 ",
                                             "Transferencia 012 002180000118359710", "Cheque 000123 002180000118359710"));
}

TEST_P(ContabilidadElectronicaTest, SinCodigoAgrupadorNadaSeEscribe) {
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE cuenta SET codigoAgrupador = '' WHERE organizacionId = $1 AND codigo = '101.01'",
                     ctx.organizacionId());
        ctx.db().run("UPDATE cuenta SET codigoAgrupador = '101.77' WHERE organizacionId = $1 AND codigo = '103.01'",
                     ctx.organizacionId());
    });
    EXPECT_EQ(l.m.pide("GET /api/Impuestos/ContabilidadElectronica/Catalogo?periodo=202602").faltas(),
              "requerido /codigoAgrupador; valor_no_permitido /codigoAgrupador");
    l.escribe(
        [&](Context& ctx) { ctx.db().run("UPDATE organizacion SET rfc = '' WHERE organizacionId = $1", ctx.organizacionId()); });
    EXPECT_EQ(l.m.pide("GET /api/Impuestos/ContabilidadElectronica/Balanza?periodo=202602").faltas(),
              "perfil_incompleto /rfc; requerido /codigoAgrupador; valor_no_permitido /codigoAgrupador");
}

// A text with whatever people write in names comes back as XML reads it, and its cadena has no bar of its own.
TEST(XmlContable, EscribeLoQueLaGenteEscribe) {
    EXPECT_EQ(contable::texto_contable("  Peña  & <Hijos>\t\"S.A.\"|x\n", 100), "Peña & <Hijos> \"S.A.\" x");
    EXPECT_EQ(contable::texto_contable("áéíóú", 3), "áéí");
    EXPECT_EQ(contable::texto_contable(" \n|", 3), "-");
    std::string xml;
    std::string cadena;
    contable::XmlContable x{"a:", [&](std::string_view t) { xml += t; }, [&](std::string_view t) { cadena += t; }};
    x.raiz("R", "xmlns:a=\"urn:a\"", {{"V", "1"}, {"Sello", "s", false}, {"Nada", ""}});
    x.hoja("H", {{"N", "P & \"Q\" <R>"}});
    x.cerrar("R");
    x.terminar();
    EXPECT_EQ(cadena, "||1|P & \"Q\" <R>||");
    const auto arbol = arbol_de(xml);
    EXPECT_EQ(arbol.de("Sello"), "s");
    ASSERT_EQ(arbol.hijos.size(), 1U);
    EXPECT_EQ(arbol.hijos[0].de("N"), "P & \"Q\" <R>");
}

}  // namespace
}  // namespace cacao::test
