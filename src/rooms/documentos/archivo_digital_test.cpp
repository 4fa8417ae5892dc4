// What scenarios cannot reach: large files and where they are, two callers at once, what is collected and when, and bytes that
// were changed behind the service's back.

#include "rooms/documentos/archivo_digital.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "rooms/documentos/adjuntos.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace cacao::test {
namespace {

using namespace literales;
using testing::IsEmpty;
using testing::StartsWith;

// A store in memory, into which a test can look, and in which it can come between.
class AlmacenDePrueba final : public api::Almacen {
public:
    void put(const std::string& lugar, std::string_view bytes) override {
        if (al_poner) al_poner(lugar);
        const std::lock_guard lock{mutex};
        ++puestos;
        cosas.insert_or_assign(lugar, std::string{bytes});
    }
    std::optional<std::string> get(const std::string& lugar) const override {
        const std::lock_guard lock{mutex};
        const auto it = cosas.find(lugar);
        return it == cosas.end() ? std::nullopt : std::optional{it->second};
    }
    bool has(const std::string& lugar) const override { return get(lugar).has_value(); }
    void remove(const std::string& lugar) override {
        if (al_quitar) al_quitar();
        const std::lock_guard lock{mutex};
        cosas.erase(lugar);
    }
    void list(FunctionRef<void(const std::string&, std::uint64_t)> each) const override {
        for (const auto& [lugar, bytes] : cosas) each(lugar, bytes.size());
    }

    mutable std::mutex mutex;
    std::map<std::string, std::string> cosas;
    int puestos = 0;
    std::function<void(const std::string&)> al_poner;
    std::function<void()> al_quitar;
};

class ArchivoDigitalTest : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam(), {register_adjuntos, register_archivos_digitales, register_factura_venta, register_registro_venta}};
    AlmacenDePrueba almacen;
    const std::int64_t factura = l.factura_de_concepto(100_precio).transaccionId;

    ArchivoDigitalTest() { ajustar(100); }
    // Files of more than so many bytes go outside.
    void ajustar(std::uint64_t en_base) {
        api::poner_archivos({.maximo = 100'000, .en_base = en_base, .almacen = &almacen, .firma = &l.m.seguridad->enlaces()});
    }

    // With a token that is good then.
    void avanza(std::int64_t segundos) {
        l.m.avanza(segundos);
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    }

    static std::string formulario(std::int64_t transaccionId, const std::string& nombre, const std::string& bytes) {
        return fmt::format(
            "--x\r\nContent-Disposition: form-data; name=\"transaccionId\"\r\n\r\n{}\r\n--x\r\nContent-Disposition: form-data; "
            "name=\"archivo\"; filename=\"{}\"\r\n\r\n{}\r\n--x--\r\n",
            transaccionId, nombre, bytes);
    }
    Respuesta sube(const std::string& nombre, const std::string& bytes, std::int64_t a = 0, std::string_view consulta = "") {
        return l.m.pide("POST /api/ArchivosDigitales/ArchivoAgregar" + std::string{consulta},
                        formulario(a == 0 ? factura : a, nombre, bytes), {{"Content-Type", "multipart/form-data; boundary=x"}});
    }
    Respuesta sube_base64(const std::string& nombre, const std::string& bytes) {
        return l.m.pide("POST /api/ArchivosDigitales/ArchivoAgregarBase64",
                        fmt::format(R"({{"transaccionId":{},"nombre":"{}","contenido":"{}"}})", factura, nombre, base64(bytes)));
    }
    std::vector<std::string> diferencias() {
        auto todas = l.m.diferencias([](db::Reader& tx, const auto& decir) { api::verificar_contenidos(tx, decir); });
        for (auto& otra : l.diferencias()) todas.push_back(std::move(otra));
        return todas;
    }
    std::int64_t filas(std::string_view tabla) {
        return l.m.cuenta(fmt::format("SELECT count(*) FROM {} WHERE organizacionId = $1", tabla));
    }
    std::int64_t recolecta() { return api::recolectar_contenidos(l.m.base.db(), l.m.empresa.organizacionId, l.m.reloj.ahora()); }
};
CACAO_EN_AMBOS_MOTORES(ArchivoDigitalTest);

TEST_P(ArchivoDigitalTest, WhatIsSmallStandsInTheDatabaseAndWhatIsLargeOutside) {
    const std::string chico(100, 'c'), grande(101, 'g');
    const auto uno = sube("chico.txt", chico);
    const auto dos = sube_base64("grande.txt", grande);
    ASSERT_EQ(uno.status, 200) << uno.body;
    ASSERT_EQ(dos.status, 200) << dos.body;
    ASSERT_EQ(almacen.cosas.size(), 1U);
    EXPECT_EQ(almacen.cosas.begin()->second, grande);
    EXPECT_THAT(almacen.cosas.begin()->first,
                StartsWith(fmt::format("{}/{}/{}-", l.m.empresa.organizacionId, dos.en("/data/sha256").substr(0, 2),
                                       hexadecimal(sha256(grande)))));
    for (const auto& [r, bytes] : {std::pair{uno, chico}, std::pair{dos, grande}}) {
        const auto leido = l.m.pide_sin_token("GET " + r.en("/data/url"));
        EXPECT_EQ(leido.status, 200) << leido.body;
        EXPECT_EQ(leido.body, bytes);
        EXPECT_EQ(leido.header("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'; sandbox");
        EXPECT_EQ(l.m.pide("GET /api/ArchivosDigitales/Archivo/" + r.en("/data/archivoId")).body, bytes);
    }
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, OneContentIsKeptOnceWhateverDocumentsHaveIt) {
    const auto otra = l.factura_de_concepto(50_precio).transaccionId;
    const std::string bytes(500, 'x');
    const auto primero = sube("a.txt", bytes);
    const auto de_nuevo = sube("b.txt", bytes);
    EXPECT_EQ(de_nuevo.en("/data/archivoId"), primero.en("/data/archivoId"));
    EXPECT_EQ(de_nuevo.en("/data/nombreExtension"), "a.txt");
    EXPECT_EQ(de_nuevo.en("/data/version"), primero.en("/data/version"));
    const auto en_otra = sube("c.txt", bytes, otra);
    EXPECT_NE(en_otra.en("/data/archivoId"), primero.en("/data/archivoId"));
    EXPECT_EQ(en_otra.en("/data/nombreExtension"), "c.txt");
    EXPECT_EQ(almacen.puestos, 1);
    EXPECT_EQ(filas("contenido"), 1);
    EXPECT_EQ(filas("archivoDigital"), 2);
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, ThoseWhoAddTheSameAtOnceAreAnsweredTheSame) {
    for (const std::size_t tamano : {50U, 5000U}) {
        const std::string bytes(tamano, 'z');
        const auto antes = filas("archivoDigital");
        std::vector<Respuesta> respuestas(8);
        std::vector<std::thread> hilos;
        for (auto& r : respuestas) hilos.emplace_back([&] { r = sube("z.txt", bytes); });
        for (auto& hilo : hilos) hilo.join();
        for (const auto& r : respuestas) {
            EXPECT_EQ(r.status, 200) << r.body;
            EXPECT_EQ(r.en("/data/archivoId"), respuestas.front().en("/data/archivoId"));
            EXPECT_EQ(r.en("/data/version"), respuestas.front().en("/data/version"));
        }
        EXPECT_EQ(filas("archivoDigital"), antes + 1);
    }
    EXPECT_EQ(filas("contenido"), 2);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, ThoseWhoPutOneContentWithSeveralDocumentsAtOnceShareIt) {
    std::vector<std::int64_t> facturas;
    for (int i = 0; i < 6; ++i) facturas.push_back(l.factura_de_concepto(10_precio).transaccionId);
    for (const std::size_t tamano : {60U, 6000U}) {
        const std::string bytes(tamano, 'q');
        std::vector<std::thread> hilos;
        std::vector<int> estados(facturas.size());
        for (std::size_t i = 0; i < facturas.size(); ++i)
            hilos.emplace_back([&, i] { estados[i] = sube("q.txt", bytes, facturas[i]).status; });
        for (auto& hilo : hilos) hilo.join();
        EXPECT_THAT(estados, testing::Each(200));
    }
    EXPECT_EQ(filas("contenido"), 2);
    EXPECT_EQ(filas("archivoDigital"), 12);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, WhoIsRefusedLeavesNothingOutside) {
    const std::string bytes(500, 'x');
    EXPECT_EQ(sube("a.txt", bytes, 999'999'999).faltas(), "no_encontrado /transaccionId");
    const auto nadie = l.m.token_de(l.m.crea_usuario("nadie", {}));
    EXPECT_EQ(l.m.pide_con(nadie, "POST /api/ArchivosDigitales/ArchivoAgregar", formulario(factura, "a.txt", bytes),
                           {{"Content-Type", "multipart/form-data; boundary=x"}})
                  .status,
              403);
    EXPECT_EQ(sube("a.txt", bytes, 0, "?simular=true").status, 200);
    EXPECT_EQ(almacen.puestos, 0);
    EXPECT_EQ(filas("contenido"), 0);
    const auto muy_grande = sube("a.txt", std::string(100'001, 'x'));
    EXPECT_EQ(muy_grande.faltas(), "archivo_muy_grande /archivo");
    EXPECT_EQ(muy_grande.en("/errores/0/datos/maximo"), "100000");
}

// The transaction that was to name it never came: its row and its bytes wait for a day, and go.
TEST_P(ArchivoDigitalTest, WhatNobodyNamesIsCollectedAfterADay) {
    const std::string bytes(500, 'h');
    almacen.al_poner = [](const std::string&) { throw db::DbError(db::Fallo::unavailable, "no room"); };
    EXPECT_EQ(sube("h.txt", bytes).status, 503);
    almacen.al_poner = nullptr;
    EXPECT_EQ(filas("contenido"), 1);
    EXPECT_EQ(recolecta(), 0);
    avanza(24 * 3600 - 1);
    EXPECT_EQ(recolecta(), 0);
    EXPECT_EQ(filas("contenido"), 1);
    avanza(2);
    EXPECT_EQ(recolecta(), 1);
    EXPECT_EQ(filas("contenido"), 0);
    EXPECT_EQ(filas("lugarRetirado"), 0);
    // What is named stays, however long.
    ASSERT_EQ(sube("h.txt", bytes).status, 200);
    avanza(90 * 24 * 3600);
    EXPECT_EQ(recolecta(), 0);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_THAT(diferencias(), IsEmpty());
}

// Somebody sends a content while what waited of it is being taken away: he gets a place of his own, which nobody touches.
TEST_P(ArchivoDigitalTest, WhatIsCollectedIsNeverWhatSomebodyJustPut) {
    const std::string bytes(500, 'r');
    almacen.al_poner = [](const std::string&) { throw db::DbError(db::Fallo::unavailable, "no room"); };
    EXPECT_EQ(sube("r.txt", bytes).status, 503);
    almacen.al_poner = nullptr;
    avanza(25 * 3600);
    almacen.al_quitar = [&] {
        almacen.al_quitar = nullptr;
        EXPECT_EQ(sube("r.txt", bytes).status, 200);
    };
    EXPECT_EQ(recolecta(), 1);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_EQ(recolecta(), 0);
    EXPECT_THAT(diferencias(), IsEmpty());
}

// … and the other way round: it is collected between being put and being named, because putting took longer than a day.
TEST_P(ArchivoDigitalTest, WhatWasCollectedBeforeItWasNamedIsSentAgain) {
    const std::string bytes(500, 's');
    almacen.al_poner = [&](const std::string&) {
        avanza(25 * 3600);
        recolecta();
    };
    EXPECT_EQ(sube("s.txt", bytes).status, 503);
    almacen.al_poner = nullptr;
    EXPECT_EQ(filas("contenido"), 0);
    EXPECT_EQ(recolecta(), 1);
    EXPECT_THAT(almacen.cosas, IsEmpty());
    EXPECT_EQ(sube("s.txt", bytes).status, 200);
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, CollectingAndAddingAtOnceLoseNothing) {
    std::atomic<bool> basta = false;
    std::thread recolector{[&] {
        while (!basta) recolecta();
    }};
    std::vector<std::thread> hilos;
    for (int hilo = 0; hilo < 3; ++hilo)
        hilos.emplace_back([&] {
            for (int i = 0; i < 20; ++i)
                EXPECT_EQ(sube("k.txt", std::string(200 + static_cast<std::size_t>(i), 'k')).status, 200);
        });
    for (auto& hilo : hilos) hilo.join();
    basta = true;
    recolector.join();
    EXPECT_EQ(filas("contenido"), 20);
    EXPECT_EQ(almacen.cosas.size(), 20U);
    EXPECT_THAT(diferencias(), IsEmpty());
}

// What waits outside is taken into the database by who sends it when more fits there.
TEST_P(ArchivoDigitalTest, ALimitThatMovesMovesNothingThatIsNamed) {
    const std::string nombrado(500, 'n'), en_espera(600, 'e');
    ASSERT_EQ(sube("n.txt", nombrado).status, 200);
    almacen.al_poner = [](const std::string&) { throw db::DbError(db::Fallo::unavailable, "no room"); };
    EXPECT_EQ(sube("e.txt", en_espera).status, 503);
    almacen.al_poner = nullptr;
    ajustar(10'000);
    const auto otra = l.factura_de_concepto(50_precio).transaccionId;
    ASSERT_EQ(sube("n.txt", nombrado, otra).status, 200);
    ASSERT_EQ(sube("e.txt", en_espera).status, 200);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_EQ(recolecta(), 1);
    EXPECT_EQ(almacen.cosas.size(), 1U);
    EXPECT_EQ(l.m.cuenta("SELECT count(*) FROM contenido WHERE organizacionId = $1 AND lugar = ''"), 1);
    EXPECT_THAT(diferencias(), IsEmpty());
}

TEST_P(ArchivoDigitalTest, AnAddressEndsAndOpensNothingElse) {
    const auto uno = sube("uno.pdf", "%PDF-1.4 uno");
    const auto dos = sube("dos.pdf", "%PDF-1.4 dos");
    const auto url = uno.en("/data/url");
    EXPECT_EQ(l.m.pide_sin_token("GET " + url).body, "%PDF-1.4 uno");
    // Of another file, with a letter changed, cut, with another organization or a later end.
    auto ajena = url;
    ajena.replace(ajena.find("/Archivo/") + 9, uno.en("/data/archivoId").size(), dos.en("/data/archivoId"));
    EXPECT_EQ(l.m.pide_sin_token("GET " + ajena).faltas(), "enlace_invalido /boleto");
    for (const std::string boleto : {"x", "1.2", "1.99999999999.", "1.99999999999.AAAA", "-1.1.AAAA", "1.1.%2B"})
        EXPECT_EQ(l.m.pide_sin_token("GET " + url.substr(0, url.find("boleto=") + 7) + boleto).faltas(),
                  "enlace_invalido /boleto")
            << boleto;
    auto otra_org = url;
    otra_org.insert(otra_org.find("boleto=") + 7, "1");
    EXPECT_EQ(l.m.pide_sin_token("GET " + otra_org).status, 403);
    avanza(15 * 60);
    EXPECT_EQ(l.m.pide_sin_token("GET " + url).status, 200);
    avanza(1);
    const auto vencida = l.m.pide_sin_token("GET " + url);
    EXPECT_EQ(vencida.status, 403);
    EXPECT_EQ(vencida.faltas(), "enlace_vencido /boleto");
    // Whoever reads the document again has another.
    const auto leida = l.m.pide(fmt::format("GET /api/RegistroVenta/{}", factura));
    EXPECT_NE(leida.en("/archivos/0/url"), url);
    EXPECT_EQ(l.m.pide_sin_token("GET " + leida.en("/archivos/0/url")).body, "%PDF-1.4 uno");
}

// An answer with an address is not kept longer than the address is good, although nothing was stored since.
TEST_P(ArchivoDigitalTest, ADocumentIsReadWithAddressesThatAreGood) {
    sube("uno.pdf", "%PDF-1.4 uno");
    const auto lee = [&] { return l.m.pide(fmt::format("GET /api/RegistroVenta/{}", factura)).en("/archivos/0/url"); };
    const auto antes = lee();
    EXPECT_EQ(lee(), antes);
    avanza(60);
    EXPECT_NE(lee(), antes);
}

TEST_P(ArchivoDigitalTest, VerifyNamesWhatIsMissingOrChanged) {
    const std::string grande(500, 'g');
    sube("chico.txt", "chico");
    sube("grande.txt", grande);
    ASSERT_THAT(diferencias(), IsEmpty());
    const auto lugar = almacen.cosas.begin()->first;
    almacen.cosas[lugar][0] = 'G';
    auto dichas = diferencias();
    ASSERT_EQ(dichas.size(), 1U);
    EXPECT_THAT(dichas[0], testing::HasSubstr("the bytes are not those that were kept"));
    almacen.cosas.clear();
    dichas = diferencias();
    ASSERT_EQ(dichas.size(), 1U);
    EXPECT_THAT(dichas[0], testing::HasSubstr("is not in the store of files"));
    almacen.cosas[lugar] = grande;
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE contenido SET datos = $2 WHERE organizacionId = $1 AND lugar = ''", ctx.organizacionId(),
                     db::Bytes{"CHICO"});
        ctx.db().run("UPDATE contenido SET listo = 0 WHERE organizacionId = $1 AND lugar <> ''", ctx.organizacionId());
    });
    dichas = diferencias();
    ASSERT_EQ(dichas.size(), 2U);
    EXPECT_THAT(dichas[0], testing::HasSubstr("the bytes are not those that were kept"));
    EXPECT_THAT(dichas[1], testing::HasSubstr("it may be collected"));
}

TEST_P(ArchivoDigitalTest, BytesThatTheStoreLostAreAnsweredLater) {
    const auto r = sube("grande.txt", std::string(500, 'g'));
    almacen.cosas.clear();
    EXPECT_EQ(l.m.pide("GET /api/ArchivosDigitales/Archivo/" + r.en("/data/archivoId")).status, 503);
    EXPECT_EQ(l.m.pide_sin_token("GET " + r.en("/data/url")).status, 503);
    // Whoever sends them again brings them back.
    EXPECT_EQ(sube("grande.txt", std::string(500, 'g')).en("/data/archivoId"), r.en("/data/archivoId"));
    EXPECT_EQ(l.m.pide("GET /api/ArchivosDigitales/Archivo/" + r.en("/data/archivoId")).status, 200);
    // What is not as it was is as good as lost.
    almacen.cosas.begin()->second[0] = 'G';
    EXPECT_EQ(l.m.pide("GET /api/ArchivosDigitales/Archivo/" + r.en("/data/archivoId")).status, 503);
}

TEST_P(ArchivoDigitalTest, ADocumentTakesAHundredAndSaysSo) {
    for (std::int64_t i = 0; i < engine::maximo_de_adjuntos; ++i)
        ASSERT_EQ(sube("a.txt", fmt::format("archivo {}", i)).status, 200);
    EXPECT_EQ(sube("a.txt", "uno más").faltas(), "lista_muy_larga /transaccionId");
    EXPECT_EQ(sube("a.txt", "archivo 7").status, 200) << "it is there already";
    EXPECT_THAT(diferencias(), IsEmpty());
}

}  // namespace
}  // namespace cacao::test
