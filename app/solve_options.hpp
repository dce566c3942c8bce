#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore_options.hpp"
#include "problem/stops_file.hpp"
#include "route_outputs.hpp"

namespace l2r {

/// What the command line of `solve` says.
struct SolveOptions {
    std::vector<std::string> inputs;  ///< files and folders
    std::string instance_file;        ///< the one to be solved, of those
    std::string start_file, best_known_file;
    std::string solution_file;  ///< with several instances, the folder of these
    RouteOutputs drawn;
    std::optional<Rounding> rounding;
    StopsOptions stops;
    int vehicles = 0;
    bool fewest_vehicles = false;
    ExploreOptions explore;
    int threads = 0;  ///< 0: all that pay, or one for each of several instances
    int jobs = 0;     ///< instances at a time; 0: as many as there are processors for
    bool log = false;
    bool explain = false;
    bool json = false;

    void add_to(CLI::App& command);
};

}  // namespace l2r
