#include "optimise/granular/granular_optimiser.hpp"

#include <gtest/gtest.h>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "problem/segment.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/exact.hpp"
#include "support/plain_granular_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::granular {
namespace {

Outcome improve(Optimiser& optimiser, const Instance& instance, const Start& start,
                const Budget& budget = {}) {
    Random random(60);
    return optimiser.improve(instance, start, budget, random);
}

GranularSettings all_are_neighbours(const Instance& instance) {
    return {instance.customers(), instance.customers(), instance.customers()};
}

/// The routes of a solution and an empty one.
std::vector<Stops> all_routes(const Solution& solution) {
    std::vector<Stops> routes;
    for (int r = 0; r < solution.routes(); ++r)
        routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
    routes.emplace_back();
    return routes;
}

void expect_nothing_within(const Instance& instance, const Stops& route) {
    const std::int64_t least = cost_of(instance, route) - instance.least_gain();
    const auto check = [&](const Stops& result, auto...) {
        EXPECT_TRUE(cost_of(instance, result) > least || !is_in_time(instance, result));
    };
    every_two_opt(route, check);
    every_segment_relocate(route, check);
    every_segment_swap(route, check);
}

void expect_nothing_between(const Instance& instance, const TwoRoutes& two) {
    const std::int64_t least = cost_of(instance, two) - instance.least_gain();
    const auto check = [&](const TwoRoutes& result, auto...) {
        EXPECT_TRUE(cost_of(instance, result) > least || !fits(instance, result));
    };
    every_cross(two, check);
    every_segment_relocate(two, check);
    every_segment_relocate({two.second, two.first}, check);
    every_segment_swap(two, check);
    if (Limits(instance).only_capacity()) every_swap_star(instance, two, check);
}

/// Where every customer has all others for neighbours, no move of any kind may be left.
void expect_nothing_left(const Instance& instance, Random& random) {
    GranularOptimiser search(all_are_neighbours(instance));
    const Outcome outcome = search.improve(instance, {random_start(instance, random)}, Budget{}, random);
    ASSERT_TRUE(outcome.converged);
    const std::vector<Stops> routes = all_routes(outcome.solution);
    for (std::size_t r = 0; r < routes.size(); ++r) {
        expect_nothing_within(instance, routes[r]);
        for (std::size_t s = r + 1; s < routes.size(); ++s)
            expect_nothing_between(instance, {routes[r], routes[s]});
    }
}

TEST(GranularOptimiser, AConvergedSolutionHasNoImprovingMoveLeft) {
    for_many_instances(5, 1, 18, 63, expect_nothing_left);
}

TEST(GranularOptimiser, NorHasOneWhereRoutesAreLimited) {
    for_many_limited_instances(5, 1, 18, 64, expect_nothing_left);
}

TEST(GranularOptimiser, NorHasOneWhereThereAreTimeWindows) {
    for_many_windowed_instances(5, 1, 18, 79, expect_nothing_left);
}

TEST(GranularOptimiser, IsFeasibleAndNeverLongerThanItsStart) {
    GranularOptimiser search;
    const auto check = [&](const Instance& instance, Random& random) {
        const Start start{random_start(instance, random)};
        for (const int cycles : {1, 2, until_converged}) {
            const Outcome outcome = improve(search, instance, start, {cycles, Stop()});
            EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
            EXPECT_LE(length(instance, outcome.solution), length(instance, start.solution) * (1 + 1e-12));
            EXPECT_LE(outcome.cycles, cycles);
        }
    };
    for_many_instances(4, 1, 60, 65, check);
    for_many_limited_instances(4, 1, 60, 66, check);
    for_many_windowed_instances(4, 1, 60, 80, check);
}

TEST(GranularOptimiser, IsNeverBelowTheOptimumAndMostlyReachesItInManyStarts) {
    GranularOptimiser search;
    int reached = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Instance instance = random_instance(8 + static_cast<int>(i % 2), 67, i, 20);
        const double optimum = optimal_length(instance);
        double best = std::numeric_limits<double>::infinity();
        for (std::uint64_t start = 0; start < 30; ++start) {
            Random random(68, i, start);
            const Outcome outcome = improve(search, instance, {random_start(instance, random)});
            const double found = length(instance, outcome.solution);
            ASSERT_GE(found, optimum - 1e-9);
            best = std::min(best, found);
        }
        reached += best <= optimum + 1e-9;
    }
    EXPECT_GE(reached, 98);
}

/// Memory that one run leaves behind must not reach the next.
TEST(GranularOptimiser, AUsedOptimiserFindsWhatAFreshOneFinds) {
    GranularOptimiser used;
    for_many_instances(2, 1, 80, 69, [&](const Instance& instance, Random& random) {
        Start start{random_start(instance, random)};
        const Outcome parent = improve(used, instance, start);
        for (int run = 0; run < 2; ++run) {
            GranularOptimiser fresh;
            const Outcome found = improve(used, instance, start), wanted = improve(fresh, instance, start);
            EXPECT_EQ(found.solution, wanted.solution);
            EXPECT_EQ(found.cycles, wanted.cycles);
            perturb(instance, parent.solution, 2, random, start);
        }
    });
}

TEST(GranularOptimiser, LeavesAConvergedSolutionThatIsSettledAsItIs) {
    GranularOptimiser search;
    for_many_instances(3, 1, 60, 70, [&](const Instance& instance, Random& random) {
        const Outcome parent = improve(search, instance, {random_start(instance, random)});
        const Outcome again = improve(search, instance, {parent.solution, parent.solution.routes()});
        EXPECT_EQ(again.solution, parent.solution);
        EXPECT_EQ(again.cycles, 1);
        EXPECT_TRUE(again.converged);
    });
}

/// What is settled need not be looked at again: as good an end as without saying so, and nothing is left.
TEST(GranularOptimiser, AStartWithSettledRoutesEndsWhereNothingIsLeftToo) {
    for_many_instances(4, 2, 18, 71, [&](const Instance& instance, Random& random) {
        GranularOptimiser search(all_are_neighbours(instance));
        const Outcome parent = improve(search, instance, {random_start(instance, random)});
        Start start;
        perturb(instance, parent.solution, 2, random, start);
        const Outcome outcome = improve(search, instance, start);
        const std::vector<Stops> routes = all_routes(outcome.solution);
        for (std::size_t r = 0; r < routes.size(); ++r)
            for (std::size_t s = r + 1; s < routes.size(); ++s)
                expect_nothing_between(instance, {routes[r], routes[s]});
    });
}

TEST(GranularOptimiser, EndsShorterThanThePapersMovesDo) {
    GranularOptimiser strong;
    paper::LocalSearch paper;
    double strong_sum = 0, paper_sum = 0;
    for (std::uint64_t i = 0; i < 20; ++i) {
        const Instance instance = random_instance(50, 72, i);
        Random random(73, i);
        const Start start{random_start(instance, random)};
        strong_sum += length(instance, improve(strong, instance, start).solution);
        paper_sum += length(instance, improve(paper, instance, start).solution);
    }
    EXPECT_LT(strong_sum, 0.99 * paper_sum);
}

TEST(GranularOptimiser, RecordsTheLengthAfterEachCycle) {
    GranularOptimiser search;
    Random random(74);
    const Instance instance = random_instance(60, 74, 0);
    const Start start{random_start(instance, random)};
    const Outcome all = improve(search, instance, start, {until_converged, Stop(), 100});
    ASSERT_EQ(static_cast<int>(all.lengths.size()), all.cycles);
    for (int cycles = 1; cycles <= all.cycles; ++cycles) {
        const Outcome some = improve(search, instance, start, {cycles, Stop()});
        EXPECT_NEAR(all.lengths[static_cast<std::size_t>(cycles) - 1], length(instance, some.solution), 1e-5);
    }
}

TEST(GranularOptimiser, WorksOnLargeInstancesWithATableAndWithout) {
    GranularOptimiser search;
    for (const int customers : {2'000, Instance::dense_limit + 1}) {
        const Instance instance = random_instance(customers, 75, 0, 100);
        Random random(75);
        const Start start{random_start(instance, random)};
        const Outcome outcome = improve(search, instance, start);
        EXPECT_TRUE(outcome.converged);
        EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
        EXPECT_LT(length(instance, outcome.solution), 0.3 * length(instance, start.solution));
    }
}

TEST(GranularOptimiser, TheOrderOfCustomersIsTheOnlyThingDrawn) {
    GranularOptimiser search;
    const Instance instance = random_instance(100, 76, 0);
    Random random(76), one(1), two(2), same(1);
    const Start start{random_start(instance, random)};
    const Solution first = search.improve(instance, start, Budget{}, one).solution;
    EXPECT_NE(search.improve(instance, start, Budget{}, two).solution, first);
    EXPECT_EQ(search.clone()->improve(instance, start, Budget{}, same).solution, first);
}

TEST(GranularOptimiser, NoCyclesLeaveTheStartAsItIs) {
    GranularOptimiser search;
    Random random(77);
    const Instance instance = random_instance(30, 77, 0);
    const Start start{random_start(instance, random)};
    const Outcome outcome = improve(search, instance, start, {0, Stop()});
    EXPECT_EQ(outcome.solution, start.solution);
    EXPECT_EQ(outcome.cycles, 0);
    EXPECT_FALSE(outcome.converged);
}

}  // namespace
}  // namespace l2r::granular
