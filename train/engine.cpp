#include "engine.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "operators.hpp"

namespace l2r::train {
namespace {

using torch::Tensor;
using Named = std::map<std::string, Tensor>;

/// A layer of a name.
Tensor dense(const Named& p, const std::string& layer, const Tensor& input) {
    return torch::linear(input, p.at(layer + ".weight"), p.at(layer + ".bias"));
}

Tensor view(const float* data, std::vector<std::int64_t> shape) {
    return torch::from_blob(const_cast<float*>(data), shape);
}

Tensor whole_numbers(const std::vector<std::int64_t>& values) {
    return torch::tensor(values, torch::kLong);
}

/// Throws InputError where this libtorch cannot compute there.
torch::Device device_named(const std::string& name) {
    try {
        const torch::Device device(name);
        torch::zeros({1}, device).item<float>();
        return device;
    } catch (const c10::Error&) {
        throw InputError("this machine and this build of libtorch have no device '" + name +
                         "'; cpu always works");
    }
}

/// Last states by libtorch's own LSTM, both directions, (sequences, 2 hidden).
Tensor packed_lstm(const Tensor& stops, const Packing& packing, const std::vector<Tensor>& weights,
                   std::int64_t hidden) {
    const std::vector<std::int64_t> active(packing.active.begin(), packing.active.end());
    const Tensor zero = torch::zeros({2, packing.sequences, hidden}, stops.options());
    const auto result =
        torch::lstm(stops, whole_numbers(active), {zero, zero}, weights, true, 1, 0.0, true, true);
    return torch::cat({std::get<1>(result)[0], std::get<1>(result)[1]}, 1);
}

/// The same, routes of one length at a time.
Tensor equal_length_lstm(const Tensor& stops, const Packing& packing, const std::vector<Tensor>& weights,
                         std::int64_t hidden) {
    std::vector<std::int64_t> begin{0};
    for (const int active : packing.active) begin.push_back(begin.back() + active);
    std::vector<Tensor> parts;
    for (std::size_t length = packing.active.size(); length > 0; --length) {
        const std::int64_t from = length < packing.active.size() ? packing.active[length] : 0;
        const std::int64_t count = packing.active[length - 1] - from;
        if (count == 0) continue;
        std::vector<Tensor> steps;
        for (std::size_t t = 0; t < length; ++t) steps.push_back(stops.narrow(0, begin[t] + from, count));
        const Tensor zero = torch::zeros({2, count, hidden}, stops.options());
        const auto result =
            torch::lstm(torch::stack(steps), {zero, zero}, weights, true, 1, 0.0, true, true, false);
        parts.push_back(torch::cat({std::get<1>(result)[0], std::get<1>(result)[1]}, 1));
    }
    return torch::cat(parts, 0);
}

std::vector<double> numbers(const Tensor& tensor) {
    const Tensor values = tensor.contiguous().cpu();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

}  // namespace

struct Engine::Parts {
    EngineShape shape;
    LstmEngine lstm;
    torch::Device device;
    std::vector<Tensor> parameters;  ///< tensor after tensor of the shape, in the caller's memory

    /// By name, on the device: themselves, where that is the processor.
    Named placed() const;
    Tensor ends(const Named& p, const EngineBatch& batch) const;
    Tensor stock_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                           const std::vector<int>& routes) const;
    Tensor attend(const Named& p, const Tensor& embedding, const std::vector<int>& routes) const;
    Tensor scores(const EngineBatch& batch) const;
    Tensor losses(const EngineBatch& batch, const LossSettings& settings) const;
};

Named Engine::Parts::placed() const {
    Named all;
    auto tensor = parameters.begin();
    for (const TensorShape& entry : shape.tensors) all[entry.name] = (tensor++)->to(device);
    return all;
}

/// Last states of the LSTM at both ends of each route, (routes, 2 hidden), in the order of the packing.
Tensor Engine::Parts::ends(const Named& p, const EngineBatch& batch) const {
    const Tensor forward = view(batch.forward, {batch.packing->total, shape.stop_features});
    const auto ours = [&](const std::string& direction, const Tensor& stops) {
        return our_lstm(stops, p.at(direction + ".input"), p.at(direction + ".recurrent"),
                        p.at(direction + ".bias"), *batch.packing);
    };
    if (lstm == LstmEngine::ours) {
        const Tensor reverse = view(batch.reverse, {batch.packing->total, shape.stop_features});
        return torch::cat({ours("lstm.forward", forward), ours("lstm.reverse", reverse)}, 1);
    }
    std::vector<Tensor> weights;
    for (const std::string direction : {"lstm.forward", "lstm.reverse"}) {
        for (const char* part : {".input", ".recurrent", ".bias"}) weights.push_back(p.at(direction + part));
        weights.push_back(torch::zeros_like(weights.back()));  // PyTorch has two biases and adds them up
    }
    const auto run = lstm == LstmEngine::packed ? packed_lstm : equal_length_lstm;
    return run(forward.to(device), *batch.packing, weights, shape.hidden);
}

/// Attention among the routes of each start, by libtorch's own operations on a table of (starts, most
/// routes).
Tensor Engine::Parts::stock_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                      const std::vector<int>& routes) const {
    const auto starts = static_cast<std::int64_t>(routes.size());
    const std::int64_t most = *std::max_element(routes.begin(), routes.end());
    const std::int64_t heads = shape.heads, width = shape.attention / shape.heads;
    // Places that a start has no route for show row 0 and are masked.
    std::vector<std::int64_t> rows(static_cast<std::size_t>(starts * most), 0), places;
    std::vector<float> masked(rows.size(), -1e9F);
    std::int64_t route = 0;
    for (std::int64_t k = 0; k < starts; ++k)
        for (std::int64_t r = 0; r < routes[static_cast<std::size_t>(k)]; ++r, ++route) {
            places.push_back(k * most + r);
            rows[static_cast<std::size_t>(places.back())] = route;
            masked[static_cast<std::size_t>(places.back())] = 0;
        }
    const Tensor mask = torch::tensor(masked).view({starts, 1, 1, most}).to(device);
    const Tensor index = whole_numbers(rows).to(device);
    const auto table = [&](const Tensor& all) {  // (starts, heads, most, width)
        return all.index_select(0, index).view({starts, most, heads, width}).transpose(1, 2);
    };
    const Tensor similarity = torch::matmul(table(query), table(key).transpose(2, 3));
    const Tensor shares = torch::softmax(similarity / std::sqrt(static_cast<double>(width)) + mask, 3);
    return torch::matmul(shares, table(value))
        .transpose(1, 2)
        .reshape({starts * most, shape.attention})
        .index_select(0, whole_numbers(places).to(device));
}

/// Attention, then the mean over the routes of each start: (starts, attended).
Tensor Engine::Parts::attend(const Named& p, const Tensor& embedding, const std::vector<int>& routes) const {
    const Tensor query = dense(p, "attention.query", embedding), key = dense(p, "attention.key", embedding),
                 value = dense(p, "attention.value", embedding);
    const Tensor mixed = lstm == LstmEngine::ours ? our_attention(query, key, value, shape.heads, routes)
                                                  : stock_attention(query, key, value, routes);
    const Tensor attended = torch::relu(dense(p, "attended", mixed));
    std::vector<std::int64_t> start_of;
    std::vector<float> share;
    for (std::size_t k = 0; k < routes.size(); ++k) {
        start_of.insert(start_of.end(), static_cast<std::size_t>(routes[k]), static_cast<std::int64_t>(k));
        share.push_back(1 / static_cast<float>(routes[k]));
    }
    const Tensor sums =
        torch::zeros({static_cast<std::int64_t>(routes.size()), shape.attended}, attended.options());
    return sums.index_add(0, whole_numbers(start_of).to(device), attended) *
           torch::tensor(share).unsqueeze(1).to(device);
}

Tensor Engine::Parts::scores(const EngineBatch& batch) const {
    const Named p = placed();
    const std::int64_t starts = batch.groups * batch.group_size;
    const std::vector<std::int64_t> slots(batch.slot->begin(), batch.slot->end());
    const Tensor packed = torch::relu(dense(p, "route", ends(p, batch)));
    const Tensor embedding = packed.index_select(0, whole_numbers(slots).to(device));  // start after start
    const Tensor summary = view(batch.summary, {starts, shape.start_features}).to(device);
    const Tensor joined = torch::cat({attend(p, embedding, *batch.routes), summary}, 1);
    return dense(p, "score", torch::relu(dense(p, "dense", joined)));
}

/// The weighted loss of each output, (outputs).
Tensor Engine::Parts::losses(const EngineBatch& batch, const LossSettings& settings) const {
    const std::int64_t size = batch.group_size, outputs = shape.outputs;
    const Tensor score = scores(batch).view({batch.groups, size, outputs});
    const Tensor length = view(batch.lengths, {batch.groups, size, outputs}).to(device);
    const Tensor weight = torch::tensor(settings.weight).to(device);
    if (settings.loss == Loss::regression) {
        const Tensor target =
            (length - torch::tensor(settings.mean).to(device)) * torch::tensor(settings.scale).to(device);
        return ((score - target).square() * weight).sum_to_size({outputs});
    }
    if (settings.loss == Loss::improve) {
        const Tensor parent = view(batch.parents, {batch.groups, 1, 1}).to(device);
        const Tensor worse = (length >= parent).to(torch::kFloat) * 2 - 1;
        return (torch::softplus(-worse * score) * weight).sum_to_size({outputs});
    }
    // Each pair once: the cross-entropy of a softmax over the two scores.
    std::vector<std::int64_t> first, second;
    for (std::int64_t i = 0; i < size; ++i)
        for (std::int64_t j = 0; j < i; ++j) {
            first.push_back(i);
            second.push_back(j);
        }
    const Tensor one = whole_numbers(first).to(device), other = whole_numbers(second).to(device);
    const Tensor difference = length.index_select(1, one) - length.index_select(1, other);
    if (!settings.spread.empty()) {
        const Tensor scale = torch::tensor(settings.spread).to(device).mul(2);
        const Tensor longer = (torch::erf(difference / scale) + 1) / 2;
        const Tensor gap = score.index_select(1, one) - score.index_select(1, other);
        return ((torch::softplus(-gap) * longer + torch::softplus(gap) * (1 - longer)) * weight)
            .sum_to_size({outputs});
    }
    const Tensor apart = difference.abs();
    const Tensor counted = (apart > 0).logical_and(apart >= settings.margin).to(torch::kFloat);
    const Tensor logit = (score.index_select(1, one) - score.index_select(1, other)) * difference.sign();
    return (torch::softplus(-logit) * counted * weight).sum_to_size({outputs});
}

Engine::Engine(const EngineShape& shape, float* parameters, LstmEngine lstm, const std::string& device)
    : parts_(new Parts{shape, lstm, device_named(device), {}}) {
    if (!parts_->device.is_cpu() && lstm == LstmEngine::ours) parts_->lstm = LstmEngine::packed;
    for (const TensorShape& tensor : shape.tensors)
        parts_->parameters.push_back(
            torch::from_blob(parameters + tensor.begin, tensor.shape).requires_grad_());
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

std::vector<float> Engine::forward(const EngineBatch& batch) {
    const torch::NoGradGuard guard;
    const Tensor scores = parts_->scores(batch).contiguous().cpu();
    return {scores.data_ptr<float>(), scores.data_ptr<float>() + scores.numel()};
}

std::vector<double> Engine::losses(const EngineBatch& batch, const LossSettings& settings) {
    const torch::NoGradGuard guard;
    return numbers(parts_->losses(batch, settings));
}

std::vector<double> Engine::gradient(const EngineBatch& batch, const LossSettings& settings,
                                     float* gradient) {
    const Tensor losses = parts_->losses(batch, settings);
    for (const Tensor& part : torch::autograd::grad({losses.sum()}, parts_->parameters)) {
        const Tensor values = part.contiguous();
        std::copy_n(values.data_ptr<float>(), values.numel(), gradient);
        gradient += values.numel();
    }
    return numbers(losses.detach());
}

void use_one_thread() {
    torch::set_num_threads(1);
    torch::set_num_interop_threads(1);
}

}  // namespace l2r::train
