#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor_table.hpp"

/// The door to libtorch for policies: plain types in, plain types out, readable as C++17.
namespace l2r::train {

/// Choices that runs have made, one after another.
struct PolicyBatch {
    int inputs = 0, moves = 0;
    TensorTable tensors;               ///< l2r::learnt::policy_tensors
    std::vector<float> rows;           ///< (steps, inputs)
    std::vector<float> closed;         ///< (steps, moves): 1 where a move could not be chosen
    std::vector<std::int64_t> chosen;  ///< (steps)
    std::vector<float> advantage;      ///< (steps): by how much the run was better than others like it
    int runs = 0;
};

/// The scores of all moves, (steps, moves). `parameters` as the batch's table places them.
std::vector<float> policy_scores(const PolicyBatch& batch, const std::vector<float>& parameters);

/// REINFORCE: the gradient of minus the mean over runs of advantage x log-probability of what was chosen, and
/// of the entropy of the choices times its weight.
std::vector<float> policy_gradient(const PolicyBatch& batch, const std::vector<float>& parameters,
                                   double entropy_weight);

}  // namespace l2r::train
