#pragma once

#include "start/start.hpp"

namespace l2r {

/// The start with each route by itself made shorter: 2-opt and moves of single customers, a few rounds.
/// Any optimiser does as much at once, so what it will end with depends on which customers share a route far
/// more than on their order; networks read routes in this order. Settled routes stay as they are.
void tidy(const Instance& instance, const Start& start, Solution& tidied);

}  // namespace l2r
