#include "run_program.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <new>

#include "base/error.hpp"

namespace l2r {
namespace {

enum ExitCode { bad_input = 2, outside_failed = 3 };  // 0: done; 1: the answer is no

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

int run(CLI::App& program, int argc, char** argv, const int& exit_code) {
    const auto is_named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && program.get_subcommands(is_named).empty())
        throw InputError(
            fmt::format("there is no command '{}'\nSee '{} --help'.", argv[1], program.get_name()));
    int code = 0;
    try {
        program.parse(argc, argv);
        code = exit_code;
    } catch (const CLI::ParseError& error) {
        code = answer(program, error);
    }
    if (!std::cout.flush() || std::fflush(stdout) != 0) throw OutsideError("cannot write to standard output");
    return code;
}

}  // namespace

int run_program(CLI::App& program, int argc, char** argv, const int& exit_code) {
    try {
        return run(program, argc, argv, exit_code);
    } catch (const InputError& error) {
        return complain(error.what(), bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", outside_failed);
    } catch (const std::exception& error) {
        return complain(error.what(), outside_failed);
    }
}

}  // namespace l2r
