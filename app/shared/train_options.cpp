#include "train_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "sample/learning.hpp"
#include "value/about.hpp"

namespace l2r {
namespace {

bool any_pair_counts(const SampleSet& samples, std::int64_t groups, int cycles, double margin) {
    for (std::int64_t g = 0; g < groups; ++g)
        for (int i = 1; i < samples.recipe().starts; ++i)
            for (int j = 0; j < i; ++j)
                if (is_counted(samples.length(g, i, cycles) - samples.length(g, j, cycles), margin))
                    return true;
    return false;
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NetworkShape, hidden, embedding, heads, attention, attended, dense,
                                   outputs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrainOptions, model, loss, cycles, view, margin, shape, batch, rate,
                                   schedule, clip, epochs, validation, validate_every, patience, turn, seed,
                                   threads, checkpoint_seconds, device, json)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrainPolicyOptions, size, hidden, episodes, batch, rollouts, rate, entropy,
                                   choice, held_out, seed, threads, checkpoint_seconds, json)

std::vector<int> TrainOptions::outputs() const {
    std::vector<int> numbers;
    for (const std::string& text : cycles) numbers.push_back(cycles_of(text));
    return numbers;
}

std::filesystem::path beside(std::filesystem::path weights, const std::string& ending) {
    if (weights.extension() == ".safetensors") weights.replace_extension();
    weights += ending;
    return weights;
}

void check_samples(const TrainOptions& options, const SampleSet& samples) {
    const SampleRecipe& recipe = samples.recipe();
    const std::int64_t training = training_groups(samples, options.validation);
    if (options.loss == "improve" && recipe.perturbed_routes == 0)
        throw InputError("--loss improve needs samples of perturbed starts (l2r generate samples --perturb)");
    if (training < std::max(1, options.batch / recipe.starts))
        throw InputError("there are too few samples for one batch: make more, or choose a smaller --batch");
    if (options.loss == "pairs" && recipe.orders == 1 &&
        !any_pair_counts(samples, training, options.outputs().back(), options.margin))
        throw InputError("no two starts differ by the margin: choose a smaller --margin");
    if (options.patience > 0 && training == samples.groups())
        throw InputError(
            "--patience needs samples that are held out: choose a larger --validation, or make more");
}

Weights first_network(const TrainOptions& options) {
    const std::string file = options.from.string();
    Weights weights = read_weights(options.from);
    const About about = read_about(weights, file);
    if (about.kind == "linear") throw InputError(file, 0, "is a linear scorer, not a network to begin with");
    if (about.outputs != options.outputs())
        throw InputError(file, 0,
                         "is a network for other cycles: give --cycles " + weights.text("cycles", file));
    if (about.reading != reading_named(options.view))
        throw InputError(
            file, 0, "is a network with another view: give --view " + std::string(name_of(about.reading)));
    if (const NetworkShape shape = shape_of(weights, file); shape != options.shape)
        throw InputError(
            file, 0,
            "is a network of other sizes: give " +
                fmt::format("--hidden {} --embedding {} --attention {} --heads {} --dense {}", shape.hidden,
                            shape.embedding, shape.attention, shape.heads, shape.dense));
    return weights;
}

namespace {

/// The first of at least so many words.
template <class Options>
Options read_json(std::span<const std::string> words, std::size_t least) {
    try {
        if (words.size() >= least) return nlohmann::json::parse(words[0]).get<Options>();
    } catch (const nlohmann::json::exception&) {
    }
    throw InputError("l2r-train is a part of l2r: run 'l2r train' instead");
}

}  // namespace

std::vector<std::string> words_of(const TrainOptions& options) {
    std::vector<std::string> words{nlohmann::json(options).dump(), options.output.string(),
                                   options.from.string()};
    for (const std::filesystem::path& path : options.samples) words.push_back(path.string());
    return words;
}

std::vector<std::string> words_of(const TrainPolicyOptions& options) {
    return {nlohmann::json(options).dump(), options.output.string()};
}

TrainOptions read_train_options(std::span<const std::string> words) {
    TrainOptions options = read_json<TrainOptions>(words, 4);
    options.output = words[1];
    options.from = words[2];
    options.samples.assign(words.begin() + 3, words.end());
    return options;
}

TrainPolicyOptions read_train_policy_options(std::span<const std::string> words) {
    TrainPolicyOptions options = read_json<TrainPolicyOptions>(words, 2);
    options.output = words[1];
    return options;
}

}  // namespace l2r
