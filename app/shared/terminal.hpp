#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace l2r {

/// Raised by Ctrl-C and by SIGTERM and SIGHUP from the first call on; a second such signal ends the program
/// at once.
const std::atomic<bool>& interrupted();

/// One line on standard error that is written over again and again; nothing where that is not a terminal.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether it is time for another line: a few times a second.
    bool due() const;
    void show(const std::string& line);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point last_ = Clock::now() - std::chrono::hours(1);
};

}  // namespace l2r
