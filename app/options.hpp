#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "print_json.hpp"
#include "problem/solution.hpp"
#include "problem/stops_file.hpp"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

/// What the commands share, so that the same words mean the same everywhere.
namespace l2r {

/// A command whose --help ends with `example`; the program's --help lists all of them.
CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example);

/// --round none|nearest|ceil|trunc: overrides how the file's distances are rounded.
CLI::Option* add_round_option(CLI::App& command, std::optional<Rounding>& rounding);

/// --vehicles K: at most K routes.
CLI::Option* add_vehicles_option(CLI::App& command, int& vehicles);

/// A file to be read: - is standard input.
std::string input_file(const std::string& name);
/// The argument INSTANCE, and for tables of stops --capacity, --depot and --matrix.
void add_instance_argument(CLI::App& command, std::string& file, StopsOptions& stops);
/// These options alone.
void add_stops_options(CLI::App& command, StopsOptions& stops);
/// A .vrp file or a table of stops, with the values of --round and of --vehicles, 0 where that is not given.
/// Warnings about the instance go to standard error.
Instance read_instance(const std::string& file, std::optional<Rounding> rounding, const StopsOptions& stops,
                       int vehicles = 0);
/// A .sol file. Throws InputError, naming it, where the solution is not feasible; where `any_fleet`, it may
/// have too many routes.
Solution read_feasible(const std::string& file, const Instance& instance, bool any_fleet = false);

/// "1 route", "2 routes".
std::string counted(std::int64_t count, const std::string& what);
/// How much longer than `base`, in percent.
double gap(double length, double base);

/// Checks for one of these words.
CLI::Validator one_of(const std::vector<std::string>& words);

/// Checks for a whole number within limits. CLI11's own would take -1 for 2^64-1, 010 for 8 and let numbers
/// overflow.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Checks for a decimal number within limits. CLI11's own would let nan through.
CLI::Validator real_number(double least, double most);
/// The same for numbers above 0.
CLI::Validator positive_number(double most);

/// Checks for a decimal number from 0 on; `what` as in "is not a number of seconds".
CLI::Validator not_negative(const std::string& what);

/// --seed S: a whole number from 0 to 2^64-1.
CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed);

/// --threads N.
CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& description);

/// --json: the result as one JSON object.
CLI::Option* add_json_option(CLI::App& command, bool& json);

/// The value of --round that means `rounding`.
std::string rounding_name(Rounding rounding);

}  // namespace l2r
