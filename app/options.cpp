#include "options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "diagnostics.hpp"
#include "problem/instance_file.hpp"
#include "problem/sol_file.hpp"
#include "usage.hpp"

namespace l2r {
namespace {

constexpr std::array<std::pair<const char*, Rounding>, 5> roundings{{{"none", Rounding::none},
                                                                     {"nearest", Rounding::nearest},
                                                                     {"ceil", Rounding::ceil},
                                                                     {"trunc", Rounding::trunc},
                                                                     {"tenths", Rounding::tenths}}};

/// All of the text as a decimal number.
std::optional<double> number_in(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

}  // namespace

CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example) {
    CLI::App& command = *program.add_subcommand(name, description);
    command.group("Commands");
    command.footer("Example:\n  " + example);
    const std::string examples = program.get_footer();
    program.footer((examples.empty() ? "Examples:" : examples) + "\n  " + example);
    return command;
}

CLI::Option* add_round_option(CLI::App& command, std::optional<Rounding>& rounding) {
    const auto read = [&rounding](const std::string& name) {
        for (const auto& [known, value] : roundings)
            if (name == known) rounding = value;
    };
    return command
        .add_option_function<std::string>("--round", read,
                                          "Round each distance so, whatever the file says: none, nearest, "
                                          "ceil, trunc; tenths: to one decimal")
        ->check(one_of({"none", "nearest", "ceil", "trunc", "tenths"}))
        ->type_name("HOW");
}

CLI::Option* add_vehicles_option(CLI::App& command, int& vehicles) {
    return command.add_option("--vehicles", vehicles, "At most so many routes; default: as many as wanted")
        ->check(whole_number(1, Instance::node_limit))
        ->type_name("K");
}

std::string input_file(const std::string& name) {
    if (name == "-" && launched().size != 1)
        throw InputError(
            "standard input reaches one rank alone: under mpirun, name a file that all can read");
    return name == "-" ? "/dev/stdin" : name;
}

void add_instance_argument(CLI::App& command, std::string& file, StopsOptions& stops) {
    command
        .add_option("INSTANCE", file,
                    "The instance: a file of CVRPLIB, TSPLIB or Solomon, a table of stops (CSV) or a problem "
                    "of VROOM (JSON); - for standard input")
        ->required()
        ->type_name("FILE");
    add_stops_options(command, stops);
}

void add_stops_options(CLI::App& command, StopsOptions& stops) {
    command.add_option("--capacity", stops.capacity, "Of each vehicle, for a table of stops")
        ->check(whole_number(1, Instance::capacity_limit))
        ->type_name("Q");
    command.add_option("--depot", stops.depot, "The depot's id in such a table; default: its first row")
        ->type_name("ID");
    command
        .add_option_function<std::string>(
            "--matrix", [&stops](const std::string& name) { stops.matrix = input_file(name); },
            "Distances between the stops, a table (CSV) or an array of NumPy (.npy); default: those between "
            "their places")
        ->type_name("FILE");
}

Instance read_instance(const std::string& file, std::optional<Rounding> rounding, const StopsOptions& stops,
                       int vehicles) {
    InstanceFile read = read_instance_file(input_file(file), {rounding, stops});
    if (launched().rank == 0)
        for (const std::string& warning : read.warnings) tell("l2r: warning: {}: {}", file, warning);
    Instance& instance = read.instance;
    if (vehicles == 0) return std::move(instance);
    try {
        return instance.with_vehicles(vehicles);
    } catch (const InputError& error) {
        throw InputError("--vehicles: " + std::string(error.what()));
    }
}

Solution read_feasible(const std::string& file, const Instance& instance, bool any_fleet) {
    Solution solution = read_sol(input_file(file)).solution;
    const std::vector<std::string> wrong =
        any_fleet ? faults_of_routes(instance, solution) : faults(instance, solution);
    if (!wrong.empty()) throw InputError(file, 0, wrong.front());
    return solution;
}

std::string counted(std::int64_t count, const std::string& what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

double gap(double length, double base) {
    return base > 0 ? 100 * (length / base - 1) : 0;
}

CLI::Validator one_of(const std::vector<std::string>& words) {
    const auto fault = [words](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        return fmt::format("'{}' is not one of: {}{}", text, fmt::join(words, ", "),
                           did_you_mean(text, words));
    };
    return CLI::Validator(fault, "");
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto fault = [least, most](const std::string& text) {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        const bool plain = error == std::errc() && rest == end && (text.size() == 1 || text[0] != '0');
        if (plain && value >= least && value <= most) return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
    };
    return CLI::Validator(fault, "");
}

CLI::Validator real_number(double least, double most) {
    const auto fault = [least, most](const std::string& text) {
        const std::optional<double> value = number_in(text);
        if (value && *value >= least && *value <= most) return std::string();
        return fmt::format("'{}' is not a number from {} to {}", text, least, most);
    };
    return CLI::Validator(fault, "");
}

CLI::Validator positive_number(double most) {
    const auto fault = [most](const std::string& text) {
        const std::optional<double> value = number_in(text);
        if (value && *value > 0 && *value <= most) return std::string();
        return fmt::format("'{}' is not a number above 0, up to {}", text, most);
    };
    return CLI::Validator(fault, "");
}

CLI::Validator not_negative(const std::string& what) {
    const auto fault = [what](const std::string& text) {
        const std::optional<double> value = number_in(text);
        return value && *value >= 0 ? std::string() : fmt::format("'{}' is not {}", text, what);
    };
    return CLI::Validator(fault, "");
}

CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed) {
    return command.add_option("--seed", seed, "Where random numbers start; same seed, same result")
        ->check(whole_number(0))
        ->type_name("S")
        ->capture_default_str();
}

CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& description) {
    return command.add_option("--threads", threads, description)
        ->check(whole_number(1, 1024))
        ->capture_default_str()
        ->type_name("N");
}

CLI::Option* add_json_option(CLI::App& command, bool& json) {
    return command.add_flag("--json", json, "Print the result as one JSON object");
}

std::string rounding_name(Rounding rounding) {
    for (const auto& [name, value] : roundings)
        if (rounding == value) return name;
    return "none";
}

}  // namespace l2r
