#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/workers.hpp"
#include "explore/crew.hpp"
#include "explore/elite.hpp"
#include "explore/job_queue.hpp"
#include "explore/record.hpp"
#include "explore/run_job.hpp"
#include "explore/runner.hpp"
#include "optimise/route_pool.hpp"

namespace l2r {

/// Where there is time for this many iterations in all. A warm start is searched from, and few vehicles are
/// looked for, as long as there is time.
FirstRuns first_runs(const Instance& instance, const ExploreSettings& settings, double iterations);

/// The budget of a run from a recombination.
Budget short_run_budget(const Instance& instance, const RestartSettings& settings);

/// Whether a construction keeps to the limit on vehicles by far. Then that hardly ever binds, and without it
/// the search may recombine, overload and divide.
bool has_loose_fleet(const Instance& instance, const ExploreSettings& settings);

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
/// Steps 1 and 2 are done on all threads side by side. Steps 3 and 4 are the caller's thread's alone, which
/// keeps the books. It takes results in the order of their runs. It plans a run as soon as the one that is so
/// many places before it was taken. So a run knows the same whatever the number of threads. Where the
/// optimiser can use several threads for one run, there is one run at a time, which has them all.
class Restarts {
  public:
    /// All but `optimiser` and `scorer`, of which it has copies of its own, must outlive it. Results have to
    /// keep to the limits of `asked`; it is `instance`, or the same with fewer vehicles.
    Restarts(const Instance& instance, const Instance& asked, const Optimiser& optimiser,
             const Scorer* scorer, const ExploreSettings& settings, const Observer& observer);

    /// Not on rank 0: nothing is found here.
    Exploration explore();

  private:
    class Watch;
    class ShareWatch;
    class OtherRanks;

    // The caller's thread alone. On rank 0:
    void keep_books();
    /// The caller's share of the work while a run is under way.
    void attend() { crew_.is_led() ? follow() : settle(); }
    /// Takes in what has been sent, as far as its turn has come, and plans the next runs.
    void settle();
    void take_news();
    void take_result(RunNews& news);
    /// As many as may be under way.
    void plan_runs();
    std::optional<RunJob> next_job();
    /// Raised a while ago: what has not come by now may never come.
    bool is_flag_old();
    void take_what_there_is();
    void join_elite(const Parent& result);
    void begin_new_elite();
    bool is_time_to_combine() const;
    /// Routes of all runs so far.
    void combine(std::int64_t run);

    // The caller's thread on the other ranks:
    void serve();
    /// Takes the orders of rank 0, and reports what has been found.
    void follow();
    void do_share(const std::string& share);

    // All threads:
    void work(int worker);
    bool may_begin() const;
    void make_run(const RunJob& job, int worker);
    Start first_start(const RunJob& job, Runner& runner, Random& random);
    Start recombination(const RunJob& job, Runner& runner, Random& random, Budget& budget);
    void send(const RunJob& job, Parent found);
    /// Without regard to length there may be a solution within the fleet: a bad start, but one of few routes.
    std::optional<Solution> packed();
    void note_target(std::int64_t run, const Parent& found);
    /// From here on runs are of no use any more.
    void end_from(std::int64_t run);
    void end_all();
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
    const Observer& observer_;
    Record record_;
    const Nearby nowhere_;
    Workers workers_;
    Crew crew_;
    const bool shares_runs_;    ///< threads and ranks share each run, instead of making runs side by side
    const int runs_abreast_;    ///< on all ranks
    const std::int64_t ahead_;  ///< runs that are planned before the first of them is taken
    const std::thread::id owner_ = std::this_thread::get_id();
    std::vector<Runner> runners_;
    JobQueue<RunJob, RunNews> queue_;
    std::optional<std::string> share_;  ///< that rank 0 has ordered
    std::atomic<std::int64_t> over_from_ = never;
    std::atomic<bool> has_packed_ = false;
    mutable std::mutex first_mutex_;
    /// Where time alone is limited: not known before the first run has begun.
    std::optional<FirstRuns> first_;

    // The books:
    std::map<std::int64_t, std::vector<RunNews>> untaken_;  ///< by run
    double books_seconds_ = 0;
    std::int64_t planned_ = 0, taken_ = 0;  ///< runs
    std::int64_t unmade_ = 0;               ///< runs that were taken, but never made
    std::optional<std::chrono::steady_clock::time_point> flag_seen_;
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
