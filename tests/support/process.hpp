#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace l2r::test {

struct Finished {
    std::string out;         ///< all of standard output
    std::string err;         ///< all of standard error
    int exit_code = -1;      ///< -1 where a signal ended it
    int signal = 0;          ///< the signal that ended it, or 0
    bool timed_out = false;  ///< it was killed because it took too long
};

/// A program under way, with its output collected. Killed, at the latest, when this object goes.
class Process {
  public:
    /// `arguments[0]` is the program; nothing passes through a shell.
    explicit Process(const std::vector<std::string>& arguments, const std::string& folder = "") {
        std::array<int, 2> out, err;
        if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe");
        std::vector<char*> argv;
        for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ < 0) throw std::runtime_error("no process");
        if (pid_ == 0) become(argv, folder, out[1], err[1]);
        ::close(out[1]);
        ::close(err[1]);
        pipes_ = {out[0], err[0]};
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        for (const int pipe : pipes_) ::close(pipe);
    }

    void send(int signal) const { ::kill(pid_, signal); }

    /// Reads until standard error or output holds `text`, the program closes both, or the time is over.
    bool wait_for(const std::string& text, double seconds) {
        const auto holds = [&] {
            return outcome_.out.find(text) != std::string::npos ||
                   outcome_.err.find(text) != std::string::npos;
        };
        const auto deadline = after(seconds);
        while (!holds() && read_some(deadline)) {
        }
        return holds();
    }

    /// To its end, or kills it after `seconds`.
    Finished finish(double seconds = 60) {
        const auto deadline = after(seconds);
        while (read_some(deadline)) {
        }
        if (open_ > 0) {
            outcome_.timed_out = true;
            ::kill(pid_, SIGKILL);
        }
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        if (WIFEXITED(status)) outcome_.exit_code = WEXITSTATUS(status);
        if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
        return outcome_;
    }

  private:
    using Clock = std::chrono::steady_clock;

    static Clock::time_point after(double seconds) {
        return Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    [[noreturn]] static void become(const std::vector<char*>& argv, const std::string& folder, int out,
                                    int err) {
        for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
        const int nothing = ::open("/dev/null", O_RDONLY);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(out, STDOUT_FILENO);
        ::dup2(err, STDERR_FILENO);
        if (folder.empty() || ::chdir(folder.c_str()) == 0) ::execvp(argv[0], argv.data());
        ::_exit(127);
    }

    /// False once both pipes are closed or the time is over.
    bool read_some(Clock::time_point deadline) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (open_ == 0 || left <= 0) return false;
        std::array<pollfd, 2> ready{{{pipes_[0], POLLIN, 0}, {pipes_[1], POLLIN, 0}}};
        for (std::size_t i = 0; i < 2; ++i)
            if (closed_[i]) ready[i].fd = -1;
        if (::poll(ready.data(), ready.size(), static_cast<int>(left)) < 0) return errno == EINTR;
        for (std::size_t i = 0; i < 2; ++i) {
            if (ready[i].revents == 0) continue;
            std::array<char, 65536> buffer;
            const ssize_t size = ::read(pipes_[i], buffer.data(), buffer.size());
            if (size > 0)
                (i == 0 ? outcome_.out : outcome_.err).append(buffer.data(), static_cast<std::size_t>(size));
            if (size == 0) {
                closed_[i] = true;
                --open_;
            }
        }
        return true;
    }

    pid_t pid_ = -1;
    std::array<int, 2> pipes_{-1, -1};
    std::array<bool, 2> closed_{false, false};
    int open_ = 2;
    Finished outcome_;
};

/// Runs a program to its end, or kills it after `seconds`.
inline Finished run(const std::vector<std::string>& arguments, const std::string& folder = "",
                    double seconds = 60) {
    return Process(arguments, folder).finish(seconds);
}

}  // namespace l2r::test
