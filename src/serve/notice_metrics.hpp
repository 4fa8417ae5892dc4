#pragma once
// Notices to subscribers, and readers that wait for what happens, for Prometheus: of no organization in particular.

#include "api/avisos.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace prometheus {
class Registry;
}

namespace cacao::serve {

class NoticeMetrics final : public api::NoticeObserver {
public:
    // `readers`: how many wait now.
    NoticeMetrics(prometheus::Registry& registry, std::function<std::size_t()> readers);
    ~NoticeMetrics() override;
    NoticeMetrics(const NoticeMetrics&) = delete;
    NoticeMetrics& operator=(const NoticeMetrics&) = delete;

    void attempt(End how) override;
    void waiting(const Waiting& all) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace cacao::serve
