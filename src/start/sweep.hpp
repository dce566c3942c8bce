#pragma once

#include "base/random.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Sweep: the customers in the order in which a ray round the depot meets them, from a random customer on and
/// in a random sense, cut by capacity and by the limit on routes, if there is one. Throws InputError where
/// there are no places.
Solution sweep_start(const Instance& instance, Random& random);

}  // namespace l2r
