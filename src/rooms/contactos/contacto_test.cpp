// Contacts over the dispatcher on both engines, and with them what every operation gets: keys for retries, simular, versions.

#include "rooms/contactos/contacto.hpp"
#include "rooms/contactos/clasificacion.hpp"
#include "rooms/contactos/contacto_filas.hpp"
#include "rooms/contactos/verificar.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <future>
#include <set>

namespace cacao::test {
namespace {

std::string contacto(std::string_view codigo, std::string_view nombre = "Dulcería La Ñapa", std::string_view mas = "") {
    return R"({"codigo":")" + std::string{codigo} + R"(","nombre":")" + std::string{nombre} + R"(","roles":["cliente"])" +
           std::string{mas} + "}";
}

class ContactoTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_contactos, register_clasificaciones_contacto}};
    std::int64_t contactos() { return m.cuenta("SELECT count(*) FROM contacto WHERE organizacionId = $1"); }
    std::string nuevo(std::string_view codigo, std::string_view nombre = "Dulcería La Ñapa") {
        const auto r = m.pide("POST /api/Contactos", contacto(codigo, nombre));
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/entidadId");
    }
};
CACAO_EN_AMBOS_MOTORES(ContactoTest);

// Of two changes that read the same version, the one that is stored later is refused (version_distinta): none is lost.
TEST_P(ContactoTest, QuienLeyoUnaVersionAnteriorNoEscribeEncima) {
    const auto entidadId = std::stoll(nuevo("C1"));
    Contacto antes;
    m.lee([&](const Context& ctx) { antes = leer_contacto(ctx.db(), entidadId); });
    ASSERT_EQ(m.pide("PUT /api/Contactos/PorCodigo/C1", R"({"nombre":"Otro"})").status, 200);
    m.escribe([&](Context& ctx) {
        try {
            modificar_filas(ctx.db(), antes, antes);
            ADD_FAILURE() << "written over";
        } catch (const Error& e) {
            EXPECT_EQ(e.faltas().front().codigo, Codigo::version_distinta);
        }
    });
}

TEST_P(ContactoTest, SeCreaSeLeeYSeActualizaPorIdYPorCodigo) {
    const auto entidadId = nuevo("C1");
    const auto leido = m.pide("GET /api/Contactos/" + entidadId);
    EXPECT_EQ(leido.en("/data/nombre"), "Dulcería La Ñapa");
    EXPECT_EQ(leido.header("ETag"), "\"1\"");
    EXPECT_EQ(m.pide("PUT /api/Contactos/" + entidadId,
                     R"({"correo":"a@b.mx","contactosAdicionales":[{"nombre":"Eva","principal":true}]})")
                  .en("/data/contactoPrincipal"),
              "Eva");
    EXPECT_EQ(m.pide("PUT /api/Contactos/PorCodigo/C1", R"({"correo":null})").en("/data/correo"), "");
    EXPECT_EQ(m.pide("GET /api/Contactos/" + entidadId).en("/data/version"), "3");
    EXPECT_EQ(m.pide("PUT /api/Contactos/PorCodigo/NADA", "{}").faltas(), "no_encontrado /codigo");
    EXPECT_EQ(m.pide("GET /api/Contactos/999").faltas(), "no_encontrado /entidadId");
}

TEST_P(ContactoTest, TodasLasFaltasALaVezYNadaGuardado) {
    const auto r = m.pide("POST /api/Contactos", R"({"nombre":"","rfc":"NO","roles":[],"diasCredito":1.5,"sobra":1})");
    EXPECT_EQ(r.status, 400);
    EXPECT_EQ(r.en("/codigo"), "regla_incumplida");
    for (const auto* falta :
         {"requerido /codigo", "requerido /nombre", "rfc_invalido /rfc", "lista_vacia /roles", "campo_desconocido /sobra"})
        EXPECT_NE(r.faltas().find(falta), std::string::npos) << falta << " in " << r.faltas();
    EXPECT_EQ(contactos(), 0);
    EXPECT_EQ(m.pide("POST /api/Contactos",
                     contacto("C1", "X",
                              R"(,"regimenFiscal":"999","usoCfdi":"ZZZ","clasificaciones":[5],"contactosAdicionales":[)"
                              R"({"nombre":"a","principal":true},{"nombre":"b","principal":true}])"))
                  .faltas(),
              "no_encontrado /clasificaciones/0; valor_no_permitido /regimenFiscal; valor_no_permitido /usoCfdi; "
              "varios_principales /contactosAdicionales");
    EXPECT_EQ(contactos(), 0);
}

TEST_P(ContactoTest, CienALaVezConUnCodigoDanUnoYNoventaYNueveDuplicados) {
    std::vector<std::future<Respuesta>> respuestas;
    for (int i = 0; i < 100; ++i)
        respuestas.push_back(std::async(std::launch::async, [this] { return m.pide("POST /api/Contactos", contacto("UNICO")); }));
    int creados = 0;
    int duplicados = 0;
    for (auto& r : respuestas) {
        const auto respuesta = r.get();
        creados += static_cast<int>(respuesta.status == 200);
        duplicados += static_cast<int>(respuesta.faltas() == "duplicado /codigo");
        if (respuesta.status != 200 && respuesta.faltas() != "duplicado /codigo") ADD_FAILURE() << respuesta.body;
    }
    EXPECT_EQ(creados, 1);
    EXPECT_EQ(duplicados, 99);
    EXPECT_EQ(contactos(), 1);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM bitacora WHERE organizacionId = $1 AND operacion = 'ContactoCrear'"), 1);
}

// Kept by role and use, whatever becomes of a contact; what is kept wrong is told.
TEST_P(ContactoTest, LosTotalesSeGuardanPorRolYUso) {
    const auto total = [&](const std::string& filtro) { return m.pide("GET /api/Contactos?" + filtro).en("/totalRegistros"); };
    const auto uno = nuevo("C1");
    const auto dos = nuevo("C2");
    EXPECT_EQ(m.pide("PUT /api/Contactos/" + uno, R"({"roles":["cliente","proveedor"]})").status, 200);
    EXPECT_EQ(m.pide("PUT /api/Contactos/" + dos, R"({"roles":["vendedor"],"activo":false})").status, 200);
    EXPECT_EQ(total(""), "2");
    EXPECT_EQ(total("rol=cliente"), "1");
    EXPECT_EQ(total("rol=proveedor"), "1");
    EXPECT_EQ(total("rol=vendedor"), "1");
    EXPECT_EQ(total("rol=vendedor&activo=true"), "0");
    EXPECT_EQ(total("activo=false"), "1");
    EXPECT_EQ(m.diferencias(verificar_contactos), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE conteoRegistro SET registros = 7 WHERE organizacionId = $1 AND clase = 3", ctx.organizacionId());
    });
    EXPECT_EQ(total("rol=proveedor"), "7") << "the rows are not looked at";
    const auto lista = m.diferencias(verificar_contactos);
    ASSERT_EQ(lista.size(), 1U);
    EXPECT_NE(lista[0].find("tipo Contacto, clase 3, activo 1: registros is"), std::string::npos) << lista[0];
}

TEST_P(ContactoTest, BuscaSinAcentosPorElInicioDeCadaPalabra) {
    nuevo("C1", "Panadería El Águila");
    nuevo("C2", "Carnicería El Águila Real");
    nuevo("C3", "Papelería");
    EXPECT_EQ(m.pide("GET /api/Contactos?buscar=AGUI").en("/totalRegistros"), "2");
    EXPECT_EQ(m.pide("GET /api/Contactos?buscar=aguila%20carni").en("/data/0/codigo"), "C2");
    EXPECT_EQ(m.pide("GET /api/Contactos?buscar=guila").en("/totalRegistros"), "0");
    EXPECT_EQ(m.pide("GET /api/Contactos?codigo=C3").en("/totalRegistros"), "1");
    EXPECT_EQ(m.pide("GET /api/Contactos?nombre=x").faltas(), "campo_desconocido /nombre");
}

TEST_P(ContactoTest, PaginaPorNumeroYPorCursorSinRepetirNiSaltar) {
    std::set<std::string> todos;
    for (int i = 0; i < 7; ++i) todos.insert(nuevo("C" + std::to_string(i)));
    std::set<std::string> vistos;
    auto agrega = [&](const std::string& entidadId) {
        EXPECT_TRUE(entidadId.empty() || vistos.insert(entidadId).second) << entidadId;
    };
    for (int pagina = 1; pagina <= 3; ++pagina) {
        const auto r = m.pide("GET /api/Contactos?registrosPorPagina=3&pagina=" + std::to_string(pagina));
        EXPECT_EQ(r.en("/totalPaginas"), "3");
        for (const auto* fila : {"/data/0/entidadId", "/data/1/entidadId", "/data/2/entidadId"}) agrega(r.en(fila));
    }
    EXPECT_EQ(vistos, todos);
    vistos.clear();
    auto r = m.pide("GET /api/Contactos?registrosPorPagina=3");
    for (;;) {
        for (const auto* fila : {"/data/0/entidadId", "/data/1/entidadId", "/data/2/entidadId"}) agrega(r.en(fila));
        if (r.en("/siguiente") == "null") break;
        r = m.pide("GET /api/Contactos?registrosPorPagina=3&cursor=" + r.en("/siguiente"));
        EXPECT_EQ(r.en("/totalRegistros"), "null");
    }
    EXPECT_EQ(vistos, todos);
    const auto cursor = m.pide("GET /api/Contactos?registrosPorPagina=3").en("/siguiente");
    EXPECT_EQ(m.pide("GET /api/Contactos?rol=cliente&cursor=" + cursor).faltas(), "cursor_invalido /cursor");
    EXPECT_EQ(m.pide("GET /api/Contactos?pagina=1&cursor=" + cursor).faltas(), "pagina_y_cursor /cursor");
    EXPECT_EQ(m.pide("GET /api/Contactos?cursor=x" + cursor).faltas(), "cursor_invalido /cursor");
    EXPECT_EQ(m.pide("GET /api/Contactos?registrosPorPagina=101").status, 400);
}

TEST_P(ContactoTest, UnaLlaveDeReintentoRepiteLaRespuestaYNadaMas) {
    const Mundo::Encabezados llave{{"Idempotency-Key", "k-1"}};
    const auto primera = m.pide("POST /api/Contactos", contacto("C1"), llave);
    ASSERT_EQ(primera.status, 200) << primera.body;
    const auto otra_vez = m.pide("POST /api/Contactos", contacto("C1"), llave);
    EXPECT_EQ(otra_vez.body, primera.body);
    EXPECT_EQ(otra_vez.header("Idempotency-Replayed"), "true");
    EXPECT_EQ(otra_vez.header("ETag"), primera.header("ETag"));
    EXPECT_EQ(contactos(), 1);
    const auto distinta = m.pide("POST /api/Contactos", contacto("C2"), llave);
    EXPECT_EQ(distinta.status, 422);
    EXPECT_EQ(distinta.faltas(), "llave_reutilizada /Idempotency-Key");
    // Another caller's key is another key.
    const auto ajena = m.pide_con(m.token_de(m.crea_usuario("eva", {m.empresa.rolAdministradorId})), "POST /api/Contactos",
                                  contacto("C1"), llave);
    EXPECT_EQ(ajena.faltas(), "duplicado /codigo");
    m.avanza(24 * 3600 - 1);
    EXPECT_EQ(
        m.pide_con(m.token_de(m.empresa.usuarioId), "POST /api/Contactos", contacto("C1"), llave).header("Idempotency-Replayed"),
        "true");
    m.avanza(1);
    EXPECT_EQ(m.pide_con(m.token_de(m.empresa.usuarioId), "POST /api/Contactos", contacto("C1"), llave).faltas(),
              "duplicado /codigo");
    EXPECT_EQ(
        m.pide_con(m.token_de(m.empresa.usuarioId), "POST /api/Contactos", contacto("C3"), {{"Idempotency-Key", "con blanco"}})
            .faltas(),
        "encabezado_invalido /Idempotency-Key");
}

TEST_P(ContactoTest, UnRechazoNoGastaLaLlave) {
    nuevo("C1");
    const Mundo::Encabezados llave{{"Idempotency-Key", "k-2"}};
    EXPECT_EQ(m.pide("POST /api/Contactos", contacto("C1"), llave).status, 400);
    EXPECT_EQ(m.pide("POST /api/Contactos", contacto("C2"), llave).status, 200);
}

TEST_P(ContactoTest, LaMismaLlaveALaVezCreaUnoSolo) {
    std::vector<std::future<Respuesta>> respuestas;
    for (int i = 0; i < 20; ++i)
        respuestas.push_back(std::async(std::launch::async, [this] {
            return m.pide("POST /api/Contactos", contacto("C1"), {{"Idempotency-Key", "k-3"}});
        }));
    std::set<std::string> cuerpos;
    for (auto& r : respuestas) {
        const auto respuesta = r.get();
        if (respuesta.status == 200) cuerpos.insert(respuesta.body);
        else EXPECT_EQ(respuesta.status, 409) << respuesta.body;
    }
    EXPECT_EQ(cuerpos.size(), 1U);
    EXPECT_EQ(contactos(), 1);
}

TEST_P(ContactoTest, SimularRespondeYNoGuardaNada) {
    const auto r = m.pide("POST /api/Contactos?simular=true", contacto("C1"), {{"Idempotency-Key", "k"}});
    EXPECT_EQ(r.status, 200);
    EXPECT_EQ(r.en("/data/codigo"), "C1");
    EXPECT_EQ(contactos(), 0);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM idempotencia WHERE organizacionId = $1"), 0);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM bitacora WHERE organizacionId = $1 AND operacion = 'ContactoCrear'"), 0);
    nuevo("C1");
    EXPECT_EQ(m.pide("POST /api/Contactos?simular=true", contacto("C1")).faltas(), "duplicado /codigo");
    EXPECT_EQ(m.pide("POST /api/Contactos?simular=quiza", contacto("C2")).faltas(), "tipo_incorrecto /simular");
}

TEST_P(ContactoTest, IfMatchYIfNoneMatchMiranLaVersion) {
    const auto ruta = "/api/Contactos/" + nuevo("C1");
    EXPECT_EQ(m.pide("GET " + ruta, {}, {{"If-None-Match", "\"1\""}}).status, 304);
    EXPECT_EQ(m.pide("GET " + ruta, {}, {{"If-None-Match", "\"1\""}}).body, "");
    const auto tarde = m.pide("PUT " + ruta, R"({"nombre":"Tarde"})", {{"If-Match", "\"2\""}});
    EXPECT_EQ(tarde.status, 412);
    EXPECT_EQ(tarde.faltas(), "precondicion_fallida /If-Match");
    EXPECT_EQ(m.pide("PUT " + ruta, R"({"nombre":"A tiempo"})", {{"If-Match", "\"1\""}}).header("ETag"), "\"2\"");
    EXPECT_EQ(m.pide("GET " + ruta, {}, {{"If-None-Match", "\"1\""}}).status, 200);
    EXPECT_EQ(m.pide("PUT " + ruta, "{}", {{"If-Match", "otra cosa"}}).status, 412);
}

TEST_P(ContactoTest, CadaEscrituraDejaSuHuellaConAntesYDespues) {
    const auto entidadId = nuevo("C1");
    ASSERT_EQ(m.pide("PUT /api/Contactos/" + entidadId, R"({"nombre":"Otro"})").status, 200);
    const auto r = m.pide("GET /api/Bitacora?tipo=Contacto&registroId=" + entidadId);
    EXPECT_EQ(r.en("/totalRegistros"), "2");
    const bool primero = r.en("/data/0/operacion") == "ContactoActualizar";  // the clock stands still: both in one moment
    const std::string fila = primero ? "/data/0" : "/data/1";
    EXPECT_EQ(r.en(fila + "/antes/nombre"), "Dulcería La Ñapa");
    EXPECT_EQ(r.en(fila + "/despues/nombre"), "Otro");
    EXPECT_EQ(r.en(fila + "/usuarioId"), std::to_string(m.empresa.usuarioId));
}

TEST_P(ContactoTest, ElPermisoSeRevisaAntesQueElCuerpo) {
    const auto token = m.token_de(m.crea_usuario("eva", {m.empresa.rolConsultaId}));
    EXPECT_EQ(m.pide_con(token, "POST /api/Contactos", "{no es json").status, 403);
    EXPECT_EQ(m.pide_con(token, "GET /api/Contactos").status, 200);
    EXPECT_EQ(m.pide_sin_token("POST /api/Contactos", "{}").status, 401);
    EXPECT_EQ(m.pide_sin_token("PUT /api/Contactos", "{}").status, 405);
    EXPECT_EQ(m.pide_sin_token("GET /api/NoHay").status, 404);
    EXPECT_EQ(m.pide("POST /api/Contactos", "{no es json").en("/codigo"), "json_invalido");
}

TEST_P(ContactoTest, LasClasificacionesSonUnicasYSeUsanComoFiltro) {
    const auto a = m.pide("POST /api/Contactos/Clasificaciones", R"({"nombre":"Mayoreo"})").en("/data/clasificacionId");
    EXPECT_EQ(m.pide("POST /api/Contactos/Clasificaciones", R"({"nombre":"Mayoreo"})").faltas(), "duplicado /nombre");
    ASSERT_EQ(m.pide("POST /api/Contactos", contacto("C1", "Uno", R"(,"clasificaciones":[)" + a + "]")).status, 200);
    nuevo("C2");
    EXPECT_EQ(m.pide("GET /api/Contactos?clasificacionId=" + a).en("/totalRegistros"), "1");
    EXPECT_EQ(m.pide("PUT /api/Contactos/Clasificaciones/" + a, R"({"activo":false})").en("/data/activo"), "false");
    EXPECT_EQ(m.pide("POST /api/Contactos", contacto("C3", "Tres", R"(,"clasificaciones":[)" + a + "]")).faltas(),
              "no_encontrado /clasificaciones/0");
}

}  // namespace
}  // namespace cacao::test
