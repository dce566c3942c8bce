#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;
using SolveByRuin = test::SolveProgram;

TEST_F(SolveByRuin, DestroysAndRepairs) {
    const std::string file = generate(30);
    const std::vector<std::string> command{"solve", file,        "--strategy", "ruin",    "--runs",
                                           "10",    "--explain", "-o",         "ruin.sol"};
    const Outcome outcome = run(command);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_right(file, "ruin.sol");
    EXPECT_TRUE(contains(outcome.err, "strategy ruin: begins with the construction savings\n"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "over the number of runs\n")) << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "perturbations")) << outcome.err;
    const std::string once = read_file(folder_ / "ruin.sol");
    auto threaded = command;
    threaded.insert(threaded.end(), {"--threads", "3"});
    ASSERT_EQ(run(threaded).exit_code, 0);
    EXPECT_EQ(read_file(folder_ / "ruin.sol"), once);
}

TEST_F(SolveByRuin, RefusesWhatItHasNoUseFor) {
    const std::string file = generate(10);
    const auto refusal = [&](const std::string& option, const std::string& value) {
        const Outcome outcome =
            run({"solve", file, "--strategy", "ruin", "--runs", "3", option, value, "-o", "x.sol"});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
        return outcome.err;
    };
    EXPECT_EQ(refusal("--optimiser", "paper"),
              "l2r: --optimiser goes with the other strategies; ruin has no use for one\n");
    const std::string no_candidates =
        "l2r: the strategy ruin has no candidates to choose from; a scorer goes with another\n";
    EXPECT_EQ(refusal("--scorer", "linear"), no_candidates);
    EXPECT_EQ(refusal("--candidates", "3"), no_candidates);
}

}  // namespace
}  // namespace l2r
