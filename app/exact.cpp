#include "experiment/exact.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "experiment/integer_program.hpp"
#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "problem/sol_file.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

struct ExactOptions {
    std::string instance_file, solution_file, program_file, judged_file;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    double seconds = 60;
    bool json = false;
};

/// A solution that is often optimal already; only the proof is missing.
Solution search(const Instance& instance) {
    ExploreSettings settings;
    settings.stop.runs = 2'000;
    settings.stop.seconds = 5;
    settings.stop.flag = &interrupted();
    return explore(instance, paper::LocalSearch(), nullptr, settings, {}).best;
}

/// The solution that the user wants to know the gap of.
std::optional<Solution> judged_solution(const ExactOptions& options, const Instance& instance) {
    if (options.judged_file.empty()) return std::nullopt;
    return read_feasible(options.judged_file, instance);
}

void print_for_people(const ExactResult& result, std::optional<double> judged) {
    fmt::print("{} {}\n", result.proven ? "optimum" : "length", short_number(result.length));
    if (!result.proven)
        fmt::print("lower bound {}{}\n", short_number(result.lower_bound),
                   result.lower_bound > 0
                       ? fmt::format(", gap {:.2f} %", gap(result.length, result.lower_bound))
                       : "");
    if (!judged) return;
    fmt::print("the solution {} is {:.2f} % above the {}\n", short_number(*judged),
               gap(*judged, result.length), result.proven ? "optimum" : "best that was found");
}

void print_as_json(const Instance& instance, const ExactResult& result, std::optional<double> judged) {
    nlohmann::ordered_json routes = nlohmann::ordered_json::array();
    for (int r = 0; r < result.best.routes(); ++r) routes.push_back(result.best.route(r));
    nlohmann::ordered_json json{{"instance", instance.name()},       {"customers", instance.customers()},
                                {"proven", result.proven},           {"length", result.length},
                                {"lower_bound", result.lower_bound}, {"routes", routes},
                                {"seconds", result.seconds},         {"solution_length", nullptr},
                                {"solution_gap_percent", nullptr}};
    if (judged) {
        json["solution_length"] = *judged;
        json["solution_gap_percent"] = gap(*judged, result.length);
    }
    print_json(json);
}

void solve(const ExactOptions& options) {
    const Instance instance = read_instance(options.instance_file, options.rounding, options.stops);
    const std::string program = format_integer_program(instance);  // refuses what is too large
    const std::optional<Solution> given = judged_solution(options, instance);
    const std::optional<double> judged = given ? std::optional(length(instance, *given)) : std::nullopt;
    for (const std::string& output : {options.solution_file, options.program_file}) {
        if (output == standard_output)
            throw InputError("standard output is for the lengths: name a file instead of -");
        if (!output.empty()) check_writable(output);
    }
    if (!options.program_file.empty()) write_file(options.program_file, program);
    ExactSettings settings;
    settings.seconds = options.seconds;
    settings.flag = &interrupted();
    Solution known = search(instance);
    if (given && *judged < length(instance, known)) known = *given;
    const ExactResult result = solve_exactly(instance, known, settings);
    Outputs outputs;
    const std::string solution = format_sol(result.best, result.length);
    const bool is_lost = !options.solution_file.empty() &&
                         !outputs.attempt([&] { write_file(options.solution_file, solution); });
    if (options.json)
        print_as_json(instance, result, judged);
    else
        print_for_people(result, judged);
    if (is_lost && !options.json) print_output(solution);
    if (is_lost) outputs.remark("the solution went to standard output");
    tell("{} in {:.2f} s", result.proven ? "proven" : "not proven", result.seconds);
    outputs.require_all();
}

}  // namespace

void add_exact(CLI::App& program, int&) {
    const auto options = std::make_shared<ExactOptions>();
    CLI::App& command = add_command(
        program, "exact",
        "Find and prove the optimum of a tiny instance with the solver CBC (apt-get install coinor-cbc). The "
        "integer program is that of the paper's supplement, which is weak: seconds for up to 12 customers, "
        "where all that can be added to it is, and beyond 15 hardly more than a lower bound",
        "l2r exact tiny.vrp --solution mine.sol --lp tiny.lp");
    add_instance_argument(command, options->instance_file, options->stops);
    command.add_option("-o,--output", options->solution_file, "Write the solution here")->type_name("FILE");
    command.add_option("--solution", options->judged_file, "Say how far this solution is from the optimum")
        ->type_name("FILE");
    command.add_option("--lp", options->program_file, "Write the integer program here, in LP format")
        ->type_name("FILE");
    command.add_option("--time", options->seconds, "Stop after so many seconds, with a lower bound")
        ->check(positive_number(1e9))
        ->capture_default_str()
        ->type_name("SECONDS");
    add_round_option(command, options->rounding);
    add_json_option(command, options->json);
    command.callback([options] { solve(*options); });
}

}  // namespace l2r
