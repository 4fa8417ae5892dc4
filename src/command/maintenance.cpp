// What an operator runs beside the service: migrate, verify, back up, restore, look around.

#include "api/bitacora.hpp"
#include "api/carpeta.hpp"
#include "api/nombre_del_emisor.hpp"
#include "api/organizacion.hpp"
#include "api/posiciones.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "command/commands.hpp"
#include "command/installation.hpp"
#include "db/migrations.hpp"
#include "db/rows.hpp"
#include "engine/libros/exportar_diario.hpp"
#include "engine/verificar/verificar.hpp"
#include "red/correo.hpp"
#include "rooms/activos/depreciacion.hpp"
#include "rooms/buzon/verificar.hpp"
#include "rooms/cartera/recordatorio.hpp"
#include "rooms/compras/verificar.hpp"
#include "rooms/contabilidad/catalogos/organizacion.hpp"
#include "rooms/contactos/verificar.hpp"
#include "rooms/correos/correo.hpp"
#include "rooms/egresos/verificar.hpp"
#include "rooms/escuela/verificar.hpp"
#include "rooms/eventos/mantenimiento.hpp"
#include "rooms/impuestos/verificar.hpp"
#include "rooms/inventario/verificar.hpp"
#include "rooms/mostrador/verificar.hpp"
#include "rooms/periodicos/corrida.hpp"
#include "rooms/precios/verificar.hpp"
#include "rooms/productos/verificar.hpp"
#include "rooms/rutas/verificar.hpp"
#include "rooms/sat/importacion.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/servicio/verificar.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/efirma.hpp"
#include "rooms/timbrado/saldo_timbres.hpp"
#include "rooms/timbrado/verificar.hpp"
#include "rooms/ventas/verificar.hpp"
#include "rooms/viajes/verificar.hpp"
#include "serve/openapi.hpp"

#include <fmt/format.h>

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

namespace cacao::command {
namespace {

// A file with a line for each organization and each time that it was verified. It is worth what the place is worth where it is
// kept.
class Anchors {
public:
    explicit Anchors(std::string file) : file_(std::move(file)) {
        if (file_.empty()) return;
        std::ifstream in{file_};
        std::error_code error;
        if (!in && std::filesystem::exists(file_, error)) throw Plain(fmt::format("The anchors in {} cannot be read.", file_));
        for (std::string line; std::getline(in, line);) {
            auto anchor = api::read_anchor(line);
            if (!anchor) throw Plain(fmt::format("{} holds a line that is no anchor of an audit log.", file_));
            lines_.push_back(line);
            organizations_[anchor->organizacionId].push_back(std::move(*anchor));
        }
    }
    void check(db::Reader& tx, const std::function<void(const std::string&)>& difference) {
        const auto anchored = organizations_.extract(tx.organizacion());
        if (anchored.empty()) return;
        for (const auto& anchor : anchored.mapped())
            if (!api::anchored_head(tx, anchor))
                difference(fmt::format("anchor: the audit log of organizacionId {} is not the one whose head {} was anchored",
                                       anchor.organizacionId, anchor.numero));
    }
    void add(std::string line) {
        if (std::ranges::find(lines_, line) == lines_.end()) lines_.push_back(std::move(line));
    }
    std::vector<std::int64_t> unchecked() const {
        std::vector<std::int64_t> list;
        for (const auto& [organizacionId, anchors] : organizations_) list.push_back(organizacionId);
        return list;
    }
    // Whole or not at all: the old ones must not be lost in writing the new.
    void write() const {
        if (file_.empty()) return;
        const auto draft = file_ + ".new";
        {
            std::ofstream out{draft, std::ios::trunc};
            for (const auto& line : lines_) out << line << '\n';
            if (!out.flush()) throw Plain(fmt::format("The anchors cannot be written to {}.", draft));
        }
        std::error_code error;
        std::filesystem::rename(draft, file_, error);
        if (error) throw Plain(fmt::format("The anchors cannot be written to {}: {}.", file_, error.message()));
    }

private:
    std::string file_;
    std::vector<std::string> lines_;
    std::map<std::int64_t, std::vector<api::Ancla>> organizations_;  // those not looked at yet
};

// Contents outside of the database stand beside its backup.
std::string files_beside(const std::string& file) { return file + ".archivos"; }

struct Copied {
    std::int64_t files = 0;
    std::uint64_t bytes = 0;
};
// A place ends with the fingerprint of what lies there and a number: 1/c2/c2…-17. Whatever else somebody left there is not ours.
std::string fingerprint_of(const std::string& lugar) {
    const auto name = std::filesystem::path{lugar}.filename().string();
    const auto end = name.find('-');
    return end == 64 && std::ranges::count(lugar, '/') == 2 ? name.substr(0, end) : std::string{};
}

bool unchanged(const std::string& lugar, const std::string& bytes) { return fingerprint_of(lugar) == hexadecimal(sha256(bytes)); }

// What is not as it was kept is no copy of anything, and is told.
Copied copy_files(const api::Almacen& from, api::Almacen& to) {
    Copied copied;
    from.list([&](const std::string& lugar, std::uint64_t) {
        if (fingerprint_of(lugar).empty()) return;
        // Taken away since it was listed: nobody named it.
        const auto bytes = from.get(lugar);
        if (!bytes) return;
        if (!unchanged(lugar, *bytes)) {
            fmt::print(stderr, "{} is not what was kept there, and is not copied.\n", lugar);
            return;
        }
        // What lies at the other end already may be damaged.
        if (const auto there = to.get(lugar); there && *there != *bytes) to.remove(lugar);
        to.put(lugar, *bytes);
        ++copied.files;
        copied.bytes += bytes->size();
    });
    return copied;
}

void require_whole(const api::Almacen& files) {
    files.list([&](const std::string& lugar, std::uint64_t) {
        if (fingerprint_of(lugar).empty()) return;
        const auto bytes = files.get(lugar);
        if (!bytes || !unchanged(lugar, *bytes))
            throw Plain(fmt::format("{} beside the backup is not what was backed up. Nothing was restored.", lugar));
    });
}

// Where the database says that contents lie which it does not hold itself.
std::vector<std::string> named_places(db::Database& database) {
    std::vector<std::string> places;
    for (const auto organizacionId : organizaciones(database))
        database.read(organizacionId, [&](db::Reader& tx) {
            std::ranges::move(
                tx.all<std::string>(
                    "SELECT lugar FROM contenido WHERE organizacionId = $1 AND listo = 1 AND lugar <> '' ORDER BY lugar",
                    organizacionId),
                std::back_inserter(places));
        });
    return places;
}

std::int64_t missing(const std::vector<std::string>& places, const api::Almacen& files) {
    return std::ranges::count_if(places, [&](const std::string& place) { return !files.has(place); });
}

// Who is to serve the database must be let in before anything is put there: what was restored is not restored again.
void require_entry(const Config& config) {
    if (config.db == config.db_owner || db::motor_of(config.db) != db::Motor::postgres) return;
    try {
        open_as_it_is(config);
    } catch (const db::DbError& error) {
        throw Plain(
            fmt::format("{} Nothing was restored: an administrator makes the role first, where it is missing (CREATE ROLE "
                        "cacao_servicio NOLOGIN), and grants it to the login of --db.",
                        error.what()));
    }
}

}  // namespace

int migrate(const Config& config) {
    if (db::motor_of(config.db_owner) == db::Motor::sqlite) prepare_data_folder(config);
    int steps = 0;
    db::migrate(config.db_owner, [&](std::string_view step) {
        fmt::print("step {}\n", step);
        ++steps;
    });
    fmt::print("The schema is up to date ({} steps applied now).\n", steps);
    return 0;
}

int verify(const Config& config, const VerifyOptions& options) {
    const auto database = open_existing(config, false);
    const Files files{config};
    const auto key = existing_key(config);
    std::optional<SelloDeBitacora> seal;
    if (key) seal.emplace(*key);
    Anchors anchors{options.anchor};
    std::int64_t differences = 0;
    const bool show = isatty(STDERR_FILENO) == 1;
    bool line_open = false;
    const auto end_line = [&] {
        if (std::exchange(line_open, false)) fmt::print(stderr, "\n");
    };
    const auto difference = [&](const std::string& text) {
        ++differences;
        end_line();
        fmt::print("{}\n", text);
    };
    std::optional<Instante> since;
    constexpr std::int64_t day = 24 * 60 * 60;
    if (options.quick) since = Instante::ahora().mas_segundos(-day);
    for (const auto organizacionId : organizaciones(*database)) {
        const auto progress = [&](std::string_view what, std::int64_t done, std::int64_t total) {
            if (!show) return;
            line_open = true;
            fmt::print(stderr, "\rorganization {}: {}{:<40}", organizacionId, what,
                       total == 0 ? std::string{} : fmt::format(" {} of {}", done, total));
        };
        const auto look = [&](db::Reader& tx) {
            progress("audit log", 0, 0);
            const auto chain = api::verify_chain(tx, seal ? &*seal : nullptr, difference,
                                                 since ? api::last_head_before(tx, *since) : std::nullopt);
            anchors.check(tx, difference);
            if (chain.ultima) anchors.add(api::anchor_of(organizacionId, *chain.ultima));
            if (chain.sin_llave > 0) {
                end_line();
                fmt::print("sin llave: organizacionId {}, {} heads of the audit log up to position {} were not made with {}\n",
                           organizacionId, chain.sin_llave, chain.sin_llave_hasta,
                           seal ? "this key file" : "a key file that is here");
            }
            alta::verificar_rfc(tx, difference);
            verificar_organizacion(tx, difference);
            api::verificar_trabajos(tx, difference);
            if (!since) verificar_timbrados(tx, difference);
            if (!since) verificar_buzon(tx, difference);
            if (!since) verificar_correos(tx, difference);
            if (!since) verificar_recordatorios(tx, difference);
            if (!since) verificar_complementos(tx, difference);
            if (!since) api::verify_positions(tx, difference);
            if (!since) verificar_eventos(tx, difference);
            if (!since) api::verificar_contenidos(tx, difference);
            if (!since) verificar_contactos(tx, difference);
            if (!since) verificar_productos(tx, difference);
            if (!since) verificar_precios(tx, difference);
            if (!since) verificar_ventas(tx, difference);
            if (!since) verificar_inventario(tx, difference);
            if (!since) verificar_compras(tx, difference);
            if (!since) verificar_egresos(tx, difference);
            if (!since) verificar_servicio(tx, difference);
            if (!since) verificar_rutas(tx, difference);
            if (!since) verificar_mostrador(tx, difference);
            if (!since) verificar_activos(tx, difference);
            if (!since) verificar_periodicos(tx, difference);
            if (!since) verificar_impuestos(tx, difference);
            if (!since) verificar_escuela(tx, difference);
            if (!since) verificar_viajes(tx, difference);
            engine::verificar(tx, difference, since, progress);
        };
        try {
            database->read(organizacionId, look);
        } catch (const Error&) {
            // Amounts near the limit, that somebody was free to enter: what they add up to is proven by nobody.
            difference(
                fmt::format("organizacionId {}: its figures add up to more than an amount holds; what was not looked at "
                            "yet is not proven",
                            organizacionId));
        }
        end_line();
    }
    database->read(0, [&](db::Reader& tx) {
        if (!since) sat::verificar_catalogos(tx, difference);
        alta::verificar_sin_acceso(tx, difference);
        api::verify_owners(tx, difference);
        if (tx.motor() != db::Motor::sqlite || since) return;
        tx.each("PRAGMA integrity_check", [&](const db::Row& row) {
            if (row.text(0) != "ok") difference("integrity: " + std::string{row.text(0)});
        });
        tx.each("PRAGMA foreign_key_check", [&](const db::Row& row) {
            difference(fmt::format("foreign key: a row of {} points to a row of {} that is not there", row.text(0), row.text(2)));
        });
    });
    for (const auto& lost : anchors.unchecked())
        difference(fmt::format("anchor: organizacionId {} is not in this database", lost));
    if (differences == 0) anchors.write();
    fmt::print("{} differences\n", differences);
    return differences == 0 ? 0 : 1;
}

int export_journal(const Config& config, const JournalOptions& options) {
    const auto day = [](const std::string& text, std::string_view option) -> std::optional<Fecha> {
        if (text.empty()) return std::nullopt;
        const auto fecha = Fecha::leer_iso(text);
        if (!fecha) throw Plain(fmt::format("{} \"{}\" is not a day such as 2026-11-30", option, text));
        return fecha;
    };
    const engine::Dias dias{day(options.desde, "--desde"), day(options.hasta, "--hasta")};
    const auto database = open_existing(config, false);
    const auto organizacionId = choose_organization(*database, options.organizacionId);
    database->read(organizacionId, [&](db::Reader& tx) {
        engine::exportar_diario(tx, dias, [](std::string_view text) {
            if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw Plain("the journal could not be written");
        });
    });
    if (std::fflush(stdout) != 0) throw Plain("the journal could not be written");
    return 0;
}

int backup(const Config& config, const std::string& file) {
    require_database(config);
    Files files{config};
    const auto folder = files_beside(file);
    std::error_code error;
    if (std::filesystem::exists(folder, error)) throw Plain(fmt::format("{} is there already.", folder));
    // Those that are named before the copy is made: of one that is added meanwhile the copy may know nothing.
    const bool has_files = db::schema_state(config.db).state == db::SchemaState::current;
    const auto places = has_files ? named_places(*open_as_it_is(config)) : std::vector<std::string>{};
    db::backup(config.db_owner, file);
    // What the copy names was put there before it was named, and nothing that is named goes: so all of it is there now.
    Copied copied;
    try {
        api::Carpeta beside{folder};
        copied = copy_files(files.almacen(), beside);
    } catch (...) {
        // Half of a backup would be taken for one.
        std::filesystem::remove(file, error);
        std::filesystem::remove_all(folder, error);
        throw;
    }
    fmt::print("backed up to {} ({} bytes)\n", file, std::filesystem::file_size(file, error));
    if (copied.files > 0) fmt::print("files of documents in {} ({} files, {} bytes)\n", folder, copied.files, copied.bytes);
    const auto lacking = missing(places, api::Carpeta{folder});
    if (lacking == 0) return 0;
    fmt::print(stderr, "{} files of documents are missing or damaged, and not in the backup: `cacao verify` names them.\n",
               lacking);
    return 1;
}

int restore(const Config& config, const std::string& file) {
    prepare_data_folder(config);
    require_entry(config);
    Files files{config};
    const api::Carpeta beside{files_beside(file)};
    require_whole(beside);
    // Files first: what is not named yet harms nobody, and a database whose files are missing would. Where there is a database
    // already, nothing at all.
    const auto copied = db::schema_state(config.db_owner).none ? copy_files(beside, files.almacen()) : Copied{};
    db::restore(config.db_owner, file);
    const auto database = open_as_it_is(config);
    note_everywhere(*database, "cacao restore", "Organizacion", std::filesystem::path{file}.filename().string());
    std::int64_t paused = 0;
    try {
        // Of a version that knows of none there are none.
        for (const auto organizacionId : organizaciones(*database))
            database->write_now(organizacionId, [&](db::Writer& tx) { paused += pausar_suscripciones(tx, Instante::ahora()); });
    } catch (const db::DbError&) {
        paused = 0;
    }
    fmt::print("restored from {}\n", file);
    if (paused > 0)
        fmt::print(
            "{} subscriptions to webhooks are switched off: whoever is to be told from here is switched on again (PUT "
            "/api/Suscripciones/…).\n",
            paused);
    if (copied.files > 0) fmt::print("files of documents: {}, {} bytes\n", copied.files, copied.bytes);
    // Of a version from before there were files it can be asked once it is migrated.
    if (db::schema_state(config.db).state != db::SchemaState::current) return 0;
    const auto lacking = missing(named_places(*database), files.almacen());
    if (lacking > 0)
        fmt::print("{} files of documents are missing: bring the folder {}, and put what it holds into {}.\n", lacking,
                   files_beside(file), config.files);
    return lacking == 0 ? 0 : 1;
}

int openapi() {
    // Operations are entered against a database that lives in memory only: the document depends on none.
    const auto database = db::open({.url = "sqlite::memory:", .connections = 1});
    const auto key = auth::MasterKey::from_bytes(std::string(32, 'o'));
    const Reloj reloj;
    api::Operations operations;
    Seguridad seguridad{*database, key, operations, reloj, "openapi"};
    register_rooms(operations, seguridad);
    fmt::print("{}", serve::openapi_document(operations, version));
    return 0;
}

namespace {

// Nobody signed with a key yet, nor sealed the log with one.
bool never_served(db::Database& database) {
    bool served = false;
    database.read(0, [&](db::Reader& tx) { served = tx.one<std::int64_t>("SELECT 1 FROM llaveFirma LIMIT 1").has_value(); });
    return !served;
}

}  // namespace

namespace {

// Of each organization that has a provider over the network: what is left of its stamps, when it answers soon.
std::string stamps_left(db::Database& database, const timbrado::Emisor& issuer) {
    constexpr std::chrono::seconds patience{5};
    constexpr std::int64_t few = 100;
    std::vector<std::string> told;
    for (const auto organizacionId : organizaciones(database)) {
        timbrado::FilaConfiguracionFiscal row;
        database.read(organizacionId, [&](db::Reader& tx) { row = timbrado::leer_configuracion_fiscal(tx); });
        if (row.proveedor == "ninguno" || row.proveedor == "sandbox") continue;
        const auto of = fmt::format("organization {} with {}", organizacionId, row.proveedor);
        const auto* access = row.acceso(row.proveedor);
        if (access == nullptr) throw Plain(of + " has no credentials");
        if (!issuer.abrir(access->secreto))
            throw Plain(of + " has credentials that the key file does not open: bring them again");
        try {
            const auto left = preguntar_saldo(issuer, row, patience);
            const auto count = left ? left->timbres : std::nullopt;
            told.push_back(count ? fmt::format("{}: {} left{}", of, *count, *count < few ? ", FEW" : "") : of + ": not counted");
        } catch (const std::runtime_error& e) {
            told.push_back(fmt::format("{}: no answer ({})", of, e.what()));
        }
    }
    return told.empty() ? std::string{"none over the network"} : fmt::format("{}", fmt::join(told, "; "));
}

}  // namespace

constexpr std::chrono::milliseconds mail_patience{5'000};

int doctor(const Resolved& resolved) {
    int faults = 0;
    const auto check = [&](std::string_view what, const std::function<std::string()>& look) {
        try {
            fmt::print("ok     {}: {}\n", what, look());
        } catch (const std::exception& e) {
            ++faults;
            fmt::print("FAULT  {}: {}\n", what, e.what());
        }
    };
    const auto& config = resolved.config;
    fmt::print("cacao {}\n\n{}\n", version, report(resolved));
    check("data folder", [&] {
        std::error_code error;
        if (!std::filesystem::exists(config.data, error)) throw Plain("it is not there");
        prepare_data_folder(config);
        struct statvfs fs {};
        if (statvfs(config.data.c_str(), &fs) != 0) throw Plain("its free space cannot be read");
        return fmt::format("{} MiB free", static_cast<std::uint64_t>(fs.f_bavail) * fs.f_frsize >> 20U);
    });
    bool ready = false;
    check("database", [&] {
        const auto state = db::schema_state(config.db);
        if (state.none) throw Plain("there is none of cacao there");
        if (state.state == db::SchemaState::newer) throw Plain("made by a newer version");
        if (state.state == db::SchemaState::edited) throw Plain("step " + state.detail + " was edited after it was applied");
        ready = state.state == db::SchemaState::current;
        return std::string{ready ? "reachable, schema up to date" : "reachable, schema behind: run `cacao migrate`"};
    });
    check("key file", [&] {
        const auto key = existing_key(config);
        if (!key && ready && never_served(*open_as_it_is(config)))
            return std::string{"not there yet: the first `cacao serve` makes it"};
        if (!key)
            throw Plain(
                "it is not there: bring the one that belongs to the database. Without it `cacao serve` makes another: everybody "
                "logs in again, verify tells older heads of the audit log as `sin llave`, and certificates of seal are brought "
                "again");
        if (ready && !opens_signing_keys(*open_as_it_is(config), *key))
            throw Plain(
                "it is not the one that belongs to the database: bring that one, or take this one away, and `cacao serve` makes "
                "another: everybody logs in again");
        return std::string{"there, closed to others, and the database's own"};
    });
    check("organizations", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        std::vector<std::string> doubled;
        std::vector<std::string> lacking;
        std::size_t all = 0;
        const auto database = open_as_it_is(config);
        for (const auto organizacionId : organizaciones(*database)) {
            ++all;
            database->read(organizacionId, [&](db::Reader& tx) {
                alta::verificar_rfc(tx, [&](const std::string& difference) { doubled.push_back(difference); });
                if (const auto missing = faltantes_de(leer_perfil(tx)); !missing.empty())
                    lacking.push_back(fmt::format("organization {} lacks {}", organizacionId, fmt::join(missing, ", ")));
            });
        }
        if (!doubled.empty()) throw Plain(fmt::format("{}", fmt::join(doubled, "; ")));
        if (lacking.empty()) return fmt::format("{}", all);
        return fmt::format("{}; {} (`cacao org set`)", all, fmt::join(lacking, "; "));
    });
    check("fiscal certificates", [&] {
        if (config.sat_certificates.empty()) return std::string{"none: who signed a seal's certificate is not verified"};
        validator_of(config);
        return config.sat_certificates + " can be read";
    });
    check("certificates of seal", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        const auto key = existing_key(config);
        std::optional<timbrado::Emisor> issuer;
        if (key) issuer.emplace(auth::Sealer{*key, sello_de_llaves});
        std::vector<std::string> ending;
        std::vector<std::string> closed;
        const auto database = open_as_it_is(config);
        for (const auto organizacionId : organizaciones(*database))
            database->read(organizacionId, [&](db::Reader& tx) {
                for (auto& which : certificados_por_vencer(tx, Instante::ahora())) ending.push_back(std::move(which));
                if (const auto names = api::nombres_distintos(tx, Instante::ahora()))
                    ending.push_back(fmt::format("organization {} is called {}, and its certificate {} (CFDI40139)",
                                                 organizacionId, names->organizacion, names->certificado));
                if (!issuer) return;
                for (auto& which : certificados_cerrados(tx, *issuer, Instante::ahora())) closed.push_back(std::move(which));
            });
        if (!closed.empty()) {
            closed.insert(closed.end(), ending.begin(), ending.end());
            throw Plain(fmt::format("{}", fmt::join(closed, "; ")));
        }
        return ending.empty() ? std::string{"none ends within 30 days"} : fmt::format("{}", fmt::join(ending, "; "));
    });
    check("e.firma", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        const auto key = existing_key(config);
        std::optional<timbrado::Efirmas> opener;
        if (key) opener.emplace(auth::Sealer{*key, sello_de_efirmas});
        std::vector<std::string> ending;
        const auto database = open_as_it_is(config);
        for (const auto organizacionId : organizaciones(*database))
            database->read(organizacionId, [&](db::Reader& tx) {
                for (auto& which : efirmas_por_vencer(tx, opener ? &*opener : nullptr, Instante::ahora()))
                    ending.push_back(std::move(which));
            });
        return ending.empty() ? std::string{"none ends within 30 days"} : fmt::format("{}", fmt::join(ending, "; "));
    });
    check("providers of stamps", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        const auto key = existing_key(config);
        if (!key) return std::string{"not looked at, for want of the key file"};
        const auto issuer = issuer_of(config, auth::Sealer{*key, sello_de_llaves}, nullptr);
        return stamps_left(*open_as_it_is(config), *issuer);
    });
    check("webhooks", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        std::vector<std::string> gone;
        const auto database = open_as_it_is(config);
        for (const auto organizacionId : organizaciones(*database))
            database->read(organizacionId, [&](db::Reader& tx) {
                for (const auto& nombre : suscripciones_abandonadas(tx))
                    gone.push_back(fmt::format("{} of organization {}", nombre, organizacionId));
            });
        return gone.empty() ? std::string{"no subscription was given up"}
                            : fmt::format("GIVEN UP: {} (GET /api/Suscripciones says why)", fmt::join(gone, ", "));
    });
    check("work", [&] {
        if (!ready) return std::string{"not looked at, for want of the database"};
        const auto database = open_as_it_is(config);
        const Reloj reloj;
        api::Taller nobody{*database, reloj, {}, "doctor"};
        api::WorkObserver::AllWaiting all;
        for (const auto organizacionId : organizaciones(*database)) nobody.contar(organizacionId, all);
        std::int64_t due = 0;
        std::vector<std::string> failed;
        for (const auto& [tipo, waiting] : all) {
            due += waiting.due;
            if (waiting.failed > 0) failed.push_back(fmt::format("{} {}", waiting.failed, tipo));
        }
        return fmt::format("{} due, {}", due,
                           failed.empty()
                               ? "none failed"
                               : fmt::format("failed: {} (GET /api/Trabajos?estado=fallido)", fmt::join(failed, ", ")));
    });
    check("outgoing calls", [&] {
        const auto trusted = red::autoridades(outgoing(config));
        if (trusted == 0)
            throw Plain(config.outgoing_authorities.empty()
                            ? "no certificate is trusted: the package ca-certificates is missing"
                            : fmt::format("no certificate can be read from {}", config.outgoing_authorities));
        return fmt::format(
            "{} trusted certificates; private networks: {}{}", trusted,
            config.outgoing_networks.empty() ? "none" : fmt::format("{}", fmt::join(config.outgoing_networks, ", ")),
            config.outgoing_unencrypted ? ", also without TLS" : "");
    });
    if (!config.mail_server.empty())
        check("mail", [&] {
            const auto why = red::probar({.url = config.mail_server,
                                          .usuario = config.mail_user,
                                          .contrasena = config.mail_password,
                                          .sin_cifrar = config.mail_unencrypted,
                                          .autoridades = config.outgoing_authorities,
                                          .limite = mail_patience});
            if (!why.empty()) throw Plain(fmt::format("{}: {}", config.mail_server, why));
            return config.mail_server + " answers";
        });
    check("time zones", [] {
        if (!existe_zona(zona_predeterminada)) throw Plain("the package tzdata is missing");
        return std::string{zona_predeterminada};
    });
    return faults == 0 ? 0 : 1;
}

}  // namespace cacao::command
