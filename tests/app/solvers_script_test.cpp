#include <algorithm>

#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Finished;

/// experiments/solvers/run on the square, with peers that answer what they are told to.
class SolversScript : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        write("long.sol", "Route #1: 1 3\nRoute #2: 2 4\nCost 56\n");
        write("half.sol", "Route #1: 1 2\n");
    }
    /// A peer that copies a file, and notes that it was asked.
    static std::string peer(const std::string& name, const std::string& answer) {
        return name + "=sh -c 'echo {seed} {seconds} >> calls; cp " + answer + " {output}' {instance}";
    }
    Finished compare(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"env", std::string("L2R=") + test::l2r_program(),
                                             test::source_folder() + "/experiments/solvers/run", "-o", "work",
                                             "square.vrp", "--times", "0.05"});
        return test::run(arguments, folder_.string());
    }
    std::string content(const std::string& name) const { return read_file(folder_ / name); }
};

TEST_F(SolversScript, MeasuresGapsToTheBestKnownSolution) {
    write("square.sol", content("right.sol"));
    const Finished outcome = compare({"--seeds", "2", "--peer", peer("long", "long.sol")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "of 1 from .sol files")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "| l2r | 0.000 |  | 0.000 | 100 | 0 |")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "| long | 16.667 | +16.667 | 16.667 | 0 | 0 |")) << outcome.out;
    EXPECT_EQ(content("calls"), "1 0.05\n2 0.05\n");
    EXPECT_TRUE(contains(content("work/anytime.svg"), "<title>long</title>"));
}

TEST_F(SolversScript, TakesTheBestFoundWhereNoSolutionIsKnown) {
    const Finished outcome = compare({"--peer", "long=sh -c 'cat long.sol' {instance}"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "of 1 the best of these runs")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "| long | 16.667 |")) << outcome.out;
}

TEST_F(SolversScript, IntervalsAreOverInstances) {
    write("second.vrp", content("square.vrp"));
    const Finished outcome =
        compare({"second.vrp", "--seeds", "2", "--peer",
                 "mixed=sh -c 'case {instance} in *second.vrp) cat right.sol;; *) cat long.sol;; esac'"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    // 16.667 and 0: Student's t for one degree of freedom, 12.71, times the standard error, 8.333
    EXPECT_TRUE(contains(outcome.out, "| mixed | 8.333 ± 105.917 | +8.333 ± 105.917 | 16.667 | 50 | 0 |"))
        << outcome.out;
}

TEST_F(SolversScript, NamesWrongAnswersAndCountsThemAsFailed) {
    const Finished outcome =
        compare({"--peer", peer("half", "half.sol"), "--peer", "none=true {instance} {output}", "--peer",
                 "broken=sh -c 'echo no licence >&2; exit 7' {instance}"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const std::string name : {"half", "none", "broken"})
        EXPECT_TRUE(contains(outcome.out, "| " + name + " | – | – | – | 0 | 1 |")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "- half failed on square, seed 1: customer 3 is not visited"))
        << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "- none failed on square, seed 1: no answer was written"))
        << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "- broken failed on square, seed 1: exit code 7: no licence"))
        << outcome.out;
}

TEST_F(SolversScript, GoesOnWhereItWasKilled) {
    const std::vector<std::string> arguments{"--seeds", "2", "--peer", peer("long", "long.sol")};
    const Finished first = compare(arguments);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    const std::string results = content("work/results.jsonl");
    write("calls", "");
    write("work/results.jsonl", results.substr(0, results.size() - 20));
    const Finished second = compare(arguments);
    ASSERT_EQ(second.exit_code, 0) << second.err;
    EXPECT_EQ(content("calls"), "2 0.05\n");
    const std::string whole = content("work/results.jsonl");
    EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 4);
}

TEST_F(SolversScript, RunsAgainWhatFailedWhenAsked) {
    const std::vector<std::string> arguments{"--peer", peer("late", "late.sol")};
    const Finished first = compare(arguments);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    ASSERT_TRUE(contains(first.out, "- late failed on square, seed 1: exit code 1")) << first.out;
    write("late.sol", content("long.sol"));
    EXPECT_TRUE(contains(compare(arguments).out, "- late failed"));
    const Finished again = compare({"--peer", peer("late", "late.sol"), "--again"});
    EXPECT_TRUE(contains(again.out, "| late | 16.667 |")) << again.out;
}

TEST_F(SolversScript, RefusesWhatWouldMixResults) {
    ASSERT_EQ(compare({"--peer", peer("p", "long.sol")}).exit_code, 0);
    const Finished changed = compare({"--peer", peer("p", "right.sol")});
    EXPECT_EQ(changed.exit_code, 2);
    EXPECT_TRUE(contains(changed.err, "p was another command")) << changed.err;
    EXPECT_TRUE(contains(compare({"--peer", peer("l2r", "long.sol")}).err, "the same name"));
    fs::create_directory(folder_ / "more");
    fs::copy_file(folder_ / "square.vrp", folder_ / "more/square.vrp");
    EXPECT_TRUE(contains(compare({"more"}).err, "two instances are called square"));
}

TEST_F(SolversScript, RefusesAWrongBestKnownSolution) {
    write("square.sol", content("half.sol"));
    const Finished outcome = compare({});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "the best known solution, is wrong: customer 3")) << outcome.err;
}

}  // namespace
}  // namespace l2r
