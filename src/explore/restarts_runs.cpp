/// What all threads do of restarts: they make runs.

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "explore/restarts.hpp"
#include "start/packed.hpp"

namespace l2r {

/// Follows a run in the thread that makes it: sends what it finds, and says how much of its time is over. It
/// hands the run solutions to go on from. All that it knows is of this run, or of when the run was planned.
class Restarts::Watch : public RunWatch {
  public:
    Watch(Restarts& restarts, const RunJob& job, const Start& start, RoutePool* routes)
        : restarts_(restarts),
          job_(job),
          routes_(routes),
          best_(start.solution),
          is_within_fleet_(job.is_within_fleet || !exceeds_fleet(restarts.instance_, start.solution)) {}

    void improved(const Solution& solution) override {
        best_ = solution;
        is_within_fleet_ = is_within_fleet_ || !exceeds_fleet(restarts_.instance_, solution);
        restarts_.send(job_, {solution, length(restarts_.instance_, solution)});
    }

    bool is_by_time() const override { return restarts_.is_by_time_ && job_.shares_time; }
    double seconds_left() const override {
        const FirstRuns first = restarts_.first().value_or(FirstRuns{restarts_.runs_abreast_, 1});
        const auto [turn, turns] = turns_of(first);
        const double end = restarts_.settings_.stop.seconds * first.share * (turn + 1) / turns;
        return end - restarts_.record_.seconds();
    }

    double progress(std::int64_t iterations, double share) override {
        if (std::this_thread::get_id() == restarts_.owner_) attend();
        if (restarts_.is_over(job_.run)) return 1;
        if (job_.shares_time && std::isfinite(restarts_.settings_.stop.seconds))
            share = is_by_time() ? share_of_time(iterations) : std::max(share, share_of_time(iterations));
        step_ = share - std::exchange(share_, share);
        return share;
    }

    /// What an observer throws ends what the other threads do.
    void attend() {
        try {
            restarts_.attend();
        } catch (...) {
            restarts_.end_from(0);
            throw;
        }
    }

    std::optional<Solution> instead() override {
        const RestartSettings& settings = restarts_.settings_.restart;
        if (job_.run == 0 && !is_within_fleet_ && share_ >= settings.patience_with_fleet)
            return restarts_.packed();
        const bool is_at_end = share_ >= settings.combining_share || share_ + 1.01 * step_ >= 1;
        if (!is_one_of_few() || !is_at_end || routes_ == nullptr || std::exchange(has_combined_, true))
            return std::nullopt;
        Solution solution = routes_->shorter_solution(restarts_.instance_, best_, restarts_.record_.stop());
        if (solution.routes() == 0) return std::nullopt;
        return solution;
    }

  private:
    /// Where nothing is recombined later.
    bool is_one_of_few() const {
        const std::optional<FirstRuns> first = restarts_.first();
        return job_.shares_time && (!first || first->share == 1);
    }
    /// Of the time that the run has beside those that share the time with it.
    double share_of_time(std::int64_t iterations) const {
        const double time = restarts_.record_.seconds() / restarts_.settings_.stop.seconds;
        const FirstRuns first = restarts_.first_at(iterations, time);
        const auto [turn, turns] = turns_of(first);
        return time / first.share * turns - turn;
    }
    /// Runs take turns with the time, as many at once as there are abreast: the turn of this one, and how
    /// many there are.
    std::pair<double, double> turns_of(const FirstRuns& first) const {
        const int abreast = restarts_.runs_abreast_;
        return {static_cast<double>(job_.run / abreast), (first.count + abreast - 1) / abreast};
    }

    Restarts& restarts_;
    const RunJob& job_;
    RoutePool* const routes_;  ///< of this run; null where routes are not combined
    Solution best_;            ///< of this run
    bool is_within_fleet_;
    double share_ = 0, step_ = 0;  ///< of the run that is over, and between the last two questions
    bool has_combined_ = false;
};

/// Follows a share of a run that rank 0 makes.
class Restarts::ShareWatch : public RunWatch {
  public:
    explicit ShareWatch(Restarts& restarts) : restarts_(restarts) {}

    double progress(std::int64_t /*iterations*/, double share) override {
        if (std::this_thread::get_id() == restarts_.owner_) restarts_.follow();
        return restarts_.is_ending() ? 1 : share;
    }

  private:
    Restarts& restarts_;
};

/// The other ranks as a run knows them: from 0 on.
class Restarts::OtherRanks : public Others {
  public:
    OtherRanks(Watch& watch, Crew& crew, std::function<bool()> may_answer)
        : watch_(watch), crew_(crew), may_answer_(std::move(may_answer)) {}

    std::vector<int> threads() const override {
        return {crew_.threads_by_rank().begin() + 1, crew_.threads_by_rank().end()};
    }
    void send(int number, std::string share) override { crew_.send_share(number + 1, share); }
    std::optional<std::pair<int, std::string>> try_take() override {
        watch_.attend();
        auto answer = crew_.try_take_answer();
        if (answer) --answer->first;
        return answer;
    }
    bool may_answer() override { return may_answer_(); }

  private:
    Watch& watch_;
    Crew& crew_;
    const std::function<bool()> may_answer_;
};

void Restarts::do_share(const std::string& share) {
    ShareWatch watch(*this);
    Budget budget;
    budget.watch = &watch;
    budget.workers = &workers_;
    crew_.answer(runners_.front().do_share(share, budget));
}

void Restarts::make_run(const RunJob& job, int worker) {
    if (crew_.is_led() && (record_.stop().requested() || is_over(job.run))) {
        RunEnding unmade{job.is_short, job.elite_number};
        unmade.is_made = false;
        queue_.send({job.run, {}, std::move(unmade)});
        return;
    }
    Runner& runner = runners_[static_cast<std::size_t>(worker)];
    Random random = runner.stream(job.run);
    Budget budget;
    budget.iterations = job.iterations;
    if (job.is_short) budget = short_run_budget(instance_, settings_.restart);
    budget.longer = job.longer;
    const Start start =
        job.is_short ? recombination(job, runner, random, budget) : first_start(job, runner, random);
    send(job, {start.solution, length(instance_, start.solution)});
    std::optional<RoutePool> routes;
    if (pool_) routes.emplace(instance_, settings_.pool);
    Watch watch(*this, job, start, routes ? &*routes : nullptr);
    budget.watch = &watch;
    budget.pool = routes ? &*routes : nullptr;
    OtherRanks others(watch, crew_, [this] { return !is_flag_old(); });
    budget.workers = shares_runs_ ? &workers_ : nullptr;
    budget.others = shares_runs_ && !crew_.is_alone() ? &others : nullptr;
    Parent result = runner.improve(start, random, budget);
    queue_.send({job.run, std::move(result), RunEnding{job.is_short, job.elite_number, std::move(routes)}});
}

Start Restarts::first_start(const RunJob& job, Runner& runner, Random& random) {
    if (settings_.warm_start && (job.run == 0 || is_by_time_)) return {*settings_.warm_start, 0};
    const bool is_slow = settings_.construction == Construction::savings &&
                         instance_.customers() >= settings_.restart.quick_first;
    if (job.run == 0 && is_slow) {
        Random own = random;
        const Solution quick =
            construct(Construction::nearest, instance_, own, record_.stop(), settings_.constructions);
        send(job, {quick, length(instance_, quick)});
    }
    return runner.best_construction(true, random);
}

Start Restarts::recombination(const RunJob& job, Runner& runner, Random& random, Budget& budget) {
    budget.most_routes = std::numeric_limits<int>::max();
    return runner.best_start(true, [&](Start& candidate) {
        const auto [first, second] = job.parents->draw(random);
        budget.most_routes = std::min({budget.most_routes, first.used_routes(), second.used_routes()});
        candidate = {recombine(instance_, first, second, settings_.recombination, random, record_.stop())};
    });
}

/// What is not better than the best was when the run was planned is not better than it is now. A run that
/// reaches the target ends those after it; where the clock decides anyway, all.
void Restarts::send(const RunJob& job, Parent found) {
    note_target(job.run, found);
    const bool is_no_shorter = job.is_within_fleet && !is_shorter(found.length, job.best_length);
    if (is_no_shorter && !record_.reaches_target(found)) return;
    queue_.send({job.run, std::move(found), std::nullopt});
}

FirstRuns Restarts::first_at(std::int64_t iterations, double time) {
    const std::lock_guard lock(first_mutex_);
    if (!first_ && !crew_.is_led() && iterations >= settings_.restart.trial_iterations && time > 0) {
        ExploreSettings settings = settings_;
        // Short runs are not divided: one thread would make them while the others wait.
        if (shares_runs_ && crew_.threads() > 1)
            settings.restart.recombining_runs = std::numeric_limits<double>::infinity();
        first_ = first_runs(instance_, settings, runs_abreast_ * static_cast<double>(iterations) / time);
        first_->count = std::max(1, first_->count / runs_abreast_) * runs_abreast_;
    }
    return first_.value_or(FirstRuns{runs_abreast_, 1});
}

/// Once: it takes long, and is the same each time.
std::optional<Solution> Restarts::packed() {
    if (has_packed_.exchange(true)) return std::nullopt;
    Solution packed = packed_start(instance_, record_.stop());
    if (packed.routes() == 0 || exceeds_fleet(instance_, packed)) return std::nullopt;
    return packed;
}

}  // namespace l2r
