#pragma once

#include "explore/explore.hpp"

namespace l2r {

/// Seconds by the clock.
struct Costs {
    double score = 0;  ///< of one start among several
    double run = 0;    ///< of the optimiser, from such a start
};

/// What guidance costs on an instance: a few starts of the strategy are scored and run. Streams of its own
/// are drawn from, so an exploration is the same with and without it. A run that `stop` ends counts for as
/// long as it took till then.
Costs measure_costs(const Instance& instance, const Optimiser& optimiser, const Scorer& scorer,
                    const ExploreSettings& settings, const Stop& stop);

/// From how many starts to choose, 2 to 100. The best of K promises about c * e(K) deviations, where c is a
/// small correlation and e(K) grows with the root of log K; the same time in more runs promises log(1 + K *
/// score / run) / 3. For c from 0.1 to 0.3 the difference is largest where scoring takes 0.1 to 0.4 of a run:
/// K is where it takes 0.2.
int candidates_worth(const Costs& costs);

}  // namespace l2r
