#include "explore/restarts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "start/packed.hpp"

namespace l2r {
namespace {

/// From this many customers on, savings take long enough to be worth a quick construction before them.
constexpr int slow_savings = 2'000;

constexpr double first_temperature = 0.3, last_temperature = 0.03;
/// Of a search, for solutions with fewer routes.
constexpr double packing_share = 0.1;
/// Where no solution within the fleet was found in so much of the search, it goes on from one that is packed
/// without a look at ways: a bad start, but one of few routes.
constexpr double patience_with_fleet = 0.25;
/// When routes are combined: what is left of the search mends the result.
constexpr double combining_share = 0.95;

/// Several searches share the time where each has so many runs, by the square of the number of customers.
constexpr double search_runs = 0.004, least_search_runs = 3;
constexpr int most_searches = 5;
/// After so many runs it is known how many there will be.
constexpr int trial_runs = 3;

bool is_quick_first(const Instance& instance, const ExploreSettings& settings) {
    return settings.construction == Construction::savings && instance.customers() >= slow_savings;
}

}  // namespace

Parent Restarts::first_run(Random& random) const {
    const Construction construction =
        is_quick_first(instance_, settings_) ? Construction::nearest : settings_.construction;
    Solution solution =
        settings_.warm_start ? *settings_.warm_start : construct(construction, instance_, random, stop_);
    const double solution_length = length(instance_, solution);
    return {std::move(solution), solution_length};
}

Parent Restarts::run(double progress, double idleness, const Parent& best, Random& random) {
    if (++runs_ == trial_runs && progress > 0)
        searches_ = searches_worth(static_cast<double>(runs_) / progress);
    const double at = std::min(progress, std::nextafter(1.0, 0.0)) * searches_;
    const int current = static_cast<int>(at);
    const double share = at - current;
    if (!search_)
        begin(best, random);
    else if (current != current_)
        begin_again(random);
    current_ = current;
    if (std::max(progress, idleness) >= patience_with_fleet && !has_packed_ &&
        exceeds_fleet(instance_, best.solution))
        begin_packed();
    const double step = at / static_cast<double>(runs_);  // of a run, about
    const bool is_at_end = share >= combining_share || share + step >= 1;
    if (!is_at_end)
        has_combined_ = false;
    else if (pool_ && !std::exchange(has_combined_, true))
        search_->combine_routes(inward(best.solution), random);
    search_->run(iterations, temperature(share), std::max(share, idleness) < packing_share, random);
    Parent result{{}, std::max(best.length, static_cast<double>(search_->cost()) * instance_.cost_step())};
    if (!search_->takes_new_best()) return result;
    result.solution = outward(search_->best());
    result.length = length(instance_, result.solution);
    return result;
}

/// Sinks exponentially.
double Restarts::temperature(double progress) {
    return first_temperature * std::pow(last_temperature / first_temperature, progress);
}

/// Numbers anew only now: the first solution does not wait for it.
void Restarts::begin(const Parent& best, Random& random) {
    if (Renumbered::pays(instance_) && !stop_.requested()) renumbered_.emplace(instance_);
    if (!is_quick_first(instance_, settings_) || settings_.warm_start) {
        begin_at(best.solution);
        return;
    }
    const Solution start = construct(settings_.construction, instance_, random, stop_);
    begin_at(length(instance_, start) < best.length ? start : best.solution);
}

void Restarts::begin_at(const Solution& solution) {
    RoutePool* const pool = pool_ ? &*pool_ : nullptr;
    search_.emplace(renumbered_ ? renumbered_->instance() : instance_, inward(solution), stop_, pool);
}

void Restarts::begin_packed() {
    has_packed_ = true;
    const Solution packed = packed_start(instance_, stop_);
    if (packed.routes() > 0 && !exceeds_fleet(instance_, packed)) begin_at(packed);
}

Solution Restarts::inward(const Solution& solution) const {
    return renumbered_ ? renumbered_->from_original(solution) : solution;
}

Solution Restarts::outward(const Solution& solution) const {
    return renumbered_ ? renumbered_->to_original(solution) : solution;
}

void Restarts::begin_again(Random& random) {
    begin_at(construct(settings_.construction, instance_, random, stop_));
    has_combined_ = false;
}

/// A warm start is searched from, few vehicles are looked for, and no improvement is waited for, as long as
/// there is time.
int Restarts::searches_worth(double runs) const {
    const bool waits = settings_.stop.idle_runs < std::numeric_limits<std::int64_t>::max();
    if (settings_.warm_start || instance_.has_fleet_limit() || waits) return 1;
    const double customers = instance_.customers();
    const double searches =
        std::floor(runs / std::max(least_search_runs, search_runs * customers * customers));
    return static_cast<int>(std::clamp<double>(searches, 1, most_searches));
}

}  // namespace l2r
