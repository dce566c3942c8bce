#pragma once

#include "base/random.hpp"
#include "start/start.hpp"

namespace l2r {

/// The paper's perturbation: the customers of `count` random routes of `parent`, shuffled and cut by capacity again.
/// The other routes come first, in their old order; `settled` counts them. Fills `start`, whose memory is reused.
void perturb(const Instance& instance, const Solution& parent, int count, Random& random, Start& start);

}  // namespace l2r
