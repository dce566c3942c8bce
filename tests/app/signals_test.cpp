#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/solve_fixture.hpp"
#include "base/descriptor.hpp"

namespace l2r {
namespace {

using test::contains;
using test::Finished;
using Signals = test::SolveProgram;

TEST_F(Signals, HaveTheBestWrittenAtOnce) {
    const std::string file = generate(100);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        EXPECT_LT(test::best_of_three(at_once, [&] { return time_to_end(file, signal, 0.1, false); }),
                  at_once)
            << "signal " << signal;
}

/// As nohup leaves them, and shells for commands in the background.
TEST_F(Signals, AreIgnoredIfTheyWereIgnoredBefore) {
    const std::string file = generate(50);
    for (const auto& [name, ignored, heeded] :
         {std::tuple{"HUP", SIGHUP, SIGINT}, std::tuple{"INT", SIGINT, SIGTERM},
          std::tuple{"TERM", SIGTERM, SIGHUP}}) {
        test::Process process({"sh", "-c",
                               std::string("trap '' ") + name + "; exec '" + test::l2r_program() +
                                   "' solve " + file + " --time 100 --log -o out.sol"},
                              folder_.string());
        ASSERT_TRUE(process.wait_for("\n", 30));
        process.send(ignored);
        process.send(ignored);
        EXPECT_FALSE(process.wait_for("stopped by", 0.3)) << name;
        process.send(heeded);
        const Finished outcome = process.finish(30);
        EXPECT_EQ(outcome.exit_code, 0) << name;
        EXPECT_TRUE(contains(outcome.err, "stopped by: interrupted")) << outcome.err;
    }
}

/// A pipe that is full keeps the program from ending after the first signal.
TEST_F(Signals, EndTheProgramTheSecondTime) {
    const std::string file = generate(50);
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const Descriptor pipe(::open((folder_ / "pipe").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    while (::write(pipe.number(), "full", 4) > 0) {
    }
    for (const auto& [first, second] : {std::pair{SIGINT, SIGINT}, std::pair{SIGINT, SIGTERM}}) {
        const auto process = begin({file, "--time", "100", "--log", "-o", "pipe"});
        ASSERT_TRUE(process->wait_for("\n", 30));
        process->send(first);
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        process->send(second);
        EXPECT_EQ(process->finish(10).signal, second);
    }
}

/// No writer opens the pipe, and none of the terminal's keys is pressed.
TEST_F(Signals, EndAProgramThatWaitsForInput) {
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const std::vector<std::vector<std::string>> commands{
        {"solve", "pipe"},
        {"solve", "square.vrp", "--start", "pipe"},
        {"solve", "square.vrp", "--best-known", "pipe"},
        {"solve", "square.vrp", "--scorer", "pipe"},
        {"solve", "square.vrp", "--optimiser", "learnt:pipe"},
        {"check", "square.vrp", "pipe"},
        {"exact", "pipe"},
        {"evaluate", "pipe", "--scorer", "length"},
        {"generate", "samples", "--size", "5", "--count", "1", "--optimiser", "learnt:pipe", "-o",
         "samples"}};
    for (const std::vector<std::string>& command : commands) {
        std::vector<std::string> all{test::l2r_program()};
        all.insert(all.end(), command.begin(), command.end());
        test::Process process(all, folder_.string());
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        process.send(SIGTERM);
        const Finished outcome = process.finish(10);
        EXPECT_FALSE(outcome.timed_out) << command[0] << ' ' << command[1] << outcome.err;
        EXPECT_EQ(outcome.signal, SIGTERM) << command[0] << ' ' << command[1] << outcome.err;
    }
}

}  // namespace
}  // namespace l2r
