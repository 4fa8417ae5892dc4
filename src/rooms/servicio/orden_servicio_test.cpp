#include "rooms/servicio/orden_servicio.hpp"
#include "base/azar.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/servicio/orden_partes.hpp"
#include "rooms/servicio/personal_servicio.hpp"
#include "rooms/servicio/verificar.hpp"
#include "support/alcance.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

class OrdenServicioTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_productos, register_movimiento_inventario, register_personal_servicio,
             register_orden_servicio, register_orden_partes, register_orden_trabajo}};
    std::string cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"C1","nombre":"Hotel Sol","roles":["cliente"]})").en("/data/entidadId");
    std::string persona =
        m.pide("POST /api/PersonalServicio", R"({"codigo":"T1","nombre":"Ana","costoHora":100})").en("/data/personalServicioId");
    std::string filtro = parte();

    std::string parte() {
        const auto pieza = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");
        const auto id =
            m.pide("POST /api/Productos",
                   fmt::format(
                       R"({{"codigo":"FILTRO","nombre":"Filtro","unidadMedidaId":{},"claveProdServ":"40161500","precio":100}})",
                       pieza))
                .en("/data/productoId");
        const auto entra = m.pide(
            "POST /api/Inventario/MovimientoAgregar",
            fmt::format(
                R"({{"tipo":"inicial","fecha":"2026-01-02","partidas":[{{"productoId":{},"cantidad":1000,"costoUnitario":40}}]}})",
                id));
        EXPECT_EQ(entra.status, 200) << entra.body;
        return id;
    }
    std::string orden(int cantidad) {
        return m
            .pide(
                "POST /api/OrdenServicio",
                fmt::format(
                    R"({{"clienteId":{},"fecha":"2026-01-05","partidas":[{{"productoId":{},"clase":"refaccion","cantidad":{}}}]}})",
                    cliente, filtro, cantidad))
            .en("/data/transaccionId");
    }
    std::int64_t piezas() {
        return m.cuenta("SELECT CAST(SUM(cantidad) AS BIGINT) / 1000000 FROM existencia WHERE organizacionId = $1");
    }
    std::int64_t apartadas() {
        return m.cuenta("SELECT CAST(SUM(reservado) AS BIGINT) / 1000000 FROM existencia WHERE organizacionId = $1");
    }
};
CACAO_EN_AMBOS_MOTORES(OrdenServicioTest);

// What an order may do next, by a plain reading of its states.
struct ModeloDeOrden {
    std::string estado = "capturada";
    std::string trabajo;  // none, or the state of its only work order
    int pedidas = 0;
    int surtidas = 0;  // by issues, returns not taken off
    int devueltas = 0;
    std::vector<std::pair<std::string, int>> salidas;  // and how much of each is still out

    bool es(std::initializer_list<std::string_view> estados) const { return std::ranges::find(estados, estado) != estados.end(); }
    bool con_partes() const { return es({"autorizada", "enProceso", "enEspera", "terminada"}); }
    int fuera() const { return surtidas - devueltas; }
};

// Every step of the graph that is not there is refused, and changes nothing; parts issued are those used and those that came
// back.
TEST_P(OrdenServicioTest, EveryIllegalStepIsRefused) {
    Azar azar{20};
    Alcance alcance{{"asignar", 3}, {"autorizar", 3}, {"iniciar", 3}, {"pausar", 3},   {"reanudar", 2}, {"terminar", 3},
                    {"surtir", 3},  {"devolver", 2},  {"cerrar", 2},  {"cancelar", 2}, {"facturar", 1}, {"refused", 60}};
    std::int64_t usadas = 0;
    for (int n = 0; n < 14; ++n) {
        ModeloDeOrden o;
        o.pedidas = 1 + azar.menor(3);
        const std::string id = orden(o.pedidas);
        std::string trabajo;
        bool cancelada = false;
        for (int paso = 0; paso < 20; ++paso) {
            static constexpr std::array<std::string_view, 11> verbos{"asignar",  "autorizar", "iniciar", "pausar",
                                                                     "reanudar", "terminar",  "surtir",  "devolver",
                                                                     "cerrar",   "cancelar",  "facturar"};
            // The way through is taken more often than chance alone would.
            static constexpr std::array<std::string_view, 10> camino{"asignar",  "autorizar", "iniciar",  "surtir", "pausar",
                                                                     "reanudar", "terminar",  "devolver", "cerrar", "facturar"};
            const bool por_camino = !azar.una_de(5);
            const std::string_view verbo =
                por_camino ? camino[std::min<std::size_t>(static_cast<std::size_t>(paso) / 2 + azar.menor(2U), 9)]
                           : azar.uno(verbos);
            bool puede = false;
            ModeloDeOrden despues = o;
            Respuesta r;
            if (verbo == "asignar") {
                if (!trabajo.empty()) continue;
                puede = o.es({"capturada", "asignada", "autorizada", "enProceso", "enEspera"});
                if (o.estado == "capturada") despues.estado = "asignada";
                despues.trabajo = "pendiente";
                r = m.pide("POST /api/OrdenTrabajo",
                           fmt::format(R"({{"transaccionId":{},"personalServicioId":{}}})", id, persona));
                if (r.status == 200) trabajo = r.en("/data/ordenTrabajoId");
            } else if (verbo == "autorizar") {
                puede = !o.es({"cerrada", "cancelado"});
                if (o.es({"capturada", "asignada"})) despues.estado = "autorizada";
                r = m.pide("PUT /api/OrdenServicio/OrdenServicioAutorizar/" + id);
            } else if (verbo == "iniciar" || verbo == "pausar" || verbo == "reanudar" || verbo == "terminar") {
                if (trabajo.empty()) continue;
                const bool en_obra = o.es({"autorizada", "enProceso", "enEspera"});
                const std::string_view de = verbo == "iniciar" ? "pendiente" : verbo == "reanudar" ? "enEspera" : "enProceso";
                puede = en_obra && o.trabajo == de;
                despues.trabajo = verbo == "pausar" ? "enEspera" : verbo == "terminar" ? "terminada" : "enProceso";
                despues.estado = despues.trabajo;
                r = m.pide("PUT /api/OrdenTrabajo/OrdenTrabajoAccion/" + trabajo,
                           fmt::format(R"({{"accion":"{}"{}}})", verbo, verbo == "pausar" ? R"(,"motivo":"x")" : ""));
            } else if (verbo == "surtir") {
                const int cuantas = 1 + azar.menor(2);
                puede = o.con_partes() && o.fuera() + cuantas <= o.pedidas;
                despues.surtidas += cuantas;
                r = m.pide("POST /api/OrdenServicio/OrdenServicioSurtir/" + id,
                           fmt::format(R"({{"fecha":"2026-01-06","partidas":[{{"numeroPartida":1,"cantidad":{}}}]}})", cuantas));
                if (r.status == 200) despues.salidas.emplace_back(r.en("/data/transaccionId"), cuantas);
            } else if (verbo == "devolver") {
                if (o.salidas.empty()) continue;
                auto& [salida, quedan] = despues.salidas[azar.menor(despues.salidas.size())];
                puede = o.con_partes() && quedan >= 1;
                --quedan;
                ++despues.devueltas;
                r = m.pide(
                    "POST /api/OrdenServicio/OrdenServicioDevolver/" + id,
                    fmt::format(
                        R"({{"fecha":"2026-01-06","partidas":[{{"transaccionIdOrigen":{},"partidaOrigen":1,"cantidad":1}}]}})",
                        salida));
            } else if (verbo == "cerrar") {
                const bool entera = o.fuera() == 0 || o.fuera() == o.pedidas;  // what is charged is what was used
                const bool hecho = o.trabajo.empty() || o.trabajo == "terminada";
                puede = o.es({"cerrada"}) || (o.es({"autorizada", "terminada"}) && hecho && entera);
                despues.estado = "cerrada";
                r = m.pide(
                    "PUT /api/OrdenServicio/OrdenServicioCerrar/" + id,
                    fmt::format(
                        R"({{"solucion":"Hecho","fechaTermino":"2026-01-07","partidas":[{{"numeroPartida":1,"usado":{}}}]}})",
                        o.fuera()));
            } else if (verbo == "cancelar") {
                if (!azar.una_de(3)) continue;
                puede = o.es({"cancelado"}) || (!o.es({"cerrada"}) && o.fuera() == 0 && o.trabajo != "enProceso");
                if (puede && o.trabajo != "terminada" && !o.trabajo.empty()) despues.trabajo = "cancelada";
                despues.estado = "cancelado";
                r = m.pide("DELETE /api/OrdenServicio/OrdenServicioCancelar/" + id);
                cancelada = cancelada || r.status == 200;
            } else {
                puede =
                    o.es({"cerrada"}) && o.fuera() > 0 &&
                    m.cuenta("SELECT COUNT(*) FROM partida WHERE organizacionId = $1 AND origenId = " + id +
                             " AND transaccionId IN (SELECT transaccionId FROM documento WHERE organizacionId = $1 AND tipo = "
                             "'FacturaVenta')") == 0;
                r = m.pide("POST /api/OrdenServicio/OrdenServicioFacturar/" + id, R"({"fecha":"2026-01-08"})");
            }
            ASSERT_EQ(r.status, puede ? 200 : 400) << verbo << " of an order that is " << o.estado << ", work " << o.trabajo
                                                   << ", out " << o.fuera() << " of " << o.pedidas << ": " << r.body;
            alcance.hubo(puede ? verbo : "refused");
            if (puede) o = despues;
            ASSERT_EQ(m.cuenta("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND transaccionId = " + id +
                               " AND estado = '" + o.estado + "'"),
                      1)
                << "after " << verbo << " it should be " << o.estado;
        }
        usadas += o.fuera();
        ASSERT_EQ(piezas(), 1000 - usadas) << "parts issued are those used and those that came back";
    }
    EXPECT_EQ(alcance.falta(), "");
    EXPECT_THAT(m.diferencias(verificar_servicio), testing::IsEmpty());
}

// Authorized and cancelled at the same moment, it is one of the two in the end, and never has goods aside that nobody wants.
TEST_P(OrdenServicioTest, AuthorizedAndCancelledAtOnceItEndsInOneOfTheTwo) {
    for (int n = 0; n < 6; ++n) {
        const std::string id = orden(2);
        const auto antes = apartadas();
        {
            const std::jthread uno{[&] { m.pide("PUT /api/OrdenServicio/OrdenServicioAutorizar/" + id); }};
            const std::jthread otro{[&] { m.pide("DELETE /api/OrdenServicio/OrdenServicioCancelar/" + id); }};
        }
        // Cancelling comes through whichever was first; what was aside goes back with it.
        EXPECT_EQ(
            m.cuenta("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado = 'cancelado' AND transaccionId = " +
                     id),
            1);
        EXPECT_EQ(apartadas(), antes);
    }
    EXPECT_THAT(m.diferencias(verificar_servicio), testing::IsEmpty());
}

// What proves the rest has to see each of these.
TEST_P(OrdenServicioTest, VerifyNamesWhatIsWrong) {
    const std::string id = orden(1);
    ASSERT_EQ(m.pide("PUT /api/OrdenServicio/OrdenServicioAutorizar/" + id).status, 200);
    ASSERT_THAT(m.diferencias(verificar_servicio), testing::IsEmpty());
    const auto con = [&](const std::string& sql, const char* que) {
        m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        EXPECT_THAT(m.diferencias(verificar_servicio), testing::Contains(testing::HasSubstr(que)));
    };
    con("UPDATE partidaServicio SET cobro = 'garantia' WHERE organizacionId = $1", "who pays for the line");
    con("UPDATE documento SET estado = 'enEspera' WHERE organizacionId = $1 AND tipo = 'OrdenServicio'",
        "the state and the work orders");
    con("UPDATE documento SET estado = 'cerrada' WHERE organizacionId = $1 AND tipo = 'OrdenServicio'",
        "the state and the close");
    con("DELETE FROM partidaServicio WHERE organizacionId = $1", "does not say what it is");
}

}  // namespace
}  // namespace cacao::test
