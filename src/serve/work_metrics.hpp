#pragma once
// Work outside of requests for Prometheus: by kind, of no organization in particular.

#include "api/trabajos.hpp"

#include <memory>

namespace prometheus {
class Registry;
}

namespace cacao::serve {

class WorkMetrics final : public api::WorkObserver {
public:
    explicit WorkMetrics(prometheus::Registry& registry);
    ~WorkMetrics() override;
    WorkMetrics(const WorkMetrics&) = delete;
    WorkMetrics& operator=(const WorkMetrics&) = delete;

    void taken(const std::string& tipo) override;
    void ended(const std::string& tipo, End how) override;
    void waiting(const AllWaiting& all) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace cacao::serve
