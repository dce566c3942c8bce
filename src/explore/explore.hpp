#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore_settings.hpp"

namespace l2r {

class Parents;

/// One improvement: during run number `run` (the first is 0), `seconds` from the beginning.
struct Improvement {
    std::int64_t run;
    double seconds;
    double length;
};

/// What guidance was worth: guided runs, and those that went without meanwhile or after it was dropped. Of
/// `perturb` and `restart` lengths tell, of `perturb_best` improvements.
struct Guidance {
    std::int64_t guided_runs = 0, control_runs = 0;
    double guided_length = 0, control_length = 0;                    ///< means
    std::int64_t guided_improvements = 0, control_improvements = 0;  ///< of the best so far
    double cost_ratio = 0;         ///< time of a guided run, in runs without; 0 where there were not both
    std::int64_t dropped_at = -1;  ///< run from which on there was no guidance; -1: never
};

struct Exploration {
    Solution best;
    double length = std::numeric_limits<double>::infinity();
    std::int64_t runs = 0;
    std::int64_t iterations = 0;  ///< of optimisers that anneal, over all runs
    double seconds = 0;
    int threads = 1;  ///< that were at work, on all ranks
    int ranks = 1;
    /// Of the default search: what the one thread that keeps the books spent on them, and what the ranks sent
    /// one another.
    double books_seconds = 0;
    std::int64_t bytes_exchanged = 0;
    StopReason reason = StopReason::runs;
    std::vector<Improvement> history;
    std::optional<Guidance> guidance{};  ///< where it was watched
    /// Runs of which the optimiser made nothing, and why the last of them: a program outside may crash.
    std::int64_t failed_runs = 0;
    std::string last_failure{};
};

/// Counts time that was spent before the exploration as part of it.
void add_time_before(double seconds, Exploration& result);

/// Called from the thread that called `explore`; each may be empty.
struct Observer {
    std::function<void(const Improvement&, const Solution&)> improved;
    /// After every run, in their order: its number and the length that it ended with.
    std::function<void(std::int64_t, double)> ran;
    /// Before a run from a recombination is planned: the elite that it will know, and the best length so far.
    std::function<void(const Parents&, double)> recombines;
};

/// Runs the optimiser from one start after another and keeps the best result.
///
/// With the same seed and a stop rule that does not look at the clock, the result is the same on any number
/// of threads. Restarts of an optimiser that fills its budget know what so many runs before had found,
/// whatever is known by then (restarts.hpp). For all else threads work ahead from the present best, and what
/// they did is dropped if an earlier run has found a better one. Throws InputError as `check_settings` does.
Exploration explore(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings, const Observer& observer = {});

/// As `explore`, but where a scorer outside fails in the midst of one process's search, the best until then
/// is the result: its `reason` is StopReason::failure, and `last_failure` says why. Throws OutsideError where
/// nothing that keeps to the fleet was found by then.
Exploration explore_until_failure(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                                  const ExploreSettings& settings, const Observer& observer = {});

}  // namespace l2r
