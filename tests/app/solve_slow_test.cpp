#include "app/solve_fixture.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;
using LargeSolve = test::SolveProgram;

TEST_F(LargeSolve, WritesItsBestAtOnceWhenInterrupted) {
    const std::string file = generate(10'000, 300);
    for (const int signal : {SIGINT, SIGTERM})
        EXPECT_LT(test::best_of_three(at_once, [&] { return time_to_end(file, signal, 1, true); }), at_once)
            << "signal " << signal;
}

TEST_F(LargeSolve, EndsAtItsTimeLimit) {
    const std::string file = generate(10'000, 300);
    const auto before = test::SteadyClock::now();
    read_vrp(folder_ / file);
    const double enough = (test::sanitized ? 5 : 1.1) + test::seconds_since(before);
    EXPECT_LT(test::best_of_three(enough,
                                  [&] {
                                      const auto begun = test::SteadyClock::now();
                                      EXPECT_EQ(
                                          run({"solve", file, "--time", "1", "-o", "out.sol"}).exit_code, 0);
                                      return test::seconds_since(begun);
                                  }),
              enough);
    expect_right(file, "out.sol");
}

/// Tables of distances and samples may have a gigabyte.
TEST_F(LargeSolve, NamesInputThatNeverEnds) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"solve", "/dev/zero"}, {"evaluate", "/dev/zero", "--scorer", "length"}}) {
        const Finished outcome = run(command);
        EXPECT_EQ(outcome.exit_code, 2) << command[0];
        EXPECT_TRUE(contains(outcome.err, "/dev/zero: has more than 1000 MB")) << outcome.err;
    }
}

/// Solves with at most 1 GB of address space.
void solve_in_a_gigabyte(const std::string& folder, const std::string& arguments) {
    const Finished outcome = test::run(
        {"sh", "-c", std::string("ulimit -v 1000000; exec '") + test::l2r_program() + "' solve " + arguments},
        folder, 60);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(LargeSolve, FitsAThousandCustomersIntoAGigabyte) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve more memory than the limit";
    const std::string file = generate(1'000, 100);
    solve_in_a_gigabyte(folder_.string(),
                        file + " --time 2 --strategy perturb-best --optimiser paper --threads 4 -o out.sol");
    expect_right(file, "out.sol");
}

TEST_F(LargeSolve, FitsTheLargestTableIntoAGigabyte) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve more memory than the limit";
    const std::string file = generate(Instance::dense_limit - 1, 100);
    solve_in_a_gigabyte(folder_.string(), file + " --time 2 -o out.sol");
    expect_right(file, "out.sol");
}

TEST_F(LargeSolve, FitsThirtyThousandCustomersIntoAGigabyte) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve more memory than the limit";
    const std::string file = generate(30'000, 300);
    solve_in_a_gigabyte(folder_.string(), file + " --time 2 -o out.sol");
    expect_right(file, "out.sol");
}

using Bench = test::Program;

TEST_F(Bench, FindsTheTwinsIdenticalAndGivesASignature) {
    if (test::sanitized) GTEST_SKIP() << "there is no use in timing a sanitized build";
    const Finished outcome = test::run({test::l2r_program(), "bench", "--json"}, folder_.string(), 600);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    EXPECT_GE(result["comparisons"].size(), 6U);
    for (const json& row : result["comparisons"]) {
        EXPECT_TRUE(row["identical"].get<bool>()) << row;
        EXPECT_GT(row["ratio"].get<double>(), 0);
    }
    const std::string signature = result["signature"];
    EXPECT_EQ(signature.size(), 16U);
    EXPECT_EQ(signature.find_first_not_of("0123456789abcdef"), std::string::npos) << signature;
    EXPECT_EQ(result["default_signature"].get<std::string>().size(), 16U);
}

}  // namespace
}  // namespace l2r
