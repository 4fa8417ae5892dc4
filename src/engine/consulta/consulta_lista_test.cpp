// Totals of lists of documents: kept where a list asks for what documents are counted by, counted elsewhere.

#include "db/rows.hpp"
#include "engine/consulta/consulta.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Conteos : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Conteos);

Emitido cotizar(Libro& l, std::int64_t clienteId, Fecha fecha) {
    auto s = l.solicitud(Cotizacion, {});
    s.entidadId = clienteId;
    s.fecha = fecha;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("VENTA-SERV");
    p.cantidad = 1_pza;
    p.precioUnitario = 10_precio;
    return l.emite(Cotizacion, s);
}

std::optional<std::int64_t> total_de(Libro& l, const DocumentosFiltro& f) {
    std::optional<std::int64_t> total;
    l.m.lee([&](const Context& ctx) {
        total = listar_documentos(ctx, f, "Prueba", {Cotizacion.tipo, FacturaVenta.tipo}).totalRegistros;
    });
    return total;
}

// The same filters in plain SQL.
std::int64_t contados(Libro& l, const DocumentosFiltro& f) {
    std::string sql = "SELECT count(*) FROM documento WHERE organizacionId = $1 AND tipo IN ('Cotizacion', 'FacturaVenta')";
    if (f.fechaInicial) sql += fmt::format(" AND fecha >= {}", f.fechaInicial->dias());
    if (f.fechaFinal) sql += fmt::format(" AND fecha <= {}", f.fechaFinal->dias());
    if (f.clienteId) sql += fmt::format(" AND entidadId = {}", f.clienteId->valor);
    if (f.estado) sql += fmt::format(" AND estado = '{}'", nombre(*f.estado));
    return l.m.cuenta(sql);
}

TEST_P(Conteos, TotalsAreThoseOfTheDocumentsWhateverHappenedToThem) {
    Libro l{GetParam()};
    std::mt19937 azar{7};
    const auto hasta = [&](int n) { return static_cast<int>(azar() % static_cast<unsigned>(n)); };
    Fecha hoy;
    l.m.lee([&](const Context& ctx) { hoy = ctx.hoy(); });
    const std::vector<std::int64_t> clientes{l.clienteId, l.contacto("OTRO", true, false)};
    for (int i = 0; i < 40; ++i) {
        const auto cliente = clientes[static_cast<std::size_t>(hasta(2))];
        const auto c = cotizar(l, cliente, hoy + -hasta(200));
        const int que = hasta(4);
        if (que == 0) l.cancela(c.transaccionId);
        const std::string_view accion = que == 1 ? "aceptar" : "rechazar";
        if (que == 1 || que == 2) l.escribe([&](Context& ctx) { transitar(ctx, c.transaccionId, accion, {Cotizacion.tipo}); });
    }
    l.factura_de_concepto(100_precio);
    ASSERT_THAT(l.diferencias(), testing::IsEmpty());
    for (int i = 0; i < 200; ++i) {
        DocumentosFiltro f;
        f.registrosPorPagina = 1;
        const int desde = hasta(220);
        if (hasta(3) > 0) f.fechaInicial = hoy + -desde;
        if (hasta(3) > 0) f.fechaFinal = hoy + -(f.fechaInicial ? hasta(desde + 1) : desde);
        if (hasta(2) == 0) f.clienteId = Id{clientes[static_cast<std::size_t>(hasta(2))]};
        constexpr std::array estados{Estado::vigente, Estado::aceptada, Estado::rechazada, Estado::cancelado};
        if (hasta(2) == 0) f.estado = estados[static_cast<std::size_t>(hasta(4))];
        EXPECT_EQ(total_de(l, f), contados(l, f)) << reflect::to_json(f);
    }
    // What they are not counted by.
    DocumentosFiltro lugar;
    lugar.sucursalId = Id{l.sucursalId};
    EXPECT_EQ(total_de(l, lugar), 41);
}

TEST_P(Conteos, AStateThatNoDocumentOfTheKindsIsEverInIsRefused) {
    Libro l{GetParam()};
    const auto con = [&](Estado estado, std::initializer_list<std::string_view> tipos) {
        DocumentosFiltro f;
        f.estado = estado;
        return Libro::falta([&] { l.m.lee([&](const Context& ctx) { listar_documentos(ctx, f, "Prueba", tipos); }); });
    };
    EXPECT_EQ(con(Estado::aceptada, {FacturaVenta.tipo}), "valor_no_permitido /estado");
    EXPECT_EQ(con(Estado::aceptada, {FacturaVenta.tipo, Cotizacion.tipo}), "");
    EXPECT_EQ(con(Estado::cancelado, {FacturaVenta.tipo}), "");
}

// Rows are put by hand: to register so many would take long. What they are counted by says another number than counting would.
TEST_P(Conteos, WhatOnlyCountingTellsIsCountedToTenThousand) {
    Libro l{GetParam()};
    const auto modelo = l.factura_de_concepto(100_precio).transaccionId;
    const auto copiar = [&](std::int64_t desde, std::int64_t hasta) {
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(
                INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                                       centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId, cuentaDestinoId,
                                       formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido,
                                       total, notas, referencia, motivo, version, creadoPor, creadoEn, modificadoEn, cancelacionMotivo)
                WITH RECURSIVE n (i) AS (SELECT CAST($3 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $4)
                SELECT organizacionId, 1000000000 + n.i, tipo, 'ZZ', n.i, fecha, vencimiento, estado, sucursalId, proyectoId,
                       centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId, cuentaDestinoId,
                       formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido,
                       total, notas, referencia, motivo, version, creadoPor, creadoEn, modificadoEn, cancelacionMotivo
                FROM documento, n WHERE organizacionId = $1 AND transaccionId = $2)",
                         ctx.organizacionId(), modelo, desde, hasta);
        });
    };
    const auto pagina = [&](bool contada) {
        DocumentosFiltro f;
        if (!contada) f.sucursalId = Id{l.sucursalId};
        CamposDePagina campos;
        l.m.lee([&](const Context& ctx) { campos = listar_documentos(ctx, f, "Prueba", {FacturaVenta.tipo}); }, db::Lane::report);
        return campos;
    };
    copiar(1, 9'999);
    EXPECT_EQ(pagina(false).totalRegistros, 10'000);
    EXPECT_EQ(pagina(false).totalPaginas, 100);
    EXPECT_EQ(pagina(false).masDe, std::nullopt);
    copiar(10'000, 10'000);
    EXPECT_EQ(pagina(false).totalRegistros, std::nullopt);
    EXPECT_EQ(pagina(false).totalPaginas, std::nullopt);
    EXPECT_EQ(pagina(false).masDe, 10'000);
    EXPECT_TRUE(pagina(false).siguiente.has_value());
    EXPECT_EQ(pagina(true).totalRegistros, 1) << "the rows are not looked at";
}

}  // namespace
}  // namespace cacao::engine
