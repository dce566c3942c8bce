#pragma once

#include "explore/explore_settings.hpp"

namespace l2r {

/// Vehicles that any solution takes, by its demand: besides the total over the capacity, what large demands
/// waste counts, such as those above half of the capacity, of which no two share a vehicle.
int least_vehicles(const Instance& instance);

/// What is known of the fewest vehicles that serve an instance.
struct FewestVehicles {
    Solution solution;      ///< with as few as were found
    int least = 0;          ///< no solution has fewer
    std::int64_t runs = 0;  ///< of `Restarts::iterations`, of the whole search
    double seconds = 0;
    std::int64_t runs_for_fewer = 0;  ///< of these, the last ones, which found nothing
    double seconds_for_fewer = 0;

    int found() const { return solution.used_routes(); }
    bool is_proven() const { return found() <= least; }
};

/// Looks for solutions of ever fewer routes, whatever their length, until the demand says that there are
/// none or a third of the time or runs that the stop rule allows is over; without either, until so many runs
/// in a row found none; then, where packing by demand alone has fewer, goes on from that. Begins at the warm
/// start, or at a construction. Throws InputError as `explore` does.
FewestVehicles fewest_vehicles(const Instance& instance, const ExploreSettings& settings);

}  // namespace l2r
