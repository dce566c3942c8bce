#include "base/child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "support/leaks.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using Talk = Child::Talk;
using Words = std::vector<std::string>;

Words shell(const std::string& script) {
    return {"/bin/sh", "-c", script};
}

/// Far more than anything here takes, unless it hangs.
constexpr double long_time = 60;

/// No test leaves a process or a descriptor behind.
class ChildTest : public test::OwnFolder {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        descriptors_ = test::descriptor_count();
    }
    void TearDown() override {
        EXPECT_EQ(test::child_count(), 0);
        EXPECT_EQ(test::descriptor_count(), descriptors_);
        OwnFolder::TearDown();
    }
    /// Whether the process ends within a second or so.
    static bool goes_away(int pid) {
        for (int i = 0; i < 200 && test::is_running(pid); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return !test::is_running(pid);
    }

    const Stop soon_ = Stop::after(long_time);

  private:
    int descriptors_ = 0;
};

using RunToEnd = ChildTest;

TEST_F(RunToEnd, SaysTheExitCodeAndTheTailOfBothStreams) {
    std::string output;
    const RunReport report =
        run_to_end(shell("echo one; sleep 0.05; echo two >&2; exit 3"), {}, long_time, {}, &output);
    EXPECT_FALSE(report.well());
    EXPECT_EQ(report.ending.exit_code, 3);
    EXPECT_EQ(report.text(), "ended with exit code 3; it said: one two");
    EXPECT_EQ(output, "one\n");
    EXPECT_GE(report.seconds, 0.05);
}

TEST_F(RunToEnd, NamesTheSignal) {
    const RunReport report = run_to_end(shell("kill -SEGV $$"), {}, long_time, {});
    EXPECT_EQ(report.ending.signal, SIGSEGV);
    EXPECT_FALSE(report.ending.ours);
    EXPECT_EQ(report.text(), "was ended by SIGSEGV");
}

TEST_F(RunToEnd, EndsAtItsTimeLimitAllThatTheProgramStarted) {
    std::string output;
    const RunReport report = run_to_end(shell("sleep 100 & echo $!; wait"), {}, 0.2, {}, &output);
    EXPECT_TRUE(report.timed_out);
    EXPECT_FALSE(report.well());
    EXPECT_TRUE(report.ending.ours);
    EXPECT_LT(report.seconds, 10);
    EXPECT_TRUE(goes_away(std::stoi(output)));
}

TEST_F(RunToEnd, EndsWhatTheProgramLeavesRunning) {
    std::string output;
    const RunReport report = run_to_end(shell("sleep 100 & echo $!"), {}, long_time, {}, &output);
    EXPECT_TRUE(report.well());
    EXPECT_LT(report.seconds, 10);
    EXPECT_TRUE(goes_away(std::stoi(output)));
}

TEST_F(RunToEnd, DoesNotWaitForASessionThatHoldsItsOutput) {
    std::string output;
    const RunReport report =
        run_to_end(shell("setsid sh -c 'echo $$; exec sleep 3' & sleep 0.2"), {}, long_time, {}, &output);
    EXPECT_TRUE(report.well());
    EXPECT_LT(report.seconds, 2);
    ASSERT_NE(output, "");
    ::kill(std::stoi(output), SIGKILL);
}

TEST_F(RunToEnd, StopsWhenTold) {
    std::atomic<bool> flag = false;
    std::jthread raiser([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        flag = true;
    });
    const RunReport report = run_to_end({"sleep", "100"}, {}, long_time, Stop::after(long_time, &flag));
    EXPECT_TRUE(report.stopped);
    EXPECT_FALSE(report.well());
    EXPECT_LT(report.seconds, 10);
}

TEST_F(RunToEnd, GivesNothingToRead) {
    const RunReport report = run_to_end({"cat"}, {}, long_time, {});
    EXPECT_TRUE(report.well());
}

TEST_F(RunToEnd, RunsInTheFolder) {
    std::string output;
    run_to_end({"pwd", "-P"}, folder_, long_time, {}, &output);
    EXPECT_EQ(output, fs::canonical(folder_).string() + "\n");
    const fs::path missing = folder_ / "missing";
    EXPECT_EQ(test::message_of<OutsideError>([&] { run_to_end({"pwd"}, missing, long_time, {}); }),
              "cannot start 'pwd': No such file or directory");
}

TEST_F(RunToEnd, DoesNotCollectOutputWithoutEnd) {
    std::string output;
    const RunReport report = run_to_end({"yes"}, {}, long_time, {}, &output);
    EXPECT_TRUE(report.too_long);
    EXPECT_FALSE(report.well());
    EXPECT_LT(output.size(), output_limit + (4 << 20));
    EXPECT_LE(report.said.size(), Tail::limit);
}

TEST_F(RunToEnd, NamesAProgramThatCannotBeStarted) {
    const fs::path script = folder_ / "script";
    std::ofstream(script) << "echo no first line\n";
    fs::permissions(script, fs::perms::owner_all);
    EXPECT_EQ(test::message_of<OutsideError>([&] { run_to_end({script}, {}, long_time, {}); }),
              "cannot start '" + script.string() +
                  "': Exec format error; a script's first line must name its interpreter, as in #!/bin/sh");
}

TEST_F(ChildTest, AnswersLineByLine) {
    Child child({"cat"});
    std::string line;
    for (const std::string text : {"one", "", "two words"}) {
        ASSERT_EQ(child.write_line(text, soon_), Talk::done);
        ASSERT_EQ(child.read_line(line, soon_), Talk::done);
        EXPECT_EQ(line, text);
    }
    EXPECT_EQ(child.end(long_time).exit_code, 0);
}

TEST_F(ChildTest, TakesALineThatIsLargerThanAllPipes) {
    Child child({"cat"});
    const std::string large(5'000'000, 'x');
    std::string line;
    ASSERT_EQ(child.write_line(large, soon_), Talk::done);
    ASSERT_EQ(child.read_line(line, soon_), Talk::done);
    EXPECT_TRUE(line == large);
}

TEST_F(ChildTest, IsNotWaitedForWhenItDoesNotRead) {
    Child child({"sleep", "100"});
    const auto begun = Stop::Clock::now();
    EXPECT_EQ(child.write_line(std::string(1'000'000, 'x'), Stop::after(0.1)), Talk::late);
    EXPECT_EQ(child.write_line(std::string(1'000'000, 'x'), soon_, Stop::after(0.1)), Talk::stopped);
    EXPECT_TRUE(child.end(0).ours);
    EXPECT_LT(seconds_since(begun), 10);
}

TEST_F(ChildTest, IsNotWaitedForWhenItDoesNotAnswer) {
    Child child({"sleep", "100"});
    const auto begun = Stop::Clock::now();
    std::string line;
    EXPECT_EQ(child.read_line(line, Stop::after(0.1)), Talk::late);
    EXPECT_EQ(child.read_line(line, soon_, Stop::after(0.1)), Talk::stopped);
    EXPECT_TRUE(child.end(0).ours);
    EXPECT_LT(seconds_since(begun), 10);
}

TEST_F(ChildTest, MayNotWriteALineWithoutEnd) {
    Child child(shell("printf 'short\\n'; printf '%01000000d' 1; sleep 100"), {}, 100'000);
    std::string line;
    EXPECT_EQ(child.read_line(line, soon_), Talk::done);
    EXPECT_EQ(child.read_line(line, soon_), Talk::too_long);
    child.end(0);
}

TEST_F(ChildTest, ThatHasEndedIsNoticedAndRaisesNoSignalHere) {
    Child child(shell("echo bye >&2; exit 4"));
    std::string line;
    EXPECT_EQ(child.read_line(line, soon_), Talk::closed);
    EXPECT_EQ(child.write_line(std::string(1'000'000, 'x'), soon_), Talk::closed);
    EXPECT_EQ(child.end(long_time).exit_code, 4);
    EXPECT_EQ(child.said(), "bye");
}

TEST_F(ChildTest, ThatClosesItsInputRaisesNoSignalHere) {
    Child child(shell("exec <&-; sleep 100"));
    Talk talk = Talk::done;
    while (talk == Talk::done) talk = child.write_line(std::string(100'000, 'x'), soon_);
    EXPECT_EQ(talk, Talk::closed);
    child.end(0);
}

TEST_F(ChildTest, ThatHasEndedIsNoticedThoughASessionHoldsItsOutput) {
    Child child(shell("setsid sh -c 'echo $$; exec sleep 5' & sleep 0.2"));
    const auto begun = Stop::Clock::now();
    std::string line;
    ASSERT_EQ(child.read_line(line, soon_), Talk::done);
    const int session = std::stoi(line);
    EXPECT_EQ(child.read_line(line, soon_), Talk::closed);
    EXPECT_LT(seconds_since(begun), 4);
    ::kill(session, SIGKILL);
}

TEST_F(ChildTest, MayWriteMuchToStandardError) {
    Child child(shell("head -c 3000000 /dev/zero | tr '\\0' 'y' >&2; echo done; echo last >&2"));
    std::string line;
    ASSERT_EQ(child.read_line(line, soon_), Talk::done);
    EXPECT_EQ(line, "done");
    child.end(long_time);
    EXPECT_LE(child.said().size(), Tail::limit);
    EXPECT_TRUE(child.said().ends_with("yyylast"));
}

TEST_F(ChildTest, LeavesByItselfOnceItsInputIsClosed) {
    const fs::path left = folder_ / "left";
    {
        Child child(shell("cat; : > '" + left.string() + "'"));
    }
    EXPECT_TRUE(fs::exists(left));
}

TEST_F(ChildTest, GetsNoDescriptorButItsOwn) {
    const int open = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as libraries do
    std::string output;
    run_to_end(
        shell("for i in 3 4 5 6 7 8 9 10 11 12 13 14 15; do [ -e /proc/$$/fd/$i ] && echo $i; done; :"), {},
        long_time, {}, &output);
    ::close(open);
    EXPECT_EQ(output, "");
}

/// Signals that nohup and shells ignore stay ignored; what is ignored for our own sake does not.
TEST_F(ChildTest, HasSignalsAsAShellSetsThem) {
    const auto pipe = ::signal(SIGPIPE, SIG_IGN), large_file = ::signal(SIGXFSZ, SIG_IGN);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM}) ::signal(number, SIG_DFL);
    const auto seen_with = [](sighandler_t of_hangup) {
        const auto hangup = ::signal(SIGHUP, of_hangup);
        std::string output;
        run_to_end({"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}, {}, long_time, {}, &output);
        ::signal(SIGHUP, hangup);
        return output;
    };
    EXPECT_EQ(seen_with(SIG_DFL), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    EXPECT_EQ(seen_with(SIG_IGN), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000001\n");
    ::signal(SIGPIPE, pipe);
    ::signal(SIGXFSZ, large_file);
}

TEST_F(ChildTest, DiesWithUs) {
    int pids[2];
    ASSERT_EQ(::pipe2(pids, O_CLOEXEC), 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
        Child child(shell("echo $$; exec sleep 100"));
        std::string line;
        child.read_line(line, soon_);
        const int pid = std::stoi(line);
        if (::write(pids[1], &pid, sizeof pid) != sizeof pid) ::_exit(1);
        for (;;) ::pause();
    }
    int pid = 0;
    EXPECT_EQ(::read(pids[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
    EXPECT_TRUE(test::is_running(pid));
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    EXPECT_TRUE(goes_away(pid));
    ::close(pids[0]);
    ::close(pids[1]);
}

TEST(Tail, KeepsTheEndInOneLine) {
    Tail tail;
    EXPECT_EQ(tail.text(), "");
    tail.add("  first\n\nsecond\t\x01third \x1b[2J \n");
    EXPECT_EQ(tail.text(), "first second \\x01third \\x1b[2J");
    tail.add(std::string(3 * Tail::limit, 'x') + "end");
    EXPECT_EQ(tail.text().size(), Tail::limit);
    EXPECT_TRUE(tail.text().ends_with("xend"));
}

}  // namespace
}  // namespace l2r
