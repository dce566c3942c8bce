#include "explore/defaults.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/anneal_runs.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

using std::chrono::milliseconds;

const ToyScorer slow_scorer([](const Instance&, const Start&) {
    std::this_thread::sleep_for(milliseconds(2));
    return 0.0;
});

TEST(Defaults, MeasuresScoresAndRuns) {
    const Instance instance = random_instance(20, 91, 0);
    const ToyOptimiser optimiser([](const Instance&, const Start& start, const Budget&) {
        std::this_thread::sleep_for(milliseconds(10));
        return Outcome{start.solution, 1, true};
    });
    for (const Strategy strategy : {Strategy::restart, Strategy::perturb, Strategy::perturb_best}) {
        ExploreSettings settings;
        settings.strategy = strategy;
        const GuidanceCost costs = measure_guidance_cost(instance, optimiser, slow_scorer, settings, Stop());
        EXPECT_GE(costs.score, 0.002);
        EXPECT_GE(costs.run, 0.010);
        EXPECT_LT(costs.score, costs.run);
    }
}

TEST(Defaults, EndsWithItsTime) {
    const Instance instance = random_instance(20, 91, 1);
    int runs = 0;
    const ToyOptimiser optimiser([&](const Instance&, const Start& start, const Budget&) {
        std::this_thread::sleep_for(milliseconds(20));
        ++runs;
        return Outcome{start.solution, 1, true};
    });
    for (const Strategy strategy : {Strategy::restart, Strategy::perturb}) {
        ExploreSettings settings;
        settings.strategy = strategy;
        runs = 0;
        const GuidanceCost costs =
            measure_guidance_cost(instance, optimiser, slow_scorer, settings, Stop::after(0.001));
        EXPECT_EQ(runs, 1);
        EXPECT_GE(costs.run, 0.020);
    }
}

/// A scorer that a stop comes before is not asked to go on; what it has read till then counts.
TEST(Defaults, ScoresNoLongerThanItsTime) {
    struct Hesitant : public ToyScorer {
        using ToyScorer::ToyScorer;
        int batches = 0;  ///< that it reads
        std::shared_ptr<double> seconds_left = std::make_shared<double>();
        std::unique_ptr<Scorer> clone() const override { return std::make_unique<Hesitant>(*this); }
        std::vector<double> score(const Instance&, std::span<Start> starts, const Stop& stop) override {
            *seconds_left = stop.seconds_left();
            return std::vector<double>(starts.size(), batches-- > 0 ? 0 : unread);
        }
    };
    const Instance instance = random_instance(20, 91, 3);
    for (const int batches : {0, 1}) {
        Hesitant scorer{{}};
        scorer.batches = batches;
        const GuidanceCost costs = measure_guidance_cost(instance, ToyOptimiser(leave_alone), scorer,
                                                         ExploreSettings(), Stop::after(1));
        EXPECT_LE(*scorer.seconds_left, 1);
        EXPECT_EQ(std::isfinite(costs.score), batches > 0);
    }
    EXPECT_EQ(candidates_worth({std::numeric_limits<double>::infinity(), 1}), 2);
}

TEST(Defaults, SpendsAFifthOfARunOnChoosing) {
    EXPECT_EQ(candidates_worth({1e-6, 1}), 100);
    EXPECT_EQ(candidates_worth({0, 1}), 100);
    EXPECT_EQ(candidates_worth({0.01, 1}), 20);
    EXPECT_EQ(candidates_worth({0.04, 1}), 5);
    EXPECT_EQ(candidates_worth({1, 1}), 2);
    EXPECT_EQ(candidates_worth({1, 0}), 2);
}

TEST(Defaults, ChooseCandidatesByCostOnlyWithATimeLimit) {
    const Instance instance = random_instance(20, 91, 2);
    const ToyOptimiser optimiser([](const Instance&, const Start& start, const Budget&) {
        std::this_thread::sleep_for(milliseconds(4));
        return Outcome{start.solution, 1, true};
    });
    ExploreSettings settings;
    settings.strategy = Strategy::restart;
    settings.guidance.candidates = 20;
    EXPECT_FALSE(choose_candidates(instance, optimiser, &slow_scorer, settings));
    EXPECT_EQ(settings.guidance.candidates, 20);
    settings.stop.seconds = 10;
    EXPECT_FALSE(choose_candidates(instance, optimiser, nullptr, settings));
    settings.stop.runs = 1'000;
    EXPECT_FALSE(choose_candidates(instance, optimiser, &slow_scorer, settings)) << "runs are to repeat";
    settings.stop.runs = std::numeric_limits<std::int64_t>::max();
    ASSERT_TRUE(choose_candidates(instance, optimiser, &slow_scorer, settings));
    EXPECT_EQ(settings.guidance.candidates, 2);
    EXPECT_LT(settings.stop.seconds, 10) << "what was spent is not there any more";
    EXPECT_GT(settings.stop.seconds, 9);
}

/// Every third run fails.
Outcome fail_at_times(const Instance& instance, const Start& start, const Budget& budget) {
    static thread_local int calls = 0;
    if (++calls % 3 == 0) return {start.solution, 0, false, {}, 0.5, "the program was ended by SIGSEGV"};
    Random none(0);
    return paper::LocalSearch().improve(instance, start, budget, none);
}

TEST(Failures, AreCountedAndNoChainGoesOnFromThem) {
    const Instance instance = random_instance(30, 92, 0);
    for (const Strategy strategy : {Strategy::restart, Strategy::perturb, Strategy::perturb_best}) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.perturbation.least_routes = settings.perturbation.most_routes = 2;
        settings.stop.runs = 30;
        const Recorder recorder{ToyOptimiser(fail_at_times)};
        const Exploration result = explore(instance, recorder, nullptr, settings);
        EXPECT_EQ(result.failed_runs, 10);
        EXPECT_EQ(result.last_failure, "the program was ended by SIGSEGV");
        if (strategy != Strategy::perturb) continue;
        // Of a perturbation of two routes all others are routes of the last result that was one.
        const Outcome* last = nullptr;
        for (const Seen& seen : recorder.seen()) {
            if (last != nullptr) {
                EXPECT_GE(seen.start.settled, last->solution.routes() - 2);
            }
            if (seen.outcome.failure.empty()) last = &seen.outcome;
        }
    }
}

TEST(Failures, OfAllRunsLeaveTheStart) {
    const Instance instance = random_instance(30, 92, 1);
    ExploreSettings settings;
    settings.strategy = Strategy::perturb_best;
    settings.construction = Construction::savings;
    settings.stop.runs = 5;
    const ToyOptimiser broken([](const Instance&, const Start& start, const Budget&) {
        return Outcome{start.solution, 0, false, {}, 0, "it is broken"};
    });
    const Exploration result = explore(instance, broken, nullptr, settings);
    EXPECT_EQ(result.failed_runs, 5);
    EXPECT_TRUE(faults(instance, result.best).empty());
}

TEST(Defaults, ARestartIsAShortRunWhereThereIsTimeToRecombine) {
    const Instance instance = random_instance(20, 92, 0);
    ExploreSettings settings;
    settings.stop.seconds = 1'000;
    const auto run = [&] {
        return measure_guidance_cost(instance, short_annealing(), slow_scorer, settings, Stop()).run;
    };
    EXPECT_LT(run(), 100) << "ten iterations";
    settings.restart.recombining_runs = 1e9;
    settings.restart.most_runs = 5;
    EXPECT_EQ(run(), 200) << "a fifth of the time";
}

}  // namespace
}  // namespace l2r
