#include "explore/restarts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "explore/threads.hpp"
#include "start/packed.hpp"

namespace l2r {
namespace {

/// Runs get at most this many times longer than usual.
constexpr double most_lengthening = 1024;

/// A solution of the pool's routes, and of those of `best`, that is shorter than that; none without routes.
Solution shorter_of(RoutePool& pool, const Instance& instance, const Solution& best, const Stop& stop) {
    std::int64_t cost = 0;
    for (int index = 0; index < best.routes(); ++index) {
        if (best.route(index).empty()) continue;
        const std::int64_t of_route = route_cost(instance, best.route(index));
        pool.add(best.route(index), of_route);
        cost += of_route;
    }
    return pool.cheaper_solution(cost, stop);
}

}  // namespace

FirstRuns first_runs(const Instance& instance, const ExploreSettings& settings, double iterations) {
    if (settings.warm_start || instance.has_fleet_limit()) return {};
    const RestartSettings& restart = settings.restart;
    const double customers = instance.customers();
    const double by_square = restart.iterations_by_square * customers * customers;
    const bool may_be_shorter = customers <= restart.most_recombined;
    const double before_recombining =
        may_be_shorter ? std::min(by_square, restart.iterations_by_customer * customers) : by_square;
    const auto runs = [&](double share, double each) {
        const double count =
            std::floor(share * iterations / std::max<double>(restart.least_iterations, each));
        return FirstRuns{static_cast<int>(std::clamp<double>(count, 1, restart.most_runs)), share};
    };
    const double least = std::max<double>(restart.least_iterations, before_recombining);
    if (iterations < restart.recombining_runs * least) return runs(1, by_square);
    return runs(restart.first_share, before_recombining);
}

Budget short_run_budget(const Instance& instance, const RestartSettings& settings) {
    Budget budget;
    budget.iterations = std::max<std::int64_t>(1, std::llround(settings.short_run * instance.customers()));
    budget.first_temperature = settings.short_run_temperature;
    budget.closes_routes = false;
    return budget;
}

/// Follows a run in the thread that makes it: sends what it finds, says how much of its time is over, and
/// hands it solutions to go on from. All that it knows is of this run, or of when the run was planned.
class Restarts::Watch : public RunWatch {
  public:
    Watch(Restarts& restarts, const Job& job, const Start& start, RoutePool* routes)
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

    double progress(std::int64_t iterations, double share) override {
        if (std::this_thread::get_id() == restarts_.owner_) keep_books();
        if (restarts_.is_over(job_.run)) return 1;
        if (job_.shares_time && std::isfinite(restarts_.settings_.stop.seconds))
            share = is_by_time() ? share_of_time(iterations) : std::max(share, share_of_time(iterations));
        step_ = share - std::exchange(share_, share);
        return share;
    }

    std::optional<Solution> instead() override {
        const RestartSettings& settings = restarts_.settings_.restart;
        if (job_.run == 0 && !is_within_fleet_ && share_ >= settings.patience_with_fleet)
            return restarts_.packed();
        const bool is_at_end = share_ >= settings.combining_share || share_ + 1.01 * step_ >= 1;
        if (!is_one_of_few() || !is_at_end || routes_ == nullptr || std::exchange(has_combined_, true))
            return std::nullopt;
        Solution solution = shorter_of(*routes_, restarts_.instance_, best_, restarts_.record_.stop());
        if (solution.routes() == 0) return std::nullopt;
        return solution;
    }

  private:
    /// Where nothing is recombined later.
    bool is_one_of_few() const {
        const std::optional<FirstRuns> first = restarts_.first();
        return job_.shares_time && (!first || first->share == 1);
    }
    /// What an observer throws ends what the other threads do.
    void keep_books() {
        try {
            restarts_.settle();
        } catch (...) {
            restarts_.end_from(0);
            throw;
        }
    }
    /// Of the time that the run has beside those that share the time with it.
    double share_of_time(std::int64_t iterations) const {
        const double time = restarts_.record_.seconds() / restarts_.settings_.stop.seconds;
        const FirstRuns first = restarts_.first_at(iterations, time);
        const int abreast = restarts_.runs_abreast_;
        const int turns = (first.count + abreast - 1) / abreast;
        return time / first.share * turns - static_cast<double>(job_.run / abreast);
    }

    Restarts& restarts_;
    const Job& job_;
    RoutePool* const routes_;  ///< of this run; null where routes are not combined
    Solution best_;            ///< of this run
    bool is_within_fleet_;
    double share_ = 0, step_ = 0;  ///< of the run that is over, and between the last two questions
    bool has_combined_ = false;
};

Restarts::Restarts(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                   const ExploreSettings& settings, const Observer& observer)
    : instance_(instance),
      settings_(settings),
      is_by_time_(is_by_time(settings.stop)),
      has_elite_(!settings.warm_start && !instance.has_fleet_limit()),
      record_(instance, settings.stop, observer),
      nowhere_(instance, {}, record_.stop()),
      workers_(threads_of(instance, optimiser, scorer, settings)),
      runs_abreast_(optimiser.most_threads(instance) > 1 ? 1 : workers_.count()),
      ahead_(runs_ahead(settings, runs_abreast_)),
      elite_(settings.elite) {
    for (int w = 0; w < runs_abreast_; ++w)
        runners_.emplace_back(instance, optimiser, scorer, settings, nowhere_, record_.stop());
    if (instance.customers() <= settings.restart.most_combined && !instance.has_fleet_limit())
        pool_.emplace(instance, settings.pool);
    if (!is_by_time_)
        first_ = {static_cast<int>(std::min<std::int64_t>(settings.restart.most_runs, settings.stop.runs)),
                  1};
}

Exploration Restarts::explore() {
    if (runs_abreast_ == 1)
        keep_books();
    else
        workers_.run([this](int worker) { worker == 0 ? keep_books() : work(worker); });
    Exploration result = record_.finish(taken_, *reason_);
    result.threads = workers_.count();
    return result;
}

/// 1. Take the results that are there.
/// 2. Make the next run, or wait for news of the others'.
/// 3. Repeat until the stop rule says so, and what is under way is taken.
void Restarts::keep_books() {
    try {
        while (settle(), !reason_ && !queue_.has_ended()) {
            const bool may_begin = queue_.begun() == 0 || !(record_.stop().requested() || is_ending());
            if (const std::optional<Job> job = may_begin ? queue_.try_take() : std::nullopt)
                make_run(*job, 0);
            else if (queue_.begun() > taken_)
                queue_.await_news();
        }
    } catch (...) {
        end_from(0);
        queue_.end();
        throw;
    }
    end_from(0);
    queue_.end();
}

void Restarts::work(int worker) {
    const auto may_begin = [this] { return !record_.stop().requested() && !is_ending(); };
    try {
        while (const std::optional<Job> job = queue_.take(may_begin)) make_run(*job, worker);
    } catch (...) {
        end_from(0);
        queue_.end();
        throw;
    }
}

void Restarts::make_run(const Job& job, int worker) {
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
    budget.workers = runs_abreast_ == 1 ? &workers_ : nullptr;
    Parent result = runner.improve(start, random, budget);
    queue_.send({job.run, std::move(result), Ending{job.is_short, job.elite_number, std::move(routes)}});
}

Start Restarts::first_start(const Job& job, Runner& runner, Random& random) {
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

Start Restarts::recombination(const Job& job, Runner& runner, Random& random, Budget& budget) {
    budget.most_routes = std::numeric_limits<int>::max();
    return runner.best_start(true, [&](Start& candidate) {
        const auto [first, second] = job.parents->draw(random);
        budget.most_routes = std::min({budget.most_routes, first.used_routes(), second.used_routes()});
        candidate = {recombine(instance_, first, second, settings_.recombination, random, record_.stop())};
    });
}

/// What is not better than the best was when the run was planned is not better than it is now. A run that
/// reaches the target ends those after it; where the clock decides anyway, all.
void Restarts::send(const Job& job, Parent found) {
    if (record_.reaches_target(found)) end_from(is_by_time_ ? 0 : job.run);
    if (job.is_within_fleet && !is_shorter(found.length, job.best_length)) return;
    queue_.send({job.run, std::move(found), std::nullopt});
}

void Restarts::end_from(std::int64_t run) {
    std::int64_t before = over_from_.load();
    while (run < before && !over_from_.compare_exchange_weak(before, run)) {
    }
}

FirstRuns Restarts::first_at(std::int64_t iterations, double time) {
    const std::lock_guard lock(first_mutex_);
    if (!first_ && iterations >= settings_.restart.trial_iterations && time > 0) {
        first_ = first_runs(instance_, settings_, runs_abreast_ * static_cast<double>(iterations) / time);
        first_->count = std::max(1, first_->count / runs_abreast_) * runs_abreast_;
    }
    return first_.value_or(FirstRuns{runs_abreast_, 1});
}

void Restarts::settle() {
    for (News& news : queue_.news()) untaken_[news.run].push_back(std::move(news));
    while (!reason_ && !untaken_.empty() && untaken_.begin()->first == taken_) {
        std::vector<News> of_run = std::move(untaken_.begin()->second);
        untaken_.erase(untaken_.begin());
        for (News& news : of_run) {
            record_.offer(news.run, news.found);
            if (news.ending) take_result(news);
        }
        plan_runs();  // before the next result is taken, which they are not to know
    }
    // What was found until the time ran out is taken, all of it.
    if (!reason_ && taken_ > 0 && queue_.begun() == taken_ && record_.stop().requested())
        reason_ = record_.reason_to_stop(taken_);
    plan_runs();
}

void Restarts::plan_runs() {
    while (const std::optional<Job> job = next_job()) queue_.add(*job);
}

void Restarts::take_result(News& news) {
    const Parent& result = news.found;
    ++taken_;
    iterations_ += result.iterations;
    record_.add_run(news.run, result.length, result.iterations);
    record_.add_failure(result.failure);
    if (news.ending->elite_number == elite_number_) {
        join_elite(result);
        if (!news.ending->is_short) {
            ++first_taken_;
            first_iterations_ = std::max(first_iterations_, result.iterations);
            runs_in_vain_ = 0;
        }
    }
    if (pool_) {
        pool_->add(*news.ending->routes);
        if (is_time_to_combine()) combine(news.run);
    }
    if (runs_in_vain_ > settings_.restart.patience) begin_new_elite();
    lengthening_ = record_.last_improvement() == news.run ? 1 : std::min(2 * lengthening_, most_lengthening);
    const std::optional<StopReason> reason = record_.reason_to_stop(taken_);
    const bool is_stopped = reason == StopReason::time || reason == StopReason::flag;
    if (!is_stopped || queue_.begun() == taken_) reason_ = reason;
}

/// First runs need not wait for one another. Where nobody knows yet how many there are to be, each thread
/// begins one.
std::optional<Restarts::Job> Restarts::next_job() {
    if (reason_ || planned_ >= settings_.stop.runs || planned_ >= taken_ + ahead_ || is_over(planned_))
        return std::nullopt;
    const std::optional<FirstRuns> first = this->first();
    if (!first && planned_ >= runs_abreast_) return std::nullopt;
    const bool is_first = !first || first_planned_ < first->count;
    if (!is_first && has_elite_ && first_taken_ < first_planned_) return std::nullopt;
    Job job;
    job.run = planned_++;
    job.is_short = !is_first && elite_.size() >= 2;
    job.shares_time = is_first && elite_number_ == 0;
    if (job.is_short)
        job.parents = parents_;
    else
        ++first_planned_;
    if (is_by_time_ && !job.shares_time) job.iterations = first_iterations_;
    job.elite_number = elite_number_;
    if (!std::isfinite(settings_.stop.seconds) && !has_runs(settings_.stop)) job.longer = lengthening_;
    job.best_length = record_.best().length;
    job.is_within_fleet = record_.has_best() && !exceeds_fleet(instance_, record_.best().solution);
    return job;
}

/// The more first runs there are, the more solutions are worth keeping. Beside a warm start or a fleet there
/// is no elite, and nothing is recombined.
void Restarts::join_elite(const Parent& result) {
    if (!has_elite_) return;
    if (const auto first = this->first()) elite_.make_room_for(first->count);
    runs_in_vain_ = elite_.add(result) ? 0 : runs_in_vain_ + 1;
    parents_ = std::make_shared<Parents>(elite_.parents());
}

void Restarts::begin_new_elite() {
    elite_ = Elite(settings_.elite);
    ++elite_number_;
    runs_in_vain_ = first_planned_ = first_taken_ = 0;
}

/// Where nothing is recombined, after each run: it may be the last. Else where there are enough new routes.
bool Restarts::is_time_to_combine() const {
    if (taken_ < 2) return false;
    if (const auto first = this->first(); !first || first->share == 1) return true;
    const double square = static_cast<double>(instance_.customers()) * instance_.customers();
    return static_cast<double>(iterations_ - combined_at_) >= settings_.restart.combine_by_square * square;
}

void Restarts::combine(std::int64_t run) {
    if (record_.stop().requested()) return;
    combined_at_ = iterations_;
    const Solution solution = shorter_of(*pool_, instance_, record_.best().solution, record_.stop());
    if (solution.routes() == 0) return;
    const Parent result{solution, length(instance_, solution)};
    record_.offer(run, result);
    join_elite(result);
}

/// Once: it takes long, and is the same each time.
std::optional<Solution> Restarts::packed() {
    if (has_packed_.exchange(true)) return std::nullopt;
    Solution packed = packed_start(instance_, record_.stop());
    if (packed.routes() == 0 || exceeds_fleet(instance_, packed)) return std::nullopt;
    return packed;
}

}  // namespace l2r
