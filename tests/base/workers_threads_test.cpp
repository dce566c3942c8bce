#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/workers.hpp"

namespace l2r {
namespace {

const std::vector<int> team_sizes{1, 2, 3, 8};

std::string message_of(Workers& workers, const std::function<void(int)>& task) {
    try {
        workers.run(task);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(Processors, AreThoseThatTheProcessIsBoundTo) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    const int in_all = processors();
    EXPECT_GE(in_all, 1);
    EXPECT_LE(in_all, CPU_COUNT(&before));
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(processors(), 1);
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(Workers, EachDoesTheTaskOnce) {
    for (const int count : team_sizes) {
        Workers workers(count);
        ASSERT_EQ(workers.count(), count);
        std::vector<int> calls(static_cast<std::size_t>(count), 0);
        workers.run([&](int w) { ++calls[static_cast<std::size_t>(w)]; });
        EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(count), 1));
    }
}

TEST(Workers, AreThreadsOfTheirOwnButForTheCaller) {
    Workers workers(4);
    std::vector<std::thread::id> ids(4);
    workers.run([&](int w) { ids[static_cast<std::size_t>(w)] = std::this_thread::get_id(); });
    EXPECT_EQ(ids[0], std::this_thread::get_id());
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

/// Every worker waits for all others to have begun, which would never end if they took turns.
TEST(Workers, WorkAtTheSameTime) {
    Workers workers(4);
    std::atomic<int> begun = 0;
    workers.run([&](int) {
        ++begun;
        while (begun < 4) std::this_thread::yield();
    });
    EXPECT_EQ(begun, 4);
}

TEST(Workers, ShowTheCallerWhatTheyDidRoundAfterRound) {
    for (const int count : team_sizes) {
        Workers workers(count);
        std::vector<std::int64_t> sums(static_cast<std::size_t>(count), 0);
        for (int round = 1; round <= 500; ++round) {
            workers.run([&](int w) { sums[static_cast<std::size_t>(w)] += round; });
            ASSERT_EQ(std::accumulate(sums.begin(), sums.end(), std::int64_t{0}),
                      std::int64_t{count} * round * (round + 1) / 2);
        }
    }
}

TEST(Workers, ThrowOnTheExceptionOfTheLowest) {
    Workers workers(8);
    const auto fail_from = [](int least) {
        return [least](int w) {
            if (w >= least) throw std::runtime_error("worker " + std::to_string(w));
        };
    };
    for (int least = 0; least < 8; ++least)
        EXPECT_EQ(message_of(workers, fail_from(least)), "worker " + std::to_string(least));
}

TEST(Workers, FinishTheRoundThatOneOfThemFails) {
    Workers workers(4);
    std::atomic<int> done = 0;
    EXPECT_EQ(message_of(workers,
                         [&](int w) {
                             if (w == 0) throw std::runtime_error("first");
                             ++done;
                         }),
              "first");
    EXPECT_EQ(done, 3);
}

TEST(Workers, ForgetTheExceptionsOfAnEarlierRound) {
    Workers workers(4);
    EXPECT_EQ(message_of(workers, [](int) { throw std::runtime_error("all fail"); }), "all fail");
    std::atomic<int> calls = 0;
    EXPECT_EQ(message_of(workers, [&](int) { ++calls; }), "");
    EXPECT_EQ(calls, 4);
}

TEST(Workers, CanLeaveWithoutHavingWorked) {
    for (const int count : team_sizes) EXPECT_EQ(Workers(count).count(), count);
}

TEST(ForEach, DoesEveryItemOnce) {
    for (const int count : team_sizes) {
        Workers workers(count);
        for (const int items : {0, 1, 7, 1'000}) {
            std::vector<std::atomic<int>> calls(static_cast<std::size_t>(items));
            for_each(workers, items, [&](int i, int w) {
                ASSERT_LT(w, count);
                ++calls[static_cast<std::size_t>(i)];
            });
            for (const auto& number : calls) EXPECT_EQ(number, 1);
        }
    }
}

TEST(ForEach, KeepsTheOrderInATeamOfOne) {
    Workers workers(1);
    std::vector<int> order;
    for_each(workers, 5, [&](int i, int w) { order.push_back(10 * i + w); });
    EXPECT_EQ(order, (std::vector<int>{0, 10, 20, 30, 40}));
}

TEST(ForEach, ThrowsOnWhatATaskThrows) {
    Workers workers(3);
    const auto fail = [](int i, int) {
        if (i == 5) throw std::runtime_error("item 5");
    };
    EXPECT_THROW(for_each(workers, 10, fail), std::runtime_error);
    std::atomic<int> done = 0;
    for_each(workers, 10, [&](int, int) { ++done; });
    EXPECT_EQ(done, 10);
}

TEST(ForEach, BeginsNoMoreItemsOnceOneHasFailed) {
    Workers workers(3);
    std::atomic<bool> failing = false;
    std::atomic<int> done = 0;
    const auto fail_at_0 = [&](int i, int) {
        if (i == 0) {
            failing = true;
            throw std::runtime_error("item 0");
        }
        while (!failing) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++done;
    };
    EXPECT_THROW(for_each(workers, 2'000, fail_at_0), std::runtime_error);
    EXPECT_LT(done, 1'999);
}

}  // namespace
}  // namespace l2r
