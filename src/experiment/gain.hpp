#pragma once

#include <span>
#include <vector>

#include "experiment/scored_samples.hpp"
#include "experiment/statistics.hpp"

namespace l2r {

/// What choosing the best of K starts is worth: means over instances.
struct GainPoint {
    int candidates = 1;  ///< K
    Estimate change;     ///< of the outcome against K = 1, in percent; less than 0 is a gain
    Estimate improving;  ///< percent of runs that end shorter than the parent; 0 for random starts
};

/// The expected value of the one that comes first among K of these values, every K of them being as likely:
/// `values` are in the order of choice.
double expected_first_of(std::span<const double> values, int candidates);

/// For K = 1, 2, 4, ... and the number of starts in a group. Of equal scores the first is chosen. With the
/// outcomes themselves as `scores` this is the most that any scorer could gain.
std::vector<GainPoint> gain_curve(const ScoredSamples& samples, std::span<const double> scores);

}  // namespace l2r
