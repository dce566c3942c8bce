#include "run_program.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "exit_code.hpp"

namespace l2r {
namespace {

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

int run(CLI::App& program, int argc, char** argv, const int& exit_code) {
    const auto is_named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && program.get_subcommands(is_named).empty())
        throw InputError(
            fmt::format("there is no command '{}'\nSee '{} --help'.", argv[1], program.get_name()));
    try {
        program.parse(argc, argv);
        return exit_code;
    } catch (const CLI::ParseError& error) {
        return answer(program, error);
    }
}

}  // namespace

int run_program(CLI::App& program, int argc, char** argv, const int& exit_code) {
    return exit_code_of([&] { return run(program, argc, argv, exit_code); });
}

}  // namespace l2r
