#include <gtest/gtest.h>

#include <algorithm>

#include "experiment/gain.hpp"
#include "experiment/statistics.hpp"
#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/toy_search.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

TEST(Climb, FollowsScoresDownhillAndBeginsAnewWhereTheyDoNotFall) {
    const Instance instance = random_instance(40, 81, 0);
    const auto score = [](const Instance& i, const Start& start) { return -length(i, start.solution); };
    const ToyScorer prefers_long(score), indifferent([](const Instance&, const Start&) { return 0.0; });
    ExploreSettings settings;
    settings.strategy = Strategy::climb;
    settings.guidance.candidates = 4;
    settings.stop.runs = 20;
    const Recorder climbing{paper::LocalSearch()}, anew{paper::LocalSearch()};
    explore(instance, climbing, &prefers_long, settings);
    explore(instance, anew, &indifferent, settings);
    for (std::size_t i = 1; i < 20; ++i) {
        const double parent = length(instance, climbing.seen()[i - 1].outcome.solution);
        EXPECT_GT(length(instance, climbing.seen()[i].start.solution), 1.5 * parent) << "far from the last";
        Random random(settings.seed, settings.group, i);
        EXPECT_EQ(anew.seen()[i].start.solution, construct(settings.construction, instance, random));
    }
}

/// Every start's end is known, and ends are far apart.
TEST(Oracle, WinsByTheComputedAmount) {
    constexpr int runs = 600, candidates = 5;
    const Instance instance = random_instance(30, 82, 0);
    const ToyScorer oracle([](const Instance& i, const Start& start) { return length(i, start.solution); });
    const auto lengths = [&](const Scorer* scorer, int k, std::uint64_t seed) {
        ExploreSettings settings;
        settings.strategy = Strategy::restart;
        settings.guidance.candidates = k;
        settings.seed = seed;
        settings.stop.runs = runs;
        std::vector<double> all;
        Observer observer;
        observer.ran = [&](std::int64_t run, double length) {
            EXPECT_EQ(run, static_cast<std::int64_t>(all.size()));
            all.push_back(length);
        };
        explore(instance, ToyOptimiser(leave_alone), scorer, settings, observer);
        return all;
    };
    std::vector<double> alone = lengths(nullptr, 1, 1);
    const Estimate without = estimate(alone), found = estimate(lengths(&oracle, candidates, 2));
    std::sort(alone.begin(), alone.end());
    EXPECT_NEAR(found.mean, expected_first_of(alone, candidates),
                2 * (without.half_width + found.half_width));
    EXPECT_LT(found.mean + found.half_width, without.mean - without.half_width);
}

TEST(Race, GoesOnFromWhatItSaw) {
    const Instance instance = random_instance(60, 83, 0);
    const auto race = load_scorer("race");
    for (const Strategy strategy : {Strategy::restart, Strategy::perturb_best}) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.guidance.candidates = 4;
        settings.stop.runs = 30;
        const Recorder recorder{paper::LocalSearch()};
        explore(instance, recorder, race.get(), settings);
        for (const Seen& seen : recorder.seen()) EXPECT_EQ(seen.start.cycles, 1);
        settings.cycles = 1;
        const Recorder none_left{paper::LocalSearch()};
        const Exploration result = explore(instance, none_left, race.get(), settings);
        EXPECT_TRUE(none_left.seen().empty()) << "the one cycle that a run may have is behind it";
        EXPECT_EQ(result.runs, 30);
    }
}

TEST(Learning, HearsOfEveryRunAndUsesOneThread) {
    struct Listener : public ToyScorer {
        using ToyScorer::ToyScorer;
        std::shared_ptr<std::vector<double>> heard = std::make_shared<std::vector<double>>();
        std::unique_ptr<Scorer> clone() const override { return std::make_unique<Listener>(*this); }
        bool learns() const override { return true; }
        void learn(const Instance&, const Start&, double length, const Stop&) override {
            heard->push_back(length);
        }
    };
    const Instance instance = random_instance(30, 84, 0);
    for (const Strategy strategy : strategies()) {
        const Listener listener([](const Instance&, const Start& start) { return 1.0 * start.settled; });
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.guidance.candidates = 3;
        settings.threads = 2;
        settings.stop.runs = 25;
        std::vector<double> ran;
        Observer observer;
        observer.ran = [&](std::int64_t, double length) { ran.push_back(length); };
        explore(instance, paper::LocalSearch(), &listener, settings, observer);
        EXPECT_EQ(*listener.heard, ran) << strategy_name(strategy);
    }
}

TEST(Learning, LeavesPerturbBestWithTheBestForItsParent) {
    struct Learner : public ToyScorer {
        using ToyScorer::ToyScorer;
        std::unique_ptr<Scorer> clone() const override { return std::make_unique<Learner>(*this); }
        bool learns() const override { return true; }
    };
    const Instance instance = random_instance(40, 85, 0);
    const auto shortest = [](const Instance& of, const Start& start) { return length(of, start.solution); };
    ExploreSettings settings;
    settings.strategy = Strategy::perturb_best;
    settings.guidance.candidates = 3;
    settings.stop.runs = 60;
    EXPECT_EQ(
        explore(instance, paper::LocalSearch(), std::make_unique<Learner>(shortest).get(), settings).best,
        explore(instance, paper::LocalSearch(), std::make_unique<ToyScorer>(shortest).get(), settings).best);
}

}  // namespace
}  // namespace l2r
