#include "explore/explore.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/workers.hpp"
#include "explore/guidance_watch.hpp"
#include "explore/population.hpp"
#include "explore/restarts.hpp"
#include "explore/runner.hpp"

namespace l2r {
namespace {

using Clock = std::chrono::steady_clock;

/// Sums of the same edges in another order differ in the last digits: that is not an improvement.
bool is_shorter(double length, double than) {
    return length < than - 1e-10 * std::abs(than);
}

std::vector<Node> all_customers(const Instance& instance) {
    std::vector<Node> all(static_cast<std::size_t>(instance.customers()));
    std::iota(all.begin(), all.end(), Node{1});
    return all;
}

/// What is told of every run.
struct Ran {
    double length, seconds;
    bool guided, failed;
};

/// What a worker made of its share of the runs that lie ahead.
struct Share {
    std::int64_t begin = 0, end = 0;  ///< runs to do; `end` becomes the first one not done
    std::vector<Ran> ran;             ///< of all of them, where somebody wants to know
    std::vector<std::pair<std::int64_t, Parent>> improvements;
    std::vector<std::pair<std::int64_t, std::string>> failures;
};

/// Whether each run depends on the one before.
bool is_chain(Strategy strategy) {
    return strategy != Strategy::restart && strategy != Strategy::perturb_best;
}

class Explorer {
  public:
    Explorer(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
             const ExploreSettings& settings, const Observer& observer)
        : instance_(instance),
          settings_(settings),
          observer_(observer),
          stop_(Stop::after(settings.stop.seconds, settings.stop.flag)),
          nearby_(instance, settings.pick == Pick::near ? all_customers(instance) : std::vector<Node>(),
                  stop_),
          workers_(is_chain(settings.strategy) || (scorer != nullptr && scorer->learns()) ? 1
                                                                                          : settings.threads),
          shares_(static_cast<std::size_t>(workers_.count())) {
        for (int w = 0; w < workers_.count(); ++w)
            runners_.emplace_back(instance, optimiser, scorer, settings, nearby_, stop_);
        if (settings.strategy == Strategy::ruin)
            ruin_.emplace(instance, settings, stop_);
        else if (has_population(settings.strategy))
            population_.emplace(settings, runners_[0]);
        else if (settings.watch_guidance && settings.candidates > 1 && settings.strategy != Strategy::climb)
            watch_.emplace(settings.strategy, std::isfinite(settings.stop.seconds));
    }

    Exploration explore() {
        last_ = first_run();
        accept(0, last_);
        note_failure(last_.failure);
        if (observer_.ran) observer_.ran(0, last_.length);
        next_ = 1;
        while (!done()) {
            if (is_chain(settings_.strategy))
                follow_chain();
            else
                work_ahead();
            if (observer_.working) observer_.working(next_, seconds());
        }
        require_vehicles();
        result_.best = best_.solution;
        result_.runs = next_;
        result_.seconds = seconds();
        if (watch_) result_.guidance = watch_->report();
        return std::move(result_);
    }

  private:
    double seconds() const { return seconds_since(begun_); }

    /// A population has its warm start too, but may run another first; and what an optimiser makes of it may
    /// take too many vehicles.
    Parent first_run() {
        Parent result = first_result();
        if (!settings_.warm_start) return result;
        Parent warm{*settings_.warm_start, length(instance_, *settings_.warm_start), false};
        return is_better(warm, result) ? warm : result;
    }

    Parent first_result() {
        if (!population_ && !ruin_) return runners_[0].first_run();
        Random random = runners_[0].stream(0);
        if (ruin_) return ruin_->first_run(random);
        population_->fill(random);
        return population_->step(random);
    }

    void accept(std::int64_t run, const Parent& result) {
        if (const auto found = faults_of_routes(instance_, result.solution); !found.empty())
            throw OutsideError("the optimiser returned a solution that is not feasible: " + found.front());
        best_ = result;
        last_improvement_ = run;
        result_.length = result.length;
        result_.history.push_back({run, seconds(), result.length});
        if (observer_.improved) observer_.improved(result_.history.back(), best_.solution);
    }

    /// Of all strategies only ruin looks for fewer routes than are shortest.
    void require_vehicles() const {
        if (!exceeds_fleet(instance_, best_.solution)) return;
        const std::string limit = std::to_string(instance_.max_routes());
        if (ruin_)
            throw InputError("no solution of " + limit +
                             " routes was found; allow more vehicles, or more time or runs");
        throw InputError("the shortest solution that was found has " +
                         std::to_string(best_.solution.used_routes()) + " routes, more than the limit of " +
                         limit + "; allow more vehicles, or choose the strategy ruin");
    }

    void note_failure(const std::string& failure) {
        if (failure.empty()) return;
        ++result_.failed_runs;
        result_.last_failure = failure;
    }

    bool done() {
        const StopRule& rule = settings_.stop;
        if (reaches_target(best_)) return stop_for(StopReason::target);
        if (next_ >= rule.runs) return stop_for(StopReason::runs);
        if (next_ - last_improvement_ > rule.idle_runs) return stop_for(StopReason::idle);
        if (!stop_.requested()) return false;
        return stop_for(rule.flag != nullptr && rule.flag->load() ? StopReason::flag : StopReason::time);
    }

    bool reaches_target(const Parent& result) const {
        return result.length <= settings_.stop.target && !exceeds_fleet(instance_, result.solution);
    }

    bool stop_for(StopReason reason) {
        result_.reason = reason;
        return true;
    }

    /// The first run that the stop rule does not allow if nothing improves until then.
    std::int64_t horizon() const {
        const std::int64_t idle = settings_.stop.idle_runs;
        const std::int64_t patience =
            idle < std::numeric_limits<std::int64_t>::max() - next_ ? last_improvement_ + idle + 1 : idle;
        const std::int64_t last = std::min(settings_.stop.runs, patience);
        return watch_ ? std::min(last, watch_->next_judgement()) : last;
    }

    /// The paper's chain: each result, better or worse, is the next parent.
    void follow_chain() {
        for (int left = chain_length; left > 0 && !done(); --left) {
            const auto begun = Clock::now();
            Parent result = run_next();
            const bool improved = is_better(result, best_);
            if (improved) accept(next_, result);
            tell(next_, {result.length, seconds_since(begun), is_guided(next_), !result.failure.empty()},
                 improved);
            note_failure(result.failure);
            if (result.failure.empty()) last_ = std::move(result);
            ++next_;
            if (watch_) watch_->judge(next_);
        }
    }

    /// Shorter; but what keeps to the limit of the fleet is better than anything that does not.
    bool is_better(const Parent& result, const Parent& than) const {
        if (instance_.has_fleet_limit() && result.solution.routes() > 0) {
            const bool is_too_many = exceeds_fleet(instance_, result.solution);
            if (is_too_many != exceeds_fleet(instance_, than.solution)) return !is_too_many;
        }
        return is_shorter(result.length, than.length);
    }

    Parent run_next() {
        if (!population_ && !ruin_) return runners_[0].run(next_, last_, is_guided(next_));
        Random random = runners_[0].stream(next_);
        return ruin_ ? ruin_->run(progress(), idleness(), best_, random) : population_->step(random);
    }

    /// The share of what the stop rule allows that is over; without a limit, of so many runs, again and
    /// again.
    double progress() const {
        constexpr std::int64_t round = 10'000, any_number = std::numeric_limits<std::int64_t>::max();
        const StopRule& rule = settings_.stop;
        const bool has_time = std::isfinite(rule.seconds), has_runs = rule.runs < any_number;
        if (!has_time && !has_runs) return static_cast<double>(next_ % round) / static_cast<double>(round);
        const double of_runs = has_runs ? static_cast<double>(next_) / static_cast<double>(rule.runs) : 0;
        return has_time ? std::max(of_runs, seconds() / rule.seconds) : of_runs;
    }

    /// The share of the runs without improvement that the stop rule allows.
    double idleness() const {
        return static_cast<double>(next_ - last_improvement_) / static_cast<double>(settings_.stop.idle_runs);
    }

    bool is_guided(std::int64_t run) const { return !watch_ || watch_->is_guided(run); }

    void tell(std::int64_t run, const Ran& ran, bool improved) {
        if (observer_.ran) observer_.ran(run, ran.length);
        if (watch_ && !ran.failed) watch_->add(ran.guided, ran.length, ran.seconds, improved);
    }

    /// All workers take a share of the next runs, as if none of them improved on the best. Shares are merged
    /// in order; if a run did improve, and later ones depend on the best, these are dropped and done again.
    void work_ahead() {
        std::int64_t begin = next_;
        for (Share& share : shares_) {
            share.begin = std::min(begin, horizon());
            share.end = begin = std::min(share.begin + share_size_, horizon());
            share.ran.clear();
            share.improvements.clear();
            share.failures.clear();
        }
        const auto started = Clock::now();
        workers_.run([this](int w) {
            do_share(runners_[static_cast<std::size_t>(w)], shares_[static_cast<std::size_t>(w)]);
        });
        const bool improved = merge_shares();
        if (watch_) watch_->judge(next_);
        if (improved)
            share_size_ = std::max<std::int64_t>(1, share_size_ / 2);
        else if (Clock::now() - started < longest_share)
            share_size_ *= 2;
    }

    void do_share(Runner& runner, Share& share) const {
        const Parent* best = &best_;
        for (std::int64_t run = share.begin; run < share.end; ++run) {
            if (runner.stopped()) {
                share.end = run;
                return;
            }
            const bool guided = is_guided(run);
            const auto begun = watch_ ? Clock::now() : Clock::time_point();
            Parent result = runner.run(run, best_, guided);
            if (watch_)
                share.ran.push_back({result.length, seconds_since(begun), guided, !result.failure.empty()});
            else if (observer_.ran)
                share.ran.push_back({result.length, 0, guided, !result.failure.empty()});
            if (!result.failure.empty()) share.failures.emplace_back(run, result.failure);
            if (!is_better(result, *best)) continue;
            best = &share.improvements.emplace_back(run, std::move(result)).second;
            if (settings_.strategy == Strategy::perturb_best || reaches_target(*best)) {
                share.end = run + 1;
                return;
            }
        }
    }

    bool merge_shares() {
        const bool dependent = settings_.strategy == Strategy::perturb_best;
        const bool stopping =
            stop_.requested();  // then order does not matter any more, and nothing found is dropped
        bool improved = false;
        for (Share& share : shares_) {
            if (share.begin != next_ && !stopping) break;
            next_ += share.end - share.begin;
            for (auto& [run, result] : share.improvements) {
                if (!is_better(result, best_)) continue;
                accept(run, result);
                improved = true;
            }
            std::int64_t run = share.begin;
            for (const Ran& ran : share.ran) {
                tell(run, ran, run == last_improvement_);
                ++run;
            }
            for (const auto& [failed_run, failure] : share.failures)
                if (!improved || !dependent || failed_run <= last_improvement_) note_failure(failure);
            if (stopping || !improved) continue;
            if (dependent || reaches_target(best_)) {
                next_ = last_improvement_ + 1;
                break;
            }
        }
        return improved;
    }

    static constexpr int chain_length = 64;
    static constexpr auto longest_share = std::chrono::milliseconds(2);

    const Instance& instance_;
    const ExploreSettings& settings_;
    const Observer& observer_;
    const Clock::time_point begun_ = Clock::now();
    const Stop stop_;
    const Nearby nearby_;
    Workers workers_;
    std::vector<Share> shares_;
    std::vector<Runner> runners_;
    std::optional<Population> population_;
    std::optional<Restarts> ruin_;
    std::optional<GuidanceWatch> watch_;
    Parent best_, last_;
    std::int64_t next_ = 0;  ///< number of the next run
    std::int64_t last_improvement_ = 0;
    std::int64_t share_size_ = 1;
    Exploration result_;
};

}  // namespace

Exploration explore(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings, const Observer& observer) {
    check_settings(instance, scorer, settings);
    return Explorer(instance, optimiser, scorer, settings, observer).explore();
}

}  // namespace l2r
