#pragma once

#include <atomic>
#include <string>

#include "problem/solution.hpp"

namespace l2r {

struct ExactSettings {
    double seconds = 60;                      ///< limit, by the clock
    std::string program = "cbc";              ///< CBC, or a program that takes the same commands
    const std::atomic<bool>* flag = nullptr;  ///< raised from outside to stop
};

/// What is known about the shortest length once the search has ended.
struct ExactResult {
    Solution best;
    double length = 0;
    double lower_bound = 0;  ///< no solution is shorter; the length itself where that is proven
    bool proven = false;
    double seconds = 0;
};

/// Solves the integer program with CBC. `known` is a feasible solution: CBC ignores longer ones, and the
/// result is never longer. Throws InputError for too many customers, and OutsideError where there is
/// no CBC, or where it goes wrong.
ExactResult solve_exactly(const Instance& instance, const Solution& known, const ExactSettings& settings);

}  // namespace l2r
