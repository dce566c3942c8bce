#include "optimise/anneal/division.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

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

/// Some routes of a solution as an instance of its own.
class Part {
  public:
    Part(const Instance& instance, const std::vector<std::vector<Node>>& routes, std::span<const int> group)
        : group_(group), nodes_(nodes_of(routes, group)), instance_(instance.in_order(nodes_)) {
        Node number = 0;
        std::vector<Node> route;
        for (const int r : group) {
            route.clear();
            while (route.size() < routes[static_cast<std::size_t>(r)].size()) route.push_back(++number);
            start_.add_route(route);
        }
    }

    const Instance& instance() const { return instance_; }
    const Solution& start() const { return start_; }
    /// Puts a solution of the part where its routes were; where there are more, at the end.
    void replace(const Solution& solution, std::vector<std::vector<Node>>& routes) const {
        for (const int r : group_) routes[static_cast<std::size_t>(r)].clear();
        for (int i = 0; i < solution.routes(); ++i) {
            const auto index = static_cast<std::size_t>(i);
            auto& route = index < group_.size() ? routes[static_cast<std::size_t>(group_[index])]
                                                : routes.emplace_back();
            for (const Node customer : solution.route(i))
                route.push_back(nodes_[static_cast<std::size_t>(customer)]);
        }
    }

  private:
    static std::vector<Node> nodes_of(const std::vector<std::vector<Node>>& routes,
                                      std::span<const int> group) {
        std::vector<Node> nodes{0};
        for (const int r : group) {
            const auto& route = routes[static_cast<std::size_t>(r)];
            nodes.insert(nodes.end(), route.begin(), route.end());
        }
        return nodes;
    }

    const std::span<const int> group_;
    const std::vector<Node> nodes_;  ///< of the whole instance, by number here
    const Instance instance_;
    Solution start_;
};

/// How far the run of the whole is: what the runs of its parts are measured by.
class Progress : public RunWatch {
  public:
    Progress(const Budget& budget, double iterations_in_all)
        : watch_(budget.watch), iterations_in_all_(iterations_in_all) {
        begun_ = now_ = ask(0);
    }

    /// The next part is to end when so much of the whole is over: after how many iterations, if their number
    /// decides.
    std::int64_t begin_part(double end) {
        from_ = now_;
        end_ = std::max(std::min(end, 1.0), from_ + 1e-9);
        const double until = end > 1 - 1e-9 ? iterations_in_all_ : end * iterations_in_all_;
        return std::max<std::int64_t>(1, std::llround(std::ceil(until)) - before_);
    }
    void end_part(std::int64_t iterations) { before_ += iterations; }
    /// There is a better solution, which takes as long to make as there are customers: not told too often.
    template <class Make>
    void tell(const Make& make) {
        constexpr double seldom = 0.005;
        if (watch_ == nullptr || (now_ < told_ + seldom && now_ < 1)) return;
        told_ = now_;
        watch_->improved(make());
    }
    double progress(std::int64_t iterations, double /*share*/) override {
        now_ = ask(before_ + iterations);
        return now_ >= 1 ? 1 : (now_ - from_) / (end_ - from_);
    }

    double now() const { return now_; }
    std::int64_t iterations() const { return before_; }
    /// How many there will be at this speed; 0 where that is not known yet.
    double expected_iterations() const {
        return now_ > begun_ ? static_cast<double>(before_) / (now_ - begun_) : 0;
    }

  private:
    double ask(std::int64_t iterations) const {
        const double share = static_cast<double>(iterations) / iterations_in_all_;
        return watch_ == nullptr ? share : watch_->progress(iterations, share);
    }

    RunWatch* const watch_;
    const double iterations_in_all_;
    std::int64_t before_ = 0;  ///< of the parts that have ended
    double begun_ = 0, now_ = 0, from_ = 0, end_ = 1, told_ = 0;
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

Solution joined(const std::vector<std::vector<Node>>& routes) {
    Solution solution;
    for (const std::vector<Node>& route : routes)
        if (!route.empty()) solution.add_route(route);
    return solution;
}

}  // namespace

std::vector<std::vector<int>> divide(const Instance& instance, const Solution& solution, int part,
                                     Random& random) {
    return Bisection(instance, solution, part, random).take_groups();
}

bool is_divided(const Instance& instance, const Solution& start, const DivisionSettings& settings,
                const Budget& budget) {
    const double customers = instance.customers();
    const bool is_short =
        budget.iterations > 0 &&
        static_cast<double>(budget.iterations) < settings.least_iterations * settings.rounds * customers;
    const bool is_large = customers >= settings.least_customers && customers >= 2.0 * settings.part;
    const bool has_long_routes = customers > settings.long_route * start.used_routes();
    const bool is_plain = instance.metric() != Metric::matrix && !instance.has_route_limit() &&
                          !instance.has_fleet_limit() && budget.pool == nullptr && budget.most_routes == 0;
    return is_large && !has_long_routes && is_plain && !is_short;
}

Outcome improve_in_parts(const Instance& instance, const Solution& start, const Budget& budget,
                         const AnnealingSettings& settings, Random& random,
                         const std::function<Outcome(const PartRun&)>& improve) {
    const double customers = instance.customers();
    const double in_all = budget.iterations > 0 ? static_cast<double>(budget.iterations)
                                                : settings.annealing.iterations_per_customer * customers;
    const int rounds = settings.division.rounds;
    const double for_overload = settings.division.least_iterations * rounds * customers;
    const Cooling cooling(settings.annealing, budget.first_temperature, rounds);
    Progress progress(budget, in_all);
    const auto has_ended = [&] { return progress.now() >= 1 || budget.stop.requested(); };
    std::vector<std::vector<Node>> routes;
    for (int r = 0; r < start.routes(); ++r)
        routes.emplace_back(start.route(r).begin(), start.route(r).end());
    for (int round = 0; round < rounds && !has_ended(); ++round) {
        const Solution solution = joined(routes);
        routes.clear();
        for (int r = 0; r < solution.routes(); ++r)
            routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
        double planned = round;  // in rounds
        for (const std::vector<int>& group : divide(instance, solution, settings.division.part, random)) {
            if (has_ended()) break;
            const Part part(instance, routes, group);
            planned += part.instance().customers() / customers;
            PartRun run{part.instance(),
                        part.start(),
                        {},
                        cooling.at_begin_of(round + 1),
                        progress.expected_iterations() >= 0.99 * for_overload};
            run.budget.stop = budget.stop;
            run.budget.watch = &progress;
            run.budget.iterations = progress.begin_part(planned / rounds);
            run.budget.first_temperature = cooling.at_begin_of(round);
            run.budget.closes_routes = budget.closes_routes && round == 0;
            const Outcome outcome = improve(run);
            progress.end_part(outcome.iterations);
            part.replace(outcome.solution, routes);
            if (is_shorter(length(part.instance(), outcome.solution), length(part.instance(), part.start())))
                progress.tell([&] { return joined(routes); });
        }
    }
    Outcome outcome{joined(routes)};
    outcome.iterations = progress.iterations();
    return outcome;
}

}  // namespace l2r::anneal
