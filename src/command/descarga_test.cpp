// The authority's massive download with all rooms behind it: asked for, waited for, taken in; whatever the authority does, and
// told as it came to be.

#include "command/buzon.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "rooms/buzon/descargador.hpp"
#include "rooms/buzon/registro.hpp"
#include "rooms/buzon/verificar.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/timbrado/efirma.hpp"
#include "rooms/validaciones/validacion.hpp"
#include "support/cfdi.hpp"
#include "support/descarga_sat.hpp"
#include "support/libro.hpp"
#include "support/recibidos.hpp"
#include "support/zip_hecho.hpp"
#include "tabla/zip.hpp"

#include <gmock/gmock.h>

#include <map>

namespace cacao::command {
namespace {

using test::en_zip;
using test::FallaDescarga;
using test::Libro;
using test::Respuesta;
using testing::HasSubstr;
using testing::IsEmpty;

// Made once for the run: sealing takes a while.
const std::string& factura_bajada(int folio) {
    static std::map<int, std::string> hechas;
    auto& xml = hechas[folio];
    if (!xml.empty()) return xml;
    auto c = test::del_proveedor(test::rfc_numero(1), "PROVEEDOR 1");
    c.cfdi.folio = std::to_string(folio);
    c.lineas.push_back(test::linea_de("TONER", "Tóner negro", "2", "100"));
    return xml = test::emitido_por(c);
}
std::string folio_fiscal_de(const std::string& xml) { return test::atributo_de(xml, "tfd:TimbreFiscalDigital", "UUID"); }

std::string metadata_de(const std::vector<std::pair<std::string, bool>>& cuales, std::string_view fin = "\r\n") {
    std::string texto =
        "Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~"
        "EfectoComprobante~"
        "Estatus~FechaCancelacion";
    texto += fin;
    for (const auto& [uuid, vigente] : cuales) {
        texto +=
            uuid +
            "~PRO010101AA1~PROVEEDOR ~ 1~IIA040805DZ4~NOSOTROS~SPR190613I52~2026-10-01 12:00:00~2026-10-01 12:05:00~232.00~I~";
        texto += vigente ? "1~" : "0~2026-11-02 10:00:00";
        texto += fin;
    }
    return texto;
}

class DescargaTest : public testing::TestWithParam<db::Motor> {
protected:
    DescargaTest() : l(GetParam(), salas()) {
        l.m.reloj.fijar(Instante::leer_iso("2026-11-18T18:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        l.escribe([](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = $2 WHERE organizacionId = $1", ctx.organizacionId(), test::rfc_receptor);
        });
        const auto& j = test::juego_de_csd();
        const auto certificado = j.certificado("30001000000600001299", test::rfc_receptor, test::de_efirma);
        static const auto llave = base64(test::llave_der(j.llave));
        const auto r = l.m.pide("POST /api/Efirmas", R"({"certificado":")" + base64(certificado) + R"(","llave":")" + llave +
                                                         R"(","contrasena":"12345678a"})");
        EXPECT_EQ(r.status, 200) << r.body;
    }
    ~DescargaTest() override {
        EXPECT_THAT(sat.quejas(), IsEmpty());
        EXPECT_THAT(l.m.diferencias(verificar_buzon), IsEmpty());
    }

    std::vector<test::Registrar> salas() {
        return {[this](api::Operations& ops) {
            register_contactos(ops);
            register_compras(ops);
            register_validaciones(ops, validador);
            vecinos = neighbours_of_mailbox(ops, validador);
            register_buzon(ops, vecinos);
            register_descargas(ops);
            register_efirmas(ops, efirmas);
        }};
    }
    static std::shared_ptr<const validacion::Validador> nadie() {
        validacion::Validador::Ajustes a;
        a.consulta.url.clear();
        return std::make_shared<const validacion::Validador>(std::move(a));
    }
    std::vector<api::Oficio> oficios() {
        const red::Salida salida{.privadas = red::Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""};
        return {
            buzon::oficio_de_descarga({.servicio = std::make_shared<const buzon::DescargaDelSat>(
                                           buzon::DescargaDelSat::Ajustes{.solicitudes = sat.url(),
                                                                          .paquetes = sat.url(),
                                                                          .limite = std::chrono::seconds{20},
                                                                          .limite_de_paquete = std::chrono::seconds{20},
                                                                          .mas_bytes = std::size_t{2} << 20U},
                                           salida),
                                       .efirma = [this](db::Reader& tx, Instante ahora) { return efirmas->vigente(tx, ahora); },
                                       .vecinos = vecinos,
                                       .por_vez = 2,
                                       .renglones_por_vez = 3}),
            buzon::oficio_de_programacion()};
    }

    // Takes by take, as long as anything is due now; how many. The clock stands.
    int trabaja(int mas = 100) {
        int tomas = 0;
        while (const auto tomado = tomas < mas ? taller().tomar(l.m.empresa.organizacionId) : std::nullopt) {
            EXPECT_TRUE(taller().hacer(l.m.empresa.organizacionId, *tomado));
            ++tomas;
        }
        return tomas;
    }
    void pasan(std::int64_t segundos) {
        l.m.avanza(segundos);
        if (segundos >= 600) l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    }
    // Until it has ended; nothing takes longer than some weeks.
    Respuesta hasta_el_fin(const std::string& id, std::int64_t cada = 600) {
        Respuesta r;
        for (int i = 0; i < 200; ++i) {
            trabaja();
            r = ve(id);
            if (!r.en("/data/terminadaEn").empty() && r.en("/data/terminadaEn") != "null") return r;
            pasan(cada);
        }
        return r;
    }
    api::Taller& taller() {
        if (!taller_) taller_.emplace(l.m.base.db(), l.m.reloj, oficios(), "prueba");
        return *taller_;
    }
    Respuesta pide(const std::string& desde, const std::string& hasta, const std::string& tipo = "cfdi") {
        return l.m.pide("POST /api/Buzon/Descargas",
                        R"({"fechaInicial":")" + desde + R"(","fechaFinal":")" + hasta + R"(","tipo":")" + tipo + "\"}");
    }
    std::string pedida(const std::string& tipo = "cfdi", const std::string& dia = "2026-11-17") {
        const auto r = pide(dia, dia, tipo);
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/descargaId");
    }
    Respuesta ve(const std::string& id) { return l.m.pide("GET /api/Buzon/Descargas/" + id); }
    static std::string resumen(const Respuesta& r) {
        std::string texto = r.en("/data/estado");
        for (const auto* campo : {"codigo", "recibidos", "repetidos", "rechazados", "cancelados", "desconocidos"})
            texto += ' ' + r.en(std::string{"/data/"} + campo);
        return texto;
    }
    void da_dos_paquetes() {
        sat.da("CFDI", {en_zip({{"a.xml", factura_bajada(1)}, {"b.xml", factura_bajada(2)}, {"c.xml", factura_bajada(3)}}),
                        en_zip({{"d.xml", factura_bajada(4)}, {"no.xml", "<a/>"}})});
    }
    std::int64_t recibidos() { return l.entero("SELECT COUNT(*) FROM recibido WHERE organizacionId = $1"); }

    test::DescargaSat sat;
    std::shared_ptr<const validacion::Validador> validador = nadie();
    std::shared_ptr<const timbrado::Efirmas> efirmas = std::make_shared<const timbrado::Efirmas>(
        auth::Sealer{auth::MasterKey::from_bytes(std::string(32, 'k')), sello_de_efirmas});
    std::shared_ptr<const buzon::Vecinos> vecinos;
    Libro l;
    std::optional<api::Taller> taller_;
};

TEST_P(DescargaTest, APeriodIsAskedForWaitedForAndTakenInOnce) {
    da_dos_paquetes();
    sat.estados({{1, "5000"}, {2, "5000"}, {3, "5000"}});
    const auto id = pedida();
    EXPECT_EQ(pide("2026-11-17", "2026-11-17").en("/data/repetida"), "true");
    const auto r = hasta_el_fin(id);
    EXPECT_EQ(resumen(r), "terminada 5000 4 0 1 0 0") << r.body;
    EXPECT_EQ(r.en("/data/paquetes/0/recibidos") + r.en("/data/paquetes/1/recibidos"), "31");
    EXPECT_EQ(r.en("/data/paquetes/1/avisos/0/nombre") + ' ' + r.en("/data/paquetes/1/avisos/0/codigo"), "no.xml xml_sin_timbre");
    EXPECT_EQ(r.en("/data/solicitudes"), "1");
    ASSERT_EQ(sat.solicitudes().size(), 1U);
    EXPECT_EQ(sat.solicitudes()[0].at("FechaInicial"), "2026-11-17T00:00:00");
    EXPECT_EQ(sat.solicitudes()[0].at("FechaFinal"), "2026-11-17T23:59:59");
    EXPECT_EQ(sat.veces("Verifica"), 3);
    EXPECT_EQ(sat.veces("Descargar"), 2);
    EXPECT_EQ(recibidos(), 4);
    const auto uno = l.m.pide("GET /api/Buzon/" + l.m.pide("GET /api/Buzon?buscar=toner").en("/data/0/recibidoId"));
    EXPECT_EQ(uno.en("/data/origen"), "descarga");
    EXPECT_EQ(uno.en("/data/descargaId"), id);

    // Again: nothing is taken in twice. A third time the authority would refuse the same period; it is not the same to it.
    for (int i = 0; i < 2; ++i) EXPECT_EQ(resumen(hasta_el_fin(pedida())), "terminada 5000 0 4 1 0 0");
    EXPECT_EQ(recibidos(), 4);
    EXPECT_EQ(sat.solicitudes().back().at("FechaInicial"), "2026-11-16T23:59:59");
    // Today goes up to now.
    hasta_el_fin(pedida("cfdi", "2026-11-18"));
    EXPECT_EQ(sat.solicitudes().back().at("FechaFinal").substr(0, 13), "2026-11-18T12");
    EXPECT_EQ(l.m.pide("GET /api/Buzon/Descargas?estado=terminada&tipo=cfdi&conTotal=true").en("/totalRegistros"), "4");
    EXPECT_EQ(l.m.pide("GET /api/Buzon/Descargas?tipo=metadata&conTotal=true").en("/totalRegistros"), "0");
}

TEST_P(DescargaTest, WhatTheAuthorityRefusesIsTold) {
    da_dos_paquetes();
    struct Caso {
        const char* codigo;
        const char* fin;
    };
    int dia = 1;
    for (const auto& [codigo, fin] : {Caso{"5003", "rechazada 5003 0 0 0 0 0"}, Caso{"5004", "terminada 5004 0 0 0 0 0"},
                                      Caso{"5001", "rechazada 5001 0 0 0 0 0"}, Caso{"304", "rechazada 304 0 0 0 0 0"},
                                      Caso{"5002", "terminada 5000 4 0 1 0 0"}, Caso{"5005", "terminada 5000 0 4 1 0 0"},
                                      Caso{"5006", "terminada 5000 0 4 1 0 0"}, Caso{"404", "terminada 5000 0 4 1 0 0"}}) {
        SCOPED_TRACE(codigo);
        sat.rechaza(codigo);
        const auto r = hasta_el_fin(pedida("cfdi", "2026-10-0" + std::to_string(dia++)));
        EXPECT_EQ(resumen(r), fin) << r.body;
    }
    // Whatever comes, it does not ask for ever.
    for (int i = 0; i < 11; ++i) sat.rechaza("5002");
    EXPECT_EQ(resumen(hasta_el_fin(pedida("cfdi", "2026-10-20"))), "rechazada 5002 0 0 0 0 0");
    dia = 1;
    for (const auto& [estado, fin] :
         std::vector<std::pair<test::DescargaSat::Estado, const char*>>{{{5, "5003"}, "rechazada 5003 0 0 0 0 0"},
                                                                        {{5, "5004"}, "terminada 5004 0 0 0 0 0"},
                                                                        {{5, "5001"}, "rechazada 5001 0 0 0 0 0"},
                                                                        {{4, "5000"}, "terminada 5000 0 4 1 0 0"},
                                                                        {{6, "5000"}, "terminada 5000 0 4 1 0 0"},
                                                                        {{5, "5002"}, "terminada 5000 0 4 1 0 0"}}) {
        SCOPED_TRACE(std::to_string(estado.estado) + ' ' + estado.codigo);
        sat.estados({estado, {3, "5000"}});
        EXPECT_EQ(resumen(hasta_el_fin(pedida("cfdi", "2026-09-0" + std::to_string(dia++)))), fin);
    }
    // Anew it is asked once: an authority that lets all of them lie is not asked for ever.
    sat.estados({{6, "5000"}});
    auto r = hasta_el_fin(pedida("cfdi", "2026-09-20"));
    EXPECT_EQ(resumen(r), "vencida 5000 0 0 0 0 0");
    EXPECT_EQ(r.en("/data/solicitudes"), "2");
    sat.estados({{2, "5000"}});
    EXPECT_EQ(hasta_el_fin(pedida("cfdi", "2026-09-21"), 4 * 3600).en("/data/estado"), "vencida");
    sat.estados({{3, "5000"}});
    sat.da("CFDI", {});
    EXPECT_EQ(resumen(hasta_el_fin(pedida("cfdi", "2026-09-22"))), "terminada 5004 0 0 0 0 0");
}

// Whatever goes wrong on the way, at every step: it goes on, and each comes in once.
TEST_P(DescargaTest, WhateverGoesWrongOnTheWayItGoesOn) {
    da_dos_paquetes();
    using enum FallaDescarga;
    int dia = 0;
    const auto una = [&](const char* operacion, FallaDescarga f, int veces = 1) {
        // What fails is outside: of the second engine every third will do.
        if (++dia % 3 != 0 && GetParam() == db::Motor::postgres) return;
        SCOPED_TRACE(std::string{operacion} + ' ' + std::to_string(static_cast<int>(f)));
        sat.falla(operacion, f, veces);
        const auto fecha = (dia < 10 ? "2026-08-0" : "2026-08-") + std::to_string(dia);
        const auto id = pedida("cfdi", fecha);
        trabaja();
        const auto r = hasta_el_fin(id);
        EXPECT_EQ(r.en("/data/estado"), "terminada") << r.body;
        EXPECT_EQ(std::stoi(r.en("/data/recibidos")) + std::stoi(r.en("/data/repetidos")), 4) << r.body;
        EXPECT_EQ(recibidos(), 4);
    };
    for (const auto f : {error_500, corta, basura}) una("Autentica", f);
    for (const auto f : {error_500, corta, corta_despues, basura, token_vencido, codigo_300, cortado}) una("Solicita", f);
    for (const auto f : {corta, basura, token_vencido, codigo_300, no_ahora}) una("Verifica", f);
    for (const auto f : {error_500, corta_despues, basura, cortado, token_vencido, codigo_300, no_ahora, danado, ya_no_esta})
        una("Descargar", f);
}

TEST_P(DescargaTest, APackageThatIsDamagedOrTooLargeIsToldAndLeavesTheOthers) {
    da_dos_paquetes();
    sat.falla("Descargar", FallaDescarga::danado, 2);
    auto r = hasta_el_fin(pedida());
    EXPECT_EQ(resumen(r), "incompleta 5000 1 0 1 0 0") << r.body;
    EXPECT_EQ(r.en("/data/paquetes/0/estado") + ' ' + r.en("/data/paquetes/0/codigo"), "danado archivo_otro_tipo");
    EXPECT_EQ(r.en("/data/paquetes/1/estado"), "terminado");
    sat.falla("Descargar", FallaDescarga::enorme);
    r = hasta_el_fin(pedida("cfdi", "2026-11-16"));
    EXPECT_EQ(resumen(r), "incompleta 5000 0 1 1 0 0") << r.body;
    EXPECT_EQ(r.en("/data/paquetes/0/codigo"), "archivo_muy_grande");
    // What does not answer is told while it waits.
    sat.falla("Verifica", FallaDescarga::error_500, 1);
    const auto id = pedida("cfdi", "2026-11-15");
    trabaja();
    pasan(61);
    trabaja();
    EXPECT_THAT(ve(id).en("/data/error"), HasSubstr("HTTP 500"));
    EXPECT_EQ(ve(id).en("/data/estado"), "enProceso");
    hasta_el_fin(id);
}

TEST_P(DescargaTest, MetadataTellsWhatWasCancelledAndWhatIsNotHere) {
    da_dos_paquetes();
    hasta_el_fin(pedida());
    const auto uuid = [](int n) { return folio_fiscal_de(factura_bajada(n)); };
    const std::string ajeno = "11111111-aaaa-bbbb-0000-00000000000";
    sat.da("Metadata", {en_zip({{"leeme.txt", "otra cosa\r\n"},
                                {"x_01.txt", metadata_de({{uuid(1), true},
                                                          {uuid(2), false},
                                                          {ajeno + "1", true},
                                                          {"roto", true},
                                                          {uuid(4), false},
                                                          {ajeno + "2", false}})},
                                {"x_tercero.txt", "Uuid~RfcACuentaTerceros~NombreACuentaTerceros\r\n" + uuid(1) + "~A~B\r\n"}}),
                        en_zip({{"y_01.txt", metadata_de({{mayusculas(uuid(3)), true}}, "\n")}})});
    const auto r = hasta_el_fin(pedida("metadata"));
    EXPECT_EQ(resumen(r), "terminada 5000 0 4 1 2 2") << r.body;
    EXPECT_EQ(r.en("/data/paquetes/0/avisos/0/uuid"), ajeno + "1");
    EXPECT_EQ(sat.solicitudes().back().at("EstadoComprobante"), "Todos");
    std::string estados;
    for (int n = 1; n <= 4; ++n) {
        const auto este = l.m.pide("GET /api/Buzon?buscar=" + uuid(n));
        estados += este.en("/data/0/estadoSat") + ' ' + este.en("/data/0/resultado") + '\n';
    }
    EXPECT_EQ(estados, "no_verificado no_verificado\ncancelado no_valido\nno_verificado no_verificado\ncancelado no_valido\n");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM validacion WHERE organizacionId = $1 AND estadoSat = 'cancelado' AND "
                       "estatusCancelacion = 'Cancelado el 2026-11-02 10:00:00'"),
              2);
    EXPECT_EQ(
        l.m.pide("POST /api/Buzon/" + l.m.pide("GET /api/Buzon?buscar=" + uuid(2)).en("/data/0/recibidoId") + "/Registrar", "{}")
            .faltas(),
        "comprobante_invalido /id");
    // Told once more it is the same.
    EXPECT_EQ(resumen(hasta_el_fin(pedida("metadata"))), "terminada 5000 0 4 1 2 2");
    // Damaged in the middle of it.
    auto roto = en_zip({{"z_01.txt", metadata_de(std::vector<std::pair<std::string, bool>>(500, {uuid(1), true}))}});
    roto[60] = static_cast<char>(roto[60] ^ 0x55);
    sat.da("Metadata", {roto});
    const auto mal = hasta_el_fin(pedida("metadata"));
    EXPECT_EQ(mal.en("/data/estado") + ' ' + mal.en("/data/paquetes/0/estado"), "incompleta danado") << mal.body;
}

// What must hold of downloads, broken and mended again: told.
TEST_P(DescargaTest, DamageOfADownloadIsFound) {
    da_dos_paquetes();
    hasta_el_fin(pedida());
    const auto tras = [&](const std::string& dano, const std::string& remedio) {
        const auto correr = [&](const std::string& sql) {
            l.escribe([&](Context& ctx) { ctx.db().run(sql + " WHERE organizacionId = $1", ctx.organizacionId()); });
        };
        correr(dano);
        const auto dicho = l.m.diferencias(verificar_buzon);
        correr(remedio);
        return dicho;
    };
    EXPECT_THAT(tras("UPDATE descarga SET recibidos = recibidos + 1", "UPDATE descarga SET recibidos = recibidos - 1"),
                testing::ElementsAre(HasSubstr("its figures are not those of its packages")));
    EXPECT_THAT(tras("UPDATE descargaPaquete SET estado = 'bajado'", "UPDATE descargaPaquete SET estado = 'terminado'"),
                testing::ElementsAre(HasSubstr("one of its packages has not")));
    EXPECT_THAT(tras("UPDATE recibido SET origen = 'envio'", "UPDATE recibido SET origen = 'descarga'"), testing::SizeIs(4));
    EXPECT_THAT(
        tras("UPDATE recibido SET descargaId = descargaId + 1000000", "UPDATE recibido SET descargaId = descargaId - 1000000"),
        testing::Each(HasSubstr("did not come by it")));
}

// The published metadata as the authority's clients test with it.
TEST_P(DescargaTest, PublishedMetadataIsRead) {
    CACAO_SKIP_WITHOUT_CFDI;
    sat.da("Metadata", {test::cfdi_file("samples/descarga-masiva/metadata.zip"),
                        test::cfdi_file("samples/descarga-masiva/metadata-terceros.zip")});
    const auto r = hasta_el_fin(pedida("metadata"));
    EXPECT_EQ(resumen(r), "terminada 5000 0 0 0 0 7") << r.body;
    EXPECT_EQ(r.en("/data/paquetes/0/desconocidos") + r.en("/data/paquetes/1/desconocidos"), "25");
}

TEST_P(DescargaTest, EachDayByItself) {
    da_dos_paquetes();
    const auto config = "/api/Buzon/Descargas/Programacion";
    EXPECT_EQ(l.m.pide(std::string{"GET "} + config).en("/data/diasCfdi"), "0");
    EXPECT_EQ(l.m.pide(std::string{"PUT "} + config, R"({"diasCfdi":2,"diasMetadata":30})").en("/data/version"), "1");
    const auto pedidas = [&] {
        std::string texto;
        const auto r = l.m.pide("GET /api/Buzon/Descargas");
        for (int i = 0; !r.en("/data/" + std::to_string(i) + "/descargaId").empty(); ++i) {
            const auto de = "/data/" + std::to_string(i);
            texto += r.en(de + "/tipo") + ' ' + r.en(de + "/fechaInicial") + ' ' + r.en(de + "/fechaFinal") + '\n';
        }
        return texto;
    };
    trabaja();
    EXPECT_EQ(pedidas(), "metadata 2026-10-19 2026-11-17\ncfdi 2026-11-16 2026-11-17\n");
    // Nothing more until the next day; then what nobody asked for while the service was away.
    pasan(3600);
    trabaja();
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM descarga WHERE organizacionId = $1"), 2);
    pasan(std::int64_t{5} * 24 * 3600);
    trabaja();
    EXPECT_THAT(pedidas(), HasSubstr("metadata 2026-10-24 2026-11-22\ncfdi 2026-11-18 2026-11-22\n"));
    EXPECT_EQ(l.m.pide(std::string{"PUT "} + config, R"({"diasCfdi":0,"diasMetadata":0})").status, 200);
    pasan(std::int64_t{2} * 24 * 3600);
    trabaja();
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM descarga WHERE organizacionId = $1"), 4);
}

// Without an e.firma nothing is asked; its key is shown to nobody, opens by its own purpose alone, and goes when it is retired.
TEST_P(DescargaTest, TheEfirmaIsKeptApart) {
    const auto lista = l.m.pide("GET /api/Efirmas");
    EXPECT_EQ(lista.en("/data/0/estado"), "vigente");
    EXPECT_THAT(lista.body, testing::Not(HasSubstr("llave")));
    const timbrado::Efirmas de_sello{auth::Sealer{auth::MasterKey::from_bytes(std::string(32, 'k')), sello_de_llaves}};
    l.m.lee([&](const Context& ctx) {
        EXPECT_THROW(de_sello.vigente(ctx.db(), ctx.ahora()), std::runtime_error);
        EXPECT_THAT(efirmas_por_vencer(ctx.db(), &*efirmas, ctx.ahora()), IsEmpty());
        EXPECT_THAT(efirmas_por_vencer(ctx.db(), &de_sello, ctx.ahora()), testing::ElementsAre(HasSubstr("key file")));
        EXPECT_THAT(efirmas_por_vencer(ctx.db(), &*efirmas, Instante::leer_iso("2098-12-15T00:00:00Z").value()),
                    testing::ElementsAre(HasSubstr("expires in 17 days")));
    });
    // With another key file it is brought again: the key that was stored is of no use.
    const auto& j = test::juego_de_csd();
    CertificadoSelloNuevo par;
    par.certificado.bytes = j.certificado("30001000000600001299", test::rfc_receptor, test::de_efirma);
    par.llave.bytes = test::llave_der(j.llave);
    par.contrasena.assign("12345678a");
    const auto trae = [&](const timbrado::Efirmas& con) {
        l.escribe([&](Context& ctx) { agregar_efirma(ctx, preparar_efirma(con, ctx.ahora(), par)); });
    };
    EXPECT_THROW(trae(*efirmas), Error);
    trae(de_sello);
    l.m.lee([&](const Context& ctx) { EXPECT_TRUE(de_sello.vigente(ctx.db(), ctx.ahora())); });
    trae(*efirmas);
    l.m.lee([&](const Context& ctx) { EXPECT_TRUE(efirmas->vigente(ctx.db(), ctx.ahora())); });
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM efirma WHERE organizacionId = $1"), 1);
    // One that was asked for waits for another e.firma.
    da_dos_paquetes();
    const auto id = pedida();
    l.m.pide("DELETE /api/Efirmas/" + lista.en("/data/0/efirmaId"));
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM efirma WHERE organizacionId = $1 AND llave IS NOT NULL"), 0);
    trabaja();
    EXPECT_EQ(sat.veces("Autentica"), 0);
    EXPECT_THAT(ve(id).en("/data/error"), HasSubstr("e.firma"));
    EXPECT_THAT(pide("2026-11-16", "2026-11-16").faltas(), HasSubstr("sin_efirma"));
}

CACAO_EN_AMBOS_MOTORES(DescargaTest);

}  // namespace
}  // namespace cacao::command
