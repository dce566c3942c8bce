#include "train_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.hpp"
#include "options.hpp"
#include "sample/learning.hpp"
#include "value/about.hpp"

namespace l2r {
namespace {

std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts(1);
    for (const char c : list)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

/// CLI11's own would take 1,,2 for 1,2.
CLI::Validator list_of_cycles() {
    const auto fault = [](const std::string& list) {
        for (const std::string& part : parts_of(list))
            if (part != "converged" && (part.size() != 1 || part < "1" || part > "5"))
                return "'" + list +
                       "' is not a list of numbers from 1 to 5 and converged, such as 1,2,converged";
        return std::string();
    };
    return CLI::Validator(fault, "");
}

void add_data_options(CLI::App& command, TrainOptions& options) {
    command.add_option("samples", options.samples, "Folders or files of 'l2r generate samples'")
        ->required()
        ->type_name("SAMPLES");
    command
        .add_option("-o,--output", options.output, "The weights; curves and checkpoints are put beside them")
        ->required()
        ->type_name("NET.safetensors");
    command
        .add_option_function<std::string>(
            "--cycles", [&options](const std::string& list) { options.cycles = parts_of(list); },
            "What to predict: the length after 1 to 5 cycles, or converged. Several, separated by commas, "
            "give a network with several scores; the last is the one that matters")
        ->check(list_of_cycles())
        ->type_name("M,...")
        ->default_str("converged");
    command
        .add_option(
            "--margin", options.margin,
            "Pairs whose lengths differ by less are left out; where lengths are means (generate samples "
            "--orders), of the held-out accuracy alone")
        ->check(real_number(0, 1e9))
        ->type_name("E")
        ->capture_default_str();
    command.add_option("--validation", options.validation, "Share of the instances that is held out")
        ->check(real_number(0, 0.5))
        ->type_name("SHARE")
        ->capture_default_str();
}

void add_model_options(CLI::App& command, TrainOptions& options) {
    command.add_option("--model", options.model, "The paper's network, or a linear scorer")
        ->check(CLI::IsMember({"network", "linear"}))
        ->type_name("KIND")
        ->capture_default_str();
    command
        .add_option(
            "--loss", options.loss,
            "Which of two starts ends shorter; the length itself; whether a perturbed start improves on "
            "its parent")
        ->check(CLI::IsMember({"pairs", "regression", "improve"}))
        ->type_name("LOSS")
        ->capture_default_str();
    command
        .add_option("--from", options.from,
                    "Begin with this network, trained before, instead of a random one")
        ->type_name("NET.safetensors");
    command
        .add_option(
            "--view", options.view,
            "How to look at a start: as given (the paper), with each route by itself tidied, or after "
            "one cycle of the paper's optimiser (costs part of a run, says far more)")
        ->check(CLI::IsMember({"given", "tidied", "cycle"}))
        ->type_name("HOW")
        ->capture_default_str();
    const auto size = [&](const std::string& name, int& value, const std::string& text) {
        command.add_option(name, value, text)
            ->check(whole_number(1, 4096))
            ->type_name("N")
            ->capture_default_str();
    };
    size("--hidden", options.shape.hidden, "Units of the LSTM, each way");
    size("--embedding", options.shape.embedding, "Width of a route's embedding");
    size("--attention", options.shape.attention, "Width of the attention, all heads together");
    size("--heads", options.shape.heads, "Heads of the attention");
    size("--dense", options.shape.dense, "Width of the last hidden layer");
}

void add_optimisation_options(CLI::App& command, TrainOptions& options) {
    command.add_option("--epochs", options.epochs, "How often each sample is seen; may be a fraction")
        ->check(positive_number(1e6))
        ->type_name("X")
        ->capture_default_str();
    command.add_option("--batch", options.batch, "Starts in a batch")
        ->check(whole_number(2, 1 << 20))
        ->type_name("B")
        ->capture_default_str();
    command.add_option("--rate", options.rate, "Adam's learning rate")
        ->check(positive_number(1))
        ->type_name("R")
        ->capture_default_str();
    command
        .add_option("--schedule", options.schedule,
                    "Keep the rate, or let it fall to nothing as a cosine does")
        ->check(CLI::IsMember({"constant", "cosine"}))
        ->type_name("HOW")
        ->capture_default_str();
    command.add_option("--clip", options.clip, "Largest norm of a gradient; 0: any")
        ->check(real_number(0, 1e9))
        ->type_name("NORM")
        ->capture_default_str();
    command.add_flag("!--no-turn", options.turn, "Do not learn from instances turned and mirrored");
    command
        .add_option("--validate-every", options.validate_every,
                    "Starts between two validations; default: a tenth of the run, at most "
                    "1000000")
        ->check(whole_number(1, std::numeric_limits<std::int64_t>::max()))
        ->type_name("STARTS");
    command
        .add_option("--patience", options.patience,
                    "Stop after so many validations without improvement; 0: never")
        ->check(whole_number(0, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
}

/// Throws InputError where an option was given that a linear scorer has no use for.
void refuse_network_options(const CLI::App& command) {
    for (const char* option :
         {"--from", "--hidden", "--embedding", "--attention", "--heads", "--dense", "--epochs", "--batch",
          "--rate", "--schedule", "--clip", "--no-turn", "--validate-every", "--patience", "--seed",
          "--checkpoint-seconds", "--device"})
        if (command.count(option) > 0)
            throw InputError(std::string(option) + " is for networks: --model linear has no use for it");
}

bool any_pair_counts(const SampleSet& samples, std::int64_t groups, int cycles, double margin) {
    for (std::int64_t g = 0; g < groups; ++g)
        for (int i = 1; i < samples.recipe().starts; ++i)
            for (int j = 0; j < i; ++j)
                if (is_counted(samples.length(g, i, cycles) - samples.length(g, j, cycles), margin))
                    return true;
    return false;
}

}  // namespace

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

void add_train_command(CLI::App& program, const std::function<void(const TrainOptions&)>& run) {
    const auto options = std::make_shared<TrainOptions>();
    CLI::App& command =
        add_command(program, "train", "Train a value network, or a linear scorer, on samples",
                    "l2r train samples-50 -o net-50.safetensors --epochs 2 --schedule cosine --threads 2");
    add_data_options(command, *options);
    add_model_options(command, *options);
    add_optimisation_options(command, *options);
    add_seed_option(command, options->seed);
    add_threads_option(command, options->threads,
                       "How many threads work at once; the result does not depend on it");
    command.add_option("--checkpoint-seconds", options->checkpoint_seconds, "Time between two checkpoints")
        ->check(real_number(0, 1e6))
        ->type_name("S")
        ->capture_default_str();
    command
        .add_option("--device", options->device, "cpu, or what a GPU build of libtorch offers, such as cuda")
        ->type_name("NAME")
        ->capture_default_str();
    add_json_option(command, options->json);
    command.footer(
        command.get_footer() +
        "\n\nThe same command goes on where an interrupted one was.\nUnder mpirun the ranks share the work.");
    command.callback([&command, options, run] {
        if (options->model == "linear") refuse_network_options(command);
        if (options->shape.attention % options->shape.heads != 0)
            throw InputError("--attention must be a multiple of --heads");
        options->shape.outputs = static_cast<int>(options->cycles.size());
        run(*options);
    });
}

}  // namespace l2r
