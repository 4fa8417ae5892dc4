// Certificates of seal, and e.firma, from the command line.

#include "api/sesion.hpp"
#include "command/commands.hpp"
#include "command/config_values.hpp"
#include "command/installation.hpp"
#include "db/rows.hpp"
#include "reflect/json_write.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/efirma.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

namespace cacao::command {
namespace {

// In the name of nobody, as whoever holds the files.
void as_operator(const Config& config, const SealOptions& options, std::string_view command,
                 const std::function<void(Context&)>& work) {
    const auto database = open_existing(config);
    api::Sesion session;
    session.organizacionId = named_organization(*database, options.organizacion);
    const Reloj clock;
    database->read(session.organizacionId, [&](db::Reader& tx) { api::poner_zonas(tx, session); });
    database->write_now(session.organizacionId, [&](db::Writer& tx) {
        Context ctx{{.sesion = &session, .reloj = &clock, .operacion = command, .database = database.get()}, &tx, &tx};
        work(ctx);
        note_changes(ctx, command);
    });
}

void print_seal(const auto& c, bool json) {
    if (json) fmt::print("{}\n", reflect::to_json(c));
    else fmt::print("{}\t{}\t{}\t{}\t{} days left\n", c.numero, c.rfc, c.nombre, std::string_view{c.estado}, c.diasRestantes);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find_first_of("\r\n")); }

// Two files and a password.
CertificadoSelloNuevo given_pair(const SealOptions& options) {
    CertificadoSelloNuevo given;
    given.certificado.bytes = leer_archivo(options.cer);
    given.llave.bytes = leer_archivo(options.key);
    const auto& file = options.password;
    if (!std::filesystem::is_regular_file(file)) {
        // Standard input, or a pipe.
        given.contrasena.assign(first_line(leer_archivo(file.empty() ? "-" : file)));
        return given;
    }
    std::string password;
    if (const auto wrong = read_password(file, password)) throw Plain(fmt::format("--password-file: {}.", *wrong));
    given.contrasena.assign(std::move(password));
    return given;
}

}  // namespace

int seal_add(const Config& config, const SealOptions& options) {
    const auto given = given_pair(options);
    const timbrado::Emisor issuer{auth::Sealer{master_key(config), sello_de_llaves}};
    const auto prepared = preparar_certificado(issuer, Instante::ahora(), given);
    as_operator(config, options, "cacao seal add",
                [&](Context& ctx) { print_seal(agregar_certificado(ctx, prepared), options.json); });
    return 0;
}

int seal_list(const Config& config, const SealOptions& options) {
    as_operator(config, options, "cacao seal list", [&](Context& ctx) {
        for (const auto& c : listar_certificados(ctx)) print_seal(c, options.json);
    });
    return 0;
}

int seal_retire(const Config& config, const SealOptions& options) {
    as_operator(config, options, "cacao seal retire", [&](Context& ctx) {
        const auto id =
            ctx.db().one<std::int64_t>("SELECT certificadoId FROM certificadoSello WHERE organizacionId = $1 AND numero = $2",
                                       ctx.organizacionId(), options.numero);
        if (!id) throw Plain(fmt::format("There is no certificate {}.", options.numero));
        print_seal(retirar_certificado(ctx, {Id{*id}}), options.json);
    });
    return 0;
}

int efirma_add(const Config& config, const SealOptions& options) {
    const auto given = given_pair(options);
    const timbrado::Efirmas efirmas{auth::Sealer{master_key(config), sello_de_efirmas}};
    const auto prepared = preparar_efirma(efirmas, Instante::ahora(), given);
    as_operator(config, options, "cacao efirma add",
                [&](Context& ctx) { print_seal(agregar_efirma(ctx, prepared), options.json); });
    return 0;
}

int efirma_list(const Config& config, const SealOptions& options) {
    as_operator(config, options, "cacao efirma list", [&](Context& ctx) {
        for (const auto& e : listar_efirmas(ctx)) print_seal(e, options.json);
    });
    return 0;
}

int efirma_retire(const Config& config, const SealOptions& options) {
    as_operator(config, options, "cacao efirma retire", [&](Context& ctx) {
        const auto id = ctx.db().one<std::int64_t>(
            "SELECT efirmaId FROM efirma WHERE organizacionId = $1 AND numero = $2 ORDER BY efirmaId DESC LIMIT 1",
            ctx.organizacionId(), options.numero);
        if (!id) throw Plain(fmt::format("There is no e.firma {}.", options.numero));
        print_seal(retirar_efirma(ctx, {Id{*id}}), options.json);
    });
    return 0;
}

}  // namespace cacao::command
