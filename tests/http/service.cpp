#include "http/service.hpp"

#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "support/postgres.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace cacao::test {
namespace {

constexpr std::chrono::seconds start_patience{60};
constexpr std::int64_t day = 24 * 3600;

// The database that every installation is a copy of.
struct Prepared {
    Database base;
    std::map<std::string, Person, std::less<>> people;

    explicit Prepared(db::Motor motor) : base(motor) {
        fill(base.db());
        base.close();
    }

    void fill(db::Database& database) {
        const Reloj reloj;
        const auto ahora = reloj.ahora();
        const api::Operations operations;
        const auto key = auth::MasterKey::open_or_create(base.folder() + "/llave");
        Seguridad seguridad{database, key, operations, reloj, "cacao"};
        auto& pool = seguridad.contrasenas();
        const auto first = alta::crear_organizacion(database, pool, {.nombre = "Dulces de Prueba", .rfc = "EKU9003173C9"},
                                                    "admin@prueba.mx", "Ana Administradora", ahora);
        const auto second =
            alta::crear_organizacion(database, pool, {.nombre = "Otra Empresa", .rfc = ""}, "otra@ajena.mx", "Olga Otra", ahora);
        people["admin"] = {first.organizacionId, first.usuarioId, first.usuario, first.password, {}, {}, {}};
        people["otra"] = {second.organizacionId, second.usuarioId, second.usuario, second.password, {}, {}, {}};
        people["consulta"] = {first.organizacionId, 0, "consulta@prueba.mx", "solo-miro-y-no-toco", {}, {}, {}};
        people["nada"] = {first.organizacionId, 0, "nada@prueba.mx", "no-puedo-hacer-nada", {}, {}, {}};
        const auto hash_consulta = pool.hash(people["consulta"].password);
        const auto hash_nada = pool.hash(people["nada"].password);
        std::int64_t rol_nada = 0;
        database.write_now(first.organizacionId, [&](db::Writer& tx) {
            rol_nada = alta::agregar_rol(tx, "Nada", "", {}, ahora);
            const auto add = [&](Person& p, const std::string& hash, std::int64_t rolId) {
                alta::Usuario usuario{.usuario = p.usuario, .nombre = p.usuario, .correo = {}, .contrasena = hash};
                usuario.roles = {rolId};
                p.usuarioId = alta::agregar_usuario(tx, usuario, ahora);
            };
            add(people["consulta"], hash_consulta, first.rolConsultaId);
            add(people["nada"], hash_nada, rol_nada);
        });
        const std::map<std::string, std::int64_t> roles{{"admin", first.rolAdministradorId},
                                                        {"consulta", first.rolConsultaId},
                                                        {"nada", rol_nada},
                                                        {"otra", second.rolAdministradorId}};
        for (auto& [who, p] : people) {
            p.apiKey = alta::crear_consumidor(database, p.organizacionId, "Integración de " + who, "prueba", {roles.at(who)},
                                              {"*"}, ahora)
                           .apiKey;
            give_tokens(database, seguridad, p, ahora);
        }
    }

    // As a login makes them, but without its wait and with the times that tests want.
    static void give_tokens(db::Database& database, const Seguridad& seguridad, Person& p, Instante ahora) {
        database.write_now(p.organizacionId, [&](db::Writer& tx) {
            const auto opened = abrir_sesion(tx, {p.usuarioId, 0, {}}, ahora);
            const auto now = ahora.segundos();
            p.token = seguridad.firmar({p.organizacionId, p.usuarioId, 0, opened.familia, now, now + day, "bueno"});
            p.expired = seguridad.firmar({p.organizacionId, p.usuarioId, 0, opened.familia, now - 1000, now - 100, "vencido"});
        });
    }
};

const Prepared& prepared(db::Motor motor) { return once_per_motor<Prepared>(motor); }

std::uint16_t announced_port(const std::string& out) {
    constexpr std::string_view before = "serves http://127.0.0.1:";
    const std::size_t at = out.find(before);
    if (at == std::string::npos || out.find('\n', at) == std::string::npos) return 0;
    return static_cast<std::uint16_t>(std::stoi(out.substr(at + before.size())));
}

}  // namespace

const std::map<std::string, Person, std::less<>>& people(db::Motor motor) { return prepared(motor).people; }

Installation::Installation(db::Motor motor) : base_(Database::copy_of(prepared(motor).base)) {
    std::filesystem::copy_file(prepared(motor).base.folder() + "/llave", data() + "/llave");
}

Ended Installation::run(std::vector<std::string> command, const std::vector<std::string>& arguments) const {
    command.insert(command.end(), {"--data", data(), "--db", url(), "--db-owner", owner_url()});
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_cacao(command);
}

Service::Service(db::Motor motor, std::vector<std::string> arguments, std::vector<std::string> environment)
    : installation_(motor), arguments_(std::move(arguments)), environment_(std::move(environment)) {
    start();
}

Service::~Service() {
    client_.reset();
    if (process_) process_->signal(SIGKILL);
    process_.reset();
}

void Service::start() {
    std::vector<std::string> command{cacao_binary(), "serve", "--data", installation_.data(), "--db", installation_.url()};
    for (const char* a : {"--listen", "127.0.0.1:0", "--access-log", "off", "--rate-limit", "0"}) command.emplace_back(a);
    // Nobody outside is asked, unless a test brings its own authority or provider.
    for (const std::string url : {"--sat-url", "--sat-download-request-url", "--sat-download-url", "--sw-url", "--sw-data-url",
                                  "--sw-test-url", "--sw-test-data-url", "--finkok-url", "--finkok-test-url"})
        if (std::ranges::find(arguments_, url) == arguments_.end()) command.insert(command.end(), {url, ""});
    command.insert(command.end(), arguments_.begin(), arguments_.end());
    process_ = std::make_unique<Process>(command, environment_);
    const auto until = std::chrono::steady_clock::now() + start_patience;
    port_ = 0;
    while (port_ == 0 || ask_once(port_, "GET", "/readyz").status != 200) {
        if (!process_->running() || std::chrono::steady_clock::now() > until)
            throw std::runtime_error("the service does not start: " + process_->out() + process_->err());
        port_ = announced_port(process_->out());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    client_ = std::make_unique<Client>(port_);
}

void Service::start_with(std::vector<std::string> environment) {
    environment_ = std::move(environment);
    start();
}

const Person& Service::person(std::string_view name) const {
    const auto& all = people(installation_.motor());
    const auto found = all.find(name);
    if (found == all.end()) throw std::runtime_error("there is no " + std::string{name});
    return found->second;
}

Headers Service::authorized(std::string_view who, Headers headers) const {
    const bool given = std::ranges::any_of(headers, [](const auto& h) { return h.first == "Authorization"; });
    if (who != "nadie" && !given) headers.emplace_back("Authorization", "Bearer " + person(who).token);
    return headers;
}

HttpAnswer Service::ask(std::string_view who, std::string_view method, std::string_view target, std::string_view body,
                        Headers headers) {
    // A test that looks at the database for longer than the service waits for a request finds its connection closed.
    if (client_->closed()) client_ = std::make_unique<Client>(port_);
    auto answer = client_->ask(method, target, authorized(who, std::move(headers)), body);
    // A refusal before the body was read ends the connection; the next request gets a new one.
    if (answer.status == 0 || answer.header("Connection") == "close") client_ = std::make_unique<Client>(port_);
    return answer;
}

int Service::stop() {
    client_.reset();
    process_->signal(SIGTERM);
    return process_->wait();
}

void Service::kill() {
    client_.reset();
    process_->signal(SIGKILL);
    process_->wait();
}

}  // namespace cacao::test
