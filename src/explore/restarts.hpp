#pragma once

#include <optional>

#include "explore/elite.hpp"
#include "explore/record.hpp"
#include "explore/runner.hpp"
#include "optimise/route_pool.hpp"

namespace l2r {

/// How many runs from constructions share which part of the time. Where it is not all of it, short runs from
/// recombinations follow.
struct FirstRuns {
    int count = 1;
    double share = 1;
};

/// Where there is time for this many iterations in all. A warm start is searched from, and few vehicles are
/// looked for, as long as there is time.
FirstRuns first_runs(const Instance& instance, const ExploreSettings& settings, double iterations);

/// The budget of a run from a recombination.
Budget short_run_budget(const Instance& instance, const RestartSettings& settings);

/// Restarts of an optimiser that fills its budget: the default of l2r.
///
/// A run from a construction finds the shape that routes have all around the depot, which is a matter of
/// luck; so there are several. Short runs from recombinations then put together what these found.
///
/// 1. Choose a start: the warm start, or a construction, for the first runs; then a recombination of two of
///    the elite. Of several candidates take the one that a scorer likes best.
/// 2. Run the optimiser from it: the first runs for their share of the time, later ones cooler and shorter.
/// 3. Take the result into the elite. Where nothing has been gained for long, begin with a new elite.
/// 4. Near the end of a first run, and every so many iterations later, combine routes of all runs so far.
class Restarts {
  public:
    /// All must outlive it.
    Restarts(const Instance& instance, const ExploreSettings& settings, Runner& runner, Record& record);

    /// Run number `index`. Not guided, the first candidate is taken.
    Parent run(std::int64_t index, bool guided);

  private:
    class Watch;

    /// Whether the next start is a recombination.
    bool is_recombining() const;
    Parent first_run(std::int64_t index, bool guided, Random& random);
    Parent short_run(std::int64_t index, bool guided, Random& random);
    Parent improve(std::int64_t index, const Start& start, Watch& watch, Budget budget, Random& random);
    Start choose_start(std::int64_t index, bool guided, Random& random);
    void join_elite(const Parent& result);
    /// Whether there are enough new routes to combine, in a run that has had so many iterations.
    bool is_time_to_combine(std::int64_t iterations) const;
    std::optional<Solution> packed();
    /// Offers what it finds to the record and the elite, too.
    std::optional<Solution> combined(std::int64_t run);

    const Instance& instance_;
    const ExploreSettings& settings_;
    Runner& runner_;
    Record& record_;
    std::optional<RoutePool> pool_;
    Elite elite_;
    /// Where time alone is limited: not known before the first run has begun.
    std::optional<FirstRuns> first_;
    std::int64_t first_runs_done_ = 0;  ///< of the present elite
    std::int64_t runs_in_vain_ = 0;     ///< since the elite had a new best
    /// With a time limit: of the longest first run. Those of later elites are as long.
    std::int64_t first_iterations_ = 0;
    std::int64_t iterations_ = 0;   ///< of all runs that have ended
    std::int64_t combined_at_ = 0;  ///< how many there were when routes were last combined
    bool has_packed_ = false;
    /// Without a limit of time or runs: doubles with each run in vain.
    double lengthening_ = 1;
};

}  // namespace l2r
