#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/ranks.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "sample/samples.hpp"
#include "terminal.hpp"
#include "train_options.hpp"
#include "trainer_program.hpp"
#include "value/linear.hpp"

namespace l2r {
namespace {

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
    fmt::print(stderr, "l2r: wrote {}\n", options.output.string());
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
    add_train_command(program, [](const TrainOptions& options) {
        if (options.model == "linear") return train_linear(options);
        if (is_only_checked()) return check_training(options);
        become_trainer(own_arguments());
    });
}

}  // namespace l2r
