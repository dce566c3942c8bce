#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "explore/explore.hpp"
#include "explore/fewest_vehicles.hpp"
#include "explore_options.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "plot/route_map.hpp"
#include "problem/least_vehicles.hpp"
#include "problem/sol_file.hpp"
#include "solve_progress.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

struct SolveOptions {
    std::string instance_file, start_file, best_known_file, solution_file, plot_file;
    std::optional<Rounding> rounding;
    int vehicles = 0;
    bool fewest_vehicles = false;
    ExploreOptions explore;
    int threads = 0;
    bool log = false;
    bool explain = false;
    bool json = false;
};

Observer watch(const SolveOptions& options, SolveProgress& progress) {
    Observer observer;
    observer.improved = [&options, &progress](const Improvement& step, const Solution& solution) {
        progress.improved(step.length, solution.used_routes());
        if (options.log) tell("{:10.3f} s {:12} {:>14}", step.seconds, step.run, short_number(step.length));
    };
    observer.ran = [&progress](std::int64_t run, double) { progress.ran(run + 1); };
    return observer;
}

nlohmann::ordered_json as_json(const Guidance& guidance) {
    nlohmann::ordered_json json{{"guided_runs", guidance.guided_runs},
                                {"control_runs", guidance.control_runs},
                                {"guided_length", guidance.guided_length},
                                {"control_length", guidance.control_length},
                                {"guided_improvements", guidance.guided_improvements},
                                {"control_improvements", guidance.control_improvements},
                                {"cost_ratio", guidance.cost_ratio},
                                {"dropped_at", guidance.dropped_at}};
    if (guidance.dropped_at < 0) json["dropped_at"] = nullptr;
    return json;
}

nlohmann::ordered_json as_json(const FewestVehicles& fewest) {
    return {{"found", fewest.found()}, {"least", fewest.least}, {"proven", fewest.is_proven()}};
}

nlohmann::ordered_json as_json(const Instance& instance, const ExploreOptions::Choice& choice,
                               const Exploration& result, const std::optional<FewestVehicles>& fewest,
                               std::optional<double> best_known, double cpu_seconds) {
    nlohmann::ordered_json routes = nlohmann::ordered_json::array(),
                           history = nlohmann::ordered_json::array();
    for (int r = 0; r < result.best.routes(); ++r) routes.push_back(result.best.route(r));
    for (const Improvement& step : result.history)
        history.push_back({{"run", step.run}, {"seconds", step.seconds}, {"length", step.length}});
    return {{"instance", instance.name()},
            {"customers", instance.customers()},
            {"length", result.length},
            {"best_known", best_known ? nlohmann::ordered_json(*best_known) : nlohmann::ordered_json()},
            {"gap_percent",
             best_known ? nlohmann::ordered_json(gap(result.length, *best_known)) : nlohmann::ordered_json()},
            {"routes", routes},
            {"runs", result.runs},
            {"iterations", result.iterations},
            {"seconds", result.seconds},
            {"cpu_seconds", cpu_seconds},
            {"threads", result.threads},
            {"stopped_by", stop_reason_text(result.reason)},
            {"strategy", strategy_name(choice.settings.strategy)},
            {"optimiser", choice.optimiser->name()},
            {"scorer", choice.scorer ? nlohmann::ordered_json(choice.scorer_name) : nlohmann::ordered_json()},
            {"candidates", choice.settings.guidance.candidates},
            {"guidance", result.guidance ? as_json(*result.guidance) : nlohmann::ordered_json()},
            {"fewest_vehicles", fewest ? as_json(*fewest) : nlohmann::ordered_json()},
            {"failed_runs", result.failed_runs},
            {"seed", choice.settings.seed},
            {"history", history}};
}

/// What would only show after the search shows before it.
void check_outputs(const SolveOptions& options) {
    const auto is_same = [](const std::string& a, const std::string& b) {
        std::error_code none;
        return !a.empty() && !b.empty() && (a == b || std::filesystem::equivalent(a, b, none));
    };
    require_svg("--plot", options.plot_file);
    if (options.plot_file == standard_output && (options.json || options.solution_file.empty()))
        throw InputError(options.json
                             ? "--plot - and --json both want standard output"
                             : "--plot - wants standard output, where the solution goes; give that a "
                               "file with -o");
    for (const std::string& output : {options.solution_file, options.plot_file}) {
        if (output == standard_output) continue;
        if (is_same(output, input_file(options.instance_file)))
            throw InputError(output + " is the instance; it is not overwritten");
        if (!output.empty()) check_writable(output);
    }
    if (is_same(options.solution_file, options.plot_file))
        throw InputError("-o and --plot name the same file");
}

/// The solution comes first: to its file, to standard output where there is none or it cannot be written, and
/// where that fails too, to standard error.
Outputs write_outputs(const Instance& instance, const SolveOptions& options, const Exploration& result,
                      const nlohmann::ordered_json& json) {
    Outputs outputs;
    const std::string text = format_sol(result.best, result.length);
    const bool has_file = !options.solution_file.empty();
    const bool is_saved = has_file && outputs.attempt([&] { write_file(options.solution_file, text); });
    const bool is_printed = (options.json || !is_saved) &&
                            outputs.attempt([&] { options.json ? print_json(json) : print_output(text); });
    if (has_file && !is_saved && is_printed) outputs.remark("the solution went to standard output");
    if (!is_saved && !is_printed) tell_line(text);
    if (options.plot_file == standard_output && !is_saved)
        outputs.remark("so the picture did not");
    else if (!options.plot_file.empty())
        outputs.attempt([&] { write_output(options.plot_file, route_map(instance, result.best, {})); });
    return outputs;
}

/// What guidance bought, in a sentence or two.
std::string in_words(const Guidance& guidance, Strategy strategy) {
    std::string text =
        fmt::format("guidance: {} guided runs, {} without", guidance.guided_runs, guidance.control_runs);
    if (guidance.control_runs == 0 || guidance.guided_runs == 0) return text;
    if (strategy == Strategy::perturb_best)
        text += fmt::format("; {} and {} improvements", guidance.guided_improvements,
                            guidance.control_improvements);
    else
        text += fmt::format("; mean lengths {} and {}", short_number(guidance.guided_length),
                            short_number(guidance.control_length));
    text += fmt::format("; a guided run took {:.1f} times as long", guidance.cost_ratio);
    if (guidance.dropped_at >= 0)
        text += fmt::format("; dropped after {} runs: it did not pay", guidance.dropped_at);
    return text;
}

/// The answer to --vehicles min.
std::string in_words(const FewestVehicles& fewest) {
    if (fewest.is_proven())
        return fmt::format("fewest vehicles: {}; the demand takes no fewer", fewest.found());
    const std::string tried =
        fewest.iterations_for_fewer == 0
            ? "; there was no time to look for fewer"
            : fmt::format(", none with {} in {} ({:.2f} s)", fewest.found() - 1,
                          counted(fewest.iterations_for_fewer, "iteration"), fewest.seconds_for_fewer);
    return fmt::format("fewest vehicles: {} found{}; the demand takes at least {}", fewest.found(), tried,
                       fewest.least);
}

/// "strategy restart, optimiser anneal, no scorer".
std::string in_words(const ExploreOptions::Choice& choice) {
    return fmt::format("strategy {}, optimiser {}, {}", strategy_name(choice.settings.strategy),
                       choice.optimiser->name(),
                       choice.scorer ? "scorer " + choice.scorer_name : "no scorer");
}

/// What was found, and what that took.
void tell_result(const ExploreOptions::Choice& choice, const Exploration& result,
                 const std::optional<FewestVehicles>& fewest, std::optional<double> best_known) {
    const std::string iterations =
        result.iterations == 0 ? "" : fmt::format(" ({})", counted(result.iterations, "iteration"));
    const std::string threads = result.threads == 1 ? "" : fmt::format(" on {} threads", result.threads);
    tell("length {}{}, {}, {}{} in {:.2f} s{}, stopped by: {}; {}", short_number(result.length),
         best_known ? fmt::format(", gap {:.2f} %", gap(result.length, *best_known)) : "",
         counted(result.best.routes(), "route"), counted(result.runs, "run"), iterations, result.seconds,
         threads, stop_reason_text(result.reason), in_words(choice));
    if (fewest) tell("{}", in_words(*fewest));
    if (result.guidance && result.guidance->guided_runs > 0)
        tell("{}", in_words(*result.guidance, choice.settings.strategy));
    if (result.failed_runs > 0)
        tell("l2r: the optimiser made nothing of {}; the last time, {}", counted(result.failed_runs, "run"),
             result.last_failure);
}

/// A number, or the length of a solution.
std::optional<double> best_known_length(const SolveOptions& options, const Instance& instance) {
    const std::string& given = options.best_known_file;
    if (given.empty()) return std::nullopt;
    const std::optional<double> number = text::number(given);
    if (number && !(*number > 0)) throw InputError("--best-known: a length must be above 0, not " + given);
    return number ? number : length(instance, read_feasible(given, instance));
}

void refuse_too_few_vehicles(const Instance& instance) {
    if (const int least = least_vehicles(instance); instance.max_routes() < least)
        throw InputError(fmt::format("--vehicles: {} are too few: the demand takes at least {}",
                                     instance.max_routes(), least));
}

void solve(SolveOptions& options) {
    if (options.solution_file == standard_output) {
        if (options.json) throw InputError("-o - and --json both want standard output");
        options.solution_file.clear();
    }
    SolveProgress progress;
    ProgressLine line;
    line.follow([&progress] { return progress.text(); });
    progress.enter("reading " + options.instance_file);
    Instance instance = read_instance(options.instance_file, options.rounding, options.vehicles);
    refuse_too_few_vehicles(instance);
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
    if (!options.plot_file.empty() && !instance.has_places())
        throw InputError(options.instance_file, 0, "has no coordinates, so --plot has nothing to draw");
    check_outputs(options);
    settings.stop.flag = &interrupted();  // until here a signal ends the program: input may never come
    progress.enter("measuring what scores cost");
    options.explore.choose_candidates(instance, choice);
    if (options.explain)
        for (const std::string& text : options.explore.explanation(choice, instance)) tell_line(text);
    std::optional<FewestVehicles> fewest;
    if (options.fewest_vehicles) {
        ExploreOptions::require_place("--vehicles min", why_refused("fewest_vehicles", settings,
                                                                    *choice.optimiser, choice.scorer.get()));
        progress.enter("looking for the fewest vehicles");
        fewest = limit_to_fewest(instance, settings, *choice.optimiser, choice.scorer.get());
    }
    progress.begin_search(settings.stop, best_known);
    const double cpu_before = process_cpu_seconds();
    Exploration result =
        explore(instance, *choice.optimiser, choice.scorer.get(), settings, watch(options, progress));
    line.clear();
    add_time_before(options.explore.seconds_spent(), result);
    if (fewest) join(*fewest, result);
    const Outputs outputs = write_outputs(instance, options, result,
                                          options.json ? as_json(instance, choice, result, fewest, best_known,
                                                                 process_cpu_seconds() - cpu_before)
                                                       : nlohmann::ordered_json());
    tell_result(choice, result, fewest, best_known);
    outputs.require_all();
}

void add_vehicles_or_min_option(CLI::App& command, SolveOptions& options) {
    const auto read = [&options](const std::string& text) {
        options.fewest_vehicles = text == "min";
        if (!options.fewest_vehicles) options.vehicles = std::stoi(text);
    };
    const CLI::Validator number = whole_number(1, Instance::node_limit);
    const auto fault = [number](std::string& text) {
        if (text == "min") return std::string();
        const std::string of_number = number(text);
        return of_number.empty() ? of_number : of_number + ", nor min";
    };
    command
        .add_option_function<std::string>(
            "--vehicles", read, "At most so many routes, or min for as few as can be found; default: any")
        ->check(CLI::Validator(fault, ""))
        ->type_name("K|min");
}

}  // namespace

void add_solve(CLI::App& program, int&) {
    const auto options = std::make_shared<SolveOptions>();
    CLI::App& command =
        add_command(program, "solve", "Find short routes for an instance",
                    "l2r solve examples/town-100.vrp --time 5 -o town-100.sol --plot town-100.svg");
    add_instance_argument(command, options->instance_file);
    command
        .add_option("-o,--output", options->solution_file,
                    "Write the solution here; - or no such option: to standard output")
        ->type_name("FILE");
    command
        .add_option("--plot", options->plot_file, "Draw the routes into this SVG file; - for standard output")
        ->type_name("FILE");
    command
        .add_option(
            "--start", options->start_file,
            "Start from this solution; the result is never longer, unless --vehicles makes do with fewer "
            "routes")
        ->type_name("FILE");
    command
        .add_option("--best-known", options->best_known_file,
                    "Say how far the result is from this length, or from that of a .sol file")
        ->type_name("LENGTH|FILE");
    options->explore.add_to(command, 10);
    add_threads_option(command, options->threads,
                       "How many threads work at once, with the strategies restart and perturb-best; with "
                       "--runs or --idle the result does not depend on it; default: all that pay")
        ->default_str("");
    add_round_option(command, options->rounding);
    add_vehicles_or_min_option(command, *options);
    command.add_flag("--explain", options->explain, "Say on standard error what was chosen, and why");
    command.add_flag("--log", options->log,
                     "Print every improvement on standard error: seconds, run, length");
    add_json_option(command, options->json);
    command.callback([options] { solve(*options); });
}

}  // namespace l2r
