#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "help.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
    int exit_code = 0;
    CLI::App program("l2r finds short routes for capacitated vehicle routing problems.", "l2r");
    program.set_version_flag("--version", "l2r " L2R_VERSION);
    program.require_subcommand(1);
    program.formatter(l2r::help_format());  // commands take it over
    for (const auto add : {l2r::add_solve, l2r::add_check, l2r::add_generate, l2r::add_samples,
                           l2r::add_train, l2r::add_train_policy, l2r::add_evaluate, l2r::add_exact,
                           l2r::add_plot, l2r::add_experiment, l2r::add_bench})
        add(program, exit_code);
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    return l2r::run_program(program, argc, argv, exit_code);
}
