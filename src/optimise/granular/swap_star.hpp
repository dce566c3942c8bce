#pragma once

#include <limits>
#include <vector>

#include "optimise/granular/move.hpp"
#include "optimise/granular/neighbour_lists.hpp"

namespace l2r::granular {

/// SWAP* (Vidal 2022): exchanges u and v of two routes, each put where it is best on the other's route: in
/// place of the one that left, or in one of the three gaps that were cheapest before. Both have neighbours
/// on the other route, and only gaps beside these count, and the route's ends: so the work grows with the
/// border of two routes, not with their product.
struct SwapStar {
    Node u, v;
    Node u_after, v_after;  ///< on each other's route, once both are taken out

    /// The three cheapest gaps for a customer on a route, cheapest first. A gap is its cost and, below
    /// that in 32 bits, the index of the stop before it: one number to compare.
    struct CheapestGaps {
        std::array<std::int64_t, 3> keys;

        void clear() { keys.fill(std::numeric_limits<std::int64_t>::max()); }
        /// Sorted in without a branch, which would be guessed wrong half of the time.
        void offer(std::int32_t cost, int index) {
            std::int64_t key = (static_cast<std::int64_t>(cost) << 32) + index;
            if (key == keys[0] || key == keys[1] || key == keys[2]) return;
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
        Node visit, node;
        std::int32_t demand, gain;  ///< `gain` of taking it out
        std::int32_t edge;          ///< to the next one
    };

    /// One of the two routes.
    struct Side {
        std::vector<Stop> stops;         ///< in order, the depot at both ends
        std::vector<int> border;         ///< those that have neighbours on the other route, by index
        std::vector<CheapestGaps> gaps;  ///< of each of these on the other route
        std::int32_t largest_gain = 0;   ///< of taking out a single one of them
        std::int32_t load = 0;
    };
    using Memory = std::array<Side, 2>;

    /// Offers the exchanges of two routes where taking both customers out gains something. `neighbours` has
    /// those of every customer; `keep_going` is asked now and then with the work that was done.
    template <class Routes, class Best, class KeepGoing>
    static void offer(const Routes& routes, int a, int b, const NeighbourLists& neighbours, Memory& memory,
                      Best& best, KeepGoing keep_going) {
        auto& [one, two] = memory;
        collect(routes, a, one);
        collect(routes, b, two);
        find_gaps(routes, one, two, b, neighbours);
        find_gaps(routes, two, one, a, neighbours);
        if (!keep_going(static_cast<int>(one.stops.size() + two.stops.size()))) return;
        const std::int32_t saved = most_overload_saved(routes, routes.route(a), routes.route(b));
        if (-(one.largest_gain + two.largest_gain) >= best.delta() + saved) return;
        for (std::size_t i = 0; i < one.border.size(); ++i) {
            if (!keep_going(static_cast<int>(two.border.size()))) return;
            offer_all_of(routes, one, two, i, saved, best);
        }
    }

    template <class Routes>
    TouchedRoutes touched(const Routes& routes) const {
        return {routes[u].route, routes[v].route};
    }

    template <class Routes>
    void apply(Routes& routes) const {
        for (const Node gone : {u, v})
            routes.set_next(routes[gone].link[backward], routes[gone].link[forward]);
        put_behind(routes, u_after, u);
        put_behind(routes, v_after, v);
    }

  private:
    struct Insertion {
        std::int32_t cost;
        Node after;
    };

    template <class Routes>
    static void collect(const Routes& routes, int route, Side& side) {
        const Node depot = routes.depot_of(route);
        side.load = routes.route(route).load;
        side.stops.assign(1, {depot, 0, 0, 0, routes[depot].edge[forward]});
        for (Node at = routes[depot].link[forward]; at != depot; at = routes[at].link[forward]) {
            const Visit& visit = routes[at];
            side.stops.push_back({at, at, visit.demand, visit.gain[0], visit.edge[forward]});
        }
        side.stops.push_back({depot, 0, 0, 0, 0});
    }

    template <class Routes>
    static void find_gaps(const Routes& routes, Side& side, const Side& other, int other_route,
                          const NeighbourLists& neighbours) {
        side.border.clear();
        side.gaps.clear();
        side.largest_gain = 0;
        const int last = static_cast<int>(other.stops.size()) - 2;
        for (int i = 1; i + 1 < static_cast<int>(side.stops.size()); ++i) {
            const Stop& stop = side.stops[i];
            const auto costs = routes.costs_from(stop.visit);
            CheapestGaps gaps;
            gaps.clear();
            bool is_border = false;
            for (const auto& [v, cost] : neighbours.of(stop.visit)) {
                if (routes[v].route != other_route) continue;
                is_border = true;
                const int at = routes[v].position;
                gaps.offer(costs[other.stops[at - 1].node] + cost - other.stops[at - 1].edge, at - 1);
                gaps.offer(cost + costs[other.stops[at + 1].node] - other.stops[at].edge, at);
            }
            if (!is_border) continue;
            gaps.offer(costs[0] + costs[other.stops[1].node] - other.stops[0].edge, 0);
            gaps.offer(costs[other.stops[last].node] + costs[0] - other.stops[last].edge, last);
            side.border.push_back(i);
            side.gaps.push_back(gaps);
            side.largest_gain = std::max(side.largest_gain, stop.gain);
        }
    }

    /// `a` counts along the border; overloads cost less by `saved` at most.
    template <class Routes, class Best>
    static void offer_all_of(const Routes& routes, const Side& one, const Side& two, std::size_t a,
                             std::int32_t saved, Best& best) {
        const int i = one.border[a];
        const Stop& u = one.stops[i];
        const Limits& limits = routes.limits();
        if (-(u.gain + two.largest_gain) >= best.delta() + saved) return;
        // A quick look at loads, before costs.
        const std::int32_t most = limits.most_load() - one.load + u.demand;
        const std::int32_t least = two.load + u.demand - limits.most_load();
        for (std::size_t b = 0; b < two.border.size(); ++b) {
            const int j = two.border[b];
            const Stop& v = two.stops[j];
            if (v.demand > most || v.demand < least) continue;
            std::int32_t taken_out = -u.gain - v.gain;
            if (limits.has_price())
                taken_out += overload_change(limits, one.load, two.load, v.demand - u.demand);
            if (taken_out >= best.delta()) continue;
            const Insertion of_u = cheapest(routes, u, one.gaps[a], two, j);
            const Insertion of_v = cheapest(routes, v, two.gaps[b], one, i);
            const std::int32_t delta = taken_out + of_u.cost + of_v.cost;
            if (delta >= best.delta()) continue;
            if (fits(routes, u.visit, v.visit, of_v.after) && fits(routes, v.visit, u.visit, of_u.after))
                best.take(delta, SwapStar{u.visit, v.visit, of_u.after, of_v.after});
        }
    }

    /// Where a customer is put on the other side, from which stop j is gone.
    template <class Routes>
    static Insertion cheapest(const Routes& routes, const Stop& customer, const CheapestGaps& gaps,
                              const Side& other, int j) {
        const auto costs = routes.costs_from(customer.visit);
        const Stop &before = other.stops[j - 1], &gone = other.stops[j], &behind = other.stops[j + 1];
        const std::int32_t in_place =
            costs[before.node] + costs[behind.node] + gone.gain - before.edge - gone.edge;
        for (const std::int64_t key : gaps.keys) {
            if (CheapestGaps::cost(key) >= in_place) break;
            if (const int at = CheapestGaps::index(key); at != j && at != j - 1)
                return {CheapestGaps::cost(key), other.stops[at].visit};
        }
        return {in_place, before.visit};
    }

    /// Whether the route of `gone` may do without it and take in another customer behind `after`.
    template <class Routes>
    static bool fits(const Routes& routes, Node gone, Node other, Node after) {
        const Node before = routes[gone].link[backward];
        const auto customer = routes.customer(other);
        if (after == before) return routes.allow(routes.head(before), customer, routes.behind(gone));
        if (routes[after].position < routes[gone].position)
            return routes.allow(routes.head(after), customer,
                                routes.row({routes[after].link[forward], before}), routes.behind(gone));
        return routes.allow(routes.head(before), routes.row({routes[gone].link[forward], after}), customer,
                            routes.behind(after));
    }

    template <class Routes>
    static void put_behind(Routes& routes, Node at, Node customer) {
        routes.set_next(customer, routes[at].link[forward]);
        routes.set_next(at, customer);
    }
};

}  // namespace l2r::granular
