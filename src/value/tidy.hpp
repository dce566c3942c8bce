#pragma once

#include "base/stop.hpp"
#include "start/start.hpp"

namespace l2r {

/// The start with each route by itself made shorter: 2-opt and moves of single customers, a few rounds.
/// Any optimiser does as much at once. So its result depends on which customers share a route far more than
/// on their order. Networks read routes in this order. Settled routes stay as they are. Stopped, it leaves
/// `tidied` incomplete.
void tidy(const Instance& instance, const Start& start, Solution& tidied, const StopPoll& stop = StopPoll());

}  // namespace l2r
