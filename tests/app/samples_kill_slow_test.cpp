#include <algorithm>
#include <map>
#include <thread>

#include "app/program.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Finished;
using test::Process;

/// A set that takes a second or two, in files of some hundredths of a second.
class InterruptedSamples : public test::Program {
  protected:
    static constexpr int files_in_all = 60;

    std::vector<std::string> command(const std::string& name) const {
        return {test::l2r_program(),
                "generate",
                "samples",
                "--size",
                "50",
                "--count",
                std::to_string(files_in_all * 300),
                "--perturb",
                "2",
                "-o",
                name,
                "--per-file",
                "300",
                "--threads",
                "2",
                "--starts",
                "2"};
    }
    std::map<std::string, std::string> files(const std::string& name) const {
        std::map<std::string, std::string> found;
        for (const auto& entry : fs::directory_iterator(folder_ / name))
            found[entry.path().filename().string()] = read_file(entry.path());
        return found;
    }
    std::size_t count(const std::string& name) const {
        std::error_code absent;
        const fs::directory_iterator entries(folder_ / name, absent);
        return static_cast<std::size_t>(std::count_if(
            begin(entries), end(entries), [](const auto& file) { return file.path().extension() == ".h5"; }));
    }
    static void sleep(std::uint32_t milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    }
};

TEST_F(InterruptedSamples, KilledAtAnyMomentsEndAsAnUnbrokenRun) {
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_EQ(test::run(command("unbroken"), folder_.string()).exit_code, 0);
    const auto twelfth = static_cast<std::uint32_t>(1'000 * seconds_since(begun) / 12);
    Random random(7);
    std::size_t most = 0;
    for (int kills = 0; kills < 30; ++kills) {
        Process process(command("killed"), folder_.string());
        sleep(10 + random.below(twelfth + 1));
        process.send(SIGKILL);
        process.finish();
        EXPECT_GE(count("killed"), most) << "what was there stays";
        most = count("killed");
    }
    EXPECT_GT(most, 0U);
    const Finished last = test::run(command("killed"), folder_.string());
    EXPECT_EQ(last.exit_code, 0) << last.err;
    EXPECT_EQ(files("killed"), files("unbroken"));
}

TEST_F(InterruptedSamples, MadeByTwoAtOnceAreTheSame) {
    ASSERT_EQ(test::run(command("alone"), folder_.string()).exit_code, 0);
    Process one(command("together"), folder_.string()), other(command("together"), folder_.string());
    for (Process* process : {&one, &other}) {
        const Finished finished = process->finish();
        EXPECT_EQ(finished.exit_code, 0) << finished.err;
    }
    EXPECT_EQ(files("together"), files("alone"));
}

TEST_F(InterruptedSamples, StopWithinMomentsAndSayHowToGoOn) {
    Process process(command("set"), folder_.string());
    for (int waited = 0; count("set") < 3 && waited < 60'000; ++waited) sleep(1);
    ASSERT_GE(count("set"), 3U);
    const auto asked = std::chrono::steady_clock::now();
    process.send(SIGINT);
    const Finished stopped = process.finish();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - asked;
    EXPECT_LT(taken.count(), test::sanitized ? 5 : 0.5);
    EXPECT_EQ(stopped.exit_code, 3);
    EXPECT_TRUE(contains(stopped.err, "of 60 files whole; the same command makes the others")) << stopped.err;
    const Finished rest = test::run(command("set"), folder_.string());
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_FALSE(contains(rest.err, "; 0 were there already")) << rest.err;
    EXPECT_EQ(count("set"), 60U);
}

TEST_F(InterruptedSamples, StopWithinMomentsInALargeFileAndSayThatNothingIsLeft) {
    Process process({test::l2r_program(), "generate", "samples", "--size", "100", "--count", "1000000",
                     "--per-file", "1000000", "-o", "set"},
                    folder_.string());
    for (int waited = 0; !fs::exists(folder_ / "set") && waited < 60'000; ++waited) sleep(1);
    sleep(500);
    const auto asked = std::chrono::steady_clock::now();
    process.send(SIGINT);
    const Finished stopped = process.finish();
    EXPECT_LT(seconds_since(asked), test::sanitized ? 5 : 0.5);
    EXPECT_EQ(stopped.exit_code, 3);
    EXPECT_TRUE(contains(stopped.err, "nothing is left; the same command begins anew")) << stopped.err;
}

TEST_F(InterruptedSamples, AreTheSameUnderMpirun) {
    if (!fs::exists(fs::path(test::build_folder()) / "libl2r_mpi.so")) GTEST_SKIP() << "built without MPI";
    if (!contains(test::run({"mpirun", "--version"}).out, "Open MPI"))
        GTEST_SKIP() << "no mpirun of Open MPI here";
    ASSERT_EQ(test::run(command("alone"), folder_.string()).exit_code, 0);
    std::vector<std::string> together = command("together");
    together.insert(together.begin(), {"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3"});
    together.insert(together.end(), {"--shard", "1/2", "--json"});
    const Finished second = test::run(together, folder_.string());
    ASSERT_EQ(second.exit_code, 0) << second.err;
    EXPECT_TRUE(contains(second.out, "\"files_made\": 30,")) << second.out;
    together[together.size() - 2] = "0/2";
    ASSERT_EQ(test::run(together, folder_.string()).exit_code, 0);
    EXPECT_EQ(files("together"), files("alone"));
}

}  // namespace
}  // namespace l2r
