#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "problem/solution.hpp"

namespace l2r {

/// What a .sol file says; whether that is feasible, or costs what it says, is for `faults` and `length` to
/// tell.
struct SolutionFile {
    Solution solution;
    std::optional<double> stated_cost;
};

/// Reads CVRPLIB's .sol: `Route #1: 5 3 8` a line, `Cost 123` or `Cost: 123`; and TSPLIB's .tour. Throws
/// InputError `file:line: reason`.
SolutionFile parse_sol(std::string_view text, const std::string& file);
SolutionFile read_sol(const std::filesystem::path& path);

/// `cost` is printed with as many digits as it needs to be read back exactly.
std::string format_sol(const Solution& solution, double cost);

}  // namespace l2r
