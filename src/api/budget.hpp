#pragma once
// Bytes that all callers share, and of which nobody takes more than a part: what one of them holds is never the reason that
// another is refused. Who is not known yet is counted by network, and all of those together have a part of their own.

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace cacao::api {

class Budget {
public:
    // As Limitador::quien says it; 0: counted in the whole alone.
    using Caller = std::uint64_t;
    static bool is_stranger(Caller caller) { return caller >> 63U != 0; }

    struct Limits {
        std::uint64_t all = 0;
        std::uint64_t caller = 0;     // of one of them
        std::uint64_t strangers = 0;  // of all who are not known
        std::uint64_t stranger = 0;   // of one of those
    };
    // A quarter for each, and room for one thing of the largest size; a quarter for all strangers, half of it for one.
    static Limits shared_out(std::uint64_t all, std::uint64_t largest) {
        const std::uint64_t quarter = all / 4;
        return {all, quarter > largest ? quarter : largest, quarter, quarter / 2};
    }

    explicit Budget(const Limits& limits) : limits_(limits) {}
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    const Limits& limits() const { return limits_; }
    // Whether so many more may be held.
    bool fits(Caller caller, std::uint64_t more) const {
        const std::lock_guard lock{mutex_};
        return has_room(caller, more);
    }
    // Counts them, when they may be held.
    bool take(Caller caller, std::uint64_t bytes) {
        const std::lock_guard lock{mutex_};
        if (!has_room(caller, bytes)) return false;
        add(caller, bytes);
        return true;
    }
    // What one held is held by another now, or by the same, and has another size; whether there is room for it or not.
    void change(Caller from, std::uint64_t before, Caller to, std::uint64_t after) {
        const std::lock_guard lock{mutex_};
        if (before > 0) remove(from, before);
        if (after > 0) add(to, after);
    }
    void give_back(Caller caller, std::uint64_t bytes) { change(caller, bytes, caller, 0); }

    std::uint64_t used() const {
        const std::lock_guard lock{mutex_};
        return used_;
    }
    // Since the start: how much the memory of the process was stirred.
    std::uint64_t given_back() const {
        const std::lock_guard lock{mutex_};
        return given_back_;
    }

private:
    bool has_room(Caller caller, std::uint64_t more) const {
        if (used_ + more > limits_.all) return false;
        if (caller == 0) return true;
        const auto found = parts_.find(caller);
        const std::uint64_t part = (found == parts_.end() ? 0 : found->second) + more;
        if (!is_stranger(caller)) return part <= limits_.caller;
        return part <= limits_.stranger && strangers_ + more <= limits_.strangers;
    }
    void add(Caller caller, std::uint64_t bytes) {
        used_ += bytes;
        if (is_stranger(caller)) strangers_ += bytes;
        if (caller != 0) parts_[caller] += bytes;
    }
    void remove(Caller caller, std::uint64_t bytes) {
        used_ -= bytes;
        given_back_ += bytes;
        if (is_stranger(caller)) strangers_ -= bytes;
        if (caller == 0) return;
        const auto found = parts_.find(caller);
        if ((found->second -= bytes) == 0) parts_.erase(found);
    }

    const Limits limits_;
    mutable std::mutex mutex_;
    std::uint64_t used_ = 0;
    std::uint64_t strangers_ = 0;
    std::uint64_t given_back_ = 0;
    std::unordered_map<Caller, std::uint64_t> parts_;
};

// What one holds of a budget; given back with it.
class Holding {
public:
    explicit Holding(Budget& budget) : budget_(budget) {}
    ~Holding() {
        if (bytes_ > 0) budget_.give_back(caller_, bytes_);
    }
    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;

    // Before the first of it is taken.
    void belongs_to(Budget::Caller caller) { caller_ = caller; }
    bool take(std::uint64_t bytes) {
        if (!budget_.take(caller_, bytes)) return false;
        bytes_ += bytes;
        return true;
    }
    // Whether there is room for it or not.
    void add(std::uint64_t bytes) {
        budget_.change(caller_, 0, caller_, bytes);
        bytes_ += bytes;
    }
    std::uint64_t bytes() const { return bytes_; }
    const Budget::Limits& limits() const { return budget_.limits(); }

private:
    Budget& budget_;
    Budget::Caller caller_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace cacao::api
