#pragma once

#include <cmath>

#include "sample/samples.hpp"

/// What all who learn from samples, or check what was learned, have in common.
namespace l2r {

/// How many groups, the first ones, are learned from where this share of all, though not more than 20,000, is
/// held out to check against. Groups of one instance stay on one side.
std::int64_t training_groups(const SampleSet& samples, double held_out_share);

/// Whether a pair of starts whose lengths differ by so much is to be told apart.
inline bool is_counted(double difference, double margin) {
    return difference != 0 && std::abs(difference) >= margin;
}

/// What a perturbed start must end below to improve on its parent: shorter by more than rounding.
double length_to_beat(const SampleSet& samples, std::int64_t group);
bool improves_on_parent(const SampleSet& samples, std::int64_t group, int start, int cycles);

}  // namespace l2r
