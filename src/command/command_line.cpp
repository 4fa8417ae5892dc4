// Reads the command line and hands over. Beside the other file that knows its library, which is all templates: both are compiled
// as one.

#include "command/commands.hpp"
#include "command/demo_company.hpp"
#include "command/installation.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): not every libc header gives it

namespace cacao::command {
namespace {

// A command with the common settings; what to do is decided after parsing.
struct Command {
    CLI::App* app;
    std::unique_ptr<CommonFlags> flags;
    std::function<int(const Resolved&)> run;
};

class Commands {
public:
    explicit Commands(CLI::App& root) : root_(root) {}

    CLI::App& add(CLI::App& parent, const std::string& name, const std::string& help, std::function<int(const Resolved&)> run) {
        CLI::App* app = parent.add_subcommand(name, help);
        list_.push_back({app, std::make_unique<CommonFlags>(*app), std::move(run)});
        return *app;
    }
    int run() const {
        for (const auto& c : list_)
            if (c.app->parsed()) return c.run(resolve(c.flags->given(), cacao_variables(environ)));
        fmt::print("{}", root_.help());
        return 2;
    }

private:
    CLI::App& root_;
    std::vector<Command> list_;
};

const std::map<std::string, Giro>& giros_de_demostracion() {
    static const auto giros = [] {
        std::map<std::string, Giro> todos;
        for (const auto& g : reflect::enumerators<Giro>) todos.emplace(g.name, static_cast<Giro>(g.value));
        return todos;
    }();
    return giros;
}

}  // namespace

int run_command_line(int argc, char** argv) {
    CLI::App root{"Cacao: business management behind one REST interface", "cacao"};
    root.require_subcommand(0, 1);
    Commands commands{root};

    ServeOptions serve_options;
    commands.add(root, "serve", "Serve the interface", [&](const Resolved& r) { return serve(r.config, serve_options); })
        .add_flag("--demo", serve_options.demo, "Make a demo company when there is no company yet, and show its credentials");

    commands.add(root, "migrate", "Bring the database's schema to this version",
                 [](const Resolved& r) { return migrate(r.config); });

    DemoOptions demo_options;
    auto& demo_app =
        commands.add(root, "demo", "Make a demo company", [&](const Resolved& r) { return demo(r.config, demo_options); });
    demo_app.add_option("--contactos", demo_options.contactos, "How many contacts")->check(CLI::Range(0, 100'000'000));
    demo_app.add_option("--documents", demo_options.documentos, "How many documents, over the twelve months up to today")
        ->check(CLI::Range(0, 100'000'000));
    demo_app.add_option("--giro", demo_options.giro, "Its line of business, beside what every company does")
        ->transform(CLI::CheckedTransformer(giros_de_demostracion(), CLI::ignore_case));
    demo_app.add_flag("--json", demo_options.json, "Print for programs");

    CLI::App* org = root.add_subcommand("org", "Organizations");
    org->require_subcommand(1);
    OrgOptions org_options;
    org_options.zona = zona_predeterminada;
    auto& org_add_app = commands.add(*org, "add", "Make an organization and its administrator",
                                     [&](const Resolved& r) { return org_add(r.config, org_options); });
    org_add_app.add_option("nombre", org_options.nombre, "Name")->required();
    org_add_app.add_option("--rfc", org_options.rfc, "RFC");
    org_add_app.add_option("--zone", org_options.zona, "Time zone")->capture_default_str();
    org_add_app.add_option("--user", org_options.usuario, "User name of the first administrator")->required();
    org_add_app.add_flag("--json", org_options.json, "Print for programs");
    commands.add(*org, "link", "Print a link with which one more company is founded in a browser",
                 [](const Resolved& r) { return org_link(r.config); });
    bool list_json = false;
    commands.add(*org, "list", "List organizations", [&](const Resolved& r) { return org_list(r.config, list_json); })
        .add_flag("--json", list_json, "Print for programs");

    OrgProfileOptions profile_options;
    const auto profile_app = [&](std::string_view name, std::string_view what, auto command) -> CLI::App& {
        auto& app = commands.add(*org, std::string{name}, std::string{what},
                                 [&, command](const Resolved& r) { return command(r.config, profile_options); });
        app.add_option("--organizacion,--organization", profile_options.organizacion, "RFC or number, when there are several");
        app.add_flag("--json", profile_options.json, "Print for programs");
        return app;
    };
    profile_app("show", "Show the profile of an organization and what it lacks", org_show);
    auto& org_set_app = profile_app("set", "Change the profile of an organization", org_set);
    for (const auto& [option, campo, what] : std::initializer_list<std::tuple<std::string, std::string, std::string>>{
             {"--name", "nombre", "Name"},
             {"--rfc", "rfc", "RFC"},
             {"--regime", "regimenFiscal", "Fiscal regime, a key of c_RegimenFiscal"},
             {"--street", "calle", "Street"},
             {"--exterior", "numeroExterior", "Number in the street"},
             {"--interior", "numeroInterior", "Number inside of it"},
             {"--colony", "colonia", "Colony"},
             {"--municipality", "municipio", "Municipality"},
             {"--state", "estado", "State"},
             {"--postal-code", "codigoPostal", "Postal code"},
             {"--country", "pais", "Country, a key of c_Pais"},
             {"--zone", "zona", "Time zone"}})
        org_set_app.add_option_function<std::string>(
            option, [&, campo = campo](const std::string& valor) { profile_options.cambios.emplace_back(campo, valor); }, what);
    auto* logo = org_set_app.add_option("--logo", profile_options.logo, "Image file of its logo");
    org_set_app.add_flag("--no-logo", profile_options.sin_logo, "Take its logo away")->excludes(logo);

    CLI::App* user = root.add_subcommand("user", "Users");
    user->require_subcommand(1);
    UserOptions user_options;
    auto& user_add_app =
        commands.add(*user, "add", "Add a user", [&](const Resolved& r) { return user_add(r.config, user_options); });
    user_add_app.add_option("usuario", user_options.usuario, "User name")->required();
    user_add_app.add_option("--name", user_options.nombre, "Full name")->required();
    user_add_app.add_option("--role", user_options.rol, "Role")->capture_default_str();
    user_add_app.add_option("--organization", user_options.organizacionId, "Organization, when there are several");
    user_add_app.add_flag("--json", user_options.json, "Print for programs");
    auto& password_app = commands.add(*user, "password", "Give a user a new password",
                                      [&](const Resolved& r) { return user_password(r.config, user_options); });
    password_app.add_option("usuario", user_options.usuario, "User name")->required();
    password_app.add_flag("--json", user_options.json, "Print for programs");

    CLI::App* seal = root.add_subcommand("seal", "Certificates with which organizations seal what they issue (CSD)");
    seal->require_subcommand(1);
    SealOptions seal_options;
    using SealCommand = int (*)(const Config&, const SealOptions&);
    const auto pair_app = [&](CLI::App* of, const char* name, const char* what, SealCommand run) -> CLI::App& {
        auto& app =
            commands.add(*of, name, what, [&seal_options, run](const Resolved& r) { return run(r.config, seal_options); });
        app.add_option("--organizacion,--organization", seal_options.organizacion, "RFC or number, when there are several");
        app.add_flag("--json", seal_options.json, "Print for programs");
        return app;
    };
    const auto pair_apps = [&](CLI::App* of, const std::array<std::pair<const char*, SealCommand>, 3>& three) {
        auto& add_app = pair_app(of, "add", three[0].first, three[0].second);
        add_app.add_option("cer", seal_options.cer, "The certificate (.cer)")->required();
        add_app.add_option("key", seal_options.key, "Its key (.key)")->required();
        add_app.add_option("--password-file", seal_options.password, "File with the password of the key; else standard input");
        pair_app(of, "list", three[1].first, three[1].second);
        pair_app(of, "retire", three[2].first, three[2].second)
            .add_option("number", seal_options.numero, "Its number")
            ->required();
    };
    pair_apps(seal, {{{"Add a certificate with its key", seal_add},
                      {"List certificates and when they end", seal_list},
                      {"Seal nothing with a certificate any more", seal_retire}}});
    CLI::App* efirma = root.add_subcommand("efirma", "The e.firma with which organizations ask the tax authority");
    efirma->require_subcommand(1);
    pair_apps(efirma, {{{"Add an e.firma with its key", efirma_add},
                        {"List e.firmas and when they end", efirma_list},
                        {"Sign nothing with an e.firma any more; its key is wiped", efirma_retire}}});

    CLI::App* key = root.add_subcommand("key", "API keys");
    key->require_subcommand(1);
    KeyOptions key_options;
    auto& key_add_app = commands.add(*key, "add", "Add an API consumer and its key",
                                     [&](const Resolved& r) { return key_add(r.config, key_options); });
    key_add_app.add_option("nombre", key_options.nombre, "Name of the consumer")->required();
    key_add_app.add_option("--type", key_options.tipo, "Type of integration")->capture_default_str();
    key_add_app.add_option("--role", key_options.rol, "Role of its service user")->capture_default_str();
    key_add_app.add_option("--organization", key_options.organizacionId, "Organization, when there are several");
    key_add_app.add_flag("--json", key_options.json, "Print for programs");
    commands.add(*key, "revoke", "Revoke an API key", [&](const Resolved& r) { return key_revoke(r.config, key_options); })
        .add_option("prefijo", key_options.prefijo, "Prefix of the key")
        ->required();

    VerifyOptions verify_options;
    auto& verify_app = commands.add(root, "verify", "Prove that the books agree with themselves",
                                    [&](const Resolved& r) { return verify(r.config, verify_options); });
    verify_app.add_flag("--quick", verify_options.quick, "Only what the last day touched");
    verify_app.add_option("--anchor", verify_options.anchor,
                          "File of anchors of the audit log, kept elsewhere: checked, then continued; made when it is not there");

    CLI::App* exporting = root.add_subcommand("export", "Write what is stored in formats of other programs");
    exporting->require_subcommand(1);
    JournalOptions journal_options;
    auto& journal_app = commands.add(*exporting, "journal", "Print the books as a plain-text accounting journal (hledger)",
                                     [&](const Resolved& r) { return export_journal(r.config, journal_options); });
    journal_app.add_option("--organizacion,--organization", journal_options.organizacionId,
                           "Organization, when there are several");
    journal_app.add_option("--desde", journal_options.desde, "First day, yyyy-MM-dd");
    journal_app.add_option("--hasta", journal_options.hasta, "Last day, yyyy-MM-dd");
    CLI::App* catalogs = root.add_subcommand("catalogs", "Catalogs of the tax authority");
    catalogs->require_subcommand(1);
    CatalogOptions catalog_options;
    auto& catalog_app = commands.add(*catalogs, "import", "Replace a large catalog by the one in a CSV file",
                                     [&](const Resolved& r) { return catalogs_import(r.config, catalog_options); });
    catalog_app.add_option("file", catalog_options.file, "The file, or - for standard input")->required();
    catalog_app.add_option("--catalog", catalog_options.catalogo, "Which it is, when its columns do not tell");
    catalog_app.add_flag("--dry-run", catalog_options.dry_run, "List the faulty rows and change nothing");
    catalog_app.add_flag("--parcial", catalog_options.partial, "Leave faulty rows out instead of refusing the file");
    const auto kinds = table_kinds();
    ExportOptions export_options;
    for (const auto& kind : kinds) {
        auto& table_app = commands.add(*exporting, kind, "Write a table that `cacao import " + kind + "` takes",
                                       [&export_options, kind](const Resolved& r) {
                                           export_options.clase = kind;
                                           return export_table(r.config, export_options);
                                       });
        table_app.add_option("--organizacion,--organization", export_options.organizacion,
                             "RFC or number, when there are several");
        table_app.add_option("--formato", export_options.formato, "csv or xlsx")->check(CLI::IsMember({"csv", "xlsx"}));
        table_app.add_option("-o,--output", export_options.file, "File; standard output when not given");
        table_app.add_flag("--bom", export_options.bom, "Begin CSV with the mark by which spreadsheets know UTF-8");
    }
    ImportOptions import_options;
    auto& import_app =
        commands.add(root, "import", "Bring a table (CSV) into the company: " + fmt::format("{}", fmt::join(kinds, ", ")),
                     [&](const Resolved& r) { return import_table(r.config, import_options); });
    import_app.add_option("kind", import_options.clase, "What the rows are")->required()->check(CLI::IsMember(kinds));
    import_app
        .add_option("file", import_options.file,
                    "CSV with the field names of the interface in its first row; - for standard input")
        ->required();
    import_app.add_option("--organizacion,--organization", import_options.organizacion, "RFC or number, when there are several");
    import_app.add_flag("--dry-run", import_options.dry_run, "Judge every row, store nothing");
    import_app.add_flag("--parcial", import_options.parcial, "Store the good rows although others are faulty");
    CLI::App* mailbox = root.add_subcommand("buzon", "Fiscal documents that organizations receive");
    mailbox->require_subcommand(1);
    MailboxOptions mailbox_options;
    auto& mailbox_app = commands.add(*mailbox, "import", "Take in every XML and ZIP of a folder; what came before does nothing",
                                     [&](const Resolved& r) { return mailbox_import(r.config, mailbox_options); });
    mailbox_app.add_option("folder", mailbox_options.folder, "The folder")->required();
    mailbox_app.add_option("--move-to", mailbox_options.move_to, "Folder to which files go that were taken in; else they stay");
    mailbox_app.add_option("--organizacion,--organization", mailbox_options.organizacion,
                           "RFC or number, when there are several");
    std::string file;
    commands.add(root, "backup", "Back up while the service runs", [&](const Resolved& r) { return backup(r.config, file); })
        .add_option("file", file, "A new file")
        ->required();
    commands
        .add(root, "restore", "Restore into a new, empty database", [&](const Resolved& r) { return restore(r.config, file); })
        .add_option("file", file, "A file that backup made")
        ->required();
    commands.add(root, "openapi", "Print the OpenAPI document", [](const Resolved&) { return openapi(); });
    commands.add(root, "doctor", "Check the installation and show its configuration",
                 [](const Resolved& r) { return doctor(r); });
    commands.add(root, "version", "Print the version", [](const Resolved&) {
        fmt::print("cacao {}\n", version);
        return 0;
    });

    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return root.exit(e) == 0 ? 0 : 2;
    }
    return commands.run();
}

}  // namespace cacao::command
