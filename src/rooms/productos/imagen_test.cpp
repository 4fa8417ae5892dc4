// What scenarios cannot reach: sizes, the cache, and bytes that were changed behind the service's back.

#include "rooms/productos/imagen.hpp"

#include "base/texto.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/productos/verificar.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class ImagenTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_productos, register_imagenes}};

    std::string producto(std::string_view codigo) {
        return m
            .pide("POST /api/Productos",
                  fmt::format(R"({{"codigo":"{}","nombre":"x","claveProdServ":"50161813","unidadMedidaId":{}}})", codigo,
                              m.empresa.sembrado.unidadMedidaId))
            .en("/data/productoId");
    }
    // A whole image with so many bytes: PNG readers pass over chunks that they do not know.
    static std::string png(std::size_t tamano) {
        std::string bytes;
        EXPECT_TRUE(leer_base64(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", bytes));
        const auto relleno = tamano - bytes.size() - 12;
        std::string trozo;
        for (const int desplaza : {24, 16, 8, 0}) trozo.push_back(static_cast<char>(relleno >> desplaza & 0xFF));
        trozo += "teXt" + std::string(relleno, 'r') + "crc.";
        return bytes.insert(33, trozo);
    }
    Respuesta sube(const std::string& id, const std::string& bytes) {
        return m.pide("POST /api/Productos/ProductoImagenBase64/" + id, R"({"foto":")" + base64(bytes) + "\"}");
    }
    Respuesta sube_archivo(const std::string& id, const std::string& bytes) {
        return m.pide("POST /api/Productos/ProductoImagenArchivo/" + id,
                      "--x\r\nContent-Disposition: form-data; name=\"archivo\"; filename=\"a\"\r\n\r\n" + bytes + "\r\n--x--\r\n",
                      {{"Content-Type", "multipart/form-data; boundary=x"}});
    }
};
CACAO_EN_AMBOS_MOTORES(ImagenTest);

TEST_P(ImagenTest, UnosBytesNoSeVuelvenUnBillonDePixeles) {
    const auto id = producto("A");
    auto enorme = png(200);
    enorme.replace(16, 8, std::string("\x00\x0F\x42\x40\x00\x0F\x42\x40", 8));
    const auto r = sube(id, enorme);
    EXPECT_EQ(r.faltas(), "imagen_muy_grande /foto");
    EXPECT_EQ(r.en("/errores/0/datos/ancho"), "1000000");
    EXPECT_EQ(r.en("/errores/0/datos/pixelesMaximos"), "50000000");
    EXPECT_EQ(sube_archivo(id, enorme).faltas(), "imagen_muy_grande /archivo");
    ASSERT_EQ(sube(id, png(200)).status, 200);
    // Whoever opens it by itself gets a picture and nothing that runs.
    EXPECT_EQ(m.pide("GET /api/Productos/ProductoImagen/" + id + "/Archivo").header("Content-Security-Policy"),
              "default-src 'none'; frame-ancestors 'none'; sandbox");
}

TEST_P(ImagenTest, HastaCincoMebibytesYNoMas) {
    const auto id = producto("A");
    const auto maxima = png(imagen_maxima);
    ASSERT_EQ(maxima.size(), imagen_maxima);
    EXPECT_EQ(sube(id, maxima).en("/data/tamano"), std::to_string(imagen_maxima));
    EXPECT_TRUE(m.pide("GET /api/Productos/ProductoImagen/" + id + "/Archivo").body == maxima);
    std::string foto;
    EXPECT_TRUE(leer_base64(m.pide("GET /api/Productos/ProductoImagen/" + id).en("/data/foto"), foto));
    EXPECT_TRUE(foto == maxima);
    const auto excedida = png(imagen_maxima + 1);
    // Of POST /api/Productos/ProductoImagenBase64/ and POST /api/Productos/ProductoImagenArchivo/ alike.
    EXPECT_EQ(sube(id, excedida).faltas(), "imagen_muy_grande /foto");
    EXPECT_EQ(sube_archivo(id, excedida).faltas(), "imagen_muy_grande /archivo");
    EXPECT_EQ(sube_archivo(id, maxima).status, 200);
}

// More than the cache holds, twice over, each with its own bytes.
TEST_P(ImagenTest, CadaProductoTieneLaSuyaAunqueNoQuepanTodas) {
    std::vector<std::pair<std::string, std::string>> subidas;
    for (int i = 0; i < 9; ++i) {
        subidas.emplace_back(producto(fmt::format("P{}", i)), png(4'500'000 + static_cast<std::size_t>(i)));
        ASSERT_EQ(sube(subidas.back().first, subidas.back().second).status, 200);
    }
    for (int vuelta = 0; vuelta < 2; ++vuelta)
        for (const auto& [id, bytes] : subidas)
            EXPECT_TRUE(m.pide("GET /api/Productos/ProductoImagen/" + id + "/Archivo").body == bytes);
}

// A point read keeps nobody waiting for megabytes; once they are at hand it is one.
TEST_P(ImagenTest, SusBytesNoSonLecturaPuntual) {
    const ArchivoPedido pedido{std::stoll(producto("A")), {}};
    ASSERT_EQ(sube(std::to_string(pedido.productoId), png(200)).status, 200);
    CacheDeImagenes cache;
    const auto en = [&](db::Lane carril) {
        m.lee([&](const Context& ctx) { EXPECT_EQ(*obtener_imagen_archivo(ctx, pedido, cache).bytes, png(200)); }, carril);
    };
    EXPECT_THROW(en(db::Lane::point), db::TooLarge);
    en(db::Lane::list);
    en(db::Lane::point);
}

TEST(CacheDeImagenes, OlvidaLaQueHaceMasTiempoNoSePide) {
    CacheDeImagenes cache;
    const auto diez = std::make_shared<const std::string>(10 * 1024 * 1024, 'x');
    for (const int id : {1, 2, 3}) cache.guardar(id, "h", diez);
    EXPECT_EQ(cache.buscar(1, "h"), diez);
    EXPECT_EQ(cache.buscar(1, "otra"), nullptr);
    cache.guardar(4, "h", diez);
    EXPECT_EQ(cache.buscar(2, "h"), nullptr);
    EXPECT_EQ(cache.buscar(1, "h"), diez);
    EXPECT_EQ(cache.buscar(4, "h"), diez);
}

TEST_P(ImagenTest, VerificarEncuentraBytesCambiados) {
    const auto id = producto("A");
    ASSERT_EQ(sube(id, png(200)).status, 200);
    EXPECT_EQ(m.diferencias(verificar_productos), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE productoImagen SET contenido = $2 WHERE organizacionId = $1", ctx.organizacionId(),
                     db::Bytes{png(201)});
    });
    const auto lista = m.diferencias(verificar_productos);
    ASSERT_EQ(lista.size(), 1U);
    EXPECT_NE(lista[0].find("productoId " + id), std::string::npos) << lista[0];
}

}  // namespace
}  // namespace cacao::test
