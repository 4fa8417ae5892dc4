#pragma once
// The commands of the binary, one function each. They print for people (or JSON with --json) and return the exit status; what
// goes wrong is thrown and becomes one plain sentence in main.

#include "command/config.hpp"
#include "command/demo_giro.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::api {
struct Oficio;
}
namespace cacao::red {
class Cliente;
}

namespace cacao::command {

inline constexpr std::string_view version = CACAO_VERSION;

// Whatever the arguments ask for; the exit status.
int run_command_line(int argc, char** argv);

struct ServeOptions {
    bool demo = false;  // make the demo company when there is no company yet, and show its credentials
    // Kinds of work beside those of rooms, for programs that are made of the service's parts: tests.
    std::vector<api::Oficio> (*more_work)(const Config&, const red::Cliente&) = nullptr;
};
int serve(const Config& config, const ServeOptions& options);

struct DemoOptions {
    Giro giro = Giro::comercio;
    std::int64_t contactos = 200;
    std::int64_t documentos = 500;
    bool json = false;
};
int demo(const Config& config, const DemoOptions& options);

int migrate(const Config& config);

struct OrgOptions {
    std::string nombre;
    std::string rfc;
    std::string zona;
    std::string usuario;  // of the first administrator
    bool json = false;
};
int org_add(const Config& config, const OrgOptions& options);
int org_link(const Config& config);
int org_list(const Config& config, bool json);

struct OrgProfileOptions {
    std::string organizacion;                                  // RFC or identifier; empty: the only one
    std::vector<std::pair<std::string, std::string>> cambios;  // a field of the profile and what it is to be
    std::string logo;                                          // a file
    bool sin_logo = false;
    bool json = false;
};
// What it is now; `set` changes it first.
int org_show(const Config& config, const OrgProfileOptions& options);
int org_set(const Config& config, const OrgProfileOptions& options);

struct UserOptions {
    std::string usuario;
    std::string nombre;
    std::string rol = "Administrador";
    std::int64_t organizacionId = 0;  // 0: the only one
    bool json = false;
};
int user_add(const Config& config, const UserOptions& options);
int user_password(const Config& config, const UserOptions& options);

struct KeyOptions {
    std::string nombre;
    std::string tipo = "general";
    std::string rol = "Administrador";
    std::string prefijo;
    std::int64_t organizacionId = 0;
    bool json = false;
};
int key_add(const Config& config, const KeyOptions& options);
int key_revoke(const Config& config, const KeyOptions& options);

struct SealOptions {
    std::string organizacion;  // RFC or identifier; empty: the only one
    std::string cer, key;      // files
    std::string password;      // a file; empty: its first line is read from standard input
    std::string numero;        // of the certificate to retire
    bool json = false;
};
int seal_add(const Config& config, const SealOptions& options);
int seal_list(const Config& config, const SealOptions& options);
int seal_retire(const Config& config, const SealOptions& options);
// The same of e.firma.
int efirma_add(const Config& config, const SealOptions& options);
int efirma_list(const Config& config, const SealOptions& options);
int efirma_retire(const Config& config, const SealOptions& options);

struct VerifyOptions {
    bool quick = false;  // what the last day touched
    std::string anchor;  // a file: its anchors are checked, and those of now are added
};
int verify(const Config& config, const VerifyOptions& options);

struct JournalOptions {
    std::int64_t organizacionId = 0;  // 0: the only one
    std::string desde, hasta;         // yyyy-MM-dd
};
int export_journal(const Config& config, const JournalOptions& options);

struct CatalogOptions {
    std::string file;      // "-" for standard input
    std::string catalogo;  // "": told by the names of the columns
    bool dry_run = false;
    bool partial = false;  // leave faulty rows out instead of refusing the file
};
int catalogs_import(const Config& config, const CatalogOptions& options);
// What import and export know.
std::vector<std::string> table_kinds();

struct ImportOptions {
    std::string clase;         // contactos, productos …
    std::string file;          // "-": standard input
    std::string organizacion;  // RFC or identifier; empty: the only one
    bool dry_run = false;
    bool parcial = false;
};
// 0 when every row was good, 1 when some were not.
int import_table(const Config& config, const ImportOptions& options);

struct MailboxOptions {
    std::string folder;
    std::string move_to;       // where files go that were taken in; empty: they stay
    std::string organizacion;  // RFC or identifier; empty: the only one
};
// 0 when every document was taken in, or had been before.
int mailbox_import(const Config& config, const MailboxOptions& options);

struct ExportOptions {
    std::string clase;
    std::string organizacion;
    std::string formato = "csv";  // csv, xlsx
    std::string file;             // empty: standard output
    bool bom = false;             // of CSV
};
int export_table(const Config& config, const ExportOptions& options);

int backup(const Config& config, const std::string& file);
int restore(const Config& config, const std::string& file);
int openapi();
int doctor(const Resolved& resolved);

}  // namespace cacao::command
