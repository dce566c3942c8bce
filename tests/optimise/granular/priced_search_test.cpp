#include <gtest/gtest.h>

#include <algorithm>

#include "optimise/granular/granular_search.hpp"
#include "start/random_start.hpp"
#include "support/plain_granular_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::granular {
namespace {

/// Routes under a search that lets them carry twice the capacity for a price.
class PricedSearch {
  public:
    /// Overloads cost so many mean edges for a mean demand.
    PricedSearch(const Instance& instance, const Solution& start, double edges)
        : instance_(instance),
          limits_(instance),
          neighbours_(instance, instance.customers(), Stop()),
          plan_(instance),
          search_(settings_, neighbours_, plan_) {
        std::int64_t cost = 0, demand = 0;
        for (int r = 0; r < start.routes(); ++r) {
            cost += l2r::cost_of(instance, Stops(start.route(r).begin(), start.route(r).end()));
            demand += route_load(instance, start.route(r));
        }
        const double a_unit =
            edges * static_cast<double>(cost) / static_cast<double>(std::max<std::int64_t>(1, demand));
        const double dearest = (1 << 28) / static_cast<double>(instance.capacity());
        const auto most =
            static_cast<std::int32_t>(std::min<std::int64_t>(2LL * instance.capacity(), 1'000'000'000));
        const auto price = static_cast<std::int64_t>(65'536 * std::min(a_unit, dearest)) + 1;
        limits_.price_overload(most, price);
        plan_.assign(start);
        plan_.price_overload(most, price);
    }

    void run(Random& random) {
        for (std::int32_t route = 1; route < plan_.route_numbers(); ++route) plan_.touch(route);
        search_.begin_anew(Stop());
        search_.rough_pass(random);
        while (search_.cycle(random)) {
        }
    }
    bool has_overload() const { return plan_.overload() > 0; }

    /// Of all pairs of routes, an empty one among them.
    void expect_nothing_left() {
        const Solution solution = plan_.solution();
        std::vector<Stops> routes(1);
        for (int r = 0; r < solution.routes(); ++r)
            routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
        std::int64_t in_all = 0;
        for (const Stops& route : routes) in_all += priced(route);
        EXPECT_EQ(plan_.cost(), in_all);
        for (const Stops& one : routes)
            for (const Stops& other : routes)
                if (&one != &other) expect_nothing_between({one, other});
    }

  private:
    std::int64_t load(const Stops& route) const { return route_load(instance_, route); }
    std::int64_t priced(const Stops& route) const {
        return l2r::cost_of(instance_, route) + limits_.overload_cost(static_cast<std::int32_t>(load(route)));
    }
    void expect_nothing_between(const TwoRoutes& two) const {
        const std::int64_t least = priced(two.first) + priced(two.second) - instance_.least_gain();
        const auto check = [&](const TwoRoutes& result, auto...) {
            if (std::max(load(result.first), load(result.second)) > limits_.most_load()) return;
            EXPECT_GT(priced(result.first) + priced(result.second), least);
        };
        every_cross(two, check);
        every_segment_relocate(two, check);
        every_segment_swap(two, check);
    }

    const Instance& instance_;
    const GranularSettings settings_{instance_.customers(), instance_.customers(), instance_.customers()};
    Limits limits_;
    const NeighbourLists neighbours_;
    Plan<ComputedCosts> plan_;
    GranularSearch<ComputedCosts> search_;
};

/// What pairs of customers are looked at depends on what a move may save of overloads.
TEST(PricedSearch, LeavesNoImprovingMoveWhereOverloadHasAPrice) {
    int overloaded = 0, instances = 0;
    for_many_instances(4, 2, 18, 340, [&](const Instance& instance, Random& random) {
        if (instance.metric() == Metric::matrix) return;
        for (const double edges : {0.05, 0.5, 3.0}) {
            PricedSearch search(instance, random_start(instance, random), edges);
            search.run(random);
            search.expect_nothing_left();
            overloaded += search.has_overload();
            ++instances;
        }
    });
    EXPECT_GT(overloaded, instances / 10) << "prices are too high to test much";
}

}  // namespace
}  // namespace l2r::granular
