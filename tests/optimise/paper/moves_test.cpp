#include <gtest/gtest.h>

#include "optimise/paper/coarse_costs.hpp"
#include "optimise/paper/cross.hpp"
#include "optimise/paper/exchange.hpp"
#include "optimise/paper/relocate_between.hpp"
#include "optimise/paper/relocate_within.hpp"
#include "optimise/paper/two_opt.hpp"
#include "start/random_start.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::paper {
namespace {

const auto always = [](int) { return true; };

Stops customers_of(const Route& route) {
    return {route.stops.begin() + 1, route.stops.end() - 1};
}

/// Everything that a move needs to look at an instance.
struct Bench {
    explicit Bench(const Instance& of)
        : instance(of), limits(of), scale(of), costs(of), coarse_costs(of, scale, coarse) {}

    Route route(const Stops& customers) const {
        Route made;
        made.assign(customers);
        made.update(instance, limits, costs);
        made.coarse.update(made.edge, made.head, made.detour, scale);
        return made;
    }
    Change nothing() const { return {1 - instance.least_gain()}; }

    const Instance& instance;
    const Limits limits;
    const Coarse scale;
    const TableCosts costs;
    CoarseTable coarse;
    const CoarseCosts<TableCosts> coarse_costs;
};

void expect_same(const Change& found, const Change& wanted) {
    EXPECT_EQ(found.delta, wanted.delta);
    EXPECT_EQ(found.i, wanted.i);
    EXPECT_EQ(found.j, wanted.j);
    EXPECT_EQ(found.other, wanted.other);
}

/// Best change first until there is none: each is the one that trying them all finds, and gains what it says.
template <class Move, class Every>
void check_within(const Bench& bench, Stops customers, Every every) {
    for (;;) {
        Route route = bench.route(customers);
        const std::int64_t before = cost_of(bench.instance, customers);
        Change wanted = bench.nothing();
        every(customers, [&](const Stops& result, int i, int j) {
            wanted.offer(static_cast<std::int32_t>(cost_of(bench.instance, result) - before), i, j);
        });
        const Change found = Move::best(route, bench.costs, bench.nothing(), always);
        expect_same(found, wanted);
        if (!found.found() || testing::Test::HasFailure()) return;
        Move::apply(route, found);
        EXPECT_EQ(cost_of(bench.instance, customers_of(route)) - before, found.delta);
        EXPECT_TRUE(std::is_permutation(customers.begin(), customers.end(), route.stops.begin() + 1,
                                        route.stops.end() - 1));
        customers = customers_of(route);
    }
}

/// What the search of a pair finds, with the columns of the second route, or of the first if `turned`.
template <class Move>
Change best_of_pair(const Bench& bench, const Route& first, const Route& second, bool turned) {
    if (!Move::possible(first, second, bench.instance)) return bench.nothing();
    const Route &a = turned ? second : first, &b = turned ? first : second;
    CoarseColumns columns;
    columns.reset(bench.instance.nodes(), b.coarse.width());
    columns.fill(a.stops, b.stops, bench.coarse_costs);
    const RoutePair<TableCosts> pair{a, b, columns, bench.costs, bench.scale, bench.limits, turned};
    const Change found = best_change<Move>(pair, bench.nothing());
    expect_same(best_change_exactly<Move>(pair, bench.nothing(), always), found);
    return found;
}

template <class Move, class Every>
void check_between(const Bench& bench, TwoRoutes routes, Every every) {
    const Instance& instance = bench.instance;
    for (;;) {
        Route first = bench.route(routes.first), second = bench.route(routes.second);
        const std::int64_t before = cost_of(instance, routes);
        Change wanted = bench.nothing();
        every(routes, [&](const TwoRoutes& result, int i, int j, bool variant) {
            if (fits(instance, result))
                wanted.offer(static_cast<std::int32_t>(cost_of(instance, result) - before), i, j, variant);
        });
        const Change found = best_of_pair<Move>(bench, first, second, false);
        expect_same(found, wanted);
        expect_same(best_of_pair<Move>(bench, first, second, true), wanted);
        if (!found.found() || testing::Test::HasFailure()) return;
        Move::apply(first, second, found);
        const TwoRoutes after{customers_of(first), customers_of(second)};
        EXPECT_EQ(cost_of(instance, after) - before, found.delta);
        EXPECT_TRUE(fits(instance, after));
        const Stops all = joined(routes.first, routes.second), still = joined(after.first, after.second);
        EXPECT_TRUE(std::is_permutation(all.begin(), all.end(), still.begin(), still.end()));
        routes = after;
    }
}

/// Two random routes of a random start; the second is empty now and then.
TwoRoutes two_routes(const Instance& instance, Random& random) {
    const Solution start = random_start(instance, random);
    const auto any = [&] {
        return start.route(static_cast<int>(random.below(static_cast<std::uint32_t>(start.routes()))));
    };
    const auto first = any(), second = any();
    TwoRoutes routes{{first.begin(), first.end()}, {}};
    if (second.data() != first.data()) routes.second.assign(second.begin(), second.end());
    if (random.below(2) == 0) std::swap(routes.first, routes.second);
    return routes;
}

TEST(Moves, TwoOptFindsTheBestReversalAndGainsWhatItSays) {
    for_many_instances(15, 1, 35, 21, [](const Instance& instance, Random& random) {
        check_within<TwoOpt>(Bench(instance), two_routes(instance, random).first,
                             [](const Stops& route, auto visit) { every_two_opt(route, visit); });
    });
}

TEST(Moves, RelocateWithinFindsTheBestPlaceAndGainsWhatItSays) {
    for_many_instances(15, 1, 35, 22, [](const Instance& instance, Random& random) {
        check_within<RelocateWithin>(
            Bench(instance), two_routes(instance, random).first,
            [](const Stops& route, auto visit) { every_relocate_within(route, visit); });
    });
}

TEST(Moves, CrossFindsTheBestCutsAndGainsWhatItSays) {
    for_many_instances(15, 1, 50, 23, [](const Instance& instance, Random& random) {
        check_between<Cross<TableCosts>>(
            Bench(instance), two_routes(instance, random),
            [](const TwoRoutes& routes, auto visit) { every_cross(routes, visit); });
    });
}

TEST(Moves, ExchangeFindsTheBestSwapAndGainsWhatItSays) {
    for_many_instances(15, 2, 50, 24, [](const Instance& instance, Random& random) {
        check_between<Exchange<TableCosts>>(
            Bench(instance), two_routes(instance, random),
            [](const TwoRoutes& routes, auto visit) { every_exchange(routes, visit); });
    });
}

TEST(Moves, RelocateBetweenFindsTheBestPlaceAndGainsWhatItSays) {
    for_many_instances(15, 1, 50, 25, [](const Instance& instance, Random& random) {
        check_between<RelocateBetween<TableCosts>>(
            Bench(instance), two_routes(instance, random),
            [](const TwoRoutes& routes, auto visit) { every_relocate_between(routes, visit); });
    });
}

/// Where the best change of all breaks the limit on routes, the best of those that keep to it is found.
TEST(Moves, BetweenRoutesKeepToTheLimitAndMissNothing) {
    for_many_limited_instances(15, 1, 40, 27, [](const Instance& instance, Random& random) {
        const Bench bench(instance);
        const TwoRoutes routes = two_routes(instance, random);
        check_between<Cross<TableCosts>>(bench, routes,
                                         [](const TwoRoutes& two, auto visit) { every_cross(two, visit); });
        check_between<Exchange<TableCosts>>(
            bench, routes, [](const TwoRoutes& two, auto visit) { every_exchange(two, visit); });
        check_between<RelocateBetween<TableCosts>>(
            bench, routes, [](const TwoRoutes& two, auto visit) { every_relocate_between(two, visit); });
    });
}

/// Random starts of these have routes of some thirty stops: several blocks of lanes.
TEST(Moves, BetweenLongRoutesAreFoundToo) {
    for (const Layout layout : layouts)
        for (std::uint64_t i = 0; i < 3; ++i) {
            Random random(26, static_cast<std::uint64_t>(layout), i);
            InstanceData data;
            choose_places(data, layout, 70, random);
            choose_demands(data, Loads::common, 70, random);
            data.capacity = 190;
            const Instance instance(data);
            const Bench bench(instance);
            const TwoRoutes routes = two_routes(instance, random);
            check_between<Cross<TableCosts>>(
                bench, routes, [](const TwoRoutes& two, auto visit) { every_cross(two, visit); });
            check_between<Exchange<TableCosts>>(
                bench, routes, [](const TwoRoutes& two, auto visit) { every_exchange(two, visit); });
            check_between<RelocateBetween<TableCosts>>(
                bench, routes, [](const TwoRoutes& two, auto visit) { every_relocate_between(two, visit); });
        }
}

TEST(Moves, OfEqualChangesTheFirstVariantAndTheLowestPositionsWin) {
    Change best{0};
    best.offer(0, 1, 1);
    EXPECT_FALSE(best.found());
    best.offer(-5, 4, 2, true);
    best.offer(-5, 3, 9, true);
    best.offer(-5, 3, 8, true);
    best.offer(-4, 1, 1);
    expect_same(best, {-5, 3, 8, true});
    best.offer(-5, 7, 7, false);
    expect_same(best, {-5, 7, 7, false});
}

}  // namespace
}  // namespace l2r::paper
