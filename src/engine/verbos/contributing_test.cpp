// The examples of CONTRIBUTING.md, as they stand there: a report, a catalog, a kind and an event are the lines that it shows, and
// nothing else.

#include "api/catalogo.hpp"
#include "api/operations.hpp"
#include "api/tablas.hpp"
#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/verbos/emitir.hpp"
#include "support/cuadre.hpp"
#include "support/libro.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::engine {
namespace evento {
#include "examples/evento.inc"
template <>
inline constexpr bool listado<Recibido> = true;
}  // namespace evento

namespace {
// In the order of the text.
// clang-format off
#include "examples/reporte.inc"
#include "examples/catalogo.inc"
#include "examples/tipo.inc"
#include "examples/registrar.inc"
#include "examples/avisar.inc"
// clang-format on

const bool agregado = agregar_tipo(Donativo);

using namespace literales;
using test::Libro;

class Contributing : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Contributing);

TEST_P(Contributing, AKindAndAnEventAreTheLinesThatItShows) {
    ASSERT_TRUE(agregado);
    Libro l{GetParam()};
    const auto p = l.producto("DULCE");
    l.entra(p, 5_pza, 8_precio);
    SolicitudInventario pedida;
    PartidaInventario& partida = pedida.partidas.emplace_back();
    partida.productoId = p;
    partida.cantidad = 2_pza;
    Emitido donado;
    l.escribe([&](Context& ctx) { donado = registrar_donativo(ctx, pedida); });
    EXPECT_EQ(donado.serie, "DN");
    EXPECT_EQ(l.asientos(donado.transaccionId), "abono inventario 16\ncargo gastos 16\n");
    EXPECT_EQ(l.existencia(p), 3_pza);

    l.escribe([&](Context& ctx) { EXPECT_EQ(recibir_donativo(ctx, donado.transaccionId, "Casa Hogar"), 2); });
    std::string eventos;
    l.m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT consecutivo, evento, datos FROM evento WHERE organizacionId = $1 AND transaccionId = $2
                         ORDER BY consecutivo)",
                      [&](const db::Row& r) { eventos += fmt::format("{} {} {}\n", r.integer(0), r.text(1), r.text(2)); },
                      ctx.organizacionId(), donado.transaccionId);
    });
    EXPECT_EQ(eventos, "1 registrado {\"tipo\":\"Donativo\",\"total\":0}\n2 cambiado {\"recibio\":\"Casa Hogar\"}\n");
    l.cancela(donado.transaccionId);
    EXPECT_EQ(l.existencia(p), 5_pza);
    EXPECT_EQ(test::descuadres(l.m.base.db(), l.m.empresa.organizacionId), "");
}

// What an operation answers as a CSV.
std::string en_csv(Libro& l, const api::Operation& op, const void* pedida) {
    std::string csv;
    l.m.lee([&](const Context& ctx) {
        const auto hoja = tabla::hoja_csv([&](std::string_view bytes) { csv += bytes; }, {});
        api::llenar_tabla(ctx, op, op.versiones.front(), pedida, *hoja);
        hoja->terminar();
    });
    return csv;
}

TEST_P(Contributing, AReportAndACatalogAreTheLinesThatItShows) {
    Libro l{GetParam()};
    api::Operations ops;
    register_ventas_por_dia(ops);
    register_canales(ops);
    for (const auto& op : ops.all()) EXPECT_EQ(op.versiones.front().tabular, op.verb == api::Verb::GET) << op.id;

    const auto p = l.producto("DULCE");
    l.entra(p, 5_pza, 8_precio);
    l.factura({{p, 2_pza, 50_precio}});
    Fecha dia;
    l.m.lee([&](const Context& ctx) { dia = ctx.hoy(); });
    const VentasPedidas pedidas{dia, dia};
    EXPECT_EQ(en_csv(l, *ops.find("VentasPorDia"), &pedidas),
              "Fecha,Moneda,documentos,Total\r\n" + dia.iso() + ",MXN,1,116.00\r\n");

    Canal canal;
    l.escribe([&](Context& ctx) {
        CanalNuevo nuevo;
        nuevo.codigo = Texto<20, 1>{"WEB"};
        nuevo.nombre = Texto<100, 1>{"Tienda en línea"};
        canal = crear_canal(ctx, nuevo);
    });
    EXPECT_EQ(canal.version, 1);
    const Nada nada;
    const auto csv = en_csv(l, *ops.find("CanalesListar"), &nada);
    EXPECT_NE(csv.find("WEB,Tienda en línea,true,1"), std::string::npos) << csv;
}

}  // namespace
}  // namespace cacao::engine
