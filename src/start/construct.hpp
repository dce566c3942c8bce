#pragma once

#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"
#include "start/construction_settings.hpp"

namespace l2r {

/// How a first solution is made. `random` is the paper's; the others are the constructions that honest
/// comparisons need.
enum class Construction { random, savings, sweep, nearest };

/// The name as the command line has it.
std::string_view construction_name(Construction construction);
/// Throws InputError where there is no such name.
Construction construction_named(std::string_view name);
/// All of them, in order.
const std::vector<Construction>& constructions();

/// A feasible solution. All draw from `random`, so that repeated calls give different ones. A stop that is
/// requested ends the construction early with a longer but feasible solution. Sweep needs places and throws
/// InputError without.
Solution construct(Construction construction, const Instance& instance, Random& random,
                   const Stop& stop = Stop(), const ConstructionSettings& settings = {});

}  // namespace l2r
