#include "optimise/learnt/policy.hpp"

#include <Eigen/Core>
#include <charconv>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r::learnt {
namespace {

constexpr int inputs = static_cast<int>(policy_features.size());
constexpr int moves = static_cast<int>(paper::all_moves.size());
constexpr int most_hidden = 1024;

std::string joined_features() {
    std::string text;
    for (const PolicyFeature& feature : policy_features) {
        if (!text.empty()) text += ',';
        text += feature.name();
    }
    return text;
}

int number(const Weights& weights, const std::string& key, const std::string& file, int most) {
    const std::string& word = weights.text(key, file);
    int value = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || rest != end || value < 1 || value > most)
        throw InputError(file, 0,
                         "'" + key + "' is not a number that a policy can have: " + text::quoted(word));
    return value;
}

PolicyAbout read_about(const Weights& weights, const std::string& file) {
    if (const std::string& kind = weights.text("kind", file); kind != "policy")
        throw InputError(
            file, 0, "is not a policy, but of kind " + text::quoted(kind) + "; l2r train-policy makes one");
    if (weights.text("policy_features", file) != joined_features())
        throw InputError(file, 0, "was trained on other features than this version has: train it again");
    PolicyAbout about;
    about.hidden = number(weights, "hidden", file, most_hidden);
    about.customers = number(weights, "customers", file, Instance::node_limit);
    try {
        about.choice = choice_named(weights.text("choice", file));
    } catch (const InputError& error) {
        throw InputError(file, 0, error.what());
    }
    about.record = weights.text("record", file);
    return about;
}

}  // namespace

Choice choice_named(const std::string& name) {
    if (name == "greedy") return Choice::greedy;
    if (name == "sampled") return Choice::sampled;
    throw InputError("a choice of moves is greedy or sampled, not " + text::quoted(name));
}

std::string name_of(Choice choice) {
    return choice == Choice::greedy ? "greedy" : "sampled";
}

/// Weights lie with the longer side in memory order: that is added up without a sum across.
struct Policy::Layers {
    Eigen::MatrixXf hidden;  ///< (hidden, inputs), a column an input
    Eigen::VectorXf hidden_bias;
    Eigen::Matrix<float, moves, Eigen::Dynamic, Eigen::RowMajor> score;  ///< (moves, hidden)
    Eigen::Matrix<float, moves, 1> score_bias;
};

Policy::Policy(int hidden, const std::vector<float>& parameters) : layers_(std::make_unique<Layers>()) {
    using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    about_.hidden = hidden;
    const TensorTable table = policy_tensors(hidden);
    const auto at = [&](const char* name) { return parameters.data() + table.at(name).begin; };
    layers_->hidden = Eigen::Map<const Rows>(at("hidden.weight"), hidden, inputs);
    layers_->hidden_bias = Eigen::Map<const Eigen::VectorXf>(at("hidden.bias"), hidden);
    layers_->score = Eigen::Map<const Rows>(at("score.weight"), moves, hidden);
    layers_->score_bias = Eigen::Map<const Eigen::VectorXf>(at("score.bias"), moves);
}

Policy::Policy(const Weights& weights, const std::string& file)
    : Policy(read_about(weights, file).hidden,
             parameters_of(weights, policy_tensors(read_about(weights, file).hidden), file)) {
    about_ = read_about(weights, file);
}

Policy::~Policy() = default;
Policy::Policy(Policy&&) noexcept = default;

MoveScores Policy::scores(const PolicyRow& row) const {
    Eigen::Matrix<float, Eigen::Dynamic, 1, Eigen::ColMajor, most_hidden, 1> units =  // on the stack
        layers_->hidden * Eigen::Map<const Eigen::Matrix<float, inputs, 1>>(row.data());
    units = (units + layers_->hidden_bias).cwiseMax(0.0F);
    MoveScores scores;
    Eigen::Map<Eigen::Matrix<float, moves, 1>> out(scores.data());
    out.noalias() = layers_->score * units;
    out += layers_->score_bias;
    return scores;
}

TensorTable policy_tensors(int hidden) {
    TensorTable all;
    all.add("hidden.weight", {hidden, inputs});
    all.add("hidden.bias", {hidden});
    all.add("score.weight", {moves, hidden});
    all.add("score.bias", {moves});
    return all;
}

Weights policy_weights(const PolicyAbout& about, const std::vector<float>& parameters) {
    Weights weights;
    weights.about = {{"kind", "policy"},
                     {"policy_features", joined_features()},
                     {"hidden", std::to_string(about.hidden)},
                     {"customers", std::to_string(about.customers)},
                     {"choice", name_of(about.choice)},
                     {"record", about.record}};
    put_tensors(weights, policy_tensors(about.hidden), parameters);
    return weights;
}

}  // namespace l2r::learnt
