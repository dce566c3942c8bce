#pragma once

#include "optimise/granular/move.hpp"

namespace l2r::granular {

/// Relocate, or Or-opt: moves one to three customers in a row behind another visit, in their order or
/// reversed.
struct Relocate {
    Stretch stretch;
    Node after;  ///< outside the stretch and not just before it
    bool reversed;

    /// Offers the moves that bring u next to v, at either side of it and with either neighbour of its own.
    /// Those that are left out gain nothing, or their other new edge is the cheaper one.
    template <class Routes, class Best>
    [[gnu::always_inline]] static void offer(const Routes& routes, const Pieces<Routes>& pieces, Node v,
                                             std::int32_t cost, Best& best) {
        const bool same = routes.same_route(pieces.near(), v);
        const std::int32_t room = same ? std::numeric_limits<std::int32_t>::max() : room_on(routes, v);
        offer_beside<forward>(routes, pieces, v, cost, room, best);
        offer_beside<backward>(routes, pieces, v, cost, room, best);
    }

    template <class Routes>
    TouchedRoutes touched(const Routes& routes) const {
        return {routes[stretch.first].route, routes[after].route};
    }

    template <class Routes>
    void apply(Routes& routes) const {
        const Node behind = routes[after].link[forward];
        routes.set_next(routes[stretch.first].link[backward], routes[stretch.last].link[forward]);
        routes.set_next(routes.append(after, stretch, reversed), behind);
    }

  private:
    template <int side, class Routes, class Best>
    [[gnu::always_inline]] static void offer_beside(const Routes& routes, const Pieces<Routes>& pieces,
                                                    Node v, std::int32_t cost, std::int32_t room,
                                                    Best& best) {
        const Node y = routes[v].link[side];
        const std::int32_t removed = routes[v].edge[side];
        const std::int32_t saved = most_saved_by_giving(routes, pieces.near(), v);
#pragma GCC unroll 5
        for (const Piece& piece : pieces.all()) {
            const std::int32_t travel = cost - removed - piece.gain;
            if (travel + cost >= best.delta() + saved || piece.load > room) continue;
            const std::int32_t fixed = travel + overload_change(routes, v, pieces.near(), piece.load);
            const std::int32_t delta = fixed + routes.cost(piece.far, y);
            if (delta >= best.delta()) continue;
            const Relocate move{piece.stretch(), side == forward ? v : y, piece.direction != side};
            if (move.fits(routes, v, y)) best.take(delta, move);
        }
    }

    /// v and y are the visits between which it goes.
    template <class Routes>
    bool fits(const Routes& routes, Node v, Node y) const {
        if (routes.same_route(stretch.first, v))
            return !lies_within(routes, v, stretch) && !lies_within(routes, y, stretch) &&
                   (!routes.limits().order_matters() || fits_within(routes));
        return routes.allow(routes.head(after), routes.row(stretch, reversed), routes.behind(after)) &&
               routes.allow(routes.head(routes[stretch.first].link[backward]), routes.behind(stretch.last));
    }

    /// On its own route, towards the front or the end.
    template <class Routes>
    bool fits_within(const Routes& routes) const {
        const Node before = routes[stretch.first].link[backward];
        if (routes[after].position < routes[stretch.first].position)
            return routes.allow(routes.head(after), routes.row(stretch, reversed),
                                routes.row({routes[after].link[forward], before}),
                                routes.behind(stretch.last));
        return routes.allow(routes.head(before), routes.row({routes[stretch.last].link[forward], after}),
                            routes.row(stretch, reversed), routes.behind(after));
    }
};

}  // namespace l2r::granular
