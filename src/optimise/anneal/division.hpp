#pragma once

#include <vector>

#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::anneal {

/// The numbers of the routes that have customers, in groups of about `part` customers. Routes of a group lie
/// side by side. Which they are is drawn anew each time.
std::vector<std::vector<int>> divide(const Instance& instance, const Solution& solution, int part,
                                     Random& random);

/// Whether the instance is large enough for two parts, and its routes are not long. Not with a matrix of
/// distances, or limits on routes or their number.
bool can_be_divided(const Instance& instance, const DivisionSettings& settings);

/// Whether a run is better divided: the instance can be, and the run is not known to be short.
bool is_divided(const Instance& instance, const DivisionSettings& settings, const Budget& budget);

}  // namespace l2r::anneal
