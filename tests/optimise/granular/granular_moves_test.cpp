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

std::int64_t cost_of(const Instance& instance, const Solution& solution) {
    std::int64_t cost = 0;
    for (int r = 0; r < solution.routes(); ++r)
        cost += l2r::cost_of(instance, Stops(solution.route(r).begin(), solution.route(r).end()));
    return cost;
}

/// Routes as the moves work on them, and an empty one.
template <class Costs>
struct Linked {
    Linked(const Instance& instance, const Solution& solution) : routes(instance, memory) {
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
    EveryMove(const Instance& instance, const Solution& start)
        : instance_(instance), start_(start), cost_(cost_of(instance, start)) {}

    std::int32_t delta() const { return 1 << 29; }

    template <class Move>
    void take(std::int32_t delta, const Move& move) {
        ++taken_;
        Linked<Costs> linked(instance_, start_);
        const TouchedRoutes touched = move.touched(linked.routes);
        move.apply(linked.routes);
        for (const int r : touched) linked.routes.update(r);
        const Solution after = linked.routes.solution();
        EXPECT_EQ(cost_of(instance_, after) - cost_, delta);
        EXPECT_EQ(linked.routes.total_cost() - cost_, delta);
        // Within a route only moves that shorten it are wanted; those that do not may break its limit.
        if (touched[0] != touched[1] || delta < 0) {
            EXPECT_EQ(faults(instance_, after), std::vector<std::string>{});
        }
    }

    int taken() const { return taken_; }
    const Instance& instance() const { return instance_; }

  private:
    const Instance& instance_;
    const Solution& start_;
    const std::int64_t cost_;
    int taken_ = 0;
};

/// `offer(routes, u, v, cost, moves)` for every customer u, and every other one or depot v. Some move has to
/// be offered, or the test would test nothing.
template <class Costs, class Offer>
void check_offers(Offer offer) {
    int taken = 0;
    const auto check = [&](const Instance& instance, Random& random) {
        const Solution start = random_start(instance, random);
        const Linked<Costs> linked(instance, start);
        EveryMove<Costs> moves(instance, start);
        for (Node u = 1; u < instance.nodes(); ++u)
            for (Node v = 1; v < instance.nodes() + linked.routes.routes(); ++v)
                if (u != v) offer(linked.routes, u, v, linked.routes.cost(u, v), moves);
        taken += moves.taken();
    };
    for_many_instances(3, 1, 9, 61, check);
    for_many_limited_instances(3, 1, 9, 62, check);
    EXPECT_GT(taken, 1'000);
}

template <class Offer>
void check_offers_at_all_costs(Offer offer) {
    check_offers<TableCosts>(offer);
    check_offers<ComputedCosts>(offer);
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
