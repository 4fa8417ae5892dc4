#pragma once
// From a request to its answer: route, authenticate, authorize, decode, run in a transaction, wrap. The one place that knows
// about statuses and catches errors.

#include "api/bitacora.hpp"
#include "api/budget.hpp"
#include "api/espera.hpp"
#include "api/idempotencia.hpp"
#include "api/impresor.hpp"
#include "api/kept_answers.hpp"
#include "api/large_reads.hpp"
#include "api/limitador.hpp"
#include "api/operations.hpp"
#include "api/probe.hpp"
#include "api/router.hpp"
#include "api/workers.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace cacao::api {

// Tokens to sessions; rooms/seguridad makes one.
class Authenticator {
public:
    virtual ~Authenticator() = default;
    // A session that needs no further look; null when it must be checked.
    virtual std::shared_ptr<const Sesion> cached(std::string_view token) = 0;
    // Verifies and loads; may read the database. Throws Error with a token code.
    virtual std::shared_ptr<const Sesion> check(std::string_view token) = 0;
    // Whether somebody gave a right password from the network of that address since the start: whose passwords wait apart from
    // those of others.
    virtual bool knows(std::string_view /*remote*/) const { return false; }
    // By what name somebody who typed this one did so, however it was written: who waits apart from the others of the network,
    // too. Empty: by none.
    virtual std::string known_as(std::string_view /*name*/, std::string_view /*remote*/) const { return {}; }
    // What sessions hold has changed: every one is read again before its next use.
    virtual void bump() {}
    // The same of a token that an identity provider made for agents (serve/mcp.hpp): whose it is by what it says of itself, as
    // a number (0: ours, or nobody's); its session, if it needs no further look; and that look, which may wait for the provider.
    virtual std::uint64_t foreign(std::string_view /*token*/) const { return 0; }
    virtual std::shared_ptr<const Sesion> cached_foreign(std::string_view /*token*/) { return nullptr; }
    virtual std::shared_ptr<const Sesion> check_foreign(std::string_view token) { return check(token); }
};

struct DispatchSettings {
    std::uint64_t body_limit = 10U << 20U;
    std::uint64_t public_body_limit = 16U << 10U;  // of those who need no token
    std::int64_t requests_per_minute = 0;          // per consumer or user; 0: not limited
    int workers = 8;                               // for lists, and as many for point reads
    int pool = 2;                                  // for what is prepared before a transaction, as many for tokens and hashes
    int outside = 4;                               // for what waits for somebody outside first
    int foreign = 4;                               // for tokens of identity providers, of which none has more than half
    Waiting foreign_tokens{256, 64, true};
    Waiting prepared{256, 64};                 // for one of those
    Waiting hashes{256, 64};                   // of one network the whole office in the morning, and yet a quarter
    int reports = 2;                           // at once
    std::size_t report_queue = 16;             // that wait for one of them; more are refused
    std::uint64_t decoded_bytes = 64U << 20U;  // that requests may have become, all together (Budget::in_halves)
    std::size_t point_rows = 400;              // of a point read; more of them are read as a list is
    std::size_t point_bytes = 256U << 10U;     // … likewise of text
    std::size_t list_rows = 2000;              // … and more as a report is
    std::size_t list_bytes = 4U << 20U;
    std::chrono::milliseconds read_limit{120'000};  // of a list or a report, which is cancelled then; 0: none
    SpoolFolder temporary_folder = "/tmp";          // for answers that are too long for memory
    std::uint64_t kept_answers = 0;                 // bytes
    std::size_t waiting_readers = 1000;             // who wait for something to happen
    const HeadSeal* cabezas = nullptr;              // must outlive the dispatcher
    const Impresor* impresor = nullptr;             // likewise; none: nothing is printed
};

class Dispatcher : public Handler {
public:
    Dispatcher(const Operations& operations, db::Database& database, Authenticator& authenticator, const Reloj& reloj,
               DispatchSettings settings);
    ~Dispatcher() override;

    std::uint64_t body_limit(Verb verb, std::string_view path) const override;
    void judge(const Request& request, Judged judged) override;
    void handle(const Request& request, Respond respond) override;

    // For a handler that stands before this one: who asks, by the token of ours or an identity provider's, counted against their
    // requests per minute. `told` is called exactly once, like `respond`.
    struct Admission {
        std::shared_ptr<const Sesion> sesion;
        Limitador::Cuenta cuenta;
        Budget::Caller caller;
    };
    using Admitted = std::function<void(std::optional<Answer>&& refusal, Admission&&)>;
    void admit(const Request& request, Admitted told);

    // Work that takes a while, for somebody who waits for it, away from the threads of the network. False when it is not taken.
    bool aside(Workers::Work work, Workers::Caller caller, Workers::Work dropped) {
        return large_.post(std::move(work), caller, std::move(dropped));
    }

    // Pages beside the operations (/docs, /openapi.json, /livez): GET only, no token.
    using Page = std::function<Answer(const Request&)>;
    // Asked on an io thread: it must not wait for anything.
    void page(std::string path, Page page) { pages_[std::move(path)].page = std::move(page); }
    // One that takes a while to make, and that most services are never asked for: made when it is, by a thread that may wait.
    void page_when_asked(std::string path, std::function<Page()> make) { pages_[std::move(path)].make = std::move(make); }

    // One that may look at the database, and is made anew each time.
    void page_each_time(std::string path, Page page) {
        pages_[path].page = std::move(page);
        pages_[std::move(path)].slow = true;
    }

    // Who is told, after the commit, of each organization that asked for work (api/trabajos.hpp). To be named before requests
    // come.
    void on_work(std::function<void(std::int64_t)> told) { on_work_ = std::move(told); }
    // … and of each in which something can be seen that could not before.
    // Empty: nobody, and who was told is not any more when this returns.
    void on_events(std::function<void(std::int64_t)> told) {
        const std::lock_guard lock{on_events_mutex_};
        on_events_ = std::move(told);
    }
    // Something was written for an organization outside of requests.
    void wrote(std::int64_t organizacionId);

    // Who waits for something to happen is answered now, and nobody waits from here on.
    void end_waits() { espera_.cerrar(); }
    std::size_t waiting() const { return espera_.cuantos(); }

    // Whether the database could be reached a moment ago.
    bool ready() const { return probe_.ready(); }

    // From here on new requests get 503, and so does what is waiting for a thread; what runs is finished.
    void drain();

    // Bytes of requests, since the start.
    std::uint64_t given_back() const { return decoded_.given_back(); }

private:
    std::array<Workers*, 10> all_workers();

    struct Flight;
    using FlightPtr = std::shared_ptr<Flight>;

    struct PageMade {
        Page page;
        std::function<Page()> make;
        std::mutex making;
        std::atomic<bool> made = false;
        bool slow = false;
    };
    bool answer_page(const Request& request, Respond& respond);
    static void answer_page(PageMade& page, const Request& request, const Respond& respond);
    void begin(const FlightPtr& f, const Match& match);
    void authenticate(FlightPtr f);
    void count(Flight& f);
    void authorize(const FlightPtr& f);
    void decode(const FlightPtr& f);
    void execute(const FlightPtr& f);
    db::Lane lane_of(const Flight& f) const;
    void queue_read(const FlightPtr& f);
    void run_read(const FlightPtr& f);
    bool prints(const Flight& f) const;
    void print(const FlightPtr& f);
    void recall_size(Flight& f);
    db::Reading reading_of(const Flight& f, db::Lane lane) const;
    Workers& preparing(Flight& f);
    static bool left(const Flight& f);
    void prepare(const FlightPtr& f);
    struct Read {
        Outcome outcome;
        bool lasts = false;  // nothing but the database can change it
        std::optional<Context::Aguarda> aguarda;
    };
    Read read(const FlightPtr& f, db::Reader* tx);
    static void add_warnings(const Flight& f, const Context& ctx, Outcome& outcome);
    Outcome read_or_kept(const FlightPtr& f, db::Reader& tx);
    void wait(const FlightPtr& f, const Context::Aguarda& aguarda, Outcome&& outcome);
    void look_again(const FlightPtr& f);
    void seen(std::int64_t organizacionId);
    void run_write(const FlightPtr& f);
    void finish(const FlightPtr& f, Outcome&& outcome, bool replayed);
    void fail(const FlightPtr& f, std::exception_ptr error);
    void refuse(const FlightPtr& f, Codigo codigo, std::vector<Falta> faltas = {}, std::size_t mas = 0);
    // Runs `step` and turns whatever it throws into the answer.
    template <class Step>
    void guarded(const FlightPtr& f, Step step);
    // … by one of the threads, when it is the caller's turn.
    template <class Step>
    void queue(Workers& workers, const FlightPtr& f, Step step);

    const Operations& operations_;
    db::Database& database_;
    Authenticator& authenticator_;
    const Reloj& reloj_;
    DispatchSettings settings_;
    Router router_;
    Limitador limitador_;
    Budget decoded_;  // what requests are once they are read
    KeysInFlight keys_;
    KeptAnswers kept_;
    LargeReads large_reads_;
    std::map<std::string, PageMade, std::less<>> pages_;
    std::atomic<bool> draining_ = false;
    std::function<void(std::int64_t)> on_work_;
    std::mutex on_events_mutex_;
    std::function<void(std::int64_t)> on_events_;
    Espera espera_;
    std::unique_ptr<Sealer> sealer_;
    Probe probe_;
    Workers pool_;
    Workers hashes_;
    Workers known_hashes_;  // of networks that somebody signed in from: strangers by the thousand do not keep them out
    Workers outside_;       // who waits there for others holds up nobody else
    Workers foreign_;       // nor does a provider that hangs, those of other providers included
    Workers large_;         // one thread: decoding a body takes several times its size
    Workers tokens_;        // apart, so that made-up tokens keep only each other waiting
    Workers points_;
    Workers workers_;
    Workers reports_;
};

}  // namespace cacao::api
