#include "explore/restarts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "start/packed.hpp"

namespace l2r {
namespace {

/// Runs get at most this many times longer than usual.
constexpr double most_lengthening = 1024;

bool has_runs(const StopRule& rule) {
    return rule.runs < std::numeric_limits<std::int64_t>::max();
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

/// Also says how much of its time a run has used, and hands it solutions to go on from.
class Restarts::Watch : public Record::Watch {
  public:
    /// Whether it shares the time with others, or is as long as its budget says.
    Watch(Restarts& restarts, std::int64_t run, bool shares_time)
        : Record::Watch(restarts.record_, run), restarts_(restarts), shares_time_(shares_time) {}

    double progress(std::int64_t iterations, double share) override {
        const StopRule& rule = restarts_.settings_.stop;
        if (std::isfinite(rule.seconds)) {
            if (shares_time_) {
                const double of_time = share_of_time(iterations);
                share = has_runs(rule) ? std::max(share, of_time) : of_time;
            }
        } else if (!has_runs(rule)) {
            share /= restarts_.lengthening_;
        }
        step_ = share - std::exchange(share_, share);
        iterations_ = iterations;
        return Record::Watch::progress(iterations, share);
    }

    std::optional<Solution> instead() override {
        const RestartSettings& settings = restarts_.settings_.restart;
        if (share_ >= settings.patience_with_fleet &&
            exceeds_fleet(restarts_.instance_, record_.best().solution))
            return restarts_.packed();
        const bool is_at_end = share_ >= settings.combining_share || share_ + 1.01 * step_ >= 1;
        if (!shares_time_ || !is_at_end || has_combined_ || !is_combining(iterations_)) return std::nullopt;
        has_combined_ = true;
        return restarts_.combined(run_);
    }
    /// Where the run ended before it could be handed the combination.
    void combine_at_end() {
        if (!has_combined_ && is_combining(0)) restarts_.combined(run_);
    }

  private:
    /// Where nothing is recombined later, after each run: it may be the last.
    bool is_combining(std::int64_t iterations) const {
        const bool is_one_of_few = !restarts_.first_ || restarts_.first_->share == 1;
        return is_one_of_few || restarts_.is_time_to_combine(iterations);
    }
    /// Of the time that the run has beside those that share the time with it.
    double share_of_time(std::int64_t iterations) {
        const double time = record_.seconds() / restarts_.settings_.stop.seconds;
        if (!restarts_.first_ && iterations >= restarts_.settings_.restart.trial_iterations && time > 0)
            restarts_.first_ =
                first_runs(restarts_.instance_, restarts_.settings_, static_cast<double>(iterations) / time);
        const FirstRuns first = restarts_.first_.value_or(FirstRuns());
        return time / first.share * first.count - static_cast<double>(run_);
    }

    Restarts& restarts_;
    const bool shares_time_;
    double share_ = 0, step_ = 0;  ///< of the run that is over, and between the last two questions
    std::int64_t iterations_ = 0;  ///< of the run
    bool has_combined_ = false;
};

Restarts::Restarts(const Instance& instance, const ExploreSettings& settings, Runner& runner, Record& record)
    : instance_(instance), settings_(settings), runner_(runner), record_(record), elite_(settings.elite) {
    if (instance.customers() <= settings.restart.most_combined && !instance.has_fleet_limit())
        pool_.emplace(instance, settings.pool);
    if (!std::isfinite(settings.stop.seconds) || has_runs(settings.stop))
        first_ = {static_cast<int>(std::min<std::int64_t>(settings.restart.most_runs, settings.stop.runs)),
                  1};
}

Parent Restarts::run(std::int64_t index, bool guided) {
    Random random = runner_.stream(index);
    Parent result = is_recombining() ? short_run(index, guided, random) : first_run(index, guided, random);
    lengthening_ = record_.last_improvement() == index ? 1 : std::min(2 * lengthening_, most_lengthening);
    return result;
}

bool Restarts::is_recombining() const {
    return first_ && first_runs_done_ >= first_->count && elite_.size() >= 2;
}

/// Those of the first elite share the time; those of later ones are as long.
Parent Restarts::first_run(std::int64_t index, bool guided, Random& random) {
    const bool shares_time = !first_ || index < first_->count;
    ++first_runs_done_;
    const Start start = choose_start(index, guided, random);
    Watch watch(*this, index, shares_time);
    Budget budget;
    if (!shares_time) budget.iterations = first_iterations_;
    Parent result = improve(index, start, watch, budget, random);
    if (std::isfinite(settings_.stop.seconds))
        first_iterations_ = std::max(first_iterations_, result.iterations);
    watch.combine_at_end();
    runs_in_vain_ = 0;
    return result;
}

Parent Restarts::short_run(std::int64_t index, bool guided, Random& random) {
    const RestartSettings& settings = settings_.restart;
    Budget budget = short_run_budget(instance_, settings);
    budget.most_routes = std::numeric_limits<int>::max();
    const Start& start = runner_.best_start(guided, [&](Start& candidate) {
        const auto [first, second] = elite_.draw_parents(random);
        budget.most_routes = std::min({budget.most_routes, first.used_routes(), second.used_routes()});
        candidate = {recombine(instance_, first, second, settings_.recombination, random, record_.stop())};
    });
    Watch watch(*this, index, false);
    Parent result = improve(index, start, watch, budget, random);
    if (is_time_to_combine(0)) combined(index);
    if (runs_in_vain_ > settings.patience) {
        elite_.clear();
        runs_in_vain_ = first_runs_done_ = 0;
    }
    return result;
}

Parent Restarts::improve(std::int64_t index, const Start& start, Watch& watch, Budget budget,
                         Random& random) {
    record_.offer(index, {start.solution, length(instance_, start.solution)});
    budget.watch = &watch;
    budget.pool = pool_ ? &*pool_ : nullptr;
    Parent result = runner_.improve(start, random, budget);
    iterations_ += result.iterations;
    record_.offer(index, result);
    join_elite(result);
    return result;
}

Start Restarts::choose_start(std::int64_t index, bool guided, Random& random) {
    if (index == 0 && settings_.warm_start) return {*settings_.warm_start, 0};
    const bool is_slow = settings_.construction == Construction::savings &&
                         instance_.customers() >= settings_.restart.quick_first;
    if (index == 0 && is_slow) {
        Random own = random;
        const Solution quick =
            construct(Construction::nearest, instance_, own, record_.stop(), settings_.constructions);
        record_.offer(0, {quick, length(instance_, quick)});
    }
    return runner_.best_construction(guided, random);
}

/// The more first runs there are, the more solutions are worth keeping. Beside a warm start or a fleet there
/// is no elite, and nothing is recombined.
void Restarts::join_elite(const Parent& result) {
    if (settings_.warm_start || instance_.has_fleet_limit()) return;
    if (first_) elite_.make_room_for(first_->count);
    runs_in_vain_ = elite_.add(result) ? 0 : runs_in_vain_ + 1;
}

bool Restarts::is_time_to_combine(std::int64_t iterations) const {
    const double square = static_cast<double>(instance_.customers()) * instance_.customers();
    return static_cast<double>(iterations_ + iterations - combined_at_) >=
           settings_.restart.combine_by_square * square;
}

/// Without regard to length there may be a solution within the fleet: a bad start, but one of few routes.
std::optional<Solution> Restarts::packed() {
    if (std::exchange(has_packed_, true)) return std::nullopt;
    Solution packed = packed_start(instance_, record_.stop());
    if (packed.routes() == 0 || exceeds_fleet(instance_, packed)) return std::nullopt;
    return packed;
}

/// A solution of the pool's routes that is shorter than the best.
std::optional<Solution> Restarts::combined(std::int64_t run) {
    if (!pool_ || record_.stop().requested()) return std::nullopt;
    combined_at_ = iterations_;
    const Solution& best = record_.best().solution;
    std::int64_t cost = 0;
    for (int index = 0; index < best.routes(); ++index) {
        if (best.route(index).empty()) continue;
        const std::int64_t of_route = route_cost(instance_, best.route(index));
        pool_->add(best.route(index), of_route);
        cost += of_route;
    }
    Solution solution = pool_->cheaper_solution(cost, record_.stop());
    if (solution.routes() == 0) return std::nullopt;
    const Parent result{solution, length(instance_, solution)};
    record_.offer(run, result);
    join_elite(result);
    return solution;
}

}  // namespace l2r
