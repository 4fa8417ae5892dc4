#pragma once
// Who counts what subscribers are told, and who waits for what happens. Called from any thread.

#include <cstdint>
#include <functional>

namespace cacao::api {

class NoticeObserver {
public:
    enum class End : std::uint8_t { delivered, retry, failed, skipped };
    // Of all organizations, as it was a moment ago.
    struct Waiting {
        std::int64_t pending = 0;   // notices that were not delivered yet
        std::int64_t given_up = 0;  // subscriptions that the service gave up
    };
    virtual ~NoticeObserver() = default;
    virtual void attempt(End how) = 0;
    virtual void waiting(const Waiting& all) = 0;
};

}  // namespace cacao::api
