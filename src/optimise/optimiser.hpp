#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/stop.hpp"
#include "optimise/cycles.hpp"
#include "start/start.hpp"

namespace l2r {

class RoutePool;
class Workers;

/// Follows a run from outside. Optimisers whose runs take long call it every few iterations, from one thread
/// at a time.
class RunWatch {
  public:
    virtual ~RunWatch() = default;
    /// The run has a solution that is better than all that it had before.
    virtual void improved(const Solution& /*solution*/) {}
    /// The share of the run that is over, after these iterations; 1 ends it. `share` is what its budget
    /// says.
    virtual double progress(std::int64_t /*iterations*/, double share) { return share; }
    /// Whether that share goes by the clock rather than by iterations.
    virtual bool is_by_time() const { return false; }
    /// How long the rest of the run takes then.
    virtual double seconds_left() const { return std::numeric_limits<double>::infinity(); }
    /// Asked after `progress`: a solution to go on from, in place of the one at hand; none to go on as it is.
    virtual std::optional<Solution> instead() { return std::nullopt; }
};

/// Other processes that do shares of a run. Serves one thread.
class Others {
  public:
    virtual ~Others() = default;
    /// How many threads each of them has.
    virtual std::vector<int> threads() const = 0;
    /// Has one of them do `Optimiser::do_share`.
    virtual void send(int number, std::string share) = 0;
    /// An answer that has come, and whose it is.
    virtual std::optional<std::pair<int, std::string>> try_take() = 0;
    /// Whether it is still worth waiting for answers.
    virtual bool may_answer() = 0;
};

/// How long one run of an optimiser may go on. Each optimiser heeds what it has: cycles or iterations.
struct Budget {
    int cycles = until_converged;  ///< the paper's M: at most this many rounds of all moves
    Stop stop;                     ///< asked now and then; a stopped run returns the best it has
    int record_cycles = 0;         ///< lengths are recorded after each of the first cycles, this many
    /// Of optimisers that anneal: over this many iterations they cool down. 0: as many as their settings say.
    std::int64_t iterations = 0;
    double longer = 1;  ///< so many times that number
    /// What they begin with, in mean edges of the start; 0: as their settings say.
    double first_temperature = 0;
    /// Of optimisers that close routes: whether the beginning may go to that.
    bool closes_routes = true;
    /// Of these too: as many routes of the start are kept, if they can be; the customers of the others go
    /// where they cost least. 0: all of them.
    int most_routes = 0;
    RunWatch* watch = nullptr;   ///< follows the run; may be null
    RoutePool* pool = nullptr;   ///< takes in the routes that the run comes by; may be null
    Workers* workers = nullptr;  ///< threads that the run may have, the caller's among them; null: that one
    Others* others = nullptr;    ///< processes that may do shares of it; null: none
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
    std::int64_t iterations = 0;  ///< of optimisers that anneal
};

/// What explorers and commands have to know of an optimiser before they run it.
struct OptimiserTraits {
    bool has_cycles = false;     ///< heeds `Budget::cycles`
    bool fills_budget = false;   ///< anneals over what it is given: a longer run ends shorter
    bool closes_routes = false;  ///< takes starts of more routes than the fleet has, and looks for fewer
    bool refuses_times = false;  ///< knows one time of service at most, and no time windows
};

/// A black box: a solution goes in, a solution that is at least as short comes out.
///
/// An optimiser keeps working memory between runs but no other state: the outcome depends on the arguments
/// alone. One object serves one thread; `clone` makes another.
class Optimiser {
  public:
    virtual ~Optimiser() = default;
    virtual std::string name() const = 0;
    virtual OptimiserTraits traits() const { return {}; }
    virtual std::unique_ptr<Optimiser> clone() const = 0;
    /// How many threads a run can keep busy. Its outcome must not depend on how many it gets, but for what
    /// the clock decides.
    virtual int most_threads(const Instance& /*instance*/) const { return 1; }
    virtual Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                            Random& random) = 0;
    /// Does a share of a run of another process, and returns the answer. Of the budget only stop, watch and
    /// workers count.
    virtual std::string do_share(const Instance& /*instance*/, const std::string& /*share*/,
                                 const Budget& /*budget*/) {
        return {};
    }
};

/// "time windows" or "services that differ", which the optimiser does not keep to; empty where it does.
/// Services count where there is a limit on routes.
inline std::string unkept_times(const Instance& instance, const Optimiser& optimiser) {
    if (!optimiser.traits().refuses_times) return "";
    const bool services_count = instance.has_own_services() && instance.has_route_limit();
    return instance.has_windows() ? "time windows" : services_count ? "services that differ" : "";
}

/// Throws InputError where there are such.
inline void refuse_times(const Instance& instance, const Optimiser& optimiser) {
    if (const std::string times = unkept_times(instance, optimiser); !times.empty())
        throw InputError("the optimiser " + optimiser.name() + " does not keep to " + times +
                         "; anneal and granular do");
}

}  // namespace l2r
