#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace l2r {

/// Raised by Ctrl-C and by SIGTERM and SIGHUP from the first call on; a second such signal ends the program
/// at once. A signal that is ignored when the program starts, as by nohup, stays ignored.
///
/// To be called once all input is there: as long as that may never come, and there is nothing to save, the
/// first signal ends the program.
const std::atomic<bool>& interrupted();

/// One line on standard error that is written over again and again; nothing where that is not a terminal.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows what `text` says a few times a second, until it is cleared. Another thread asks, so the line is
    /// there whatever this one is busy with.
    void follow(std::function<std::string()> text);

    /// Whether it is time for another line: a few times a second.
    bool due() const;
    void show(const std::string& line);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    Clock::time_point last_ = Clock::now() - std::chrono::hours(1);
    std::jthread follower_;
};

}  // namespace l2r
