#pragma once

#include <string>
#include <string_view>

#include "problem/solution.hpp"

namespace l2r {

/// More customers than this are refused: there is a row for every two of them.
constexpr int integer_program_limit = 200;

/// The integer program of the paper's supplement, in the LP format that CBC, GLPK, HiGHS and others read.
///
/// x_i_j is 1 where a route goes from i to j; u_i is the load that has been delivered up to and at customer
/// i; k is the number of routes. What the paper leaves to M = N vehicles, some of which stay at home, is k
/// here, from the fewest that carry the demand on. Its constraints on loads are lifted; rows are
/// added for loads before and behind a customer and, up to 12 customers, for the vehicles that each set of
/// them needs. None of that cuts off a solution. Throws InputError above the limit, and where
/// routes or vehicles are limited, which it does not know.
std::string format_integer_program(const Instance& instance);

/// What CBC's solution file says.
struct ProgramAnswer {
    enum class Status { optimal, stopped, infeasible };
    Status status = Status::stopped;
    bool has_solution = false;
    Solution solution;
};

/// Reads the file that CBC's `solution` writes. Throws InputError where that cannot be understood, where a
/// choice is neither made nor left, and where the choices are no routes.
ProgramAnswer parse_cbc_solution(std::string_view text, const Instance& instance);

/// The last lower bound in what CBC prints; minus infinity where there is none.
double parse_cbc_bound(std::string_view printed);

}  // namespace l2r
