#include <gtest/gtest.h>

#include <thread>

#include "base/error.hpp"
#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/same_exploration.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

/// Explores with one thread and with more, which must not make a difference. Returns what came out.
Exploration explore_with_threads(const Instance& instance, const Scorer* scorer, ExploreSettings settings) {
    settings.threads = 1;
    Exploration alone = explore(instance, paper::LocalSearch(), scorer, settings);
    for (const int threads : {2, 4}) {
        SCOPED_TRACE(testing::Message() << threads << " threads, " << strategy_name(settings.strategy) << ", "
                                        << instance.customers() << " customers, seed " << settings.seed);
        settings.threads = threads;
        expect_same(alone, explore(instance, paper::LocalSearch(), scorer, settings));
    }
    return alone;
}

/// Sizes, with so many runs that each costs about the same.
const std::vector<std::pair<int, int>> sizes_and_runs{{20, 200}, {50, 60}, {100, 25}};

template <class Test>
void for_sizes_and_strategies(Test test) {
    for (const auto& [customers, runs] : sizes_and_runs)
        for (const Strategy strategy : strategies())
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                ExploreSettings settings;
                settings.strategy = strategy;
                settings.seed = seed;
                settings.stop.runs = runs;
                test(random_instance(customers, 41, seed), settings);
            }
}

TEST(Threads, DoNotChangeTheResultOfSoManyRuns) {
    for_sizes_and_strategies([](const Instance& instance, ExploreSettings settings) {
        settings.perturbation.pick = settings.seed == 1 ? Pick::random : Pick::near;
        EXPECT_EQ(explore_with_threads(instance, nullptr, settings).runs, settings.stop.runs);
    });
}

TEST(Threads, DoNotChangeWhereIdlenessEnds) {
    for_sizes_and_strategies([](const Instance& instance, ExploreSettings settings) {
        settings.stop.idle_runs = settings.stop.runs / 8;
        settings.stop.runs = 1'000'000;
        const Exploration result = explore_with_threads(instance, nullptr, settings);
        EXPECT_EQ(result.reason, StopReason::idle);
        EXPECT_EQ(result.runs, result.history.back().run + 1 + settings.stop.idle_runs);
    });
}

TEST(Threads, DoNotChangeWhereTheTargetIsReached) {
    for_sizes_and_strategies([](const Instance& instance, ExploreSettings settings) {
        const Exploration free = explore(instance, paper::LocalSearch(), nullptr, settings);
        for (const std::size_t step : {free.history.size() - 1, free.history.size() / 2}) {
            settings.stop.target = free.history[step].length;
            const Exploration result = explore_with_threads(instance, nullptr, settings);
            EXPECT_EQ(result.reason, StopReason::target);
            EXPECT_EQ(result.runs, free.history[step].run + 1);
        }
    });
}

TEST(Threads, DoNotChangeWhatAScorerChooses) {
    const ToyScorer by_length(
        [](const Instance& instance, const Start& start) { return length(instance, start.solution); });
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.guidance.candidates = 4;
        settings.stop.runs = 100;
        explore_with_threads(random_instance(30, 42, 0), &by_length, settings);
    }
}

TEST(Threads, DoNotChangeTheResultFromAWarmStart) {
    const Instance instance = random_instance(50, 43, 0);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.stop.runs = 20;
        settings.warm_start = explore(instance, paper::LocalSearch(), nullptr, settings).best;
        settings.stop.runs = 100;
        explore_with_threads(instance, nullptr, settings);
    }
}

TEST(Threads, LeaveTheObserverToTheCaller) {
    const Instance instance = random_instance(50, 44, 0);
    const std::thread::id caller = std::this_thread::get_id();
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.threads = 4;
        settings.stop.runs = 100;
        int calls = 0;
        Observer observer;
        observer.improved = [&](const Improvement&, const Solution&) {
            ++calls;
            EXPECT_EQ(std::this_thread::get_id(), caller);
        };
        observer.ran = [&](std::int64_t, double) {
            ++calls;
            EXPECT_EQ(std::this_thread::get_id(), caller);
        };
        explore(instance, paper::LocalSearch(), nullptr, settings, observer);
        EXPECT_GT(calls, 1);
    }
}

TEST(Threads, StopSoonAfterTheFlagIsRaisedAndKeepWhatTheyFound) {
    const Instance instance = random_instance(100, 45, 0);
    for (const Strategy strategy : strategies()) {
        std::atomic<bool> flag = false;
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.threads = 4;
        settings.stop.flag = &flag;
        settings.stop.seconds = 60;
        std::jthread raiser([&flag] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            flag = true;
        });
        const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings);
        EXPECT_EQ(result.reason, StopReason::flag);
        EXPECT_LT(result.seconds, 10);
        EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
        EXPECT_EQ(result.length, length(instance, result.best));
        EXPECT_EQ(result.history.back().length, result.length);
    }
}

TEST(Threads, ThrowOnWhatAnOptimiserThrowsInOneOfThem) {
    const Instance instance = random_instance(20, 46, 0);
    std::atomic<int> runs = 0;
    const ToyOptimiser failing([&](const Instance&, const Start& start, const Budget&) -> Outcome {
        if (++runs >= 50) throw OutsideError("it failed");
        return {start.solution, 1, true};
    });
    ExploreSettings settings;
    settings.threads = 4;
    settings.stop.runs = 1'000;
    EXPECT_THROW(explore(instance, failing, nullptr, settings), OutsideError);
}

}  // namespace
}  // namespace l2r
