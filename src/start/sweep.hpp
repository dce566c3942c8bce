#pragma once

#include <vector>

#include "base/random.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// These customers in about the order in which a ray round the depot meets them, in time that grows with
/// their number alone. The instance has places.
std::vector<Node> round_depot(const Instance& instance, const std::vector<Node>& customers);

/// Sweep: the customers in the order in which a ray round the depot meets them, from a random customer on and
/// in a random sense, cut by capacity, and by the limit on routes and time windows where there are such.
/// Throws InputError where there are no places.
Solution sweep_start(const Instance& instance, Random& random);

}  // namespace l2r
