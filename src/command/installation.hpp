#pragma once
// What every command stands on: the data folder, the database brought to this version, the table of operations.

#include "api/archivos.hpp"
#include "api/impresor.hpp"
#include "api/operations.hpp"
#include "api/spool.hpp"
#include "api/trabajos.hpp"
#include "auth/seal.hpp"
#include "command/config.hpp"
#include "db/db.hpp"
#include "red/cliente.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/timbrado/emisor.hpp"
#include "rooms/validaciones/validador.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace cacao::eventos {
struct Vecinos;
}

namespace cacao::command {

// Something that the person at the keyboard can mend; what() is one plain sentence.
class Plain : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Makes the folder (0700) if it is not there, and closes one that is open to others; throws Plain when it cannot be used.
void prepare_data_folder(const Config& config);

// Opens the database for work. SQLite is migrated on the way; PostgreSQL too when the owner's address is known, otherwise a
// schema that is behind is refused with what to do. A SQLite file is mapped into memory unless `mapped` is false: what reads all
// of it once would count every page as its own.
std::unique_ptr<db::Database> open_database(const Config& config, bool mapped = true);
// For a command that works on what is there: makes neither folder nor file, and throws Plain where there is no database.
std::unique_ptr<db::Database> open_existing(const Config& config, bool mapped = true);
void require_database(const Config& config);
// For the service itself, which connects as neither owner nor superuser.
std::unique_ptr<db::Database> open_for_service(const Config& config);

// As it is, whatever its schema: after a restore.
std::unique_ptr<db::Database> open_as_it_is(const Config& config);

// The organization meant: the one named, or, with 0, the only one. Throws Plain.
std::int64_t choose_organization(db::Database& database, std::int64_t asked);
// The same by RFC or identifier; empty for the only one.
std::int64_t named_organization(db::Database& database, const std::string& rfc_or_id);

// The store of files that are too large for the database, made known to whoever reads and writes them (api::poner_archivos) for
// as long as it lives.
class Files {
public:
    explicit Files(const Config& config, const api::FirmaDeEnlaces* firma = nullptr);
    ~Files();
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    api::Almacen& almacen() const { return *almacen_; }

private:
    std::unique_ptr<api::Almacen> almacen_;
};

auth::MasterKey master_key(const Config& config);
// Nothing where there is no key file; none is made.
std::optional<auth::MasterKey> existing_key(const Config& config);

// Leaves a row in the log of every organization.
void note_everywhere(db::Database& database, std::string_view comando, std::string_view tipo, const std::string& nombre);

// The whole of it; "-" is standard input.
std::string leer_archivo(const std::string& file);

// Writes what ctx collected to the log, as `comando`, with the events of it.
void note_changes(Context& ctx, std::string_view comando);

// Where the operator lets the service call.
red::Salida outgoing(const Config& config);

// Who judges fiscal documents. Throws Plain when its certificates cannot be read.
std::shared_ptr<const validacion::Validador> validator_of(const Config& config);

// Who seals and has stamped for organizations: one for requests and for work. What is sealed opens by `seal`; without a validator
// the authority is not asked.
std::shared_ptr<const timbrado::Emisor> issuer_of(const Config& config, const auth::Sealer& seal,
                                                  std::shared_ptr<const validacion::Validador> validador);

// Every room, by name: order stays visible and the linker drops nothing. Without a validator and an issuer nobody outside is
// asked, and without a mail server nothing is sent.
void register_rooms(api::Operations& operations, Seguridad& seguridad,
                    std::shared_ptr<const validacion::Validador> validador = nullptr,
                    std::shared_ptr<const timbrado::Emisor> emisor = nullptr, bool mail = false,
                    std::shared_ptr<const eventos::Vecinos> suscripciones = nullptr, api::SpoolFolder temporary = "/tmp");
// The same behind those that there always are (Salud, security).
void register_rooms_of_business(api::Operations& operations, const Seguridad& seguridad,
                                std::shared_ptr<const validacion::Validador> validador = nullptr,
                                std::shared_ptr<const timbrado::Emisor> emisor = nullptr, bool mail = false,
                                std::shared_ptr<const eventos::Vecinos> suscripciones = nullptr,
                                api::SpoolFolder temporary = "/tmp");
// What subscriptions need of the other rooms.
eventos::Vecinos neighbours_of_subscriptions(const Config& config, const api::Operations& operations, const Seguridad& seguridad);
// Who puts what they answer on paper.
std::unique_ptr<const api::Impresor> printer_of_rooms();
// Every kind of work that rooms do outside of requests, by name as well. What it is given by reference must live longer; keys of
// e.firma open by `efirmas`.
std::vector<api::Oficio> work_of_rooms(const Config& config, const red::Cliente& cliente, const api::Operations& operations,
                                       const api::Impresor& printer, std::shared_ptr<const timbrado::Emisor> emisor,
                                       std::shared_ptr<const validacion::Validador> validador, const auth::Sealer& efirmas);

}  // namespace cacao::command
