#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace l2r {

/// A command line as words: separated by blanks, but for those in '…' or "…" or behind a backslash. Within
/// '…' nothing else is special; within "…" a backslash keeps its meaning before " and \ alone. There is no
/// shell: no variables, no wildcards, no pipes. Throws InputError where a quote is not closed.
std::vector<std::string> split_words(std::string_view line);

/// The absolute path of a program: looked for in PATH unless its name has a slash. Throws OutsideError, with
/// the name, where there is none that may be executed.
std::string find_program(const std::string& name);

/// How a process ended.
struct Ending {
    int exit_code = -1;  ///< -1 where it did not exit by itself
    int signal = 0;      ///< that ended it; 0 where it exited by itself
    bool ours = false;   ///< that signal came from `Process::end`

    bool well() const { return exit_code == 0; }
    /// "ended with exit code 3", "was ended by SIGSEGV".
    std::string text() const;
};

/// Another program that runs in a process group of its own, which ends when this object goes, when the
/// program itself ends, and its leader also when this process dies. No zombies are left.
///
/// A thread of this process starts the program and waits for its end: the kernel can end a child together
/// with the thread that started it, so this must be one that lives as long as the child.
class Process {
  public:
    /// What the program finds as its standard streams; copies, so the caller may close these.
    struct Streams {
        int in, out, error;
    };

    /// Runs argv[0], as `find_program` finds it, in `folder`, or in the current one where that is empty.
    /// Signals are as a shell would set them, and no other descriptors are passed on. Throws
    /// OutsideError, with the name of the program, where it cannot be started.
    Process(const std::vector<std::string>& argv, const std::filesystem::path& folder, Streams streams);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    bool ended() const;
    /// Waits at most so long; whether it has ended.
    bool wait(double seconds) const;
    /// Kills what has not ended by itself, and waits until it has.
    Ending end();

  private:
    enum class State { starting, failed, running, ended };
    struct Plan;

    void keep(Plan& plan);
    void start(Plan& plan);
    void await_end();
    void set(State state);

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    State state_ = State::starting;
    int error_ = 0;  ///< errno of a failed start
    int pid_ = -1;
    bool ended_here_ = false;
    Ending ending_;
    std::thread keeper_;
};

}  // namespace l2r
