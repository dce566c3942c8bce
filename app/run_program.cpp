#include "run_program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "exit_code.hpp"
#include "usage.hpp"

namespace l2r {
namespace {

/// Help and version were asked for, or the command line is wrong.
int answer(CLI::App& program, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);
    return complain(
        fmt::format("{}\nSee '{} --help'.", what_is_wrong(program, error), named_command(program).name),
        bad_input);
}

/// A command that does not share its work would do all of it on every rank.
void refuse_ranks(const CLI::App& program) {
    constexpr std::array sharing{"l2r generate samples",
                                 "l2r experiment paper",
                                 "l2r experiment testset",
                                 "l2r evaluate",
                                 "l2r solve",
                                 "l2r train"};
    const Launch launch = launched();
    const std::string name = named_command(program).name;
    if (launch.size == 1 || std::find(sharing.begin(), sharing.end(), name) != sharing.end()) return;
    // The first rank that fails ends the others: those have to leave it to rank 0 to speak.
    if (launch.rank > 0) throw CLI::Success();
    throw InputError(fmt::format(
        "'{}' would do the same work on every rank: start it without mpirun. Ranks share the work "
        "of '{}'",
        name, fmt::join(sharing, "', '")));
}

/// `help` in front is `--help` at the end.
std::vector<std::string> words_given(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.front() != "help") return words;
    words.erase(words.begin());
    words.emplace_back("--help");
    return words;
}

int run(CLI::App& program, int argc, char** argv, const int& exit_code) {
    std::vector<std::string> words = words_given(argc, argv);
    const std::vector<std::string> commands = names_of_commands(program);
    if (!words.empty() && !words[0].starts_with('-') &&
        std::find(commands.begin(), commands.end(), words[0]) == commands.end())
        throw InputError(fmt::format("there is no command '{}'{}\nSee '{} --help'.", words[0],
                                     did_you_mean(words[0], commands), program.get_name()));
    program.parse_complete_callback([&program] { refuse_ranks(program); });
    try {
        std::reverse(words.begin(), words.end());  // as CLI11 wants them
        program.parse(std::move(words));
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
