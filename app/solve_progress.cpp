#include "solve_progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/clock.hpp"
#include "base/number.hpp"
#include "options.hpp"

namespace l2r {

void SolveProgress::enter(const std::string& phase) {
    const std::lock_guard lock(mutex_);
    phase_ = phase;
}

void SolveProgress::begin_search(const StopRule& rule, std::optional<double> best_known) {
    const std::lock_guard lock(mutex_);
    phase_ = "working on the first routes";
    best_known_ = best_known;
    most_runs_ = rule.runs;
    end_ = Stop::after(rule.seconds);
}

void SolveProgress::improved(double length, int routes) {
    const std::lock_guard lock(mutex_);
    length_ = length;
    routes_ = routes;
}

void SolveProgress::ran(std::int64_t runs) {
    const std::lock_guard lock(mutex_);
    runs_ = runs;
}

std::string SolveProgress::text() const {
    const std::lock_guard lock(mutex_);
    return time_text() + (length_ ? result_text() : phase_);
}

std::string SolveProgress::time_text() const {
    const double left = end_.seconds_left();
    if (std::isinf(left)) return fmt::format("{:.1f} s, ", seconds_since(begun_));
    return fmt::format("{:.1f} s left, ", std::max(0.0, left));
}

std::string SolveProgress::result_text() const {
    std::string line;
    if (best_known_) line = fmt::format("gap {:.2f} %, ", gap(*length_, *best_known_));
    line += fmt::format("length {}, {}, ", short_number(*length_), counted(routes_, "route"));
    if (most_runs_ == StopRule().runs) return line + counted(runs_, "run");
    return line + fmt::format("{} of {}", runs_, counted(most_runs_, "run"));
}

}  // namespace l2r
