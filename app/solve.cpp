#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "solve_one.hpp"
#include "solve_options.hpp"

namespace l2r {

void add_solve(CLI::App& program, int&) {
    const auto options = std::make_shared<SolveOptions>();
    CLI::App& command =
        add_command(program, "solve", "Find short routes for an instance",
                    "l2r solve examples/town-100.vrp --time 5 -o town-100.sol --plot town-100.html");
    options->add_to(command);
    command.callback([options] { solve_one(*options); });
}

}  // namespace l2r
