#pragma once

#include "optimise/paper/route.hpp"

namespace l2r::paper {

/// Two routes that a move between routes looks at.
template <class Costs>
struct RoutePair {
    const Route &a, &b;
    const CoarseColumns& columns;  ///< of b, filled for the stops of a
    const Costs& costs;
    const Coarse& scale;
    const Limits& limits;
    bool turned;  ///< a is the second route of the pair, b the first

    /// The coarse costs from stop i of a to the stops of b.
    L2R_INLINE const std::int16_t* row(int i) const { return columns.row(a.stops[i]); }

    template <class... Parts>
    L2R_INLINE bool allow(const Parts&... parts) const {
        return limits.allow(costs, parts...);
    }
};

/// The best change that `Move` can make to a pair, if it is below `best`.
///
/// A move is asked for the stops i of a and blocks of stops j of b where its coarse delta is below a bound
/// (`Block::below`), and there for its exact deltas (`offer`). Most pairs end after the first, coarse, pass.
/// That pass knows loads, but no other limits: a change that breaks one is not offered, leaves the bound as
/// it is and so hides no other.
template <class Move, class Costs>
Change best_change(const RoutePair<Costs>& pair, Change best) {
    using Block = typename Move::Block;
    const int first = Move::first_row, rows = pair.a.customers(), width = pair.b.coarse.width();
    const Lanes first_bound = all(pair.scale.cost_up(best.delta));
    Lanes any{};
    for (int j = 0; j < width; j += lane_count) {
        const Block block(pair, j);
        for (int i = first; i <= rows; ++i) any |= block.below(i, first_bound);
    }
    if (!any_set(any)) return best;
    const Move move(pair);
    for (int j = 0; j < width; j += lane_count) {
        const Block block(pair, j);
        for (int i = first; i <= rows; ++i) {
            // Equals count too once there is a change: another may come first in the order of positions.
            const Lanes below = block.below(i, all(pair.scale.cost_up(best.delta + best.found())));
            if (!any_set(below)) continue;
            for (int lane = 0; lane < lane_count; ++lane)
                if (below[lane] != 0) move.offer(i, j + lane, best);
        }
    }
    return best;
}

/// The same without the coarse pass, for pairs of routes so long that their coarse costs would not fit in
/// memory. `keep_going` is asked once a row.
template <class Move, class Costs, class KeepGoing>
Change best_change_exactly(const RoutePair<Costs>& pair, Change best, KeepGoing keep_going) {
    const Move move(pair);
    constexpr int first = Move::first_row;
    for (int i = first; i <= pair.a.customers() && keep_going(pair.b.customers()); ++i)
        for (int j = first; j <= pair.b.customers(); ++j) move.offer(i, j, best);
    return best;
}

}  // namespace l2r::paper
