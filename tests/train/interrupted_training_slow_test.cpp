#include <thread>

#include "base/random.hpp"
#include "support/paths.hpp"
#include "training_program.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using test::Process;

/// A training of some 300 steps.
class InterruptedTraining : public test::TrainingProgram {
  protected:
    static constexpr const char* steps = "300";

    void SetUp() override {
        Program::SetUp();
        generate("learn", 1'000);
    }
    static Words some_steps(const std::string& name, const Words& more = {}) {
        return training(
            "learn", name + ".safetensors",
            command({}, more, {{"--epochs", "20"}, {"--validate-every", "7680"}, {"--schedule", "cosine"}}));
    }
    static Words as_ranks(Words words) {
        words.insert(words.begin(), {"mpirun", "--allow-run-as-root", "--oversubscribe", "--mca",
                                     "mpi_yield_when_idle", "1", "-n", "2"});
        return words;
    }
    static bool has_mpirun() {
        return fs::exists(fs::path(test::build_folder()) / "libl2r_mpi.so") &&
               contains(test::run({"mpirun", "--version"}).out, "Open MPI");
    }
    static void sleep(std::uint32_t milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    }
    /// Until the program is at work: it has written its first checkpoint, or read the last.
    void wait_for_work(Process& process, const std::string& name) {
        if (fs::exists(folder_ / (name + ".checkpoint"))) {
            EXPECT_TRUE(process.wait_for("going on from step", patience));
            return;
        }
        for (int waited = 0; !fs::exists(folder_ / (name + ".checkpoint")); ++waited) {
            if (waited == 1'000 * patience) throw std::runtime_error("no checkpoint");
            sleep(1);
        }
    }
};

TEST_F(InterruptedTraining, KilledAtAnyMomentsEndsAsAnUnbrokenRun) {
    ASSERT_EQ(test::run(some_steps("unbroken"), folder_.string(), patience).exit_code, 0);
    Random random(7);
    int killed = 0;
    for (int kills = 0; kills < 6; ++kills) {
        Process process(some_steps("killed", {"--checkpoint-seconds", "0"}), folder_.string());
        wait_for_work(process, "killed");
        sleep(random.below(150));
        process.send(SIGKILL);
        killed += process.finish(patience).signal == SIGKILL;
    }
    EXPECT_GT(killed, 3) << "most kills hit a training under way";
    const Finished last = test::run(some_steps("killed"), folder_.string(), patience);
    EXPECT_EQ(last.exit_code, 0) << last.err;
    EXPECT_TRUE(contains(last.err, "going on from step")) << last.err;
    EXPECT_EQ(results("killed"), results("unbroken"));
}

TEST_F(InterruptedTraining, GoesOnWhereNobodyListensOrSignalsAreIgnored) {
    Words words = some_steps("alone", {"--checkpoint-seconds", "0"});
    words.insert(words.begin(), {"sh", "-c", "trap '' HUP; exec \"$@\" 2>/dev/full", "sh"});
    Process process(words, folder_.string());
    wait_for_work(process, "alone");
    process.send(SIGHUP);
    const Finished outcome = process.finish(patience);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.signal;
    EXPECT_EQ(json::parse(outcome.out)["steps"], 300);
}

TEST_F(InterruptedTraining, SavesAndSaysHowToGoOn) {
    ASSERT_EQ(test::run(some_steps("unbroken"), folder_.string(), patience).exit_code, 0);
    Process process(some_steps("stopped"), folder_.string());
    ASSERT_TRUE(process.wait_for("starts, loss", patience));
    process.send(SIGINT);
    const Finished stopped = process.finish(patience);
    EXPECT_EQ(stopped.exit_code, 3);
    EXPECT_EQ(stopped.out, "");
    EXPECT_TRUE(contains(stopped.err, std::string(" of ") + steps + "; the same command goes on from there"))
        << stopped.err;
    EXPECT_EQ(run({"evaluate", "learn", "--in-sample", "--scorer", "stopped.safetensors"}).exit_code, 0)
        << "what was learned so far can be used";
    const Finished rest = test::run(some_steps("stopped"), folder_.string(), patience);
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_TRUE(contains(rest.err, "going on from step")) << rest.err;
    EXPECT_EQ(results("stopped"), results("unbroken"));
}

TEST_F(InterruptedTraining, LearnsTheSameUnderMpirun) {
    if (!has_mpirun()) GTEST_SKIP() << "built without MPI, or no mpirun of Open MPI here";
    const Finished alone = test::run(some_steps("alone"), folder_.string(), patience);
    const Finished together = test::run(as_ranks(some_steps("together")), folder_.string(), patience);
    ASSERT_EQ(alone.exit_code, 0) << alone.err;
    ASSERT_EQ(together.exit_code, 0) << together.err;
    const json expected = json::parse(alone.out),
               told = json::parse(together.out);  // one object: one rank speaks
    EXPECT_EQ(told["steps"], expected["steps"]);
    EXPECT_NEAR(told["held_out_loss"], expected["held_out_loss"],
                1e-3 * expected["held_out_loss"].get<double>());
    const auto of_one = curve("alone"), of_two = curve("together");
    ASSERT_EQ(of_two.size(), of_one.size());
    EXPECT_NEAR(of_two[0][1], of_one[0][1], 1e-4) << "training loss";
    const auto looks = [](const std::string& text) {
        std::size_t found = 0;
        for (auto at = text.find("starts, loss"); at != std::string::npos;
             at = text.find("starts, loss", at + 1))
            ++found;
        return found;
    };
    EXPECT_EQ(looks(together.err), of_one.size()) << together.err;
    for (const auto& entry : fs::directory_iterator(folder_))
        EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(InterruptedTraining, StopsTogetherUnderMpirunAndGoesOn) {
    if (!has_mpirun()) GTEST_SKIP() << "built without MPI, or no mpirun of Open MPI here";
    Process process(as_ranks(some_steps("together", {"--epochs", "2000"})), folder_.string());
    ASSERT_TRUE(process.wait_for("starts, loss", patience));
    process.send(SIGTERM);
    const Finished stopped = process.finish(patience);
    EXPECT_FALSE(stopped.timed_out);
    EXPECT_NE(stopped.exit_code, 0);
    ASSERT_TRUE(fs::exists(folder_ / "together.checkpoint")) << stopped.err;
    Process again(as_ranks(some_steps("together", {"--epochs", "2000"})), folder_.string());
    EXPECT_TRUE(again.wait_for("going on from step", patience));
    again.send(SIGTERM);
    EXPECT_FALSE(again.finish(patience).timed_out);
}

}  // namespace
}  // namespace l2r
