#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "explore/parents.hpp"
#include "explore/runner.hpp"
#include "optimise/route_pool.hpp"

namespace l2r {

/// How many runs from constructions share which part of the time. Where it is not all of it, short runs from
/// recombinations follow.
struct FirstRuns {
    int count = 1;
    double share = 1;
};

/// A run that is planned: all that it knows of the runs before.
struct RunJob {
    std::int64_t run = 0;
    bool is_short = false;                   ///< from a recombination of the elite
    std::shared_ptr<const Parents> parents;  ///< for that
    std::int64_t elite_number = 0;
    bool shares_time = false;      ///< with other first runs
    std::int64_t iterations = 0;   ///< of a first run; 0: as many as the optimiser's settings say
    double longer = 1;             ///< so many times as many
    double best_length = 0;        ///< of the best so far
    bool is_within_fleet = false;  ///< whether that is
};

struct RunEnding {
    bool is_short = false;
    std::int64_t elite_number = 0;
    std::optional<RoutePool> routes{};  ///< of the whole run
    bool is_made = true;                ///< false where it did not begin before all ended
};

/// An improvement that a run has come by, or its result.
struct RunNews {
    std::int64_t run = 0;
    Parent found;
    std::optional<RunEnding> ending{};
};

/// For other processes of this program.
std::string as_bytes(const RunJob& job);
RunJob job_of_bytes(std::string_view bytes);
std::string as_bytes(const RunNews& news);
/// The pool of routes needs the instance and its settings.
RunNews news_of_bytes(std::string_view bytes, const Instance& instance, const RoutePoolSettings& pool);

}  // namespace l2r
