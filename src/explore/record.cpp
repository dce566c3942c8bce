#include "explore/record.hpp"

#include <cmath>

#include "base/error.hpp"

namespace l2r {
Record::Record(const Instance& instance, const StopRule& rule, const Observer& observer)
    : instance_(instance), rule_(rule), observer_(observer), stop_(Stop::after(rule.seconds, rule.flag)) {}

bool Record::is_better(const Parent& result, const Parent& than) const {
    if (than.solution.routes() == 0) return true;
    const bool is_too_many = exceeds_fleet(instance_, result.solution);
    if (is_too_many != exceeds_fleet(instance_, than.solution)) return !is_too_many;
    if (reaches_target(result) && !reaches_target(than)) return true;  // be it by a rounding
    return is_shorter(result.length, than.length);
}

bool Record::offer(std::int64_t run, const Parent& result) {
    if (!is_better(result, best_)) return false;
    if (const auto found = faults_of_routes(instance_, result.solution); !found.empty())
        throw OutsideError("the optimiser returned a solution that is not feasible: " + found.front());
    best_ = result;
    last_improvement_ = run;
    result_.length = result.length;
    result_.history.push_back({run, seconds(), result.length});
    if (observer_.improved) observer_.improved(result_.history.back(), best_.solution);
    return true;
}

void Record::add_run(std::int64_t run, double length, std::int64_t iterations) {
    result_.iterations += iterations;
    if (observer_.ran) observer_.ran(run, length);
}

void Record::add_failure(const std::string& failure) {
    if (failure.empty()) return;
    ++result_.failed_runs;
    result_.last_failure = failure;
}

bool Record::reaches_target(const Parent& result) const {
    return result.length <= rule_.target && !exceeds_fleet(instance_, result.solution);
}

std::optional<StopReason> Record::reason_to_stop(std::int64_t runs) const {
    if (reaches_target(best_)) return StopReason::target;
    if (runs >= rule_.runs) return StopReason::runs;
    if (runs - last_improvement_ > rule_.idle_runs) return StopReason::idle;
    if (!stop_.requested()) return std::nullopt;
    return rule_.flag != nullptr && rule_.flag->load() ? StopReason::flag : StopReason::time;
}

Exploration Record::finish(std::int64_t runs, StopReason reason) {
    result_.best = best_.solution;
    result_.runs = runs;
    result_.seconds = seconds();
    result_.reason = reason;
    return std::move(result_);
}

}  // namespace l2r
