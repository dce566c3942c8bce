#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "diagnostics.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "plot/route_map.hpp"
#include "problem/sol_file.hpp"

namespace l2r {
namespace {

struct PlotOptions {
    std::string instance_file;
    std::string solution_file;
    std::string output;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    RouteMapOptions map;
};

void plot(const PlotOptions& options) {
    require_svg("-o", options.output);
    const Instance instance = read_instance(options.instance_file, options.rounding, options.stops);
    Solution solution;
    if (!options.solution_file.empty()) {
        solution = read_sol(input_file(options.solution_file)).solution;
        if (const std::string fault = fault_line(instance, solution); !fault.empty())
            tell("l2r: {}: {}; 'l2r check' lists all that is wrong", options.solution_file, fault);
    }
    write_output(options.output, route_map(instance, solution, options.map));
}

}  // namespace

void add_plot(CLI::App& program, int&) {
    const auto options = std::make_shared<PlotOptions>();
    CLI::App& command =
        add_command(program, "plot", "Draw the routes of a solution, or just the places, as SVG",
                    "l2r plot town.vrp town.sol -o town.svg");
    add_instance_argument(command, options->instance_file, options->stops);
    command.add_option("SOL", options->solution_file, "The solution, a .sol file; - for standard input")
        ->type_name("FILE");
    command.add_option("-o,--output", options->output, "The picture, a .svg file; - for standard output")
        ->required()
        ->type_name("FILE");
    add_round_option(command, options->rounding);
    command.add_option("--title", options->map.title, "Instead of the instance's name")->type_name("TEXT");
    command.callback([options] { plot(*options); });
}

}  // namespace l2r
