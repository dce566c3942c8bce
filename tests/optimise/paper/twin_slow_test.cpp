#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "optimise/paper/local_search.hpp"
#include "optimise/paper/plain_search.hpp"
#include "start/construct.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r::paper {
namespace {

Solution expect_twins(const Instance& instance, const Start& start, int cycles) {
    Random unused(0);
    const Budget budget{cycles, Stop()};
    const Outcome found = LocalSearch().improve(instance, start, budget, unused);
    const Outcome plain = PlainSearch().improve(instance, start, budget, unused);
    EXPECT_EQ(found.solution, plain.solution);
    EXPECT_EQ(found.cycles, plain.cycles);
    EXPECT_EQ(found.converged, plain.converged);
    EXPECT_LT(length(instance, found.solution), length(instance, start.solution));
    return found.solution;
}

TEST(Twins, AgreeOnThousandsOfInstances) {
    for_many_instances(200, 1, 60, 11, [](const Instance& instance, Random& random) {
        Random unused(0);
        LocalSearch fast;
        Start start{random_start(instance, random)};
        for (const int routes : {1, 2, 4}) {
            const Outcome found = fast.improve(instance, start, Budget{}, unused);
            ASSERT_EQ(found.solution, PlainSearch().improve(instance, start, Budget{}, unused).solution);
            perturb(instance, found.solution, routes, random, start);
        }
    });
}

TEST(Twins, AgreePastAThousandNodesToTheEnd) {
    Random random(12);
    const Instance instance = any_instance(Layout::square, Loads::common, 1'200, random);
    expect_twins(instance, {random_start(instance, random)}, until_converged);
}

TEST(Twins, AgreeWhereCostsAreComputed) {
    for (const Layout layout : {Layout::square, Layout::grid}) {
        Random random(13);
        const Instance instance = any_instance(layout, Loads::tight, Instance::dense_limit + 100, random);
        ASSERT_FALSE(instance.has_cost_table());
        expect_twins(instance, {construct(Construction::nearest, instance, random)}, 1);
    }
}

/// Customers on a circle in two routes, one long and one short, that are right but for a few swaps. The long
/// one has too many coarse costs to keep.
TEST(Twins, AgreeOnRoutesTooLongForCoarseCosts) {
    const int customers = 4'100, shorter = 100;
    InstanceData data;
    data.capacity = customers - shorter + 5;
    data.places.push_back({0, 0});
    data.demands.push_back(0);
    for (int customer = 0; customer < customers; ++customer) {
        const double angle = 2 * std::numbers::pi * customer / customers;
        data.places.push_back({std::cos(angle), std::sin(angle)});
        data.demands.push_back(1);
    }
    const Instance instance(data);
    std::vector<Node> order(static_cast<std::size_t>(customers));
    std::iota(order.begin(), order.end(), Node{1});
    Random random(14);
    for (int swap = 0; swap < 4; ++swap)
        std::swap(order[random.below(2 * shorter)],
                  order[random.below(static_cast<std::uint32_t>(customers))]);
    const std::span<const Node> all(order);
    Start start;
    start.solution.add_route(all.subspan(0, shorter));
    start.solution.add_route(all.subspan(shorter));
    expect_twins(instance, start, 1);
}

}  // namespace
}  // namespace l2r::paper
