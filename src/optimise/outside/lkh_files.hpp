#pragma once

#include <string>
#include <string_view>

#include "problem/solution.hpp"

/// The files that LKH-3 reads and writes (docs/formats.md). LKH counts nodes from 1, the depot; with V
/// vehicles, n + 2 .. n + V are further copies of the depot, and one tour through all of them is a solution.
namespace l2r::lkh {

/// How distances become the whole costs that LKH works with.
struct Costs {
    /// LKH adds penalties to costs times `precision`, in 32 bits, and its ascent takes steps of several times
    /// that: no product is above this.
    static constexpr double limit = 0x1p23;

    double scale = 1;   ///< a power of two; 1 for whole distances that are within the limit
    int precision = 1;  ///< LKH's PRECISION, 1 .. 100
    bool exact = true;  ///< costs are the distances

    static Costs of(const Instance& instance);
};

/// What LKH is told to do.
struct Parameters {
    int vehicles = 1;
    int precision = 1;
    int trials = 10;
    double seconds = 60;     ///< asked between trials
    std::uint32_t seed = 1;  ///< not 0, which means the time of day
};

/// The problem. Throws InputError for what LKH has no room for.
std::string format_problem(const Instance& instance);

/// A start as a tour. Where it has more than `vehicles` routes, the last vehicle drives those that are left
/// over one after another, which LKH then mends.
std::string format_tour(const Instance& instance, const Solution& solution, int vehicles);

/// The solution of a tour file. Throws InputError where that is not a whole one; whether the routes are
/// feasible is for the caller to see.
Solution parse_tour(std::string_view text, const Instance& instance, int vehicles);

/// File names in the folder that LKH runs in.
inline constexpr const char* problem_file = "problem.vrp";
inline constexpr const char* start_file = "start.tour";
inline constexpr const char* best_file = "best.tour";
inline constexpr const char* parameter_file = "run.par";

/// Parameters of a run that makes candidate edges and penalties for so many vehicles, and no tour.
std::string format_preparation(const Parameters& parameters);
/// Parameters of a run that begins with the start and uses what a preparation has made.
std::string format_run(const Parameters& parameters);

}  // namespace l2r::lkh
