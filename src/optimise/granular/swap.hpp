#pragma once

#include "optimise/granular/move.hpp"

namespace l2r::granular {

/// Swap: exchanges one or two customers in a row with one or two others, of another route or the same one,
/// each in its order or reversed. At least one visit lies between the two.
struct Swap {
    Stretch one, two;
    bool one_reversed, two_reversed;  ///< where they go

    /// Offers the moves that bring u next to v, in place of one or two customers there, and make v's
    /// surroundings shorter. Of any swap that gains, one side does get shorter, and one of the two edges
    /// added there costs less than half of those removed; from that edge's ends the swap is seen.
    template <class Routes, class Best>
    [[gnu::always_inline]] static void offer(const Routes& routes, const Pieces<Routes>& pieces, Node v,
                                             std::int32_t cost, Best& best) {
        const bool same = routes.same_route(pieces.near(), v);
        constexpr std::int32_t any = std::numeric_limits<std::int32_t>::max();
        const Shift shift =
            same ? Shift{-any, any} : Shift{-room_on(routes, v), room_on(routes, pieces.near())};
        offer_beside<forward>(routes, pieces, v, cost, shift, best);
        offer_beside<backward>(routes, pieces, v, cost, shift, best);
    }

    template <class Routes>
    TouchedRoutes touched(const Routes& routes) const {
        return {routes[one.first].route, routes[two.first].route};
    }

    template <class Routes>
    void apply(Routes& routes) const {
        const Node before_one = routes[one.first].link[backward], behind_one = routes[one.last].link[forward];
        const Node before_two = routes[two.first].link[backward], behind_two = routes[two.last].link[forward];
        routes.set_next(routes.append(before_one, two, two_reversed), behind_one);
        routes.set_next(routes.append(before_two, one, one_reversed), behind_two);
    }

  private:
    /// How much more u's route may carry afterwards.
    struct Shift {
        std::int32_t least, most;
    };

    template <int side, class Routes, class Best>
    [[gnu::always_inline]] static void offer_beside(const Routes& routes, const Pieces<Routes>& pieces,
                                                    Node v, std::int32_t cost, Shift shift, Best& best) {
        const Node y = routes[v].link[side];
        // The better side of the two gains at least half of the whole, rounded up where that is a loss.
        const std::int32_t whole = best.delta() + most_overload_saved(routes, pieces.near(), v);
        const std::int32_t half = (whole + (whole > 0 ? 1 : 0)) / 2;
        Node last = y;
        std::int32_t load = 0;
        for (int size = 1; size <= 2 && !routes.is_depot(last); ++size) {
            const Node z = routes[last].link[side];
            load += routes[last].demand;
            const std::int32_t removed = routes[v].edge[side] + routes[last].edge[side];
            if (2 * cost - removed < half) {
                const Stretch two = side == forward ? Stretch{y, last} : Stretch{last, y};
#pragma GCC unroll 3
                for (const Piece& piece : pieces.up_to_two()) {
                    const std::int32_t more = load - piece.load;
                    if (piece.gain == Visit::no_gain || more < shift.least || more > shift.most) continue;
                    const std::int32_t there = cost + routes.cost(piece.far, z) - removed;
                    if (there < half)
                        offer_in_exchange(routes, piece, two, piece.direction != side,
                                          there + overload_change(routes, pieces.near(), v, more), best);
                }
            }
            last = z;
        }
    }

    /// `there` is the change around the second stretch, where the first one goes, and of overloads.
    template <class Routes, class Best>
    static void offer_in_exchange(const Routes& routes, const Piece& piece, Stretch two, bool one_reversed,
                                  std::int32_t there, Best& best) {
        const Stretch one = piece.stretch();
        const Visit &first = routes[one.first], &last = routes[one.last];
        const Node before = first.link[backward], behind = last.link[forward];
        const std::int32_t straight = routes.cost(before, two.first) + routes.cost(two.last, behind);
        const std::int32_t turned = routes.cost(before, two.last) + routes.cost(two.first, behind);
        const std::int32_t removed = first.edge[backward] + last.edge[forward];
        const std::int32_t here = std::min(straight, turned) - removed;
        if (here + there >= best.delta()) return;
        const Swap move{one, two, one_reversed, turned < straight};
        if (move.fits(routes)) {
            best.take(here + there, move);
        } else if (routes.limits().order_matters()) {
            // The dearer direction may be the only one that keeps to limits.
            const std::int32_t dearer = std::max(straight, turned) - removed + there;
            const Swap other{one, two, one_reversed, !move.two_reversed};
            if (dearer < best.delta() && other.fits(routes)) best.take(dearer, other);
        }
    }

    template <class Routes>
    bool fits(const Routes& routes) const {
        if (routes.same_route(one.first, two.first)) {
            if (routes[one.last].position + 1 < routes[two.first].position)
                return fits_within(routes, one, two, one_reversed, two_reversed);
            return routes[two.last].position + 1 < routes[one.first].position &&
                   fits_within(routes, two, one, two_reversed, one_reversed);
        }
        return routes.allow(routes.head(routes[one.first].link[backward]), routes.row(two, two_reversed),
                            routes.behind(one.last)) &&
               routes.allow(routes.head(routes[two.first].link[backward]), routes.row(one, one_reversed),
                            routes.behind(two.last));
    }

    /// `a` comes before `b`.
    template <class Routes>
    static bool fits_within(const Routes& routes, Stretch a, Stretch b, bool a_reversed, bool b_reversed) {
        if (!routes.limits().order_matters()) return true;
        return routes.allow(routes.head(routes[a.first].link[backward]), routes.row(b, b_reversed),
                            routes.row({routes[a.last].link[forward], routes[b.first].link[backward]}),
                            routes.row(a, a_reversed), routes.behind(b.last));
    }
};

}  // namespace l2r::granular
