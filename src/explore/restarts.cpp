#include "explore/restarts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "explore/threads.hpp"

namespace l2r {
namespace {

/// How long the caller waits for news: where other ranks may send some, it looks often.
constexpr std::chrono::duration<double> hour{3'600}, moment{0.001};

/// Runs get at most this many times longer than usual.
constexpr double most_lengthening = 1024;

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

bool has_loose_fleet(const Instance& instance, const ExploreSettings& settings) {
    if (!instance.has_fleet_limit() || instance.is_tsp()) return false;
    const auto has_room = [&](const Solution& solution) {
        return solution.used_routes() * settings.fleet.loose <= instance.max_routes();
    };
    if (settings.warm_start) return has_room(*settings.warm_start);
    const bool is_quick = settings.construction == Construction::savings &&
                          instance.customers() >= settings.restart.quick_first;
    Random random(settings.seed, settings.group, 0);
    return has_room(construct(is_quick ? Construction::nearest : settings.construction, instance, random,
                              Stop::after(settings.stop.seconds, settings.stop.flag),
                              settings.constructions));
}

Restarts::Restarts(const Instance& instance, const Instance& asked, const Optimiser& optimiser,
                   const Scorer* scorer, const ExploreSettings& settings, const Observer& observer)
    : instance_(instance),
      settings_(settings),
      is_by_time_(is_by_time(settings.stop)),
      has_elite_(!settings.warm_start && !instance.has_fleet_limit()),
      observer_(observer),
      record_(asked, settings.stop, observer),
      nowhere_(instance, {}, record_.stop()),
      workers_(threads_of(instance, optimiser, scorer, settings)),
      crew_(settings.ranks, instance, settings.pool, workers_.count()),
      shares_runs_(l2r::shares_runs(instance, optimiser, settings)),
      runs_abreast_(most_abreast(settings, shares_runs_ ? 1 : crew_.threads())),
      ahead_(runs_ahead(settings, runs_abreast_)),
      elite_(settings.elite) {
    for (int w = 0; w < (shares_runs_ ? 1 : workers_.count()); ++w)
        runners_.emplace_back(instance, optimiser, scorer, settings, nowhere_, record_.stop());
    if (combines_routes(instance, settings)) pool_.emplace(instance, settings.pool);
    // Ranks share one run: the others could not know of more before it has begun.
    if (shares_runs_ && !crew_.is_alone() && is_by_time_) first_ = FirstRuns();
    if (!is_by_time_)
        first_ = {static_cast<int>(std::min<std::int64_t>(settings.restart.most_runs, settings.stop.runs)),
                  1};
}

Exploration Restarts::explore() {
    const auto own_work = [this] { crew_.is_led() ? serve() : keep_books(); };
    if (shares_runs_ || workers_.count() == 1)
        own_work();
    else
        workers_.run([&](int worker) { worker == 0 ? own_work() : work(worker); });
    if (crew_.is_led()) {
        crew_.take_leave();
        return {};
    }
    crew_.dismiss([this] { return !is_flag_old(); });
    Exploration result = record_.finish(taken_ - unmade_, *reason_);
    result.threads = crew_.threads();
    result.books_seconds = books_seconds_;
    result.bytes_exchanged = crew_.bytes();
    if (settings_.ranks != nullptr) result.ranks = settings_.ranks->size();
    return result;
}

/// 1. Take the results that are there.
/// 2. Make the next run, or wait for news of the others'.
/// 3. Repeat until the stop rule says so, and what is under way is taken.
void Restarts::keep_books() {
    try {
        while (settle(), !reason_ && !queue_.has_ended()) {
            // The first run begins whatever the time.
            const bool may_take = queue_.begun() == 0 || may_begin();
            if (const std::optional<RunJob> job = may_take ? queue_.try_take() : std::nullopt)
                make_run(*job, 0);
            else
                queue_.await_news(crew_.is_alone() && queue_.begun() > taken_ ? hour : moment);
        }
    } catch (...) {
        end_all();
        throw;
    }
    end_all();
}

void Restarts::serve() {
    try {
        while (follow(), !queue_.has_ended()) {
            if (const std::optional<RunJob> job = queue_.try_take())
                make_run(*job, 0);
            else if (const auto share = std::exchange(share_, std::nullopt))
                do_share(*share);
            else
                queue_.await_news(moment);
        }
    } catch (...) {
        end_all();
        throw;
    }
}

void Restarts::follow() {
    for (Crew::Order& order : crew_.orders()) {
        if (auto* job = std::get_if<RunJob>(&order)) queue_.add(std::move(*job));
        if (auto* share = std::get_if<Crew::Share>(&order)) share_ = std::move(share->bytes);
        if (const auto* over = std::get_if<Crew::EndFrom>(&order)) end_from(over->run);
        if (const auto* first = std::get_if<FirstRuns>(&order)) {
            const std::lock_guard lock(first_mutex_);
            first_ = *first;
        }
        if (std::holds_alternative<Crew::End>(order)) {
            end_all();
        }
    }
    for (const RunNews& news : queue_.news()) crew_.report(news);
}

void Restarts::work(int worker) {
    try {
        while (const std::optional<RunJob> job = queue_.take([this] { return may_begin(); }))
            make_run(*job, worker);
    } catch (...) {
        end_all();
        throw;
    }
}

/// Rank 0 waits for an answer to each order.
bool Restarts::may_begin() const {
    return crew_.is_led() || !(record_.stop().requested() || is_ending());
}

void Restarts::note_target(std::int64_t run, const Parent& found) {
    if (found.solution.routes() > 0 && record_.reaches_target(found)) end_from(is_by_time_ ? 0 : run);
}

void Restarts::end_from(std::int64_t run) {
    std::int64_t before = over_from_.load();
    while (run < before && !over_from_.compare_exchange_weak(before, run)) {
    }
}

void Restarts::end_all() {
    end_from(0);
    queue_.end();
}

void Restarts::settle() {
    const auto begun = std::chrono::steady_clock::now();
    take_news();
    books_seconds_ += seconds_since(begun);
}

void Restarts::take_news() {
    for (RunNews& news : crew_.news()) {
        note_target(news.run, news.found);
        queue_.send(std::move(news));
    }
    for (RunNews& news : queue_.news()) untaken_[news.run].push_back(std::move(news));
    while (!reason_ && !untaken_.empty() && untaken_.begin()->first == taken_) {
        std::vector<RunNews> of_run = std::move(untaken_.begin()->second);
        untaken_.erase(untaken_.begin());
        for (RunNews& news : of_run) {
            if (!news.ending || news.ending->is_made) record_.offer(news.run, news.found);
            if (news.ending) take_result(news);
        }
        plan_runs();  // before the next result is taken, which they are not to know
    }
    // What was found until the time ran out is taken, all of it.
    if (!reason_ && taken_ > 0 && queue_.begun() == taken_ && record_.stop().requested())
        reason_ = record_.reason_to_stop(taken_ - unmade_);
    if (!reason_ && is_flag_old()) take_what_there_is();
    plan_runs();
    if (const auto first = this->first()) crew_.tell(*first);
    crew_.tell_end_from(over_from_);
    if (!shares_runs_ && queue_.begun() > 0 && may_begin()) crew_.hand_out(queue_);
}

bool Restarts::is_flag_old() {
    constexpr std::chrono::milliseconds old{300};
    if (crew_.is_alone() || settings_.stop.flag == nullptr || !settings_.stop.flag->load()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (!flag_seen_) flag_seen_ = now;
    return now - *flag_seen_ >= old;
}

/// A rank may have died.
void Restarts::take_what_there_is() {
    for (auto& [run, news_of_run] : untaken_)
        for (const RunNews& news : news_of_run)
            if (news.found.solution.routes() > 0) record_.offer(run, news.found);
    reason_ = StopReason::flag;
}

void Restarts::plan_runs() {
    while (const std::optional<RunJob> job = next_job()) queue_.add(*job);
}

void Restarts::take_result(RunNews& news) {
    const Parent& result = news.found;
    ++taken_;
    if (!news.ending->is_made) {
        ++unmade_;
        return;
    }
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
    // A run that ends at once leaves no time to learn how fast it is.
    if (std::lock_guard lock(first_mutex_); !first_) first_ = {runs_abreast_, 1};
    const std::optional<StopReason> reason = record_.reason_to_stop(taken_ - unmade_);
    const bool is_stopped = reason == StopReason::time || reason == StopReason::flag;
    if (!is_stopped || queue_.begun() == taken_) reason_ = reason;
}

/// First runs need not wait for one another. Where nobody knows yet how many there are to be, each thread
/// begins one.
std::optional<RunJob> Restarts::next_job() {
    if (reason_ || planned_ >= settings_.stop.runs || planned_ >= taken_ + ahead_ || is_over(planned_))
        return std::nullopt;
    const std::optional<FirstRuns> first = this->first();
    if (!first && planned_ >= runs_abreast_) return std::nullopt;
    const bool is_first = !first || first_planned_ < first->count;
    if (!is_first && has_elite_ && first_taken_ < first_planned_) return std::nullopt;
    RunJob job;
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
    if (job.is_short && observer_.recombines) observer_.recombines(*parents_, job.best_length);
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
    const Solution solution = pool_->shorter_solution(instance_, record_.best().solution, record_.stop());
    if (solution.routes() == 0) return;
    const Parent result{solution, length(instance_, solution)};
    record_.offer(run, result);
    join_elite(result);
}

}  // namespace l2r
