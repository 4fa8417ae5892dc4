#include "serve/notice_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

namespace cacao::serve {

struct NoticeMetrics::Impl {
    Impl(prometheus::Registry& registry, std::function<std::size_t()> who)
        : readers_now(std::move(who)),
          attempts(prometheus::BuildCounter()
                       .Name("cacao_webhook_attempts_total")
                       .Help("How attempts of this instance at telling subscribers ended.")
                       .Register(registry)),
          pending(prometheus::BuildGauge()
                      .Name("cacao_webhook_pending")
                      .Help("Notices that were not delivered yet, of all organizations; counted once a minute.")
                      .Register(registry)
                      .Add({})),
          given_up(prometheus::BuildGauge()
                       .Name("cacao_webhook_subscriptions_given_up")
                       .Help("Subscriptions that the service gave up and nobody switched on again; counted once a minute.")
                       .Register(registry)
                       .Add({})),
          readers(prometheus::BuildGauge()
                      .Name("cacao_event_readers")
                      .Help("Readers of the feed that wait for something to happen; counted once a minute.")
                      .Register(registry)
                      .Add({})) {}
    std::function<std::size_t()> readers_now;
    prometheus::Family<prometheus::Counter>& attempts;
    prometheus::Gauge& pending;
    prometheus::Gauge& given_up;
    prometheus::Gauge& readers;
};

NoticeMetrics::NoticeMetrics(prometheus::Registry& registry, std::function<std::size_t()> readers)
    : impl_(std::make_unique<Impl>(registry, std::move(readers))) {}
NoticeMetrics::~NoticeMetrics() = default;

void NoticeMetrics::attempt(End how) {
    const char* word = "delivered";
    if (how == End::retry) word = "retry";
    if (how == End::failed) word = "failed";
    if (how == End::skipped) word = "skipped";
    impl_->attempts.Add({{"end", word}}).Increment();
}

void NoticeMetrics::waiting(const Waiting& all) {
    impl_->pending.Set(static_cast<double>(all.pending));
    impl_->given_up.Set(static_cast<double>(all.given_up));
    impl_->readers.Set(static_cast<double>(impl_->readers_now()));
}

}  // namespace cacao::serve
