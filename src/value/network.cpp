#include "value/network.hpp"

#include <Eigen/Core>
#include <cmath>

#include "base/error.hpp"
#include "value/about.hpp"
#include "value/attention.hpp"

namespace l2r {
namespace {

using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int stop_width = static_cast<int>(stop_features.size());
constexpr int start_width = static_cast<int>(start_features.size());

struct Dense {
    Rows weight;  ///< (outputs, inputs)
    Vector bias;

    Matrix operator()(const Eigen::Ref<const Matrix>& input) const {
        Matrix output = weight * input;
        output.colwise() += bias;
        return output;
    }
};

struct Lstm {
    std::vector<float> input, recurrent, bias;
};

Matrix rectified(Matrix values) {
    return values.cwiseMax(0.0F);
}

}  // namespace

TensorTable network_tensors(const NetworkShape& shape) {
    TensorTable all;
    const auto dense = [&](const std::string& name, int outputs, int inputs) {
        all.add(name + ".weight", {outputs, inputs});
        all.add(name + ".bias", {outputs});
    };
    for (const std::string direction : {"forward", "reverse"}) {
        const std::string name = "lstm." + direction;
        all.add(name + ".input", {4 * shape.hidden, stop_width});
        all.add(name + ".recurrent", {4 * shape.hidden, shape.hidden});
        all.add(name + ".bias", {4 * shape.hidden});
    }
    dense("route", shape.embedding, 2 * shape.hidden);
    for (const std::string part : {"query", "key", "value"})
        dense("attention." + part, shape.attention, shape.embedding);
    dense("attended", shape.attended, shape.attention);
    dense("dense", shape.dense, shape.attended + start_width);
    dense("score", shape.outputs, shape.dense);
    return all;
}

struct Network::Layers {
    Lstm forward, reverse;
    Dense route, query, key, value, attended, dense, score;

    Layers(const Weights& weights, const NetworkShape& shape, const std::string& file);
};

Network::Layers::Layers(const Weights& weights, const NetworkShape& shape, const std::string& file) {
    const TensorTable table = network_tensors(shape);
    const auto tensor = [&](const std::string& name) -> const Tensor& {
        return weights.tensor(name, table.at(name).shape, file);
    };
    const auto lstm = [&](const std::string& name) {
        return Lstm{tensor(name + ".input").values, tensor(name + ".recurrent").values,
                    tensor(name + ".bias").values};
    };
    const auto dense_layer = [&](const std::string& name) {
        const Tensor &weight = tensor(name + ".weight"), &bias = tensor(name + ".bias");
        return Dense{Eigen::Map<const Rows>(weight.values.data(), weight.shape[0], weight.shape[1]),
                     Eigen::Map<const Vector>(bias.values.data(), bias.shape[0])};
    };
    forward = lstm("lstm.forward");
    reverse = lstm("lstm.reverse");
    route = dense_layer("route");
    query = dense_layer("attention.query");
    key = dense_layer("attention.key");
    value = dense_layer("attention.value");
    attended = dense_layer("attended");
    dense = dense_layer("dense");
    score = dense_layer("score");
}

Network::Network(Weights weights, const std::string& file, int cycles)
    : name_(file),
      shape_(shape_of(weights, file)),
      output_(output_of(weights, file, cycles)),
      layers_(std::make_shared<Layers>(weights, shape_, file)),
      builder_(scaling_of(weights, file), reading_of(weights, file).view) {}

Network::~Network() = default;

std::unique_ptr<Scorer> Network::clone() const {
    return std::unique_ptr<Scorer>(new Network(*this));
}

std::vector<double> Network::score(const Instance& instance, std::span<Start> candidates, const Stop& stop) {
    if (candidates.empty()) return {};
    if (!instance.has_places())
        throw InputError(
            "a network needs places, and this instance has distances alone: use a linear scorer");
    const StopPoll poll(stop);
    Features* const features = features_.of(instance, poll);
    builder_.clear();
    for (const Start& start : candidates)
        if (!poll.stopped()) builder_.add(*features, instance, start, 0, poll);
    const std::vector<float> scores = forward(builder_.finish(poll), poll);
    std::vector<double> result(candidates.size(), unread);
    for (std::size_t k = 0; k < candidates.size() && !poll.stopped(); ++k)
        if (const float score =
                scores[k * static_cast<std::size_t>(shape_.outputs) + static_cast<std::size_t>(output_)];
            std::isfinite(score))
            result[k] = score;
    return result;
}

std::vector<float> Network::forward(const Batch& batch, const StopPoll& stop) const {
    if (stop.stopped()) return {};
    const int routes = static_cast<int>(batch.slot.size()), different = batch.packing.sequences;
    // Ends of both directions, (2 hidden, different), routes in the order of the packing.
    Matrix ends(2 * shape_.hidden, different), last(shape_.hidden, different);
    const auto run = [&](const Lstm& lstm, const std::vector<float>& stops) {
        lstm_forward<float>(
            {stop_width, shape_.hidden, lstm.input.data(), lstm.recurrent.data(), lstm.bias.data()},
            batch.packing, stops.data(), last.data(), nullptr, stop);
    };
    run(layers_->forward, batch.forward);
    ends.topRows(shape_.hidden) = last;
    run(layers_->reverse, batch.reverse);
    ends.bottomRows(shape_.hidden) = last;
    if (stop.stopped()) return {};
    const Matrix packed = rectified(layers_->route(ends));
    Matrix embedding(shape_.embedding, routes);  // start after start
    for (int r = 0; r < routes; ++r) embedding.col(r) = packed.col(batch.slot[static_cast<std::size_t>(r)]);

    const Matrix query = layers_->query(embedding), key = layers_->key(embedding),
                 value = layers_->value(embedding);
    Matrix mixed(shape_.attention, routes);
    attend<float>({shape_.attention, shape_.heads}, batch.routes, query.data(), key.data(), value.data(),
                  mixed.data(), nullptr, stop);
    if (stop.stopped()) return {};
    const Matrix attended = rectified(layers_->attended(mixed));

    Matrix joined(shape_.attended + start_width, batch.starts);
    int begin = 0;
    for (int k = 0; k < batch.starts; ++k) {
        const int count = batch.routes[static_cast<std::size_t>(k)];
        joined.col(k).head(shape_.attended) = attended.middleCols(begin, count).rowwise().mean();
        begin += count;
    }
    joined.bottomRows(start_width) =
        Eigen::Map<const Matrix>(batch.summary.data(), start_width, batch.starts);
    const Matrix scores = layers_->score(rectified(layers_->dense(joined)));
    return {scores.data(), scores.data() + scores.size()};
}

}  // namespace l2r
