#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "problem/same_instance.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

const std::string square =
    "NAME : square\nTYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\n"
    "NODE_COORD_SECTION\n1 0 0\n2 0 10\n3 10 10\n4 10 0\nEOF\n";

std::string with(const std::string& line) {
    return "NAME : square\n" + line + square.substr(square.find('\n'));
}

TEST(Tsp, IsOneRouteWithoutDemands) {
    const Instance instance = parse_vrp(square, "square.tsp");
    EXPECT_TRUE(instance.is_tsp());
    EXPECT_EQ(instance.customers(), 3);
    EXPECT_EQ(instance.max_routes(), 1);
    EXPECT_EQ(instance.total_demand(), 0);
    EXPECT_TRUE(faults(instance, Solution{{1, 2, 3}}).empty());
    EXPECT_EQ(faults(instance, Solution{{1, 2}, {3}}).size(), 1u) << "one route only";
    EXPECT_EQ(length(instance, Solution{{1, 2, 3}}), 40);
}

TEST(Tsp, AFileMayNameItsDepotAndItsOneVehicle) {
    const std::string named = with("VEHICLES : 1");
    EXPECT_TRUE(parse_vrp(named, "square.tsp").is_tsp());
    const std::string ends = square.substr(0, square.size() - 4) + "DEPOT_SECTION\n3\n-1\nEOF\n";
    EXPECT_EQ(parse_vrp(ends, "square.tsp").place(0), (Point{10, 10}));
}

TEST(Tsp, WhatItDoesNotHaveIsRefusedByName) {
    const auto refused = [](const std::string& text, const std::string& reason) {
        const std::string found = test::message_of<InputError>([&] { parse_vrp(text, "bad.tsp"); });
        EXPECT_NE(found.find(reason), std::string::npos) << found;
    };
    refused(with("CAPACITY : 5"), "bad.tsp:2: CAPACITY contradicts TYPE TSP");
    refused(with("DISTANCE : 5"), "bad.tsp:2: DISTANCE contradicts TYPE TSP");
    refused(with("VEHICLES : 2"), "bad.tsp:2: VEHICLES must be a whole number from 1 to 1");
    refused(with("DEMAND_SECTION\n1 0\n2 1\n3 1\n4 1"), "bad.tsp:2: DEMAND_SECTION contradicts TYPE TSP");
    const Instance instance = parse_vrp(square, "square.tsp");
    EXPECT_THROW(instance.with_vehicles(2), InputError);
    EXPECT_THROW(instance.with_vehicles(0), InputError);
    InstanceData data;
    data.places = {{0, 0}, {1, 0}};
    data.tsp = true;
    data.demands = {0, 1};
    EXPECT_THROW(Instance{data}, InputError);
    data.demands = {};
    data.service = 1;
    EXPECT_THROW(Instance{data}, InputError);
}

TEST(Tsp, AnInstanceIsWrittenAndReadBack) {
    for (int customers = 1; customers < 20; ++customers) {
        const Instance instance = random_tsp(customers, 7, 0);
        EXPECT_TRUE(same_instance(parse_vrp(format_vrp(instance), "again.tsp"), instance));
    }
    EXPECT_TRUE(parse_vrp(format_vrp(parse_vrp(square, "a")), "b").is_tsp());
}

TEST(Tsp, ATourIsReadAsARouteFromItsFirstNode) {
    const auto tour = [](const std::string& nodes) {
        return "NAME : square\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n" + nodes + "EOF\n";
    };
    EXPECT_EQ(parse_sol(tour("1\n2\n3\n4\n-1\n"), "a.tour").solution, (Solution{{1, 2, 3}}));
    EXPECT_EQ(parse_sol(tour("3 4 1\n2 -1\n"), "a.tour").solution, (Solution{{1, 2, 3}}));
    const auto refused = [&](const std::string& text, const std::string& reason) {
        const std::string found = test::message_of<InputError>([&] { parse_sol(text, "a.tour"); });
        EXPECT_NE(found.find(reason), std::string::npos) << found;
    };
    refused(tour("1 2 3 4\n"), "the tour is not ended by -1");
    refused(tour("2 3 4 -1\n"), "the tour does not visit node 1");
    refused(tour("1 2 x\n-1\n"), "a.tour:5: 'x' is not a node's number");
    refused(tour("1 2 3 4 -1\n5\n"), "a.tour:6: there is text after the -1");
    refused("TYPE : CVRP\nTOUR_SECTION\n1\n-1\n", "a.tour:1: a file with a TOUR_SECTION has TYPE TOUR");
}

}  // namespace
}  // namespace l2r
