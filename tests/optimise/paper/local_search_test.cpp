#include "optimise/paper/local_search.hpp"

#include <gtest/gtest.h>

#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/exact.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::paper {
namespace {

Outcome improve(Optimiser& optimiser, const Instance& instance, const Start& start,
                const Budget& budget = {}) {
    Random unused(0);
    return optimiser.improve(instance, start, budget, unused);
}

/// The routes of a solution and an empty one.
std::vector<Stops> all_routes(const Solution& solution) {
    std::vector<Stops> routes;
    for (int r = 0; r < solution.routes(); ++r)
        routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
    routes.emplace_back();
    return routes;
}

TEST(LocalSearch, AConvergedSolutionHasNoImprovingMoveLeft) {
    LocalSearch search;
    for_many_instances(6, 1, 30, 31, [&](const Instance& instance, Random& random) {
        const Outcome outcome = improve(search, instance, {random_start(instance, random)});
        ASSERT_TRUE(outcome.converged);
        const std::vector<Stops> routes = all_routes(outcome.solution);
        for (const Stops& route : routes) {
            const std::int64_t least = cost_of(instance, route) - instance.least_gain();
            const auto check = [&](const Stops& result, int, int) {
                EXPECT_GT(cost_of(instance, result), least);
            };
            every_two_opt(route, check);
            every_relocate_within(route, check);
        }
        for (std::size_t r = 0; r < routes.size(); ++r)
            for (std::size_t s = r + 1; s < routes.size(); ++s) {
                const TwoRoutes two{routes[r], routes[s]};
                const std::int64_t least = cost_of(instance, two) - instance.least_gain();
                const auto check = [&](const TwoRoutes& result, int, int, bool) {
                    EXPECT_TRUE(!fits(instance, result) || cost_of(instance, result) > least);
                };
                every_cross(two, check);
                every_exchange(two, check);
                every_relocate_between(two, check);
            }
    });
}

TEST(LocalSearch, IsFeasibleAndNeverLongerThanItsStart) {
    LocalSearch search;
    for_many_instances(5, 1, 60, 32, [&](const Instance& instance, Random& random) {
        Start start{random_start(instance, random)};
        for (const int cycles : {1, 2, until_converged}) {
            const Outcome outcome = improve(search, instance, start, {cycles, Stop()});
            EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
            EXPECT_LE(length(instance, outcome.solution), length(instance, start.solution) * (1 + 1e-12));
        }
    });
}

TEST(LocalSearch, IsNeverBelowTheOptimumAndMostlyReachesItInManyStarts) {
    LocalSearch search;
    int reached = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Instance instance = random_instance(8 + static_cast<int>(i % 2), 33, i, 20);
        const double optimum = optimal_length(instance);
        double best = std::numeric_limits<double>::infinity();
        for (std::uint64_t start = 0; start < 200; ++start) {
            Random random(34, i, start);
            const Outcome outcome = improve(search, instance, {random_start(instance, random)});
            const double found = length(instance, outcome.solution);
            ASSERT_GE(found, optimum - 1e-9);
            best = std::min(best, found);
        }
        reached += best <= optimum + 1e-9;
    }
    EXPECT_GE(reached, 98);
}

TEST(LocalSearch, IsNeverBelowTheOptimumOnAnyKindOfInstance) {
    LocalSearch search;
    for_many_instances(3, 1, 8, 35, [&](const Instance& instance, Random& random) {
        const double optimum = optimal_length(instance);
        for (int start = 0; start < 10; ++start) {
            const Outcome outcome = improve(search, instance, {random_start(instance, random)});
            EXPECT_GE(length(instance, outcome.solution), optimum * (1 - 1e-9));
        }
    });
}

/// Memory that one run leaves behind must not reach the next.
TEST(LocalSearch, AUsedOptimiserFindsWhatAFreshOneFinds) {
    LocalSearch used;
    for_many_instances(2, 1, 80, 36, [&](const Instance& instance, Random& random) {
        Start start{random_start(instance, random)};
        const Outcome parent = improve(used, instance, start);
        for (int run = 0; run < 2; ++run) {
            LocalSearch fresh;
            const Outcome found = improve(used, instance, start), wanted = improve(fresh, instance, start);
            EXPECT_EQ(found.solution, wanted.solution);
            EXPECT_EQ(found.cycles, wanted.cycles);
            perturb(instance, parent.solution, 2, random, start);
        }
    });
}

/// Around the size where routes stop having coarse columns of their own.
TEST(LocalSearch, AUsedOptimiserCanGoBetweenSmallAndLargeInstances) {
    LocalSearch used;
    for (const int customers : {999, 1'000, 20, 1'001, 998}) {
        Random random(37, static_cast<std::uint64_t>(customers));
        const Instance instance = any_instance(Layout::square, Loads::common, customers, random);
        const Start start{random_start(instance, random)};
        LocalSearch fresh;
        EXPECT_EQ(improve(used, instance, start, {2, Stop()}).solution,
                  improve(fresh, instance, start, {2, Stop()}).solution);
    }
}

TEST(LocalSearch, ACloneFindsTheSame) {
    LocalSearch search;
    Random random(38);
    const Instance instance = random_instance(60, 38, 0);
    const Start start{random_start(instance, random)};
    const Outcome wanted = improve(search, instance, start);
    const auto clone = search.clone();
    EXPECT_EQ(clone->name(), search.name());
    EXPECT_EQ(improve(*clone, instance, start).solution, wanted.solution);
}

TEST(LocalSearch, DrawsNothingFromTheRandomStream) {
    Random random(39), untouched(39);
    const Instance instance = random_instance(30, 39, 0);
    LocalSearch().improve(instance, {Solution{random_start(instance, random)}}, Budget{}, random);
    random_start(instance, untouched);
    EXPECT_EQ(random.next(), untouched.next());
}

TEST(LocalSearch, NoCyclesLeaveTheStartAsItIs) {
    Random random(40);
    const Instance instance = random_instance(30, 40, 0);
    const Start start{random_start(instance, random)};
    LocalSearch search;
    const Outcome outcome = improve(search, instance, start, {0, Stop()});
    EXPECT_EQ(outcome.solution, start.solution);
    EXPECT_EQ(outcome.cycles, 0);
    EXPECT_FALSE(outcome.converged);
}

}  // namespace
}  // namespace l2r::paper
