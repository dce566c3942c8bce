#pragma once

#include <functional>
#include <vector>

#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::anneal {

/// The numbers of the routes that have customers, in groups of about `part` customers. Routes of a group lie
/// side by side. Which they are is drawn anew each time.
std::vector<std::vector<int>> divide(const Instance& instance, const Solution& solution, int part,
                                     Random& random);

/// Whether the instance is large enough for two parts, and its routes are not long. Not with a matrix of
/// distances, or limits on routes or their number.
bool can_be_divided(const Instance& instance, const DivisionSettings& settings);

/// Whether a run is better divided: the instance can be, and the run is not known to be short.
bool is_divided(const Instance& instance, const DivisionSettings& settings, const Budget& budget);

/// One run of a part.
struct PartRun {
    const Instance& instance;
    const Solution& start;
    Budget budget;
    Random random;
    double last_temperature;  ///< where it ends, in mean edges; the budget says where it begins
    bool may_overload;
};

/// Improves a large solution part by part:
///
/// 1. Divide the routes into groups that lie side by side.
/// 2. Run the annealed search on each group by itself, as an instance of its own, for its share of the time:
///    `improve(run, worker)`. Threads take groups side by side, about as many customers each.
/// 3. Join the results and begin anew with other groups, so that no border stays. Each round goes on where
///    the one before it had cooled down to.
///
/// What a part takes fits into the processor's caches, and its routes may be too full for a while without
/// waiting for all others to be feasible at the same moment.
Outcome improve_in_parts(const Instance& instance, const Solution& start, const Budget& budget,
                         const AnnealingSettings& settings, Random& random,
                         const std::function<Outcome(const PartRun&, int)>& improve);

}  // namespace l2r::anneal
