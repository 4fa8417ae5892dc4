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
#include <thread>

namespace cacao::api {

// Writes what ctx collected; one row that names the operation when it collected nothing.
void write_audit(db::Writer& tx, const Context& ctx, const Operation& op, std::string_view canonical_request,
                 std::string_view traza);

// Seals up to a thousand rows of one organization; how many it sealed. Runs inside a transaction.
std::int64_t seal_rows(db::Writer& tx);

// Walks the chain of one organization from its start, or from the last seal before `desde`; calls `broken` with a sentence for
// each fault.
void verify_chain(db::Reader& tx, const std::function<void(const std::string&)>& broken, std::optional<Instante> desde = {});

// Seals in the background what writes have left, and forgets idempotency keys whose day is over. Told of each organization that
// wrote; on start it looks at all of them.
class Sealer {
public:
    explicit Sealer(db::Database& database);
    ~Sealer();
    Sealer(const Sealer&) = delete;
    Sealer& operator=(const Sealer&) = delete;
    void wrote(std::int64_t organizacionId);

private:
    void loop();
    db::Database& database_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::set<std::int64_t> pending_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace cacao::api
