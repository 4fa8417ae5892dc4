#include "serve/work_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

#include <mutex>
#include <set>

namespace cacao::serve {
namespace {

std::string word_of(api::WorkObserver::End how) {
    using End = api::WorkObserver::End;
    switch (how) {
        case End::hecho: return "done";
        case End::otra_vez: return "done_for_now";
        case End::reintento: return "retry";
        case End::fallido: return "failed";
        case End::perdido: return "lost";
        case End::devuelto: return "given_back";
    }
    return "done";
}

}  // namespace

struct WorkMetrics::Impl {
    explicit Impl(prometheus::Registry& registry)
        : taken(prometheus::BuildCounter()
                    .Name("cacao_work_taken_total")
                    .Help("Work that this instance took, by kind.")
                    .Register(registry)),
          ended(prometheus::BuildCounter()
                    .Name("cacao_work_ended_total")
                    .Help("How attempts of this instance at work ended, by kind.")
                    .Register(registry)),
          due(prometheus::BuildGauge()
                  .Name("cacao_work_due")
                  .Help("Work whose time has come and that nobody is at, of all organizations; counted once a minute.")
                  .Register(registry)),
          failed(prometheus::BuildGauge()
                     .Name("cacao_work_failed")
                     .Help("Work that is not tried any more until a person says so, of all organizations; counted once a minute.")
                     .Register(registry)) {}
    prometheus::Family<prometheus::Counter>& taken;
    prometheus::Family<prometheus::Counter>& ended;
    prometheus::Family<prometheus::Gauge>& due;
    prometheus::Family<prometheus::Gauge>& failed;
    std::mutex mutex;
    std::set<std::string, std::less<>> known;  // kinds that were told of once: of these none is told too
};

WorkMetrics::WorkMetrics(prometheus::Registry& registry) : impl_(std::make_unique<Impl>(registry)) {}
WorkMetrics::~WorkMetrics() = default;

void WorkMetrics::taken(const std::string& tipo) { impl_->taken.Add({{"kind", tipo}}).Increment(); }

void WorkMetrics::ended(const std::string& tipo, End how) {
    impl_->ended.Add({{"kind", tipo}, {"end", word_of(how)}}).Increment();
}

void WorkMetrics::waiting(const AllWaiting& all) {
    const std::lock_guard lock{impl_->mutex};
    for (const auto& [tipo, _] : all) impl_->known.insert(tipo);
    for (const std::string& tipo : impl_->known) {
        const auto found = all.find(tipo);
        const Waiting w = found == all.end() ? Waiting{} : found->second;
        impl_->due.Add({{"kind", tipo}}).Set(static_cast<double>(w.due));
        impl_->failed.Add({{"kind", tipo}}).Set(static_cast<double>(w.failed));
    }
}

}  // namespace cacao::serve
