#pragma once

#include "base/random.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Nearest neighbour: from where it is, a vehicle goes on to one of the `choices` nearest customers that fit,
/// at random, and home when none does or, on routes with a limit, none of these leaves it the time to come
/// home.
Solution nearest_start(const Instance& instance, Random& random, const Stop& stop, int choices);

}  // namespace l2r
