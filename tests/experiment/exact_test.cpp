#include "experiment/exact.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/exact.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"
#include "support/process.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

using test::message_of;

bool has_cbc() {
    return test::run({"cbc", "quit"}).exit_code == 0;
}

Solution some_solution(const Instance& instance) {
    Random random(1);
    return random_start(instance, random);
}

TEST(Exact, FindsAndProvesTheOptimumOfTinyInstances) {
    if (!has_cbc()) GTEST_SKIP() << "there is no cbc: optima were not compared";
    for_many_instances(1, 1, 6, 31, [](const Instance& instance, Random& random) {
        const ExactResult result = solve_exactly(instance, random_start(instance, random), {});
        EXPECT_TRUE(result.proven);
        EXPECT_TRUE(faults(instance, result.best).empty());
        EXPECT_EQ(result.length, length(instance, result.best));
        EXPECT_EQ(result.lower_bound, result.length);
        const double optimum = optimal_length(instance);
        EXPECT_NEAR(result.length, optimum, 2e-6 * optimum + 1e-9);
    });
}

TEST(Exact, FindsTheOptimumOfEightCustomersFromAPoorSolution) {
    if (!has_cbc()) GTEST_SKIP() << "there is no cbc: optima were not compared";
    for (std::uint64_t number = 0; number < 2; ++number) {
        const Instance instance = random_instance(8, 5, number, 20);
        const ExactResult result = solve_exactly(instance, some_solution(instance), {});
        EXPECT_TRUE(result.proven);
        EXPECT_NEAR(result.length, optimal_length(instance), 1e-5);
    }
}

TEST(Exact, AtItsLimitTheKnownSolutionStandsBesideALowerBound) {
    if (!has_cbc()) GTEST_SKIP() << "there is no cbc: its limit was not tried";
    const Instance instance = random_instance(25, 1, 0);
    ExactSettings settings;
    settings.seconds = 3;
    const ExactResult result = solve_exactly(instance, some_solution(instance), settings);
    EXPECT_FALSE(result.proven);
    EXPECT_TRUE(faults(instance, result.best).empty());
    EXPECT_LE(result.length, length(instance, some_solution(instance)));
    EXPECT_GT(result.lower_bound, 0);
    EXPECT_LT(result.lower_bound, result.length);
    EXPECT_LT(result.seconds, 20);
}

TEST(Exact, AMissingSolverIsNamedWithWhatToInstall) {
    ExactSettings settings;
    settings.program = "/no/such/cbc";
    const Instance instance = random_instance(3, 1, 0);
    const std::string message =
        message_of<OutsideError>([&] { solve_exactly(instance, some_solution(instance), settings); });
    EXPECT_NE(message.find("/no/such/cbc"), std::string::npos) << message;
    EXPECT_NE(message.find("apt-get install coinor-cbc"), std::string::npos) << message;
}

/// Programs that are no CBC.
class ExactStandIn : public test::OwnFolder {
  protected:
    /// What `solve_exactly` says of a program that writes this to answer.txt, its last argument.
    std::string error_of(const std::string& script) {
        const std::filesystem::path program = folder_ / "cbc";
        std::ofstream(program) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        ExactSettings settings;
        settings.program = program;
        return message_of<OutsideError>([&] { solve_exactly(instance_, Solution{{1}, {2}}, settings); });
    }

    const Instance instance_{
        {"two", {{0, 0}, {1, 0}, {0, 1}}, {0, 2, 2}, 3, Metric::euclidean, Rounding::none, {}}};
};

TEST_F(ExactStandIn, WhatItGetsWrongIsFound) {
    EXPECT_EQ(error_of("printf 'Infeasible - objective value 1\\n' > answer.txt"),
              "CBC finds no solution, though there is one of length 4");
    EXPECT_EQ(error_of("printf 'Optimal - objective value 1\\n0 x_0_1 0.4 1\\n' > answer.txt"),
              "CBC's solution:2: 'x_0_1' is 0.4, neither 0 nor 1");
    EXPECT_NE(error_of("printf 'Optimal - objective value 1\\n0 x_0_1 1 1\\n1 x_1_2 1 1\\n2 x_2_0 1 1\\n' > "
                       "answer.txt")
                  .find("CBC's solution is not feasible: "),
              std::string::npos);
    EXPECT_EQ(error_of("echo no licence"), "CBC wrote no solution file; it said: no licence");
    EXPECT_EQ(error_of("exit 4"), "CBC ended with exit code 4");
}

}  // namespace
}  // namespace l2r
