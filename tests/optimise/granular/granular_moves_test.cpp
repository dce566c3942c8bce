#include <gtest/gtest.h>

#include "optimise/granular/relocate.hpp"
#include "optimise/granular/swap.hpp"
#include "optimise/granular/swap_star.hpp"
#include "optimise/granular/two_opt.hpp"
#include "optimise/granular/two_opt_star.hpp"
#include "start/random_start.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::granular {
namespace {

/// Routes may carry twice the capacity for a price, or not.
Limits limits_of(const Instance& instance, bool is_priced) {
    Limits limits(instance);
    if (is_priced)
        limits.price_overload(static_cast<std::int32_t>(std::min(2LL * limits.capacity(), 1'000'000'000LL)),
                              5 << 15);
    return limits;
}

std::int64_t cost_of(const Instance& instance, const Solution& solution, const Limits& limits) {
    std::int64_t cost = 0;
    for (int r = 0; r < solution.routes(); ++r)
        cost += l2r::cost_of(instance, Stops(solution.route(r).begin(), solution.route(r).end())) +
                limits.overload_cost(static_cast<std::int32_t>(route_load(instance, solution.route(r))));
    return cost;
}

/// A random start; priced, some of its routes carry too much.
Solution start_within(const Instance& instance, const Limits& limits, Random& random) {
    const Solution start = random_start(instance, random);
    if (!limits.has_price()) return start;
    Solution joined;
    for (int r = 0; r < start.routes(); ++r) {
        std::vector<Node> route(start.route(r).begin(), start.route(r).end());
        if (r + 1 < start.routes() && random.below(2) == 0) {
            std::vector<Node> both = route;
            both.insert(both.end(), start.route(r + 1).begin(), start.route(r + 1).end());
            if (route_load(instance, both) <= limits.most_load()) {
                route = both;
                ++r;
            }
        }
        joined.add_route(route);
    }
    return joined;
}

/// Routes as the moves work on them, and an empty one.
template <class Costs>
struct Linked {
    Linked(const Instance& instance, const Solution& solution, bool is_priced) : routes(instance, memory) {
        if (is_priced) routes.price_overload(limits_of(instance, true).most_load(), 5 << 15);
        for (int r = 0; r < solution.routes(); ++r) routes.add_route(solution.route(r), 0);
        routes.add_route({}, 0);
    }
    LinkedMemory memory;
    LinkedRoutes<Costs> routes;
};

/// In place of the best move: makes each move that is offered, whatever it gains, and holds what comes out
/// against what was said.
template <class Costs>
class EveryMove {
  public:
    EveryMove(const Instance& instance, const Solution& start, bool is_priced)
        : instance_(instance),
          start_(start),
          limits_(limits_of(instance, is_priced)),
          cost_(cost_of(instance, start, limits_)) {}

    std::int32_t delta() const { return 1 << 29; }

    template <class Move>
    void take(std::int32_t delta, const Move& move) {
        ++taken_;
        Linked<Costs> linked(instance_, start_, limits_.has_price());
        const TouchedRoutes touched = move.touched(linked.routes);
        move.apply(linked.routes);
        for (const int r : touched) linked.routes.update(r);
        const Solution after = linked.routes.solution();
        EXPECT_EQ(cost_of(instance_, after, limits_) - cost_, delta);
        if (limits_.has_price()) {
            for (int r = 0; r < after.routes(); ++r)
                EXPECT_LE(route_load(instance_, after.route(r)), limits_.most_load());
            return;
        }
        EXPECT_EQ(linked.routes.total_cost() - cost_, delta);
        // Within a route only moves that shorten it are wanted; those that do not may break its limit, but
        // not its time windows.
        if (touched[0] != touched[1] || delta < 0 || !instance_.has_route_limit()) {
            EXPECT_EQ(faults(instance_, after), std::vector<std::string>{});
        }
    }

    int taken() const { return taken_; }
    const Instance& instance() const { return instance_; }

  private:
    const Instance& instance_;
    const Solution& start_;
    const Limits limits_;
    const std::int64_t cost_;
    int taken_ = 0;
};

/// `offer(routes, u, v, cost, moves)` for every customer u, and every other one or depot v. Some move has to
/// be offered, or the test would test nothing.
template <class Costs, class Offer>
void check_offers(Offer offer, bool is_priced) {
    int taken = 0;
    const auto check = [&](const Instance& instance, Random& random) {
        const Solution start = start_within(instance, limits_of(instance, is_priced), random);
        const Linked<Costs> linked(instance, start, is_priced);
        EveryMove<Costs> moves(instance, start, is_priced);
        for (Node u = 1; u < instance.nodes(); ++u)
            for (Node v = 1; v < instance.nodes() + linked.routes.routes(); ++v)
                if (u != v) offer(linked.routes, u, v, linked.routes.cost(u, v), moves);
        taken += moves.taken();
    };
    for_many_instances(3, 1, 9, 61, check);
    if (!is_priced) for_many_limited_instances(3, 1, 9, 62, check);
    if (!is_priced) for_many_windowed_instances(3, 1, 9, 78, check);
    EXPECT_GT(taken, 1'000);
}

template <class Offer>
void check_offers_at_all_costs(Offer offer) {
    check_offers<TableCosts>(offer, false);
    check_offers<ComputedCosts>(offer, false);
    check_offers<TableCosts>(offer, true);
}

TEST(GranularMoves, RelocateCostsWhatItSays) {
    check_offers_at_all_costs([](const auto& routes, Node u, Node v, std::int32_t cost, auto& moves) {
        Relocate::offer(routes, Pieces(routes, u), v, cost, moves);
    });
}

TEST(GranularMoves, SwapCostsWhatItSays) {
    check_offers_at_all_costs([](const auto& routes, Node u, Node v, std::int32_t cost, auto& moves) {
        Swap::offer(routes, Pieces(routes, u), v, cost, moves);
    });
}

TEST(GranularMoves, TwoOptCostsWhatItSays) {
    check_offers_at_all_costs([](const auto& routes, Node u, Node v, std::int32_t cost, auto& moves) {
        if (routes.same_route(u, v)) TwoOpt::offer(routes, u, v, cost, moves);
    });
}

TEST(GranularMoves, TwoOptStarCostsWhatItSays) {
    check_offers_at_all_costs([](const auto& routes, Node u, Node v, std::int32_t cost, auto& moves) {
        if (!routes.same_route(u, v)) TwoOptStar::offer(routes, u, v, cost, moves);
    });
}

TEST(GranularMoves, SwapStarCostsWhatItSays) {
    SwapStar::Memory memory;
    check_offers_at_all_costs([&](const auto& routes, Node u, Node v, std::int32_t, auto& moves) {
        const auto always = [](int) { return true; };
        const int a = routes[u].route, b = routes[v].route;
        const NeighbourLists all(moves.instance(), moves.instance().customers(), Stop());
        if (a != b) SwapStar::offer(routes, a, b, all, memory, moves, always);
    });
}

}  // namespace
}  // namespace l2r::granular
