#pragma once

#include "optimise/granular/move.hpp"

namespace l2r::granular {

/// 2-opt: reverses the visits behind i up to j, on the same route.
struct TwoOpt {
    Node i, j;  ///< i comes first, or is the depot

    /// Offers the two moves that bring u and v of one route next to each other. Either may be the depot.
    template <class Routes, class Best>
    static void offer(const Routes& routes, Node u, Node v, std::int32_t cost, Best& best) {
        const Visit &a = routes[u], &b = routes[v];
        const std::int32_t heads = cost - a.edge[forward] - b.edge[forward];
        if (heads + cost < best.delta()) {
            const std::int32_t delta = heads + routes.cost(a.link[forward], b.link[forward]);
            if (delta < best.delta())
                take(routes, a.position < b.position ? TwoOpt{u, v} : TwoOpt{v, u}, delta, best);
        }
        const std::int32_t tails = cost - a.edge[backward] - b.edge[backward];
        if (tails + cost < best.delta()) {
            const Node p = a.link[backward], q = b.link[backward];
            const std::int32_t delta = tails + routes.cost(p, q);
            // Here the depot is the end of the route, behind all others.
            const bool u_first = routes.is_depot(v) || (!routes.is_depot(u) && a.position < b.position);
            if (delta < best.delta()) take(routes, u_first ? TwoOpt{p, q} : TwoOpt{q, p}, delta, best);
        }
    }

    template <class Routes>
    TouchedRoutes touched(const Routes& routes) const {
        return {routes[i].route, routes[i].route};
    }

    template <class Routes>
    void apply(Routes& routes) const {
        const Node behind = routes[j].link[forward];
        routes.set_next(routes.append(i, {routes[i].link[forward], j}, true), behind);
    }

  private:
    template <class Routes, class Best>
    static void take(const Routes& routes, const TwoOpt& move, std::int32_t delta, Best& best) {
        if (!routes.limits().order_matters() || move.fits(routes)) best.take(delta, move);
    }
    template <class Routes>
    bool fits(const Routes& routes) const {
        return routes.allow(routes.head(i), routes.row({routes[i].link[forward], j}, true), routes.behind(j));
    }
};

}  // namespace l2r::granular
