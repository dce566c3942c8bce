#pragma once

#include "explore/explore.hpp"

namespace l2r {

/// Finds short routes with the default of l2r: restarts of the annealed search. The command line and Python
/// give the same routes for the same seed and stop rule. Throws InputError as `explore` does.
Exploration solve(const Instance& instance, const StopRule& stop, std::uint64_t seed = 1,
                  const Observer& observer = {});

}  // namespace l2r
