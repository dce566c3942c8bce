#include "optimise/outside/lkh_files.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "problem/vrp_file.hpp"
#include "start/random_start.hpp"
#include "support/message.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

using test::message_of;

/// Three customers at a corner each, one demands 2, the others 1; a vehicle holds 2.
Instance corners(Rounding rounding) {
    return Instance(
        {"corners", {{0, 0}, {3, 0}, {3, 4}, {0, 4}}, {0, 1, 1, 2}, 2, Metric::euclidean, rounding, {}});
}

TEST(LkhFiles, AProblemIsWrittenAsLkhReadsIt) {
    EXPECT_EQ(lkh::format_problem(corners(Rounding::nearest)),
              "NAME : problem\nTYPE : CVRP\nDIMENSION : 4\nCAPACITY : 2\nEDGE_WEIGHT_TYPE : EUC_2D\n"
              "NODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\n"
              "DEMAND_SECTION\n1 0\n2 1\n3 1\n4 2\nDEPOT_SECTION\n1\n-1\nEOF\n");
}

TEST(LkhFiles, CostsAreWithinTheLimitAndAsNearToTheDistancesAsWholeNumbersAre) {
    for_many_instances(3, 2, 12, 11, [](const Instance& instance, Random&) {
        if (instance.total_demand() > 2'147'483'647) return;
        const Instance read = parse_vrp(lkh::format_problem(instance), "problem.vrp");
        const lkh::Costs costs = lkh::Costs::of(instance);
        EXPECT_GE(costs.precision, 1);
        EXPECT_LE(costs.precision, 100);
        for (Node a = 0; a < instance.nodes(); ++a)
            for (Node b = 0; b < a; ++b) {
                const double cost = read.distance(a, b);
                EXPECT_EQ(cost, std::floor(cost));
                EXPECT_LE(cost * costs.precision, lkh::Costs::limit + costs.precision);
                const double error = std::abs(cost - costs.scale * instance.distance(a, b));
                if (instance.rounding() != Rounding::none && costs.scale == 1)
                    EXPECT_EQ(error, 0);
                else
                    EXPECT_LE(error, 1);  // a half, and what a rounded distance was off before
            }
    });
}

TEST(LkhFiles, DistancesOfTheUnitSquareKeepSixDigits) {
    EXPECT_GE(lkh::Costs::of(random_instance(100, 1, 0)).scale, 1e6);
}

TEST(LkhFiles, OtherRoundingsAndMetricsKeepTheirDistances) {
    InstanceData data{
        "corners", {{0, 0}, {3, 1}, {3, 4}, {0, 4}}, {0, 1, 1, 2}, 2, Metric::euclidean, Rounding::ceil, {}};
    EXPECT_NE(lkh::format_problem(Instance(data)).find("CEIL_2D"), std::string::npos);
    data.rounding = Rounding::trunc;
    EXPECT_NE(lkh::format_problem(Instance(data)).find("FLOOR_2D"), std::string::npos);
    data.metric = Metric::manhattan;
    EXPECT_NE(lkh::format_problem(Instance(data))
                  .find("EDGE_WEIGHT_FORMAT : LOWER_ROW\nEDGE_WEIGHT_SECTION\n"
                        "4\n7 3\n4 6 3\n"),
              std::string::npos);
}

TEST(LkhFiles, TheLimitOnRoutesIsRoundedDownAndServiceUp) {
    InstanceData data{
        "corners", {{0, 0}, {3, 0}, {3, 4}, {0, 4}}, {0, 1, 1, 2}, 2, Metric::euclidean, Rounding::nearest,
        {}};
    data.route_limit = 13.5;
    data.service = 1.25;
    EXPECT_NE(lkh::format_problem(Instance(data)).find("CAPACITY : 2\nDISTANCE : 13\nSERVICE_TIME : 2\nEDGE"),
              std::string::npos);
    data.rounding = Rounding::none;
    const double scale = lkh::Costs::of(Instance(data)).scale;
    EXPECT_NE(
        lkh::format_problem(Instance(data))
            .find("DISTANCE : " + std::to_string(static_cast<std::int64_t>(13.5 * scale)) +
                  "\nSERVICE_TIME : " + std::to_string(static_cast<std::int64_t>(1.25 * scale) + 1) + "\n"),
        std::string::npos);
}

/// Routes that keep to the limit that LKH is given keep to the instance's.
TEST(LkhFiles, WhatKeepsToTheLimitThereKeepsToItHere) {
    int kept = 0;
    for_many_limited_instances(20, 1, 12, 12, [&](const Instance& instance, Random& random) {
        if (instance.total_demand() > 2'147'483'647) return;
        std::string problem = lkh::format_problem(instance);
        const Solution solution = random_start(instance, random);
        const double scale = lkh::Costs::of(instance).scale;
        const auto number = [&](const std::string& key) {
            return std::stod(problem.substr(problem.find(key) + key.size()));
        };
        const double limit = number("DISTANCE : "), service = number("SERVICE_TIME : ");
        for (int r = 0; r < solution.routes(); ++r) {
            double there = 0;
            Node at = 0;
            for (const Node next : solution.route(r)) {
                there += std::round(scale * instance.distance(at, next)) + service;
                at = next;
            }
            there += std::round(scale * instance.distance(at, 0));
            if (there > limit) continue;
            ++kept;
            EXPECT_LE(route_duration(instance, solution.route(r)),
                      instance.exact_route_limit() * (1 + 1e-12));
        }
    });
    EXPECT_GT(kept, 500);
}

TEST(LkhFiles, DemandsThatLkhCannotAddUpAreRefused) {
    InstanceData data{"heavy",
                      {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                      {0, 900'000'000, 900'000'000, 900'000'000},
                      1'000'000'000,
                      Metric::euclidean,
                      Rounding::none,
                      {}};
    EXPECT_NE(message_of<InputError>([&] { lkh::format_problem(Instance(data)); }).find("2^31-1"),
              std::string::npos);
}

TEST(LkhFiles, EmptyRoutesAndIdleVehiclesAreCopiesOfTheDepotInARow) {
    const Instance instance = corners(Rounding::none);
    const std::string tour = lkh::format_tour(instance, Solution{{1, 2}, {}, {3}}, 3);
    EXPECT_EQ(tour, "TYPE : TOUR\nDIMENSION : 6\nTOUR_SECTION\n1\n2\n3\n5\n4\n6\n-1\nEOF\n");
    EXPECT_EQ(lkh::parse_tour(tour, instance, 3), (Solution{{1, 2}, {3}}));
}

TEST(LkhFiles, RoutesThatAreLeftOverAreJoinedToTheLast) {
    const Instance instance = corners(Rounding::none);
    EXPECT_EQ(lkh::format_tour(instance, Solution{{1}, {2}, {3}}, 2),
              "TYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n5\n3\n4\n-1\nEOF\n");
}

TEST(LkhFiles, ATourReadsBackAsTheSolution) {
    for_many_instances(2, 1, 12, 5, [](const Instance& instance, Random& random) {
        const Solution solution = random_start(instance, random);
        const int vehicles = solution.routes() + static_cast<int>(random.below(3));
        EXPECT_EQ(lkh::parse_tour(lkh::format_tour(instance, solution, vehicles), instance, vehicles),
                  solution);
    });
}

TEST(LkhFiles, ATourThatIsNotWholeIsRefused) {
    const Instance instance = corners(Rounding::none);
    const auto refusal = [&](const std::string& text) {
        return message_of<InputError>([&] { lkh::parse_tour(text, instance, 2); });
    };
    EXPECT_EQ(refusal(""), "the tour file has no TOUR_SECTION");
    EXPECT_EQ(refusal("TOUR_SECTION\n1\n2\n"), "the tour file ends before its -1");
    EXPECT_EQ(refusal("TOUR_SECTION\n1\n2\n3\n4\n-1\n"), "the tour file has 4 nodes, not 5");
    EXPECT_EQ(refusal("TOUR_SECTION\n2\n1\n3\n4\n5\n-1\n"), "the tour file does not begin with node 1");
    EXPECT_EQ(refusal("TOUR_SECTION\n1\n2\n3\n4\n6\n-1\n"), "the tour file has a node 6, and 5 is the last");
    EXPECT_EQ(refusal("TOUR_SECTION\n1\nx\n"), "the tour file:3: 'x' is not a node");
}

}  // namespace
}  // namespace l2r
