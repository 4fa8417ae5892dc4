#pragma once
// The audit log: a row per change in the transaction of the change, and a hash chain over the rows laid afterwards, in the
// background, so that no write waits on the end of the chain.

#include "api/context.hpp"
#include "api/operations.hpp"
#include "db/db.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace cacao::api {

// Writes what ctx collected; one row that names the operation when it collected nothing.
void write_audit(db::Writer& tx, const Context& ctx, const Operation& op, std::string_view canonical_request,
                 std::string_view traza);

// Makes the codes of heads under the installation's key; rooms/seguridad has one.
class HeadSeal {
public:
    virtual ~HeadSeal() = default;
    virtual std::string code(std::string_view text) const = 0;
    virtual std::string llave() const = 0;  // which key: not a secret
};

// Where the chain ended after a batch. Its code binds it to the head before: heads can neither be changed nor left out.
struct Cabeza {
    std::int64_t numero{};
    std::int64_t posicion{};  // of the last row
    std::int64_t cuenta{};    // rows of the batch
    Instante instante;
    std::string sello;   // of the last row
    std::string llave;   // whose code it is; empty: nobody's
    std::string codigo;  // these three are bytes, not text
};
DESCRIBE_STRUCT(Cabeza, (), (numero, posicion, cuenta, instante, sello, llave, codigo))

// Seals up to a thousand rows of one organization and lays their head; how many it sealed. Where the last head is another key's,
// it lays one that seals that, rows or no rows. Runs inside a transaction. Without a key heads have no code.
std::int64_t seal_rows(db::Writer& tx, const HeadSeal* seal);
// Seals what is there of one organization and gives its events their positions, some rows to a transaction: for what is stored
// without a service, which would do it behind its first callers.
void seal_all(db::Database& database, std::int64_t organizacionId, const HeadSeal& seal);

std::optional<Cabeza> last_head(db::Reader& tx);
std::optional<Cabeza> last_head_before(db::Reader& tx, Instante momento);

struct Cadena {
    std::optional<Cabeza> ultima;
    // Heads that this key cannot judge, of a key that was lost or of before there were any: how many, and up to which position.
    std::int64_t sin_llave = 0;
    std::int64_t sin_llave_hasta = 0;
};
// Walks rows and heads of one organization from the start, or behind the head `desde`; calls `broken` with a sentence for each
// fault. Heads of another key are none as long as one of this key, if there is any, seals them.
Cadena verify_chain(db::Reader& tx, const HeadSeal* seal, const std::function<void(const std::string&)>& broken,
                    std::optional<Cabeza> desde = {});

// Rows of the log under an organization that there is not: nobody walks their chain. Asked of no organization in particular.
void verify_owners(db::Reader& tx, const std::function<void(const std::string&)>& broken);

// A head as it is kept outside: only what was never in reach of who changes the database can tell that all of it, log and heads,
// is that of an earlier day. One line, fit for a file and for a query.
std::string anchor_of(std::int64_t organizacionId, const Cabeza& cabeza);
struct Ancla {
    std::int64_t organizacionId = 0;
    std::int64_t numero = 0;
    std::string texto;
};
std::optional<Ancla> read_anchor(std::string_view texto);
// The head that the anchor was taken of; nothing when it is no longer there or no longer that one.
std::optional<Cabeza> anchored_head(db::Reader& tx, const Ancla& ancla);

// Seals in the background what writes have left, gives events their positions, and forgets idempotency keys whose day is over.
// Told of each organization that wrote; on start, and now and then for what commands left, it looks at all of them.
class Sealer {
public:
    // `seen` hears of each organization whose events got positions: they can be followed from then on.
    Sealer(db::Database& database, const Reloj& reloj, const HeadSeal* seal, std::function<void(std::int64_t)> seen = {});
    ~Sealer();
    Sealer(const Sealer&) = delete;
    Sealer& operator=(const Sealer&) = delete;
    void wrote(std::int64_t organizacionId);

private:
    void loop();
    std::set<std::int64_t> everyone();
    db::Database& database_;
    const Reloj& reloj_;  // by which kept answers are old
    const HeadSeal* seal_;
    std::function<void(std::int64_t)> seen_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::set<std::int64_t> pending_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace cacao::api
