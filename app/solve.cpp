#include <CLI/CLI.hpp>
#include <memory>

#include "base/error.hpp"
#include "commands.hpp"
#include "instance_list.hpp"
#include "options.hpp"
#include "solve_many.hpp"
#include "solve_one.hpp"
#include "solve_options.hpp"
#include "usage.hpp"

namespace l2r {
namespace {

/// A word among several inputs was hardly meant as an instance. A file that is not there costs no other.
void refuse_stray_word(const CLI::App& command, const std::vector<std::string>& inputs) {
    const std::string word = stray_word(inputs);
    if (word.empty()) return;
    std::vector<std::string> options;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    throw InputError("'" + word + "' is neither a file nor a folder" + did_you_mean(word, options));
}

}  // namespace

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
    command.callback([options, &command, &exit_code] {
        if (!are_many(options->inputs)) return solve_one(*options);
        refuse_stray_word(command, options->inputs);
        exit_code = solve_many(*options);
    });
}

}  // namespace l2r
