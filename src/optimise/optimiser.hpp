#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/stop.hpp"
#include "start/start.hpp"

namespace l2r {

/// How long one run of an optimiser may go on.
struct Budget {
    static constexpr int unlimited = std::numeric_limits<int>::max();
    int cycles = unlimited;  ///< the paper's M: at most this many rounds of all moves
    Stop stop;               ///< asked now and then; a stopped run returns the best it has
    int record_cycles = 0;   ///< lengths are recorded after so many of the first cycles
};

/// What one run made of a start.
struct Outcome {
    Solution solution;
    int cycles = 0;          ///< rounds of all moves that were run
    bool converged = false;  ///< nothing is left to gain; false where the budget ended the run
    /// After cycle 1, 2, ..., as the search adds them up: up to a rounding of each distance to `cost_step`.
    /// As many as were asked for and run; none of an optimiser that knows no cycles.
    std::vector<double> lengths{};
    /// By the clock, of work that was done in other processes; 0 of optimisers that work in this one.
    double outside_seconds = 0;
    /// Why the run made nothing of its start, which then comes back as it was; empty of runs that went well.
    std::string failure{};
};

/// A black box: a solution goes in, a solution that is at least as short comes out.
///
/// An optimiser keeps working memory between runs but no other state: the outcome depends on the arguments
/// alone. One object serves one thread; `clone` makes another.
class Optimiser {
  public:
    virtual ~Optimiser() = default;
    virtual std::string name() const = 0;
    virtual std::unique_ptr<Optimiser> clone() const = 0;
    virtual Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                            Random& random) = 0;
};

}  // namespace l2r
