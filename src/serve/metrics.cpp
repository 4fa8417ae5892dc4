#include "serve/metrics.hpp"

#include "api/problema.hpp"
#include "serve/http_writer.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cacao::serve {
namespace {

constexpr double duration_buckets[] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                       0.05,   0.1,     0.25,   0.5,   1,      2.5,   5,    10};

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

using Count = std::atomic<std::uint64_t>;

// Adds to a counter of ours, and tells by how much it grew since the last time somebody asked.
struct Growing {
    Count total{0};
    std::uint64_t told = 0;
    void add(std::uint64_t n) { total.fetch_add(n, std::memory_order_relaxed); }
    double growth() {
        const std::uint64_t now = total.load(std::memory_order_relaxed);
        return static_cast<double>(now - std::exchange(told, now));
    }
};

// The counts of one operation: plain additions while serving, passed on to Prometheus' objects (a lock and several calls each)
// only when somebody reads them.
struct OperationCounters {
    std::array<Growing, 6> by_class;  // 1xx to 5xx
    std::array<Growing, std::size(duration_buckets) + 1> by_duration;
    Growing nanoseconds;
    std::array<prometheus::Counter*, 6> shown_by_class{};
    prometheus::Histogram* shown_duration = nullptr;

    void pass_on() {
        for (std::size_t i = 1; i < by_class.size(); ++i) shown_by_class[i]->Increment(by_class[i].growth());
        std::vector<double> grown;
        for (Growing& bucket : by_duration) grown.push_back(bucket.growth());
        shown_duration->ObserveMultiple(grown, nanoseconds.growth() / 1e9);
    }
};

std::atomic<std::uint64_t> next_identity{1};

}  // namespace

struct Metrics::Impl {
    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& requests = prometheus::BuildCounter()
                                                            .Name("cacao_http_requests_total")
                                                            .Help("Requests answered, by operation and status class.")
                                                            .Register(registry);
    prometheus::Family<prometheus::Histogram>& durations = prometheus::BuildHistogram()
                                                               .Name("cacao_http_request_duration_seconds")
                                                               .Help("From the whole request to its answer.")
                                                               .Register(registry);
    prometheus::Family<prometheus::Counter>& refusals = prometheus::BuildCounter()
                                                            .Name("cacao_http_refused_total")
                                                            .Help("Requests refused before any operation, by status.")
                                                            .Register(registry);
    prometheus::Counter& shown_bytes =
        prometheus::BuildCounter().Name("cacao_http_sent_bytes_total").Help("Bytes of all answers.").Register(registry).Add({});
    prometheus::Gauge& shown_in_flight = prometheus::BuildGauge()
                                             .Name("cacao_http_requests_in_flight")
                                             .Help("Requests being worked on.")
                                             .Register(registry)
                                             .Add({});
    prometheus::Gauge& shown_connections =
        prometheus::BuildGauge().Name("cacao_http_connections").Help("Open connections.").Register(registry).Add({});
    prometheus::Gauge& shown_held = prometheus::BuildGauge()
                                        .Name("cacao_http_bytes_in_flight")
                                        .Help("Memory of unfinished requests and unread answers.")
                                        .Register(registry)
                                        .Add({});
    const std::uint64_t identity = next_identity++;

    Growing bytes;
    std::atomic<std::int64_t> in_flight{0};
    std::atomic<std::int64_t> connections{0};
    std::atomic<std::int64_t> held{0};
    std::mutex mutex;
    std::map<std::string, OperationCounters, std::less<>> operations;

    OperationCounters& counters(std::string_view operation) {
        // Of this thread alone, hence without a lock; emptied when another Metrics asks (only tests have several).
        thread_local std::uint64_t owner = 0;
        thread_local std::unordered_map<std::string, OperationCounters*, TextHash, std::equal_to<>> known;
        if (owner != identity) {
            known.clear();
            owner = identity;
        }
        if (const auto found = known.find(operation); found != known.end()) return *found->second;
        OperationCounters& counters = shared_counters(operation.empty() ? "ninguna" : std::string{operation});
        known.emplace(operation, &counters);
        return counters;
    }

    OperationCounters& shared_counters(const std::string& name) {
        const std::lock_guard lock{mutex};
        const auto [found, fresh] = operations.try_emplace(name);
        OperationCounters& counters = found->second;
        if (!fresh) return counters;
        const prometheus::Histogram::BucketBoundaries buckets{std::begin(duration_buckets), std::end(duration_buckets)};
        counters.shown_duration = &durations.Add({{"operation", name}}, buckets);
        for (std::size_t i = 1; i < counters.by_class.size(); ++i)
            counters.shown_by_class[i] = &requests.Add({{"operation", name}, {"status", std::to_string(i) + "xx"}});
        return counters;
    }

    std::string text() {
        const std::lock_guard lock{mutex};
        for (auto& [name, counters] : operations) counters.pass_on();
        shown_bytes.Increment(bytes.growth());
        shown_in_flight.Set(static_cast<double>(in_flight.load(std::memory_order_relaxed)));
        shown_connections.Set(static_cast<double>(connections.load(std::memory_order_relaxed)));
        shown_held.Set(static_cast<double>(held.load(std::memory_order_relaxed)));
        return prometheus::TextSerializer{}.Serialize(registry.Collect());
    }
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::opened() { impl_->connections.fetch_add(1, std::memory_order_relaxed); }
void Metrics::closed() { impl_->connections.fetch_sub(1, std::memory_order_relaxed); }
void Metrics::held(std::int64_t more) { impl_->held.fetch_add(more, std::memory_order_relaxed); }
void Metrics::started() { impl_->in_flight.fetch_add(1, std::memory_order_relaxed); }

void Metrics::finished(const api::Request&, const api::Answer& answer, std::chrono::nanoseconds duration, std::size_t bytes,
                       bool refused) {
    impl_->bytes.add(bytes);
    if (refused) {
        impl_->refusals.Add({{"status", std::to_string(answer.status)}}).Increment();
        return;
    }
    impl_->in_flight.fetch_sub(1, std::memory_order_relaxed);
    OperationCounters& counters = impl_->counters(answer.operation);
    counters.by_class[static_cast<std::size_t>(std::clamp(answer.status / 100, 1, 5))].add(1);
    const double seconds = std::chrono::duration<double>(duration).count();
    const auto bucket = std::lower_bound(std::begin(duration_buckets), std::end(duration_buckets), seconds);
    counters.by_duration[static_cast<std::size_t>(bucket - std::begin(duration_buckets))].add(1);
    counters.nanoseconds.add(static_cast<std::uint64_t>(duration.count()));
}

prometheus::Registry& Metrics::registry() { return impl_->registry; }

std::string Metrics::text() const { return impl_->text(); }

void MetricsHandler::handle(const api::Request& request, api::Respond respond) {
    if (request.path != "/metrics")
        return respond(
            problem(404, Codigo::ruta_inexistente, request.trace_id, api::language_of(request.header("Accept-Language"))));
    if (request.verb != api::Verb::GET && request.verb != api::Verb::HEAD) {
        api::Answer answer =
            problem(405, Codigo::metodo_no_permitido, request.trace_id, api::language_of(request.header("Accept-Language")));
        answer.headers.emplace_back("Allow", "GET, HEAD");
        return respond(std::move(answer));
    }
    api::Answer answer;
    answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
    answer.body = metrics_.text();
    respond(std::move(answer));
}

}  // namespace cacao::serve
