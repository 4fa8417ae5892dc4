#pragma once
// Counts requests by operation for Prometheus, and serves the counts. Each thread remembers the counters of the operations it has
// seen, so that a request costs a few atomic additions and no search by labels.

#include "serve/server.hpp"

#include <memory>
#include <string>

namespace prometheus {
class Registry;
}

namespace cacao::serve {

class Metrics final : public Observer {
public:
    Metrics();
    ~Metrics() override;
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    void opened() override;
    void closed() override;
    void held(std::int64_t more) override;
    void started() override;
    void finished(const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration, std::size_t bytes,
                  bool refused) override;

    // Others add their own families here; the counts of requests reach it when text() is called.
    prometheus::Registry& registry();
    // Everything in Prometheus' text format.
    std::string text() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// GET /metrics, for a Server on an address of its own.
class MetricsHandler final : public api::Handler {
public:
    explicit MetricsHandler(const Metrics& metrics) : metrics_(metrics) {}
    std::uint64_t body_limit(api::Verb, std::string_view) const override { return 0; }
    void handle(const api::Request& request, api::Respond respond) override;

private:
    const Metrics& metrics_;
};

}  // namespace cacao::serve
