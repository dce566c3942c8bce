#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>

namespace l2r {

/// Says when to stop: at a point in time, or when a flag is raised (by a signal handler, another thread, a
/// caller). Cheap enough to ask every few microseconds.
class Stop {
  public:
    using Clock = std::chrono::steady_clock;

    /// Never stops.
    Stop() = default;
    explicit Stop(Clock::time_point deadline, const std::atomic<bool>* flag = nullptr)
        : deadline_(deadline), flag_(flag) {}

    /// The flag's stop, `seconds` from now; a time too long for the clock means never.
    static Stop after(double seconds, const std::atomic<bool>* flag = nullptr) {
        constexpr double longest = 1e9;
        if (!(seconds < longest)) return Stop(Clock::time_point::max(), flag);
        return Stop(Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)),
                    flag);
    }

    [[nodiscard]] bool requested() const {
        if (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) return true;
        return deadline_ != Clock::time_point::max() && Clock::now() >= deadline_;
    }

    /// Until the point in time; infinity where there is none.
    double seconds_left() const {
        if (deadline_ == Clock::time_point::max()) return std::numeric_limits<double>::infinity();
        return std::chrono::duration<double>(deadline_ - Clock::now()).count();
    }

  private:
    Clock::time_point deadline_ = Clock::time_point::max();
    const std::atomic<bool>* flag_ = nullptr;
};

/// Asks a Stop now and then, so that the asking costs little beside the work. Once stopped, it stays so. For
/// one thread.
class StopPoll {
  public:
    /// Never stops.
    StopPoll() = default;
    explicit StopPoll(const Stop& stop) : stop_(stop) {}

    /// Called with every piece of work, of about so many simple operations.
    bool stops_after(std::size_t operations) const {
        constexpr std::size_t enough = 10'000;  // some ten microseconds
        if ((done_ += operations) < enough) return stopped_;
        done_ = 0;
        return stopped_ = stopped_ || stop_.requested();
    }
    bool stopped() const { return stopped_; }
    const Stop& stop() const { return stop_; }

  private:
    Stop stop_;
    mutable std::size_t done_ = 0;
    mutable bool stopped_ = false;
};

}  // namespace l2r
