#pragma once

#include "optimise/granular/move.hpp"

namespace l2r::granular {

/// 2-opt*: cuts two routes behind i and behind j. Their tails are exchanged, or their heads are joined, the
/// second one reversed, and so are their tails.
struct TwoOptStar {
    Node i, j;  ///< a depot: the route is cut before its first customer
    bool joined;

    /// Offers the four moves that bring u and v of different routes next to each other. Either may be the
    /// depot.
    template <class Routes, class Best>
    static void offer(const Routes& routes, Node u, Node v, std::int32_t cost, Best& best) {
        const Node p = routes[u].link[backward], q = routes[v].link[backward];
        offer_cuts<false>(routes, u, q, cost, routes[u].link[forward], q, best);
        offer_cuts<false>(routes, p, v, cost, p, routes[v].link[forward], best);
        offer_cuts<true>(routes, u, v, cost, routes[u].link[forward], routes[v].link[forward], best);
        offer_cuts<true>(routes, p, q, cost, p, q, best);
    }

    template <class Routes>
    TouchedRoutes touched(const Routes& routes) const {
        return {routes[i].route, routes[j].route};
    }

    template <class Routes>
    void apply(Routes& routes) const {
        const Node behind_i = routes[i].link[forward], behind_j = routes[j].link[forward];
        if (!joined) {
            routes.set_next(i, behind_j);
            routes.set_next(j, behind_i);
        } else {
            join(routes, behind_i, behind_j);
        }
    }

  private:
    /// Cuts behind i and j; the edge between u and v is added for `cost`, and the one between x and y.
    template <bool joined, class Routes, class Best>
    static void offer_cuts(const Routes& routes, Node i, Node j, std::int32_t cost, Node x, Node y,
                           Best& best) {
        const std::int32_t removed = routes[i].edge[forward] + routes[j].edge[forward];
        const bool is_end = routes.is_depot(x) && routes.is_depot(y);  // nothing is added there
        const std::int32_t bound = best.delta() + most_overload_saved(routes, i, j);
        if ((is_end ? cost : 2 * cost) - removed >= bound) return;
        std::int32_t delta = cost + routes.cost(x, y) - removed;
        if (delta >= bound || !fits<joined>(routes, i, j)) return;
        if (routes.limits().has_price()) {
            const std::int32_t instead = joined ? routes.head(j).load() : routes.behind(j).load();
            delta += overload_change(routes, i, j, instead - routes.behind(i).load());
            if (delta >= best.delta()) return;
        }
        best.take(delta, TwoOptStar{i, j, joined});
    }

    template <bool joined, class Routes>
    static bool fits(const Routes& routes, Node i, Node j) {
        if (joined)
            return routes.allow(routes.head(i), routes.head(j, true)) &&
                   routes.allow(routes.behind(i, true), routes.behind(j));
        return routes.allow(routes.head(i), routes.behind(j)) &&
               routes.allow(routes.head(j), routes.behind(i));
    }

    template <class Routes>
    void join(Routes& routes, Node behind_i, Node behind_j) const {
        const Node depot_a = routes.depot_of(routes[i].route), depot_b = routes.depot_of(routes[j].route);
        const Node first_b = routes[depot_b].link[forward], last_a = routes[depot_a].link[backward];
        routes.set_next(routes.is_depot(j) ? i : routes.append(i, {first_b, j}, true), depot_a);
        const bool no_tail = routes.is_depot(behind_i);
        routes.set_next(no_tail ? depot_b : routes.append(depot_b, {behind_i, last_a}, true), behind_j);
    }
};

}  // namespace l2r::granular
