#include "api/probe.hpp"

namespace cacao::api {
namespace {

using namespace std::chrono_literals;
constexpr auto between_questions = 1s;
constexpr auto oldest_answer = 4s;

}  // namespace

Probe::Probe(db::Database& database) : database_(database) {
    ask();
    thread_ = std::thread{[this] { run(); }};
}

Probe::~Probe() {
    {
        const std::lock_guard lock{mutex_};
        ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

bool Probe::ready() const {
    const auto answered = answered_.load();
    return answered != 0 && Clock::now().time_since_epoch().count() - answered < Clock::duration{oldest_answer}.count();
}

void Probe::doubt() {
    {
        const std::lock_guard lock{mutex_};
        answered_ = 0;
        doubted_ = true;
    }
    wake_.notify_one();
}

void Probe::run() {
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait_for(lock, between_questions, [this] { return ended_ || doubted_; });
        if (ended_) return;
        doubted_ = false;
        lock.unlock();
        ask();
        lock.lock();
        // Doubted while it was being asked: the answer may be older than the doubt.
        if (doubted_) answered_ = 0;
    }
}

void Probe::ask() {
    bool alive = false;
    try {
        alive = database_.alive();
    } catch (...) {
        // No answer is an answer.
    }
    answered_ = alive ? Clock::now().time_since_epoch().count() : 0;
}

}  // namespace cacao::api
