#pragma once

#include "problem/segment.hpp"

namespace l2r::granular {

/// Directions along a route, as indices of `Visit::link` and `Visit::edge`.
constexpr int forward = 0, backward = 1;

/// Visits of one route in a row, in its order.
struct Stretch {
    Node first, last;
};

/// Parts of `LinkedRoutes`, of which a move makes other routes: what `Limits::allow` asks for.
///
/// From the depot to a visit.
template <class Routes>
struct Head {
    const Routes& routes;
    Node visit;
    bool reversed;

    std::int32_t load() const { return routes[visit].head; }
    const Segment& segment() const {
        const auto& needs = routes.needs(visit);
        return reversed && routes.limits().order_matters() ? needs.turned_head : needs.head;
    }
    Node first() const { return reversed ? routes.node_of(visit) : 0; }
    Node last() const { return reversed ? 0 : routes.node_of(visit); }
};

/// All behind a visit, to the depot.
template <class Routes>
struct Tail {
    const Routes& routes;
    Node visit;
    bool reversed;

    std::int32_t load() const { return routes.route_of(visit).load - routes[visit].head; }
    const Segment& segment() const {
        const auto& needs = routes.needs(next());
        return reversed && routes.limits().order_matters() ? needs.turned_tail : needs.tail;
    }
    Node first() const { return reversed ? 0 : routes.node_of(next()); }
    Node last() const { return reversed ? routes.node_of(next()) : 0; }

  private:
    Node next() const { return routes[visit].link[forward]; }
};

/// Some customers in a row.
template <class Routes>
struct Row {
    const Routes& routes;
    Stretch stretch;
    bool reversed;

    std::int32_t load() const {
        const auto& begin = routes[stretch.first];
        return routes[stretch.last].head - begin.head + begin.demand;
    }
    /// One by one, in the order in which they come to stand.
    Segment segment() const {
        const int direction = reversed ? backward : forward;
        Segment sum = routes.limits().of(first());
        for (Node at = first(); at != last();) {
            const std::int32_t cost = routes[at].edge[direction];
            at = routes[at].link[direction];
            sum = join(sum, cost, routes.limits().of(at));
        }
        return sum;
    }
    Node first() const { return reversed ? stretch.last : stretch.first; }
    Node last() const { return reversed ? stretch.first : stretch.last; }
};

}  // namespace l2r::granular
