#include "explore/elite.hpp"

#include <gtest/gtest.h>

#include <set>

#include "explore/shared_edges.hpp"

namespace l2r {
namespace {

/// A single route of ten customers, of which the first few are in another order.
Parent member(double length, int reversed) {
    std::vector<Node> route;
    for (Node customer = 1; customer <= 10; ++customer) route.push_back(customer);
    std::reverse(route.begin(), route.begin() + reversed);
    Solution solution;
    solution.add_route(route);
    return {solution, length};
}

/// The first customers of all members that are drawn in many draws.
std::set<Node> drawn(const Elite& elite) {
    Random random(1);
    std::set<Node> firsts;
    for (int i = 0; i < 1'000; ++i) {
        const auto [first, second] = elite.parents().draw(random);
        EXPECT_NE(edges_of(first), edges_of(second));
        firsts.insert(first.route(0)[0]);
        firsts.insert(second.route(0)[0]);
    }
    return firsts;
}

TEST(Elite, TakesASolutionInOnceAndSaysWhetherItIsTheShortest) {
    Elite elite({});
    EXPECT_TRUE(elite.add(member(10, 0)));
    EXPECT_FALSE(elite.add(member(10, 0)));
    EXPECT_EQ(elite.size(), 1);
    EXPECT_FALSE(elite.add(member(11, 2)));
    EXPECT_TRUE(elite.add(member(9, 3)));
    EXPECT_EQ(elite.size(), 3);
}

TEST(Elite, DrawsAnyTwoThatAreNotTheSame) {
    Elite elite({});
    for (int i = 2; i <= 5; ++i) elite.add(member(10 + i, i));
    EXPECT_EQ(drawn(elite), (std::set<Node>{2, 3, 4, 5}));
}

TEST(Elite, DrawsTheShorterOnesMoreOften) {
    Elite elite({.size = 20, .newcomers = 20, .sure_to_stay = 20});
    for (int i = 2; i <= 9; ++i) elite.add(member(i, i));
    Random random(2);
    int shorter = 0;
    for (int i = 0; i < 1'000; ++i) shorter += elite.parents().draw(random).first.route(0)[0] <= 5;
    EXPECT_GT(shorter, 650);
    EXPECT_LT(shorter, 850);
}

TEST(Elite, WhereThereAreTooManyTheLongestLeave) {
    Elite elite({.size = 3, .newcomers = 3, .sure_to_stay = 3});
    for (int i = 2; i <= 7; ++i) elite.add(member(i, i));
    EXPECT_EQ(elite.size(), 3);
    EXPECT_EQ(drawn(elite), (std::set<Node>{2, 3, 4}));
}

TEST(Elite, KeepsMoreWhereItIsToldTo) {
    Elite elite({.size = 2, .newcomers = 1});
    elite.make_room_for(3);
    for (int i = 2; i <= 6; ++i) elite.add(member(i, i));
    EXPECT_EQ(elite.size(), 5);
    elite.add(member(7, 7));
    EXPECT_EQ(elite.size(), 3);
}

TEST(Elite, KeepsTheShortestAndOfTheOthersThoseThatAreUnlike) {
    // Three are all but the same as the shortest, and one, the longest of all, shares little with it.
    Elite elite({.size = 2, .newcomers = 3, .sure_to_stay = 1, .near = 1});
    elite.add(member(10, 0));
    elite.add(member(10.1, 2));
    elite.add(member(10.2, 3));
    Parent unlike{Solution{{1, 3, 5, 7, 9, 2, 4, 6, 8, 10}}, 10.3};
    elite.add(unlike);
    elite.add(member(10.25, 4));
    EXPECT_EQ(elite.size(), 2);
    Random random(3);
    std::set<std::vector<std::uint64_t>> kept;
    for (int i = 0; i < 20; ++i) {
        const auto [first, second] = elite.parents().draw(random);
        kept.insert(edges_of(first));
        kept.insert(edges_of(second));
    }
    EXPECT_TRUE(kept.contains(edges_of(member(10, 0).solution)));
    EXPECT_TRUE(kept.contains(edges_of(unlike.solution)));
}

}  // namespace
}  // namespace l2r
