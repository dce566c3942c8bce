#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>

#include "diagnostics.hpp"

namespace l2r {
namespace {

std::atomic<bool> raised = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void raise_flag(int signal) {
    if (!raised.exchange(true)) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

bool is_ignored(int signal) {
    struct sigaction now = {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// A longer line would be broken, and its first part not written over.
std::size_t columns() {
    winsize size{};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return is_known ? size.ws_col - 1U : std::string::npos;
}

}  // namespace

const std::atomic<bool>& interrupted() {
    static const bool installed = [] {
        struct sigaction action = {};
        action.sa_handler = raise_flag;
        action.sa_flags = SA_RESTART;
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
        return true;
    }();
    static_cast<void>(installed);
    return raised;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::follow(std::function<std::string()> text) {
    if (!terminal_) return;
    const auto show_often = [text = std::move(text)](const std::stop_token& stop) {
        constexpr auto pause = std::chrono::milliseconds(200);
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        try {
            while (!never.wait_for(lock, stop, pause, [&stop] { return stop.stop_requested(); }))
                show_progress(text().substr(0, columns()));
        } catch (const std::exception&) {  // no memory, no line
        }
    };
    try {
        follower_ = std::jthread(show_often);
    } catch (const std::system_error&) {  // no thread, no line
    }
}

bool ProgressLine::due() const {
    return terminal_ && Clock::now() - last_ > std::chrono::milliseconds(100);
}

void ProgressLine::show(const std::string& line) {
    if (!terminal_) return;
    show_progress(line.substr(0, columns()));
    last_ = Clock::now();
}

void ProgressLine::clear() {
    follower_ = {};
    clear_progress();
}

}  // namespace l2r
