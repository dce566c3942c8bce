#pragma once

#include "base/stop.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Packs for few vehicles, whatever the length: one after another takes the largest demand that is left, and
/// with it those that leave the least room, by dynamic programming over its loads. Gives nothing, a solution
/// without routes, where routes have a limit, capacities are too large for that, or it was stopped.
Solution packed_start(const Instance& instance, const Stop& stop);

}  // namespace l2r
