#include "experiment/integer_program.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

using test::message_of;

/// Customers 1 and 2 fit one vehicle, 3 fills it alone.
Instance three_customers(std::int64_t first_demand = 1) {
    return Instance({"three",
                     {{0, 0}, {3, 0}, {3, 4}, {0, 4}},
                     {0, first_demand, 1, 2},
                     2,
                     Metric::euclidean,
                     Rounding::none,
                     {}});
}

TEST(IntegerProgram, IsThePapersForThreeCustomers) {
    EXPECT_EQ(format_integer_program(three_customers()),
              R"(\ The integer program of capacitated vehicle routing
Minimize
 length: + 3 x_0_1 + 5 x_0_2 + 4 x_0_3 + 3 x_1_0 + 4 x_1_2 + 5 x_2_0 + 4 x_2_1 + 4 x_3_0
Subject To
 in_0: + 1 x_1_0 + 1 x_2_0 + 1 x_3_0 - k = 0
 out_0: + 1 x_0_1 + 1 x_0_2 + 1 x_0_3 - k = 0
 in_1: + 1 x_0_1 + 1 x_2_1 = 1
 out_1: + 1 x_1_0 + 1 x_1_2 = 1
 in_2: + 1 x_0_2 + 1 x_1_2 = 1
 out_2: + 1 x_2_0 + 1 x_2_1 = 1
 in_3: + 1 x_0_3 = 1
 out_3: + 1 x_3_0 = 1
 load_1_2: + 1 u_1 - 1 u_2 + 2 x_1_2 <= 1
 load_2_1: + 1 u_2 - 1 u_1 + 2 x_2_1 <= 1
 before_1: u_1 - 1 x_2_1 >= 1
 behind_1: u_1 + 1 x_1_2 <= 2
 before_2: u_2 - 1 x_1_2 >= 1
 behind_2: u_2 + 1 x_2_1 <= 2
 before_3: u_3 >= 2
 behind_3: u_3 <= 2
 set_1_2: + 1 x_0_1 + 1 x_0_2 >= 1
 set_1_3: + 1 x_0_1 + 1 x_0_3 + 1 x_2_1 >= 2
 set_2_3: + 1 x_0_2 + 1 x_0_3 + 1 x_1_2 >= 2
 set_1_2_3: + 1 x_0_1 + 1 x_0_2 + 1 x_0_3 >= 2
Bounds
 2 <= k <= 3
 1 <= u_1 <= 2
 1 <= u_2 <= 2
 2 <= u_3 <= 2
Generals
 k
Binaries
 x_0_1
 x_0_2
 x_0_3
 x_1_0
 x_1_2
 x_2_0
 x_2_1
 x_3_0
End
)");
}

TEST(IntegerProgram, CustomersWithoutDemandCountInUnitsTooSmallToMatter) {
    const std::string text = format_integer_program(three_customers(0));
    EXPECT_NE(text.find(" 1 <= u_1 <= 11\n 5 <= u_2 <= 11\n 9 <= u_3 <= 11\n"), std::string::npos) << text;
    EXPECT_NE(text.find("x_1_3"), std::string::npos) << "customers 1 and 3 fit one vehicle";
}

TEST(IntegerProgram, LinesAreShortEnoughForEveryReader) {
    const std::string text = format_integer_program(random_instance(30, 1, 0));
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        ASSERT_LE(end - begin, 255U) << text.substr(begin, end - begin);
        begin = end + 1;
    }
}

TEST(IntegerProgram, TooManyCustomersAreRefused) {
    EXPECT_NE(message_of<InputError>([] {
                  format_integer_program(random_instance(201, 1, 0));
              }).find("at most 200 customers"),
              std::string::npos);
}

TEST(IntegerProgram, LimitsThatItDoesNotKnowAreRefusedByName) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}};
    data.demands = {0, 1};
    data.capacity = 1;
    data.vehicles = 1;
    EXPECT_EQ(message_of<InputError>([&] { format_integer_program(Instance(data)); }),
              "the integer program does not support a limit on the number of vehicles");
    data.route_limit = 5;
    EXPECT_EQ(message_of<InputError>([&] { format_integer_program(Instance(data)); }),
              "the integer program does not support a limit on the length of routes (DISTANCE)");
    data.windows.assign(data.demands.size(), TimeWindow{0, 100});
    EXPECT_EQ(test::message_of<InputError>([&] { format_integer_program(Instance(data)); }),
              "the integer program does not support time windows");
    data = {};
    data.places = {{0, 0}, {1, 0}};
    data.tsp = true;
    EXPECT_EQ(test::message_of<InputError>([&] { format_integer_program(Instance(data)); }),
              "the integer program does not support the TSP");
}

TEST(CbcSolution, RoutesFollowTheWaysThatAreChosen) {
    const ProgramAnswer answer = parse_cbc_solution(
        "Optimal - objective value 20\n"
        "      0 x_0_1   0.9999999999  3\n      1 x_0_2   1e-12  5\n      2 x_0_3  1  4\n"
        "      4 x_1_2   1  4\n      5 x_2_0  1  5\n      7 x_3_0  1  4\n      8 k  2  0\n      9 u_1  1  "
        "0\n",
        three_customers());
    EXPECT_EQ(answer.status, ProgramAnswer::Status::optimal);
    EXPECT_TRUE(answer.has_solution);
    EXPECT_EQ(answer.solution, (Solution{{1, 2}, {3}}));
}

TEST(CbcSolution, WithoutASolutionThereAreNoRoutes) {
    const Instance instance = three_customers();
    const ProgramAnswer infeasible =
        parse_cbc_solution("Infeasible - objective value 2\n**  0 x_0_1 0.5 1\n", instance);
    EXPECT_EQ(infeasible.status, ProgramAnswer::Status::infeasible);
    EXPECT_FALSE(infeasible.has_solution);
    const ProgramAnswer stopped = parse_cbc_solution(
        "Stopped on time (no integer solution - continuous used) - objective value 2\n  0 x_0_1 0.5 1\n",
        instance);
    EXPECT_EQ(stopped.status, ProgramAnswer::Status::stopped);
    EXPECT_FALSE(stopped.has_solution);
}

TEST(CbcSolution, WhatIsNoSolutionIsRefused) {
    const auto refusal = [](const std::string& ways) {
        return message_of<InputError>(
            [&] { parse_cbc_solution("Optimal - objective value 1\n" + ways, three_customers()); });
    };
    EXPECT_EQ(refusal("0 x_0_1 0.5 3\n"), "CBC's solution:2: 'x_0_1' is 0.5, neither 0 nor 1");
    EXPECT_EQ(refusal("0 x_0_1 2 3\n"), "CBC's solution:2: 'x_0_1' is 2, neither 0 nor 1");
    EXPECT_EQ(refusal("0 x_0_1 -1 3\n"), "CBC's solution:2: 'x_0_1' is -1, neither 0 nor 1");
    EXPECT_EQ(refusal("0 x_\x1b[2J 0.5 3\n"), "CBC's solution:2: 'x_?[2J' is 0.5, neither 0 nor 1");
    EXPECT_EQ(refusal("0 x_0_9 1 3\n"), "CBC's solution:2: there is no 'x_0_9'");
    EXPECT_EQ(refusal("0 x_1_0 1 3\n1 x_1_2 1 3\n"),
              "CBC's solution:3: there are two edges out of customer 1");
    EXPECT_EQ(refusal("0 x_0_1 1 3\n"), "CBC's solution: the edges are no routes from and to the depot");
    EXPECT_EQ(refusal("0 x_0_1 1 3\n1 x_1_2 1 3\n2 x_2_1 1 3\n"),
              "CBC's solution: the edges are no routes from and to the depot");
    EXPECT_EQ(message_of<InputError>([] { parse_cbc_solution("", three_customers()); }),
              "CBC's solution begins with ''");
}

TEST(CbcSolution, TheLowerBoundIsTheLastThatIsPrinted) {
    EXPECT_EQ(parse_cbc_bound("After 0 nodes, 1 on tree, 5.6 best solution, best possible 4.5 (18 seconds)\n"
                              "Partial search - best objective 5.6 (best possible 4.75), took 1 nodes\n"),
              4.75);
    EXPECT_LT(parse_cbc_bound("Objective value: 12.5\n"), 0);
}

}  // namespace
}  // namespace l2r
