#include "explore/explore.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/ranks.hpp"
#include "base/workers.hpp"
#include "explore/guidance_watch.hpp"
#include "explore/population.hpp"
#include "explore/restarts.hpp"
#include "explore/runner.hpp"
#include "explore/threads.hpp"

namespace l2r {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<Node> all_customers(const Instance& instance) {
    std::vector<Node> all(static_cast<std::size_t>(instance.customers()));
    std::iota(all.begin(), all.end(), Node{1});
    return all;
}

/// What is told of every run.
struct Ran {
    double length, seconds;
    std::int64_t iterations;
    bool guided, failed;
};

/// What a worker made of its share of the runs that lie ahead.
struct Share {
    std::int64_t begin = 0, end = 0;  ///< runs to do; `end` becomes the first one not done
    std::vector<Ran> ran;             ///< of all of them
    std::vector<std::pair<std::int64_t, Parent>> improvements;
    std::vector<std::pair<std::int64_t, std::string>> failures;
};

class Explorer {
  public:
    Explorer(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
             const ExploreSettings& settings, const Observer& observer)
        : instance_(instance),
          settings_(settings),
          record_(instance, settings.stop, observer),
          nearby_(instance,
                  settings.perturbation.pick == Pick::near ? all_customers(instance) : std::vector<Node>(),
                  record_.stop()),
          watch_of_chain_(record_),
          is_chain_(is_chain(settings.strategy, scorer)),
          workers_(threads_of(instance, optimiser, scorer, settings)),
          shares_(static_cast<std::size_t>(workers_.count())) {
        for (int w = 0; w < workers_.count(); ++w)
            runners_.emplace_back(instance, optimiser, scorer, settings, nearby_, record_.stop());
        if (is_chain_) runners_[0].set_watch(&watch_of_chain_);
        if (has_population(settings.strategy))
            population_.emplace(settings, runners_[0]);
        else if (settings.guidance.is_watched && settings.guidance.candidates > 1 &&
                 can_watch_guidance(settings.strategy, optimiser))
            watch_.emplace(settings.strategy, std::isfinite(settings.stop.seconds), settings.guidance);
    }

    /// 1. Run the optimiser from a first start.
    /// 2. Until the stop rule says so: run it from the next start, and keep the best result.
    Exploration explore() {
        last_ = first_run();
        record_.offer(0, last_);
        record_.add_failure(last_.failure);
        record_.add_run(0, last_.length, last_.iterations);
        next_ = 1;
        std::optional<StopReason> reason;
        while (!(reason = record_.reason_to_stop(next_))) is_chain_ ? follow_chain() : work_ahead();
        Exploration result = record_.finish(next_, *reason);
        result.threads = workers_.count();
        if (watch_) result.guidance = watch_->report();
        return result;
    }

  private:
    /// A population has its warm start too, but may run another first; and what an optimiser makes of it may
    /// take too many vehicles.
    Parent first_run() {
        Parent result = first_result();
        if (!settings_.warm_start) return result;
        Parent warm{*settings_.warm_start, length(instance_, *settings_.warm_start), false};
        return record_.is_better(warm, result) ? warm : result;
    }

    Parent first_result() {
        if (!population_) return runners_[0].first_run();
        Random random = runners_[0].stream(0);
        population_->fill(random);
        return population_->step(random);
    }

    /// The first run that the stop rule does not allow if nothing improves until then.
    std::int64_t horizon() const {
        const std::int64_t idle = settings_.stop.idle_runs;
        const std::int64_t patience = idle < std::numeric_limits<std::int64_t>::max() - next_
                                          ? record_.last_improvement() + idle + 1
                                          : idle;
        const std::int64_t last = std::min(settings_.stop.runs, patience);
        return watch_ ? std::min(last, watch_->next_judgement()) : last;
    }

    /// The paper's chain: each result, better or worse, is the next parent; of perturb_best, the best one is.
    void follow_chain() {
        const auto begun = Clock::now();
        watch_of_chain_.begin(next_);
        Parent result = run_next();
        record_.offer(next_, result);
        const bool is_improved = record_.last_improvement() == next_;
        tell(next_,
             {result.length, seconds_since(begun), result.iterations, is_guided(next_),
              !result.failure.empty()},
             is_improved);
        record_.add_failure(result.failure);
        if (result.failure.empty()) last_ = std::move(result);
        ++next_;
        if (watch_) watch_->judge(next_);
    }

    Parent run_next() {
        if (!population_) {
            const bool is_from_best = settings_.strategy == Strategy::perturb_best;
            return runners_[0].run(next_, is_from_best ? record_.best() : last_, is_guided(next_));
        }
        Random random = runners_[0].stream(next_);
        return population_->step(random);
    }

    bool is_guided(std::int64_t run) const { return !watch_ || watch_->is_guided(run); }

    void tell(std::int64_t run, const Ran& ran, bool improved) {
        record_.add_run(run, ran.length, ran.iterations);
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
        const Parent* best = &record_.best();
        for (std::int64_t run = share.begin; run < share.end; ++run) {
            if (runner.stopped()) {
                share.end = run;
                return;
            }
            const bool guided = is_guided(run);
            const auto begun = watch_ ? Clock::now() : Clock::time_point();
            Parent result = runner.run(run, record_.best(), guided);
            share.ran.push_back({result.length, watch_ ? seconds_since(begun) : 0, result.iterations, guided,
                                 !result.failure.empty()});
            if (!result.failure.empty()) share.failures.emplace_back(run, result.failure);
            if (!record_.is_better(result, *best)) continue;
            best = &share.improvements.emplace_back(run, std::move(result)).second;
            if (settings_.strategy == Strategy::perturb_best || record_.reaches_target(*best)) {
                share.end = run + 1;
                return;
            }
        }
    }

    bool merge_shares() {
        const bool dependent = settings_.strategy == Strategy::perturb_best;
        const bool stopping =
            record_.stop().requested();  // then order does not matter any more, and nothing found is dropped
        bool improved = false;
        for (Share& share : shares_) {
            if (share.begin != next_ && !stopping) break;
            next_ += share.end - share.begin;
            std::int64_t run = share.begin;
            auto better = share.improvements.begin();
            for (const Ran& ran : share.ran) {
                const bool is_better = better != share.improvements.end() && better->first == run;
                const bool is_improved = is_better && record_.offer(run, (better++)->second);
                tell(run++, ran, is_improved);
                improved |= is_improved;
            }
            for (const auto& [failed_run, failure] : share.failures)
                if (!improved || !dependent || failed_run <= record_.last_improvement())
                    record_.add_failure(failure);
            if (stopping || !improved) continue;
            if (dependent || record_.reaches_target(record_.best())) {
                next_ = record_.last_improvement() + 1;
                break;
            }
        }
        return improved;
    }

    static constexpr auto longest_share = std::chrono::milliseconds(2);

    const Instance& instance_;
    const ExploreSettings& settings_;
    Record record_;
    const Nearby nearby_;
    Record::Watch watch_of_chain_;
    const bool is_chain_;
    Workers workers_;
    std::vector<Share> shares_;
    std::vector<Runner> runners_;
    std::optional<Population> population_;
    std::optional<GuidanceWatch> watch_;
    Parent last_;
    std::int64_t next_ = 0;  ///< number of the next run
    std::int64_t share_size_ = 1;
};

void require_vehicles(const Instance& instance, const Solution& best, const Optimiser& optimiser) {
    if (!exceeds_fleet(instance, best)) return;
    const std::string limit = std::to_string(instance.max_routes());
    if (optimiser.traits().closes_routes)
        throw InputError("no solution of " + limit + (limit == "1" ? " route" : " routes") +
                         " was found; allow more vehicles, or more time or runs");
    throw InputError("the shortest solution that was found has " + std::to_string(best.used_routes()) +
                     " routes, more than the limit of " + limit +
                     "; allow more vehicles, or choose an optimiser that closes routes: anneal");
}

Exploration restart(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings, const Observer& observer) {
    const auto begun = std::chrono::steady_clock::now();
    if (!has_loose_fleet(instance, settings))
        return Restarts(instance, instance, optimiser, scorer, settings, observer).explore();
    const Instance free = instance.with_vehicles(0);
    ExploreSettings rest = settings;
    const double before = seconds_since(begun);
    rest.stop.seconds = std::max(0.0, settings.stop.seconds - before);
    Exploration result = Restarts(free, instance, optimiser, scorer, rest, observer).explore();
    add_time_before(before, result);
    return result;
}

/// What is found goes to `result` at once.
Observer keeper(Exploration& result, const Observer& observer) {
    Observer keeps = observer;
    keeps.improved = [&result, &observer](const Improvement& step, const Solution& solution) {
        result.best = solution;
        result.length = step.length;
        result.history.push_back(step);
        if (observer.improved) observer.improved(step, solution);
    };
    keeps.ran = [&result, &observer](std::int64_t run, double length) {
        result.runs = run + 1;
        if (observer.ran) observer.ran(run, length);
    };
    return keeps;
}

}  // namespace

void add_time_before(double seconds, Exploration& result) {
    result.seconds += seconds;
    for (Improvement& step : result.history) step.seconds += seconds;
}

Exploration explore(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings, const Observer& observer) {
    check_settings(instance, optimiser, scorer, settings);
    const bool is_default = settings.strategy == Strategy::restart && optimiser.traits().fills_budget;
    Exploration result = is_default ? restart(instance, optimiser, scorer, settings, observer)
                                    : Explorer(instance, optimiser, scorer, settings, observer).explore();
    if (settings.ranks == nullptr || settings.ranks->rank() == 0)
        require_vehicles(instance, result.best, optimiser);
    return result;
}

Exploration explore_until_failure(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                                  const ExploreSettings& settings, const Observer& observer) {
    const bool is_alone = settings.ranks == nullptr || settings.ranks->size() == 1;
    if (!is_alone || scorer == nullptr || !scorer->is_outside())
        return explore(instance, optimiser, scorer, settings, observer);
    const auto begun = Clock::now();
    Exploration kept;
    try {
        return explore(instance, optimiser, scorer, settings, keeper(kept, observer));
    } catch (const OutsideError& error) {
        if (kept.history.empty() || exceeds_fleet(instance, kept.best)) throw;
        kept.reason = StopReason::failure;
        kept.last_failure = error.what();
        kept.seconds = seconds_since(begun);
        return kept;
    }
}

}  // namespace l2r
