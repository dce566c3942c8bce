#include "problem/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// By sorting all other customers.
std::vector<Node> nearest_to(const Instance& instance, Node customer, int count) {
    std::vector<Node> others;
    for (Node other = 1; other < instance.nodes(); ++other)
        if (other != customer) others.push_back(other);
    std::sort(others.begin(), others.end(), [&](Node a, Node b) {
        return std::tuple(instance.cost(customer, a), std::abs(a - customer), a) <
               std::tuple(instance.cost(customer, b), std::abs(b - customer), b);
    });
    others.resize(std::min(others.size(), static_cast<std::size_t>(count)));
    return others;
}

void expect_right(const Instance& instance, int count) {
    const Neighbours neighbours(instance, count);
    ASSERT_EQ(neighbours.count(), std::min(count, instance.customers() - 1));
    for (Node customer = 1; customer < instance.nodes(); ++customer) {
        std::vector<Node> found;
        for (const Neighbours::Entry& entry : neighbours.of(customer)) {
            found.push_back(entry.node);
            EXPECT_EQ(entry.cost, instance.cost(customer, entry.node));
        }
        EXPECT_EQ(found, nearest_to(instance, customer, count));
    }
}

/// Tables and grids full of ties among them.
TEST(Neighbours, AreWhatSortingAllOtherCustomersGives) {
    for_many_instances(3, 1, 80, 131, [](const Instance& instance, Random& random) {
        expect_right(instance, 1 + static_cast<int>(random.below(30)));
    });
}

TEST(Neighbours, AreAllOthersWhereThereAreFewer) {
    Random random(132);
    for (const int customers : {1, 2, 3, 10}) {
        const Instance instance = any_instance(Layout::grid, Loads::common, customers, random);
        for (const int count : {customers - 1, customers, 1'000}) expect_right(instance, count);
    }
}

TEST(Neighbours, MayBeNone) {
    Random random(133);
    const Neighbours neighbours(any_instance(Layout::square, Loads::common, 9, random), 0);
    EXPECT_EQ(neighbours.count(), 0);
    EXPECT_TRUE(neighbours.of(9).empty());
}

TEST(Neighbours, AreLeftOutOnceAStopIsRequested) {
    Random random(134);
    for (const int customers : {1, 10, 500}) {
        const Instance instance = any_instance(Layout::square, Loads::common, customers, random);
        const Neighbours neighbours(instance, 5, Stop::after(0));
        EXPECT_EQ(neighbours.count(), 0);
        EXPECT_TRUE(neighbours.of(customers).empty());
    }
}

}  // namespace
}  // namespace l2r
