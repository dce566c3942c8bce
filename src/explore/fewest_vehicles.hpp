#pragma once

#include "explore/explore.hpp"
#include "optimise/anneal/annealing_settings.hpp"

namespace l2r {

/// What is known of the fewest vehicles that serve an instance.
struct FewestVehicles {
    Solution solution;            ///< with as few as were found
    int least = 0;                ///< no solution has fewer
    std::int64_t iterations = 0;  ///< of the annealed search
    double seconds = 0;
    std::int64_t iterations_for_fewer = 0;  ///< of these, the last ones, which found nothing
    double seconds_for_fewer = 0;

    int found() const { return solution.used_routes(); }
    bool is_proven() const { return found() <= least; }
};

/// Looks for solutions of ever fewer routes, whatever their length, with the annealed search at one
/// temperature:
///
/// 1. Begin at the warm start, or at a construction.
/// 2. Allow one route less, and search until all customers are served. Where packing by demand alone has
/// fewer routes
///    than were found, go on from that.
/// 3. Stop where the demand says that there are no fewer; after a third of the time or the runs that the stop
/// rule
///    allows, a run counting for as many iterations as one of the search; without either, after many in vain.
///
/// Throws InputError as `explore` does.
FewestVehicles fewest_vehicles(const Instance& instance, const ExploreSettings& settings,
                               const anneal::AnnealingSettings& annealing = {});

/// Looks for the fewest vehicles, and leaves what remains of the time to an exploration within these:
/// `instance` and `settings` become those of that. Throws InputError for optimisers other than anneal, which
/// do not look for fewer, and as `explore` does.
FewestVehicles limit_to_fewest(Instance& instance, ExploreSettings& settings, const Optimiser& optimiser,
                               const Scorer* scorer);

/// What came before the exploration is part of it for whoever looks at the whole.
void join(FewestVehicles& fewest, Exploration& result);

}  // namespace l2r
