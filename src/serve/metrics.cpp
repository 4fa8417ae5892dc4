#include "serve/metrics.hpp"

#include "serve/http_writer.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <atomic>
#include <unordered_map>

namespace cacao::serve {
namespace {

const prometheus::Histogram::BucketBoundaries duration_buckets{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                               0.05,   0.1,     0.25,   0.5,   1,      2.5,   5,    10};

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

// The counters of one operation; by status class, 1xx to 5xx.
struct OperationCounters {
    std::array<prometheus::Counter*, 6> by_class{};
    prometheus::Histogram* duration = nullptr;
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
    prometheus::Counter& bytes =
        prometheus::BuildCounter().Name("cacao_http_sent_bytes_total").Help("Bytes of all answers.").Register(registry).Add({});
    prometheus::Gauge& in_flight = prometheus::BuildGauge()
                                       .Name("cacao_http_requests_in_flight")
                                       .Help("Requests being worked on.")
                                       .Register(registry)
                                       .Add({});
    prometheus::Gauge& connections =
        prometheus::BuildGauge().Name("cacao_http_connections").Help("Open connections.").Register(registry).Add({});
    const std::uint64_t identity = next_identity++;

    OperationCounters& counters(std::string_view operation) {
        // Of this thread alone, hence without a lock; emptied when another Metrics asks (only tests have several).
        thread_local std::uint64_t owner = 0;
        thread_local std::unordered_map<std::string, OperationCounters, TextHash, std::equal_to<>> known;
        if (owner != identity) {
            known.clear();
            owner = identity;
        }
        if (const auto found = known.find(operation); found != known.end()) return found->second;
        const std::string name = operation.empty() ? "ninguna" : std::string{operation};
        OperationCounters& fresh = known[std::string{operation}];
        fresh.duration = &durations.Add({{"operation", name}}, duration_buckets);
        for (std::size_t i = 1; i < fresh.by_class.size(); ++i)
            fresh.by_class[i] = &requests.Add({{"operation", name}, {"status", std::to_string(i) + "xx"}});
        return fresh;
    }
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::opened() { impl_->connections.Increment(); }
void Metrics::closed() { impl_->connections.Decrement(); }
void Metrics::started() { impl_->in_flight.Increment(); }

void Metrics::finished(const api::Request&, const api::Answer& answer, std::chrono::nanoseconds duration, std::size_t bytes,
                       bool refused) {
    impl_->bytes.Increment(static_cast<double>(bytes));
    if (refused) {
        impl_->refusals.Add({{"status", std::to_string(answer.status)}}).Increment();
        return;
    }
    impl_->in_flight.Decrement();
    OperationCounters& counters = impl_->counters(answer.operation);
    counters.by_class[static_cast<std::size_t>(std::clamp(answer.status / 100, 1, 5))]->Increment();
    counters.duration->Observe(std::chrono::duration<double>(duration).count());
}

prometheus::Registry& Metrics::registry() { return impl_->registry; }

std::string Metrics::text() const { return prometheus::TextSerializer{}.Serialize(impl_->registry.Collect()); }

void MetricsHandler::handle(const api::Request& request, api::Respond respond) {
    if (request.path != "/metrics")
        return respond(problem(404, Codigo::ruta_inexistente, request.trace_id, language_of(request.header("Accept-Language"))));
    if (request.verb != api::Verb::GET && request.verb != api::Verb::HEAD) {
        api::Answer answer =
            problem(405, Codigo::metodo_no_permitido, request.trace_id, language_of(request.header("Accept-Language")));
        answer.headers.emplace_back("Allow", "GET, HEAD");
        return respond(std::move(answer));
    }
    api::Answer answer;
    answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
    answer.body = metrics_.text();
    respond(std::move(answer));
}

}  // namespace cacao::serve
