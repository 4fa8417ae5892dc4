// Organizations, users and keys from the command line.

#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "command/commands.hpp"
#include "command/demo_company.hpp"
#include "command/installation.hpp"
#include "db/rows.hpp"
#include "reflect/decode.hpp"
#include "rooms/contabilidad/catalogos/organizacion.hpp"
#include "rooms/seguridad/instalacion.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace cacao::command {
namespace {

std::string json_text(std::string_view text) {
    std::string out;
    reflect::write_string(out, text);
    return out;
}

std::int64_t role_id(db::Database& database, std::int64_t organizacionId, const std::string& rol) {
    std::optional<std::int64_t> id;
    database.read(organizacionId, [&](db::Reader& tx) {
        id = tx.one<std::int64_t>("SELECT rolId FROM rol WHERE organizacionId = $1 AND nombre = $2", organizacionId, rol);
    });
    if (!id) throw Plain(fmt::format("The organization has no role {}.", rol));
    return *id;
}

}  // namespace

int org_add(const Config& config, const OrgOptions& options) {
    const auto database = open_database(config);
    const auto rfc = Rfc::leer(options.rfc);
    if (!options.rfc.empty() && !rfc) throw Plain(fmt::format("{} is not an RFC.", options.rfc));
    if (rfc && rfc->es_generico()) throw Plain(fmt::format("{} is a generic RFC, which is nobody's own.", rfc->texto()));
    if (rfc)
        if (const auto other = alta::organizacion_con_rfc(*database, rfc->texto()); other != 0)
            throw Plain(fmt::format("Organization {} has RFC {} already.", other, rfc->texto()));
    if (!existe_zona(options.zona)) throw Plain(fmt::format("There is no time zone {}.", options.zona));
    auth::PasswordPool passwords;
    const auto made =
        alta::crear_organizacion(*database, passwords, {options.nombre, rfc ? rfc->texto() : std::string{}, options.zona},
                                 options.usuario, options.usuario, Instante::ahora());
    if (options.json)
        fmt::print("{{\"organizacionId\":{},\"usuario\":{},\"password\":{}}}\n", made.organizacionId, json_text(made.usuario),
                   json_text(made.password));
    else
        fmt::print("organization {} ({})\nuser {}   password {}\nThe password is shown this once.\n", made.organizacionId,
                   options.nombre, made.usuario, made.password);
    return 0;
}

int org_link(const Config& config) {
    const auto database = open_database(config);
    std::string code;
    database->write_now(0, [&](db::Writer& tx) { code = nuevo_codigo_de_instalacion(tx, {}, Instante::ahora()); });
    fmt::print("{}/consola/instalar#{}\n", public_url(config), code);
    return 0;
}

int org_list(const Config& config, bool json) {
    const auto database = open_existing(config);
    for (const auto id : organizaciones(*database)) {
        database->read(id, [&](db::Reader& tx) {
            tx.each(
                "SELECT nombre, rfc, activo FROM organizacion WHERE organizacionId = $1",
                [&](const db::Row& row) {
                    if (json)
                        fmt::print("{{\"organizacionId\":{},\"nombre\":{},\"rfc\":{},\"activo\":{}}}\n", id,
                                   json_text(row.text(0)), json_text(row.text(1)), row.integer(2) != 0);
                    else
                        fmt::print("{}\t{}\t{}\t{}\n", id, row.text(0), row.text(1), row.integer(2) != 0 ? "active" : "inactive");
                },
                id);
        });
    }
    return 0;
}

namespace {

// What the arguments say, judged as a request is.
OrganizacionCambio profile_change(const OrgProfileOptions& options) {
    std::string pedido;
    for (const auto& [campo, valor] : options.cambios)
        pedido += fmt::format("{}{}:{}", pedido.empty() ? "{" : ",", json_text(campo), json_text(valor));
    OrganizacionCambio cambio;
    Faltas faltas;
    reflect::Decoding d{faltas};
    if (!pedido.empty())
        reflect::read_document(pedido + "}", faltas, [&](reflect::JsonValue& root) { reflect::read_object(root, cambio, d); });
    faltas.lanzar();
    return cambio;
}

// In the name of nobody, as whoever holds the files.
class Operator {
public:
    Operator(db::Database& database, std::int64_t organizacionId) : database_(database) {
        sesion_.organizacionId = organizacionId;
        database.read(organizacionId, [&](db::Reader& tx) { api::poner_zonas(tx, sesion_); });
    }
    void write(std::string_view comando, const std::function<void(Context&)>& work) {
        database_.write_now(sesion_.organizacionId, [&](db::Writer& tx) {
            Context ctx{{.sesion = &sesion_, .reloj = &reloj_, .operacion = comando, .database = &database_}, &tx, &tx};
            work(ctx);
            note_changes(ctx, comando);
            for (const auto& f : ctx.advertencias()) fmt::print(stderr, "{} {}\n", mensaje(f.codigo, Idioma::en), f.campo);
        });
    }
    Organizacion profile() {
        Organizacion o;
        database_.read(sesion_.organizacionId, [&](db::Reader& tx) {
            o = obtener_organizacion(Context{{.sesion = &sesion_, .reloj = &reloj_, .database = &database_}, nullptr, &tx});
        });
        return o;
    }

private:
    db::Database& database_;
    api::Sesion sesion_;
    Reloj reloj_;
};

void print_profile(const Organizacion& o, bool json) {
    if (json) {
        fmt::print("{}\n", reflect::to_json(o));
        return;
    }
    const std::pair<std::string_view, std::string> lines[] = {{"name", o.nombre},
                                                              {"RFC", o.rfc},
                                                              {"regime", o.regimenFiscal},
                                                              {"street", fmt::format("{} {}", o.calle, o.numeroExterior)},
                                                              {"interior", o.numeroInterior},
                                                              {"colony", o.colonia},
                                                              {"municipality", o.municipio},
                                                              {"state", o.estado},
                                                              {"postal code", o.codigoPostal},
                                                              {"country", o.pais},
                                                              {"zone", o.zona},
                                                              {"logo", o.logo ? o.logo->tipo : ""},
                                                              {"missing", fmt::format("{}", fmt::join(o.faltantes, ", "))}};
    for (const auto& [what, value] : lines)
        if (!recortado(value).empty()) fmt::print("{:<14}{}\n", what, imprimible(value));
}

}  // namespace

int org_show(const Config& config, const OrgProfileOptions& options) {
    const auto database = open_existing(config);
    print_profile(Operator{*database, named_organization(*database, options.organizacion)}.profile(), options.json);
    return 0;
}

int org_set(const Config& config, const OrgProfileOptions& options) {
    const auto cambio = profile_change(options);
    std::optional<ImagenLista> logo;
    if (!options.logo.empty()) logo = revisar_imagen(leer_archivo(options.logo), "--logo");
    const auto database = open_existing(config);
    Operator who{*database, named_organization(*database, options.organizacion)};
    who.write("cacao org set", [&](Context& ctx) {
        if (!options.cambios.empty()) actualizar_organizacion(ctx, cambio);
        if (logo) guardar_logo(ctx, *logo);
        if (options.sin_logo) quitar_logo(ctx);
    });
    print_profile(who.profile(), options.json);
    return 0;
}

int user_add(const Config& config, const UserOptions& options) {
    const auto database = open_existing(config);
    const auto organizacionId = choose_organization(*database, options.organizacionId);
    const auto rolId = role_id(*database, organizacionId, options.rol);
    auth::PasswordPool passwords;
    const auto password = auth::generate_readable_password();
    Faltas faltas;
    alta::revisar_nombre_de_usuario(options.usuario, faltas);
    faltas.lanzar();
    alta::Usuario usuario{
        .usuario = options.usuario, .nombre = options.nombre, .correo = {}, .contrasena = passwords.hash(password)};
    usuario.roles = {rolId};
    std::int64_t usuarioId = 0;
    database->write_now(organizacionId, [&](db::Writer& tx) {
        usuarioId = alta::agregar_usuario(tx, usuario, Instante::ahora());
        alta::anotar_comando(tx, "cacao user add", "Usuario", usuarioId, options.usuario, Instante::ahora());
    });
    if (options.json)
        fmt::print("{{\"usuarioId\":{},\"usuario\":{},\"password\":{}}}\n", usuarioId, json_text(options.usuario),
                   json_text(password));
    else fmt::print("user {}   password {}\nThe password is shown this once.\n", options.usuario, password);
    return 0;
}

int user_password(const Config& config, const UserOptions& options) {
    const auto database = open_existing(config);
    auth::PasswordPool passwords;
    const auto password = alta::restablecer(*database, passwords, options.usuario, Instante::ahora());
    if (!password) throw Plain(fmt::format("There is no user {}.", options.usuario));
    if (options.json) fmt::print("{{\"usuario\":{},\"password\":{}}}\n", json_text(options.usuario), json_text(*password));
    else
        fmt::print("user {}   password {}\nThe password is shown this once; every session of the user has ended.\n",
                   options.usuario, *password);
    return 0;
}

int key_add(const Config& config, const KeyOptions& options) {
    const auto database = open_existing(config);
    const auto organizacionId = choose_organization(*database, options.organizacionId);
    const auto made = alta::crear_consumidor(*database, organizacionId, options.nombre, options.tipo,
                                             {role_id(*database, organizacionId, options.rol)}, {"*"}, Instante::ahora());
    if (options.json) fmt::print("{{\"consumidorId\":{},\"apiKey\":{}}}\n", made.consumidorId, json_text(made.apiKey));
    else
        fmt::print("consumer {} ({})\nAPI key {}\nThe key is shown this once.\n", made.consumidorId, options.nombre, made.apiKey);
    return 0;
}

namespace {

// The prefix that lists of keys show, also out of a whole key as it was handed out: cacao_PREFIX_SECRET.
std::string prefix_in(std::string_view given) {
    constexpr std::string_view start = "cacao_";
    if (given.starts_with(start)) given.remove_prefix(start.size());
    return std::string{given.substr(0, given.find('_'))};
}

}  // namespace

int key_revoke(const Config& config, const KeyOptions& options) {
    const auto prefijo = prefix_in(options.prefijo);
    const auto database = open_existing(config);
    std::optional<std::int64_t> organizacionId;
    database->read(0, [&](db::Reader& tx) {
        organizacionId = tx.one<std::int64_t>("SELECT organizacionId FROM acceso WHERE clave = $1", "llave:" + prefijo);
    });
    bool revoked = false;
    if (organizacionId)
        database->write_now(*organizacionId, [&](db::Writer& tx) {
            const auto consumidorId = tx.one<std::int64_t>(R"(
                UPDATE consumidorLlave SET revocadaEn = $3 WHERE organizacionId = $1 AND prefijo = $2 AND revocadaEn IS NULL
                RETURNING consumidorId)",
                                                           tx.organizacion(), prefijo, Instante::ahora());
            revoked = consumidorId.has_value();
            if (consumidorId)
                alta::anotar_comando(tx, "cacao key revoke", "ConsumidorApi", *consumidorId, prefijo, Instante::ahora());
        });
    if (!revoked) throw Plain(fmt::format("There is no key in force with prefix {}.", prefijo));
    fmt::print("revoked {}\n", prefijo);
    return 0;
}

int demo(const Config& config, const DemoOptions& options) {
    const auto database = open_database(config);
    const bool show = !options.json && isatty(STDERR_FILENO) == 1;
    const auto made = make_demo(config, *database, {options.contactos, options.documentos, options.giro},
                                [&](std::string_view what, std::int64_t done, std::int64_t of) {
                                    if (show) fmt::print(stderr, "\r{} of {} {}", done, of, what);
                                });
    if (show) fmt::print(stderr, "\n");
    if (options.json)
        fmt::print(
            "{{\"organizacionId\":{0},\"apiKey\":{1},\"usuario\":{2},\"password\":{3},\"login\":{{\"usuario\":{2},\"password\":{"
            "3}}}}}\n",
            made.organizacionId, json_text(made.apiKey), json_text(made.usuario), json_text(made.password));
    else
        fmt::print("demo company {}\nuser {}   password {}\nAPI key {}\n(kept in {}/demo.json)\n", made.organizacionId,
                   made.usuario, made.password, made.apiKey, config.data);
    return 0;
}

}  // namespace cacao::command
