#include <nlohmann/json.hpp>
#include <thread>

#include "app/program.hpp"
#include "base/random.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using test::Process;

/// A second or two of work, in a dozen files.
class InterruptedPaper : public test::Program {
  protected:
    static std::vector<std::string> command(const std::string& folder) {
        return {test::l2r_program(),
                "experiment",
                "paper",
                "--sizes",
                "20,50",
                "--figures",
                "restart,perturb",
                "--instances",
                "70",
                "--runs",
                "6",
                "--candidates",
                "5",
                "--json",
                "-o",
                folder};
    }
    /// What the command tells, without what was measured.
    json told(const std::vector<std::string>& words) const {
        const Finished outcome = test::run(words, folder_.string());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        json result = json::parse(outcome.out);
        for (json& figure : result["figures"])
            for (json& arm : figure["arms"])
                for (const char* key : {"cpu_seconds", "time_factor"}) arm.erase(key);
        return result;
    }
};

TEST_F(InterruptedPaper, KilledAtAnyMomentsEndsAsAnUnbrokenRun) {
    const json unbroken = told(command("unbroken"));
    Random random(3);
    for (int kills = 0; kills < 12; ++kills) {
        Process process(command("killed"), folder_.string());
        std::this_thread::sleep_for(std::chrono::milliseconds(50 + random.below(250)));
        process.send(SIGKILL);
        process.finish();
    }
    EXPECT_FALSE(fs::is_empty(folder_ / "killed" / "traces"));
    EXPECT_EQ(told(command("killed")), unbroken);
}

TEST_F(InterruptedPaper, SaysHowToGoOn) {
    Process process(command("set"), folder_.string());
    while (!fs::exists(folder_ / "set" / "traces")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    process.send(SIGINT);
    const Finished stopped = process.finish();
    EXPECT_EQ(stopped.exit_code, 3);
    EXPECT_TRUE(contains(stopped.err, "the same command goes on")) << stopped.err;
    EXPECT_FALSE(fs::exists(folder_ / "set" / "report.html"));
}

TEST_F(InterruptedPaper, IsTheSameUnderMpirun) {
    if (!fs::exists(fs::path(test::build_folder()) / "libl2r_mpi.so")) GTEST_SKIP() << "built without MPI";
    if (!contains(test::run({"mpirun", "--version"}).out, "Open MPI"))
        GTEST_SKIP() << "no mpirun of Open MPI here";
    std::vector<std::string> together = command("together");
    together.insert(together.begin(), {"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3"});
    EXPECT_EQ(told(together), told(command("alone")));
}

}  // namespace
}  // namespace l2r
