#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "instance_list.hpp"
#include "options.hpp"
#include "solve_many.hpp"
#include "solve_one.hpp"
#include "solve_options.hpp"

namespace l2r {

void add_solve(CLI::App& program, int& exit_code) {
    const auto options = std::make_shared<SolveOptions>();
    CLI::App& command =
        add_command(program, "solve", "Find short routes for an instance",
                    "l2r solve examples/town-100.vrp --time 5 -o town-100.sol --plot town-100.html");
    command.footer(command.get_footer() +
                   "\n  l2r solve instances --time 10 --jobs 2 -o solutions\n\n"
                   "Several instances get a table, or with --json a line each, in the order of the "
                   "instances. Gaps are to NAME.sol beside NAME.vrp. Under mpirun the ranks share the "
                   "instances, or the search for a single one.");
    options->add_to(command);
    command.callback([options, &exit_code] {
        if (are_many(options->inputs))
            exit_code = solve_many(*options);
        else
            solve_one(*options);
    });
}

}  // namespace l2r
