#include "diagnostics.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <string>

namespace l2r {
namespace {

constexpr std::string_view erased = "\r\x1b[K";

std::mutex writing;
bool is_progress_shown = false;
bool is_reader_asleep = false;  ///< was waited for in vain: not again before it reads

/// Whether standard error takes more, within so many milliseconds.
bool is_ready(int patience) {
    pollfd error{STDERR_FILENO, POLLOUT, 0};
    int found = 0;
    do found = ::poll(&error, 1, patience);
    while (found < 0 && errno == EINTR);
    return found > 0;
}

void write_or_drop(std::string_view text, int patience) {
    constexpr std::size_t at_once = 4096;  // what a pipe that is ready takes without waiting
    while (!text.empty()) {
        if (!is_ready(is_reader_asleep ? 0 : patience)) {
            is_reader_asleep = is_reader_asleep || patience > 0;
            return;
        }
        is_reader_asleep = false;
        const ssize_t written = ::write(STDERR_FILENO, text.data(), std::min(text.size(), at_once));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

void tell_line(std::string_view text) noexcept try {
    constexpr int patience = 1000;
    std::string line;
    const std::lock_guard lock(writing);
    if (std::exchange(is_progress_shown, false)) line = erased;
    write_or_drop(line.append(text).append("\n"), patience);
} catch (...) {
}

void show_progress(std::string_view line) noexcept try {
    const std::lock_guard lock(writing);
    is_progress_shown = true;
    write_or_drop(std::string(erased).append(line), 0);
} catch (...) {
}

void clear_progress() noexcept try {
    const std::lock_guard lock(writing);
    if (std::exchange(is_progress_shown, false)) write_or_drop(erased, 0);
} catch (...) {
}

}  // namespace l2r
