#pragma once

#include "base/random.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Clarke and Wright's savings, the parallel version, made random: routes of one customer each are joined end
/// to end, the largest saving cost(0, i) + cost(0, j) - lambda cost(i, j) first, wherever the capacity
/// and the limit on routes allow. Lambda is drawn between 0.9 and 1.3, and for each pair again within a tenth
/// of that.
Solution savings_start(const Instance& instance, Random& random, const Stop& stop);

}  // namespace l2r
