// Fiscal documents validated over the interface: each step with its code, the authority that answers, fails or changes its mind.

#include "rooms/validaciones/validacion.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "engine/tipos/compras.hpp"
#include "rooms/validaciones/vigilancia.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/autoridad.hpp"
#include "support/cfdi.hpp"
#include "support/comprobantes.hpp"
#include "support/libro.hpp"

#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace cacao {
namespace {

using namespace literales;
using test::Autoridad;
using test::cambiado;
using test::Libro;
using test::mundillo;
using test::sellado;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// The folder of certificates that an operator would keep: who signs, and who stamps.
class Carpeta {
public:
    Carpeta() {
        std::string plantilla = (std::filesystem::temp_directory_path() / "certificados-XXXXXX").string();
        ruta_ = ::mkdtemp(plantilla.data());
        guardar("ac.cer", test::certificado_der(mundillo().ac, "1", "AC", "AC", mundillo().ac, "20200101000000Z",
                                                "20300101000000Z", "keyCertSign"));
        guardar("pac.cer", test::certificado_der(mundillo().pac, test::numero_pac, "SPR190613I52", "AC", mundillo().ac,
                                                 "20240101000000Z", "20280101000000Z", test::de_csd));
    }
    ~Carpeta() { std::filesystem::remove_all(ruta_); }
    Carpeta(const Carpeta&) = delete;
    Carpeta& operator=(const Carpeta&) = delete;
    void guardar(const std::string& nombre, const std::string& bytes) const {
        std::ofstream{ruta_ / nombre, std::ios::binary} << bytes;
    }
    std::string ruta() const { return ruta_.string(); }

private:
    std::filesystem::path ruta_;
};

validacion::Validador::Ajustes ajustes(const std::string& url, const std::string& certificados) {
    validacion::Validador::Ajustes a;
    a.consulta = {url, std::chrono::milliseconds{300}, std::chrono::milliseconds{300}};
    a.salida = {.privadas = red::Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""};
    a.certificados = certificados;
    return a;
}

class ValidacionTest : public testing::TestWithParam<db::Motor> {
protected:
    ValidacionTest() { es(Instante::leer_iso("2026-10-01T19:00:00Z").value()); }

    // A token is good for a while from when it was made.
    void es(Instante momento) {
        l.m.reloj.fijar(momento);
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    }
    void pasan(std::int64_t segundos) { es(l.m.reloj.ahora().mas_segundos(segundos)); }

    test::Respuesta valida(const std::string& bytes, std::int64_t transaccionId = 0) {
        return l.m.pide(
            "POST /api/ArchivosDigitales/ValidarArchivo" +
                (transaccionId == 0 ? std::string{} : "?transaccionId=" + std::to_string(transaccionId)),
            "--x\r\nContent-Disposition: form-data; name=\"archivo\"; filename=\"a.xml\"\r\n\r\n" + bytes + "\r\n--x--\r\n",
            {{"Content-Type", "multipart/form-data; boundary=x"}});
    }
    test::Respuesta obtiene(const test::Respuesta& de) {
        return l.m.pide("GET /api/ArchivosDigitales/Validaciones/" + de.en("/data/validacionId"));
    }
    // "paso codigo; …" of every row that is not good.
    static std::string observado(const test::Respuesta& r) {
        std::string texto;
        for (int i = 0; !r.en("/data/pasos/" + std::to_string(i) + "/paso").empty(); ++i) {
            const auto de = "/data/pasos/" + std::to_string(i);
            if (r.en(de + "/resultado") == "bien") continue;
            EXPECT_NE(r.en(de + "/mensaje"), "") << r.en(de + "/codigo");
            texto += (texto.empty() ? "" : "; ") + r.en(de + "/paso") + ' ' + r.en(de + "/codigo");
        }
        return texto;
    }
    // A sale to the public for 116, which `global` is the fiscal document of.
    std::int64_t venta() {
        l.clienteId = l.entero("SELECT entidadId FROM contacto WHERE organizacionId = $1 AND codigo = 'PG'");
        if (l.clienteId == 0) l.clienteId = l.contacto("PG", true, false, "XAXX010101000");
        return l.factura_de_concepto(100_precio).transaccionId;
    }
    void somos(const char* rfc) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = $2 WHERE organizacionId = $1", ctx.organizacionId(), rfc);
        });
    }
    // Does all the work that is due; how much that was.
    int trabaja() {
        api::Taller taller{l.m.base.db(), l.m.reloj, {validacion::oficio_de_estado(validador)}, "prueba"};
        int hechos = 0;
        while (const auto tomado = taller.tomar(l.m.empresa.organizacionId)) {
            EXPECT_TRUE(taller.hacer(l.m.empresa.organizacionId, *tomado));
            ++hechos;
        }
        return hechos;
    }
    std::int64_t pendientes() {
        return l.entero("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente'");
    }
    void lista(const char* rfc, const char* oficio, const char* situacion) {
        l.m.base->write_now(0, [&](db::Writer& tx) {
            tx.run(R"(INSERT INTO satClave (catalogo, generacion, clave, padre, desde, descripcion, datos)
                      VALUES ('Lista69B', 1, $1, $2, 0, 'X', $3))",
                   rfc, oficio, R"({"situacion":")" + std::string{situacion} + "\"}");
            tx.run("UPDATE satCatalogo SET registros = registros + 1 WHERE catalogo = 'Lista69B'");
        });
    }

    Autoridad sat;
    Carpeta certificados;
    std::shared_ptr<const validacion::Validador> validador =
        std::make_shared<const validacion::Validador>(ajustes(sat.url(), certificados.ruta()));
    Libro l{GetParam(),
            {[this](api::Operations& ops) { register_registro_venta(ops); },
             [](api::Operations& ops) {
                 // Purchases are another area, in which the administrator may do something as well.
                 ops.group("Compras");
                 ops.add(api::Verb::POST, "/api/Comprar", "Comprar", [](Context&, const Nada&) { return Nada{}; });
             },
             [this](api::Operations& ops) { register_validaciones(ops, validador); }}};
};
CACAO_EN_AMBOS_MOTORES(ValidacionTest);

TEST_P(ValidacionTest, UnBuenComprobanteEsValidoYQuedaGuardado) {
    const auto r = valida(sellado(test::global()));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(observado(r), "");
    EXPECT_EQ(r.en("/data/resultado"), "valido");
    EXPECT_EQ(r.en("/data/estadoSat"), "vigente");
    EXPECT_EQ(r.en("/data/verificadoEn"), "2026-10-01T13:00:00");
    EXPECT_EQ(r.en("/data/uuid"), "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9");
    EXPECT_EQ(r.en("/data/total"), "116");
    EXPECT_EQ(obtiene(r).body, r.body);
    ASSERT_THAT(sat.preguntas(), SizeIs(1));
    const auto pregunta = sat.preguntas().front();
    EXPECT_THAT(pregunta, HasSubstr("SOAPAction: \"http://tempuri.org/IConsultaCFDIService/Consulta\""));
    EXPECT_THAT(pregunta,
                HasSubstr("<![CDATA[?re=EKU9003173C9&rr=XAXX010101000&tt=116.0&id=D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9&fe="));
    // It will be looked at again.
    EXPECT_EQ(pendientes(), 1);
}

// One byte, another certificate, another total: whatever was changed, the step that is about it says so, and nobody falls.
TEST_P(ValidacionTest, LoAlteradoTerminaEnSuCodigo) {
    const auto bueno = sellado(test::global());
    const auto otro = test::certificado_der(mundillo().emisor, test::numero_emisor, "IIA040805DZ4", "AC", mundillo().ac,
                                            "20240101000000Z", "20280101000000Z", test::de_csd);
    std::string hondo;
    for (int i = 0; i < 10'000; ++i) hondo += "<a>";
    const std::string bomba =
        R"(<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>)";
    const std::vector<std::pair<std::string, std::string>> casos{
        {cambiado(bueno, "Descripcion=\"Venta\"", "Descripcion=\"Vento\""), "sello sello_no_corresponde"},
        {sellado(test::global(), otro), "certificado certificado_rfc"},
        {sellado(cambiado(test::global(), " Total=\"116.00\"", " Total=\"117.00\"")), "aritmetica total_no_cuadra"},
        {cambiado(bueno, "<cfdi:Emisor", "<cfdi:Emisora"), "estructura nodo_desconocido"},
        {cambiado(bueno, " Exportacion=\"01\"", ""), "estructura atributo_falta"},
        {bueno.substr(0, bueno.size() / 2), "xml xml_mal_formado"},
        {bomba, "xml xml_doctype"},
        {"<!DOCTYPE a SYSTEM \"file:///etc/passwd\">" + bueno, "xml xml_doctype"},
        {hondo, "xml xml_muy_profundo"},
        {"", "xml xml_mal_formado"},
        {"hola", "xml xml_mal_formado"},
        {std::string("\xFF\xFE<\0a\0", 6), "xml xml_codificacion"},
        {"<a/>", "estructura no_es_cfdi"},
    };
    for (const auto& [bytes, codigo] : casos) {
        const auto r = valida(bytes);
        ASSERT_EQ(r.status, 200) << codigo << r.body.substr(0, 500);
        EXPECT_EQ(r.en("/data/resultado"), "no_valido") << codigo;
        EXPECT_THAT(observado(r), HasSubstr(codigo));
    }
}

TEST_P(ValidacionTest, LasMuestrasPublicasNuncaFallan) {
    CACAO_SKIP_WITHOUT_CFDI;
    for (const char* carpeta : {"samples/derived", "samples/cfdiutils", "samples/satcfdi"})
        for (const auto& archivo : std::filesystem::directory_iterator{test::cfdi_folder() / carpeta}) {
            if (archivo.path().extension() != ".xml") continue;
            const auto r = valida(test::cfdi_file(archivo.path()));
            EXPECT_EQ(r.status, 200) << archivo.path();
            EXPECT_NE(r.en("/data/resultado"), "valido") << archivo.path();
            if (archivo.path().filename().string().starts_with("bad-")) {
                EXPECT_NE(observado(r), "") << archivo.path();
            }
        }
}

// Whatever keeps the authority from answering, nothing is known; it is asked again until it answers.
TEST_P(ValidacionTest, SinRespuestaNoEsValidoNiInvalido) {
    using enum Autoridad::Modo;
    int n = 0;
    for (const auto modo : {error_500, calla, basura, inmensa, otro_documento, cuelga}) {
        pasan(61);  // after nobody answered, callers do not wait for a while
        sat.modo(modo);
        const auto antes = sat.preguntas().size();
        const auto r = valida(sellado(test::global()));
        ASSERT_EQ(r.status, 200) << r.body;
        EXPECT_EQ(sat.preguntas().size(), antes + 1);
        EXPECT_EQ(observado(r), "estado_sat estado_sat_sin_respuesta; lista_69b lista_69b_ausente") << ++n;
        EXPECT_EQ(r.en("/data/resultado"), "no_verificado");
        EXPECT_EQ(r.en("/data/estadoSat"), "no_verificado");
        EXPECT_EQ(r.en("/data/verificadoEn"), "");
        EXPECT_EQ(trabaja(), 1);
        EXPECT_EQ(obtiene(r).en("/data/resultado"), "no_verificado");
        EXPECT_EQ(pendientes(), 1);
    }
    // Others are answered without waiting for it.
    const auto antes = sat.preguntas().size();
    const auto r = valida(sellado(test::global()));
    EXPECT_EQ(sat.preguntas().size(), antes);
    EXPECT_EQ(r.en("/data/resultado"), "no_verificado");
    sat.modo(contesta);
    pasan(3600 * 7);
    EXPECT_EQ(trabaja(), 1);
    const auto despues = obtiene(r);
    EXPECT_EQ(despues.en("/data/resultado"), "valido");
    EXPECT_EQ(observado(despues), "");
    EXPECT_EQ(despues.en("/data/version"), "2");
}

TEST_P(ValidacionTest, LaCancelacionPosteriorSeHallaYSeAvisa) {
    const auto factura = venta();
    const auto r = valida(sellado(test::global()), factura);
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(observado(r), "");
    EXPECT_EQ(trabaja(), 0);
    pasan(24 * 3600 + 1);
    EXPECT_EQ(trabaja(), 1);  // nothing new
    EXPECT_EQ(obtiene(r).en("/data/version"), "2");
    EXPECT_EQ(obtiene(r).en("/data/verificadoEn"), "2026-10-02T13:00:01");
    const auto eventos = [&] {
        return l.entero(
            "SELECT COUNT(*) FROM evento WHERE organizacionId = $1 AND transaccionId = $2 AND datos LIKE '%validacionId%'",
            factura);
    };
    EXPECT_EQ(eventos(), 1);
    sat.cancelado();
    pasan(24 * 3600 + 1);
    EXPECT_EQ(trabaja(), 1);
    const auto despues = obtiene(r);
    EXPECT_EQ(despues.en("/data/resultado"), "no_valido");
    EXPECT_EQ(despues.en("/data/estadoSat"), "cancelado");
    EXPECT_EQ(despues.en("/data/estatusCancelacion"), "Cancelado sin aceptación");
    EXPECT_EQ(observado(despues), "estado_sat estado_sat_cancelado");
    EXPECT_EQ(eventos(), 2);
    EXPECT_EQ(
        l.entero("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND tipo = 'Validacion' AND operacion = 'EstadoSat'"),
        1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM eventoRegistro WHERE organizacionId = $1 AND tipo = 'Validacion'"), 2);
    // Cancelled is final.
    EXPECT_EQ(pendientes(), 0);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    const auto registro = l.m.pide("GET /api/RegistroVenta/" + std::to_string(factura));
    EXPECT_EQ(registro.en("/validacion"), "no_valido");
    EXPECT_EQ(registro.en("/verificado"), "2026-10-03T13:00:02");
    EXPECT_EQ(l.m.pide("GET /api/RegistroVenta").en("/data/0/validacion"), "no_valido");
    // Asked for again while the authority is silent, what it said last stands.
    sat.modo(Autoridad::Modo::error_500);
    pasan(61);
    const auto otra = valida(sellado(test::global()), factura);
    EXPECT_EQ(otra.en("/data/estadoSat"), "cancelado") << otra.body;
    EXPECT_EQ(otra.en("/data/resultado"), "no_valido");
    EXPECT_EQ(otra.en("/data/verificadoEn"), "2026-10-03T13:00:02");
    EXPECT_EQ(pendientes(), 0);
}

TEST_P(ValidacionTest, SeComparaConElDocumento) {
    const auto factura = venta();
    EXPECT_EQ(l.m.pide("GET /api/RegistroVenta/" + std::to_string(factura)).en("/validacion"), "");
    EXPECT_THAT(observado(valida(sellado(cambiado(cambiado(test::global(), "Moneda=\"MXN\"", "Moneda=\"USD\" TipoCambio=\"17\""),
                                                  "Rfc=\"XAXX010101000\"", "Rfc=\"IIA040805DZ4\"")),
                                 factura)),
                HasSubstr("documento documento_rfc; documento documento_moneda"));
    EXPECT_THAT(observado(valida(sellado(test::ingreso()), factura)),
                HasSubstr("documento documento_rfc; documento documento_total"));
    EXPECT_EQ(l.m.pide("GET /api/RegistroVenta/" + std::to_string(factura)).en("/validacion"), "no_valido");
    EXPECT_EQ(observado(valida(sellado(test::global()), factura)), "");
    EXPECT_EQ(l.m.pide("GET /api/RegistroVenta/" + std::to_string(factura)).en("/validacion"), "valido");
    // It is that document's now, and no other's; whoever names none is told.
    const auto otra = venta();
    EXPECT_EQ(observado(valida(sellado(test::global()), otra)), "unicidad unicidad_en_otro");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "unicidad unicidad_ya_registrado");
    EXPECT_EQ(observado(valida(sellado(test::global()), factura)), "");
    l.cancela(factura);
    EXPECT_EQ(observado(valida(sellado(test::global()), otra)), "");
}

// Whoever comes at the same time with another document finds it taken, not free as it was when both looked.
TEST_P(ValidacionTest, UnFolioEsDeUnoAunqueVenganALaVez) {
    const auto bueno = sellado(test::global());
    std::vector<std::int64_t> facturas;
    for (int i = 0; i < 6; ++i) facturas.push_back(venta());
    std::vector<std::string> visto(facturas.size());
    std::vector<std::thread> hilos;
    for (std::size_t i = 0; i < facturas.size(); ++i)
        hilos.emplace_back([&, i] { visto[i] = observado(valida(bueno, facturas[i])); });
    for (auto& hilo : hilos) hilo.join();
    // Of those who come at once some are not told the authority's word, which has nothing to do with it.
    EXPECT_EQ(std::ranges::count_if(visto, [](const std::string& v) { return v.find("unicidad_en_otro") == std::string::npos; }),
              1);
}

TEST_P(ValidacionTest, EsDeLaOrganizacion) {
    const auto factura = venta();
    somos("CACX7605101P8");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "organizacion organizacion_ajena");
    somos("XAXX010101000");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "");
    EXPECT_THAT(observado(valida(sellado(test::global()), factura)), HasSubstr("organizacion organizacion_no_emisora"));
    somos("");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "organizacion organizacion_sin_rfc");
}

// A supplier's invoice, by its folio alone.
TEST_P(ValidacionTest, UnFolioYElDeUnaCompra) {
    l.proveedorId = l.contacto("P2", false, true, "IIA040805DZ4");
    auto s = l.solicitud(engine::FacturaCompra, {{l.producto("A", 10_mxn), 1_pza, 100_precio}});
    s.uuid = "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9";
    const auto compra = l.emite(engine::FacturaCompra, s).transaccionId;
    const auto folio = [&](const std::string& mas) {
        return l.m.pide(
            "POST /api/ArchivosDigitales/ValidarFolioFiscal",
            R"({"uuid":"D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9","rfcEmisor":"IIA040805DZ4","rfcReceptor":"EKU9003173C9",)" + mas +
                "}");
    };
    auto r = folio(R"("total":116,"transaccionId":)" + std::to_string(compra));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(observado(r), "");
    EXPECT_EQ(r.en("/data/resultado"), "valido");
    EXPECT_EQ(r.en("/data/pasos/0/paso"), "organizacion");
    EXPECT_EQ(observado(folio(R"("total":117,"transaccionId":)" + std::to_string(compra))), "documento documento_total");
    sat.no_encontrado();
    EXPECT_EQ(observado(folio(R"("total":116,"transaccionId":)" + std::to_string(compra))),
              "estado_sat estado_sat_no_encontrado; lista_69b lista_69b_ausente");
    sat.dice("N - 601: La expresión impresa proporcionada no es válida.", "No Encontrado");
    EXPECT_THAT(observado(folio(R"("total":116)")), HasSubstr("estado_sat estado_sat_no_valida"));
    sat.dice("S - Comprobante obtenido satisfactoriamente.", "Vigente", "En proceso", "100");
    EXPECT_EQ(observado(folio(R"("total":116,"transaccionId":)" + std::to_string(compra))),
              "estado_sat estado_sat_en_cancelacion; lista_69b lista_69b_segun_sat");

    sat.vigente();
    const auto v = l.m.pide("POST /api/Transacciones/VerificarArchivo?transaccionId=" + std::to_string(compra));
    ASSERT_EQ(v.status, 200) << v.body;
    EXPECT_EQ(v.en("/data/codigo"), "valido");
    EXPECT_EQ(v.en("/data/estadoSat"), "vigente");
    EXPECT_EQ(v.en("/data/mensaje"), "El comprobante es válido.");
    sat.cancelado();
    EXPECT_EQ(l.m.pide("POST /api/Transacciones/VerificarArchivo?transaccionId=" + std::to_string(compra)).en("/data/mensaje"),
              "El comprobante no es válido. El comprobante está cancelado en el SAT.");
    const auto sin = l.m.pide("POST /api/Transacciones/VerificarArchivo?transaccionId=" + std::to_string(venta()));
    EXPECT_EQ(sin.en("/data/codigo"), "sin_comprobante");
    EXPECT_EQ(sin.en("/data/validacionId"), "0");
    EXPECT_EQ(l.m.pide("POST /api/Transacciones/VerificarArchivo?transaccionId=999999").faltas(), "no_encontrado /transaccionId");
}

TEST_P(ValidacionTest, LoRecienTimbradoPuedeNoEstarAun) {
    sat.no_encontrado();
    const auto r = valida(sellado(test::global()));
    EXPECT_THAT(observado(r), HasSubstr("estado_sat estado_sat_reciente"));
    EXPECT_EQ(r.en("/data/resultado"), "no_verificado");
    EXPECT_EQ(r.en("/data/estadoSat"), "no_encontrado");
    pasan(3601);
    sat.vigente();
    EXPECT_EQ(trabaja(), 1);
    EXPECT_EQ(obtiene(r).en("/data/resultado"), "valido");
    sat.no_encontrado();
    pasan(4 * 24 * 3600);
    EXPECT_THAT(observado(valida(sellado(test::global()))), HasSubstr("estado_sat estado_sat_no_encontrado"));
    // A stamp of days to come is none that the authority is about to know.
    es(Instante::leer_iso("2026-09-20T19:00:00Z").value());
    EXPECT_THAT(observado(valida(sellado(test::global()))), HasSubstr("estado_sat estado_sat_no_encontrado"));
}

TEST_P(ValidacionTest, ElEmisorEnLaLista) {
    somos("XAXX010101000");
    lista("AAA080808HL8", "1", "Definitivo");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "");
    lista("EKU9003173C9", "1", "Sentencia Favorable");
    lista("EKU9003173C9", "2", "Desvirtuado");
    EXPECT_EQ(observado(valida(sellado(test::global()))), "");
    lista("EKU9003173C9", "3", "Presunto");
    auto r = valida(sellado(test::global()));
    EXPECT_EQ(observado(r), "lista_69b lista_69b_presunto");
    EXPECT_EQ(r.en("/data/resultado"), "con_avisos");
    lista("EKU9003173C9", "4", "Definitivo");
    r = valida(sellado(test::global()));
    EXPECT_THAT(observado(r), HasSubstr("lista_69b lista_69b_definitivo"));
    EXPECT_EQ(r.en("/data/resultado"), "no_valido");
}

TEST_P(ValidacionTest, QuienNoPreguntaLoDice) {
    const auto apagado = std::make_shared<const validacion::Validador>(ajustes("", ""));
    Libro otro{GetParam(), {[&](api::Operations& ops) { register_validaciones(ops, apagado); }}};
    const auto r = otro.m.pide(
        "POST /api/ArchivosDigitales/ValidarFolioFiscal",
        R"({"uuid":"D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9","rfcEmisor":"IIA040805DZ4","rfcReceptor":"EKU9003173C9","total":1})");
    EXPECT_EQ(observado(r), "estado_sat estado_sat_apagado; lista_69b lista_69b_ausente");
    // It waits for whoever does ask.
    EXPECT_EQ(otro.entero("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente'"), 1);
    EXPECT_THAT(sat.preguntas(), IsEmpty());
}

TEST(Vigilancia, SePreguntaSegunLaEdad) {
    const auto desde = Instante::leer_iso("2026-01-01T00:00:00Z").value();
    const auto espera = [&](fiscal::EstadoCfdi estado, std::int64_t dias) -> std::int64_t {
        const auto ahora = desde.mas_segundos(dias * 86'400);
        const auto cuando = validacion::siguiente_consulta(estado, desde, ahora, std::chrono::hours{24});
        return cuando ? cuando->segundos() - ahora.segundos() : 0;
    };
    using enum fiscal::EstadoCfdi;
    EXPECT_EQ(espera(vigente, 0), 86'400);
    EXPECT_EQ(espera(vigente, 29), 86'400);
    EXPECT_EQ(espera(vigente, 30), 7 * 86'400);
    EXPECT_EQ(espera(vigente, 400), 30 * 86'400);
    EXPECT_EQ(espera(vigente, 5 * 366), 0);
    EXPECT_EQ(espera(no_encontrado, 0), 3600);
    EXPECT_EQ(espera(no_encontrado, 3), 86'400);
    EXPECT_EQ(espera(no_encontrado, 30), 7 * 86'400);
    EXPECT_EQ(espera(no_encontrado, 5 * 366), 0);
    EXPECT_EQ(espera(cancelado, 0), 0);
    EXPECT_EQ(espera(no_valida, 0), 0);
}

TEST(Certificados, UnaCarpetaQueNoSirveSeDice) {
    const Carpeta carpeta;
    carpeta.guardar("otro.txt", "no");
    EXPECT_NO_THROW(validacion::Validador{ajustes("", carpeta.ruta())});
    carpeta.guardar("mal.cer", "no");
    EXPECT_THROW(validacion::Validador{ajustes("", carpeta.ruta())}, std::runtime_error);
    EXPECT_THROW(validacion::Validador{ajustes("", carpeta.ruta() + "/nada")}, std::runtime_error);
}

// The codes that answers tell are those of the judge, in the words of the interface.
TEST(Pasos, TienenLosNombresDelJuez) {
    ASSERT_EQ(reflect::enumerators<PasoDeValidacion>.size(), fiscal::cuantos_pasos);
    for (std::size_t i = 0; i < fiscal::cuantos_pasos; ++i)
        EXPECT_EQ(reflect::enumerators<PasoDeValidacion>[i].name, nombre(static_cast<fiscal::Paso>(i)));
    for (const auto falla : fiscal::todas_las_fallas()) EXPECT_EQ(validacion::mensaje_de(nombre(falla)), fiscal::mensaje(falla));
}

}  // namespace
}  // namespace cacao
