#include "problem/solution.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace l2r {
namespace {

/// Customers on a line at 1, 2, 3 and 4 from the depot, two of which fit a vehicle.
InstanceData line_data() {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 2;
    return data;
}

Instance line() {
    return Instance(line_data());
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

TEST(Solution, NamesRoutesThatTakeTooLong) {
    using Faults = std::vector<std::string>;
    InstanceData data = line_data();
    data.route_limit = 9;
    EXPECT_TRUE(faults(Instance(data), Solution{{1, 2}, {3, 4}}).empty());
    data.service = 0.5;
    EXPECT_EQ(route_duration(Instance(data), std::vector<Node>{3, 4}), 9);
    EXPECT_TRUE(faults(Instance(data), Solution{{1, 2}, {3, 4}}).empty());
    data.service = 0.75;
    EXPECT_EQ(faults(Instance(data), Solution{{1, 2}, {}, {3, 4}}),
              Faults{"route 3 takes 9.5, more than the limit of 9"});
}

TEST(Solution, MayExceedTheLimitByRoundingsAlone) {
    InstanceData data = line_data();
    data.service = 0.5;
    data.route_limit = 9 / (1 + 0.9e-6);
    EXPECT_TRUE(faults(Instance(data), Solution{{1, 2}, {3, 4}}).empty());
    data.route_limit = 9 / (1 + 1.1e-6);
    EXPECT_EQ(faults(Instance(data), Solution{{1, 2}, {3, 4}}).size(), 1u);
    data.rounding = Rounding::nearest;
    data.service = 0;
    data.route_limit = 8;
    EXPECT_TRUE(faults(Instance(data), Solution{{1, 2}, {3, 4}}).empty());
    EXPECT_EQ(faults(Instance(data), Solution{{1, 3}, {2, 4}}).size(), 0u);
    data.route_limit = 8.0 - 1e-9;
    EXPECT_THROW(Instance{data}, InputError) << "whole distances need no tolerance";
}

TEST(Solution, NamesAFleetThatIsTooLarge) {
    using Faults = std::vector<std::string>;
    const Instance instance = line().with_vehicles(2);
    EXPECT_TRUE(faults(instance, Solution{{1, 2}, {}, {3, 4}}).empty()) << "empty routes need no vehicle";
    EXPECT_EQ(faults(instance, Solution{{1, 2}, {3}, {4}}),
              Faults{"there are 3 routes, more than the limit of 2"});
    EXPECT_TRUE(exceeds_fleet(instance, Solution{{1, 2}, {3}, {4}}));
    EXPECT_TRUE(faults_of_routes(instance, Solution{{1, 2}, {3}, {4}}).empty());
    EXPECT_FALSE(exceeds_fleet(instance, Solution{{1, 2}, {}, {3, 4}}));
    EXPECT_FALSE(exceeds_fleet(line(), Solution{{1}, {2}, {3}, {4}}));
}

}  // namespace
}  // namespace l2r
