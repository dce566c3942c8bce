#pragma once

#include <algorithm>

#include "optimise/paper/route.hpp"

namespace l2r::paper {

/// 2-opt: reverses the stops i .. j of a route.
struct TwoOpt {
    static constexpr MoveKind kind = MoveKind::two_opt;
    static constexpr Scope scope = Scope::route;

    /// `keep_going` is asked once a row.
    template <class Costs, class KeepGoing>
    static Change best(const Route& a, const Costs& costs, Change best, KeepGoing keep_going) {
        for (int i = 1; i < a.customers() && keep_going(a.customers()); ++i) {
            const auto before = costs.row(a.stops[i - 1]), first = costs.row(a.stops[i]);
            const std::int32_t removed = a.edge[i - 1];
            for (int j = i + 1; j <= a.customers(); ++j)
                best.offer_in_order(before[a.stops[j]] + first[a.stops[j + 1]] - removed - a.edge[j], i, j);
        }
        return best;
    }

    static void apply(Route& a, const Change& change) {
        std::reverse(a.stops.begin() + change.i, a.stops.begin() + change.j + 1);
    }
};

}  // namespace l2r::paper
