#pragma once
// Bytes that all callers share, and of which nobody takes more than a part, nor any organization with all its callers: what one
// of them holds is never the reason that another is refused. Who is not known yet is counted by network, and all of those
// together have a part of their own.

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace cacao::api {

class Budget {
public:
    struct Caller {
        Caller(std::uint64_t caller = 0, std::int64_t organization = 0) : who(caller), organizacionId(organization) {}
        std::uint64_t who;            // as Limitador::quien says it; 0: counted in the whole alone
        std::int64_t organizacionId;  // 0: of none, or not known
        bool is_stranger() const { return who >> 63U != 0; }
        bool operator==(const Caller&) const = default;
    };

    struct Limits {
        std::uint64_t all = 0;
        std::uint64_t organization = 0;  // of one of them
        std::uint64_t caller = 0;        // likewise
        std::uint64_t strangers = 0;     // of all who are not known
        std::uint64_t stranger = 0;      // of one of those
    };
    // A quarter for each caller and half for each organization, and room for one thing of the largest size; a quarter for all
    // strangers, half of it for one.
    static Limits shared_out(std::uint64_t all, std::uint64_t largest) {
        const std::uint64_t quarter = all / 4;
        return {all, std::max(2 * quarter, largest), std::max(quarter, largest), quarter, quarter / 2};
    }
    // Of what few need and then much: half for each caller, three quarters for each organization.
    static Limits in_halves(std::uint64_t all) { return {all, all / 4 * 3, all / 2, all / 4, all / 8}; }

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
        if (caller.organizacionId != 0 && organizations_.held(caller.organizacionId) + more > limits_.organization) return false;
        if (caller.who == 0) return true;
        const std::uint64_t part = callers_.held(caller.who) + more;
        if (!caller.is_stranger()) return part <= limits_.caller;
        return part <= limits_.stranger && strangers_ + more <= limits_.strangers;
    }
    void add(Caller caller, std::uint64_t bytes) {
        used_ += bytes;
        if (caller.is_stranger()) strangers_ += bytes;
        callers_.add(caller.who, bytes);
        organizations_.add(caller.organizacionId, bytes);
    }
    void remove(Caller caller, std::uint64_t bytes) {
        used_ -= bytes;
        given_back_ += bytes;
        if (caller.is_stranger()) strangers_ -= bytes;
        callers_.remove(caller.who, bytes);
        organizations_.remove(caller.organizacionId, bytes);
    }

    // What each holds; of 0 nothing is counted, and who holds nothing is forgotten.
    template <class Key>
    class Parts {
    public:
        std::uint64_t held(Key key) const {
            const auto found = parts_.find(key);
            return found == parts_.end() ? 0 : found->second;
        }
        void add(Key key, std::uint64_t bytes) {
            if (key != 0 && bytes > 0) parts_[key] += bytes;
        }
        void remove(Key key, std::uint64_t bytes) {
            if (key == 0 || bytes == 0) return;
            const auto found = parts_.find(key);
            if ((found->second -= bytes) == 0) parts_.erase(found);
        }

    private:
        std::unordered_map<Key, std::uint64_t> parts_;
    };

    const Limits limits_;
    mutable std::mutex mutex_;
    std::uint64_t used_ = 0;
    std::uint64_t strangers_ = 0;
    std::uint64_t given_back_ = 0;
    Parts<std::uint64_t> callers_;
    Parts<std::int64_t> organizations_;
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
    Budget::Caller caller_;
    std::uint64_t bytes_ = 0;
};

}  // namespace cacao::api
