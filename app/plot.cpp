#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/error.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "options.hpp"
#include "plot/map_checks.hpp"
#include "plot/route_map.hpp"
#include "problem/sol_file.hpp"
#include "route_outputs.hpp"

namespace l2r {
namespace {

struct PlotOptions {
    std::string instance_file;
    std::string solution_file;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    RouteOutputs outputs;
};

void plot(const PlotOptions& options) {
    const RouteOutputs& files = options.outputs;
    if (files.plot_file.empty() && files.export_file.empty())
        throw InputError("-o is required, or --export; see: l2r plot --help");
    files.check_names("-o");
    check_output_files({{"instance", options.instance_file}, {"matrix", options.stops.matrix.string()}},
                       {{"-o", files.plot_file}, {"--export", files.export_file}}, "");
    const Instance instance = read_instance(options.instance_file, options.rounding, options.stops);
    files.check_places(options.instance_file, instance);
    Solution solution;
    if (!options.solution_file.empty()) {
        solution = read_sol(input_file(options.solution_file)).solution;
        if (const std::string fault = fault_line(instance, solution); !fault.empty())
            tell("l2r: {}: {}; 'l2r check' lists all that is wrong", options.solution_file, fault);
    }
    check_customers(instance, solution);
    Outputs outputs;
    files.write(outputs, instance, solution, {}, true);
    outputs.require_all();
}

}  // namespace

void add_plot(CLI::App& program, int&) {
    const auto options = std::make_shared<PlotOptions>();
    CLI::App& command = add_command(program, "plot", "Draw the routes of a solution, or just the places",
                                    "l2r plot town.vrp town.sol -o town.html");
    add_instance_argument(command, options->instance_file, options->stops);
    command.add_option("SOL", options->solution_file, "The solution, a .sol file; - for standard input")
        ->type_name("FILE");
    command
        .add_option(
            "-o,--output", options->outputs.plot_file,
            "The picture, .svg or .png, or .html for a page to zoom and to point at; - for SVG on standard "
            "output")
        ->type_name("FILE");
    options->outputs.add_options(command);
    add_round_option(command, options->rounding);
    command.add_option("--title", options->outputs.title, "Instead of the instance's name")
        ->type_name("TEXT");
    command.callback([options] { plot(*options); });
}

}  // namespace l2r
