#include <sys/stat.h>

#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using Outputs = test::SolveProgram;

TEST_F(Outputs, DoNotOverwriteTheInput) {
    for (const char* option : {"-o", "--plot", "--export"}) {
        const Finished outcome = run({"solve", "square.vrp", "--runs", "1", option, "./square.vrp"});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_TRUE(contains(outcome.err, "is the instance")) << outcome.err;
    }
    EXPECT_EQ(run({"solve", "square.vrp", "--runs", "1", "-o", "x", "--plot", "x"}).exit_code, 2);
    EXPECT_EQ(read_file(folder_ / "square.vrp"), square("EUC_2D"));
}

TEST_F(Outputs, AreTriedBeforeTheSearch) {
    for (const char* option : {"-o", "--plot", "--export"})
        EXPECT_EQ(run({"solve", "square.vrp", "--time", "1000", option, "absent/x"}).exit_code, 3);
}

TEST_F(Outputs, ThatCannotBeWrittenAreNamed) {
    const Finished outcome = run({"solve", "square.vrp", "--runs", "1", "-o", "absent/x.sol"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "absent/x.sol: cannot write: ")) << outcome.err;
}

/// The solution comes first, whatever becomes of the picture.
TEST_F(Outputs, ThatFailLeaveTheSolution) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const std::string file = generate(20),
                      command = std::string("exec '") + test::l2r_program() + "' solve " + file;
    const std::string solution = run({"solve", file, "--runs", "2"}).out;
    const auto fails = [&](const std::string& options, const std::string& reason,
                           const std::string& before = "") {
        const Finished outcome =
            test::run({"sh", "-c", before + command + " --runs 2 " + options}, folder_.string());
        EXPECT_EQ(outcome.exit_code, 3) << options;
        EXPECT_EQ(outcome.signal, 0) << options;
        EXPECT_TRUE(contains(outcome.err, reason)) << outcome.err;
        return outcome;
    };
    EXPECT_EQ(fails("--plot /dev/full", "/dev/full: cannot write").out, solution);
    EXPECT_EQ(fails("--plot x.svg", "x.svg: cannot write: File too large", "ulimit -f 1; ").out, solution);
    fails("--plot /dev/full -o out.sol", "/dev/full: cannot write");
    EXPECT_EQ(read_file(folder_ / "out.sol"), solution);
    EXPECT_EQ(json::parse(fails("--plot /dev/full --json", "/dev/full: cannot write").out)["runs"], 2);
    const std::string elsewhere = "; the solution went to standard output";
    EXPECT_EQ(fails("-o /dev/full --plot y.svg", elsewhere).out, solution);
    EXPECT_TRUE(contains(read_file(folder_ / "y.svg"), "</svg>"));
    EXPECT_EQ(json::parse(fails("-o /dev/full --json", elsewhere).out)["runs"], 2);
    fails("-o /dev/full --plot - >out.svg", elsewhere);
    EXPECT_EQ(read_file(folder_ / "out.svg"), solution);
    fails("-o /dev/full >/dev/full", solution);
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(fails("-o pipe", "pipe: cannot write: nobody reads it" + elsewhere).out, solution);
    EXPECT_EQ(fails("--plot pipe", "pipe: cannot write: nobody reads it").out, solution);
    for (const auto& entry : fs::directory_iterator(folder_))
        EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(Outputs, MayBeAPictureOnStandardOutputWhereThatIsFree) {
    const std::string file = generate(20);
    const Finished free = run({"solve", file, "--runs", "2", "-o", "out.sol", "--plot", "-"});
    EXPECT_EQ(free.exit_code, 0) << free.err;
    EXPECT_TRUE(free.out.starts_with("<?xml")) << free.out;
    expect_right(file, "out.sol");
    for (const auto& more : std::vector<std::vector<std::string>>{{}, {"-o", "-"}, {"--json"}}) {
        std::vector<std::string> command{"solve", file, "--runs", "1", "--plot", "-"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished taken = run(command);
        EXPECT_EQ(taken.exit_code, 2);
        EXPECT_TRUE(contains(taken.err, "standard output")) << taken.err;
    }
    EXPECT_FALSE(exists(folder_ / "-"));
}

}  // namespace
}  // namespace l2r
