#pragma once
// What waits, in lines by key, and whose turn it is: first those with the fewest at work, then those whose turn is longest past.
// So whoever sends much waits for themselves. A line may be such a queue again: organizations take turns, and in each its
// callers. Costs O(log keys), whatever waits; a key with nothing waiting and nothing at work is forgotten. Not for several
// threads at once.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cacao {

// The line of one key: in the order in which they came.
template <class Waiting>
class Fifo {
public:
    using Job = Waiting;
    void push(Job job) { jobs_.push_back(std::move(job)); }
    Job pop() {
        Job first = std::move(jobs_.front());
        jobs_.pop_front();
        return first;
    }
    const Job& last() const { return jobs_.back(); }
    Job pop_last() {
        Job last = std::move(jobs_.back());
        jobs_.pop_back();
        return last;
    }
    std::size_t size() const { return jobs_.size(); }
    bool empty() const { return jobs_.empty(); }
    template <class Which>
    void take_out(const Which& which, std::vector<Job>& out) {
        std::deque<Job> left;
        for (Job& job : jobs_) {
            if (which(std::as_const(job))) out.push_back(std::move(job));
            else left.push_back(std::move(job));
        }
        jobs_.swap(left);
    }

private:
    std::deque<Job> jobs_;
};

template <class Key, class Line>
class TurnQueue {
public:
    using Job = typename Line::Job;

    // Behind those of the key; `job` is what its line takes.
    template <class... Waiting>
    void push(const Key& key, Waiting&&... job) {
        const auto [found, fresh] = places_.try_emplace(key);
        Place& place = found->second;
        // Before whoever had the last turn, behind all whose turn is longer past: who comes, goes and comes again gains nothing.
        if (fresh) place.turn = last_turn_ - 1;
        note(key);
        place.line.push(std::forward<Waiting>(job)...);
        ++size_;
        if (place.line.size() > 1) return;
        place.arrival = ++arrivals_;
        order_.insert(rank(*found));
    }

    // At most so many of one key are at work together, so that whoever comes finds room; as long as only one has ever come (and
    // Key{}, which is nobody in particular), it may have all.
    void share_out(std::size_t most) { most_at_work_ = most; }
    // Whether anybody who waits may go.
    bool ready() const { return !order_.empty() && (!several_ || std::get<0>(*order_.begin()) < most_at_work_); }
    // Whoever's turn it is, and at work until done(). There must be one (ready).
    std::pair<Key, Job> next() {
        const auto found = places_.find(std::get<3>(*order_.begin()));
        Place& place = found->second;
        order_.erase(order_.begin());
        std::pair<Key, Job> turn{found->first, place.line.pop()};
        --size_;
        ++place.at_work;
        place.turn = last_turn_ += 2;
        if (!place.line.empty()) order_.insert(rank(*found));
        return turn;
    }
    void done(const Key& key) {
        const auto found = places_.find(key);
        Place& place = found->second;
        if (!place.line.empty()) order_.erase(rank(*found));
        --place.at_work;
        keep_or_forget(found);
    }
    // As the line of another: what it is at is counted there.
    Job pop() {
        auto [key, job] = next();
        done(key);
        return std::move(job);
    }

    std::size_t size() const { return size_; }  // of what waits
    std::size_t size(const Key& key) const {
        const auto found = places_.find(key);
        return found == places_.end() ? 0 : found->second.line.size();
    }
    std::size_t at_work(const Key& key) const {
        const auto found = places_.find(key);
        return found == places_.end() ? 0 : found->second.at_work;
    }
    bool empty() const { return size_ == 0; }
    std::size_t keys() const { return places_.size(); }

    // The last of whoever has most of them waiting, and more than so many. Nothing when nobody has, or `may_go` says no to it.
    template <class May>
    std::optional<Job> displace(std::size_t more_than, const May& may_go) {
        auto most = places_.end();
        for (auto place = places_.begin(); place != places_.end(); ++place)
            if (place->second.line.size() > (most == places_.end() ? more_than : most->second.line.size())) most = place;
        if (most == places_.end() || !may_go(most->second.line.last())) return std::nullopt;
        --size_;
        Job job = most->second.line.pop_last();
        if (most->second.line.empty()) {
            order_.erase(rank(*most));
            keep_or_forget(most);
        }
        return job;
    }

    // Those that wait and of which `which` is true; each key's in their order.
    template <class Which>
    std::vector<Job> take_out(const Which& which) {
        std::vector<Job> out;
        take_out(which, out);
        return out;
    }
    template <class Which>
    void take_out(const Which& which, std::vector<Job>& out) {
        const std::size_t before = out.size();
        for (auto place = places_.begin(); place != places_.end();) {
            const auto at = place++;
            if (at->second.line.empty()) continue;
            order_.erase(rank(*at));
            at->second.line.take_out(which, out);
            keep_or_forget(at);
        }
        size_ -= out.size() - before;
    }

private:
    struct Place {
        Line line;
        std::size_t at_work = 0;
        std::uint64_t turn = 0;     // when it had its last
        std::uint64_t arrival = 0;  // when it began to wait
    };
    using Places = std::unordered_map<Key, Place>;
    using Rank = std::tuple<std::size_t, std::uint64_t, std::uint64_t, Key>;

    static Rank rank(const typename Places::value_type& entry) {
        return {entry.second.at_work, entry.second.turn, entry.second.arrival, entry.first};
    }
    void note(const Key& key) {
        if (key == Key{} || key == first_) return;
        if (first_ == Key{}) first_ = key;
        else several_ = true;
    }
    void keep_or_forget(typename Places::iterator found) {
        if (!found->second.line.empty()) order_.insert(rank(*found));
        else if (found->second.at_work == 0) places_.erase(found);
    }

    Places places_;
    std::set<Rank> order_;  // of those with a line
    std::size_t size_ = 0;
    std::size_t most_at_work_ = std::numeric_limits<std::size_t>::max();
    Key first_{};  // that came
    bool several_ = false;
    std::uint64_t last_turn_ = 1;  // goes by twos, so that there is room before each
    std::uint64_t arrivals_ = 0;
};

}  // namespace cacao
