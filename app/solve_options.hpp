#pragma once

#include <optional>
#include <string>

#include "explore_options.hpp"
#include "problem/stops_file.hpp"
#include "route_outputs.hpp"

namespace l2r {

/// What the command line of `solve` says.
struct SolveOptions {
    std::string instance_file, start_file, best_known_file, solution_file;
    RouteOutputs drawn;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    int vehicles = 0;
    bool fewest_vehicles = false;
    ExploreOptions explore;
    int threads = 0;
    bool log = false;
    bool explain = false;
    bool json = false;

    void add_to(CLI::App& command);
};

}  // namespace l2r
