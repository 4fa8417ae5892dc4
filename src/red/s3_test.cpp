// The client of S3 against a store that others wrote: OpenStack Swift with s3api, started by the test
// (tests/support/swift_s3.py).

#include "red/s3.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "support/swift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <memory>

namespace cacao::red {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using test::Swift;

CuentaS3 cuenta_de(const Swift& swift) { return {swift.direccion(), "us-east-1", swift.cubeta, swift.llave, swift.secreto}; }

class S3Test : public testing::Test {
protected:
    static void SetUpTestSuite() { swift = std::make_unique<Swift>(); }
    static void TearDownTestSuite() { swift.reset(); }

    void poner(const std::string& clave, const std::string& bytes) const {
        almacen.poner(clave, fuente_de(bytes), "text/plain", modo);
    }
    std::vector<std::string> claves(const ListaS3& lista) const {
        std::vector<std::string> salida;
        for (const auto& o : lista.objetos) salida.push_back(o.clave);
        return salida;
    }
    // The code with which the store refuses.
    static std::string codigo(const std::function<void()>& hecho) {
        try {
            hecho();
        } catch (const RechazoS3& r) {
            return r.codigo();
        }
        return {};
    }

    static inline std::unique_ptr<Swift> swift;
    const AlmacenS3::Modo modo{};
    const Cliente cliente{{.privadas = Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""}};
    const AlmacenS3 almacen{cliente, cuenta_de(*swift)};
};

TEST_F(S3Test, GuardaYDevuelve) {
    EXPECT_EQ(almacen.traer("a", 100, modo), std::nullopt);
    EXPECT_FALSE(almacen.ver("a", modo));
    poner("a", "hola");
    EXPECT_EQ(almacen.traer("a", 100, modo), "hola");
    const auto visto = almacen.ver("a", modo);
    ASSERT_TRUE(visto);
    EXPECT_EQ(visto->bytes, 4);
    EXPECT_EQ(visto->etag, "4d186321c1a7f0f354b297e8914ab240");  // MD5
    poner("a", "otra");
    EXPECT_EQ(almacen.traer("a", 100, modo), "otra");
    almacen.borrar("a", modo);
    almacen.borrar("a", modo);
    EXPECT_EQ(almacen.traer("a", 100, modo), std::nullopt);
}

// Keys are bytes: what a path or a query would read something into arrives as it is.
TEST_F(S3Test, CualquierClave) {
    const std::vector<std::string> raras{"raras/a b+c", "raras/ñandú/ü.xml", "raras/100%/=&?#", "raras/'comillas\"",
                                         "raras/a~b$!*()"};
    for (const auto& clave : raras) {
        poner(clave, clave);
        EXPECT_EQ(almacen.traer(clave, 100, modo), clave) << clave;
        EXPECT_TRUE(almacen.ver(clave, modo)) << clave;
    }
    auto listadas = claves(almacen.listar("raras/", "", 1000, modo));
    EXPECT_THAT(listadas, testing::UnorderedElementsAreArray(raras));
    for (const auto& clave : raras) almacen.borrar(clave, modo);
    EXPECT_THAT(almacen.listar("raras/", "", 1000, modo).objetos, IsEmpty());
}

TEST_F(S3Test, ListaPorPaginas) {
    for (int i = 0; i < 7; ++i) poner("lista/" + std::to_string(i), std::string(static_cast<std::size_t>(i), 'x'));
    poner("otra", "x");
    std::vector<std::string> todas;
    std::string desde;
    int paginas = 0;
    do {
        const auto pagina = almacen.listar("lista/", desde, 3, modo);
        for (const auto& o : pagina.objetos) {
            EXPECT_EQ(o.bytes, static_cast<std::int64_t>(todas.size()));
            todas.push_back(o.clave);
        }
        desde = pagina.siguiente;
        ++paginas;
    } while (!desde.empty() && paginas < 10);
    EXPECT_EQ(paginas, 3);
    EXPECT_THAT(todas, ElementsAre("lista/0", "lista/1", "lista/2", "lista/3", "lista/4", "lista/5", "lista/6"));
}

TEST_F(S3Test, LoGrandeVaDeUnArchivoAOtro) {
    constexpr std::uint64_t grande = 9U << 20U;
    FILE* archivo = std::tmpfile();
    std::string mega(1U << 20U, '\0');
    for (std::size_t i = 0; i < mega.size(); ++i) mega[i] = static_cast<char>(i * 2654435761U >> 13U);
    for (int i = 0; i < 9; ++i) ASSERT_EQ(std::fwrite(mega.data(), 1, mega.size(), archivo), mega.size());
    std::fflush(archivo);
    almacen.poner("grande", fuente_de_archivo(::fileno(archivo), grande), "application/octet-stream", modo);
    std::uint64_t llegaron = 0;
    bool iguales = true;
    std::string mayor;
    const auto destino = [&](std::string_view parte) {
        for (const char c : parte) iguales = iguales && c == mega[llegaron++ % mega.size()];
        if (parte.size() > mayor.size()) mayor = parte;
    };
    EXPECT_TRUE(almacen.traer("grande", grande, destino, modo));
    EXPECT_EQ(llegaron, grande);
    EXPECT_TRUE(iguales);
    EXPECT_LE(mayor.size(), 1U << 20U) << "in pieces";
    EXPECT_THROW(almacen.traer(
                     "grande", grande - 1, [](std::string_view) {}, modo),
                 Fallo);
    std::fclose(archivo);
}

// What arrives is what was meant, or it is refused.
TEST_F(S3Test, UnaHuellaAjenaSeRechaza) {
    EXPECT_NE(codigo([&] { almacen.poner("h", fuente_de("hola"), "text/plain", modo, hexadecimal(sha256("otra"))); }), "");
    EXPECT_FALSE(almacen.ver("h", modo));
}

TEST_F(S3Test, DiceQuePaso) {
    auto ajena = cuenta_de(*swift);
    ajena.secreto = "otro";
    const AlmacenS3 sin_permiso{cliente, ajena};
    EXPECT_EQ(codigo([&] { sin_permiso.traer("a", 10, modo); }), "SignatureDoesNotMatch");
    EXPECT_EQ(codigo([&] { sin_permiso.poner("a", fuente_de("x"), "text/plain", modo); }), "SignatureDoesNotMatch");
    auto perdida = cuenta_de(*swift);
    perdida.cubeta = "nohay";
    const AlmacenS3 sin_cubeta{cliente, perdida};
    EXPECT_EQ(codigo([&] { sin_cubeta.traer("a", 10, modo); }), "NoSuchBucket");
    EXPECT_EQ(codigo([&] { sin_cubeta.poner("a", fuente_de("x"), "text/plain", modo); }), "NoSuchBucket");
    EXPECT_EQ(codigo([&] { sin_cubeta.listar("", "", 10, modo); }), "NoSuchBucket");
    EXPECT_EQ(codigo([&] { sin_cubeta.borrar("a", modo); }), "NoSuchBucket");
}

TEST(CuentaS3Test, UnaDireccionQueNoLoEsSeRechaza) {
    const Cliente cliente{{}};
    const auto con = [&](const std::string& direccion, const std::string& cubeta = "c") {
        AlmacenS3{cliente, {direccion, "us-east-1", cubeta, "l", "s"}};
    };
    EXPECT_NO_THROW(con("https://s3.example.com"));
    EXPECT_NO_THROW(con("https://s3.example.com:443/v1/"));
    for (const char* mala :
         {"", "s3.example.com", "ftp://x", "https://", "https://a@b", "https://a?b", "https://a/b?c", "https://a b"})
        EXPECT_THROW(con(mala), std::invalid_argument) << mala;
    EXPECT_THROW(con("https://a", ""), std::invalid_argument);
    EXPECT_THROW(con("https://a", "a/b"), std::invalid_argument);
}

}  // namespace
}  // namespace cacao::red
