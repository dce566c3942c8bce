#include "value/tidy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

struct Case {
    Instance instance;
    Start start;
};

/// A random start of an instance of any layout and loads, any number of its routes settled.
Case any_case() {
    const Layout layout = *rc::gen::elementOf(layouts);
    const Loads loads = *rc::gen::elementOf(all_loads);
    const int customers = *rc::gen::inRange(1, 40);
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = any_instance(layout, loads, customers, random);
    Start start{random_start(instance, random), 0};
    start.settled = static_cast<int>(random.below(static_cast<std::uint32_t>(start.solution.routes()) + 1));
    return {instance, start};
}

Solution tidied(const Instance& instance, const Start& start) {
    Solution result{{1}};  // what was there before must not matter
    tidy(instance, start, result);
    return result;
}

std::vector<Node> sorted(std::span<const Node> route) {
    std::vector<Node> customers(route.begin(), route.end());
    std::sort(customers.begin(), customers.end());
    return customers;
}

RC_GTEST_PROP(Tidy, KeepsTheCustomersOfEachRoute, ()) {
    const auto [instance, start] = any_case();
    const Solution result = tidied(instance, start);
    RC_ASSERT(result.routes() == start.solution.routes());
    for (int r = 0; r < result.routes(); ++r)
        RC_ASSERT(sorted(result.route(r)) == sorted(start.solution.route(r)));
}

RC_GTEST_PROP(Tidy, MakesNoRouteLonger, ()) {
    const auto [instance, start] = any_case();
    const Solution result = tidied(instance, start);
    for (int r = 0; r < result.routes(); ++r)
        RC_ASSERT(route_length(instance, result.route(r)) <= route_length(instance, start.solution.route(r)));
}

RC_GTEST_PROP(Tidy, LeavesSettledRoutesAsTheyAre, ()) {
    const auto [instance, start] = any_case();
    const Solution result = tidied(instance, start);
    for (int r = 0; r < start.settled; ++r)
        RC_ASSERT(std::ranges::equal(result.route(r), start.solution.route(r)));
}

RC_GTEST_PROP(Tidy, GivesTheSameEachTime, ()) {
    const auto [instance, start] = any_case();
    RC_ASSERT(tidied(instance, start) == tidied(instance, start));
}

/// Customers on a line, visited to and fro.
TEST(Tidy, StraightensARouteThatCrossesItself) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 1}, {3, 0}, {4, 1}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 4;
    const Instance instance(data);
    const Start start{Solution{{3, 1, 4, 2}}, 0};
    const Solution result = tidied(instance, start);
    EXPECT_LT(length(instance, result), length(instance, start.solution) - 1);
    EXPECT_EQ(tidied(instance, {result, 0}), result) << "nothing is left to gain";
    EXPECT_EQ(tidied(instance, {start.solution, 1}), start.solution);
}

TEST(Tidy, EndsOnALongRouteToo) {
    const Instance instance = random_instance(600, 1, 0, 1'000'000);
    Random random(1);
    const Start start{random_start(instance, random), 0};
    ASSERT_EQ(start.solution.routes(), 1);
    EXPECT_LT(length(instance, tidied(instance, start)), length(instance, start.solution) / 5);
}

}  // namespace
}  // namespace l2r
