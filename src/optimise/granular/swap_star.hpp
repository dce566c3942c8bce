#pragma once

#include <limits>

#include "optimise/granular/move.hpp"

namespace l2r {

/// SWAP* (Vidal 2022): exchanges u and v of two routes, each put where it is best on the other's route: in
/// place of the one that left, or at one of the three places that were cheapest before.
struct SwapStar {
    Node u, v;
    Node u_after, v_after;  ///< on each other's route, once both are taken out

    /// The three cheapest places for a customer on a route.
    struct Places {
        static constexpr int count = 3;
        std::array<std::int32_t, count> cost;
        std::array<int, count> index;  ///< of the visit before the place, as in `Side::stops`

        void clear() { cost.fill(std::numeric_limits<std::int32_t>::max()); }
        void offer(std::int32_t candidate, int at) {
            if (candidate >= cost[2]) return;
            int place = 2;
            for (; place > 0 && candidate < cost[place - 1]; --place) {
                cost[place] = cost[place - 1];
                index[place] = index[place - 1];
            }
            cost[place] = candidate;
            index[place] = at;
        }
    };

    /// One of the two routes: its visits in order, the depot at both ends.
    struct Side {
        std::vector<Node> stops;        ///< (p + 2)
        std::vector<Places> places;     ///< (p + 1) of customer i on the other route
        std::int32_t largest_gain = 0;  ///< of taking out a single customer
    };
    using Memory = std::array<Side, 2>;

    /// Offers the exchanges of two routes where taking both customers out gains something. `keep_going` is
    /// asked once a row with the work that it was.
    template <class Routes, class Best, class KeepGoing>
    static void offer(const Routes& routes, int a, int b, Memory& memory, Best& best, KeepGoing keep_going) {
        auto& [one, two] = memory;
        collect(routes, a, one);
        collect(routes, b, two);
        if (-(one.largest_gain + two.largest_gain) >= best.delta()) return;
        if (!find_places(routes, one, two, keep_going) || !find_places(routes, two, one, keep_going)) return;
        for (int i = 1; i < static_cast<int>(one.stops.size()) - 1; ++i) {
            if (!keep_going(static_cast<int>(two.stops.size()))) return;
            offer_all_of(routes, one, two, i, best);
        }
    }

    template <class Routes>
    TouchedRoutes apply(Routes& routes) const {
        for (const Node gone : {u, v})
            routes.set_next(routes[gone].link[backward], routes[gone].link[forward]);
        put_behind(routes, u_after, u);
        put_behind(routes, v_after, v);
        return {routes[u].route, routes[v].route};
    }

  private:
    struct Place {
        std::int32_t cost;
        Node after;
    };

    template <class Routes>
    static void collect(const Routes& routes, int route, Side& side) {
        const Node depot = routes.depot_of(route);
        side.stops.assign(1, depot);
        side.largest_gain = 0;
        for (Node at = routes[depot].link[forward]; at != depot; at = routes[at].link[forward]) {
            side.stops.push_back(at);
            side.largest_gain = std::max(side.largest_gain, routes[at].gain[0]);
        }
        side.stops.push_back(depot);
        side.places.resize(side.stops.size());
    }

    template <class Routes, class KeepGoing>
    static bool find_places(const Routes& routes, Side& side, const Side& other, KeepGoing keep_going) {
        for (std::size_t i = 1; i + 1 < side.stops.size(); ++i) {
            if (!keep_going(static_cast<int>(other.stops.size()))) return false;
            const Node customer = side.stops[i];
            Places& places = side.places[i];
            places.clear();
            std::int32_t before = routes.cost(customer, other.stops[0]);
            for (std::size_t j = 1; j < other.stops.size(); ++j) {
                const std::int32_t behind = routes.cost(customer, other.stops[j]);
                places.offer(before + behind - routes[other.stops[j - 1]].edge[forward],
                             static_cast<int>(j) - 1);
                before = behind;
            }
        }
        return true;
    }

    template <class Routes, class Best>
    static void offer_all_of(const Routes& routes, const Side& one, const Side& two, int i, Best& best) {
        const Node u = one.stops[i];
        const std::int32_t gain = routes[u].gain[0];
        const std::int32_t room_a = routes.capacity() - routes.route_of(u).load + routes[u].demand;
        const std::int32_t least = routes.route_of(two.stops[0]).load + routes[u].demand - routes.capacity();
        if (-(gain + two.largest_gain) >= best.delta()) return;
        for (int j = 1; j < static_cast<int>(two.stops.size()) - 1; ++j) {
            const Node v = two.stops[j];
            const std::int32_t taken_out = -gain - routes[v].gain[0];
            if (taken_out >= best.delta()) continue;
            if (routes[v].demand > room_a || routes[v].demand < least) continue;
            const Place at_v = cheapest(routes, one.places[i], two, u, j);
            const Place at_u = cheapest(routes, two.places[j], one, v, i);
            const std::int32_t delta = taken_out + at_v.cost + at_u.cost;
            if (delta >= best.delta()) continue;
            if (routes.limited() && !in_time(routes, u, v, at_v.cost, at_u.cost)) continue;
            best.take(delta, SwapStar{u, v, at_v.after, at_u.after});
        }
    }

    /// Where a customer is put on the other side, from which stop j is gone.
    template <class Routes>
    static Place cheapest(const Routes& routes, const Places& places, const Side& other, Node customer,
                          int j) {
        const Node before = other.stops[j - 1], behind = other.stops[j + 1];
        const Visit& gone = routes[other.stops[j]];
        Place best{routes.cost(before, customer) + routes.cost(customer, behind) + gone.gain[0] -
                       gone.edge[forward] - gone.edge[backward],
                   before};
        for (int place = 0; place < Places::count && places.cost[place] < best.cost; ++place)
            if (places.index[place] != j && places.index[place] != j - 1)
                return {places.cost[place], other.stops[places.index[place]]};
        return best;
    }

    template <class Routes>
    static bool in_time(const Routes& routes, Node u, Node v, std::int32_t u_cost, std::int32_t v_cost) {
        const std::int64_t longer = routes.work({v, v}) - routes.work({u, u});
        return routes.in_time(routes.route_of(u).duration - routes[u].gain[0] + v_cost + longer) &&
               routes.in_time(routes.route_of(v).duration - routes[v].gain[0] + u_cost - longer);
    }

    template <class Routes>
    static void put_behind(Routes& routes, Node at, Node customer) {
        routes.set_next(customer, routes[at].link[forward]);
        routes.set_next(at, customer);
    }
};

}  // namespace l2r
