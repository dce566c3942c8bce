#pragma once

#include "base/random.hpp"
#include "optimise/learnt/policy.hpp"

namespace l2r {

inline std::vector<float> random_policy_parameters(int hidden, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> parameters(learnt::policy_tensors(hidden).parameters());
    for (float& value : parameters) value = static_cast<float>(2 * random.uniform() - 1);
    return parameters;
}

/// A policy that has learned nothing, but has its preferences.
inline Weights random_policy(learnt::Choice choice, std::uint64_t seed, int hidden = 7) {
    return learnt::policy_weights({hidden, 20, choice, "{}"}, random_policy_parameters(hidden, seed));
}

}  // namespace l2r
