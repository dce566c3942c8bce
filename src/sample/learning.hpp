#pragma once

#include <cmath>

#include "sample/samples.hpp"

/// What training and evaluation share.
namespace l2r {

/// How many groups, the first ones, are for training. The share `held_out_share`, but at most 20,000 groups,
/// is held out for validation. Groups of one instance stay on one side.
std::int64_t training_groups(const SampleSet& samples, double held_out_share);

/// Whether a pair of starts counts whose lengths differ by `difference`.
inline bool is_counted(double difference, double margin) {
    return difference != 0 && std::abs(difference) >= margin;
}

/// A perturbed start improves on its parent if it ends below this: shorter by more than rounding.
double length_to_beat(const SampleSet& samples, std::int64_t group);
bool improves_on_parent(const SampleSet& samples, std::int64_t group, int start, int cycles);

}  // namespace l2r
