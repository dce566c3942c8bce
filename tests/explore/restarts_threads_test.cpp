#include <gtest/gtest.h>

#include <iostream>
#include <thread>

#include "base/error.hpp"
#include "explore/restarts.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/anneal_runs.hpp"
#include "support/random_instances.hpp"
#include "support/same_exploration.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

/// Explores with one thread and with more, which must not make a difference. Returns what came out.
Exploration explore_on_threads(const Instance& instance, ExploreSettings settings,
                               const Optimiser& optimiser = short_annealing(),
                               const Scorer* scorer = nullptr) {
    settings.threads = 1;
    Exploration alone = explore(instance, optimiser, scorer, settings);
    EXPECT_EQ(alone.threads, 1);
    EXPECT_EQ(faults(instance, alone.best), std::vector<std::string>{});
    for (const int threads : {2, 3, 8}) {
        SCOPED_TRACE(testing::Message() << threads << " threads, " << instance.customers()
                                        << " customers, seed " << settings.seed);
        settings.threads = threads;
        expect_same(alone, explore(instance, optimiser, scorer, settings));
    }
    return alone;
}

/// Some first runs and many short ones, between which routes of all runs are combined.
ExploreSettings many_runs(std::int64_t runs, std::uint64_t seed) {
    ExploreSettings settings = anneal_runs(runs, seed);
    settings.restart.most_runs = 5;
    settings.restart.combine_by_square = 0.02;
    return settings;
}

TEST(RestartsThreads, DoNotChangeTheResultOfSoManyRuns) {
    for (const auto& [customers, runs] : {std::pair(5, 100), {40, 100}, {150, 40}})
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            const Exploration result =
                explore_on_threads(random_instance(customers, 191, seed), many_runs(runs, seed));
            EXPECT_EQ(result.runs, runs);
        }
}

TEST(RestartsThreads, DoNotChangeTheResultWhereOnlySomeArePlannedAhead) {
    for (const int abreast : {1, 2, 5}) {
        ExploreSettings settings = many_runs(60, 1);
        settings.restart.abreast = abreast;
        explore_on_threads(random_instance(50, 192, 0), settings);
    }
}

TEST(RestartsThreads, DoNotChangeWhereANewEliteBegins) {
    ExploreSettings settings = many_runs(120, 1);
    settings.restart.patience = 10;
    explore_on_threads(random_instance(15, 193, 0), settings);
}

TEST(RestartsThreads, DoNotChangeWhereTheTargetIsReached) {
    const Instance instance = random_instance(60, 194, 0);
    ExploreSettings settings = many_runs(60, 1);
    const Exploration free = explore_annealed(instance, settings);
    for (const std::size_t step : {free.history.size() - 1, free.history.size() / 2}) {
        settings.stop.target = free.history[step].length;
        const Exploration result = explore_on_threads(instance, settings);
        EXPECT_EQ(result.reason, StopReason::target);
        EXPECT_EQ(result.runs, free.history[step].run + 1);
    }
}

TEST(RestartsThreads, DoNotChangeWhereIdlenessEnds) {
    ExploreSettings settings;
    settings.stop.idle_runs = 5;
    for (const std::int64_t runs : {std::int64_t{1'000}, settings.stop.runs}) {
        settings.stop.runs = runs;
        const Exploration result = explore_on_threads(random_instance(20, 195, 0), settings);
        EXPECT_EQ(result.reason, StopReason::idle);
        EXPECT_EQ(result.runs, result.history.back().run + 1 + settings.stop.idle_runs);
    }
}

TEST(RestartsThreads, DoNotChangeTheResultFromAWarmStartOrWithAFleet) {
    const Instance instance = random_instance(60, 196, 0);
    ExploreSettings settings = many_runs(20, 1);
    Random random(1);
    settings.warm_start = construct(Construction::nearest, instance, random);
    explore_on_threads(instance, settings);
    settings.warm_start.reset();
    explore_on_threads(instance.with_vehicles(instance.min_routes() + 1), settings);
}

TEST(RestartsThreads, DoNotChangeWhatAScorerChooses) {
    const ToyScorer by_length(
        [](const Instance& instance, const Start& start) { return length(instance, start.solution); });
    ExploreSettings settings = many_runs(40, 1);
    settings.construction = Construction::random;
    settings.guidance.candidates = 4;
    explore_on_threads(random_instance(40, 197, 0), settings, short_annealing(), &by_length);
    settings.stop.runs = 2;
    settings.restart.most_combined = 100;  // so that the next is divided
    explore_on_threads(random_instance(400, 197, 1), settings, divided_search(), &by_length);
}

TEST(RestartsThreads, DoNotChangeTheResultWhereTheySharePartsOut) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Instance instance = random_instance(400, 198, seed);
        ExploreSettings settings = anneal_runs(2, seed);
        settings.restart.most_combined = 100;  // a run that collects routes is not divided
        const Exploration result = explore_on_threads(instance, settings, divided_search());
        EXPECT_LT(result.length, 0.99 * result.history.front().length);
        settings.threads = 3;
        EXPECT_EQ(explore(instance, divided_search(), nullptr, settings).threads, 3);
    }
}

TEST(RestartsThreads, DoNotChangeWhereADividedRunReachesTheTarget) {
    const Instance instance = random_instance(400, 198, 1);
    ExploreSettings settings = anneal_runs(2);
    settings.restart.most_combined = 100;
    const Exploration free = explore(instance, divided_search(), nullptr, settings);
    for (const std::size_t step : {std::size_t{1}, free.history.size() / 2, free.history.size() - 1}) {
        settings.stop.target = free.history[step].length;
        EXPECT_EQ(explore_on_threads(instance, settings, divided_search()).reason, StopReason::target);
    }
}

TEST(RestartsThreads, EndWhereTheTargetIsMissedByARoundingAlone) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Instance instance = random_instance(14, 205, seed);
        ExploreSettings settings = many_runs(60, 1);
        settings.stop.target = std::nextafter(explore_annealed(instance, settings).length, 0);
        EXPECT_LE(explore_on_threads(instance, settings).runs, 60);
    }
}

/// Ends at once, as on an instance of one customer.
class Idle : public Optimiser {
  public:
    std::string name() const override { return "idle"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Idle>(); }
    Outcome improve(const Instance&, const Start& start, const Budget&, Random&) override {
        return {start.solution};
    }
};

TEST(RestartsThreads, GoOnWhereRunsEndAtOnce) {
    for (const int threads : {1, 3}) {
        ExploreSettings settings;
        settings.threads = threads;
        settings.stop.seconds = 60;
        settings.stop.idle_runs = 20;
        const Exploration result = explore(random_instance(20, 206, 0), Idle(), nullptr, settings);
        EXPECT_EQ(result.reason, StopReason::idle);
        EXPECT_GE(result.runs, 20);
    }
}

TEST(RestartsThreads, WorkUntilTheTimeIsOver) {
    for (const int customers : {60, 400})
        for (const int threads : {1, 2, 8}) {
            const Instance instance = random_instance(customers, 199, 0);
            ExploreSettings settings;
            settings.threads = threads;
            settings.stop.seconds = 0.5;
            settings.restart.most_combined = 100;
            const Exploration result = explore(instance, divided_search(), nullptr, settings);
            EXPECT_EQ(result.reason, StopReason::time);
            EXPECT_EQ(result.threads, threads);
            EXPECT_LT(result.seconds, 10) << "generous: this is no test of speed";
            EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
            EXPECT_EQ(result.history.back().length, result.length);
        }
}

TEST(RestartsThreads, LeaveTheObserverToTheCaller) {
    const std::thread::id caller = std::this_thread::get_id();
    ExploreSettings settings = many_runs(50, 1);
    settings.threads = 4;
    std::int64_t runs = 0, improvements = 0;
    Observer observer;
    observer.improved = [&](const Improvement&, const Solution&) {
        ++improvements;
        EXPECT_EQ(std::this_thread::get_id(), caller);
    };
    observer.ran = [&](std::int64_t run, double) {
        EXPECT_EQ(run, runs++);
        EXPECT_EQ(std::this_thread::get_id(), caller);
    };
    const Exploration result = explore_annealed(random_instance(50, 200, 0), settings, observer);
    EXPECT_EQ(runs, 50);
    EXPECT_EQ(improvements, std::ssize(result.history));
}

TEST(RestartsThreads, EndSoonAfterAFlagIsRaisedAndKeepWhatTheyFound) {
    for (const int customers : {100, 400}) {
        const Instance instance = random_instance(customers, 201, 0);
        std::atomic<bool> flag = false;
        ExploreSettings settings;
        settings.threads = 4;
        settings.stop.flag = &flag;
        settings.stop.seconds = 60;
        std::jthread raiser([&flag] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            flag = true;
        });
        const Exploration result = explore(instance, divided_search(), nullptr, settings);
        EXPECT_EQ(result.reason, StopReason::flag);
        EXPECT_LT(result.seconds, 20);
        EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
        EXPECT_EQ(result.history.back().length, result.length);
    }
}

TEST(RestartsThreads, EndWhereTheObserverThrows) {
    ExploreSettings settings;
    settings.threads = 4;
    settings.stop.seconds = 60;
    Observer observer;
    observer.improved = [](const Improvement& step, const Solution&) {
        if (step.seconds > 0.05) throw OutsideError("enough");
    };
    EXPECT_THROW(explore_annealed(random_instance(300, 202, 0), settings, observer), OutsideError);
}

/// Fails in one of its runs, on whichever thread that is.
class Failing : public Optimiser {
  public:
    explicit Failing(std::shared_ptr<std::atomic<int>> runs) : runs_(std::move(runs)) {}
    std::string name() const override { return "failing"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Failing>(runs_); }
    Outcome improve(const Instance&, const Start& start, const Budget&, Random&) override {
        if (++*runs_ == 50) throw OutsideError("it failed");
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        return {start.solution};
    }

  private:
    std::shared_ptr<std::atomic<int>> runs_;
};

TEST(RestartsThreads, ThrowOnWhatAnOptimiserThrowsInOneOfThem) {
    ExploreSettings settings = anneal_runs(1'000);
    settings.threads = 4;
    const Failing failing(std::make_shared<std::atomic<int>>(0));
    EXPECT_THROW(explore(random_instance(20, 203, 0), failing, nullptr, settings), OutsideError);
}

/// Sleeps instead of working, so that many of them fit on few processors: a run of the schedule without its
/// work.
class Sleeping : public Optimiser {
  public:
    std::string name() const override { return "sleeping"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Sleeping>(); }
    Outcome improve(const Instance&, const Start& start, const Budget& budget, Random&) override {
        Outcome outcome{start.solution};
        for (int looks = 0; looks < 5 && budget.watch->progress(outcome.iterations, 0.2 * looks) < 1;
             ++looks) {
            std::this_thread::sleep_for(std::chrono::milliseconds(4));
            outcome.iterations += 10;
        }
        return outcome;
    }
};

/// It prints what docs/scale.md has. What is expected holds on a crowded machine and under sanitizers too.
TEST(RestartsThreads, AreKeptBusyUpToSixtyFour) {
    const Instance instance = random_instance(100, 207, 0);
    const auto runs_a_second = [&](int threads) {
        ExploreSettings settings;
        settings.threads = threads;
        settings.stop.seconds = 1;
        const Exploration result = explore(instance, Sleeping(), nullptr, settings);
        return static_cast<double>(result.runs) / result.seconds;
    };
    const double alone = runs_a_second(1);
    for (const int threads : {2, 4, 8, 16, 32, 64}) {
        const double ratio = runs_a_second(threads) / alone;
        std::cout << threads << " threads make " << ratio << " times as many runs\n";
        EXPECT_GT(ratio, 1.2) << "runs are not made side by side";
    }
}

TEST(RestartsThreads, AreAsManyAsFindWork) {
    const auto threads = [](const Instance& instance, ExploreSettings settings, int wanted) {
        settings.threads = wanted;
        return explore_annealed(instance, settings).threads;
    };
    const Instance instance = random_instance(20, 204, 0);
    EXPECT_EQ(threads(instance, anneal_runs(3), 8), 3);
    EXPECT_EQ(threads(instance, anneal_runs(100), 64), ExploreSettings().restart.abreast);
    ExploreSettings settings;
    settings.stop.idle_runs = 3;
    EXPECT_EQ(threads(instance, settings, 8), 1) << "runs get longer one after another";
    EXPECT_GE(threads(instance, anneal_runs(100), 0), 1) << "as many as pay";
}

}  // namespace
}  // namespace l2r
