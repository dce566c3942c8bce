#include <gtest/gtest.h>

#include "base/error.hpp"
#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

ExploreSettings with_candidates(Strategy strategy, int candidates, int runs) {
    ExploreSettings settings;
    settings.strategy = strategy;
    settings.guidance.candidates = candidates;
    settings.stop.runs = runs;
    return settings;
}

/// What the optimiser makes of a candidate.
double end_length(const Instance& instance, const Start& start) {
    Random unused(0);
    return length(instance, paper::LocalSearch().improve(instance, start, {}, unused).solution);
}

TEST(Candidates, AScorerWithoutOpinionChangesNothing) {
    const Instance instance = random_instance(50, 61, 0);
    const ToyScorer indifferent([](const Instance&, const Start&) { return 1.0; });
    for (const Strategy strategy : strategies())
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            ExploreSettings settings = with_candidates(strategy, 1, 40);
            settings.seed = seed;
            const Exploration alone = explore(instance, paper::LocalSearch(), nullptr, settings);
            for (const int candidates : {1, 2, 5}) {
                settings.guidance.candidates = candidates;
                const Exploration guided = explore(instance, paper::LocalSearch(), &indifferent, settings);
                EXPECT_EQ(guided.best, alone.best);
                ASSERT_EQ(guided.history.size(), alone.history.size());
                for (std::size_t i = 0; i < alone.history.size(); ++i) {
                    EXPECT_EQ(guided.history[i].run, alone.history[i].run);
                    EXPECT_EQ(guided.history[i].length, alone.history[i].length);
                }
            }
        }
}

TEST(Candidates, AnOracleIsNeverWorseInAnyRun) {
    const Instance instance = random_instance(50, 62, 0);
    const ToyScorer oracle(end_length);
    const Recorder alone{paper::LocalSearch()}, guided{paper::LocalSearch()};
    explore(instance, alone, nullptr, with_candidates(Strategy::restart, 1, 40));
    explore(instance, guided, &oracle, with_candidates(Strategy::restart, 4, 40));
    int better = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        const double without = length(instance, alone.seen()[i].outcome.solution);
        const double with = length(instance, guided.seen()[i].outcome.solution);
        EXPECT_LE(with, without) << "run " << i;
        better += with < without;
    }
    EXPECT_GT(better, 20) << "the best of four is the first of them once in four";
}

TEST(Candidates, TheLowestScoreIsChosenAndTheFirstOfEquals) {
    const Instance instance = random_instance(40, 63, 0);
    const auto routes = [](const Instance&, const Start& start) {
        return static_cast<double>(start.solution.routes());
    };
    const ToyScorer fewest(routes);
    const ExploreSettings settings = with_candidates(Strategy::restart, 6, 50);
    const Recorder recorder{ToyOptimiser(leave_alone)};
    explore(instance, recorder, &fewest, settings);
    for (std::size_t i = 0; i < 50; ++i) {
        Random random(settings.seed, settings.group, i);
        Start chosen{construct(settings.construction, instance, random), 0};
        for (int k = 1; k < 6; ++k) {
            const Start other{construct(settings.construction, instance, random), 0};
            if (routes(instance, other) < routes(instance, chosen)) chosen = other;
        }
        EXPECT_EQ(recorder.seen()[i].start.solution, chosen.solution) << "run " << i;
    }
}

TEST(Candidates, AreAllPerturbationsOfTheSameParent) {
    const Instance instance = random_instance(60, 64, 0);
    for (const Strategy strategy : {Strategy::perturb, Strategy::perturb_best}) {
        ExploreSettings settings = with_candidates(strategy, 5, 30);
        settings.perturbation.least_routes = settings.perturbation.most_routes = 2;
        const Recorder recorder{paper::LocalSearch()};
        const ToyScorer by_length(
            [](const Instance& i, const Start& start) { return length(i, start.solution); });
        explore(instance, recorder, &by_length, settings);
        const std::vector<Seen>& seen = recorder.seen();
        std::size_t parent = 0;
        for (std::size_t i = 1; i < seen.size(); ++i) {
            Random random(settings.seed, settings.group, i);
            double shortest = std::numeric_limits<double>::infinity();
            for (int k = 0; k < 5; ++k) {
                Start candidate;
                perturb(instance, seen[parent].outcome.solution, 2, random, candidate);
                shortest = std::min(shortest, length(instance, candidate.solution));
            }
            EXPECT_EQ(length(instance, seen[i].start.solution), shortest);
            if (strategy == Strategy::perturb || length(instance, seen[i].outcome.solution) <
                                                     length(instance, seen[parent].outcome.solution) - 1e-9)
                parent = i;
        }
    }
}

TEST(Candidates, AreNotScoredWhereThereIsOnlyOne) {
    const Instance instance = random_instance(20, 65, 0);
    const ToyScorer never([](const Instance&, const Start&) -> double {
        ADD_FAILURE() << "there is nothing to choose";
        return 0;
    });
    explore(instance, paper::LocalSearch(), &never, with_candidates(Strategy::perturb_best, 1, 20));
}

TEST(Candidates, NeedAScorer) {
    const Instance instance = random_instance(20, 66, 0);
    try {
        explore(instance, paper::LocalSearch(), nullptr, with_candidates(Strategy::restart, 2, 5));
        FAIL() << "two candidates without a scorer";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), "choosing among several candidates needs a scorer");
    }
}

}  // namespace
}  // namespace l2r
