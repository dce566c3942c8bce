#include "base/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace l2r {
namespace fs = std::filesystem;

/// All that the child needs, laid out before it begins: between fork and exec nothing may be allocated.
struct Process::Plan {
    std::string program;      ///< its absolute path
    std::vector<char*> argv;  ///< ends with null
    std::string folder;       ///< empty: stay
    Streams streams;
    Pipe report;  ///< the child writes errno where it cannot become the program
    pid_t parent;
};

namespace {

std::string start_error(const std::string& program, int error) {
    std::string message = "cannot start '" + program + "': " + std::strerror(error);
    if (error == ENOEXEC) message += "; a script's first line must name its interpreter, as in #!/bin/sh";
    return message;
}

bool is_program(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// But for what nohup, or a shell that puts a command in the background, wants to be ignored.
void set_default_signals() {
    struct sigaction usual{}, now{};
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) {
        const bool is_kept = number == SIGHUP || number == SIGINT || number == SIGQUIT || number == SIGTERM;
        ::sigaction(number, nullptr, &now);
        if (!is_kept || now.sa_handler != SIG_IGN) ::sigaction(number, &usual, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool take_streams(int in, int out, int error) {
    return ::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0 &&
           ::dup2(error, STDERR_FILENO) >= 0;
}

int read_report(int descriptor) {
    int error = 0;
    ssize_t count = 0;
    do count = ::read(descriptor, &error, sizeof error);
    while (count < 0 && errno == EINTR);
    return count == sizeof error ? error : 0;
}

}  // namespace

std::string find_program(const std::string& name) {
    std::error_code ignored;  // where the current folder is gone, relative paths lead nowhere
    if (name.find('/') != std::string::npos) {
        if (fs::is_directory(name, ignored)) throw OutsideError(start_error(name, EISDIR));
        if (::access(name.c_str(), X_OK) != 0) throw OutsideError(start_error(name, errno));
        return fs::absolute(name, ignored);
    }
    const char* const variable = std::getenv("PATH");
    const std::string folders = variable == nullptr ? "/usr/bin:/bin" : variable;
    for (std::size_t begin = 0; !name.empty() && begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const fs::path path = fs::absolute(fs::path(folders.substr(begin, end - begin)) / name, ignored);
        if (is_program(path)) return path;
        begin = end + 1;
    }
    throw OutsideError("cannot start '" + name + "': there is no such program in the folders of PATH");
}

std::string Ending::text() const {
    if (signal == 0 && exit_code < 0) return "ended, nobody knows how";
    if (signal == 0) return "ended with exit code " + std::to_string(exit_code);
    const char* const name = ::sigabbrev_np(signal);
    return "was ended by " +
           (name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(signal));
}

std::vector<std::string> split_words(std::string_view line) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string> words;
    bool within = false;  // a word, which may be empty if it is quoted
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == 0 && blanks.find(c) != std::string_view::npos) {
            within = false;
            continue;
        }
        if (!within) words.emplace_back();
        within = true;
        const char next = i + 1 < line.size() ? line[i + 1] : '\0';
        const bool escapes =
            c == '\\' && next != 0 && (quote == 0 || (quote == '"' && (next == '"' || next == '\\')));
        if (escapes) {
            words.back() += next;
            ++i;
        } else if (c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
        } else {
            words.back() += c;
        }
    }
    if (quote != 0)
        throw InputError("a " + std::string(1, quote) + " is not closed in: " + std::string(line));
    return words;
}

Process::Process(const std::vector<std::string>& argv, const fs::path& folder, Streams streams) {
    if (argv.empty()) throw OutsideError("cannot start a program without a name");
    Plan plan{find_program(argv[0]), {}, folder.string(), streams, make_pipe(), ::getpid()};
    for (const std::string& word : argv) plan.argv.push_back(const_cast<char*>(word.c_str()));
    plan.argv.push_back(nullptr);
    try {
        keeper_ = std::thread([this, &plan] { keep(plan); });
    } catch (const std::system_error& error) {
        throw OutsideError("cannot start a thread for '" + argv[0] + "': " + error.what());
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::starting; });
    if (state_ != State::failed) return;
    lock.unlock();
    keeper_.join();
    throw OutsideError(start_error(argv[0], error_));
}

Process::~Process() {
    end();
    keeper_.join();
}

bool Process::ended() const {
    const std::lock_guard lock(mutex_);
    return state_ == State::ended;
}

bool Process::wait(double seconds) const {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                             [this] { return state_ == State::ended; });
}

Ending Process::end() {
    std::unique_lock lock(mutex_);
    if (state_ == State::running) {  // not reaped yet, so the number is still its own
        ::kill(-pid_, SIGKILL);
        ::kill(pid_, SIGKILL);
        ended_here_ = true;
    }
    changed_.wait(lock, [this] { return state_ == State::ended; });
    return ending_;
}

void Process::set(State state) {
    {
        const std::lock_guard lock(mutex_);
        state_ = state;
    }
    changed_.notify_all();
}

void Process::keep(Plan& plan) {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);  // handlers run on other threads, and never in the child
    start(plan);
    if (error_ != 0) return set(State::failed);
    set(State::running);  // `plan` may be gone from here on
    await_end();
}

void Process::start(Plan& plan) {
    pid_ = ::fork();
    if (pid_ < 0) {
        error_ = errno;
        return;
    }
    if (pid_ == 0) {  // only calls that are safe in signal handlers from here on
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const bool orphan = ::getppid() != plan.parent;  // it died before it was asked to take us along
        if (!orphan && take_streams(plan.streams.in, plan.streams.out, plan.streams.error) &&
            (plan.folder.empty() || ::chdir(plan.folder.c_str()) == 0)) {
            ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);  // of other libraries, too
            set_default_signals();
            ::execv(plan.program.c_str(), plan.argv.data());
        }
        const int error = errno;
        [[maybe_unused]] const ssize_t written = ::write(plan.report.write.number(), &error, sizeof error);
        ::_exit(127);
    }
    plan.report.write.close();
    error_ = read_report(plan.report.read.number());
    if (error_ != 0) ::waitpid(pid_, nullptr, 0);
}

void Process::await_end() {
    siginfo_t info{};
    int result = 0;
    do result = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    while (result != 0 && errno == EINTR);
    {
        const std::lock_guard lock(mutex_);
        int status = 0;
        if (result == 0) {
            ::kill(-pid_,
                   SIGKILL);  // what it started in turn; while it is a zombie the number is still its own
            ::waitpid(pid_, &status, 0);
            if (WIFEXITED(status)) ending_.exit_code = WEXITSTATUS(status);
            if (WIFSIGNALED(status)) ending_.signal = WTERMSIG(status);
        }
        ending_.ours = ended_here_ && ending_.signal == SIGKILL;
        state_ = State::ended;
    }
    changed_.notify_all();
}

}  // namespace l2r
