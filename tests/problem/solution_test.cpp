#include "problem/solution.hpp"

#include <gtest/gtest.h>

namespace l2r {
namespace {

/// Customers on a line at 1, 2, 3 and 4 from the depot, two of which fit a vehicle.
Instance line() {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 2;
    return Instance(data);
}

TEST(Solution, IsRoutesInOneFlatArray) {
    Solution solution{{1, 2}, {}, {3}};
    EXPECT_EQ(solution.routes(), 3);
    EXPECT_EQ(std::vector<Node>(solution.route(0).begin(), solution.route(0).end()),
              (std::vector<Node>{1, 2}));
    EXPECT_TRUE(solution.route(1).empty());
    EXPECT_EQ(solution.route(2)[0], 3);
    EXPECT_EQ(solution.customers().size(), 3u);
    solution.clear();
    EXPECT_EQ(solution, Solution{});
}

TEST(Solution, LengthIsThatOfTheRoundTripsFromTheDepot) {
    EXPECT_EQ(length(line(), Solution{{1, 2}, {3, 4}}), 4 + 8);
    EXPECT_EQ(length(line(), Solution{{2, 1}, {}, {4}, {3}}), 4 + 8 + 6);
    EXPECT_EQ(length(line(), Solution{}), 0);
    EXPECT_EQ(route_length(line(), std::vector<Node>{1, 4, 2}), 1 + 3 + 2 + 2);
    EXPECT_EQ(route_load(line(), std::vector<Node>{1, 4, 2}), 3);
}

TEST(Solution, HasNoFaultsWhereEveryCustomerIsVisitedOnceWithinCapacity) {
    EXPECT_TRUE(faults(line(), Solution{{1, 2}, {3, 4}}).empty());
    EXPECT_TRUE(faults(line(), Solution{{}, {1}, {2}, {3}, {4}}).empty());
}

TEST(Solution, NamesEveryFault) {
    using Faults = std::vector<std::string>;
    EXPECT_EQ(faults(line(), Solution{{1, 2}, {3}}), Faults{"customer 4 is not visited"});
    EXPECT_EQ(faults(line(), Solution{{1, 2}, {3, 4}, {1}}), Faults{"customer 1 is visited 2 times"});
    EXPECT_EQ(faults(line(), Solution{{1}, {2, 3, 4}}),
              Faults{"route 2 carries 3, more than the capacity of 2"});
    EXPECT_EQ(faults(line(), Solution{{1, 2}, {3, 4}, {5}}),
              Faults{"route 3 visits 5, but customers are 1 to 4"});
    EXPECT_EQ(faults(line(), Solution{{0, 1, 2}, {3, 4, -7}}).size(), 2u);
    EXPECT_EQ(faults(line(), Solution{}).size(), 4u);
}

}  // namespace
}  // namespace l2r
