#include "base/turn_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>

namespace cacao {
namespace {

using Lines = TurnQueue<int, Fifo<std::string>>;

// One after the other, each ending before the next.
template <class Queue>
std::string all_of(Queue& queue) {
    std::string order;
    while (queue.ready()) order += queue.pop();
    return order;
}

TEST(TurnQueue, WhoSendsMuchWaitsForThemselves) {
    Lines queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, job);
    for (const char* job : {"x", "y"}) queue.push(2, job);
    queue.push(3, "m");
    EXPECT_EQ(queue.size(), 6U);
    EXPECT_EQ(queue.size(1), 3U);
    EXPECT_EQ(all_of(queue), "axmbyc");
    EXPECT_TRUE(queue.empty());
}

TEST(TurnQueue, WhoHasFewestAtWorkGoesFirst) {
    Lines queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, job);
    EXPECT_EQ(queue.next().second, "a");
    EXPECT_EQ(queue.next().second, "b");
    queue.push(2, "x");
    EXPECT_EQ(queue.next(), (std::pair<int, std::string>{2, "x"}));
    queue.push(2, "y");
    EXPECT_EQ(queue.next().second, "y") << "one at work against two";
    queue.done(1);
    queue.done(1);
    queue.push(2, "z");
    EXPECT_EQ(queue.next().second, "c");
}

TEST(TurnQueue, WhoComesAgainAndAgainIsNoNewcomer) {
    Lines queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, job);
    std::string order = queue.pop();
    for (int i = 0; i < 2; ++i) {
        queue.push(2, "x");
        order += queue.pop();
        order += queue.pop();
    }
    EXPECT_EQ(order, "axbxc");
}

// Before whoever had the last turn, and behind those whose turn is longer past, however often it comes.
TEST(TurnQueue, WhoComesPassesOnlyWhoHadTheLastTurn) {
    Lines queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, job);
    for (const char* job : {"m", "n", "o"}) queue.push(2, job);
    std::string order = queue.pop();
    order += queue.pop();
    for (int i = 0; i < 2; ++i) {
        queue.push(3, "x");
        for (int turn = 0; turn < 3; ++turn) order += queue.pop();
    }
    EXPECT_EQ(order, "ambxncxo");
}

TEST(TurnQueue, OneKeyHasOnlySoManyAtWork) {
    Lines queue;
    queue.share_out(2);
    for (const char* job : {"a", "b", "c", "d"}) queue.push(1, job);
    queue.push(0, "n");
    for (int i = 0; i < 4; ++i) queue.next();
    EXPECT_TRUE(queue.ready()) << "nobody else has ever come";
    queue.push(2, "x");
    ASSERT_TRUE(queue.ready());
    EXPECT_EQ(queue.next().second, "x");
    EXPECT_FALSE(queue.ready());
    EXPECT_EQ(queue.size(), 1U);
    queue.done(1);
    EXPECT_FALSE(queue.ready());
    queue.done(1);
    ASSERT_TRUE(queue.ready());
    EXPECT_EQ(queue.next().second, "d");
}

TEST(TurnQueue, ALineMayBeAQueueAgain) {
    TurnQueue<int, TurnQueue<int, Fifo<std::string>>> queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, 10, job);
    queue.push(1, 11, "m");
    queue.push(2, 20, "x");
    EXPECT_EQ(queue.size(), 5U);
    EXPECT_EQ(queue.take_out([](const std::string& job) { return job == "b"; }), std::vector<std::string>{"b"});
    EXPECT_EQ(queue.size(), 4U);
    EXPECT_EQ(all_of(queue), "axmc");
}

TEST(TurnQueue, APlaceIsGivenUpByWhoHasMost) {
    Lines queue;
    for (const char* job : {"a", "b", "c"}) queue.push(1, job);
    for (const char* job : {"x", "y"}) queue.push(2, job);
    const auto any = [](const std::string&) { return true; };
    EXPECT_EQ(queue.displace(3, any), std::nullopt);
    EXPECT_EQ(queue.displace(2, [](const std::string& job) { return job != "c"; }), std::nullopt);
    EXPECT_EQ(queue.displace(2, any), "c");
    EXPECT_EQ(queue.size(), 4U);
    EXPECT_EQ(all_of(queue), "axby");
}

TEST(TurnQueue, WhoHasNothingThereIsForgotten) {
    Lines queue;
    for (int key = 0; key < 1000; ++key) {
        queue.push(key, "a");
        queue.push(key, "b");
    }
    for (int i = 0; i < 1500; ++i) queue.pop();
    queue.take_out([](const std::string&) { return true; });
    EXPECT_EQ(queue.keys(), 0U);
    queue.push(1, "a");
    queue.next();
    EXPECT_EQ(queue.keys(), 1U);
    queue.done(1);
    EXPECT_EQ(queue.keys(), 0U);
}

// Against the rule itself, looked up in all that waits: nobody with fewer at work is passed over, each key keeps its order, and
// between two turns of one that waits no other gets more than two.
TEST(TurnQueue, KeepsTheRuleWhateverHappens) {
    rc::check([] {
        TurnQueue<int, Fifo<int>> queue;
        std::map<int, int> waiting, at_work, pushed, taken;
        std::map<int, std::map<int, int>> passed;  // by whom, since its own last turn
        for (int step = 0; step < 200; ++step) {
            const int key = *rc::gen::inRange(0, 4);
            const int what = *rc::gen::inRange(0, 3);
            if (what == 0) {
                if (waiting[key]++ == 0) passed[key].clear();
                queue.push(key, pushed[key]++);
            } else if (what == 1 && at_work[key] > 0) {
                --at_work[key];
                queue.done(key);
            } else if (what == 2 && queue.ready()) {
                const auto [turn, job] = queue.next();
                RC_ASSERT(job == taken[turn]++);
                for (const auto& [other, many] : waiting) {
                    if (many == 0 || other == turn) continue;
                    RC_ASSERT(at_work[turn] <= at_work[other]);
                    if (at_work[turn] == at_work[other]) RC_ASSERT(++passed[other][turn] <= 2);
                }
                passed[turn].clear();
                --waiting[turn];
                ++at_work[turn];
            }
        }
    });
}

}  // namespace
}  // namespace cacao
