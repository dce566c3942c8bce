#pragma once

#include <torch/torch.h>

#include "value/attention.hpp"
#include "value/lstm.hpp"

namespace l2r::train {

/// One direction over packed routes on the processor: last hidden states, (sequences, hidden). Differentiable
/// in the weights, by l2r::lstm_backward.
torch::Tensor our_lstm(const torch::Tensor& stops, const torch::Tensor& input, const torch::Tensor& recurrent,
                       const torch::Tensor& bias, const Packing& packing);

/// Attention among the routes of each start, all (routes, width). `routes` must outlive the backward pass.
torch::Tensor our_attention(const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value,
                            int heads, const std::vector<int>& routes);

}  // namespace l2r::train
