#include "terminal.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>

namespace l2r {
namespace {

std::atomic<bool> raised = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void raise_flag(int signal) {
    if (!raised.exchange(true)) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

const std::atomic<bool>& interrupted() {
    static const bool installed = [] {
        struct sigaction action = {};
        action.sa_handler = raise_flag;
        action.sa_flags = SA_RESTART;
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
        return true;
    }();
    static_cast<void>(installed);
    return raised;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

bool ProgressLine::due() const {
    return terminal_ && Clock::now() - last_ > std::chrono::milliseconds(100);
}

void ProgressLine::show(const std::string& line) {
    if (!terminal_) return;
    fmt::print(stderr, "\r\x1b[K{}", line);
    std::fflush(stderr);
    shown_ = true;
    last_ = Clock::now();
}

void ProgressLine::clear() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
}

}  // namespace l2r
