#pragma once

#include <algorithm>

#include "optimise/paper/route.hpp"

namespace l2r::paper {

/// Relocate(1): moves stop i of a route between its stops j and j + 1.
struct RelocateWithin {
    static constexpr MoveKind kind = MoveKind::relocate_within;
    static constexpr Scope scope = Scope::route;

    /// `keep_going` is asked once a row.
    template <class Costs, class KeepGoing>
    static Change best(const Route& a, const Costs& costs, Change best, KeepGoing keep_going) {
        const int p = a.customers();
        for (int i = 1; i <= p && keep_going(a.customers()); ++i) {
            const auto moved = costs.row(a.stops[i]);
            for (int j = 0; j < i - 1; ++j)
                best.offer_in_order(moved[a.stops[j]] + moved[a.stops[j + 1]] - a.edge[j] - a.detour[i], i,
                                    j);
            for (int j = i + 1; j <= p; ++j)
                best.offer_in_order(moved[a.stops[j]] + moved[a.stops[j + 1]] - a.edge[j] - a.detour[i], i,
                                    j);
        }
        return best;
    }

    static void apply(Route& a, const Change& change) {
        const auto from = a.stops.begin() + change.i;
        if (change.j < change.i)
            std::rotate(a.stops.begin() + change.j + 1, from, from + 1);
        else
            std::rotate(from, from + 1, a.stops.begin() + change.j + 1);
    }
};

}  // namespace l2r::paper
