#include "explore/ruin_runner.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {
namespace {

/// From this many customers on, savings take long enough to be worth a quick construction before them.
constexpr int slow_savings = 2'000;

/// Where it ends depends on how long the search is: with few iterations for each customer, a cold end comes
/// too soon.
double last_temperature(double iterations_a_customer) {
    constexpr double warmest = 0.14, coldest = 0.01, enough = 500;
    return std::clamp(warmest * std::sqrt(enough / iterations_a_customer), coldest, warmest);
}

constexpr double first_temperature = 0.7;

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

Parent RuinRunner::run(double progress, const Parent& best, Random& random) {
    if (!search_) begin(best, random);
    search_->run(iterations, temperature(std::min(1.0, progress)), random);
    iterations_done_ += iterations;
    Parent result{{}, std::max(best.length, static_cast<double>(search_->cost()) * instance_.cost_step())};
    if (!search_->takes_new_best()) return result;
    result.solution = search_->best();
    result.length = length(instance_, result.solution);
    return result;
}

/// Sinks exponentially, to where the search will be by its present pace.
double RuinRunner::temperature(double progress) const {
    if (!(progress > 0)) return first_temperature;
    const double last = last_temperature(iterations_done_ / progress / instance_.customers());
    return first_temperature * std::pow(last / first_temperature, progress);
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
