// Rules of stock, one by one, on both engines.

#include "engine/existencia/bodega_test.hpp"

#include <future>

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

Importe pesos(const char* texto) { return *Importe::leer(texto); }

class InventarioTest : public testing::TestWithParam<db::Motor> {
protected:
    void TearDown() override { EXPECT_EQ(b.descuadres(), ""); }
    void reserva(int dia, const MovimientoPedido& linea, std::int64_t& pedidoId) {
        pedidoId = b.documento(dia, [&](Context& ctx, Marco& marco) { engine::reservar(ctx, marco, {linea}, {}); });
    }
    std::string revisa(const std::vector<MovimientoPedido>& lineas, bool entrada, bool venta = true, int dia = 1) {
        return Bodega::faltas([&] {
            b.m.escribe([&](Context& ctx) {
                Marco marco = b.marco_de(1, dia);
                marco.venta = venta;
                Faltas faltas;
                revisar_movimientos(ctx, marco, lineas, entrada, faltas);
                faltas.lanzar();
            });
        });
    }
    Bodega b{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(InventarioTest);

TEST_P(InventarioTest, PepsTomaLoMasViejoYLaUltimaUnidadTodoElValor) {
    const auto& a = b.peps("A");
    b.entra(5, b.linea(a, b.norte, 3_pza, 100_mxn));
    b.entra(2, b.linea(a, b.norte, 3_pza, 10_mxn));  // registered later, but older
    b.sale(6, b.linea(a, b.norte, 4_pza));
    ASSERT_EQ(b.movido.size(), 1U);
    EXPECT_EQ(b.movido[0].cantidad, -4_pza);
    EXPECT_EQ(b.movido[0].valor, pesos("-43.33"));
    b.sale(6, b.linea(a, b.norte, 1_pza));
    EXPECT_EQ(b.movido[0].valor, pesos("-33.34"));
    b.sale(6, b.linea(a, b.norte, 1_pza));
    EXPECT_EQ(b.movido[0].valor, pesos("-33.33"));
    EXPECT_EQ(b.valor(a, b.norte), 0_mxn);
}

TEST_P(InventarioTest, PromedioTomaDeUnFondo) {
    const auto& a = b.promedio("A");
    b.entra(1, b.linea(a, b.norte, 1_pza, 10_mxn));
    b.entra(1, b.linea(a, b.norte, 2_pza, 30_mxn));
    b.sale(1, b.linea(a, b.norte, 1_pza));
    EXPECT_EQ(b.movido[0].valor, pesos("-13.33"));
    b.sale(1, b.linea(a, b.norte, 2_pza));
    EXPECT_EQ(b.movido[0].valor, pesos("-26.67"));
    EXPECT_EQ(b.m.cuenta("SELECT count(*) FROM capa WHERE organizacionId = $1"), 1);
}

TEST_P(InventarioTest, UnaSalidaCruzaMasCapasDeLasQueLeeDeUnaVez) {
    const auto& a = b.peps("A");
    b.documento(1, [&](Context& ctx, Marco& marco) {
        for (int i = 0; i < 600; ++i) entrar(ctx, marco, {b.linea(a, b.norte, 1_pza, Importe::de_enteros(i))});
    });
    b.sale(1, b.linea(a, b.norte, 599_pza));
    EXPECT_EQ(b.movido[0].valor, Importe::de_enteros(-599 * 598 / 2));
    EXPECT_EQ(b.valor(a, b.norte), 599_mxn);
}

TEST_P(InventarioTest, LaDemandaSeSumaAntesDeTomar) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 5_pza, 50_mxn));
    std::string datos;
    auto segunda = b.linea(a, b.norte, 3_pza);
    segunda.campo = "/partidas/1";
    const auto dos = [&] {
        b.documento(1, [&](Context& ctx, Marco& marco) { salir(ctx, marco, {b.linea(a, b.norte, 3_pza), segunda}); });
    };
    EXPECT_EQ(Bodega::faltas(dos, &datos), "existencia_insuficiente /partidas/0/cantidad");
    EXPECT_EQ(datos, fmt::format(R"({{"productoId":{},"codigo":"A","almacenId":{},"loteId":0,"requerido":6,"existencia":5,)"
                                 R"("reservado":0,"disponible":5}})",
                                 a.productoId, b.norte));
    EXPECT_EQ(b.existencia(a, b.norte), 5_pza);
    const auto& otro = b.promedio("B");
    EXPECT_EQ(Bodega::faltas([&] {
                  b.documento(1, [&](Context& ctx, Marco& marco) {
                      salir(ctx, marco, {b.linea(a, b.norte, 6_pza), b.linea(otro, b.sur, 1_pza)});
                  });
              }),
              "existencia_insuficiente /partidas/0/cantidad; existencia_insuficiente /partidas/0/cantidad");
}

TEST_P(InventarioTest, UnaSalidaAtrasadaNoDejaNegativoUnDiaPosterior) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 10_pza, 100_mxn));
    b.sale(5, b.linea(a, b.norte, 8_pza));
    b.entra(9, b.linea(a, b.norte, 10_pza, 100_mxn));
    std::string datos;
    EXPECT_EQ(Bodega::faltas([&] { b.sale(3, b.linea(a, b.norte, 3_pza)); }, &datos),
              "existencia_posterior /partidas/0/cantidad");
    EXPECT_NE(datos.find(R"("existencia":-1)"), std::string::npos) << datos;
    EXPECT_EQ(Bodega::faltas([&] { b.sale(0, b.linea(a, b.norte, 1_pza)); }), "existencia_posterior /partidas/0/cantidad");
    b.sale(3, b.linea(a, b.norte, 2_pza));
    EXPECT_EQ(Bodega::faltas([&] { b.sale(8, b.linea(a, b.norte, 1_pza)); }), "existencia_posterior /partidas/0/cantidad");
    b.sale(9, b.linea(a, b.norte, 10_pza));
}

TEST_P(InventarioTest, CuarentaTomasALaVezNoPasanDeLoQueHay) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 20_pza, 100_mxn));
    std::vector<std::future<std::string>> tomas;
    for (int i = 0; i < 40; ++i)
        tomas.push_back(std::async(std::launch::async, [&] {
            return Bodega::faltas(
                [&] { b.documento(1, [&](Context& ctx, Marco& marco) { salir(ctx, marco, {b.linea(a, b.norte, 1_pza)}); }); });
        }));
    int hechas = 0;
    for (auto& toma : tomas) {
        const auto faltas = toma.get();
        hechas += static_cast<int>(faltas.empty());
        EXPECT_TRUE(faltas.empty() || faltas == "existencia_insuficiente /partidas/0/cantidad") << faltas;
    }
    EXPECT_EQ(hechas, 20);
    EXPECT_EQ(b.valor(a, b.norte), 0_mxn);
}

TEST_P(InventarioTest, DosLotesALaVezCompartenElFondoSinPerderValor) {
    const auto& a = b.articulo("L", Seguimiento::lote, MetodoCosto::promedio);
    for (const char* lote : {"X", "Y"}) b.entra(1, b.con_lote(b.linea(a, b.norte, 30_pza, 100_mxn), lote));
    std::vector<std::future<std::string>> tareas;
    for (int i = 0; i < 48; ++i)
        tareas.push_back(std::async(std::launch::async, [&, i] {
            auto linea = b.con_lote(b.linea(a, b.norte, 1_pza, 7_mxn), i % 2 == 0 ? "X" : "Y");
            return Bodega::faltas([&] {
                b.documento(1, [&](Context& ctx, Marco& marco) {
                    if (i % 3 == 0) entrar(ctx, marco, {linea});
                    else if (i % 3 == 1) salir(ctx, marco, {linea});
                    else traspasar(ctx, marco, {linea}, b.sur);
                });
            });
        }));
    for (auto& tarea : tareas) EXPECT_EQ(tarea.get(), "");
    EXPECT_EQ(b.existencia(a, b.norte), 44_pza);
    EXPECT_EQ(b.existencia(a, b.sur), 16_pza);
}

TEST_P(InventarioTest, UnTraspasoConservaCostoYEdad) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 2_pza, 10_mxn));
    b.entra(3, b.linea(a, b.norte, 2_pza, 40_mxn));
    b.entra(2, b.linea(a, b.sur, 1_pza, 7_mxn));
    b.traspasa(4, b.linea(a, b.norte, 3_pza), b.sur);
    ASSERT_EQ(b.movido.size(), 2U);
    EXPECT_EQ(b.movido[0].valor, -30_mxn);
    EXPECT_EQ(b.movido[1].valor, 30_mxn);
    EXPECT_EQ(b.movido[1].almacenId, b.sur);
    b.sale(5, b.linea(a, b.sur, 3_pza));  // two of day 1, then the one of day 2
    EXPECT_EQ(b.movido[0].valor, -17_mxn);
    EXPECT_EQ(Bodega::faltas([&] { b.traspasa(4, b.linea(a, b.norte, 1_pza), b.norte); }), "regla_incumplida /almacenDestinoId");
}

TEST_P(InventarioTest, UnaDevolucionVuelveAlCostoDeSuSalidaLoUltimoPrimero) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 1_pza, 10_mxn));
    b.entra(2, b.linea(a, b.norte, 3_pza, 100_mxn));
    const auto venta = b.sale(3, b.linea(a, b.norte, 4_pza));
    b.devuelve(4, b.linea(a, b.sur, 2_pza), venta);
    EXPECT_EQ(b.movido[0].valor, pesos("66.67"));
    const auto otra = b.devuelve(4, b.linea(a, b.norte, 2_pza), venta);
    EXPECT_EQ(b.movido[0].valor, pesos("43.33"));
    EXPECT_EQ(Bodega::faltas([&] { b.devuelve(4, b.linea(a, b.norte, 1_pza), venta); }), "excede_pendiente /partidas/0/cantidad");
    EXPECT_EQ(Bodega::faltas([&] { b.revertir(venta); }), "con_dependientes /id");
    b.revertir(otra);
    b.devuelve(4, b.linea(a, b.norte, 1_pza), venta);
    EXPECT_EQ(b.movido[0].valor, pesos("33.33"));
    b.devuelve(4, b.linea(a, b.norte, 1_pza), venta);
    EXPECT_EQ(b.movido[0].valor, 10_mxn);
}

TEST_P(InventarioTest, AlProveedorVuelveLaCapaDeSuRecepcion) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 5_pza, 10_mxn));
    const auto recepcion = b.entra(2, b.linea(a, b.norte, 5_pza, 100_mxn));
    b.documento(3, [&](Context& ctx, Marco& marco) {
        b.movido = devolver_a_proveedor(ctx, marco, {{b.linea(a, b.norte, 6_pza), recepcion, 1}});
    });
    EXPECT_EQ(b.movido[0].valor, -102_mxn);
}

// The second line takes of its own layer before the first takes from there what its own no longer holds; a layer remembers in
// which order it was taken from, since the cents depend on it.
TEST_P(InventarioTest, AlProveedorCadaRenglonTomaPrimeroLoSuyo) {
    const auto& a = b.peps("A");
    const auto primera = b.entra(1, b.linea(a, b.norte, 2_pza, 20_mxn));
    const auto segunda = b.entra(1, b.linea(a, b.norte, 3_pza, 10_mxn));
    b.sale(2, b.linea(a, b.norte, 1_pza));
    b.documento(3, [&](Context& ctx, Marco& marco) {
        MovimientoPedido suya = b.linea(a, b.norte, 1_pza);
        suya.numeroPartida = 2;
        b.movido = devolver_a_proveedor(ctx, marco, {{b.linea(a, b.norte, 2_pza), primera, 1}, {suya, segunda, 1}});
    });
    ASSERT_EQ(b.movido.size(), 2U);
    EXPECT_EQ(b.movido[0].valor, pesos("-13.34"));
    EXPECT_EQ(b.movido[1].valor, pesos("-3.33"));
    EXPECT_EQ(
        b.filas(fmt::format("SELECT m.numeroPartida, m.valor FROM movimiento m JOIN capa c ON c.organizacionId = $1 "
                            "AND c.capaId = m.capaId WHERE m.organizacionId = $1 AND c.transaccionId = {} AND m.cantidad < 0 "
                            "ORDER BY m.orden",
                            segunda)),
        "2 -3330000 \n1 -3340000 \n");
}

TEST_P(InventarioTest, UnCostoTardioSigueALaMercancia) {
    const auto& a = b.peps("A");
    const auto recepcion = b.entra(1, b.linea(a, b.norte, 10_pza, 100_mxn));
    const auto venta = b.sale(2, b.linea(a, b.norte, 4_pza));
    b.traspasa(2, b.linea(a, b.norte, 3_pza), b.sur);
    b.devuelve(3, b.linea(a, b.norte, 1_pza), venta);
    const auto gasto = b.agrega_costo(4, recepcion, 10_mxn);
    EXPECT_EQ(b.tardio.consumido, 3_mxn);
    EXPECT_EQ(b.valor(a, b.norte), 44_mxn);
    EXPECT_EQ(b.valor(a, b.sur), 33_mxn);
    EXPECT_EQ(Bodega::faltas([&] { b.revertir(recepcion); }), "con_dependientes /id");
    // Undone, it takes back what still sits there, after one more was sold.
    b.sale(5, b.linea(a, b.sur, 1_pza));
    EXPECT_EQ(b.movido[0].valor, -11_mxn);
    b.retira_costo(gasto);
    EXPECT_EQ(b.valor(a, b.norte), 40_mxn);
    EXPECT_EQ(b.valor(a, b.sur), 20_mxn);
    // Never below nothing.
    b.agrega_costo(6, recepcion, -1000_mxn);
    EXPECT_EQ(b.tardio.consumido, -940_mxn);
    EXPECT_EQ(b.valor(a, b.norte), 0_mxn);
}

TEST_P(InventarioTest, UnCostoTardioSigueAlReempaqueYAlFondo) {
    const auto& caja = b.peps("CAJA");
    const auto& pieza = b.peps("PIEZA");
    const auto& suelta = b.promedio("SUELTA");
    const auto recepcion = b.entra(1, b.linea(caja, b.norte, 4_pza, 80_mxn));
    b.documento(2, [&](Context& ctx, Marco& marco) {
        salir(ctx, marco, {b.linea(caja, b.norte, 2_pza)});
        entrar(ctx, marco, {b.linea(pieza, b.norte, 10_pza, 30_mxn), b.linea(suelta, b.norte, 5_pza, 10_mxn)});
        enlazar_reempaque(ctx, marco.transaccionId);
    });
    b.sale(3, b.linea(pieza, b.norte, 5_pza));
    b.agrega_costo(4, recepcion, 80_mxn);
    EXPECT_EQ(b.valor(caja, b.norte), 80_mxn);
    EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
    EXPECT_EQ(b.valor(suelta, b.norte), 20_mxn);
    EXPECT_EQ(b.tardio.consumido, 15_mxn);
}

TEST_P(InventarioTest, RevertirUnaEntradaPepsTocadaNombraQuienLaToco) {
    const auto& a = b.peps("A");
    const auto entrada = b.entra(1, b.linea(a, b.norte, 5_pza, 50_mxn));
    const auto salida = b.sale(1, b.linea(a, b.norte, 1_pza));
    std::string datos;
    EXPECT_EQ(Bodega::faltas([&] { b.revertir(entrada); }, &datos), "con_dependientes /id");
    EXPECT_EQ(datos, fmt::format(R"({{"bloqueos":[{{"transaccionId":{0},"tipo":"Prueba","serie":"P","folio":{0}}}]}})", salida));
    b.revertir(salida);
    const auto antes = b.revertir(entrada);
    ASSERT_EQ(antes.valores.size(), 1U);
    EXPECT_EQ(antes.valores[0].valor, -50_mxn);
    EXPECT_EQ(b.existencia(a, b.norte), 0_pza);
    EXPECT_TRUE(b.revertir(entrada).valores.empty());  // once
}

TEST_P(InventarioTest, RevertirUnaEntradaPromedioDejaLaDiferenciaEnVariacion) {
    const auto& a = b.promedio("A");
    const auto cara = b.entra(1, b.linea(a, b.norte, 1_pza, 90_mxn));
    b.entra(1, b.linea(a, b.norte, 2_pza, 30_mxn));
    b.sale(1, b.linea(a, b.norte, 1_pza));  // at 40
    const auto r = b.revertir(cara);
    EXPECT_EQ(r.valores[0].valor, -80_mxn);
    EXPECT_EQ(r.variacion(), -10_mxn);
    EXPECT_EQ(b.existencia(a, b.norte), 1_pza);
    EXPECT_EQ(b.valor(a, b.norte), 0_mxn);
}

TEST_P(InventarioTest, ReglasDeLotesYSeries) {
    const auto& simple = b.peps("A");
    const auto& lote = b.articulo("L", Seguimiento::lote, MetodoCosto::peps);
    const auto& serie = b.articulo("S", Seguimiento::serie, MetodoCosto::peps);
    EXPECT_EQ(revisa({b.linea(lote, b.norte, 1_pza)}, true), "lote_requerido /partidas/0/lote");
    EXPECT_EQ(revisa({b.con_lote(b.linea(simple, b.norte, 1_pza), "X")}, true), "lote_no_permitido /partidas/0/lote");
    EXPECT_EQ(revisa({b.con_lote(b.linea(lote, b.norte, 1_pza), "X")}, false), "no_encontrado /partidas/0/lote");
    EXPECT_EQ(revisa({b.con_lote(b.linea(lote, b.norte, 1_pza), "X")}, true), "");
    EXPECT_EQ(revisa({b.linea(simple, b.norte, {})}, true), "fuera_de_rango /partidas/0/cantidad");
    auto numeradas = b.linea(serie, b.norte, 2_pza);
    EXPECT_EQ(revisa({numeradas}, true), "series_incompletas /partidas/0/series");
    numeradas.series = {"A1", "A1"};
    EXPECT_EQ(revisa({numeradas}, true), "serie_repetida /partidas/0/series");
    numeradas.series = {"A1", "A2"};
    EXPECT_EQ(revisa({numeradas}, true), "");

    auto caduca = b.con_lote(b.linea(lote, b.norte, 5_pza, 50_mxn), "X");
    caduca.lote->caducidad = b.marco_de(0, 10).fecha;
    b.entra(1, caduca);
    EXPECT_EQ(revisa({caduca}, false, true, 10), "");
    EXPECT_EQ(revisa({caduca}, false, true, 11), "lote_bloqueado /partidas/0/lote");
    EXPECT_EQ(revisa({caduca}, false, false, 11), "");  // it may be written off
    b.m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE lote SET estado = 'cuarentena' WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_EQ(revisa({caduca}, false, true, 1), "lote_bloqueado /partidas/0/lote");
}

TEST_P(InventarioTest, CadaLoteTomaDeSusPropiasCapas) {
    const auto& a = b.articulo("L", Seguimiento::lote, MetodoCosto::peps);
    b.entra(1, b.con_lote(b.linea(a, b.norte, 2_pza, 20_mxn), "X"));
    b.entra(2, b.con_lote(b.linea(a, b.norte, 2_pza, 200_mxn), "Y"));
    EXPECT_EQ(Bodega::faltas([&] { b.sale(3, b.con_lote(b.linea(a, b.norte, 3_pza), "Y")); }),
              "existencia_insuficiente /partidas/0/cantidad");
    EXPECT_EQ(Bodega::faltas([&] { b.sale(3, b.con_lote(b.linea(a, b.norte, 1_pza), "Z")); }), "no_encontrado /partidas/0/lote");
    b.sale(3, b.con_lote(b.linea(a, b.norte, 1_pza), "Y"));
    EXPECT_EQ(b.movido[0].valor, -100_mxn);
    EXPECT_EQ(b.m.cuenta("SELECT count(*) FROM lote WHERE organizacionId = $1"), 2);
}

TEST_P(InventarioTest, UnaSerieEstaEnUnSoloLugar) {
    const auto& a = b.articulo("S", Seguimiento::serie, MetodoCosto::peps);
    auto dos = b.linea(a, b.norte, 2_pza, 20_mxn);
    dos.series = {"N1", "N2"};
    const auto entrada = b.entra(1, dos);
    EXPECT_EQ(Bodega::faltas([&] { b.entra(1, dos); }), "serie_repetida /partidas/0/series; serie_repetida /partidas/0/series");
    auto una = b.linea(a, b.norte, 1_pza);
    una.series = {"N1"};
    b.traspasa(2, una, b.sur);
    EXPECT_EQ(Bodega::faltas([&] { b.sale(3, una); }), "serie_no_disponible /partidas/0/series");
    una.almacenId = b.sur;
    const auto venta = b.sale(3, una);
    EXPECT_EQ(Bodega::faltas([&] { b.entra(3, una); }), "serie_repetida /partidas/0/series");
    EXPECT_EQ(b.m.cuenta("SELECT count(*) FROM numeroSerie WHERE organizacionId = $1 AND estado = 'vendida' AND entidadId = 77"),
              1);
    auto ajena = una;
    ajena.series = {"N2"};
    EXPECT_EQ(Bodega::faltas([&] { b.devuelve(4, ajena, venta); }), "serie_no_disponible /partidas/0/series");
    const auto devolucion = b.devuelve(4, una, venta);
    b.revertir(devolucion);
    b.revertir(venta);
    EXPECT_EQ(b.m.cuenta("SELECT count(*) FROM numeroSerie WHERE organizacionId = $1 AND estado = 'enAlmacen'"), 2);
    EXPECT_EQ(Bodega::faltas([&] { b.revertir(entrada); }), "con_dependientes /id");
}

TEST_P(InventarioTest, CadaSerieSaleAlCostoQueLeCorresponde) {
    for (const MetodoCosto metodo : {MetodoCosto::peps, MetodoCosto::promedio}) {
        const auto& a = b.articulo(metodo == MetodoCosto::peps ? "SP" : "SM", Seguimiento::serie, metodo);
        const auto con = [&](std::vector<std::string> series, std::int64_t almacenId, Importe valor = {}) {
            auto linea = b.linea(a, almacenId, Cantidad::de_enteros(static_cast<std::int64_t>(series.size())), valor);
            linea.series = std::move(series);
            return linea;
        };
        b.entra(1, con({"S1"}, b.norte, 10_mxn));
        const auto cara = b.entra(1, con({"S2"}, b.norte, 20_mxn));
        b.entra(1, con({"S3", "S4", "S5"}, b.norte, 100_mxn));
        const auto venta = b.sale(2, con({"S2"}, b.norte));
        EXPECT_EQ(b.movido[0].valor, -20_mxn);
        EXPECT_EQ(b.valor(a, b.norte), 110_mxn);
        // One of three, at its share; several at once, each at its own.
        b.sale(2, con({"S4"}, b.norte));
        EXPECT_EQ(b.movido[0].valor, pesos("-33.33"));
        b.traspasa(3, con({"S1", "S5"}, b.norte), b.sur);
        EXPECT_EQ(b.valor(a, b.sur), pesos("43.34"));
        EXPECT_EQ(b.descuadres(), "");
        const auto dos = b.sale(4, con({"S1", "S5"}, b.sur));
        EXPECT_EQ(b.movido[0].valor, pesos("-43.34"));
        // What comes back costs what that one cost, not what left last.
        const auto devolucion = b.devuelve(5, con({"S1"}, b.norte), dos);
        EXPECT_EQ(b.movido[0].valor, 10_mxn);
        b.devuelve(5, con({"S5"}, b.norte), dos);
        EXPECT_EQ(b.movido[0].valor, pesos("33.34"));
        b.revertir(devolucion);
        b.devuelve(5, con({"S1"}, b.sur), dos);
        EXPECT_EQ(b.valor(a, b.sur), 10_mxn);
        // A late cost is of those of its line: of one that is gone, which brings it along when it is back, and of one that is
        // here.
        b.agrega_costo(6, cara, 7_mxn);
        EXPECT_EQ(b.tardio.consumido, 7_mxn);
        b.revertir(venta);
        const auto gasto = b.agrega_costo(6, cara, 7_mxn);
        EXPECT_EQ(b.tardio.consumido, 0_mxn);
        const auto otra = b.sale(7, con({"S2"}, b.norte));
        EXPECT_EQ(b.movido[0].valor, -34_mxn);
        b.devuelve(8, con({"S2"}, b.sur), otra);
        b.retira_costo(gasto);
        EXPECT_EQ(b.valor(a, b.sur), 37_mxn);
        // To the supplier goes the very one, whatever line is named.
        b.documento(9, [&](Context& ctx, Marco& marco) {
            b.movido = devolver_a_proveedor(ctx, marco, {{con({"S3"}, b.norte), cara, 1}});
        });
        EXPECT_EQ(b.movido[0].valor, pesos("-33.33"));
        EXPECT_EQ(b.descuadres(), "");
    }
}

TEST_P(InventarioTest, CincoMilSeriesEnUnaLineaYUnaEntradaDeshechaPuedeRepetirse) {
    const auto& a = b.articulo("S", Seguimiento::serie, MetodoCosto::promedio);
    auto muchas = b.linea(a, b.norte, 5000_pza, 5000_mxn);
    muchas.series = *abrir_series({"A0001..A5000"});
    b.revertir(b.entra(1, muchas));
    b.entra(2, muchas);
    b.sale(3, muchas);
    EXPECT_EQ(b.existencia(a, b.norte), 0_pza);
}

TEST(Series, LosRangosSeAbren) {
    EXPECT_EQ(abrir_series({"A8..A9", "X"}), (std::vector<std::string>{"A8", "A9", "X"}));
    EXPECT_EQ(abrir_series({"A008..A011"}), (std::vector<std::string>{"A008", "A009", "A010", "A011"}));
    EXPECT_EQ(abrir_series({"00001..10000"})->size(), 10'000U);
    for (const char* mal : {"A9..A8", "A1..B2", "A1..A10", "A..B", "..", "A00001..A10001", "A1..", "A1..A2..A3", ""})
        EXPECT_EQ(abrir_series({mal}), std::nullopt) << mal;
    EXPECT_EQ(abrir_series({"00001..10000", "Z"}), std::nullopt);
}

TEST_P(InventarioTest, LoReservadoNoEstaDisponibleParaOtros) {
    const auto& a = b.peps("A");
    b.entra(1, b.linea(a, b.norte, 10_pza, 100_mxn));
    std::int64_t pedido = 0;
    reserva(1, b.linea(a, b.norte, 7_pza), pedido);
    std::int64_t otro = 0;
    EXPECT_EQ(Bodega::faltas([&] { reserva(1, b.linea(a, b.norte, 4_pza), otro); }),
              "existencia_insuficiente /partidas/0/cantidad");
    std::string datos;
    EXPECT_EQ(Bodega::faltas([&] { b.sale(1, b.linea(a, b.norte, 4_pza)); }, &datos),
              "existencia_insuficiente /partidas/0/cantidad");
    EXPECT_NE(datos.find(R"("existencia":10,"reservado":7,"disponible":3)"), std::string::npos) << datos;
    const auto entrega = [&](Cantidad cantidad) {
        b.documento(2, [&](Context& ctx, Marco& marco) {
            marco.reservaDe = pedido;
            salir(ctx, marco, {b.linea(a, b.norte, cantidad)});
        });
    };
    entrega(5_pza);
    EXPECT_EQ(b.m.cuenta("SELECT reservado FROM existencia WHERE organizacionId = $1"), 2'000'000);
    entrega(4_pza);  // the rest of the reservation and two of the free ones
    EXPECT_EQ(b.m.cuenta("SELECT count(*) FROM reserva WHERE organizacionId = $1"), 0);
    reserva(3, b.linea(a, b.norte, 1_pza), pedido);
    b.m.escribe([&](Context& ctx) { consumir_reserva(ctx, pedido, 1, a.productoId, 9_pza); });
    reserva(3, b.linea(a, b.norte, 1_pza), pedido);
    b.m.escribe([&](Context& ctx) { liberar_reservas(ctx, pedido); });
    b.sale(3, b.linea(a, b.norte, 1_pza));
}

TEST_P(InventarioTest, UnPedidoSinLoteApartaLoQueCaducaPrimero) {
    const auto& a = b.articulo("L", Seguimiento::lote, MetodoCosto::promedio);
    auto tarde = b.con_lote(b.linea(a, b.norte, 5_pza, 50_mxn), "TARDE");
    tarde.lote->caducidad = b.marco_de(0, 50).fecha;
    auto pronto = b.con_lote(b.linea(a, b.norte, 5_pza, 50_mxn), "PRONTO");
    pronto.lote->caducidad = b.marco_de(0, 20).fecha;
    b.entra(1, tarde);
    b.entra(1, pronto);
    std::int64_t pedido = 0;
    EXPECT_EQ(Bodega::faltas([&] { reserva(2, b.linea(a, b.norte, 11_pza), pedido); }),
              "existencia_insuficiente /partidas/0/cantidad");
    reserva(2, b.linea(a, b.norte, 6_pza), pedido);
    EXPECT_EQ(b.uno("SELECT e.reservado FROM existencia e JOIN lote l ON l.organizacionId = e.organizacionId "
                    "AND l.loteId = e.loteId WHERE e.organizacionId = $1 AND l.codigo = 'PRONTO'"),
              5'000'000);
    // Another lot than the one put aside is delivered: the reservation goes with the goods.
    b.documento(2, [&](Context& ctx, Marco& marco) {
        marco.reservaDe = pedido;
        salir(ctx, marco, {b.con_lote(b.linea(a, b.norte, 4_pza), "TARDE")});
    });
    EXPECT_EQ(b.uno("SELECT CAST(sum(reservado) AS BIGINT) FROM existencia WHERE organizacionId = $1"), 2'000'000);
}

TEST_P(InventarioTest, ConNegativosLaSiguienteEntradaAjustaElCosto) {
    const auto& a = b.peps("A");
    const auto& p = b.promedio("P");
    EXPECT_EQ(Bodega::faltas([&] { b.sale(1, b.linea(a, b.norte, 1_pza)); }), "existencia_insuficiente /partidas/0/cantidad");
    b.negativos = true;
    for (const Articulo* x : {&a, &p}) {
        b.entra(1, b.linea(*x, b.norte, 2_pza, 20_mxn));
        const auto salida = b.sale(1, b.linea(*x, b.norte, 5_pza));
        EXPECT_EQ(b.movido[0].valor, -50_mxn);
        EXPECT_EQ(b.existencia(*x, b.norte), -3_pza);
        EXPECT_EQ(b.descuadres(), "");
        const auto entrada = b.entra(2, b.linea(*x, b.norte, 4_pza, 48_mxn));
        ASSERT_EQ(b.movido.size(), 2U);
        EXPECT_EQ(b.movido[0].valor, 48_mxn);
        EXPECT_EQ(b.movido[1].valor, -6_mxn);
        EXPECT_EQ(b.valor(*x, b.norte), 12_mxn);
        EXPECT_EQ(b.descuadres(), "");
        b.revertir(salida);
        EXPECT_EQ(b.existencia(*x, b.norte), 6_pza);
        EXPECT_EQ(b.descuadres(), "");
        b.sale(3, b.linea(*x, b.norte, 6_pza));
        EXPECT_EQ(b.valor(*x, b.norte), 0_mxn);
        if (x == &p) b.revertir(entrada);
    }
    // Undone while still owed.
    const auto& q = b.peps("Q");
    b.revertir(b.sale(1, b.linea(q, b.sur, 1_pza)));
    EXPECT_EQ(b.m.cuenta("SELECT CAST(sum(cantidad) AS BIGINT) FROM faltante WHERE organizacionId = $1 AND almacenId <> 0"),
              4'000'000);
    b.traspasa(1, b.linea(q, b.norte, 2_pza), b.sur);
    EXPECT_EQ(b.existencia(q, b.norte), -2_pza);
}

}  // namespace
}  // namespace cacao::test
