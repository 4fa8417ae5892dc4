#include "api/kept_answers.hpp"

#include <algorithm>

namespace cacao::api {

std::shared_ptr<const Outcome> KeptAnswers::outcome_of(const KeptPtr& kept) {
    if (kept->outcome.shared_body) return {kept, &kept->outcome};
    auto bytes = kept->theirs.lock();
    if (!bytes) return nullptr;
    auto whole = std::make_shared<Outcome>(kept->outcome);
    whole->shared_body = std::move(bytes);
    return whole;
}

std::shared_ptr<const Outcome> KeptAnswers::find(const Key& key, std::uint64_t epoch) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    if (shard.places.empty()) return nullptr;
    const Place& place = place_of(shard, key);
    for (const Entry* e : {&place.newer, &place.older})
        if (e->hash == key.hash && e->epoch == epoch && e->kept && e->kept->key == key.bytes) return outcome_of(e->kept);
    return nullptr;
}

std::shared_ptr<const Outcome> KeptAnswers::keep(Key key, std::uint64_t epoch, Outcome outcome) {
    const std::size_t bytes = outcome.body.capacity() + overhead;
    // Handed out as bytes that several answers hold at once.
    auto theirs = std::exchange(outcome.shared_body, nullptr);
    if (!theirs) outcome.shared_body = std::make_shared<const std::string>(std::exchange(outcome.body, {}));
    auto kept = std::make_shared<const Kept>(Kept{std::move(key.bytes), std::move(outcome), bytes, theirs});
    auto answer = outcome_of(kept);  // while `theirs` is held here
    if (bytes > largest) return answer;
    Entry gone;  // destroyed when nobody waits for it
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    if (shard.places.empty()) shard.places.resize(std::max<std::size_t>(shard_bytes_ / smallest / 2, 1));
    Place& place = place_of(shard, key);
    // What was kept under this key before is the one to go.
    Entry& leaves = place.newer.hash == key.hash ? place.newer : place.older;
    gone = std::exchange(leaves, {});
    if (&leaves == &place.older) std::swap(place.newer, place.older);
    place.newer = {key.hash, epoch, std::move(kept)};
    shard.bytes += bytes;
    shard.bytes -= bytes_of(gone);
    while (shard.bytes > shard_bytes_) {
        Place& next = shard.places[shard.hand++ % shard.places.size()];
        shard.bytes -= bytes_of(next.newer) + bytes_of(next.older);
        next = {};
    }
    return answer;
}

}  // namespace cacao::api
