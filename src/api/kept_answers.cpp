#include "api/kept_answers.hpp"

#include <utility>

namespace cacao::api {

std::shared_ptr<const Outcome> KeptAnswers::find(const std::string& key, std::uint64_t epoch) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    const auto it = shard.entries.find(key);
    return it != shard.entries.end() && it->second.epoch == epoch ? it->second.outcome : nullptr;
}

std::shared_ptr<const Outcome> KeptAnswers::keep(const std::string& key, std::uint64_t epoch, Outcome outcome) {
    const std::size_t bytes = outcome.body.capacity() + overhead;
    auto kept = std::make_shared<Outcome>(std::move(outcome));
    // Handed out as bytes that several answers hold at once.
    if (!kept->shared_body) kept->shared_body = std::make_shared<const std::string>(std::move(kept->body));
    kept->body.clear();
    if (bytes > largest) return kept;
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    auto [it, is_new] = shard.entries.try_emplace(key);
    shard.bytes += bytes - it->second.bytes;
    it->second = {epoch, kept, bytes};
    if (is_new) shard.order.push_back(key);
    while (shard.bytes > shard_bytes_ && !shard.order.empty()) {
        const auto oldest = shard.entries.find(shard.order.front());
        shard.bytes -= oldest->second.bytes;
        shard.entries.erase(oldest);
        shard.order.pop_front();
    }
    return kept;
}

}  // namespace cacao::api
