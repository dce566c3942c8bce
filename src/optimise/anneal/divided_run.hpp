#pragma once

#include <functional>
#include <string>

#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::anneal {

/// One run of a part.
struct PartRun {
    const Instance& instance;
    const Solution& start;
    Budget budget;
    Random random;
    double last_temperature;  ///< where it ends, in mean edges; the budget says where it begins
    bool may_overload;
};
/// On the thread of that number.
using ImprovePart = std::function<Outcome(const PartRun&, int)>;

/// Improves a large solution part by part:
///
/// 1. Divide the routes into groups that lie side by side.
/// 2. Run the annealed search on each group by itself, as an instance of its own, for its share of the time.
///    Threads, and other processes where there are some, take groups side by side, about as many customers
///    each.
/// 3. Join the results and begin anew with other groups, so that no border stays. Each round goes on where
///    the one before it had cooled down to.
///
/// What a part takes fits into the processor's caches, and its routes may be too full for a while without
/// waiting for all others to be feasible at the same moment. Without a time limit the outcome depends on
/// neither threads nor processes.
Outcome improve_in_parts(const Instance& instance, const Solution& start, const Budget& budget,
                         const AnnealingSettings& settings, Random& random, const ImprovePart& improve);

/// What another process does in step 2, on `budget.workers`: takes and returns what `improve_in_parts` sends
/// and reads.
std::string improve_share(const Instance& instance, const std::string& share, const Budget& budget,
                          const ImprovePart& improve);

}  // namespace l2r::anneal
