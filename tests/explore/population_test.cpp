#include "explore/population.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "explore/explore.hpp"
#include "explore/shared_edges.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

ExploreSettings some_settings(Strategy strategy, int candidates, int population, int runs) {
    ExploreSettings settings;
    settings.strategy = strategy;
    settings.construction = Construction::random;
    settings.guidance.candidates = candidates;
    settings.population.size = population;
    settings.perturbation.least_routes = settings.perturbation.most_routes = 2;
    settings.stop.runs = runs;
    return settings;
}

double start_length(const Instance& instance, const Start& start) {
    return length(instance, start.solution);
}

/// The starts that the paper's algorithms give to the optimiser, written down once more: everything is
/// sorted anew at every step.
std::vector<Solution> plain_starts(const Instance& instance, const ExploreSettings& settings,
                                   const std::function<double(const Solution&)>& score) {
    const auto is_better = [&](const Solution& a, const Solution& b) { return score(a) < score(b); };
    std::vector<Solution> waiting, given;
    for (std::int64_t run = 0; run < settings.stop.runs; ++run) {
        Random random(settings.seed, settings.group, static_cast<std::uint64_t>(run));
        while (run == 0 && static_cast<int>(waiting.size()) < settings.population.size)
            waiting.push_back(construct(settings.construction, instance, random));
        std::stable_sort(waiting.begin(), waiting.end(), is_better);
        given.push_back(waiting.front());
        waiting.erase(waiting.begin());
        const Outcome outcome = paper::LocalSearch().improve(instance, {given.back(), 0}, {}, random);
        std::vector<Solution> offspring;
        for (int k = 0; k < settings.guidance.candidates; ++k) {
            Start start;
            perturb(instance, outcome.solution, settings.perturbation.least_routes, random, start);
            offspring.push_back(start.solution);
        }
        if (settings.strategy == Strategy::population_replace) {
            waiting.push_back(*std::min_element(offspring.begin(), offspring.end(), is_better));
        } else {
            waiting.insert(waiting.end(), offspring.begin(), offspring.end());
            std::stable_sort(waiting.begin(), waiting.end(), is_better);
            waiting.resize(static_cast<std::size_t>(settings.population.size));
        }
    }
    return given;
}

TEST(Population, DoesWhatThePapersAlgorithmsSay) {
    const ToyScorer by_length(start_length);
    for (const Strategy strategy : {Strategy::population, Strategy::population_replace})
        for (const int candidates : {1, 3, 30}) {
            const Instance instance = random_instance(40, 71, static_cast<std::uint64_t>(candidates));
            const ExploreSettings settings = some_settings(strategy, candidates, 6, 60);
            const Recorder recorder{paper::LocalSearch()};
            explore(instance, recorder, &by_length, settings);
            const std::vector<Solution> expected =
                plain_starts(instance, settings, [&](const Solution& s) { return length(instance, s); });
            ASSERT_EQ(recorder.seen().size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_EQ(recorder.seen()[i].start.solution, expected[i]) << "run " << i;
        }
}

TEST(Population, TakesTurnsWithoutAScorer) {
    const Instance instance = random_instance(40, 72, 0);
    const ExploreSettings settings = some_settings(Strategy::population, 1, 5, 15);
    const Recorder recorder{ToyOptimiser(leave_alone)};
    explore(instance, recorder, nullptr, settings);
    for (std::size_t i = 5; i < recorder.seen().size(); ++i) {
        const double shared = shared_edges(edges_of(recorder.seen()[i].start.solution),
                                           edges_of(recorder.seen()[i - 5].start.solution));
        EXPECT_GT(shared, 0.4) << "run " << i << " begins with a perturbation of what came five runs before";
        for (std::size_t j = i - 4; j < i; ++j)
            EXPECT_LT(shared_edges(edges_of(recorder.seen()[i].start.solution),
                                   edges_of(recorder.seen()[j].start.solution)),
                      shared);
    }
}

/// A population that can be looked into.
struct Stage {
    Instance instance = random_instance(50, 73, 0);
    ExploreSettings settings;
    Nearby nearby{instance, {}};
    Stop stop;
    ToyScorer scorer{start_length};
    Runner runner;
    Population population;

    explicit Stage(const ExploreSettings& s)
        : settings(s),
          runner(instance, paper::LocalSearch(), &scorer, settings, nearby, stop),
          population(settings, runner) {}
};

TEST(Population, KeepsItsSize) {
    for (const Strategy strategy : {Strategy::population, Strategy::population_replace})
        for (const int candidates : {1, 2, 50})
            for (const double most_alike : {1.0, 0.6, 0.0}) {
                ExploreSettings settings = some_settings(strategy, candidates, 7, 1);
                settings.population.most_alike = most_alike;
                Stage stage(settings);
                Random random(1);
                stage.population.fill(random);
                EXPECT_EQ(stage.population.size(), 7U);
                for (int step = 0; step < 20; ++step) {
                    stage.population.step(random);
                    ASSERT_EQ(stage.population.size(), 7U);
                }
            }
}

TEST(Population, HasTheWarmStartAmongItsStarts) {
    const Instance instance = random_instance(30, 74, 0);
    Random random(9);
    ExploreSettings settings = some_settings(Strategy::population, 2, 4, 4);
    settings.warm_start =
        paper::LocalSearch()
            .improve(instance, {construct(Construction::savings, instance, random), 0}, {}, random)
            .solution;
    const ToyScorer by_length(start_length);
    const Recorder recorder{paper::LocalSearch()};
    const Exploration result = explore(instance, recorder, &by_length, settings);
    EXPECT_EQ(recorder.seen().front().start.solution, *settings.warm_start) << "the shortest by far";
    EXPECT_LE(result.length, length(instance, *settings.warm_start) + 1e-9);
}

/// How alike successive starts of a search are, at most, to any of the ten before.
double mean_likeness(const Instance& instance, double most_alike) {
    ExploreSettings settings = some_settings(Strategy::population, 20, 10, 60);
    settings.population.most_alike = most_alike;
    const ToyScorer by_length(start_length);
    const Recorder recorder{paper::LocalSearch()};
    explore(instance, recorder, &by_length, settings);
    double sum = 0;
    for (std::size_t i = 20; i < recorder.seen().size(); ++i) {
        double most = 0;
        for (std::size_t j = i - 10; j < i; ++j)
            most = std::max(most, shared_edges(edges_of(recorder.seen()[i].start.solution),
                                               edges_of(recorder.seen()[j].start.solution)));
        sum += most / static_cast<double>(recorder.seen().size() - 20);
    }
    return sum;
}

TEST(Population, IsKeptDiverseOnRequest) {
    const Instance instance = random_instance(100, 75, 0);
    const double crowded = mean_likeness(instance, 1), apart = mean_likeness(instance, 0.7);
    EXPECT_GT(crowded, 0.75);
    EXPECT_LT(apart, 0.72);
}

TEST(Ways, AreCountedWhicheverWayTheyAreGone) {
    const Solution a{{1, 2, 3}, {4}}, b{{3, 2, 1}, {4}}, c{{1, 3, 2}, {4}};
    EXPECT_EQ(edges_of(a).size(), 6U);
    EXPECT_EQ(edges_of(a), edges_of(b));
    EXPECT_DOUBLE_EQ(shared_edges(edges_of(a), edges_of(c)), 4.0 / 6);  // 0-1, 2-3, and there and back to 4
    EXPECT_DOUBLE_EQ(shared_edges(edges_of(Solution{{4}}), edges_of(a)), 1);
    EXPECT_DOUBLE_EQ(shared_edges(edges_of(a), edges_of(Solution{{4}})), 2.0 / 6);
    EXPECT_DOUBLE_EQ(shared_edges(edges_of(a), edges_of(Solution{{5, 6}})), 0);
}

}  // namespace
}  // namespace l2r
