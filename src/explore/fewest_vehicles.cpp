#include "explore/fewest_vehicles.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>

#include "base/clock.hpp"
#include "explore/ruin_runner.hpp"

namespace l2r {
namespace {

/// Of time and runs: what is left makes the routes shorter.
constexpr int share = 3;
/// For a route less, where the stop rule sets no limit to runs.
constexpr std::int64_t most_runs = 10'000;
constexpr double temperature = 0.1;

/// A quotient.
std::int64_t rounded_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

int least_vehicles(const Instance& instance) {
    std::vector<std::int32_t> demands;
    for (Node customer = 1; customer < instance.nodes(); ++customer)
        demands.push_back(instance.demand(customer));
    std::sort(demands.begin(), demands.end(), std::greater());
    const std::int64_t capacity = instance.capacity();
    const auto first_small = std::find_if(demands.begin(), demands.end(),
                                          [&](std::int64_t demand) { return 2 * demand <= capacity; });
    // A demand above half of the capacity has a vehicle of its own, and what it leaves there is of use to
    // small ones as large as the room at most.
    const std::int64_t large = first_small - demands.begin();
    std::int64_t most = std::max<std::int64_t>({1, instance.min_routes(), large});
    auto next_large = std::make_reverse_iterator(first_small);
    std::int64_t room = 0, small_demand = 0;
    for (auto at = first_small; at != demands.end() && *at > 0; ++at) {
        const std::int64_t least = *at;
        for (; next_large != demands.rend() && *next_large + least <= capacity; ++next_large)
            room += capacity - *next_large;
        small_demand += least;
        most = std::max(most, large + rounded_up(std::max<std::int64_t>(0, small_demand - room), capacity));
        // As many as there are up to here are as large, and a vehicle has room for so many of these.
        most = std::max(most, rounded_up(at - demands.begin() + 1, capacity / least));
    }
    return static_cast<int>(most);
}

FewestVehicles fewest_vehicles(const Instance& instance, const ExploreSettings& settings) {
    const auto begun = std::chrono::steady_clock::now();
    const Stop stop = Stop::after(settings.stop.seconds / share, settings.stop.flag);
    Random random(settings.seed, settings.group, 0);
    FewestVehicles result;
    result.least = least_vehicles(instance);
    result.solution =
        settings.warm_start ? *settings.warm_start : construct(settings.construction, instance, random, stop);
    const std::int64_t runs = settings.stop.runs < std::numeric_limits<std::int64_t>::max()
                                  ? settings.stop.runs / share
                                  : std::numeric_limits<std::int64_t>::max();
    while (!result.is_proven()) {
        const Instance limited = instance.with_vehicles(result.found() - 1);
        RuinSearch search(limited, result.solution, stop);
        const std::int64_t last = std::min(runs, result.runs + std::min(most_runs, settings.stop.idle_runs));
        bool found = false;
        while (!found && result.runs < last && !stop.requested()) {
            search.run(RuinRunner::iterations, temperature, false, random);
            found = search.takes_new_best();
            ++result.runs;
        }
        if (!found) break;
        result.solution = search.best();
    }
    result.seconds = seconds_since(begun);
    return result;
}

}  // namespace l2r
