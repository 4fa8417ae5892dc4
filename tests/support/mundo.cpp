#include "support/mundo.hpp"

#include "base/uuid.hpp"
#include "db/migrations.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "support/codigos.hpp"

#include <simdjson.h>

#include <algorithm>
#include <future>

namespace cacao::test {
namespace {

api::Verb verbo(std::string_view nombre) {
    for (const auto v : {api::Verb::GET, api::Verb::POST, api::Verb::PUT, api::Verb::DELETE, api::Verb::HEAD, api::Verb::OPTIONS})
        if (api::nombre(v) == nombre) return v;
    return api::Verb::other;
}

const auto instante_inicial = Instante::leer_iso("2026-11-15T18:00:00Z");

// Nobody guesses them here, and a hash at the service's cost takes a sixth of a second.
constexpr auth::PasswordCost contrasenas_baratas{1, 8192};

auth::MasterKey llave_maestra() { return auth::MasterKey::from_bytes(std::string(32, 'm')); }

// The company of every world, made once per process and engine and copied from then on: a password takes its time to hash.
struct Fundada {
    Database base;
    alta::OrganizacionCreada empresa;

    explicit Fundada(db::Motor motor) : base(motor) {
        Reloj reloj;
        reloj.fijar(instante_inicial);
        const api::Operations operaciones;
        {
            Seguridad seguridad{base.db(), llave_maestra(), operaciones, reloj, "https://cacao.prueba", contrasenas_baratas};
            empresa = alta::crear_organizacion(base.db(), seguridad.contrasenas(),
                                               {.nombre = "Dulces de Prueba", .rfc = "EKU9003173C9"}, "admin@prueba.mx",
                                               "Ana Administradora", reloj.ahora());
        }
        base.close();
    }
};

}  // namespace

std::string Respuesta::header(std::string_view name) const {
    for (const auto& [n, v] : headers)
        if (n == name) return v;
    return {};
}

std::string Respuesta::en(std::string_view puntero) const {
    simdjson::dom::parser parser;
    simdjson::dom::element found;
    if (parser.parse(body).at_pointer(puntero).get(found) != simdjson::SUCCESS) return {};
    if (std::string_view text; found.get(text) == simdjson::SUCCESS) return std::string{text};
    return simdjson::minify(found);
}

std::string Respuesta::faltas() const {
    simdjson::dom::parser parser;
    simdjson::dom::array errores;
    if (parser.parse(body)["errores"].get(errores) != simdjson::SUCCESS) return {};
    std::string lista;
    for (const simdjson::dom::element falta : errores) {
        if (!lista.empty()) lista += "; ";
        lista += std::string{std::string_view{falta["codigo"]}} + ' ' + std::string{std::string_view{falta["campo"]}};
    }
    return lista;
}

Mundo::Mundo(db::Motor motor, std::vector<Registrar> rooms)
    : base(Database::copy_of(once_per_motor<Fundada>(motor).base)),
      maestra(llave_maestra()),
      empresa(once_per_motor<Fundada>(motor).empresa) {
    reloj.fijar(instante_inicial);
    // Whom it asks is on this machine.
    seguridad = std::make_unique<Seguridad>(base.db(), maestra, operaciones, reloj, "https://cacao.prueba", contrasenas_baratas,
                                            red::Salida{red::Redes{{"127.0.0.0/8"}}, true, {}}, "https://cacao.prueba/mcp");
    api::poner_archivos({.firma = &seguridad->enlaces()});
    register_seguridad(operaciones, *seguridad);
    for (const auto& registrar : rooms) registrar(operaciones);
    api::set_cursor_seal(&seguridad->cursores());
    token = token_de(empresa.usuarioId);
    sesion = seguridad->autenticador().check(token);
    dispatcher =
        std::make_unique<api::Dispatcher>(operaciones, base.db(), seguridad->autenticador(), reloj,
                                          api::DispatchSettings{.workers = 4, .pool = 2, .cabezas = &seguridad->bitacora()});
}

Mundo::~Mundo() {
    dispatcher.reset();
    base.close();  // before the session cache that its last writes report to
    api::set_cursor_seal(nullptr);
    api::poner_archivos({});
}

Respuesta Mundo::pide(std::string_view linea, std::string_view cuerpo, const Encabezados& encabezados) {
    return pide_con(token, linea, cuerpo, encabezados);
}

Respuesta Mundo::pide_sin_token(std::string_view linea, std::string_view cuerpo, const Encabezados& encabezados) {
    return pide_con({}, linea, cuerpo, encabezados);
}

Respuesta Mundo::pide_con(const std::string& con, std::string_view linea, std::string_view cuerpo,
                          const Encabezados& encabezados) {
    const auto blanco = linea.find(' ');
    auto destino = linea.substr(blanco + 1);
    const auto pregunta = destino.find('?');
    api::Request request;
    request.verb = verbo(linea.substr(0, blanco));
    request.path = destino.substr(0, pregunta);
    if (pregunta != std::string_view::npos) request.query = destino.substr(pregunta + 1);
    const std::string autorizacion = "Bearer " + con;
    if (!con.empty()) request.headers.push_back({"Authorization", autorizacion});
    const bool con_tipo = std::ranges::any_of(encabezados, [](const auto& e) { return e.first == "Content-Type"; });
    if (!cuerpo.empty() && !con_tipo) request.headers.push_back({"Content-Type", "application/json"});
    for (const auto& [nombre, valor] : encabezados) request.headers.push_back({nombre, valor});
    request.body = cuerpo;
    request.remote = remoto;
    request.trace_id = "0123456789abcdef0123456789abcdef";

    // Shared: the thread that answers may still be inside set_value when the answer is already taken.
    const auto promesa = std::make_shared<std::promise<Respuesta>>();
    api::Handler& quien = puerta != nullptr ? *puerta : *dispatcher;
    quien.handle(request, [promesa](api::Answer&& a) {
        Respuesta r{a.status, std::string{a.content()}, {}, {}};
        if (a.file) {
            r.body.resize(static_cast<std::size_t>(a.file->size()));
            EXPECT_TRUE(a.file->read(0, r.body));
        }
        for (auto& [nombre, valor] : a.headers) r.headers.emplace_back(nombre, std::move(valor));
        r.operacion = a.operation;
        promesa->set_value(std::move(r));
    });
    auto respuesta = promesa->get_future().get();
    exigir_declarados(respuesta);
    return respuesta;
}

// Whatever a test looks at: what an operation refuses with, it declares.
void Mundo::exigir_declarados(const Respuesta& r) const {
    const auto* op = operaciones.find(r.operacion);
    if (r.status != 400 || op == nullptr) return;
    simdjson::dom::parser parser;
    simdjson::dom::array errores;
    if (parser.parse(r.body)["errores"].get(errores) != simdjson::SUCCESS) return;
    for (const simdjson::dom::element falta : errores) {
        const std::string_view codigo = falta["codigo"];
        const bool dicho = std::ranges::any_of(op->codigos, [&](Codigo c) { return nombre(c) == codigo; });
        EXPECT_TRUE(dicho || de_toda_operacion(codigo)) << op->id << " refuses with " << codigo << ", which it does not declare";
    }
}

Respuesta Mundo::entra(std::string_view usuario, std::string_view password) {
    return pide_sin_token("POST /api/Seguridad/Autenticacion",
                          R"({"usuario":")" + std::string{usuario} + R"(","password":")" + std::string{password} + "\"}");
}

Respuesta Mundo::entra_con_llave(std::string_view apiKey) {
    return pide_sin_token("POST /api/Seguridad/Autenticacion", R"({"apiKey":")" + std::string{apiKey} + "\"}");
}

std::int64_t Mundo::crea_usuario(const std::string& usuario, const std::vector<std::int64_t>& roles) {
    std::int64_t usuarioId = 0;
    base->write_now(empresa.organizacionId, [&](db::Writer& tx) {
        alta::Usuario nuevo;
        nuevo.usuario = nuevo.nombre = usuario;
        nuevo.roles = roles;
        usuarioId = alta::agregar_usuario(tx, nuevo, reloj.ahora());
    });
    return usuarioId;
}

std::int64_t Mundo::crea_rol(const std::string& nombre, const std::vector<std::string>& permisos) {
    std::int64_t rolId = 0;
    base->write_now(empresa.organizacionId,
                    [&](db::Writer& tx) { rolId = alta::agregar_rol(tx, nombre, "", permisos, reloj.ahora()); });
    return rolId;
}

std::string Mundo::token_de(std::int64_t usuarioId) {
    std::string hecho;
    base->write_now(empresa.organizacionId, [&](db::Writer& tx) {
        const auto abierta = abrir_sesion(tx, {usuarioId, 0, {}}, reloj.ahora());
        const auto emitido = reloj.ahora().segundos();
        // Valid for a day, so that a test may let time pass.
        hecho = seguridad->firmar({empresa.organizacionId, usuarioId, 0, abierta.familia, emitido, emitido + 24 * 3600, "mundo"});
    });
    return hecho;
}

void Mundo::lee(const std::function<void(const Context&)>& work, db::Lane lane) {
    const auto read = [&](db::Reader& tx) {
        const Context ctx{{.sesion = sesion.get(), .reloj = &reloj, .database = &base.db()}, nullptr, &tx};
        work(ctx);
    };
    base->read(empresa.organizacionId, read, {lane});
}

std::vector<std::string> Mundo::diferencias(const Verificacion& verifica, std::optional<std::int64_t> organizacionId) {
    std::vector<std::string> lista;
    base->read(organizacionId.value_or(empresa.organizacionId),
               [&](db::Reader& tx) { verifica(tx, [&](const std::string& d) { lista.push_back(d); }); });
    return lista;
}

void Mundo::repite_paso(std::string_view numero) {
    for (const db::Migration& paso : db::migrations()) {
        if (!paso.name.starts_with(numero)) continue;
        std::string_view sql = paso.sql;
        for (auto fin = sql.find(";\n"); fin != std::string_view::npos; fin = sql.find(";\n")) {
            std::string una{sql.substr(0, fin)};
            sql.remove_prefix(fin + 2);
            // What it made is there already.
            if (("\n" + una).find("\nCREATE ") == std::string::npos) escribe([&](Context& ctx) { ctx.db().run(una); });
        }
    }
}

void Mundo::escribe(const std::function<void(Context&)>& work) {
    base->write_now(empresa.organizacionId, [&](db::Writer& tx) {
        Context ctx{{.sesion = sesion.get(), .reloj = &reloj, .database = &base.db()}, &tx, &tx};
        work(ctx);
    });
}

std::int64_t Mundo::cuenta(std::string_view sql) {
    std::int64_t n = 0;
    base->read(empresa.organizacionId, [&](db::Reader& tx) {
        tx.each(
            sql, [&](const db::Row& row) { n = row.integer(0); }, empresa.organizacionId);
    });
    return n;
}

}  // namespace cacao::test
