#pragma once

#include "sample/samples.hpp"

/// What all who learn from samples, or check what was learned, have in common.
namespace l2r {

/// How many groups, the first ones, are learned from where this share of all, though not more than 20,000, is
/// held out to check against. Groups of one instance stay on one side.
std::int64_t training_groups(const SampleSet& samples, double held_out_share);

/// Whether a perturbed start ends shorter than its parent, by more than rounding.
bool improves_on_parent(const SampleSet& samples, std::int64_t group, int start, int cycles);

}  // namespace l2r
