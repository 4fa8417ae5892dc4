#include "api/kept_answers.hpp"

namespace cacao::api {

std::shared_ptr<const Outcome> KeptAnswers::find(const Key& key, std::uint64_t epoch) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    const auto it = shard.entries.find(key.hash);
    if (it == shard.entries.end() || it->second.epoch != epoch || it->second.key != key.bytes) return nullptr;
    return it->second.outcome;
}

std::shared_ptr<const Outcome> KeptAnswers::keep(Key key, std::uint64_t epoch, Outcome outcome) {
    const std::size_t bytes = outcome.body.capacity() + overhead;
    auto kept = std::make_shared<Outcome>(std::move(outcome));
    // Handed out as bytes that several answers hold at once.
    if (!kept->shared_body) kept->shared_body = std::make_shared<const std::string>(std::move(kept->body));
    kept->body.clear();
    if (bytes > largest) return kept;
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    auto [it, is_new] = shard.entries.try_emplace(key.hash);
    shard.bytes += bytes - it->second.bytes;
    it->second = {std::move(key.bytes), epoch, kept, bytes};
    if (is_new) shard.order.push_back(key.hash);
    while (shard.bytes > shard_bytes_ && !shard.order.empty()) {
        const auto oldest = shard.entries.find(shard.order.front());
        shard.bytes -= oldest->second.bytes;
        shard.entries.erase(oldest);
        shard.order.pop_front();
    }
    return kept;
}

}  // namespace cacao::api
