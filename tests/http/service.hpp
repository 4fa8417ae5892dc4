#pragma once
// The real service, on a port of its own, over a database of its own on either engine. In it stand two companies: `admin` and
// `consulta` (role Consulta: reading) belong to the first, `otra` administers the second. They are made once for each engine and
// copied, so that a fresh service costs no password hashing.
//
//     Service service{GetParam()};
//     auto r = service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"A1",…})");

#include "http/client.hpp"
#include "http/process.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

// Who may call, and with what.
struct Person {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
    std::string usuario;
    std::string password;
    std::string token;    // good for a day
    std::string expired;  // the same, no longer good
    std::string apiKey;   // of a consumer with the same rights
};
// admin, consulta, otra; `nada` has a role without any permission.
const std::map<std::string, Person, std::less<>>& people(db::Motor motor);

// A copy of the prepared database and the folder with its key.
class Installation {
public:
    explicit Installation(db::Motor motor);

    db::Motor motor() const { return base_.motor(); }
    const std::string& data() const { return base_.folder(); }
    const std::string& url() const { return base_.service_url(); }
    const std::string& owner_url() const { return base_.owner_url(); }
    const std::string& database() const { return base_.name(); }  // of PostgreSQL
    // `cacao <command> --data … --db …` and then `arguments`.
    Ended run(std::vector<std::string> command, const std::vector<std::string>& arguments = {}) const;

private:
    Database base_;
};

class Service {
public:
    explicit Service(db::Motor motor, std::vector<std::string> arguments = {}, std::vector<std::string> environment = {});
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    std::uint16_t port() const { return port_; }
    const Installation& installation() const { return installation_; }
    const Person& person(std::string_view name) const;

    // As one of the people, `nadie` without a token. An Authorization among `headers` wins.
    HttpAnswer ask(std::string_view who, std::string_view method, std::string_view target, std::string_view body = {},
                   Headers headers = {});
    Headers authorized(std::string_view who, Headers headers = {}) const;

    // Starts it again after stop() or kill(), on another port.
    void start();
    // … and from now on with another environment.
    void start_with(std::vector<std::string> environment);
    // SIGTERM and the exit status.
    int stop();
    void kill();
    Process& process() { return *process_; }

private:
    Installation installation_;
    std::vector<std::string> arguments_;
    std::vector<std::string> environment_;
    std::unique_ptr<Process> process_;
    std::unique_ptr<Client> client_;
    std::uint16_t port_ = 0;
};

}  // namespace cacao::test
