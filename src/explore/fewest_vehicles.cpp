#include "explore/fewest_vehicles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "explore/restarts.hpp"
#include "problem/renumbered.hpp"
#include "start/packed.hpp"

namespace l2r {
namespace {

/// Of time and runs: what is left makes the routes shorter.
constexpr int share = 3;
/// Where the stop rule limits neither time nor runs.
constexpr std::int64_t most_idle_runs = 10'000;
constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::max();
constexpr double temperature = 0.1;

std::int64_t divided_and_rounded_up(std::int64_t a, std::int64_t b) {
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
        most = std::max(
            most, large + divided_and_rounded_up(std::max<std::int64_t>(0, small_demand - room), capacity));
        // As many as there are up to here are as large, and a vehicle has room for so many of these.
        most = std::max(most, divided_and_rounded_up(at - demands.begin() + 1, capacity / least));
    }
    return static_cast<int>(most);
}

FewestVehicles fewest_vehicles(const Instance& instance, const ExploreSettings& settings) {
    check_settings(instance, nullptr, settings);
    const StopRule& rule = settings.stop;
    const auto begun = std::chrono::steady_clock::now();
    const Stop end = Stop::after(rule.seconds, rule.flag),
               stop = Stop::after(rule.seconds / share, rule.flag);
    const bool has_runs = rule.runs < any_number, has_limit = has_runs || std::isfinite(rule.seconds);
    const std::int64_t most = has_runs ? rule.runs / share : any_number;
    const std::int64_t patience = has_limit ? rule.idle_runs : std::min(rule.idle_runs, most_idle_runs);
    Random random(settings.seed, settings.group, 0);
    FewestVehicles result;
    result.least = least_vehicles(instance);
    result.solution =
        settings.warm_start ? *settings.warm_start : construct(settings.construction, instance, random, end);
    std::optional<Renumbered> renumbered;  // all solutions are in these numbers until the end
    if (Renumbered::pays(instance) && !result.is_proven() && !stop.requested()) renumbered.emplace(instance);
    if (renumbered) result.solution = renumbered->from_original(result.solution);
    const Instance& searched = renumbered ? renumbered->instance() : instance;
    bool found = true;
    while (found && !result.is_proven()) {
        const auto tried = std::chrono::steady_clock::now();
        std::int64_t& runs = result.runs_for_fewer = 0;
        found = false;
        const auto may_go_on = [&] { return result.runs < most && runs < patience && !stop.requested(); };
        if (!may_go_on()) break;
        const Instance limited = searched.with_vehicles(result.found() - 1);
        anneal::AnnealSearch search(limited, result.solution, stop);
        for (; !found && may_go_on(); ++runs, ++result.runs) {
            search.run(Restarts::iterations, temperature, false, random);
            found = search.takes_new_best();
        }
        if (found) result.solution = search.best();
        result.seconds_for_fewer = seconds_since(tried);
        if (found) continue;
        // Without a look at ways there may be fewer: bad ones to begin with, so this comes last.
        Solution packed = packed_start(searched, end);
        found = packed.routes() > 0 && packed.used_routes() < result.found();
        if (found) result.solution = std::move(packed);
    }
    if (renumbered) result.solution = renumbered->to_original(result.solution);
    result.seconds = seconds_since(begun);
    return result;
}

}  // namespace l2r
