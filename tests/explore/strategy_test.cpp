#include <gtest/gtest.h>

#include "explore/explore.hpp"
#include "explore/ladder.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"

namespace l2r {
namespace {

/// Run `i`'s own random numbers.
Random stream(const ExploreSettings& settings, std::size_t run) {
    return Random(settings.seed, settings.group, run);
}

ExploreSettings some_runs(Strategy strategy, int runs) {
    ExploreSettings settings;
    settings.strategy = strategy;
    settings.perturbation.least_routes = settings.perturbation.most_routes = 2;
    settings.seed = 5;
    settings.group = 3;
    settings.stop.runs = runs;
    return settings;
}

TEST(Strategy, EveryRestartIsAConstructionThatOwesNothingToEarlierRuns) {
    const Instance instance = random_instance(40, 81, 0);
    for (const Construction construction : constructions()) {
        ExploreSettings settings = some_runs(Strategy::restart, 30);
        settings.construction = construction;
        const Recorder recorder{paper::LocalSearch()};
        explore(instance, recorder, nullptr, settings);
        ASSERT_EQ(recorder.seen().size(), 30U);
        for (std::size_t i = 0; i < 30; ++i) {
            Random random = stream(settings, i);
            EXPECT_EQ(recorder.seen()[i].start.solution, construct(construction, instance, random));
            EXPECT_EQ(recorder.seen()[i].start.settled, 0);
        }
    }
}

/// Checks every start but the first against a perturbation of `parent(i)`, made with run i's random numbers.
template <class Parent>
void expect_perturbations(const Instance& instance, const ExploreSettings& settings,
                          const std::vector<Seen>& seen, Parent parent) {
    Random first = stream(settings, 0);
    EXPECT_EQ(seen[0].start.solution, construct(settings.construction, instance, first));
    for (std::size_t i = 1; i < seen.size(); ++i) {
        Random random = stream(settings, i);
        Start expected;
        perturb(instance, parent(i).solution, 2, random, expected);
        ASSERT_EQ(seen[i].start.solution, expected.solution) << "run " << i;
        EXPECT_EQ(seen[i].start.settled, parent(i).converged ? expected.settled : 0) << "run " << i;
    }
}

/// Left alone, a perturbed start is often longer than what it was made from.
TEST(Strategy, PerturbGoesOnFromTheLastResultBetterOrWorse) {
    const Instance instance = random_instance(40, 82, 0);
    const ExploreSettings settings = some_runs(Strategy::perturb, 200);
    const Recorder recorder{ToyOptimiser(leave_alone)};
    explore(instance, recorder, nullptr, settings);
    const std::vector<Seen>& seen = recorder.seen();
    ASSERT_EQ(seen.size(), 200U);
    expect_perturbations(instance, settings, seen,
                         [&](std::size_t i) -> const Outcome& { return seen[i - 1].outcome; });
    int worse = 0;
    for (std::size_t i = 1; i < seen.size(); ++i)
        worse += length(instance, seen[i].outcome.solution) > length(instance, seen[i - 1].outcome.solution);
    EXPECT_GT(worse, 20);
}

TEST(Strategy, PerturbBestGoesOnFromTheBestResult) {
    const Instance instance = random_instance(40, 83, 0);
    const ExploreSettings settings = some_runs(Strategy::perturb_best, 200);
    for (const bool toy : {true, false}) {
        const ToyOptimiser same(leave_alone);
        const paper::LocalSearch search;
        const Recorder recorder(toy ? static_cast<const Optimiser&>(same) : search);
        const Exploration result = explore(instance, recorder, nullptr, settings);
        const std::vector<Seen>& seen = recorder.seen();
        std::vector<std::size_t> best{0};  // after each run, whose result is the best
        for (std::size_t i = 1; i < seen.size(); ++i)
            best.push_back(length(instance, seen[i].outcome.solution) <
                                   length(instance, seen[best.back()].outcome.solution) * (1 - 1e-10)
                               ? i
                               : best.back());
        expect_perturbations(instance, settings, seen,
                             [&](std::size_t i) -> const Outcome& { return seen[best[i - 1]].outcome; });
        EXPECT_EQ(result.best, seen[best.back()].outcome.solution);
        EXPECT_EQ(result.history.back().run, static_cast<std::int64_t>(best.back()));
    }
}

TEST(Strategy, RoutesAreSettledOnlyWhereTheParentConverged) {
    const Instance instance = random_instance(100, 84, 0);
    for (const Strategy strategy : {Strategy::perturb, Strategy::perturb_best})
        for (const Pick pick : picks())
            for (const int cycles : {1, 2, until_converged}) {
                ExploreSettings settings = some_runs(strategy, 60);
                settings.perturbation.pick = pick;
                settings.cycles = cycles;
                const Recorder recorder{paper::LocalSearch()};
                explore(instance, recorder, nullptr, settings);
                const std::vector<Seen>& seen = recorder.seen();
                std::size_t best = 0;
                int settled = 0, unsettled = 0;
                for (std::size_t i = 1; i < seen.size(); ++i) {
                    const Outcome& parent = seen[strategy == Strategy::perturb ? i - 1 : best].outcome;
                    EXPECT_EQ(seen[i].start.settled, parent.converged ? parent.solution.routes() - 2 : 0);
                    ++(parent.converged ? settled : unsettled);
                    if (length(instance, seen[i].outcome.solution) <
                        length(instance, seen[best].outcome.solution) * (1 - 1e-10))
                        best = i;
                }
                if (cycles == until_converged)
                    EXPECT_EQ(unsettled, 0);
                else
                    EXPECT_GT(unsettled, 0) << "one or two cycles are seldom enough";
                EXPECT_TRUE(settled > 0 || cycles < until_converged);
            }
}

TEST(Strategy, TheOptimiserIsGivenTheCyclesAsked) {
    const Instance line = line_instance();
    ExploreSettings settings = some_runs(Strategy::perturb_best, 5);
    for (const int cycles : {1, 7, until_converged}) {
        settings.cycles = cycles;
        const ToyOptimiser checker([cycles](const Instance&, const Start& start, const Budget& budget) {
            EXPECT_EQ(budget.cycles, cycles);
            return Outcome{start.solution, 1, true};
        });
        explore(line, checker, nullptr, settings);
    }
}

TEST(Strategy, TheNumberOfRoutesIsDrawnFromTheWholeRange) {
    const Instance instance = random_instance(100, 85, 0);
    for (const Pick pick : picks()) {
        ExploreSettings settings = some_runs(Strategy::perturb_best, 200);
        settings.perturbation.least_routes = 1;
        settings.perturbation.most_routes = 3;
        settings.perturbation.pick = pick;
        settings.warm_start = explore(instance, paper::LocalSearch(), nullptr, settings).best;
        const Recorder recorder{ToyOptimiser(leave_alone)};
        explore(instance, recorder, nullptr, settings);
        const std::vector<Seen>& seen = recorder.seen();
        std::vector<int> counts(4, 0);
        for (std::size_t i = 1; i < seen.size(); ++i)
            ++counts.at(settings.warm_start->routes() - seen[i].start.settled);
        EXPECT_EQ(counts[0], 0);
        for (int r = 1; r <= 3; ++r) EXPECT_NEAR(counts[r], 66, 5 * 7);
    }
}

TEST(Strategy, SmallInstancesHaveFewerRoutesThanAsked) {
    for (const int customers : {1, 2, 3, 5})
        for (const Strategy strategy : strategies())
            for (const Pick pick : picks()) {
                const Instance instance = random_instance(customers, 86, 0);
                ExploreSettings settings = some_runs(strategy, 20);
                settings.perturbation.least_routes = settings.perturbation.most_routes = 9;
                settings.perturbation.pick = pick;
                const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings);
                EXPECT_EQ(result.runs, 20);
                EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
            }
}

TEST(Strategy, TheSeedAndTheGroupChangeTheCourse) {
    const Instance instance = random_instance(50, 87, 0);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings = some_runs(strategy, 5);
        const Solution one = explore(instance, paper::LocalSearch(), nullptr, settings).best;
        EXPECT_EQ(explore(instance, paper::LocalSearch(), nullptr, settings).best, one);
        settings.seed = 6;
        EXPECT_NE(explore(instance, paper::LocalSearch(), nullptr, settings).best, one);
        settings.seed = 5;
        settings.group = 4;
        EXPECT_NE(explore(instance, paper::LocalSearch(), nullptr, settings).best, one);
    }
}

TEST(Strategy, EachHasANameOfItsOwn) {
    EXPECT_EQ(strategy_name(Strategy::restart), "restart");
    EXPECT_EQ(strategy_name(Strategy::perturb), "perturb");
    EXPECT_EQ(strategy_name(Strategy::perturb_best), "perturb-best");
    EXPECT_EQ(strategy_name(Strategy::population), "population");
    EXPECT_EQ(strategy_name(Strategy::population_replace), "population-replace");
    EXPECT_EQ(strategy_name(Strategy::climb), "climb");
    EXPECT_EQ(strategies().size(), 6U);
    EXPECT_EQ(pick_name(Pick::random), "random");
    EXPECT_EQ(pick_name(Pick::near), "near");
}

}  // namespace
}  // namespace l2r
