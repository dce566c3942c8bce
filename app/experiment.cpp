#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "experiment/statistics.hpp"
#include "experiment/testset.hpp"
#include "explore_options.hpp"
#include "options.hpp"
#include "problem/generate.hpp"
#include "scorer_option.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

struct TestSetOptions {
    int size = 100;
    int count = 200;
    std::optional<std::uint64_t> generate;
    ExploreOptions explore;
    int threads = 1;
    bool json = false;
};

std::vector<Instance> instances_for(const TestSetOptions& options) {
    if (!options.generate) return test_set(options.size, options.count);
    std::vector<Instance> instances;
    for (int i = 0; i < options.count; ++i)
        instances.push_back(random_instance(options.size, *options.generate, static_cast<std::uint64_t>(i)));
    return instances;
}

void report(const TestSetOptions& options, const ExploreOptions::Choice& choice, const SetResult& set,
            int ranks) {
    const Estimate length = estimate(set.lengths);
    const auto count = static_cast<double>(set.lengths.size());
    if (options.json)
        return print_json(
            {{"size", options.size},
             {"requested", options.count},
             {"count", set.lengths.size()},
             {"strategy", strategy_name(choice.settings.strategy)},
             {"optimiser", choice.optimiser->name()},
             {"scorer",
              choice.scorer ? nlohmann::ordered_json(choice.scorer_name) : nlohmann::ordered_json()},
             {"candidates", choice.settings.guidance.candidates},
             {"seed", choice.settings.seed},
             {"mean_length", length.mean},
             {"interval_95", {length.mean - length.half_width, length.mean + length.half_width}},
             {"runs_per_instance", static_cast<double>(set.runs) / count},
             {"seconds", set.seconds},
             {"cpu_seconds", set.cpu_seconds},
             {"lengths", set.lengths}});
    fmt::print("{} instances of {} customers: mean length {:.4f} ± {:.4f} (95 %)\n", set.lengths.size(),
               options.size, length.mean, length.half_width);
    fmt::print("for each instance {:.4f} s by the clock, {:.4f} s of CPU, {:.0f} runs\n",
               set.seconds * options.threads * ranks / count, set.cpu_seconds / count,
               static_cast<double>(set.runs) / count);
}

/// Ranks divide the instances; rank 0 speaks for all.
void run_test_set(TestSetOptions& options) {
    const std::unique_ptr<Ranks> ranks = join_ranks();
    ExploreOptions::Choice choice = options.explore.choose(options.size);
    choice.settings.stop.flag = &interrupted();
    const std::vector<Instance> instances = instances_for(options);
    const double seconds = choice.settings.stop.seconds;  // less what choosing takes, which is done once
    options.explore.choose_candidates(instances.front(), choice);
    choice.settings.stop.seconds = seconds;
    ExploreOptions::agree_on_candidates(*ranks, choice);
    choice.settings.ranks = ranks.get();
    ProgressLine line;
    const auto show = [&](int done) {  // the others are about as far
        if (ranks->rank() == 0)
            line.show(fmt::format("{} of {} instances", std::min(options.count, done * ranks->size()),
                                  options.count));
    };
    show(0);
    const SetResult set = explore_set(instances, *choice.optimiser, choice.scorer.get(), choice.settings,
                                      options.threads, [&](int done) {
                                          if (line.due()) show(done);
                                      });
    line.clear();
    tell_failures(*choice.optimiser);
    tell_if_silent(choice.scorer.get());
    if (ranks->rank() > 0) return;
    if (set.lengths.empty()) throw OutsideError("interrupted before the first instance was finished");
    if (set.lengths.size() < instances.size())
        tell("l2r: interrupted after {} of {} instances", set.lengths.size(), instances.size());
    report(options, choice, set, ranks->size());
}

void add_test_set(CLI::App& experiment) {
    const auto options = std::make_shared<TestSetOptions>();
    CLI::App& command =
        *experiment.add_subcommand("testset", "The test sets that the field reports on (seed 1234)");
    command.group("Commands");
    command.footer(
        "Under mpirun the ranks share the instances.\n\nExample:\n  l2r experiment testset --size 100 "
        "--count 200 --time 0.1");
    command.add_option("--size", options->size, "Customers in each instance; the field uses 20, 50 and 100")
        ->check(whole_number(1, Instance::node_limit - 1))
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--count", options->count, "How many instances, the first ones of the set")
        ->check(whole_number(1, 10'000))
        ->capture_default_str()
        ->type_name("C");
    command
        .add_option(
            "--generate", options->generate,
            "Use our generator's instances of this seed instead: for tuning, which a test set is not for")
        ->check(whole_number(0))
        ->type_name("SEED");
    options->explore.add_to(command, 0.1);
    add_threads_option(command, options->threads,
                       "How many instances are worked on at once, each by one thread");
    add_json_option(command, options->json);
    command.callback([options] { run_test_set(*options); });
}

}  // namespace

void add_experiment(CLI::App& program, int&) {
    CLI::App& command =
        add_command(program, "experiment", "Measure on many instances, with confidence intervals",
                    "l2r experiment testset --size 100 --count 200 --time 0.1");
    command.require_subcommand(1);
    add_test_set(command);
    add_experiment_paper(command);
    add_experiment_starts(command);
}

}  // namespace l2r
