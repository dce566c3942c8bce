#include "explore/threads.hpp"

#include <algorithm>
#include <cmath>

#include "base/workers.hpp"

namespace l2r {

bool has_runs(const StopRule& rule) {
    return rule.runs < std::numeric_limits<std::int64_t>::max();
}

bool is_by_time(const StopRule& rule) {
    return std::isfinite(rule.seconds) && !has_runs(rule);
}

bool combines_routes(const Instance& instance, const ExploreSettings& settings) {
    return instance.customers() <= settings.restart.most_combined && !instance.has_fleet_limit();
}

/// A run whose routes are kept is not divided.
bool shares_runs(const Instance& instance, const Optimiser& optimiser, const ExploreSettings& settings) {
    return optimiser.most_threads(instance) > 1 && !combines_routes(instance, settings);
}

int most_abreast(const ExploreSettings& settings, int threads) {
    return has_runs(settings.stop) ? std::min(threads, settings.restart.abreast) : threads;
}

std::int64_t runs_ahead(const ExploreSettings& settings, int runs_abreast) {
    if (is_by_time(settings.stop)) return runs_abreast == 1 ? 1 : 2 * runs_abreast;
    return has_runs(settings.stop) ? settings.restart.abreast : 1;
}

int threads_of(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
               const ExploreSettings& settings) {
    const bool is_default = settings.strategy == Strategy::restart && optimiser.traits().fills_budget;
    if (is_chain(settings.strategy, scorer)) return 1;
    if (!is_default) return std::max(1, settings.threads);
    const int wanted = settings.threads > 0 ? settings.threads : processors();
    if (shares_runs(instance, optimiser, settings)) return std::min(wanted, optimiser.most_threads(instance));
    if (is_by_time(settings.stop)) return wanted;
    return static_cast<int>(std::min(
        {std::int64_t{wanted}, std::max<std::int64_t>(1, settings.stop.runs), runs_ahead(settings, 1)}));
}

}  // namespace l2r
