#pragma once

#include <functional>
#include <vector>

#include "explore/explore.hpp"

namespace l2r {

struct SetResult {
    std::vector<double> lengths;  ///< one for each instance, in order
    std::int64_t runs = 0;        ///< of the optimiser, over all instances
    double seconds = 0;           ///< by the clock, over all instances
    double cpu_seconds = 0;       ///< of the whole process, and of those of all ranks
};

/// Explores every instance with the same settings, instance i with the streams of group i. `threads`
/// instances are worked on at once, each by one thread. The settings' ranks, for all of them to call this,
/// divide the instances among themselves; each has the whole result, the same on any number of them but for
/// times. `finished` is called after each instance of this rank; raising the settings' flag ends the set
/// early, after which `lengths` holds the instances before the first unfinished one.
SetResult explore_set(const std::vector<Instance>& instances, const Optimiser& optimiser,
                      const Scorer* scorer, ExploreSettings settings, int threads,
                      const std::function<void(int done)>& finished = {});

}  // namespace l2r
