#pragma once

#include <optional>

#include "explore/record.hpp"
#include "explore/runner.hpp"
#include "optimise/route_pool.hpp"

namespace l2r {

/// Restarts of an optimiser that fills its budget: the default of l2r. Runs share the time that there is,
/// because a cold search does not leave the shape that its routes have all around the depot, and that is a
/// matter of luck.
///
/// 1. Choose a start: the warm start, or one construction; of several the one that a scorer likes best.
/// 2. Run the optimiser from it, for its share of the time.
/// 3. Near the end of that, combine routes of all runs so far; go on from the result if it is the shortest
/// yet.
class Restarts {
  public:
    /// All must outlive it.
    Restarts(const Instance& instance, const ExploreSettings& settings, Runner& runner, Record& record);

    /// Run number `index`. Not guided, the first candidate is taken.
    Parent run(std::int64_t index, bool guided);

  private:
    class Watch;

    Start choose_start(std::int64_t index, bool guided, Random& random);
    int runs_worth(double iterations) const;
    std::optional<Solution> packed();
    /// Offers what it finds to the record, too.
    std::optional<Solution> combined(std::int64_t run);

    const Instance& instance_;
    const ExploreSettings& settings_;
    Runner& runner_;
    Record& record_;
    std::optional<RoutePool> pool_;
    std::optional<int> sharing_;  ///< runs that share the time; not known before the first has begun
    bool has_packed_ = false;
    /// Without a limit of time or runs: doubles with each run in vain.
    double lengthening_ = 1;
};

}  // namespace l2r
