#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "options.hpp"
#include "sample/samples.hpp"
#include "terminal.hpp"
#include "train_options.hpp"
#include "trainer_program.hpp"
#include "value/linear.hpp"

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
        ->check(one_of({"network", "linear"}))
        ->type_name("KIND")
        ->capture_default_str();
    command
        .add_option(
            "--loss", options.loss,
            "Which of two starts ends shorter; the length itself; whether a perturbed start improves on "
            "its parent")
        ->check(one_of({"pairs", "regression", "improve"}))
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
        ->check(one_of({"given", "tidied", "cycle"}))
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
        ->check(one_of({"constant", "cosine"}))
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

LinearSettings linear_settings(const TrainOptions& options) {
    LinearSettings settings;
    settings.outputs = options.outputs();
    if (options.loss == "regression") settings.target = LinearTarget::length;
    if (options.loss == "improve") settings.target = LinearTarget::improves;
    settings.reading = reading_named(options.view);
    settings.validation = options.validation;
    settings.margin = options.margin;
    settings.threads = options.threads;
    return settings;
}

void report(const TrainOptions& options, const LinearFit& fit, bool means) {
    tell("l2r: wrote {}", options.output.string());
    if (fit.held_out_accuracy.empty())
        tell(
            "l2r: how good it is is not known: no pairs of starts that differ by the margin were held out; "
            "choose a larger --validation or a smaller --margin, or make more samples");
    if (options.json)
        return print_json({{"weights", options.output.string()},
                           {"groups", fit.training_groups},
                           {"held_out_groups", fit.held_out_groups},
                           {"cycles", options.cycles},
                           {"held_out_accuracy", fit.held_out_accuracy}});
    for (std::size_t k = 0; k < fit.held_out_accuracy.size(); ++k)
        fmt::print("{}: {:.2f} % of the held-out pairs{} are in the right order\n",
                   options.cycles[k] == "converged" ? "at the end" : "after cycle " + options.cycles[k],
                   100 * fit.held_out_accuracy[k], means ? " of means" : "");
}

void train_linear(const TrainOptions& options) {
    if (join_ranks()->rank() != 0) return;  // it takes seconds: one process is enough
    check_weights_writable(options.output);
    const SampleSet samples = SampleSet::read(options.samples);
    ProgressLine line;
    const LinearFit fit = fit_linear(samples, linear_settings(options), [&](std::int64_t done) {
        if (line.due()) line.show(fmt::format("{} of {} groups", done, samples.groups()));
    });
    line.clear();
    write_weights(options.output, fit.weights);
    report(options, fit, samples.recipe().orders > 1);
}

/// What l2r-train would refuse for the user's fault.
void check_training(const TrainOptions& options) {
    check_weights_writable(options.output);
    check_samples(options, SampleSet::read(options.samples));
    if (!options.from.empty()) first_network(options);
}

}  // namespace

void add_train(CLI::App& program, int&) {
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
    command.callback([&command, options] {
        if (options->model == "linear") refuse_network_options(command);
        if (options->shape.attention % options->shape.heads != 0)
            throw InputError("--attention must be a multiple of --heads");
        options->shape.outputs = static_cast<int>(options->cycles.size());
        if (options->model == "linear") return train_linear(*options);
        if (is_only_checked()) return check_training(*options);
        become_trainer("train", words_of(*options));
    });
}

}  // namespace l2r
