// What a caller may make the service do at once, and for how long: heads judged before their bodies, lanes, limits.

#include "api/dispatch.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"
#include "tabla/hoja.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <condition_variable>
#include <filesystem>
#include <latch>
#include <thread>

namespace cacao::api {
namespace {

struct Cuantos {
    std::optional<Entero<0, 1'000'000>> cuantos;
};
DESCRIBE_STRUCT(Cuantos, (), (cuantos))
struct Dicho {
    std::string texto;
};
DESCRIBE_STRUCT(Dicho, (), (texto))
struct Dichos {
    std::vector<Dicho> filas;
};
DESCRIBE_STRUCT(Dichos, (), (filas))
struct Frase {
    Texto<20, 1> frase;
};
DESCRIBE_STRUCT(Frase, (), (frase))

struct Larga {
    std::vector<Texto<20>> textos;
};
DESCRIBE_STRUCT(Larga, (), (textos))
struct FilasPedidas {
    Entero<1, 1000> cuantas;
};
DESCRIBE_STRUCT(FilasPedidas, (), (cuantas))

// Where operations wait until the test lets them go.
class Reten {
public:
    void esperar() {
        std::unique_lock lock{mutex_};
        ++dentro_;
        cambio_.notify_all();
        cambio_.wait(lock, [this] { return abierto_; });
    }
    int dentro() {
        const std::lock_guard lock{mutex_};
        return dentro_;
    }
    void hasta_que_esperen(int cuantos) {
        std::unique_lock lock{mutex_};
        cambio_.wait(lock, [&] { return dentro_ >= cuantos; });
    }
    void abrir() {
        const std::lock_guard lock{mutex_};
        abierto_ = true;
        cambio_.notify_all();
    }
    void cerrar() {
        const std::lock_guard lock{mutex_};
        abierto_ = false;
        dentro_ = 0;
    }

private:
    std::mutex mutex_;
    std::condition_variable cambio_;
    int dentro_ = 0;
    bool abierto_ = false;
};
Reten reten;

Dicho decir(Context&, const Frase& f) { return {f.frase}; }
// Who came in which order; "espera" waits until the test lets it go.
std::string orden;
Dicho anotar(Context&, const Frase& f) {
    if (f.frase == "espera") reten.esperar();
    else orden += f.frase;
    return {f.frase};
}
Dicho decir_a_todos(const Context&, const Frase& f) { return {f.frase}; }
Dicho leer_punto(const Context& ctx) {
    return {std::to_string(ctx.db().one<std::int64_t>("SELECT count(*) FROM contador").value_or(0))};
}
Dicho leer_lista(const Context& ctx) { return leer_punto(ctx); }
Dicho esperar_lista(const Context&) {
    reten.esperar();
    return {};
}
// One statement of half a second, on PostgreSQL.
Dicho tardar(Context& ctx, const Frase& f) {
    ctx.db().one<std::int64_t>("SELECT CAST(1 AS BIGINT) FROM (SELECT pg_sleep(0.5)) s");
    return {f.frase};
}
Dichos reportar(const Context&, const Cuantos&) {
    reten.esperar();
    return {};
}
Dichos exportar(const Context&, const Cuantos& pedido) {
    return {
        std::vector<Dicho>(static_cast<std::size_t>(pedido.cuantos ? pedido.cuantos->valor : 0), Dicho{std::string(98, 'x')})};
}
void tabla_dichos(const Context&, const Cuantos&, const Dichos& dichos, tabla::Hoja& hoja) {
    hoja.encabezar({"Dichos", {}, Fecha::leer_iso("2026-11-16").value(), ""}, {tabla::texto("Texto", 100)});
    for (const Dicho& d : dichos.filas) hoja.renglon({tabla::celda(d.texto)});
}
// Which thread it ran on.
std::thread::id donde;
bool a_la_mano = false;  // the bytes of the image
Contenido imagen_puntual(const Context& ctx) {
    if (!std::exchange(a_la_mano, true)) ctx.db().belongs_to(db::Lane::list);
    donde = std::this_thread::get_id();
    return {"image/png", std::make_shared<std::string>("\x89PNG"), "abc", ""};
}
Dicho leer_aqui(const Context&) {
    donde = std::this_thread::get_id();
    return {};
}
// How readily its thread gives up the core.
Dicho decir_turno(const Context&) { return {std::to_string(getpriority(PRIO_PROCESS, 0))}; }
Dichos reportar_turno(const Context& ctx, const Cuantos&) { return {{decir_turno(ctx)}}; }
Dicho no_acabar(const Context& ctx) {
    ctx.db().one<std::int64_t>("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x % 1000 + 1 FROM n) SELECT max(x) FROM n");
    return {};
}

// So many rows, and how readily the thread that reads them gives up its core.
constexpr std::string_view contar_sql =
    "WITH RECURSIVE n(x) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT x + 1 FROM n WHERE x < $1) SELECT x FROM n";
Dicho contar_filas(const Context& ctx, const FilasPedidas& pedidas) {
    donde = std::this_thread::get_id();
    std::size_t filas = 0;
    ctx.db().each(
        contar_sql, [&](const db::Row&) { ++filas; }, pedidas.cuantas.valor);
    return {std::to_string(filas) + " " + decir_turno(ctx).texto};
}
// Rows of a thousand letters each.
std::atomic<int> veces_leidos = 0;
Dicho leer_textos(const Context& ctx, const FilasPedidas& pedidas) {
    donde = std::this_thread::get_id();
    ++veces_leidos;
    std::size_t letras = 0;
    ctx.db().each(
        "WITH RECURSIVE n(x) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT x + 1 FROM n WHERE x < $1) SELECT CAST($2 AS TEXT) AS "
        "t "
        "FROM n",
        [&](const db::Row& row) { letras += row.text(0).size(); }, pedidas.cuantas.valor, std::string(1000, 'x'));
    return {std::to_string(letras) + " " + decir_turno(ctx).texto};
}
Dicho contar_luego(const Context& ctx, const FilasPedidas& pedidas) {
    std::vector<std::int64_t> filas;
    ctx.db().all_later(filas, contar_sql, pedidas.cuantas.valor);
    ctx.db().settle();
    return {std::to_string(filas.size()) + " " + decir_turno(ctx).texto};
}

// What is done before a transaction; some of it waits until the test lets it go.
struct Preparado {
    std::string texto;
};
Preparado preparar_lento(const Context&, const Frase& f) {
    reten.esperar();
    return {f.frase};
}
Preparado preparar_pronto(const Context&, const Frase& f) { return {f.frase}; }
Dicho decir_preparado(const Context&, const Frase&, const Preparado& p) { return {p.texto}; }
// Looked at while it is decoded.
struct Mirada {
    Texto<20> frase;
};
DESCRIBE_STRUCT(Mirada, (), (frase))
void validar(const Mirada& m, Faltas&) {
    if (m.frase == "espera") reten.esperar();
}
Dicho decir_mirada(const Context&, const Mirada& m) { return {m.frase}; }
std::optional<std::string_view> con_clave(const Frase& f) {
    return f.frase == "clave" ? std::optional<std::string_view>{""} : std::nullopt;
}
std::optional<std::string_view> quien_dice(const Frase& f) { return std::string_view{f.frase}; }
Dicho contar_textos(const Context&, const Larga& l) { return {std::to_string(l.textos.size())}; }
Preparado preparar_larga(const Context&, const Larga&) {
    reten.esperar();
    return {};
}
Dicho decir_larga(const Context& ctx, const Larga& l, const Preparado&) { return contar_textos(ctx, l); }

// "bueno" is known at once, "lento" has to be looked up; "corto" too, and may nothing.
class Portero : public Authenticator {
public:
    explicit Portero(const Operations& ops) {
        bueno_.organizacionId = corto_.organizacionId = 1;
        bueno_.usuarioId = corto_.usuarioId = 7;
        bueno_.permitidas = ops.allowed({"*"});
        vecino_ = bueno_;
        vecino_.usuarioId = 8;
        tercero_ = bueno_;
        tercero_.usuarioId = 9;
        ajeno_ = bueno_;
        ajeno_.usuarioId = 10;
        ajeno_.organizacionId = 2;
        corto_.permitidas = ops.allowed({});
    }
    std::shared_ptr<const Sesion> cached(std::string_view token) override {
        for (const auto& [name, sesion] :
             {std::pair{"bueno", &bueno_}, {"vecino", &vecino_}, {"tercero", &tercero_}, {"ajeno", &ajeno_}})
            if (token == name) return {std::shared_ptr<void>{}, sesion};
        return nullptr;
    }
    bool knows(std::string_view remote) const override { return remote == "192.0.2.9"; }
    std::string known_as(std::string_view name, std::string_view remote) const override {
        return knows(remote) && name == "ana" ? "ana" : "";
    }
    std::shared_ptr<const Sesion> check(std::string_view token) override {
        if (token == "trabado") reten.esperar();
        if (token == "lento" || token == "trabado") return {std::shared_ptr<void>{}, &bueno_};
        if (token == "corto") return {std::shared_ptr<void>{}, &corto_};
        reject(Codigo::token_invalido, "");
    }

private:
    Sesion bueno_, corto_;
    Sesion vecino_, tercero_;  // of the same organization
    Sesion ajeno_;             // of another
};

class BudgetsTest : public testing::TestWithParam<db::Motor> {
protected:
    BudgetsTest() : base_{GetParam()} {
        reten.cerrar();
        ops_.group("Prueba");
        ops_.add(Verb::POST, "/dicho", "Decir", decir);
        ops_.add(Verb::POST, "/anota", "Anotar", anotar);
        ops_.add(Verb::POST, "/publico", "DecirATodos", decir_a_todos).sin_token();
        ops_.add(Verb::GET, "/punto", "Punto", leer_punto).lectura_puntual();
        ops_.add(Verb::GET, "/lista", "Lista", leer_lista);
        ops_.add(Verb::GET, "/espera", "EsperarLista", esperar_lista);
        ops_.add(Verb::POST, "/tarda", "Tardar", tardar);
        ops_.add(Verb::POST, "/tardaConCalma", "TardarConCalma", tardar).con_calma();
        ops_.add(Verb::GET, "/reporte", "Reporte", reportar).como_tabla(reportar, tabla_dichos);
        ops_.add(Verb::GET, "/exporta", "Exporta", exportar).como_tabla(exportar, tabla_dichos);
        ops_.add(Verb::GET, "/imagen", "ImagenPuntual", imagen_puntual).lectura_puntual();
        ops_.add(Verb::GET, "/aqui", "LeerAqui", leer_aqui).lectura_puntual();
        ops_.add(Verb::GET, "/turno", "Turno", decir_turno).lectura_puntual();
        ops_.add(Verb::GET, "/turnoLista", "TurnoLista", decir_turno);
        ops_.add(Verb::GET, "/turnoReporte", "TurnoReporte", reportar_turno).como_tabla(reportar_turno, tabla_dichos);
        ops_.add(Verb::GET, "/sinfin", "SinFin", no_acabar);
        ops_.add(Verb::GET, "/filas", "ContarFilas", contar_filas).lectura_puntual();
        ops_.add(Verb::GET, "/textos", "LeerTextos", leer_textos).lectura_puntual();
        ops_.add(Verb::POST, "/textosPedidos", "LeerTextosPedidos", leer_textos).lectura_puntual();
        ops_.add(Verb::GET, "/filasLuego", "ContarLuego", contar_luego).lectura_puntual();
        ops_.add(Verb::POST, "/hash", "Hash", preparar_lento, decir_preparado).sin_token().con_hash();
        ops_.add(Verb::POST, "/entra", "Entra", preparar_lento, decir_preparado).sin_token().con_hash<Frase, quien_dice>();
        ops_.add(Verb::POST, "/fuera", "Fuera", preparar_lento, decir_preparado).sin_token().por_fuera();
        ops_.add(Verb::POST, "/prepara", "Prepara", preparar_pronto, decir_preparado).sin_token();
        ops_.add(Verb::POST, "/aveces", "AVeces", preparar_pronto, decir_preparado).sin_token().con_hash<Frase, con_clave>();
        ops_.add(Verb::POST, "/mirada", "Mirar", decir_mirada);
        ops_.add(Verb::POST, "/larga", "Larga", contar_textos);
        ops_.add(Verb::POST, "/largaLenta", "LargaLenta", preparar_larga, decir_larga);
        auth_ = std::make_unique<Portero>(ops_);
    }
    ~BudgetsTest() override { reten.abrir(); }

    Dispatcher& con(DispatchSettings settings) {
        settings.workers = 2;
        return *(dispatcher_ = std::make_unique<Dispatcher>(ops_, base_.db(), *auth_, reloj_, std::move(settings)));
    }

    // One request on its way.
    struct Pregunta {
        Pregunta(Verb verb, std::string_view target, std::string_view token, std::string_view body = {},
                 std::string_view accept = {})
            : authorization_("Bearer " + std::string{token}) {
            request.verb = verb;
            const auto question = target.find('?');
            request.path = target.substr(0, question);
            request.query = question == std::string_view::npos ? "" : target.substr(question + 1);
            if (!token.empty()) request.headers.push_back({"Authorization", authorization_});
            if (!accept.empty()) request.headers.push_back({"Accept", accept});
            request.body = body;
            request.trace_id = "0af7651916cd43dd8448eb211c80319c";
        }
        bool contestada() const { return lista_.try_wait(); }
        Answer& espera() {
            lista_.wait();
            return answer_;
        }
        Respond respond() {
            return [this](Answer&& a) {
                answer_ = std::move(a);
                lista_.count_down();
            };
        }
        Request request;

    private:
        std::string authorization_;
        Answer answer_;
        std::latch lista_{1};
    };

    Answer pide(Verb verb, std::string_view target, std::string_view token = "bueno", std::string_view body = {},
                std::string_view accept = {}) {
        Pregunta p{verb, target, token, body, accept};
        dispatcher_->handle(p.request, p.respond());
        return std::move(p.espera());
    }
    // What one of those says that count something.
    std::string contadas(std::string_view path, int filas) {
        const auto a = pide(Verb::GET, std::string{path} + "?cuantas=" + std::to_string(filas));
        return a.body.substr(a.body.find("texto\":\"") + 8, a.body.rfind('"') - a.body.find("texto\":\"") - 8);
    }
    Handler::Verdict juzga(Request& request) {
        Handler::Verdict verdict;
        std::latch done{1};
        dispatcher_->judge(request, [&](Handler::Verdict&& v) {
            verdict = std::move(v);
            done.count_down();
        });
        done.wait();
        return verdict;
    }
    int estado(Verb verb, std::string_view target, std::string_view token) {
        Pregunta p{verb, target, token};
        const auto verdict = juzga(p.request);
        return verdict.refusal ? verdict.refusal->status : 200;
    }
    static std::string header(const Answer& a, std::string_view name) {
        for (const auto& [n, v] : a.headers)
            if (n == name) return v;
        return "";
    }

    test::Database base_;
    Reloj reloj_;
    Operations ops_;
    std::unique_ptr<Portero> auth_;
    std::unique_ptr<Dispatcher> dispatcher_;
};

TEST_P(BudgetsTest, AHeadIsJudgedWithoutItsBody) {
    con({}).page("/pagina", [](const Request&) { return Answer{}; });
    EXPECT_EQ(estado(Verb::POST, "/no/existe", ""), 404);
    EXPECT_EQ(estado(Verb::DELETE, "/dicho", ""), 405);
    EXPECT_EQ(estado(Verb::POST, "/pagina", ""), 405);
    EXPECT_EQ(estado(Verb::GET, "/pagina", ""), 200);
    EXPECT_EQ(estado(Verb::POST, "/dicho", ""), 401);
    EXPECT_EQ(estado(Verb::POST, "/dicho", "otro"), 401);
    EXPECT_EQ(estado(Verb::POST, "/dicho", "corto"), 403);
    EXPECT_EQ(estado(Verb::POST, "/dicho", "lento"), 200);
    EXPECT_EQ(estado(Verb::POST, "/dicho", "bueno"), 200);
    EXPECT_EQ(estado(Verb::POST, "/publico", ""), 200);
    dispatcher_->drain();
    EXPECT_EQ(estado(Verb::POST, "/dicho", "bueno"), 503);
}

TEST_P(BudgetsTest, AJudgedRequestIsCountedOnce) {
    con({.requests_per_minute = 1000});
    Pregunta p{Verb::POST, "/dicho", "bueno", R"({"frase":"hola"})"};
    auto verdict = juzga(p.request);
    ASSERT_FALSE(verdict.refusal);
    p.request.admission = std::move(verdict.admission);
    dispatcher_->handle(p.request, p.respond());
    const std::string restantes = header(p.espera(), "RateLimit-Remaining");
    const std::string despues = header(pide(Verb::POST, "/dicho", "bueno", R"({"frase":"hola"})"), "RateLimit-Remaining");
    // Unless a minute began in between.
    EXPECT_TRUE((restantes == "999" && despues == "998") || despues == "999") << restantes << " " << despues;
}

TEST_P(BudgetsTest, BodiesWithoutATokenAreSmall) {
    con({.body_limit = 1'000'000});
    EXPECT_EQ(dispatcher_->body_limit(Verb::POST, "/publico"), 16U * 1024);
    EXPECT_EQ(dispatcher_->body_limit(Verb::GET, "/docs"), 16U * 1024);
    EXPECT_EQ(dispatcher_->body_limit(Verb::POST, "/dicho"), 1'000'000U);
    con({.body_limit = 2048});
    EXPECT_EQ(dispatcher_->body_limit(Verb::POST, "/publico"), 2048U);
}

TEST_P(BudgetsTest, AHundredFaultsAreNamedAndTheRestCounted) {
    con({});
    std::string body = "{";
    for (int i = 0; i < 150; ++i) body += "\"c" + std::to_string(i) + "\":0,";
    body.back() = '}';
    const auto a = pide(Verb::POST, "/dicho", "bueno", body);
    EXPECT_EQ(a.status, 400);
    std::size_t nombradas = 0;
    for (auto at = a.body.find("\"campo\":"); at != std::string::npos; at = a.body.find("\"campo\":", at + 1)) ++nombradas;
    EXPECT_EQ(nombradas, 100U);
    EXPECT_TRUE(a.body.ends_with(R"(],"masErrores":51})")) << a.body.substr(a.body.size() - 60);  // `frase` is missing too
    EXPECT_EQ(pide(Verb::POST, "/dicho", "bueno", "{}").body.find("masErrores"), std::string::npos);
}

TEST_P(BudgetsTest, APageThatThrowsIsAnAnswer) {
    con({}).page("/rota", [](const Request&) -> Answer { throw std::runtime_error("secreto"); });
    const auto a = pide(Verb::GET, "/rota", "");
    EXPECT_EQ(a.status, 500);
    EXPECT_EQ(a.body.find("secreto"), std::string::npos);
}

// What takes long to make is made once, by none of those that have to answer at once, and again after a failure.
TEST_P(BudgetsTest, APageIsMadeWhenItIsAskedFor) {
    int hechas = 0;
    bool falla = true;
    std::thread::id quien;
    con({}).page_when_asked("/lenta", [&]() -> Dispatcher::Page {
        quien = std::this_thread::get_id();
        if (std::exchange(falla, false)) throw std::runtime_error("secreto");
        ++hechas;
        return [](const Request&) {
            donde = std::this_thread::get_id();
            return Answer{};
        };
    });
    EXPECT_EQ(hechas, 0);
    EXPECT_EQ(pide(Verb::GET, "/lenta", "").status, 500);
    EXPECT_NE(quien, std::this_thread::get_id());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(pide(Verb::GET, "/lenta", "").status, 200);
    EXPECT_EQ(hechas, 1);
    EXPECT_NE(quien, std::this_thread::get_id());
    EXPECT_EQ(donde, std::this_thread::get_id());
    con({}).page_when_asked("/lenta", []() -> Dispatcher::Page { return {}; });
    dispatcher_->drain();
    const auto tarde = pide(Verb::GET, "/lenta", "");
    EXPECT_EQ(tarde.status, 503);
    EXPECT_NE(header(tarde, "Retry-After"), "");
}

// However many are the first.
TEST_P(BudgetsTest, WhoeverAsksForAPageThatIsBeingMadeWaitsForIt) {
    std::latch hecha{1};
    con({.prepared = {1, 1}}).page_when_asked("/lenta", [&]() -> Dispatcher::Page {
        hecha.wait();
        return [](const Request&) { return Answer{}; };
    });
    std::vector<std::unique_ptr<Pregunta>> preguntas;
    for (int i = 0; i < 50; ++i) {
        preguntas.push_back(std::make_unique<Pregunta>(Verb::GET, "/lenta", ""));
        dispatcher_->handle(preguntas.back()->request, preguntas.back()->respond());
    }
    hecha.count_down();
    for (auto& p : preguntas) EXPECT_EQ(p->espera().status, 200);
}

// Reports fill their lane and their queue: one more is told to come back, and everybody else does not notice.
TEST_P(BudgetsTest, ReportsKeepToTheirLane) {
    con({.reports = 2, .report_queue = 1});
    Pregunta primero{Verb::GET, "/reporte", "bueno"}, segundo{Verb::GET, "/reporte", "bueno", {}, "application/pdf"},
        tercero{Verb::GET, "/reporte", "bueno", {}, "text/csv"};
    for (auto* p : {&primero, &segundo}) dispatcher_->handle(p->request, p->respond());
    reten.hasta_que_esperen(2);
    dispatcher_->handle(tercero.request, tercero.respond());
    // Nor does another caller find a place: there is one for all.
    Pregunta suyo{Verb::GET, "/reporte", "bueno"}, de_otro{Verb::GET, "/reporte", "vecino"};
    for (auto* p : {&suyo, &de_otro}) dispatcher_->handle(p->request, p->respond());
    EXPECT_EQ(pide(Verb::GET, "/punto").status, 200);
    EXPECT_EQ(pide(Verb::GET, "/punto", "lento").status, 200);
    EXPECT_EQ(pide(Verb::GET, "/lista").status, 200);
    EXPECT_EQ(pide(Verb::POST, "/dicho", "bueno", R"({"frase":"hola"})").status, 200);
    EXPECT_TRUE(dispatcher_->ready());
    reten.abrir();
    for (auto* p : {&suyo, &de_otro}) {
        const auto& a = p->espera();
        EXPECT_EQ(a.status, 503);
        EXPECT_NE(a.body.find("\"saturado\""), std::string::npos) << a.body;
        EXPECT_EQ(header(a, "Retry-After"), "2");
    }
    for (auto* p : {&primero, &segundo, &tercero}) EXPECT_EQ(p->espera().status, 200);
    EXPECT_EQ(pide(Verb::GET, "/reporte").status, 200);
}

// Made-up tokens by the hundred keep only each other waiting.
TEST_P(BudgetsTest, TokensAreLookedUpApart) {
    con({.pool = 1});
    Pregunta una{Verb::GET, "/punto", "trabado"}, otra{Verb::GET, "/punto", "trabado"}, tercera{Verb::GET, "/punto", "trabado"};
    una.request.remote = "192.0.2.1";
    otra.request.remote = "192.0.2.2";
    tercera.request.remote = "192.0.2.3";
    for (auto* p : {&una, &otra, &tercera}) dispatcher_->handle(p->request, p->respond());
    reten.hasta_que_esperen(1);
    EXPECT_EQ(pide(Verb::GET, "/lista").status, 200);
    EXPECT_EQ(pide(Verb::POST, "/prepara", "", R"({"frase":"hola"})").status, 200);
    reten.abrir();
    for (auto* p : {&una, &otra, &tercera}) EXPECT_EQ(p->espera().status, 200);
}

// An ordinary write is answered in time, by PostgreSQL's own limit; one that takes its time, or brings much, has another.
TEST_P(BudgetsTest, OrdinaryWritesArePrompt) {
    if (GetParam() == db::Motor::sqlite) GTEST_SKIP() << "there nothing stands but what works";
    base_.reopen({.timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::milliseconds{100}}});
    con({});
    const auto tarda = [&](std::string_view path, std::size_t mas = 0) {
        const std::string body = R"({"frase":"hola")" + std::string(mas, ' ') + "}";
        return pide(Verb::POST, path, "bueno", body).status;
    };
    EXPECT_EQ(tarda("/tarda"), 503);
    EXPECT_EQ(tarda("/tardaConCalma"), 200);
    EXPECT_EQ(tarda("/tarda", 70'000), 200);
}

// Where cores are few, whoever asks for little is not made to wait by those who ask for much.
TEST_P(BudgetsTest, LongWorkGivesWay) {
    con({});
    const auto turno = [&](std::string_view path) {
        const std::string body = pide(Verb::GET, path).body;
        return std::stoi(body.substr(body.find("texto\":\"") + 8));
    };
    const int own = getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(turno("/turno"), own);
    EXPECT_EQ(turno("/turnoLista"), std::max(own, 5));
    EXPECT_EQ(turno("/turnoReporte"), std::max(own, 10));
}

// Its bytes are read where lists are, every time that they are not at hand.
TEST_P(BudgetsTest, AnImageIsNoPointRead) {
    con({});
    ASSERT_EQ(pide(Verb::GET, "/aqui").status, 200);
    EXPECT_EQ(donde == std::this_thread::get_id(), GetParam() == db::Motor::sqlite);
    for (int i = 0; i < 2; ++i) {
        a_la_mano = false;
        ASSERT_EQ(pide(Verb::GET, "/imagen").status, 200);
        const auto de_las_listas = donde;
        EXPECT_NE(de_las_listas, std::this_thread::get_id());
        ASSERT_EQ(pide(Verb::GET, "/imagen").status, 200);
        EXPECT_NE(donde, de_las_listas);
        EXPECT_EQ(donde == std::this_thread::get_id(), GetParam() == db::Motor::sqlite);
    }
}

TEST_P(BudgetsTest, AReadThatDoesNotEndIsCancelled) {
    con({.read_limit = std::chrono::milliseconds{30}});
    const auto a = pide(Verb::GET, "/sinfin");
    EXPECT_EQ(a.status, 503);
    EXPECT_NE(a.body.find("\"consulta_cancelada\""), std::string::npos) << a.body;
    EXPECT_NE(header(a, "Retry-After"), "");
    EXPECT_EQ(pide(Verb::GET, "/lista").status, 200);
}

TEST_P(BudgetsTest, ALongExportIsAFileWithoutAName) {
    test::TemporaryFolder carpeta;
    con({.temporary_folder = carpeta.path()});
    const auto corta = pide(Verb::GET, "/exporta?cuantos=10", "bueno", {}, "text/csv");
    EXPECT_EQ(corta.file, nullptr);
    EXPECT_EQ(corta.body.size(), 7U + 10 * 100);
    const auto larga = pide(Verb::GET, "/exporta?cuantos=5000", "bueno", {}, "text/csv");
    ASSERT_NE(larga.file, nullptr);
    EXPECT_EQ(larga.length(), 7U + 5000 * 100);
    EXPECT_TRUE(larga.body.empty());
    EXPECT_TRUE(std::filesystem::is_empty(carpeta.path()));
    std::string fin(100, ' ');
    ASSERT_TRUE(larga.file->read(larga.length() - fin.size(), fin));
    EXPECT_EQ(fin, std::string(98, 'x') + "\r\n");
}

TEST_P(BudgetsTest, AnExportThatTheDiskDoesNotTakeIsAProblem) {
    con({.temporary_folder = "/no/such/folder"});
    EXPECT_EQ(pide(Verb::GET, "/exporta?cuantos=10", "bueno", {}, "text/csv").status, 200);
    const auto a = pide(Verb::GET, "/exporta?cuantos=5000", "bueno", {}, "text/csv");
    EXPECT_EQ(a.status, 503);
    EXPECT_EQ(a.type(), "application/problem+json");
    EXPECT_NE(a.body.find("\"no_disponible\""), std::string::npos) << a.body;
}

// Nor do all of them together take the disk, nor anybody more than a part of what there is for them.
TEST_P(BudgetsTest, FilesOfExportsHaveALimitOnTheDisk) {
    test::TemporaryFolder carpeta;
    const SpoolFolder disco{carpeta.path(), 2'000'000};
    con({.temporary_folder = disco});
    const auto exporta = [&](std::string_view quien, int cuantos) {
        return pide(Verb::GET, "/exporta?cuantos=" + std::to_string(cuantos), quien, {}, "text/csv");
    };
    auto una = exporta("bueno", 9000);
    ASSERT_NE(una.file, nullptr);
    EXPECT_GE(disco.budget().used(), 900'000U);
    const auto otra = exporta("bueno", 9000);
    EXPECT_EQ(otra.status, 503) << "nobody has more than half of it";
    EXPECT_NE(otra.body.find("\"saturado\""), std::string::npos) << otra.body;
    EXPECT_EQ(header(otra, "Retry-After"), "2");
    EXPECT_EQ(exporta("vecino", 9000).status, 503) << "nor an organization more than three quarters";
    EXPECT_EQ(exporta("vecino", 5000).status, 200);
    EXPECT_EQ(exporta("ajeno", 9000).status, 200);
    EXPECT_EQ(exporta("bueno", 10).status, 200) << "a small one needs no file";
    una = {};
    EXPECT_EQ(disco.budget().used(), 0U);
    EXPECT_EQ(exporta("bueno", 9000).status, 200);
}

// What was done has to be told, so it is not done while answers of the same caller wait for a place on the disk.
TEST_P(BudgetsTest, WhoseAnswersHaveNoRoomDoesNoMore) {
    con({});
    orden.clear();
    Budget sin_lugar{Budget::in_halves(1'000)};
    const auto anota = [&](std::string_view quien) {
        Pregunta p{Verb::POST, "/anota", quien, R"({"frase":"s"})"};
        p.request.roomless = &sin_lugar;
        dispatcher_->handle(p.request, p.respond());
        return std::move(p.espera());
    };
    const Budget::Caller bueno{Limitador::quien(7, 0), 1};
    sin_lugar.change(bueno, 0, bueno, 501);
    const auto a = anota("bueno");
    EXPECT_EQ(a.status, 503);
    EXPECT_NE(a.body.find("\"saturado\""), std::string::npos) << a.body;
    EXPECT_EQ(header(a, "Retry-After"), "2");
    EXPECT_EQ(orden, "");
    EXPECT_EQ(anota("vecino").status, 200);
    EXPECT_EQ(anota("ajeno").status, 200);
    sin_lugar.give_back(bueno, 501);
    EXPECT_EQ(anota("bueno").status, 200);
}

// One who simulates much waits for that alone: neither a colleague nor another organization stands behind it.
TEST_P(BudgetsTest, SimulationsTakeTurnsToo) {
    base_.reopen({.connections = 1});
    con({});
    orden.clear();
    std::vector<std::unique_ptr<Pregunta>> preguntas;
    const auto pregunta = [&](std::string_view target, std::string_view quien, std::string_view frase) {
        preguntas.push_back(std::make_unique<Pregunta>(Verb::POST, target, quien, frase));
        dispatcher_->handle(preguntas.back()->request, preguntas.back()->respond());
    };
    pregunta("/anota", "bueno", R"({"frase":"espera"})");
    reten.hasta_que_esperen(1);
    for (int i = 0; i < 5; ++i) pregunta("/anota?simular=true", "bueno", R"({"frase":"s"})");
    pregunta("/anota", "vecino", R"({"frase":"v"})");
    pregunta("/anota", "ajeno", R"({"frase":"a"})");
    reten.abrir();
    for (auto& p : preguntas) EXPECT_EQ(p->espera().status, 200) << p->espera().body;
    EXPECT_EQ(orden.size(), 7U);
    EXPECT_LT(orden.find('a'), 2U) << orden;
    EXPECT_LT(orden.find('v'), 3U) << orden;
}

// Passwords have a thread and a queue of their own: what hashes nothing does not stand behind them, no network has all places,
// and who finds none is told so.
TEST_P(BudgetsTest, HashesKeepToTheirLane) {
    con({.pool = 1, .hashes = {2, 2}});
    constexpr std::string_view frase = R"({"frase":"hola"})";
    const auto desde = [&](Pregunta& p, std::string_view red) {
        p.request.remote = red;
        dispatcher_->handle(p.request, p.respond());
    };
    Pregunta corre{Verb::POST, "/hash", "", frase}, espera{Verb::POST, "/hash", "", frase}, cede{Verb::POST, "/hash", "", frase},
        sobra{Verb::POST, "/hash", "", frase}, otra{Verb::POST, "/hash", "", frase};
    desde(corre, "192.0.2.1");
    reten.hasta_que_esperen(1);
    desde(espera, "192.0.2.1");
    desde(cede, "192.0.2.1");
    desde(sobra, "192.0.2.1");
    EXPECT_EQ(sobra.espera().status, 503);
    EXPECT_NE(sobra.espera().body.find("\"saturado\""), std::string::npos) << sobra.espera().body;
    EXPECT_EQ(header(sobra.espera(), "Retry-After"), "2");
    desde(otra, "192.0.2.2");
    EXPECT_EQ(cede.espera().status, 503) << "its network has two places, and another one none";
    EXPECT_EQ(pide(Verb::POST, "/prepara", "", frase).status, 200);
    EXPECT_EQ(pide(Verb::POST, "/aveces", "", frase).status, 200);
    Pregunta clave{Verb::POST, "/aveces", "", R"({"frase":"clave"})"};
    desde(clave, "192.0.2.3");
    EXPECT_EQ(clave.espera().status, 503) << "this one hashes, and each of two networks has one place";
    reten.abrir();
    for (auto* p : {&corre, &espera, &otra}) EXPECT_EQ(p->espera().status, 200);
}

// Whoever waits for somebody outside holds up those who do the same, and nobody else: not a login, nor what is prepared here.
TEST_P(BudgetsTest, WhatWaitsForOthersOutsideHoldsUpNobodyElse) {
    con({.pool = 1, .outside = 1});
    constexpr std::string_view frase = R"({"frase":"hola"})";
    Pregunta corre{Verb::POST, "/fuera", "", frase}, espera{Verb::POST, "/fuera", "", frase},
        entra{Verb::POST, "/hash", "", frase};
    for (auto* p : {&corre, &espera}) dispatcher_->handle(p->request, p->respond());
    reten.hasta_que_esperen(1);
    EXPECT_EQ(pide(Verb::POST, "/prepara", "", frase).status, 200);
    dispatcher_->handle(entra.request, entra.respond());
    reten.hasta_que_esperen(2);
    reten.abrir();
    for (auto* p : {&corre, &espera, &entra}) EXPECT_EQ(p->espera().status, 200);
}

// Strangers have every place and every thread: who comes from where somebody signed in before has a thread of their own.
TEST_P(BudgetsTest, HashesOfKnownNetworksDoNotWaitForStrangers) {
    con({.pool = 1, .hashes = {1, 1}});
    constexpr std::string_view frase = R"({"frase":"hola"})";
    Pregunta corre{Verb::POST, "/hash", "", frase}, espera{Verb::POST, "/hash", "", frase}, sobra{Verb::POST, "/hash", "", frase},
        conocida{Verb::POST, "/hash", "", frase};
    const auto desde = [&](Pregunta& p, std::string_view red) {
        p.request.remote = red;
        dispatcher_->handle(p.request, p.respond());
    };
    desde(corre, "192.0.2.1");
    reten.hasta_que_esperen(1);
    desde(espera, "192.0.2.2");
    desde(sobra, "192.0.2.3");
    EXPECT_EQ(sobra.espera().status, 503);
    desde(conocida, "192.0.2.9");
    while (reten.dentro() < 2 && !conocida.contestada()) std::this_thread::yield();
    EXPECT_EQ(reten.dentro(), 2) << "it is looked at, although nobody else has gone";
    reten.abrir();
    for (auto* p : {&corre, &espera, &conocida}) EXPECT_EQ(p->espera().status, 200);
}

// Others of the same network have every place there is for it: who signed in from there by that name has one of their own.
TEST_P(BudgetsTest, HashesOfAKnownNameDoNotWaitForItsNetwork) {
    con({.pool = 1, .hashes = {3, 1}});
    constexpr std::string_view ajena = R"({"frase":"eva"})";
    Pregunta corre{Verb::POST, "/entra", "", ajena}, espera{Verb::POST, "/entra", "", ajena},
        sobra{Verb::POST, "/entra", "", ajena}, conocida{Verb::POST, "/entra", "", R"({"frase":"ana"})"};
    for (auto* p : {&corre, &espera, &sobra, &conocida}) p->request.remote = "192.0.2.9";
    dispatcher_->handle(corre.request, corre.respond());
    reten.hasta_que_esperen(1);
    for (auto* p : {&espera, &sobra, &conocida}) dispatcher_->handle(p->request, p->respond());
    EXPECT_EQ(sobra.espera().status, 503);
    reten.abrir();
    for (auto* p : {&corre, &espera, &conocida}) EXPECT_EQ(p->espera().status, 200) << p->espera().body;
}

// No hash is spent, nor a report made, for who hung up while waiting for it.
TEST_P(BudgetsTest, WhatNobodyWaitsForIsNotDone) {
    con({.pool = 1, .reports = 1});
    const auto tres = [&](Verb verb, std::string_view target, std::string_view token, std::string_view body) {
        reten.cerrar();
        Pregunta corre{verb, target, token, body}, ida{verb, target, token, body}, sigue{verb, target, token, body};
        ida.request.ended = [] { return true; };
        sigue.request.ended = [] { return false; };
        dispatcher_->handle(corre.request, corre.respond());
        reten.hasta_que_esperen(1);
        for (auto* p : {&ida, &sigue}) dispatcher_->handle(p->request, p->respond());
        reten.abrir();
        for (auto* p : {&corre, &sigue}) EXPECT_EQ(p->espera().status, 200) << p->espera().body;
        EXPECT_EQ(ida.espera().status, 503) << target;
        EXPECT_EQ(reten.dentro(), 2) << target;
    };
    tres(Verb::POST, "/hash", "", R"({"frase":"hola"})");
    tres(Verb::GET, "/reporte", "bueno", {});
}

TEST_P(BudgetsTest, TheEndDoesNotWaitForWhatWaits) {
    con({.pool = 1});
    constexpr std::string_view frase = R"({"frase":"hola"})";
    Pregunta corre{Verb::POST, "/hash", "", frase}, espera{Verb::POST, "/hash", "", frase};
    dispatcher_->handle(corre.request, corre.respond());
    reten.hasta_que_esperen(1);
    dispatcher_->handle(espera.request, espera.respond());
    dispatcher_->drain();
    EXPECT_EQ(espera.espera().status, 503);
    EXPECT_NE(espera.espera().body.find("\"no_disponible\""), std::string::npos) << espera.espera().body;
    reten.abrir();
    EXPECT_EQ(corre.espera().status, 200) << "what runs is finished";
}

// What an operation that counts something says of so many rows.
std::string dice(int cuantos, int turno) { return std::to_string(cuantos) + " " + std::to_string(turno); }

// A point read of a large record is none: it starts over where it keeps nobody waiting.
TEST_P(BudgetsTest, ALargePointReadIsReadElsewhere) {
    con({.point_rows = 50, .list_rows = 100});
    const int own = getpriority(PRIO_PROCESS, 0);
    for (const char* path : {"/filas", "/filasLuego"}) {
        EXPECT_EQ(contadas(path, 50), dice(50, own)) << path;
        EXPECT_EQ(contadas(path, 51), dice(51, std::max(own, 5))) << path << " among the lists";
        EXPECT_EQ(contadas(path, 100), dice(100, std::max(own, 5))) << path;
        EXPECT_EQ(contadas(path, 101), dice(101, std::max(own, 10))) << path << " among the reports";
    }
    contadas("/filas", 50);
    EXPECT_EQ(donde == std::this_thread::get_id(), GetParam() == db::Motor::sqlite);
    contadas("/filas", 51);
    EXPECT_NE(donde, std::this_thread::get_id());
}

// A record is large by its texts as well. And it stays so: it is not tried where it keeps others waiting as often as it is asked
// for, but by who asks for another.
TEST_P(BudgetsTest, WhatWasLargeIsReadWhereItBelongs) {
    con({.point_bytes = 10'000, .list_bytes = 20'000});
    // PostgreSQL says at once how much there is.
    const int intentos_al_principio = GetParam() == db::Motor::sqlite ? 3 : 2;
    const int own = getpriority(PRIO_PROCESS, 0);
    const auto leidas = [&](int filas) {
        const int antes = veces_leidos;
        const auto dicho = contadas("/textos", filas);
        return std::pair{dicho, veces_leidos - antes};
    };
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(leidas(10), std::pair(dice(10'000, own), 1));
        EXPECT_EQ(donde == std::this_thread::get_id(), GetParam() == db::Motor::sqlite);
        EXPECT_EQ(leidas(11), std::pair(dice(11'000, std::max(own, 5)), i == 0 ? 2 : 1)) << "among the lists";
        EXPECT_NE(donde, std::this_thread::get_id());
        EXPECT_EQ(leidas(21), std::pair(dice(21'000, std::max(own, 10)), i == 0 ? intentos_al_principio : 1))
            << "among the reports";
        EXPECT_NE(donde, std::this_thread::get_id());
    }
    // The filters of another request may come in its body: a large answer to one says nothing of the others.
    const auto filtradas = [&](int filas) {
        const int antes = veces_leidos;
        pide(Verb::POST, "/textosPedidos", "bueno", R"({"cuantas":)" + std::to_string(filas) + "}");
        return veces_leidos - antes;
    };
    filtradas(11);
    EXPECT_EQ(filtradas(11), 1);
    filtradas(10);
    EXPECT_EQ(donde == std::this_thread::get_id(), GetParam() == db::Motor::sqlite);
    // Not for good: records shrink.
    int intentos = 0;
    for (int i = 0; i < 300; ++i) intentos += leidas(21).second;
    EXPECT_EQ(intentos, 300 - 1 + intentos_al_principio);
}

// What was found out while another one like it waited, that one need not find out again. (PostgreSQL knows at the first try.)
TEST_P(BudgetsTest, WhatIsFoundOutMeanwhileIsKnown) {
    if (GetParam() == db::Motor::postgres) GTEST_SKIP();
    con({.point_bytes = 10'000, .list_bytes = 20'000});
    Pregunta una{Verb::GET, "/espera", "vecino"}, otra{Verb::GET, "/espera", "ajeno"};
    Pregunta primera{Verb::GET, "/textos?cuantas=21", "bueno"}, segunda{Verb::GET, "/textos?cuantas=21", "bueno"};
    for (auto* p : {&una, &otra}) dispatcher_->handle(p->request, p->respond());
    reten.hasta_que_esperen(2);  // both threads of lists; of several callers each has one
    const int antes = veces_leidos;
    for (auto* p : {&primera, &segunda}) dispatcher_->handle(p->request, p->respond());
    reten.abrir();
    for (auto* p : {&una, &otra, &primera, &segunda}) EXPECT_EQ(p->espera().status, 200);
    EXPECT_EQ(veces_leidos - antes, 4) << "as a record, a list and a report; the second as a report";
}

// Bodies beyond a mebibyte are decoded one after the other, whoever sends them, and keep no smaller one waiting.
TEST_P(BudgetsTest, LargeBodiesAreDecodedOneAfterTheOther) {
    con({});
    const std::string large = R"({"frase":"espera")" + std::string(1'100'000, ' ') + "}";
    const std::string smaller = R"({"frase":"pasa")" + std::string(100'000, ' ') + "}";
    Pregunta una{Verb::POST, "/mirada", "bueno", large}, otra{Verb::POST, "/mirada", "vecino", large},
        pasa{Verb::POST, "/mirada", "tercero", smaller};
    dispatcher_->handle(una.request, una.respond());
    reten.hasta_que_esperen(1);
    for (auto* p : {&otra, &pasa}) dispatcher_->handle(p->request, p->respond());
    // Were they decoded like smaller ones, both threads would have one before the third had its turn.
    while (!pasa.contestada() && reten.dentro() < 2) std::this_thread::yield();
    EXPECT_EQ(reten.dentro(), 1);
    reten.abrir();
    for (auto* p : {&una, &otra, &pasa}) EXPECT_EQ(p->espera().status, 200) << p->espera().body;
}

// A request counts for what it becomes.
TEST_P(BudgetsTest, WhatRequestsBecomeIsBounded) {
    con({.decoded_bytes = 400'000});
    const auto textos = [](int cuantos) {
        std::string body = R"({"textos":[)";
        for (int i = 0; i < cuantos; ++i) body += "\"a\",";
        body.back() = ']';
        return body + "}";
    };
    EXPECT_EQ(pide(Verb::POST, "/larga", "bueno", textos(1000)).status, 200);
    const auto a = pide(Verb::POST, "/larga", "bueno", textos(10'000));
    EXPECT_EQ(a.status, 400);
    EXPECT_NE(a.body.find(R"("campo":"/textos","codigo":"lista_muy_larga")"), std::string::npos) << a.body;
    const std::string some = textos(3000);
    Pregunta lenta{Verb::POST, "/largaLenta", "bueno", some};
    dispatcher_->handle(lenta.request, lenta.respond());
    reten.hasta_que_esperen(1);
    const auto b = pide(Verb::POST, "/larga", "bueno", some);
    EXPECT_EQ(b.status, 503) << "the caller has its part of it already";
    EXPECT_NE(b.body.find("\"saturado\""), std::string::npos) << b.body;
    Pregunta del_vecino{Verb::POST, "/largaLenta", "vecino", some};
    dispatcher_->handle(del_vecino.request, del_vecino.respond());
    reten.hasta_que_esperen(2);  // another one does not notice
    EXPECT_EQ(pide(Verb::POST, "/larga", "tercero", some).status, 503) << "their organization has its part";
    EXPECT_EQ(pide(Verb::POST, "/larga", "ajeno", some).status, 200) << "and another organization does not notice";
    EXPECT_EQ(pide(Verb::POST, "/larga", "bueno", textos(1000)).status, 200);
    reten.abrir();
    EXPECT_EQ(lenta.espera().status, 200);
    EXPECT_EQ(del_vecino.espera().status, 200);
    while (pide(Verb::POST, "/larga", "bueno", some).status != 200) std::this_thread::yield();  // it lets go after it answered
}

CACAO_EN_AMBOS_MOTORES(BudgetsTest);

}  // namespace
}  // namespace cacao::api
