#include "solve_one.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "diagnostics.hpp"
#include "options.hpp"
#include "problem/least_vehicles.hpp"
#include "problem/sol_file.hpp"
#include "scorer_option.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

Observer watch(const SolveOptions& options, SolveProgress& progress, RouteSteps& steps) {
    Observer observer;
    observer.improved = [&options, &progress, &steps](const Improvement& step, const Solution& solution) {
        progress.improved(step.length, solution.used_routes());
        if (options.drawn.shows_steps()) steps.add(step.seconds, step.length, solution);
        if (options.log) tell("{:10.3f} s {:12} {:>14}", step.seconds, step.run, short_number(step.length));
    };
    observer.ran = [&progress](std::int64_t run, double) { progress.ran(run + 1); };
    return observer;
}

/// What would only show after the search shows before it.
void check_outputs(const SolveOptions& options) {
    const std::string printed = options.json                    ? "--json"
                                : options.solution_file.empty() ? "the solution (-o gives it a file)"
                                                                : "";
    check_output_files({{"instance", options.instance_file}, {"matrix", options.stops.matrix.string()}},
                       {{"-o", options.solution_file},
                        {"--plot", options.drawn.plot_file},
                        {"--export", options.drawn.export_file}},
                       printed);
    options.drawn.check_names("--plot");
    for (const char* ending : {".html", ".htm", ".svg", ".png", ".csv", ".geojson", ".json"})
        if (options.solution_file.ends_with(ending))
            throw InputError(options.solution_file +
                             ": -o writes a solution, which would be misnamed; --plot draws "
                             "pages and pictures, --export writes GeoJSON, CSV and JSON, --json prints JSON");
}

/// The solution comes first: to its file, to standard output where there is none or it cannot be written, and
/// where that fails too, to standard error.
Outputs write_outputs(const SolveJob& job, const SolveOptions& options) {
    const auto& [instance, choice, best_known, fewest, result, failure, cpu_seconds, steps] = job;
    Outputs outputs;
    const std::string text = format_sol(result.best, result.length);
    const bool has_file = !options.solution_file.empty();
    const bool is_saved = has_file && outputs.attempt([&] { write_file(options.solution_file, text); });
    const bool is_printed = (options.json || !is_saved) && outputs.attempt([&] {
        options.json ? print_json(as_json(job)) : print_output(text);
    });
    if (has_file && !is_saved && is_printed) outputs.remark("the solution went to standard output");
    if (!is_saved && !is_printed) tell_line(text);
    options.drawn.write(outputs, instance, result.best, steps.chosen(), is_saved);
    return outputs;
}

/// A number, or the length of a solution.
std::optional<double> best_known_length(const SolveOptions& options, const Instance& instance) {
    const std::string& given = options.best_known_file;
    if (given.empty()) return std::nullopt;
    const std::optional<double> number = text::number(given);
    if (number && !(*number > 0)) throw InputError("--best-known: a length must be above 0, not " + given);
    return number ? number : length(instance, read_feasible(given, instance));
}

void refuse_too_few_vehicles(const Instance& instance, const SolveOptions& options) {
    if (const int least = least_vehicles(instance); instance.max_routes() < least)
        throw InputError(
            fmt::format("{}: {} are too few: the demand takes at least {}",
                        options.vehicles > 0 ? "--vehicles" : options.instance_file + ": vehicles",
                        instance.max_routes(), least));
}

}  // namespace

SolveJob read_job(const SolveOptions& options, SolveProgress& progress) {
    progress.enter("reading " + options.instance_file);
    Instance instance =
        read_instance(options.instance_file, options.rounding, options.stops, options.vehicles);
    refuse_too_few_vehicles(instance, options);
    ExploreOptions::Choice choice = options.explore.choose(instance.customers());
    ExploreSettings& settings = choice.settings;
    if (options.threads > 1)
        ExploreOptions::require_place(
            "--threads", why_refused("threads", settings, *choice.optimiser, choice.scorer.get()));
    settings.threads = options.threads;
    if (!options.start_file.empty())
        settings.warm_start =
            read_feasible(options.start_file, instance, choice.optimiser->traits().closes_routes);
    const std::optional<double> best_known = best_known_length(options, instance);
    check_outputs(options);
    options.drawn.check_places(options.instance_file, instance);
    return {std::move(instance), std::move(choice), best_known};
}

void search(SolveJob& job, SolveOptions& options, SolveProgress& progress) {
    auto& [instance, choice, best_known, fewest, result, failure, cpu_seconds, steps] = job;
    ExploreSettings& settings = choice.settings;
    settings.stop.flag = &interrupted();  // until here a signal ends the program: input may never come
    progress.enter("measuring what scores cost");
    options.explore.choose_candidates(instance, choice);
    if (settings.ranks != nullptr) ExploreOptions::agree_on_candidates(*settings.ranks, choice);
    if (options.explain && (settings.ranks == nullptr || settings.ranks->rank() == 0))
        for (const std::string& text : options.explore.explanation(choice, instance)) tell_line(text);
    if (options.fewest_vehicles) {
        if (settings.ranks != nullptr && settings.ranks->size() > 1)
            throw InputError("--vehicles min: several ranks cannot share this; start one");
        ExploreOptions::require_place("--vehicles min", why_refused("fewest_vehicles", settings,
                                                                    *choice.optimiser, choice.scorer.get()));
        progress.enter("looking for the fewest vehicles");
        fewest = limit_to_fewest(instance, settings, *choice.optimiser, choice.scorer.get());
    }
    if (settings.ranks != nullptr) settings.ranks->barrier();  // their clocks begin together
    progress.begin_search(settings.stop, best_known);
    const auto cpu_clock = settings.threads == 1 ? thread_cpu_seconds : process_cpu_seconds;
    const double cpu_before = cpu_clock();
    result = explore_until_failure(instance, *choice.optimiser, choice.scorer.get(), settings,
                                   watch(options, progress, steps));
    if (result.reason == StopReason::failure) failure = result.last_failure;
    cpu_seconds = cpu_clock() - cpu_before;
    tell_if_silent(choice.scorer.get());
    add_time_before(options.explore.seconds_spent(), result);
    if (fewest) join(*fewest, result);
}

void solve_one(SolveOptions& options) {
    options.instance_file = options.inputs.front();
    if (options.jobs > 0)
        throw InputError("--jobs is for several instances; how many threads work on one says --threads");
    if (options.solution_file == standard_output) {
        if (options.json) throw InputError("-o - and --json both want standard output");
        options.solution_file.clear();
    }
    const std::unique_ptr<Ranks> ranks = join_ranks();
    SolveProgress progress;
    ProgressLine line;
    line.follow([&progress] { return progress.text(); });
    SolveJob job = read_job(options, progress);
    if (ranks->size() > 1) job.choice.settings.ranks = ranks.get();
    search(job, options, progress);
    if (ranks->rank() > 0) return;  // rank 0 has it all
    line.clear();
    const Outputs outputs = write_outputs(job, options);
    tell_result(job);
    outputs.require_all();
    if (!job.failure.empty()) throw OutsideError(job.failure + "; the best solution until then was kept");
}

}  // namespace l2r
