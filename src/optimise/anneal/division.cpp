#include "optimise/anneal/division.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/workers.hpp"

namespace l2r::anneal {
namespace {

/// Halves groups of routes across alternate directions until they are small enough.
class Bisection {
  public:
    Bisection(const Instance& instance, const Solution& solution, int part, Random& random)
        : solution_(solution), part_(part), random_(random), turn_(std::numbers::pi * random.uniform()) {
        std::vector<int> all;
        for (int r = 0; r < solution.routes(); ++r) {
            centres_.push_back(centre(instance, solution.route(r)));
            if (!solution.route(r).empty()) all.push_back(r);
        }
        split(std::move(all), 0);
    }

    std::vector<std::vector<int>> take_groups() { return std::move(groups_); }

  private:
    static Point centre(const Instance& instance, std::span<const Node> route) {
        Point sum;
        for (const Node customer : route) {
            sum.x += instance.place(customer).x;
            sum.y += instance.place(customer).y;
        }
        const double count = std::max<double>(1, static_cast<double>(route.size()));
        return {sum.x / count, sum.y / count};
    }

    void split(std::vector<int> routes, int depth) {
        double customers = 0;
        for (const int r : routes) customers += size(r);
        if (customers <= 1.5 * part_ || routes.size() < 2) {
            groups_.push_back(std::move(routes));
            return;
        }
        const double angle = turn_ + depth * std::numbers::pi / 2;
        const double east = std::cos(angle), north = std::sin(angle);
        const auto along = [&](int r) {
            const Point at = centres_[static_cast<std::size_t>(r)];
            return std::pair(at.x * east + at.y * north, r);
        };
        std::sort(routes.begin(), routes.end(), [&](int a, int b) { return along(a) < along(b); });
        // Not just in the middle, so that borders are elsewhere the next time.
        const double share = 0.4 + 0.2 * random_.uniform();
        auto middle = routes.begin();
        double before = 0;
        do before += size(*middle++);
        while (before < share * customers && middle + 1 != routes.end());
        split({routes.begin(), middle}, depth + 1);
        split({middle, routes.end()}, depth + 1);
    }
    double size(int r) const { return static_cast<double>(solution_.route(r).size()); }

    const Solution& solution_;
    const int part_;
    Random& random_;
    const double turn_;
    std::vector<Point> centres_;  ///< of routes
    std::vector<std::vector<int>> groups_;
};

using Routes = std::vector<std::vector<Node>>;

/// Routes that lie side by side, and what a search of them needs to be one of its own.
class Part {
  public:
    Part(const Solution& solution, std::span<const int> group) {
        for (const int r : group) {
            routes_.emplace_back(solution.route(r).begin(), solution.route(r).end());
            customers_ += static_cast<double>(routes_.back().size());
        }
    }

    double customers() const { return customers_; }
    const Routes& routes() const { return routes_; }
    /// By number there.
    std::vector<Node> nodes() const {
        std::vector<Node> nodes{0};
        for (const auto& route : routes_) nodes.insert(nodes.end(), route.begin(), route.end());
        return nodes;
    }
    /// In numbers of its own.
    Solution solution() const {
        Solution solution;
        Node number = 0;
        for (std::vector<Node> route : routes_) {
            for (Node& customer : route) customer = ++number;
            solution.add_route(route);
        }
        return solution;
    }
    void replace(const Solution& solution) {
        const std::vector<Node> nodes = this->nodes();
        routes_.clear();
        for (int r = 0; r < solution.routes(); ++r) {
            auto& route = routes_.emplace_back();
            for (const Node customer : solution.route(r))
                route.push_back(nodes[static_cast<std::size_t>(customer)]);
        }
    }

  private:
    Routes routes_;
    double customers_ = 0;
};

Solution joined(const std::vector<Part>& parts) {
    Solution solution;
    for (const Part& part : parts)
        for (const auto& route : part.routes())
            if (!route.empty()) solution.add_route(route);
    return solution;
}

/// How far the run of the whole is. For all threads.
class Progress {
  public:
    Progress(const Budget& budget, double iterations_in_all)
        : watch_(budget.watch),
          stop_(budget.stop),
          iterations_in_all_(iterations_in_all),
          is_by_time_(watch_ != nullptr && watch_->is_by_time()) {
        begun_ = add(0);
    }

    /// After so many more iterations: the share of the whole that is over.
    double add(std::int64_t iterations) {
        const std::lock_guard lock(mutex_);
        iterations_ += iterations;
        double share = static_cast<double>(iterations_) / iterations_in_all_;
        // Parts end by themselves, after as many iterations as each may have.
        if (!is_by_time_) share = std::min(share, 1 - 1e-9);
        now_ = watch_ == nullptr ? share : watch_->progress(iterations_, share);
        return now_;
    }
    /// A part has a new solution: by the clock the watch is told now and then, since joining takes as long as
    /// there are customers. Else what is joined meanwhile depends on the threads.
    void replace(const std::vector<Part>& parts, Part& part, const Solution& solution, bool is_better) {
        constexpr double seldom = 0.005;
        const std::lock_guard lock(mutex_);
        part.replace(solution);
        has_news_ = has_news_ || is_better;
        if (is_by_time_ && now_ >= told_ + seldom) tell([&parts] { return joined(parts); });
    }
    /// All parts of a round have been searched.
    void end_round(const Solution& solution) {
        const std::lock_guard lock(mutex_);
        tell([&solution] { return solution; });
    }

    bool is_by_time() const { return is_by_time_; }
    double now() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    bool has_ended() const { return stop_.requested() || now() >= 1; }
    std::int64_t iterations() const {
        const std::lock_guard lock(mutex_);
        return iterations_;
    }
    /// How many there will be: by the clock, at the speed so far; 0 where that is not known yet.
    double expected_iterations() const {
        const std::lock_guard lock(mutex_);
        if (!is_by_time_) return iterations_in_all_;
        return now_ > begun_ ? static_cast<double>(iterations_) / (now_ - begun_) : 0;
    }

  private:
    template <class Make>
    void tell(const Make& make) {
        if (watch_ == nullptr || !std::exchange(has_news_, false)) return;
        told_ = now_;
        watch_->improved(make());
    }

    RunWatch* const watch_;
    const Stop stop_;
    const double iterations_in_all_;
    const bool is_by_time_;
    mutable std::mutex mutex_;
    std::int64_t iterations_ = 0;
    double begun_ = 0, now_ = 0, told_ = 0;
    bool has_news_ = false;
};

/// Follows the run of a part, which has this much of the whole to itself.
class PartWatch : public RunWatch {
  public:
    PartWatch(Progress& whole, double end)
        : whole_(whole), begin_(whole.now()), end_(std::max(std::min(end, 1.0), begin_ + 1e-9)) {}

    double progress(std::int64_t iterations, double share) override {
        const double now = whole_.add(iterations - std::exchange(told_, iterations));
        if (now >= 1) return 1;
        return whole_.is_by_time() ? (now - begin_) / (end_ - begin_) : share;
    }
    /// Iterations that the watch was not asked about.
    void finish(std::int64_t iterations) { whole_.add(iterations - told_); }

  private:
    Progress& whole_;
    const double begin_, end_;
    std::int64_t told_ = 0;
};

/// The temperatures of a divided run, round by round.
class Cooling {
  public:
    Cooling(const SimulatedAnnealingSettings& settings, double first_temperature, int rounds)
        : first_(first_temperature > 0 ? first_temperature : settings.first_temperature),
          last_(std::min(first_, settings.last_temperature)),
          rounds_(rounds) {}

    double at_begin_of(int round) const {
        return first_ * std::pow(last_ / first_, static_cast<double>(round) / rounds_);
    }

  private:
    const double first_, last_;
    const int rounds_;
};

/// Shares parts out among lanes, one for each thread, so that all have about as many customers: the largest
/// first, each to the lane that has least.
std::vector<std::vector<std::size_t>> shared_out(const std::vector<Part>& parts, int lanes) {
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (lanes > 1)
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return parts[a].customers() > parts[b].customers();
        });
    std::vector<std::vector<std::size_t>> result(static_cast<std::size_t>(lanes));
    std::vector<double> customers(result.size());
    for (const std::size_t part : order) {
        const auto least = std::min_element(customers.begin(), customers.end()) - customers.begin();
        result[static_cast<std::size_t>(least)].push_back(part);
        customers[static_cast<std::size_t>(least)] += parts[part].customers();
    }
    return result;
}

}  // namespace

std::vector<std::vector<int>> divide(const Instance& instance, const Solution& solution, int part,
                                     Random& random) {
    return Bisection(instance, solution, part, random).take_groups();
}

bool can_be_divided(const Instance& instance, const DivisionSettings& settings) {
    const double customers = instance.customers();
    const bool is_large = customers >= settings.least_customers && customers >= 2.0 * settings.part;
    const bool has_long_routes = customers > settings.long_route * instance.min_routes();
    return is_large && !has_long_routes && instance.metric() != Metric::matrix &&
           !instance.has_route_limit() && !instance.has_fleet_limit();
}

bool is_divided(const Instance& instance, const DivisionSettings& settings, const Budget& budget) {
    const bool is_short =
        budget.iterations > 0 && static_cast<double>(budget.iterations) <
                                     settings.least_iterations * settings.rounds * instance.customers();
    return can_be_divided(instance, settings) && !is_short && budget.pool == nullptr &&
           budget.most_routes == 0;
}

Outcome improve_in_parts(const Instance& instance, const Solution& start, const Budget& budget,
                         const AnnealingSettings& settings, Random& random,
                         const std::function<Outcome(const PartRun&, int)>& improve) {
    const double customers = instance.customers();
    const double in_all =
        budget.longer * (budget.iterations > 0 ? static_cast<double>(budget.iterations)
                                               : settings.annealing.iterations_per_customer * customers);
    const int rounds = settings.division.rounds;
    const double for_overload = settings.division.least_iterations * rounds * customers;
    const Cooling cooling(settings.annealing, budget.first_temperature, rounds);
    Progress progress(budget, in_all);
    Workers alone(1);
    Workers& workers = budget.workers == nullptr ? alone : *budget.workers;
    Solution solution = start;
    for (int round = 0; round < rounds && !progress.has_ended(); ++round) {
        std::vector<Part> parts;
        for (const std::vector<int>& group : divide(instance, solution, settings.division.part, random))
            parts.emplace_back(solution, group);
        const std::uint64_t seed = random.next();
        const auto lanes = shared_out(parts, workers.count());
        const auto search = [&](std::size_t number, double end, int worker) {
            Part& part = parts[number];
            const Instance own = instance.in_order(part.nodes());
            const Solution before = part.solution();
            PartWatch watch(progress, end);
            PartRun run{own,
                        before,
                        {},
                        Random(seed, number),
                        cooling.at_begin_of(round + 1),
                        progress.expected_iterations() >= 0.99 * for_overload};
            run.budget.stop = budget.stop;
            run.budget.watch = &watch;
            run.budget.iterations =
                std::max<std::int64_t>(1, std::llround(in_all / rounds * part.customers() / customers));
            run.budget.first_temperature = cooling.at_begin_of(round);
            run.budget.closes_routes = budget.closes_routes && round == 0;
            const Outcome outcome = improve(run, worker);
            watch.finish(outcome.iterations);
            progress.replace(parts, part, outcome.solution,
                             is_shorter(length(own, outcome.solution), length(own, before)));
        };
        workers.run([&](int worker) {
            const auto& lane = lanes[static_cast<std::size_t>(worker)];
            double in_lane = 0, done = 0;
            for (const std::size_t number : lane) in_lane += parts[number].customers();
            for (const std::size_t number : lane) {
                if (progress.has_ended()) return;
                done += parts[number].customers();
                search(number, (round + done / in_lane) / rounds, worker);
            }
        });
        solution = joined(parts);
        progress.end_round(solution);
    }
    Outcome outcome{std::move(solution)};
    outcome.iterations = progress.iterations();
    return outcome;
}

}  // namespace l2r::anneal
