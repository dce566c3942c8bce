#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/number.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "problem/instance_file.hpp"
#include "problem/sol_file.hpp"

namespace l2r {
namespace {

struct CheckOptions {
    std::string instance_file;
    std::string solution_file;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    int vehicles = 0;
    bool json = false;
};

struct Verdict {
    std::optional<double> length;  ///< none where a route names a customer that does not exist
    std::vector<std::string> faults;
    std::optional<std::string> hint;
};

/// Half a unit of the last digit stated; for fractions at least what sums in single precision may be off, as
/// some are.
double tolerance(double stated) {
    std::array<char, 400> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), stated, std::chars_format::fixed).ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const auto point = digits.find('.');
    const auto decimals = point == std::string_view::npos ? 0 : static_cast<int>(digits.size() - point - 1);
    if (decimals == 0) return 0.5;
    return std::max(0.5 * std::pow(10.0, -decimals), 2.5e-7 * std::abs(stated));
}

bool agrees(double length, double stated) {
    return std::abs(length - stated) <= tolerance(stated) * (1 + 1e-9);
}

bool can_measure(const Instance& instance, const Solution& solution) {
    return std::all_of(solution.customers().begin(), solution.customers().end(),
                       [&](Node customer) { return customer >= 1 && customer <= instance.customers(); });
}

/// None where a limit on routes leaves customers out of reach under this rounding.
std::optional<double> length_rounded(const CheckOptions& options, Rounding rounding,
                                     const Solution& solution) {
    try {
        return length(read_instance_file(options.instance_file, {rounding, options.stops}).instance,
                      solution);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// A rounding under which the stated cost is right: files often mean another one than they say.
std::optional<std::string> find_hint(const CheckOptions& options, Rounding tried, const SolutionFile& file) {
    if (options.instance_file == "-") return std::nullopt;  // it cannot be read again
    for (const Rounding rounding :
         {Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc, Rounding::tenths}) {
        if (rounding == tried) continue;
        const std::optional<double> other = length_rounded(options, rounding, file.solution);
        if (other && agrees(*other, *file.stated_cost))
            return fmt::format("with --round {} it is {}, as stated", rounding_name(rounding),
                               short_number(*other));
    }
    return std::nullopt;
}

Verdict judge(const CheckOptions& options, const Instance& instance, const SolutionFile& file) {
    Verdict verdict;
    verdict.faults = faults(instance, file.solution);
    if (!can_measure(instance, file.solution)) return verdict;
    verdict.length = length(instance, file.solution);
    if (!file.stated_cost || agrees(*verdict.length, *file.stated_cost)) return verdict;
    verdict.faults.push_back(fmt::format("the length is {}, but the file states {}",
                                         short_number(*verdict.length), *file.stated_cost));
    verdict.hint = find_hint(options, instance.rounding(), file);
    return verdict;
}

template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

void print_as_json(const Instance& instance, const SolutionFile& file, const Verdict& verdict) {
    print_json({{"instance", instance.name()},
                {"customers", instance.customers()},
                {"ok", verdict.faults.empty()},
                {"length", or_null(verdict.length)},
                {"routes", file.solution.routes()},
                {"stated_cost", or_null(file.stated_cost)},
                {"rounding", rounding_name(instance.rounding())},
                {"faults", verdict.faults},
                {"hint", or_null(verdict.hint)}});
}

void print_for_people(const SolutionFile& file, const Verdict& verdict) {
    if (verdict.length)
        fmt::print("length {}{}\n", short_number(*verdict.length),
                   file.stated_cost && agrees(*verdict.length, *file.stated_cost) ? ", as stated" : "");
    fmt::print("routes {}\n", file.solution.routes());
    if (verdict.faults.empty()) fmt::print("feasible\n");
    for (const std::string& fault : verdict.faults) fmt::print("fault: {}\n", fault);
    if (verdict.hint) fmt::print("hint: {}\n", *verdict.hint);
}

int check(const CheckOptions& options) {
    const Instance instance =
        read_instance(options.instance_file, options.rounding, options.stops, options.vehicles);
    const SolutionFile file = read_sol(input_file(options.solution_file));
    const Verdict verdict = judge(options, instance, file);
    if (options.json)
        print_as_json(instance, file, verdict);
    else
        print_for_people(file, verdict);
    return verdict.faults.empty() ? 0 : 1;
}

}  // namespace

void add_check(CLI::App& program, int& exit_code) {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App& command =
        add_command(program, "check",
                    "Recompute a solution: exit code 0 if it is feasible and costs what it says, else 1",
                    "l2r check town.vrp town.sol");
    add_instance_argument(command, options->instance_file, options->stops);
    command.add_option("SOL", options->solution_file, "The solution, a .sol file; - for standard input")
        ->required()
        ->type_name("FILE");
    add_round_option(command, options->rounding);
    add_vehicles_option(command, options->vehicles);
    add_json_option(command, options->json);
    command.callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace l2r
