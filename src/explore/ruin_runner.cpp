#include "explore/ruin_runner.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {
namespace {

/// From this many customers on, savings take long enough to be worth a quick construction before them.
constexpr int slow_savings = 2'000;

constexpr double first_temperature = 0.3, last_temperature = 0.03;
/// Of time or runs, for solutions with fewer routes.
constexpr double packing_share = 0.1;

bool is_quick_first(const Instance& instance, const ExploreSettings& settings) {
    return settings.construction == Construction::savings && instance.customers() >= slow_savings;
}

}  // namespace

Parent RuinRunner::first_run(Random& random) const {
    const Construction construction =
        is_quick_first(instance_, settings_) ? Construction::nearest : settings_.construction;
    Solution solution =
        settings_.warm_start ? *settings_.warm_start : construct(construction, instance_, random, stop_);
    const double solution_length = length(instance_, solution);
    return {std::move(solution), solution_length};
}

Parent RuinRunner::run(double progress, double idleness, const Parent& best, Random& random) {
    if (!search_) begin(best, random);
    search_->run(iterations, temperature(std::min(1.0, progress)),
                 std::max(progress, idleness) < packing_share, random);
    Parent result{{}, std::max(best.length, static_cast<double>(search_->cost()) * instance_.cost_step())};
    if (!search_->takes_new_best()) return result;
    result.solution = search_->best();
    result.length = length(instance_, result.solution);
    return result;
}

/// Sinks exponentially.
double RuinRunner::temperature(double progress) {
    return first_temperature * std::pow(last_temperature / first_temperature, progress);
}

void RuinRunner::begin(const Parent& best, Random& random) {
    if (!is_quick_first(instance_, settings_) || settings_.warm_start) {
        search_.emplace(instance_, best.solution, stop_);
        return;
    }
    const Solution start = construct(settings_.construction, instance_, random, stop_);
    search_.emplace(instance_, length(instance_, start) < best.length ? start : best.solution, stop_);
}

}  // namespace l2r
