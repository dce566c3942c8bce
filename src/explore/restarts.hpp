#pragma once

#include <atomic>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/workers.hpp"
#include "explore/elite.hpp"
#include "explore/job_queue.hpp"
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
/// 4. Every so many iterations combine routes of all runs so far.
///
/// Steps 1 and 2 are done on all threads side by side. Steps 3 and 4 are the caller's thread's alone: it
/// keeps the books, takes results in the order of their runs, and plans a run as soon as the one that is so
/// many places before it was taken. So a run knows the same whatever the number of threads. Where the
/// optimiser can use several threads for one run, there is one run at a time, which has them all.
class Restarts {
  public:
    /// All but `optimiser` and `scorer`, of which it has copies of its own, must outlive it.
    Restarts(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
             const ExploreSettings& settings, const Observer& observer);

    Exploration explore();

  private:
    class Watch;

    /// A run that is planned.
    struct Job {
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
    struct Ending {
        bool is_short;
        std::int64_t elite_number;
        std::optional<RoutePool> routes;  ///< of the whole run
    };
    /// An improvement that a run has come by, or its result.
    struct News {
        std::int64_t run;
        Parent found;
        std::optional<Ending> ending;
    };

    // The caller's thread alone:
    void keep_books();
    /// Takes in what has been sent, as far as its turn has come, and plans the next runs.
    void settle();
    void take_result(News& news);
    /// As many as may be under way.
    void plan_runs();
    std::optional<Job> next_job();
    void join_elite(const Parent& result);
    void begin_new_elite();
    bool is_time_to_combine() const;
    /// Routes of all runs so far.
    void combine(std::int64_t run);

    // All threads:
    void work(int worker);
    void make_run(const Job& job, int worker);
    Start first_start(const Job& job, Runner& runner, Random& random);
    Start recombination(const Job& job, Runner& runner, Random& random, Budget& budget);
    void send(const Job& job, Parent found);
    /// Without regard to length there may be a solution within the fleet: a bad start, but one of few routes.
    std::optional<Solution> packed();
    /// From here on runs are of no use any more.
    void end_from(std::int64_t run);
    bool is_over(std::int64_t run) const { return run >= over_from_.load(std::memory_order_relaxed); }
    bool is_ending() const { return is_over(never - 1); }
    std::optional<FirstRuns> first() const {
        const std::lock_guard lock(first_mutex_);
        return first_;
    }
    /// The same, when a first run has made so many iterations in this share of the time.
    FirstRuns first_at(std::int64_t iterations, double time);

    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    const Instance& instance_;
    const ExploreSettings& settings_;
    const bool is_by_time_;  ///< whether nothing but the clock says how many runs there are
    const bool has_elite_;
    Record record_;
    const Nearby nowhere_;
    Workers workers_;
    const int runs_abreast_;
    const std::int64_t ahead_;  ///< runs that are planned before the first of them is taken
    const std::thread::id owner_ = std::this_thread::get_id();
    std::vector<Runner> runners_;
    JobQueue<Job, News> queue_;
    std::atomic<std::int64_t> over_from_ = never;
    std::atomic<bool> has_packed_ = false;
    mutable std::mutex first_mutex_;
    /// Where time alone is limited: not known before the first run has begun.
    std::optional<FirstRuns> first_;

    // The books:
    std::map<std::int64_t, std::vector<News>> untaken_;  ///< by run
    std::int64_t planned_ = 0, taken_ = 0;               ///< runs
    std::optional<StopReason> reason_;
    std::optional<RoutePool> pool_;
    Elite elite_;
    std::shared_ptr<const Parents> parents_;  ///< of the elite as it is
    std::int64_t elite_number_ = 0;
    std::int64_t first_planned_ = 0, first_taken_ = 0;  ///< of the present elite
    std::int64_t runs_in_vain_ = 0;                     ///< since the elite had a new best
    /// With a time limit: of the longest first run. Those of later elites are as long.
    std::int64_t first_iterations_ = 0;
    std::int64_t iterations_ = 0;   ///< of all runs that were taken
    std::int64_t combined_at_ = 0;  ///< how many there were when routes were last combined
    /// Without a limit of time or runs: doubles with each run in vain.
    double lengthening_ = 1;
};

}  // namespace l2r
