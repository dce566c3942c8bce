#include <nlohmann/json.hpp>

#include "app/program.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;

class ExactCommand : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        if (test::run({"cbc", "quit"}).exit_code != 0) GTEST_SKIP() << "there is no cbc";
    }
};

TEST_F(ExactCommand, PrintsTheOptimumAndTheGapOfASolution) {
    write("long.sol", "Route #1: 1 3\nRoute #2: 2 4\n");  // across the square: 56
    const Finished outcome = run({"exact", "square.vrp", "--solution", "long.sol", "-o", "best.sol"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "optimum 48\n")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "the solution 56 is 16.67 % above the optimum\n")) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "proven in ")) << outcome.err;
    EXPECT_EQ(run({"check", "square.vrp", "best.sol"}).exit_code, 0);
}

TEST_F(ExactCommand, TheResultAsJsonAndTheIntegerProgramAsAFile) {
    const Finished outcome = run({"exact", "square.vrp", "--json", "--lp", "square.lp"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    EXPECT_EQ(result["proven"], true);
    EXPECT_EQ(result["length"], 48);
    EXPECT_EQ(result["lower_bound"], 48);
    EXPECT_EQ(result["routes"].size(), 2U);
    EXPECT_TRUE(result["solution_length"].is_null());
    EXPECT_TRUE(contains(read_file(folder_ / "square.lp"), "Minimize\n length:"));
}

using ExactUsage = test::Program;

TEST_F(ExactUsage, ASolutionThatIsNotFeasibleIsRefused) {
    write("wrong.sol", "Route #1: 1 2 3\nRoute #2: 4\n");
    const Finished outcome = run({"exact", "square.vrp", "--solution", "wrong.sol"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "wrong.sol: route 1 carries 3")) << outcome.err;
}

}  // namespace
}  // namespace l2r
