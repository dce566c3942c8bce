#pragma once

#include <vector>

#include "base/random.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Of each customer, how far round the depot it is: grows with the angle, from -1 to 3. The depot's is 0.
std::vector<double> turns_round_depot(const Instance& instance);

/// Sweep: the customers in the order in which a ray round the depot meets them, from a random customer on and
/// in a random sense, cut by capacity and by the limit on routes, if there is one. Throws InputError where
/// there are no places.
Solution sweep_start(const Instance& instance, Random& random);

}  // namespace l2r
