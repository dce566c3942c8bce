#include "usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace l2r {
namespace {

/// How many letters have to be added, left out, changed or swapped with the next to make one word of the
/// other.
std::size_t slips_between(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> slips(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                slips[i][j] = i + j;
                continue;
            }
            slips[i][j] = std::min({slips[i - 1][j] + 1, slips[i][j - 1] + 1,
                                    slips[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                slips[i][j] = std::min(slips[i][j], slips[i - 2][j - 2] + 1);
        }
    return slips[a.size()][b.size()];
}

std::string without_dashes(const std::string& option) {
    return option.substr(std::min(option.find_first_not_of('-'), option.size()));
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* each : command.get_options())
        for (const std::string& name : each->get_lnames()) known.push_back("--" + name);
    return "there is no option " + option + did_you_mean(option, known);
}

std::string unknown_word(const NamedCommand& command, const std::string& word) {
    const std::vector<std::string> known = names_of_commands(*command.app);
    if (known.empty()) return fmt::format("'{}' is one word too many", word);
    return fmt::format("there is no command '{} {}'{}", command.name, word, did_you_mean(word, known));
}

std::string what_is_missing(const NamedCommand& command, const CLI::ParseError& error) {
    for (const CLI::Option* option : command.app->get_options()) {
        if (!option->get_required() || option->count() > 0) continue;
        std::string meaning = option->get_description();
        meaning[0] = static_cast<char>(std::tolower(meaning[0]));
        return option->get_name() + " is missing: " + meaning;
    }
    const std::vector<std::string> known = names_of_commands(*command.app);
    if (known.empty()) return error.what();
    return fmt::format("'{}' is to be followed by one of: {}", command.name, fmt::join(known, ", "));
}

/// CLI11 names the option first.
std::string wrong_number_of_values(const CLI::App& command, const CLI::ParseError& error) {
    const std::string what = error.what(), name = what.substr(0, what.find(':'));
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return what;
    if (option->count() > 1) return name + " is given more than once";
    return name + " takes a value: " + option->get_type_name();
}

}  // namespace

NamedCommand named_command(const CLI::App& program) {
    NamedCommand found{&program, program.get_name()};
    while (!found.app->get_subcommands().empty()) {
        found.app = found.app->get_subcommands().front();
        found.name += " " + found.app->get_name();
    }
    return found;
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
    const std::string given = without_dashes(word);
    std::size_t least = std::max<std::size_t>(1, given.size() / 3) + 1;
    std::string nearest;
    for (const std::string& each : known) {
        const std::string name = without_dashes(each);
        const bool is_begun = given.size() > 1 && name.starts_with(given);
        const std::size_t slips = is_begun ? 1 : slips_between(given, name);
        if (slips >= least) continue;
        least = slips;
        nearest = each;
    }
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

std::string what_is_wrong(const CLI::App& program, const CLI::ParseError& error) {
    const NamedCommand command = named_command(program);
    const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    if (is_missing || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        std::vector<std::string> unknown = program.remaining(true);
        std::erase(unknown, "--");
        for (const std::string& word : unknown)
            if (word.size() > 1 && word.starts_with('-')) return unknown_option(*command.app, word);
        return unknown.empty() ? what_is_missing(command, error) : unknown_word(command, unknown.front());
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        return wrong_number_of_values(*command.app, error);
    return error.what();
}

}  // namespace l2r
