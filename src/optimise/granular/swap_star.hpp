#pragma once

#include <limits>

#include "optimise/granular/move.hpp"

namespace l2r {

/// SWAP* (Vidal 2022): exchanges u and v of two routes, each put where it is best on the other's route: in
/// place of the one that left, or at one of the three places that were cheapest before.
struct SwapStar {
    Node u, v;
    Node u_after, v_after;  ///< on each other's route, once both are taken out

    /// The three cheapest places for a customer on a route, cheapest first. A place is its cost and, below
    /// that in 32 bits, the index of the stop before it: one number to compare.
    struct Places {
        std::array<std::int64_t, 3> keys;

        void clear() { keys.fill(std::numeric_limits<std::int64_t>::max()); }
        /// Without a branch, which would be guessed wrong half of the time.
        void offer(std::int32_t cost, int index) {
            std::int64_t key = (static_cast<std::int64_t>(cost) << 32) + index;
            for (std::int64_t& kept : keys) {
                const std::int64_t lower = std::min(kept, key);
                key = std::max(kept, key);
                kept = lower;
            }
        }
        static std::int32_t cost(std::int64_t key) { return static_cast<std::int32_t>(key >> 32); }
        static int index(std::int64_t key) { return static_cast<int>(key & 0x7fffffff); }
    };

    /// A visit of one of the two routes.
    struct Stop {
        Node visit, place;
        std::int32_t demand, gain;  ///< `gain` of taking it out
        std::int32_t edge;          ///< to the next one
    };

    /// One of the two routes.
    struct Side {
        std::vector<Stop> stops;        ///< (p + 2) in order, the depot at both ends
        std::vector<Places> places;     ///< (p + 2) of each customer on the other route
        std::int32_t largest_gain = 0;  ///< of taking out a single customer
        std::int32_t load = 0;

        int customers() const { return static_cast<int>(stops.size()) - 2; }
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
        for (int i = 1; i <= one.customers(); ++i) {
            if (!keep_going(two.customers())) return;
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
        side.load = routes.route(route).load;
        side.largest_gain = 0;
        side.stops.assign(1, {depot, 0, 0, 0, routes[depot].edge[forward]});
        for (Node at = routes[depot].link[forward]; at != depot; at = routes[at].link[forward]) {
            const Visit& visit = routes[at];
            side.stops.push_back({at, at, visit.demand, visit.gain[0], visit.edge[forward]});
            side.largest_gain = std::max(side.largest_gain, visit.gain[0]);
        }
        side.stops.push_back({depot, 0, 0, 0, 0});
        side.places.resize(side.stops.size());
    }

    template <class Routes, class KeepGoing>
    static bool find_places(const Routes& routes, Side& side, const Side& other, KeepGoing keep_going) {
        for (int i = 1; i <= side.customers(); ++i) {
            if (!keep_going(other.customers())) return false;
            const auto costs = routes.costs_from(side.stops[i].visit);
            Places& places = side.places[i];
            places.clear();
            std::int32_t before = costs[0];
            for (int j = 0; j <= other.customers(); ++j) {
                const std::int32_t behind = costs[other.stops[j + 1].place];
                places.offer(before + behind - other.stops[j].edge, j);
                before = behind;
            }
        }
        return true;
    }

    template <class Routes, class Best>
    static void offer_all_of(const Routes& routes, const Side& one, const Side& two, int i, Best& best) {
        const Stop& u = one.stops[i];
        if (-(u.gain + two.largest_gain) >= best.delta()) return;
        const std::int32_t most = routes.capacity() - one.load + u.demand;
        const std::int32_t least = two.load + u.demand - routes.capacity();
        for (int j = 1; j <= two.customers(); ++j) {
            const Stop& v = two.stops[j];
            const std::int32_t taken_out = -u.gain - v.gain;
            if (v.demand > most || v.demand < least || taken_out >= best.delta()) continue;
            const Place of_u = cheapest(routes, u, one.places[i], two, j);
            const Place of_v = cheapest(routes, v, two.places[j], one, i);
            const std::int32_t delta = taken_out + of_u.cost + of_v.cost;
            if (delta >= best.delta()) continue;
            if (routes.limited() && !in_time(routes, u.visit, v.visit, of_u.cost, of_v.cost)) continue;
            best.take(delta, SwapStar{u.visit, v.visit, of_u.after, of_v.after});
        }
    }

    /// Where a customer is put on the other side, from which stop j is gone.
    template <class Routes>
    static Place cheapest(const Routes& routes, const Stop& customer, const Places& places, const Side& other,
                          int j) {
        const auto costs = routes.costs_from(customer.visit);
        const Stop &before = other.stops[j - 1], &gone = other.stops[j], &behind = other.stops[j + 1];
        const std::int32_t in_place =
            costs[before.place] + costs[behind.place] + gone.gain - before.edge - gone.edge;
        for (const std::int64_t key : places.keys) {
            if (Places::cost(key) >= in_place) break;
            if (const int at = Places::index(key); at != j && at != j - 1)
                return {Places::cost(key), other.stops[at].visit};
        }
        return {in_place, before.visit};
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
