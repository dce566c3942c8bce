#include "optimise/anneal/waiting.hpp"

#include <gtest/gtest.h>

#include "support/vehicles.hpp"

namespace l2r::anneal {
namespace {

/// Where most routes have a large customer, and no two of these go together, a route of small ones is the one
/// to close. A large one in their place would be fewer customers, but would wait for ever.
TEST(Waiting, OneLargeDemandCountsForMoreThanManySmallOnes) {
    const Instance instance = on_a_line({60, 60, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}, 99);
    Waiting waiting(instance);
    const std::vector<Node> small{3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    waiting.begin(small);
    EXPECT_EQ(waiting.compare({1}), std::strong_ordering::greater);
    EXPECT_EQ(waiting.compare({3, 4, 5}), std::strong_ordering::less);
    EXPECT_EQ(waiting.compare(small), std::strong_ordering::equal);
}

TEST(Waiting, WhoHasWaitedLongCountsForMore) {
    const Instance instance = on_a_line({5, 5, 5, 0}, 10);
    Waiting waiting(instance);
    waiting.begin({1});
    EXPECT_EQ(waiting.compare({2}), std::strong_ordering::equal);
    waiting.count();
    EXPECT_EQ(waiting.compare({2}), std::strong_ordering::less);
    std::vector<Node> others{2};
    waiting.replace(others);
    EXPECT_EQ(others, std::vector<Node>{1});
    EXPECT_EQ(waiting.compare({4}), std::strong_ordering::less) << "one without demand counts, but little";
    EXPECT_EQ(waiting.compare({2, 4}), std::strong_ordering::greater);
    waiting.begin({2});
    EXPECT_EQ(waiting.compare({1}), std::strong_ordering::equal) << "nobody has waited before";
}

}  // namespace
}  // namespace l2r::anneal
