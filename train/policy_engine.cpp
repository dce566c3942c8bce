#include "policy_engine.hpp"

#include <torch/torch.h>

namespace l2r::train {
namespace {

using torch::Tensor;

Tensor view(const std::vector<float>& values, std::vector<std::int64_t> shape) {
    return torch::from_blob(const_cast<float*>(values.data()), shape);
}

std::vector<float> numbers(const Tensor& tensor) {
    const Tensor values = tensor.contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

std::int64_t steps(const PolicyBatch& batch) {
    return static_cast<std::int64_t>(batch.rows.size()) / batch.inputs;
}

/// (steps, moves), from all parameters in one vector.
Tensor scores(const PolicyBatch& batch, const Tensor& parameters) {
    const auto part = [&](const char* name) {
        const TensorShape& tensor = batch.tensors.at(name);
        const auto begin = static_cast<std::int64_t>(tensor.begin),
                   size = static_cast<std::int64_t>(tensor.size());
        return parameters.narrow(0, begin, size).view(tensor.shape);
    };
    const Tensor rows = view(batch.rows, {steps(batch), batch.inputs});
    const Tensor units = torch::relu(torch::linear(rows, part("hidden.weight"), part("hidden.bias")));
    return torch::linear(units, part("score.weight"), part("score.bias"));
}

}  // namespace

std::vector<float> policy_scores(const PolicyBatch& batch, const std::vector<float>& parameters) {
    const torch::NoGradGuard guard;
    return numbers(scores(batch, view(parameters, {static_cast<std::int64_t>(parameters.size())})));
}

std::vector<float> policy_gradient(const PolicyBatch& batch, const std::vector<float>& parameters,
                                   double entropy_weight) {
    const Tensor all =
        view(parameters, {static_cast<std::int64_t>(parameters.size())}).clone().requires_grad_();
    const Tensor closed = view(batch.closed, {steps(batch), batch.moves});
    const Tensor log_share = torch::log_softmax(scores(batch, all) - 1e9 * closed, 1);
    const Tensor chosen = torch::tensor(batch.chosen, torch::kLong).unsqueeze(1);
    const Tensor worth = view(batch.advantage, {steps(batch)}) * log_share.gather(1, chosen).squeeze(1);
    const Tensor entropy = -(log_share.exp() * log_share).sum(1);
    const Tensor loss = -(worth + entropy_weight * entropy).sum() / batch.runs;
    return numbers(torch::autograd::grad({loss}, {all})[0]);
}

}  // namespace l2r::train
