#include "problem/sol_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/file.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

SolutionFile parse_solution(const std::string& text) {
    return parse_sol(text, "tiny.sol");
}

void expect_solution_refused(const std::string& text, int line, const std::string& reason) {
    try {
        parse_solution(text);
        ADD_FAILURE() << "accepted, instead of " << line << ": " << reason << "\n" << text;
    } catch (const InputError& error) {
        const std::string found = error.what();
        EXPECT_TRUE(found.starts_with("tiny.sol:" + std::to_string(line) + ": ")) << found;
        EXPECT_NE(found.find(reason), std::string::npos) << found << "\nnot " << reason;
    }
}

TEST(SolFile, ReadsRoutesAndTheirCost) {
    const SolutionFile file = parse_solution("Route #1: 5 3 8\nRoute #2: 1\nCost 123\n");
    EXPECT_EQ(file.solution, (Solution{{5, 3, 8}, {1}}));
    EXPECT_EQ(file.stated_cost, 123);
}

TEST(SolFile, TakesRoutesHoweverTheyAreWritten) {
    for (const char* text :
         {"Route #1: 5 3\nRoute #2: 1\n", "Route 1: 5 3\nRoute 2: 1", "route #1 :5 3\nROUTE#2:1\n",
          "  Route  # 1 :\t5\t3 \r\n\r\n \nRoute #2:  1  \r\n", "Route #7: 5 3\nRoute #7: 1\n",
          "\xEF\xBB\xBFRoute #0: 05 3\nRoute #99999999999999999999: 1\n"}) {
        EXPECT_EQ(parse_solution(text).solution, (Solution{{5, 3}, {1}})) << text;
        EXPECT_EQ(parse_solution(text).stated_cost, std::nullopt) << text;
    }
}

TEST(SolFile, TakesCostsHoweverTheyAreWritten) {
    for (const char* text :
         {"Cost 123.5", "Cost: 123.5\n", "Cost : 123.5 \r\n", "COST:123.5", "cost\t1.235e2"})
        EXPECT_EQ(parse_solution(std::string("Route #1: 1\n") + text).stated_cost, 123.5) << text;
}

TEST(SolFile, TakesEmptyRoutesAndEmptyFiles) {
    EXPECT_EQ(parse_solution("Route #1:\nRoute #2: 4\n").solution, (Solution{{}, {4}}));
    EXPECT_EQ(parse_solution("").solution, Solution{});
    EXPECT_EQ(parse_solution("\n\r\n").stated_cost, std::nullopt);
}

TEST(SolFile, TellsAnInstanceFromASolution) {
    for (const char* text : {"NAME : tiny\nTYPE : CVRP\n", "COMMENT : x\n", "type:CVRP\n"})
        expect_solution_refused(text, 1, "looks like an instance (.vrp)");
}

TEST(SolFile, RefusesEverythingElse) {
    const std::string first = "Route #1: 1\n";
    expect_solution_refused(first + "Ruote #2: 3\n", 2, "found 'Ruote #2: 3'");
    expect_solution_refused(first + "Routes #2: 3\n", 2, "found 'Routes #2: 3'");
    expect_solution_refused(first + "\n2 3 4\n", 3, "found '2 3 4'");
    expect_solution_refused(first + "Time 5\n", 2, "found 'Time 5'");
    for (const char* line : {"Route", "Route #2", "Route #: 3", "Route: 3", "Route #2 3 4", "Route #-2: 3",
                             "Route two: 3", "Route ##2: 3", "Route #2.0: 3"})
        expect_solution_refused(first + line, 2, "a route must begin like 'Route #1:'");
    for (const char* word :
         {"x", "-3", "+3", "3.0", "3,", "2147483648", "99999999999999999999", "3-4", ":", "#3"})
        expect_solution_refused(first + "Route #2: 4 " + word + " 5", 2, "is not a customer's number");
    for (const char* cost : {"Cost", "Cost:", "Cost : ", "Cost x", "Cost nan", "Cost inf", "Cost 1e999",
                             "Cost 1 2", "Cost :: 3", "Cost #3", "Cost 12,5"})
        expect_solution_refused(first + cost + "\n", 2, "is not a number");
    expect_solution_refused("Cost 1\n" + first + "Cost 1\n", 3, "the cost is stated twice");
    expect_solution_refused(first + std::string("Route #2: 3\0", 12), 2, "byte 0 is a control character");
    expect_solution_refused("Route #1: 1\rRoute #2: 2\r", 1, "byte 13 is a control character");
}

TEST(SolFile, IsWrittenWithoutEmptyRoutesAndNumberedFromOne) {
    EXPECT_EQ(format_sol(Solution{{}, {5, 3}, {}, {1}}, 100000), "Route #1: 5 3\nRoute #2: 1\nCost 100000\n");
    EXPECT_EQ(format_sol(Solution{{1}}, 0.1), "Route #1: 1\nCost 0.1\n");
}

RC_GTEST_PROP(SolFile, WhatIsWrittenReadsBack, ()) {
    Solution solution;
    const auto routes = *rc::gen::container<std::vector<std::vector<Node>>>(rc::gen::nonEmpty(
        rc::gen::container<std::vector<Node>>(rc::gen::inRange<Node>(0, std::numeric_limits<Node>::max()))));
    for (const auto& route : routes) solution.add_route(route);
    const double cost =
        std::ldexp(static_cast<double>(*rc::gen::arbitrary<std::int64_t>()), *rc::gen::inRange(-90, 90));
    const SolutionFile again = parse_solution(format_sol(solution, cost));
    RC_ASSERT(again.solution == solution);
    RC_ASSERT(again.stated_cost == cost);
}

TEST(SolFile, CutAtAnyByteItIsReadOrRefusedWithALine) {
    for (const char* name : {"routes.sol", "decimal-cost.sol", "no-cost.sol"}) {
        const std::string text = read_file(test::source_folder() + "/tests/data/good/" + name);
        ASSERT_GE(parse_solution(text).solution.routes(), 2) << name;
        for (std::size_t size = 0; size < text.size(); ++size) try {
                ASSERT_LE(parse_solution(text.substr(0, size)).solution.routes(),
                          parse_solution(text).solution.routes());
            } catch (const InputError& error) {
                ASSERT_TRUE(std::string(error.what()).starts_with("tiny.sol:")) << error.what();
            }
    }
}

TEST(SolFile, EveryBadFileIsRefused) {
    for (const auto& [name, line] : std::vector<std::pair<std::string, int>>{
             {"not-a-route.sol", 2}, {"not-a-customer.sol", 1}, {"two-costs.sol", 3}, {"no-colon.sol", 1}}) {
        const std::string path = test::source_folder() + "/tests/data/bad/" + name;
        try {
            read_sol(path);
            ADD_FAILURE() << path << " was accepted";
        } catch (const InputError& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with(path + ":" + std::to_string(line) + ": "))
                << error.what();
        }
    }
}

}  // namespace
}  // namespace l2r
