#include "start/perturb.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

bool same_route(std::span<const Node> a, std::span<const Node> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// The numbers of the parent's routes that the first `settled` routes of `start` are, in order.
std::vector<int> kept_routes(const Solution& parent, const Start& start) {
    std::vector<int> kept;
    int r = 0;
    for (int s = 0; s < start.settled; ++s, ++r) {
        while (r < parent.routes() && !same_route(parent.route(r), start.solution.route(s))) ++r;
        kept.push_back(r);
    }
    return kept;
}

TEST(Perturb, KeepsTheOtherRoutesFirstInTheirOldOrderAndCountsThem) {
    for_many_instances(10, 1, 60, 71, [](const Instance& instance, Random& random) {
        const Solution parent = random_start(instance, random);
        Start start;
        for (const int count : {1, 2, 3, 1'000}) {
            perturb(instance, parent, count, random, start);
            EXPECT_EQ(start.settled, parent.routes() - std::min(count, parent.routes()));
            for (const int kept : kept_routes(parent, start)) EXPECT_LT(kept, parent.routes());
            EXPECT_EQ(faults(instance, start.solution), std::vector<std::string>{});
        }
    });
}

TEST(Perturb, CutsTheLooseCustomersByCapacity) {
    for_many_instances(10, 1, 60, 72, [](const Instance& instance, Random& random) {
        const Solution parent = random_start(instance, random);
        Start start;
        perturb(instance, parent, 3, random, start);
        const Solution& solution = start.solution;
        for (int r = start.settled; r + 1 < solution.routes(); ++r)
            EXPECT_GT(route_load(instance, solution.route(r)) + instance.demand(solution.route(r + 1)[0]),
                      instance.capacity());
    });
}

TEST(Perturb, TakesNothingFromTheMemoryOfAnEarlierStart) {
    Random random(73);
    const Instance instance = any_instance(Layout::square, Loads::common, 40, random);
    const Solution parent = random_start(instance, random);
    Start used, fresh;
    perturb(instance, parent, 3, random, used);
    Random first(74), second(74);
    perturb(instance, parent, 2, first, used);
    perturb(instance, parent, 2, second, fresh);
    EXPECT_EQ(used.solution, fresh.solution);
    EXPECT_EQ(used.settled, fresh.settled);
}

TEST(Perturb, CanStartFromItsOwnResult) {
    Random random(75);
    const Instance instance = any_instance(Layout::square, Loads::common, 60, random);
    const Solution parent = random_start(instance, random);
    Start start;
    perturb(instance, parent, 2, random, start);
    const Solution middle = start.solution;
    perturb(instance, middle, 2, random, start);
    EXPECT_EQ(faults(instance, start.solution), std::vector<std::string>{});
}

/// 12,000 times 3 of 12 routes: each is chosen 3,000 times, give or take five standard deviations.
TEST(Perturb, EveryRouteIsEquallyLikely) {
    Random random(76);
    const Instance instance = any_instance(Layout::square, Loads::full, 12, random);
    const Solution parent = random_start(instance, random);
    ASSERT_EQ(parent.routes(), 12);
    std::vector<int> chosen(12, 12'000);
    Start start;
    for (int i = 0; i < 12'000; ++i) {
        perturb(instance, parent, 3, random, start);
        for (const int kept : kept_routes(parent, start)) --chosen[kept];
    }
    for (const int count : chosen) EXPECT_NEAR(count, 3'000, 5 * 47);
}

}  // namespace
}  // namespace l2r
