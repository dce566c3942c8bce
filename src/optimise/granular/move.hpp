#pragma once

#include <limits>

#include "optimise/granular/linked_routes.hpp"

namespace l2r::granular {

/// The routes that a move changes, twice the same where it is one. `apply` writes their links forward; the
/// rest is left to `LinkedRoutes::update`.
using TouchedRoutes = std::array<int, 2>;

/// One to three customers in a row that a move takes out together, seen from the end that comes to lie next
/// to a certain visit.
struct Piece {
    Node near, far;
    int direction;      ///< from `near` to `far`, on their route
    std::int32_t gain;  ///< of leaving it out
    std::int32_t load;

    Stretch stretch() const { return direction == forward ? Stretch{near, far} : Stretch{far, near}; }
};

/// The pieces that have u at one end: (u) itself, then two customers, then three, each in both directions.
/// Those that run over the depot have no gain.
template <class Routes>
class Pieces {
  public:
    Pieces(const Routes& routes, Node u) {
        const Visit &visit = routes[u], &next = routes[visit.link[forward]],
                    &previous = routes[visit.link[backward]], &next_two = routes[next.link[forward]],
                    &previous_two = routes[previous.link[backward]];
        const std::int32_t before = visit.head - visit.demand;
        pieces_ = {Piece{u, u, forward, visit.gain[0], visit.demand},
                   {u, visit.link[forward], forward, visit.gain[1], next.head - before},
                   {u, visit.link[backward], backward, previous.gain[1], visit.demand + previous.demand},
                   {u, next.link[forward], forward, visit.gain[2], next_two.head - before},
                   {u, previous.link[backward], backward, previous_two.gain[2],
                    visit.demand + previous.demand + previous_two.demand}};
    }
    Node near() const { return pieces_[0].near; }
    std::span<const Piece, 5> all() const { return pieces_; }
    std::span<const Piece, 3> up_to_two() const { return std::span(pieces_).template first<3>(); }

  private:
    std::array<Piece, 5> pieces_;
};

/// Whether a visit lies within a stretch of its own route.
template <class Routes>
bool lies_within(const Routes& routes, Node visit, Stretch stretch) {
    const int position = routes[visit].position;
    return position >= routes[stretch.first].position && position <= routes[stretch.last].position;
}

/// How much more a route may carry: a quick look at loads, before costs; `allow` has the last word.
template <class Routes>
std::int32_t room_on(const Routes& routes, Node visit) {
    return routes.limits().most_load() - routes.route_of(visit).load;
}

/// The most that can be saved of what overloads cost where one route gives load to another.
template <class Routes>
[[gnu::always_inline]] inline std::int32_t most_saved_by_giving(const Routes& routes, const RouteSums& giving,
                                                                const RouteSums& taking) {
    if (giving.overload_cost == 0) return 0;
    return std::min(giving.overload_cost, routes.limits().relief(taking.load));
}
/// The same of the routes of two visits; 0 if it is one route.
template <class Routes>
[[gnu::always_inline]] inline std::int32_t most_saved_by_giving(const Routes& routes, Node giving,
                                                                Node taking) {
    if (routes.same_route(giving, taking)) return 0;
    return most_saved_by_giving(routes, routes.route_of(giving), routes.route_of(taking));
}
/// The larger of both directions.
template <class Routes, class Route>
[[gnu::always_inline]] inline std::int32_t most_overload_saved(const Routes& routes, const Route& a,
                                                               const Route& b) {
    return std::max(most_saved_by_giving(routes, a, b), most_saved_by_giving(routes, b, a));
}

/// How much more two overloads cost where one load grows by what the other loses.
[[gnu::always_inline]] inline std::int32_t overload_change(const Limits& limits, std::int32_t growing,
                                                           std::int32_t shrinking, std::int32_t load) {
    return limits.overload_cost(growing + load) + limits.overload_cost(shrinking - load) -
           limits.overload_cost(growing) - limits.overload_cost(shrinking);
}
/// The same of the routes of two visits; 0 if it is one route.
template <class Routes>
[[gnu::always_inline]] inline std::int32_t overload_change(const Routes& routes, Node growing, Node shrinking,
                                                           std::int32_t load) {
    if (!routes.limits().has_price() || routes.same_route(growing, shrinking)) return 0;
    return overload_change(routes.limits(), routes.route_of(growing).load, routes.route_of(shrinking).load,
                           load);
}

}  // namespace l2r::granular
