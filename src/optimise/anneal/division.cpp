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

}  // namespace l2r::anneal
