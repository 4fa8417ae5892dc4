// Replays every .caso of this folder and every guide against the real service, on both engines; each .caso starts with fresh
// companies.
// Whatever a scenario looks at, every answer must also be one that the OpenAPI document promises.

#include "api/posiciones.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "casos/caso.hpp"
#include "casos/ejemplos.hpp"
#include "casos/guia.hpp"
#include "http/openapi.hpp"
#include "http/service.hpp"
#include "support/csd.hpp"
#include "support/identidad.hpp"
#include "support/recibidos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

namespace cacao::test {
namespace {

std::vector<std::string> archivos() {
    std::vector<std::string> lista;
    for (const auto& entrada : std::filesystem::directory_iterator{CACAO_CASOS})
        if (entrada.path().extension() == ".caso") lista.push_back(entrada.path().stem().string());
    std::ranges::sort(lista);
    return lista;
}

std::string texto_de(const std::string& caso) {
    std::ostringstream texto;
    texto << std::ifstream{std::string{CACAO_CASOS} + '/' + caso + ".caso"}.rdbuf();
    return texto.str();
}

// Fiscal documents that a supplier issued to the organization: two invoices, one that was changed after it was sealed, and one
// that is only kept. A file of the text $cfdiUno is the first of them.
const std::map<std::string, std::string>& comprobantes_recibidos() {
    static const auto todos = [] {
        const auto uno = [](const char* folio, std::string tipo = "I") {
            auto c = del_proveedor(rfc_numero(1), "PAPELERA DEL NORTE", std::move(tipo));
            c.cfdi.folio = folio;
            c.cfdi.receptor.rfc = "EKU9003173C9";
            c.cfdi.receptor.nombre = "ESCUELA KEMPER URGATE";
            c.cfdi.receptor.domicilioFiscal = "42501";
            return c;
        };
        std::map<std::string, std::string> m;
        for (const auto& [nombre, folio] :
             {std::pair{"cfdiUno", "1"}, std::pair{"cfdiDos", "2"}, std::pair{"cfdiAlterado", "3"}}) {
            auto c = uno(folio);
            c.lineas.push_back(linea_de("TONER", "Cartucho negro", "2", "100"));
            m[nombre] = emitido_por(c);
        }
        m["cfdiAlterado"] = cambiado(m["cfdiAlterado"], "Cartucho negro", "Cartucho rojo");
        auto traslado = uno("4", "T");
        traslado.lineas.push_back(linea_de("TONER", "Cartucho negro", "1", "0", {}));
        m["cfdiTraslado"] = emitido_por(traslado);
        return m;
    }();
    return todos;
}

// Of all scenarios; each has a token of its own, made as it begins.
ProveedorOidc& proveedor_oidc() {
    static ProveedorOidc proveedor;
    return proveedor;
}
std::string token_oidc() {
    static const auto llave = LlaveJose::p256("k1");
    static int serie = 0;
    proveedor_oidc().llaves({llave.jwk()});
    const auto ahora = Instante::ahora().segundos();
    return llave.token(
        R"({"alg":"ES256","kid":"k1","typ":"JWT"})",
        fmt::format(R"({{"iss":"{}","aud":"cacao","sub":"248289761001","iat":{},"exp":{},"nonce":"n-0S6","jti":"{}"}})",
                    proveedor_oidc().emisor(), ahora, ahora + 300, ++serie));
}

// What a scenario may name without having met it: $adminUsuario, $adminPassword, $otraApiKey, $consultaUsuarioId…, and files of
// certificates of seal: $csdCertificado, $csdLlave, $csdContrasena…; and $cfdiUno…; $oidcEmisor, and an ID token of it,
// $oidcToken; $codigoInstalacion, with which a company is founded.
Valores conocidos(db::Motor motor) {
    Valores valores;
    for (const auto& [quien, p] : people(motor)) {
        valores[quien + "Usuario"] = '"' + p.usuario + '"';
        valores[quien + "Password"] = '"' + p.password + '"';
        valores[quien + "ApiKey"] = '"' + p.apiKey + '"';
        valores[quien + "UsuarioId"] = std::to_string(p.usuarioId);
        valores[quien + "OrganizacionId"] = std::to_string(p.organizacionId);
    }
    const auto& csd = juego_de_csd();
    for (const auto& [nombre, bytes] :
         {std::pair{"csdCertificado", csd.bueno}, std::pair{"csdSegundo", csd.segundo}, std::pair{"csdEfirma", csd.efirma},
          std::pair{"csdAjeno", csd.ajeno}, std::pair{"csdVencido", csd.vencido}, std::pair{"csdLlave", llave_der(csd.llave)},
          std::pair{"csdOtraLlave", llave_der(csd.otra)},
          std::pair{"efirmaAjena", csd.certificado("30001000000600001240", "XIA190128J61", de_efirma)},
          std::pair{"efirmaVencida", csd.certificado("30001000000600001241", "EKU9003173C9", de_efirma, "20240101000000Z")}})
        valores[nombre] = '"' + base64(bytes) + '"';
    for (const auto& [nombre, xml] : comprobantes_recibidos()) valores[nombre] = xml;
    valores["oidcEmisor"] = '"' + proveedor_oidc().emisor() + '"';
    valores["oidcToken"] = '"' + token_oidc() + '"';
    valores["csdContrasena"] = '"' + std::string{contrasena_csd} + '"';
    return valores;
}

// What is replayed: a .caso, or a guide.
struct Relato {
    std::string archivo;  // from the root of the repository
    std::string texto;
    std::vector<Paso> pasos;
    std::map<std::string, std::string> tablas;  // the files of its commands
    bool guia = false;
};

Relato relato_de_caso(const std::string& nombre) {
    Relato relato{"tests/casos/" + nombre + ".caso", texto_de(nombre), {}, {}, false};
    relato.pasos = leer_caso(relato.texto);
    return relato;
}
Relato relato_de_guia(const Guia& guia) {
    return {"docs/guides/" + guia.archivo, guia.texto, pasos_de_guia(guia.texto), archivos_de_guia(guia.texto), true};
}

// "" when the command prints what is expected. Files are in the folder of the installation; the company is said, because there
// are two in it.
std::string correr(const Service& servicio, const Paso& paso, const std::map<std::string, std::string>& tablas) {
    const auto& instalacion = servicio.installation();
    std::vector<std::string> palabras{paso.comando.begin() + 1, paso.comando.end()};
    for (auto& palabra : palabras) {
        const auto ruta = instalacion.data() + '/' + palabra;
        if (const auto tabla = tablas.find(palabra); tabla != tablas.end())
            std::ofstream{ruta, std::ios::binary} << tabla->second;
        else if (!palabra.ends_with(".xlsx")) continue;
        palabra = ruta;
    }
    const auto organizacion = std::to_string(people(instalacion.motor()).at("admin").organizacionId);
    palabras.insert(palabras.end(), {"--organizacion", organizacion});
    const auto termino = instalacion.run(palabras);
    const auto impreso = termino.out + termino.err;
    return impreso == paso.esperado ? "" : "expected to be printed:\n" + paso.esperado + "printed:\n" + impreso;
}

// Work in a state that only time, other instances or a neighbour outside would bring it to.
void poner_trabajo(const Service& servicio, const std::vector<std::string>& palabras) {
    const auto& instalacion = servicio.installation();
    const auto& admin = people(instalacion.motor()).at("admin");
    const bool tomado = palabras[3] == "tomado";
    const std::string estado = tomado ? "pendiente" : palabras[3];
    constexpr std::int64_t hora = 3600;
    const auto ahora = Instante::ahora();
    db::open({.url = instalacion.url(), .connections = 1})->write_now(admin.organizacionId, [&](db::Writer& tx) {
        tx.run(
            R"(INSERT INTO trabajo (organizacionId, trabajoId, tipo, clave, datos, estado, siguiente, toma, tomadoHasta, tomadoPor,
                                       intentos, error, usuarioId, creadoEn, terminadoEn)
                  VALUES ($1, $2, $3, $4, '{}', $5, $6, 1, $7, $8, $9, $10, $11, $12, $13))",
            tx.organizacion(), tx.next_id(), palabras[1], palabras[2], estado, ahora.mas_segundos(hora),
            tomado ? ahora.mas_segundos(hora) : Instante{}, tomado ? "otra/1" : "", palabras[4].empty() ? 0 : 1, palabras[4],
            admin.usuarioId, ahora, estado == "pendiente" ? Instante{} : ahora);
    });
}

// A code as `cacao org link` draws one, known to the installation: whoever has it founds a company, and tries ours.
constexpr std::string_view codigo_de_instalacion = "codigo-de-instalacion";
void admitir_codigo(const Service& servicio) {
    const auto& instalacion = servicio.installation();
    const auto& admin = people(instalacion.motor()).at("admin");
    constexpr std::int64_t hora = 3600;
    db::open({.url = instalacion.url(), .connections = 1})->write_now(0, [&](db::Writer& tx) {
        tx.run(
            "INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, 0, '', "
            "$4)",
            "instalacion:" + hexadecimal(sha256(codigo_de_instalacion)), admin.organizacionId, admin.usuarioId,
            Instante::ahora().mas_segundos(hora));
    });
}

// Does now what the service does within the next second: on PostgreSQL what was committed gets its position afterwards. A
// scenario that follows a list says what stands behind a position, and would find it there or not.
void dar_posiciones(const Service& servicio) {
    const auto& instalacion = servicio.installation();
    if (instalacion.motor() != db::Motor::postgres) return;
    const auto base = db::open({.url = instalacion.url(), .connections = 1});
    base->write_now(people(instalacion.motor()).at("admin").organizacionId, [](db::Writer& tx) {
        while (api::give_positions(tx) > 0) {
        }
    });
}

// What the service does by itself comes to its end long before this.
constexpr std::chrono::seconds paciencia{60};

// What every service of this program says of itself: it is long, and the same.
const Document& interfaz(Service& servicio) {
    static const Document documento{servicio.ask("nadie", "GET", "/openapi.json").body};
    return documento;
}

// With values of its own: what another scenario called by the same name is none of its business.
void replicar(Service& servicio, const Relato& relato) {
    const auto motor = servicio.installation().motor();
    auto valores = conocidos(motor);
    if (relato.texto.find("$codigoInstalacion") != std::string::npos) {
        admitir_codigo(servicio);
        valores["codigoInstalacion"] = '"' + std::string{codigo_de_instalacion} + '"';
    }
    if (relato.guia) {
        valores["usuario"] = valores["adminUsuario"];
        valores["password"] = valores["adminPassword"];
    }
    // One engine is enough for what readers are shown; CACAO_WRITE_EXAMPLES=1 writes docs/examples anew.
    const bool anota = motor == db::Motor::sqlite && std::getenv("CACAO_WRITE_EXAMPLES") != nullptr;
    const Document& documento = interfaz(servicio);
    for (const Paso& paso : relato.pasos) {
        if (!paso.comando.empty()) {
            ASSERT_EQ(correr(servicio, paso, relato.tablas), "") << relato.archivo << ':' << paso.linea;
            continue;
        }
        if (!paso.puesto.empty()) {
            poner_trabajo(servicio, paso.puesto);
            continue;
        }
        Headers encabezados = paso.encabezados;
        for (auto& encabezado : encabezados) encabezado.second = sustituir(encabezado.second, valores);
        const auto destino = sustituir(paso.destino, valores);
        const auto cuerpo = sustituir(paso.cuerpo, valores);
        if (destino.find("desdePosicion=") != std::string::npos) dar_posiciones(servicio);
        auto r = servicio.ask(paso.como, paso.metodo, destino, cuerpo, encabezados);
        auto conocidos_antes = valores;
        // Later steps stand on this one, so the first difference ends the scenario.
        auto diferencia = comparar(paso, r, valores);
        for (const auto fin = std::chrono::steady_clock::now() + paciencia;
             paso.hasta && !diferencia.empty() && std::chrono::steady_clock::now() < fin;) {
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
            valores = conocidos_antes;
            r = servicio.ask(paso.como, paso.metodo, destino, cuerpo, encabezados);
            diferencia = comparar(paso, r, valores);
        }
        ASSERT_EQ(diferencia, "") << relato.archivo << ':' << paso.linea_estado << "\n  " << paso.metodo << ' ' << destino << "  "
                                  << cuerpo << "\n  expected: " << paso.estado << ' ' << paso.esperado << paso.contiene
                                  << "\n  got:      " << r.status << ' ' << r.body
                                  << (r.status == 500 ? "\n  logged:   " + servicio.process().err() : "");
        const auto* operacion = documento.find(paso.metodo, destino);
        EXPECT_EQ(operacion == nullptr ? "" : documento.check(*operacion, r), "") << relato.archivo << ':' << paso.linea;
        if (anota && operacion != nullptr && r.status == 200 && r.header("Content-Type").starts_with("application/json") &&
            destino.find("simular=") == std::string::npos)
            anotar_ejemplo(*operacion, {relato.guia, relato.texto, cuerpo, r.body}, CACAO_EXAMPLES);
    }
}

void cuadrar(Service& servicio) {
    EXPECT_EQ(servicio.stop(), 0) << servicio.process().err();
    const auto verificado = servicio.installation().run({"verify"});
    EXPECT_EQ(verificado.exit, 0) << verificado.out << verificado.err;
}

std::string nombre_de_motor(db::Motor motor) { return motor == db::Motor::sqlite ? "sqlite_" : "postgres_"; }

class Casos : public testing::TestWithParam<std::tuple<db::Motor, std::string>> {};

TEST_P(Casos, SeCumple) {
    const auto& [motor, nombre] = GetParam();
    // There is a mail server, which nobody answers at.
    Service servicio{motor,
                     {"--mail-server", "smtp://127.0.0.1:1", "--mail-sender", "facturas@ejemplo.mx", "--mail-unencrypted",
                      "--outgoing-networks", "127.0.0.0/8", "--outgoing-unencrypted"}};
    replicar(servicio, relato_de_caso(nombre));
    cuadrar(servicio);
}

// Whoever follows the guides does so with one company: in their order, or beginning at the end, or one alone.
struct Recorrido {
    std::string nombre;
    std::vector<Guia> guias;
};
std::vector<Recorrido> recorridos() {
    std::vector<Recorrido> lista;
    Recorrido es{"es", {}};
    Recorrido en{"en", {}};
    for (const auto& guia : leer_guias(CACAO_GUIDES)) {
        auto sola = "sola_" + guia.en.archivo.substr(3, guia.en.archivo.rfind('.') - 3);
        std::ranges::replace(sola, '-', '_');
        lista.push_back({sola, {guia.en}});
        es.guias.push_back(guia.es);
        en.guias.push_back(guia.en);
    }
    for (const auto& ida : {es, en})
        lista.insert(lista.end(), {ida, {ida.nombre + "_al_reves", {ida.guias.rbegin(), ida.guias.rend()}}});
    return lista;
}

class Guias : public testing::TestWithParam<std::tuple<db::Motor, Recorrido>> {};

TEST_P(Guias, SeSiguen) {
    const auto& [motor, recorrido] = GetParam();
    Service servicio{motor};
    for (const auto& guia : recorrido.guias) {
        replicar(servicio, relato_de_guia(guia));
        ASSERT_FALSE(HasFailure()) << guia.archivo;
    }
    cuadrar(servicio);
}

INSTANTIATE_TEST_SUITE_P(Paginas, Guias, testing::Combine(testing::ValuesIn(motores), testing::ValuesIn(recorridos())),
                         [](const auto& caso) {
                             return nombre_de_motor(std::get<0>(caso.param)) + std::get<1>(caso.param).nombre;
                         });

// The pages that a link of `pagina` leads to, and which it names in itself.
std::vector<std::string> enlaces(const std::string& pagina) {
    static const std::regex enlace{R"re(<a [^>]*href="([^"]+)")re"};
    std::vector<std::string> lista;
    for (std::sregex_iterator it{pagina.begin(), pagina.end(), enlace}, fin; it != fin; ++it) lista.push_back((*it)[1]);
    return lista;
}

TEST(Guia, NingunEnlaceDeLasPaginasFalla) {
    Service servicio{db::Motor::sqlite};
    const auto referencia = servicio.ask("nadie", "GET", "/docs/plain").body;
    const auto documento = servicio.ask("nadie", "GET", "/openapi.json").body;
    std::map<std::string, std::string> paginas{{"/docs/plain", referencia}};
    for (const auto& guia : leer_guias(CACAO_GUIDES)) {
        for (const auto& [archivo, texto] : {guia.en, guia.es}) {
            const auto lugar = "/docs/guides/" + archivo.substr(0, archivo.rfind('.'));
            const auto titulo = texto.substr(2, texto.find('\n') - 2);
            EXPECT_NE(documento.find('[' + titulo + "](" + lugar + ')'), std::string::npos) << "/docs does not name " << lugar;
            EXPECT_NE(referencia.find("<a href=\"" + lugar + "\">" + titulo + "</a>"), std::string::npos)
                << "/docs/plain does not name " << lugar;
            paginas[lugar] = servicio.ask("nadie", "GET", lugar).body;
            EXPECT_NE(paginas[lugar].find("<h1>" + titulo + "</h1>"), std::string::npos) << lugar;
            // Without a language, that of the request.
            const auto sin_idioma = "/docs/guides/" + guia.en.archivo.substr(3, guia.en.archivo.rfind('.') - 3);
            const auto r = servicio.ask("nadie", "GET", sin_idioma, {}, {{"Accept-Language", archivo.substr(0, 2)}});
            EXPECT_EQ(r.status, 302) << sin_idioma;
            EXPECT_EQ(r.header("Location"), lugar);
        }
    }
    std::set<std::string> vistas;
    for (const auto& [lugar, texto] : paginas)
        for (const auto& enlace : enlaces(texto)) {
            if (enlace.starts_with('#')) {
                EXPECT_NE(texto.find("id=\"" + enlace.substr(1) + '"'), std::string::npos) << lugar << " leads to " << enlace;
                continue;
            }
            const auto destino = enlace.starts_with('/') ? enlace : lugar.substr(0, lugar.rfind('/') + 1) + enlace;
            if (vistas.insert(destino).second) {
                EXPECT_EQ(servicio.ask("nadie", "GET", destino).status, 200) << lugar << " leads to " << enlace;
            }
        }
    EXPECT_GT(vistas.size(), paginas.size());
}

INSTANTIATE_TEST_SUITE_P(Archivos, Casos, testing::Combine(testing::ValuesIn(motores), testing::ValuesIn(archivos())),
                         [](const auto& caso) { return nombre_de_motor(std::get<0>(caso.param)) + std::get<1>(caso.param); });

// A runner that lets everything pass would prove nothing.
TEST(Caso, LaComparacionPuedeFallar) {
    Valores v;
    EXPECT_EQ(comparar_json(R"({"a": 1})", R"({"a":1,"b":2})", v), "");
    EXPECT_EQ(comparar_json(R"({"a": 2})", R"({"a":1})", v), "/a: expected 2, got 1");
    EXPECT_EQ(comparar_json(R"({"c": 2})", R"({"a":1})", v), "/c: expected 2, got nothing");
    EXPECT_EQ(comparar_json(R"({"a": {"b": 1}})", R"({"a":null})", v), "/a: expected an object, got null");
    EXPECT_EQ(comparar_json("[1, 2]", "[1,2,3]", v), "/: expected a list of 2, got [1,2,3]");
    EXPECT_EQ(comparar_json("[1, 2]", "[1]", v), "/1: expected 2, but the list ends");
    EXPECT_EQ(comparar_json(R"([1, "..."])", "[1,2,3]", v), "");
    EXPECT_EQ(comparar_json(R"(["..."])", "7", v), "/: expected a list, got 7");
    EXPECT_EQ(comparar_json("[]", "[1]", v), "/: expected a list of 0, got [1]");
    EXPECT_EQ(comparar_json(R"({"a": "$*"})", R"({"a":[1]})", v), "");
    EXPECT_EQ(comparar_json(R"({"a": "$*"})", "{}", v), "/a: expected \"$*\", got nothing");
    EXPECT_EQ(comparar_json(R"({"a": "$!"})", "{}", v), "");
    EXPECT_EQ(comparar_json(R"({"a": "$!"})", R"({"a":[1]})", v), "/a: expected nothing, got [1]");
    EXPECT_EQ(comparar_json("{", "{}", v), "what is expected is not JSON: {");
    EXPECT_EQ(comparar_json("{}", "{", v), "the answer is not JSON");
}

TEST(Caso, LoQueCambiaDeUnaVezAOtraQuedaFijo) {
    const auto otro_dia = Fecha::de_civil(2027, 3, 10).value();
    EXPECT_EQ(
        estable(
            R"({"a":[1.50,2,3,4],"fecha":"2027-03-12","dicha":"2027-03-01","vieja":"2026-01-02","creadoEn":"2027-03-10T01:02:03.456Z",)"
            R"("password":"x7","b":{},"c":null})",
            {otro_dia, "POST /a {\"dicha\": \"2027-03-01\"}"}),
        "{\n  \"a\": [\n    1.50,\n    2,\n    3\n  ],\n  \"fecha\": \"2026-11-19\",\n  \"dicha\": \"2027-03-01\",\n  \"vieja\": "
        "\"2026-01-02\",\n"
        "  \"creadoEn\": \"2026-11-17T18:30:00Z\",\n  \"password\": \"una frase que nadie adivina\",\n  \"b\": {},\n"
        "  \"c\": null\n}");
}

TEST(Caso, UnNombreTomaElValorYDespuesLoExige) {
    Valores v;
    EXPECT_EQ(comparar_json(R"({"a": "$id", "b": "$texto"})", R"({"a":7,"b":"x"})", v), "");
    EXPECT_EQ(comparar_json(R"(["$id"])", "[7]", v), "");
    EXPECT_EQ(comparar_json(R"(["$id"])", "[8]", v), "/0: expected 7 ($id), got 8");
    EXPECT_EQ(comparar_json(R"(["$id"])", R"(["7"])", v), R"(/0: expected 7 ($id), got "7")");
    EXPECT_EQ(sustituir(R"({"id": "$id", "t": "$texto", "u": "a-$texto-$id", "w": "$otro"} /$id)", v),
              R"({"id": 7, "t": "x", "u": "a-x-7", "w": "$otro"} /7)");
}

TEST(Caso, LaLecturaTomaCadaParte) {
    const auto pasos = leer_caso(
        "# first\nPOST /api/A?b=1 {\"a\":\n  1}\n@ como otra\n@ Idempotency-Key: k\n\n200 {\"data\":\n 2}\n> ETag: \"1\"\n> "
        "!X\nGET /b\n404\n");
    ASSERT_EQ(pasos.size(), 2U);
    EXPECT_EQ(pasos[0].metodo, "POST");
    EXPECT_EQ(pasos[0].destino, "/api/A?b=1");
    EXPECT_EQ(pasos[0].como, "otra");
    EXPECT_EQ(pasos[0].encabezados, (Headers{{"Idempotency-Key", "k"}}));
    EXPECT_EQ(pasos[0].estado, 200);
    EXPECT_EQ(pasos[0].linea_estado, 7);
    EXPECT_EQ(pasos[0].esperados, (Headers{{"ETag", "\"1\""}, {"!X", ""}}));
    EXPECT_EQ(pasos[1].estado, 404);
    EXPECT_THROW(leer_caso("GET /a\nGET /b\n200\n"), std::runtime_error);
    EXPECT_THROW(leer_caso("200\n"), std::runtime_error);
    EXPECT_THROW(leer_caso("GET /a\n"), std::runtime_error);
    EXPECT_THROW(leer_caso(""), std::runtime_error);
}

TEST(Caso, UnComandoEsperaLoQueImprime) {
    const auto pasos = leer_caso("GET /a\n200\n$ cacao import contactos a.csv\n200 rows\nline 2: b\nGET /b\n200\n");
    ASSERT_EQ(pasos.size(), 3U);
    EXPECT_EQ(pasos[1].comando, (std::vector<std::string>{"cacao", "import", "contactos", "a.csv"}));
    EXPECT_EQ(pasos[1].esperado, "200 rows\nline 2: b\n");
    EXPECT_EQ(pasos[2].destino, "/b");
    EXPECT_THROW(leer_caso("GET /a\n$ cacao x\n"), std::runtime_error);
}

TEST(Caso, UnTextoQueTerminaEnUnNombreTomaElResto) {
    Valores v{{"id", "7"}};
    EXPECT_EQ(comparar_json(R"({"url": "/a/$id?b=$boleto"})", R"({"url": "/a/7?b=1.2.x"})", v), "");
    EXPECT_EQ(v["boleto"], "\"1.2.x\"");
    EXPECT_EQ(comparar_json(R"({"url": "/a/$id?b=$boleto"})", R"({"url": "/a/7?b=1.2.x"})", v), "");
    EXPECT_NE(comparar_json(R"({"url": "/a/$id?b=$boleto"})", R"({"url": "/a/7?b=otro"})", v), "");
    EXPECT_NE(comparar_json(R"({"url": "/a/$id?b=$boleto"})", R"({"url": "/a/8?b=1.2.x"})", v), "");
}

TEST(Caso, UnArchivoViajaComoFormulario) {
    const auto pasos = leer_caso("POST /a\n@ archivo foto f.png image/png aG9sYQ==\n200\n");
    EXPECT_EQ(pasos[0].encabezados, (Headers{{"Content-Type", "multipart/form-data; boundary=----caso"}}));
    EXPECT_NE(pasos[0].cuerpo.find("name=\"foto\"; filename=\"f.png\"\r\nContent-Type: image/png\r\n\r\nhola\r\n"),
              std::string::npos);
    EXPECT_THROW(leer_caso("POST /a\n@ archivo foto f.png image/png !\n200\n"), std::runtime_error);
    const auto varias = leer_caso("POST /a\n@ campo id $uno\n@ archivo foto f.png image/png aG9sYQ==\n200\n");
    EXPECT_EQ(varias[0].encabezados.size(), 1U);
    EXPECT_TRUE(
        varias[0].cuerpo.starts_with("------caso\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n$uno\r\n------caso\r\n"));
    EXPECT_TRUE(varias[0].cuerpo.ends_with("\r\n\r\nhola\r\n------caso--\r\n"));
}

TEST(Caso, EstadoYEncabezadosCuentan) {
    Valores v;
    Paso paso;
    paso.estado = 200;
    EXPECT_EQ(comparar(paso, {201, {}, ""}, v), "expected status 200, got 201");
    paso.esperados = {{"ETag", "\"1\""}};
    EXPECT_EQ(comparar(paso, {200, {}, ""}, v), "header ETag: expected \"1\", got none");
    EXPECT_EQ(comparar(paso, {200, {{"etag", "\"2\""}}, ""}, v), "header ETag: expected \"1\", got \"2\"");
    EXPECT_EQ(comparar(paso, {200, {{"etag", "\"1\""}}, ""}, v), "");
    paso.esperados = {{"!ETag", ""}};
    EXPECT_EQ(comparar(paso, {200, {{"ETag", "\"1\""}}, ""}, v), "header ETag: expected none, got \"1\"");
    paso.esperados.clear();
    paso.contiene = "hola";
    EXPECT_EQ(comparar(paso, {200, {}, "adios"}, v), "the body does not contain hola");
}

}  // namespace
}  // namespace cacao::test
