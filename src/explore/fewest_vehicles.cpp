#include "explore/fewest_vehicles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "explore/defaults.hpp"
#include "optimise/anneal/annealing.hpp"
#include "problem/least_vehicles.hpp"
#include "start/packed.hpp"

namespace l2r {
namespace {

constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::max();

/// Ends a run at the first solution of few enough routes.
class UntilFound : public RunWatch {
  public:
    void improved(const Solution&) override { is_found_ = true; }
    double progress(std::int64_t, double share_of_run) override { return is_found_ ? 1 : share_of_run; }

  private:
    bool is_found_ = false;
};

anneal::AnnealingSettings at_one_temperature(anneal::AnnealingSettings settings, double temperature) {
    settings.annealing.first_temperature = settings.annealing.last_temperature = temperature;
    settings.closing.share = 0;
    return settings;
}

}  // namespace

FewestVehicles fewest_vehicles(const Instance& instance, const ExploreSettings& settings,
                               const anneal::AnnealingSettings& annealing) {
    anneal::Annealing optimiser(at_one_temperature(annealing, settings.fleet.temperature));
    ExploreSettings checked = settings;
    checked.guidance.candidates = 1;  // nothing is scored here
    check_settings(instance, optimiser, nullptr, checked);
    const StopRule& rule = settings.stop;
    const auto begun = std::chrono::steady_clock::now();
    const Stop end = Stop::after(rule.seconds, rule.flag),
               stop = Stop::after(rule.seconds * settings.fleet.share, rule.flag);
    const auto iterations_of = [&](std::int64_t runs) {
        return static_cast<double>(runs) * annealing.annealing.iterations_per_customer * instance.customers();
    };
    const bool has_limit = rule.runs < any_number || std::isfinite(rule.seconds);
    const double most = iterations_of(rule.runs) * settings.fleet.share;
    const double patience = has_limit
                                ? iterations_of(rule.idle_runs)
                                : std::min(iterations_of(rule.idle_runs), settings.fleet.iterations_in_vain);
    Random random(settings.seed, settings.group, 0);
    FewestVehicles result;
    result.least = least_vehicles(instance);
    result.solution = settings.warm_start
                          ? *settings.warm_start
                          : construct(settings.construction, instance, random, end, settings.constructions);
    bool is_found = true;
    while (is_found && !result.is_proven()) {
        const auto tried = std::chrono::steady_clock::now();
        const double left = std::min(most - static_cast<double>(result.iterations), patience);
        result.iterations_for_fewer = 0;
        if (left < 1 || stop.requested()) break;
        const Instance limited = instance.with_vehicles(result.found() - 1);
        UntilFound watch;
        Budget budget;
        budget.stop = stop;
        budget.iterations = static_cast<std::int64_t>(std::min(left, 1e18));
        budget.watch = &watch;
        Outcome outcome = optimiser.improve(limited, {result.solution, 0}, budget, random);
        result.iterations += outcome.iterations;
        result.iterations_for_fewer = outcome.iterations;
        result.seconds_for_fewer = seconds_since(tried);
        is_found = !exceeds_fleet(limited, outcome.solution);
        if (!is_found) {  // what is packed has long routes, so this comes last
            outcome.solution = packed_start(instance, end);
            is_found = outcome.solution.routes() > 0 && outcome.solution.used_routes() < result.found();
        }
        if (is_found) result.solution = std::move(outcome.solution);
    }
    result.seconds = seconds_since(begun);
    return result;
}

FewestVehicles limit_to_fewest(Instance& instance, ExploreSettings& settings, const Optimiser& optimiser,
                               const Scorer* scorer) {
    if (const std::string why = why_refused("fewest_vehicles", settings, optimiser, scorer); !why.empty())
        throw InputError("looking for the fewest vehicles " + why);
    check_settings(instance, optimiser, scorer, settings);
    const auto* annealing = dynamic_cast<const anneal::Annealing*>(&optimiser);
    FewestVehicles fewest = fewest_vehicles(
        instance, settings, annealing != nullptr ? annealing->settings() : anneal::AnnealingSettings());
    instance = instance.with_vehicles(fewest.found());
    settings.warm_start = fewest.solution;
    settings.stop.seconds = std::max(0.0, settings.stop.seconds - fewest.seconds);
    return fewest;
}

void join(FewestVehicles& fewest, Exploration& result) {
    if (result.best.used_routes() < fewest.found()) fewest.solution = result.best;
    result.iterations += fewest.iterations;
    add_time_before(fewest.seconds, result);
}

}  // namespace l2r
