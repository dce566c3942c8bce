#include "solve_options.hpp"

#include <CLI/CLI.hpp>

#include "options.hpp"

namespace l2r {
namespace {

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
        .add_option_function<std::string>("--vehicles", read,
                                          "At most so many routes; min: as few as can be found")
        ->check(CLI::Validator(fault, ""))
        ->type_name("K|min");
}

}  // namespace

void SolveOptions::add_to(CLI::App& command) {
    command
        .add_option("INSTANCE", inputs,
                    "The instance: a file of CVRPLIB, TSPLIB or Solomon, a table of stops (CSV) or a problem "
                    "of VROOM (JSON); - for standard input. Or several, and folders of them")
        ->required()
        ->type_name("FILE");
    explore.add_stop_rules(command, 10);
    command
        .add_option("-o,--output", solution_file,
                    "The solution, a .sol file; default: standard output. Of several instances, the "
                    "folder for NAME.sol")
        ->type_name("FILE|DIR");
    command
        .add_option(
            "--plot", drawn.plot_file,
            "Draw the routes: .svg, .png, or .html for a page that shows the search too; - for SVG on "
            "standard output")
        ->type_name("FILE");
    drawn.add_options(command);
    command.add_flag("--animate", drawn.is_animated, "The picture of --plot FILE.svg shows the search");
    add_json_option(command, json);
    add_vehicles_or_min_option(command, *this);
    add_stops_options(command, stops);
    add_round_option(command, rounding);
    command
        .add_option("--start", start_file,
                    "Start from this solution; the result is never longer, unless --vehicles makes do with "
                    "fewer routes")
        ->type_name("FILE");
    command
        .add_option("--best-known", best_known_file,
                    "Say how far the result is from this length, or from that of a .sol file")
        ->type_name("LENGTH|FILE");
    add_threads_option(command, threads,
                       "Threads at work; default: all that pay, or 1 for each of several instances")
        ->default_str("");
    command
        .add_option("--jobs", jobs,
                    "How many of several instances to solve at a time; default: all processors' worth")
        ->check(whole_number(1, 1024))
        ->type_name("N");
    explore.add_seed(command);
    command.add_flag("--explain", explain, "Say on standard error what was chosen, and why");
    command.add_flag("--log", log, "Print every improvement: seconds, run, length");
    explore.add_search(command);
}

}  // namespace l2r
