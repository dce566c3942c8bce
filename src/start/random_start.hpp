#pragma once

#include "base/random.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Serves `customers` in their order and adds a vehicle whenever the next one does not fit, would make the
/// route longer than the instance allows, or would have a time window missed.
void cut_by_capacity(const Instance& instance, std::span<const Node> customers, Solution& solution);

/// The paper's start: all customers in random order, cut by capacity and by the other limits that there are.
Solution random_start(const Instance& instance, Random& random);

}  // namespace l2r
