#pragma once
// A company in a real database of either engine: migrated, with an organization, an administrator and every operation of the
// rooms that a test registers. Requests go through the dispatcher without a socket; functions can be called directly.
//
//     Mundo m{GetParam(), register_contactos};
//     auto r = m.pide("POST /api/Contactos", R"({"codigo":"A1",…})");
//     EXPECT_EQ(r.status, 200);

#include "api/dispatch.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "support/database.hpp"

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

struct Respuesta {
    int status = 0;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string operacion;  // "" when none was reached

    std::string header(std::string_view name) const;  // "" when absent
    // The raw JSON text at a pointer such as /data/0/nombre; strings without their quotes; "" when there is none.
    std::string en(std::string_view puntero) const;
    // "codigo campo; codigo campo" of a refusal, in the order given.
    std::string faltas() const;
};

using Registrar = std::function<void(api::Operations&)>;
using Verificacion = std::function<void(db::Reader&, const std::function<void(const std::string&)>&)>;

class Mundo {
public:
    explicit Mundo(db::Motor motor, std::vector<Registrar> rooms = {});
    ~Mundo();
    Mundo(const Mundo&) = delete;
    Mundo& operator=(const Mundo&) = delete;

    using Encabezados = std::vector<std::pair<std::string, std::string>>;
    // "GET /api/Contactos?pagina=1" as the administrator, as the bearer of a token, or as nobody.
    Respuesta pide(std::string_view linea, std::string_view cuerpo = {}, const Encabezados& encabezados = {});
    Respuesta pide_con(const std::string& token, std::string_view linea, std::string_view cuerpo = {},
                       const Encabezados& encabezados = {});
    Respuesta pide_sin_token(std::string_view linea, std::string_view cuerpo = {}, const Encabezados& encabezados = {});

    // Logs in over the interface; the whole answer.
    Respuesta entra(std::string_view usuario, std::string_view password);
    Respuesta entra_con_llave(std::string_view apiKey);

    // A user without a password, and a token as a login would give, with no wait for the hash.
    std::int64_t crea_usuario(const std::string& usuario, const std::vector<std::int64_t>& roles);
    std::int64_t crea_rol(const std::string& nombre, const std::vector<std::string>& permisos);
    std::string token_de(std::int64_t usuarioId);

    // Runs `work` with a Context of the administrator: as a read, or as a write that is committed.
    void lee(const std::function<void(const Context&)>& work, db::Lane lane = db::Lane::point);
    void escribe(const std::function<void(Context&)>& work);
    // What a verification says of the company, or of another one.
    std::vector<std::string> diferencias(const Verificacion& verifica, std::optional<std::int64_t> organizacionId = {});
    // Runs a step of the schema that rewrites data ("0026") once more, over what the test has made of it.
    void repite_paso(std::string_view numero);

    void avanza(std::int64_t segundos) { reloj.fijar(reloj.ahora().mas_segundos(segundos)); }
    std::int64_t cuenta(std::string_view sql);  // of the organization, which is $1

private:
    void exigir_declarados(const Respuesta& respuesta) const;

public:
    test::Database base;
    Reloj reloj;
    api::Operations operaciones;
    auth::MasterKey maestra;
    std::unique_ptr<Seguridad> seguridad;
    alta::OrganizacionCreada empresa;  // with the administrator's password
    std::shared_ptr<const api::Sesion> sesion;
    std::string token;
    std::string remoto = "203.0.113.7";
    std::unique_ptr<api::Dispatcher> dispatcher;
    api::Handler* puerta = nullptr;  // that stands before the dispatcher
};

}  // namespace cacao::test
