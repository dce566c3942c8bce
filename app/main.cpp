#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <new>

#include "base/error.hpp"
#include "commands.hpp"

namespace {

enum ExitCode { done = 0, bad_input = 2, outside_failed = 3 };  // 1: the answer is no

int complain(const std::string& message, ExitCode code) {
    fmt::print(stderr, "l2r: {}\n", message);
    return code;
}

/// Help and version were asked for, or the command line is wrong.
int answer(CLI::App& program, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);
    const CLI::App* command = &program;
    std::string name = program.get_name();
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += " " + command->get_name();
    }
    return complain(fmt::format("{}\nSee '{} --help'.", error.what(), name), bad_input);
}

int run(int argc, char** argv) {
    int exit_code = done;
    CLI::App program("l2r finds short routes for capacitated vehicle routing problems.", "l2r");
    program.set_version_flag("--version", "l2r " L2R_VERSION);
    program.require_subcommand(1);
    for (const auto add :
         {l2r::add_solve, l2r::add_check, l2r::add_generate, l2r::add_samples, l2r::add_train,
          l2r::add_evaluate, l2r::add_plot, l2r::add_experiment, l2r::add_bench})
        add(program, exit_code);
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    const auto is_named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && program.get_subcommands(is_named).empty())
        throw l2r::InputError(fmt::format("there is no command '{}'\nSee 'l2r --help'.", argv[1]));
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exit_code = answer(program, error);
    }
    if (!std::cout.flush() || std::fflush(stdout) != 0)
        throw l2r::OutsideError("cannot write to standard output");
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const l2r::InputError& error) {
        return complain(error.what(), bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", outside_failed);
    } catch (const std::exception& error) {
        return complain(error.what(), outside_failed);
    }
}
