#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Finished;

/// experiments/learning/run with an l2r that only notes what it is asked for, and tables that do the same.
class LearningScript : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        fs::create_directories(folder_ / "learning/results");
        fs::copy_file(fs::path(test::source_folder()) / "experiments/learning/run", folder_ / "learning/run");
        write("learning/results/table2-20.json", "of an earlier run");
        write("learning/results.md", "of an earlier run");
        program("learning/tables.py", "echo a table");
        program("l2r",
                "echo \"$*\" >> \"${0%/*}/calls\"\n"
                "if [ $1 = train ]; then while [ \"$1\" != -o ]; do shift; done; echo w > \"$2\"; fi\n"
                "if [ $1 = evaluate ]; then touch 1-gain.svg 1-calibration.svg; echo '{}'; fi");
    }
    void program(const std::string& name, const std::string& lines) {
        write(name, "#!/bin/sh\n" + lines + "\n");
        fs::permissions(folder_ / name, fs::perms::owner_all);
    }
    Finished run_script() {
        write("calls", "");
        return test::run({"env", "L2R=./l2r", "learning/run", "work"}, folder_.string());
    }
    std::string content(const std::string& name) const { return read_file(folder_ / name); }
};

TEST_F(LearningScript, EvaluatesAnewWhateverResultsAreThere) {
    const Finished outcome = run_script();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(content("calls"), "evaluate test-20 --scorer linear-20.safetensors"));
    EXPECT_EQ(content("learning/results/table2-20.json"), "{}\n");
    EXPECT_EQ(content("learning/results.md"), "a table\n");
}

TEST_F(LearningScript, EvaluatesOnceUnlessAScorerIsNewer) {
    ASSERT_EQ(run_script().exit_code, 0);
    ASSERT_EQ(run_script().exit_code, 0);
    EXPECT_FALSE(contains(content("calls"), "evaluate"));
    const fs::path scorer = folder_ / "work/network-50.safetensors";
    fs::last_write_time(scorer, fs::last_write_time(scorer) + std::chrono::hours(1));
    ASSERT_EQ(run_script().exit_code, 0);
    EXPECT_TRUE(contains(content("calls"), "evaluate test-50 "));
    EXPECT_FALSE(contains(content("calls"), "evaluate test-20 "));
}

TEST_F(LearningScript, LeavesTheResultsAloneWhereTheTablesFail) {
    program("learning/tables.py", "echo half a table; exit 1");
    EXPECT_NE(run_script().exit_code, 0);
    EXPECT_EQ(content("learning/results.md"), "of an earlier run");
    EXPECT_EQ(content("learning/results/table2-20.json"), "of an earlier run");
}

}  // namespace
}  // namespace l2r
