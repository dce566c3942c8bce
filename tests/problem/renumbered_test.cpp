#include "problem/renumbered.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "problem/generate.hpp"
#include "start/construct.hpp"

namespace l2r {
namespace {

/// Of the steps from each customer to the next by number.
double mean_step(const Instance& instance) {
    double sum = 0;
    for (Node customer = 1; customer + 1 < instance.nodes(); ++customer)
        sum += instance.distance(customer, customer + 1);
    return sum / (instance.customers() - 1);
}

Instance with_places(std::vector<Point> places) {
    InstanceData data;
    data.demands.assign(places.size(), 1);
    data.demands[0] = 0;
    data.places = std::move(places);
    data.capacity = 10;
    return Instance(std::move(data));
}

TEST(Renumbered, IsTheSameProblemUnderOtherNumbers) {
    for (const int customers : {1, 2, 100, 6'000}) {  // the last has no table of costs
        const Instance instance = random_instance(customers, 7, 0);
        const Renumbered renumbered(instance);
        const Instance& other = renumbered.instance();
        EXPECT_NE(other.id(), instance.id());
        ASSERT_EQ(other.nodes(), instance.nodes());
        EXPECT_EQ(other.cost_step(), instance.cost_step());
        EXPECT_EQ(other.total_demand(), instance.total_demand());
        Random random(3);
        const Solution solution = construct(Construction::random, instance, random);
        const Solution same = renumbered.from_original(solution);
        ASSERT_EQ(faults(other, same), std::vector<std::string>{});
        EXPECT_EQ(renumbered.to_original(same), solution);
        Node last = 0, last_same = 0;
        for (std::size_t i = 0; i < solution.customers().size(); ++i) {
            const Node customer = solution.customers()[i], same_customer = same.customers()[i];
            EXPECT_EQ(other.demand(same_customer), instance.demand(customer));
            EXPECT_EQ(other.cost(last_same, same_customer), instance.cost(last, customer));
            EXPECT_EQ(other.distance(last_same, same_customer), instance.distance(last, customer));
            EXPECT_EQ(other.cost(0, same_customer), instance.cost(0, customer));
            last = customer;
            last_same = same_customer;
        }
    }
}

TEST(Renumbered, KeepsTheLimitsOfFleetAndRoutes) {
    InstanceData data;
    data.places = {{0, 0}, {3, 4}, {6, 8}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.route_limit = 30;
    data.service = 2;
    data.vehicles = 2;
    const Instance instance((InstanceData(data)));
    const Renumbered renumbered(instance);
    EXPECT_EQ(renumbered.instance().max_routes(), 2);
    EXPECT_EQ(renumbered.instance().route_limit(), instance.route_limit());
    EXPECT_EQ(renumbered.instance().service(1), instance.service(1));
}

TEST(Renumbered, NeighboursOnTheCurveAreNear) {
    // On a grid whose side is a power of two the curve goes from cell to cell.
    std::vector<Point> places{{0, 0}};
    for (int i = 0; i < 1024; ++i) places.push_back({i * 7 % 32 + 0.5, i / 32 + 0.5});
    places.push_back({32, 32});
    EXPECT_LT(mean_step(Renumbered(with_places(std::move(places))).instance()), 1.01);
    const Instance uniform = random_instance(2'000, 1, 0);
    EXPECT_LT(mean_step(Renumbered(uniform).instance()), mean_step(uniform) / 10);
}

TEST(Renumbered, PlacesOnOneSpotOrLineAreNoFailure) {
    const Renumbered tiny(with_places({{0, 0}, {1e-310, 0}, {0, 1e-310}}));
    EXPECT_EQ(tiny.instance().customers(), 2);
    EXPECT_EQ(Renumbered(with_places({{5, 5}, {5, 5}, {5, 5}})).instance().customers(), 2);
    const Renumbered line(with_places({{0, 0}, {-3e11, 0}, {1e11, 0}, {2e11, 0}, {-1e11, 0}}));
    EXPECT_EQ(line.to_original(Solution{{1, 2, 3, 4}}), (Solution{{1, 4, 2, 3}}));
}

}  // namespace
}  // namespace l2r
