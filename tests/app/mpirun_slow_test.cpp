#include "app/program.hpp"

namespace l2r {
namespace {

using Mpirun = test::Program;

TEST_F(Mpirun, RefusesACommandThatDoesNotShareItsWorkWithOneMessage) {
    if (!test::contains(test::run({"mpirun", "--version"}).out, "Open MPI"))
        GTEST_SKIP() << "no mpirun of Open MPI here";
    const test::Finished outcome =
        test::run({"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", test::l2r_program(),
                   "solve", "square.vrp", "--runs", "1", "-o", "out.sol"},
                  folder_.string());
    EXPECT_EQ(outcome.exit_code, 2);
    const std::string message = "would do the same work on every rank";
    const std::size_t first = outcome.err.find(message);
    ASSERT_NE(first, std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find(message, first + 1), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out.sol"));
}

}  // namespace
}  // namespace l2r
