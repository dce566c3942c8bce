#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace l2r {

/// The command that the words so far name, as in "generate samples", and where it stands; the program itself
/// where they name none.
struct NamedCommand {
    const CLI::App* app;
    std::string name;
};
NamedCommand named_command(const CLI::App& program);

/// What is wrong with the command line, for people: what is missing, or unknown, and what may have been
/// meant.
std::string what_is_wrong(const CLI::App& program, const CLI::ParseError& error);

/// "; did you mean --time?" for what is a slip of the keyboard away; empty where nothing is.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);
std::vector<std::string> names_of_commands(const CLI::App& app);

}  // namespace l2r
