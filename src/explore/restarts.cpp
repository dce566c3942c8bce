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

}  // namespace

/// Also says how much of its time a run has used, and hands it solutions to go on from.
class Restarts::Watch : public Record::Watch {
  public:
    Watch(Restarts& restarts, std::int64_t run) : Record::Watch(restarts.record_, run), restarts_(restarts) {}

    double progress(std::int64_t iterations, double share) override {
        const StopRule& rule = restarts_.settings_.stop;
        const bool has_runs = rule.runs < std::numeric_limits<std::int64_t>::max();
        if (std::isfinite(rule.seconds)) {
            const double of_time = share_of_time(iterations);
            share = has_runs ? std::max(share, of_time) : of_time;
        } else if (!has_runs) {
            share /= restarts_.lengthening_;
        }
        step_ = share - std::exchange(share_, share);
        return Record::Watch::progress(iterations, share);
    }

    std::optional<Solution> instead() override {
        const RestartSettings& settings = restarts_.settings_.restart;
        if (share_ >= settings.patience_with_fleet &&
            exceeds_fleet(restarts_.instance_, record_.best().solution))
            return restarts_.packed();
        const bool is_at_end = share_ >= settings.combining_share || share_ + 1.01 * step_ >= 1;
        if (!is_at_end || has_combined_) return std::nullopt;
        has_combined_ = true;
        return restarts_.combined(run_);
    }
    /// Where the run ended before it could be handed the combination.
    void combine_at_end() {
        if (!has_combined_) restarts_.combined(run_);
    }

  private:
    /// Of the time that the run has beside those that share the time with it.
    double share_of_time(std::int64_t iterations) {
        const double time = record_.seconds() / restarts_.settings_.stop.seconds;
        if (!restarts_.sharing_ && iterations >= restarts_.settings_.restart.trial_iterations && time > 0)
            restarts_.sharing_ = restarts_.runs_worth(static_cast<double>(iterations) / time);
        return time * restarts_.sharing_.value_or(1) - static_cast<double>(run_);
    }

    Restarts& restarts_;
    double share_ = 0, step_ = 0;  ///< of the run that is over, and between the last two questions
    bool has_combined_ = false;
};

Restarts::Restarts(const Instance& instance, const ExploreSettings& settings, Runner& runner, Record& record)
    : instance_(instance), settings_(settings), runner_(runner), record_(record) {
    if (instance.customers() <= settings.restart.most_combined && !instance.has_fleet_limit())
        pool_.emplace(instance, settings.pool);
}

Parent Restarts::run(std::int64_t index, bool guided) {
    Random random = runner_.stream(index);
    const Start start = choose_start(index, guided, random);
    record_.offer(index, {start.solution, length(instance_, start.solution)});
    Watch watch(*this, index);
    Parent result = runner_.improve(start, random, &watch, pool_ ? &*pool_ : nullptr);
    record_.offer(index, result);
    watch.combine_at_end();
    lengthening_ = record_.last_improvement() == index ? 1 : std::min(2 * lengthening_, most_lengthening);
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

/// A warm start is searched from, and few vehicles are looked for, as long as there is time.
int Restarts::runs_worth(double iterations) const {
    if (settings_.warm_start || instance_.has_fleet_limit()) return 1;
    const double customers = instance_.customers();
    const double each = std::max<double>(settings_.restart.least_iterations,
                                         settings_.restart.iterations_by_square * customers * customers);
    const double most =
        std::min<double>(settings_.restart.most_runs, static_cast<double>(settings_.stop.runs));
    return static_cast<int>(std::clamp(std::floor(iterations / each), 1.0, most));
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
    record_.offer(run, {solution, length(instance_, solution)});
    return solution;
}

}  // namespace l2r
