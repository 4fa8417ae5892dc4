// The dispatcher with operations made for the test: what the rooms of today do not show yet.

#include "api/dispatch.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"
#include "support/postgres.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <condition_variable>
#include <latch>

namespace cacao::api {
namespace {

struct Saludo {
    std::string texto;
};
DESCRIBE_STRUCT(Saludo, (), (texto))

struct Nombre {
    Texto<20, 1> nombre;
};
DESCRIBE_STRUCT(Nombre, (), (nombre))

struct NombreNuevo {
    Texto<20, 1> nombre;
    std::optional<bool> formal;
};
DESCRIBE_STRUCT(NombreNuevo, (), (nombre, formal))

struct Subida {
    Texto<20> titulo;
    Archivo archivo;
    Lista<Archivo, 3> anexos;
};
DESCRIBE_STRUCT(Subida, (), (titulo, archivo, anexos))

struct Verificacion {
    Id transaccionId;
};
DESCRIBE_STRUCT(Verificacion, (), (transaccionId))

Saludo saludar(const Context&, const Nombre& n) { return {"Hola " + n.nombre}; }
Saludo saludar_2027(const Context&, const NombreNuevo& n) {
    return {(n.formal.value_or(false) ? "Estimado " : "Hola, ") + n.nombre};
}
Saludo recibir(Context&, const Subida& s) {
    return {s.titulo + ":" + s.archivo.nombre + ":" + std::to_string(s.archivo.contenido.size()) + ":" +
            std::to_string(s.anexos.size())};
}
Saludo verificar(Context&, const Verificacion& v) { return {std::to_string(v.transaccionId)}; }
Contenido imagen(const Context&) { return {"image/png", std::make_shared<std::string>("\x89PNG"), "abc", ""}; }
Saludo fallar(const Context&) { throw std::runtime_error("SELECT secreto FROM tabla"); }
Saludo rechazar(Context& ctx, const Nombre& n) {
    ctx.aunque_rechace([](db::Writer& tx) {
        tx.run(
            "INSERT INTO contador (nombre, siguiente) VALUES ('rechazos', 1) ON CONFLICT (nombre) DO UPDATE SET siguiente = "
            "contador.siguiente + 1");
    });
    reject(Codigo::estado_invalido, "/nombre", R"({"estado":")" + n.nombre + "\"}");
}

// Of more text than anybody should keep by accident, and another one each time.
Saludo engordar(Context& ctx, const Nombre& n) {
    const auto veces = ctx.db().one<std::int64_t>(
        "INSERT INTO contador (nombre, siguiente) VALUES ('engordar', 1) ON CONFLICT (nombre) DO UPDATE SET siguiente = "
        "contador.siguiente + 1 "
        "RETURNING siguiente");
    ctx.auditar_alta("Saludo", *veces, n);
    return {std::string(3'000'000, 'x') + std::to_string(*veces)};
}

// Point reads that count how often they ran.
std::atomic<int> lecturas{0};
struct Contado {
    std::int64_t valor{};
    std::string usuario;
};
DESCRIBE_STRUCT(Contado, (), (valor, usuario))
Contado leer_contado(const Context& ctx) {
    ++lecturas;
    return {ctx.db().one<std::int64_t>("SELECT siguiente FROM contador WHERE nombre = 'contado'").value_or(0),
            ctx.sesion().nombre};
}
Contado leer_contado_hoy(const Context& ctx) {
    auto contado = leer_contado(ctx);
    contado.usuario = ctx.hoy().iso();
    return contado;
}
Contado contar(Context& ctx) {
    ctx.db().run(
        "INSERT INTO contador (nombre, siguiente) VALUES ('contado', 1) ON CONFLICT (nombre) DO UPDATE SET siguiente = "
        "contador.siguiente + 1");
    return {};
}

// Who presents "bueno" may do everything, "corto" nothing, "vecino" everything as somebody else.
class Fijo : public Authenticator {
public:
    explicit Fijo(const Operations& ops) {
        for (auto* s : {&bueno_, &corto_, &vecino_}) {
            s->organizacionId = 1;
            s->usuarioId = 7;
        }
        vecino_.usuarioId = 8;
        vecino_.nombre = "vecino";
        vecino_.permitidas = bueno_.permitidas = ops.allowed({"*"});
        corto_.permitidas = ops.allowed({});
    }
    std::shared_ptr<const Sesion> cached(std::string_view token) override {
        if (token == "bueno") return {std::shared_ptr<void>{}, &bueno_};
        if (token == "vecino") return {std::shared_ptr<void>{}, &vecino_};
        return nullptr;
    }
    std::shared_ptr<const Sesion> check(std::string_view token) override {
        if (token == "corto") return {std::shared_ptr<void>{}, &corto_};
        reject(Codigo::token_invalido, "");
    }

private:
    Sesion bueno_, corto_, vecino_;
};

class DispatchTest : public testing::TestWithParam<db::Motor> {
protected:
    DispatchTest() : base_{GetParam()} {
        ops_.group("Prueba");
        ops_.add(Verb::POST, "/saludo", "Saludo", saludar).desde("2027-01", saludar_2027);
        ops_.add(Verb::POST, "/subida", "Subida", recibir).multiparte(1 << 20);
        ops_.add(Verb::POST, "/verifica", "Verifica", verificar).en_consulta("transaccionId").ignorando("objId");
        ops_.add(Verb::GET, "/imagen", "Imagen", imagen);
        ops_.add(Verb::GET, "/falla", "Falla", fallar);
        ops_.add(Verb::POST, "/rechaza", "Rechaza", rechazar);
        ops_.add(Verb::POST, "/engorda", "Engorda", engordar);
        ops_.add(Verb::GET, "/contado", "Contado", leer_contado).lectura_puntual();
        ops_.add(Verb::GET, "/contado/hoy", "ContadoHoy", leer_contado_hoy).lectura_puntual();
        ops_.add(Verb::POST, "/contado", "Contar", contar);
        ops_.add(Verb::POST, "/unico", "Unico", [this](Context& ctx, const Nombre& n) {
            if (const auto before = std::exchange(meanwhile_, nullptr)) {
                before();
                reject(Codigo::duplicado, "/nombre");
            }
            ctx.auditar_alta("Cosa", 1, Saludo{n.nombre});
            return Saludo{n.nombre};
        });
        ops_.add(Verb::POST, "/otra", "Otra", [this](Context& ctx, const Nombre& n) {
            if (const auto before = std::exchange(meanwhile_, nullptr)) before();
            ctx.auditar_alta("Cosa", 1, Saludo{n.nombre});
            return Saludo{n.nombre};
        });
        ops_.add(
            Verb::POST, "/preparado", "Preparado",
            [this](const Context& ctx, const Nombre& n) {
                reject_if(cerrado_, Codigo::estado_invalido, "/nombre");
                ctx.advertir(Codigo::inactivo, "/nombre");
                return n.nombre;
            },
            [](Context& ctx, const Nombre& n, const std::string&) {
                ctx.advertir(Codigo::duplicado, "/nombre");
                ctx.auditar_alta("Cosa", 1, Saludo{n.nombre});
                return Saludo{n.nombre};
            });
        auth_ = std::make_unique<Fijo>(ops_);
        dispatcher_ = std::make_unique<Dispatcher>(
            ops_, base_.db(), *auth_, reloj_,
            DispatchSettings{.requests_per_minute = limite_, .workers = 2, .kept_answers = 64 * 1024});
    }

    Answer pide(Verb verb, std::string_view target, std::string_view body = {}, std::vector<Header> headers = {},
                std::string_view token = "bueno") {
        Request r;
        r.verb = verb;
        const auto question = target.find('?');
        r.path = target.substr(0, question);
        r.query = question == std::string_view::npos ? "" : target.substr(question + 1);
        r.headers = std::move(headers);
        const std::string authorization = "Bearer " + std::string{token};
        if (!token.empty()) r.headers.push_back({"Authorization", authorization});
        r.body = body;
        r.trace_id = "0af7651916cd43dd8448eb211c80319c";
        Answer answer;
        std::latch done{1};
        dispatcher_->handle(r, [&](Answer&& a) {
            answer = std::move(a);
            done.count_down();
        });
        done.wait();
        return answer;
    }
    static std::string header(const Answer& a, std::string_view name) {
        for (const auto& [n, v] : a.headers)
            if (n == name) return v;
        return "";
    }

    static constexpr std::int64_t limite_ = 0;
    std::function<void()> meanwhile_;
    std::atomic<bool> cerrado_ = false;
    test::Database base_;
    Reloj reloj_;
    Operations ops_;
    std::unique_ptr<Fijo> auth_;
    std::unique_ptr<Dispatcher> dispatcher_;
};

TEST_P(DispatchTest, APointReadIsKeptUntilSomethingIsStored) {
    const bool sqlite = GetParam() == db::Motor::sqlite;
    const auto lee = [&](std::string_view token = "bueno", std::string_view target = "/contado") {
        const int antes = lecturas;
        const auto a = pide(Verb::GET, target, {}, {}, token);
        return std::pair{std::string{a.content()}, lecturas - antes};
    };
    const std::string nada = R"({"data":{"valor":0,"usuario":""}})";
    EXPECT_EQ(lee(), std::pair(nada, 1));
    // Whether it runs again within a tick or in the next one is the same: nothing was stored.
    for (int i = 0; i < 100; ++i) EXPECT_EQ(lee(), std::pair(nada, sqlite ? 0 : 1));
    EXPECT_EQ(lee("vecino"), std::pair(std::string{R"({"data":{"valor":0,"usuario":"vecino"}})"}, 1));
    EXPECT_EQ(lee("bueno", "/contado?x=1").second, 0);  // refused before it runs
    EXPECT_EQ(pide(Verb::GET, "/contado", {}, {}, "corto").status, 403);
    ASSERT_EQ(pide(Verb::POST, "/contado").status, 200);
    EXPECT_EQ(lee(), std::pair(std::string{R"({"data":{"valor":1,"usuario":""}})"}, 1));
    // What the clock says is asked for each time.
    lee("bueno", "/contado/hoy");
    EXPECT_EQ(lee("bueno", "/contado/hoy").second, 1);
}

TEST_P(DispatchTest, WhatAnotherProcessStoresIsSeen) {
    const auto valor = [&] { return std::string{pide(Verb::GET, "/contado").content()}; };
    const auto antes = valor();
    db::Settings settings;
    settings.url = base_.service_url();
    const auto otra = db::open(settings);
    otra->write_now(1, [](db::Writer& tx) { tx.run("INSERT INTO contador (nombre, siguiente) VALUES ('contado', 77)"); });
    // Within a tick of the coarse clock; a test that never sees it runs into its time limit.
    while (valor() == antes) continue;
    EXPECT_EQ(valor(), R"({"data":{"valor":77,"usuario":""}})");
}

TEST_P(DispatchTest, KeptAnswersMakeRoom) {
    using Key = KeptAnswers::Key;
    KeptAnswers kept{16 * 1024};
    const auto outcome = [](std::size_t n) {
        Outcome o;
        o.body.assign(n, 'x');
        return o;
    };
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(kept.keep(Key{std::to_string(i)}, 1, outcome(100))->shared_body->size(), 100U);
    int still = 0;
    for (int i = 0; i < 1000; ++i) still += kept.find(Key{std::to_string(i)}, 1) != nullptr ? 1 : 0;
    EXPECT_GT(still, 0);
    EXPECT_LT(still, 16 * 1024 / 100);
    kept.keep(Key{"999"}, 2, outcome(50));
    EXPECT_EQ(kept.find(Key{"999"}, 1), nullptr);
    EXPECT_EQ(kept.find(Key{"999"}, 2)->shared_body->size(), 50U);
    EXPECT_EQ(kept.keep(Key{"grande"}, 1, outcome(20'000))->shared_body->size(), 20'000U);
    EXPECT_EQ(kept.find(Key{"grande"}, 1), nullptr);
    Key tocayo{"otra"};
    tocayo.hash = Key{"999"}.hash;
    EXPECT_EQ(kept.find(tocayo, 2), nullptr);
    kept.keep(tocayo, 2, outcome(30));
    EXPECT_EQ(kept.find(tocayo, 2)->shared_body->size(), 30U);
}

// Bytes that somebody else keeps are there as long as they are, however many they are.
TEST_P(DispatchTest, KeptAnswersHoldNoBytesOfOthers) {
    using Key = KeptAnswers::Key;
    KeptAnswers kept{16 * 1024};
    Outcome imagen;
    imagen.content_type = "image/png";
    auto bytes = std::make_shared<const std::string>(200'000, 'x');
    imagen.shared_body = bytes;
    EXPECT_EQ(kept.keep(Key{"imagen"}, 1, imagen)->shared_body, bytes);
    imagen.shared_body.reset();
    EXPECT_EQ(kept.find(Key{"imagen"}, 1)->shared_body, bytes);
    EXPECT_EQ(kept.find(Key{"imagen"}, 1)->content_type, "image/png");
    bytes.reset();
    EXPECT_EQ(kept.find(Key{"imagen"}, 1), nullptr);
}

TEST_P(DispatchTest, UnaOperacionConDosVersiones) {
    const auto version = [&](std::string_view v) {
        return pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})", {{"Service-Api-Version", v}}).body;
    };
    EXPECT_EQ(pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})").body, R"({"data":{"texto":"Hola Ana"}})");
    EXPECT_EQ(version("2026-12"), R"({"data":{"texto":"Hola Ana"}})");
    EXPECT_EQ(version("2027-01"), R"({"data":{"texto":"Hola, Ana"}})");
    EXPECT_EQ(version("2030-05"), R"({"data":{"texto":"Hola, Ana"}})");
    EXPECT_EQ(version("current"), R"({"data":{"texto":"Hola, Ana"}})");
    const auto otra = pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})", {{"Service-Api-Version", "ayer"}});
    EXPECT_EQ(otra.status, 400);
    EXPECT_NE(otra.body.find(R"("campo":"/Service-Api-Version","codigo":"version_no_soportada")"), std::string::npos)
        << otra.body;
    // The field of the later version does not exist in the first.
    EXPECT_EQ(pide(Verb::POST, "/saludo", R"({"nombre":"Ana","formal":true})").status, 400);
    // An operation with one version ignores the header.
    EXPECT_EQ(pide(Verb::GET, "/imagen", {}, {{"Service-Api-Version", "ayer"}}).status, 200);
}

TEST_P(DispatchTest, Multiparte) {
    const std::string body =
        "--b\r\nContent-Disposition: form-data; name=\"titulo\"\r\n\r\nhola\r\n--b\r\nContent-Disposition: form-data; "
        "name=\"archivo\"; filename=\"a.bin\"\r\n\r\n"
        "12345\r\n--b\r\nContent-Disposition: form-data; name=\"anexos\"; filename=\"1\"\r\n\r\nx\r\n--b\r\nContent-Disposition: "
        "form-data; name=\"anexos\"; "
        "filename=\"2\"\r\n\r\ny\r\n--b--\r\n";
    const std::vector<Header> tipo{{"Content-Type", "multipart/form-data; boundary=b"}};
    EXPECT_EQ(pide(Verb::POST, "/subida", body, tipo).body, R"({"data":{"texto":"hola:a.bin:5:2"}})");
    EXPECT_EQ(pide(Verb::POST, "/subida", "{}", {{"Content-Type", "application/json"}}).status, 415);
    EXPECT_EQ(pide(Verb::POST, "/subida", "nada", tipo).status, 400);
    const auto falta =
        pide(Verb::POST, "/subida", "--b\r\nContent-Disposition: form-data; name=\"otro\"\r\n\r\nx\r\n--b--", tipo);
    for (const auto* f : {R"("campo":"/otro","codigo":"campo_desconocido")", R"("campo":"/titulo","codigo":"requerido")",
                          R"("campo":"/archivo","codigo":"requerido")"})
        EXPECT_NE(falta.body.find(f), std::string::npos) << falta.body;
}

TEST_P(DispatchTest, UnCuerpoComprimidoEsElMismo) {
    const auto con = [&](std::string_view cuerpo, std::string_view como) {
        return pide(Verb::POST, "/saludo", cuerpo, {{"Content-Type", "application/json"}, {"Content-Encoding", como}});
    };
    const auto gzip = [](std::string_view texto) {
        z_stream z{};
        deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        std::string salida(deflateBound(&z, static_cast<uLong>(texto.size())), '\0');
        z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(texto.data()));
        z.avail_in = static_cast<uInt>(texto.size());
        z.next_out = reinterpret_cast<Bytef*>(salida.data());
        z.avail_out = static_cast<uInt>(salida.size());
        deflate(&z, Z_FINISH);
        salida.resize(z.total_out);
        deflateEnd(&z);
        return salida;
    };
    const std::string cuerpo = R"({"nombre":"Ana"})";
    const auto simple = con(cuerpo, "identity");
    ASSERT_EQ(simple.status, 200) << simple.body;
    const auto comprimido = con(gzip(cuerpo), "gzip");
    EXPECT_EQ(comprimido.status, 200) << comprimido.body;
    EXPECT_EQ(comprimido.body, simple.body);
    // A fault of it is told as any other.
    EXPECT_NE(con(gzip(R"({"nombre":7})"), "GZIP").body.find("\"tipo_incorrecto\""), std::string::npos);
    EXPECT_EQ(con(gzip(cuerpo), "br").status, 415);
    const auto roto = con(cuerpo, "gzip");
    EXPECT_EQ(roto.status, 400);
    EXPECT_NE(roto.body.find("\"cuerpo_comprimido_invalido\""), std::string::npos) << roto.body;
    // What opens to more than a body may have is not opened to its end.
    const auto bomba = gzip(std::string(64U << 20U, ' ') + cuerpo);
    ASSERT_LT(bomba.size(), 100'000U);
    EXPECT_NE(con(bomba, "gzip").body.find("\"cuerpo_comprimido_invalido\""), std::string::npos);
}

TEST_P(DispatchTest, ValoresDeLaConsultaEnUnPost) {
    EXPECT_EQ(pide(Verb::POST, "/verifica?transaccionId=9&objId=3").body, R"({"data":{"texto":"9"}})");
    const auto mala = pide(Verb::POST, "/verifica?transaccionId=x&otra=1");
    EXPECT_NE(mala.body.find(R"("en":"consulta","campo":"/transaccionId","codigo":"tipo_incorrecto")"), std::string::npos)
        << mala.body;
    EXPECT_NE(mala.body.find(R"("en":"consulta","campo":"/otra","codigo":"campo_desconocido")"), std::string::npos) << mala.body;
}

TEST_P(DispatchTest, ContenidoQueNoEsJson) {
    const auto a = pide(Verb::GET, "/imagen", {}, {{"Accept", "image/*"}});
    EXPECT_EQ(a.type(), "image/png");
    EXPECT_EQ(a.content(), "\x89PNG");
    EXPECT_EQ(header(a, "ETag"), "\"abc\"");
    EXPECT_EQ(pide(Verb::GET, "/imagen", {}, {{"If-None-Match", "\"abc\""}}).status, 304);
}

TEST_P(DispatchTest, UnErrorNuestroNoCuentaNadaDeSi) {
    const auto a = pide(Verb::GET, "/falla");
    EXPECT_EQ(a.status, 500);
    EXPECT_EQ(a.body.find("secreto"), std::string::npos);
    EXPECT_NE(a.body.find("0af7651916cd43dd8448eb211c80319c"), std::string::npos);
}

TEST_P(DispatchTest, LoQueUnRechazoGuardaYLoQueNo) {
    const auto a = pide(Verb::POST, "/rechaza", R"({"nombre":"cerrado"})");
    EXPECT_EQ(a.status, 400);
    EXPECT_NE(a.body.find(R"("campo":"/nombre","codigo":"estado_invalido","mensaje":"El estado)"), std::string::npos) << a.body;
    EXPECT_NE(a.body.find(R"("datos":{"estado":"cerrado"})"), std::string::npos) << a.body;
    pide(Verb::POST, "/rechaza", R"({"nombre":"cerrado"})");
    base_->read(1, [](db::Reader& tx) {
        EXPECT_EQ(tx.one<std::int64_t>("SELECT siguiente FROM contador WHERE nombre = 'rechazos'"), 2);
        EXPECT_EQ(tx.one<std::int64_t>("SELECT count(*) FROM bitacora WHERE organizacionId = 1"), 0);
    });
}

TEST_P(DispatchTest, UnaRespuestaMuyGrandeTambienSeRepiteTalCual) {
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    const auto primera = pide(Verb::POST, "/engorda", R"({"nombre":"a"})", llave);
    EXPECT_GT(primera.body.size(), 3'000'000U);
    EXPECT_EQ(pide(Verb::POST, "/engorda", R"({"nombre":"a"})").status, 200) << "meanwhile the record is another";
    const auto otra = pide(Verb::POST, "/engorda", R"({"nombre":"a"})", llave);
    EXPECT_TRUE(otra.body == primera.body) << otra.body.size() << " bytes in place of " << primera.body.size();
    EXPECT_EQ(header(otra, "Idempotency-Replayed"), "true");
    EXPECT_EQ(pide(Verb::POST, "/engorda", R"({"nombre":"b"})", llave).status, 422);
    base_->read(1, [](db::Reader& tx) {
        EXPECT_EQ(tx.one<std::int64_t>("SELECT siguiente FROM contador WHERE nombre = 'engordar'"), 2);
    });
}

// Who sends two keys, or an empty one, counts on something that one of them would not keep.
TEST_P(DispatchTest, UnaLlaveYNoVacia) {
    const auto falta = R"("campo":"/Idempotency-Key","codigo":"encabezado_invalido")";
    const std::vector<std::vector<Header>> malas{{{"Idempotency-Key", ""}},
                                                 {{"Idempotency-Key", "k1"}, {"Idempotency-Key", "k2"}},
                                                 {{"Idempotency-Key", "k1"}, {"idempotency-key", "k1"}},
                                                 {{"Idempotency-Key", ""}, {"Idempotency-Key", "k1"}}};
    for (const auto& llaves : malas) {
        const auto a = pide(Verb::POST, "/engorda", R"({"nombre":"a"})", llaves);
        EXPECT_EQ(a.status, 400);
        EXPECT_NE(a.body.find(falta), std::string::npos) << a.body.substr(0, 300);
    }
}

// Releases before this one kept only where to read it again.
TEST_P(DispatchTest, LoHechoBajoUnaLlaveSinRespuestaNoSeHaceDosVeces) {
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    EXPECT_EQ(pide(Verb::POST, "/otra", R"({"nombre":"a"})", llave).status, 200);
    base_->write_now(1, [&](db::Writer& tx) { tx.run("UPDATE idempotencia SET respuesta = '' WHERE organizacionId = 1"); });
    const auto r = pide(Verb::POST, "/otra", R"({"nombre":"a"})", llave);
    EXPECT_EQ(r.status, 503);
    EXPECT_NE(r.body.find("resultado_desconocido"), std::string::npos) << r.body;
}

// Neither what the first half would say by now nor what it warned of then is lost.
TEST_P(DispatchTest, UnaRepeticionRespondeLoPrimeroAunqueHoySeRechace) {
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    const auto primera = pide(Verb::POST, "/preparado", R"({"nombre":"a"})", llave);
    ASSERT_EQ(primera.status, 200) << primera.body;
    EXPECT_NE(primera.body.find(R"("advertencias":[{"en":"cuerpo","campo":"/nombre","codigo":"inactivo")"), std::string::npos)
        << primera.body;
    EXPECT_NE(primera.body.find(R"("codigo":"duplicado")"), std::string::npos) << primera.body;
    for (const bool cerrado : {false, true}) {
        cerrado_ = cerrado;
        const auto otra = pide(Verb::POST, "/preparado", R"({"nombre":"a"})", llave);
        EXPECT_EQ(otra.body, primera.body);
        EXPECT_EQ(header(otra, "Idempotency-Replayed"), "true");
        const auto simulada = pide(Verb::POST, "/preparado?simular=true", R"({"nombre":"a"})", llave);
        EXPECT_EQ(simulada.status, 200) << simulada.body;
        EXPECT_NE(simulada.body.find(R"("codigo":"duplicado")"), std::string::npos) << simulada.body;
    }
    // What nobody did is refused, and the key is free for later.
    const std::vector<Header> nueva{{"Idempotency-Key", "k2"}};
    EXPECT_EQ(pide(Verb::POST, "/preparado", R"({"nombre":"a"})", nueva).status, 400);
    EXPECT_EQ(pide(Verb::POST, "/preparado", R"({"nombre":"b"})", llave).status, 422) << "another request";
    cerrado_ = false;
    const auto despues = pide(Verb::POST, "/preparado", R"({"nombre":"a"})", nueva);
    EXPECT_EQ(despues.status, 200) << despues.body;
    EXPECT_EQ(header(despues, "Idempotency-Replayed"), "");
}

// A retry that reaches another instance while the first try is being carried out: the rule sees what the first stored and
// refuses, and the answer is still the first one's.
TEST_P(DispatchTest, OtraInstanciaHizoLoMismo) {
    if (GetParam() == db::Motor::sqlite) GTEST_SKIP() << "one process writes";
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    auto there = std::make_unique<Dispatcher>(ops_, base_.db(), *auth_, reloj_, DispatchSettings{.workers = 2});
    Answer otra;
    meanwhile_ = [&] {
        std::swap(there, dispatcher_);
        otra = pide(Verb::POST, "/unico", R"({"nombre":"a"})", llave);
        std::swap(there, dispatcher_);
    };
    const auto repetida = pide(Verb::POST, "/unico", R"({"nombre":"a"})", llave);
    EXPECT_EQ(otra.status, 200);
    EXPECT_EQ(repetida.status, 200) << repetida.body;
    EXPECT_EQ(repetida.body, otra.body);
    EXPECT_EQ(header(repetida, "Idempotency-Replayed"), "true");
    // What is refused for its own sake stays refused, and is asked once.
    int asked = 0;
    meanwhile_ = [&] { ++asked; };
    const auto negada = pide(Verb::POST, "/unico", R"({"nombre":"b"})", {{"Idempotency-Key", "k2"}});
    EXPECT_EQ(negada.status, 400);
    EXPECT_EQ(asked, 1);
}

// No rule of the record stands in the way: only the key does, and it does when everything else is done.
TEST_P(DispatchTest, OtraInstanciaGuardoLaLlave) {
    if (GetParam() == db::Motor::sqlite) GTEST_SKIP() << "one process writes";
    const auto dos_veces = [&](std::string_view aqui, std::string_view alla, std::string_view con) {
        const std::vector<Header> llave{{"Idempotency-Key", con}};
        auto there = std::make_unique<Dispatcher>(ops_, base_.db(), *auth_, reloj_, DispatchSettings{.workers = 2});
        meanwhile_ = [&] {
            std::swap(there, dispatcher_);
            EXPECT_EQ(pide(Verb::POST, "/otra", alla, llave).status, 200);
            std::swap(there, dispatcher_);
        };
        return pide(Verb::POST, "/otra", aqui, llave);
    };
    const auto apuntadas = [&] {
        std::int64_t n = 0;
        base_->read(1, [&](db::Reader& tx) {
            n = tx.one<std::int64_t>("SELECT count(*) FROM bitacora WHERE organizacionId = 1 AND operacion = 'Otra'").value();
        });
        return n;
    };
    const auto misma = dos_veces(R"({"nombre":"a"})", R"({"nombre":"a"})", "k1");
    EXPECT_EQ(misma.status, 200) << misma.body;
    EXPECT_EQ(header(misma, "Idempotency-Replayed"), "true");
    EXPECT_EQ(apuntadas(), 1);
    const auto distinta = dos_veces(R"({"nombre":"c"})", R"({"nombre":"b"})", "k2");
    EXPECT_EQ(distinta.status, 422) << distinta.body;
    EXPECT_EQ(apuntadas(), 2);
}

// Whoever repeats may spell the address another way.
TEST_P(DispatchTest, LaMismaDireccionEscritaDeOtroModoEsLaMisma) {
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    const auto primera = pide(Verb::POST, "/verifica?transaccionId=9", {}, llave);
    ASSERT_EQ(primera.status, 200) << primera.body;
    for (const std::string_view otra :
         {"/verifica/?transaccionId=9", "/verifica?transaccionId=%39", "/verifica?transacci%6FnId=9&simular=false",
          "/verifica?sim%75lar=false&transaccionId=9", "/verifica?transaccionId=9&objId=3"}) {
        const auto repetida = pide(Verb::POST, otra, {}, llave);
        EXPECT_EQ(repetida.body, primera.body) << otra;
        EXPECT_EQ(header(repetida, "Idempotency-Replayed"), "true") << otra;
    }
    EXPECT_EQ(header(pide(Verb::POST, "/verifica?transaccionId=8", {}, llave), "Idempotency-Replayed"), "");
}

TEST_P(DispatchTest, UnaLlaveVencidaSirveDeNuevo) {
    const std::vector<Header> llave{{"Idempotency-Key", "k1"}};
    const auto saluda = [&](std::string_view cuerpo) { return pide(Verb::POST, "/otra", cuerpo, llave); };
    EXPECT_EQ(saluda(R"({"nombre":"a"})").status, 200);
    EXPECT_EQ(saluda(R"({"nombre":"b"})").status, 422);
    base_->write_now(1, [&](db::Writer& tx) { tx.run("UPDATE idempotencia SET vence = 1 WHERE organizacionId = 1"); });
    const auto primera = saluda(R"({"nombre":"b"})");
    EXPECT_EQ(primera.status, 200) << primera.body;
    EXPECT_EQ(header(primera, "Idempotency-Replayed"), "");
    const auto repetida = saluda(R"({"nombre":"b"})");
    EXPECT_EQ(repetida.body, primera.body);
    EXPECT_EQ(header(repetida, "Idempotency-Replayed"), "true");
}

TEST_P(DispatchTest, LasLlavesVencidasSeOlvidan) {
    pide(Verb::POST, "/verifica?transaccionId=9", {}, {{"Idempotency-Key", "vieja"}});
    const auto ahora = Instante::ahora();
    auto quedan = [&](Instante cuando) {
        std::int64_t n = 0;
        base_->write_now(1, [&](db::Writer& tx) {
            forget_expired(tx, cuando);
            n = tx.one<std::int64_t>("SELECT count(*) FROM idempotencia WHERE organizacionId = 1").value();
        });
        return n;
    };
    EXPECT_EQ(quedan(ahora.mas_segundos(23 * 3600)), 1);
    EXPECT_EQ(quedan(ahora.mas_segundos(25 * 3600)), 0);
}

TEST_P(DispatchTest, OrdenDeLasComprobaciones) {
    EXPECT_EQ(pide(Verb::POST, "/no/existe", "basura", {}, "").status, 404);
    const auto metodo = pide(Verb::DELETE, "/saludo", "basura", {}, "");
    EXPECT_EQ(metodo.status, 405);
    EXPECT_EQ(header(metodo, "Allow"), "POST, OPTIONS");
    EXPECT_EQ(pide(Verb::OPTIONS, "/saludo", {}, {}, "").status, 204);
    const auto sin = pide(Verb::POST, "/saludo", "basura", {}, "");
    EXPECT_EQ(sin.status, 401);
    EXPECT_EQ(header(sin, "WWW-Authenticate"), "Bearer");
    EXPECT_EQ(pide(Verb::POST, "/saludo", "basura", {}, "otro").status, 401);
    EXPECT_EQ(pide(Verb::POST, "/saludo", "basura", {}, "corto").status, 403);
    EXPECT_EQ(pide(Verb::POST, "/saludo", "basura").status, 400);
    EXPECT_EQ(pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})", {{"Accept", "text/html"}}).status, 406);
    EXPECT_EQ(pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})", {{"Content-Type", "text/plain"}}).status, 415);
    EXPECT_EQ(pide(Verb::GET, "/imagen", "{\"a\":1}").status, 400);
    dispatcher_->drain();
    EXPECT_EQ(pide(Verb::POST, "/saludo", R"({"nombre":"Ana"})").status, 503);
}

// A chain that was touched is named; one that was not is silent. (How it is touched: bitacora_test.cpp.)
TEST_P(DispatchTest, LaCadenaDeLaBitacoraDelataUnCambio) {
    for (int i = 0; i < 3; ++i) ASSERT_EQ(pide(Verb::POST, "/verifica?transaccionId=9").status, 200);
    base_->write_now(1, [](db::Writer& tx) { seal_rows(tx, nullptr); });
    auto faults = [&] {
        std::vector<std::string> list;
        base_->read(1, [&](db::Reader& tx) { verify_chain(tx, nullptr, [&](const std::string& f) { list.push_back(f); }); });
        return list;
    };
    // The service's own login may not.
    const auto tamper = [&](const std::string& sql) {
        if (GetParam() == db::Motor::postgres) test::Postgres::instance().run(sql, base_.name());
        else base_->write_now(1, [&](db::Writer& tx) { tx.run(sql); });
    };
    EXPECT_TRUE(faults().empty());
    tamper("UPDATE bitacora SET usuarioId = 8 WHERE organizacionId = 1 AND posicion = 2");
    EXPECT_EQ(faults().size(), 1U);
    tamper("DELETE FROM bitacora WHERE organizacionId = 1 AND posicion = 2");
    EXPECT_GE(faults().size(), 2U) << "the gap, and the row whose seal no longer follows";
}

CACAO_EN_AMBOS_MOTORES(DispatchTest);

}  // namespace
}  // namespace cacao::api
