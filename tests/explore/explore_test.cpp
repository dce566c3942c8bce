#include "explore/explore.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "explore/ladder.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/exact.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

std::string refusal(const Instance& instance, const ExploreSettings& settings) {
    try {
        explore(instance, paper::LocalSearch(), nullptr, settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void expect_consistent(const Instance& instance, const Exploration& result) {
    EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
    EXPECT_EQ(result.length, length(instance, result.best));
    ASSERT_FALSE(result.history.empty());
    EXPECT_EQ(result.history.front().run, 0);
    EXPECT_EQ(result.history.back().length, result.length);
    EXPECT_LT(result.history.back().run, result.runs);
    EXPECT_LE(result.history.back().seconds, result.seconds);
    for (std::size_t i = 1; i < result.history.size(); ++i) {
        EXPECT_LT(result.history[i].length, result.history[i - 1].length);
        EXPECT_GT(result.history[i].run, result.history[i - 1].run);
        EXPECT_GE(result.history[i].seconds, result.history[i - 1].seconds);
    }
}

TEST(Explore, TellsATrueStory) {
    for_many_instances(1, 2, 60, 101, [](const Instance& instance, Random& random) {
        for (const Strategy strategy : strategies()) {
            ExploreSettings settings;
            settings.strategy = strategy;
            settings.seed = random.next();
            settings.perturbation.pick = picks()[random.below(2)];
            settings.stop.runs = 30;
            const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings);
            EXPECT_EQ(result.runs, 30);
            expect_consistent(instance, result);
        }
    });
}

TEST(Explore, TellsATrueStoryWhenTimeRunsOut) {
    const Instance instance = random_instance(200, 102, 0);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.stop.seconds = 0.05;
        expect_consistent(instance, explore(instance, paper::LocalSearch(), nullptr, settings));
    }
}

TEST(Explore, FindsTheBestThereIsOnTinyInstances) {
    for (std::uint64_t i = 0; i < 10; ++i) {
        const Instance instance = random_instance(8, 103, i, 20);
        ExploreSettings settings;
        settings.strategy = Strategy::perturb_best;
        settings.stop.runs = 300;
        EXPECT_NEAR(explore(instance, paper::LocalSearch(), nullptr, settings).length,
                    optimal_length(instance), 1e-9);
    }
}

TEST(Explore, ShowsTheObserverEveryImprovement) {
    const Instance instance = random_instance(100, 104, 0);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.stop.runs = 100;
        std::vector<Improvement> shown;
        std::int64_t runs = 0;
        Observer observer;
        observer.improved = [&](const Improvement& step, const Solution& solution) {
            EXPECT_EQ(length(instance, solution), step.length);
            shown.push_back(step);
        };
        observer.ran = [&](std::int64_t run, double) { EXPECT_EQ(run, runs++); };
        const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings, observer);
        ASSERT_EQ(shown.size(), result.history.size());
        for (std::size_t i = 0; i < shown.size(); ++i) EXPECT_EQ(shown[i].run, result.history[i].run);
        EXPECT_EQ(runs, 100);
    }
}

TEST(Explore, NeverEndsLongerThanItsWarmStart) {
    const Instance instance = random_instance(60, 105, 0);
    for (const Strategy strategy : strategies())
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            ExploreSettings settings;
            settings.strategy = strategy;
            settings.seed = seed;
            settings.stop.runs = 20;
            const Exploration first = explore(instance, paper::LocalSearch(), nullptr, settings);
            settings.warm_start = first.best;
            settings.seed = seed + 100;
            settings.stop.runs = 1 + static_cast<std::int64_t>(seed);
            const Exploration second = explore(instance, paper::LocalSearch(), nullptr, settings);
            EXPECT_LE(second.length, first.length);
            EXPECT_LE(second.history.front().length, first.length);
            expect_consistent(instance, second);
        }
}

TEST(Explore, ReturnsAWarmStartThatNothingImproves) {
    const Instance line = line_instance();
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.warm_start = rung_solution(3);
        settings.stop.runs = 50;
        const Exploration result = explore(line, Ladder({9, 5, 4}), nullptr, settings);
        EXPECT_EQ(result.best, rung_solution(3));
        EXPECT_EQ(result.length, rung_length(3));
        EXPECT_EQ(result.history.size(), 1U);
        EXPECT_EQ(explore(line, Ladder({9, 2}), nullptr, settings).length, rung_length(2));
        settings.stop.seconds = 0;
        EXPECT_EQ(explore(line, ToyOptimiser(leave_alone), nullptr, settings).best, rung_solution(3));
    }
}

TEST(Explore, GivesTheWarmStartToTheOptimiserFirst) {
    const Instance line = line_instance();
    ExploreSettings settings;
    settings.warm_start = rung_solution(7);
    settings.stop.runs = 1;
    const Recorder recorder{ToyOptimiser(leave_alone)};
    explore(line, recorder, nullptr, settings);
    ASSERT_EQ(recorder.seen().size(), 1U);
    EXPECT_EQ(recorder.seen()[0].start.solution, rung_solution(7));
    EXPECT_EQ(recorder.seen()[0].start.settled, 0);
}

TEST(Explore, RefusesAnInfeasibleWarmStartWithTheReason) {
    const Instance instance = random_instance(3, 106, 0);
    ExploreSettings settings;
    settings.stop.runs = 1;
    settings.warm_start = Solution{{1, 2}};
    EXPECT_EQ(refusal(instance, settings),
              "the solution to start from is not feasible: customer 3 is not visited");
    settings.warm_start = Solution{{1, 2}, {3, 9}};
    EXPECT_NE(refusal(instance, settings).find("customers are 1 to 3"), std::string::npos);
}

TEST(Explore, RefusesSettingsThatMakeNoSense) {
    const Instance instance = random_instance(5, 107, 0);
    using Change = std::function<void(ExploreSettings&)>;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::pair<Change, std::string>> wrong{
        {[](auto& s) { s.perturbation.least_routes = 0; },
         "the number of routes to perturb must be at least 1"},
        {[](auto& s) { s.perturbation.least_routes = 3, s.perturbation.most_routes = 2; },
         "the range of routes to perturb is empty"},
        {[](auto& s) { s.guidance.candidates = 0; }, "the number of candidates must be at least 1"},
        {[](auto& s) { s.cycles = 0; }, "the number of cycles must be at least 1"},
        {[](auto& s) { s.threads = -1; }, "the number of threads must not be negative"},
        {[](auto& s) { s.stop.runs = 0; }, "the number of runs must be at least 1"},
        {[](auto& s) { s.stop.idle_runs = 0; }, "the number of runs without improvement must be at least 1"},
        {[](auto& s) { s.stop.seconds = -1; }, "the time limit must not be negative"},
        {[nan](auto& s) { s.stop.seconds = nan; }, "the time limit must not be negative"}};
    for (const auto& [change, reason] : wrong) {
        ExploreSettings settings;
        settings.stop.runs = 1;
        change(settings);
        EXPECT_EQ(refusal(instance, settings), reason);
    }
}

TEST(Explore, ThrowsOnWhatTheOptimiserThrows) {
    const Instance line = line_instance();
    int runs = 0;
    const ToyOptimiser failing([&](const Instance&, const Start& start, const Budget&) -> Outcome {
        if (++runs == 10) throw OutsideError("it failed");
        return {start.solution, 1, true};
    });
    ExploreSettings settings;
    settings.stop.runs = 100;
    EXPECT_THROW(explore(line, failing, nullptr, settings), OutsideError);
    EXPECT_EQ(runs, 10);
}

}  // namespace
}  // namespace l2r
