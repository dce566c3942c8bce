#pragma once

#include <nlohmann/json_fwd.hpp>

#include "explore/explore.hpp"
#include "explore/fewest_vehicles.hpp"
#include "explore_options.hpp"
#include "plot/route_steps.hpp"

namespace l2r {

/// An instance that `solve` works on, what was chosen for it, and, after the search, what was found.
struct SolveJob {
    Instance instance;
    ExploreOptions::Choice choice;
    std::optional<double> best_known{};
    std::optional<FewestVehicles> fewest{};  ///< with --vehicles min
    Exploration result{};
    std::string failure{};                ///< of a program outside, which ended the search before its time
    std::optional<double> cpu_seconds{};  ///< where it is known which were its own
    RouteSteps steps{};                   ///< of the search, where a page shows them
};

/// All of it, as --json has it.
nlohmann::ordered_json as_json(const SolveJob& job);

/// What was found, and what that took, on standard error.
void tell_result(const SolveJob& job);
/// Why the optimiser failed, where it did; `where` comes first.
void tell_failed_runs(const Exploration& result, const std::string& where = "");

}  // namespace l2r
