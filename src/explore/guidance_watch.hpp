#pragma once

#include <cstdint>

#include "explore/explore.hpp"

namespace l2r {

/// Finds out whether guidance is worth what it costs: some runs go without it, and where the others turn out
/// not to pay, all that follow do.
class GuidanceWatch {
  public:
    /// `by_time`: a run counts for the seconds that it takes; else, so that results repeat, for one run.
    GuidanceWatch(Strategy strategy, bool by_time, const GuidanceSettings& settings = {})
        : strategy_(strategy),
          by_time_(by_time),
          settings_(settings),
          next_judgement_(settings.first_judgement) {}

    bool is_guided(std::int64_t run) const {
        return !dropped() && run % settings_.control_every != settings_.control_every - 1;
    }

    void add(bool guided, double length, double seconds, bool improved);

    /// No run from this one on may begin before `judge` is called with it.
    std::int64_t next_judgement() const { return next_judgement_; }
    void judge(std::int64_t runs);

    Guidance report() const;

  private:
    struct Runs {
        double count = 0, improvements = 0, seconds = 0, mean = 0, squares = 0;
        double variance() const { return count > 1 ? squares / (count - 1) : 0; }
    };

    bool dropped() const { return dropped_at_ >= 0; }
    bool loses(std::int64_t runs) const;
    bool improves_too_seldom() const;
    bool ends_too_long(std::int64_t runs) const;
    double cost(const Runs& runs) const { return by_time_ ? runs.seconds : runs.count; }

    Strategy strategy_;
    bool by_time_;
    GuidanceSettings settings_;
    Runs with_, without_;
    std::int64_t next_judgement_;
    std::int64_t dropped_at_ = -1;
};

}  // namespace l2r
