#include "state.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/random.hpp"

namespace l2r::train {

void State::add(const Validation& validation) {
    ++validations_since_best;
    if (validation.loss < best_loss) {
        best_loss = validation.loss;
        best = parameters;
        validations_since_best = 0;
    }
    validations.push_back(validation);
}

State initial_state(const NetworkShape& shape, std::uint64_t seed) {
    State state;
    Random random(seed, 0, 0);
    const TensorTable table = network_tensors(shape);
    for (const TensorShape& tensor : table) {
        const std::string layer = tensor.name.substr(0, tensor.name.rfind('.'));
        const auto inputs = layer.starts_with("lstm.") ? shape.hidden : table.at(layer + ".weight").shape[1];
        for (std::size_t i = 0; i < tensor.size(); ++i)
            state.parameters.push_back(
                static_cast<float>((2 * random.uniform() - 1) / std::sqrt(static_cast<double>(inputs))));
    }
    state.first_moment.assign(state.parameters.size(), 0);
    state.second_moment.assign(state.parameters.size(), 0);
    state.best = state.parameters;
    state.best_loss = std::numeric_limits<double>::infinity();
    return state;
}

void adam_step(State& state, const std::vector<float>& gradient, double rate) {
    constexpr float keep_first = 0.9F, keep_second = 0.999F, least = 1e-8F;
    ++state.step;
    const auto step = static_cast<double>(state.step);
    const auto size = static_cast<float>(rate / (1 - std::pow(0.9, step)));
    const auto root_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(0.999, step)));
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        float &first = state.first_moment[i], &second = state.second_moment[i];
        first = keep_first * first + (1 - keep_first) * gradient[i];
        second = keep_second * second + (1 - keep_second) * gradient[i] * gradient[i];
        state.parameters[i] -= size * first / (std::sqrt(second) * root_correction + least);
    }
}

namespace {

/// Doubles keep every bit: as the whole numbers that stand for them.
std::string exact(double value) {
    return std::to_string(std::bit_cast<std::uint64_t>(value));
}

double number_of(const nlohmann::json& text) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::stoull(text.get<std::string>())));
}

void read_record(const nlohmann::json& record, State& state) {
    state.step = record.at("step").get<std::int64_t>();
    state.loss_sum = number_of(record.at("loss_sum"));
    state.loss_steps = record.at("loss_steps").get<std::int64_t>();
    state.best_loss = number_of(record.at("best_loss"));
    state.validations_since_best = record.at("validations_since_best").get<int>();
    for (const nlohmann::json& row : record.at("validations")) {
        Validation validation{row.at(0).get<std::int64_t>(), number_of(row.at(1)), number_of(row.at(2)), {}};
        for (const nlohmann::json& value : row.at(3)) validation.accuracy.push_back(number_of(value));
        state.validations.push_back(std::move(validation));
    }
}

Tensor vector_tensor(const std::vector<float>& values) {
    return {{static_cast<std::int64_t>(values.size())}, values};
}

}  // namespace

Weights pack_state(const State& state, const std::string& settings) {
    nlohmann::json validations = nlohmann::json::array();
    for (const Validation& validation : state.validations) {
        nlohmann::json accuracy = nlohmann::json::array();
        for (const double value : validation.accuracy) accuracy.push_back(exact(value));
        validations.push_back(
            {validation.starts, exact(validation.training_loss), exact(validation.loss), accuracy});
    }
    const nlohmann::json record{{"step", state.step},
                                {"loss_sum", exact(state.loss_sum)},
                                {"loss_steps", state.loss_steps},
                                {"best_loss", exact(state.best_loss)},
                                {"validations_since_best", state.validations_since_best},
                                {"validations", validations}};
    Weights weights;
    weights.about = {{"kind", "checkpoint"}, {"settings", settings}, {"state", record.dump()}};
    weights.tensors = {{"parameters", vector_tensor(state.parameters)},
                       {"first_moment", vector_tensor(state.first_moment)},
                       {"second_moment", vector_tensor(state.second_moment)},
                       {"best", vector_tensor(state.best)}};
    return weights;
}

Weights read_checkpoint(const std::filesystem::path& file) {
    try {
        return read_weights(file);
    } catch (const InputError& error) {
        throw InputError(std::string(error.what()) + "; remove this file to begin anew");
    }
}

State unpack_state(const Weights& weights, const std::string& settings, std::size_t parameters,
                   const std::string& file) {
    if (weights.text("kind", file) != "checkpoint")
        throw InputError(file, 0, "is not a checkpoint; remove this file to begin anew");
    if (weights.text("settings", file) != settings)
        throw InputError(
            file, 0,
            "is of a training with other settings or samples; resume with those, or remove this file "
            "to begin anew");
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(parameters)};
    State state;
    state.parameters = weights.tensor("parameters", shape, file).values;
    state.first_moment = weights.tensor("first_moment", shape, file).values;
    state.second_moment = weights.tensor("second_moment", shape, file).values;
    state.best = weights.tensor("best", shape, file).values;
    const std::string& record = weights.text("state", file);
    try {
        read_record(nlohmann::json::parse(record), state);
    } catch (const std::exception&) {
        throw InputError(file, 0, "is damaged: its state cannot be read; remove this file to begin anew");
    }
    return state;
}

}  // namespace l2r::train
