#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "explore/explore.hpp"

namespace l2r {

/// What `solve` is about, in one line, for another thread to ask for at any time.
class SolveProgress {
  public:
    /// What goes on before there is a solution.
    void enter(const std::string& phase);
    /// The search begins, by this rule; its gap to the best known length is shown where that is given.
    void begin_search(const StopRule& rule, std::optional<double> best_known);
    void improved(double length, int routes);
    void ran(std::int64_t runs);

    std::string text() const;

  private:
    std::string time_text() const;
    std::string result_text() const;

    mutable std::mutex mutex_;
    std::string phase_;
    std::optional<double> best_known_, length_;
    int routes_ = 0;
    std::int64_t runs_ = 0, most_runs_ = StopRule().runs;
    Stop end_;  ///< of the search
    Stop::Clock::time_point begun_ = Stop::Clock::now();
};

}  // namespace l2r
