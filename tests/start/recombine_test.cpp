#include "start/recombine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "explore/shared_edges.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

TEST(Recombine, ServesEveryCustomerWithinAllLimits) {
    const auto check = [](const Instance& instance, Random& random) {
        const Solution first = construct(Construction::random, instance, random);
        const Solution second = construct(Construction::savings, instance, random);
        for (int i = 0; i < 5; ++i) {
            const Solution child = recombine(instance, first, second, {}, random);
            EXPECT_EQ(faults_of_routes(instance, child), std::vector<std::string>{});
        }
    };
    for_many_instances(5, 1, 60, 191, check);
    for_many_limited_instances(5, 1, 60, 192, check);
    for_many_windowed_instances(5, 1, 60, 198, check);
}

TEST(Recombine, KeepsRoutesOfTheFirstParentAroundSomeCustomer) {
    const Instance instance = random_instance(80, 193, 0);
    Random random(193);
    const Solution first = construct(Construction::savings, instance, random);
    const Solution second = construct(Construction::random, instance, random);
    for (int i = 0; i < 20; ++i) {
        const Solution child =
            recombine(instance, first, second, {.least_share = 0.5, .most_share = 0.5}, random);
        int whole = 0;
        for (int r = 0; r < first.routes(); ++r) {
            const auto route = first.route(r);
            for (int c = 0; c < child.routes(); ++c) {
                const auto of_child = child.route(c);
                auto at = route.begin();
                for (const Node customer : of_child)
                    if (at != route.end() && customer == *at) ++at;
                whole += at == route.end();
            }
        }
        EXPECT_GE(whole, 3);
        EXPECT_LT(whole, first.routes());
    }
}

TEST(Recombine, OfTwoEqualParentsIsTheirEqual) {
    const Instance instance = random_instance(50, 194, 0);
    Random random(194);
    const Solution parent = construct(Construction::savings, instance, random);
    EXPECT_EQ(edges_of(recombine(instance, parent, parent, {}, random)), edges_of(parent));
}

TEST(Recombine, TakesOneParentAloneWhereItsShareIsAll) {
    const Instance instance = random_instance(50, 195, 0);
    Random random(195);
    const Solution first = construct(Construction::savings, instance, random);
    const Solution second = construct(Construction::random, instance, random);
    EXPECT_EQ(edges_of(recombine(instance, first, second, {1, 1}, random)), edges_of(first));
}

TEST(Recombine, LooksForNoPlacesOnceAStopIsRequested) {
    const Instance instance = random_instance(80, 197, 0);
    Random random(197);
    const Solution first = construct(Construction::savings, instance, random);
    const Solution second = construct(Construction::random, instance, random);
    const std::atomic<bool> flag = true;
    Random one(7), same(7);
    const Solution child = recombine(instance, first, second, {}, one);
    const Solution stopped = recombine(instance, first, second, {}, same, Stop::after(1e10, &flag));
    EXPECT_GT(stopped.routes(), child.routes());
    EXPECT_EQ(faults_of_routes(instance, stopped), std::vector<std::string>{});
}

TEST(Recombine, DrawsAnotherOneEachTimeAndTheSameForTheSameStream) {
    const Instance instance = random_instance(80, 196, 0);
    Random random(196);
    const Solution first = construct(Construction::savings, instance, random);
    const Solution second = construct(Construction::random, instance, random);
    Random one(7), same(7);
    const Solution child = recombine(instance, first, second, {}, one);
    EXPECT_EQ(recombine(instance, first, second, {}, same), child);
    EXPECT_NE(recombine(instance, first, second, {}, one), child);
}

}  // namespace
}  // namespace l2r
