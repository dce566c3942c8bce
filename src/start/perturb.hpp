#pragma once

#include "base/random.hpp"
#include "problem/nearby.hpp"
#include "start/start.hpp"

namespace l2r {

/// The paper's perturbation: the customers of `count` random routes of `parent`, shuffled and cut by capacity
/// again. The other routes come first, in their old order; `settled` counts them. Fills `start`, whose memory
/// is reused.
void perturb(const Instance& instance, const Solution& parent, int count, Random& random, Start& start);

/// The same for routes that are near one another: that of a random customer, and some of those of the
/// `around` customers next to it, nearer ones more likely. For large instances, where two random routes
/// seldom have anything to do with each other.
void perturb_near(const Instance& instance, const Nearby& nearby, const Solution& parent, int count,
                  int around, Random& random, Start& start);

}  // namespace l2r
