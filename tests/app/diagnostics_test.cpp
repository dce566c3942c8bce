#include <pty.h>

#include <fstream>

#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class Diagnostics : public test::SolveProgram {
  protected:
    /// The program with these words, by way of a shell that redirects its streams.
    Finished shell(const std::string& words, const std::string& before = "") {
        return test::run({"sh", "-c", before + "exec '" + test::l2r_program() + "' " + words},
                         folder_.string());
    }
    /// The same, with standard error and output as given and nobody at the other end of the pipe.
    std::string exit_code_before_a_broken_pipe(const std::string& words, const std::string& streams) {
        test::run({"sh", "-c",
                   "{ sleep 0.3; '" + std::string(test::l2r_program()) + "' " + words + " " + streams +
                       "; echo $? >code; } | true"},
                  folder_.string());
        return read_file(folder_ / "code");
    }
};

TEST_F(Diagnostics, ThatCannotBeWrittenCostNoResult) {
    const std::string file = generate(20);
    for (const std::string lost : {" 2>&-", " 2>/dev/full", " 2>&- <&-"}) {
        fs::remove(folder_ / "out.sol");
        EXPECT_EQ(shell("solve " + file + " --runs 3 --log --explain -o out.sol" + lost).exit_code, 0)
            << lost;
        expect_right(file, "out.sol");
        const Finished printed = shell("solve " + file + " --runs 3 --json" + lost);
        EXPECT_EQ(printed.exit_code, 0);
        EXPECT_EQ(json::parse(printed.out)["runs"], 3) << lost;
        EXPECT_EQ(shell("solve missing.vrp" + lost).exit_code, 2) << lost;
        EXPECT_EQ(shell("solve --nonsense" + lost).exit_code, 2) << lost;
        EXPECT_EQ(shell("check square.vrp right.sol --vehicles 1" + lost).exit_code, 2) << lost;
        EXPECT_EQ(shell("generate instances --size 5 -o made" + lost).exit_code, 0) << lost;
        EXPECT_EQ(shell("generate samples --size 5 --count 4 -o samples" + lost).exit_code, 0) << lost;
        EXPECT_EQ(shell("experiment testset --size 5 --count 2 --runs 1 --scorer linear" + lost).exit_code, 0)
            << lost;
    }
}

TEST_F(Diagnostics, OfAClosedStreamEndUpInNoFile) {
    const std::string file = generate(20);
    EXPECT_EQ(shell("solve " + file + " --runs 3 --log -o out.sol <&- >&- 2>&-").exit_code, 0);
    expect_right(file, "out.sol");
    EXPECT_EQ(shell("solve " + file + " --runs 3 --log >&- 2>told").exit_code, 3);
    EXPECT_TRUE(contains(read_file(folder_ / "told"), "l2r: cannot write to standard output"));
}

TEST_F(Diagnostics, ThatNobodyReadsCostNoResult) {
    const std::string file = generate(20);
    EXPECT_EQ(exit_code_before_a_broken_pipe("solve " + file + " --runs 3 --log -o out.sol", "2>&1"), "0\n");
    expect_right(file, "out.sol");
    EXPECT_EQ(exit_code_before_a_broken_pipe("check square.vrp right.sol", "2>told"), "3\n");
    EXPECT_EQ(read_file(folder_ / "told"), "l2r: cannot write to standard output: Broken pipe\n");
}

/// A pipe that is full, and not read, as long as the search goes on.
TEST_F(Diagnostics, AreDroppedWhereTheReaderSleeps) {
    generate(20);
    const Finished outcome =
        test::run({"sh", "-c",
                   "{ dd if=/dev/zero bs=65536 count=1 2>/dev/null; '" + std::string(test::l2r_program()) +
                       "' solve random-20.vrp --runs 3 --log -o slow.sol 2>&1; echo $? >code; } | { while [ "
                       "! -s code ]; do "
                       "sleep 0.1; done; }"},
                  folder_.string(), 30);
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_EQ(read_file(folder_ / "code"), "0\n");
    expect_right("random-20.vrp", "slow.sol");
}

/// Runs `l2r` with a terminal of its own.
class OnATerminal : public test::SolveProgram {
  protected:
    void begin_on_terminal(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{test::l2r_program()};
        all.insert(all.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        for (std::string& word : all) argv.push_back(word.data());
        argv.push_back(nullptr);
        winsize size{24, 80, 0, 0};
        pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
        ASSERT_GE(pid_, 0);
        if (pid_ > 0) return;
        if (::chdir(folder_.c_str()) == 0) ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    void TearDown() override {
        if (terminal_ >= 0) ::close(terminal_);
        if (pid_ > 0) ::kill(pid_, SIGKILL);
        if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
        SolveProgram::TearDown();
    }
    /// Reads until the terminal shows `text` or the program has ended.
    bool shows(const std::string& text) {
        std::array<char, 4096> buffer;
        while (shown_.find(text) == std::string::npos) {
            const ssize_t size = ::read(terminal_, buffer.data(), buffer.size());
            if (size <= 0) return false;
            shown_.append(buffer.data(), static_cast<std::size_t>(size));
        }
        return true;
    }
    void close_terminal() { ::close(std::exchange(terminal_, -1)); }
    /// The program's, or -1 where a signal ended it.
    int exit_code() {
        int status = 0;
        ::waitpid(std::exchange(pid_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::string shown_;

  private:
    int terminal_ = -1;
    pid_t pid_ = -1;
};

TEST_F(OnATerminal, ThatIsClosedTheSolutionIsWritten) {
    const std::string file = generate(50);
    begin_on_terminal({"solve", file, "--time", "100", "--log", "-o", "out.sol"});
    ASSERT_TRUE(shows(" s left, length "));
    close_terminal();
    EXPECT_EQ(exit_code(), 0);
    expect_right(file, "out.sol");
}

/// Before the first run has ended, and while runs go on that improve nothing.
TEST_F(OnATerminal, ProgressIsShownByTheClock) {
    begin_on_terminal({"solve", "square.vrp", "--time", "60", "--runs", "4", "--strategy", "perturb",
                       "--best-known", "40", "--optimiser",
                       "exec:sh -c 'sleep 0.5; cat {start} # {instance}'", "-o", "out.sol"});
    EXPECT_TRUE(shows(" s left, working on the first routes")) << shown_;
    EXPECT_TRUE(shows(" s left, gap 20.00 %, length 48, 2 routes, 1 of 4 runs\r\x1b[K")) << shown_;
    EXPECT_TRUE(shows(", 2 of 4 runs\r\x1b[K")) << shown_;
    EXPECT_TRUE(shows("\r\x1b[Klength 48, gap 20.00 %, 2 routes, 4 runs ")) << "in its place: " << shown_;
    EXPECT_EQ(exit_code(), 0);
}

TEST_F(OnATerminal, ProgressOfSeveralInstancesIsShown) {
    begin_on_terminal({"solve", "square.vrp", generate(20), "--time", "0.5", "--jobs", "1", "-o", "out"});
    EXPECT_TRUE(shows("\r\x1b[K0 of 2 instances done, 0.")) << shown_;
    EXPECT_TRUE(shows("\r\x1b[Ksquare ")) << "in its place: " << shown_;
    EXPECT_TRUE(shows("\r\x1b[K1 of 2 instances done, ")) << shown_;
    EXPECT_TRUE(shows("mean of 2 ")) << shown_;
    EXPECT_EQ(exit_code(), 0);
}

/// All that a file says, but for comments.
std::vector<std::string> lines_of_code(const fs::path& file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lines.push_back(line.substr(0, line.find("//")));
    return lines;
}

/// The library is silent, and the programs have one way to standard error, which never throws.
TEST(Printing, HasOneWayToStandardErrorAndNoneInTheLibrary) {
    const fs::path root = test::source_folder();
    int files = 0;
    for (const std::string folder : {"app", "train", "mpi", "src"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const fs::path& path = entry.path();
            if ((path.extension() != ".cpp" && path.extension() != ".hpp") || path.stem() == "diagnostics")
                continue;
            ++files;
            std::vector<std::string> ways{"stderr", "std::cerr", "std::clog", "perror"};
            if (folder == "src" || folder == "mpi")
                ways.insert(ways.end(), {"stdout", "cout", "printf(", "puts(", "fmt::print"});
            int number = 0;
            for (const std::string& line : lines_of_code(path)) {
                ++number;
                for (const std::string& way : ways)
                    EXPECT_FALSE(contains(line, way)) << path << ":" << number << ": " << way;
            }
        }
    EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace l2r
