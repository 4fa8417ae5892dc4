// Each kind of document on paper, over the interface and on both engines, read back by other programs.

#include "rooms/impresos/impresor.hpp"

#include "api/membrete.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "rooms/bancos/reportes/deposito_lista.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "rooms/cartera/tablas_cartera.hpp"
#include "rooms/compras/documentos/orden_compra.hpp"
#include "rooms/documentos/archivo_digital.hpp"
#include "rooms/impresos/configuracion_impresos.hpp"
#include "rooms/inventario/documentos/entrega_vista.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "support/comprobantes.hpp"
#include "support/libro.hpp"
#include "support/pdf.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

using namespace literales;

const std::string carpeta = std::string{CACAO_SOURCE} + "/docs/impresos";

bool dice(const std::string& texto, std::string_view que) { return texto.find(que) != std::string::npos; }

class Imprenta {
public:
    explicit Imprenta(db::Motor motor)
        : l{motor,
            {register_cotizacion, register_pedido_cliente, register_factura_venta, register_nota_credito_cliente,
             register_orden_compra, register_entrega_vista, register_deposito_lista, register_estado_cuenta,
             register_archivos_digitales, register_impresos, register_configuracion_impresos}} {
        impresor.agregar("EstadoCuenta", [](const Context& ctx, const void* pedido) {
            return formulario_estado_cuenta(ctx, *static_cast<const EstadoCuentaPedido*>(pedido));
        });
        l.m.dispatcher = std::make_unique<api::Dispatcher>(
            l.m.operaciones, l.m.base.db(), l.m.seguridad->autenticador(), l.m.reloj,
            api::DispatchSettings{.workers = 2, .pool = 2, .cabezas = &l.m.seguridad->bitacora(), .impresor = &impresor});
        l.escribe([&](Context& ctx) {
            ctx.db().run(
                R"(UPDATE organizacion SET nombre = 'Comercial Cacao', rfc = 'EKU9003173C9', calle = 'Av. Juárez', numeroExterior = '100',
                                colonia = 'Centro', codigoPostal = '06000', municipio = 'Cuauhtémoc', estado = 'Ciudad de México'
                            WHERE organizacionId = $1)",
                ctx.organizacionId());
            ctx.db().run(
                R"(UPDATE contacto SET direcciones = '[{"numero":1,"tipo":"fiscal","calle":"Calle 5","numeroExterior":"12","numeroInterior":"","colonia":"Roma","municipio":"Monterrey","estado":"Nuevo León","pais":"MEX","codigoPostal":"64000","referencia":""}]'
                            WHERE organizacionId = $1 AND entidadId = $2)",
                ctx.organizacionId(), l.clienteId);
        });
    }

    Respuesta pide(const std::string& ruta) { return l.m.pide("GET " + ruta, {}, {{"Accept", "application/pdf"}}); }
    std::string texto(const std::string& ruta, const std::string& retrato = {}) {
        const auto r = pide(ruta);
        EXPECT_EQ(r.status, 200) << r.body;
        EXPECT_TRUE(r.body.starts_with("%PDF-")) << r.body.substr(0, 200);
        if (r.status != 200) return {};
        if (!retrato.empty()) retratar(r.body, carpeta, retrato);
        return texto_de_pdf(r.body);
    }

    Libro l;
    ImpresorDeDocumentos impresor;
};

class ImpresorTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(ImpresorTest);

TEST_P(ImpresorTest, CadaTipoDeDocumento) {
    Imprenta i{GetParam()};
    auto& l = i.l;
    const auto producto = l.producto("MESA-01", 1000_mxn);
    l.entra(producto, 50_pza, 400_precio);
    const std::vector<Renglon> renglones{{producto, 2_pza, 1000_precio}};

    const auto cotizacion = l.emite(engine::Cotizacion, l.solicitud(engine::Cotizacion, renglones));
    const auto folio = fmt::format("CT-{}", cotizacion.folio);
    auto texto = i.texto(fmt::format("/api/Cotizaciones/{}", cotizacion.transaccionId), "cotizacion");
    for (const auto* que :
         {"Comercial Cacao", "RFC EKU9003173C9", "Av. Juárez 100, Centro, 06000 Cuauhtémoc, Ciudad de México", "Cotización",
          "MESA-01", "2,000.00", "320.00", "2,320.00", "DOS MIL TRESCIENTOS VEINTE PESOS 00/100 M.N.", "Calle 5 12, Roma, 64000",
          "Cliente", "Página 1 de 1"})
        EXPECT_TRUE(dice(texto, que)) << que << "\n" << texto;
    EXPECT_TRUE(dice(texto, folio)) << texto;

    const auto pedido = l.emite(engine::PedidoCliente, l.derivada(engine::PedidoCliente, cotizacion.transaccionId, {2_pza}));
    texto = i.texto(fmt::format("/api/PedidoCliente/{}", pedido.transaccionId), "pedido");
    EXPECT_TRUE(dice(texto, "Pedido") && dice(texto, "2,320.00") && dice(texto, folio)) << texto;

    const auto entrega = l.emite(engine::Entrega, l.derivada(engine::Entrega, pedido.transaccionId, {2_pza}));
    texto = i.texto(fmt::format("/api/Inventario/Entregas/{}", entrega.transaccionId), "remision");
    EXPECT_TRUE(dice(texto, "Remisión") && dice(texto, "MESA-01") && dice(texto, "Recibí de conformidad")) << texto;
    EXPECT_FALSE(dice(texto, "1,000.00")) << "goods go without prices";

    const auto factura = l.emite(engine::FacturaVenta, l.derivada(engine::FacturaVenta, entrega.transaccionId, {2_pza}));
    texto = i.texto(fmt::format("/api/FacturaVenta/{}", factura.transaccionId), "factura-sin-timbre");
    EXPECT_TRUE(dice(texto, "Factura") && dice(texto, "sin validez fiscal") && dice(texto, "Vencimiento")) << texto;

    const auto orden = l.emite(engine::OrdenCompra, l.solicitud(engine::OrdenCompra, renglones));
    texto = i.texto(fmt::format("/api/OrdenCompra/{}", orden.transaccionId), "orden-de-compra");
    EXPECT_TRUE(dice(texto, "Orden de compra") && dice(texto, "Proveedor") && dice(texto, "Autorizó")) << texto;

    const auto deposito = l.deposito(1000_mxn);
    l.aplica(deposito.transaccionId, factura.transaccionId, 1000_mxn);
    texto = i.texto(fmt::format("/api/Bancos/Depositos/{}", deposito.transaccionId), "recibo");
    for (const auto* que : {"Recibo de pago", "Se aplica a", "Factura de venta", "1,320.00", "MIL PESOS 00/100 M.N."})
        EXPECT_TRUE(dice(texto, que)) << que << "\n" << texto;

    texto = i.texto(fmt::format("/api/Contabilidad/EstadoCuenta?entidadId={}&tipo=clientes", l.clienteId), "estado-de-cuenta");
    for (const auto* que : {"Estado de cuenta", "Movimientos en MXN", "Saldo inicial", "2,320.00", "Saldo final", "1,320.00"})
        EXPECT_TRUE(dice(texto, que)) << que << "\n" << texto;
}

TEST_P(ImpresorTest, NotaDeCreditoYCancelado) {
    Imprenta i{GetParam()};
    auto& l = i.l;
    const auto producto = l.producto("SILLA", 100_mxn);
    l.entra(producto, 5_pza, 40_precio);
    const auto factura = l.factura({{producto, 1_pza, 100_precio}});
    const auto nota = l.emite(engine::NotaCreditoCliente, l.derivada(engine::NotaCreditoCliente, factura.transaccionId, {1_pza}));
    auto texto = i.texto(fmt::format("/api/NotaCreditoCliente/{}", nota.transaccionId), "nota-de-credito");
    EXPECT_TRUE(dice(texto, "Nota de crédito") && dice(texto, "116.00") && dice(texto, "sin validez fiscal")) << texto;
    l.cancela(nota.transaccionId);
    const auto antes = i.pide(fmt::format("/api/FacturaVenta/{}", factura.transaccionId));
    l.cancela(factura.transaccionId);
    const auto despues = i.pide(fmt::format("/api/FacturaVenta/{}", factura.transaccionId));
    EXPECT_EQ(despues.header("Content-Disposition").substr(0, 7), "inline;") << despues.header("Content-Disposition");
    // The mark is what differs: letters of its colour across the page.
    const auto claros = [](const std::string& pdf) {
        const auto hoja = lamina_de(pdf);
        int n = 0;
        for (int y = 0; y < hoja.alto; ++y)
            for (int x = 0; x < hoja.ancho; ++x) n += hoja.en(x, y) == std::array<int, 3>{246, 214, 214} ? 1 : 0;
        return n;
    };
    EXPECT_GT(claros(despues.body), claros(antes.body));
}

TEST_P(ImpresorTest, JsonParaQuienNoPideOtraCosa) {
    Imprenta i{GetParam()};
    const auto factura = i.l.factura_de_concepto(100_precio);
    const auto ruta = fmt::format("GET /api/FacturaVenta/{}", factura.transaccionId);
    EXPECT_TRUE(i.l.m.pide(ruta).body.starts_with("{"));
    EXPECT_TRUE(i.l.m.pide(ruta, {}, {{"Accept", "*/*"}}).body.starts_with("{"));
    EXPECT_TRUE(i.l.m.pide(ruta, {}, {{"Accept", "application/pdf, application/json;q=0.5"}}).body.starts_with("%PDF"));
    EXPECT_TRUE(i.l.m.pide(ruta, {}, {{"Accept", "application/pdf;q=0.5, application/json"}}).body.starts_with("{"));
    EXPECT_EQ(i.l.m.pide(ruta, {}, {{"Accept", "text/csv"}}).status, 406);
    EXPECT_EQ(i.l.m.pide(ruta).header("Vary"), "Accept");
    EXPECT_EQ(i.pide("/api/FacturaVenta/99999").faltas(), "no_encontrado /id");
    // One of another kind is none of this.
    EXPECT_EQ(i.pide(fmt::format("/api/PedidoCliente/{}", factura.transaccionId)).faltas(), "no_encontrado /id");
}

TEST_P(ImpresorTest, ConSuXmlEsLaRepresentacionDelCfdi) {
    Imprenta i{GetParam()};
    auto& l = i.l;
    const auto factura = l.factura_de_concepto(250_precio);
    const auto xml = sellado(ingreso());
    constexpr std::string_view uuid = "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9";
    const auto agregado = l.m.pide(
        "POST /api/ArchivosDigitales/ArchivoAgregarBase64",
        fmt::format(R"({{"transaccionId":{},"nombre":"factura.xml","contenido":"{}"}})", factura.transaccionId, base64(xml)));
    ASSERT_EQ(agregado.status, 200) << agregado.body;
    const auto ruta = fmt::format("/api/FacturaVenta/{}", factura.transaccionId);
    EXPECT_TRUE(dice(i.texto(ruta), "sin validez fiscal")) << "a file alone makes it no fiscal document";
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE documento SET uuid = $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
                     factura.transaccionId, uuid);
    });
    const auto pdf = i.pide(ruta);
    const auto texto = texto_de_pdf(pdf.body);
    for (const auto* que : {"Este documento es una representación impresa de un CFDI", "601 General de Ley Personas Morales",
                            "03 Transferencia electrónica de fondos", "PUE Pago en una sola exhibición", "H87 Pieza"})
        EXPECT_TRUE(dice(texto, que)) << que << "\n" << texto;
    EXPECT_TRUE(
        dice(qr_de(pdf.body, static_cast<int>(paginas_de(texto))), "id=D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9&re=EKU9003173C9"))
        << texto;

    const auto archivoId = agregado.en("/data/archivoId");
    EXPECT_TRUE(dice(i.texto("/api/ArchivosDigitales/Archivo/" + archivoId + "/Impreso"), "representación impresa de un CFDI"));
    const auto otro =
        l.m.pide("POST /api/ArchivosDigitales/ArchivoAgregarBase64",
                 fmt::format(R"({{"transaccionId":{},"nombre":"nota.txt","contenido":"aG9sYQ=="}})", factura.transaccionId));
    EXPECT_EQ(i.pide("/api/ArchivosDigitales/Archivo/" + otro.en("/data/archivoId") + "/Impreso").faltas(),
              "valor_no_permitido /archivoId");
    EXPECT_EQ(i.pide("/api/ArchivosDigitales/Archivo/99999/Impreso").faltas(), "no_encontrado /archivoId");
}

TEST_P(ImpresorTest, ColorColumnasYPieSonDeLaOrganizacion) {
    Imprenta i{GetParam()};
    const auto producto = i.l.producto("BANCO", 100_mxn);
    const auto cotizacion = i.l.emite(engine::Cotizacion, i.l.solicitud(engine::Cotizacion, {{producto, 1_pza, 100_precio}}));
    const auto ruta = fmt::format("/api/Cotizaciones/{}", cotizacion.transaccionId);
    EXPECT_TRUE(dice(i.texto(ruta), "Código"));
    const auto r = i.l.m.pide("PUT /api/Impresos/Configuracion",
                              R"({"color":"#00aa00","columnas":["impuestos","cantidad"],"pie":"Cuenta CLABE 012345"})");
    EXPECT_EQ(r.en("/data/color"), "#00AA00") << r.body;
    const auto pdf = i.pide(ruta);
    const auto texto = texto_de_pdf(pdf.body);
    EXPECT_FALSE(dice(texto, "Código") || dice(texto, "Unidad")) << texto;
    EXPECT_TRUE(dice(texto, "Impuestos") && dice(texto, "16.00") && dice(texto, "Cuenta CLABE 012345")) << texto;
    EXPECT_EQ(lamina_de(pdf.body).en(612 - 40, 40), (std::array<int, 3>{0, 170, 0}));
}

TEST_P(ImpresorTest, QuinientasPartidas) {
    Imprenta i{GetParam()};
    std::vector<Renglon> renglones;
    const auto producto = i.l.producto("TORNILLO", 1_mxn);
    for (int n = 0; n < 500; ++n) renglones.push_back({producto, 1_pza, 1_precio});
    const auto cotizacion = i.l.emite(engine::Cotizacion, i.l.solicitud(engine::Cotizacion, renglones));
    const auto texto = i.texto(fmt::format("/api/Cotizaciones/{}", cotizacion.transaccionId));
    EXPECT_GT(paginas_de(texto), 5);
    std::size_t veces = 0;
    for (auto en = texto.find("TORNILLO "); en != std::string::npos; en = texto.find("TORNILLO ", en + 1)) ++veces;
    EXPECT_GE(veces, 500U);
}

}  // namespace
}  // namespace cacao::test
