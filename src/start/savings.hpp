#pragma once

#include "base/random.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"
#include "start/construction_settings.hpp"

namespace l2r {

/// Clarke and Wright's savings, the parallel version, made random: routes of one customer each are joined end
/// to end, the largest saving cost(0, i) + cost(0, j) - lambda cost(i, j) first, wherever the capacity
/// and the limit on routes allow. Lambda is drawn for each start, and for each pair again near that.
Solution savings_start(const Instance& instance, Random& random, const Stop& stop,
                       const SavingsSettings& settings = {});

}  // namespace l2r
